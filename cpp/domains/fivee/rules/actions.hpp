// An action being carried out: its attacks one after the other, its area, its effects on chosen targets, up
// to the next roll of the dice.
#pragma once

#include "domains/fivee/rules/attacks.hpp"
#include "domains/fivee/rules/effects.hpp"

namespace hazard::fivee {

class Acting {
 public:
  Acting(const Rules& rules, const Lasting& lasting, const Harm& harm)
      : rules_(rules), lasting_(lasting), harm_(harm) {}

  void start_action(State& s, int actor, int number, int target) const {
    Fighter& f = s.fighters[actor];
    const Action& a = rules_.action(actor, number);
    s.actor = static_cast<std::uint8_t>(actor);
    s.action = static_cast<std::uint8_t>(number);
    s.target = static_cast<std::uint8_t>(target);
    s.element = s.effect = 0;
    s.struck = s.critical = s.missed = false;
    spend(f, actor, number);
    for (const int part : sequence(s)) {
      if (part != number) spend(f, actor, part);  // a breath in place of a bite
    }
    if (a.slot > 0) {
      if (const int level = Rules::slot_for(f, a.slot); level > 0)
        f.set_slots(level, f.slots_left(level) - 1);
    }
    if (a.concentration) {
      lasting_.end_concentration(s, actor);
      f.concentration = static_cast<std::uint8_t>(number + 1);
    }
    if (a.standard == Standard::Disengage) f.set(kDisengaged);
    if (a.standard == Standard::Dodge) f.set(kDodging);
    if (a.area && a.lingers != kNothing) {
      Lasting::lay(s, {.aim = s.plan.aim,
                       .from = f.at,
                       .source = s.actor,
                       .action = s.action,
                       .strike = static_cast<std::uint8_t>(a.lingers),
                       .rounds = kZoneRounds});
    }
  }
  void spend(Fighter& f, int fighter, int number) const {
    const int place = rules_.limited(fighter, number);
    if (place != kNothing && f.left[place] > 0) --f.left[place];
  }
  // Spends a reaction and what it costs; what it lends for a while is laid on.
  void react(State& s, int fighter, int reaction) const {
    const Action& r = rules_.action(fighter, reaction);
    Fighter& f = s.fighters[fighter];
    f.set(kReacted);
    spend(f, fighter, reaction);
    if (const int level = r.slot > 0 ? Rules::slot_for(f, r.slot) : 0; level > 0)
      f.set_slots(level, f.slots_left(level) - 1);
    for (const Effect& e : r.effects) {
      if (e.modifier == kNothing || rules_.battle().modifiers[e.modifier].until == Until::Duration) continue;
      lasting_.add(s, {.target = static_cast<std::uint8_t>(fighter),
                       .source = static_cast<std::uint8_t>(fighter),
                       .what = static_cast<std::uint8_t>(kConditions + e.modifier),
                       .action = static_cast<std::uint8_t>(reaction),
                       .until = rules_.battle().modifiers[e.modifier].until,
                       .fresh = true});
    }
  }
  static constexpr int kZoneRounds = 11;  // a minute, and the turn in which it is made

  // Whether something comes before the action goes on: a check, or what follows from it.
  static bool pauses(const State& s) { return s.checks != 0 || (s.sequel_count != 0 && !s.frame.held); }

  // The simple actions that make up what is being done.
  std::span<const int> sequence(const State& s) const {
    const int number = s.action;
    const Action& a = rules_.action(s.actor, number);
    static thread_local int itself;
    itself = number;
    const bool main = (s.stage == Stage::Acting || s.stage == Stage::Legendary) && s.actor != kNobody;
    return Strikes::elements(a, itself, main ? s.plan.sequence : 0);
  }

  // Carries the action on; true when a roll is needed, false when it is done.
  bool act(State& s) const {
    const auto parts = s.element == 255 ? std::span<const int>{} : sequence(s);
    while (s.element < parts.size() && !pauses(s)) {
      const bool able = Rules::can_act(s.fighters[s.actor]);
      if (!able && !Rules::works_by_itself(rules_.action(s.actor, s.action))) return false;
      const int number = parts[s.element];
      const Action& a = rules_.action(s.actor, number);
      const bool rolls = a.attack ? attack(s, number, a)
                         : a.area ? strike_area(s, number, a)
                                  : affect(s, number, a);
      if (rolls) return true;
    }
    return false;
  }

 private:
  void next_element(State& s, int count = 1) const {
    s.element = static_cast<std::uint8_t>(s.element + count);
    s.effect = 0;
    s.struck = s.critical = s.missed = false;
    // While somebody walks, those wait who still have a parting blow; behind a sequel, they are in its frame.
    const bool walking = s.stage == Stage::Leaving || s.stage == Stage::Retreating;
    if (!walking || s.frame.held) s.waiting = 0;
  }

  bool attack(State& s, int number, const Action& a) const {
    if (!s.struck) {
      const int target = strike_target(s, a);
      if (target == kNothing) {
        next_element(s);
        return false;
      }
      s.target = static_cast<std::uint8_t>(target);
      s.chance = Chance::Strike;
      return true;
    }
    while (s.effect < a.effects.size()) {
      const Effect& e = a.effects[s.effect];
      const bool due = e.when == When::Always || (e.when == When::Miss) == s.missed;
      if (!due || !s.fighters[s.target].present() || !rules_.concerns(s, s.actor, e, s.target)) {
        ++s.effect;
        continue;
      }
      if (needs_roll(e)) {
        s.chance = Chance::Rider;
        return true;
      }
      harm_.take_effect(s, number, e, 0, false);
      ++s.effect;
      if (pauses(s)) return false;
    }
    if (!s.missed) {
      if (a.reach > 0) touch(s);
      if (s.charged && number == rules_.block(s.actor).charge_action && s.stage == Stage::Acting)
        charge_home(s);
    }
    next_element(s);
    return false;
  }

  // Whoever hits a burning body in melee is burnt.
  void touch(State& s) const {
    for (const Aura& aura : rules_.block(s.target).auras) {
      if (aura.when_hit && rules_.feet_between(s, s.actor, s.target) <= aura.feet)
        Harm::follow(s, s.target, aura.action, s.actor);
    }
  }

  // The attack that ended a charge has hit: what follows is another action on the same target.
  void charge_home(State& s) const {
    s.charged = false;
    const int extra = rules_.block(s.actor).charge_extra;
    if (extra != kNothing && s.fighters[s.target].present()) Harm::follow(s, s.actor, extra, s.target);
  }

  // Whom the next attack is made on: whom the plan has for it, or whoever else is in reach when they have
  // fallen.
  int strike_target(const State& s, const Action& a) const {
    const Cell from = s.fighters[s.actor].at;
    const auto fits = [&](int target) {
      return (a.needs == 0 || s.fighters[target].has(a.needs)) && rules_.may_harm(s, s.actor, target) &&
             rules_.shot(s, s.actor, from, a, target).possible;
    };
    const int besides = Strikes::meant_besides(s);
    if (besides != kNobody && s.fighters[besides].standing() && fits(besides)) return besides;
    if (s.target != kNobody) {
      const Fighter& t = s.fighters[s.target];
      const bool first = s.element == 0;
      if (t.present() && (t.standing() || first) && fits(s.target)) return s.target;
    }
    int best = kNothing, least = 0;
    for_each(rules_.standing(s, rules_.foes_of(s.actor)), [&](int foe) {
      const int left = rules_.hit_points(s, foe);
      if ((best == kNothing || left < least) && fits(foe)) {
        best = foe;
        least = left;
      }
    });
    return best;
  }

  static bool needs_roll(const Effect& e) {
    return e.saves || !e.damage.empty() || e.heal.probabilities.size() > 1 ||
           e.temporary.probabilities.size() > 1;
  }

  // ---- areas ---------------------------------------------------------------------------------------------

 public:
  // Whom an area made by `actor` from where it stands would strike.
  Fighters caught(const State& s, int actor, const Action& a, const Aim& aim) const {
    const Cell from = s.fighters[actor].at;
    Fighters found = 0;
    const Fighters among = a.who == Who::Ally ? rules_.friends_of(actor)
                           : a.spares_friends ? rules_.foes_of(actor)
                                              : rules_.everybody();
    for_each(rules_.present(s, among), [&](int i) {
      if (a.shape == Shape::Emanation && i == actor && a.who != Who::Ally) return;
      if (area_touches(rules_.map(), a.shape, a.size, a.width, from, rules_.block(actor).side, aim,
                       s.fighters[i].at, rules_.block(i).side))
        found |= only(i);
    });
    return found;
  }

 private:
  Fighters concerned(const State& s, const Effect& e, Fighters among) const {
    for_each(among, [&](int i) {
      if (!rules_.concerns(s, s.actor, e, i)) among &= ~only(i);
    });
    return among;
  }

  // Effect by effect: one roll of damage for all, then a save for each.
  bool strike_area(State& s, int number, const Action& a) const {
    while (s.effect < a.effects.size()) {
      const Effect& e = a.effects[s.effect];
      if (!s.struck) {
        const bool waits = a.lingers != kNothing && !a.at_once;  // for those who start a turn in it
        s.waiting = waits ? 0 : concerned(s, e, caught(s, s.actor, a, s.plan.aim));
        s.rolled = 0;
        s.struck = true;
        if (!e.damage.empty() && s.waiting != 0) {
          s.chance = Chance::AreaDamage;
          return true;
        }
      }
      while (s.waiting != 0) {
        s.target = static_cast<std::uint8_t>(std::countr_zero(s.waiting));
        if (e.saves) {
          s.chance = Chance::AreaSave;
          return true;
        }
        s.waiting &= s.waiting - 1;
        harm_.take_effect(s, number, e, area_damage(s, number, s.rolled), false);
        if (pauses(s)) return false;
      }
      ++s.effect;
      s.struck = false;
    }
    next_element(s);
    return false;
  }

 public:
  // What the target takes of what is left of the roll after its save: by the share of its mean, where it does
  // not take all the types alike.
  int area_damage(const State& s, int number, int amount) const {
    const DamageTable& table = rules_.damage(s.actor, number, s.effect);
    if (table.empty()) return 0;
    const TypeMask resist = rules_.modifiers_on(s, s.target).resist;
    const auto share = [&](int type) { return rules_.share(s, s.target, type, resist); };
    const Share first = share(table.parts()[0].type);
    const bool alike = std::all_of(table.parts().begin(), table.parts().end(),
                                   [&](const DamagePart& part) { return share(part.type) == first; });
    if (alike) {
      return first == Share::None   ? 0
             : first == Share::Half ? half(amount)
             : first == Share::Full ? amount
                                    : std::min(2 * (first == Share::Evened ? half(amount) : amount), 32000);
    }
    const Rolled& full = table.rolled(false, [](int) { return Share::Full; });
    return full.mean <= 0.0 ? 0 : static_cast<int>(amount * table.rolled(false, share).mean / full.mean);
  }
  // Half, rounded down; of the mean of a bucket, simply half.
  static int half(int amount) { return amount % kPoint == 0 ? amount / kPoint / 2 * kPoint : amount / 2; }

  int current(const State& s) const { return sequence(s)[s.element]; }

 private:
  // ---- actions on chosen targets -------------------------------------------------------------------------

  bool affect(State& s, int number, const Action& a) const {
    if (!s.struck) {
      s.waiting = chosen(s, a);
      s.struck = true;
      if (s.waiting != 0) s.target = static_cast<std::uint8_t>(std::countr_zero(s.waiting));
    }
    while (s.waiting != 0) {
      s.target = static_cast<std::uint8_t>(std::countr_zero(s.waiting));
      if (a.missiles && s.effect == 0 && wards_off(s)) s.effect = static_cast<std::uint8_t>(a.effects.size());
      while (s.effect < a.effects.size()) {
        const Effect& e = a.effects[s.effect];
        if (s.fighters[s.target].present() && rules_.concerns(s, s.actor, e, s.target)) {
          if (needs_roll(e)) {
            s.chance = Chance::Rider;
            return true;
          }
          if (e.shares_healing) {
            share_healing(s, a, e);
          } else {
            harm_.take_effect(s, number, e, fixed_amount(e), false);
          }
        }
        ++s.effect;
        if (pauses(s)) return false;
      }
      s.effect = 0;
      s.waiting &= s.waiting - 1;
    }
    next_element(s);
    return false;
  }

  // Whether the target takes no harm from missiles: by what it bears, or by a reaction that it spends now.
  bool wards_off(State& s) const {
    if (rules_.modifiers_on(s, s.target).stops_missiles) return true;
    const int reaction = rules_.ward(s, s.target);
    if (reaction != kNothing) react(s, s.target, reaction);
    return reaction != kNothing;
  }

  void share_healing(State& s, const Action& a, const Effect& e) const {
    for_each_healed(rules_, s, s.actor, a, e, s.target, fixed_amount(e),
                    [&](int target, int amount) { harm_.heal(s, target, amount, e.heals_to_half); });
  }

  static int fixed_amount(const Effect& e) {
    const Dice& dice = e.heal.probabilities.empty() ? e.temporary : e.heal;
    return dice.probabilities.empty() ? 0 : dice.low * kPoint;
  }

 public:
  // The chosen target and, for actions with several, the others that need it most or stand nearest.
  Fighters chosen(const State& s, const Action& a) const {
    if (a.who == Who::Self) return only(s.actor);
    if (s.target == kNobody) return 0;
    Fighters found = only(s.target);
    const Fighters among = a.who == Who::Ally ? rules_.friends_of(s.actor) : rules_.foes_of(s.actor);
    Fighters rest = rules_.present(s, among) & ~found;
    for (int more = 1; more < a.targets && rest != 0; ++more) {
      int best = kNothing, least = 0;
      for_each(rest, [&](int i) {
        if (rules_.feet_between(s, s.actor, i) > a.target_range || !rules_.may_harm(s, s.actor, i)) return;
        const int left = rules_.hit_points(s, i);
        if (best == kNothing || left < least) {
          best = i;
          least = left;
        }
      });
      if (best == kNothing) break;
      found |= only(best);
      rest &= ~only(best);
    }
    return found;
  }

 private:
  const Rules& rules_;
  const Lasting& lasting_;
  const Harm& harm_;
};

}  // namespace hazard::fivee
