// How promising a board looks, row by row and column by column: many empty cells and pairs to merge, tiles in
// order along the line, and few large tiles that are not merged.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "domains/twenty48/board.hpp"

namespace hazard::twenty48 {

// What each feature of a line counts for.
struct RowWeights {
  double alive;  // before anything is taken off; what is left is never below nothing
  double empty, merge;
  double disorder, disorder_power;  // of the steps from tile to tile that go the wrong way
  double mass, mass_power;          // of each tile
  friend bool operator==(const RowWeights&, const RowWeights&) = default;
};

// Those of the well-known expectimax players of 2014, found there by optimising over many games.
inline constexpr RowWeights kWellKnown{200'000.0, 270.0, 700.0, 47.0, 4.0, 11.0, 3.5};

// In points of the score, to be added to it. They are those above at 0.005 points each, tuned by
// tools/tune_twenty48.py over games two decisions deep: 5 generations of whole games, then 82 of late ones.
inline constexpr RowWeights kInPoints{770.0, 0.95, 6.8, 0.58, 3.16, 0.092, 3.36};

class RowHeuristic {
 public:
  RowHeuristic(int length, const RowWeights& weights) {
    Powers step_sizes{}, masses{};  // an empty cell counts nothing
    for (int power = 1; power <= kMaxPower; ++power) {
      step_sizes[power] = std::pow(power, weights.disorder_power);
      masses[power] = std::pow(power, weights.mass_power);
    }
    for (std::size_t row = 0; row < kRows; ++row)
      values_[row] = value_of(static_cast<Row>(row), length, weights, step_sizes, masses);
  }

  // The sum over the four rows of `board`; always positive.
  HAZARD_INLINE float rows(Board board) const {
    return (values_[row_of(board, 0)] + values_[row_of(board, 1)]) +
           (values_[row_of(board, 2)] + values_[row_of(board, 3)]);
  }

 private:
  using Powers = std::array<double, kMaxPower + 1>;
  static constexpr double kLeast = 1.0;  // alive is better than over

  static float value_of(Row row, int length, const RowWeights& weights, const Powers& step_sizes,
                        const Powers& masses) {
    int empty = 0, merges = 0, run = 0, last = 0;
    double mass = 0.0, falls = 0.0, rises = 0.0;
    for (int cell = 0; cell < length; ++cell) {
      const int power = power_at(row, cell);
      mass += masses[power];
      if (cell > 0) {
        const double step = step_sizes[power] - step_sizes[power_at(row, cell - 1)];
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
    const double value = weights.alive + weights.empty * empty + weights.merge * merges -
                         weights.disorder * std::min(falls, rises) - weights.mass * mass;
    return static_cast<float>(std::max(value, kLeast));
  }

  std::array<float, kRows> values_;
};

// The table of some weights for lines of `length` cells. Of those that are always at hand there is one each.
inline std::shared_ptr<const RowHeuristic> row_heuristic(int length, const RowWeights& weights) {
  struct WellKnown : RowHeuristic {
    explicit WellKnown(int cells) : RowHeuristic(cells, kWellKnown) {}
  };
  struct InPoints : RowHeuristic {
    explicit InPoints(int cells) : RowHeuristic(cells, kInPoints) {}
  };
  const auto kept = [](const RowHeuristic& table) {
    return std::shared_ptr<const RowHeuristic>(std::shared_ptr<void>(), &table);
  };
  if (weights == kWellKnown) return kept(table_for<WellKnown>(length));
  if (weights == kInPoints) return kept(table_for<InPoints>(length));
  return std::make_shared<const RowHeuristic>(length, weights);
}

}  // namespace hazard::twenty48
