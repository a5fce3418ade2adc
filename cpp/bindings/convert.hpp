// How a game's states and moves look from Python: a compiled state is a bound value, a compiled move a bound
// record; a Python game's own objects are themselves.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings/python_game.hpp"
#include "bindings/records.hpp"
#include "core/game.hpp"

namespace hazard {

inline constexpr std::size_t kMostMovesShown = 6;  // in a message

template <Game G>
struct Convert {
  using State = typename G::State;
  using Move = typename G::Move;

  static nb::object state(const G&, const State& s) { return nb::cast(s); }
  static nb::object move(const G& game, const State& s, const Move& m) {
    return nb::cast(record_of(game, s, m));
  }
  static State state_from(const G& game, nb::handle object) {
    State given;
    if (!nb::try_cast(object, given)) {
      throw GameError("game.not_a_state", {{"found", nb::cast<std::string>(nb::repr(object))}});
    }
    return sound(game, given);
  }
  // A state that a game looks over before it uses it, where it has a way to: one of another fight is refused.
  static const State& sound(const G& game, const State& s) {
    if constexpr (requires { game.check(s); }) game.check(s);
    return s;
  }
  // The move that a record means: one of those that can be made in the state.
  static Move move_from(const G& game, const State& s, nb::handle object) {
    const Edges<Move> edges = moves(game, s);
    decltype(record_of(game, s, edges[0].move)) wanted;
    if (nb::try_cast(object, wanted, false)) {
      for (const auto& edge : edges) {
        if (record_of(game, s, edge.move) == wanted) return edge.move;
      }
    }
    throw refusal(game, s, edges, object);
  }

 private:
  static Edges<Move> moves(const G& game, const State& s) {
    Edges<Move> edges;
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
    return edges;
  }

  static GameError refusal(const G& game, const State& s, const Edges<Move>& edges, nb::handle object) {
    GameError::Context context{{"move", nb::cast<std::string>(nb::repr(object))}, {"state", game.text(s)}};
    if (edges.empty()) return GameError("game.no_move_at_the_end", context);
    std::string known;
    for (std::size_t i = 0; i < edges.size() && i < kMostMovesShown; ++i) {
      known += (i == 0 ? "" : ", ") + nb::cast<std::string>(nb::repr(move(game, s, edges[i].move)));
    }
    context.emplace_back("known", known + (edges.size() > kMostMovesShown ? ", ..." : ""));
    return GameError(nb::isinstance<nb::str>(object) ? "game.text_is_no_move" : "game.no_such_move", context);
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
