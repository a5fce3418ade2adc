// Take It Easy played by an evaluator alone: every tile goes where its points and what the board is worth
// then are highest.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/random.hpp"
#include "domains/take_it_easy/board.hpp"
#include "domains/take_it_easy/board_value.hpp"

namespace hazard::take_it_easy {

// One hex is left, and nothing to choose: what the next tile pays on average.
inline double last_placement(const Position& after) {
  const int hex = std::countr_zero(after.empty);
  int sum = 0;
  for_each_bit(after.left, [&](int tile) { sum += after.points_for(tile, hex); });
  return static_cast<double>(sum) / std::popcount(after.left);
}

struct Placement {
  int hex = 0;
  double worth = 0.0;  // with the points it pays
};

// Where the tile in the hand goes. The last two placements are exact.
inline Placement best_placement(const BoardValue& value, const Position& before) {
  std::array<double, kHexes> worth{};
  const int hexes = std::popcount(before.empty);
  if (hexes > 2) value.of_placements(before, worth);
  Placement best{0, -1.0e9};
  std::size_t count = 0;
  for_each_bit(before.empty, [&](int hex) {
    const double later = hexes == 2 ? last_placement(before.after(hex)) : worth[count++];
    const double found = later + before.points_for(before.hand, hex);
    if (found > best.worth) best = {hex, found};
  });
  return best;
}

inline int draw_from(std::uint32_t left, Random& random) {
  for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(left))); skip > 0; --skip)
    left &= left - 1;
  return std::countr_zero(left);
}

// A whole game. Returns its score.
inline int play_greedily(const BoardValue& value, Random& random) {
  Position position;
  int score = 0;
  while (position.empty != 0) {
    position.draw(draw_from(position.left, random));
    const int hex = best_placement(value, position).hex;
    score += position.points_for(position.hand, hex);
    position = position.after(hex);
  }
  return score;
}

}  // namespace hazard::take_it_easy
