// The searches for several players and for games with secrets, bound once for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/engine.hpp"
#include "core/players.hpp"
#include "search/equilibrium/sampled_regret.hpp"
#include "search/several/max_n.hpp"
#include "search/several/observer_tree.hpp"

namespace hazard {

// Runs compiled games without Python's lock; a Python game needs it, and may be too large.
template <class G>
auto run_several(const G& game, auto&& run) {
  if constexpr (is_interpreted<G>()) {
    game.set_searching(true);
    const std::unique_ptr<const G, void (*)(const G*)> done(&game,
                                                            [](const G* g) { g->set_searching(false); });
    return run();
  } else {
    const nb::gil_scoped_release released;
    return run();
  }
}

template <ManyPlayers G>
nb::dict several_dict(const G& game, const typename G::State& root,
                      const SeveralResult<typename G::Move>& result) {
  nb::list options;
  for (const auto& option : result.options)
    options.append(nb::make_tuple(Convert<G>::move(game, root, option.action), option.value, option.visits,
                                  option.standard_error, option.payoffs));
  nb::dict d;
  d["options"] = options;
  d["exact"] = result.exact;
  d["stopped"] = to_string(result.stopped);
  Statistics statistics;
  statistics.nodes = result.nodes;
  statistics.simulations = result.simulations;
  statistics.tree_nodes = result.tree_nodes;
  statistics.long_lines = result.long_lines;
  statistics.depth = result.depth;
  statistics.seconds = result.seconds;
  d["statistics"] = statistics_dict(statistics);
  return d;
}

template <ManyPlayers G>
class Several {
 public:
  using State = typename G::State;
  explicit Several(const G& game) : game_(game) {}

  int turn(nb::handle state) const {
    return static_cast<int>(game_.turn(Convert<G>::state_from(game_, state)));
  }

  nb::dict max_n(nb::handle state, bool paranoid, nb::handle budget_object, nb::handle stop) {
    const State root = Convert<G>::state_from(game_, state);
    const Budget budget = budget_from(budget_object);
    const auto result = run_several(game_, [&] {
      MaxN<G> search(game_, {.paranoid = paranoid});
      return search.run(root, budget, interrupt_by(stop));
    });
    return several_dict(game_, root, result);
  }

  nb::dict tree(const nb::list& worlds, const std::vector<double>& weights, const std::string& observer,
                double exploration, int rollout_depth, bool guess, std::size_t max_nodes, std::uint64_t seed,
                nb::handle budget_object, nb::handle stop) {
    std::vector<State> states;
    for (const nb::handle world : worlds) states.push_back(Convert<G>::state_from(game_, world));
    if (states.empty() || states.size() != weights.size())
      throw GameError("equilibrium.arrays_do_not_fit", {{"what", "worlds"}});
    const Budget budget = budget_from(budget_object);
    const ObserverTreeSettings settings{.observer = observer == "open"    ? Observer::Open
                                                    : observer == "mover" ? Observer::Mover
                                                                          : Observer::Root,
                                        .exploration = exploration,
                                        .rollout_depth = rollout_depth,
                                        .guess = guess,
                                        .max_nodes = max_nodes,
                                        .seed = seed};
    const auto result = run_several(game_, [&] {
      ObserverTree<G> search(game_, settings);
      return search.run(states, weights, budget, interrupt_by(stop));
    });
    return several_dict(game_, states[0], result);
  }

  const G& game() const { return game_; }

 private:
  const G& game_;
};

template <ManyPlayers G>
void bind_several(nb::module_& m, const char* name) {
  using S = Several<G>;
  using R = SampledRegret<G>;
  nb::class_<S>(m, name)
      .def(nb::init<const G&>(), nb::keep_alive<1, 2>())
      .def("turn", &S::turn, nb::arg("state"))
      .def("max_n", &S::max_n, nb::arg("state"), nb::arg("paranoid"), nb::arg("budget"),
           nb::arg("stop").none())
      .def("tree", &S::tree, nb::arg("worlds"), nb::arg("weights"), nb::arg("observer"),
           nb::arg("exploration"), nb::arg("rollout_depth"), nb::arg("guess"), nb::arg("max_nodes"),
           nb::arg("seed"), nb::arg("budget"), nb::arg("stop").none());
  nb::class_<R>(m, (std::string(name) + "Regret").c_str())
      .def(
          "__init__",
          [](R* self, const G& game, nb::handle root, const std::string& sampling, bool baselines,
             double exploration, std::size_t max_sets, std::uint64_t seed) {
            new (self) R(game, Convert<G>::state_from(game, root),
                         {.sampling = sampling == "outcome" ? Sampling::Outcome : Sampling::External,
                          .baselines = baselines,
                          .exploration = exploration,
                          .max_sets = max_sets,
                          .seed = seed});
          },
          nb::arg("game"), nb::arg("root"), nb::arg("sampling"), nb::arg("baselines"), nb::arg("exploration"),
          nb::arg("max_sets"), nb::arg("seed"), nb::keep_alive<1, 2>())
      .def(
          "run",
          [](R& self, const G& game, nb::handle budget_object, nb::handle stop) {
            const Budget budget = budget_from(budget_object);
            return std::string(
                to_string(run_several(game, [&] { return self.run(budget, interrupt_by(stop)); })));
          },
          nb::arg("game"), nb::arg("budget"), nb::arg("stop").none())
      .def_prop_ro("steps", &R::steps)
      .def("__len__", [](const R& self) { return self.sets().size(); })
      .def(
          "sets",
          [](const R& self, const G& game, std::size_t from) {
            nb::list found;
            for (std::size_t i = from; i < self.sets().size(); ++i) {
              const auto& set = self.sets()[i];
              found.append(nb::make_tuple(Convert<G>::state(game, set.state), set.player, set.first,
                                          set.count, set.before));
            }
            return found;
          },
          nb::arg("game"), nb::arg("start") = 0,
          "Each set: a state, the player, its first number, how many, the player's number before it")
      .def("memory",
           [](R& self) {
             return nb::make_tuple(numpy_from(std::vector<double>(self.regrets())),
                                   numpy_from(std::vector<double>(self.averages())),
                                   numpy_from(std::vector<double>(self.baselines())),
                                   numpy_from(std::vector<double>(self.tried().begin(), self.tried().end())));
           })
      .def(
          "remember",
          [](R& self, const G& game, const nb::list& states, const nb::list& memory, std::uint64_t steps) {
            for (const nb::handle pair : states)
              self.set_of(Convert<G>::state_from(game, pair[0]), nb::cast<std::uint32_t>(pair[1]));
            std::vector<std::vector<double>> numbers;
            for (const nb::handle part : memory)
              numbers.push_back(vector_from(nb::cast<ArrayIn<double>>(part)));
            const std::size_t actions = self.regrets().size(), all = self.baselines().size();
            if (numbers.size() != 4 || numbers[0].size() != actions || numbers[1].size() != actions ||
                numbers[2].size() != all || numbers[3].size() != all)
              throw GameError("equilibrium.arrays_do_not_fit", {{"what", "memory"}});
            self.regrets() = numbers[0];
            self.averages() = numbers[1];
            self.baselines() = numbers[2];
            self.tried().assign(numbers[3].begin(), numbers[3].end());
            self.set_steps(steps);
          },
          nb::arg("game"), nb::arg("states"), nb::arg("memory"), nb::arg("steps"));
}

// The methods of hazard.Game for a compiled game of several players, by the same names.
template <ManyPlayers G, class... Options>
void bind_several_walk(nb::class_<G, Options...>& cls) {
  using S = typename G::State;
  using C = Convert<G>;
  cls.def("start", &G::start);
  cls.def_prop_ro("players", [](const G& g) { return g.players(); });
  cls.def("turn", [](const G& g, const S& s) { return static_cast<int>(g.turn(s)); }, nb::arg("state"));
  cls.def(
      "actions",
      [](const G& g, const S& s) {
        nb::list labels;
        if (decides(g.turn(s)))
          g.actions(s, [&](const typename G::Move& move) { labels.append(C::move(g, s, move)); });
        return labels;
      },
      nb::arg("state"));
  cls.def(
      "outcomes",
      [](const G& g, const S& s) {
        nb::list pairs;
        if (g.turn(s) == Turn::Chance)
          g.outcomes(s, [&](const typename G::Move& move, double p) {
            pairs.append(nb::make_tuple(C::move(g, s, move), p));
          });
        return pairs;
      },
      nb::arg("state"));
  cls.def(
      "apply", [](const G& g, const S& s, nb::handle move) { return g.apply(s, C::move_from(g, s, move)); },
      nb::arg("state"), nb::arg("move"));
  cls.def(
      "payoffs",
      [](const G& g, const S& s) {
        std::vector<double> found(g.players(), 0.0);
        g.payoffs(s, found);
        return found;
      },
      nb::arg("state"));
  cls.def("bounds", [](const G& g) {
    const Bounds b = bounds_of(g);
    return std::pair(b.low, b.high);
  });
  cls.def("key", &G::key, nb::arg("state"));
  cls.def("text", [](const G& g, const S& s) { return g.text(s); }, nb::arg("state"));
}

}  // namespace hazard
