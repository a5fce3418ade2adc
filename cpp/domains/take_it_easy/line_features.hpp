// What the line table looks at in a position after a placement. A line is summed up as lost (or paid), empty,
// or so many tiles short of one number; then four kinds of features overlap, from coarse to fine:
//
//   line     each line: its state, the tiles left with its number, the hexes left to fill
//   number   each of the nine numbers: what each of the five lines of its direction has of it, and the tiles
//            left with it: lines of one number compete for the same tiles
//   way      each direction: the states of its five lines
//   hex      each empty hex: the states of the three lines that cross there, and how many tiles left fit all
//
// Numbers and hexes are looked at a second time together with the hexes left to fill. Half a turn changes no
// feature.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "domains/take_it_easy/board.hpp"

namespace hazard::take_it_easy {

// 0: lost or paid; 1: empty; 2 + 3 * (missing - 1) + choice: of one number so far.
using LineState = std::uint8_t;
inline constexpr int kLineStates = 14, kLost = 0, kUntouched = 1, kBegun = 2;
constexpr int choice_in(LineState state) { return (state - kBegun) % 3; }
constexpr int missing_in(LineState state) { return 1 + (state - kBegun) / 3; }

inline constexpr std::array<int, kLinesEachWay> kStatesOfLine{8, 11, 14, 11, 8};  // by their lengths
inline constexpr std::array<int, kLinesEachWay> kSeenOfLine{4, 5, 6, 5, 4};       // for one number
inline constexpr int kWays = 8 * 11 * 14 * 11 * 8, kNumberViews = 4 * 5 * 6 * 5 * 4;
inline constexpr int kLeftWith = 10, kToCome = kHexes, kHexKinds = 10, kFits = 4, kLineKinds = 9;
inline constexpr int kNumbersInAll = 9;

// Five small numbers as one, the first one in the highest place.
constexpr std::uint32_t packed(std::span<const int, kLinesEachWay> sizes, auto&& digit) {
  std::uint32_t number = 0;
  for (int line = 0; line < kLinesEachWay; ++line)
    number = number * static_cast<std::uint32_t>(sizes[line]) + static_cast<std::uint32_t>(digit(line));
  return number;
}

struct FeatureTables {
  std::array<std::array<LineState, kFillings>, kLines> states{};
  // What a line in some state has of a number: nothing to hope for, everything, or so many tiles missing.
  std::array<std::array<std::uint8_t, 3>, kLineStates> seen{};
  std::vector<std::uint32_t> ways;                  // each way's number or that of its half turn
  std::array<std::uint32_t, kNumberViews> views{};  // the same for what is seen of a number

  FeatureTables() : ways(kWays) {
    for (int line = 0; line < kLines; ++line) {
      for (std::size_t filling = 0; filling < kFillings; ++filling)
        states[line][filling] = state_of(kGeometry.lengths[line], static_cast<Line>(filling));
    }
    for (int state = kUntouched; state < kLineStates; ++state) {
      for (int choice = 0; choice < 3; ++choice) {
        if (state == kUntouched) seen[state][choice] = 1;
        if (state >= kBegun && choice_in(static_cast<LineState>(state)) == choice)
          seen[state][choice] = static_cast<std::uint8_t>(1 + missing_in(static_cast<LineState>(state)));
      }
    }
    fold(kStatesOfLine, ways);
    fold(kSeenOfLine, views);
  }

 private:
  static LineState state_of(int length, Line filling) {
    int digit = 0, missing = 0;
    for (int i = 0; i < length; ++i) {
      const int found = filling >> (2 * i) & 3;
      if (found != 0 && digit != 0 && found != digit) return kLost;
      if (found != 0) digit = found;
      if (found == 0) ++missing;
    }
    if (missing == 0) return kLost;
    return static_cast<LineState>(digit == 0 ? kUntouched : kBegun + 3 * (missing - 1) + digit - 1);
  }

  static void fold(const std::array<int, kLinesEachWay>& sizes, auto& folded) {
    std::array<int, kLinesEachWay> digits{};
    for (std::uint32_t number = 0; number < folded.size(); ++number) {
      std::uint32_t rest = number;
      for (int line = kLinesEachWay; line-- > 0; rest /= static_cast<std::uint32_t>(sizes[line]))
        digits[line] = static_cast<int>(rest % static_cast<std::uint32_t>(sizes[line]));
      folded[number] = std::min(number, packed(sizes, [&](int line) { return digits[4 - line]; }));
    }
  }
};
inline const FeatureTables kFeatures;

// Where in the table each kind of feature has its weights. What depends on the hexes left to fill lies
// together by their number: those that are compared with each other then share what fits into a cache.
struct FeatureSpace {
  static constexpr std::uint32_t kLineCount = kLineKinds * kLineStates * kLeftWith;
  static constexpr std::uint32_t kNumberCount = kNumbersInAll * kNumberViews * kLeftWith;
  static constexpr std::uint32_t kHexCount = kHexKinds * kLineStates * kLineStates * kLineStates * kFits;
  static constexpr std::uint32_t kWayCount = kDirections * kWays;

  static constexpr std::uint32_t kLine = 0;
  static constexpr std::uint32_t kNumber = kLine + kLineCount * kToCome;
  static constexpr std::uint32_t kWay = kNumber + kNumberCount;
  static constexpr std::uint32_t kHex = kWay + kWayCount;
  static constexpr std::uint32_t kTimedNumber = kHex + kHexCount;
  static constexpr std::uint32_t kTimedHex = kTimedNumber + kNumberCount * kToCome;
  static constexpr std::uint32_t kSize = kTimedHex + kHexCount * kToCome;
};

// What the features of a position are made of.
struct Outlook {
  std::array<LineState, kLines> states;
  std::array<std::uint8_t, kNumbersInAll> left_with;  // tiles left with each number
  std::uint32_t empty, left;
  std::uint32_t to_come;  // hexes left to fill

  explicit Outlook(const Position& after) : empty(after.empty), left(after.left) {
    for (int line = 0; line < kLines; ++line) states[line] = kFeatures.states[line][after.lines[line]];
    count_tiles();
    to_come = static_cast<std::uint32_t>(std::popcount(empty));
  }

  void count_tiles() {
    for (int number = 0; number < kNumbersInAll; ++number)
      left_with[number] = static_cast<std::uint8_t>(std::popcount(left & kTilesWith[number / 3][number % 3]));
  }

  // The same after a tile has been put on a hex: three lines change, and there is a hex less.
  HAZARD_INLINE void put(const Position& before, int tile, int hex) {
    for (int direction = 0; direction < kDirections; ++direction) {
      const Place place = kGeometry.places[hex][direction];
      states[place.line] =
          kFeatures
              .states[place.line][before.lines[place.line] | (choice_of(tile, direction) + 1) << place.shift];
    }
    empty &= ~(1U << hex);
    --to_come;
  }

  HAZARD_INLINE std::uint32_t way(int direction) const {
    const LineState* s = &states[kLinesEachWay * direction];
    return static_cast<std::uint32_t>(direction) * kWays +
           kFeatures.ways[packed(kStatesOfLine, [&](int line) HAZARD_INLINE { return s[line]; })];
  }

  HAZARD_INLINE std::uint32_t number(int direction, int choice) const {
    const LineState* s = &states[kLinesEachWay * direction];
    const std::uint32_t view = kFeatures.views[packed(
        kSeenOfLine, [&](int line) HAZARD_INLINE { return kFeatures.seen[s[line]][choice]; })];
    const auto which = static_cast<std::uint32_t>(3 * direction + choice);
    return (view * kNumbersInAll + which) * kLeftWith + left_with[which];
  }

  HAZARD_INLINE std::uint32_t hex(int hex) const {
    std::uint32_t fits = left, crossing = static_cast<std::uint32_t>(std::min(hex, kHexes - 1 - hex));
    for (int direction = 0; direction < kDirections; ++direction) {
      const LineState state = states[kGeometry.places[hex][direction].line];
      crossing = crossing * kLineStates + state;
      if (state >= kBegun) fits &= kTilesWith[direction][choice_in(state)];
    }
    std::uint32_t count = 0;
    for (; fits != 0 && count < kFits - 1; fits &= fits - 1) ++count;
    return crossing * kFits + count;
  }

  // Of a line that is not lost.
  std::uint32_t line(int line) const {
    const LineState state = states[line];
    const int direction = direction_of(line), place = line % kLinesEachWay;
    const int number = state >= kBegun ? left_with[3 * direction + choice_in(state)] : 0;
    const int kind = 3 * direction + std::min(place, kLinesEachWay - 1 - place);
    return to_come * FeatureSpace::kLineCount +
           static_cast<std::uint32_t>((kind * kLineStates + state) * kLeftWith + number);
  }
};

// The places of a position's weights in a table that learns: 15 lines, 3 ways, twice 9 numbers and 18 hexes.
struct FeaturePlaces {
  static constexpr std::size_t kMost = kLines + kDirections + 2 * kNumbersInAll + 2 * (kHexes - 1);
  std::array<std::uint32_t, kMost> at;
  std::uint32_t count = 0;

  explicit FeaturePlaces(const Outlook& outlook) {
    using Space = FeatureSpace;
    for (int line = 0; line < kLines; ++line) {
      if (outlook.states[line] != kLost) at[count++] = Space::kLine + outlook.line(line);
    }
    for (int direction = 0; direction < kDirections; ++direction) {
      at[count++] = Space::kWay + outlook.way(direction);
      for (int choice = 0; choice < 3; ++choice) {
        const std::uint32_t number = outlook.number(direction, choice);
        at[count++] = Space::kNumber + number;
        at[count++] = Space::kTimedNumber + outlook.to_come * Space::kNumberCount + number;
      }
    }
    for_each_bit(outlook.empty, [&](int hex) {
      const std::uint32_t crossing = outlook.hex(hex);
      at[count++] = Space::kHex + crossing;
      at[count++] = Space::kTimedHex + outlook.to_come * Space::kHexCount + crossing;
    });
  }
  FeaturePlaces() = default;

  std::span<const std::uint32_t> all() const { return {at.data(), count}; }
};

}  // namespace hazard::take_it_easy
