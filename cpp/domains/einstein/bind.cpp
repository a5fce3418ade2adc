#include <nanobind/stl/array.h>

#include "bindings/engine.hpp"
#include "domains/einstein/einstein.hpp"

namespace hazard {

void bind_einstein(nb::module_& m) {
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
