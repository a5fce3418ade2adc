// A backgammon board, always seen by the side to move: both sides count their points from their own home.
//
//   side 0 moves    13 14 15 16 17 18 | 19 20 21 22 23 24      a checker on point n stands at index n - 1,
//   from 24 to 1,   12 11 10  9  8  7 |  6  5  4  3  2  1      one on the bar at index 24; one that was
//   then off                                                   borne off is nowhere
//
// Point n of one side is point 25 - n of the other.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "core/random.hpp"

namespace hazard::backgammon {

inline constexpr int kPoints = 24, kBar = 24, kOff = 25, kCheckers = 15, kHome = 6;

// How many checkers a side has on each of its points, and at last on the bar.
using Side = std::array<std::uint8_t, kPoints + 1>;

struct Board {
  std::array<Side, 2> checkers{};  // 0: the side to move, 1: the opponent

  const Side& own() const { return checkers[0]; }
  const Side& opponent() const { return checkers[1]; }
  // How many of the opponent's checkers stand on the mover's point of this index.
  std::uint8_t opponent_on(int point) const { return checkers[1][kPoints - 1 - point]; }
  Board swapped() const { return {{checkers[1], checkers[0]}}; }

  friend bool operator==(const Board&, const Board&) = default;
};

inline constexpr Board kStartBoard = [] {
  Side side{};
  side[23] = 2;
  side[12] = 5;
  side[7] = 3;
  side[5] = 5;
  return Board{{side, side}};
}();

constexpr int checkers_left(const Side& side) {
  int sum = 0;
  for (const std::uint8_t count : side) sum += count;
  return sum;
}

// Points that all checkers together still have to go; the bar is 25 away.
constexpr int pips(const Side& side) {
  int sum = 0;
  for (int point = 0; point <= kBar; ++point) sum += (point + 1) * side[point];
  return sum;
}

// What the loser pays: 1, for a gammon 2 (nothing borne off), for a backgammon 3 (and a checker left on the
// bar or in the winner's home).
constexpr int points_lost(const Side& loser) {
  if (checkers_left(loser) < kCheckers) return 1;
  for (int point = kPoints - kHome; point <= kBar; ++point) {
    if (loser[point] > 0) return 3;
  }
  return 2;
}

// Mixes the whole board and `rest`. No count takes more than four bits, so that two words of eight points go
// into one and nothing is lost before the mixing.
inline std::uint64_t board_key(const Board& board, std::uint64_t rest) {
  std::uint64_t word[2][3];
  for (int side = 0; side < 2; ++side)
    std::memcpy(word[side], board.checkers[side].data(), sizeof word[side]);
  const std::uint64_t bars = board.checkers[0][kBar] | std::uint64_t{board.checkers[1][kBar]} << 4;
  std::uint64_t key = mix64(word[0][0] | word[0][1] << 4);
  key = mix64(key ^ (word[1][0] | word[1][1] << 4));
  key = mix64(key ^ (word[0][2] | word[1][2] << 4));
  return mix64(key ^ (bars | rest << 8));
}

// GNU Backgammon's position id: for every index of a side as many ones as there are checkers, then a zero;
// 80 bits, the lowest of each byte first, in base 64. Its manual says that the side on roll comes first; the
// program itself writes the opponent first, and so does everybody.
inline std::string position_id(const Board& board) {
  std::array<std::uint8_t, 11> bytes{};  // one more than needed: base 64 takes three at a time
  int bit = 0;
  for (const Side* side : {&board.opponent(), &board.own()}) {
    for (const std::uint8_t count : *side) {
      for (int i = 0; i < count; ++i, ++bit) {
        bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] | 1U << bit % 8);
      }
      ++bit;
    }
  }
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string id;
  for (int first = 0; first < 14 * 6; first += 6) {
    const int byte = first / 8, pair = bytes[byte] << 8 | bytes[byte + 1 < 11 ? byte + 1 : 10];
    id += digits[pair >> (10 - first % 8) & 63];
  }
  return id;
}

}  // namespace hazard::backgammon
