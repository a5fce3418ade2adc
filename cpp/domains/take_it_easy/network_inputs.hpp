// What the network sees of a board of Take It Easy. What is to come depends on three things: which hexes are
// empty, which number each line still stands for, and which tiles are left. So the inputs are, each a one at
// one of its places:
//
//   for each empty hex   what its three lines ask of a tile, and how many tiles left would satisfy them
//   for each line        its number, how many tiles it lacks, and how many of that number are left
//   for each tile        whether it is left
//   for each number      how many tiles with it are left
//   and                  how many hexes are empty
//
// An input has a slot of its own for each of these, so that two boards are compared slot by slot.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "domains/take_it_easy/board.hpp"
#include "learn/whole_kernels.hpp"

namespace hazard::take_it_easy {

// What a line stands for: one of its three numbers, any as long as it is empty, or none any more: it has two
// numbers, it has been paid, or too few tiles with its number are left.
inline constexpr int kOpen = 3, kDead = 4, kLineReadings = 5;
inline constexpr int kAsks = kLineReadings * kLineReadings * kLineReadings;  // of a hex, by its three lines
inline constexpr int kNumberCount = 9, kOfEachNumber = kTiles / 3;

struct LineReading {
  std::uint8_t state = kOpen, missing = 0;
};

// A line as the network sees it.
struct LineSeen {
  std::uint16_t input;
  std::uint8_t state;
};

// The ask of a hex has the states of its three lines as its digits, of base 5.
inline constexpr std::array<int, kDirections> kAskDigits{kLineReadings * kLineReadings, kLineReadings, 1};

// How inputs are numbered; 0 is none.
struct InputNumbers {
  static constexpr int kLineInputs = 152, kDeadLine = 150, kOpenLine = 151;

  std::array<std::uint16_t, kAsks> ask_offsets{};
  std::array<std::uint32_t, kAsks> ask_matches{};  // which tiles satisfy two lines or more; else none
  std::array<std::uint32_t, kNumberCount> with_number{};
  std::array<std::array<LineReading, kFillings>, kLongest + 1> readings{};  // by a line's length and filling
  int of_hex = 0, lines = 0, tiles = 0, counts = 0, empties = 0, size = 0;

  constexpr InputNumbers() {
    for (int tile = 0; tile < kTiles; ++tile) {
      for (int direction = 0; direction < kDirections; ++direction)
        with_number[3 * direction + choice_of(tile, direction)] |= 1U << tile;
    }
    for (int ask = 0; ask < kAsks; ++ask) {
      const std::array<int, kDirections> states{ask / 25, ask / 5 % 5, ask % 5};
      std::uint32_t matches = kAllTiles;
      int numbers = 0;
      for (int direction = 0; direction < kDirections; ++direction) {
        if (states[direction] >= kOpen) continue;
        matches &= with_number[3 * direction + states[direction]];
        ++numbers;
      }
      // One tile satisfies three lines, three satisfy two. Of one line, its own input says it.
      ask_matches[ask] = numbers >= 2 ? matches : 0;
      ask_offsets[ask] = static_cast<std::uint16_t>(of_hex);
      of_hex += std::popcount(ask_matches[ask]) + 1;
    }
    for (int length = 3; length <= kLongest; ++length) {
      for (std::size_t filling = 0; filling < kFillings; ++filling)
        readings[length][filling] = read(static_cast<Line>(filling), length);
    }
    lines = 1 + kHexes * of_hex;
    tiles = lines + kLines * kLineInputs;
    counts = tiles + kTiles;
    empties = counts + kNumberCount * (kOfEachNumber + 1);
    size = empties + kHexes + 1;
  }

 private:
  static constexpr LineReading read(Line filling, int length) {
    int state = kOpen, missing = 0;
    for (int i = 0; i < length; ++i) {
      const int digit = filling >> (2 * i) & 3;
      if (digit == 0) {
        ++missing;
      } else if (state == kOpen) {
        state = digit - 1;
      } else if (state != digit - 1) {
        state = kDead;
      }
    }
    return {static_cast<std::uint8_t>(missing == 0 ? kDead : state), static_cast<std::uint8_t>(missing)};
  }
};
inline constexpr InputNumbers kInputs{};

// As std::popcount, which is a call into a library on processors of any age.
HAZARD_INLINE constexpr int count_bits(std::uint32_t bits) {
  bits -= bits >> 1 & 0x55555555;
  bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
  return static_cast<int>(((bits + (bits >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

using LineStates = std::array<std::uint8_t, kLines>;

HAZARD_INLINE constexpr int ask_of(int hex, const LineStates& states) {
  int ask = 0;
  for (int direction = 0; direction < kDirections; ++direction)
    ask += states[kGeometry.places[hex][direction].line] * kAskDigits[direction];
  return ask;
}

// One input a slot, or 0. First those of the board, then those of the bag; each part fills whole words.
class Inputs {
 public:
  static constexpr int kFirstLine = kHexes, kEmpties = kFirstLine + kLines, kFirstTile = kEmpties + 2,
                       kFirstCount = kFirstTile + kTiles, kSlots = kFirstCount + kNumberCount;
  static constexpr int kInWord = 4;
  static_assert(kFirstTile % kInWord == 0 && kSlots % kInWord == 0);

  Inputs() = default;

  explicit Inputs(const Position& after) : left_(after.left) {
    see_bag();
    see_board(after);
  }

  // Of a board that is likely to have the same bag as another.
  Inputs(const Inputs& other, const Position& after) : slots_(other.slots_), left_(after.left) {
    if (left_ != other.left_) see_bag();
    see_board(after);
  }

  std::uint16_t operator[](int slot) const { return slots_[slot]; }
  bool has_same_bag(const Inputs& other) const { return left_ == other.left_; }
  bool has_same_word(const Inputs& other, int slot) const {
    return std::memcmp(&slots_[slot], &other.slots_[slot], kInWord * sizeof(slots_[0])) == 0;
  }

  LineSeen see_line(int line, Line filling) const {
    LineReading reading = kInputs.readings[kGeometry.lengths[line]][filling];
    int input = InputNumbers::kOpenLine;
    if (reading.state < kOpen) {
      const int left = left_with(3 * direction_of(line) + reading.state);
      if (left < reading.missing) reading.state = kDead;
      input = (reading.state * 5 + reading.missing) * 10 + left;
    }
    if (reading.state == kDead) input = InputNumbers::kDeadLine;
    return {static_cast<std::uint16_t>(kInputs.lines + line * InputNumbers::kLineInputs + input),
            reading.state};
  }

  std::uint16_t see_hex(int hex, int ask) const {
    const int satisfying = count_bits(left_ & kInputs.ask_matches[ask]);
    return static_cast<std::uint16_t>(1 + hex * kInputs.of_hex + kInputs.ask_offsets[ask] + satisfying);
  }

  static std::uint16_t see_empties(int count) { return static_cast<std::uint16_t>(kInputs.empties + count); }

  // Those that there are.
  std::span<const std::uint16_t> list(std::array<std::uint16_t, kSlots>& found) const {
    std::size_t count = 0;
    for (const auto input : slots_) {
      found[count] = input;
      count += input != 0 ? 1 : 0;
    }
    return {found.data(), count};
  }

  // The same board after half a turn.
  Inputs turned() const {
    Inputs other = *this;
    for (int hex = 0; hex < kHexes; ++hex) {
      const int from = kHexes - 1 - hex;
      other.slots_[hex] = moved(slots_[from], (hex - from) * kInputs.of_hex);
    }
    for (int line = 0; line < kLines; ++line) {
      const int from = direction_of(line) * kLinesEachWay + (kLinesEachWay - 1 - line % kLinesEachWay);
      other.slots_[kFirstLine + line] =
          moved(slots_[kFirstLine + from], (line - from) * InputNumbers::kLineInputs);
    }
    return other;
  }

 private:
  static std::uint16_t moved(std::uint16_t input, int by) {
    return input == 0 ? input : static_cast<std::uint16_t>(input + by);
  }

  void see_bag() {
    for (int tile = 0; tile < kTiles; ++tile) {
      const bool is_left = (left_ >> tile & 1) != 0;
      slots_[kFirstTile + tile] = static_cast<std::uint16_t>(is_left ? kInputs.tiles + tile : 0);
    }
    for (int number = 0; number < kNumberCount; ++number) {
      const int count = count_bits(left_ & kInputs.with_number[number]);
      slots_[kFirstCount + number] =
          static_cast<std::uint16_t>(kInputs.counts + number * (kOfEachNumber + 1) + count);
    }
  }

  int left_with(int number) const {
    return slots_[kFirstCount + number] - kInputs.counts - number * (kOfEachNumber + 1);
  }

  void see_board(const Position& after) {
    LineStates states;
    for (int line = 0; line < kLines; ++line) {
      const LineSeen seen = see_line(line, after.lines[line]);
      states[line] = seen.state;
      slots_[kFirstLine + line] = seen.input;
    }
    std::fill_n(slots_.begin(), kHexes, std::uint16_t{0});
    for_each_bit(after.empty, [&](int hex) { slots_[hex] = see_hex(hex, ask_of(hex, states)); });
    slots_[kEmpties] = see_empties(count_bits(after.empty));
  }

  alignas(32) std::array<std::uint16_t, kSlots> slots_{};
  std::uint32_t left_ = 0;
};

// The inputs that come and go from one board to another, both in the order of their slots.
class InputChange {
 public:
  void compare(const Inputs& from, const Inputs& to) {
    const int end = from.has_same_bag(to) ? Inputs::kFirstTile : Inputs::kSlots;
    for (int first = 0; first < end; first += Inputs::kInWord) {
      if (from.has_same_word(to, first)) continue;
      for (int slot = first; slot < first + Inputs::kInWord; ++slot) replace(from[slot], to[slot]);
    }
  }

  // Either may be 0, for none.
  HAZARD_INLINE void replace(std::uint16_t before, std::uint16_t after) {
    removed_[removed_count_] = before;
    added_[added_count_] = after;
    removed_count_ += before != after && before != 0 ? 1 : 0;
    added_count_ += before != after && after != 0 ? 1 : 0;
  }

  operator learn::RowChange() const {
    return {{added_.data(), added_count_}, {removed_.data(), removed_count_}};
  }

 private:
  std::array<std::uint16_t, Inputs::kSlots + 1> added_, removed_;
  std::size_t added_count_ = 0, removed_count_ = 0;
};

// Which hexes lie on the three lines of a hex, itself among them, and for each of them on which. Two lines
// have no more than one hex in common, so that there is one answer for all but the hex itself.
struct CommonLines {
  std::array<std::array<std::uint32_t, kDirections>, kHexes> hexes{};
  std::array<std::array<std::uint8_t, kHexes>, kHexes> direction{};

  constexpr CommonLines() {
    for (int hex = 0; hex < kHexes; ++hex) {
      for (int way = 0; way < kDirections; ++way) {
        const int line = kGeometry.places[hex][way].line;
        for (int i = 0; i < kGeometry.lengths[line]; ++i) {
          hexes[hex][way] |= 1U << kGeometry.hexes[line][i];
          direction[hex][kGeometry.hexes[line][i]] = static_cast<std::uint8_t>(way);
        }
      }
    }
  }
};
inline constexpr CommonLines kCommonLines{};

// How a placement of the tile in the hand changes the inputs, without a look at all of them. The bag stays
// the same. So what changes is its hex, its three lines, what the lines that get another state ask of their
// other hexes, and the number of empty hexes.
class PlacementInputs {
 public:
  // Both must outlive it.
  PlacementInputs(const Position& before, const Inputs& inputs) : before_(before), inputs_(inputs) {
    for (int line = 0; line < kLines; ++line) states_[line] = inputs.see_line(line, before.lines[line]).state;
    for_each_bit(before.empty, [&](int hex) { asks_[hex] = ask_of(hex, states_); });
    fewer_empties_ = Inputs::see_empties(count_bits(before.empty) - 1);
  }

  void compare(int hex, InputChange& change) const {
    std::array<LineSeen, kDirections> seen;
    std::array<int, kDirections> ask_changes;  // of the hexes on each line
    std::uint32_t changed = 1U << hex;
    for (int direction = 0; direction < kDirections; ++direction) {
      const Place place = kGeometry.places[hex][direction];
      const int digit = choice_of(before_.hand, direction) + 1;
      seen[direction] =
          inputs_.see_line(place.line, static_cast<Line>(before_.lines[place.line] | digit << place.shift));
      ask_changes[direction] = (seen[direction].state - states_[place.line]) * kAskDigits[direction];
      changed |= ask_changes[direction] != 0 ? kCommonLines.hexes[hex][direction] : 0;
    }
    for_each_bit(changed & before_.empty, [&](int other) {
      const int ask = asks_[other] + ask_changes[kCommonLines.direction[hex][other]];
      change.replace(inputs_[other], other == hex ? std::uint16_t{0} : inputs_.see_hex(other, ask));
    });
    for (int direction = 0; direction < kDirections; ++direction)
      change.replace(inputs_[Inputs::kFirstLine + kGeometry.places[hex][direction].line],
                     seen[direction].input);
    change.replace(inputs_[Inputs::kEmpties], fewer_empties_);
  }

 private:
  const Position& before_;
  const Inputs& inputs_;
  LineStates states_;
  std::array<int, kHexes> asks_;
  std::uint16_t fewer_empties_;
};

}  // namespace hazard::take_it_easy
