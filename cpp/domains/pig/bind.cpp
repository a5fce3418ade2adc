#include <nanobind/stl/array.h>

#include "bindings/engine.hpp"
#include "domains/pig/pig.hpp"

namespace hazard {

void bind_pig(nb::module_& m) {
  nb::enum_<Pig::Action>(m, "PigAction", "What a player of Pig may do.")
      .value("ROLL", Pig::Action::Roll, "Throw the die.")
      .value("HOLD", Pig::Action::Hold, "Bank the pot and pass the die on.");
  bind_record(m, "PigFace", "What the die shows.",
              field("number", &Pig::Face::number, "Of the face, counted from 1."),
              field("points", &Pig::Face::points, "What it adds to the pot; 0 is a bust."));
  using S = Pig::State;
  nb::class_<S> state(m, "PigState");
  state.def_prop_ro("max_needed", [](const S& s) { return s.needed(0); })
      .def_prop_ro("min_needed", [](const S& s) { return s.needed(1); })
      .def_prop_ro("pot", [](const S& s) { return s.pot; })
      .def_prop_ro("mover", [](const S& s) { return s.mover; })
      .def_prop_ro("rolling", [](const S& s) { return s.phase == Pig::Phase::Rolling; });
  bind_state<Pig>(state, [](const S& s) {
    const auto part = [](auto number) { return static_cast<std::uint64_t>(number); };
    return mix64(part(s.needed(0)) | part(s.needed(1)) << 16 | part(s.pot) << 32 | part(s.mover) << 48 |
                 part(s.phase) << 56);
  });

  nb::class_<Pig> game(m, "Pig");
  game.def(nb::init<std::array<int, 2>, const std::vector<int>&, int>(), nb::arg("targets"), nb::arg("faces"),
           nb::arg("players"))
      .def("score", &Pig::score, nb::arg("state"), nb::arg("player"))
      .def("state", &Pig::state, nb::arg("max_score"), nb::arg("min_score"), nb::arg("pot"), nb::arg("mover"),
           nb::arg("rolling"));
  bind_walk(game);
  bind_engine<Pig>(m, "PigEngine");
}

}  // namespace hazard
