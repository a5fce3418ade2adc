#include "learn/sparse_kernels.hpp"

#include <array>
#include <cmath>

#include "learn/dispatch.hpp"

namespace hazard::learn {

namespace {

// Eight of them as one value: a register where they are that wide, two where not.
using Eight = float __attribute__((vector_size(32), aligned(4), may_alias));

// `count` registers of sums, held while all rows are added.
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

// Lists the inputs that are not zero, without a branch: which they are cannot be foretold.
constexpr int kListed = 64;
HAZARD_PART int list_nonzero(std::array<int, kListed>& list, const float* values, int inputs) {
  int count = 0;
  for (int input = 0; input < inputs; ++input) {
    list[count] = input;
    count += values[input] != 0.0F ? 1 : 0;
  }
  return count;
}

template <int count>
HAZARD_PART void forward_block(float* sums, const float* rows, const float* values,
                               std::span<const int> nonzero, int width) {
  Eight held[count];
  for (int i = 0; i < count; ++i) held[i] = reinterpret_cast<const Eight*>(sums)[i];
  for (const int input : nonzero) {
    const auto* row = reinterpret_cast<const Eight*>(rows + input * width);
    for (int i = 0; i < count; ++i) held[i] += values[input] * row[i];
  }
  for (int i = 0; i < count; ++i) reinterpret_cast<Eight*>(sums)[i] = held[i];
}

}  // namespace

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

HAZARD_WIDE void forward(float* sums, const float* rows, const float* values, int inputs, int width) {
  for (; inputs > 0; inputs -= kListed) {
    std::array<int, kListed> list;
    const int count = list_nonzero(list, values, inputs < kListed ? inputs : kListed);
    const std::span<const int> nonzero(list.data(), static_cast<std::size_t>(count));
    int first = 0;
    for (; first + 32 <= width; first += 32)
      forward_block<4>(sums + first, rows + first, values, nonzero, width);
    for (; first < width; first += 8) forward_block<1>(sums + first, rows + first, values, nonzero, width);
    values += kListed;
    rows += kListed * width;
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
