// EinStein würfelt nicht! (I. Althöfer 2004): six numbered stones each on a board of five by five. The
// mover rolls a die and moves the stone of that number; if it is gone, the nearest higher or the nearest
// lower one that is left, as the mover likes. Whatever stands on the target is taken, own stones too. Who
// reaches the opposite corner, or takes the last enemy stone, wins: 1 for MAX, -1 for MIN.
//
//   MAX starts here   1 2 3 . .
//   and goes right,   4 5 . . .
//   down or both      6 . . . a     MIN's stones 1 to 6 are written a to f;
//                     . . . b c     they go left, up or both.
//                     . . d e f
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>
#include <variant>

#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

class EinStein {
 public:
  static constexpr int kSide = 5, kCells = 25, kStones = 6, kDirections = 3;
  static constexpr std::uint8_t kGone = 31;

  // An action is 3 * stone + direction, MIN's stones counted from 6; an outcome is 36 + the face less one.
  enum class Move : std::uint8_t {};
  static constexpr int kFirstFace = 2 * kStones * kDirections;

  // How moves look outside.
  enum class Direction : std::uint8_t { Right, Down, Left, Up, Diagonal };
  struct Step {
    std::uint8_t stone = 1;
    Direction direction = Direction::Diagonal;
    bool takes = false;
    friend auto operator<=>(const Step&, const Step&) = default;
  };
  struct Roll {
    std::uint8_t face = 1;
    friend auto operator<=>(const Roll&, const Roll&) = default;
  };

  // Not the die is kept but what it allows: rolls that allow the same are the same state.
  struct State {
    std::array<std::array<std::uint8_t, kStones>, 2> cells{};  // where each stone stands, or kGone
    std::array<std::uint8_t, 2> alive{};                       // which stones are left, as bits
    std::uint8_t mover = 0;                                    // 0: MAX, 1: MIN; the loser when it is over
    std::uint8_t movable = kRolling;                           // stones the mover may move, as bits
    friend bool operator==(const State&, const State&) = default;
  };
  static constexpr std::uint8_t kRolling = 0, kOver = 64;

  // The six numbers of a player from its corner outwards, row by row as that player sees the board.
  using Layout = std::array<int, kStones>;

  EinStein(const Layout& max_layout, const Layout& min_layout) {
    constexpr int triangle[] = {0, 1, 2, 5, 6, 10};
    for (int i = 0; i < kStones; ++i) {
      start_.cells[0][max_layout[i] - 1] = static_cast<std::uint8_t>(triangle[i]);
      start_.cells[1][min_layout[i] - 1] = static_cast<std::uint8_t>(kCells - 1 - triangle[i]);
    }
    start_.alive = {63, 63};
  }

  State start() const { return start_; }

  Turn turn(const State& s) const {
    if (s.movable == kRolling) return Turn::Chance;
    if (s.movable == kOver) return Turn::Over;
    return static_cast<Turn>(s.mover);
  }

  void actions(const State& s, auto&& sink) const {
    for (unsigned stones = s.movable; stones != 0; stones &= stones - 1) {
      const int stone = std::countr_zero(stones);
      const auto& targets = kTargets[s.mover][s.cells[s.mover][stone]];
      for (int direction = 0; direction < kDirections; ++direction) {
        if (targets[direction] != kGone) sink(action(s.mover, stone, direction));
      }
    }
  }

  void outcomes(const State&, auto&& sink) const {
    for (int face = 0; face < 6; ++face) sink(static_cast<Move>(kFirstFace + face), 1.0 / 6);
  }

  State apply(State s, Move move) const {
    const int number = static_cast<int>(move);
    if (number >= kFirstFace) {
      s.movable = kMovable[s.alive[s.mover]][number - kFirstFace];
      return s;
    }
    const int stone = stone_of(move);
    const std::uint8_t target = target_of(s, move);
    for (int player = 0; player < 2; ++player) {
      for (int i = 0; i < kStones; ++i) {
        const bool taken = s.cells[player][i] == target;
        s.cells[player][i] = taken ? kGone : s.cells[player][i];
        s.alive[player] = static_cast<std::uint8_t>(s.alive[player] & ~(unsigned{taken} << i));
      }
    }
    s.cells[s.mover][stone] = target;
    const int enemy = s.mover ^ 1;
    s.movable = target == goal_of(s.mover) || s.alive[enemy] == 0 ? kOver : kRolling;
    s.mover = static_cast<std::uint8_t>(enemy);
    return s;
  }

  // Before the end: each stone counts the more, the nearer it is to the goal and the more rolls move it.
  double value(const State& s) const {
    if (s.movable == kOver) return s.mover == 1 ? 1.0 : -1.0;
    const int lead = threat(s, 0) - threat(s, 1) + (s.mover == 0 ? kTempo : -kTempo);
    return lead / (kEven + (lead < 0 ? -lead : lead));
  }

  Bounds bounds() const { return {-1.0, 1.0}; }

  // What the move leads to, at a glance.
  double rank(const State& s, Move move) const {
    const double after = value(apply(s, move));
    return s.mover == 0 ? after : -after;
  }

  std::uint64_t key(const State& s) const {
    std::uint64_t where = 0;  // 12 stones of 5 bits each, and the mover
    for (const auto& cells : s.cells) {
      for (const std::uint8_t cell : cells) where = where << 5 | cell;
    }
    return mix64(mix64(where << 1 | s.mover) ^ s.movable);
  }

  // The rows from the top, then "max" or "min" to roll, and after the roll the stones that may move:
  // "123../45.../6...a/...bc/..def max 3". At the end: "... max won".
  std::string text(const State& s) const {
    std::string line;
    for (int cell = 0; cell < kCells; ++cell) {
      if (cell > 0 && cell % kSide == 0) line += '/';
      const int max_stone = stone_at(s, 0, cell), min_stone = stone_at(s, 1, cell);
      line += static_cast<char>(max_stone >= 0 ? '1' + max_stone : min_stone >= 0 ? 'a' + min_stone : '.');
    }
    if (s.movable == kOver) return line + (s.mover == 1 ? " max won" : " min won");
    line += s.mover == 0 ? " max" : " min";
    for (int i = 0; i < kStones; ++i) {
      if ((s.movable >> i & 1) != 0) line += " " + std::to_string(i + 1);
    }
    return line;
  }

  // "3 right", and "3 right*" when something is taken.
  std::variant<Step, Roll> record(const State& s, Move move) const {
    const int number = static_cast<int>(move);
    if (number >= kFirstFace) return Roll{static_cast<std::uint8_t>(number - kFirstFace + 1)};
    constexpr Direction directions[2][kDirections] = {
        {Direction::Right, Direction::Down, Direction::Diagonal},
        {Direction::Left, Direction::Up, Direction::Diagonal}};
    const std::uint8_t target = target_of(s, move);
    const bool takes = stone_at(s, 0, target) >= 0 || stone_at(s, 1, target) >= 0;
    return Step{static_cast<std::uint8_t>(stone_of(move) + 1), directions[s.mover][number % kDirections],
                takes};
  }

  // The position with these stones (25 and more: gone), before the mover's roll, or after it if face > 0.
  static State position(const std::array<std::array<std::uint8_t, kStones>, 2>& cells, int mover, int face) {
    State s{.cells = cells, .mover = static_cast<std::uint8_t>(mover)};
    bool over = false;
    for (int player = 0; player < 2; ++player) {
      for (int i = 0; i < kStones; ++i) {
        const bool here = cells[player][i] < kCells;
        if (!here) s.cells[player][i] = kGone;
        s.alive[player] = static_cast<std::uint8_t>(s.alive[player] | unsigned{here} << i);
        over = over || cells[player][i] == goal_of(player);
      }
    }
    if (over || s.alive[0] == 0 || s.alive[1] == 0) {
      s.movable = kOver;
    } else if (face > 0) {
      s.movable = kMovable[s.alive[mover]][face - 1];
    }
    return s;
  }

 private:
  static constexpr int goal_of(int player) { return player == 0 ? kCells - 1 : 0; }

  static constexpr Move action(int player, int stone, int direction) {
    return static_cast<Move>((player * kStones + stone) * kDirections + direction);
  }
  static constexpr int stone_of(Move move) { return static_cast<int>(move) / kDirections % kStones; }
  static std::uint8_t from_of(const State& s, Move move) { return s.cells[s.mover][stone_of(move)]; }
  static std::uint8_t target_of(const State& s, Move move) {
    return kTargets[s.mover][from_of(s, move)][static_cast<int>(move) % kDirections];
  }

  static int stone_at(const State& s, int player, int cell) {
    for (int i = 0; i < kStones; ++i) {
      if (s.cells[player][i] == cell) return i;
    }
    return -1;
  }

  // Of all faces, those that move a stone times what its place is worth.
  static int threat(const State& s, int player) {
    int sum = 0;
    for (int i = 0; i < kStones; ++i) {
      sum += kFaces[s.alive[player]][i] * kNear[kDistance[player][s.cells[player][i]]];
    }
    return sum;
  }

  // What a stone is worth by its steps to the goal, per face that moves it; half as much for each step more.
  static constexpr std::array<std::int8_t, 6> kNear = {32, 16, 8, 4, 2, 0};
  static constexpr int kTempo = 12;
  static constexpr double kEven = 60.0;

  // kTargets[player][cell][direction]: the next cell, or kGone at the edge. Also kGone from kGone.
  static constexpr auto kTargets = [] {
    std::array<std::array<std::array<std::uint8_t, kDirections>, 32>, 2> table{};
    for (int player = 0; player < 2; ++player) {
      const int step = player == 0 ? 1 : -1, edge = player == 0 ? kSide - 1 : 0;
      for (int cell = 0; cell < 32; ++cell) {
        const bool sideways = cell < kCells && cell % kSide != edge,
                   onwards = cell < kCells && cell / kSide != edge;
        table[player][cell] = {
            static_cast<std::uint8_t>(sideways ? cell + step : kGone),
            static_cast<std::uint8_t>(onwards ? cell + kSide * step : kGone),
            static_cast<std::uint8_t>(sideways && onwards ? cell + (kSide + 1) * step : kGone)};
      }
    }
    return table;
  }();

  // kDistance[player][cell]: steps to the goal; 5 for a stone that is gone, which is worth nothing.
  static constexpr auto kDistance = [] {
    std::array<std::array<std::uint8_t, 32>, 2> table{};
    for (int cell = 0; cell < 32; ++cell) {
      const int right = 4 - cell % kSide, down = 4 - cell / kSide;
      const int longer = right > down ? right : down, back = 4 - (right < down ? right : down);
      table[0][cell] = static_cast<std::uint8_t>(cell < kCells ? longer : kSide);
      table[1][cell] = static_cast<std::uint8_t>(cell < kCells ? back : kSide);
    }
    return table;
  }();

  // kMovable[alive][face - 1]: the stones a roll allows, as bits.
  static constexpr auto kMovable = [] {
    std::array<std::array<std::uint8_t, kStones>, 64> table{};
    for (unsigned alive = 0; alive < 64; ++alive) {
      for (int face = 0; face < kStones; ++face) {
        unsigned movable = alive & 1U << face;
        for (int i = face + 1; movable == 0 && i < kStones; ++i) movable = alive & 1U << i;
        for (int i = face - 1; (alive & 1U << face) == 0 && i >= 0; --i) {
          if ((alive & 1U << i) != 0) {
            movable |= 1U << i;
            break;
          }
        }
        table[alive][face] = static_cast<std::uint8_t>(movable);
      }
    }
    return table;
  }();

  // kFaces[alive][stone]: how many of the six faces let that stone move.
  static constexpr auto kFaces = [] {
    std::array<std::array<std::uint8_t, kStones>, 64> table{};
    for (unsigned alive = 0; alive < 64; ++alive) {
      for (const std::uint8_t movable : kMovable[alive]) {
        for (int i = 0; i < kStones; ++i)
          table[alive][i] = static_cast<std::uint8_t>(table[alive][i] + (movable >> i & 1));
      }
    }
    return table;
  }();

  State start_;
};

static_assert(Game<EinStein>);

}  // namespace hazard
