#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "domains/take_it_easy/greedy.hpp"
#include "domains/take_it_easy/network.hpp"
#include "domains/take_it_easy/network_training.hpp"

namespace hazard {

namespace {

using take_it_easy::Network;
using take_it_easy::NetworkTraining;

auto parts_of(const Network& network) {
  const auto& parts = network.rounded().parts();
  return std::tuple(numpy_from(parts.rows), numpy_from(parts.second), numpy_from(parts.head),
                    numpy_from(parts.direct));
}

// Every game has a number, and its number its own tiles.
std::vector<int> scores(const take_it_easy::BoardValue& value, std::uint64_t seed, std::uint64_t games) {
  const nb::gil_scoped_release released;
  std::vector<int> found;
  for (std::uint64_t game = 0; game < games; ++game) {
    Random random(mix64(mix64(seed) + game));
    found.push_back(take_it_easy::play_greedily(value, random));
  }
  return found;
}

void bind_training(nb::module_& m) {
  nb::class_<NetworkTraining>(m, "TakeItEasyNetworkTraining")
      .def(
          "__init__",
          [](NetworkTraining* t, int wide, int middle, int narrow, std::uint64_t seed) {
            new (t) NetworkTraining(learn::SparseLearner(Network::shape(wide, middle, narrow), seed));
          },
          nb::arg("wide"), nb::arg("middle"), nb::arg("narrow"), nb::arg("seed"))
      .def_static(
          "resumed",
          [](int wide, int middle, int narrow, const ArrayIn<float>& weights, const ArrayIn<float>& means,
             const ArrayIn<float>& squares, std::uint64_t steps) {
            return NetworkTraining(learn::SparseLearner(
                Network::shape(wide, middle, narrow),
                {vector_from(weights), vector_from(means), vector_from(squares), steps}));
          },
          nb::arg("wide"), nb::arg("middle"), nb::arg("narrow"), nb::arg("weights"), nb::arg("means"),
          nb::arg("squares"), nb::arg("steps"))
      // Boards, the sum of their squared errors, and the sum of the games' scores.
      .def(
          "learn",
          [](NetworkTraining& t, std::uint64_t seed, std::uint64_t first_game, int games, int batches,
             float rate, double placements, double trace_decay, bool renew_idle_units) {
            const nb::gil_scoped_release released;
            const auto found =
                t.learn({seed, first_game, games, batches, rate, placements, trace_decay, renew_idle_units});
            return std::tuple(found.boards, found.squared_error, found.score);
          },
          nb::arg("seed"), nb::arg("first_game"), nb::arg("games"), nb::arg("batches"), nb::arg("rate"),
          nb::arg("placements"), nb::arg("trace_decay"), nb::arg("renew_idle_units"))
      // Weights, the means of their slopes and of the squares of these, and how many steps were taken.
      .def("memory",
           [](const NetworkTraining& t) {
             const auto& memory = t.learner().memory();
             return std::tuple(numpy_from(memory.weights), numpy_from(memory.means),
                               numpy_from(memory.squares), memory.steps);
           })
      .def("parts", [](const NetworkTraining& t) { return parts_of(t.network()); })
      .def(
          "play",
          [](const NetworkTraining& t, std::uint64_t seed, std::uint64_t games) {
            return scores(t.network(), seed, games);
          },
          nb::arg("seed"), nb::arg("games"));
}

}  // namespace

void bind_take_it_easy_network(nb::module_& m) {
  nb::class_<Network, take_it_easy::BoardValue>(m, "TakeItEasyNetwork")
      .def(
          "__init__",
          [](Network* n, int wide, int middle, int narrow, const ArrayIn<std::int16_t>& rows,
             const ArrayIn<std::int16_t>& second, const ArrayIn<float>& head, const ArrayIn<float>& direct) {
            new (n)
                Network(learn::RoundedNetwork(Network::shape(wide, middle, narrow),
                                              {vector_from<learn::Whole, LargeVector<learn::Whole>>(rows),
                                               vector_from<learn::Whole, LargeVector<learn::Whole>>(second),
                                               vector_from(head), vector_from(direct)}));
          },
          nb::arg("wide"), nb::arg("middle"), nb::arg("narrow"), nb::arg("rows"), nb::arg("second"),
          nb::arg("head"), nb::arg("direct"))
      .def("parts", &parts_of)
      // The score of each game, without look-ahead.
      .def(
          "play",
          [](const Network& n, std::uint64_t seed, std::uint64_t games) { return scores(n, seed, games); },
          nb::arg("seed"), nb::arg("games"));
  bind_training(m);
}

}  // namespace hazard
