// A game against others on the same tiles: how often each placement of the tile in the hand ends ahead.
//
// The rest of the game is played many times, by everybody without look-ahead, each with the same tiles.
// Whoever has most points wins; a tie of k players is the k-th part of a win. Rivals who have not placed all
// tiles that have been drawn do that first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/take_it_easy/board.hpp"
#include "games/take_it_easy/board_value.hpp"
#include "games/take_it_easy/greedy.hpp"
#include "search/random.hpp"

namespace hazard::take_it_easy {

class Race {
 public:
  static constexpr double kNotPlayed = -1.0;

  struct Settings {
    int games = 1000;
    double margin = 8.0;  // placements that look worse than the best by more points are not played out
    std::uint64_t seed = 0;
  };

  Race(const BoardValue& policy, const Settings& settings) : policy_(policy), settings_(settings) {}

  // Fills `chances` in the order of the empty hexes: the share of games won, or kNotPlayed.
  void chances(const Position& before, std::span<const Position> rivals, std::span<double> chances) const {
    const std::uint32_t hexes = candidates(before);
    const std::uint32_t drawn = kAllTiles & ~before.left;
    std::array<double, kHexes> won{};
    for (int game = 0; game < settings_.games; ++game) {
      Random random(mix64(settings_.seed) + static_cast<std::uint64_t>(game));
      std::array<std::uint8_t, kHexes> tiles{};
      const std::size_t count = deal(before, random, tiles);
      const Best best = play_rivals(rivals, drawn, std::span(tiles).first(count));
      for_each_bit(hexes, [&](int hex) {
        const int score = played_on(before.after(hex), std::span(tiles).first(count));
        if (score > best.score) won[hex] += 1.0;
        if (score == best.score) won[hex] += 1.0 / (best.players + 1);
      });
    }
    std::size_t place = 0;
    for_each_bit(before.empty, [&](int hex) {
      chances[place++] = (hexes >> hex & 1) != 0 ? won[hex] / settings_.games : kNotPlayed;
    });
  }

 private:
  struct Best {
    int score = -1, players = 0;
  };

  std::uint32_t candidates(const Position& before) const {
    std::array<double, kHexes> worth{};
    policy_.of_placements(before, worth);
    std::size_t place = 0;
    for_each_bit(before.empty, [&](int hex) { worth[place++] += before.points_for(before.hand, hex); });
    const double best = *std::max_element(worth.begin(), worth.begin() + static_cast<std::ptrdiff_t>(place));
    std::uint32_t found = 0;
    place = 0;
    for_each_bit(before.empty, [&](int hex) {
      if (worth[place++] >= best - settings_.margin) found |= 1U << hex;
    });
    return found;
  }

  // The tiles that follow the one in the hand.
  static std::size_t deal(const Position& before, Random& random, std::array<std::uint8_t, kHexes>& tiles) {
    const auto count = static_cast<std::size_t>(std::popcount(before.empty)) - 1;
    std::uint32_t left = before.left;
    for (std::size_t i = 0; i < count; ++i) {
      tiles[i] = static_cast<std::uint8_t>(draw_from(left, random));
      left &= ~(1U << tiles[i]);
    }
    return count;
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
