// How games of self-play and a survey of a game look from Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/engine.hpp"
#include "bindings/judge.hpp"
#include "self_play/crew.hpp"
#include "self_play/survey.hpp"

namespace hazard {

inline SelfPlaySettings self_play_settings(nb::handle s) {
  const auto get = [&]<class T>(const char* name, T) { return nb::cast<T>(s.attr(name)); };
  SelfPlaySettings found;
  found.seed = get("seed", found.seed);
  found.search = get("search", found.search);
  found.simulations = get("simulations", found.simulations);
  found.explore = get("explore", found.explore);
  found.opening = get("opening", found.opening);
  found.value_scale = get("value_scale", found.value_scale);
  found.lambda = get("trace_decay", found.lambda);
  found.longest = get("longest", found.longest);
  return found;
}

template <Game G>
nb::dict survey_dict(const G& game, const Survey<G>& survey) {
  using C = Convert<G>;
  nb::list states, actions;
  for (const auto& state : survey.states) states.append(C::state(game, state));
  for (const auto& action : survey.actions)
    actions.append(nb::make_tuple(action.code, C::move(game, action.state, action.move)));
  nb::dict found;
  found["states"] = states;
  found["actions"] = actions;
  found["min_moves"] = survey.min_moves;
  found["always_chance"] = survey.always_chance;
  found["games"] = survey.games;
  found["decisions"] = survey.decisions;
  found["mean"] = survey.mean;
  found["spread"] = survey.spread;
  const Bounds bounds = bounds_of(game);
  found["bounds"] = nb::make_tuple(bounds.low, bounds.high);
  return found;
}

// Compiled games let other Python threads run.
template <Game G>
auto released(auto&& run) {
  if constexpr (is_interpreted<G>()) {
    return run();
  } else {
    const nb::gil_scoped_release free;
    return run();
  }
}

// Methods of the rules of a game.
template <Game G>
void bind_learning() {
  const auto define = [type = nb::type<G>()](const char* name, auto&& method) {
    nb::cpp_function_def(method, nb::scope(type), nb::name(name), nb::is_method());
  };
  define("survey", [](const G& game, std::uint64_t seed, std::size_t states, int longest) {
    const auto found =
        released<G>([&] { return Surveyor<G>(game, seed, states, longest, check_signals).run(); });
    return survey_dict(game, found);
  });
  define("self_play", [](const G& game, const BoundJudge& judge, nb::handle settings, std::uint64_t first,
                         std::uint64_t games, int threads) {
    SelfPlaySettings play = self_play_settings(settings);
    play.threads = threads;
    const JudgedGame<G> judged = judged_by(game, judge);
    return released<G>([&] { return play_games(judged, play, first, games, check_signals); });
  });
  define("judged", [](const G& game, const BoundJudge& judge, nb::handle state) {
    const auto s = Convert<G>::state_from(game, state);
    const JudgedGame<G> judged = judged_by(game, judge);
    learn::Judge::Room room;
    const double value = judged.value(s, room);
    std::vector<double> weights;
    const Turn turn = game.turn(s);
    Edges<typename G::Move> edges;
    if (judge.judge->has_policy() && (turn == Turn::Max || turn == Turn::Min)) {
      list_actions(game, s, edges);
      judged.weigh(s, edges, weights, room);
    }
    judged.read(s, room);
    return nb::make_tuple(value, weights, room.numbers);
  });
}

}  // namespace hazard
