#include "bindings/engine.hpp"
#include "domains/connect_four/connect_four.hpp"

namespace hazard {

void bind_connect_four(nb::module_& m) {
  bind_record(m, "ConnectFourDrop", "The column that a stone is dropped into.",
              field("column", &ConnectFour::Drop::column, "From the left, counted from 0."));
  using S = ConnectFour::State;
  nb::class_<S> state(m, "ConnectFourState");
  state
      .def(
          "__init__",
          [](S* s, std::uint64_t max_stones, std::uint64_t min_stones) {
            new (s) S(ConnectFour().position(max_stones, min_stones));
          },
          nb::arg("max_stones") = 0, nb::arg("min_stones") = 0)
      .def_prop_ro("max_stones", [](const S& s) { return ConnectFour::stones_of_max(s); })
      .def_prop_ro("min_stones", [](const S& s) { return ConnectFour::stones_of_max(s) ^ s.occupied; });
  bind_state<ConnectFour>(state, [](const S& s) { return ConnectFour().key(s); });

  nb::class_<ConnectFour> game(m, "ConnectFour");
  game.def(nb::init<>())
      .def_static(
          "has_four", [](std::uint64_t stones) { return ConnectFour::has_four(stones) != 0; },
          nb::arg("stones"));
  bind_walk(game);
  bind_engine<ConnectFour>(m, "ConnectFourEngine");
}

}  // namespace hazard
