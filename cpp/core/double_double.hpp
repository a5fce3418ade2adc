// Numbers of about 32 digits: the sum of two doubles, the second below the last digit of the first (Dekker
// 1971; Hida, Li and Bailey 2001). Enough to tell a tie from a difference of one part in 10^20.
#pragma once

#include <cmath>

namespace hazard {

struct DoubleDouble {
  double high = 0.0, low = 0.0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double number) : high(number) {}  // NOLINT: a double is one
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}
  explicit operator double() const { return high + low; }

  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const double sum = a.high + b.high, part = sum - a.high;
    const double rest = (a.high - (sum - part)) + (b.high - part) + a.low + b.low;
    return normal(sum, rest);
  }
  friend DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const double product = a.high * b.high;
    return normal(product, std::fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high));
  }
  friend DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    const DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    return normal(first, second + (rest - b * second).high / b.high);
  }
  DoubleDouble& operator+=(DoubleDouble b) { return *this = *this + b; }
  friend bool operator<(DoubleDouble a, DoubleDouble b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }

 private:
  static DoubleDouble normal(double sum, double rest) {
    const double high = sum + rest;
    return {high, rest - (high - sum)};
  }
};

}  // namespace hazard
