// Tiles above 32768, which four bits a cell cannot hold. On the board they are 15 like 32768 itself, so that
// a cell with a tile is never taken for an empty one; by how much they are above is kept beside it, two bits
// a cell. They are so rare that boards with them, and boards with two of 32768 that may merge, are slid cell
// by cell, and every other board goes by the tables as if there were nothing more.
//
// No play makes more than 131072: sixteen cells can hold 131072 + 65536 + ... + 4 and nothing that adds up to
// more, since a sum needs at least a tile for each of its binary digits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "domains/twenty48/board.hpp"

namespace hazard::twenty48 {

using Beyond = std::uint32_t;
using Powers = std::array<std::uint8_t, std::size_t{kSide} * kSide>;  // of all cells, row by row

inline constexpr int kLargestPower = 17, kLargestSum = (1 << (kLargestPower + 1)) - 4;

// Whether a slide may move or make a tile above 32768: there is one, or there are two of 32768.
HAZARD_INLINE constexpr bool slides_beyond(Board board, Beyond beyond) {
  const Board pairs = board & board >> 1, largest = pairs & pairs >> 2 & kEachCell;
  return ((largest & (largest - 1)) | beyond) != 0;
}

constexpr int power_at(Board board, Beyond beyond, int cell) {
  return power_at(board, cell) + static_cast<int>(beyond >> (2 * cell) & 3);
}

constexpr Powers powers_of(Board board, Beyond beyond) {
  Powers powers{};
  for (int cell = 0; cell < kSide * kSide; ++cell)
    powers[cell] = static_cast<std::uint8_t>(power_at(board, beyond, cell));
  return powers;
}

constexpr Board board_of(const Powers& powers) {
  Board board = 0;
  for (int cell = 0; cell < kSide * kSide; ++cell)
    board |= tile(std::min<int>(powers[cell], kMaxPower), cell);
  return board;
}

constexpr Beyond beyond_of(const Powers& powers) {
  Beyond beyond = 0;
  for (int cell = 0; cell < kSide * kSide; ++cell)
    beyond |= static_cast<Beyond>(std::max(powers[cell] - kMaxPower, 0)) << (2 * cell);
  return beyond;
}

// Slides all rows or all columns, to their front or to their back; returns what the merges pay.
constexpr int slide_cells(Powers& powers, int rows, int columns, bool along_rows, bool to_the_back) {
  const int lines = along_rows ? rows : columns, length = along_rows ? columns : rows;
  int gained = 0;
  for (int number = 0; number < lines; ++number) {
    const auto cell = [&](int i) -> std::uint8_t& {
      const int step = to_the_back ? length - 1 - i : i;
      return powers[along_rows ? kSide * number + step : kSide * step + number];
    };
    Line line{};
    for (int i = 0; i < length; ++i) line[i] = cell(i);
    gained += static_cast<int>(slide_line(line, kLargestPower));
    for (int i = 0; i < length; ++i) cell(i) = static_cast<std::uint8_t>(line[i]);
  }
  return gained;
}

constexpr bool has_equal_neighbours(const Powers& powers, int rows, int columns) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int cell = kSide * row + column, power = powers[cell];
      if (column + 1 < columns && powers[cell + 1] == power) return true;
      if (row + 1 < rows && powers[cell + kSide] == power) return true;
    }
  }
  return false;
}

// The smallest of the mirror images.
constexpr Powers canonical(const Powers& powers, int rows, int columns) {
  Powers smallest = powers;
  for (int image = 1; image < (rows == columns ? 8 : 4); ++image) {
    Powers found{};
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        int from_row = image & 1 ? rows - 1 - row : row,
            from_column = image & 2 ? columns - 1 - column : column;
        if (image & 4) std::swap(from_row, from_column);
        found[kSide * row + column] = powers[kSide * from_row + from_column];
      }
    }
    smallest = std::min(smallest, found);
  }
  return smallest;
}

// What a network or a heuristic that knows tiles up to 32768 takes the board for: tiles above the largest
// power that is missing count half, until they fit. Order, and what can merge, stay as they are (Guei and
// others 2021).
constexpr Board within_reach(Powers powers) {
  while (*std::max_element(powers.begin(), powers.end()) > kMaxPower) {
    int missing = *std::max_element(powers.begin(), powers.end()) - 1;
    while (missing > 0 && std::find(powers.begin(), powers.end(), missing) != powers.end()) --missing;
    if (missing == 0) break;  // all sixteen cells differ: the game is over
    for (std::uint8_t& power : powers) power = static_cast<std::uint8_t>(power - (power > missing ? 1 : 0));
  }
  return board_of(powers);
}

}  // namespace hazard::twenty48
