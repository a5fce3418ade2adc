// A fight from Python: its states, the game, the searches, and many fights at once.
#include "domains/fivee/combat.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings/engine.hpp"
#include "domains/fivee/bind/bind.hpp"
#include "domains/fivee/content/check_battle.hpp"

namespace hazard {

using namespace fivee;

namespace {

std::shared_ptr<const Rules> make_rules(int width, int height, const std::vector<std::pair<int, int>>& walls,
                                        const std::vector<std::pair<int, int>>& difficult,
                                        std::vector<StatBlock> blocks,
                                        const std::vector<std::tuple<std::string, int, int>>& combatants,
                                        std::vector<Modifier> modifiers, const Options& options) {
  Battle battle;
  battle.map.width = checked(width, 1, kMaxSide, "the map's width");
  battle.map.height = checked(height, 1, kMaxSide, "the map's height");
  const auto cell = [&](const std::pair<int, int>& at) {
    return Cell{static_cast<std::uint8_t>(checked(at.first, 0, width - 1, "column")),
                static_cast<std::uint8_t>(checked(at.second, 0, height - 1, "row"))};
  };
  for (const auto& at : walls) battle.map.walls.set(cell(at));
  for (const auto& at : difficult) battle.map.difficult.set(cell(at));
  battle.map.prepare();
  checked(static_cast<int>(combatants.size()), 1, kMostCombatants, "the number of combatants");
  for (const auto& [name, block, side] : combatants) {
    checked(block, 0, static_cast<int>(blocks.size()) - 1, "stat block");
    battle.combatants.push_back({name, block, checked(side, 0, 1, "side")});
  }
  battle.blocks = std::move(blocks);
  battle.modifiers = std::move(modifiers);
  checked(static_cast<int>(battle.modifiers.size()), 0, 255 - kConditions, "the number of modifiers");
  battle.options = options;
  BattleCheck{battle};
  return std::make_shared<const Rules>(std::move(battle));
}

nb::dict blow_dict(const Combat& game, const State& s, int actor, int action, int target) {
  const Rules& rules = game.rules();
  checked(actor, 0, rules.size() - 1, "actor");
  checked(target, 0, rules.size() - 1, "target");
  checked(action, 0, static_cast<int>(rules.block(actor).actions.size()) - 1, "action");
  const Action& a = rules.action(actor, action);
  nb::dict d;
  const Shot shot = rules.shot(s, actor, s.fighters[actor].at, a, target);
  d["possible"] = shot.possible;
  d["feet"] = shot.feet;
  d["ranged"] = shot.ranged;
  d["cover"] = static_cast<int>(shot.cover);
  if (!a.attack || !shot.possible) return d;
  const Blow b = game.strikes().blow(s, actor, action, target);
  d["advantage"] = rules.advantage(s, actor, s.fighters[actor].at, a, target, shot);
  d["miss"] = b.miss;
  d["hit"] = b.hit;
  d["critical"] = b.critical;
  d["hit_damage"] = b.normal->mean;
  d["critical_damage"] = b.doubled->mean;
  d["hit_low"] = b.normal->low;
  d["hit_probabilities"] = b.normal->probabilities;
  d["critical_low"] = b.doubled->low;
  d["critical_probabilities"] = b.doubled->probabilities;
  d["armor_class"] = rules.armor_class(target, shot, rules.modifiers_on(s, target));
  d["turned"] = b.turned;  // of the misses: by a reaction
  d["halved"] = b.halved;
  const int answer = game.strikes().answer(s, target, shot);
  d["answer"] = answer == kNothing ? nb::none() : nb::object(nb::int_(answer));
  return d;
}

std::pair<const Action&, const Effect&> checked_effect(const Combat& c, int actor, int action, int effect,
                                                       int target) {
  const Rules& r = c.rules();
  checked(actor, 0, r.size() - 1, "actor");
  checked(target, 0, r.size() - 1, "target");
  checked(action, 0, static_cast<int>(r.block(actor).actions.size()) - 1, "action");
  const Action& a = r.action(actor, action);
  return {a, a.effects[checked(effect, 0, static_cast<int>(a.effects.size()) - 1, "effect")]};
}

const Rolled& checked_damage(const Combat& c, const State& s, int actor, int action, int effect, int target,
                             bool critical = false) {
  const Rules& r = c.rules();
  checked_effect(c, actor, action, effect, target);
  return r.damage_to(s, actor, action, effect, target, critical);
}

// Refuses a plan that points outside the fight. Whether it is one that the planner would think of does not
// matter here.
const Plan& checked_plan(const Combat& game, const State& s, const Plan& p) {
  game.check(s);
  const Rules& rules = game.rules();
  const int me = game.decider(s), actions = static_cast<int>(rules.block(me).actions.size());
  const auto optional = [](int value, int count, const char* what) {
    if (value != 255) checked(value, 0, count - 1, what);
  };
  optional(p.action, actions, "action");
  optional(p.bonus, actions, "bonus");
  optional(p.target, rules.size(), "target");
  optional(p.other, rules.size(), "other");
  optional(p.bonus_target, rules.size(), "bonus_target");
  if (p.action != Plan::kNone) {
    const auto sequences = static_cast<int>(rules.action(me, p.action).sequences.size());
    checked(p.sequence, 0, std::max(1, sequences) - 1, "sequence");
  }
  for (const Cell cell : {p.to, p.retreat}) {
    checked(cell.x, 0, rules.map().width - 1, "column");
    checked(cell.y, 0, rules.map().height - 1, "row");
  }
  return p;
}

// All that whoever decides may do, whatever a search looks at.
std::vector<Plan> every_plan(const Combat& game, const State& s) {
  game.check(s);
  std::vector<Plan> found;
  if (game.turn(s) == Turn::Max || game.turn(s) == Turn::Min)
    game.all_plans(s, [&](const Move& move) { found.push_back(move.plan); });
  return found;
}

// The attacks and other parts that the action of a plan consists of.
std::vector<int> parts_of(const Combat& game, const State& s, const Plan& p) {
  std::vector<int> found;
  if (checked_plan(game, s, p).action == Plan::kNone) return found;
  const int itself = p.action;
  for (const int part : Strikes::elements(game.rules().action(game.decider(s), p.action), itself, p.sequence))
    found.push_back(part);
  return found;
}

// Calls sink(area) for each part of a plan that is one.
void for_each_area(const Combat& game, const State& s, const Plan& p, auto&& sink) {
  for (const int part : parts_of(game, s, p)) {
    const Action& a = game.rules().action(game.decider(s), part);
    if (a.area) sink(a);
  }
}

// Whom the areas of a plan strike; twice, where two of them do.
std::vector<int> caught_by(const Combat& game, const State& s, const Plan& p) {
  std::vector<int> found;
  State there = s;
  checked_plan(game, s, p);
  const int me = game.decider(s);
  there.fighters[me].at = p.to;
  for_each_area(game, s, p, [&](const Action& a) {
    for_each(game.resolver().acting().caught(there, me, a, p.aim), [&](int i) { found.push_back(i); });
  });
  return found;
}

// The cells that the areas of a plan cover.
std::vector<std::pair<int, int>> cells_of(const Combat& game, const State& s, const Plan& p) {
  std::vector<std::pair<int, int>> found;
  const Rules& rules = game.rules();
  for_each_area(game, s, p, [&](const Action& a) {
    area_cells(rules.map(), a.shape, a.size, a.width, p.to, rules.block(game.decider(s)).side, p.aim)
        .for_each([&](Cell cell) { found.emplace_back(cell.x, cell.y); }, rules.map().height);
  });
  return found;
}

// Whom an action without attack and area works on: the target, and others where it has several.
std::vector<int> chosen_by(const Combat& game, const State& s, const Plan& p, bool bonus) {
  std::vector<int> found;
  const int action = bonus ? checked_plan(game, s, p).bonus : checked_plan(game, s, p).action;
  if (action == Plan::kNone) return found;
  const int me = game.decider(s);
  State there = s;
  there.fighters[me].at = p.to;
  there.actor = static_cast<std::uint8_t>(me);
  there.target = bonus ? p.bonus_target : p.target;
  for_each(game.resolver().acting().chosen(there, game.rules().action(me, action)),
           [&](int i) { found.push_back(i); });
  return found;
}

// Who gets an opportunity attack on the way.
std::vector<int> provoked_by(const Combat& game, const State& s, const Plan& p) {
  std::vector<int> found;
  checked_plan(game, s, p);
  for_each(game.resolver().walks().opportunities(s, game.decider(s), p), [&](int i) { found.push_back(i); });
  return found;
}

}  // namespace

void bind_fivee_combat(nb::module_& m) {
  bind_fivee_states(m);
  bind_fivee_moves(m);
  nb::class_<Rules>(m, "FiveeRules")
      .def(nb::new_(&make_rules), nb::arg("width"), nb::arg("height"), nb::arg("walls"), nb::arg("difficult"),
           nb::arg("blocks"), nb::arg("combatants"), nb::arg("modifiers"), nb::arg("options"))
      .def("check", &check_state, nb::arg("state"))
      .def("speed", [](const Rules& r, const State& s,
                       int fighter) { return r.speed(s, checked(fighter, 0, r.size() - 1, "combatant")); })
      .def("opportunity",
           [](const Rules& r, int fighter) {
             return r.opportunity(checked(fighter, 0, r.size() - 1, "combatant"));
           })
      .def("limited", [](const Rules& r, int fighter, int action) {
        return r.limited(checked(fighter, 0, r.size() - 1, "combatant"),
                         checked(action, 0, static_cast<int>(r.block(fighter).actions.size()) - 1, "action"));
      });
  nb::class_<Combat> game(m, "FiveeCombat");
  game.def(
          "__init__",
          [](Combat* c, std::shared_ptr<const Rules> rules, const State& start, const Objective& objective,
             int cells, int plans, bool finish_off, int buckets, int reply, int decider, int replies,
             bool by_wits, double thrift, bool morale) {
            check_state(*rules, start);
            CombatSettings settings;
            settings.objective = objective;
            settings.planner = {checked(cells, 1, 8, "cells"),
                                checked(plans, 0, 256, "plans"),
                                finish_off,
                                by_wits,
                                plans == 0,
                                morale};
            settings.buckets = checked(buckets, 0, 100, "buckets");
            settings.reply = static_cast<Reply>(checked(reply, 0, 2, "reply"));
            settings.decider = checked(decider, 0, 1, "decider");
            settings.replies = checked(replies, 0, 256, "replies");
            if (!(thrift >= 0.0 && thrift <= 1e3)) throw nb::value_error("thrift: expected 0 to 1000");
            settings.thrift = thrift;
            new (c) Combat(std::move(rules), start, settings);
          },
          nb::arg("rules"), nb::arg("start"), nb::arg("objective"), nb::arg("cells") = 2,
          nb::arg("plans") = 12, nb::arg("finish_off") = false, nb::arg("buckets") = 2, nb::arg("reply") = 0,
          nb::arg("decider") = 1, nb::arg("replies") = 0, nb::arg("by_wits") = false, nb::arg("thrift") = 1.0,
          nb::arg("morale") = false)
      .def("decider", &Combat::decider, nb::arg("state"))
      .def("blow", &blow_dict, nb::arg("state"), nb::arg("actor"), nb::arg("action"), nb::arg("target"))
      .def("every_plan", &every_plan, nb::arg("state"))
      .def("parts", &parts_of, nb::arg("state"), nb::arg("plan"))
      .def("caught", &caught_by, nb::arg("state"), nb::arg("plan"))
      .def("cells", &cells_of, nb::arg("state"), nb::arg("plan"))
      .def("chosen", &chosen_by, nb::arg("state"), nb::arg("plan"), nb::arg("bonus") = false)
      .def("provoked", &provoked_by, nb::arg("state"), nb::arg("plan"))
      .def(
          "teleports",
          [](const Combat& c, const State& s, const Plan& p) {
            checked_plan(c, s, p);
            return c.resolver().walks().teleports(c.decider(s), p);
          },
          nb::arg("state"), nb::arg("plan"))
      .def("share", [](const Combat& c,
                       int i) { return c.worths().share(checked(i, 0, c.rules().size() - 1, "combatant")); })
      .def(
          "save_chance",
          [](const Combat& c, const State& s, int actor, int action, int effect, int target) {
            const auto [a, e] = checked_effect(c, actor, action, effect, target);
            return c.chances().save_chance(s, actor, a, e, target);
          },
          nb::arg("state"), nb::arg("actor"), nb::arg("action"), nb::arg("effect"), nb::arg("target"))
      .def("damage_mean", [](const Combat& c, const State& s, int actor, int action, int effect,
                             int target) { return checked_damage(c, s, actor, action, effect, target).mean; })
      .def(
          "damage_distribution",
          [](const Combat& c, const State& s, int actor, int action, int effect, int target, bool critical,
             bool halved) {
            Rolled rolled = checked_damage(c, s, actor, action, effect, target, critical);
            if (halved)
              rolled = c.chances().halved(s, rolled, c.rules().action(actor, action).effects[effect], target);
            return std::pair(rolled.low, rolled.probabilities);
          },
          nb::arg("state"), nb::arg("actor"), nb::arg("action"), nb::arg("effect"), nb::arg("target"),
          nb::arg("critical") = false, nb::arg("halved") = false)
      .def(
          "concerns",  // whether an effect does anything to the target as things stand
          [](const Combat& c, const State& s, int actor, int action, int effect, int target) {
            const auto [a, e] = checked_effect(c, actor, action, effect, target);
            return c.rules().concerns(s, actor, e, target);
          },
          nb::arg("state"), nb::arg("actor"), nb::arg("action"), nb::arg("effect"), nb::arg("target"))
      .def(
          "advance",
          [](const Combat& c, State s) {
            check_state(c.rules(), s);
            c.resolver().advance(s);
            return s;
          },
          nb::arg("state"))
      .def(
          "roll",
          [](const Combat& c, const State& s, std::uint64_t seed) {
            Random random(seed);
            const Move rolled = c.draw(s, random);
            return std::pair(c.record(s, rolled), c.apply(s, rolled));
          },
          nb::arg("state"), nb::arg("seed"));
  bind_walk(game);
  bind_engine<Combat>(m, "FiveeCombatEngine");
}

}  // namespace hazard
