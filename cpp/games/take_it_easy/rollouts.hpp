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

#include "games/take_it_easy/board_value.hpp"
#include "games/take_it_easy/greedy.hpp"
#include "search/random.hpp"

namespace hazard::take_it_easy {

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

  double chance_of(const Position& after, int points) const override {
    if (points <= 0) return 1.0;
    const std::uint64_t seed = seed_of(after);
    int reached = 0;
    for (int game = 0; game < settings_.games; ++game) reached += played(after, seed, game) >= points;
    return static_cast<double>(reached) / settings_.games;
  }

 private:
  // What is on the board decides, so that the same question has the same answer.
  std::uint64_t seed_of(const Position& position) const {
    std::uint64_t seed = mix64(settings_.seed) ^ position.hand;
    for (const Line line : position.lines) seed = mix64(seed ^ line);
    return seed;
  }

  int played(Position position, std::uint64_t seed, int game) const {
    Random random(seed + static_cast<std::uint64_t>(game));
    int points = 0;
    while (position.empty != 0) {
      position.draw(draw_from(position.left, random));
      const int hex = best_placement(*policy_, position).hex;
      points += position.points_for(position.hand, hex);
      position = position.after(hex);
    }
    return points;
  }

  std::shared_ptr<const BoardValue> policy_;
  Settings settings_;
};

}  // namespace hazard::take_it_easy
