#include "dice/convolve.hpp"

#include <utility>

// Compiled once for any processor and once for those with wide registers. Without fused multiplication, so
// that both give the same numbers to the last bit.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define HAZARD_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define HAZARD_WIDE
#endif

namespace hazard::dice {

HAZARD_WIDE void add_products(double* sums, const double* a, std::size_t a_size, const double* b,
                              std::size_t b_size) {
  if (a_size > b_size) {
    std::swap(a, b);
    std::swap(a_size, b_size);
  }
  const auto add_row = [&](std::size_t i, std::size_t from, std::size_t to) {
    for (std::size_t j = from; j < to; ++j) sums[i + j] += a[i] * b[j];
  };
  std::size_t i = 0;
  // Four rows at once, so that a sum is read and written once for four products; where the rows do not
  // overlap, at either end, one by one.
  for (; i + 4 <= a_size; i += 4) {
    for (std::size_t row = 0; row < 4; ++row) add_row(i + row, 0, 3 - row);
    const double a0 = a[i], a1 = a[i + 1], a2 = a[i + 2], a3 = a[i + 3];
    double* __restrict to = sums + i + 3;
    const double* __restrict other = b;
    for (std::size_t j = 0; j + 3 < b_size; ++j)
      to[j] += (a0 * other[j + 3] + a1 * other[j + 2]) + (a2 * other[j + 1] + a3 * other[j]);
    for (std::size_t row = 1; row < 4; ++row) add_row(i + row, b_size - row, b_size);
  }
  for (; i < a_size; ++i) {
    const double weight = a[i];
    double* __restrict to = sums + i;
    const double* __restrict other = b;
    for (std::size_t j = 0; j < b_size; ++j) to[j] += weight * other[j];
  }
}

}  // namespace hazard::dice
