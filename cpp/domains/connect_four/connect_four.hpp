// Connect four: drop a stone into one of seven columns; four in a row wins. MAX (x) moves first; a win is
// worth 1 to MAX, a loss -1, a full board 0. Columns are named a to g.
//
// Each column takes seven bits, the seventh always empty, so that no line of four wraps from one column
// into the next and a whole direction is tested with two shifts (J. Tromp's bitboards):
//
//   5 12 19 26 33 40 47     shift 1: upwards     shift 7: sideways
//   .  .  .  .  .  .  .     shift 6 and 8: the diagonals
//   0  7 14 21 28 35 42
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>

#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

class ConnectFour {
 public:
  static constexpr int kColumns = 7, kRows = 6;

  enum class Move : std::uint8_t {};  // the cell the stone falls to, as a bit's number

  // How a move looks outside.
  struct Drop {
    std::uint8_t column = 0;
    friend auto operator<=>(const Drop&, const Drop&) = default;
  };

  // Seen by the side to move. Whose turn it is and what the position is worth are worked out when a state
  // is made, from what has just changed.
  struct State {
    std::uint64_t own = 0;       // stones of whoever moves next
    std::uint64_t occupied = 0;  // stones of both
    std::int16_t score = 0;      // for MAX: see value()
    Turn turn = Turn::Max;
    friend bool operator==(const State&, const State&) = default;
  };

  // Two moves fill different columns, so no two lead to the same state.
  static constexpr bool kDistinctSuccessors = true;

  State start() const { return {}; }

  Turn turn(const State& s) const { return s.turn; }

  // Adding one to the bottom of each column carries to its lowest empty cell.
  void actions(const State& s, auto&& sink) const {
    for (std::uint64_t cells = (s.occupied + kBottom) & kBoard; cells != 0; cells &= cells - 1) {
      sink(static_cast<Move>(std::countr_zero(cells)));
    }
  }

  void outcomes(const State&, auto&&) const {}

  // Any open column, each as likely as the others.
  Move random_move(const State& s, Random& random) const {
    std::uint64_t cells = (s.occupied + kBottom) & kBoard;
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(cells))); skip > 0;
         --skip) {
      cells &= cells - 1;
    }
    return static_cast<Move>(std::countr_zero(cells));
  }

  State apply(State s, Move move) const {
    const auto cell = static_cast<unsigned>(move);
    const std::uint64_t bit = std::uint64_t{1} << cell;
    const std::uint64_t occupied = s.occupied | bit;
    const int min_moved = static_cast<int>(s.turn);  // 0: MAX made this move, 1: MIN did
    const int won = has_four(s.own | bit);
    const int full = occupied == kBoard;
    const int side = 1 - 2 * min_moved;
    const int score = s.score + side * kLinesThrough[cell];
    return {.own = s.occupied ^ s.own,
            .occupied = occupied,
            .score = static_cast<std::int16_t>(won != 0    ? side * kWin
                                               : full != 0 ? 0
                                                           : score),
            .turn = static_cast<Turn>((min_moved ^ 1) | (-(won | full) & 3))};
  }

  // Before the end: on how many lines of four each side's stones lie, the difference in units of a win.
  double value(const State& s) const { return s.score * (1.0 / kWin); }

  Bounds bounds() const { return {-1.0, 1.0}; }

  // Centre first: the middle cells lie on the most lines.
  double rank(const State&, Move move) const { return kLinesThrough[static_cast<unsigned>(move)]; }

  // In a column of height h, occupied is 2^h - 1 and own at most that, so their sum tells both.
  std::uint64_t key(const State& s) const { return mix64(s.own + s.occupied); }

  // The rows from the top, as "......./......./......./......./...o.../...x..."
  std::string text(const State& s) const {
    const std::uint64_t max_stones = stones_of_max(s);
    std::string line;
    for (int row = kRows - 1; row >= 0; --row) {
      for (int column = 0; column < kColumns; ++column) {
        const int cell = 7 * column + row;
        line += (max_stones >> cell & 1) != 0 ? 'x' : (s.occupied >> cell & 1) != 0 ? 'o' : '.';
      }
      if (row > 0) line += '/';
    }
    return line;
  }

  Drop record(const State&, Move move) const {
    return {static_cast<std::uint8_t>(static_cast<unsigned>(move) / 7)};
  }

  // The position with these stones; MAX moves when both have as many.
  State position(std::uint64_t max_stones, std::uint64_t min_stones) const {
    const bool max_to_move = std::popcount(max_stones) == std::popcount(min_stones);
    const int winner = has_four(max_stones) - has_four(min_stones);
    State s{.own = max_to_move ? max_stones : min_stones, .occupied = max_stones | min_stones};
    s.turn = winner != 0 || s.occupied == kBoard ? Turn::Over : max_to_move ? Turn::Max : Turn::Min;
    s.score = static_cast<std::int16_t>(winner * kWin);
    if (s.turn != Turn::Over) {
      s.score = static_cast<std::int16_t>(lines_through(max_stones) - lines_through(min_stones));
    }
    return s;
  }

  static int has_four(std::uint64_t stones) {
    const std::uint64_t up = stones & stones >> 1;
    const std::uint64_t side = stones & stones >> 7;
    const std::uint64_t rising = stones & stones >> 8;
    const std::uint64_t falling = stones & stones >> 6;
    return ((up & up >> 2) | (side & side >> 14) | (rising & rising >> 16) | (falling & falling >> 12)) != 0;
  }

  static std::uint64_t stones_of_max(const State& s) {
    return std::popcount(s.occupied) % 2 == 0 ? s.own : s.own ^ s.occupied;
  }

 private:
  // One bit in each column, and the six cells of each column.
  static constexpr std::uint64_t kBottom = 0x40810204081;
  static constexpr std::uint64_t kBoard = kBottom * 0b111111;

  // Above any difference of lines: the 69 lines of four have 276 cells.
  static constexpr int kWin = 512;

  // How many of the 69 lines of four pass through each cell.
  static constexpr std::array<std::int8_t, 64> kLinesThrough = [] {
    constexpr int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    std::array<std::int8_t, 64> table{};
    for (int column = 0; column < kColumns; ++column) {
      for (int row = 0; row < kRows; ++row) {
        for (const auto& step : steps) {
          const int last_column = column + 3 * step[0], last_row = row + 3 * step[1];
          if (last_column >= kColumns || last_row >= kRows || last_row < 0) continue;
          for (int i = 0; i < 4; ++i) ++table[7 * (column + i * step[0]) + row + i * step[1]];
        }
      }
    }
    return table;
  }();

  static int lines_through(std::uint64_t stones) {
    int lines = 0;
    for (; stones != 0; stones &= stones - 1) lines += kLinesThrough[std::countr_zero(stones)];
    return lines;
  }
};

static_assert(Game<ConnectFour>);

}  // namespace hazard
