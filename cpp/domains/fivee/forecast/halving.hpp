// Candidates compared by samples with the same dice: more of them go to those that are still in the running
// (successive halving: Karnin, Koren and Somekh 2013), and each is believed by what was expected of it and
// what has been played, by their precision, so that luck in a few samples takes nobody's place.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace hazard::fivee {

struct Sampled {
  double prior = 0.0;          // what it is expected to gain over the first candidate
  std::vector<double> values;  // each by the number of the dice it was played with
};

class Halving {
 public:
  // `spread`: of what candidates gain around what is expected, a standard deviation.
  explicit Halving(double spread) : spread_(spread) {}

  // Plays all candidates, then the better half of them, and so on; the first one stays in to the end. Returns
  // which is believed to be the best.
  std::size_t race(std::vector<Sampled>& all, int samples, auto&& play, auto&& late) const {
    std::vector<std::size_t> left(all.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    int stages = 1;
    while ((std::size_t{1} << stages) < all.size()) ++stages;
    for (int stage = 0; stage < stages && left.size() > 1 && !late(); ++stage) {
      const int each = std::max(2, samples / stages / static_cast<int>(left.size()));
      for (int k = 0; k < each && !late(); ++k) {
        for (const std::size_t i : left) all[i].values.push_back(play(i, all[i].values.size()));
      }
      std::stable_sort(left.begin() + 1, left.end(), [&](std::size_t a, std::size_t b) {
        return believed(all[a], all[0]).first > believed(all[b], all[0]).first;
      });
      if (left.size() > 2) left.resize(std::max<std::size_t>(2, (left.size() + 1) / 2));
    }
    std::size_t best = 0;
    double most = 0.0;
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (const double gain = believed(all[i], all[0]).first; gain > most) most = gain, best = i;
    }
    return best;
  }

  // What a candidate is believed to gain over the first one, and how sure that is.
  std::pair<double, double> believed(const Sampled& one, const Sampled& first) const {
    const double expected = 1.0 / (spread_ * spread_);
    const std::size_t count = std::min(one.values.size(), first.values.size());
    if (count < 2) return {one.prior, spread_};
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double d = one.values[i] - first.values[i];
      sum += d;
      squares += d * d;
    }
    const double n = static_cast<double>(count), mean = sum / n;
    const double variance = std::max(squares / n - mean * mean, kLeastError * kLeastError);
    const double seen = (n - 1.0) / variance;
    return {(expected * one.prior + seen * mean) / (expected + seen), 1.0 / std::sqrt(expected + seen)};
  }

 private:
  static constexpr double kLeastError = 0.05;  // of one sample: few of them may be equal by chance

  double spread_;
};

}  // namespace hazard::fivee
