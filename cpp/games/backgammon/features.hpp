// What a network sees of a position: a few inputs for every point and side, and what a player would count.
//
// The board is seen by the side that rolls next. Each side has the same inputs, first the roller's:
//   24 x 4   a point: a blot, made, three or more, how many beyond that
//        4   on the bar: any, how many; borne off: how many, all but a few
//       15   pips and the lead in them, how hard its rear checkers are to free, home board, longest prime,
//            rear checkers and anchors, blots, the rolls that hit one of the other side's and what that costs
//            it, checkers out of play
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "games/backgammon/board.hpp"
#include "learn/kernels.hpp"

namespace hazard::backgammon {

inline constexpr int kInputsPerSide = kPoints * 4 + 4 + 15;
inline constexpr int kInputs = 2 * kInputsPerSide;

// The inputs that are not zero.
class InputList {
 public:
  void operator()(int index, float value) {
    if (value != 0.0F) items_[count_++] = {static_cast<std::uint16_t>(index), value};
  }
  operator std::span<const learn::Input>() const { return {items_.data(), count_}; }
  void clear() { count_ = 0; }

 private:
  std::array<learn::Input, kInputs> items_;
  std::size_t count_ = 0;
};

// One side's checkers as bits, an index each, in the order in which that side counts.
struct Outline {
  std::uint32_t occupied = 0, made = 0, blots = 0;

  explicit Outline(const Side& side) {
    for (int point = 0; point <= kBar; ++point) {
      occupied |= std::uint32_t{side[point] > 0} << point;
      made |= std::uint32_t{side[point] > 1} << point;
      blots |= std::uint32_t{side[point] == 1} << point;
    }
  }
};

// The same points, counted by the other side. The bar has no counterpart.
inline std::uint32_t mirrored(std::uint32_t points) {
  std::uint32_t result = 0;
  for (points &= 0xffffff; points != 0; points &= points - 1) {
    result |= 1U << (kPoints - 1 - std::countr_zero(points));
  }
  return result;
}

// Of the 36 rolls, how many let a checker go the whole roll when the points ahead that are set (bit 0: one
// away) are blocked.
inline const std::array<std::uint8_t, 4096> kEscapes = [] {
  std::array<std::uint8_t, 4096> table{};
  for (unsigned blocked = 0; blocked < table.size(); ++blocked) {
    const auto open = [blocked](int away) { return away > 12 || (blocked >> (away - 1) & 1U) == 0; };
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) {
        const bool free = open(high + low) && (open(high) || open(low));
        table[blocked] = static_cast<std::uint8_t>(table[blocked] + (free ? 1 + (high != low) : 0));
      }
    }
  }
  return table;
}();

// Of the 36 rolls: how many can hit, and how far back what they hit is sent, added up.
struct Shots {
  int rolls = 0, pips = 0;
};

// Shots at `targets`, with `open` points to land on: all in the order of the side that rolls. How the rest of
// the roll is played is not looked at, so this is at most a few rolls off.
inline Shots shots(const Side& side, std::uint32_t occupied, std::uint32_t targets, std::uint32_t open) {
  Shots found;
  if (targets == 0) return found;
  const int on_bar = side[kBar];
  const std::uint32_t others = occupied & 0xffffff;
  const auto entry = [](int die) { return 1U << (kBar - die); };
  for (int high = 1; high <= 6; ++high) {
    for (int low = 1; low <= high; ++low) {
      std::uint32_t passed = 0;  // points on which a checker can land
      if (high == low) {
        // All checkers on the bar enter first, by the same number.
        std::uint32_t reached = on_bar == 0 ? others : entry(high) & open;
        if (on_bar > 0) passed = reached;
        if (on_bar > 0 && reached != 0) reached |= others;
        for (int left = 4 - on_bar; left > 0 && reached != 0; --left) {
          reached = reached >> high & open;
          passed |= reached;
        }
      } else if (on_bar == 0) {
        const std::uint32_t by_high = others >> high & open, by_low = others >> low & open;
        passed = by_high | by_low | by_high >> low | by_low >> high;
      } else {
        const auto enter = [&](int first, int second) {
          if ((entry(first) & open) == 0) return;
          passed |= entry(first);
          if (on_bar == 1) passed |= (others | entry(first)) >> second;
        };
        enter(high, low);
        enter(low, high);
      }
      // The furthest that is hit: a checker on our point n is sent back n pips and one more.
      if (const std::uint32_t hit = passed & targets; hit != 0) {
        const int ways = 1 + (high != low);
        found.rolls += ways;
        found.pips += ways * std::bit_width(hit);
      }
    }
  }
  return found;
}

inline int longest_run(std::uint32_t points) {
  int length = 0;
  for (; points != 0; points &= points >> 1) ++length;
  return length;
}

inline void side_inputs(const Side& side, const Outline& own, const Outline& enemy, const Side& enemy_side,
                        int first, InputList& inputs) {
  for (std::uint32_t left = own.occupied & 0xffffff; left != 0; left &= left - 1) {
    const int point = std::countr_zero(left), count = side[point], index = first + 4 * point;
    inputs(index, count == 1 ? 1.0F : 0.0F);
    inputs(index + 1, count >= 2 ? 1.0F : 0.0F);
    inputs(index + 2, count >= 3 ? 1.0F : 0.0F);
    inputs(index + 3, count > 3 ? static_cast<float>(count - 3) / 2.0F : 0.0F);
  }
  int next = first + 4 * kPoints;
  const auto add = [&](float value) { inputs(next++, value); };
  const int off = kCheckers - checkers_left(side);
  add(side[kBar] > 0 ? 1.0F : 0.0F);
  add(static_cast<float>(side[kBar]) / 2.0F);
  add(static_cast<float>(off) / 15.0F);
  add(off > 10 ? static_cast<float>(off - 10) / 5.0F : 0.0F);

  const std::uint32_t blocked = mirrored(enemy.made), targets = mirrored(enemy.blots);
  const auto escapes = [&](int point) {
    // Bit 0 of the table's index is one point ahead, which is the next lower bit of the board.
    unsigned ahead = 0;
    for (int away = 1; away <= 12 && away <= point; ++away)
      ahead |= (blocked >> (point - away) & 1U) << (away - 1);
    return static_cast<float>(kEscapes[ahead]) / 36.0F;
  };
  float trapped = 0.0F, rear = 0.0F;
  const int last = own.occupied == 0 ? 0 : std::bit_width(own.occupied) - 1;
  for (int point = kPoints / 2; point <= kBar; ++point) {
    if (side[point] == 0) continue;
    const float stuck = 1.0F - escapes(point);
    trapped += stuck * side[point];
    if (point == last) rear = stuck;
  }
  // A lead is worth more the less there is to go: how far rolls scatter grows with the root of the way.
  const auto to_go = static_cast<float>(pips(side)), lead = static_cast<float>(pips(enemy_side)) - to_go;
  add(to_go / 167.0F);
  add(lead > 0.0F ? lead / 20.0F : 0.0F);
  add(lead > 0.0F ? lead / std::sqrt(2.0F * to_go + lead) : 0.0F);
  add(trapped / 4.0F);
  add(rear);
  add(static_cast<float>(std::popcount(own.made & 0x3fU)) / 6.0F);
  add(static_cast<float>(longest_run(own.made & 0xffffff)) / 6.0F);
  int behind = 0;
  for (int point = kPoints - kHome; point <= kBar; ++point) behind += side[point];
  add(static_cast<float>(behind) / 4.0F);
  add((own.made >> 18 & 7U) != 0 ? 1.0F : 0.0F);  // an advanced anchor
  add((own.made >> 21 & 7U) != 0 ? 1.0F : 0.0F);  // a deep one
  add(static_cast<float>(std::popcount(own.blots & 0xffffff)) / 4.0F);
  const Shots shooting = shots(side, own.occupied, targets, ~blocked & 0xffffff);
  add(static_cast<float>(shooting.rolls) / 36.0F);
  add(static_cast<float>(shooting.pips) / 360.0F);
  add(static_cast<float>(side[0] + side[1]) / 5.0F);
  // Against a checker on the bar, every made home point counts again.
  const float closed = static_cast<float>(std::popcount(own.made & 0x3fU)) / 6.0F;
  add(enemy_side[kBar] > 0 ? closed * closed : 0.0F);
}

// Whether the sides can still hit or block each other.
inline bool in_contact(const Board& board) {
  int rear[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    for (int point = kBar; point > 0 && rear[side] == 0; --point) {
      if (board.checkers[side][point] > 0) rear[side] = point;
    }
  }
  return rear[0] + rear[1] > kPoints - 1;
}

// Lists the inputs and tells whether the sides are in contact.
inline bool board_inputs(const Board& board, InputList& inputs) {
  inputs.clear();
  const Outline own(board.own()), enemy(board.opponent());
  side_inputs(board.own(), own, enemy, board.opponent(), 0, inputs);
  side_inputs(board.opponent(), enemy, own, board.own(), kInputsPerSide, inputs);
  return in_contact(board);
}

}  // namespace hazard::backgammon
