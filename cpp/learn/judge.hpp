// What a learner has learned, as players use it: numbers of a state in, its value and the weights of its
// actions out. A network or a table of weights, with the encoding that it was learned for.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "learn/dense_network.hpp"
#include "learn/encoding.hpp"
#include "learn/pattern_table.hpp"

namespace hazard::learn {

// The values that a game can have. Where they are bounded, a network learns shares of the range.
struct ValueScale {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double unit = 1.0;  // of values without bounds

  bool bounded() const { return std::isfinite(low) && std::isfinite(high) && high > low; }

  // What a network is to say of a state for `side`, and what its saying means for MAX.
  double target(double value, int side) const {
    if (!bounded()) return (side == 0 ? value : -value) / unit;
    const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return side == 0 ? share : 1.0 - share;
  }
  double value(double output, int side) const {
    if (!bounded()) return held(side == 0 ? output * unit : -output * unit);
    const double share = 1.0 / (1.0 + std::exp(-output));
    return low + (high - low) * (side == 0 ? share : 1.0 - share);
  }
  double held(double value) const { return std::clamp(value, low, high); }
};

// Rows of the network's last layer by the code of an action. What was never seen shares one row.
class ActionRows {
 public:
  explicit ActionRows(std::span<const std::uint64_t> codes) {
    for (const auto code : codes) rows_.emplace(code, static_cast<std::uint16_t>(rows_.size()));
    count_ = codes.size();
  }
  std::uint16_t row(std::uint64_t code) const {
    const auto found = rows_.find(code);
    return found == rows_.end() ? static_cast<std::uint16_t>(count_) : found->second;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint16_t> rows_;
  std::size_t count_ = 0;
};

class Judge {
 public:
  // Room to work in, of one thread.
  struct Room {
    std::vector<double> numbers;
    std::vector<Input> inputs;
    std::vector<std::uint32_t> keys;
    std::vector<std::uint16_t> rows;
    DenseRoom dense;
  };

  Judge(std::shared_ptr<const Encoding> encoding, ValueScale scale, std::shared_ptr<const ActionRows> actions,
        std::shared_ptr<const DenseNetwork> network)
      : encoding_(std::move(encoding)),
        scale_(scale),
        actions_(std::move(actions)),
        network_(std::move(network)) {}
  Judge(std::shared_ptr<const Encoding> encoding, ValueScale scale, std::shared_ptr<const PatternTable> table)
      : encoding_(std::move(encoding)), scale_(scale), table_(std::move(table)) {}

  const Encoding& encoding() const { return *encoding_; }
  const ValueScale& scale() const { return scale_; }
  bool has_policy() const { return network_ != nullptr && network_->shape().actions > 0; }
  const PatternTable* table() const { return table_.get(); }
  const ActionRows* actions() const { return actions_.get(); }

  // What a state is worth for MAX; its numbers are in the room.
  double value(const View& view, Room& room) const {
    if (table_ != nullptr) {
      encoding_->list_keys(room.numbers, view, room.keys);
      table_->prefetch(room.keys);
      return scale_.held(table_->sum(room.keys));
    }
    encoding_->list_inputs(room.numbers, view, room.inputs);
    network_->forward(room.inputs, room.dense);
    return scale_.value(network_->value(room.dense), view.side);
  }

  // Weights of the actions whose rows are in the room; they sum to one.
  void weigh(const View& view, Room& room, std::vector<double>& weights) const {
    encoding_->list_inputs(room.numbers, view, room.inputs);
    network_->forward(room.inputs, room.dense);
    weights.clear();
    for (const auto row : room.rows) weights.push_back(network_->logit(room.dense, row));
    const double largest = *std::ranges::max_element(weights);
    double sum = 0.0;
    for (double& weight : weights) sum += weight = std::exp(weight - largest);
    for (double& weight : weights) weight /= sum;
  }

 private:
  std::shared_ptr<const Encoding> encoding_;
  ValueScale scale_;
  std::shared_ptr<const ActionRows> actions_;
  std::shared_ptr<const DenseNetwork> network_;
  std::shared_ptr<const PatternTable> table_;
};

}  // namespace hazard::learn
