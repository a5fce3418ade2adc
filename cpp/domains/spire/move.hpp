// A move of the game: what the player does, or what chance deals. Sixteen bytes, compared as a whole.
#pragma once

#include <cstdint>

#include "domains/spire/state.hpp"

namespace hazard::spire {

enum class MoveKind : std::uint8_t {
  Play,    // index: place in hand; target: a monster or nobody
  Potion,  // index: slot
  End,
  Choose,   // index: place in the pile that is chosen from
  Done,     // no more cards are chosen
  Outcome,  // index: which outcome; its meaning belongs to the step at the head of the queue
  Drawn     // picks: places in the draw pile, `count` of them, rising
};

inline constexpr int kMostPicks = 12;

struct Move {
  MoveKind kind = MoveKind::End;
  std::uint8_t index = 0;
  std::uint8_t target = kNobody;
  std::uint8_t count = 0;
  std::uint8_t picks[kMostPicks] = {};
  friend bool operator==(const Move&, const Move&) = default;
};
static_assert(sizeof(Move) == 16);

inline Move play_of(int index, int target) {
  Move move;
  move.kind = MoveKind::Play;
  move.index = static_cast<std::uint8_t>(index);
  move.target = static_cast<std::uint8_t>(target);
  return move;
}

inline Move potion_of(int slot, int target) {
  Move move = play_of(slot, target);
  move.kind = MoveKind::Potion;
  return move;
}

inline Move choice_of(int index) {
  Move move;
  move.kind = MoveKind::Choose;
  move.index = static_cast<std::uint8_t>(index);
  return move;
}

inline Move outcome_of(int index) {
  Move move = choice_of(index);
  move.kind = MoveKind::Outcome;
  return move;
}

}  // namespace hazard::spire
