#include "learn/whole_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <initializer_list>

#include "learn/dispatch.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAZARD_X86
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace hazard::learn {

namespace {

// Many of them as one value, a register where they are that wide. Wider ones than a processor has are taken
// to pieces, which is slow where they are held for long; it has eight everywhere. Sums may go round on the
// way, which is defined for numbers without a sign only.
using EightBits = std::uint16_t __attribute__((vector_size(16), aligned(2), may_alias));
using SixteenBits = std::uint16_t __attribute__((vector_size(32), aligned(2), may_alias));
using ThirtyTwoBits = std::uint16_t __attribute__((vector_size(64), aligned(2), may_alias));
using Sixteen = Whole __attribute__((vector_size(32), aligned(2), may_alias));
using SixteenSums = std::uint32_t __attribute__((vector_size(64)));

// Sums are changed in blocks of units, all changes of a block before the next: what the changes have in
// common of the rows is then still in the nearest cache.
using Changes = std::span<const RowChange>;

// `count` registers of sums, held while all rows are added.
template <class Register, int count>
HAZARD_PART void change_block(Whole* sums, const Whole* from, const Whole* rows, Changes changes,
                              std::size_t width) {
  for (const RowChange& change : changes) {
    Register held[count];
    for (int i = 0; i < count; ++i) held[i] = reinterpret_cast<const Register*>(from)[i];
    for (const std::size_t input : change.added) {
      const auto* row = reinterpret_cast<const Register*>(rows + input * width);
      for (int i = 0; i < count; ++i) held[i] += row[i];
    }
    for (const std::size_t input : change.removed) {
      const auto* row = reinterpret_cast<const Register*>(rows + input * width);
      for (int i = 0; i < count; ++i) held[i] -= row[i];
    }
    for (int i = 0; i < count; ++i) reinterpret_cast<Register*>(sums)[i] = held[i];
    sums += width;
  }
}

template <class Register>
HAZARD_PART void change_blocks(Whole* sums, const Whole* from, const Whole* rows, Changes changes,
                               int width) {
  constexpr int kIn = sizeof(Register) / sizeof(Whole);
  int first = 0;
  for (; first + 8 * kIn <= width; first += 8 * kIn)
    change_block<Register, 8>(sums + first, from + first, rows + first, changes, width);
  for (; first < width; first += kIn)
    change_block<Register, 1>(sums + first, from + first, rows + first, changes, width);
}

// The units that pass something on, and what: at most 16383. Units are taken two at a time, so that an odd
// one has another beside it that passes on nothing.
struct ActiveUnits {
  static constexpr int kRoom = kMostActive + 32;  // a whole register may be written from the last on
  int count;
  alignas(64) std::array<std::uint16_t, kRoom> units;
  alignas(64) std::array<Whole, kRoom> values;

  HAZARD_PART void end(int found) {
    count = found;
    units[found] = 0;
    values[found] = 0;
  }
};

// Sixteen units are compared at a time, and what is found of them is kept as one bit of each of sixteen
// numbers: of 256 units, 256 bits.
HAZARD_PART void find_active(ActiveUnits& active, const Whole* sums, int width) {
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
        active.units[count] = static_cast<std::uint16_t>(unit);
        active.values[count++] = static_cast<Whole>(sums[unit] >> 1);
      }
    }
  }
  active.end(count);
}

void change_sums_portably(Whole* sums, const Whole* from, const Whole* rows, Changes changes, int width) {
  change_blocks<EightBits>(sums, from, rows, changes, width);
}

// Sixteen outputs: their weights from all active units, each times what the unit passes on.
void add_active_rows(std::int32_t* dots, const ActiveUnits& active, const Whole* weights, int outputs) {
  SixteenSums held{};  // weights that make it overflow are nonsense, but no error
  for (int i = 0; i < active.count; ++i) {
    const auto* row = reinterpret_cast<const Sixteen*>(weights + active.units[i] * outputs);
    held += __builtin_convertvector(*row, SixteenSums) * static_cast<std::uint32_t>(active.values[i]);
  }
  std::memcpy(dots, &held, sizeof held);
}

void active_dots_portably(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                          int outputs) {
  ActiveUnits active;
  find_active(active, sums, width);
  for (int first = 0; first < outputs; first += 16)
    add_active_rows(dots + first, active, weights + first, outputs);
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

#define HAZARD_AVX2 __attribute__((target("avx2,popcnt")))

// Which bits of a byte are set, from the lowest on.
alignas(16) constexpr auto kSetBits = [] {
  std::array<std::array<std::uint16_t, 8>, 256> bits{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    std::size_t count = 0;
    for (std::uint16_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1) != 0) bits[byte][count++] = bit;
    }
  }
  return bits;
}();

// Eight units at a time, without a branch: which are active cannot be foretold.
HAZARD_AVX2 HAZARD_PART void find_active_avx2(ActiveUnits& active, const Whole* sums, int width) {
  int count = 0;
  for (int first = 0; first < width; first += 8) {
    const __m128i above =
        _mm_cmpgt_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(sums + first)), _mm_set1_epi16(1));
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(above, _mm_setzero_si128())));
    const __m128i units = _mm_load_si128(reinterpret_cast<const __m128i*>(kSetBits[found].data()));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&active.units[count]),
                     _mm_add_epi16(units, _mm_set1_epi16(static_cast<Whole>(first))));
    count += std::popcount(found);
  }
  for (int i = 0; i < count; ++i) active.values[i] = static_cast<Whole>(sums[active.units[i]] >> 1);
  active.end(count);
}

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
  change_blocks<SixteenBits>(sums, from, rows, changes, width);
}

HAZARD_AVX2 void active_dots_avx2(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                                  int outputs) {
  ActiveUnits active;
  find_active_avx2(active, sums, width);
  int first = 0;
  for (; first + 64 <= outputs; first += 64) pair_dots<4>(dots + first, active, weights + first, outputs);
  for (; first < outputs; first += 16) pair_dots<1>(dots + first, active, weights + first, outputs);
}

#define HAZARD_AVX512 __attribute__((target("avx2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vnni")))

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

// The units that pass nothing on are pressed out from among the others.
HAZARD_AVX512 HAZARD_PART void find_active_avx512(ActiveUnits& active, const Whole* sums, int width) {
  alignas(64) static constexpr auto kFirstUnits = [] {
    std::array<std::uint16_t, 32> units{};
    for (std::uint16_t i = 0; i < 32; ++i) units[i] = i;
    return units;
  }();
  __m512i units = _mm512_load_si512(kFirstUnits.data());
  int count = 0;
  for (int first = 0; first < width; first += 32) {
    const __mmask32 there = width - first < 32 ? 0xffff : 0xffffffff;
    const __m512i some = _mm512_maskz_loadu_epi16(there, sums + first);
    const __mmask32 found = _mm512_cmpgt_epi16_mask(some, _mm512_set1_epi16(1));
    _mm512_storeu_si512(&active.units[count], _mm512_maskz_compress_epi16(found, units));
    _mm512_storeu_si512(&active.values[count],
                        _mm512_maskz_compress_epi16(found, _mm512_srai_epi16(some, 1)));
    count += std::popcount(found);
    units = _mm512_add_epi16(units, _mm512_set1_epi16(32));
  }
  active.end(count);
}

HAZARD_AVX512 void active_dots_avx512(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                                      int outputs) {
  ActiveUnits active;
  find_active_avx512(active, sums, width);
  int first = 0;
  for (; first + 64 <= outputs; first += 64)
    wide_pair_dots<2>(dots + first, active, weights + first, outputs);
  for (; first < outputs; first += 16) pair_dots<1>(dots + first, active, weights + first, outputs);
}

HAZARD_AVX512 void change_sums_avx512(Whole* sums, const Whole* from, const Whole* rows, Changes changes,
                                      int width) {
  if (width % 256 != 0) return change_sums_avx2(sums, from, rows, changes, width);
  change_blocks<ThirtyTwoBits>(sums, from, rows, changes, width);
}

#endif

constexpr std::array kKernels{
    WholeKernels{"portable", change_sums_portably, active_dots_portably},
#ifdef HAZARD_X86
    WholeKernels{"AVX2", change_sums_avx2, active_dots_avx2},
    WholeKernels{"AVX-512", change_sums_avx512, active_dots_avx512},
#endif
};

#ifdef HAZARD_X86

// Asked of the processor itself: not every compiler that knows __builtin_cpu_supports brings what it calls.
// Wide registers can be used if the processor has them and the system saves them when it changes programs.
__attribute__((target("xsave"))) std::size_t count_usable_on_x86() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const auto has = [](unsigned bits, std::initializer_list<int> places) {
    return std::ranges::all_of(places, [&](int place) { return (bits >> place & 1) != 0; });
  };
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || !has(c, {27, 23})) return 1;  // XGETBV can be asked; POPCNT
  const auto saved = static_cast<unsigned>(_xgetbv(0));
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || !has(saved, {1, 2}) || !has(b, {5})) return 1;  // AVX2
  // AVX-512: F, BW, VL; VBMI2, VNNI
  return has(saved, {5, 6, 7}) && has(b, {16, 30, 31}) && has(c, {6, 11}) ? 3 : 2;
}

#endif

std::size_t count_usable() {
#ifdef HAZARD_X86
  return count_usable_on_x86();
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
