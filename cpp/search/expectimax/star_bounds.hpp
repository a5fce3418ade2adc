// What is known of a chance node while its outcomes are searched: the bounds of each, and so of their sum.
//
// With the other outcomes bounded, outcome i matters only within a *scaled* window: above b_i it lifts the
// node to beta whatever the others do, below a_i it keeps the node under alpha.
//
//   a_i = (alpha - sum of the others' p*high) / p_i        b_i = (beta - sum of the others' p*low) / p_i
#pragma once

#include <cstddef>
#include <vector>

#include "core/game.hpp"

namespace hazard {

struct StarBounds {
  std::vector<double> offset;     // each outcome's reward
  std::vector<double> low, high;  // each outcome's bounds, the reward included
  double low_sum = 0.0, high_sum = 0.0;

  // Nothing is searched yet: every outcome may be worth anything within the game's bounds.
  template <class Move>
  void begin(const Edges<Move>& edges, const Bounds& bounds) {
    low.resize(edges.size());
    high.resize(edges.size());
    low_sum = high_sum = 0.0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      low[i] = offset[i] + bounds.low;
      high[i] = offset[i] + bounds.high;
      low_sum += edges[i].probability * low[i];
      high_sum += edges[i].probability * high[i];
    }
  }

  double alpha_of(std::size_t i, double p, double alpha) const {
    return (alpha - (high_sum - p * high[i])) / p;
  }
  double beta_of(std::size_t i, double p, double beta) const { return (beta - (low_sum - p * low[i])) / p; }

  void raise_low(std::size_t i, double p, double value) {
    if (value <= low[i]) return;
    low_sum += p * (value - low[i]);
    low[i] = value;
  }

  void lower_high(std::size_t i, double p, double value) {
    if (value >= high[i]) return;
    high_sum += p * (value - high[i]);
    high[i] = value;
  }

  void settle(std::size_t i, double p, double value) {
    low_sum += p * (value - low[i]);
    high_sum += p * (value - high[i]);
    low[i] = high[i] = value;
  }
};

}  // namespace hazard
