#include <nanobind/stl/array.h>

#include "bindings/fields.hpp"
#include "bindings/records.hpp"
#include "bindings/several.hpp"
#include "bindings/state_bytes.hpp"
#include "domains/monopoly/monopoly.hpp"

namespace hazard {

void bind_monopoly(nb::module_& m) {
  using S = Monopoly::State;
  using Kind = Monopoly::Kind;
  nb::enum_<Kind>(m, "MonopolyKind")
      .value("ROLL", Kind::Roll)
      .value("BUILD", Kind::Build)
      .value("SELL_HOUSE", Kind::SellHouse)
      .value("MORTGAGE", Kind::Mortgage)
      .value("REDEEM", Kind::Redeem)
      .value("OFFER", Kind::Offer)
      .value("ACCEPT", Kind::Accept)
      .value("REFUSE", Kind::Refuse)
      .value("BUY", Kind::Buy)
      .value("AUCTION", Kind::Auction)
      .value("BID", Kind::Bid)
      .value("PASS", Kind::Pass)
      .value("PAY_FINE", Kind::PayFine)
      .value("USE_CARD", Kind::UseCard)
      .value("TRY_DOUBLES", Kind::TryDoubles)
      .value("DICE", Kind::Dice)
      .value("CHANCE_CARD", Kind::ChanceCard)
      .value("CHEST_CARD", Kind::ChestCard);
  nb::class_<Monopoly::Move> move(m, "MonopolyMove");
  move.def_prop_ro("kind", [](const Monopoly::Move& self) { return self.kind; })
      .def_prop_ro("place", [](const Monopoly::Move& self) { return static_cast<int>(self.place); })
      .def_prop_ro("amount", [](const Monopoly::Move& self) { return static_cast<int>(self.amount); });
  move.def(
      "__init__",
      [](Monopoly::Move* made, Kind kind, int place, int amount) {
        new (made) Monopoly::Move{kind, static_cast<std::uint8_t>(checked(place, 0, 255, "place")), amount};
      },
      nb::arg("kind"), nb::arg("place") = 0, nb::arg("amount") = 0);
  bind_record<Monopoly::Move>(move, {"kind", "place", "amount"});

  nb::class_<S> state(m, "MonopolyState");
  const auto each = [](auto part) {
    return [part](const S& s) {
      nb::list found;
      for (const auto& player : s.players) found.append(part(player));
      return found;
    };
  };
  state.def_prop_ro("cash", each([](const Monopoly::Player& p) { return p.cash; }))
      .def_prop_ro("at", each([](const Monopoly::Player& p) { return static_cast<int>(p.at); }))
      .def_prop_ro("jail", each([](const Monopoly::Player& p) { return static_cast<int>(p.jail); }))
      .def_prop_ro("cards", each([](const Monopoly::Player& p) { return static_cast<int>(p.cards); }))
      .def_prop_ro("out", each([](const Monopoly::Player& p) { return p.out != 0; }))
      .def_prop_ro("owner", [](const S& s) { return std::vector<int>(s.owner.begin(), s.owner.end()); })
      .def_prop_ro("houses", [](const S& s) { return std::vector<int>(s.houses.begin(), s.houses.end()); })
      .def_prop_ro("mortgaged",
                   [](const S& s) {
                     std::vector<int> found;
                     for (int square = 0; square < 40; ++square)
                       if (s.mortgaged >> square & 1) found.push_back(square);
                     return found;
                   })
      .def_prop_ro("debt", [](const S& s) { return s.debt; })
      .def_prop_ro("bid", [](const S& s) { return s.bid; })
      .def_prop_ro("turns", [](const S& s) { return static_cast<int>(s.turns); })
      .def_prop_ro("mover", [](const S& s) { return static_cast<int>(s.mover); })
      .def_prop_ro("square", [](const S& s) { return static_cast<int>(s.square); })
      .def_prop_ro("doubles", [](const S& s) { return static_cast<int>(s.doubles); });
  state.def(
      "__eq__", [](const S& a, nb::handle b) { return nb::isinstance<S>(b) && a == nb::cast<const S&>(b); },
      nb::is_operator());
  state.def("__hash__", [](const S& s) { return static_cast<Py_hash_t>(Monopoly(6, 0).key(s) >> 2); });

  bind_state_bytes<S>();

  nb::class_<Monopoly> game(m, "Monopoly");
  game.def(nb::init<int, int>(), nb::arg("players"), nb::arg("max_turns"))
      .def(
          "houses_left", [](const Monopoly&, const S& s) { return monopoly::houses_left(s); },
          nb::arg("state"))
      .def(
          "hotels_left", [](const Monopoly&, const S& s) { return monopoly::hotels_left(s); },
          nb::arg("state"))
      .def(
          "estate", [](const Monopoly&, const S& s, int player) { return monopoly::estate(s, player); },
          nb::arg("state"), nb::arg("player"))
      .def(
          "rent",
          [](const Monopoly&, const S& s, int square, int dice) { return monopoly::rent(s, square, dice); },
          nb::arg("state"), nb::arg("square"), nb::arg("dice"));
  bind_several_walk(game);
  bind_several<Monopoly>(m, "MonopolySeveral");
  nb::list squares;
  for (const Square& square : kSquares)
    squares.append(nb::make_tuple(static_cast<int>(square.kind), square.price, square.group, square.house,
                                  std::vector<int>(square.rent.begin(), square.rent.end())));
  m.attr("MONOPOLY_SQUARES") = nb::tuple(squares);
  m.attr("MONOPOLY_ROLL_ENDS") = std::vector<int>(monopoly::kRollEnds.begin(), monopoly::kRollEnds.end());
}

}  // namespace hazard
