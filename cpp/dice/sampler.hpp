// Drawing from a distribution in constant time: Walker's alias method, with the tables as Vose (1991) builds
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "dice/distribution.hpp"

namespace hazard::dice {

class Sampler {
 public:
  explicit Sampler(const Distribution& d) : low_(d.low), keep_(d.size(), 1.0), alias_(d.size(), 0) {
    const auto count = static_cast<double>(d.size());
    std::vector<double> share(d.size());
    std::vector<std::uint32_t> poor, rich;
    for (std::size_t i = 0; i < d.size(); ++i) {
      share[i] = d.probabilities[i] * count;
      (share[i] < 1.0 ? poor : rich).push_back(static_cast<std::uint32_t>(i));
    }
    // Every column holds one share: what a poor one lacks comes from a rich one.
    while (!poor.empty() && !rich.empty()) {
      const std::uint32_t from = rich.back(), to = poor.back();
      poor.pop_back();
      keep_[to] = share[to];
      alias_[to] = from;
      share[from] -= 1.0 - share[to];
      if (share[from] < 1.0) {
        rich.pop_back();
        poor.push_back(from);
      }
    }
  }

  int draw(Random& random) const {
    const std::uint32_t column = random.below(static_cast<std::uint32_t>(keep_.size()));
    return low_ + static_cast<int>(random.uniform() < keep_[column] ? column : alias_[column]);
  }

 private:
  int low_;
  std::vector<double> keep_;
  std::vector<std::uint32_t> alias_;
};

// One draw without a table: walks up the probabilities. For distributions that are drawn from once.
inline int draw(const Distribution& d, Random& random) {
  double left = random.uniform();
  for (std::size_t i = 0; i + 1 < d.size(); ++i) {
    left -= d.probabilities[i];
    if (left < 0.0) return d.low + static_cast<int>(i);
  }
  return d.high();
}

}  // namespace hazard::dice
