// The records of Slay the Spire's moves, as Python sees them.
#include "bindings/records.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "domains/spire/bind/bind.hpp"
#include "domains/spire/run/records.hpp"

namespace hazard {

using namespace spire;

namespace {

void bind_fight_records(nb::module_& m) {
  nb::enum_<MoveKind>(m, "SpireMoveKind", "What a player can do in a fight.", nb::is_arithmetic())
      .value("PLAY", MoveKind::Play)
      .value("POTION", MoveKind::Potion)
      .value("END", MoveKind::End)
      .value("CHOOSE", MoveKind::Choose)
      .value("DONE", MoveKind::Done);
  nb::enum_<Dealt>(m, "SpireDealt", "What chance decides in a fight, other than draws.")
      .value("CARD", Dealt::Card)
      .value("EXHAUSTED", Dealt::Exhausted)
      .value("FREE", Dealt::Free)
      .value("UPGRADED", Dealt::Upgraded)
      .value("FOUND", Dealt::Found)
      .value("STOLEN", Dealt::Stolen)
      .value("COST", Dealt::Cost)
      .value("INTENT", Dealt::Intent)
      .value("SUMMONED", Dealt::Summoned)
      .value("POTION", Dealt::Potion)
      .value("TARGET", Dealt::Target)
      .value("LEAVES", Dealt::Leaves)
      .value("KEPT", Dealt::Kept);
  bind_record(m, "SpireCard", "A card, with what has changed about it.",
              field("name", &CardRecord::name, "As the game has it, with its upgrades."),
              field("grown", &CardRecord::grown, "How far it has grown in this fight."),
              field("cost", &CardRecord::cost, "This turn, where it is not the usual one; else None."),
              field("cost_afterwards", &CardRecord::cost_afterwards,
                    "For the rest of the fight, where that is another again; else None."),
              field("free", &CardRecord::free, "Whether it is played for nothing once."),
              field("withheld", &CardRecord::withheld, "Whether it may not be played this turn."));
  bind_record(m, "SpireFoe", "A monster.", field("name", &FoeRecord::name, "As the game has it."),
              field("number", &FoeRecord::number, "Among those of its name, from 1; 0 for the only one."));
  bind_record(m, "SpireMove", "What the player does in a fight.",
              field("kind", &MoveRecord::kind, "What is done."),
              field("card", &MoveRecord::card, "That is played or chosen; None for neither."),
              field("potion", &MoveRecord::potion, "That is drunk or thrown; else empty."),
              field("target", &MoveRecord::target, "Whom it is aimed at; None for nobody."));
  nb::class_<DrawRecord> draw(m, "SpireDraw", "What is drawn.");
  draw.def(nb::init<std::vector<CardRecord>>(), nb::arg("cards"))
      .def_prop_ro(
          "cards", [](const DrawRecord& d) { return nb::tuple(nb::cast(d.cards)); },
          "In the order of the draw pile.");
  bind_record<DrawRecord>(draw, {"cards"});
  bind_record(m, "SpireChance", "What chance decides in a fight.",
              field("kind", &ChanceRecord::kind, "Which of the fields are meant."),
              field("card", &ChanceRecord::card, "The card; None where it is about none."),
              field("monster", &ChanceRecord::monster, "The monster; None where it is about none."),
              field("name", &ChanceRecord::name, "Of a monster's move, of who is summoned, of a potion."),
              field("number", &ChanceRecord::number, "A cost, or hit points."));
}

void bind_run_records(nb::module_& m) {
  nb::enum_<RunMoveKind>(m, "SpireRunMoveKind", "What a player can do between fights.", nb::is_arithmetic())
      .value("FIGHT", RunMoveKind::Fight)
      .value("PATH", RunMoveKind::Path)
      .value("OPTION", RunMoveKind::Option)
      .value("TAKE", RunMoveKind::Take)
      .value("CARD", RunMoveKind::Card)
      .value("BOWL", RunMoveKind::Bowl)
      .value("SKIP", RunMoveKind::Skip)
      .value("PROCEED", RunMoveKind::Proceed)
      .value("OPEN", RunMoveKind::Open)
      .value("BUY", RunMoveKind::Buy)
      .value("PURGE", RunMoveKind::Purge)
      .value("CHOOSE", RunMoveKind::Choose)
      .value("FLIP", RunMoveKind::Flip)
      .value("DRINK", RunMoveKind::Drink)
      .value("DISCARD", RunMoveKind::Discard);
  bind_record(m, "SpireRunMove", "What the player does between fights.",
              field("kind", &RunMoveRecord::kind, "What is done."),
              field("number", &RunMoveRecord::number, "The column, the place or the slot, from 1; else 0."),
              field("name", &RunMoveRecord::name, "The room, relic, potion or option; else empty."),
              field("drawback", &RunMoveRecord::drawback, "What Neow takes for it; else empty."),
              field("card", &RunMoveRecord::card, "That is taken, bought or chosen; else None."),
              field("purpose", &RunMoveRecord::purpose, "What is chosen, or what a card is chosen for."),
              field("gold", &RunMoveRecord::gold, "The price, or the gold that is taken; else 0."),
              field("bottled", &RunMoveRecord::bottled, "Whether the chosen card is in a bottle."));
  bind_record(m, "SpireRunChance", "What chance decides between fights.",
              field("task", &RunChanceRecord::task, "What is decided."),
              field("value", &RunChanceRecord::value, "The outcome's number."),
              field("seed", &RunChanceRecord::seed, "Of what cannot be listed; else 0."));
}

}  // namespace

void bind_spire_records(nb::module_& m) {
  bind_fight_records(m);
  bind_run_records(m);
}

}  // namespace hazard
