// Expectimax where no window can cut anything: one player and no bounds, or alpha-beta switched off. What is
// left to save work is the table and the cut-off by reach, and the recursion can be as lean as the definition
// in full_width.hpp: no windows, no lists of moves, no line of play. Its values are those of
// expectimax_nodes.hpp.
//
// A decision that chance has just dealt is not remembered: it is one step below a chance node that is.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/result.hpp"
#include "search/expectimax/last_batch.hpp"
#include "search/expectimax/leaves.hpp"
#include "search/expectimax/settings.hpp"
#include "search/expectimax/table.hpp"

namespace hazard {

template <Game G>
class Unpruned {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  static constexpr int kMaxPly = 4000;

  Unpruned(const G& game, const ExpectimaxSettings& settings, Meter& meter, const Evaluator<G>* evaluator,
           Table<Move>* table)
      : game_(game),
        meter_(meter),
        leaves_(game, settings, evaluator),
        evaluated_by_game_(evaluator == nullptr),
        min_reach_(settings.min_reach),
        table_(settings.table ? table : nullptr),
        bounds_(bounds_of(game)),
        held_to_bounds_(held_to_bounds(game)) {}

  // The value of `state` with `depth` decisions to look ahead, where play comes with probability `reach`.
  // The caller has counted the node.
  double value(const State& state, int depth, double reach) {
    return remembered(state, game_.turn(state), depth, reach, 0);
  }

  Statistics statistics;
  // How many values rest on something other than the end of the game.
  std::uint64_t approximations = 0;

 private:
  // States that fill a register or two travel in them.
  using Passed =
      std::conditional_t<std::is_trivially_copyable_v<State> && (sizeof(State) == 8 || sizeof(State) == 16),
                         State, const State&>;

  double remembered(Passed state, Turn turn, int depth, double reach, int ply) {
    if (const Cut cut = stops_at(state, turn, depth, reach); cut != Cut::None) return leaf(state, cut);
    if (ply > kMaxPly) return cut_short(state);
    if (table_ == nullptr) return inner(state, turn, depth, reach, ply);
    const std::uint64_t key = game_.key(state);
    if (const auto* entry = table_->find_at(key, depth)) {
      ++statistics.table_hits;
      // A bound, which only a search with windows leaves, does not answer here; nor does an unlikely line for
      // a likelier one, which looks closer.
      if (entry->low >= entry->high &&
          (entry->proven || min_reach_ == 0.0 || entry->reach >= Table<Move>::likelihood(reach))) {
        ++statistics.table_cuts;
        approximations += !entry->proven;
        cut_short_ += entry->reach < Table<Move>::likelihood(1.0);
        return entry->high;
      }
    }
    const std::uint64_t before = approximations, cut_before = cut_short_;
    const double value = inner(state, turn, depth, reach, ply);
    table_->store(key, depth, value, value, approximations == before, nullptr,
                  Table<Move>::likelihood(cut_short_ == cut_before ? 1.0 : reach));
    return value;
  }

  HAZARD_INLINE double dealt(Passed state, Turn turn, int depth, double reach, int ply) {
    if (turn == Turn::Chance) return remembered(state, turn, depth, reach, ply);
    if (const Cut cut = stops_at(state, turn, depth, reach); cut != Cut::None) return leaf(state, cut);
    return decide(state, turn, depth, reach, ply);
  }

  double inner(Passed state, Turn turn, int depth, double reach, int ply) {
    return turn == Turn::Chance ? chance(state, depth, reach, ply) : decide(state, turn, depth, reach, ply);
  }

  double chance(Passed state, int depth, double reach, int ply) {
    std::uint32_t children = 0;
    double sum = 0.0;
    deal(game_, state, [&](Move move, double probability, const State& next) HAZARD_INLINE {
      ++children;
      sum += probability * (reward_of(game_, state, move) +
                            dealt(next, game_.turn(next), depth, reach * probability, ply + 1));
    });
    return finish(state, children, sum);
  }

  HAZARD_INLINE double decide(Passed state, Turn turn, int depth, double reach, int ply) {
    if (is_for_one_player<G>() || turn == Turn::Max) {
      return depth == 1 && evaluated_by_game_ ? last_decision<true>(state)
                                              : decision<true>(state, depth, reach, ply);
    }
    return depth == 1 && evaluated_by_game_ ? last_decision<false>(state)
                                            : decision<false>(state, depth, reach, ply);
  }

  template <bool maximise>
  double decision(Passed state, int depth, double reach, int ply) {
    std::uint32_t children = 0;
    double best = 0.0;
    expand(game_, state, [&](Move move, const State& next) HAZARD_INLINE {
      ++children;
      const double v =
          reward_of(game_, state, move) + remembered(next, game_.turn(next), depth - 1, reach, ply + 1);
      best = children == 1 ? v : better_of<maximise>(v, best);
    });
    return finish(state, children, best);
  }

  // Most nodes of a tree are here and right below: every successor is valued as it stands.
  template <bool maximise>
  double last_decision(Passed state) {
    if constexpr (values_many<G>()) return last_decision_at_once<maximise>(state);
    std::uint32_t children = 0, ends = 0;
    double best = 0.0;
    expand(game_, state, [&](Move move, const State& next) HAZARD_INLINE {
      ++children;
      ends += game_.turn(next) == Turn::Over;
      const double v = reward_of(game_, state, move) + game_.value(next);
      best = children == 1 ? v : better_of<maximise>(v, best);
    });
    approximations += children - ends;
    statistics.evaluations += children;
    return finish(state, children, best);
  }

  template <bool maximise>
  double last_decision_at_once(Passed state) {
    const std::size_t ends = batch_.fill(game_, state);
    approximations += batch_.size() - ends;
    statistics.evaluations += batch_.size();
    return finish(state, static_cast<std::uint32_t>(batch_.size()), batch_.template best<maximise>());
  }

  HAZARD_INLINE double finish(Passed state, std::uint32_t children, double value) {
    if (children == 0) throw GameError("game.nothing_can_happen", {{"state", game_.text(state)}});
    meter_.count(children);
    if (held_to_bounds_) [[unlikely]]
      return std::clamp(value, bounds_.low, bounds_.high);
    return value;
  }

  HAZARD_INLINE Cut stops_at(const State& state, Turn turn, int& depth, double reach) {
    const int asked = depth;
    const Cut cut = leaves_.stops_at(state, turn, depth, reach, false);
    cut_short_ += cut == Cut::Reach || depth < asked;
    return cut;
  }

  double cut_short(const State& state) {
    const Budget& budget = meter_.budget();
    if (budget.unlimited() || budget.only_depth()) throw line_without_end(game_, state, kMaxPly);
    ++statistics.long_lines;
    return leaf(state, Cut::Horizon);
  }

  double leaf(const State& state, Cut cut) {
    approximations += cut != Cut::Over;
    statistics.reach_cuts += cut == Cut::Reach;
    return leaves_.value(state, statistics);
  }

  const G& game_;
  Meter& meter_;
  Leaves<G> leaves_;
  LastBatch<G> batch_;
  const bool evaluated_by_game_;
  const double min_reach_;
  Table<Move>* table_;
  const Bounds bounds_;
  const bool held_to_bounds_;
  std::uint64_t cut_short_ = 0;  // counts what the cut-off by reach had a part in
};

}  // namespace hazard
