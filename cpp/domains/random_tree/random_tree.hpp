// A game that means nothing: everything in it follows from hashing a seed with a node's place. It tests and
// measures the searches on trees of any shape, with every kind of node and known bounds.
//
// Nodes have a level and an id. With a width, ids are taken modulo it on every level, so that different
// paths meet (transpositions); without one the game is a tree. Some nodes end early, some have two moves
// to one successor, values may sit on the bounds, and in every third game they are few, for ties.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

class RandomTree {
 public:
  struct Shape {
    std::uint64_t seed = 0;
    int depth = 4;            // levels, chance included
    int branching = 3;        // moves of a node: 1 to this many
    double chance = 0.3;      // share of chance nodes
    std::uint64_t width = 0;  // nodes of a level, or 0 for a tree
    bool rewards = false;     // steps pay
  };

  enum class Move : std::uint16_t {};  // which child, from 0

  // How a move looks outside.
  struct Branch {
    std::uint16_t number = 0;
    friend auto operator<=>(const Branch&, const Branch&) = default;
  };

  struct State {
    std::uint64_t id = 0;
    std::uint32_t level = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  explicit RandomTree(const Shape& shape) : shape_(shape), seed_(mix64(shape.seed)) {
    low_ = 10.0 * unit(hash({}, kLow)) - 8.0;
    range_ = 0.25 + 8.0 * unit(hash({}, kRange));
    steps_ = hash({}, kSteps) % 3 == 0 ? 4 : 0;
  }

  State start() const { return {}; }

  Turn turn(const State& s) const {
    const std::uint64_t bits = hash(s, kTurn);
    if (s.level > 0) {  // the root is a decision
      if (static_cast<int>(s.level) >= shape_.depth || bits % 8 == 0) return Turn::Over;
      if (unit(hash(s, kChance)) < shape_.chance) return Turn::Chance;
    }
    return (bits >> 8) % 2 == 0 ? Turn::Max : Turn::Min;
  }

  void actions(const State& s, auto&& sink) const {
    const unsigned count = children(s);
    for (unsigned i = 0; i < count; ++i) sink(static_cast<Move>(i));
  }

  void outcomes(const State& s, auto&& sink) const {
    const unsigned count = children(s);
    double sum = 0.0;
    for (unsigned i = 0; i < count; ++i) sum += weight(s, i);
    for (unsigned i = 0; i < count; ++i) sink(static_cast<Move>(i), weight(s, i) / sum);
  }

  State apply(const State& s, Move move) const {
    auto i = static_cast<std::uint64_t>(move);
    if (hash(s, kTwin + i) % 8 == 0) i = 0;  // a second way to the first child
    const std::uint64_t branching = static_cast<unsigned>(shape_.branching);
    const std::uint64_t id = shape_.width > 0 ? hash(s, kChild + i) % shape_.width : s.id * branching + i;
    return {id, s.level + 1};
  }

  // Small, so that the rest of the game never leaves the bounds. Equal successors are sometimes paid
  // alike, and then are one, and sometimes not.
  double reward(const State& s, Move move) const {
    if (!shape_.rewards) return 0.0;
    return largest_reward() *
           (2.0 * unit(hash(apply(s, move), kReward + static_cast<std::uint64_t>(move) % 2)) - 1.0);
  }

  // Values keep a distance from the bounds that the rewards on the way down may use up: if those of level
  // n keep n times the largest reward, so does the reward to go from level n - 1 keep n - 1 times it. One
  // reward more is left for rounding.
  double value(const State& s) const {
    const double margin = shape_.rewards ? (s.level + 1) * largest_reward() : 0.0;
    return low_ + margin + (range_ - 2.0 * margin) * share(hash(s, kValue));
  }

  Bounds bounds() const { return {low_, low_ + range_}; }

  double rank(const State& s, Move move) const {
    return unit(hash(s, kRank + static_cast<std::uint64_t>(move)));
  }

  std::uint64_t key(const State& s) const { return mix64(mix64(s.id) + s.level); }

  std::string text(const State& s) const { return std::to_string(s.level) + ":" + std::to_string(s.id); }

  Branch record(const State&, Move move) const { return {static_cast<std::uint16_t>(move)}; }

 private:
  // What a hash is for; those that depend on a move add its number.
  enum : std::uint64_t {
    kLow,
    kRange,
    kSteps,
    kTurn,
    kChance,
    kChildren,
    kValue,
    kTwin = 1 << 16,
    kChild = 2 << 16,
    kReward = 3 << 16,
    kRank = 4 << 16,
    kWeight = 5 << 16
  };

  std::uint64_t hash(const State& s, std::uint64_t purpose) const {
    return mix64(mix64(mix64(seed_ + purpose) ^ s.id) + s.level);
  }

  static double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

  unsigned children(const State& s) const {
    return 1 + static_cast<unsigned>(hash(s, kChildren) % static_cast<unsigned>(shape_.branching));
  }

  // Even, uneven and very uneven chances.
  double weight(const State& s, unsigned i) const {
    constexpr double weights[] = {1, 1, 1, 2, 3, 7, 20, 200};
    return weights[hash(s, kWeight + i) % 8];
  }

  // In 0 to 1, ends included.
  double share(std::uint64_t bits) const {
    if (steps_ > 0) return static_cast<double>(bits % static_cast<unsigned>(steps_ + 1)) / steps_;
    const double spread = 1.2 * unit(bits) - 0.1;
    return spread < 0.0 ? 0.0 : spread > 1.0 ? 1.0 : spread;
  }

  double largest_reward() const { return range_ / (8.0 * shape_.depth); }

  Shape shape_;
  std::uint64_t seed_;
  double low_, range_;
  int steps_;
};

static_assert(Game<RandomTree>);

}  // namespace hazard
