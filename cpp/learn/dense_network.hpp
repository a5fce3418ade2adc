// A network of several layers: sparse inputs, hidden layers of rectified units, one output for the value and,
// where it has any, one for each action that may be weighed.
//
// Its numbers lie in one array, which is what is saved: the rows of the inputs and the bias of the first
// layer; for each further layer its rows and bias; the weights of the value and its bias (a row of sixteen);
// a row for each action, and their biases.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/draws.hpp"
#include "core/random.hpp"
#include "learn/kernels.hpp"
#include "learn/sparse_kernels.hpp"

namespace hazard::learn {

struct DenseShape {
  int inputs = 0;
  std::vector<int> units;  // of each hidden layer; multiples of sixteen
  int actions = 0;

  static constexpr int kUnit = 16;

  bool fits() const {
    return inputs > 0 && !units.empty() && units.size() <= 8 && actions >= 0 &&
           std::ranges::all_of(units, [](int n) { return n > 0 && n <= 1024 && n % kUnit == 0; });
  }
  int rows(std::size_t layer) const { return layer == 0 ? inputs : units[layer - 1]; }
  std::size_t layer(std::size_t number) const {  // where its rows begin
    std::size_t place = 0;
    for (std::size_t i = 0; i < number; ++i) place += std::size_t(rows(i) + 1) * units[i];
    return place;
  }
  std::size_t bias(std::size_t number) const {
    return layer(number) + std::size_t(rows(number)) * units[number];
  }
  std::size_t value() const { return layer(units.size()); }
  std::size_t action(std::size_t row) const { return value() + units.back() + kUnit + row * units.back(); }
  std::size_t action_bias() const { return action(std::size_t(actions)); }
  std::size_t size() const { return action_bias() + (std::size_t(actions) + kUnit - 1) / kUnit * kUnit; }
};

// What a position makes of the hidden layers, one after the other.
struct DenseRoom {
  std::vector<std::vector<float>> layers;

  // Rooms outlive networks: the next one may have other layers.
  void fit(const DenseShape& shape) {
    layers.resize(shape.units.size());
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i].resize(std::size_t(shape.units[i]));
  }
};

class DenseNetwork {
 public:
  DenseNetwork(DenseShape shape, std::vector<float> weights)
      : shape_(std::move(shape)), weights_(std::move(weights)) {
    if (!shape_.fits() || weights_.size() != shape_.size())
      throw std::invalid_argument("a network's weights do not fit its shape");
  }

  // He and others 2015, for inputs of which about twenty are there at a time; outputs begin at nothing.
  static std::vector<float> random(const DenseShape& shape, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> weights(shape.size(), 0.0F);
    for (std::size_t i = 0; i < shape.units.size(); ++i) {
      const double active = i == 0 ? 20.0 : shape.rows(i);
      for (std::size_t place = shape.layer(i); place < shape.bias(i); ++place)
        weights[place] = static_cast<float>(std::sqrt(2.0 / active) * draw_normal(random));
    }
    return weights;
  }

  const DenseShape& shape() const { return shape_; }
  const std::vector<float>& weights() const { return weights_; }

  // The hidden layers; value and logits are read from them.
  static void forward(const DenseShape& shape, const float* weights, std::span<const Input> inputs,
                      DenseRoom& room) {
    room.fit(shape);
    for (std::size_t i = 0; i < shape.units.size(); ++i) {
      const int width = shape.units[i];
      float* sums = room.layers[i].data();
      std::copy_n(weights + shape.bias(i), width, sums);
      if (i == 0) {
        add_rows(sums, weights, inputs, width);
      } else {
        learn::forward(sums, weights + shape.layer(i), room.layers[i - 1].data(), shape.rows(i), width);
      }
      for (int unit = 0; unit < width; ++unit) sums[unit] = sums[unit] > 0.0F ? sums[unit] : 0.0F;
    }
  }
  void forward(std::span<const Input> inputs, DenseRoom& room) const {
    forward(shape_, weights_.data(), inputs, room);
  }

  static float value(const DenseShape& shape, const float* weights, const DenseRoom& room) {
    const float* row = weights + shape.value();
    return dot(room.layers.back().data(), row, shape.units.back()) + row[shape.units.back()];
  }
  float value(const DenseRoom& room) const { return value(shape_, weights_.data(), room); }

  static float logit(const DenseShape& shape, const float* weights, const DenseRoom& room, std::size_t row) {
    return dot(room.layers.back().data(), weights + shape.action(row), shape.units.back()) +
           weights[shape.action_bias() + row];
  }
  float logit(const DenseRoom& room, std::size_t row) const {
    return logit(shape_, weights_.data(), room, row);
  }

 private:
  DenseShape shape_;
  std::vector<float> weights_;
};

// How such a network learns: by Adam on small batches, the value towards a number and the weights of actions
// towards shares.
class DenseLearner {
 public:
  // All that resuming needs. `smooth` is the running mean of the weights, which plays better than they do.
  struct Memory {
    std::vector<float> weights, means, squares, smooth;
    std::uint64_t steps = 0;
  };

  DenseLearner(DenseShape shape, Memory memory) : shape_(std::move(shape)), memory_(std::move(memory)) {
    for (const auto* part : {&memory_.weights, &memory_.means, &memory_.squares, &memory_.smooth}) {
      if (!shape_.fits() || part->size() != shape_.size())
        throw std::invalid_argument("a network's weights do not fit its shape");
    }
    slopes_.assign(shape_.size(), 0.0F);
    for (const int width : shape_.units) layer_slopes_.emplace_back(std::size_t(width), 0.0F);
  }

  static Memory fresh(const DenseShape& shape, std::uint64_t seed) {
    std::vector<float> weights = DenseNetwork::random(shape, seed), zero(shape.size(), 0.0F);
    return {weights, zero, zero, weights, 0};
  }

  const DenseShape& shape() const { return shape_; }
  const Memory& memory() const { return memory_; }
  std::span<const float> slopes() const { return slopes_; }

  struct Example {
    std::span<const Input> inputs;
    float target;
    bool share;  // the target is a share between 0 and 1, learned by cross entropy
    std::span<const std::uint16_t> actions;
    std::span<const float> shares;  // of the actions; none where only the value is to be learned
  };

  // Counts an example in. Returns the error of the value.
  float add(const Example& example) {
    const float* weights = memory_.weights.data();
    DenseNetwork::forward(shape_, weights, example.inputs, room_);
    const float sum = DenseNetwork::value(shape_, weights, room_);
    const float found = example.share ? 1.0F / (1.0F + std::exp(-sum)) : sum;
    const float error = found - example.target;
    const int width = shape_.units.back();
    std::vector<float>& slopes = layer_slopes_.back();
    std::ranges::fill(slopes, 0.0F);
    head(shape_.value(), shape_.value() + width, std::clamp(error, -1.0F, 1.0F), slopes);
    add_policy(example, slopes);
    go_back(example.inputs);
    ++examples_;
    return error;
  }

  // One step from all examples since the last.
  void step(float rate, float decay) {
    if (examples_ == 0) return;
    const float each = 1.0F / static_cast<float>(examples_);
    for (float& slope : slopes_) slope *= each;
    const double forgotten = std::pow(static_cast<double>(AdamStep::kSecondDecay), ++memory_.steps);
    adam(memory_.weights.data(), slopes_.data(), memory_.means.data(), memory_.squares.data(),
         memory_.weights.size(), {rate, static_cast<float>(1.0 / (1.0 - forgotten))});
    // The mean of the last thousand steps or so; of all of them while there are fewer.
    const auto share = static_cast<float>(std::max(0.002, 1.0 / static_cast<double>(memory_.steps)));
    const float kept = 1.0F - rate * decay;
    for (std::size_t i = 0; i < memory_.weights.size(); ++i) {
      memory_.weights[i] *= kept;
      memory_.smooth[i] += share * (memory_.weights[i] - memory_.smooth[i]);
    }
    examples_ = 0;
  }

 private:
  // One output, whose slope is known.
  void head(std::size_t row, std::size_t bias, float slope, std::vector<float>& slopes) {
    const int width = shape_.units.back();
    add_scaled(slopes.data(), memory_.weights.data() + row, slope, width);
    add_scaled(slopes_.data() + row, room_.layers.back().data(), slope, width);
    slopes_[bias] += slope;
  }

  void add_policy(const Example& example, std::vector<float>& slopes) {
    if (example.shares.empty()) return;
    logits_.clear();
    for (const auto row : example.actions)
      logits_.push_back(DenseNetwork::logit(shape_, memory_.weights.data(), room_, row));
    const float largest = *std::ranges::max_element(logits_);
    float sum = 0.0F;
    for (float& logit : logits_) sum += logit = std::exp(logit - largest);
    for (std::size_t i = 0; i < logits_.size(); ++i) {
      const std::size_t row = example.actions[i];
      head(shape_.action(row), shape_.action_bias() + row, logits_[i] / sum - example.shares[i], slopes);
    }
  }

  void go_back(std::span<const Input> inputs) {
    for (std::size_t i = shape_.units.size(); i-- > 0;) {
      std::vector<float>& slopes = layer_slopes_[i];
      const std::vector<float>& active = room_.layers[i];
      for (std::size_t unit = 0; unit < slopes.size(); ++unit)
        slopes[unit] = active[unit] > 0.0F ? slopes[unit] : 0.0F;
      add_scaled(slopes_.data() + shape_.bias(i), slopes.data(), 1.0F, shape_.units[i]);
      if (i == 0) {
        move_rows(slopes_.data(), inputs, slopes.data(), 1.0F, shape_.units[0]);
      } else {
        backward(slopes_.data() + shape_.layer(i), layer_slopes_[i - 1].data(),
                 memory_.weights.data() + shape_.layer(i), room_.layers[i - 1].data(), slopes.data(),
                 shape_.rows(i), shape_.units[i]);
      }
    }
  }

  DenseShape shape_;
  Memory memory_;
  DenseRoom room_;
  std::vector<float> slopes_, logits_;
  std::vector<std::vector<float>> layer_slopes_;
  int examples_ = 0;
};

}  // namespace hazard::learn
