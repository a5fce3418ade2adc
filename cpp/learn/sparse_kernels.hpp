// The inner loops of a network whose inputs are ones at a few dozen of many thousand places. Widths are
// multiples of sixteen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hazard::learn {

using Whole = std::int16_t;  // a weight or a sum, as a multiple of a small unit

// Which rows of the first layer go into a sum, and which come out of it.
struct RowChange {
  std::span<const std::uint16_t> added, removed;
};

// sums = from + the rows added - the rows removed
void change_sums(Whole* sums, const Whole* from, const Whole* rows, RowChange change, int width);

// What the units of a layer pass on, half of a sum that is above zero, times the weights to each output. Each
// unit has a row of `outputs` weights. Few units are active at a time, and the others cost next to nothing.
inline constexpr int kMostActive = 512;
void active_dots(std::int32_t* dots, const Whole* sums, const Whole* weights, int width, int outputs);

// The same, as processors without wide registers do it.
void active_dots_portably(std::int32_t* dots, const Whole* sums, const Whole* weights, int width,
                          int outputs);

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
