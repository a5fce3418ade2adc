// Games for any number of players, each with a value of its own, and games with secrets: the same words as in
// Python. A compiled game has `players()` and `payoffs(state, found)`; one with secrets has `sees(state,
// player)` as well, a fingerprint of what a player knows.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

inline constexpr int kMostPlayers = 64;

inline bool decides(Turn turn) { return turn != Turn::Chance && turn != Turn::Over; }

// MAX and MIN are the players 0 and 1; the turns of the others follow Over.
inline int player_of(Turn turn) {
  const int number = static_cast<int>(turn);
  return number < 2 ? number : number - 2;
}
inline Turn turn_of(int player) { return static_cast<Turn>(player < 2 ? player : player + 2); }

// payoffs: what everybody gets at the end, or a guess before it.
template <class G>
concept ManyPlayers =
    Game<G> && requires(const G& game, const typename G::State& state, std::span<double> found) {
      { game.players() } -> std::convertible_to<std::size_t>;
      game.payoffs(state, found);
    };

template <class G>
constexpr bool has_secrets() {
  return requires(const G& game, const typename G::State& state) {
    { game.sees(state, 0) } -> std::convertible_to<std::uint64_t>;
  };
}

// Whether anything is hidden in this very game: a game in Python may have `sees` or not.
template <class G>
bool hides(const G& game) {
  if constexpr (requires { game.hides(); }) {
    return game.hides();
  } else {
    return has_secrets<G>();
  }
}

// What a step pays everybody at once, added to `found`.
template <class G>
void add_rewards(const G& game, const typename G::State& state, const typename G::Move& move,
                 std::span<double> found) {
  if constexpr (requires { game.add_rewards(state, move, found); }) game.add_rewards(state, move, found);
}

// What tells one move from another in states that look alike.
template <class G>
std::uint64_t move_identity(const G& game, const typename G::State& state, const typename G::Move& move) {
  if constexpr (requires { game.move_key(state, move); }) {
    return game.move_key(state, move);
  } else if constexpr (requires { move.key(); }) {
    return move.key();
  } else {
    static_assert(std::is_enum_v<typename G::Move> || std::is_integral_v<typename G::Move>);
    return static_cast<std::uint64_t>(move);
  }
}

// One outcome of chance, drawn by its probability.
template <class G>
typename G::Move drawn_outcome(const G& game, const typename G::State& state, Random& random) {
  if constexpr (requires { game.sample(state, random); }) {
    return game.sample(state, random);
  } else {
    double left = random.uniform();
    typename G::Move chosen{};
    game.outcomes(state, [&](const typename G::Move& move, double probability) {
      if (left >= 0.0) chosen = move;
      left -= probability;
    });
    return chosen;
  }
}

}  // namespace hazard
