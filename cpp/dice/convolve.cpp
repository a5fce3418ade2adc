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
  for (std::size_t i = 0; i < a_size; ++i) {
    const double weight = a[i];
    if (weight == 0.0) continue;  // scaled and cut distributions have many
    double* __restrict row = sums + i;
    const double* __restrict other = b;
    for (std::size_t j = 0; j < b_size; ++j) row[j] += weight * other[j];
  }
}

}  // namespace hazard::dice
