// The chance nodes of a fight: what may come up, how likely it is, and what follows from it.
#pragma once

#include "fivee/resolve.hpp"

namespace hazard::fivee {

class Chances {
 public:
  Chances(const Rules& rules, const Strikes& strikes, const Resolver& resolver)
      : rules_(rules), strikes_(strikes), resolver_(resolver) {}

  // Every outcome of the node; amounts in at most `most` buckets between two cuts, 0: each by itself.
  void outcomes(const State& s, int most, auto&& sink) const {
    switch (s.chance) {
      case Chance::Strike:
        return strikes_.outcomes(s, resolver_.acting().sequence(s), most, sink);
      case Chance::Rider:
        return rider(s, most, sink);
      case Chance::AreaDamage:
        return area(s, most, sink);
      case Chance::DeathSave:
        sink(outcome(0, kSaved | kCritical), 0.05);  // a natural 20: up again with 1 hit point
        sink(outcome(0, kSaved), 0.5);
        sink(outcome(0), 0.4);
        sink(outcome(0, kCritical), 0.05);  // a natural 1 counts twice
        return;
      default:
        return two(success_chance(s), sink);
    }
  }

  Move draw(const State& s, Random& random) const {
    if (s.chance == Chance::Strike) return strikes_.draw(s, resolver_.acting().sequence(s), random);
    if (s.chance == Chance::AreaDamage) {
      return outcome(full_damage(s).draw(random) * kPoint);
    }
    double left = random.uniform();
    Move drawn;
    outcomes(s, 0, [&](const Move& move, double p) {
      if (left >= 0.0) drawn = move;
      left -= p;
    });
    return drawn;
  }

  // The chance of a success at a node that is either a success or a failure.
  double success_chance(const State& s) const {
    switch (s.chance) {
      case Chance::AreaSave: {
        const Effect& e = effect(s);
        return rules_.save_probability(s, s.target, e.ability, e.dc, true, conditions_of(e));
      }
      case Chance::Recharge:
        return (7 - rules_.action(s.mover(), s.action).recharge) / 6.0;
      case Chance::RepeatSave: {
        const Ongoing& o = s.ongoing[s.element];
        const ConditionMask against = o.what < kConditions ? static_cast<ConditionMask>(1U << o.what) : 0;
        return rules_.save_probability(s, o.target, o.ability, o.dc, true, against);
      }
      case Chance::Concentration:
        return rules_.save_probability(s, s.checked, Ability::Con, std::max(10, s.check_damage / kPoint / 2),
                                       false, 0);
      case Chance::Fortitude:
        return rules_.save_probability(s, s.checked, Ability::Con, 5 + s.check_damage / kPoint, false, 0);
      case Chance::Escape:
        return at_least(s.ongoing[s.element].dc - rules_.block(s.mover()).escape, 0);
      case Chance::Collapse:
        return 1.0 - rules_.collapse_chance(s, s.checked, s.fighters[s.checked].damage - s.check_damage);
      default:
        return 0.0;
    }
  }

  // What follows; the node is done with.
  void settle(State& s, const Move& move) const {
    const Chance chance = s.chance;
    s.chance = Chance::None;
    const bool success = move.is(kSaved);
    switch (chance) {
      case Chance::Strike:
        return settle_strike(s, move);
      case Chance::Rider:
        return settle_rider(s, move);
      case Chance::AreaDamage:
        s.rolled = move.amount;
        return;
      case Chance::AreaSave:
        return settle_area_save(s, success);
      case Chance::Recharge:
        if (success) s.fighters[s.mover()].left[rules_.limited(s.mover(), s.action)] = 1;
        return;
      case Chance::DeathSave:
        return settle_death_save(s, move);
      case Chance::RepeatSave:
        return settle_repeat(s, success);
      case Chance::Concentration:
        s.checks &= static_cast<std::uint8_t>(~kConcentration);
        if (!success) resolver_.lasting().end_concentration(s, s.checked);
        return;
      case Chance::Escape:
        return settle_escape(s, success);
      case Chance::Fortitude:
        s.checks &= static_cast<std::uint8_t>(~kFortitude);
        if (!success) resolver_.harm().fall(s, s.checked, 0);
        return;
      case Chance::Collapse:
        s.checks &= static_cast<std::uint8_t>(~kCollapse);
        if (success) return;
        s.fighters[s.checked].set(kUnknownHitPoints, false);
        resolver_.harm().fall(s, s.checked, 0);
        return;
      case Chance::None:
        return;
    }
  }

  const Effect& effect(const State& s) const {
    return rules_.action(s.actor, resolver_.acting().current(s)).effects[s.effect];
  }

  static ConditionMask conditions_of(const Effect& e) {
    ConditionMask all = 0;
    for (const Infliction& i : e.inflictions) all |= mask_of(i.condition);
    return all;
  }

 private:
  static void two(double success, auto&& sink) {
    if (success > 1e-12) sink(outcome(0, kSaved), success);
    if (success < 1.0 - 1e-12) sink(outcome(0), 1.0 - success);
  }

  const Rolled& full_damage(const State& s) const {
    return rules_.damage(s.actor, resolver_.acting().current(s), s.effect).rolled(false, [](int) {
      return Share::Full;
    });
  }

  // A save and its damage, or the dice of a healing, in one node.
  void rider(const State& s, int most, auto&& sink) const {
    const Effect& e = effect(s);
    const int target = e.on_self ? s.actor : s.target;
    const double saved =
        e.saves ? rules_.save_probability(s, target, e.ability, e.dc, true, conditions_of(e)) : 0.0;
    if (e.damage.empty()) {
      const Dice& dice = e.heal.probabilities.empty() ? e.temporary : e.heal;
      if (dice.probabilities.empty()) return two(saved, sink);
      const auto chance = [&](int amount) { return dice.probabilities[amount - dice.low]; };
      for_each_bucket(dice.low, dice.low + static_cast<int>(dice.probabilities.size()) - 1, chance, {}, most,
                      [&](double p, int amount) { sink(outcome(amount), p); });
      return;
    }
    const bool critical = s.critical && !e.saves;
    const Rolled& rolled =
        rules_.damage_to(s, s.actor, resolver_.acting().current(s), s.effect, target, critical);
    const Cuts cuts = strikes_.cuts(s, target);
    const auto chance = [&](int amount) { return rolled.probabilities[amount - rolled.low]; };
    if (saved < 1.0 - 1e-12) {
      for_each_bucket(rolled.low, rolled.high(), chance, cuts, most,
                      [&](double p, int amount) { sink(outcome(amount), p * (1.0 - saved)); });
    }
    if (saved <= 1e-12) return;
    if (!e.half_on_success) return sink(outcome(0, kSaved), saved);
    const auto half = [&](int amount) {
      double sum = 0.0;
      for (int full = 2 * amount; full <= 2 * amount + 1; ++full) {
        if (full >= rolled.low && full <= rolled.high()) sum += chance(full);
      }
      return sum;
    };
    for_each_bucket(rolled.low / 2, rolled.high() / 2, half, cuts, most,
                    [&](double p, int amount) { sink(outcome(amount, kSaved), p * saved); });
  }

  // One roll for everybody: cut where somebody falls, with or without the save.
  void area(const State& s, int most, auto&& sink) const {
    const Effect& e = effect(s);
    const Rolled& rolled = full_damage(s);
    Cuts cuts;
    for_each(s.waiting, [&](int target) {
      const int left = strikes_.points_left(s, target);
      if (s.fighters[target].is(kUnknownHitPoints) || !s.fighters[target].standing()) return;
      cuts.add(left);
      if (e.saves && e.half_on_success) cuts.add(2 * left);
    });
    const auto chance = [&](int amount) { return rolled.probabilities[amount - rolled.low]; };
    // Many parts need few buckets each.
    const int each = most == 0 ? 0 : cuts.count > 2 ? 1 : most;
    for_each_bucket(rolled.low, rolled.high(), chance, cuts, each,
                    [&](double p, int amount) { sink(outcome(amount), p); });
  }

  void settle_strike(State& s, const Move& move) const {
    const int number = resolver_.acting().current(s);
    const Action& a = rules_.action(s.actor, number);
    Fighter& actor = s.fighters[s.actor];
    if (move.is(kAnswered)) answer(s);
    const bool sneaked = !actor.is(kSneaked) && !move.is(kMissed) && sneaking(s, a);
    actor.set(kHidden, false);
    s.effect = 0;
    if (move.is(kMissed)) {
      miss(s, number, a, move.used);
      return;
    }
    if (sneaked) actor.set(kSneaked);
    s.critical = move.is(kCritical);
    if (s.fighters[s.target].is(kDown)) {
      // Somebody who is dying: a hit is a failed death save, a critical one two.
      resolver_.harm().fail_death_saves(s, s.target, s.critical ? 2 : 1);
      skip_to(s, 1);
      return;
    }
    const bool damages = !a.effects.empty() && !a.effects[0].damage.empty() && !a.effects[0].saves;
    if (move.used > 1 || move.is(kFelled)) {
      resolver_.harm().hurt(s, s.target, move.amount, s.actor, Harm::types_of(a.effects[0]), s.critical);
      if (move.is(kFelled)) ensure_down(s, s.target);
      hit_auras(s, a);
      skip_to(s, move.used);
      return;
    }
    s.struck = true;
    if (damages) {
      resolver_.harm().take_effect(s, number, a.effects[0], move.amount, false);
      s.effect = 1;
    } else if (move.amount > 0) {
      resolver_.harm().hurt(s, s.target, move.amount, s.actor, 0, s.critical);
    }
    hit_auras(s, a);
  }

  // A bucket's mean may fall short of what fells by a rounding of sixteenths.
  void ensure_down(State& s, int target) const {
    const Fighter& f = s.fighters[target];
    if (f.standing()) resolver_.harm().hurt(s, target, f.hit_points + f.temporary, s.actor, 0, false);
  }

  void skip_to(State& s, int count) const {
    s.element = static_cast<std::uint8_t>(s.element + count);
    s.effect = 0;
    s.struck = s.critical = false;
  }

  void miss(State& s, int number, const Action& a, int used) const {
    for (const Effect& e : a.effects) {
      if (e.when == When::Miss && !e.saves && !e.damage.empty()) {
        double mean = 0.0;  // what a miss does is little: its mean will do
        for (const DamagePart& part : e.damage) {
          for (std::size_t i = 0; i < part.normal.probabilities.size(); ++i)
            mean += part.normal.probabilities[i] * (part.normal.low + double(i));
        }
        resolver_.harm().take_effect(s, number, e, static_cast<int>(mean * kPoint), false);
      }
    }
    skip_to(s, used);
  }

  bool sneaking(const State& s, const Action& a) const {
    const Cell from = s.fighters[s.actor].at;
    const Shot shot = rules_.shot(s, s.actor, from, a, s.target);
    return strikes_.sneaks(s, s.actor, s.target, rules_.advantage(s, s.actor, from, a, s.target, shot));
  }

  // The target spends its reaction, and what it costs.
  void answer(State& s) const {
    const Action& a = rules_.action(s.actor, resolver_.acting().current(s));
    const Shot shot = rules_.shot(s, s.actor, s.fighters[s.actor].at, a, s.target);
    const int reaction = strikes_.answer(s, s.target, shot);
    if (reaction == kNothing) return;
    const Action& r = rules_.action(s.target, reaction);
    Fighter& f = s.fighters[s.target];
    f.set(kReacted);
    if (const int place = rules_.limited(s.target, reaction); place != kNothing) --f.left[place];
    if (r.slot > 0) {
      const int level = Rules::slot_for(f, r.slot);
      if (level > 0) f.set_slots(level, f.slots_left(level) - 1);
    }
    for (const Effect& e : r.effects) {
      if (e.modifier == kNothing || rules_.battle().modifiers[e.modifier].until == Until::Duration) continue;
      const Modifier& m = rules_.battle().modifiers[e.modifier];
      resolver_.lasting().add(s, {.target = s.target,
                                  .source = s.target,
                                  .what = static_cast<std::uint8_t>(kConditions + e.modifier),
                                  .action = static_cast<std::uint8_t>(reaction),
                                  .until = m.until,
                                  .fresh = true});
    }
  }

  // Whoever hits a burning body in melee is burnt.
  void hit_auras(State& s, const Action& a) const {
    if (a.reach == 0) return;
    for (const Aura& aura : rules_.block(s.target).auras) {
      if (!aura.when_hit || rules_.feet_between(s, s.actor, s.target) > aura.feet) continue;
      for (const Effect& e : rules_.action(s.target, aura.action).effects)
        resolver_.harm().suffer_mean(s, s.target, e, s.actor);
    }
  }

  void settle_rider(State& s, const Move& move) const {
    const int number = resolver_.acting().current(s);
    const Effect& e = effect(s);
    const bool saved = e.saves && (move.is(kSaved) || resists(s, e));
    int amount = move.amount;
    if (saved && !move.is(kSaved)) amount = e.half_on_success ? amount / 2 : 0;
    resolver_.harm().take_effect(s, number, e, amount, saved);
    ++s.effect;
  }

  void settle_area_save(State& s, bool success) const {
    const int number = resolver_.acting().current(s);
    const Effect& e = effect(s);
    s.waiting &= ~only(s.target);
    const bool saved = success || resists(s, e);
    int amount = resolver_.acting().area_damage(s, number);
    const StatBlock& b = rules_.block(s.target);
    const bool nimble = e.half_on_success && (b.avoidance || (b.evasion && e.ability == Ability::Dex));
    if (saved) amount = e.half_on_success && !nimble ? half(amount) : 0;
    if (!saved && nimble) amount = half(amount);
    resolver_.harm().take_effect(s, number, e, amount, saved);
  }
  static int half(int amount) { return amount % kPoint == 0 ? amount / kPoint / 2 * kPoint : amount / 2; }

  // Legendary resistance, spent on what would cost a turn or a good part of the hit points.
  bool resists(State& s, const Effect& e) const {
    Fighter& f = s.fighters[s.target];
    if (f.resistance_left == 0) return false;
    const bool grave = (conditions_of(e) & ~mask_of(Condition::Prone, Condition::Deafened)) != 0;
    const bool costly = e.half_on_success && s.rolled * 5 > rules_.most_hit_points(s, s.target);
    if (!grave && !costly) return false;
    --f.resistance_left;
    return true;
  }

  void settle_death_save(State& s, const Move& move) const {
    const int mover = s.mover();
    Fighter& f = s.fighters[mover];
    if (move.is(kSaved) && move.is(kCritical)) {
      resolver_.harm().heal(s, mover, kPoint);
    } else if (move.is(kSaved)) {
      if (++f.successes == 3) {
        f.set(kStable);
        f.successes = f.failures = 0;
      }
    } else {
      resolver_.harm().fail_death_saves(s, mover, move.is(kCritical) ? 2 : 1);
    }
  }

  void settle_repeat(State& s, bool success) const {
    const int index = s.element;
    if (success) return end(s, index);
    ++s.element;
    Ongoing& o = s.ongoing[index];
    if (o.becomes >= kConditions) return;
    o.what = o.becomes;
    o.becomes = 255;
    o.repeat = Repeat::Never;
    resolver_.lasting().restore_conditions(s, o.target);
    if (s.fighters[o.target].has(kHelpless)) resolver_.harm().let_go(s, o.target);
  }

  // Free of one hold is free of all that the same creature laid on.
  void settle_escape(State& s, bool success) const {
    const Ongoing held = s.ongoing[s.element];
    s.element = 255;
    if (!success) return;
    resolver_.lasting().expire(
        s, [&](const Ongoing& o) { return o.target == held.target && o.source == held.source && o.escape; });
  }

  void end(State& s, int index) const {
    int seen = 0;
    resolver_.lasting().expire(s, [&](const Ongoing&) { return seen++ == index; });
  }

  const Rules& rules_;
  const Strikes& strikes_;
  const Resolver& resolver_;
};

}  // namespace hazard::fivee
