#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/engine.hpp"
#include "domains/backgammon/bearoff.hpp"
#include "domains/backgammon/game.hpp"

namespace hazard {

void bind_backgammon_bearoff(nb::module_& m) {
  using backgammon::BearOff;
  using S = Backgammon::State;
  nb::class_<BearOff>(m, "BackgammonBearOff")
      .def(
          "__init__",
          [](BearOff* table, int checkers, const ArrayIn<float>& off, const ArrayIn<float>& first,
             const ArrayIn<double>& wins) {
            new (table) BearOff(checkers, {vector_from(off), vector_from(first), vector_from(wins)});
          },
          nb::arg("checkers"), nb::arg("off"), nb::arg("first"), nb::arg("wins"))
      .def_static(
          "build",
          [](int checkers) {
            if (checkers < 1 || checkers > BearOff::kMostCheckers)
              throw GameError(
                  "backgammon.table_too_large",
                  {{"checkers", std::to_string(checkers)}, {"most", std::to_string(BearOff::kMostCheckers)}});
            const nb::gil_scoped_release released;
            return std::make_shared<BearOff>(checkers,
                                             backgammon::BearOffBuilder(checkers, check_signals).build());
          },
          nb::arg("checkers"))
      .def_prop_ro("checkers", &BearOff::checkers)
      .def_prop_ro(
          "off", [](const BearOff& t) { return numpy_from(t.tables().off); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "first", [](const BearOff& t) { return numpy_from(t.tables().first); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "wins", [](const BearOff& t) { return numpy_from(t.tables().wins); }, nb::rv_policy::automatic)
      // Of the side on roll: win, gammon won, gammon lost, and whether they are exact; None before the end.
      .def(
          "chances",
          [](const BearOff& t, const S& s) -> std::optional<std::tuple<double, double, double, bool>> {
            if (!BearOff::covers(s.board)) return std::nullopt;
            const auto found = t.chances(s.board);
            return std::tuple(found.win, found.win_gammon, found.lose_gammon, t.exact(s.board));
          },
          nb::arg("state"))
      // For the side on roll: how likely it is off after 0, 1, 2, ... rolls.
      .def(
          "rolls",
          [](const BearOff& t, const S& s) {
            if (!BearOff::covers(s.board)) throw GameError("backgammon.checkers_not_at_home");
            const auto row = t.rolls(s.board.own());
            return std::vector<float>(row.begin(), row.end());
          },
          nb::arg("state"));
}

}  // namespace hazard
