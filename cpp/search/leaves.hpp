// Where a line of play ends for the search, and what it is worth there: at the end of the game, at the
// horizon, or where it has become too unlikely to matter.
#pragma once

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
  double value(const State& state, Statistics& statistics) const {
    ++statistics.evaluations;
    if (evaluator_ == nullptr || game_.turn(state) == Turn::Over) return game_.value(state);
    double value = 0.0;
    (*evaluator_)(std::span(&state, 1), std::span(&value, 1));
    return value;
  }

  // A game that values states in batches gets all the leaves below one node in one call.
  void prefetch(const State& state, const Edges<Move>& edges, int depth) const {
    if constexpr (requires(std::vector<State>& states) { game_.prefetch(states); }) {
      if (depth != 1 || evaluator_ != nullptr) return;
      std::vector<State> leaves;
      for (const auto& edge : edges) leaves.push_back(game_.apply(state, edge.move));
      game_.prefetch(leaves);
    }
  }

 private:
  const G& game_;
  const Evaluator<G>* evaluator_;
  const int quiet_depth_;
  const double min_reach_;
};

}  // namespace hazard
