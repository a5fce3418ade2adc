#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <tuple>

#include "bindings/arrays.hpp"
#include "domains/twenty48/self_play.hpp"
#include "domains/twenty48/tuple_network.hpp"

namespace hazard {

namespace {

// Every game has a number, and its number its own tiles.
Random tiles_of(std::uint64_t seed, std::uint64_t game) { return Random(mix64(mix64(seed) + game)); }

std::span<const float> span_of(const ArrayIn<float>& array) { return {array.data(), array.size()}; }

}  // namespace

void bind_twenty48_network(nb::module_& m) {
  using twenty48::SelfPlay;
  using twenty48::TupleNetwork;
  nb::class_<TupleNetwork>(m, "Twenty48Network")
      .def(nb::init<float>(), nb::arg("first") = 0.0F)
      .def_prop_ro_static("weights", [](nb::handle) { return TupleNetwork::kWeights; })
      // What a board that has just been slid is worth, in points to come.
      .def("of", &TupleNetwork::of, nb::arg("board"))
      .def(
          "restore",
          [](TupleNetwork& n, const ArrayIn<std::uint8_t>& where, const ArrayIn<float>& weights,
             const ArrayIn<float>& errors, const ArrayIn<float>& sizes) {
            n.restore({where.data(), where.size()}, span_of(weights), span_of(errors), span_of(sizes));
          },
          nb::arg("where"), nb::arg("weights"), nb::arg("errors"), nb::arg("sizes"))
      .def("learned",
           [](const TupleNetwork& n) {
             auto found = n.learned();
             return std::tuple(numpy_from(std::move(found.where)), numpy_from(std::move(found.weights)),
                               numpy_from(std::move(found.errors)), numpy_from(std::move(found.sizes)));
           })
      // Moves, the sum of the scores, and the sum of the squared errors.
      .def(
          "learn",
          [](TupleNetwork& n, std::uint64_t seed, std::uint64_t first_game, std::uint64_t games, float rate,
             float lambda) {
            const nb::gil_scoped_release released;
            SelfPlay self(n);
            twenty48::Played all;
            for (std::uint64_t game = first_game; game < first_game + games; ++game) {
              Random random = tiles_of(seed, game);
              all += self.learn(random, rate, lambda);
            }
            return std::tuple(all.moves, all.score, all.squared_error);
          },
          nb::arg("seed"), nb::arg("first_game"), nb::arg("games"), nb::arg("rate"), nb::arg("trace_decay"))
      // Learns from one board alone, towards what it should be worth.
      .def(
          "step",
          [](TupleNetwork& n, twenty48::Board board, float target, float rate) {
            n.table().make_room_to_learn();
            const auto places = twenty48::places_of(board);
            n.table().step(places, target - n.table().sum(places), rate);
          },
          nb::arg("board"), nb::arg("target"), nb::arg("rate"))
      // Moves, and the score of each game, without look-ahead.
      .def(
          "play",
          [](TupleNetwork& n, std::uint64_t seed, std::uint64_t games) {
            const nb::gil_scoped_release released;
            const SelfPlay self(n);
            std::uint64_t moves = 0;
            std::vector<double> scores;
            for (std::uint64_t game = 0; game < games; ++game) {
              Random random = tiles_of(seed, game);
              const auto played = self.play(random);
              moves += played.moves;
              scores.push_back(played.score);
            }
            return std::tuple(moves, scores);
          },
          nb::arg("seed"), nb::arg("games"));
}

}  // namespace hazard
