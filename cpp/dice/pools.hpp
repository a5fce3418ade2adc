// What players do with dice before they add them up: roll again, explode, keep the best.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dice/distribution.hpp"

namespace hazard::dice {

// An explosion goes on for ever with a chance that shrinks; below this one, the last die stays as it fell.
inline constexpr double kExplosionTail = 1e-15;

// The sum of `count` dice with faces 1 .. `sides`. One die is flat and two are a ramp up and down, so it
// needs sums from three dice on only, and has half as many to make then.
inline Distribution sum_of_dice(std::int64_t count, std::int64_t sides) {
  if (sides < 1) throw std::invalid_argument("a die with " + grouped(sides) + " faces");
  if (count == 1) return uniform(1, sides);
  if (count < 1) return times(constant(1), count);
  check_range(count, count * sides);
  Distribution two{2, std::vector<double>(static_cast<std::size_t>(2 * sides - 1))};
  const double ways = static_cast<double>(sides) * static_cast<double>(sides);
  for (std::int64_t i = 0; i < sides; ++i) {
    const double p = static_cast<double>(i + 1) / ways;
    two.probabilities[static_cast<std::size_t>(i)] = p;
    two.probabilities[static_cast<std::size_t>(2 * sides - 2 - i)] = p;
  }
  if (count == 2) return two;
  Distribution pairs = times(two, count / 2);
  return count % 2 == 0 ? pairs : add(pairs, uniform(1, sides));
}

// The values from low to high.
struct Range {
  std::int64_t low, high;
  bool holds(std::int64_t value) const { return low <= value && value <= high; }
};

inline double chance(const Distribution& d, Range range) {
  double sum = 0.0;
  for (std::size_t i = 0; i < d.size(); ++i)
    if (range.holds(d.low + static_cast<std::int64_t>(i))) sum += d.probabilities[i];
  return sum;
}

inline bool always(const Distribution& d, Range range) {
  for (std::size_t i = 0; i < d.size(); ++i)
    if (d.probabilities[i] > 0.0 && !range.holds(d.low + static_cast<std::int64_t>(i))) return false;
  return true;
}

// Only the values inside of `range`, or only those outside; as weights, which need not sum to 1.
inline Distribution only(const Distribution& d, Range range, bool inside) {
  Distribution out = d;
  for (std::size_t i = 0; i < d.size(); ++i)
    if (range.holds(d.low + static_cast<std::int64_t>(i)) != inside) out.probabilities[i] = 0.0;
  trim(out);
  return out;
}

// Rolled again until the value lies outside of `range`.
inline Distribution rerolled(const Distribution& d, Range range) {
  if (always(d, range)) throw std::invalid_argument("every face is rolled again, for ever");
  Distribution out = only(d, range, false);
  normalise(out);
  return out;
}

// Rolled again once if the value lies in `range`; the second roll stands.
inline Distribution rerolled_once(const Distribution& d, Range range) {
  const double again = chance(d, range);
  const Distribution stands = only(d, range, false);
  return mixture(std::array{Weighted{1.0, &stands}, Weighted{again, &d}});
}

// A value in `range` is kept and the die rolled once more, and so on: X = rest + explosive part * X, from the
// innermost roll outwards.
inline Distribution exploded(const Distribution& d, Range range) {
  if (always(d, range)) throw std::invalid_argument("every face explodes, for ever");
  const double again = chance(d, range);
  if (!(again > 0.0)) return d;
  const auto rolls = static_cast<std::int64_t>(std::ceil(std::log(kExplosionTail) / std::log(again)));
  const std::int64_t low = std::min<std::int64_t>(d.low, d.low * (rolls + 1));
  const std::int64_t high = std::max<std::int64_t>(d.high(), d.high() * (rolls + 1));
  check_range(low, high);
  const double width = static_cast<double>(high - low);
  check_work(width * static_cast<double>(d.size()) * static_cast<double>(rolls) / 2.0);
  const Distribution rest = only(d, range, false), explosive = only(d, range, true);
  Distribution total = d, longer{0, {}}, next{0, {}};
  for (std::int64_t roll = 0; roll < rolls; ++roll) {
    add(explosive, total, longer);
    mixture(std::array{Weighted{1.0, &rest}, Weighted{1.0, &longer}}, next);
    std::swap(total, next);
  }
  return total;
}

// The sum of the `kept` highest of `count` dice, each falling as `die` says.
//
// Goes down the faces, highest first, and gives each face its dice. A state is how many dice lie higher
// (fewer than `kept`) and their sum; once `kept` are reached, the rest lies lower, no matter where.
class HighestKept {
 public:
  static constexpr int kMostDice = 500;  // the ways to choose among more do not fit into a double

  HighestKept(const Distribution& die, int count, int kept) : die_(die), count_(count), kept_(kept) {
    if (count > kMostDice)
      throw TooLarge(grouped(count) + " dice to choose from; at most " + grouped(kMostDice) + " are allowed");
    if (kept < 0 || kept > count) throw std::invalid_argument("more dice kept than rolled");
    const std::int64_t low = std::int64_t{die.low} * kept, high = std::int64_t{die.high()} * kept;
    check_range(low, high);
    const double faces = static_cast<double>(die.size()), states = static_cast<double>(kept);
    check_work(faces * states * states / 2.0 * (static_cast<double>(high - low) + 1.0));
    check_work(100.0 * static_cast<double>(count) * faces * states);  // a power costs that much
  }

  Distribution sum() {
    if (kept_ == 0) return constant(0);
    fill_chances_below();
    const std::size_t width = (die_.size() - 1) * static_cast<std::size_t>(kept_) + 1;
    above_.assign(static_cast<std::size_t>(kept_), std::vector<double>(width, 0.0));
    above_[0][0] = 1.0;
    result_ = {static_cast<int>(std::int64_t{die_.low} * kept_), std::vector<double>(width, 0.0)};
    for (std::size_t face = die_.size(); face-- > 0;)
      if (die_.probabilities[face] > 0.0) place(face);
    trim(result_);
    return std::move(result_);
  }

 private:
  void fill_chances_below() {
    below_.resize(die_.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < die_.size(); ++i) {
      below_[i] = sum;
      sum += die_.probabilities[i];
    }
  }

  // Values count from the die's lowest face here, so that sums are indices. From many dice above to few, so
  // that a state is read before anything is added to it.
  void place(std::size_t face) {
    const double p = die_.probabilities[face];
    for (int above = kept_ - 1; above >= 0; --above) {
      const std::vector<double>& from = above_[static_cast<std::size_t>(above)];
      const std::size_t most = static_cast<std::size_t>(above) * (die_.size() - 1);
      const int left = count_ - above, wanted = kept_ - above;
      double ways = 1.0;  // C(left, dice) p^dice
      for (int dice = 1; dice < wanted; ++dice) {
        ways *= p * (left - dice + 1) / dice;
        std::vector<double>& to = above_[static_cast<std::size_t>(above + dice)];
        add_scaled(to.data() + face * static_cast<std::size_t>(dice), from.data(), ways, most + 1);
      }
      add_scaled(result_.probabilities.data() + face * static_cast<std::size_t>(wanted), from.data(),
                 at_least_here(left, wanted, p, below_[face]), most + 1);
    }
  }

  // Of `left` dice at least `wanted` fall here, with chance p each, and all others below.
  static double at_least_here(int left, int wanted, double p, double below) {
    double ways = 1.0, sum = 0.0;  // C(left, dice)
    for (int dice = 1; dice <= left; ++dice) {
      ways *= static_cast<double>(left - dice + 1) / dice;
      if (dice >= wanted) sum += ways * std::pow(p, dice) * std::pow(below, left - dice);
    }
    return sum;
  }

  static void add_scaled(double* to, const double* from, double by, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) to[i] += by * from[i];
  }

  const Distribution& die_;
  int count_, kept_;
  std::vector<double> below_;
  std::vector<std::vector<double>> above_;
  Distribution result_;
};

inline Distribution keep_highest(const Distribution& die, int count, int kept) {
  if (kept == count) return times(die, count);
  if (kept == 1) return highest_of(die, count);
  return HighestKept(die, count, kept).sum();
}

inline Distribution keep_lowest(const Distribution& die, int count, int kept) {
  return negated(keep_highest(negated(die), count, kept));
}

}  // namespace hazard::dice
