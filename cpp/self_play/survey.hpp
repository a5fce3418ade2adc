// What a game is like, by games of random moves: states to see what they are made of, the actions there are,
// who moves, how long it takes, and how far results lie apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/players.hpp"
#include "core/random.hpp"
#include "self_play/judged_game.hpp"

namespace hazard {

template <Game G>
struct Survey {
  struct Action {
    std::uint64_t code;
    typename G::State state;
    typename G::Move move;
  };
  std::vector<typename G::State> states;
  std::vector<Action> actions;
  bool min_moves = false, always_chance = true;  // after an action, where the game goes on
  std::uint64_t games = 0, decisions = 0;
  double mean = 0.0, spread = 0.0;  // of the results
};

template <Game G>
class Surveyor {
 public:
  // A game of more than `longest` moves is taken for one without end.
  Surveyor(const G& game, std::uint64_t seed, std::size_t states, int longest, Interrupt interrupt)
      : game_(game), random_(seed), most_(states), longest_(longest), interrupt_(std::move(interrupt)) {}

  Survey<G> run() {
    double sum = 0.0, squares = 0.0;
    while (found_.games < kMostGames && (found_.games < kLeastGames || found_.states.size() < most_)) {
      interrupt_();
      const double result = play();
      sum += result;
      squares += result * result;
      ++found_.games;
    }
    const auto games = static_cast<double>(found_.games);
    found_.mean = sum / games;
    found_.spread = std::sqrt(std::max(0.0, squares / games - found_.mean * found_.mean));
    return std::move(found_);
  }

 private:
  static constexpr std::uint64_t kLeastGames = 8, kMostGames = 2000;

  double play() {
    typename G::State state = game_.start();
    double result = 0.0;
    bool acted = false;
    for (int moves = 0;; ++moves) {
      const Turn turn = game_.turn(state);
      if (turn == Turn::Over) return result + game_.value(state);
      if (moves >= longest_) {
        throw GameError("learn.game_without_end",
                        {{"count", std::to_string(moves)}, {"state", game_.text(state)}});
      }
      if ((moves & 255) == 255) interrupt_();
      if (found_.states.size() < most_) found_.states.push_back(state);
      if (acted && turn != Turn::Chance) found_.always_chance = false;
      acted = turn != Turn::Chance;
      const typename G::Move move = acted ? drawn_action(state, turn) : drawn_outcome(game_, state, random_);
      result += reward_of(game_, state, move);
      state = game_.apply(state, move);
    }
  }

  typename G::Move drawn_action(const typename G::State& state, Turn turn) {
    ++found_.decisions;
    found_.min_moves |= turn == Turn::Min;
    list_actions(game_, state, edges_);
    for (const auto& edge : edges_) {
      const std::uint64_t code = action_code(game_, state, edge.move);
      if (codes_.insert(code).second) found_.actions.push_back({code, state, edge.move});
    }
    return edges_[random_.below(static_cast<std::uint32_t>(edges_.size()))].move;
  }

  const G& game_;
  Random random_;
  const std::size_t most_;
  const int longest_;
  const Interrupt interrupt_;
  Survey<G> found_;
  Edges<typename G::Move> edges_;
  std::unordered_set<std::uint64_t> codes_;
};

}  // namespace hazard
