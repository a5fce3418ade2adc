#include "bindings/engine.hpp"
#include "domains/tic_tac_toe/tic_tac_toe.hpp"

namespace hazard {

void bind_tic_tac_toe(nb::module_& m) {
  bind_record(m, "TicTacToeCell", "The cell that a player takes.",
              field("column", &TicTacToe::Cell::column, "From the left, counted from 0."),
              field("row", &TicTacToe::Cell::row, "From the top, counted from 0."));
  using S = TicTacToe::State;
  nb::class_<S> state(m, "TicTacToeState");
  state
      .def(
          "__init__",
          [](S* s, unsigned max_cells, unsigned min_cells) {
            new (s) S(TicTacToe().position(max_cells, min_cells));
          },
          nb::arg("max_cells") = 0, nb::arg("min_cells") = 0)
      .def_prop_ro("max_cells", [](const S& s) { return TicTacToe::cells_of_max(s); })
      .def_prop_ro("min_cells", [](const S& s) { return TicTacToe::cells_of_max(s) ^ s.occupied; });
  bind_state<TicTacToe>(state, [](const S& s) { return TicTacToe().key(s); });

  nb::class_<TicTacToe> game(m, "TicTacToe");
  game.def(nb::init<>()).def_static("has_line", &TicTacToe::has_line, nb::arg("cells"));
  bind_walk(game);
  bind_engine<TicTacToe>(m, "TicTacToeEngine");
}

}  // namespace hazard
