// Where a line of play ends for the search, and what it is worth there: at the end of the game, at the
// horizon, or where it has become too unlikely to matter.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "search/expectimax_settings.hpp"
#include "search/game.hpp"
#include "search/result.hpp"

namespace hazard {

template <Game G>
class Leaves {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  Leaves(const G& game, const ExpectimaxSettings& settings, const Evaluator<G>* evaluator)
      : game_(game),
        evaluator_(evaluator),
        quiet_depth_(features_of(game).quiet ? settings.quiet_depth : 0),
        min_reach_(settings.min_reach) {}

  // Why the search stops at a node, Cut::None where it goes on; `depth` is then how much further it looks.
  // A line too unlikely to matter ends at once or one decision later: with the same side to move as at the
  // horizon, because a heuristic's error has the sign of whoever moves. Of a game for one player the horizon
  // is always after a decision, so what chance has dealt is answered first. (To the end of the game there is
  // no horizon to match.)
  HAZARD_INLINE Cut stops_at(const State& state, Turn turn, int& depth, double reach, bool whole_game) const {
    if (turn == Turn::Over) return Cut::Over;
    if (depth <= 0 && (depth <= -quiet_depth_ || is_quiet(game_, state))) return Cut::Horizon;
    if (reach < min_reach_) {
      const bool as_at_horizon = is_for_one_player<G>() ? turn == Turn::Chance : depth % 2 == 0;
      if (whole_game || depth <= 0 || as_at_horizon) return Cut::Reach;
      depth = 1;
    }
    return Cut::None;
  }

  // The game's own value, or the evaluator's where the game is not over.
  double value(const State& state, Statistics& statistics) {
    if constexpr (values_many<G>()) {
      if (below_ != nullptr) return value_from_batch(state, statistics);
    }
    ++statistics.evaluations;
    if (evaluator_ == nullptr || game_.turn(state) == Turn::Over) return game_.value(state);
    double value = 0.0;
    (*evaluator_)(std::span(&state, 1), std::span(&value, 1));
    return value;
  }

  // The same for many states, in as few calls as there can be.
  void values(std::span<const State> states, std::span<double> found, Statistics& statistics) {
    if (evaluator_ == nullptr) {
      values_of(game_, states, found);
      statistics.evaluations += states.size();
    } else {
      for (std::size_t i = 0; i < states.size(); ++i) found[i] = value(states[i], statistics);
    }
  }

  // The leaves below a node are asked for next, in the order of its actions, where `depth` is 1. A game in
  // Python gets all of them in one call. A compiled one that values many at once gets them a few at a time,
  // since any of them may end the node, and the first one, which does so most often, by itself.
  void prefetch(const State& state, const Edges<Move>& edges, int depth) {
    if constexpr (values_many<G>()) {
      if (depth != 1 || evaluator_ != nullptr || edges.size() < 3) return;
      from_ = state;
      below_ = &edges;
      next_edge_ = next_ = end_ = 0;
    }
    if constexpr (requires(std::vector<State>& states) { game_.prefetch(states); }) {
      if (depth != 1 || evaluator_ != nullptr) return;
      std::vector<State> leaves;
      for (const auto& edge : edges) leaves.push_back(game_.apply(state, edge.move));
      game_.prefetch(leaves);
    }
  }

  // The node that leaves were fetched for is done.
  void end_prefetch() { below_ = nullptr; }

 private:
  static constexpr std::size_t kAtOnce = 4;

  double value_from_batch(const State& state, Statistics& statistics) {
    while (next_ < end_) {
      if (batch_[next_++] == state) return found_[next_ - 1];
    }
    // Actions may have been skipped, and ends of the game are valued elsewhere.
    const std::size_t size = next_edge_ == 0 ? 1 : kAtOnce;
    end_ = 0;
    while (next_edge_ < below_->size() && end_ < size) {
      batch_[end_] = game_.apply(from_, (*below_)[next_edge_++].move);
      if (end_ > 0 ? game_.turn(batch_[end_]) != Turn::Over : batch_[0] == state) ++end_;
    }
    if (end_ == 0) batch_[end_++] = state;
    values_of(game_, std::span<const State>(batch_.data(), end_), std::span(found_.data(), end_));
    statistics.evaluations += end_;
    next_ = 1;
    return found_[0];
  }

  const G& game_;
  const Evaluator<G>* evaluator_;
  const int quiet_depth_;
  const double min_reach_;

  // What is fetched ahead: the node it is for, and those of its leaves that are valued but not asked for yet.
  const Edges<Move>* below_ = nullptr;
  State from_{};
  std::size_t next_edge_ = 0, next_ = 0, end_ = 0;
  std::array<State, kAtOnce> batch_{};
  std::array<double, kAtOnce> found_{};
};

}  // namespace hazard
