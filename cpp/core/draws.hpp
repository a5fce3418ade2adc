// Numbers drawn by the laws that exploration needs. Written out, as those of the standard library differ from
// one machine to the next: the same seed gives the same numbers everywhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "core/random.hpp"

namespace hazard {

// Uniform in (0, 1): its logarithm is finite, and so is that of the rest.
inline double draw_open(Random& random) {
  return (static_cast<double>(random.bits() >> 12) + 0.5) * 0x1.0p-52;
}

inline double draw_normal(Random& random) {  // Box and Muller 1958
  const double radius = std::sqrt(-2.0 * std::log(draw_open(random)));
  return radius * std::cos(2.0 * std::numbers::pi * draw_open(random));
}

// The largest of log-weights with a number of this law added to each is a draw by these weights (Gumbel
// 1954), and the largest k are k such draws without replacement.
inline double draw_gumbel(Random& random) { return -std::log(-std::log(draw_open(random))); }

// The logarithm of a gamma variate of scale 1, as the variate itself is 0 in floating point for small shapes.
inline double draw_log_gamma(double shape, Random& random) {
  if (shape < 1.0) {
    const double above = draw_log_gamma(shape + 1.0, random);
    return above + std::log(draw_open(random)) / shape;
  }
  const double d = shape - 1.0 / 3.0, c = 1.0 / std::sqrt(9.0 * d);
  while (true) {  // Marsaglia and Tsang 2000: nineteen times in twenty at once
    const double x = draw_normal(random), root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    if (std::log(draw_open(random)) < 0.5 * x * x + d - d * v + d * std::log(v))
      return std::log(d) + std::log(v);
  }
}

// Shares of a whole, by the symmetric Dirichlet law: each has mean 1/n and variance (n-1)/(n^2 (n alpha +
// 1)).
inline void draw_dirichlet(double alpha, Random& random, std::span<double> shares) {
  for (double& share : shares) share = draw_log_gamma(alpha, random);
  const double largest = *std::ranges::max_element(shares);
  double sum = 0.0;
  for (double& share : shares) sum += share = std::exp(share - largest);
  for (double& share : shares) share /= sum;
}

}  // namespace hazard
