// Exact values of a game whose every move leads to a higher *level*, as the game says by `level(state)`: in
// 2048 the sum of the tiles grows, in a card game the deck shrinks. Nothing returns, so the states can be
// listed level by level and valued from the last level back, each once, and no move needs to be kept: the
// game is asked a second time instead. That takes a fraction of the memory of a graph (graph.hpp), which is
// what limits the size of a game that can be solved.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "search/solve/graph.hpp"
#include "search/solve/solve.hpp"

namespace hazard {

template <class G>
constexpr bool has_levels() {
  return requires(const G& game, const typename G::State& state) { game.level(state); };
}

template <Game G>
class LevelSolver {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  LevelSolver(const G& game, StateIndex<G>& index, LargeVector<double>& values, const Limits& limits,
              const Progress& progress, const typename Listing<G>::Watch& watch = {})
      : game_(game),
        index_(index),
        values_(values),
        progress_(progress),
        watch_(watch),
        listing_(game, index, limits, progress_, watch_) {}

  SolveReport run(const State& root) {
    enumerate(root);
    values_.assign(index_.size(), 0.0);
    SolveReport report;
    std::size_t done = 0;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      double largest = 0.0;
      for (const std::uint32_t number : *level) {
        values_[number] = valued(index_[number]);
        largest = std::max(largest, std::abs(values_[number]));
        if (++done % 65536 == 0) progress_("values", done, index_.size());
      }
      if (!level->empty()) report.error += rounding(largest, widest_);
    }
    report.components = index_.size();
    report.largest_component = 1;
    return report;
  }

  std::uint64_t edges() const { return edges_; }

 private:
  struct Successor {
    State state;
    std::uint64_t key;
    double probability, reward;
  };

  void enumerate(const State& root) {
    place(root, game_.key(root));
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      // What is reached from here lies in later levels, which may move the levels themselves.
      for (std::size_t i = 0; i < levels_[level].size(); ++i) {
        const State state = index_[levels_[level][i]];
        const Turn turn = gather(state);
        if (turn != Turn::Over && successors_.empty()) {
          throw GameError("game.nothing_can_happen", {{"state", game_.text(state)}});
        }
        for (const Successor& next : successors_) {
          if (place(next.state, next.key) <= level) {
            throw GameError("solve.level_does_not_rise",
                            {{"state", game_.text(state)}, {"next", game_.text(next.state)}});
          }
        }
        edges_ += successors_.size();
        widest_ = std::max(widest_, successors_.size());
        listing_.check();
      }
    }
  }

  // Numbers the state, if it is new, and returns its level.
  std::size_t place(const State& state, std::uint64_t key) {
    const std::size_t before = index_.size();
    const std::uint32_t number = index_.add(state, key);
    const auto level = static_cast<std::size_t>(game_.level(state));
    if (index_.size() > before) {
      if (levels_.size() <= level) levels_.resize(level + 1);
      levels_[level].push_back(number);
    }
    return level;
  }

  // Lists what follows `state`, and asks for the places in memory where it will be looked up.
  Turn gather(const State& state) {
    successors_.clear();
    const Turn turn = game_.turn(state);
    const auto follow = [&](const Move& move, double probability = 1.0) {
      if (probability <= 0.0) return;  // it cannot happen
      const State next = game_.apply(state, move);
      const std::uint64_t key = game_.key(next);
      index_.expect(key);
      successors_.push_back({next, key, probability, reward_of(game_, state, move)});
    };
    if (turn == Turn::Chance) {
      game_.outcomes(state, follow);
    } else if (turn != Turn::Over) {
      game_.actions(state, follow);
    }
    return turn;
  }

  double valued(const State& state) {
    const Turn turn = gather(state);
    if (turn == Turn::Over) return game_.value(state);
    double sum = 0.0, best = turn == Turn::Max ? -kInfinity : kInfinity;
    for (const Successor& next : successors_) {
      const double value = next.reward + values_[index_.find(next.state, next.key)];
      sum += next.probability * value;
      best = turn == Turn::Max ? std::max(best, value) : std::min(best, value);
    }
    return turn == Turn::Chance ? sum : best;
  }

  const G& game_;
  StateIndex<G>& index_;
  LargeVector<double>& values_;
  const Progress& progress_;
  const typename Listing<G>::Watch watch_;
  Listing<G> listing_;
  std::vector<std::vector<std::uint32_t>> levels_;  // the numbers of the states of each level
  std::vector<Successor> successors_;
  std::uint64_t edges_ = 0;
  std::size_t widest_ = 0;  // the most moves of a state
};

}  // namespace hazard
