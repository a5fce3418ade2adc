// The board of 2048 in 64 bits: four bits a cell, the power of two on its tile, or 0 where it is empty.
//
//   cell  0  1  2  3      Cell 0 is the lowest four bits, so a row is 16 bits that index a table.
//         4  5  6  7      A smaller board is the upper left corner; the cells outside it stay empty.
//         8  9 10 11
//        12 13 14 15      15 stands for 32768 and more: beyond.hpp has what is above it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/game.hpp"

namespace hazard::twenty48 {

using Board = std::uint64_t;
using Row = std::uint16_t;

inline constexpr int kSide = 4, kMaxPower = 15;
inline constexpr std::size_t kRows = std::size_t{1} << 16;  // every row there could be
inline constexpr Board kEachCell = 0x1111111111111111ULL;

constexpr int power_at(Board board, int cell) { return static_cast<int>(board >> (4 * cell) & 15); }
constexpr Board tile(int power, int cell) { return static_cast<Board>(power) << (4 * cell); }
constexpr Row row_of(Board board, int row) { return static_cast<Row>(board >> (16 * row)); }

// The lowest bit of each cell that has a tile.
HAZARD_INLINE constexpr Board tiles(Board board) {
  board |= board >> 2;
  board |= board >> 1;
  return board & kEachCell;
}

// Rows become columns: first within each block of two by two cells, then the blocks.
//
//   a b c d      a e c g      a e i m
//   e f g h  ->  b f d h  ->  b f j n
//   i j k l      i m k o      c g k o
//   m n o p      j n l p      d h l p
HAZARD_INLINE constexpr Board transpose(Board board) {
  Board swap = (board ^ board >> 12) & 0x0000F0F00000F0F0ULL;
  board ^= swap ^ swap << 12;
  swap = (board ^ board >> 24) & 0x00000000FF00FF00ULL;
  return board ^ swap ^ swap << 24;
}

// The columns, and the rows, in the opposite order. What an emptier edge moves in is moved out again.
constexpr Board mirror(Board board, int columns) {
  board = (board & 0x00FF00FF00FF00FFULL) << 8 | (board & 0xFF00FF00FF00FF00ULL) >> 8;
  board = (board & 0x0F0F0F0F0F0F0F0FULL) << 4 | (board & 0xF0F0F0F0F0F0F0F0ULL) >> 4;
  return board >> (4 * (kSide - columns));
}
constexpr Board upside_down(Board board, int rows) {
  board = board << 32 | board >> 32;
  board = (board & 0x0000FFFF0000FFFFULL) << 16 | (board & 0xFFFF0000FFFF0000ULL) >> 16;
  return board >> (16 * (kSide - rows));
}

// The smallest of the board's mirror images: eight of a square, four of a rectangle.
constexpr Board canonical(Board board, int rows, int columns) {
  const auto smallest = [&](Board b) {
    const Board m = mirror(b, columns);
    return std::min({b, m, upside_down(b, rows), upside_down(m, rows)});
  };
  const Board first = smallest(board);
  return rows == columns ? std::min(first, smallest(transpose(board))) : first;
}

// One table for each length of a line, made when it is first asked for.
template <class Table>
const Table& table_for(int length) {
  const auto made = []<int cells>() -> const Table& {
    static const Table table(cells);
    return table;
  };
  switch (length) {
    case 1:
      return made.template operator()<1>();
    case 2:
      return made.template operator()<2>();
    case 3:
      return made.template operator()<3>();
    default:
      return made.template operator()<4>();
  }
}

// The powers of a line of cells. Each tile goes to the front as far as it can; it merges with the one it
// meets if they are equal and below `most`, and a merged tile does not merge again. Returns what the merges
// pay.
using Line = std::array<int, kSide>;

constexpr std::uint32_t slide_line(Line& line, int most) {
  std::uint32_t gained = 0;
  int count = 0;
  bool may_merge = false;  // whether the last tile has not been merged yet
  for (int& cell : line) {
    const int power = std::exchange(cell, 0);
    if (power == 0) continue;
    if (may_merge && line[count - 1] == power && power < most) {
      ++line[count - 1];
      gained += 2U << power;
      may_merge = false;
    } else {
      line[count++] = power;
      may_merge = true;
    }
  }
  return gained;
}

// What sliding does to every row of `length` cells, either way, and what the merges pay.
class Slides {
 public:
  struct Ends {
    Row left, right;
  };

  explicit Slides(int length) {
    for (std::size_t row = 0; row < kRows; ++row) {
      std::uint32_t gained = 0;
      ends_[row].left = to_the_left(static_cast<Row>(row), gained);
      quarters_gained_[row] = static_cast<std::uint16_t>(gained / 4);
    }
    for (std::size_t row = 0; row < kRows; ++row) {
      const Row turned = static_cast<Row>(mirror(row, length));
      ends_[row].right = static_cast<Row>(mirror(ends_[turned].left, length));
    }
  }

  HAZARD_INLINE Board left(Board board) const {
    return each_row(board, [this](Row row) HAZARD_INLINE { return ends_[row].left; });
  }
  HAZARD_INLINE Board right(Board board) const {
    return each_row(board, [this](Row row) HAZARD_INLINE { return ends_[row].right; });
  }

  // The same both ways: of three equal tiles one pair merges, of four equal ones two.
  HAZARD_INLINE int gained(Board board) const {
    return 4 * (quarters_gained_[row_of(board, 0)] + quarters_gained_[row_of(board, 1)] +
                quarters_gained_[row_of(board, 2)] + quarters_gained_[row_of(board, 3)]);
  }

 private:
  HAZARD_INLINE static Board each_row(Board board, auto&& slide) {
    return Board{slide(row_of(board, 0))} | Board{slide(row_of(board, 1))} << 16 |
           Board{slide(row_of(board, 2))} << 32 | Board{slide(row_of(board, 3))} << 48;
  }

  // Two tiles of 32768 in a row merge beyond 15: they pay here, and are slid in beyond.hpp.
  static Row to_the_left(Row row, std::uint32_t& gained) {
    Line line{};
    for (int cell = 0; cell < kSide; ++cell) line[cell] = power_at(row, cell);
    Line merged = line;
    gained += slide_line(merged, kMaxPower + 1);
    slide_line(line, kMaxPower);
    Board slid = 0;
    for (int cell = 0; cell < kSide; ++cell) slid |= tile(line[cell], cell);
    return static_cast<Row>(slid);
  }

  std::array<Ends, kRows> ends_;
  std::array<std::uint16_t, kRows> quarters_gained_;  // a merge makes 4 or a multiple of it
};

}  // namespace hazard::twenty48
