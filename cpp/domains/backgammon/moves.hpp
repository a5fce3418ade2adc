// Every legal play of a roll, once for each board it leads to.
//
// While plays are tried, the mover's checkers are four bits a point and one bit a point, so that a checker
// moves by one addition and all checkers that a die can move are found by one shift. Together with the set of
// points on which something was hit, the packed checkers *are* the resulting board: 124 bits.
//
// Doubles are played from the back: from 24 down to 1, no checker before one that stands behind it. A legal
// play in any other order is also legal in this one (leaving the bar comes first, and so does coming home),
// and how many checkers left each point can be told from the board that results. So every board comes up
// once. With two different dice the two orders meet often; a small hash table remembers what has been seen.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "domains/backgammon/board.hpp"

namespace hazard::backgammon {

inline constexpr std::uint8_t kNone = 255, kRolled = 254;

// A play: up to four times a checker goes from index to index (kOff: borne off), from the back. Or a roll.
struct Move {
  std::uint8_t from[4] = {kNone, kNone, kNone, kNone};
  std::uint8_t to[4] = {kNone, kNone, kNone, kNone};

  // `first`: who won the opening roll; kNone for any other roll.
  static constexpr Move roll(int die1, int die2, std::uint8_t first = kNone) {
    const auto [low, high] = std::minmax(die1, die2);
    return {{kRolled, kNone, kNone, kNone},
            {static_cast<std::uint8_t>(high), static_cast<std::uint8_t>(low), first, kNone}};
  }
  bool is_roll() const { return from[0] == kRolled; }
  int steps() const {
    int count = 0;
    while (count < 4 && from[count] != kNone) ++count;
    return count;
  }
  friend bool operator==(const Move&, const Move&) = default;
};

static_assert(sizeof(Move) == 8);

// The board after a play, still seen by the side that made it.
inline Board played(Board board, const Move& move) {
  for (int i = 0; i < 4 && move.from[i] != kNone; ++i) {
    --board.checkers[0][move.from[i]];
    const int to = move.to[i];
    if (to == kOff) continue;
    ++board.checkers[0][to];
    std::uint8_t& enemy = board.checkers[1][kPoints - 1 - to];
    board.checkers[1][kBar] = static_cast<std::uint8_t>(board.checkers[1][kBar] + enemy);  // none, or a blot
    enemy = 0;
  }
  return board;
}

// The mover's checkers in the middle of a play.
struct Packed {
  std::uint64_t low = 0, high = 0;  // four bits an index: 0 to 15, and 16 to 24
  std::uint32_t occupied = 0;       // one bit an index
  std::uint32_t hits = 0;           // the points on which a blot was hit

  friend bool operator==(const Packed&, const Packed&) = default;

  Packed moved(int from, int to, std::uint32_t blots) const {
    Packed next = *this;
    std::uint64_t& word = from < 16 ? next.low : next.high;
    word -= std::uint64_t{1} << from % 16 * 4;
    if ((word >> from % 16 * 4 & 15) == 0) next.occupied &= ~(1U << from);
    if (to == kOff) return next;
    (to < 16 ? next.low : next.high) += std::uint64_t{1} << to % 16 * 4;
    next.occupied |= 1U << to;
    next.hits |= blots & 1U << to;
    return next;
  }
};

// The boards that have been seen; at most as many as two dice can lead to.
class SeenBoards {
 public:
  // Whether this is the first time.
  bool insert(const Packed& board) {
    const std::uint64_t mixed = mix64(board.low ^ (board.high << 24 | board.hits) * 0x9e3779b97f4a7c15ULL);
    for (std::size_t slot = mixed % kSlots;; slot = (slot + 1) % kSlots) {
      if (slots_[slot] == 0) {
        boards_[count_] = board;
        slots_[slot] = ++count_;
        return true;
      }
      if (boards_[slots_[slot] - 1] == board) return false;
    }
  }

 private:
  // Fifteen checkers stand on at most fifteen points, before and after the first of them moves; either die
  // may go first.
  static constexpr std::size_t kMost = 2 * kCheckers * kCheckers, kSlots = 1024;
  std::uint16_t count_ = 0;
  std::array<std::uint16_t, kSlots> slots_{};
  std::array<Packed, kMost> boards_;
};

template <class Sink>
class Plays {
 public:
  Plays(const Board& board, Sink& sink) : board_(board), sink_(sink) {
    for (int point = 0; point <= kBar; ++point) {
      const std::uint64_t count = board.own()[point];
      if (count == 0) continue;
      (point < 16 ? start_.low : start_.high) += count << point % 16 * 4;
      start_.occupied |= 1U << point;
    }
    for (int point = 0; point < kPoints; ++point) {
      const std::uint8_t enemies = board.opponent_on(point);
      open_ |= std::uint32_t{enemies < 2} << point;
      blots_ |= std::uint32_t{enemies == 1} << point;
    }
  }

  void doubles(int die) {
    int most = 0;
    longest(start_, die, kBar, 0, most);
    from_the_back(start_, die, kBar, 0, most, Move{});
  }

  void two_dice(int high, int low) {
    SeenBoards seen;
    bool both = false;
    for (const auto& [first, second] : {std::pair(high, low), std::pair(low, high)}) {
      each(movable(start_, first), [&](int from) {
        const int to = target(from, first);
        const Packed between = start_.moved(from, to, blots_);
        each(movable(between, second), [&](int next_from) {
          const int next_to = target(next_from, second);
          both = true;
          if (seen.insert(between.moved(next_from, next_to, blots_))) {
            const bool in_order = next_from < from || (next_from == from && next_to <= to);
            in_order ? play(from, to, next_from, next_to) : play(next_from, next_to, from, to);
          }
        });
      });
    }
    // Both dice if there is any way to, else the larger one, else the smaller one, else none.
    if (both) return;
    const std::uint32_t by_high = movable(start_, high), by_low = movable(start_, low);
    if (by_high == 0 && by_low == 0) return hand_out({});
    const int die = by_high != 0 ? high : low;
    each(by_high != 0 ? by_high : by_low, [&](int from) { play(from, target(from, die)); });
  }

 private:
  static int target(int from, int die) { return from >= die ? from - die : kOff; }

  // Highest first.
  static void each(std::uint32_t points, auto&& visit) {
    while (points != 0) {
      const int point = std::bit_width(points) - 1;
      points ^= 1U << point;
      visit(point);
    }
  }

  // From where a checker may go by `die`, as bits.
  std::uint32_t movable(const Packed& own, int die) const {
    if ((own.occupied >> kBar) != 0) return (open_ >> (kBar - die) & 1U) << kBar;
    std::uint32_t points = own.occupied & open_ << die;
    if (own.occupied >> kHome == 0) {  // all at home: off by the exact number, or from the rearmost point
      const std::uint32_t exact = own.occupied & 1U << (die - 1);
      points |= exact != 0 || own.occupied >> die != 0 ? exact : std::bit_floor(own.occupied);
    }
    return points;
  }

  static constexpr std::uint32_t up_to(int point) { return (2U << point) - 1; }

  void longest(const Packed& own, int die, int last, int steps, int& most) const {
    most = std::max(most, steps);
    if (steps == 4) return;
    each(movable(own, die) & up_to(last), [&](int from) {
      if (most < 4) longest(own.moved(from, target(from, die), blots_), die, from, steps + 1, most);
    });
  }

  void from_the_back(const Packed& own, int die, int last, int steps, int most, Move move) {
    if (steps == most) return hand_out(move);
    each(movable(own, die) & up_to(last), [&](int from) {
      const int to = target(from, die);
      move.from[steps] = static_cast<std::uint8_t>(from);
      move.to[steps] = static_cast<std::uint8_t>(to);
      from_the_back(own.moved(from, to, blots_), die, from, steps + 1, most, move);
    });
  }

  template <class... Steps>
  void play(Steps... from_and_to) {
    const int steps[] = {from_and_to...};
    Move move;
    for (std::size_t i = 0; i < sizeof...(Steps) / 2; ++i) {
      move.from[i] = static_cast<std::uint8_t>(steps[2 * i]);
      move.to[i] = static_cast<std::uint8_t>(steps[2 * i + 1]);
    }
    hand_out(move);
  }

  void hand_out(const Move& move) { sink_(move, played(board_, move)); }

  const Board& board_;
  Sink& sink_;
  Packed start_;
  std::uint32_t open_ = 0, blots_ = 0;  // where the mover may land, and what would be hit there
};

// Calls sink(play, board after it, still seen by the mover) for every legal play of the two dice, boards all
// different; once, with an empty play, if no checker can move. `board` must outlive the call only.
template <class Sink>
void for_each_play(const Board& board, int die1, int die2, Sink&& sink) {
  Plays plays(board, sink);
  die1 == die2 ? plays.doubles(die1) : plays.two_dice(std::max(die1, die2), std::min(die1, die2));
}

}  // namespace hazard::backgammon
