// A small network: sparse inputs, one hidden layer of sigmoids, sigmoids as outputs. Every output is a
// probability, learned by cross entropy.
//
// Its numbers lie in one array, which is what is saved: a row of the hidden layer for each input and one for
// the bias, then for each output its weights and its bias (padded to eight).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/random.hpp"
#include "learn/kernels.hpp"

namespace hazard::learn {

struct Shape {
  int inputs, hidden, outputs;
  static constexpr int kLanes = 8;

  // Whole registers only; the weights in the padding stay zero... and the units there are never read.
  int width() const { return (hidden + kLanes - 1) / kLanes * kLanes; }
  std::size_t first_output() const { return static_cast<std::size_t>(inputs + 1) * width(); }
  std::size_t output_row() const { return static_cast<std::size_t>(width() + kLanes); }
  std::size_t size() const { return first_output() + static_cast<std::size_t>(outputs) * output_row(); }
};

// The inputs of four positions side by side. Positions that are alike, such as all that one roll leads to,
// have most of their inputs in common, and each row of weights is then read once for all four.
template <int inputs>
class InputsOfFour {
 public:
  void put(int which, std::span<const Input> of_one) {
    for (const Input& input : of_one) {
      values_[4 * input.index + which] = input.value;
      used_[input.index] = 1;
    }
  }

  // Which inputs any of the four has.
  std::span<const std::uint16_t> indices() {
    std::uint16_t* next = indices_.data();
    for (int first = 0; first < kPadded; first += 8) {
      std::uint64_t used = 0;
      std::memcpy(&used, used_.data() + first, 8);
      for (; used != 0; used &= used - 1)
        *next++ = static_cast<std::uint16_t>(first + std::countr_zero(used) / 8);
    }
    return {indices_.data(), next};
  }

  const float* values() const { return values_.data(); }

  void clear() {
    values_ = {};
    used_ = {};
  }

 private:
  static constexpr int kPadded = (inputs + 7) / 8 * 8;
  alignas(32) std::array<float, 4 * inputs> values_{};
  std::array<std::uint8_t, kPadded> used_{};
  std::array<std::uint16_t, inputs> indices_;
};

class Network {
 public:
  static constexpr int kMaxWidth = 512, kMaxOutputs = 8;

  Network(Shape shape, std::vector<float> weights) : shape_(shape), weights_(std::move(weights)) {
    if (shape.width() > kMaxWidth || shape.outputs > kMaxOutputs || weights_.size() != shape.size())
      throw std::invalid_argument("a network's weights do not fit its shape");
  }

  // Small random weights; the same for the same seed.
  static Network random(Shape shape, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> weights(shape.size(), 0.0F);
    for (int input = 0; input < shape.inputs; ++input) {
      for (int unit = 0; unit < shape.hidden; ++unit)
        weights[static_cast<std::size_t>(input) * shape.width() + unit] = centred(random, 0.1);
    }
    for (int output = 0; output < shape.outputs; ++output) {
      for (int unit = 0; unit < shape.hidden; ++unit)
        weights[shape.first_output() + output * shape.output_row() + unit] = centred(random, 0.1);
    }
    return {shape, std::move(weights)};
  }

  const Shape& shape() const { return shape_; }
  const std::vector<float>& weights() const { return weights_; }

  void evaluate(std::span<const Input> inputs, float* outputs) const {
    alignas(32) float hidden[kMaxWidth];
    forward(inputs, hidden, outputs);
  }

  // Outputs of the position `one` go to outputs[one].
  template <int inputs>
  void evaluate(InputsOfFour<inputs>& of_four, float* const* outputs, int count) const {
    alignas(32) float hidden[4][kMaxWidth];
    const int width = shape_.width();
    for (auto& sums : hidden) std::copy_n(bias(), width, sums);
    add_rows_to_four(hidden[0], kMaxWidth, weights_.data(), of_four.values(), of_four.indices(), width);
    for (int one = 0; one < count; ++one) finish(hidden[one], outputs[one]);
  }

  // One step towards `targets`. Returns the sum of squared errors before it.
  float learn(std::span<const Input> inputs, const float* targets, float rate) {
    alignas(32) float hidden[kMaxWidth], gradient[kMaxWidth] = {};
    float outputs[kMaxOutputs], error = 0.0F;
    forward(inputs, hidden, outputs);
    const int width = shape_.width();
    for (int output = 0; output < shape_.outputs; ++output) {
      const float missing = targets[output] - outputs[output];
      error += missing * missing;
      float* row = output_weights(output);
      add_scaled(gradient, row, missing, width);
      add_scaled(row, hidden, rate * missing, width);
      row[width] += rate * missing;
    }
    for (int unit = 0; unit < width; ++unit) gradient[unit] *= hidden[unit] * (1.0F - hidden[unit]);
    move_rows(weights_.data(), inputs, gradient, rate, width);
    add_scaled(bias(), gradient, rate, width);
    return error;
  }

 private:
  static float centred(Random& random, double size) {
    return static_cast<float>(size * (2.0 * random.uniform() - 1.0));
  }

  const float* bias() const {
    return weights_.data() + static_cast<std::size_t>(shape_.inputs) * shape_.width();
  }
  float* bias() { return weights_.data() + static_cast<std::size_t>(shape_.inputs) * shape_.width(); }
  float* output_weights(int output) {
    return weights_.data() + shape_.first_output() + output * shape_.output_row();
  }

  void forward(std::span<const Input> inputs, float* hidden, float* outputs) const {
    std::copy_n(bias(), shape_.width(), hidden);
    add_rows(hidden, weights_.data(), inputs, shape_.width());
    finish(hidden, outputs);
  }

  void finish(float* hidden, float* outputs) const {
    const int width = shape_.width();
    squash(hidden, width);
    alignas(32) float sums[kMaxOutputs] = {};
    for (int output = 0; output < shape_.outputs; ++output) {
      const float* row = weights_.data() + shape_.first_output() + output * shape_.output_row();
      sums[output] = dot(hidden, row, width) + row[width];
    }
    squash(sums, kMaxOutputs);
    for (int output = 0; output < shape_.outputs; ++output) outputs[output] = sums[output];
  }

  Shape shape_;
  std::vector<float> weights_;
};

}  // namespace hazard::learn
