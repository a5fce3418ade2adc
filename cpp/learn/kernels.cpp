#include "learn/kernels.hpp"

#include <bit>

// Compiled once for any processor and once for those with wide registers; which one runs is decided when the
// program is loaded. Plain loops, so that the compiler can use whatever registers there are.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define HAZARD_WIDE __attribute__((target_clones("arch=haswell", "default")))
#else
#define HAZARD_WIDE
#endif

namespace hazard::learn {

HAZARD_WIDE void add_rows(float* __restrict sums, const float* __restrict weights,
                          std::span<const Input> inputs, int width) {
  for (const Input& input : inputs) {
    const float* __restrict row = weights + std::size_t{input.index} * static_cast<std::size_t>(width);
    for (int i = 0; i < width; ++i) sums[i] += input.value * row[i];
  }
}

HAZARD_WIDE void move_rows(float* __restrict weights, std::span<const Input> inputs,
                           const float* __restrict gradient, float rate, int width) {
  for (const Input& input : inputs) {
    float* __restrict row = weights + std::size_t{input.index} * static_cast<std::size_t>(width);
    const float step = rate * input.value;
    for (int i = 0; i < width; ++i) row[i] += step * gradient[i];
  }
}

// exp by powers of two: the whole part of the exponent goes into the float's bits, the rest into a
// polynomial.
HAZARD_WIDE void squash(float* __restrict values, int width) {
  for (int i = 0; i < width; ++i) {
    const float above = values[i] > -30.0F ? values[i] : -30.0F;  // std::max would be a branch
    const float x = (above < 30.0F ? above : 30.0F) * -1.44269504F;
    const float shifted = x + 12582912.0F;  // rounds to whole numbers, which then sit in the low bits
    const float rest = x - (shifted - 12582912.0F);
    const float power =
        1.0F +
        rest * (0.69314718F +
                rest * (0.24022651F + rest * (0.05550411F + rest * (0.00961813F + rest * 0.00133336F))));
    const auto whole = std::bit_cast<std::uint32_t>(shifted) << 23;
    values[i] = 1.0F / (1.0F + std::bit_cast<float>(std::bit_cast<std::uint32_t>(power) + whole));
  }
}

HAZARD_WIDE float dot(const float* __restrict a, const float* __restrict b, int width) {
  float partial[8] = {};
  for (int i = 0; i < width; i += 8) {
    for (int lane = 0; lane < 8; ++lane) partial[lane] += a[i + lane] * b[i + lane];
  }
  return ((partial[0] + partial[4]) + (partial[1] + partial[5])) +
         ((partial[2] + partial[6]) + (partial[3] + partial[7]));
}

HAZARD_WIDE void add_scaled(float* __restrict sums, const float* __restrict row, float scale, int width) {
  for (int i = 0; i < width; ++i) sums[i] += scale * row[i];
}

}  // namespace hazard::learn
