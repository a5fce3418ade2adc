// What an action promises at first sight, in the coin of values: quick estimates that order plans.
//
// The search finds out what plans are really worth; here a normal curve stands for the dice, and conditions
// count as the share of a turn that they cost.
#pragma once

#include <array>
#include <cmath>

#include "domains/fivee/planning/objective.hpp"
#include "domains/fivee/rules/healing.hpp"

namespace hazard::fivee {

class Prospects {
  struct Effected {
    double damage = 0.0, held = 0.0;
  };

 public:
  // `thrift`: how dear slots and uses are; 1 for a fight that is the last of the day.
  Prospects(const Rules& rules, const Strikes& strikes, const Worths& worths, double thrift)
      : rules_(rules), strikes_(strikes), worths_(worths), thrift_(thrift) {}

  // The worth to one's own side of an action's attacks on a foe from where `s` has the actor.
  double attacks(const State& s, int me, int number, int sequence, int foe) const {
    const int itself = number;
    return attacks(s, me, Strikes::elements(rules_.action(me, number), itself, sequence), foe);
  }
  // The same of some of the attacks of a multiattack.
  double attacks(const State& s, int me, std::span<const int> parts, int foe) const {
    double mean = 0.0, variance = 0.0, held = 0.0;
    Blow b;
    int before = kNothing;
    for (const int part : parts) {
      const Action& e = rules_.action(me, part);
      if (!e.attack) {
        if (e.area || e.who != Who::Enemy) continue;
        const Effected more = all_effects(s, me, part, foe);
        mean += more.damage;
        variance += more.damage * more.damage / 4.0;
        held = std::max(held, more.held);
        continue;
      }
      if (part != before) b = strikes_.blow(s, me, part, foe);
      before = part;
      if (!b.shot.possible) continue;
      const double hit = b.hit * b.normal->mean + b.critical * b.doubled->mean;
      const double square = b.hit * (b.normal->variance + b.normal->mean * b.normal->mean) +
                            b.critical * (b.doubled->variance + b.doubled->mean * b.doubled->mean);
      mean += hit;
      variance += square - hit * hit;
      for (std::size_t i = 1; i < e.effects.size(); ++i) {
        const Effected more = effected(s, me, part, static_cast<int>(i), foe);
        mean += more.damage * (b.hit + b.critical);
        held = std::max(held, more.held * (b.hit + b.critical));
      }
    }
    return harm(s, foe, mean, variance, held).alone();
  }

  // What damage is worth, how likely it fells, and what the first to fall costs those who mind.
  struct Harmed {
    double worth = 0.0, fells = 0.0, rout = 0.0;
    double alone() const { return worth - rout; }
  };

  // Damage to a foe in the coin of values: hit points off, and perhaps the foe itself.
  Harmed harm(const State& s, int foe, double mean, double variance, double held) const {
    const Fighter& f = s.fighters[foe];
    const Objective& o = worths_.objective();
    const bool character = rules_.side(foe) == 0;
    const double share = worths_.share(foe) * (character ? 1.0 : o.own);
    if (f.is(kDown)) return {share * (o.foe_down - o.foe_dead) * 0.5};
    const double left = std::max(1.0, rules_.hit_points(s, foe) / double(kPoint));
    const double most = f.most;
    const double spread = std::sqrt(std::max(1.0, variance));
    const auto exceeds = [&](double amount) {
      return 1.0 / (1.0 + std::exp(-1.7 * (mean - amount) / spread));
    };
    const double fells = exceeds(left);
    const double standing = character ? o.foe_standing : o.own_standing;
    double health = std::min(mean, left) / most;
    if (character && o.focus != 1.0) {
      const double before = std::min(1.0, left / most);
      health = std::pow(before, o.focus) - std::pow(std::max(0.0, before - health), o.focus);
    }
    double gone = fells * (character ? standing - o.foe_down : standing);
    // So much that it kills at once: only those look at it who do not want it.
    if (character && o.foe_dead > o.foe_down) gone -= exceeds(left + most) * (o.foe_dead - o.foe_down);
    const double worth = share * (gone + (1.0 - standing) * health + o.control * 0.6 * held * (1.0 - fells));
    return {worth, fells, character ? rout(s, fells, fells * (1.0 - fells)) : 0.0};
  }

  // What it costs that so many more characters fall on average.
  double rout(const State& s, double mean, double variance) const {
    const int before = worths_.fallen(s);
    return worths_.routed(before + mean, variance) - worths_.routed(before, 0.0);
  }

  // Everybody in an area, friends counted against it.
  double area(const State& s, int me, int number, Fighters struck) const {
    const Action& a = rules_.action(me, number);
    double sum = 0.0;
    if (a.who == Who::Ally) {
      for_each(struck, [&](int target) { sum += affected(s, me, number, 0, target); });
      return sum;
    }
    double felled = 0.0, variance = 0.0;  // characters
    for_each(struck, [&](int target) {
      const auto [mean, held] = all_effects(s, me, number, target);
      const Harmed one = s.fighters[target].is(kDown) ? Harmed{0.05 * worths_.share(target)}
                                                      : harm(s, target, mean, mean * mean / 8.0, held);
      sum += rules_.side(target) == rules_.side(me) ? -1.2 * one.worth : one.worth;
      if (rules_.side(target) == 1) return;
      felled += one.fells;
      variance += one.fells * (1.0 - one.fells);
    });
    if (rules_.side(me) == 1) sum -= rout(s, felled, variance);
    return a.lingers == kNothing ? sum : 1.3 * sum;  // it may strike again
  }

  // Healing, help or harm to one target, by all that an action is made of; several targets count as so many.
  double affected(const State& s, int me, int number, int sequence, int target) const {
    const Action& a = rules_.action(me, number);
    const int itself = number;
    if (rules_.side(target) != rules_.side(me)) {
      double mean = 0.0, held = 0.0;
      for (const int part : Strikes::elements(a, itself, sequence)) {
        const Effected one = all_effects(s, me, part, target);
        mean += one.damage;
        held = std::max(held, one.held);
      }
      const double worth = harm(s, target, mean, mean * mean / 4.0, held).alone();
      return (worth - distraction(s, me, a)) * several(a);
    }
    double sum = 0.0;
    for (const int part : Strikes::elements(a, itself, sequence)) sum += helped(s, me, part, target);
    return (sum - distraction(s, me, a)) * several(a);
  }

  // Healing or help to a friend.
  double helped(const State& s, int me, int number, int target) const {
    const Action& a = rules_.action(me, number);
    const Fighter& f = s.fighters[target];
    const double share = own_share(target);
    double sum = 0.0;
    for (const Effect& e : a.effects) {
      if (e.contest == Contest::Hide) {
        if (!f.is(kHidden) && rules_.concealed(s, target, s.fighters[target].at))
          sum += 0.06 * share * (1.0 - rules_.found_out(s, target));
        continue;
      }
      if (e.shares_healing || e.heals_to_half) {
        sum += healed(s, me, a, e, target);
        continue;
      }
      if (e.modifier != kNothing && !bears(s, target, e.modifier)) sum += share * modifier_worth(e.modifier);
      for (const Dice* dice : {&e.heal, &e.temporary}) {
        if (dice->probabilities.empty()) continue;
        const double amount = mean_of(*dice), most = f.most;
        const double missing =
            dice == &e.heal ? most - std::max<int>(0, f.hit_points) / double(kPoint) : amount;
        sum += share * (f.is(kDown) ? 0.5 : 0.0) + share * 0.4 * std::min(amount, missing) / most;
      }
    }
    return sum;
  }

  // Healing that is divided among friends, or that ends at half of the hit points.
  double healed(const State& s, int me, const Action& a, const Effect& e, int target) const {
    double sum = 0.0;
    const auto visit = [&](int friendly, int amount) {
      const Fighter& f = s.fighters[friendly];
      sum += own_share(friendly) * ((f.is(kDown) ? 0.5 : 0.0) + 0.4 * amount / double(kPoint) / f.most);
    };
    const int amount = static_cast<int>(mean_of(e.heal) * kPoint);
    if (e.shares_healing) {
      for_each_healed(rules_, s, me, a, e, target, amount, visit);
    } else if (const int missing = missing_hit_points(rules_, s.fighters[target], true); missing > 0) {
      visit(target, std::min(amount, missing));
    }
    return sum;
  }

  // What an action costs besides the turn: the slot, or the use of something that is soon used up.
  double price(int me, int number) const {
    const Action& a = rules_.action(me, number);
    return thrift_ * worths_.share(me) * (0.015 * a.slot + (a.uses > 0 ? 0.05 : 0.0));
  }

  // The share of a creature's hit points that one attack takes, at a glance.
  double expected_share(const State& s, int actor, int number, int target) const {
    const double hits = plain_hits(actor, number, target, Cover::None);
    return std::min(1.0, hits * share_of_hit(s, actor, number, target));
  }

  // The share of its hit points that the shots of a foe's next turn no longer take from behind cover of each
  // kind, at a glance.
  std::array<double, 4> sheltered_share(const State& s, int foe, int target) const {
    std::array<double, 4> saved{};
    const auto& volley = rules_.volley(foe);
    if (volley.action == kNothing) return saved;
    const double all = volley.times * share_of_hit(s, foe, volley.action, target);
    const auto taken = [&](Cover cover) {
      return std::min(1.0, all * plain_hits(foe, volley.action, target, cover));
    };
    const double in_the_open = taken(Cover::None);
    for (const Cover cover : {Cover::Half, Cover::ThreeQuarters})
      saved[static_cast<int>(cover)] = in_the_open - taken(cover);
    saved[static_cast<int>(Cover::Total)] = in_the_open;
    return saved;
  }

 private:
  static double mean_of(const Dice& dice) {
    double sum = 0.0;
    for (std::size_t i = 0; i < dice.probabilities.size(); ++i)
      sum += dice.probabilities[i] * (dice.low + double(i));
    return sum;
  }
  // What somebody's share of their side is worth, the monsters' own against the characters'.
  double own_share(int fighter) const {
    return worths_.share(fighter) * (rules_.side(fighter) == 1 ? worths_.objective().own : 1.0);
  }
  double plain_hits(int actor, int number, int target, Cover cover) const {
    const int armor = rules_.block(target).armor_class + Rules::cover_bonus(cover);
    return at_least(std::clamp(armor - rules_.action(actor, number).to_hit, 2, 20), 0);
  }
  double share_of_hit(const State& s, int actor, int number, int target) const {
    const Action& a = rules_.action(actor, number);
    double sum = 0.0;
    for (std::size_t e = 0; e < a.effects.size(); ++e) {
      if (!a.effects[e].damage.empty())
        sum += rules_.damage_to(s, actor, number, static_cast<int>(e), target, false).mean *
               (a.effects[e].saves ? 0.6 : 1.0);
    }
    return sum * kPoint / std::max(kPoint, rules_.hit_points(s, target));
  }

  // What it costs to let go of what one concentrates on.
  double distraction(const State& s, int me, const Action& a) const {
    return a.concentration && s.fighters[me].concentration != 0 ? 0.1 * worths_.share(me) : 0.0;
  }
  static double several(const Action& a) { return 1.0 + 0.7 * (std::min(a.targets, 4) - 1); }

  Effected all_effects(const State& s, int me, int number, int target) const {
    Effected sum;
    if (rules_.action(me, number).missiles && wards_off(s, target)) return sum;
    for (std::size_t i = 0; i < rules_.action(me, number).effects.size(); ++i) {
      const Effected one = effected(s, me, number, static_cast<int>(i), target);
      sum.damage += one.damage;
      sum.held = std::max(sum.held, one.held);
    }
    return sum;
  }

  bool wards_off(const State& s, int target) const {
    return rules_.modifiers_on(s, target).stops_missiles || rules_.ward(s, target) != kNothing;
  }

  // An effect's mean damage on somebody, and the share of the next turns that it costs them.
  Effected effected(const State& s, int me, int number, int index, int target) const {
    const Effect& e = rules_.action(me, number).effects[index];
    Effected found;
    if (!rules_.concerns(s, me, e, target)) return found;
    const double saved = rules_.save_against(s, me, rules_.action(me, number), e, target);
    if (!e.damage.empty()) {
      const double mean = rules_.damage_to(s, me, number, index, target, false).mean;
      const bool evades = rules_.evades(e, target);
      found.damage =
          mean * ((1.0 - saved) * (evades ? 0.5 : 1.0) + saved * (e.half_on_success && !evades ? 0.5 : 0.0));
    }
    Fighter held;
    for (const Infliction& i : e.inflictions) {
      const auto bit = mask_of(i.condition);
      if ((rules_.block(target).condition_immunities & bit) == 0 && !s.fighters[target].has(bit))
        held.conditions |= bit;
    }
    found.held = (1.0 - saved) * Worths::held(held);
    if (e.modifier != kNothing) found.held += (1.0 - saved) * modifier_worth(e.modifier);
    return found;
  }

  double modifier_worth(int index) const {
    const Modifier& m = rules_.battle().modifiers[index];
    double worth =
        0.05 * (m.attack_advantage + m.save_advantage - m.defense_advantage) + 0.03 * m.armor_class;
    if (!m.attack.probabilities.empty())
      worth += 0.04 * (m.attack.low + 0.5 * double(m.attack.probabilities.size()));
    if (!m.save.probabilities.empty())
      worth += 0.02 * (m.save.low + 0.5 * double(m.save.probabilities.size()));
    if (m.extra_attacks > 0) worth += 0.2;
    if (m.resist != 0) worth += 0.1;
    if (m.aura_feet > 0) worth += 0.3;
    // What waits for one hit is worth its dice; what lasts, something each turn.
    if (!m.damage.probabilities.empty())
      worth += m.next_hit_only ? 0.012 * (m.damage.low + 0.5 * double(m.damage.probabilities.size())) : 0.05;
    return std::abs(worth);
  }

  static bool bears(const State& s, int target, int modifier) {
    for (int i = 0; i < s.ongoing_count; ++i) {
      if (s.ongoing[i].target == target && s.ongoing[i].what == kConditions + modifier) return true;
    }
    return false;
  }

  const Rules& rules_;
  const Strikes& strikes_;
  const Worths& worths_;
  double thrift_;
};

}  // namespace hazard::fivee
