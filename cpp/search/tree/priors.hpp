// The weights of actions that an evaluator gives beside its values.
//
// A network answers both at once, when a position is a leaf; the weights are needed later, when the tree
// grows there. They wait here, so that the network runs once.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/game.hpp"

namespace hazard {

template <Game G>
class TreePriors {
 public:
  using State = typename G::State;
  enum class Given : std::uint8_t { Unknown, Never, Always };

  TreePriors(const G& game, std::size_t most) : game_(game), most_(most) {}

  // Whether the evaluator gives weights; it shows with its first answer.
  Given given() const {
    const std::scoped_lock held(lock_);
    return given_;
  }

  // Notes what an answer has; false if earlier answers were of the other kind.
  bool note(Given given) {
    const std::scoped_lock held(lock_);
    if (given_ == Given::Unknown) given_ = given;
    return given_ == given;
  }

  // `weights`: one for each action, in the order in which the game lists them.
  void keep(const State& state, const std::vector<double>& weights) {
    const std::scoped_lock held(lock_);
    if (weights_.size() >= most_) weights_.clear();  // those that are needed again are asked for again
    weights_[game_.key(state)] = weights;
  }

  bool find(const State& state, std::vector<double>& weights) const {
    const std::scoped_lock held(lock_);
    const auto found = weights_.find(game_.key(state));
    if (found == weights_.end()) return false;
    weights = found->second;
    return true;
  }

  // For a new tree, whose evaluator may have learnt in the meantime.
  void clear(std::size_t most) {
    const std::scoped_lock held(lock_);
    weights_.clear();
    given_ = Given::Unknown;
    most_ = most;
  }

 private:
  const G& game_;
  std::size_t most_;
  Given given_ = Given::Unknown;
  mutable std::mutex lock_;
  std::unordered_map<std::uint64_t, std::vector<double>> weights_;
};

}  // namespace hazard
