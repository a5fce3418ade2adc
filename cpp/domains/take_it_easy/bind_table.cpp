#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "domains/take_it_easy/hindsight.hpp"
#include "domains/take_it_easy/line_table.hpp"
#include "domains/take_it_easy/line_training.hpp"
#include "domains/take_it_easy/rivals.hpp"
#include "domains/take_it_easy/rollouts.hpp"

namespace hazard {

namespace {

// Game number `game` has the same tiles for whoever plays it: here, and where a search plays whole games.
Random tiles_of(std::uint64_t seed, std::uint64_t game) { return Random(mix64(seed) ^ game); }

std::vector<float> weights_of(const learn::WeightTable& table) {
  std::vector<float> weights(table.size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = table.weight(i);
  return weights;
}

void restore(learn::WeightTable& table, const ArrayIn<float>& weights) {
  if (weights.size() != table.size())
    throw std::invalid_argument("there are " + std::to_string(weights.size()) + " weights; expected " +
                                std::to_string(table.size()));
  for (std::size_t i = 0; i < table.size(); ++i) table.set(i, weights.data()[i]);
}

}  // namespace

void bind_take_it_easy_table(nb::module_& m) {
  using namespace take_it_easy;
  nb::class_<LineWeights>(m, "TakeItEasyLineWeights")
      .def(nb::init<>())
      .def(
          "restore",
          [](LineWeights& w, const ArrayIn<float>& values, const ArrayIn<float>& squares) {
            restore(w.values, values);
            restore(w.squares, squares);
          },
          nb::arg("values"), nb::arg("squares"))
      .def("values", [](const LineWeights& w) { return numpy_from(weights_of(w.values)); })
      .def("squares", [](const LineWeights& w) { return numpy_from(weights_of(w.squares)); })
      // The sums of the scores and of the squared errors. The rate falls to a half in the first `anneal`
      // games, to a third in as many more, and so on.
      .def(
          "learn",
          [](LineWeights& w, std::uint64_t seed, std::uint64_t first_game, std::uint64_t games, float rate,
             double anneal, float lambda) {
            const nb::gil_scoped_release released;
            LineTraining training(w);
            double score = 0.0, squared_error = 0.0;
            for (std::uint64_t game = first_game; game < first_game + games; ++game) {
              const auto now = static_cast<float>(1.0 / (1.0 + static_cast<double>(game) / anneal));
              Random random = tiles_of(seed, game);
              const auto played = training.learn(random, {.rate = rate * now, .lambda = lambda});
              score += played.score;
              squared_error += played.squared_error;
            }
            return std::tuple(score, squared_error);
          },
          nb::arg("seed"), nb::arg("first_game"), nb::arg("games"), nb::arg("rate"), nb::arg("anneal"),
          nb::arg("trace_decay"));

  nb::class_<LineTable, BoardValue>(m, "TakeItEasyLineTable").def(nb::init<const LineWeights&>());

  nb::class_<Rollouts, BoardValue>(m, "TakeItEasyRollouts")
      .def(
          "__init__",
          [](Rollouts* r, std::shared_ptr<BoardValue> policy, int games, double margin, std::uint64_t seed) {
            new (r) Rollouts(std::move(policy), {.games = games, .margin = margin, .seed = seed});
          },
          nb::arg("policy"), nb::arg("games"), nb::arg("margin"), nb::arg("seed"));

  // The score of each game that an evaluator plays without look-ahead.
  m.def(
      "take_it_easy_play",
      [](const BoardValue& evaluator, std::uint64_t seed, std::uint64_t first_game, std::uint64_t games) {
        const nb::gil_scoped_release released;
        std::vector<int> scores;
        for (std::uint64_t game = first_game; game < first_game + games; ++game) {
          Random random = tiles_of(seed, game);
          scores.push_back(play_greedily(evaluator, random));
        }
        return scores;
      },
      nb::arg("evaluator"), nb::arg("seed"), nb::arg("first_game"), nb::arg("games"));
  m.def(
      "take_it_easy_advantage",
      [](const BoardValue& policy, const Position& before, int hex, int other, int games,
         std::uint64_t seed) {
        if (before.hand == kNoTile || hex < 0 || hex >= kHexes || other < 0 || other >= kHexes ||
            (before.empty >> hex & before.empty >> other & 1) == 0 || games < 1)
          throw std::invalid_argument("expected a tile in the hand, two empty hexes, and games to play");
        const nb::gil_scoped_release released;
        return advantage(policy, before, hex, other, games, seed);
      },
      nb::arg("policy"), nb::arg("before"), nb::arg("hex"), nb::arg("other"), nb::arg("games"),
      nb::arg("seed"));
  // How likely each placement is to end ahead of rivals on the same tiles, in the order of the empty hexes,
  // and whether all orders of the tiles to come were gone through.
  m.def(
      "take_it_easy_race",
      [](const BoardValue& policy, const Position& before, const std::vector<Position>& rivals, int games,
         std::uint64_t seed) {
        const std::uint32_t drawn = kAllTiles & ~before.left;
        const bool sound = std::ranges::all_of(rivals, [&](const Position& rival) {
          return rival.hand == kNoTile && (~rival.left & kAllTiles & ~drawn) == 0;
        });
        if (before.hand == kNoTile || rivals.empty() || !sound || games < 1)
          throw std::invalid_argument("expected a tile in the hand, rivals on the same tiles, and games");
        const nb::gil_scoped_release released;
        std::vector<double> chances(static_cast<std::size_t>(std::popcount(before.empty)));
        const Race race(policy, {.games = games, .seed = seed});
        race.chances(before, rivals, chances);
        return std::pair(chances, race.complete(before));
      },
      nb::arg("policy"), nb::arg("before"), nb::arg("rivals"), nb::arg("games"), nb::arg("seed"));
  m.def(
      "take_it_easy_best_hex",
      [](const BoardValue& policy, const Position& before) {
        if (before.hand == kNoTile) throw std::invalid_argument("expected a tile in the hand");
        return best_placement(policy, before).hex;
      },
      nb::arg("policy"), nb::arg("before"));
  m.def(
      "take_it_easy_draws",
      [](std::uint64_t seed, std::uint64_t game) {
        Random random = tiles_of(seed, game);
        std::array<int, kHexes> draws{};
        std::uint32_t left = kAllTiles;
        for (int& tile : draws) {
          tile = draw_from(left, random);
          left &= ~(1U << tile);
        }
        return draws;
      },
      nb::arg("seed"), nb::arg("game"));
  // The best score of some tiles, a bit each, and the tile on each hex of a board that has it.
  m.def(
      "take_it_easy_hindsight",
      [](std::uint32_t tiles) {
        if ((tiles & ~kAllTiles) != 0 || std::popcount(tiles) < kHexes)
          throw std::invalid_argument("expected 19 tiles or more");
        const nb::gil_scoped_release released;
        const auto found = Hindsight().solve(tiles);
        std::array<int, kHexes> laid{};
        for (int hex = 0; hex < kHexes; ++hex) laid[hex] = found.board.tile_at(hex);
        return std::pair(found.score, laid);
      },
      nb::arg("tiles"));
}

}  // namespace hazard
