#include "games/twenty48/twenty48.hpp"

#include <nanobind/stl/shared_ptr.h>

#include "bindings/engine.hpp"
#include "games/twenty48/tuple_network.hpp"

namespace hazard {

void bind_twenty48(nb::module_& m) {
  using S = Twenty48::State;
  nb::class_<S> state(m, "Twenty48State");
  state
      .def_prop_ro(
          "board", [](const S& s) { return s.board; }, "Four bits a cell, row by row from the lowest bits")
      .def_prop_ro("spawning", [](const S& s) {
        return s.phase == Twenty48::Phase::Spawning || s.phase == Twenty48::Phase::Opening;
      });
  const Twenty48 any{Twenty48::Settings{}};  // a key does not depend on the settings
  bind_state<Twenty48>(state, [any](const S& s) { return any.key(s); });

  nb::class_<Twenty48> game(m, "Twenty48");
  game.def(
          "__init__",
          [](Twenty48* g, int rows, int columns, int objective, int goal, bool symmetry,
             std::shared_ptr<const twenty48::TupleNetwork> network) {
            new (g) Twenty48({.rows = rows,
                              .columns = columns,
                              .objective = static_cast<Twenty48::Objective>(objective),
                              .goal = goal,
                              .symmetry = symmetry},
                             std::move(network));
          },
          nb::arg("rows"), nb::arg("columns"), nb::arg("objective"), nb::arg("goal"), nb::arg("symmetry"),
          nb::arg("network").none() = nb::none())
      .def("position", &Twenty48::position, nb::arg("board"), nb::arg("spawning"));
  bind_walk(game);
  bind_engine<Twenty48>(m, "Twenty48Engine");
}

}  // namespace hazard
