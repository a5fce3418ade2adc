// A game against others on the same tiles: how likely each placement of the tile in the hand is to end ahead.
//
// Everybody plays on without look-ahead, with the same tiles. Whoever has most points wins; a tie of k
// players is the k-th part of a win. In the last placements all orders of the tiles to come are gone through.
// Before, some are drawn, and only the placement that promises most points is played out: the others are so
// many points behind it in every game. (To play each of them out would tell them apart by luck: the same
// tiles lead to games that differ by 20 points, and what is to be told apart is half a point.) Rivals who
// have not placed all tiles that have been drawn do that first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/random.hpp"
#include "domains/take_it_easy/board.hpp"
#include "domains/take_it_easy/board_value.hpp"
#include "domains/take_it_easy/greedy.hpp"

namespace hazard::take_it_easy {

class Race {
 public:
  struct Settings {
    int games = 1000;  // played out, or gone through where there are not more orders
    std::uint64_t seed = 0;
  };

  Race(const BoardValue& policy, const Settings& settings) : policy_(policy), settings_(settings) {}

  // Whether all orders of the tiles to come are gone through.
  bool complete(const Position& before) const {
    double orders = 1.0;
    for (int i = 0; i < to_come(before); ++i) orders *= std::popcount(before.left) - i;
    return orders <= settings_.games;
  }

  // Fills `chances` in the order of the empty hexes.
  void chances(const Position& before, std::span<const Position> rivals, std::span<double> chances) const {
    const std::uint32_t drawn = kAllTiles & ~before.left;
    std::fill(chances.begin(), chances.end(), 0.0);
    Tiles tiles{};
    if (complete(before)) {
      std::size_t orders = 0;
      for_each_order(before.left, to_come(before), tiles, 0, [&](std::span<const std::uint8_t> order) {
        const Best best = play_rivals(rivals, drawn, order);
        std::size_t place = 0;
        for_each_bit(before.empty,
                     [&](int hex) { chances[place++] += share(played_on(before.after(hex), order), best); });
        ++orders;
      });
      for (double& chance : chances) chance /= static_cast<double>(orders);
      return;
    }
    std::array<double, kHexes> worth{};
    const int best_hex = value_placements(before, worth);
    const double best_worth = *std::max_element(worth.begin(), worth.begin() + chances.size());
    for (int game = 0; game < settings_.games; ++game) {
      Random random(mix64(settings_.seed) + static_cast<std::uint64_t>(game));
      const auto order = deal(before, random, tiles);
      const Best best = play_rivals(rivals, drawn, order);
      const int score = played_on(before.after(best_hex), order);
      for (std::size_t i = 0; i < chances.size(); ++i)
        chances[i] += share(score + worth[i] - best_worth, best) / settings_.games;
    }
  }

 private:
  using Tiles = std::array<std::uint8_t, kHexes>;

  struct Best {
    int score = -1, players = 0;
  };

  static int to_come(const Position& before) { return std::popcount(before.empty) - 1; }

  static double share(double score, const Best& best) {
    return score > best.score ? 1.0 : score == best.score ? 1.0 / (best.players + 1) : 0.0;
  }

  // What each placement promises, in the order of the empty hexes; returns the best hex.
  int value_placements(const Position& before, std::span<double> worth) const {
    policy_.of_placements(before, worth);
    std::size_t place = 0;
    for_each_bit(before.empty, [&](int hex) { worth[place++] += before.points_for(before.hand, hex); });
    return best_placement(policy_, before).hex;
  }

  // Calls `visit` with every order of `count` tiles of `left`.
  static void for_each_order(std::uint32_t left, int count, Tiles& tiles, std::size_t filled, auto&& visit) {
    if (count == 0) return visit(std::span<const std::uint8_t>(tiles).first(filled));
    for_each_bit(left, [&](int tile) {
      tiles[filled] = static_cast<std::uint8_t>(tile);
      for_each_order(left & ~(1U << tile), count - 1, tiles, filled + 1, visit);
    });
  }

  // The tiles that follow the one in the hand.
  static std::span<const std::uint8_t> deal(const Position& before, Random& random, Tiles& tiles) {
    const auto count = static_cast<std::size_t>(to_come(before));
    std::uint32_t left = before.left;
    for (std::size_t i = 0; i < count; ++i) {
      tiles[i] = static_cast<std::uint8_t>(draw_from(left, random));
      left &= ~(1U << tiles[i]);
    }
    return std::span<const std::uint8_t>(tiles).first(count);
  }

  Best play_rivals(std::span<const Position> rivals, std::uint32_t drawn,
                   std::span<const std::uint8_t> tiles) const {
    Best best;
    for (Position rival : rivals) {
      for_each_bit(drawn & rival.left, [&](int tile) { place(rival, tile); });
      const int score = played_on(rival, tiles);
      if (score > best.score) best = {score, 0};
      if (score == best.score) ++best.players;
    }
    return best;
  }

  int played_on(Position position, std::span<const std::uint8_t> tiles) const {
    for (const int tile : tiles) place(position, tile);
    return position.score();
  }

  void place(Position& position, int tile) const {
    position.draw(tile);
    position = position.after(best_placement(policy_, position).hex);
  }

  const BoardValue& policy_;
  Settings settings_;
};

}  // namespace hazard::take_it_easy
