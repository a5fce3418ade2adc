// Expectimax by its definition: the whole tree to a given depth, nothing skipped, nothing remembered.
//
//   V(s) = utility            when the game is over
//        = heuristic          when no decision is left to look at
//        = max / min of r + V over the actions, or the probability-weighted sum over the outcomes,
//          within the game's bounds
//
// It is what Minimax runs, the twin every pruned search is tested against, and as fast as a node can be:
// successors are never stored, and leaves are valued without a call.
#pragma once

#include <algorithm>
#include <type_traits>

#include "search/budget.hpp"
#include "search/game.hpp"
#include "search/last_batch.hpp"
#include "search/result.hpp"

namespace hazard {

template <Game G>
class FullWidth {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  static constexpr int kMaxPly = 4000;

  FullWidth(const G& game, Meter& meter, const Evaluator<G>* evaluator = nullptr,
            const char* refuse_chance = nullptr)
      : game_(game),
        meter_(meter),
        evaluator_(evaluator),
        refuse_chance_(refuse_chance),
        bounds_(bounds_of(game)),
        held_to_bounds_(held_to_bounds(game)) {}

  // The value of `state` with `depth` decisions to look ahead. The caller has counted the node.
  double value(const State& state, int depth) {
    const Turn turn = game_.turn(state);
    return turn == Turn::Over || depth <= 0 ? leaf(state, turn) : inner(state, turn, depth, 0);
  }

  std::uint64_t evaluations() const { return evaluations_; }
  // Whether a heuristic value was used anywhere: without one, the value is exact.
  bool met_horizon() const { return met_horizon_; }

 private:
  // States that fill a register or two travel in them; taking smaller ones apart costs more than it saves.
  using Passed =
      std::conditional_t<std::is_trivially_copyable_v<State> && (sizeof(State) == 8 || sizeof(State) == 16),
                         State, const State&>;

  HAZARD_INLINE double inner(Passed state, Turn turn, int depth, int ply) {
    if (depth == 1 && evaluator_ == nullptr) {
      return turn == Turn::Chance ? last_chance(state, ply) : last_decision(state, turn);
    }
    if (turn == Turn::Chance) return chance(state, depth, ply);
    return turn == Turn::Max ? decision<true>(state, depth, ply) : decision<false>(state, depth, ply);
  }

  double chance(Passed state, int depth, int ply) {
    check_chance(state, ply);
    std::uint32_t children = 0;
    double sum = 0.0;
    game_.outcomes(state, [&](Move move, double probability) HAZARD_INLINE {
      ++children;
      const State next = game_.apply(state, move);
      const Turn turn = turn_before_moves(game_, next);
      sum += probability * (reward_of(game_, state, move) +
                            (turn == Turn::Over ? leaf(next, turn) : inner(next, turn, depth, ply + 1)));
    });
    return finish(state, children, sum);
  }

  void check_chance(Passed state, int ply) const {
    if (refuse_chance_ != nullptr) throw GameError(refuse_chance_ + game_.text(state));
    if (ply > kMaxPly) throw GameError("a line of play does not end: " + game_.text(state));
  }

  template <bool maximise>
  double decision(Passed state, int depth, int ply) {
    if (ply > kMaxPly) throw GameError("a line of play does not end: " + game_.text(state));
    std::uint32_t children = 0;
    double best = maximise ? -kInfinity : kInfinity;
    game_.actions(state, [&](Move move) HAZARD_INLINE {
      ++children;
      const State next = game_.apply(state, move);
      const Turn turn = depth > 1 ? turn_before_moves(game_, next) : game_.turn(next);
      const double v =
          reward_of(game_, state, move) +
          (turn == Turn::Over || depth <= 1 ? leaf(next, turn) : inner(next, turn, depth - 1, ply + 1));
      best = (maximise ? v > best : v < best) ? v : best;
    });
    return finish(state, children, best);
  }

  // Most nodes of a tree are here and right below: hardly any recursion and no evaluator, so that the
  // compiler sees all of it at once.
  double last_chance(Passed state, int ply) {
    check_chance(state, ply);
    std::uint32_t children = 0;
    double sum = 0.0;
    game_.outcomes(state, [&](Move move, double probability) HAZARD_INLINE {
      ++children;
      const State next = game_.apply(state, move);
      const Turn turn = turn_before_moves(game_, next);
      const double v = turn == Turn::Over     ? leaf(next, turn)
                       : turn == Turn::Chance ? last_chance(next, ply + 1)
                                              : last_decision(next, turn);
      sum += probability * (reward_of(game_, state, move) + v);
    });
    return finish(state, children, sum);
  }

  HAZARD_INLINE double last_decision(Passed state, Turn turn) {
    return turn == Turn::Max ? last_decision<true>(state) : last_decision<false>(state);
  }

  template <bool maximise>
  HAZARD_INLINE double last_decision(Passed state) {
    if constexpr (values_many<G>()) return last_decision_at_once<maximise>(state);
    std::uint32_t children = 0, ends = 0;
    double best = maximise ? -kInfinity : kInfinity;
    game_.actions(state, [&](Move move) HAZARD_INLINE {
      ++children;
      const State next = game_.apply(state, move);
      ends += game_.turn(next) == Turn::Over;
      const double v = reward_of(game_, state, move) + game_.value(next);
      best = (maximise ? v > best : v < best) ? v : best;
    });
    met_horizon_ |= ends != children;
    evaluations_ += children;
    return finish(state, children, best);
  }

  template <bool maximise>
  double last_decision_at_once(Passed state) {
    const std::size_t ends = batch_.fill(game_, state);
    met_horizon_ |= ends != batch_.size();
    evaluations_ += batch_.size();
    return finish(state, static_cast<std::uint32_t>(batch_.size()), batch_.template best<maximise>());
  }

  HAZARD_INLINE double finish(Passed state, std::uint32_t children, double value) {
    if (children == 0)
      throw GameError("nothing can happen in a state that is not over: " + game_.text(state));
    meter_.count(children);
    if (held_to_bounds_) [[unlikely]]
      return std::clamp(value, bounds_.low, bounds_.high);
    return value;
  }

  HAZARD_INLINE double leaf(const State& state, Turn turn) {
    ++evaluations_;
    if (turn != Turn::Over) {
      met_horizon_ = true;
      if (evaluator_ != nullptr) [[unlikely]]
        return evaluated(state);
    }
    return game_.value(state);
  }

  double evaluated(const State& state) {
    double v = 0.0;
    (*evaluator_)(std::span(&state, 1), std::span(&v, 1));
    return v;
  }

  const G& game_;
  Meter& meter_;
  const Evaluator<G>* evaluator_;
  const char* refuse_chance_;  // what to say when chance moves in a search that is not for it
  const Bounds bounds_;
  const bool held_to_bounds_;
  LastBatch<G> batch_;
  std::uint64_t evaluations_ = 0;
  bool met_horizon_ = false;
};

}  // namespace hazard
