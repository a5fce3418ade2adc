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
      const int before = s.fighters[target].hit_points;
      hurt(s, target, amount, s.actor, types_of(e), s.critical);
      if (e.heals_source)
        heal(s, s.actor, std::max(0, before - std::max<int>(0, s.fighters[target].hit_points)));
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
    lasting_.expire(s, [&](const Ongoing& o) { return o.source == fighter && o.escape; });
  }

  // Damage in sixteenths. What else it calls for is left in `checks`.
  void hurt(State& s, int target, int amount, int source, TypeMask types, bool critical) const {
    Fighter& f = s.fighters[target];
    if (amount <= 0 || !f.present()) return;
    f.last_attacker = static_cast<std::uint8_t>(source);
    if ((types & rules_.block(target).regeneration_stops) != 0) f.set(kRegenerationStopped);
    lasting_.expire(s, [&](const Ongoing& o) { return o.target == target && o.ends_on_damage; });
    if (f.is(kDown)) return fail_death_saves(s, target, critical ? 2 : 1);
    s.check_damage = static_cast<std::int16_t>(std::min(amount, 32000));
    s.checked = static_cast<std::uint8_t>(target);
    const int absorbed = std::min<int>(amount, f.temporary);
    f.temporary = static_cast<std::int16_t>(f.temporary - absorbed);
    amount -= absorbed;
    if (f.concentration != 0) s.checks |= kConcentration;
    if (f.is(kUnknownHitPoints)) {
      f.damage = static_cast<std::int16_t>(std::min(32000, f.damage + amount));
      s.check_damage = static_cast<std::int16_t>(amount);
      s.checks |= kCollapse;
      return;
    }
    if (amount < f.hit_points) {
      f.hit_points = static_cast<std::int16_t>(f.hit_points - amount);
      return;
    }
    const int beyond = amount - f.hit_points;
    const StatBlock& b = rules_.block(target);
    constexpr TypeMask radiant = 1U << kRadiant;
    if (b.relentless > 0 && !f.is(kRelentlessUsed) && amount <= b.relentless * kPoint) {
      f.set(kRelentlessUsed);
      f.hit_points = kPoint;
    } else if (b.undead_fortitude && !critical && (types & radiant) == 0) {
      f.hit_points = kPoint;
      s.checks |= kFortitude;
    } else {
      fall(s, target, beyond);
    }
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
    const StatBlock& b = rules_.block(target);
    const Options& options = rules_.battle().options;
    f.hit_points = 0;
    s.checks &= static_cast<std::uint8_t>(~kConcentration);
    lasting_.end_concentration(s, target);
    const bool saves = b.character ? !options.party_dies_at_zero : options.monsters_make_death_saves;
    const bool lingers = b.regenerates_at_zero;
    if ((!saves && !lingers) || beyond >= rules_.most_hit_points(s, target)) return die(s, target);
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
    lasting_.end_concentration(s, target);
    lasting_.expire(s, [&](const Ongoing& o) {
      return o.target == target || (o.source == target && o.what == static_cast<int>(Condition::Grappled));
    });
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
  }

  // An effect by its expected damage, the save counted in; conditions where they are likely to stick.
  void suffer_mean(State& s, int source, const Effect& e, int target) const {
    if (!s.fighters[target].present() || (e.spares & only(target)) != 0) return;
    const double saved = e.saves ? rules_.save_probability(s, target, e.ability, e.dc, false, 0) : 0.0;
    double mean = 0.0;
    const TypeMask resist = rules_.borne(s, target).resist;
    for (const DamagePart& part : e.damage) {
      const Dice taken = shared(part.normal, rules_.share(s, target, part.type, resist));
      for (std::size_t i = 0; i < taken.probabilities.size(); ++i)
        mean += taken.probabilities[i] * (taken.low + double(i));
    }
    mean *= 1.0 - saved * (e.half_on_success ? 0.5 : 1.0);
    if (mean > 0.0) hurt(s, target, static_cast<int>(std::lround(mean * kPoint)), source, types_of(e), false);
    if (saved < 0.5) inflict(s, source, e, target, 0);
  }

 private:
  const Rules& rules_;
  const Lasting& lasting_;
};

}  // namespace hazard::fivee
