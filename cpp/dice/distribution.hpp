// A distribution over whole numbers: the smallest value, and how likely each value from there on is.
//
// Dense, because sums of dice have no holes worth skipping: adding two of them is a convolution of two short
// arrays. Everything here only adds and multiplies numbers that are not negative, so no probability can
// become negative, and the small ones in the tails keep their precision. (A convolution by Fourier transform
// would be faster for thousands of dice and has neither property.)
//
// Functions that make a distribution come in two forms where it matters: one that returns it, and one that
// writes into `out` and keeps its memory, for rules that run millions of times.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dice/convolve.hpp"

namespace hazard::dice {

inline constexpr std::int64_t kLargestValue = 1'000'000'000;        // either sign
inline constexpr std::int64_t kMostValues = std::int64_t{1} << 18;  // 2 MB; 9999d9999 has a hundred million
inline constexpr double kMostProducts = 2e9;                        // about a second

// More values, or more work, than anybody waits for.
struct TooLarge : std::length_error {
  using std::length_error::length_error;
};

struct Distribution {
  int low = 0;
  std::vector<double> probabilities{1.0};  // of low, low + 1, ...; neither the first nor the last is 0

  int high() const { return low + static_cast<int>(probabilities.size()) - 1; }
  std::size_t size() const { return probabilities.size(); }

  double probability(std::int64_t value) const {
    const std::int64_t at = value - low;
    return at < 0 || at >= std::ssize(probabilities) ? 0.0 : probabilities[static_cast<std::size_t>(at)];
  }

  bool operator==(const Distribution&) const = default;
};

// ---- limits -------------------------------------------------------------------------------------------

// 1234567 as "1,234,567".
inline std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

inline int checked_value(std::int64_t value) {
  if (value < -kLargestValue || value > kLargestValue)
    throw TooLarge("values of " + grouped(value) + "; the largest allowed is " + grouped(kLargestValue));
  return static_cast<int>(value);
}

// Throws unless low..high is a range that we are willing to hold.
inline void check_range(std::int64_t low, std::int64_t high) {
  checked_value(low);
  checked_value(high);
  if (high - low >= kMostValues)
    throw TooLarge(grouped(high - low + 1) + " different values; at most " + grouped(kMostValues) +
                   " are allowed");
}

inline void check_work(double products) {
  if (products > kMostProducts)
    throw TooLarge("about " + grouped(static_cast<std::int64_t>(std::min(products, 1e18))) +
                   " multiplications; at most " + grouped(static_cast<std::int64_t>(kMostProducts)) +
                   " are allowed");
}

// ---- making -------------------------------------------------------------------------------------------

inline Distribution constant(std::int64_t value) { return {checked_value(value), {1.0}}; }

inline Distribution uniform(std::int64_t low, std::int64_t high) {
  if (high < low) throw std::invalid_argument("a range that ends before it begins");
  check_range(low, high);
  const auto count = static_cast<std::size_t>(high - low + 1);
  return {static_cast<int>(low), std::vector<double>(count, 1.0 / static_cast<double>(count))};
}

// Takes off what is impossible at either end.
inline void trim(Distribution& d) {
  auto& p = d.probabilities;
  std::size_t last = p.size();
  while (last > 1 && p[last - 1] == 0.0) --last;
  p.resize(last);
  std::size_t first = 0;
  while (first + 1 < last && p[first] == 0.0) ++first;
  if (first == 0) return;
  p.erase(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(first));
  d.low += static_cast<int>(first);
}

// Weights become probabilities; the caller has made sure that something is possible.
inline void normalise(Distribution& d) {
  double total = 0.0;
  for (const double p : d.probabilities) total += p;
  for (double& p : d.probabilities) p /= total;
  trim(d);
}

// ---- sums ---------------------------------------------------------------------------------------------

// The sum of two independent values. `out` is neither of the two.
inline void add(const Distribution& a, const Distribution& b, Distribution& out) {
  const std::int64_t low = std::int64_t{a.low} + b.low;
  check_range(low, std::int64_t{a.high()} + b.high());
  check_work(static_cast<double>(a.size()) * static_cast<double>(b.size()));
  out.low = static_cast<int>(low);
  out.probabilities.assign(a.size() + b.size() - 1, 0.0);
  add_products(out.probabilities.data(), a.probabilities.data(), a.size(), b.probabilities.data(), b.size());
  // Products of two tiny probabilities can vanish, far out in the tails of hundreds of dice.
  if (out.probabilities.front() == 0.0 || out.probabilities.back() == 0.0) trim(out);
}

inline Distribution add(const Distribution& a, const Distribution& b) {
  Distribution out{0, {}};
  add(a, b, out);
  return out;
}

inline void shift(Distribution& d, std::int64_t by) {
  checked_value(d.high() + by);
  d.low = checked_value(d.low + by);
}

// The sum of `count` independent copies, by squaring: 13 copies are 8 + 4 + 1, and 8 is 4 + 4.
inline Distribution times(const Distribution& d, std::int64_t count) {
  if (count < 0) throw std::invalid_argument("a negative number of copies");
  if (count == 0) return constant(0);
  // Before any work: the last sum is the widest, and costs most of the whole.
  const double width = static_cast<double>(d.size()) * static_cast<double>(count);
  if (width > 1e18 || count > kLargestValue) throw TooLarge(grouped(count) + " copies of a distribution");
  check_range(d.low * count, d.high() * count);
  check_work(d.size() == 1 ? 0.0 : width * width / 3.0);
  Distribution sum{0, {}}, power{0, {}}, next{0, {}};
  const Distribution* doubled = &d;  // 1, 2, 4, ... copies
  bool empty = true;
  for (std::int64_t rest = count;;) {
    if (rest & 1) {
      if (empty) {
        sum = *doubled;
      } else {
        add(sum, *doubled, next);
        std::swap(sum, next);
      }
      empty = false;
    }
    rest >>= 1;
    if (rest == 0) return sum;
    add(*doubled, *doubled, next);
    if (rest == 1 && empty) return next;
    std::swap(power, next);
    doubled = &power;
  }
}

// ---- mixtures -----------------------------------------------------------------------------------------

struct Weighted {
  double weight;
  const Distribution* part;
};

// One of the parts happens, each with its weight; the weights sum to 1. `out` is none of the parts.
inline void mixture(std::span<const Weighted> parts, Distribution& out) {
  bool any = false;
  std::int64_t low = 0, high = 0;
  for (const auto& [weight, part] : parts) {
    if (!(weight > 0.0)) continue;
    low = any ? std::min<std::int64_t>(low, part->low) : part->low;
    high = any ? std::max<std::int64_t>(high, part->high()) : part->high();
    any = true;
  }
  if (!any) throw std::invalid_argument("a mixture of nothing");
  check_range(low, high);
  out.low = static_cast<int>(low);
  out.probabilities.assign(static_cast<std::size_t>(high - low + 1), 0.0);
  for (const auto& [weight, part] : parts) {
    if (!(weight > 0.0)) continue;
    double* to = out.probabilities.data() + (part->low - low);
    for (std::size_t i = 0; i < part->size(); ++i) to[i] += weight * part->probabilities[i];
  }
  trim(out);
}

inline Distribution mixture(std::span<const Weighted> parts) {
  Distribution out{0, {}};
  mixture(parts, out);
  return out;
}

// ---- the value changed --------------------------------------------------------------------------------

inline Distribution negated(Distribution d) {
  std::reverse(d.probabilities.begin(), d.probabilities.end());
  d.low = -d.high();
  return d;
}

// Each value times a number; the values in between are impossible.
inline Distribution scaled(const Distribution& d, std::int64_t by) {
  if (by == 0) return constant(0);
  if (std::abs(by) > kLargestValue) checked_value(by);
  if (by < 0) return scaled(negated(d), -by);
  check_range(d.low * by, d.high() * by);
  Distribution out{static_cast<int>(d.low * by), {}};
  out.probabilities.assign((d.size() - 1) * static_cast<std::size_t>(by) + 1, 0.0);
  for (std::size_t i = 0; i < d.size(); ++i)
    out.probabilities[i * static_cast<std::size_t>(by)] = d.probabilities[i];
  return out;
}

inline std::int64_t floor_quotient(std::int64_t value, std::int64_t by) {
  return value >= 0 ? value / by : -((by - 1 - value) / by);
}

// Each value divided by a positive number and rounded down, as Python's // does: -1 // 2 is -1.
inline Distribution floor_divided(const Distribution& d, std::int64_t by) {
  if (by <= 0) throw std::invalid_argument("division by " + grouped(by) + "; expected 1 or more");
  const std::int64_t low = floor_quotient(d.low, by);
  Distribution out{static_cast<int>(low), {}};
  out.probabilities.assign(static_cast<std::size_t>(floor_quotient(d.high(), by) - low + 1), 0.0);
  for (std::size_t i = 0; i < d.size(); ++i) {
    const std::int64_t value = d.low + static_cast<std::int64_t>(i);
    out.probabilities[static_cast<std::size_t>(floor_quotient(value, by) - low)] += d.probabilities[i];
  }
  return out;
}

// Values below `low` count as `low`, values above `high` as `high`.
inline Distribution clamped(const Distribution& d, std::int64_t low, std::int64_t high) {
  if (high < low) throw std::invalid_argument("a clamp whose upper end lies below its lower end");
  const std::int64_t from = std::clamp<std::int64_t>(d.low, low, high);
  const std::int64_t to = std::clamp<std::int64_t>(d.high(), low, high);
  if (from == d.low && to == d.high()) return d;
  Distribution out{checked_value(from), {}};
  out.probabilities.assign(static_cast<std::size_t>(to - from + 1), 0.0);
  for (std::size_t i = 0; i < d.size(); ++i) {
    const std::int64_t value = std::clamp<std::int64_t>(d.low + static_cast<std::int64_t>(i), from, to);
    out.probabilities[static_cast<std::size_t>(value - from)] += d.probabilities[i];
  }
  return out;
}

// The highest of `count` independent copies. F is the chance of at most x, G of less than x:
//   F^n - G^n = (F - G) (F^(n-1) + F^(n-2) G + ... + G^(n-1)), and the right side subtracts nothing.
inline Distribution highest_of(const Distribution& d, std::int64_t count) {
  if (count < 1) throw std::invalid_argument("the highest of " + grouped(count) + "; expected 1 or more");
  check_work(static_cast<double>(count) * static_cast<double>(d.size()));
  Distribution out{d.low, std::vector<double>(d.size())};
  double less = 0.0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const double p = d.probabilities[i], most = less + p;
    double sum = 1.0, power = 1.0;
    for (std::int64_t k = 1; k < count; ++k) {
      power *= less;
      sum = sum * most + power;
    }
    out.probabilities[i] = p * sum;
    less = most;
  }
  trim(out);
  return out;
}

inline Distribution lowest_of(const Distribution& d, std::int64_t count) {
  if (count < 1) throw std::invalid_argument("the lowest of " + grouped(count) + "; expected 1 or more");
  return negated(highest_of(negated(d), count));
}

// ---- questions ----------------------------------------------------------------------------------------

// From the middle outwards: what is symmetric comes out even, and 2d6 has the mean 7 to the last digit.
inline double mean(const Distribution& d) {
  const double middle = static_cast<double>(d.size() - 1) / 2.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < d.size(); ++i) sum += d.probabilities[i] * (static_cast<double>(i) - middle);
  return d.low + middle + sum;
}

inline double variance(const Distribution& d) {
  const double middle = mean(d) - d.low;
  double sum = 0.0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const double away = static_cast<double>(i) - middle;
    sum += d.probabilities[i] * away * away;
  }
  return sum;
}

inline double at_least(const Distribution& d, std::int64_t value) {
  if (value <= d.low) return 1.0;
  double sum = 0.0;
  for (std::int64_t at = std::ssize(d.probabilities) - 1; at >= value - d.low; --at)
    sum += d.probabilities[static_cast<std::size_t>(at)];
  return std::min(sum, 1.0);
}

inline double at_most(const Distribution& d, std::int64_t value) {
  if (value >= d.high()) return 1.0;
  double sum = 0.0;
  for (std::int64_t at = 0; at <= value - d.low; ++at) sum += d.probabilities[static_cast<std::size_t>(at)];
  return std::min(sum, 1.0);
}

// The smallest value that is not exceeded with a chance of at least `q`; rounding is forgiven.
inline int quantile(const Distribution& d, double q) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < d.size(); ++i) {
    sum += d.probabilities[i];
    if (sum >= q - 1e-12) return d.low + static_cast<int>(i);
  }
  return d.high();
}

// The mean of the values in low..high, or nothing where they are impossible.
inline std::optional<double> conditional_mean(const Distribution& d, std::int64_t low, std::int64_t high) {
  double sum = 0.0, mass = 0.0;
  const std::int64_t from = std::max<std::int64_t>(low, d.low), to = std::min<std::int64_t>(high, d.high());
  for (std::int64_t value = from; value <= to; ++value) {
    const double p = d.probability(value);
    mass += p;
    sum += p * static_cast<double>(value - from);
  }
  if (!(mass > 0.0)) return std::nullopt;
  return static_cast<double>(from) + sum / mass;
}

struct Cut {
  double probability;                        // of reaching the threshold
  std::optional<Distribution> below, above;  // given that it is not reached, given that it is
};

inline Cut cut(const Distribution& d, std::int64_t threshold) {
  const std::int64_t at = std::clamp<std::int64_t>(threshold - d.low, 0, std::ssize(d.probabilities));
  Cut parts{at_least(d, threshold), std::nullopt, std::nullopt};
  const auto middle = d.probabilities.begin() + at;
  if (at > 0) parts.below = Distribution{d.low, {d.probabilities.begin(), middle}};
  if (at < std::ssize(d.probabilities))
    parts.above = Distribution{static_cast<int>(d.low + at), {middle, d.probabilities.end()}};
  if (parts.below) normalise(*parts.below);
  if (parts.above) normalise(*parts.above);
  return parts;
}

}  // namespace hazard::dice
