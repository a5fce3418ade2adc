// Hold'em's exact pre-flop equities, for the table that comes with hazard and for whoever makes it again.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/engine.hpp"
#include "domains/holdem/equities.hpp"

namespace hazard {

void bind_holdem(nb::module_& m) {
  m.def(
      "preflop_equities",
      [](nb::object progress) {
        holdem::Table table;
        {
          const nb::gil_scoped_release released;
          table = holdem::preflop_equities([&](std::size_t done, std::size_t total) {
            check_signals();
            if (progress.is_none()) return;
            const nb::gil_scoped_acquire held;
            progress("boards", done, total);
          });
        }
        return nb::make_tuple(numpy_from(std::move(table.equity)), numpy_from(std::move(table.matchups)));
      },
      nb::arg("progress").none());
  m.def(
      "hand_strength",
      [](const std::vector<int>& cards) {
        holdem::Suits suits{};
        for (const int card : cards) suits[holdem::suit_of(card)] |= 1u << holdem::rank_of(card);
        return holdem::strength(suits);
      },
      nb::arg("cards"), "The strength of the best five of seven cards, each 4 * rank + suit");
}

}  // namespace hazard
