// A network for positions that differ from each other in few places. Its inputs are ones at a few dozen of
// many thousand places, and its first layer is wide, but a sum of rows: from one position to the next, only
// the rows of inputs that come and go are added and taken away (Nasu 2018, for shogi). Two small layers
// follow, and each input has a weight that goes to the value directly.
//
//   inputs --rows--> wide --second--> middle --third--> narrow --last--> + --> value
//      `---------------------------direct------------------------------'
//
// It plays in whole numbers of 16 bits up to the middle layer, which is fast and the same on every machine,
// and learns in floats (sparse_learner.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/large_vector.hpp"
#include "core/random.hpp"
#include "learn/sparse_kernels.hpp"

namespace hazard::learn {

// Where each part of the network lies in one array of floats.
struct SparseShape {
  int inputs, wide, middle, narrow;

  static constexpr int kMostWide = kMostActive, kMostMiddle = 64, kMostNarrow = 32;

  bool fits() const {
    return inputs > 0 && inputs < (1 << 16) && wide > 0 && wide <= kMostWide && middle > 0 &&
           middle <= kMostMiddle && narrow > 0 && narrow <= kMostNarrow && wide % 16 == 0 &&
           middle % 16 == 0 && narrow % 16 == 0;
  }
  std::size_t wide_bias() const { return std::size_t(inputs) * wide; }
  std::size_t second() const { return wide_bias() + wide; }  // a row for each unit of the wide layer
  std::size_t middle_bias() const { return second() + std::size_t(wide) * middle; }
  std::size_t third() const { return middle_bias() + middle; }
  std::size_t narrow_bias() const { return third() + std::size_t(middle) * narrow; }
  std::size_t last() const { return narrow_bias() + narrow; }
  std::size_t last_bias() const { return last() + narrow; }
  std::size_t direct() const { return last_bias() + 1; }
  std::size_t size() const { return direct() + inputs; }
};

inline float random_weight(Random& random, double spread) {
  return static_cast<float>(spread * std::sqrt(12.0) * (random.uniform() - 0.5));
}

// What a unit of the wide layer begins with.
inline constexpr float kWideBias = 0.1F;
inline float random_row_weight(Random& random) { return random_weight(random, 0.1); }

// Small random weights; the same for the same seed.
inline std::vector<float> random_sparse_weights(const SparseShape& shape, std::uint64_t seed) {
  if (!shape.fits()) throw std::invalid_argument("a network of that shape cannot be built");
  Random random(seed);
  std::vector<float> weights(shape.size(), 0.0F);
  const auto fill = [&](std::size_t from, std::size_t to, double spread) {
    for (std::size_t i = from; i < to; ++i) weights[i] = random_weight(random, spread);
  };
  for (std::size_t i = 0; i < shape.wide_bias(); ++i) weights[i] = random_row_weight(random);
  fill(shape.second(), shape.middle_bias(), std::sqrt(2.0 / shape.wide));
  fill(shape.third(), shape.narrow_bias(), std::sqrt(2.0 / shape.middle));
  fill(shape.last(), shape.last_bias(), 0.1);
  std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(shape.wide_bias()), shape.wide, kWideBias);
  std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(shape.middle_bias()), shape.middle, 0.05F);
  std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(shape.narrow_bias()), shape.narrow, 0.05F);
  return weights;
}

// The last two layers, from the sums of the middle one. What each layer passes on is kept for learning.
struct Head {
  std::array<float, SparseShape::kMostMiddle> middle;
  std::array<float, SparseShape::kMostNarrow> narrow;

  // `weights` begin with the third layer.
  float value(const SparseShape& shape, const float* weights, const float* middle_sums) {
    for (int i = 0; i < shape.middle; ++i) middle[i] = middle_sums[i] > 0.0F ? middle_sums[i] : 0.0F;
    const float* bias = weights + (shape.narrow_bias() - shape.third());
    std::copy_n(bias, shape.narrow, narrow.data());
    forward(narrow.data(), weights, middle.data(), shape.middle, shape.narrow);
    const float* last = weights + (shape.last() - shape.third());
    float value = last[shape.narrow];
    for (int i = 0; i < shape.narrow; ++i) {
      narrow[i] = narrow[i] > 0.0F ? narrow[i] : 0.0F;
      value += narrow[i] * last[i];
    }
    return value;
  }
};

// The network as it plays.
class RoundedNetwork {
 public:
  // Units of the three kinds of whole numbers. Activations are sums shifted by a bit. Sums may go beyond 64
  // on the way, but not in the end; in training they stay below 25.
  static constexpr float kSumsPerOne = 512.0F, kActivationsPerOne = 256.0F, kSecondPerOne = 4096.0F;

  struct Sums {
    alignas(64) std::array<Whole, SparseShape::kMostWide> wide;
    float direct;
  };

  // The parts of a weight file: rows and their bias; the second layer, a row for each unit of the wide one;
  // the biases of the middle layer, then the third layer to the end; the direct weights.
  struct Parts {
    LargeVector<Whole> rows, second;  // read in whole cache lines, and the rows from all over the place
    std::vector<float> head, direct;
  };

  RoundedNetwork(SparseShape shape, Parts parts) : shape_(shape), parts_(std::move(parts)) {
    if (!shape.fits() || parts_.rows.size() != shape.second() ||
        parts_.second.size() != shape.middle_bias() - shape.second() ||
        parts_.head.size() != shape.direct() - shape.middle_bias() ||
        parts_.direct.size() != std::size_t(shape.inputs))
      throw std::invalid_argument("a network's weights do not fit its shape");
  }

  RoundedNetwork(SparseShape shape, std::span<const float> weights)
      : RoundedNetwork(shape, rounded(shape, weights)) {}

  const SparseShape& shape() const { return shape_; }
  const Parts& parts() const { return parts_; }

  void start(Sums& sums, std::span<const std::uint16_t> inputs) const {
    const RowChange all{inputs, {}};
    change_sums(sums.wide.data(), parts_.rows.data() + shape_.wide_bias(), parts_.rows.data(), {&all, 1},
                shape_.wide);
    sums.direct = changed_direct(0.0F, all);
  }

  void change(Sums& sums, const Sums& from, const RowChange& change) const {
    change_sums(sums.wide.data(), from.wide.data(), parts_.rows.data(), {&change, 1}, shape_.wide);
    sums.direct = changed_direct(from.direct, change);
  }

  float value(const Sums& sums) const { return value(sums.wide.data(), sums.direct); }

  // The values of positions by how each differs from one; no more than so many at a time.
  static constexpr std::size_t kMostTogether = 20;
  void values(const Sums& from, std::span<const RowChange> changes, std::span<float> found) const {
    alignas(64) std::array<Whole, kMostTogether * SparseShape::kMostWide> wide;
    change_sums(wide.data(), from.wide.data(), parts_.rows.data(), changes, shape_.wide);
    for (std::size_t i = 0; i < changes.size(); ++i)
      found[i] = value(wide.data() + i * shape_.wide, changed_direct(from.direct, changes[i]));
  }

  // What has been learned since, of the rows named and of all that is small.
  void take(std::span<const float> weights, std::span<const std::uint16_t> changed_rows) {
    for (const std::size_t row : changed_rows) {
      round_weights(parts_.rows.data() + row * shape_.wide, weights.data() + row * shape_.wide, shape_.wide,
                    kSumsPerOne);
      parts_.direct[row] = weights[shape_.direct() + row];
    }
    take_small_parts(weights);
  }

 private:
  float changed_direct(float sum, const RowChange& change) const {
    for (const auto input : change.added) sum += parts_.direct[input];
    for (const auto input : change.removed) sum -= parts_.direct[input];
    return sum;
  }

  float value(const Whole* wide, float direct) const {
    alignas(64) std::array<std::int32_t, SparseShape::kMostMiddle> dots;
    active_dots(dots.data(), wide, parts_.second.data(), shape_.wide, shape_.middle);
    std::array<float, SparseShape::kMostMiddle> middle;
    for (int i = 0; i < shape_.middle; ++i)
      middle[i] = static_cast<float>(dots[i]) / (kActivationsPerOne * kSecondPerOne) + parts_.head[i];
    Head head;
    return head.value(shape_, parts_.head.data() + shape_.middle, middle.data()) + direct;
  }

  static Parts rounded(const SparseShape& shape, std::span<const float> weights) {
    if (!shape.fits() || weights.size() != shape.size())
      throw std::invalid_argument("a network's weights do not fit its shape");
    RoundedNetwork made(shape);
    round_weights(made.parts_.rows.data(), weights.data(), shape.wide_bias(), kSumsPerOne);
    std::copy_n(weights.data() + shape.direct(), shape.inputs, made.parts_.direct.data());
    made.take_small_parts(weights);
    return std::move(made.parts_);
  }

  explicit RoundedNetwork(const SparseShape& shape) : shape_(shape) {
    parts_.rows.resize(shape.second());
    parts_.second.resize(shape.middle_bias() - shape.second());
    parts_.head.resize(shape.direct() - shape.middle_bias());
    parts_.direct.resize(std::size_t(shape.inputs));
  }

  void take_small_parts(std::span<const float> weights) {
    round_weights(parts_.rows.data() + shape_.wide_bias(), weights.data() + shape_.wide_bias(), shape_.wide,
                  kSumsPerOne);
    round_weights(parts_.second.data(), weights.data() + shape_.second(), parts_.second.size(),
                  kSecondPerOne);
    std::copy_n(weights.data() + shape_.middle_bias(), parts_.head.size(), parts_.head.data());
  }

  SparseShape shape_;
  Parts parts_;
};

}  // namespace hazard::learn
