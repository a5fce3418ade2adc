#include "learn/sparse_kernels.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "learn/dispatch.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAZARD_X86
#include <immintrin.h>
#endif

namespace hazard::learn {

namespace {

// Sixteen of them as one value: a register where they are that wide, two where not.
using Sixteen = Whole __attribute__((vector_size(32), aligned(2), may_alias));
using SixteenBits = std::uint16_t __attribute__((vector_size(32)));
using Eight = float __attribute__((vector_size(32), aligned(4), may_alias));

// `count` registers of sums, held while all rows are added.
template <int count>
HAZARD_PART void change_block(Whole* sums, const Whole* from, const Whole* rows, const RowChange& change,
                              std::size_t width) {
  Sixteen held[count];
  for (int i = 0; i < count; ++i) held[i] = reinterpret_cast<const Sixteen*>(from)[i];
  for (const std::size_t input : change.added) {
    const auto* row = reinterpret_cast<const Sixteen*>(rows + input * width);
    for (int i = 0; i < count; ++i) held[i] += row[i];
  }
  for (const std::size_t input : change.removed) {
    const auto* row = reinterpret_cast<const Sixteen*>(rows + input * width);
    for (int i = 0; i < count; ++i) held[i] -= row[i];
  }
  for (int i = 0; i < count; ++i) reinterpret_cast<Sixteen*>(sums)[i] = held[i];
}

template <int count>
HAZARD_PART void add_block(float* sums, const float* rows, std::span<const std::uint16_t> inputs,
                           std::size_t width) {
  Eight held[count];
  for (int i = 0; i < count; ++i) held[i] = reinterpret_cast<const Eight*>(sums)[i];
  for (const std::size_t input : inputs) {
    const auto* row = reinterpret_cast<const Eight*>(rows + input * width);
    for (int i = 0; i < count; ++i) held[i] += row[i];
  }
  for (int i = 0; i < count; ++i) reinterpret_cast<Eight*>(sums)[i] = held[i];
}

// A unit that passes something on.
struct Active {
  int unit;
  std::int32_t value;
};

// Lists the units whose value is not zero. Sixteen units are compared at a time, and what is found of them
// is kept as one bit of each of sixteen numbers: of 256 units, 256 bits.
HAZARD_PART int find_active(Active* active, const Whole* sums, int width) {
  int count = 0;
  for (int first = 0; first < width; first += 256) {
    const int groups = (width - first < 256 ? width - first : 256) / 16;
    SixteenBits found{};
    for (int group = groups - 1; group >= 0; --group)  // where it holds, a comparison is -1
      found = found + found - SixteenBits(reinterpret_cast<const Sixteen*>(sums + first)[group] > 1);
    std::uint64_t words[4];
    std::memcpy(words, &found, sizeof words);
    for (int word = 0; word < 4; ++word) {
      for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const int unit = first + 16 * (bit % 16) + 4 * word + bit / 16;
        active[count++] = {unit, sums[unit] >> 1};
      }
    }
  }
  return count;
}

// Sixteen outputs: their weights from all active units, each times what the unit passes on.
void add_active_rows(std::int32_t* dots, const Active* active, int count, const Whole* weights, int outputs) {
  std::array<std::uint32_t, 16> held{};  // weights that make it overflow are nonsense, but no error
  for (int i = 0; i < count; ++i) {
    const Whole* row = weights + active[i].unit * outputs;
    for (int j = 0; j < 16; ++j) held[j] += static_cast<std::uint32_t>(row[j] * active[i].value);
  }
  for (int j = 0; j < 16; ++j) dots[j] = static_cast<std::int32_t>(held[j]);
}

}  // namespace

HAZARD_WIDE void change_sums(Whole* sums, const Whole* from, const Whole* rows, RowChange change, int width) {
  int first = 0;
  for (; first + 128 <= width; first += 128)
    change_block<8>(sums + first, from + first, rows + first, change, width);
  for (; first < width; first += 16) change_block<1>(sums + first, from + first, rows + first, change, width);
}

void active_dots_portably(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                          int outputs) {
  Active active[kMostActive];
  const int count = find_active(active, sums, width);
  for (int first = 0; first < outputs; first += 16)
    add_active_rows(dots + first, active, count, weights + first, outputs);
}

#ifdef HAZARD_X86

namespace {

template <int registers>
__attribute__((target("avx2"), always_inline)) inline void add_active_pairs(std::int32_t* dots,
                                                                            const Active* active, int count,
                                                                            const Whole* weights,
                                                                            int outputs) {
  __m256i even[registers]{}, odd[registers]{};
  for (int i = 0; i < count; ++i) {
    const auto* row = reinterpret_cast<const __m256i*>(weights + active[i].unit * outputs);
    const __m256i low = _mm256_set1_epi32(active[i].value), high = _mm256_slli_epi32(low, 16);
    for (int j = 0; j < registers; ++j) {
      const __m256i pairs = _mm256_loadu_si256(row + j);
      even[j] = _mm256_add_epi32(even[j], _mm256_madd_epi16(pairs, low));
      odd[j] = _mm256_add_epi32(odd[j], _mm256_madd_epi16(pairs, high));
    }
  }
  for (int j = 0; j < registers; ++j) {
    const __m256i first = _mm256_unpacklo_epi32(even[j], odd[j]);
    const __m256i last = _mm256_unpackhi_epi32(even[j], odd[j]);
    auto* const found = reinterpret_cast<__m256i*>(dots + 16 * j);
    _mm256_storeu_si256(found, _mm256_permute2x128_si256(first, last, 0x20));
    _mm256_storeu_si256(found + 1, _mm256_permute2x128_si256(first, last, 0x31));
  }
}

// Numbers are multiplied in pairs, one of which is zero. No portable way of writing it makes a compiler do
// so.
__attribute__((target("avx2"))) void active_dots_by_pairs(std::int32_t* dots, const Whole* sums,
                                                          const Whole* weights, int width, int outputs) {
  Active active[kMostActive];
  const int count = find_active(active, sums, width);
  int first = 0;
  for (; first + 64 <= outputs; first += 64)
    add_active_pairs<4>(dots + first, active, count, weights + first, outputs);
  for (; first < outputs; first += 16)
    add_active_pairs<1>(dots + first, active, count, weights + first, outputs);
}

const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;

}  // namespace

void active_dots(std::int32_t* dots, const Whole* sums, const Whole* weights, int width, int outputs) {
  (kHasAvx2 ? active_dots_by_pairs : active_dots_portably)(dots, sums, weights, width, outputs);
}

#else

void active_dots(std::int32_t* dots, const Whole* sums, const Whole* weights, int width, int outputs) {
  active_dots_portably(dots, sums, weights, width, outputs);
}

#endif

HAZARD_WIDE void add_plain_rows(float* sums, const float* rows, std::span<const std::uint16_t> inputs,
                                int width) {
  int first = 0;
  for (; first + 64 <= width; first += 64) add_block<8>(sums + first, rows + first, inputs, width);
  for (; first < width; first += 8) add_block<1>(sums + first, rows + first, inputs, width);
}

HAZARD_WIDE void add_to_rows(float* __restrict rows, std::span<const std::uint16_t> inputs,
                             const float* __restrict gradient, int width) {
  for (const std::size_t input : inputs) {
    float* __restrict row = rows + input * static_cast<std::size_t>(width);
    for (int i = 0; i < width; ++i) row[i] += gradient[i];
  }
}

HAZARD_WIDE void forward(float* __restrict sums, const float* __restrict rows, const float* __restrict values,
                         int inputs, int width) {
  for (int input = 0; input < inputs; ++input) {
    const float value = values[input];
    if (value == 0.0F) continue;
    const float* __restrict row = rows + input * width;
    for (int i = 0; i < width; ++i) sums[i] += value * row[i];
  }
}

HAZARD_WIDE void backward(float* __restrict row_slopes, float* __restrict value_slopes,
                          const float* __restrict rows, const float* __restrict values,
                          const float* __restrict slopes, int inputs, int width) {
  for (int input = 0; input < inputs; ++input) {
    const float value = values[input];
    value_slopes[input] = 0.0F;
    if (value == 0.0F) continue;
    const float* __restrict row = rows + input * width;
    float* __restrict row_slope = row_slopes + input * width;
    Eight sum{};
    for (int i = 0; i < width; i += 8) {
      const Eight slope = *reinterpret_cast<const Eight*>(slopes + i);
      sum += slope * *reinterpret_cast<const Eight*>(row + i);
      *reinterpret_cast<Eight*>(row_slope + i) += value * slope;
    }
    value_slopes[input] = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
  }
}

HAZARD_WIDE void adam(float* __restrict weights, float* __restrict slopes, float* __restrict means,
                      float* __restrict squares, std::size_t count, AdamStep step) {
  for (std::size_t i = 0; i < count; ++i) {
    const float slope = slopes[i];
    means[i] = AdamStep::kFirstDecay * means[i] + (1.0F - AdamStep::kFirstDecay) * slope;
    squares[i] = AdamStep::kSecondDecay * squares[i] + (1.0F - AdamStep::kSecondDecay) * slope * slope;
    weights[i] -= step.rate * means[i] / (std::sqrt(squares[i] * step.second_correction) + AdamStep::kLeast);
    slopes[i] = 0.0F;
  }
}

HAZARD_WIDE void round_weights(Whole* __restrict rounded, const float* __restrict weights, std::size_t count,
                               float per_one) {
  for (std::size_t i = 0; i < count; ++i) {
    const float scaled = weights[i] * per_one;
    const float above = scaled > -32767.0F ? scaled : -32767.0F;
    const float bounded = above < 32767.0F ? above : 32767.0F;
    // Adding and taking away rounds to whole numbers, halves to even.
    rounded[i] = static_cast<Whole>(static_cast<std::int32_t>((bounded + 12582912.0F) - 12582912.0F));
  }
}

}  // namespace hazard::learn
