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
#include <utility>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/result.hpp"
#include "search/expectimax/last_batch.hpp"

namespace hazard {

// `kBare`: chance is welcome, there is no evaluator and there are no rewards. Without asking for them at
// every node it is half as fast again.
template <Game G, bool kBare = false>
class FullWidth {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  static constexpr int kMaxPly = 4000;

  FullWidth(const G& game, Meter& meter, const Evaluator<G>* evaluator = nullptr, bool refuse_chance = false)
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
  // Lines of play that were cut as too long.
  std::uint64_t long_lines() const { return long_lines_; }

 private:
  // States that fill a register or two travel in them; taking smaller ones apart costs more than it saves.
  using Passed =
      std::conditional_t<std::is_trivially_copyable_v<State> && (sizeof(State) == 8 || sizeof(State) == 16),
                         State, const State&>;

  HAZARD_INLINE bool evaluates() const { return !kBare && evaluator_ != nullptr; }
  HAZARD_INLINE double paid(const State& state, const Move& move) const {
    if constexpr (kBare) return 0.0;
    return reward_of(game_, state, move);
  }

  HAZARD_INLINE double inner(Passed state, Turn turn, int depth, int ply) {
    if (depth == 1 && !evaluates()) {
      return turn == Turn::Chance ? last_chance(state, ply) : last_decision(state, turn);
    }
    if (turn == Turn::Chance) return chance(state, depth, ply);
    return turn == Turn::Max ? decision<true>(state, depth, ply) : decision<false>(state, depth, ply);
  }

  double chance(Passed state, int depth, int ply) {
    check_chance(state);
    if (ply > kMaxPly) return cut_short(state, Turn::Chance);
    std::uint32_t children = 0;
    double sum = 0.0;
    deal(game_, state, [&](Move move, double probability, const State& next) HAZARD_INLINE {
      ++children;
      const Turn turn = turn_before_moves(game_, next);
      sum += probability * (paid(state, move) +
                            (turn == Turn::Over ? leaf(next, turn) : inner(next, turn, depth, ply + 1)));
    });
    return finish(state, children, sum);
  }

  void check_chance(Passed state) const {
    if (!kBare && refuse_chance_) throw GameError("search.chance_refused", {{"state", game_.text(state)}});
  }

  double cut_short(const State& state, Turn turn) {
    const Budget& budget = meter_.budget();
    if (budget.unlimited() || budget.only_depth()) throw line_without_end(game_, state, kMaxPly);
    ++long_lines_;
    return leaf(state, turn);
  }

  template <bool maximise>
  double decision(Passed state, int depth, int ply) {
    if (ply > kMaxPly) return cut_short(state, maximise ? Turn::Max : Turn::Min);
    std::uint32_t children = 0;
    double best = 0.0;
    game_.actions(state, [&](Move move) HAZARD_INLINE {
      ++children;
      const State next = game_.apply(state, move);
      const Turn turn = depth > 1 ? turn_before_moves(game_, next) : game_.turn(next);
      const double v =
          paid(state, move) +
          (turn == Turn::Over || depth <= 1 ? leaf(next, turn) : inner(next, turn, depth - 1, ply + 1));
      best = children == 1 ? v : better_of<maximise>(v, best);
    });
    return finish(state, children, best);
  }

  // Most nodes of a tree are here and right below: hardly any recursion and no evaluator, so that the
  // compiler sees all of it at once, and what is counted stays in registers until the node is done.
  struct Tally {
    std::uint32_t nodes = 0, leaves = 0, ends = 0;
  };

  HAZARD_INLINE double last_chance(Passed state, int ply) {
    check_chance(state);
    if (ply > kMaxPly) [[unlikely]]
      return cut_short(state, Turn::Chance);
    Tally tally;
    bool wide = false;
    double sum = 0.0;
    deal(game_, state, [&](Move move, double probability, const State& next) HAZARD_INLINE {
      ++tally.nodes;
      const Turn turn = turn_before_moves(game_, next);
      double v;
      if (turn == Turn::Over) {
        ++tally.leaves;
        ++tally.ends;
        v = game_.value(next);
      } else {
        v = turn == Turn::Chance ? chance_after_chance(next, ply + 1) : last_decision(next, turn, tally);
      }
      sum += probability * (paid(state, move) + v);
      if (tally.nodes >= meter_.until_look()) [[unlikely]] {
        add(std::exchange(tally, {}));
        wide = true;
      }
    });
    if (tally.nodes == 0 && !wide) [[unlikely]]
      refuse_dead_end(state);
    add(tally);
    return within_bounds(sum);
  }

  [[gnu::noinline]] double chance_after_chance(Passed state, int ply) { return last_chance(state, ply); }

  HAZARD_INLINE double last_decision(Passed state, Turn turn) {
    Tally tally;
    const double best = last_decision(state, turn, tally);
    add(tally);
    return best;
  }

  HAZARD_INLINE double last_decision(Passed state, Turn turn, Tally& tally) {
    return turn == Turn::Max ? last_decision<true>(state, tally) : last_decision<false>(state, tally);
  }

  template <bool maximise>
  HAZARD_INLINE double last_decision(Passed state, Tally& tally) {
    if constexpr (values_many<G>()) return last_decision_at_once<maximise>(state);
    std::uint32_t children = 0;
    double best = 0.0;
    game_.actions(state, [&](Move move) HAZARD_INLINE {
      ++children;
      const State next = game_.apply(state, move);
      tally.ends += game_.turn(next) == Turn::Over;
      const double v = paid(state, move) + game_.value(next);
      best = children == 1 ? v : better_of<maximise>(v, best);
    });
    if (children == 0) [[unlikely]]
      refuse_dead_end(state);
    tally.nodes += children;
    tally.leaves += children;
    return within_bounds(best);
  }

  HAZARD_INLINE void add(const Tally& tally) {
    met_horizon_ |= tally.ends != tally.leaves;
    evaluations_ += tally.leaves;
    meter_.count(tally.nodes);
  }

  template <bool maximise>
  double last_decision_at_once(Passed state) {
    const std::size_t ends = batch_.fill(game_, state);
    met_horizon_ |= ends != batch_.size();
    evaluations_ += batch_.size();
    return finish(state, static_cast<std::uint32_t>(batch_.size()), batch_.template best<maximise>());
  }

  HAZARD_INLINE double finish(Passed state, std::uint32_t children, double value) {
    if (children == 0) [[unlikely]]
      refuse_dead_end(state);
    meter_.count(children);
    return within_bounds(value);
  }

  HAZARD_INLINE double within_bounds(double value) const {
    if (!kBare && held_to_bounds_) [[unlikely]]
      return std::clamp(value, bounds_.low, bounds_.high);
    return value;
  }

  [[noreturn, gnu::cold, gnu::noinline]] void refuse_dead_end(Passed state) const {
    throw GameError("game.nothing_can_happen", {{"state", game_.text(state)}});
  }

  HAZARD_INLINE double leaf(const State& state, Turn turn) {
    ++evaluations_;
    if (turn != Turn::Over) {
      met_horizon_ = true;
      if (evaluates()) [[unlikely]]
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
  bool refuse_chance_;  // the search is not for games with chance
  const Bounds bounds_;
  const bool held_to_bounds_;
  LastBatch<G> batch_;
  std::uint64_t evaluations_ = 0, long_lines_ = 0;
  bool met_horizon_ = false;
};

}  // namespace hazard
