// Play-outs that learn from each other, for games whose states have numbers and whose answers are dear.
//
// A random game tells little of a position where only a few ways to play are any good. So every state
// remembers what it has turned out to be worth: at a decision the best that followed, at chance the
// expectation. A game tries what it has never tried, at random, and then what looks best with some curiosity;
// on the way back every state it passed is worth what follows it is worth by now. In a small game values soon
// are nearly those of best play; in a large one, where no state is met twice, these are random games
// (real-time dynamic programming: Barto, Bradtke and Singh 1995; the curiosity is UCT's).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

template <Game G>
class LearnedPlayOuts {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // One game from `from`, of `limit` moves at most; `each_move` is called before each of them. Returns what
  // `from` is taken to be worth now.
  double play(const G& game, State from, int limit, Random& random, auto&& each_move) {
    path_.clear();
    State state = from;
    Turn turn = game.turn(state);
    for (int moves = 0; turn != Turn::Over && moves < limit; ++moves) {
      each_move();
      const Move move = turn == Turn::Chance ? drawn(game, state, random) : chosen(game, state, turn, random);
      path_.push_back({state, turn, move});
      tried_.insert(step_key(state, move));
      state = game.apply(state, move);
      turn = game.turn(state);
    }
    cut_short_ += turn != Turn::Over;
    arrive(game, state, turn);
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) learn(game, *step);
    return at(from).value;
  }

  // Games that have come through a state, and what it has turned out to be worth.
  std::uint32_t visits(State state) const { return state < seen_.size() ? seen_[state].visits : 0; }
  double value(State state) const { return state < seen_.size() ? seen_[state].value : 0.0; }
  // Games that came to no end within the limit.
  std::uint64_t cut_short() const { return cut_short_; }
  // States that games have come through.
  std::size_t met() const { return met_; }
  // Of all values so far.
  double range() const { return std::max(0.0, high_ - low_); }

 private:
  static constexpr double kCuriosity = 0.5;  // in units of the range of values

  struct Seen {
    double value = 0.0;
    double mean = 0.0;  // of what followed: for what chance has not brought yet
    std::uint32_t visits = 0;
  };
  struct Step {
    State state;
    Turn turn;
    Move move;
  };

  Seen& at(State state) {
    if (state >= seen_.size()) seen_.resize(std::max<std::size_t>(state + 1, 2 * seen_.size()));
    return seen_[state];
  }

  static std::uint64_t step_key(State state, Move move) { return std::uint64_t{state} << 32 | move; }

  // What a move that has been tried leads to; nothing for one that has not.
  const Seen* after(const G& game, State state, Move move) {
    if (!tried_.contains(step_key(state, move))) return nullptr;
    const Seen& seen = at(game.apply(state, move));
    return seen.visits == 0 ? nullptr : &seen;
  }

  Move drawn(const G& game, State state, Random& random) {
    if (must_sample(game, state)) return game.sample(state, random);
    edges_.clear();
    game.outcomes(state, edges_);
    return pick(edges_, random.uniform()).move;
  }

  Move chosen(const G& game, State state, Turn turn, Random& random) {
    edges_.clear();
    game.actions(state, edges_);
    const double side = turn == Turn::Max ? 1.0 : -1.0;
    const double curiosity = kCuriosity * range() * std::sqrt(std::log(visits(state) + 1.0));
    Move best = edges_[0].move;
    double best_score = -kInfinity;
    std::uint32_t untried = 0;
    for (const auto& edge : edges_) {
      const Seen* next = after(game, state, edge.move);
      if (next == nullptr) {
        if (random.below(++untried) == 0) best = edge.move;
      } else if (untried == 0) {
        const double worth = side * (reward_of(game, state, edge.move) + next->value);
        const double score = worth + curiosity / std::sqrt(static_cast<double>(next->visits));
        if (score > best_score) {
          best_score = score;
          best = edge.move;
        }
      }
    }
    return best;
  }

  void arrive(const G& game, State state, Turn turn) {
    Seen& seen = at(state);
    if (turn == Turn::Over) {
      seen.value = game.value(state);
    } else if (seen.visits == 0) {
      seen.value = seen.mean =
          features_of(game).heuristic ? game.value(state) : unknown_value(game);  // cut short
    }
    met_ += seen.visits++ == 0;
    low_ = std::min(low_, seen.value);
    high_ = std::max(high_, seen.value);
  }

  void learn(const G& game, const Step& step) {
    const double brought =
        reward_of(game, step.state, step.move) + at(game.apply(step.state, step.move)).value;
    Seen& seen = at(step.state);
    met_ += seen.visits++ == 0;
    seen.mean += (brought - seen.mean) / seen.visits;
    seen.value = step.turn == Turn::Chance ? expectation(game, step.state, seen.mean)
                                           : best(game, step.state, step.turn, brought);
    low_ = std::min(low_, seen.value);
    high_ = std::max(high_, seen.value);
  }

  double expectation(const G& game, State state, double mean) {
    if (must_sample(game, state)) return mean;
    double sum = 0.0, known = 0.0;
    game.outcomes(state, [&](const Move& move, double probability) {
      const Seen* next = after(game, state, move);
      if (next == nullptr) return;
      sum += probability * (reward_of(game, state, move) + next->value);
      known += probability;
    });
    return sum + (1.0 - known) * mean;
  }

  double best(const G& game, State state, Turn turn, double brought) {
    double best = brought;
    game.actions(state, [&](const Move& move) {
      const Seen* next = after(game, state, move);
      if (next == nullptr) return;
      const double worth = reward_of(game, state, move) + next->value;
      best = turn == Turn::Max ? std::max(best, worth) : std::min(best, worth);
    });
    return best;
  }

  std::vector<Seen> seen_;                   // by the number of the state
  std::unordered_set<std::uint64_t> tried_;  // moves that games have made
  std::size_t met_ = 0;
  std::vector<Step> path_;
  Edges<Move> edges_;
  std::uint64_t cut_short_ = 0;
  double low_ = kInfinity, high_ = -kInfinity;  // of all values so far
};

}  // namespace hazard
