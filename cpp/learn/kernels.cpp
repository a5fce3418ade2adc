#include "learn/kernels.hpp"

#include <bit>
#include <cstddef>
#include <cstring>

#include "learn/dispatch.hpp"

namespace hazard::learn {

namespace {

// Eight floats as one value: a register where they are that wide, two or more where not.
using Eight = float __attribute__((vector_size(32), aligned(4), may_alias));

// `count` times eight sums, held in registers while all inputs are added: to store and load them again for
// each input costs more than to add them.
template <int count>
HAZARD_PART void add_block(float* __restrict sums, const float* __restrict weights,
                           std::span<const Input> inputs, std::size_t width) {
  Eight held[count];
  for (int i = 0; i < count; ++i) held[i] = reinterpret_cast<const Eight*>(sums)[i];
  for (const Input& input : inputs) {
    const auto* row = reinterpret_cast<const Eight*>(weights + input.index * width);
    for (int i = 0; i < count; ++i) held[i] += input.value * row[i];
  }
  for (int i = 0; i < count; ++i) reinterpret_cast<Eight*>(sums)[i] = held[i];
}

// `count` times eight sums of each of four networks' inputs: a row of weights is loaded once for all four.
template <int count>
HAZARD_PART void add_block_of_four(float* __restrict sums, std::size_t stride,
                                   const float* __restrict weights, const float* __restrict values,
                                   std::span<const std::uint16_t> indices, std::size_t width) {
  Eight held[4][count];
  for (int one = 0; one < 4; ++one) {
    for (int i = 0; i < count; ++i) held[one][i] = reinterpret_cast<const Eight*>(sums + one * stride)[i];
  }
  for (const std::size_t index : indices) {
    const auto* row = reinterpret_cast<const Eight*>(weights + index * width);
    for (int i = 0; i < count; ++i) {
      const Eight weight = row[i];
      for (int one = 0; one < 4; ++one) held[one][i] += values[4 * index + one] * weight;
    }
  }
  for (int one = 0; one < 4; ++one) {
    for (int i = 0; i < count; ++i) reinterpret_cast<Eight*>(sums + one * stride)[i] = held[one][i];
  }
}

}  // namespace

HAZARD_WIDE void add_rows_to_four(float* __restrict sums, int stride, const float* __restrict weights,
                                  const float* __restrict values, std::span<const std::uint16_t> indices,
                                  int width) {
  int first = 0;
  for (; first + 16 <= width; first += 16)
    add_block_of_four<2>(sums + first, stride, weights + first, values, indices, width);
  for (; first < width; first += 8)
    add_block_of_four<1>(sums + first, stride, weights + first, values, indices, width);
}

HAZARD_WIDE void add_rows(float* __restrict sums, const float* __restrict weights,
                          std::span<const Input> inputs, int width) {
  int first = 0;
  for (; first + 64 <= width; first += 64) add_block<8>(sums + first, weights + first, inputs, width);
  for (; first + 32 <= width; first += 32) add_block<4>(sums + first, weights + first, inputs, width);
  for (; first < width; first += 8) add_block<1>(sums + first, weights + first, inputs, width);
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
