// An evaluator that is a Python function of a list of states: what it returns is checked and read here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings/answers.hpp"
#include "bindings/convert.hpp"
#include "core/game.hpp"
#include "core/result.hpp"
#include "search/tree/priors.hpp"

namespace hazard {

// One value of a batch.
template <Game G>
double value_from(const G& game, const typename G::State& state, nb::handle item, const Bounds& bounds) {
  const double value = PyFloat_AsDouble(item.ptr());
  if (PyErr_Occurred() != nullptr || !std::isfinite(value)) {
    PyErr_Clear();
    throw GameError("search.evaluator_gave_no_number",
                    {{"found", nb::cast<std::string>(nb::repr(item))}, {"state", game.text(state)}});
  }
  if (value < bounds.low || value > bounds.high) {
    throw GameError("search.evaluator_out_of_bounds", {{"found", std::to_string(value)},
                                                       {"state", game.text(state)},
                                                       {"low", std::to_string(bounds.low)},
                                                       {"high", std::to_string(bounds.high)}});
  }
  return value;
}

// The weights of the actions of each state that has any.
template <Game G>
void keep_priors(const G& game, std::span<const typename G::State> states, nb::handle listed,
                 TreePriors<G>& priors) {
  require_one_for_each(listed, states.size(), [] { return std::string("the evaluator"); }, "prior");
  std::vector<double> weights;
  Edges<typename G::Move> edges;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Turn turn = game.turn(states[i]);
    if (turn != Turn::Max && turn != Turn::Min) continue;
    list_actions(game, states[i], edges);
    read_weights(
        nb::object(listed[i]), edges.size(),
        [&](std::size_t a) { return Convert<G>::move(game, states[i], edges[a].move); },
        [&] { return "the evaluator's prior for the state " + game.text(states[i]); }, weights);
    priors.keep(states[i], weights);
  }
}

// `priors`: where to leave the weights of actions, if the function gives any and somebody wants them.
template <Game G>
std::optional<Evaluator<G>> evaluator_from(const G& game, nb::object function,
                                           TreePriors<G>* priors = nullptr) {
  if (function.is_none()) return std::nullopt;
  const Bounds bounds = bounds_of(game);
  return
      [&game, function, bounds, priors](std::span<const typename G::State> states, std::span<double> values) {
        using Given = typename TreePriors<G>::Given;
        const nb::gil_scoped_acquire held;
        nb::list batch;
        for (const auto& state : states) batch.append(Convert<G>::state(game, state));
        const auto [valued, weighed] = values_and_priors(function(batch));
        require_one_for_each(valued, states.size(), [] { return std::string("the evaluator"); }, "value");
        for (std::size_t i = 0; i < states.size(); ++i)
          values[i] = value_from(game, states[i], nb::object(valued[i]), bounds);
        if (priors == nullptr) return;
        if (!priors->note(weighed.is_valid() ? Given::Always : Given::Never)) {
          throw GameError("search.evaluator_gives_priors_sometimes", {{"state", game.text(states[0])}});
        }
        if (weighed.is_valid()) keep_priors(game, states, weighed, *priors);
      };
}

}  // namespace hazard
