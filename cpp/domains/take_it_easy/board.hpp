// The board of Take It Easy: nineteen hexes in five columns, crossed by fifteen lines in three directions.
//
//   hexes        __
//             __/ 7\__          column a    b     c      d      e
//          __/ 3\__/12\__       hexes  0-2  3-6   7-11   12-15  16-18, from the top
//         / 0\__/ 8\__/16\      .
//         \__/ 4\__/13\__/      lines  0-4    down the columns: 1, 5 or 9 on a tile
//         / 1\__/ 9\__/17\             5-9    falling to the right, the highest first: 2, 6 or 7
//         \__/ 5\__/14\__/             10-14  rising to the right, the highest first: 3, 4 or 8
//         / 2\__/10\__/18\      .
//         \__/ 6\__/15\__/      A line pays its number times its length once all its tiles show one number.
//            \__/11\__/
//               \__/
//
// A tile has one number for each direction, and there is one tile of each of the 27 kinds. A board is kept as
// its fifteen lines: two bits a hex, 0 where it is empty and else which of the three numbers lies there. So a
// placement changes three small numbers, and each line's number is an index into a table of what it pays.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"

namespace hazard::take_it_easy {

inline constexpr int kHexes = 19, kTiles = 27, kLines = 15, kDirections = 3, kLinesEachWay = 5;
inline constexpr int kColumns = 5, kLongest = 5, kNoTile = kTiles;
inline constexpr std::array<int, kColumns> kHeights{3, 4, 5, 4, 3};
inline constexpr std::array<std::array<int, 3>, kDirections> kNumbers{{{1, 5, 9}, {2, 6, 7}, {3, 4, 8}}};
inline constexpr std::uint32_t kAllHexes = (1U << kHexes) - 1, kAllTiles = (1U << kTiles) - 1;

using Line = std::uint16_t;  // two bits a hex, from the first hex on; 0 where it is empty
inline constexpr std::size_t kFillings = std::size_t{1} << (2 * kLongest);  // of a line, whatever its length

// Tiles are numbered so that their three choices of a number are the digits of base 3.
constexpr int choice_of(int tile, int direction) {
  return direction == 0 ? tile / 9 : direction == 1 ? tile / 3 % 3 : tile % 3;
}
constexpr int number_on(int tile, int direction) { return kNumbers[direction][choice_of(tile, direction)]; }

// The tiles that show each number, a bit for each tile.
inline constexpr auto kTilesWith = [] {
  std::array<std::array<std::uint32_t, 3>, kDirections> tiles{};
  for (int tile = 0; tile < kTiles; ++tile) {
    for (int direction = 0; direction < kDirections; ++direction)
      tiles[direction][choice_of(tile, direction)] |= 1U << tile;
  }
  return tiles;
}();

// All tiles in an order in which every three, from the first on, have each number of each direction once, so
// that the first few are as good as all of them. From one tile to the next, all three choices go on by one.
inline constexpr auto kFairOrder = [] {
  std::array<std::uint8_t, kTiles> tiles{};
  for (int place = 0; place < kTiles; ++place) {
    const int first = place % 3, second = (place / 3 + first) % 3,
              third = (place / 9 + place / 3 + first) % 3;
    tiles[place] = static_cast<std::uint8_t>(9 * first + 3 * second + third);
  }
  return tiles;
}();

struct Place {
  std::uint8_t line = 0, shift = 0;  // where in the line's filling the hex has its two bits
};

// Where everything is, worked out once from the picture above.
struct Geometry {
  std::array<std::array<Place, kDirections>, kHexes> places{};
  std::array<std::array<std::uint8_t, kLongest>, kLines> hexes{};  // of each line, in order
  std::array<std::uint8_t, kLines> lengths{};
  std::array<std::uint8_t, kHexes> columns{}, rows{};

  constexpr Geometry() {
    int hex = 0;
    for (int column = 0; column < kColumns; ++column) {
      for (int row = 0; row < kHeights[column]; ++row, ++hex) {
        columns[hex] = static_cast<std::uint8_t>(column);
        rows[hex] = static_cast<std::uint8_t>(row);
        // In half hexes from the top; a step to the right goes half a hex down, or up.
        const int height = 2 * row + kLongest - kHeights[column];
        const std::array<int, kDirections> lines{column, 5 + (height - column + 2) / 2,
                                                 10 + (height + column - 2) / 2};
        for (int direction = 0; direction < kDirections; ++direction) {
          const int line = lines[direction];
          const int position = lengths[line]++;
          hexes[line][position] = static_cast<std::uint8_t>(hex);
          places[hex][direction] = {static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(2 * position)};
        }
      }
    }
  }
};
inline constexpr Geometry kGeometry{};

constexpr int direction_of(int line) { return line / kLinesEachWay; }

// What every filling of every line pays: nothing unless it is full and of one number.
struct Points {
  std::array<std::array<std::uint8_t, kFillings>, kLines> of{};
  constexpr Points() {
    for (int line = 0; line < kLines; ++line) {
      const int length = kGeometry.lengths[line];
      for (unsigned choice = 0; choice < 3; ++choice) {
        Line full = 0;
        for (int i = 0; i < length; ++i) full = static_cast<Line>(full << 2 | (choice + 1));
        of[line][full] = static_cast<std::uint8_t>(kNumbers[direction_of(line)][choice] * length);
      }
    }
  }
};
inline constexpr Points kPoints{};

// A board, the tile in the player's hand (if chance has dealt one), and the tiles still to be drawn from.
struct Position {
  std::array<Line, kLines> lines{};
  std::uint8_t hand = kNoTile;
  std::uint32_t empty = kAllHexes;  // hexes
  std::uint32_t left = kAllTiles;   // tiles neither on the board nor in the hand

  friend bool operator==(const Position&, const Position&) = default;

  HAZARD_INLINE constexpr void draw(int tile) {
    hand = static_cast<std::uint8_t>(tile);
    left &= ~(1U << tile);
  }

  // Puts a tile on an empty hex; the hand is empty then.
  HAZARD_INLINE constexpr void place(int tile, int hex) {
    for (int direction = 0; direction < kDirections; ++direction) {
      const Place place = kGeometry.places[hex][direction];
      lines[place.line] =
          static_cast<Line>(lines[place.line] | (choice_of(tile, direction) + 1) << place.shift);
    }
    hand = kNoTile;
    empty &= ~(1U << hex);
    left &= ~(1U << tile);
  }

  // What follows, when the tile in the hand goes to `hex`.
  HAZARD_INLINE constexpr Position after(int hex) const {
    Position next = *this;
    next.place(hand, hex);
    return next;
  }

  // What placing a tile pays at once: the lines it completes.
  HAZARD_INLINE constexpr int points_for(int tile, int hex) const {
    int points = 0;
    for (int direction = 0; direction < kDirections; ++direction) {
      const Place place = kGeometry.places[hex][direction];
      points += kPoints.of[place.line][lines[place.line] | (choice_of(tile, direction) + 1) << place.shift];
    }
    return points;
  }

  // The tile on a hex, or kNoTile.
  constexpr int tile_at(int hex) const {
    int tile = 0;
    for (int direction = 0; direction < kDirections; ++direction) {
      const Place place = kGeometry.places[hex][direction];
      const int digit = lines[place.line] >> place.shift & 3;
      if (digit == 0) return kNoTile;
      tile = 3 * tile + digit - 1;
    }
    return tile;
  }

  constexpr int score() const {
    int points = 0;
    for (int line = 0; line < kLines; ++line) points += kPoints.of[line][lines[line]];
    return points;
  }

  constexpr int placed() const { return kHexes - std::popcount(empty); }
};

// Half a turn: the one movement of the board that leaves every line in its own direction, so that it changes
// no value. Hex h goes to 18 - h.
constexpr Position turned(const Position& position) {
  Position result;
  for (int hex = 0; hex < kHexes; ++hex) {
    if (const int tile = position.tile_at(hex); tile != kNoTile) result.place(tile, kHexes - 1 - hex);
  }
  result.hand = position.hand;
  result.left = position.left;
  return result;
}

// The one of a position and its half turn that both are known by.
constexpr Position canonical(const Position& position) {
  const Position other = turned(position);
  return other.lines < position.lines ? other : position;
}

// Calls `each` with the number of every bit that is set.
HAZARD_INLINE constexpr void for_each_bit(std::uint32_t bits, auto&& each) {
  for (; bits != 0; bits &= bits - 1) each(std::countr_zero(bits));
}

}  // namespace hazard::take_it_easy
