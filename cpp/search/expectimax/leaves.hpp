// Where a line of play ends for the search, and what it is worth there: at the end of the game, at the
// horizon, or where it has become too unlikely to matter.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/result.hpp"
#include "search/expectimax/settings.hpp"
#include "search/expectimax/table.hpp"

namespace hazard {

template <Game G>
class Leaves {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // A game that values many states at once has dear values: the table, where there is one, keeps them too.
  Leaves(const G& game, const ExpectimaxSettings& settings, const Evaluator<G>* evaluator,
         Table<Move>* table = nullptr)
      : game_(game),
        evaluator_(evaluator),
        table_(values_many<G>() && evaluator == nullptr && settings.table ? table : nullptr),
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
      if (below_ != nullptr || table_ != nullptr) return value_from_batch(state, statistics);
    }
    ++statistics.evaluations;
    if (evaluator_ == nullptr || game_.turn(state) == Turn::Over) return game_.value(state);
    double value = 0.0;
    (*evaluator_)(std::span(&state, 1), std::span(&value, 1));
    return value;
  }

  // The same for many states, in one call where the game can.
  void values(std::span<const State> states, std::span<double> found, Statistics& statistics) {
    if (evaluator_ != nullptr) {
      for (std::size_t i = 0; i < states.size(); ++i) found[i] = value(states[i], statistics);
      return;
    }
    unknown_.clear();
    where_.clear();
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (const auto* entry = remembered(states[i])) {
        ++statistics.table_hits;
        found[i] = entry->low;
      } else {
        unknown_.push_back(states[i]);
        where_.push_back(i);
      }
    }
    unknown_values_.resize(unknown_.size());
    value_and_remember(unknown_, unknown_values_, statistics);
    for (std::size_t i = 0; i < where_.size(); ++i) found[where_[i]] = unknown_values_[i];
  }

  // The leaves below a node are asked for next, in the order of its actions, where `depth` is 1. A game in
  // Python gets all of them in one call. A compiled one that values many at once gets them a few at a time,
  // since any of them may end the node, and the first one, which does so most often, by itself.
  void prefetch(const State& state, const Edges<Move>& edges, int depth) {
    if constexpr (values_many<G>()) {
      if (depth != 1 || evaluator_ != nullptr || edges.size() < 3) return;
      from_ = state;
      below_ = &edges;
      next_edge_ = size_ = 0;
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
  // In the table, what a state is worth as it stands has a depth of its own, below any that is searched.
  static constexpr int kTableDepth = -63;

  double value_from_batch(const State& state, Statistics& statistics) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (batch_[i] == state) return found_[i];
    }
    if (const auto* entry = remembered(state)) {
      ++statistics.table_hits;
      return entry->low;
    }
    batch_[0] = state;
    size_ = 1;
    if (below_ != nullptr) fetch_after(state);
    value_and_remember(std::span(batch_.data(), size_), std::span(found_.data(), size_), statistics);
    return found_[0];
  }

  void value_and_remember(std::span<const State> states, std::span<double> found, Statistics& statistics) {
    values_of(game_, states, found);
    statistics.evaluations += states.size();
    for (std::size_t i = 0; i < states.size() && table_ != nullptr; ++i)
      table_->store(game_.key(states[i]), kTableDepth, found[i], found[i], false, nullptr);
  }

  // Those that will be asked for after `state`, unless they are known or the end of the game.
  void fetch_after(const State& state) {
    const std::size_t most = next_edge_ == 0 ? 1 : kAtOnce;
    while (next_edge_ < below_->size() && !(game_.apply(from_, (*below_)[next_edge_].move) == state))
      ++next_edge_;
    for (++next_edge_; next_edge_ < below_->size() && size_ < most; ++next_edge_) {
      batch_[size_] = game_.apply(from_, (*below_)[next_edge_].move);
      if (game_.turn(batch_[size_]) != Turn::Over && remembered(batch_[size_]) == nullptr) ++size_;
    }
  }

  const typename Table<Move>::Entry* remembered(const State& state) const {
    return table_ == nullptr ? nullptr : table_->find_at(game_.key(state), kTableDepth);
  }

  const G& game_;
  const Evaluator<G>* evaluator_;
  Table<Move>* table_;
  const int quiet_depth_;
  const double min_reach_;

  // What is fetched ahead: the node it is for, the first action not looked at, and the leaves valued last.
  const Edges<Move>* below_ = nullptr;
  State from_{};
  std::size_t next_edge_ = 0, size_ = 0;
  std::array<State, kAtOnce> batch_{};
  std::array<double, kAtOnce> found_{};

  std::vector<State> unknown_;
  std::vector<std::size_t> where_;
  std::vector<double> unknown_values_;
};

}  // namespace hazard
