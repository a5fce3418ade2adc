// Whole games of one player at full speed: chance is drawn, a search decides, rewards add up.
//
// What is searched may be another objective than what is scored: both are the same kind of game, so that a
// state of one is a state of the other.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "search/expectimax/expectimax.hpp"
#include "search/expectimax/table.hpp"
#include "search/expectimax/unpruned.hpp"

namespace hazard {

template <Game G>
struct PlayedGame {
  double score = 0.0;  // the rewards, and what the end is worth
  typename G::State last;
  std::uint64_t decisions = 0;
  std::uint64_t nodes = 0;
};

template <Game G>
class SoloPlayer {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // `scored` keeps the score, `planned` is what the search sees; `table` may be null.
  SoloPlayer(const G& scored, const G& planned, const ExpectimaxSettings& settings, const Budget& budget,
             const Evaluator<G>* evaluator, Table<Move>* table, Interrupt interrupt)
      : scored_(scored),
        planned_(planned),
        settings_(settings),
        budget_(budget),
        evaluator_(evaluator),
        table_(settings.table ? table : nullptr),
        interrupt_(std::move(interrupt)),
        // To a fixed depth without windows, an action can be chosen with nothing but its value.
        lean_(method_for(planned, settings) != ExpectimaxMethod::Windows && budget.only_depth()) {}

  PlayedGame<G> play(const State& from, Random& random) {
    PlayedGame<G> game;
    game.last = from;
    Meter meter({}, interrupt_, 512);
    while (true) {
      const Turn turn = scored_.turn(game.last);
      if (turn == Turn::Over) break;
      if (turn == Turn::Min)
        throw GameError("arena.min_in_game_for_one", {{"state", scored_.text(game.last)}});
      const Move move = turn == Turn::Chance ? drawn(game.last, random) : decided(game, meter);
      game.score += reward_of(scored_, game.last, move);
      game.last = scored_.apply(game.last, move);
    }
    game.score += scored_.value(game.last);
    game.nodes += meter.nodes();
    return game;
  }

 private:
  Move drawn(const State& state, Random& random) {
    if constexpr (can_sample<G>()) {
      return scored_.sample(state, random);
    } else {
      edges_.clear();
      scored_.outcomes(state, edges_);
      return pick(edges_, random.uniform()).move;
    }
  }

  Move decided(PlayedGame<G>& game, Meter& meter) {
    ++game.decisions;
    if (table_ != nullptr && lean_) table_->new_generation();
    if (lean_) return best_action(game.last, meter);
    Expectimax<G> search(planned_, settings_, table_, evaluator_);
    const auto result = search.run(game.last, budget_, interrupt_, table_);
    game.nodes += result.statistics.nodes;
    return result.options[0].action;
  }

  Move best_action(const State& state, Meter& meter) {
    Unpruned<G> search(planned_, settings_, meter, evaluator_, table_);
    double best_value = -kInfinity;
    Move best{};
    std::uint32_t children = 0;
    expand(planned_, state, [&](Move move, const State& next) {
      const double value = reward_of(planned_, state, move) + search.value(next, budget_.depth - 1, 1.0);
      if (children++ == 0 || value > best_value) {
        best_value = value;
        best = move;
      }
    });
    if (children == 0) throw GameError("game.no_action", {{"state", planned_.text(state)}});
    meter.count(children);
    return best;
  }

  const G &scored_, &planned_;
  const ExpectimaxSettings settings_;
  const Budget budget_;
  const Evaluator<G>* evaluator_;
  Table<Move>* table_;
  Interrupt interrupt_;
  const bool lean_;
  Edges<Move> edges_;
};

}  // namespace hazard
