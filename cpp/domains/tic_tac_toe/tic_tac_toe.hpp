// Tic-tac-toe: three in a row on a board of nine. MAX plays x and moves first; a win is worth 1 to MAX, a
// loss -1, a draw 0. The smallest game without chance, and a measure of what one node costs.
//
//   a1 b1 c1      bit 0 1 2
//   a2 b2 c2          3 4 5
//   a3 b3 c3          6 7 8
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>

#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

class TicTacToe {
 public:
  enum class Move : std::uint8_t {};  // the cell, 0 to 8

  // How a move looks outside.
  struct Cell {
    std::uint8_t column = 0, row = 0;
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };

  // Seen by the side to move, so that a move is the same few operations for both. How the game stands is
  // worked out once, when a state is made: whose turn it is and who has won are then plain reads.
  struct State {
    std::uint16_t own = 0;       // cells of whoever moves next
    std::uint16_t occupied = 0;  // cells of both
    Turn turn = Turn::Max;
    std::int8_t winner = 0;  // 1: MAX, -1: MIN
    friend bool operator==(const State&, const State&) = default;
  };

  // Two moves fill different cells, so no two lead to the same state.
  static constexpr bool kDistinctSuccessors = true;

  State start() const { return {}; }

  Turn turn(const State& s) const { return s.turn; }

  void actions(const State& s, auto&& sink) const {
    for (unsigned free = kBoard & ~unsigned{s.occupied}; free != 0; free &= free - 1) {
      sink(static_cast<Move>(std::countr_zero(free)));
    }
  }

  void outcomes(const State&, auto&&) const {}

  // Any free cell, each as likely as the others.
  Move random_move(const State& s, Random& random) const {
    unsigned free = kBoard & ~unsigned{s.occupied};
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(free))); skip > 0;
         --skip) {
      free &= free - 1;
    }
    return static_cast<Move>(std::countr_zero(free));
  }

  State apply(State s, Move move) const {
    const unsigned bit = 1U << static_cast<unsigned>(move);
    const unsigned mine = s.own | bit;
    const unsigned occupied = s.occupied | bit;
    const int min_moved = static_cast<int>(s.turn);  // 0: MAX made this move, 1: MIN did
    const int won = kHasLine[mine];
    const int over = won | static_cast<int>(occupied == kBoard);
    return {.own = static_cast<std::uint16_t>(s.occupied ^ s.own),
            .occupied = static_cast<std::uint16_t>(occupied),
            .turn = static_cast<Turn>((min_moved ^ 1) | (-over & 3)),
            .winner = static_cast<std::int8_t>(won - 2 * (won & min_moved))};
  }

  double value(const State& s) const { return s.winner; }

  Bounds bounds() const { return {-1.0, 1.0}; }

  std::uint64_t key(const State& s) const {
    return mix64(s.own | std::uint64_t{s.occupied} << 16);  // the rest follows from these
  }

  // The rows from the top, as "x.o/.x./..o"; whose turn it is follows from the counts.
  std::string text(const State& s) const {
    const unsigned max_cells = cells_of_max(s);
    std::string line;
    for (unsigned cell = 0; cell < 9; ++cell) {
      if (cell == 3 || cell == 6) line += '/';
      line += (max_cells >> cell & 1) != 0 ? 'x' : (s.occupied >> cell & 1) != 0 ? 'o' : '.';
    }
    return line;
  }

  Cell record(const State&, Move move) const {
    const auto cell = static_cast<std::uint8_t>(move);
    return {static_cast<std::uint8_t>(cell % 3), static_cast<std::uint8_t>(cell / 3)};
  }

  // The position with these cells taken; MAX moves when both have as many.
  State position(unsigned max_cells, unsigned min_cells) const {
    const bool max_to_move = std::popcount(max_cells) == std::popcount(min_cells);
    const int winner = has_line(max_cells) - has_line(min_cells);
    const bool over = winner != 0 || (max_cells | min_cells) == kBoard;
    return {.own = static_cast<std::uint16_t>(max_to_move ? max_cells : min_cells),
            .occupied = static_cast<std::uint16_t>(max_cells | min_cells),
            .turn = over          ? Turn::Over
                    : max_to_move ? Turn::Max
                                  : Turn::Min,
            .winner = static_cast<std::int8_t>(winner)};
  }

  static bool has_line(unsigned cells) { return kHasLine[cells & kBoard] != 0; }

  static unsigned cells_of_max(const State& s) {
    return std::popcount(s.occupied) % 2 == 0 ? s.own : s.own ^ s.occupied;
  }

 private:
  static constexpr unsigned kBoard = 0b111'111'111;

  static constexpr std::array<std::uint8_t, 512> kHasLine = [] {
    constexpr unsigned lines[] = {0b000'000'111, 0b000'111'000, 0b111'000'000, 0b001'001'001,
                                  0b010'010'010, 0b100'100'100, 0b100'010'001, 0b001'010'100};
    std::array<std::uint8_t, 512> table{};
    for (unsigned cells = 0; cells < 512; ++cells) {
      for (unsigned line : lines) table[cells] |= (cells & line) == line;
    }
    return table;
  }();
};

static_assert(Game<TicTacToe>);

}  // namespace hazard
