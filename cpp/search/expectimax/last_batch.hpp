// All that follows a search's last decision, for games that value many states at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/game.hpp"

namespace hazard {

template <Game G>
class LastBatch {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // Values what every action of `state` leads to; returns in how many the game is over.
  std::size_t fill(const G& game, const State& state) {
    states_.clear();
    rewards_.clear();
    std::size_t ends = 0;
    expand(game, state, [&](const Move& move, const State& next) {
      states_.push_back(next);
      rewards_.push_back(reward_of(game, state, move));
      ends += game.turn(next) == Turn::Over;
    });
    values_.resize(states_.size());
    values_of(game, states_, values_);
    return ends;
  }

  std::size_t size() const { return states_.size(); }

  template <bool maximise>
  double best() const {
    double best = maximise ? -kInfinity : kInfinity;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double value = rewards_[i] + values_[i];
      best = (maximise ? value > best : value < best) ? value : best;
    }
    return best;
  }

 private:
  std::vector<State> states_;
  std::vector<double> rewards_, values_;
};

}  // namespace hazard
