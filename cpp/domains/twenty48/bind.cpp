#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <array>
#include <optional>

#include "bindings/engine.hpp"
#include "domains/twenty48/tuple_network.hpp"
#include "domains/twenty48/twenty48.hpp"

namespace hazard {

void bind_twenty48(nb::module_& m) {
  using Slide = Twenty48::Slide;
  nb::enum_<Slide>(m, "Twenty48Slide", "Where the tiles are slid.")
      .value("UP", Slide::Up)
      .value("RIGHT", Slide::Right)
      .value("DOWN", Slide::Down)
      .value("LEFT", Slide::Left);
  bind_record(m, "Twenty48Spawn", "A tile that appears on an empty cell.",
              field("tile", &Twenty48::Spawn::tile, "2 or 4."),
              field("row", &Twenty48::Spawn::row, "From the top, counted from 0."),
              field("column", &Twenty48::Spawn::column, "From the left, counted from 0."));
  using S = Twenty48::State;
  nb::class_<S> state(m, "Twenty48State");
  state
      .def_prop_ro(
          "powers", [](const S& s) { return twenty48::powers_of(s.board, s.beyond); },
          "The powers of two on the sixteen cells, row by row; 0 where a cell is empty")
      .def_prop_ro("spawning", [](const S& s) {
        return s.phase == Twenty48::Phase::Spawning || s.phase == Twenty48::Phase::Opening;
      });
  const Twenty48 any{Twenty48::Settings{}};  // a key does not depend on the settings
  bind_state<Twenty48>(state, [any](const S& s) { return any.key(s); });

  nb::class_<Twenty48> game(m, "Twenty48");
  game.def(
          "__init__",
          [](Twenty48* g, int rows, int columns, int objective, int goal, bool symmetry,
             std::shared_ptr<const twenty48::TupleNetwork> network,
             const std::optional<std::array<double, 7>>& row_weights) {
            std::optional<twenty48::RowWeights> weights;
            if (row_weights) {
              const auto& [alive, empty, merge, disorder, disorder_power, mass, mass_power] = *row_weights;
              weights = {alive, empty, merge, disorder, disorder_power, mass, mass_power};
            }
            new (g) Twenty48({.rows = rows,
                              .columns = columns,
                              .objective = static_cast<Twenty48::Objective>(objective),
                              .goal = goal,
                              .symmetry = symmetry,
                              .row_weights = weights},
                             std::move(network));
          },
          nb::arg("rows"), nb::arg("columns"), nb::arg("objective"), nb::arg("goal"), nb::arg("symmetry"),
          nb::arg("network").none() = nb::none(), nb::arg("row_weights") = nb::none())
      .def_prop_ro("row_weights",
                   [](const Twenty48& g) {
                     const auto w = g.row_weights();
                     return std::array{w.alive,          w.empty, w.merge,     w.disorder,
                                       w.disorder_power, w.mass,  w.mass_power};
                   })
      .def("position", &Twenty48::position, nb::arg("powers"), nb::arg("spawning"));
  bind_walk(game);
  bind_engine<Twenty48>(m, "Twenty48Engine");
}

}  // namespace hazard
