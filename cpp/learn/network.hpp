// A small network: sparse inputs, one hidden layer of sigmoids, sigmoids as outputs. Every output is a
// probability, learned by cross entropy.
//
// Its numbers lie in one array, which is what is saved: a row of the hidden layer for each input and one for
// the bias, then for each output its weights and its bias (padded to eight).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "learn/kernels.hpp"
#include "search/random.hpp"

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

  // The hidden layer's sums, before they are squashed: where many positions differ little from one, they are
  // found once, and each position adds its differences to a copy.
  void sum_up(std::span<const Input> inputs, float* sums) const {
    const int width = shape_.width();
    const float* start = weights_.data() + static_cast<std::size_t>(shape_.inputs) * width;
    for (int unit = 0; unit < width; ++unit) sums[unit] = start[unit];
    add_rows(sums, weights_.data(), inputs, width);
  }

  void evaluate_from(const float* sums, std::span<const Input> differences, float* outputs) const {
    alignas(32) float hidden[kMaxWidth];
    std::copy_n(sums, shape_.width(), hidden);
    add_rows(hidden, weights_.data(), differences, shape_.width());
    finish(hidden, outputs);
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

  float* bias() { return weights_.data() + static_cast<std::size_t>(shape_.inputs) * shape_.width(); }
  float* output_weights(int output) {
    return weights_.data() + shape_.first_output() + output * shape_.output_row();
  }

  void forward(std::span<const Input> inputs, float* hidden, float* outputs) const {
    sum_up(inputs, hidden);
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
