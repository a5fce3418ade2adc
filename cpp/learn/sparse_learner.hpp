// How a sparse network learns: by Adam on small batches, towards the values it is shown. Only the rows of
// inputs that a batch has are moved; most batches have a third of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "learn/sparse_kernels.hpp"
#include "learn/sparse_network.hpp"

namespace hazard::learn {

class SparseLearner {
 public:
  // All that resuming needs.
  struct Memory {
    std::vector<float> weights, means, squares;
    std::uint64_t steps = 0;
  };

  SparseLearner(SparseShape shape, std::uint64_t seed) : SparseLearner(shape, fresh(shape, seed)) {}

  SparseLearner(SparseShape shape, Memory memory)
      : shape_(shape),
        memory_(std::move(memory)),
        slopes_(shape.size(), 0.0F),
        has_slope_(std::size_t(shape.inputs), 0),
        was_active_(std::size_t(shape.wide), 0) {
    if (!shape.fits() || memory_.weights.size() != shape.size() || memory_.means.size() != shape.size() ||
        memory_.squares.size() != shape.size())
      throw std::invalid_argument("a network's weights do not fit its shape");
  }

  const SparseShape& shape() const { return shape_; }
  const Memory& memory() const { return memory_; }

  // Counts an example in: its inputs, and the value they should have. Errors beyond `most_error` count as
  // that. Returns the error.
  float add(std::span<const std::uint16_t> inputs, float target, float most_error) {
    const float* weights = memory_.weights.data();
    alignas(64) std::array<float, SparseShape::kMostWide> wide, wide_slopes;
    std::copy_n(weights + shape_.wide_bias(), shape_.wide, wide.data());
    add_plain_rows(wide.data(), weights, inputs, shape_.wide);
    for (int i = 0; i < shape_.wide; ++i) {
      wide[i] = wide[i] > 0.0F ? wide[i] : 0.0F;
      if (wide[i] > 0.0F) was_active_[i] = 1;
    }
    std::array<float, SparseShape::kMostMiddle> middle_sums;
    std::copy_n(weights + shape_.middle_bias(), shape_.middle, middle_sums.data());
    forward(middle_sums.data(), weights + shape_.second(), wide.data(), shape_.wide, shape_.middle);
    Head head;
    float value = head.value(shape_, weights + shape_.third(), middle_sums.data());
    for (const auto input : inputs) value += weights[shape_.direct() + input];
    const float error = value - target;

    const float slope = std::clamp(error, -most_error, most_error);
    std::array<float, SparseShape::kMostMiddle> middle_slopes;
    back_through_head(head, slope, middle_slopes);
    backward(slopes_.data() + shape_.second(), wide_slopes.data(), weights + shape_.second(), wide.data(),
             middle_slopes.data(), shape_.wide, shape_.middle);
    for (int i = 0; i < shape_.wide; ++i) slopes_[shape_.wide_bias() + i] += wide_slopes[i];
    add_to_rows(slopes_.data(), inputs, wide_slopes.data(), shape_.wide);
    for (const auto input : inputs) {
      slopes_[shape_.direct() + input] += slope;
      if (has_slope_[input] == 0) changed_rows_.push_back(input);
      has_slope_[input] = 1;
    }
    ++examples_;
    return error;
  }

  // One step from all examples since the last. Returns the rows that moved.
  std::span<const std::uint16_t> step(float rate) {
    moved_rows_.swap(changed_rows_);
    changed_rows_.clear();
    if (examples_ == 0) return {};
    const double forgotten = std::pow(static_cast<double>(AdamStep::kSecondDecay), ++memory_.steps);
    const AdamStep step{rate, static_cast<float>(1.0 / (1.0 - forgotten))};
    for (const auto row : moved_rows_) {
      move(std::size_t(row) * shape_.wide, std::size_t(shape_.wide), step);
      move(shape_.direct() + row, 1, step);
      has_slope_[row] = 0;
    }
    move(shape_.wide_bias(), shape_.direct() - shape_.wide_bias(), step);
    examples_ = 0;
    return moved_rows_;
  }

  // A unit that is below zero for every example has no slope, and would stay so for ever. Those that were
  // idle since the last call begin anew: with random rows, and with no say until they learn one (Sokar and
  // others 2023). Returns how many.
  int renew_idle_units(std::uint64_t seed) {
    Random random(seed);
    int renewed = 0;
    for (int unit = 0; unit < shape_.wide; ++unit) {
      if (was_active_[unit] != 0) continue;
      ++renewed;
      for (int input = 0; input < shape_.inputs; ++input)
        begin_anew(std::size_t(input) * shape_.wide + unit, random_row_weight(random));
      begin_anew(shape_.wide_bias() + unit, kWideBias);
      for (int output = 0; output < shape_.middle; ++output)
        begin_anew(shape_.second() + std::size_t(unit) * shape_.middle + output, 0.0F);
    }
    forget_activity();
    return renewed;
  }

  void forget_activity() { std::fill(was_active_.begin(), was_active_.end(), std::uint8_t{0}); }

  // The slopes of the sum of half the squared errors since the last step; for tests.
  std::span<const float> slopes() const { return slopes_; }

 private:
  static Memory fresh(const SparseShape& shape, std::uint64_t seed) {
    std::vector<float> weights = random_sparse_weights(shape, seed);
    const std::vector<float> none(weights.size(), 0.0F);
    return {std::move(weights), none, none, 0};
  }

  void begin_anew(std::size_t i, float weight) {
    memory_.weights[i] = weight;
    memory_.means[i] = memory_.squares[i] = 0.0F;
  }

  void back_through_head(const Head& head, float slope,
                         std::array<float, SparseShape::kMostMiddle>& middle_slopes) {
    const float* weights = memory_.weights.data();
    std::array<float, SparseShape::kMostNarrow> narrow_slopes;
    for (int i = 0; i < shape_.narrow; ++i) {
      slopes_[shape_.last() + i] += slope * head.narrow[i];
      narrow_slopes[i] = head.narrow[i] > 0.0F ? slope * weights[shape_.last() + i] : 0.0F;
      slopes_[shape_.narrow_bias() + i] += narrow_slopes[i];
    }
    slopes_[shape_.last_bias()] += slope;
    backward(slopes_.data() + shape_.third(), middle_slopes.data(), weights + shape_.third(),
             head.middle.data(), narrow_slopes.data(), shape_.middle, shape_.narrow);
    for (int i = 0; i < shape_.middle; ++i) slopes_[shape_.middle_bias() + i] += middle_slopes[i];
  }

  // Adam does not mind how large slopes are, only how they compare: the sum of a batch does for its mean.
  void move(std::size_t from, std::size_t count, const AdamStep& step) {
    adam(memory_.weights.data() + from, slopes_.data() + from, memory_.means.data() + from,
         memory_.squares.data() + from, count, step);
  }

  SparseShape shape_;
  Memory memory_;
  std::vector<float> slopes_;
  std::vector<std::uint8_t> has_slope_, was_active_;
  std::vector<std::uint16_t> changed_rows_, moved_rows_;
  std::size_t examples_ = 0;
};

}  // namespace hazard::learn
