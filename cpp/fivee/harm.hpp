// What effects do to somebody: damage, healing, conditions, falling and dying.
//
// What damage calls for besides (concentration, undead fortitude, hit points that nobody has rolled) is not
// decided here: it is left in `State::checks`, for the dice.
#pragma once

#include "fivee/lasting.hpp"

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
      const Fighter& after = s.fighters[target];
      if (e.heals_source)
        heal(s, s.actor, std::max(0, before.hit_points - after.hit_points) + after.damage - before.damage);
    }
    if (!e.heal.probabilities.empty()) heal(s, target, amount);
    if (!e.temporary.probabilities.empty()) {
      Fighter& f = s.fighters[target];
      f.temporary = std::max(f.temporary, static_cast<std::int16_t>(amount));
    }
    if (saved || !s.fighters[target].present()) return;
    inflict(s, s.actor, e, target, number);
    if (e.modifier != kNothing) {
      const Modifier& m = rules_.battle().modifiers[e.modifier];
      lasting_.add(s, {.target = static_cast<std::uint8_t>(target),
                       .source = s.actor,
                       .what = static_cast<std::uint8_t>(kConditions + e.modifier),
                       .rounds = static_cast<std::uint8_t>(std::min(m.rounds, 255)),
                       .action = static_cast<std::uint8_t>(number),
                       .until = m.until,
                       .fresh = true});
    }
    if (e.push_feet != 0) push(s, target, e.push_feet);
  }

  void inflict(State& s, int source, const Effect& e, int target, int number) const {
    for (const Infliction& i : e.inflictions) {
      const auto bit = mask_of(i.condition);
      if ((rules_.block(target).condition_immunities & bit) != 0) continue;
      if (i.condition == Condition::Exhaustion) {
        Fighter& f = s.fighters[target];
        f.exhaustion = static_cast<std::uint8_t>(std::min(6, f.exhaustion + i.level));
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
    if (f.is(kDown)) return hurt_dying(s, target, amount, critical);
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
      return;
    }
    if (amount < f.hit_points) {
      f.hit_points = static_cast<std::int16_t>(f.hit_points - amount);
      return;
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

  void heal(State& s, int target, int amount) const {
    Fighter& f = s.fighters[target];
    if (!f.present() || amount <= 0) return;
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
    f.hit_points =
        static_cast<std::int16_t>(std::min(rules_.most_hit_points(s, target), f.hit_points + amount));
  }

  // At 0 hit points: a character is dying, anybody else is dead.
  void fall(State& s, int target, int beyond) const {
    Fighter& f = s.fighters[target];
    f.hit_points = 0;
    s.checks &= static_cast<std::uint8_t>(~kConcentration);
    let_go(s, target);
    const bool saves = rules_.makes_death_saves(target), lingers = rules_.block(target).regenerates_at_zero;
    const bool at_once = saves && beyond >= rules_.most_hit_points(s, target);
    if ((!saves && !lingers) || at_once) return die(s, target);
    f.set(kDown);
    if (lingers && !saves) f.set(kStable);
    f.successes = f.failures = 0;
    f.conditions |= mask_of(Condition::Unconscious, Condition::Prone);
  }

  void die(State& s, int target) const {
    Fighter& f = s.fighters[target];
    if (f.is(kDead)) return;
    f.hit_points = 0;
    f.flags = static_cast<std::uint16_t>((f.flags & ~(kDown | kStable)) | kDead);
    let_go(s, target);
    lasting_.expire(s, [&](const Ongoing& o) { return o.target == target; });
    const StatBlock& b = rules_.block(target);
    if (b.burst_action == kNothing) return;
    for_each(rules_.present(s, rules_.everybody()), [&](int near) {
      if (rules_.feet_between(s, target, near) > b.burst_feet) return;
      for (const Effect& e : b.actions[b.burst_action].effects) suffer_mean(s, target, e, near);
    });
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

  // An effect by its expected damage, the save counted in; conditions where they are likely to stick.
  void suffer_mean(State& s, int source, const Effect& e, int target) const {
    if (!s.fighters[target].present() || (e.spares & only(target)) != 0) return;
    const double saved =
        e.saves ? rules_.save_probability(s, target, e.ability, e.dc, false, Rules::conditions_of(e)) : 0.0;
    double mean = 0.0;
    const TypeMask resist = rules_.borne(s, target).resist;
    for (const DamagePart& part : e.damage) {
      const Dice taken = shared(part.normal, rules_.share(s, target, part.type, resist));
      for (std::size_t i = 0; i < taken.probabilities.size(); ++i)
        mean += taken.probabilities[i] * (taken.low + double(i));
    }
    const double unsaved = rules_.evades(e, target) ? 0.5 : 1.0;
    const double on_success = rules_.evades(e, target) || !e.half_on_success ? 0.0 : 0.5;
    mean *= saved * on_success + (1.0 - saved) * unsaved;
    if (mean > 0.0)
      hurt_besides(s, target, static_cast<int>(std::lround(mean * kPoint)), source, types_of(e));
    if (saved < 0.5 && s.fighters[target].present()) inflict(s, source, e, target, kNothing);
  }

  // Damage while somebody else's checks may still wait for the dice: theirs stay, and what this damage calls
  // for goes the likelier way at once.
  void hurt_besides(State& s, int target, int amount, int source, TypeMask types) const {
    const auto checks = s.checks;
    const auto checked = s.checked;
    const auto damage = s.check_damage;
    s.checks = 0;
    hurt(s, target, amount, source, types, false);
    if (checks == 0) return;
    const auto saves = [&](int dc) {
      return rules_.save_probability(s, target, Ability::Con, dc, false, 0) >= 0.5;
    };
    const int points = s.check_damage / kPoint;
    const int before = s.fighters[target].damage - s.check_damage;
    if ((s.checks & kCollapse) != 0 && rules_.collapse_chance(s, target, before) > 0.5) collapse(s, target);
    const bool at_one = s.fighters[target].hit_points == kPoint && !s.fighters[target].is(kUnknownHitPoints);
    if ((s.checks & kFortitude) != 0 && at_one && !saves(5 + points)) fall(s, target, 0);
    if ((s.checks & kConcentration) != 0 && !saves(std::max(10, points / 2)))
      lasting_.end_concentration(s, target);
    s.checks = checks;
    s.checked = checked;
    s.check_damage = damage;
  }

 private:
  const Rules& rules_;
  const Lasting& lasting_;
};

}  // namespace hazard::fivee
