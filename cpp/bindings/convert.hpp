// How a game's states and moves look from Python: a compiled state is a bound value, a compiled move is its
// words; a Python game's own objects are themselves.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings/python_game.hpp"
#include "search/game.hpp"

namespace hazard {

template <Game G>
struct Convert {
  static nb::object state(const G&, const typename G::State& s) { return nb::cast(s); }
  static nb::object move(const G& game, const typename G::State& s, const typename G::Move& m) {
    return nb::cast(game.describe(s, m));
  }
  static typename G::State state_from(const G& game, nb::handle object) {
    typename G::State found;
    if (!nb::try_cast(object, found)) {
      throw GameError("expected a state of this game, found " + nb::cast<std::string>(nb::repr(object)));
    }
    return sound(game, found);
  }
  // A state that a game looks over before it uses it, where it has a way to: one of another fight is refused.
  static const typename G::State& sound(const G& game, const typename G::State& s) {
    if constexpr (requires { game.check(s); }) game.check(s);
    return s;
  }
  static typename G::Move move_from(const G& game, const typename G::State& s, nb::handle object) {
    Edges<typename G::Move> edges;
    const Turn turn = game.turn(s);
    if (turn == Turn::Chance) {
      game.outcomes(s, edges);
    } else if (turn != Turn::Over) {
      // A game that shows a search only the plans worth looking at still takes the others.
      if constexpr (requires { game.all_plans(s, edges); }) {
        game.all_plans(s, edges);
      } else {
        game.actions(s, edges);
      }
    }
    const std::string wanted = nb::cast<std::string>(nb::str(object));
    std::string known;
    for (const auto& edge : edges) {
      const std::string words = game.describe(s, edge.move);
      if (words == wanted) return edge.move;
      known += (known.empty() ? "" : ", ") + words;
    }
    throw GameError("there is no move '" + wanted + "' in " + game.text(s) +
                    (known.empty() ? "; the game is over" : "; expected one of: " + known));
  }
};

template <>
struct Convert<PythonGame> {
  static nb::object state(const PythonGame& game, PythonGame::State s) { return game.state_object(s); }
  static nb::object move(const PythonGame& game, PythonGame::State s, PythonGame::Move m) {
    return game.move_object(s, m);
  }
  static PythonGame::State sound(const PythonGame&, PythonGame::State s) { return s; }
  static PythonGame::State state_from(const PythonGame& game, nb::handle object) {
    return game.intern(object);
  }
  static PythonGame::Move move_from(const PythonGame& game, PythonGame::State s, nb::handle object) {
    return game.find_move(s, object);
  }
};

}  // namespace hazard
