#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>

#include <array>

#include "bindings/engine.hpp"
#include "domains/take_it_easy/take_it_easy.hpp"

namespace hazard {

void bind_take_it_easy(nb::module_& m) {
  bind_record(m, "TakeItEasyPlacement", "Where the tile in the hand is put.",
              field("hex", &TakeItEasy::Placement::hex, "Counted from 0, column by column from the left."));
  bind_record(
      m, "TakeItEasyDraw", "The tile that is drawn.",
      field("tile", &TakeItEasy::Draw::tile, "Its number, from 0 to 26, in the order of its three numbers."));
  using S = TakeItEasy::State;
  nb::class_<S> state(m, "TakeItEasyState");
  state.def_prop_ro(
           "hand", [](const S& s) { return s.hand; }, "The tile that has been drawn, 27 for none")
      .def_prop_ro(
          "left", [](const S& s) { return s.left; }, "A bit for each tile still to be drawn from")
      .def_prop_ro("score", &S::score)
      .def_prop_ro("tiles", [](const S& s) {
        std::array<int, take_it_easy::kHexes> tiles{};
        for (int hex = 0; hex < take_it_easy::kHexes; ++hex) tiles[hex] = s.tile_at(hex);
        return tiles;
      });
  const TakeItEasy any{TakeItEasy::Settings{}};  // a key does not depend on the settings
  bind_state<TakeItEasy>(state, [any](const S& s) { return any.key(s); });

  nb::class_<take_it_easy::BoardValue>(m, "TakeItEasyValue")
      .def("of", &take_it_easy::BoardValue::of, nb::arg("after"))
      .def("spread", &take_it_easy::BoardValue::spread, nb::arg("after"))
      .def(
          "chance_of",
          [](const take_it_easy::BoardValue& value, const S& after, int target) {
            double found = 0.0;
            value.chances_of_many({&after, 1}, target, {&found, 1});
            return found;
          },
          nb::arg("after"), nb::arg("target"));
  nb::class_<take_it_easy::LineFormula, take_it_easy::BoardValue>(m, "TakeItEasyFormula").def(nb::init<>());

  nb::class_<TakeItEasy> game(m, "TakeItEasy");
  game.def(
          "__init__",
          [](TakeItEasy* g, int target, bool symmetry, std::shared_ptr<take_it_easy::BoardValue> evaluator) {
            new (g) TakeItEasy({.target = target, .symmetry = symmetry}, std::move(evaluator));
          },
          nb::arg("target") = 0, nb::arg("symmetry") = false, nb::arg("evaluator").none() = nb::none())
      // The tile on each hex (27 for none) and in the hand; whoever calls has checked that none is there
      // twice.
      .def(
          "position",
          [](const TakeItEasy& g, const std::array<int, take_it_easy::kHexes>& tiles, int hand) {
            S s;
            for (int hex = 0; hex < take_it_easy::kHexes; ++hex) {
              if (tiles[hex] >= 0 && tiles[hex] < take_it_easy::kTiles) s.place(tiles[hex], hex);
            }
            if (hand >= 0 && hand < take_it_easy::kTiles) s.draw(hand);
            return g.settings().symmetry ? take_it_easy::canonical(s) : s;
          },
          nb::arg("tiles"), nb::arg("hand"));
  bind_walk(game);
  bind_engine<TakeItEasy>(m, "TakeItEasyEngine");
}

}  // namespace hazard
