// Plays and rolls as they are shown outside: points as the mover counts them, 25 for the bar, 0 for off.
#pragma once

#include <compare>
#include <cstdint>
#include <variant>

#include "domains/backgammon/moves.hpp"

namespace hazard::backgammon {

// Up to four steps of a checker, and which of them hit; none at all where a roll moves nothing.
struct Play {
  std::uint8_t count = 0;
  std::uint8_t hits = 0;  // bit i: the i-th step
  std::uint8_t from[4] = {};
  std::uint8_t to[4] = {};
  friend auto operator<=>(const Play&, const Play&) = default;
};

// A roll, larger die first; `first` is who won the opening roll, kNone for any other.
struct Roll {
  std::uint8_t high = 0, low = 0, first = kNone;
  friend auto operator<=>(const Roll&, const Roll&) = default;
};

using MoveRecord = std::variant<Play, Roll>;

inline Play play_of(const Board& board, const Move& move) {
  Play play;
  std::uint32_t hit = 0;
  for (int i = 0; i < move.steps(); ++i) {
    const int from = move.from[i], to = move.to[i];
    play.from[i] = static_cast<std::uint8_t>(from + 1);
    play.to[i] = to == kOff ? 0 : static_cast<std::uint8_t>(to + 1);
    // Only the first checker to land on a blot hits it.
    if (to != kOff && board.opponent_on(to) == 1 && (hit >> to & 1) == 0) {
      hit |= 1U << to;
      play.hits = static_cast<std::uint8_t>(play.hits | 1U << i);
    }
    ++play.count;
  }
  return play;
}

}  // namespace hazard::backgammon
