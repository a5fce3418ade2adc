// Networks, tables and their learners from Python; games of self-play are in learning.hpp.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/judge.hpp"
#include "learn/learner.hpp"

namespace hazard {

namespace {

using learn::DenseNetwork;
using learn::DenseShape;
using learn::Encoding;
using learn::NetworkLearner;
using learn::PatternTable;
using learn::Place;
using learn::Samples;

using PlaceTuple = std::tuple<int, std::vector<double>, int, double, std::uint32_t>;

std::shared_ptr<Encoding> encoding_from(const std::vector<PlaceTuple>& listed, int sides) {
  std::vector<Place> places;
  for (const auto& [kind, values, usual, scale, table] : listed)
    places.push_back({static_cast<Place::Kind>(kind), values, usual, scale, table});
  return std::make_shared<Encoding>(std::move(places), sides);
}

nb::dict samples_dict(const Samples& s) {
  nb::dict found;
  found["indices"] = numpy_from(s.indices);
  found["values"] = numpy_from(s.values);
  found["input_ends"] = numpy_from(s.input_ends);
  found["keys"] = numpy_from(s.keys);
  found["targets"] = numpy_from(s.targets);
  found["actions"] = numpy_from(s.actions);
  found["shares"] = numpy_from(s.shares);
  found["action_ends"] = numpy_from(s.action_ends);
  found["counts"] = numpy_from(std::vector<std::uint64_t>{s.games, s.moves});
  return found;
}

Samples samples_from(const nb::dict& d) {
  Samples s;
  s.indices = vector_from<std::uint16_t>(nb::cast<ArrayIn<std::uint16_t>>(d["indices"]));
  s.values = vector_from<float>(nb::cast<ArrayIn<float>>(d["values"]));
  s.input_ends = vector_from<std::uint32_t>(nb::cast<ArrayIn<std::uint32_t>>(d["input_ends"]));
  s.keys = vector_from<std::uint32_t>(nb::cast<ArrayIn<std::uint32_t>>(d["keys"]));
  s.targets = vector_from<float>(nb::cast<ArrayIn<float>>(d["targets"]));
  s.actions = vector_from<std::uint16_t>(nb::cast<ArrayIn<std::uint16_t>>(d["actions"]));
  s.shares = vector_from<float>(nb::cast<ArrayIn<float>>(d["shares"]));
  s.action_ends = vector_from<std::uint32_t>(nb::cast<ArrayIn<std::uint32_t>>(d["action_ends"]));
  const auto counts = vector_from<std::uint64_t>(nb::cast<ArrayIn<std::uint64_t>>(d["counts"]));
  if (counts.size() != 2 || s.values.size() != s.indices.size() || s.shares.size() != s.actions.size())
    throw nb::value_error("samples whose parts do not fit each other");
  s.games = counts[0];
  s.moves = counts[1];
  return s;
}

learn::LearningSettings learning_settings(nb::handle s) {
  const auto get = [&]<class T>(const char* name, T) { return nb::cast<T>(s.attr(name)); };
  learn::LearningSettings found;
  found.seed = get("seed", found.seed);
  found.window = get("window", found.window);
  found.passes = get("passes", found.passes);
  found.batch = get("batch", found.batch);
  found.rate = get("rate", found.rate);
  found.least_rate = get("least_rate", found.least_rate);
  found.rate_steps = get("rate_steps", found.rate_steps);
  found.decay = get("weight_decay", found.decay);
  found.share = get("share", found.share);
  return found;
}

void bind_networks(nb::module_& m) {
  nb::class_<Encoding>(m, "Encoding", "How the numbers of a state become inputs or keys")
      .def(nb::new_(&encoding_from), nb::arg("places"), nb::arg("sides"))
      .def_prop_ro("inputs", &Encoding::inputs)
      .def_prop_ro("places", &Encoding::places);
  nb::class_<DenseNetwork>(m, "DenseNetwork", "A network of several layers")
      .def(nb::new_([](int inputs, std::vector<int> units, int actions, const ArrayIn<float>& weights) {
             return std::make_shared<DenseNetwork>(DenseShape{inputs, std::move(units), actions},
                                                   vector_from<float>(weights));
           }),
           nb::arg("inputs"), nb::arg("units"), nb::arg("actions"), nb::arg("weights"));
  nb::class_<NetworkLearner>(m, "NetworkLearner", "Learns a network from games")
      .def(nb::new_([](int inputs, std::vector<int> units, int actions, std::uint64_t seed, nb::object memory,
                       nb::handle settings) {
             const DenseShape shape{inputs, std::move(units), actions};
             if (!shape.fits()) throw nb::value_error("units that no network has");
             learn::DenseLearner::Memory kept = learn::DenseLearner::fresh(shape, seed);
             if (!memory.is_none()) {
               const auto part = [&](const char* name) {
                 return vector_from<float>(nb::cast<ArrayIn<float>>(memory[name]));
               };
               kept = {part("weights"), part("means"), part("squares"), part("smooth"),
                       nb::cast<std::uint64_t>(memory["steps"])};
             }
             return std::make_unique<NetworkLearner>(shape, std::move(kept), learning_settings(settings));
           }),
           nb::arg("inputs"), nb::arg("units"), nb::arg("actions"), nb::arg("seed"), nb::arg("memory").none(),
           nb::arg("settings"))
      .def(
          "learn", [](NetworkLearner& l, const Samples& samples) { return l.learn(samples); },
          nb::call_guard<nb::gil_scoped_release>(), nb::arg("samples"))
      .def("network",
           [](const NetworkLearner& l) {
             return std::make_shared<DenseNetwork>(l.learner().shape(), l.learner().memory().smooth);
           })
      .def("memory",
           [](const NetworkLearner& l) {
             const auto& memory = l.learner().memory();
             nb::dict found;
             found["weights"] = numpy_from(memory.weights);
             found["means"] = numpy_from(memory.means);
             found["squares"] = numpy_from(memory.squares);
             found["smooth"] = numpy_from(memory.smooth);
             found["steps"] = memory.steps;
             return found;
           })
      .def("rounds", &NetworkLearner::rounds)
      .def_prop_ro("owed", &NetworkLearner::owed)
      .def_prop_ro("seen", &NetworkLearner::seen)
      .def("restore", [](NetworkLearner& l, const std::vector<Samples>& rounds, double owed,
                         std::uint64_t seen) { l.restore(rounds, owed, seen); });
}

void bind_tables(nb::module_& m) {
  using Cell = PatternTable::Cell;
  nb::class_<PatternTable>(m, "PatternTable", "A table of weights by key")
      .def(nb::new_([] { return std::make_shared<PatternTable>(); }))
      .def("__len__", &PatternTable::size)
      .def("cells",
           [](const PatternTable& t) {
             const auto cells = t.cells();
             std::vector<std::uint32_t> keys;
             std::vector<float> numbers;
             for (const Cell& cell : cells) {
               keys.push_back(cell.key);
               numbers.insert(numbers.end(), {cell.weight, cell.errors, cell.sizes});
             }
             return std::pair(numpy_from(std::move(keys)), numpy_from(std::move(numbers)));
           })
      .def("put",
           [](PatternTable& t, const ArrayIn<std::uint32_t>& keys, const ArrayIn<float>& numbers) {
             if (numbers.size() != 3 * keys.size()) throw nb::value_error("three numbers for each key");
             std::vector<Cell> cells;
             for (std::size_t i = 0; i < keys.size(); ++i) {
               const float* at = numbers.data() + 3 * i;
               cells.push_back({keys.data()[i], at[0], at[1], at[2]});
             }
             t.put(cells);
           })
      .def(
          "learn",
          [](PatternTable& t, const Samples& samples, float rate) {
            return learn::learn_patterns(t, samples, rate);
          },
          nb::call_guard<nb::gil_scoped_release>(), nb::arg("samples"), nb::arg("rate"));
}

void bind_judge(nb::module_& m) {
  nb::class_<BoundJudge>(m, "Judge", "What was learned of a game, for its searches")
      .def(nb::new_([](std::shared_ptr<Encoding> encoding, std::tuple<double, double, double> scale,
                       bool afterwards, nb::object sight, std::shared_ptr<DenseNetwork> network,
                       std::shared_ptr<PatternTable> table, const std::vector<std::uint64_t>& codes) {
             const learn::ValueScale values{std::get<0>(scale), std::get<1>(scale), std::get<2>(scale)};
             auto found = std::make_unique<BoundJudge>();
             found->afterwards = afterwards;
             found->sight = std::move(sight);
             if (table != nullptr) {
               found->judge = std::make_shared<learn::Judge>(encoding, values, table);
             } else {
               if (network == nullptr || network->shape().inputs != encoding->inputs())
                 throw nb::value_error("a network for other inputs");
               found->judge = std::make_shared<learn::Judge>(
                   encoding, values, std::make_shared<learn::ActionRows>(codes), network);
             }
             return found;
           }),
           nb::arg("encoding"), nb::arg("scale"), nb::arg("afterwards"), nb::arg("sight"),
           nb::arg("network").none(), nb::arg("table").none(), nb::arg("codes"))
      .def_prop_ro("has_policy", [](const BoundJudge& b) { return b.judge->has_policy(); });
}

}  // namespace

void bind_learners(nb::module_& m) {
  nb::class_<Samples>(m, "Samples", "What games of self-play leave for a learner")
      .def(nb::init<>())
      .def("__len__", &Samples::size)
      .def_ro("games", &Samples::games)
      .def_ro("moves", &Samples::moves)
      .def("append", &Samples::append, nb::arg("other"))
      .def("arrays", &samples_dict)
      .def_static("from_arrays", &samples_from, nb::arg("arrays"));
  bind_networks(m);
  bind_tables(m);
  bind_judge(m);
}

}  // namespace hazard
