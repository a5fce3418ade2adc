// What effects do to somebody: damage, healing, conditions, falling and dying.
//
// What damage calls for besides is not decided here: checks (concentration, undead fortitude, hit points that
// nobody has rolled) are left in `State::checks`, and what follows by itself (a body that bursts, a reaction)
// in `State::sequels`, for the dice.
#pragma once

#include "domains/fivee/rules/conditions.hpp"
#include "domains/fivee/rules/healing.hpp"

namespace hazard::fivee {

enum Check : std::uint8_t { kCollapse = 1, kFortitude = 2, kConcentration = 4 };

class Harm {
 public:
  Harm(const Rules& rules, const Lasting& lasting) : rules_(rules), lasting_(lasting) {}

  static TypeMask types_of(const Effect& e) {
    TypeMask types = 0;
    for (const DamagePart& part : e.damage) types |= TypeMask{1} << part.type;
    return types;
  }

  // `amount`: damage or healing in sixteenths, already halved where a save was made.
  void take_effect(State& s, int number, const Effect& e, int amount, bool saved) const {
    const int target = e.on_self ? s.actor : s.target;
    if (!e.damage.empty()) {
      const Fighter before = s.fighters[target];
      hurt(s, target, amount, s.actor, types_of(e), s.critical);
      if (s.fighters[target].is(kDown) && !before.is(kDown)) end_at_zero(s, target, e.at_zero);
      const Fighter& after = s.fighters[target];
      if (e.heals_source)
        heal(s, s.actor, std::max(0, before.hit_points - after.hit_points) + after.damage - before.damage);
    }
    if (!e.heal.probabilities.empty()) heal(s, target, amount, e.heals_to_half);
    if (!e.temporary.probabilities.empty()) {
      Fighter& f = s.fighters[target];
      f.temporary = std::max(f.temporary, static_cast<std::int16_t>(amount));
    }
    if (saved || !s.fighters[target].present()) return;
    if (e.contest == Contest::Hide && rules_.concealed(s, target, s.fighters[target].at))
      s.fighters[target].set(kHidden);
    inflict(s, s.actor, e, target, number);
    if (e.modifier != kNothing) {
      const Modifier& m = rules_.battle().modifiers[e.modifier];
      lasting_.add(s, {.target = static_cast<std::uint8_t>(target),
                       .source = s.actor,
                       .what = static_cast<std::uint8_t>(kConditions + e.modifier),
                       .rounds = static_cast<std::uint8_t>(std::min(m.rounds, 255)),
                       .action = static_cast<std::uint8_t>(number),
                       .dc = static_cast<std::uint8_t>(e.dc),
                       .ability = e.ability,
                       .until = m.until,
                       .repeat = m.repeat,
                       .fresh = true});
    }
    if (e.push_feet != 0) push(s, target, e.push_feet);
  }

  // Whoever has saved against some things is safe from them for the rest of the fight.
  void withstand(State& s, int source, int number, const Effect& e, int target) const {
    if (e.withstood == kNothing || !s.fighters[target].present()) return;
    lasting_.add(s, {.target = static_cast<std::uint8_t>(target),
                     .source = static_cast<std::uint8_t>(source),
                     .what = static_cast<std::uint8_t>(kConditions + e.withstood),
                     .action = static_cast<std::uint8_t>(number)});
  }

  // Some poisons leave those they fell stable; some jaws leave nothing to save.
  void end_at_zero(State& s, int target, AtZero end) const {
    if (end == AtZero::Dies) die(s, target);
    if (end == AtZero::Stable) s.fighters[target].set(kStable);
  }

  void inflict(State& s, int source, const Effect& e, int target, int number) const {
    for (const Infliction& i : e.inflictions) {
      const auto bit = mask_of(i.condition);
      if ((rules_.block(target).condition_immunities & bit) != 0) continue;
      if (i.condition == Condition::Exhaustion) {
        Fighter& f = s.fighters[target];
        f.exhaustion = static_cast<std::uint8_t>(std::min(6, f.exhaustion + i.level));
        f.hit_points =
            static_cast<std::int16_t>(std::min<int>(f.hit_points, rules_.most_hit_points(s, target)));
        if (f.exhaustion == 6) die(s, target);
        continue;
      }
      s.fighters[target].conditions |= bit;
      if (i.condition == Condition::Unconscious) s.fighters[target].conditions |= mask_of(Condition::Prone);
      const bool escapes = i.escape_dc > 0;
      lasting_.add(s, {.target = static_cast<std::uint8_t>(target),
                       .source = static_cast<std::uint8_t>(source),
                       .what = static_cast<std::uint8_t>(i.condition),
                       .rounds = static_cast<std::uint8_t>(std::min(i.rounds, 255)),
                       .action = static_cast<std::uint8_t>(number),
                       .dc = static_cast<std::uint8_t>(escapes ? i.escape_dc : e.dc),
                       .ability = e.ability,
                       .until = i.until,
                       .repeat = i.repeat,
                       .ends_on_damage = i.ends_on_damage,
                       .escape = escapes,
                       .fresh = true,
                       .becomes = static_cast<std::uint8_t>(i.becomes),
                       .wound = static_cast<std::uint8_t>(i.wound)});
    }
    if (s.fighters[target].has(kHelpless)) let_go(s, target);
  }

  // Whoever is helpless neither concentrates nor holds anybody.
  void let_go(State& s, int fighter) const {
    lasting_.end_concentration(s, fighter);
    lasting_.release_all(s, fighter);
  }

  // Damage in sixteenths. What else it calls for is left in `checks`.
  void hurt(State& s, int target, int amount, int source, TypeMask types, bool critical) const {
    Fighter& f = s.fighters[target];
    if (amount <= 0 || !f.present()) return;
    f.last_attacker = static_cast<std::uint8_t>(source);
    if ((types & rules_.block(target).regeneration_stops) != 0) f.set(kRegenerationStopped);
    lasting_.expire(s, [&](const Ongoing& o) { return o.target == target && o.ends_on_damage; });
    if (f.is(kDown)) {
      const int absorbed = std::min<int>(amount, f.temporary);
      f.temporary = static_cast<std::int16_t>(f.temporary - absorbed);
      return amount > absorbed ? hurt_dying(s, target, amount - absorbed, critical) : void();
    }
    s.check_damage = static_cast<std::int16_t>(std::min(amount, 32000));
    s.checked = static_cast<std::uint8_t>(target);
    const int absorbed = std::min<int>(amount, f.temporary);
    f.temporary = static_cast<std::int16_t>(f.temporary - absorbed);
    amount -= absorbed;
    if (f.concentration != 0) s.checks |= kConcentration;
    if (f.is(kUnknownHitPoints)) {
      f.damage = static_cast<std::int16_t>(std::min(32000, f.damage + amount));
      s.check_damage = static_cast<std::int16_t>(std::min(amount, 32000));
      s.checks |= kCollapse;
      if (has_fortitude(target, types, critical)) s.checks |= kFortitude;
      return strike_back(s, target, source);
    }
    if (amount < f.hit_points) {
      f.hit_points = static_cast<std::int16_t>(f.hit_points - amount);
      return strike_back(s, target, source);
    }
    const int beyond = amount - f.hit_points;
    if (relents(s, target, amount)) return;
    if (has_fortitude(target, types, critical)) {
      f.hit_points = kPoint;
      s.checks |= kFortitude;
    } else {
      fall(s, target, beyond);
    }
  }

  // What happens next, as soon as the dice that have been called for are rolled.
  static void follow(State& s, int source, int action, int target) {
    if (s.sequel_count == kSequels) return;
    s.sequels[s.sequel_count++] = {static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(action),
                                   static_cast<std::uint8_t>(target)};
  }

  // A reaction to damage, at the first that does any.
  void strike_back(State& s, int target, int source) const {
    const auto& actions = rules_.block(target).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy != Economy::Reaction || a.trigger != Trigger::Damaged) continue;
      if (rules_.side(source) == rules_.side(target) || !s.fighters[source].standing()) return;
      if (!rules_.available(s, target, i) || !rules_.can_react(s, target)) continue;
      const bool reaches = a.attack ? rules_.shot(s, target, s.fighters[target].at, a, source).possible
                                    : rules_.feet_between(s, target, source) <= a.target_range;
      if (!reaches || !rules_.may_harm(s, target, source)) continue;
      s.fighters[target].set(kReacted);
      return follow(s, target, i, source);
    }
  }

  // Hit points that nobody had rolled have run out.
  void collapse(State& s, int target) const {
    Fighter& f = s.fighters[target];
    f.set(kUnknownHitPoints, false);
    f.damage = 0;
    if (relents(s, target, s.check_damage)) {
      s.checks &= static_cast<std::uint8_t>(~kFortitude);
    } else if ((s.checks & kFortitude) != 0) {
      f.hit_points = kPoint;
    } else {
      fall(s, target, 0);
    }
  }

  bool has_fortitude(int target, TypeMask types, bool critical) const {
    return rules_.block(target).undead_fortitude && !critical && (types & TypeMask{1} << kRadiant) == 0;
  }

  // Left at 1 hit point in place of 0, once.
  bool relents(State& s, int target, int amount) const {
    Fighter& f = s.fighters[target];
    const int most = rules_.block(target).relentless * kPoint;
    if (f.is(kRelentlessUsed) || amount > most || most == 0) return false;
    f.set(kRelentlessUsed);
    f.hit_points = kPoint;
    return true;
  }

  // Damage to somebody who is at 0 already: failed death saves, or death where it is as much as they ever
  // had.
  void hurt_dying(State& s, int target, int amount, bool critical) const {
    if (rules_.block(target).regenerates_at_zero && !rules_.makes_death_saves(target)) return;
    if (amount >= rules_.most_hit_points(s, target)) return die(s, target);
    fail_death_saves(s, target, critical ? 2 : 1);
  }

  // `to_half`: to half of the most hit points and no further.
  void heal(State& s, int target, int amount, bool to_half = false) const {
    Fighter& f = s.fighters[target];
    if (to_half) amount = std::min(amount, missing_hit_points(rules_, f, true));
    if (!f.present() || amount <= 0 || rules_.modifiers_on(s, target).no_healing) return;
    if (f.is(kUnknownHitPoints)) {
      f.damage = static_cast<std::int16_t>(std::max(0, f.damage - amount));
      return;
    }
    if (f.is(kDown)) {
      f.flags = static_cast<std::uint16_t>(f.flags & ~(kDown | kStable));
      f.successes = f.failures = 0;
      f.hit_points = 0;
      f.conditions = static_cast<ConditionMask>(f.conditions & ~mask_of(Condition::Unconscious));
      lasting_.restore_conditions(s, target);
    }
    const int most = std::max<int>(f.hit_points, rules_.most_hit_points(s, target));
    f.hit_points = static_cast<std::int16_t>(std::min(most, f.hit_points + amount));
  }

  // At 0 hit points: a character is dying, anybody else is dead.
  void fall(State& s, int target, int beyond) const {
    Fighter& f = s.fighters[target];
    f.hit_points = 0;
    s.checks &= static_cast<std::uint8_t>(~kConcentration);
    let_go(s, target);
    rampage(s, f.last_attacker, target);
    const bool saves = rules_.makes_death_saves(target), lingers = rules_.block(target).regenerates_at_zero;
    const bool at_once = saves && beyond >= rules_.most_hit_points(s, target);
    if ((!saves && !lingers) || at_once) return die(s, target);
    f.set(kDown);
    if (lingers && !saves) f.set(kStable);
    f.successes = f.failures = 0;
    f.conditions |= mask_of(Condition::Unconscious, Condition::Prone);
  }

  // Whoever rampages bites again as a bonus action when a blow of its turn fells somebody.
  void rampage(State& s, int killer, int fallen) const {
    if (killer != s.mover() || killer != s.actor || s.stage != Stage::Acting) return;
    if (!rules_.block(killer).rampage || s.plan.bonus != Plan::kNone) return;
    const int bite = rules_.opportunity(killer);
    if (bite == kNothing || rules_.feet_between(s, killer, fallen) > rules_.opportunity_reach(killer)) return;
    s.plan.bonus = static_cast<std::uint8_t>(bite);
    s.plan.bonus_first = false;
  }

  void die(State& s, int target) const {
    Fighter& f = s.fighters[target];
    if (f.is(kDead)) return;
    f.hit_points = 0;
    f.flags = static_cast<std::uint16_t>((f.flags & ~(kDown | kStable)) | kDead);
    let_go(s, target);
    lasting_.expire(s, [&](const Ongoing& o) { return o.target == target; });
    const int burst = rules_.block(target).burst_action;
    if (burst != kNothing) follow(s, target, burst, kNobody);
  }

  void fail_death_saves(State& s, int target, int count) const {
    Fighter& f = s.fighters[target];
    f.set(kStable, false);
    f.failures = static_cast<std::uint8_t>(std::min(3, f.failures + count));
    if (f.failures == 3) die(s, target);
  }

  void push(State& s, int target, int feet) const {
    Fighter& f = s.fighters[target];
    const CellSet blocked = rules_.cells_of(s, rules_.everybody() & ~only(target));
    const Fighter& source = s.fighters[s.actor];
    const int side = rules_.block(target).side, source_side = rules_.block(s.actor).side;
    f.at = feet > 0 ? pushed(rules_.map(), f.at, side, source.at, source_side, feet, blocked)
                    : pulled(rules_.map(), f.at, side, source.at, source_side, -feet, blocked);
    lasting_.release_those_apart(s, target);
  }

 private:
  const Rules& rules_;
  const Lasting& lasting_;
};

}  // namespace hazard::fivee
