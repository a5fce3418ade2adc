// Moves of a fight as records: plans and what the dice came to, field by field.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <optional>

#include "bindings/records.hpp"
#include "domains/fivee/bind/bind.hpp"

namespace hazard {

using namespace fivee;

namespace {

using Place = std::pair<int, int>;
using Number = std::optional<int>;
using Name = std::optional<std::string>;

Place place_of(Cell cell) { return {cell.x, cell.y}; }

Cell cell_from(Place place) {
  return {static_cast<std::uint8_t>(checked(place.first, 0, kMaxSide - 1, "column")),
          static_cast<std::uint8_t>(checked(place.second, 0, kMaxSide - 1, "row"))};
}

// A small number that may be missing, kept as 255 where it is.
Number number_of(std::uint8_t kept) { return kept == 255 ? Number() : Number(kept); }

std::uint8_t byte_from(Number given, const char* what) {
  return given ? static_cast<std::uint8_t>(checked(*given, 0, 254, what)) : std::uint8_t{255};
}

// The number of a name in its list, or an error that shows the list.
template <class Enum, class Names>
Enum named(const std::string& name, const Names& names, const char* what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<Enum>(found - names.begin());
  std::string known;
  for (const auto& each : names) known += (known.empty() ? "" : ", ") + std::string(each);
  throw nb::value_error((std::string(what) + " is '" + name + "'; expected one of: " + known).c_str());
}

Plan make_plan(Place to, std::optional<Place> retreat, Number action, int sequence, Number target,
               const AimTuple& aimed, Number bonus, Number bonus_target, const Name& standard,
               bool bonus_first, bool flees, Number other, int after) {
  Plan p;
  p.to = cell_from(to);
  p.retreat = cell_from(retreat.value_or(to));
  p.aim = aim_from(aimed);
  p.action = byte_from(action, "action");
  p.sequence = static_cast<std::uint8_t>(checked(sequence, 0, 254, "sequence"));
  p.target = byte_from(target, "target");
  p.bonus = byte_from(bonus, "bonus");
  p.bonus_target = byte_from(bonus_target, "bonus_target");
  if (standard) p.standard = named<Standard>(*standard, kStandardNames, "standard");
  p.bonus_first = bonus_first;
  p.flees = flees;
  p.other = byte_from(other, "other");
  p.after = static_cast<std::uint8_t>(checked(after, 0, 254, "after"));
  return p;
}

void bind_plan(nb::module_& m) {
  nb::class_<Plan> plan(m, "FiveePlan", "What somebody does with a turn, or with a legendary action.");
  plan.def(nb::new_(&make_plan), nb::arg("to"), nb::arg("retreat").none() = nb::none(),
           nb::arg("action").none() = nb::none(), nb::arg("sequence") = 0,
           nb::arg("target").none() = nb::none(), nb::arg("aim") = AimTuple{0, 0, 0, 0},
           nb::arg("bonus").none() = nb::none(), nb::arg("bonus_target").none() = nb::none(),
           nb::arg("standard").none() = nb::none(), nb::arg("bonus_first") = false, nb::arg("flees") = false,
           nb::arg("other").none() = nb::none(), nb::arg("after") = 0)
      .def_prop_ro(
          "to", [](const Plan& p) { return place_of(p.to); }, "Where it is done.")
      .def_prop_ro(
          "retreat", [](const Plan& p) { return place_of(p.retreat); }, "Where the turn ends.")
      .def_prop_ro(
          "action", [](const Plan& p) { return number_of(p.action); },
          "The number of the action among the actor's own.")
      .def_prop_ro(
          "sequence", [](const Plan& p) { return int{p.sequence}; }, "Which attacks of a multiattack.")
      .def_prop_ro("target", [](const Plan& p) { return number_of(p.target); })
      .def_prop_ro(
          "other", [](const Plan& p) { return number_of(p.other); },
          "Whom the last attacks of a multiattack are made on, where it is divided.")
      .def_prop_ro(
          "after", [](const Plan& p) { return int{p.after}; },
          "How many attacks of a divided multiattack are on the target.")
      .def_prop_ro(
          "aim", [](const Plan& p) { return AimTuple{p.aim.x, p.aim.y, p.aim.dx, p.aim.dy}; },
          "Of an area: its origin in half cells, and its direction or corner.")
      .def_prop_ro(
          "bonus", [](const Plan& p) { return number_of(p.bonus); }, "The bonus action's number.")
      .def_prop_ro("bonus_target", [](const Plan& p) { return number_of(p.bonus_target); })
      .def_prop_ro(
          "standard",
          [](const Plan& p) {
            return p.standard == Standard::None
                       ? Name()
                       : Name(std::string(kStandardNames[static_cast<std::size_t>(p.standard)]));
          },
          "What everybody can do, in place of an action: dash, dodge, and the like.")
      .def_ro("bonus_first", &Plan::bonus_first)
      .def_ro("flees", &Plan::flees);
  bind_record<Plan>(plan, {"to", "retreat", "action", "sequence", "target", "aim", "bonus", "bonus_target",
                           "standard", "bonus_first", "flees", "other", "after"});
}

Outcome make_outcome(const std::string& kind, double points, Number who, int attacks, bool save, bool missed,
                     bool critical, bool saved, bool answered, bool felled) {
  if (!(std::abs(points) <= kMostHitPoints))
    throw nb::value_error(("points: expected at most " + std::to_string(kMostHitPoints)).c_str());
  Outcome o;
  o.kind = named<Chance>(kind, kChanceNames, "kind");
  o.result =
      static_cast<std::uint8_t>((missed ? kMissed : 0) | (critical ? kCritical : 0) | (saved ? kSaved : 0) |
                                (answered ? kAnswered : 0) | (felled ? kFelled : 0));
  o.attacks = static_cast<std::uint8_t>(checked(attacks, 0, 254, "attacks"));
  o.who = byte_from(who, "who");
  o.save = save;
  o.amount = static_cast<std::int16_t>(std::lround(points * kPoint));
  return o;
}

void bind_outcome(nb::module_& m) {
  nb::class_<Outcome> outcome(m, "FiveeOutcome", "What the dice came to.");
  outcome
      .def(nb::new_(&make_outcome), nb::arg("kind"), nb::arg("points") = 0.0,
           nb::arg("who").none() = nb::none(), nb::arg("attacks") = 1, nb::arg("save") = false,
           nb::arg("missed") = false, nb::arg("critical") = false, nb::arg("saved") = false,
           nb::arg("answered") = false, nb::arg("felled") = false)
      .def_prop_ro(
          "kind",
          [](const Outcome& o) { return std::string(kChanceNames[static_cast<std::size_t>(o.kind)]); },
          "What was rolled for.")
      .def_prop_ro(
          "points", [](const Outcome& o) { return o.amount / double(kPoint); }, "Of damage or healing.")
      .def_prop_ro(
          "who", [](const Outcome& o) { return number_of(o.who); },
          "Whose save it is, or whom it befalls; None: several.")
      .def_prop_ro(
          "attacks", [](const Outcome& o) { return int{o.attacks}; }, "How many were made.")
      .def_ro("save", &Outcome::save, "Whether a saving throw decides it.")
      .def_prop_ro("missed", [](const Outcome& o) { return o.is(kMissed); })
      .def_prop_ro("critical", [](const Outcome& o) { return o.is(kCritical); })
      .def_prop_ro(
          "saved", [](const Outcome& o) { return o.is(kSaved); }, "Whether it succeeded.")
      .def_prop_ro(
          "answered", [](const Outcome& o) { return o.is(kAnswered); },
          "A reaction turned it aside, or took the edge off.")
      .def_prop_ro("felled", [](const Outcome& o) { return o.is(kFelled); }, "The target went down.");
  bind_record<Outcome>(outcome, {"kind", "points", "who", "attacks", "save", "missed", "critical", "saved",
                                 "answered", "felled"});
}

}  // namespace

void bind_fivee_moves(nb::module_& m) {
  bind_plan(m);
  bind_outcome(m);
}

}  // namespace hazard
