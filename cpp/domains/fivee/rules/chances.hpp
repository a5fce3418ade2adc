// The chance nodes of a fight: what may come up, how likely it is, and what follows from it.
#pragma once

#include "core/lent.hpp"
#include "domains/fivee/rules/resolve.hpp"

namespace hazard::fivee {

class Chances {
 public:
  Chances(const Rules& rules, const Strikes& strikes, const Resolver& resolver)
      : rules_(rules), strikes_(strikes), resolver_(resolver) {}

  // Every outcome of the node; amounts in at most `most` buckets between two cuts, 0: each by itself.
  void outcomes(const State& s, int most, auto&& sink) const {
    tell_outcomes<Move>([&](Edges<Move>& listed) { list(s, most, listed); }, sink);
  }
  void list(const State& s, int most, Edges<Move>& sink) const {
    switch (s.chance) {
      case Chance::Strike:
        return strikes_.outcomes(s, resolver_.acting().sequence(s), most, sink);
      case Chance::Rider:
        return rider(s, most, sink);
      case Chance::AreaDamage:
        return area(s, most, sink);
      case Chance::DeathSave:
        return death_save(s, sink);
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
      case Chance::AreaSave:
        return save_chance(s, s.actor, current(s), effect(s), s.target);
      case Chance::Recharge:
        return (7 - rules_.action(s.mover(), s.action).recharge) / 6.0;
      case Chance::RepeatSave: {
        const Ongoing& o = s.ongoing[s.element];
        const auto against = static_cast<ConditionMask>(o.what < kConditions ? 1U << o.what : 0U);
        const Action* cause = rules_.laid_by(o);
        const bool magical = cause != nullptr && cause->magical;
        return rules_.save_probability(s, o.target, o.ability, o.dc, magical, against);
      }
      case Chance::Concentration:
        return rules_.save_probability(s, s.checked, Ability::Con,
                                       rules_.concentration_dc(s.check_damage / kPoint), false, 0);
      case Chance::Fortitude:
        return rules_.save_probability(s, s.checked, Ability::Con, 5 + s.check_damage / kPoint, false, 0);
      case Chance::Escape:
        return rules_.escape_chance(s, s.mover(), s.ongoing[s.element]);
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
        if (success) {
          s.checks &= static_cast<std::uint8_t>(~kFortitude);
        } else {
          resolver_.harm().collapse(s, s.checked);
        }
        return;
      case Chance::None:
        return;
    }
  }

  const Action& current(const State& s) const {
    return rules_.action(s.actor, resolver_.acting().current(s));
  }
  const Effect& effect(const State& s) const { return current(s).effects[s.effect]; }

  // The chance to save against what an action of `actor` does, with the cover there is for Dexterity.
  double save_chance(const State& s, int actor, const Action& a, const Effect& e, int target) const {
    const bool cover = e.saves && e.ability == Ability::Dex && target != actor;
    return rules_.save_against(s, actor, a, e, target,
                               cover ? rules_.cover_on_save(s, actor, a, s.plan.aim, target) : Cover::None);
  }

  // What is left of damage that `target` would take, after a save for half.
  Rolled halved(const State& s, const Rolled& rolled, const Effect& e, int target) const {
    const int step = doubles(s, e, target) ? 2 : 1;
    const auto left = [&](int amount) { return amount / 2 / step * step; };
    Rolled found;
    found.low = left(rolled.low);
    found.probabilities.assign(static_cast<std::size_t>(left(rolled.high()) - found.low + 1), 0.0);
    for (int amount = rolled.low; amount <= rolled.high(); ++amount)
      found.probabilities[left(amount) - found.low] += rolled.probabilities[amount - rolled.low];
    return found;
  }

 private:
  // The save halves first, and only then does the target's weakness double what is left.
  bool doubles(const State& s, const Effect& e, int target) const {
    if (e.damage.size() != 1) return false;
    const Share share = rules_.share(s, target, e.damage[0].type, rules_.modifiers_on(s, target).resist);
    return share == Share::Double || share == Share::Evened;
  }

  // A saving throw like others: bless helps, and the third level of exhaustion hampers.
  void death_save(const State& s, Edges<Move>& sink) const {
    const ActiveModifiers active = rules_.modifiers_on(s, s.mover());
    const bool worse = active.save_advantage < 0 || rules_.worn_out(s.fighters[s.mover()], 3);
    const int advantage = static_cast<int>(active.save_advantage > 0) - static_cast<int>(worse);
    const double twenty = at_least(20, advantage), one = 1.0 - at_least(2, advantage);
    const int tired = rules_.tired(s.fighters[s.mover()]);
    const double made = over_bonus(
        active.save, [&](int more) { return at_least(std::clamp(10 - more + tired, 2, 20), advantage); });
    sink(outcome(0, kSaved | kCritical), twenty);  // up again with 1 hit point
    sink(outcome(0, kSaved), made - twenty);
    if (1.0 - made - one > 1e-12) sink(outcome(0), 1.0 - made - one);
    sink(outcome(0, kCritical), one);  // a natural 1 counts twice
  }

  static void two(double success, Edges<Move>& sink) {
    if (success > 1e-12) sink(outcome(0, kSaved), success);
    if (success < 1.0 - 1e-12) sink(outcome(0), 1.0 - success);
  }

  const Rolled& full_damage(const State& s) const {
    return rules_.damage(s.actor, resolver_.acting().current(s), s.effect).rolled(false, [](int) {
      return Share::Full;
    });
  }

  // A save and its damage, or the dice of a healing, in one node.
  void rider(const State& s, int most, Edges<Move>& sink) const {
    const Effect& e = effect(s);
    const int target = e.on_self ? s.actor : s.target;
    const double saved = save_chance(s, s.actor, current(s), e, target);
    if (e.damage.empty()) {
      const Dice& dice = e.heal.probabilities.empty() ? e.temporary : e.heal;
      if (dice.probabilities.empty()) return two(saved, sink);
      const auto chance = [&](int amount) { return dice.probabilities[amount - dice.low]; };
      for_each_bucket(dice.low, dice.low + static_cast<int>(dice.probabilities.size()) - 1, chance, {}, most,
                      [&](double p, int amount) { sink(outcome(amount), p); });
      return;
    }
    rider_damage(s, e, target, saved, most, sink);
  }

  void rider_damage(const State& s, const Effect& e, int target, double saved, int most,
                    Edges<Move>& sink) const {
    const bool critical = s.critical && !e.saves, evades = rules_.evades(e, target);
    const Rolled& rolled =
        rules_.damage_to(s, s.actor, resolver_.acting().current(s), s.effect, target, critical);
    const Cuts cuts = strikes_.cuts(s, target);
    const auto full = [&](int amount) { return rolled.probabilities[amount - rolled.low]; };
    const int step = doubles(s, e, target) ? 2 : 1;
    const auto half = [&](int amount) {
      double sum = 0.0;
      if (amount % step != 0) return sum;
      for (int whole = 2 * amount; whole < 2 * (amount + step); ++whole) {
        if (whole >= rolled.low && whole <= rolled.high()) sum += full(whole);
      }
      return sum;
    };
    const auto spread = [&](bool halved, int result, double weight) {
      if (weight <= 1e-12) return;
      const auto add = [&](double p, int amount) { sink(outcome(amount, result), p * weight); };
      if (halved) {
        for_each_bucket(rolled.low / 2 / step * step, rolled.high() / 2, half, cuts, most, add);
      } else {
        for_each_bucket(rolled.low, rolled.high(), full, cuts, most, add);
      }
    };
    spread(evades, 0, 1.0 - saved);
    if (e.half_on_success && !evades) return spread(true, kSaved, saved);
    if (saved > 1e-12) sink(outcome(0, kSaved), saved);
  }

  // One roll for everybody: cut where somebody falls, with or without the save.
  void area(const State& s, int most, Edges<Move>& sink) const {
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
    const bool hit = !move.is(kMissed) && !a.spell;
    resolver_.lasting().expire(s, [&](const Ongoing& o) {
      return rules_.is_spent(o, s.actor, s.target) || (hit && rules_.is_spent_by_a_hit(o, s.actor));
    });
    s.effect = 0;
    if (move.is(kMissed)) return miss(s, a, move.used);
    if (sneaked) actor.set(kSneaked);
    s.critical = move.is(kCritical);
    if (s.fighters[s.target].is(kDown)) {
      // Somebody who is dying: a hit is a failed death save, a critical one two.
      const TypeMask types = a.effects.empty() ? 0 : Harm::types_of(a.effects[0]);
      resolver_.harm().hurt(s, s.target, move.amount, s.actor, types, s.critical);
      skip_to(s, 1);
      return;
    }
    const bool damages = strikes_.strikes_home(s, s.actor, a, s.target);
    if (move.used > 1 || move.is(kFelled)) {
      resolver_.harm().hurt(s, s.target, move.amount, s.actor, Harm::types_of(a.effects[0]), s.critical);
      if (move.is(kFelled)) ensure_down(s, s.target);
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
  }

  // A bucket's mean may fall short of what fells by a rounding of sixteenths.
  void ensure_down(State& s, int target) const {
    const Fighter& f = s.fighters[target];
    if (f.standing()) resolver_.harm().hurt(s, target, f.hit_points + f.temporary, s.actor, 0, false);
  }

  void skip_to(State& s, int count) const {
    s.element = static_cast<std::uint8_t>(s.element + count);
    s.effect = 0;
    s.struck = s.critical = s.missed = false;
  }

  // Some attacks do something even when they miss.
  void miss(State& s, const Action& a, int used) const {
    const auto on_miss = [](const Effect& e) { return e.when != When::Hit; };
    if (used == 1 && std::any_of(a.effects.begin(), a.effects.end(), on_miss)) {
      s.struck = s.missed = true;
      s.critical = false;
    } else {
      skip_to(s, used);
    }
  }

  bool sneaking(const State& s, const Action& a) const {
    if (a.spell) return false;
    const Cell from = s.fighters[s.actor].at;
    const Shot shot = rules_.shot(s, s.actor, from, a, s.target);
    return strikes_.sneaks(s, s.actor, s.target, rules_.advantage(s, s.actor, from, a, s.target, shot));
  }

  // The target spends its reaction, and what it costs.
  void answer(State& s) const {
    const Action& a = rules_.action(s.actor, resolver_.acting().current(s));
    const Shot shot = rules_.shot(s, s.actor, s.fighters[s.actor].at, a, s.target);
    const int reaction = strikes_.answer(s, s.target, shot);
    if (reaction != kNothing) resolver_.acting().react(s, s.target, reaction);
  }

  void settle_rider(State& s, const Move& move) const {
    const int number = resolver_.acting().current(s);
    const Effect& e = effect(s);
    const int target = e.on_self ? s.actor : s.target;
    const bool saved = e.saves && (move.is(kSaved) || resists(s, target, e, move.amount));
    int amount = move.amount;
    if (saved && !move.is(kSaved))
      amount = e.half_on_success && !rules_.evades(e, target) ? Acting::half(amount) : 0;
    resolver_.harm().take_effect(s, number, e, amount, saved);
    if (saved) resolver_.harm().withstand(s, s.actor, number, e, target);
    ++s.effect;
  }

  void settle_area_save(State& s, bool success) const {
    const int number = resolver_.acting().current(s);
    const Effect& e = effect(s);
    s.waiting &= ~only(s.target);
    const bool evades = rules_.evades(e, s.target);
    const int failed = evades ? Acting::half(s.rolled) : s.rolled;
    const bool saved = success || resists(s, s.target, e, resolver_.acting().area_damage(s, number, failed));
    const int left = !saved ? failed : e.half_on_success && !evades ? Acting::half(s.rolled) : 0;
    resolver_.harm().take_effect(s, number, e, resolver_.acting().area_damage(s, number, left), saved);
    if (saved) resolver_.harm().withstand(s, s.actor, number, e, s.target);
  }

  // Legendary resistance, spent on what would cost a turn or a good part of the hit points.
  bool resists(State& s, int target, const Effect& e, int amount) const {
    Fighter& f = s.fighters[target];
    if (f.resistance_left == 0) return false;
    const ConditionMask laid = Rules::conditions_of(e) & ~rules_.block(target).condition_immunities;
    const bool grave = (laid & ~mask_of(Condition::Prone, Condition::Deafened)) != 0;
    const bool costly = !e.damage.empty() && amount * 5 > rules_.most_hit_points(s, target);
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
    if (success) {
      const Ongoing ended = s.ongoing[index];
      return resolver_.lasting().expire(s, [&](const Ongoing& o) { return o.repeats_with(ended); });
    }
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

  const Rules& rules_;
  const Strikes& strikes_;
  const Resolver& resolver_;
};

}  // namespace hazard::fivee
