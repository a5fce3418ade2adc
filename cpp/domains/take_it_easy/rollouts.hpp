// A board valued by playing it to its end, many times: an evaluator that wraps another one, by which it
// places.
//
// What is compared with each other is played with the same tiles to come, so that most of the luck cancels
// out: a set of draws is made once for a board, and each placement of the tile in the hand has to do with it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "core/random.hpp"
#include "domains/take_it_easy/board_value.hpp"
#include "domains/take_it_easy/greedy.hpp"

namespace hazard::take_it_easy {

// Points of a board that is played to its end without look-ahead.
inline int play_out(const BoardValue& policy, Position position, Random random) {
  int points = 0;
  while (position.empty != 0) {
    position.draw(draw_from(position.left, random));
    const int hex = best_placement(policy, position).hex;
    points += position.points_for(position.hand, hex);
    position = position.after(hex);
  }
  return points;
}

// By how many points one placement of the tile in the hand is better than another, when the policy plays on:
// the mean over games in which the same tiles follow both.
inline double advantage(const BoardValue& policy, const Position& before, int hex, int other, int games,
                        std::uint64_t seed) {
  const Position one = before.after(hex), two = before.after(other);
  double sum = 0.0;
  for (int game = 0; game < games; ++game) {
    const Random random(mix64(seed) + static_cast<std::uint64_t>(game));
    sum += play_out(policy, one, random) - play_out(policy, two, random);
  }
  return before.points_for(before.hand, hex) - before.points_for(before.hand, other) + sum / games;
}

class Rollouts final : public BoardValue {
 public:
  struct Settings {
    int games = 100;      // for each board
    double margin = 6.0;  // placements that look worse than the best by more points are not played out
    std::uint64_t seed = 0;
  };

  Rollouts(std::shared_ptr<const BoardValue> policy, const Settings& settings)
      : policy_(std::move(policy)), settings_(settings) {}

  double of(const Position& after) const override {
    const std::uint64_t seed = seed_of(after);
    double sum = 0.0;
    for (int game = 0; game < settings_.games; ++game) sum += played(after, seed, game);
    return sum / settings_.games;
  }

  void of_placements(const Position& before, std::span<double> found) const override {
    policy_->of_placements(before, found);
    std::array<double, kHexes> worth{};
    double best = -std::numeric_limits<double>::infinity();
    std::size_t count = 0;
    for_each_bit(before.empty, [&](int hex) {
      worth[count] = found[count] + before.points_for(before.hand, hex);
      best = std::max(best, worth[count++]);
    });
    const std::uint64_t seed = seed_of(before);
    count = 0;
    for_each_bit(before.empty, [&](int hex) {
      const std::size_t place = count++;
      if (worth[place] < best - settings_.margin) return;
      const Position after = before.after(hex);
      double sum = 0.0;
      for (int game = 0; game < settings_.games; ++game) sum += played(after, seed, game);
      found[place] = sum / settings_.games;
    });
  }

  double spread(const Position& after) const override {
    const std::uint64_t seed = seed_of(after);
    double sum = 0.0, squares = 0.0;
    for (int game = 0; game < settings_.games; ++game) {
      const double points = played(after, seed, game);
      sum += points;
      squares += points * points;
    }
    const double mean = sum / settings_.games;
    return std::sqrt(std::max(0.0, squares / settings_.games - mean * mean));
  }

  void chances_of_many(std::span<const Position> after, int target, std::span<double> found) const override {
    for (std::size_t i = 0; i < after.size(); ++i) {
      const std::uint64_t seed = seed_of(after[i]);
      const int needed = target - after[i].score();
      int reached = 0;
      for (int game = 0; game < settings_.games; ++game) reached += played(after[i], seed, game) >= needed;
      found[i] = static_cast<double>(reached) / settings_.games;
    }
  }

 private:
  // What is on the board decides, so that the same question has the same answer.
  std::uint64_t seed_of(const Position& position) const {
    std::uint64_t seed = mix64(settings_.seed) ^ position.hand;
    for (const Line line : position.lines) seed = mix64(seed ^ line);
    return seed;
  }

  int played(const Position& position, std::uint64_t seed, int game) const {
    return play_out(*policy_, position, Random(seed + static_cast<std::uint64_t>(game)));
  }

  std::shared_ptr<const BoardValue> policy_;
  Settings settings_;
};

}  // namespace hazard::take_it_easy
