// The inner loops of a network whose inputs are ones at a few dozen of many thousand places, in floats: for
// learning, and for its last layers. Widths are multiples of sixteen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "learn/whole_kernels.hpp"

namespace hazard::learn {

// sums += weights of the inputs, each row `width` long.
void add_plain_rows(float* sums, const float* rows, std::span<const std::uint16_t> inputs, int width);

// Each of those rows += gradient.
void add_to_rows(float* rows, std::span<const std::uint16_t> inputs, const float* gradient, int width);

// A layer of `inputs` rows, each `width` long: sums += row * value.
void forward(float* sums, const float* rows, const float* values, int inputs, int width);

// The way back through that layer: the slopes of its rows grow by value * slope, and the slope of each value
// that is not zero is written.
void backward(float* row_slopes, float* value_slopes, const float* rows, const float* values,
              const float* slopes, int inputs, int width);

// Adam (Kingma and Ba 2015): a step against the mean slope, in units of how large slopes have been. The
// slopes are zero then.
struct AdamStep {
  float rate, second_correction;
  static constexpr float kFirstDecay = 0.9F, kSecondDecay = 0.999F, kLeast = 1e-8F;
};
void adam(float* weights, float* slopes, float* means, float* squares, std::size_t count, AdamStep step);

// weights as multiples of 1 / per_one, the nearest there is.
void round_weights(Whole* rounded, const float* weights, std::size_t count, float per_one);

}  // namespace hazard::learn
