// How a game's states and moves look from Python: a compiled state is a bound value; a compiled move is a
// bound record, or its words where a game has no records yet; a Python game's own objects are themselves.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings/python_game.hpp"
#include "bindings/records.hpp"
#include "core/game.hpp"

namespace hazard {

inline constexpr std::size_t kMostRecordsShown = 6;  // in a message; a record is long

template <Game G>
struct Convert {
  static nb::object state(const G&, const typename G::State& s) { return nb::cast(s); }
  static nb::object move(const G& game, const typename G::State& s, const typename G::Move& m) {
    if constexpr (moves_are_records<G>()) {
      return nb::cast(record_of(game, s, m));
    } else {
      return nb::cast(game.describe(s, m));
    }
  }
  // The words of a move; where its words are made in Python, the state that they are made from.
  static nb::object words(const G& game, const typename G::State& s, const typename G::Move& m) {
    if constexpr (moves_are_records<G>()) {
      return state(game, s);
    } else {
      return nb::cast(game.describe(s, m));
    }
  }
  static typename G::State state_from(const G& game, nb::handle object) {
    typename G::State found;
    if (!nb::try_cast(object, found)) {
      throw GameError("game.not_a_state", {{"found", nb::cast<std::string>(nb::repr(object))}});
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
    const nb::object wanted = moves_are_records<G>() ? nb::borrow(object) : nb::object(nb::str(object));
    if constexpr (moves_are_records<G>()) {
      decltype(record_of(game, s, edges[0].move)) record;
      if (nb::try_cast(wanted, record)) {
        for (const auto& edge : edges) {
          if (record_of(game, s, edge.move) == record) return edge.move;
        }
      }
    }
    std::string known;
    std::size_t shown = 0;
    for (const auto& edge : edges) {
      const nb::object listed = move(game, s, edge.move);
      if constexpr (!moves_are_records<G>()) {
        if (listed.equal(wanted)) return edge.move;
      } else if (++shown > kMostRecordsShown) {
        known += ", ...";
        break;
      }
      known += (known.empty() ? "" : ", ") + nb::cast<std::string>(nb::str(listed));
    }
    throw GameError("game.no_such_move",
                    {{"move", nb::cast<std::string>(nb::repr(wanted))},
                     {"state", game.text(s)},
                     {"known", (known.empty() ? "; the game is over" : "; expected one of: " + known)}});
  }
};

template <>
struct Convert<PythonGame> {
  static nb::object state(const PythonGame& game, PythonGame::State s) { return game.state_object(s); }
  static nb::object move(const PythonGame& game, PythonGame::State s, PythonGame::Move m) {
    return game.move_object(s, m);
  }
  static nb::object words(const PythonGame& game, PythonGame::State s, PythonGame::Move m) {
    return nb::cast(game.describe(s, m));
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
