// The game model, as the searches see it: the same words as hazard.Game in Python.
//
// A game is a value with a State, a Move and six functions. Moves are handed to a *sink*, so that one
// search can walk them without storing them (full_width.hpp) and another can collect and order them
// (expectimax.hpp). Everything beyond the six functions is optional and found at compile time.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// For the few lines that run at every node: the compiler's own judgement leaves calls there that cost as much
// as the node itself.
#define HAZARD_INLINE __attribute__((always_inline))

namespace hazard {

enum class Turn : std::uint8_t { Max, Min, Chance, Over };

// A game broke its own contract, or cannot be searched as asked. An error is a code and its context, never a
// sentence: Python makes the words, in the reader's language.
struct GameError : std::runtime_error {
  using Context = std::vector<std::pair<std::string, std::string>>;
  explicit GameError(const std::string& code, Context named = {})
      : std::runtime_error(code), context(std::move(named)) {}

  Context context;
};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// An action (probability 1) or an outcome of chance.
template <class Move>
struct Edge {
  Move move;
  double probability;
};

// A sink that keeps what it is given; reused from node to node, so it allocates only while it grows.
template <class Move>
class Edges {
 public:
  void operator()(Move move, double probability = 1.0) { edges_.push_back({move, probability}); }
  void clear() { edges_.clear(); }
  void shrink(std::size_t size) { edges_.resize(size); }
  std::size_t size() const { return edges_.size(); }
  bool empty() const { return edges_.empty(); }
  Edge<Move>& operator[](std::size_t i) { return edges_[i]; }
  const Edge<Move>& operator[](std::size_t i) const { return edges_[i]; }
  auto begin() { return edges_.begin(); }
  auto end() { return edges_.end(); }
  auto begin() const { return edges_.begin(); }
  auto end() const { return edges_.end(); }

 private:
  std::vector<Edge<Move>> edges_;
};

// A move as a game shows it outside, by itself: a record that names what is done, or the move as it is. Words
// for it are made elsewhere.
template <class G>
auto record_of(const G& game, const typename G::State& state, const typename G::Move& move) {
  if constexpr (requires { game.record(state, move); }) {
    return game.record(state, move);
  } else {
    return move;
  }
}

template <class G>
concept Game = std::copyable<typename G::State> && std::equality_comparable<typename G::State> &&
               std::equality_comparable<typename G::Move> &&
               requires(const G& game, const typename G::State& state, const typename G::Move& move,
                        Edges<typename G::Move>& sink) {
                 { game.start() } -> std::same_as<typename G::State>;
                 { game.turn(state) } -> std::same_as<Turn>;
                 game.actions(state, sink);   // sink(action) for each; MAX and MIN nodes
                 game.outcomes(state, sink);  // sink(outcome, probability) for each; CHANCE nodes
                 { game.apply(state, move) } -> std::convertible_to<typename G::State>;
                 { game.value(state) } -> std::convertible_to<double>;
                 // A 64-bit fingerprint: equal states have equal keys, others differ in practice.
                 { game.key(state) } -> std::same_as<std::uint64_t>;
                 { game.text(state) } -> std::convertible_to<std::string>;
               };

// What the player to move may do; a state that is not over has at least one action.
template <class G>
void list_actions(const G& game, const typename G::State& state, Edges<typename G::Move>& edges) {
  edges.clear();
  game.actions(state, edges);
  if (edges.empty()) throw GameError("game.no_action", {{"state", game.text(state)}});
}

struct Bounds {
  double low = -kInfinity;
  double high = kInfinity;
  bool finite() const { return low > -kInfinity && high < kInfinity; }
  bool any() const { return low > -kInfinity || high < kInfinity; }
};

// A game written in Python decides at run time which optional methods it has; it says so here.
// A compiled game says it by having the function.
struct Features {
  bool reward = true;
  bool rank = true;
  bool quiet = true;
  bool prior = true;
  bool heuristic = true;    // `value` also guesses what an unfinished state is worth
  bool draws_only = false;  // chance cannot be listed, only drawn from
};

template <class G>
Features features_of(const G& game) {
  if constexpr (requires { game.features(); }) {
    return game.features();
  } else {
    using S = typename G::State;
    using M = typename G::Move;
    return {
        .reward = requires(const S& s, const M& m) { game.reward(s, m); },
        .rank = requires(const S& s, const M& m) { game.rank(s, m); },
        .quiet = requires(const S& s) { game.quiet(s); },
        .prior = requires(const S& s, const Edges<M>& e, std::vector<double>& p) { game.prior(s, e, p); }};
  }
}

// What a step is worth at once. Games without rewards pay nothing for asking.
template <class G>
double reward_of(const G& game, const typename G::State& state, const typename G::Move& move) {
  if constexpr (requires { game.reward(state, move); }) {
    return game.reward(state, move);
  } else {
    return 0.0;
  }
}

template <class G>
double rank_of(const G& game, const typename G::State& state, const typename G::Move& move) {
  if constexpr (requires { game.rank(state, move); }) {
    return game.rank(state, move);
  } else {
    return 0.0;
  }
}

template <class G>
bool is_quiet(const G& game, const typename G::State& state) {
  if constexpr (requires { game.quiet(state); }) {
    return game.quiet(state);
  } else {
    return true;
  }
}

// Whether the game values many states at once faster than one by one: values(states, found).
template <class G>
constexpr bool values_many() {
  return requires(const G& game, std::span<const typename G::State> states, std::span<double> found) {
    game.values(states, found);
  };
}

template <class G>
void values_of(const G& game, std::span<const typename G::State> states, std::span<double> found) {
  if constexpr (values_many<G>()) {
    game.values(states, found);
  } else {
    for (std::size_t i = 0; i < states.size(); ++i) found[i] = game.value(states[i]);
  }
}

// The lowest and highest value any state can have, or infinities where the game does not say. The value of a
// state is what is still to come from it: the reward of the step that led to it is not part of it, and an
// action, which is a reward and a state, may well be worth less than the lowest value.
template <class G>
Bounds bounds_of(const G& game) {
  if constexpr (requires { game.bounds(); }) {
    return game.bounds();
  } else {
    return {};
  }
}

// The same for the values that a search of `depth` decisions from `root` can meet: a game may know them more
// closely there, and then chance nodes are cut sooner.
template <class G>
Bounds bounds_within(const G& game, const typename G::State& root, int depth) {
  if constexpr (requires { game.bounds_within(root, depth); }) {
    return game.bounds_within(root, depth);
  } else {
    return bounds_of(game);
  }
}

// Whether a search has to hold what it finds to the bounds: a reward and a guess may add up to a value that
// no state can have. Without rewards, values within the bounds stay there.
template <class G>
bool held_to_bounds(const G& game) {
  return features_of(game).reward && bounds_of(game).any();
}

// What a state is taken for of which nothing is known: the middle of what is possible.
template <class G>
double unknown_value(const G& game) {
  const Bounds bounds = bounds_of(game);
  return bounds.finite() ? 0.5 * (bounds.low + bounds.high) : std::clamp(0.0, bounds.low, bounds.high);
}

// A line of play that is longer than a search follows, where nothing but the end of the game would end it.
template <class G>
GameError line_without_end(const G& game, const typename G::State& state, int moves) {
  return GameError("search.line_without_end",
                   {{"count", std::to_string(moves)}, {"state", game.text(state)}});
}

// Each action with the state it leads to: sink(action, next). A game in which an action is known to be
// possible only once it has been made answers both at once, by `expand`.
template <class G>
HAZARD_INLINE inline void expand(const G& game, const typename G::State& state, auto&& sink) {
  if constexpr (requires { game.expand(state, sink); }) {
    game.expand(state, sink);
  } else {
    game.actions(state,
                 [&](const typename G::Move& move) HAZARD_INLINE { sink(move, game.apply(state, move)); });
  }
}

// The same for chance: sink(outcome, probability, next).
template <class G>
HAZARD_INLINE inline void deal(const G& game, const typename G::State& state, auto&& sink) {
  if constexpr (requires { game.deal(state, sink); }) {
    game.deal(state, sink);
  } else {
    game.outcomes(state, [&](const typename G::Move& move, double probability)
                             HAZARD_INLINE { sink(move, probability, game.apply(state, move)); });
  }
}

// The better of two values for whoever moves, in one instruction.
template <bool maximise>
HAZARD_INLINE inline double better_of(double a, double b) {
  return maximise ? std::max(b, a) : std::min(b, a);
}

// Whose node `state` is, where its moves will be asked for next: a game may answer both at once.
template <class G>
Turn turn_before_moves(const G& game, const typename G::State& state) {
  if constexpr (requires { game.expect_moves(state); }) game.expect_moves(state);
  return game.turn(state);
}

// Whether the game says that MIN never moves.
template <class G>
constexpr bool is_for_one_player() {
  if constexpr (requires { G::kOnePlayer; }) {
    return G::kOnePlayer;
  } else {
    return false;
  }
}

// Whether the game says that no two moves of a state lead to the same one.
template <class G>
constexpr bool has_distinct_successors() {
  if constexpr (requires { G::kDistinctSuccessors; }) {
    return G::kDistinctSuccessors;
  } else {
    return false;
  }
}

// Whether play seems to lead to no state in two ways, by what the game has shown so far: looking for equal
// states is then work for nothing.
template <class G>
bool seems_a_tree(const G& game) {
  if constexpr (requires { game.seems_a_tree(); }) {
    return game.seems_a_tree();
  } else {
    return false;
  }
}

// Whether an interpreter answers for the game: one thread at a time, and every answer may be slow.
template <class G>
constexpr bool is_interpreted() {
  if constexpr (requires { G::kInterpreted; }) {
    return G::kInterpreted;
  } else {
    return false;
  }
}

}  // namespace hazard
