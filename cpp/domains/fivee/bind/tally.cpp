// What a plan does, by every roll it calls for, for Python.
#include "domains/fivee/forecast/tally.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings/convert.hpp"
#include "domains/fivee/bind/bind.hpp"
#include "domains/fivee/forecast/toll.hpp"

namespace hazard {

using namespace fivee;

namespace {

// The mean damage by combatant, and the attacks with their odds.
nb::dict tally(const Combat& game, const State& s, nb::handle plan) {
  game.check(s);
  const Tally::Found found = Tally(game).found(s, Convert<Combat>::move_from(game, s, plan));
  nb::dict damage;
  for (int i = 0; i < game.rules().size(); ++i) {
    if (found.damage[i] > 0.0) damage[nb::int_(i)] = found.damage[i];
  }
  nb::list attacks;
  for (const Tally::Attack& attack : found.attacks) {
    nb::dict d;
    d["action"] = attack.action;
    d["target"] = attack.target;
    d["made"] = attack.made;
    d["miss"] = attack.miss();
    d["hit"] = attack.hit;
    d["critical"] = attack.critical;
    d["turned"] = attack.turned;
    d["hit_damage"] = attack.hit_damage;
    d["critical_damage"] = attack.critical_damage;
    attacks.append(d);
  }
  nb::dict all;
  all["damage"] = damage;
  all["attacks"] = attacks;
  return all;
}

nb::object falls(const Combat& game, const State& s, nb::handle plan, int target) {
  game.check(s);
  if (target < 0 || target >= game.rules().size()) throw nb::value_error("there is no such target");
  const double chance = Tally(game).falls(s, Convert<Combat>::move_from(game, s, plan), target);
  return chance < 0.0 ? nb::none() : nb::object(nb::float_(chance));
}

nb::dict toll(const Combat& monsters, const Combat& party, const State& s, nb::handle plan, int turns) {
  monsters.check(s);
  if (turns < 1) throw nb::value_error("turns: expected at least 1");
  const Move move = Convert<Combat>::move_from(monsters, s, plan);
  const Toll found = Tolls(monsters, party).soon(s, move, turns);
  nb::dict d;
  d["deaths"] = found.deaths;
  d["death"] = found.death;
  d["wipe"] = found.wipe;
  d["exact"] = found.exact;
  return d;
}

std::vector<Plan> plans_of(const std::vector<Move>& moves) {
  std::vector<Plan> plans;
  for (const Move& move : moves) plans.push_back(move.plan);
  return plans;
}

// The plans that the limits leave in a state: (plans, those they bar, whether the limits are kept).
nb::tuple within_limits(const Combat& monsters, const Combat& party, const State& s, int count) {
  monsters.check(s);
  const auto choice = Restraint(monsters, party).within(s, count);
  return nb::make_tuple(plans_of(choice.moves), plans_of(choice.barred), choice.kept);
}

// The same game with nothing but some plans to choose from in one state.
Combat restricted(const Combat& game, const State& s, const std::vector<Plan>& plans) {
  game.check(s);
  std::vector<Move> every, only;
  game.all_plans(s, [&](const Move& move) { every.push_back(move); });
  for (const Plan& plan : plans) {
    Move move;
    move.plan = plan;
    const auto known = std::find(every.begin(), every.end(), move);
    only.push_back(known == every.end() ? move : *known);
  }
  return Combat(game, s, std::move(only));
}

}  // namespace

void bind_fivee_tally(nb::module_& m) {
  m.def("fivee_toll", &toll, nb::arg("monsters"), nb::arg("party"), nb::arg("state"), nb::arg("plan"),
        nb::arg("turns") = 1);
  m.def("fivee_within_limits", &within_limits, nb::arg("monsters"), nb::arg("party"), nb::arg("state"),
        nb::arg("count") = 0);
  m.def("fivee_restricted", &restricted, nb::arg("game"), nb::arg("state"), nb::arg("plans"));
  m.def("fivee_tally", &tally, nb::arg("game"), nb::arg("state"), nb::arg("plan"));
  m.def("fivee_falls", &falls, nb::arg("game"), nb::arg("state"), nb::arg("plan"), nb::arg("target"),
        nb::sig("def fivee_falls(game: FiveeCombat, state: FiveeState, plan: object, target: int) -> "
                "float | None"));
}

}  // namespace hazard
