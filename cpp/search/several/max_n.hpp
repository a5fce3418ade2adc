// Exact search with a value for each player: max^n (Luckhardt and Irani 1986), in which everybody maximises
// the own value, and the paranoid assumption (Sturtevant and Korf 2000), in which all others minimise the
// value of the player at the root. Ties between actions of equal value go to the first one listed: with more
// than two players the value of a game may depend on them, and no rule is better than another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/budget.hpp"
#include "core/players.hpp"
#include "search/several/observer_tree.hpp"

namespace hazard {

struct MaxNSettings {
  bool paranoid = false;
  std::size_t max_table = 4'000'000;  // vectors that are remembered
};

template <ManyPlayers G>
class MaxN {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  MaxN(const G& game, const MaxNSettings& settings)
      : game_(game), settings_(settings), players_(game.players()) {}

  // Deeper and deeper until the budget is used up, or once to the end where the game guesses nothing.
  SeveralResult<Move> run(const State& root, const Budget& budget, const Interrupt& interrupt) {
    root_player_ = player_of(game_.turn(root));
    const bool guesses = features_of(game_).heuristic;
    SeveralResult<Move> result;
    Meter meter(budget, interrupt, is_interpreted<G>() ? 1 : 256);
    meter_ = &meter;
    if constexpr (requires { game_.keep_to(&meter); }) game_.keep_to(&meter);
    try {
      for (int depth = guesses ? 1 : kDeepest; depth <= budget.depth; ++depth) {
        cut_ = false;
        table_.clear();
        auto options = valued(root, depth);
        result.options = std::move(options);
        result.depth = guesses ? depth : 0;
        result.exact = !cut_;
        if (!cut_ || depth >= kDeepest) break;
        result.stopped = Stop::Depth;
      }
      if (result.exact) result.stopped = Stop::Complete;
    } catch (const Stopped& stopped) {
      result.stopped = stopped.reason;
    }
    if constexpr (requires { game_.keep_to(&meter); }) game_.keep_to(nullptr);
    result.nodes = nodes_;
    result.seconds = meter.seconds();
    return result;
  }

 private:
  static constexpr int kDeepest = 10'000;
  using Values = std::vector<double>;

  std::vector<SeveralOption<Move>> valued(const State& root, int depth) {
    std::vector<SeveralOption<Move>> options;
    Edges<Move> edges;
    list_actions(game_, root, edges);
    for (const auto& edge : edges) {
      SeveralOption<Move> option{
          .action = edge.move, .visits = 0, .payoffs = after(root, edge.move, depth, 1)};
      option.value = option.payoffs[root_player_];
      options.push_back(std::move(option));
    }
    return options;
  }

  Values after(const State& state, const Move& move, int depth, int length) {
    const State next = game_.apply(state, move);
    Values found = value(next, decides(game_.turn(state)) ? depth - 1 : depth, length);
    add_rewards(game_, state, move, found);
    return found;
  }

  Values value(const State& state, int depth, int length) {
    meter_->count();
    ++nodes_;
    const Turn turn = game_.turn(state);
    Values found(players_, 0.0);
    if (turn == Turn::Over || (depth <= 0 && turn != Turn::Chance)) {
      cut_ = cut_ || turn != Turn::Over;
      game_.payoffs(state, found);
      return found;
    }
    if (length >= kDeepest) throw line_without_end(game_, state, length);
    const std::uint64_t key = mix64(game_.key(state) ^ mix64(static_cast<std::uint64_t>(depth)));
    if (const auto known = table_.find(key); known != table_.end()) return known->second;
    Edges<Move> edges;
    if (turn == Turn::Chance) {
      game_.outcomes(state, edges);
      for (const auto& edge : edges) {
        const Values each = after(state, edge.move, depth, length + 1);
        for (std::size_t p = 0; p < players_; ++p) found[p] += edge.probability * each[p];
      }
    } else {
      list_actions(game_, state, edges);
      bool first = true;
      for (const auto& edge : edges) {
        Values each = after(state, edge.move, depth, length + 1);
        if (first || better(player_of(turn), each, found)) found = std::move(each);
        first = false;
      }
    }
    if (table_.size() < settings_.max_table) table_.emplace(key, found);
    return found;
  }

  bool better(int player, const Values& one, const Values& other) const {
    if (!settings_.paranoid || player == root_player_) return one[player] > other[player];
    return one[root_player_] < other[root_player_];
  }

  const G& game_;
  MaxNSettings settings_;
  std::size_t players_;
  int root_player_ = 0;
  bool cut_ = false;
  std::uint64_t nodes_ = 0;
  Meter* meter_ = nullptr;
  std::unordered_map<std::uint64_t, Values> table_;
};

}  // namespace hazard
