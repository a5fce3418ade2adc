// Take It Easy: the board's incremental form, the line table in its two forms, and hindsight against a search
// that places tile by tile.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "check.hpp"
#include "domains/take_it_easy/hindsight.hpp"
#include "domains/take_it_easy/line_table.hpp"
#include "domains/take_it_easy/line_training.hpp"
#include "domains/take_it_easy/rivals.hpp"
#include "domains/take_it_easy/rollouts.hpp"

namespace hazard::selftest {

namespace {

using namespace take_it_easy;

Position random_position(Random& random, int tiles) {
  Position position;
  for (int i = 0; i < tiles; ++i) {
    const int tile = draw_from(position.left, random);
    const auto hex = static_cast<int>(random.below(kHexes));
    if ((position.empty >> hex & 1) != 0) position.place(tile, hex);
  }
  return position;
}

void tiles_lie_where_they_were_put() {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Position position = random_position(random, 19), other = turned(position);
    std::uint32_t seen = 0, empty = 0;
    for (int hex = 0; hex < kHexes; ++hex) {
      const int tile = position.tile_at(hex);
      CHECK(other.tile_at(kHexes - 1 - hex) == tile);
      if (tile == kNoTile) empty |= 1U << hex;
      if (tile != kNoTile) seen |= 1U << tile;
    }
    CHECK(empty == position.empty);
    CHECK(seen == (kAllTiles & ~position.left));
    CHECK(turned(other) == position);
    CHECK(canonical(other) == canonical(position));
    CHECK(other.score() == position.score());
  }
}

void an_outlook_changes_with_a_placement_as_if_it_were_new() {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    Position position = random_position(random, static_cast<int>(random.below(18)));
    position.draw(draw_from(position.left, random));
    const Outlook base(position);
    for_each_bit(position.empty, [&](int hex) {
      Outlook changed = base;
      changed.put(position, position.hand, hex);
      const Outlook fresh(position.after(hex));
      CHECK(changed.states == fresh.states);
      CHECK(changed.left_with == fresh.left_with);
      CHECK(changed.empty == fresh.empty);
      CHECK(changed.to_come == fresh.to_come);
    });
  }
}

void the_table_plays_by_the_weights_it_learned() {
  auto weights = std::make_unique<LineWeights>();
  LineTraining training(*weights);
  for (std::uint64_t game = 0; game < 200; ++game) {
    Random random(game);
    training.learn(random, {.rate = 0.5F, .lambda = 0.3F});
  }
  const LineTable table(*weights);
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const Position after = random_position(random, static_cast<int>(random.below(17)));
    if (std::popcount(after.empty) < 2 || after.empty == kAllHexes) continue;
    const FeaturePlaces places{Outlook(after)};
    for (const auto place : places.all()) CHECK(place < LineWeights::kSize, place);
    const auto learned = static_cast<double>(weights->values.sum(places.all()));
    CHECK(near(table.of(after), learned, 1e-3), table.of(after), learned);
    CHECK(near(table.of(turned(after)), learned, 1e-3));
  }
}

// The best score of some tiles on what is left of a board, tile by tile.
int best_of(const Position& position, std::vector<int>& tiles) {
  if (position.empty == 0) return position.score();
  const int hex = std::countr_zero(position.empty);
  int best = 0;
  for (int& tile : tiles) {
    if (tile == kNoTile) continue;
    Position next = position;
    const int taken = std::exchange(tile, kNoTile);
    next.place(taken, hex);
    best = std::max(best, best_of(next, tiles));
    tile = taken;
  }
  return best;
}

void hindsight_finds_boards_that_exchanges_do_not_better() {
  Random random(4);
  Hindsight solver;
  CHECK(solver.solve(kAllTiles).score == 307);
  for (int round = 0; round < 20; ++round) {
    std::uint32_t tiles = kAllTiles;
    for (int i = 0; i < kTiles - kHexes; ++i) tiles &= ~(1U << draw_from(tiles, random));
    const auto found = solver.solve(tiles);
    CHECK(found.board.empty == 0);
    CHECK((kAllTiles & ~found.board.left) == tiles);
    CHECK(found.board.score() == found.score);
    // However six of its tiles are laid anew, it scores no more.
    Position fewer;
    std::vector<int> lifted;
    std::array<bool, kHexes> lift{};
    while (std::ranges::count(lift, true) < 6) lift[random.below(kHexes)] = true;
    for (int hex = 0; hex < kHexes; ++hex) {
      const int tile = found.board.tile_at(hex);
      lift[hex] ? lifted.push_back(tile) : fewer.place(tile, hex);
    }
    CHECK(best_of(fewer, lifted) == found.score);
  }
}

void play_outs_have_an_answer_of_their_own() {
  const auto formula = std::make_shared<LineFormula>();
  const Rollouts rollouts(formula, {.games = 20, .margin = 5.0, .seed = 1});
  Random random(5);
  for (int round = 0; round < 10; ++round) {
    Position position = random_position(random, 15);
    if (position.empty == 0) continue;
    double chance = 0.0;
    rollouts.chances_of_many({&position, 1}, position.score(), {&chance, 1});
    CHECK(chance == 1.0);
    CHECK(rollouts.of(position) == rollouts.of(position));
    position.draw(draw_from(position.left, random));
    std::array<double, kHexes> found{};
    rollouts.of_placements(position, found);
    for (const double value : found) CHECK(value >= 0.0 && value <= 307.0, value);
  }
}

void races_are_won_in_shares_that_sum_to_one_between_equals() {
  const LineFormula formula;
  Random random(6);
  for (int round = 0; round < 20; ++round) {
    Position position = random_position(random, 18);
    if (position.empty == 0) continue;
    const std::vector<Position> rivals(1 + round % 3, position);
    position.draw(draw_from(position.left, random));
    std::array<double, kHexes> chances{};
    Race(formula, {.games = 100, .seed = 1}).chances(position, rivals, chances);
    // Who places as the rivals do ends with the same points in every game.
    const int best = best_placement(formula, position).hex;
    const int order = std::popcount(position.empty & ((1U << best) - 1));
    const double share = chances[static_cast<std::size_t>(order)];
    CHECK(std::abs(share - 1.0 / static_cast<double>(rivals.size() + 1)) < 1e-9, share);
  }
}

void every_three_tiles_of_the_fair_order_have_every_number() {
  std::uint32_t seen = 0;
  for (std::size_t first = 0; first < kFairOrder.size(); first += 3) {
    for (int direction = 0; direction < kDirections; ++direction) {
      int numbers = 0;
      for (std::size_t i = first; i < first + 3; ++i) numbers |= 1 << choice_of(kFairOrder[i], direction);
      CHECK(numbers == 7, first, direction);
    }
    for (std::size_t i = first; i < first + 3; ++i) seen |= 1U << kFairOrder[i];
  }
  CHECK(seen == kAllTiles, seen);
}

}  // namespace

void test_take_it_easy() {
  every_three_tiles_of_the_fair_order_have_every_number();
  tiles_lie_where_they_were_put();
  an_outlook_changes_with_a_placement_as_if_it_were_new();
  the_table_plays_by_the_weights_it_learned();
  hindsight_finds_boards_that_exchanges_do_not_better();
  play_outs_have_an_answer_of_their_own();
  races_are_won_in_shares_that_sum_to_one_between_equals();
}

}  // namespace hazard::selftest
