// A distribution in a few outcomes for a search, cut where decisions change.
//
// What a blow leads to changes at a few values: the target falls, it is bloodied, its concentration is harder
// to keep. Between them more damage is only more damage. So a bucket ends where one of these begins, and
// inside of it the mean stands for all: the chance to reach every threshold that was kept, and the mean of
// the whole, stay exact.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "dice/distribution.hpp"

namespace hazard::dice {

struct Bucket {
  double probability;
  int low, high;  // the values in it
  double mean;    // given that it is one of them
};

inline Bucket bucket_of(const Distribution& d, int low, int high) {
  Bucket found{0.0, low, high, static_cast<double>(low)};
  double sum = 0.0;
  for (int value = low; value <= high; ++value) {
    const double p = d.probability(value);
    found.probability += p;
    sum += p * (value - low);
  }
  // Rounding must not carry the mean beyond the values that it is a mean of.
  if (found.probability > 0.0) found.mean = std::min<double>(found.mean + sum / found.probability, high);
  return found;
}

// How much is lost by letting the mean stand for the bucket: its share of the variance.
inline double spread(const Distribution& d, const Bucket& bucket) {
  double sum = 0.0;
  for (int value = bucket.low; value <= bucket.high; ++value)
    sum += d.probability(value) * (value - bucket.mean) * (value - bucket.mean);
  return sum;
}

// Buckets from the lowest values to the highest, in `out`. A threshold begins a bucket; the thresholds come
// in order of importance, and those that would make more than `most` buckets are left out. If buckets are
// left over, the ones that spread most are cut at their mean. With `most` = 0 there is no limit, and no cut
// but at thresholds.
inline void make_buckets(const Distribution& d, std::span<const int> thresholds, int most,
                         std::vector<Bucket>& out) {
  std::vector<int> begins{d.low};
  for (const int threshold : thresholds) {
    if (most > 0 && std::ssize(begins) >= most) break;
    if (threshold > d.low && threshold <= d.high() &&
        std::find(begins.begin(), begins.end(), threshold) == begins.end())
      begins.push_back(threshold);
  }
  std::sort(begins.begin(), begins.end());
  out.clear();
  for (std::size_t i = 0; i < begins.size(); ++i)
    out.push_back(bucket_of(d, begins[i], i + 1 < begins.size() ? begins[i + 1] - 1 : d.high()));
  while (std::ssize(out) < most) {
    const auto widest = std::max_element(out.begin(), out.end(), [&](const Bucket& a, const Bucket& b) {
      return spread(d, a) < spread(d, b);
    });
    if (widest->low == widest->high || spread(d, *widest) < 1e-15) break;  // nothing left to cut
    const int middle = std::clamp(static_cast<int>(std::ceil(widest->mean)), widest->low + 1, widest->high);
    const Bucket below = bucket_of(d, widest->low, middle - 1), above = bucket_of(d, middle, widest->high);
    *widest = above;
    out.insert(widest, below);
  }
  std::erase_if(out, [](const Bucket& bucket) { return !(bucket.probability > 0.0); });
}

// The bucket as one or two whole values with the same mean, for rules that know no half points: each value
// with its probability, and 0 for the second where one is enough.
inline std::array<std::pair<int, double>, 2> whole_values(const Bucket& bucket) {
  const double below = std::floor(bucket.mean), part = bucket.mean - below;
  const int value = static_cast<int>(below);
  return {{{value, bucket.probability * (1.0 - part)},
           {std::min(value + 1, bucket.high), bucket.probability * part}}};
}

}  // namespace hazard::dice
