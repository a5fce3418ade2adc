// A moment of a fight from Python, field by field.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/engine.hpp"
#include "domains/fivee/bind/bind.hpp"

namespace hazard {

using namespace fivee;

namespace {

Fighter& fighter_of(State& s, int i) { return s.fighters[checked(i, 0, kMostCombatants - 1, "combatant")]; }
const Fighter& fighter_of(const State& s, int i) {
  return s.fighters[checked(i, 0, kMostCombatants - 1, "combatant")];
}

nb::dict fighter_dict(const State& s, int i) {
  const Fighter& f = fighter_of(s, i);
  nb::dict d;
  d["hit_points"] = f.hit_points / double(kPoint);
  d["most"] = int{f.most};
  d["temporary"] = f.temporary / double(kPoint);
  d["damage"] = f.damage / double(kPoint);
  d["conditions"] = int{f.conditions};
  d["flags"] = int{f.flags};
  d["at"] = nb::make_tuple(int{f.at.x}, int{f.at.y});
  d["exhaustion"] = int{f.exhaustion};
  d["successes"] = int{f.successes};
  d["failures"] = int{f.failures};
  d["concentration"] = int{f.concentration};
  d["legendary_left"] = int{f.legendary_left};
  d["resistance_left"] = int{f.resistance_left};
  d["last_attacker"] = int{f.last_attacker};
  d["readied"] = int{f.readied};
  nb::list left, slots;
  for (const auto uses : f.left) left.append(int{uses});
  for (int level = 0; level < 10; ++level) slots.append(f.slots_left(level));
  d["left"] = left;
  d["slots"] = slots;
  return d;
}

// What a dictionary says under a name, or an error that names it.
template <class T>
T value_of(const nb::dict& d, const char* name) {
  T found{};
  if (d.contains(name) && nb::try_cast(d[name], found)) return found;
  throw nb::value_error((std::string(name) + " is missing, or not the kind of value it should be").c_str());
}

void set_fighter(State& s, int i, nb::dict d) {
  Fighter f = fighter_of(s, i);  // changed only when all is well
  const auto number = [&](const char* name, int low, int high) {
    return checked(value_of<int>(d, name), low, high, name);
  };
  const auto sixteenths = [&](const char* name) {
    const double points = value_of<double>(d, name);
    if (!(points >= 0.0 && points <= kMostHitPoints))
      throw nb::value_error((std::string(name) + ": expected 0 to 2000 points").c_str());
    return static_cast<std::int16_t>(std::lround(points * kPoint));
  };
  f.hit_points = sixteenths("hit_points");
  f.most = static_cast<std::int16_t>(number("most", 1, kMostHitPoints));
  f.temporary = sixteenths("temporary");
  f.damage = sixteenths("damage");
  f.conditions = static_cast<ConditionMask>(number("conditions", 0, (1 << kConditions) - 1));
  f.flags = static_cast<std::uint16_t>(number("flags", 0, 65535));
  const auto [x, y] = value_of<std::pair<int, int>>(d, "at");
  f.at = {static_cast<std::uint8_t>(checked(x, 0, kMaxSide - 1, "column")),
          static_cast<std::uint8_t>(checked(y, 0, kMaxSide - 1, "row"))};
  f.exhaustion = static_cast<std::uint8_t>(number("exhaustion", 0, 6));
  f.successes = static_cast<std::uint8_t>(number("successes", 0, 3));
  f.failures = static_cast<std::uint8_t>(number("failures", 0, 3));
  f.concentration = static_cast<std::uint8_t>(number("concentration", 0, 255));
  f.legendary_left = static_cast<std::uint8_t>(number("legendary_left", 0, 15));
  f.resistance_left = static_cast<std::uint8_t>(number("resistance_left", 0, 15));
  f.last_attacker = static_cast<std::uint8_t>(number("last_attacker", 0, 255));
  f.readied = static_cast<std::uint8_t>(d.contains("readied") ? number("readied", 0, 255) : 0);
  const auto left = value_of<std::vector<int>>(d, "left"), slots = value_of<std::vector<int>>(d, "slots");
  if (left.size() != kLimitedActions || slots.size() != 10)
    throw nb::value_error("expected 8 counts of uses left and 10 of slots");
  for (std::size_t k = 0; k < left.size(); ++k)
    f.left[k] = static_cast<std::uint8_t>(checked(left[k], 0, 100, "uses left"));
  for (int level = 0; level < 10; ++level) f.set_slots(level, checked(slots[level], 0, 15, "slots"));
  fighter_of(s, i) = f;
}

nb::list ongoing_list(const State& s) {
  nb::list found;
  for (int i = 0; i < s.ongoing_count; ++i) {
    const Ongoing& o = s.ongoing[i];
    nb::dict d;
    d["target"] = int{o.target};
    d["source"] = int{o.source};
    d["what"] = int{o.what};
    d["rounds"] = int{o.rounds};
    d["action"] = int{o.action};
    d["dc"] = int{o.dc};
    d["ability"] = static_cast<int>(o.ability);
    d["until"] = static_cast<int>(o.until);
    d["repeat"] = static_cast<int>(o.repeat);
    d["ends_on_damage"] = o.ends_on_damage;
    d["escape"] = o.escape;
    d["fresh"] = o.fresh;
    d["becomes"] = int{o.becomes};
    d["wound"] = int{o.wound};
    found.append(d);
  }
  return found;
}

void set_ongoing(State& s, nb::list list) {
  if (nb::len(list) > kOngoing)
    throw nb::value_error("too much is going on at once; at most 32 effects last");
  std::array<Ongoing, kOngoing> found{};
  std::size_t count = 0;
  for (nb::handle item : list) {
    nb::dict d;
    if (!nb::try_cast(item, d)) throw nb::value_error("expected a dictionary for each effect that lasts");
    const auto byte = [&](const char* name, int most) {
      return static_cast<std::uint8_t>(checked(value_of<int>(d, name), 0, most, name));
    };
    Ongoing& o = found[count++];
    o.target = byte("target", kMostCombatants - 1);
    o.source = byte("source", kMostCombatants - 1);
    o.what = byte("what", 255);
    o.rounds = byte("rounds", 255);
    o.action = byte("action", 255);
    o.dc = byte("dc", 255);
    o.ability = static_cast<Ability>(byte("ability", 5));
    o.until = static_cast<Until>(byte("until", 4));
    o.repeat = static_cast<Repeat>(byte("repeat", 3));
    o.ends_on_damage = value_of<bool>(d, "ends_on_damage");
    o.escape = value_of<bool>(d, "escape");
    o.fresh = value_of<bool>(d, "fresh");
    o.becomes = byte("becomes", 255);
    o.wound = byte("wound", 255);
  }
  s.ongoing = found;
  s.ongoing_count = static_cast<std::uint8_t>(count);
}

void set_aim(State& s, const AimTuple& given) { s.plan.aim = aim_from(given); }

nb::list zone_list(const State& s) {
  nb::list found;
  for (int i = 0; i < s.zone_count; ++i) {
    const Zone& z = s.zones[i];
    nb::dict d;
    d["source"] = int{z.source};
    d["action"] = int{z.action};
    d["strike"] = int{z.strike};
    d["rounds"] = int{z.rounds};
    d["from"] = nb::make_tuple(int{z.from.x}, int{z.from.y});
    d["aim"] = AimTuple{z.aim.x, z.aim.y, z.aim.dx, z.aim.dy};
    found.append(d);
  }
  return found;
}

void set_zones(State& s, const std::vector<nb::dict>& given) {
  checked(static_cast<int>(given.size()), 0, kZones, "the number of areas that stay");
  std::array<Zone, kZones> found{};
  for (std::size_t i = 0; i < given.size(); ++i) {
    const nb::dict& d = given[i];
    const auto byte = [&](const char* name) {
      return static_cast<std::uint8_t>(checked(value_of<int>(d, name), 0, 255, name));
    };
    const auto [x, y] = value_of<std::pair<int, int>>(d, "from");
    found[i] = {aim_from(value_of<AimTuple>(d, "aim")),
                {static_cast<std::uint8_t>(checked(x, 0, kMaxSide - 1, "column")),
                 static_cast<std::uint8_t>(checked(y, 0, kMaxSide - 1, "row"))},
                byte("source"),
                byte("action"),
                byte("strike"),
                byte("rounds")};
  }
  s.zones = found;
  s.zone_count = static_cast<std::uint8_t>(given.size());
}

void set_order(State& s, const std::vector<int>& order) {
  if (order.size() > kMostCombatants) throw nb::value_error("too many combatants");
  s.order = {};
  for (std::size_t i = 0; i < order.size(); ++i)
    s.order[i] = static_cast<std::uint8_t>(checked(order[i], 0, static_cast<int>(order.size()) - 1, "order"));
}

}  // namespace

// Everything that indexes something must point inside the fight, or the rules would leave their arrays.
void check_state(const Rules& rules, const State& s) {
  const Resolver resolver(rules);
  StateCheck(rules, resolver.acting(), s);
}

void bind_fivee_states(nb::module_& m) {
  nb::class_<State> state(m, "FiveeState");
  state.def(nb::init<>())
      .def("fighter", &fighter_dict, nb::arg("combatant"))
      .def(
          "at",
          [](const State& s, int i) {
            const Cell at = fighter_of(s, i).at;
            return std::pair(int{at.x}, int{at.y});
          },
          nb::arg("combatant"))
      .def("set_fighter", &set_fighter, nb::arg("combatant"), nb::arg("values"))
      .def("ongoing", &ongoing_list)
      .def("set_ongoing", &set_ongoing, nb::arg("effects"))
      .def("set_order", &set_order, nb::arg("order"))
      .def("zones", &zone_list)
      .def("set_zones", &set_zones, nb::arg("zones"))
      .def("set_aim", &set_aim, nb::arg("aim"))
      .def_prop_rw(
          "lair_turn", [](const State& s) { return int{s.lair_turn}; },
          [](State& s, int turn) {
            s.lair_turn = static_cast<std::uint8_t>(checked(turn, 0, kMostCombatants, "the lair's turn"));
          })
      .def("copy", [](const State& s) { return s; })
      .def_prop_ro("order", [](const State& s) { return std::vector<int>(s.order.begin(), s.order.end()); })
      .def_prop_rw(
          "turn", [](const State& s) { return int{s.turn}; },
          [](State& s, int turn) {
            s.turn = static_cast<std::uint8_t>(checked(turn, 0, kMostCombatants - 1, "turn"));
          })
      .def_prop_rw(
          "round", [](const State& s) { return int{s.round}; },
          [](State& s, int round) { s.round = static_cast<std::uint8_t>(checked(round, 1, 250, "round")); })
      .def_prop_rw(
          "deciding", [](const State& s) { return s.stage == Stage::Deciding; },
          [](State& s, bool deciding) {
            s.stage = deciding ? Stage::Deciding : Stage::TurnStart;
            s.chance = Chance::None;
            s.step = 0;
          })
      .def_prop_ro("mover", [](const State& s) { return s.mover(); })
      .def_prop_rw(
          "legend", [](const State& s) { return s.stage == Stage::Legendary ? int{s.legend} : -1; },
          [](State& s, int legend) {
            s.legend = static_cast<std::uint8_t>(checked(legend, 0, kMostCombatants - 1, "legend"));
            s.stage = Stage::Legendary;
            s.chance = Chance::None;
            s.step = 0;
          })
      .def_prop_rw(
          "lair", [](const State& s) { return s.lair; }, [](State& s, bool lair) { s.lair = lair; })
      .def_prop_ro("over", [](const State& s) { return s.stage == Stage::Over; })
      .def_prop_ro("chance", [](const State& s) { return static_cast<int>(s.chance); })
      .def_prop_ro("actor", [](const State& s) { return int{s.actor}; })
      .def_prop_ro("target", [](const State& s) { return int{s.target}; })
      .def_prop_ro("checked", [](const State& s) { return int{s.checked}; })
      .def_prop_rw(
          "style", [](const State& s) { return int{s.style}; },
          [](State& s, int style) {
            s.style = static_cast<std::int16_t>(checked(style, -32000, 32000, "style"));
          });
  bind_state<Combat>(state, [](const State& s) { return fingerprint(s, kMostCombatants); });
}

}  // namespace hazard
