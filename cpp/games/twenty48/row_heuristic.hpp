// How promising a board looks, row by row and column by column: many empty cells and pairs to merge, tiles in
// order along the line, and few large tiles that are not merged. The features and their weights are those of
// the well-known expectimax players of 2014, found there by optimising over many games.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "games/twenty48/board.hpp"

namespace hazard::twenty48 {

class RowHeuristic {
 public:
  explicit RowHeuristic(int length) {
    for (std::size_t row = 0; row < kRows; ++row) values_[row] = value_of(static_cast<Row>(row), length);
  }

  // The sum over the four rows of `board`; always positive.
  HAZARD_INLINE float rows(Board board) const {
    return (values_[row_of(board, 0)] + values_[row_of(board, 1)]) +
           (values_[row_of(board, 2)] + values_[row_of(board, 3)]);
  }

 private:
  // Every line has this much before anything is taken off, so that being alive counts for more than order.
  static constexpr double kAlive = 200'000.0;
  static constexpr double kEmpty = 270.0, kMerge = 700.0, kDisorder = 47.0, kMass = 11.0;

  static float value_of(Row row, int length) {
    int empty = 0, merges = 0, run = 0, last = 0;
    double mass = 0.0, falls = 0.0, rises = 0.0;
    for (int cell = 0; cell < length; ++cell) {
      const int power = power_at(row, cell);
      mass += std::pow(power, 3.5);
      if (cell > 0) {
        const double step = std::pow(power, 4.0) - std::pow(power_at(row, cell - 1), 4.0);
        (step < 0 ? falls : rises) += std::abs(step);
      }
      if (power == 0) {
        ++empty;
        continue;
      }
      // A run of n equal tiles, empty cells between them or not, counts n.
      run = power == last ? run + 1 : 0;
      merges += run == 1 ? 2 : run > 1 ? 1 : 0;
      last = power;
    }
    const double value =
        kAlive + kEmpty * empty + kMerge * merges - kDisorder * std::min(falls, rises) - kMass * mass;
    return static_cast<float>(std::max(value, 1.0));
  }

  std::array<float, kRows> values_;
};

}  // namespace hazard::twenty48
