// Play-outs that learn from each other (learned.hpp), for games whose states have no numbers: each state gets
// one when play first comes to it, and its moves are listed once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/mix_text.hpp"
#include "core/random.hpp"
#include "search/play_outs/learned.hpp"
#include "search/play_outs/play_out.hpp"
#include "search/solve/graph.hpp"

namespace hazard {

// The part of a game that play has come to, with states and moves as numbers.
template <class G>
class NumberedGame {
 public:
  using State = std::uint32_t;
  using Move = std::uint32_t;  // its place in the list

  explicit NumberedGame(const G& game) : game_(game), index_(game) {}

  State number(const typename G::State& state) const {
    const State found = index_.add(state, game_.key(state));
    if (found == nodes_.size()) nodes_.push_back({});
    return found;
  }
  std::size_t size() const { return nodes_.size(); }

  State start() const { return number(game_.start()); }
  Turn turn(State s) const { return game_.turn(index_[s]); }
  void actions(State s, auto&& sink) const {
    for (Move m = 0, count = listed(s).count; m < count; ++m) sink(m);
  }
  void outcomes(State s, auto&& sink) const {
    const Node node = listed(s);
    for (Move m = 0; m < node.count; ++m) sink(m, steps_[node.first + m].probability);
  }
  State apply(State s, Move m) const {
    const std::size_t step = listed(s).first + m;
    if (steps_[step].next == kUnknown) {
      const typename G::State next = game_.apply(index_[s], steps_[step].move);
      steps_[step].next = number(next);
    }
    return steps_[step].next;
  }
  double reward(State s, Move m) const {
    return reward_of(game_, index_[s], steps_[listed(s).first + m].move);
  }
  double value(State s) const { return game_.value(index_[s]); }
  bool must_sample(State) const { return false; }
  Move sample(State, Random&) const { return 0; }
  Features features() const { return features_of(game_); }
  Bounds bounds() const { return bounds_of(game_); }
  std::uint64_t key(State s) const { return s; }
  std::string text(State s) const { return game_.text(index_[s]); }
  std::string describe(State s, Move m) const {
    return game_.describe(index_[s], steps_[listed(s).first + m].move);
  }

 private:
  static constexpr State kUnknown = ~State{0};
  struct Node {
    std::size_t first = 0;
    Move count = 0;
    bool known = false;
  };
  struct Step {
    typename G::Move move;
    double probability;
    State next;
  };

  const Node& listed(State s) const {
    Node& node = nodes_[s];
    if (node.known) return node;
    node.first = steps_.size();
    const auto add = [&](const typename G::Move& move, double probability = 1.0) {
      steps_.push_back({move, probability, kUnknown});
    };
    if (turn(s) == Turn::Chance) {
      game_.outcomes(index_[s], add);
    } else {
      game_.actions(index_[s], add);
    }
    node.count = static_cast<Move>(steps_.size() - node.first);
    node.known = true;
    return node;
  }

  const G& game_;
  mutable StateIndex<G> index_;
  mutable std::vector<Node> nodes_;
  mutable std::vector<Step> steps_;
};

// How long a state is played out where a search asks what it is worth: so many games that more of them hardly
// change it, within reason.
struct PlayOutLimits {
  static constexpr int kFirstRound = 16, kLongest = 1000, kStill = 3;
  static constexpr std::uint64_t kMoves = 20'000;  // which are cheap where they have been made before,
  static constexpr std::size_t kStates = 4'000;    // and dear where they lead to what has not been seen
  static constexpr double kChange = 0.005;         // of the range of values
};

// Plays `state` out until its value settles; `play` plays one game from it, `moves` counts their moves.
template <Game G>
void settle(const LearnedPlayOuts<G>& games, typename G::State state, const std::uint64_t& moves,
            auto&& play) {
  using Limit = PlayOutLimits;
  const std::uint64_t begun = moves;
  const std::size_t known = games.met();
  const auto go_on = [&] { return moves - begun < Limit::kMoves && games.met() - known < Limit::kStates; };
  // Each round has as many games as all before it: a few more would change little in any case. What stands
  // still once may be luck, before the other side has learned: it has to hold in rounds that follow.
  int round = Limit::kFirstRound;
  for (int still = 0; still < Limit::kStill && go_on(); round *= 2) {
    const double before = games.value(state);
    for (int game = 0; game < round && go_on(); ++game) play();
    still = std::abs(games.value(state) - before) <= Limit::kChange * games.range() ? still + 1 : 0;
  }
}

// The play-outs of one search. The thread that has the clock learns; others, which must not wait for it, play
// at random.
template <class G>
class NumberedPlayOuts {
 public:
  using State = typename G::State;

  double play(const G& game, const State& from, int limit, Random& random, Meter* clock) {
    if (!owner_) owner_ = std::this_thread::get_id();
    const bool elsewhere = *owner_ != std::this_thread::get_id();
    if (elsewhere || features_of(game).draws_only) return at_random(game, from, limit, random);
    Memory& memory = remembered(game);
    return play(memory, memory.game.number(from), limit, random, clock);
  }

  // What `state`, whose text seeds its games, is worth by what they bring.
  double value(const G& game, const State& state, const std::string& text, Meter* clock) {
    if (features_of(game).draws_only) return mean_at_random(game, state, text);
    Memory& memory = remembered(game);
    const std::uint32_t number = memory.game.number(state);
    if (memory.settled.insert(number).second) {
      Random random(mix_text(text));
      settle(memory.games, number, memory.moves,
             [&] { play(memory, number, PlayOutLimits::kLongest, random, clock); });
    }
    const Bounds bounds = bounds_of(game);
    return std::clamp(memory.games.value(number), bounds.low, bounds.high);
  }

  // The thread that the next search learns with.
  void begin() { owner_ = std::this_thread::get_id(); }
  std::uint64_t cut_short() const { return cut_short_before_ + (memory_ ? memory_->games.cut_short() : 0); }

 private:
  static constexpr std::size_t kMostStates = 2'000'000;  // then everything is forgotten

  struct Memory {
    explicit Memory(const G& rules) : game(rules) {}
    NumberedGame<G> game;
    LearnedPlayOuts<NumberedGame<G>> games;
    std::unordered_set<std::uint32_t> settled;
    std::uint64_t moves = 0;
  };

  Memory& remembered(const G& game) {
    if (memory_ && memory_->game.size() > kMostStates) {
      cut_short_before_ += memory_->games.cut_short();
      memory_.reset();
    }
    if (!memory_) memory_ = std::make_unique<Memory>(game);
    return *memory_;
  }

  static double play(Memory& memory, std::uint32_t from, int limit, Random& random, Meter* clock) {
    return memory.games.play(memory.game, from, limit, random, [&] {
      ++memory.moves;
      if (clock != nullptr) clock->glance();
    });
  }

  static double at_random(const G& game, State state, int limit, Random& random) {
    Edges<typename G::Move> edges;
    double collected = 0.0;
    for (int moves = 0; moves < limit && game.turn(state) != Turn::Over; ++moves) {
      const auto move = random_move(game, state, game.turn(state), random, edges);
      collected += reward_of(game, state, move);
      state = game.apply(state, move);
    }
    return collected + (game.turn(state) == Turn::Over ? game.value(state) : unknown_value(game));
  }

  // Where chance is only drawn from, no state is met often enough to learn from.
  static double mean_at_random(const G& game, const State& state, const std::string& text) {
    Random random(mix_text(text));
    double sum = 0.0;
    for (int i = 0; i < PlayOutLimits::kFirstRound; ++i)
      sum += at_random(game, state, PlayOutLimits::kLongest, random);
    const Bounds bounds = bounds_of(game);
    return std::clamp(sum / PlayOutLimits::kFirstRound, bounds.low, bounds.high);
  }

  std::unique_ptr<Memory> memory_;
  std::optional<std::thread::id> owner_;
  std::uint64_t cut_short_before_ = 0;
};

}  // namespace hazard
