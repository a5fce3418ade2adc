// The line table: points to come as a sum of weights, one for each feature of line_features.hpp. It learns in
// one form and plays in another: a coarse feature that is part of a finer one is added to it beforehand, so
// that 30 weights are looked up instead of 72.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "core/large_vector.hpp"
#include "domains/take_it_easy/board_value.hpp"
#include "domains/take_it_easy/greedy.hpp"
#include "domains/take_it_easy/line_features.hpp"
#include "learn/weight_table.hpp"

namespace hazard::take_it_easy {

// The weights as they are learned, and those of the spread: the variance is a sum over the lines alone.
struct LineWeights {
  static constexpr std::size_t kSize = FeatureSpace::kSize;
  static constexpr std::size_t kSpreadSize = FeatureSpace::kLineCount * kToCome;

  learn::WeightTable values{kSize, 0.0F};
  learn::WeightTable squares{kSpreadSize, 0.0F};
};

class LineTable final : public BoardValue {
 public:
  explicit LineTable(const LineWeights& from)
      : ways_(FeatureSpace::kWayCount),
        numbers_(std::size_t{FeatureSpace::kNumberCount} * kToCome),
        hexes_(std::size_t{FeatureSpace::kHexCount} * kToCome),
        squares_(LineWeights::kSpreadSize) {
    using Space = FeatureSpace;
    const auto& values = from.values;
    for (std::uint32_t i = 0; i < Space::kWayCount; ++i) ways_[i] = values.weight(Space::kWay + i);
    for (std::uint32_t i = 0; i < LineWeights::kSpreadSize; ++i) squares_[i] = from.squares.weight(i);
    for (std::uint32_t to_come = 0; to_come < kToCome; ++to_come) {
      for (std::uint32_t i = 0; i < Space::kHexCount; ++i) {
        const std::uint32_t timed = to_come * Space::kHexCount + i;
        hexes_[timed] = values.weight(Space::kTimedHex + timed) + values.weight(Space::kHex + i);
      }
      for (std::uint32_t i = 0; i < Space::kNumberCount; ++i) {
        const std::uint32_t timed = to_come * Space::kNumberCount + i;
        numbers_[timed] = values.weight(Space::kTimedNumber + timed) + values.weight(Space::kNumber + i) +
                          lines_in(values, i, to_come);
      }
    }
  }

  double of(const Position& after) const override {
    if (std::has_single_bit(after.empty)) return last_placement(after);
    return static_cast<double>(sum(Outlook(after)));
  }

  void of_placements(const Position& before, std::span<double> found) const override {
    if (std::popcount(before.empty) <= 2) return BoardValue::of_placements(before, found);
    const Outlook base(before);
    std::size_t count = 0;
    for_each_bit(before.empty, [&](int hex) {
      Outlook after = base;
      after.put(before, before.hand, hex);
      found[count++] = static_cast<double>(sum(after));
    });
  }

  // Where one hex is left nothing was learned: the usual.
  double spread(const Position& after) const override {
    if (std::popcount(after.empty) <= 1) return BoardValue::spread(after);
    const Outlook outlook(after);
    float variance = 0.0F;
    for (int line = 0; line < kLines; ++line) {
      if (outlook.states[line] != kLost) variance += squares_[outlook.line(line)];
    }
    return std::sqrt(std::max(1.0, static_cast<double>(variance)));
  }

 private:
  HAZARD_INLINE float sum(const Outlook& outlook) const {
    const float* const numbers = &numbers_[std::size_t{outlook.to_come} * FeatureSpace::kNumberCount];
    const float* const hexes = &hexes_[std::size_t{outlook.to_come} * FeatureSpace::kHexCount];
    float of_lines = 0.0F, of_hexes = 0.0F;
    for (int direction = 0; direction < kDirections; ++direction) {
      of_lines += ways_[outlook.way(direction)];
      for (int choice = 0; choice < 3; ++choice) of_lines += numbers[outlook.number(direction, choice)];
    }
    for_each_bit(outlook.empty, [&](int hex) HAZARD_INLINE { of_hexes += hexes[outlook.hex(hex)]; });
    return of_lines + of_hexes;
  }

  // What the lines themselves are worth that a number's feature shows; empty ones count for the first number.
  static float lines_in(const learn::WeightTable& values, std::uint32_t number, std::uint32_t to_come) {
    const std::uint32_t left = number % kLeftWith, which = number / kLeftWith % kNumbersInAll;
    const std::uint32_t direction = which / 3, choice = which % 3;
    std::uint32_t view = number / kLeftWith / kNumbersInAll;
    float sum = 0.0F;
    for (int line = kLinesEachWay; line-- > 0; view /= static_cast<std::uint32_t>(kSeenOfLine[line])) {
      const std::uint32_t seen = view % static_cast<std::uint32_t>(kSeenOfLine[line]);
      if (seen == 0 || (seen == 1 && choice != 0)) continue;
      const std::uint32_t state = seen == 1 ? kUntouched : kBegun + 3 * (seen - 2) + choice;
      const std::uint32_t kind =
          3 * direction + static_cast<std::uint32_t>(std::min(line, kLinesEachWay - 1 - line));
      sum += values.weight(to_come * FeatureSpace::kLineCount + (kind * kLineStates + state) * kLeftWith +
                           (seen == 1 ? 0 : left));
    }
    return sum;
  }

  LargeVector<float> ways_, numbers_, hexes_, squares_;
};

}  // namespace hazard::take_it_easy
