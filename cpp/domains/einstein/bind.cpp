#include <nanobind/stl/array.h>

#include "bindings/engine.hpp"
#include "domains/einstein/einstein.hpp"

namespace hazard {

void bind_einstein(nb::module_& m) {
  using Direction = EinStein::Direction;
  nb::enum_<Direction>(m, "EinSteinDirection", "Where a stone goes, as the board is printed.")
      .value("RIGHT", Direction::Right)
      .value("DOWN", Direction::Down)
      .value("LEFT", Direction::Left)
      .value("UP", Direction::Up)
      .value("DIAGONAL", Direction::Diagonal, "Right and down for MAX, left and up for MIN.");
  bind_record(m, "EinSteinStep", "A stone goes one cell.",
              field("stone", &EinStein::Step::stone, "The number on the stone."),
              field("direction", &EinStein::Step::direction, "Where it goes."),
              field("takes", &EinStein::Step::takes, "Whether a stone is taken, of either side."));
  bind_record(m, "EinSteinRoll", "What the die shows.", field("face", &EinStein::Roll::face, "From 1 to 6."));
  using S = EinStein::State;
  using Cells = std::array<std::uint8_t, EinStein::kStones>;
  nb::class_<S> state(m, "EinSteinState");
  state
      .def(
          "__init__",
          [](S* s, const Cells& max_cells, const Cells& min_cells, int mover, int face) {
            new (s) S(EinStein::position({max_cells, min_cells}, mover, face));
          },
          nb::arg("max_cells"), nb::arg("min_cells"), nb::arg("mover") = 0, nb::arg("face") = 0)
      .def_prop_ro("max_cells", [](const S& s) { return s.cells[0]; })
      .def_prop_ro("min_cells", [](const S& s) { return s.cells[1]; })
      .def_prop_ro("mover", [](const S& s) { return s.mover; });
  const EinStein any({1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6});  // a key does not depend on the layout
  bind_state<EinStein>(state, [any](const S& s) { return any.key(s); });

  nb::class_<EinStein> game(m, "EinStein");
  game.def(nb::init<const EinStein::Layout&, const EinStein::Layout&>(), nb::arg("max_layout"),
           nb::arg("min_layout"));
  bind_walk(game);
  bind_engine<EinStein>(m, "EinSteinEngine");
}

}  // namespace hazard
