// What a board is worth after a placement: the place for a table, a network or play-outs. One of them values
// a board by the points still to come (those of completed lines have been paid), and says how widely they
// spread.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>

#include "domains/take_it_easy/board.hpp"

namespace hazard::take_it_easy {

class BoardValue {
 public:
  virtual ~BoardValue() = default;

  // Points to come on average, of a position with empty hands.
  virtual double of(const Position& after) const = 0;

  virtual void of_many(std::span<const Position> after, std::span<double> found) const {
    for (std::size_t i = 0; i < after.size(); ++i) found[i] = of(after[i]);
  }

  // The same for every placement of the tile in the hand: `found` is filled in the order of the empty hexes.
  // What has the whole board in common can be worked out once here.
  virtual void of_placements(const Position& before, std::span<double> found) const {
    std::array<Position, kHexes> after;
    std::size_t count = 0;
    for_each_bit(before.empty, [&](int hex) { after[count++] = before.after(hex); });
    of_many(std::span(after).first(count), found.first(count));
  }

  // The standard deviation of the points to come. Unless an evaluator knows better, that of good play with so
  // many hexes left to fill: most of the luck is in the last tiles.
  virtual double spread(const Position& after) const {
    constexpr std::array<double, kHexes + 1> kUsual{0.0,  13.6, 17.3, 19.5, 20.9, 22.0, 22.7,
                                                    23.1, 23.6, 24.1, 24.4, 24.8, 25.2, 25.5,
                                                    25.7, 25.9, 26.0, 26.1, 26.2, 26.3};
    return kUsual[static_cast<std::size_t>(std::popcount(after.empty))];
  }

  // The chance of at least `target` points in the end: exact where one hex is left, else, unless an evaluator
  // knows better, as if the points to come were normal.
  virtual void chances_of_many(std::span<const Position> after, int target, std::span<double> found) const {
    of_many(after, found);
    for (std::size_t i = 0; i < after.size(); ++i) {
      const int needed = target - after[i].score();
      if (needed <= 0) {
        found[i] = 1.0;
      } else if (std::has_single_bit(after[i].empty)) {
        found[i] = last_chance(after[i], needed);
      } else {
        found[i] = 0.5 * std::erfc((needed - 0.5 - found[i]) / (std::sqrt(2.0) * spread(after[i])));
      }
    }
  }

  static double last_chance(const Position& after, int needed) {
    const int hex = std::countr_zero(after.empty);
    int reached = 0;
    for_each_bit(after.left, [&](int tile) { reached += after.points_for(tile, hex) >= needed; });
    return static_cast<double>(reached) / std::popcount(after.left);
  }
};

// A guess without any training: a line of one number so far is worth its points times a hope that sinks with
// each tile that it still needs.
class LineFormula final : public BoardValue {
 public:
  double of(const Position& after) const override {
    double sum = 0.0;
    for (int line = 0; line < kLines; ++line) sum += static_cast<double>(table()[line][after.lines[line]]);
    return sum;
  }

 private:
  using Table = std::array<std::array<float, kFillings>, kLines>;

  // Whatever number an empty line may get, and the chance to complete it.
  static constexpr double kHope = 0.72, kFirstHope = 0.5;

  static const Table& table() {
    static const Table made = [] {
      Table values{};
      for (int line = 0; line < kLines; ++line) {
        for (std::size_t filling = 0; filling < kFillings; ++filling)
          values[line][filling] = static_cast<float>(value_of(line, static_cast<Line>(filling)));
      }
      return values;
    }();
    return made;
  }

  static double value_of(int line, Line filling) {
    const int length = kGeometry.lengths[line];
    int digit = 0, missing = 0;
    for (int i = 0; i < length; ++i) {
      const int found = filling >> (2 * i) & 3;
      if (found == 0) {
        ++missing;
      } else if (digit != 0 && digit != found) {
        return 0.0;
      } else {
        digit = found;
      }
    }
    if (missing == 0) return 0.0;  // paid
    const double number = digit == 0 ? 5.0 * kFirstHope : kNumbers[direction_of(line)][digit - 1];
    return number * length * std::pow(kHope, missing);
  }
};

}  // namespace hazard::take_it_easy
