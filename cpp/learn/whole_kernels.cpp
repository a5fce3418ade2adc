#include "learn/whole_kernels.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "learn/dispatch.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAZARD_X86
#include <immintrin.h>
#endif

namespace hazard::learn {

namespace {

// Sixteen of them as one value: a register where they are that wide, two where not. Sums may go round on the
// way, which is defined for numbers without a sign only.
using Sixteen = Whole __attribute__((vector_size(32), aligned(2), may_alias));
using SixteenBits = std::uint16_t __attribute__((vector_size(32), aligned(2), may_alias));

// Sums are changed in blocks of units, all changes of a block before the next: what the changes have in
// common of the rows is then still in the nearest cache.
using Changes = std::span<const RowChange>;

// `count` registers of sums, held while all rows are added.
template <int count>
HAZARD_PART void change_block(Whole* sums, const Whole* from, const Whole* rows, Changes changes,
                              std::size_t width) {
  for (const RowChange& change : changes) {
    SixteenBits held[count];
    for (int i = 0; i < count; ++i) held[i] = reinterpret_cast<const SixteenBits*>(from)[i];
    for (const std::size_t input : change.added) {
      const auto* row = reinterpret_cast<const SixteenBits*>(rows + input * width);
      for (int i = 0; i < count; ++i) held[i] += row[i];
    }
    for (const std::size_t input : change.removed) {
      const auto* row = reinterpret_cast<const SixteenBits*>(rows + input * width);
      for (int i = 0; i < count; ++i) held[i] -= row[i];
    }
    for (int i = 0; i < count; ++i) reinterpret_cast<SixteenBits*>(sums)[i] = held[i];
    sums += width;
  }
}

HAZARD_PART void change_blocks(Whole* sums, const Whole* from, const Whole* rows, Changes changes,
                               int width) {
  int first = 0;
  for (; first + 128 <= width; first += 128)
    change_block<8>(sums + first, from + first, rows + first, changes, width);
  for (; first < width; first += 16)
    change_block<1>(sums + first, from + first, rows + first, changes, width);
}

// The units that pass something on, and what: at most 16383. Units are taken two at a time, so that an odd
// one has another beside it that passes on nothing.
struct ActiveUnits {
  static constexpr int kRoom = kMostActive + 32;  // a whole register may be written from the last on
  int count = 0;
  alignas(64) std::array<std::uint16_t, kRoom> units;
  alignas(64) std::array<Whole, kRoom> values;

  HAZARD_PART void make_even() { units[count] = 0, values[count] = 0; }
};

// Sixteen units are compared at a time, and what is found of them is kept as one bit of each of sixteen
// numbers: of 256 units, 256 bits.
HAZARD_PART void find_active(ActiveUnits& active, const Whole* sums, int width) {
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
        active.units[active.count] = static_cast<std::uint16_t>(unit);
        active.values[active.count++] = static_cast<Whole>(sums[unit] >> 1);
      }
    }
  }
  active.make_even();
}

void change_sums_portably(Whole* sums, const Whole* from, const Whole* rows, Changes changes, int width) {
  change_blocks(sums, from, rows, changes, width);
}

void active_dots_portably(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                          int outputs) {
  ActiveUnits active;
  find_active(active, sums, width);
  for (int first = 0; first < outputs; first += 16) {
    std::array<std::uint32_t, 16> held{};  // weights that make it overflow are nonsense, but no error
    for (int i = 0; i < active.count; ++i) {
      const Whole* row = weights + active.units[i] * outputs + first;
      for (int j = 0; j < 16; ++j) held[j] += static_cast<std::uint32_t>(row[j] * active.values[i]);
    }
    std::memcpy(dots + first, held.data(), sizeof held);
  }
}

#ifdef HAZARD_X86

// Processors with wide registers multiply numbers in pairs and add the two products. So the rows of two units
// are shuffled into each other,
//
//   a0 a1 a2 a3 ..    b0 b1 b2 b3 ..   ->   a0 b0 a1 b1 a2 b2 a3 b3 ..
//
// and both products of a pair belong to one output. Two products of 16-bit numbers go beyond 32 bits only
// where all four numbers are -32768, and no unit passes on less than 0. The sums of pairs go round like
// numbers without a sign.
HAZARD_PART std::int32_t pair_of_values(const ActiveUnits& active, int first) {
  std::int32_t pair;
  std::memcpy(&pair, &active.values[first], sizeof pair);
  return pair;
}

#define HAZARD_AVX2 __attribute__((target("avx2")))

// 16 outputs in each register of a row.
template <int registers>
HAZARD_AVX2 HAZARD_PART void pair_dots(std::int32_t* dots, const ActiveUnits& active, const Whole* weights,
                                       int outputs) {
  __m256i low[registers]{}, high[registers]{};
  for (int i = 0; i < active.count; i += 2) {
    const auto* one = reinterpret_cast<const __m256i*>(weights + active.units[i] * outputs);
    const auto* other = reinterpret_cast<const __m256i*>(weights + active.units[i + 1] * outputs);
    const __m256i values = _mm256_set1_epi32(pair_of_values(active, i));
    for (int j = 0; j < registers; ++j) {
      const __m256i a = _mm256_loadu_si256(one + j), b = _mm256_loadu_si256(other + j);
      low[j] = _mm256_add_epi32(low[j], _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), values));
      high[j] = _mm256_add_epi32(high[j], _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), values));
    }
  }
  for (int j = 0; j < registers; ++j) {  // low has the outputs 0-3 and 8-11
    auto* const found = reinterpret_cast<__m256i*>(dots + 16 * j);
    _mm256_storeu_si256(found, _mm256_permute2x128_si256(low[j], high[j], 0x20));
    _mm256_storeu_si256(found + 1, _mm256_permute2x128_si256(low[j], high[j], 0x31));
  }
}

HAZARD_AVX2 void change_sums_avx2(Whole* sums, const Whole* from, const Whole* rows, Changes changes,
                                  int width) {
  change_blocks(sums, from, rows, changes, width);
}

HAZARD_AVX2 void active_dots_avx2(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                                  int outputs) {
  ActiveUnits active;
  find_active(active, sums, width);
  int first = 0;
  for (; first + 64 <= outputs; first += 64) pair_dots<4>(dots + first, active, weights + first, outputs);
  for (; first < outputs; first += 16) pair_dots<1>(dots + first, active, weights + first, outputs);
}

#define HAZARD_AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vnni")))

// 32 outputs in each register of a row.
template <int registers>
HAZARD_AVX512 HAZARD_PART void wide_pair_dots(std::int32_t* dots, const ActiveUnits& active,
                                              const Whole* weights, int outputs) {
  __m512i low[registers]{}, high[registers]{};
  for (int i = 0; i < active.count; i += 2) {
    const Whole* one = weights + active.units[i] * outputs;
    const Whole* other = weights + active.units[i + 1] * outputs;
    const __m512i values = _mm512_set1_epi32(pair_of_values(active, i));
    for (int j = 0; j < registers; ++j) {
      const __m512i a = _mm512_loadu_si512(one + 32 * j), b = _mm512_loadu_si512(other + 32 * j);
      low[j] = _mm512_dpwssd_epi32(low[j], _mm512_unpacklo_epi16(a, b), values);
      high[j] = _mm512_dpwssd_epi32(high[j], _mm512_unpackhi_epi16(a, b), values);
    }
  }
  // low has the outputs 0-3, 8-11, 16-19 and 24-27
  const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
  const __m512i last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
  for (int j = 0; j < registers; ++j) {
    _mm512_storeu_si512(dots + 32 * j, _mm512_permutex2var_epi64(low[j], first, high[j]));
    _mm512_storeu_si512(dots + 32 * j + 16, _mm512_permutex2var_epi64(low[j], last, high[j]));
  }
}

// Units are numbered from `first` on; those that pass nothing on are pressed out from among the others.
HAZARD_AVX512 HAZARD_PART void press_active(ActiveUnits& active, __m512i sums, __m512i units) {
  const __mmask32 found = _mm512_cmpgt_epi16_mask(sums, _mm512_set1_epi16(1));
  _mm512_storeu_si512(&active.units[active.count], _mm512_maskz_compress_epi16(found, units));
  _mm512_storeu_si512(&active.values[active.count],
                      _mm512_maskz_compress_epi16(found, _mm512_srai_epi16(sums, 1)));
  active.count += std::popcount(found);
}

HAZARD_AVX512 HAZARD_PART void find_active_wide(ActiveUnits& active, const Whole* sums, int width) {
  alignas(64) static constexpr auto kFirstUnits = [] {
    std::array<std::uint16_t, 32> units{};
    for (std::uint16_t i = 0; i < 32; ++i) units[i] = i;
    return units;
  }();
  __m512i units = _mm512_load_si512(kFirstUnits.data());
  for (int first = 0; first < width; first += 32) {
    const __mmask32 there = width - first < 32 ? 0xffff : 0xffffffff;
    press_active(active, _mm512_maskz_loadu_epi16(there, sums + first), units);
    units = _mm512_add_epi16(units, _mm512_set1_epi16(32));
  }
  active.make_even();
}

HAZARD_AVX512 void active_dots_avx512(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                                      int outputs) {
  ActiveUnits active;
  find_active_wide(active, sums, width);
  int first = 0;
  for (; first + 64 <= outputs; first += 64)
    wide_pair_dots<2>(dots + first, active, weights + first, outputs);
  for (; first < outputs; first += 16) pair_dots<1>(dots + first, active, weights + first, outputs);
}

template <int count>
HAZARD_AVX512 HAZARD_PART void change_wide_block(Whole* sums, const Whole* from, const Whole* rows,
                                                 Changes changes, std::size_t width) {
  for (const RowChange& change : changes) {
    __m512i held[count];
    for (int i = 0; i < count; ++i) held[i] = _mm512_loadu_si512(from + 32 * i);
    for (const std::size_t input : change.added) {
      const Whole* row = rows + input * width;
      for (int i = 0; i < count; ++i) held[i] = _mm512_add_epi16(held[i], _mm512_loadu_si512(row + 32 * i));
    }
    for (const std::size_t input : change.removed) {
      const Whole* row = rows + input * width;
      for (int i = 0; i < count; ++i) held[i] = _mm512_sub_epi16(held[i], _mm512_loadu_si512(row + 32 * i));
    }
    for (int i = 0; i < count; ++i) _mm512_storeu_si512(sums + 32 * i, held[i]);
    sums += width;
  }
}

HAZARD_AVX512 void change_sums_avx512(Whole* sums, const Whole* from, const Whole* rows, Changes changes,
                                      int width) {
  int first = 0;
  for (; first + 256 <= width; first += 256)
    change_wide_block<8>(sums + first, from + first, rows + first, changes, width);
  for (; first + 32 <= width; first += 32)
    change_wide_block<1>(sums + first, from + first, rows + first, changes, width);
  for (; first < width; first += 16)
    change_block<1>(sums + first, from + first, rows + first, changes, width);
}

#endif

constexpr std::array kKernels{
    WholeKernels{"portable", change_sums_portably, active_dots_portably},
#ifdef HAZARD_X86
    WholeKernels{"AVX2", change_sums_avx2, active_dots_avx2},
    WholeKernels{"AVX-512", change_sums_avx512, active_dots_avx512},
#endif
};

std::size_t count_usable() {
#ifdef HAZARD_X86
  if (!__builtin_cpu_supports("avx2")) return 1;
  const bool widest = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2") &&
                      __builtin_cpu_supports("avx512vnni");
  return widest ? 3 : 2;
#else
  return 1;
#endif
}

const std::size_t kUsable = count_usable();
const WholeKernels kFastest = kKernels[kUsable - 1];

}  // namespace

std::span<const WholeKernels> whole_kernels() { return std::span(kKernels).first(kUsable); }

void change_sums(Whole* sums, const Whole* from, const Whole* rows, Changes changes, int width) {
  kFastest.change_sums(sums, from, rows, changes, width);
}

void active_dots(std::int32_t* dots, const Whole* sums, const Whole* weights, int width, int outputs) {
  kFastest.active_dots(dots, sums, weights, width, outputs);
}

}  // namespace hazard::learn
