// Fewer outcomes, the same decisions: amounts of damage between which nothing changes are searched as one.
//
// A distribution is cut where a decision may change (the target falls, is bloodied, may lose its
// concentration) and, where a part is still wide, into shares of about equal probability. Each share counts
// with its conditional mean, so that the mean of the whole and the chance of each event stay exact.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "domains/fivee/state.hpp"

namespace hazard::fivee {

// Where amounts begin to matter, lowest first; an amount belongs to the part that begins at or below it.
struct Cuts {
  std::array<int, 12> at{};
  int count = 0;
  void add(int amount) {
    if (amount <= 0 || count == static_cast<int>(at.size())) return;
    const auto end = at.begin() + count;
    const auto place = std::lower_bound(at.begin(), end, amount);
    if (place != end && *place == amount) return;
    std::copy_backward(place, end, end + 1);
    *place = amount;
    ++count;
  }
};

// Calls emit(probability, amount in sixteenths) for each bucket of `probability(amount)` over low..high.
// `most` buckets at most for each part between two cuts; 0: every amount by itself.
void for_each_bucket(int low, int high, auto&& probability, const Cuts& cuts, int most, auto&& emit) {
  int from = low;
  for (int part = 0; from <= high; ++part) {
    while (part < cuts.count && cuts.at[part] <= from) ++part;
    const int to = part < cuts.count ? std::min(cuts.at[part] - 1, high) : high;
    double mass = 0.0;
    for (int amount = from; amount <= to; ++amount) mass += probability(amount);
    double weight = 0.0, sum = 0.0;
    const double share = most > 0 ? mass / most : 0.0;
    for (int amount = from; amount <= to; ++amount) {
      const double p = probability(amount);
      weight += p;
      sum += p * amount;
      if (weight > 0.0 && (weight + 1e-12 >= share || amount == to)) {
        emit(weight, static_cast<int>(std::lround(sum / weight * kPoint)));
        weight = sum = 0.0;
      }
    }
    from = to + 1;
  }
}

}  // namespace hazard::fivee
