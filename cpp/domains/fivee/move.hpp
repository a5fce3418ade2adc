// A move of the game: a plan that somebody chose, or what the dice made of it; and how it looks from outside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include "domains/fivee/state.hpp"

namespace hazard::fivee {

struct Move {
  Plan plan;                // of a decision
  float score = 0.0F;       // how good the plan looked at first sight: orders, is no part of the move
  std::int16_t amount = 0;  // of damage or healing, in sixteenths
  std::uint8_t result = 0;  // see Result
  std::uint8_t used = 0;    // attacks of the sequence that were made
  bool chance = false;

  friend bool operator==(const Move& a, const Move& b) {
    return a.plan == b.plan && a.amount == b.amount && a.result == b.result && a.used == b.used &&
           a.chance == b.chance;
  }
  bool is(Result r) const { return (result & r) != 0; }
};

inline Move outcome(int amount, int result = 0, int used = 1) {
  Move move;
  move.amount = static_cast<std::int16_t>(std::clamp(amount, -32'000, 32'000));
  move.result = static_cast<std::uint8_t>(result);
  move.used = static_cast<std::uint8_t>(used);
  move.chance = true;
  return move;
}

// What the dice came to, by itself: with what they were rolled for and whom it is about.
struct Outcome {
  Chance kind = Chance::None;
  std::uint8_t result = 0;     // see Result
  std::uint8_t attacks = 1;    // of a sequence that were made
  std::uint8_t who = kNobody;  // whose save, or whom it befalls; nobody: several
  bool save = false;           // a saving throw decides it
  std::int16_t amount = 0;     // of damage or healing, in sixteenths
  bool is(Result r) const { return (result & r) != 0; }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// A move as Python sees it.
using MoveRecord = std::variant<Plan, Outcome>;

}  // namespace hazard::fivee
