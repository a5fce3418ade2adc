// A solved game, as Python sees it: look up any state's value and best action.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <chrono>
#include <memory>

#include "bindings/convert.hpp"
#include "search/solve/graph.hpp"
#include "search/solve/levels.hpp"
#include "search/solve/solve.hpp"

namespace hazard {

template <Game G>
class Solution {
 public:
  Solution(const G& game, const typename G::State& root, double tolerance, const Limits& limits,
           const Progress& progress, const typename Listing<G>::Watch& watch)
      : game_(game), index_(game) {
    const auto start = std::chrono::steady_clock::now();
    if constexpr (has_levels<G>()) {
      LevelSolver<G> solver(game, index_, graph_.value, limits, progress, watch);
      report_ = solver.run(root);
      edges_ = solver.edges();
    } else {
      graph_ = enumerate(game, root, index_, limits, progress, watch);
      solver_ = std::make_unique<Solver>(graph_, tolerance, progress);
      report_ = solver_->run();
      edges_ = graph_.edges();
    }
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  std::optional<std::uint32_t> find(nb::handle state) const {
    const std::uint32_t i = index_.find(Convert<G>::state_from(game_, state));
    return i == StateIndex<G>::kNone ? std::nullopt : std::optional(i);
  }
  double value(std::uint32_t i) const { return graph_.value.at(i); }
  double error(std::uint32_t i) const {
    if (i >= states()) throw GameError("solve.no_state_number", {{"number", std::to_string(i)}});
    return solver_ ? solver_->error_at(i) : report_.error;
  }
  int turn(std::uint32_t i) const { return static_cast<int>(turn_of(i)); }
  nb::object state(std::uint32_t i) const { return Convert<G>::state(game_, index_[i]); }
  nb::object action(std::uint32_t i) const {
    const Turn turn = turn_of(i);
    if (turn != Turn::Max && turn != Turn::Min) return nb::none();
    const Edges<Move> edges = moves_of(i, turn);
    std::size_t best = 0;
    if constexpr (has_levels<G>()) {
      for (std::size_t k = 1; k < edges.size(); ++k) {
        const double gain = move_value(i, edges, k) - move_value(i, edges, best);
        if (turn == Turn::Max ? gain > 0.0 : gain < 0.0) best = k;
      }
    } else {
      best = solver_->best_edge(i) - graph_.first[i];
    }
    return Convert<G>::move(game_, index_[i], edges[best].move);
  }
  // What each action is worth, best first is left to Python.
  nb::list action_values(std::uint32_t i) const {
    nb::list pairs;
    const Turn turn = turn_of(i);
    if (turn == Turn::Over) return pairs;
    const Edges<Move> edges = moves_of(i, turn);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      pairs.append(
          nb::make_tuple(Convert<G>::move(game_, index_[i], edges[k].move), move_value(i, edges, k)));
    }
    return pairs;
  }
  nb::ndarray<nb::numpy, const double, nb::ndim<1>> values() const {
    return {graph_.value.data(), {graph_.value.size()}, nb::find(this)};
  }

  std::size_t states() const { return graph_.value.size(); }
  std::size_t edges() const { return edges_; }
  double seconds() const { return seconds_; }
  const SolveReport& report() const { return report_; }

 private:
  using Move = typename G::Move;

  Turn turn_of(std::uint32_t i) const {
    if (i >= states()) throw GameError("solve.no_state_number", {{"number", std::to_string(i)}});
    if constexpr (has_levels<G>()) {
      return game_.turn(index_[i]);
    } else {
      return graph_.turn[i];
    }
  }
  Edges<Move> moves_of(std::uint32_t i, Turn turn) const {
    Edges<Move> edges;
    const auto add = [&](const Move& move, double probability = 1.0) {
      if (probability > 0.0) edges(move, probability);  // as in the graph
    };
    turn == Turn::Chance ? game_.outcomes(index_[i], add) : game_.actions(index_[i], add);
    return edges;
  }
  double move_value(std::uint32_t i, const Edges<Move>& edges, std::size_t k) const {
    if constexpr (has_levels<G>()) {
      const auto& state = index_[i];
      const std::uint32_t next = index_.find(game_.apply(state, edges[k].move));
      return reward_of(game_, state, edges[k].move) + graph_.value[next];
    } else {
      const std::uint64_t e = graph_.first[i] + k;
      return graph_.reward_at(e) + graph_.value[graph_.next[e]];
    }
  }

  const G& game_;
  StateIndex<G> index_;
  Graph graph_;  // of a game with levels the values only
  std::unique_ptr<Solver> solver_;
  SolveReport report_;
  std::uint64_t edges_ = 0;
  double seconds_ = 0.0;
};

inline nb::tuple some(const SolveReport::Some& found) { return nb::make_tuple(found.states, found.example); }

template <Game G>
void bind_solution(nb::module_& m, const char* name) {
  using S = Solution<G>;
  nb::class_<S>(m, name)
      .def("find", &S::find, nb::arg("state"), "The state's number, or None if it cannot be reached")
      .def("value", &S::value, nb::arg("number"))
      .def("error_of", &S::error, nb::arg("number"))
      .def("turn", &S::turn, nb::arg("number"))
      .def("state", &S::state, nb::arg("number"))
      .def("action", &S::action, nb::arg("number"))
      .def("action_values", &S::action_values, nb::arg("number"))
      .def_prop_ro("values", &S::values)
      .def_prop_ro("states", &S::states)
      .def_prop_ro("edges", &S::edges)
      .def_prop_ro("seconds", &S::seconds)
      .def_prop_ro("error", [](const S& s) { return s.report().error; })
      .def_prop_ro("rises", [](const S& s) { return some(s.report().rises); })
      .def_prop_ro("falls", [](const S& s) { return some(s.report().falls); })
      .def_prop_ro("cancels", [](const S& s) { return some(s.report().cancels); })
      .def_prop_ro("unsettled", [](const S& s) { return some(s.report().unsettled); })
      .def_prop_ro("components", [](const S& s) { return s.report().components; })
      .def_prop_ro("largest_component", [](const S& s) { return s.report().largest_component; })
      .def_prop_ro("sweeps", [](const S& s) { return s.report().sweeps; });
}

}  // namespace hazard
