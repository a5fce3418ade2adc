// A fight at a table, from Python: what the dice are asked for, what they said, and facts that no rule made.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "domains/fivee/bind/bind.hpp"

namespace hazard {

using namespace fivee;

namespace {

int inside(int value, int end, const char* what) { return checked(value, 0, end - 1, what); }

int sixteenths(double points) {
  if (points >= 0.0 && points <= kMostHitPoints) return static_cast<int>(std::lround(points * kPoint));
  throw nb::value_error(("expected 0 to " + std::to_string(kMostHitPoints) + " points").c_str());
}

bool at_rest(const State& s) { return s.chance == Chance::None; }

void drop_sequels(State& s) {
  s.sequel_count = 0;
  s.sequels = {};
  s.frame = {};
}

// A state between two decisions with nothing left over from how it came about: equal moments are equal
// states.
State rested(State s) {
  if (!at_rest(s)) return s;
  s.waiting = 0;
  s.check_damage = s.rolled = 0;
  s.plan = {};
  s.step = s.element = s.effect = s.actor = s.action = s.checks = 0;
  s.target = s.checked = kNobody;
  s.critical = s.struck = s.charged = s.missed = false;
  drop_sequels(s);
  if (s.stage != Stage::Legendary) {
    s.legend = kNobody;
    s.lair = false;
  }
  std::stable_sort(s.ongoing.begin(), s.ongoing.begin() + s.ongoing_count,
                   [](const Ongoing& a, const Ongoing& b) { return a.target < b.target; });
  return s;
}

// Goes on after a fact: whoever decides but cannot act any more has had their turn.
State go_on(const Combat& game, State s) {
  const Resolver& resolver = game.resolver();
  if (!at_rest(s)) return s;
  if (s.stage == Stage::Over && !resolver.is_over(s)) {  // somebody is back: it goes on with the next turn
    s.stage = Stage::TurnEnd;
    s.step = 0;
  }
  if (s.stage == Stage::Deciding && s.checks == 0 && !Rules::can_act(s.fighters[s.mover()])) {
    s.stage = Stage::TurnEnd;
    s.step = 0;
  }
  if (s.stage == Stage::Legendary && s.checks == 0 && !Rules::can_act(s.fighters[s.legend])) {
    Plan pass;
    resolver.begin_plan(s, pass);
  }
  resolver.advance(s);
  if (at_rest(s) && s.stage == Stage::Deciding && !Rules::can_act(s.fighters[s.mover()]))
    return go_on(game, s);
  return rested(s);
}

// Changes the state by `change`. Checks that damage calls for come next, or, while other dice are asked for,
// not at all: those dice go on being asked for.
State changed(const Combat& game, State s, auto&& change) {
  const bool resting = at_rest(s);
  const auto checks = s.checks;
  const auto checked = s.checked;
  const auto damage = s.check_damage;
  change(s);
  if (!resting) {
    s.checks = checks;
    s.checked = checked;
    s.check_damage = damage;
  }
  return go_on(game, s);
}

// ---- what the dice are asked for -------------------------------------------------------------------------

using Results = std::vector<std::tuple<double, double, int>>;  // probability, points, Result bits

Results results_of(const Blow& b) {
  Results found;
  if (b.miss - b.turned > 1e-12) found.emplace_back(b.miss - b.turned, 0.0, kMissed);
  if (b.turned > 1e-12) found.emplace_back(b.turned, 0.0, kMissed | kAnswered);
  const auto spread = [&](const Rolled& rolled, double probability, int result) {
    for (std::size_t i = 0; i < rolled.probabilities.size() && probability > 1e-12; ++i) {
      const int amount = rolled.low + static_cast<int>(i);
      if (rolled.probabilities[i] > 0.0)
        found.emplace_back(probability * rolled.probabilities[i], b.halved ? amount / 2 : amount, result);
    }
    if (rolled.probabilities.empty() && probability > 1e-12) found.emplace_back(probability, 0.0, result);
  };
  const int answered = b.halved ? kAnswered : 0;
  spread(*b.normal, b.hit, answered);
  spread(*b.doubled, b.critical, answered | kCritical);
  return found;
}

// The least and the most damage of a hit, before any reaction to it.
std::tuple<int, int> damage_of(const Rolled& rolled) {
  return rolled.probabilities.empty() ? std::tuple(0, 0) : std::tuple(rolled.low, rolled.high());
}

// The least and the most that a d20 with its bonus comes to; 0 and 0 where no number is rolled.
struct Span {
  int least = 0, most = 0;
  static Span of_d20(int bonus, const BonusDice& more) {
    Span span{1 + bonus, 20 + bonus};
    for (int i = 0; i < more.count; ++i) {
      span.least += more.dice[i]->low;
      span.most += more.dice[i]->low + static_cast<int>(more.dice[i]->probabilities.size()) - 1;
    }
    return span;
  }
};

Span span_of_save(const Rules& rules, const State& s, int who, Ability ability, bool behind_cover) {
  Span span =
      Span::of_d20(rules.block(who).saves[static_cast<int>(ability)], rules.modifiers_on(s, who).save);
  if (behind_cover && ability == Ability::Dex) span.most += 5;  // three-quarters cover adds as much
  return span;
}

nb::dict asked(const Combat& game, const State& s) {
  nb::dict d;
  d["kind"] = std::string(kChanceNames[static_cast<std::size_t>(s.chance)]);
  if (at_rest(s)) return d;
  const Rules& rules = game.rules();
  const auto& acting = game.resolver().acting();
  int who = s.target, action = -1, actor = s.actor, ability = -1, dc = 0;
  Span span;
  const auto save_of = [&](const Effect& e) {
    if (!e.saves) return;
    ability = static_cast<int>(e.ability);
    dc = e.dc;
  };
  switch (s.chance) {
    case Chance::Strike: {
      action = acting.current(s);
      const Action& a = rules.action(s.actor, action);
      span = Span::of_d20(a.to_hit, rules.modifiers_on(s, s.actor).attack);
      const Shot shot = rules.shot(s, s.actor, s.fighters[s.actor].at, a, s.target);
      dc = rules.armor_class(s.target, shot,
                             rules.modifiers_on(s, s.target));  // what the d20 and its bonus must reach
      break;
    }
    case Chance::AreaDamage:
      action = acting.current(s);
      break;
    case Chance::Rider:
    case Chance::AreaSave: {
      const Effect& e = game.chances().effect(s);
      action = acting.current(s);
      if (e.on_self) who = s.actor;
      save_of(e);
      if (e.contest != Contest::None) {  // two rolls: no number decides
        d["contest"] = std::string(kContestNames[static_cast<std::size_t>(e.contest)]);
        dc = 0;
      } else if (e.saves) {
        span = span_of_save(rules, s, who, e.ability, true);
      }
      d["heals"] = !e.heal.probabilities.empty();
      d["damages"] = !e.damage.empty();
      d["conditions"] = int{Rules::conditions_of(e)};
      break;
    }
    case Chance::Recharge:
      who = actor = s.mover();
      action = s.action;
      dc = rules.action(s.mover(), s.action).recharge;
      span = {1, 6};
      break;
    case Chance::DeathSave:
      who = actor = s.mover();
      dc = 10;
      span = {1, 20};
      break;
    case Chance::RepeatSave: {
      const Ongoing& o = s.ongoing[s.element];
      who = o.target;
      actor = o.source;
      ability = static_cast<int>(o.ability);
      dc = o.dc;
      span = span_of_save(rules, s, who, o.ability, false);
      d["conditions"] = o.what < kConditions ? 1 << o.what : 0;
      break;
    }
    case Chance::Escape: {
      who = s.mover();
      actor = s.ongoing[s.element].source;
      dc = s.ongoing[s.element].dc;
      const StatBlock& b = rules.block(who);  // by Athletics, Acrobatics, or Strength alone
      const int strength = b.modifiers[static_cast<int>(Ability::Str)];
      span = {1 + std::min(b.escape, strength), 20 + std::max(b.escape, strength)};
      if (dc == kContested) {
        d["contest"] = std::string("grip");
        dc = 0;
        span = {};
      }
      break;
    }
    default:  // what damage calls for
      who = s.checked;
      ability = static_cast<int>(Ability::Con);
      dc = s.chance == Chance::Fortitude ? 5 + s.check_damage / kPoint
                                         : rules.concentration_dc(s.check_damage / kPoint);
      if (s.chance != Chance::Collapse) span = span_of_save(rules, s, who, Ability::Con, false);
  }
  d["who"] = who == kNobody ? -1 : who;
  d["actor"] = actor;
  d["action"] = action;
  d["ability"] = ability;
  d["dc"] = dc;
  d["roll"] = std::tuple(span.least, span.most);
  Results results;
  if (s.chance == Chance::Strike) {
    const Blow b = game.strikes().blow(s, s.actor, action, s.target);
    results = results_of(b);
    d["hit"] = damage_of(*b.normal);
    d["critical"] = damage_of(*b.doubled);
  } else {
    game.chances().outcomes(s, 0, [&](const Move& move, double p) {
      results.emplace_back(p, move.amount / double(kPoint), int{move.result});
    });
  }
  d["results"] = results;
  return d;
}

State settle(const Combat& game, State s, double points, int result) {
  if (at_rest(s)) throw nb::value_error("no dice are asked for");
  game.chances().settle(s, outcome(sixteenths(points), result & 31, 1));
  game.resolver().advance(s);
  return rested(s);
}

// ---- facts -----------------------------------------------------------------------------------------------

State end_turn(const Combat& game, State s) {
  if (s.stage == Stage::Over) throw nb::value_error("the fight is over");
  s.chance = Chance::None;
  s.checks = 0;
  s.waiting = 0;
  drop_sequels(s);
  if (s.stage == Stage::Legendary) {
    s.step = 0;
    game.resolver().begin_plan(s, Plan{});
  } else {
    s.stage = Stage::TurnEnd;
    s.step = 0;
    s.plan = {};
  }
  game.resolver().advance(s);
  return rested(s);
}

State hurt(const Combat& game, const State& s, int target, double points, int source, bool critical) {
  inside(target, game.rules().size(), "target");
  inside(source, game.rules().size(), "source");
  const int amount = sixteenths(points);
  return changed(game, s, [&](State& t) {
    Fighter& f = t.fighters[target];
    const auto attacker = f.last_attacker;
    const bool reacted = f.is(kReacted);
    f.set(kReacted);  // a fact calls for no reaction: whoever reacts says so
    game.resolver().harm().hurt(t, target, amount, source, 0, critical);
    f.set(kReacted, reacted);
    if (source == target) f.last_attacker = attacker;  // nobody has said who it was
  });
}

State heal(const Combat& game, const State& s, int target, double points) {
  inside(target, game.rules().size(), "target");
  const int amount = sixteenths(points);
  return changed(game, s, [&](State& t) { game.resolver().harm().heal(t, target, amount); });
}

State kill(const Combat& game, const State& s, int target) {
  inside(target, game.rules().size(), "target");
  return changed(game, s, [&](State& t) { game.resolver().harm().die(t, target); });
}

// At 0 hit points, whatever it had: a character is dying, anybody else is dead.
State fell(const Combat& game, const State& s, int target) {
  inside(target, game.rules().size(), "target");
  return changed(game, s, [&](State& t) { game.resolver().harm().fall(t, target, 0); });
}

State lay_on(const Combat& game, const State& s, int target, int condition, int source, int rounds) {
  inside(target, game.rules().size(), "target");
  inside(source, game.rules().size(), "source");
  inside(condition, kConditions, "condition");
  inside(rounds, 256, "rounds");
  return changed(game, s, [&](State& t) {
    Effect e;
    Infliction i;
    i.condition = static_cast<Condition>(condition);
    i.rounds = rounds;
    e.inflictions.push_back(i);
    game.resolver().harm().inflict(t, source, e, target, 255);  // an action that nobody concentrates on
  });
}

State take_off(const Combat& game, const State& s, int target, int condition) {
  inside(target, game.rules().size(), "target");
  inside(condition, kConditions, "condition");
  return changed(game, s, [&](State& t) {
    Fighter& f = t.fighters[target];
    if (static_cast<Condition>(condition) == Condition::Exhaustion && f.exhaustion > 0) --f.exhaustion;
    game.resolver().lasting().remove(t, target, static_cast<Condition>(condition));
  });
}

State end_concentration(const Combat& game, const State& s, int target) {
  inside(target, game.rules().size(), "target");
  return changed(game, s, [&](State& t) { game.resolver().lasting().end_concentration(t, target); });
}

}  // namespace

void bind_fivee_table(nb::module_& m) {
  m.def("fivee_rested", &rested, nb::arg("state"));
  m.def("fivee_asked", &asked, nb::arg("game"), nb::arg("state"));
  m.def("fivee_settle", &settle, nb::arg("game"), nb::arg("state"), nb::arg("points"), nb::arg("result"));
  m.def("fivee_go_on", &go_on, nb::arg("game"), nb::arg("state"));
  m.def("fivee_end_turn", &end_turn, nb::arg("game"), nb::arg("state"));
  m.def("fivee_hurt", &hurt, nb::arg("game"), nb::arg("state"), nb::arg("target"), nb::arg("points"),
        nb::arg("source"), nb::arg("critical"));
  m.def("fivee_heal", &heal, nb::arg("game"), nb::arg("state"), nb::arg("target"), nb::arg("points"));
  m.def("fivee_kill", &kill, nb::arg("game"), nb::arg("state"), nb::arg("target"));
  m.def("fivee_fell", &fell, nb::arg("game"), nb::arg("state"), nb::arg("target"));
  m.def("fivee_lay_on", &lay_on, nb::arg("game"), nb::arg("state"), nb::arg("target"), nb::arg("condition"),
        nb::arg("source"), nb::arg("rounds"));
  m.def("fivee_take_off", &take_off, nb::arg("game"), nb::arg("state"), nb::arg("target"),
        nb::arg("condition"));
  m.def("fivee_end_concentration", &end_concentration, nb::arg("game"), nb::arg("state"), nb::arg("target"));
}

}  // namespace hazard
