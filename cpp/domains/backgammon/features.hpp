// What a network sees of a position: a few inputs for every point and side, and what a player would count.
//
// The board is seen by the side that rolls next. Each side has the same inputs, first the roller's:
//   24 x 4   a point: a blot, made, three or more, how many beyond that
//        5   on the bar: any, how many; borne off: any, how many, all but a few
//        3   pips and the lead in them
//        8   how hard its checkers are to free, one by one and together
//        9   where they stand: home board, primes, connections, spread, spare pips, out of play
//        6   rear checkers and anchors
//        5   blots, the rolls that hit one of the other side's and what that costs it
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/game.hpp"
#include "domains/backgammon/board.hpp"
#include "domains/backgammon/outline.hpp"
#include "learn/kernels.hpp"

namespace hazard::backgammon {

inline constexpr int kInputsPerSide = kPoints * 4 + 5 + 3 + 8 + 9 + 6 + 5;
inline constexpr int kInputs = 2 * kInputsPerSide;

// The inputs that are not zero, in order.
class InputList {
 public:
  operator std::span<const learn::Input>() const { return {items_.data(), count_}; }

 private:
  friend class InputWriter;
  std::array<learn::Input, kInputs + 1> items_;
  std::size_t count_ = 0;
};

// Writes a list from its beginning. Where the next one goes stays in a register: as a number in memory it
// would be stored and loaded again for each input, which takes longer than to find the input.
class InputWriter {
 public:
  HAZARD_INLINE explicit InputWriter(InputList& list) : list_(list), next_(list.items_.data()) {}

  // One that is zero is written over by the next one.
  HAZARD_INLINE void operator()(int index, float value) {
    *next_ = {static_cast<std::uint16_t>(index), value};
    next_ += value != 0.0F;
  }
  HAZARD_INLINE void finish() const { list_.count_ = static_cast<std::size_t>(next_ - list_.items_.data()); }

 private:
  InputList& list_;
  learn::Input* next_;
};

// One side's inputs, in the order of the table above.
class SideInputs {
 public:
  HAZARD_INLINE SideInputs(const Side& side, const Outline& own, const Side& enemy_side, const Outline& enemy,
                           int first, InputWriter& inputs)
      : side_(side), own_(own), enemy_side_(enemy_side), enemy_(enemy), next_(first), inputs_(inputs) {
    points();
    bar_and_off();
    race();
    freedom();
    shape();
    rear();
    fight();
  }

 private:
  HAZARD_INLINE void add(float value) { inputs_(next_++, value); }
  HAZARD_INLINE void add(int count, float unit) { add(static_cast<float>(count) * (1.0F / unit)); }
  HAZARD_INLINE void add(bool is_so) { add(is_so ? 1.0F : 0.0F); }

  // All that is summed up checker by checker, in one loop without branches, whose course nobody can foresee.
  HAZARD_INLINE void points() {
    const float mean = static_cast<float>(own_.pips) / static_cast<float>(std::max(1, own_.checkers)) - 1.0F;
    // The enemy's last checker, on our points: what stands beyond it has still to pass it.
    const int meeting = kPoints - 1 - enemy_.rear;
    for (std::uint32_t left = own_.occupied; left != 0; left &= left - 1) {
      const int point = std::countr_zero(left), count = side_[point], index = next_ + 4 * point;
      // What follows the last point is written over what the bar would have there.
      const int on_board = point < kBar;
      inputs_(index, static_cast<float>(on_board & (count == 1)));
      inputs_(index + 1, static_cast<float>(on_board & (count >= 2)));
      inputs_(index + 2, static_cast<float>(on_board & (count >= 3)));
      inputs_(index + 3, 0.5F * static_cast<float>(on_board * std::max(0, count - 3)));
      const auto checkers = static_cast<float>(count);
      to_pass_ += count * std::max(0, point - meeting);
      passed_ += point > meeting ? 0 : count * (point + 1);
      const float free = escape(point, enemy_);
      mobility_ += checkers * free * static_cast<float>(std::max(0, point - kHome + 1));
      trapped_ += point >= kPoints / 2 ? checkers * (1.0F - free) : 0.0F;
      const float away = std::max(0.0F, static_cast<float>(point) - mean);
      spread_ += checkers * away * away;
      near_ += point < kPoints / 2 ? count : 0;
      behind_ += point >= kPoints - kHome ? count : 0;
      const int spare_at_home = std::max(0, count - 2) * point, outside = count * (point - kHome + 1);
      spare_ += point < kHome ? spare_at_home : point < kPoints - kHome ? outside : 0;
    }
    next_ += 4 * kPoints;
  }

  HAZARD_INLINE void bar_and_off() {
    const int off = kCheckers - own_.checkers;
    add(side_[kBar] > 0);
    add(side_[kBar], 2.0F);
    add(off > 0);
    add(off, 15.0F);
    add(std::max(0, off - 10), 5.0F);
  }

  // A lead is worth more the less there is to go: how far rolls scatter grows with the root of the way.
  HAZARD_INLINE void race() {
    const auto to_go = static_cast<float>(own_.pips), lead = static_cast<float>(enemy_.pips) - to_go;
    add(to_go * (1.0F / 167.0F));
    add(lead > 0.0F ? lead * (1.0F / 20.0F) : 0.0F);
    add(lead > 0.0F ? lead / std::sqrt(2.0F * to_go + lead) : 0.0F);
  }

  HAZARD_INLINE void freedom() {
    const float from_bar = 1.0F - escape(kBar, enemy_);
    float worst = from_bar;  // of all places in the enemy's half of the board
    for (int point = kPoints / 2; point < kBar; ++point) {
      const float stuck = 1.0F - escape(point, enemy_);
      worst = stuck > worst ? stuck : worst;
    }
    add(trapped_ * (1.0F / 4.0F));
    add(1.0F - escape(own_.rear, enemy_));
    add(from_bar);
    add(worst);
    add(mobility_ * (1.0F / 100.0F));
    add(to_pass_, 100.0F);
    add(passed_, 100.0F);
    // Right ahead of the last checker: how many of six points are blocked.
    add(std::popcount((enemy_.made & kBoardBits) >> (kPoints - own_.rear) & kHomeBits), 6.0F);
  }

  HAZARD_INLINE void shape() {
    const std::uint32_t made = own_.made & kBoardBits;
    const std::uint32_t ahead = made << 1 | made << 2 | made << 3 | made << 4 | made << 5 | made << 6;
    const int home = std::popcount(made & kHomeBits);
    add(home, 6.0F);
    add(longest_run(made), 6.0F);
    add(std::popcount(made & ahead), 6.0F);  // made points with another one at most six ahead
    add(spread_ * (1.0F / 500.0F));          // of the checkers behind the mean
    add(spare_, 50.0F);                      // pips to play before something has to break up
    add(near_, 10.0F);
    add(side_[0] + side_[1], 5.0F);
    // Against a checker on the bar, every made home point counts again.
    add(enemy_side_[kBar] > 0 ? home * home : 0, 36.0F);
    add(enemy_side_[kBar] * home, 12.0F);
  }

  HAZARD_INLINE void rear() {
    const std::uint32_t anchors = own_.made >> (kPoints - kHome) & kHomeBits;
    const bool two = std::popcount(anchors) >= 2;
    add(behind_, 4.0F);
    add((anchors & 7U) != 0);  // an advanced anchor
    add((anchors >> 3) != 0);  // a deep one
    add(own_.rear, 24.0F);
    add(two ? behind_ : 0, 4.0F);  // a back game
    add(!two && anchors != 0 ? behind_ : 0, 4.0F);
  }

  HAZARD_INLINE void fight() {
    add(std::popcount(own_.blots & kBoardBits), 4.0F);
    const Shots found =
        shots(side_[kBar], own_.occupied, mirrored(enemy_.blots), ~mirrored(enemy_.made) & kBoardBits);
    add(found.rolls, 36.0F);
    add(found.at_home, 36.0F);
    add(found.two, 36.0F);
    add(found.pips, 360.0F);
  }

  const Side& side_;
  const Outline& own_;
  const Side& enemy_side_;
  const Outline& enemy_;
  int next_;
  InputWriter& inputs_;
  int to_pass_ = 0, passed_ = 0, near_ = 0, behind_ = 0, spare_ = 0;
  float trapped_ = 0.0F, mobility_ = 0.0F, spread_ = 0.0F;
};

// Lists the inputs and tells whether the sides are in contact.
inline bool board_inputs(const Board& board, InputList& inputs) {
  const Outline own(board.own()), enemy(board.opponent());
  InputWriter writer(inputs);
  SideInputs(board.own(), own, board.opponent(), enemy, 0, writer);
  SideInputs(board.opponent(), enemy, board.own(), own, kInputsPerSide, writer);
  writer.finish();
  return in_contact(own, enemy);
}

inline bool in_contact(const Board& board) {
  return in_contact(Outline(board.own()), Outline(board.opponent()));
}

}  // namespace hazard::backgammon
