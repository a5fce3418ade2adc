// How what games of self-play have left is learned. A network keeps the last positions and learns from a
// random choice of them after every round; a table learns each position once, from the end of a game to its
// beginning.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "learn/dense_network.hpp"
#include "learn/pattern_table.hpp"
#include "learn/samples.hpp"

namespace hazard::learn {

struct LearningSettings {
  std::uint64_t seed = 0;
  std::size_t window = 200'000;  // positions that are kept
  double passes = 2.0;           // how often a new position is learned from, on average
  int batch = 256;
  double rate = 2e-3, least_rate = 2e-4;
  double rate_steps = 5000.0;  // after which the rate begins to fall, as the root of the steps
  double decay = 0.01;
  bool share = true;  // targets are shares of the range of values
};

class NetworkLearner {
 public:
  NetworkLearner(DenseShape shape, DenseLearner::Memory memory, LearningSettings settings)
      : learner_(std::move(shape), std::move(memory)), settings_(settings) {}

  const DenseLearner& learner() const { return learner_; }

  // Returns the mean squared error of the values.
  double learn(Samples fresh) {
    const std::size_t count = fresh.size();
    keep(std::move(fresh));
    if (kept_ == 0) return 0.0;
    owed_ += settings_.passes * static_cast<double>(count) / settings_.batch;
    double squares = 0.0;
    std::uint64_t examples = 0;
    for (; owed_ >= 1.0; owed_ -= 1.0) {
      Random random(mix64(settings_.seed ^ 0x1ea7) + learner_.memory().steps);
      for (int i = 0; i < settings_.batch; ++i, ++examples) {
        const double error = add(static_cast<std::size_t>(random.uniform() * static_cast<double>(kept_)));
        squares += error * error;
      }
      learner_.step(static_cast<float>(rate()), static_cast<float>(settings_.decay));
    }
    return examples == 0 ? 0.0 : squares / static_cast<double>(examples);
  }

  // The positions that are kept, and the part of a batch that is owed: for resuming.
  std::vector<Samples> rounds() const { return {rounds_.begin(), rounds_.end()}; }
  double owed() const { return owed_; }
  std::uint64_t seen() const { return seen_; }
  void restore(std::vector<Samples> rounds, double owed, std::uint64_t seen) {
    for (Samples& one : rounds) {
      kept_ += one.size();
      rounds_.push_back(std::move(one));
    }
    owed_ = owed;
    seen_ = seen;
    count_ends();
  }

 private:
  static constexpr std::size_t kLeastWindow = 2048;

  // What was thought of positions long ago teaches little: the window grows with what has been seen.
  void keep(Samples fresh) {
    if (fresh.size() == 0) return;
    kept_ += fresh.size();
    seen_ += fresh.size();
    rounds_.push_back(std::move(fresh));
    const std::size_t window =
        std::min<std::size_t>(settings_.window, std::max<std::size_t>(kLeastWindow, seen_ / 3));
    while (rounds_.size() > 1 && kept_ - rounds_.front().size() >= window) {
      kept_ -= rounds_.front().size();
      rounds_.pop_front();
    }
    count_ends();
  }

  void count_ends() {
    ends_.clear();
    std::size_t end = 0;
    for (const Samples& one : rounds_) ends_.push_back(end += one.size());
  }

  double add(std::size_t i) {
    const auto round =
        static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), i) - ends_.begin());
    const Samples& samples = rounds_[round];
    const std::size_t at = i - (round == 0 ? 0 : ends_[round - 1]);
    samples.inputs_of(at, inputs_);
    return learner_.add(
        {inputs_, samples.targets[at], settings_.share, samples.actions_of(at), samples.shares_of(at)});
  }

  double rate() const {
    const auto steps = static_cast<double>(learner_.memory().steps);
    const double fallen =
        settings_.rate * std::sqrt(settings_.rate_steps / std::max(settings_.rate_steps, steps));
    return std::max(settings_.least_rate, fallen);
  }

  DenseLearner learner_;
  const LearningSettings settings_;
  std::deque<Samples> rounds_;
  std::vector<std::size_t> ends_;
  std::size_t kept_ = 0;
  std::uint64_t seen_ = 0;  // positions so far
  double owed_ = 0.0;
  std::vector<Input> inputs_;
};

// Returns the mean squared error.
inline double learn_patterns(PatternTable& table, const Samples& samples, float rate) {
  if (samples.size() == 0) return 0.0;
  const std::size_t each = samples.keys.size() / samples.size();
  double squares = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::span keys(samples.keys.data() + i * each, each);
    if (i + 1 < samples.size()) table.prefetch({keys.data() + each, each});
    const double error = table.step(keys, samples.targets[i], rate);
    squares += error * error;
  }
  return squares / static_cast<double>(samples.size());
}

}  // namespace hazard::learn
