// Expectimax by its definition: the whole tree to a given depth, nothing skipped, nothing remembered.
//
//   V(s) = utility            when the game is over
//        = heuristic          when no decision is left to look at
//        = max / min of r + V over the actions, or the probability-weighted sum over the outcomes
//
// It is what Minimax runs, the twin every pruned search is tested against, and as fast as a node can be:
// successors are never stored, and leaves are valued without a call.
#pragma once

#include "search/budget.hpp"
#include "search/game.hpp"
#include "search/result.hpp"

namespace hazard {

template <Game G>
class FullWidth {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  static constexpr int kMaxPly = 4000;

  FullWidth(const G& game, Meter& meter, const Evaluator<G>* evaluator = nullptr)
      : game_(game), meter_(meter), evaluator_(evaluator) {}

  // The value of `state` with `depth` decisions to look ahead. The caller has counted the node.
  double value(const State& state, int depth) { return value(state, game_.turn(state), depth, 0); }

  std::uint64_t evaluations() const { return evaluations_; }
  // Whether a heuristic value was used anywhere: without one, the value is exact.
  bool met_horizon() const { return met_horizon_; }

 private:
  double value(const State& state, Turn turn, int depth, int ply) {
    if (turn == Turn::Over || depth <= 0) return leaf(state, turn);
    if (ply > kMaxPly) throw GameError("a line of play does not end: " + game_.text(state));
    std::uint32_t children = 0;
    double best = turn == Turn::Max ? -kInfinity : turn == Turn::Min ? kInfinity : 0.0;
    const int next_depth = turn == Turn::Chance ? depth : depth - 1;
    const auto visit = [&](Move move, double probability = 1.0) {
      ++children;
      const State next = game_.apply(state, move);
      const Turn next_turn = game_.turn(next);
      const double reward = reward_of(game_, state, move);
      const double v =
          reward + (next_turn == Turn::Over || next_depth <= 0 ? leaf(next, next_turn)
                                                               : value(next, next_turn, next_depth, ply + 1));
      if (turn == Turn::Chance) {
        best += probability * v;
      } else if (turn == Turn::Max) {
        best = v > best ? v : best;
      } else {
        best = v < best ? v : best;
      }
    };
    if (turn == Turn::Chance) {
      game_.outcomes(state, visit);
    } else {
      game_.actions(state, visit);
    }
    if (children == 0)
      throw GameError("nothing can happen in a state that is not over: " + game_.text(state));
    meter_.count(children);
    return best;
  }

  double leaf(const State& state, Turn turn) {
    ++evaluations_;
    if (turn == Turn::Over) return game_.value(state);
    met_horizon_ = true;
    if (evaluator_ == nullptr) return game_.value(state);
    double v = 0.0;
    (*evaluator_)(std::span(&state, 1), std::span(&v, 1));
    return v;
  }

  const G& game_;
  Meter& meter_;
  const Evaluator<G>* evaluator_;
  std::uint64_t evaluations_ = 0;
  bool met_horizon_ = false;
};

}  // namespace hazard
