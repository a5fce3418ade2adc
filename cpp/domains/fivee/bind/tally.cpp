// What a plan does, by every roll it calls for, for Python.
#include "domains/fivee/forecast/tally.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include "bindings/convert.hpp"
#include "domains/fivee/bind/bind.hpp"

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

}  // namespace

void bind_fivee_tally(nb::module_& m) {
  m.def("fivee_tally", &tally, nb::arg("game"), nb::arg("state"), nb::arg("plan"));
  m.def("fivee_falls", &falls, nb::arg("game"), nb::arg("state"), nb::arg("plan"), nb::arg("target"),
        nb::sig("def fivee_falls(game: FiveeCombat, state: FiveeState, plan: object, target: int) -> "
                "float | None"));
}

}  // namespace hazard
