// Attack rolls and their damage as one chance node.
//
// A creature that attacks several times makes the attacks that need nothing decided in between as one roll:
// the damage of all of them is convolved, and the probability that the target falls after so many is taken
// out, because the attacks that are left may go to somebody else.
#pragma once

#include <span>
#include <vector>

#include "domains/fivee/move.hpp"
#include "domains/fivee/planning/buckets.hpp"
#include "domains/fivee/rules/rules.hpp"

namespace hazard::fivee {

// One attack against one target, worked out.
struct Blow {
  double miss = 1.0, hit = 0.0, critical = 0.0;
  double turned = 0.0;              // of the misses: hits that a reaction turned aside
  bool halved = false;              // a reaction halves the damage of a hit
  const Rolled* normal = nullptr;   // damage of a hit; good until the next blow is worked out
  const Rolled* doubled = nullptr;  // of a critical one
  Shot shot;
};

class Strikes {
 public:
  explicit Strikes(const Rules& rules) : rules_(rules) {}

  static std::span<const int> elements(const Action& a, const int& itself, int sequence) {
    if (a.sequences.empty()) return {&itself, 1};
    return a.sequences[std::min<std::size_t>(sequence, a.sequences.size() - 1)];
  }

  // Whom the plan has for the attack that is due, where it splits a multiattack; otherwise nobody.
  static int meant_besides(const State& s) {
    const bool planned = s.stage == Stage::Acting && s.action == s.plan.action && s.actor == s.mover();
    return planned && s.element >= s.plan.after ? s.plan.other : kNobody;
  }

  // A reaction of the target that answers a hit: its number, or kNothing.
  int answer(const State& s, int target, const Shot& shot) const {
    if (!rules_.can_react(s, target)) return kNothing;
    const auto& actions = rules_.block(target).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy != Economy::Reaction || !rules_.available(s, target, i)) continue;
      if (a.trigger == Trigger::Hit || (a.trigger == Trigger::HitMelee && !shot.ranged)) return i;
    }
    return kNothing;
  }

  Blow blow(const State& s, int actor, int number, int target) const {
    const Action& a = rules_.action(actor, number);
    Blow b;
    b.shot = rules_.shot(s, actor, s.fighters[actor].at, a, target);
    const ActiveModifiers mine = rules_.modifiers_on(s, actor), theirs = rules_.modifiers_on(s, target);
    const int ac = rules_.armor_class(target, b.shot, theirs);
    const int advantage = rules_.advantage(s, actor, s.fighters[actor].at, a, target, b.shot, mine, theirs);
    const int to_hit = a.to_hit - rules_.tired(s.fighters[actor]);
    AttackOdds odds = attack_odds(to_hit, ac, advantage, a.crit_from, mine.attack);
    if (const int reaction = answer(s, target, b.shot); reaction != kNothing) {
      const Action& r = rules_.action(target, reaction);
      b.halved = r.halves_damage;
      if (const int more = armor_of(r); more > 0) {
        const AttackOdds against = attack_odds(to_hit, ac + more, advantage, a.crit_from, mine.attack);
        b.turned = odds.hit + odds.critical - against.hit - against.critical;
        odds = against;
      }
    }
    if (rules_.always_critical(s, target, b.shot)) odds = {0.0, odds.hit + odds.critical};
    b.hit = odds.hit;
    b.critical = odds.critical;
    b.miss = 1.0 - b.hit - b.critical;
    const bool sneaking = !a.spell && sneaks(s, actor, target, advantage);
    b.normal = &damage(s, actor, number, target, false, mine, theirs.resist, sneaking);
    b.doubled = &damage(s, actor, number, target, true, mine, theirs.resist, sneaking);
    return b;
  }

  // What armour class a reaction lends for the moment.
  int armor_of(const Action& reaction) const {
    for (const Effect& e : reaction.effects) {
      if (e.modifier != kNothing) return rules_.battle().modifiers[e.modifier].armor_class;
    }
    return 0;
  }

  bool sneaks(const State& s, int actor, int target, int advantage) const {
    const StatBlock& b = rules_.block(actor);
    if (b.sneak_attack.probabilities.empty() || s.fighters[actor].is(kSneaked)) return false;
    const bool ally = rules_.has_ally_near(s, actor, target);
    return b.sneak_needs_ally ? ally : advantage > 0 || (ally && advantage == 0);
  }

  // Whether the attack roll itself decides about damage: the first effect's, if there is any now.
  bool strikes_home(const State& s, int actor, const Action& a, int target) const {
    return !a.effects.empty() && !a.effects[0].damage.empty() && !a.effects[0].saves &&
           rules_.is_so(s, a.effects[0].only_if, actor, target);
  }

  // Whether an attack's damage is all there is to it.
  static bool is_plain(const Action& a) {
    if (!a.attack || a.effects.size() != 1) return false;
    const Effect& e = a.effects[0];
    return e.when == When::Hit && e.only_if == Situation::Always && e.at_zero == AtZero::Usual && !e.saves &&
           e.inflictions.empty() && e.push_feet == 0 && e.modifier == kNothing && !e.heals_source &&
           !e.on_self && e.heal.probabilities.empty();
  }

  // Whether nothing that a hit changes matters to the next attack, but hit points.
  bool simple(const State& s) const {
    const Fighter& t = s.fighters[s.target];
    const StatBlock& b = rules_.block(s.target);
    if (!t.standing() || t.is(kUnknownHitPoints) || t.concentration != 0 || b.undead_fortitude ||
        b.relentless > 0 || b.regeneration_stops != 0 || s.fighters[s.actor].is(kHidden) ||
        !rules_.block(s.actor).sneak_attack.probabilities.empty() ||
        (rules_.block(s.actor).blood_frenzy && !rules_.wounded(t))) {
      return false;
    }
    for (const Aura& aura : b.auras) {
      if (aura.when_hit) return false;
    }
    for (const Action& a : b.actions) {
      if (a.economy == Economy::Reaction && a.trigger == Trigger::Damaged) return false;
    }
    for (int i = 0; i < s.ongoing_count; ++i) {
      if (s.ongoing[i].target == s.target && s.ongoing[i].ends_on_damage) return false;
      if (rules_.is_spent(s.ongoing[i], s.actor, s.target)) return false;
      if (rules_.is_spent_by_a_hit(s.ongoing[i], s.actor)) return false;
    }
    return true;
  }

  // How many attacks of the sequence are rolled together, from the current one on.
  int together(const State& s, std::span<const int> sequence) const {
    const bool simple = this->simple(s);
    const bool splits = s.plan.other != kNobody && s.element < s.plan.after;
    const std::size_t end = splits ? std::min<std::size_t>(s.plan.after, sequence.size()) : sequence.size();
    int count = 0;
    for (std::size_t i = s.element; simple && i < end && count < kMostTogether; ++i, ++count) {
      const Action& a = rules_.action(s.actor, sequence[i]);
      if (!is_plain(a) || (s.charged && sequence[i] == rules_.block(s.actor).charge_action)) break;
      const Shot shot = rules_.shot(s, s.actor, s.fighters[s.actor].at, a, s.target);
      if (!shot.possible || answer(s, s.target, shot) != kNothing) break;
    }
    return std::max(1, count);
  }

  // Every outcome of the node, as sink(move, probability).
  void outcomes(const State& s, std::span<const int> sequence, int most, Edges<Move>& sink) const {
    const int count = together(s, sequence);
    if (count > 1) return run(s, sequence.subspan(s.element, count), most, sink);
    const Blow b = blow(s, s.actor, sequence[s.element], s.target);
    if (b.miss - b.turned > 1e-12) sink(outcome(0, kMissed), b.miss - b.turned);
    if (b.turned > 1e-12) sink(outcome(0, kMissed | kAnswered), b.turned);
    const int answered = b.halved ? kAnswered : 0;
    spread(s, *b.normal, b.hit, b.halved, answered, most, sink);
    spread(s, *b.doubled, b.critical, b.halved, answered | kCritical, most, sink);
  }

  // One outcome by the dice: every attack of the node is rolled by itself.
  Move draw(const State& s, std::span<const int> sequence, Random& random) const {
    const int count = together(s, sequence);
    if (count == 1) return draw_one(blow(s, s.actor, sequence[s.element], s.target), random);
    const int left = points_left(s, s.target);
    int sum = 0;
    Blow b;
    for (int i = 0; i < count; ++i) {
      if (i == 0 || sequence[s.element + i] != sequence[s.element + i - 1])
        b = blow(s, s.actor, sequence[s.element + i], s.target);
      sum += draw_one(b, random).amount;
      if (sum >= left * kPoint) return outcome(sum, kFelled, i + 1);
    }
    return outcome(sum, sum == 0 ? kMissed : 0, count);
  }

  // Whole points of damage that fell the target.
  int points_left(const State& s, int target) const {
    return (rules_.hit_points(s, target) + kPoint - 1) / kPoint;
  }

  // Where amounts of damage to `target` begin to matter.
  Cuts cuts(const State& s, int target) const {
    Cuts found;
    const Fighter& t = s.fighters[target];
    const int left = points_left(s, target);
    found.add(1);
    if (t.is(kDown)) {
      found.add(rules_.most_points(t));  // as much as it ever had: dead at once
    } else if (!t.is(kUnknownHitPoints)) {
      found.add(left);
      found.add(left - rules_.most_points(t) / 2);  // bloodied
      if (rules_.makes_death_saves(target)) found.add(left + rules_.most_points(t));
    }
    if (t.concentration != 0) found.add(22);  // from here on the save is harder than 10
    return found;
  }

 private:
  static constexpr int kMostTogether = 8;

  const Rolled& damage(const State& s, int actor, int number, int target, bool critical,
                       const ActiveModifiers& mine, TypeMask resist, bool sneaking) const {
    static const Rolled kNone;
    static thread_local Rolled with_more[2];  // where dice are added
    const Action& a = rules_.action(actor, number);
    const bool damages = strikes_home(s, actor, a, target);
    if (sneaking && damages && (mine.damage_count == 0 || a.spell)) {
      return rules_.sneak_damage(actor, number).rolled(critical, [&](int type) {
        return rules_.share(s, target, type, resist);
      });
    }
    if (!sneaking && (mine.damage_count == 0 || a.spell))
      return damages ? rules_.damage_to(s, actor, number, 0, target, critical, resist) : kNone;
    // What is added has the type of the attack's first damage, and is halved or doubled together with it,
    // unless it has a type of its own.
    const auto taken = [&](const Dice& dice, int type) {
      return shared(dice, rules_.share(s, target, type, resist));
    };
    const std::span<const DamagePart> parts =
        damages ? std::span<const DamagePart>(a.effects[0].damage) : std::span<const DamagePart>();
    const StatBlock& b = rules_.block(actor);
    Rolled first;
    if (!parts.empty()) first = convolved(first, critical ? parts[0].critical : parts[0].normal);
    if (sneaking) first = convolved(first, critical ? b.sneak_critical : b.sneak_attack);
    Rolled others;
    for (std::size_t i = 1; i < parts.size(); ++i)
      others = convolved(others, taken(critical ? parts[i].critical : parts[i].normal, parts[i].type));
    for (int i = 0; i < mine.damage_count && !a.spell; ++i) {
      const Modifier& m = *mine.damage[i];
      const Dice& dice = critical ? m.damage_critical : m.damage;
      if (m.damage_type == kUntyped) {
        first = convolved(first, dice);
      } else {
        others = convolved(others, taken(dice, m.damage_type));
      }
    }
    Rolled& sum = with_more[critical];
    sum =
        convolved(others, taken({first.low, first.probabilities}, parts.empty() ? kUntyped : parts[0].type));
    floor_at_zero(sum);
    sum.measure();
    return sum;
  }

  static Move draw_one(const Blow& b, Random& random) {
    double left = random.uniform();
    if ((left -= b.critical) < 0.0) return hit_for(b, b.doubled->draw(random), kCritical);
    if ((left -= b.hit) < 0.0) return hit_for(b, b.normal->draw(random), 0);
    return outcome(0, left < b.turned ? kMissed | kAnswered : kMissed);
  }
  static Move hit_for(const Blow& b, int amount, int result) {
    return b.halved ? outcome(amount / 2 * kPoint, result | kAnswered) : outcome(amount * kPoint, result);
  }

  // The damage of one hit, in buckets.
  void spread(const State& s, const Rolled& rolled, double probability, bool halved, int result, int most,
              Edges<Move>& sink) const {
    if (probability <= 1e-12) return;
    const auto chance = [&](int amount) {
      if (!halved) return rolled.probabilities[amount - rolled.low];
      double sum = 0.0;
      for (int full = 2 * amount; full <= 2 * amount + 1; ++full) {
        if (full >= rolled.low && full <= rolled.high()) sum += rolled.probabilities[full - rolled.low];
      }
      return sum;
    };
    const int low = halved ? rolled.low / 2 : rolled.low, high = halved ? rolled.high() / 2 : rolled.high();
    for_each_bucket(low, high, chance, cuts(s, s.target), most,
                    [&](double p, int amount) { sink(outcome(amount, result), probability * p); });
  }

  // Several attacks on one target: the damage of those that leave it standing, and when it fell otherwise.
  void run(const State& s, std::span<const int> attacks, int most, Edges<Move>& sink) const {
    const int left = points_left(s, s.target);
    static thread_local std::vector<double> sum, next, felled;  // kept from node to node
    sum.assign(1, 1.0);
    Cuts killed;  // so much beyond 0 kills at once, even a character
    killed.add(left + rules_.most_points(s.fighters[s.target]));
    Blow b;
    const int count = static_cast<int>(attacks.size());
    for (int i = 0; i < count; ++i) {
      if (i == 0 || attacks[i] != attacks[i - 1]) b = blow(s, s.actor, attacks[i], s.target);
      next.assign(sum.size(), 0.0);
      felled.clear();
      for (std::size_t d = 0; d < sum.size(); ++d) {
        if (sum[d] == 0.0) continue;
        next[d] += sum[d] * b.miss;
        add(sum[d] * b.hit, *b.normal, static_cast<int>(d), left, next, felled);
        add(sum[d] * b.critical, *b.doubled, static_cast<int>(d), left, next, felled);
      }
      sum.swap(next);
      for_each_bucket(
          left, left + static_cast<int>(felled.size()) - 1, [&](int amount) { return felled[amount - left]; },
          killed, std::min(most, 1), [&](double p, int amount) { sink(outcome(amount, kFelled, i + 1), p); });
    }
    for_each_bucket(
        0, static_cast<int>(sum.size()) - 1, [&](int amount) { return sum[amount]; }, cuts(s, s.target), most,
        [&](double p, int amount) { sink(outcome(amount, amount == 0 ? kMissed : 0, count), p); });
  }

  // Damage on top of what was dealt before: to those who still stand after it, or to those it fells.
  static void add(double weight, const Rolled& rolled, int before, int left, std::vector<double>& standing,
                  std::vector<double>& felled) {
    if (weight <= 0.0) return;
    for (std::size_t i = 0; i < rolled.probabilities.size(); ++i) {
      const int total = before + rolled.low + static_cast<int>(i);
      std::vector<double>& to = total >= left ? felled : standing;
      const auto at = static_cast<std::size_t>(total >= left ? total - left : total);
      if (at >= to.size()) to.resize(at + 1, 0.0);
      to[at] += weight * rolled.probabilities[i];
    }
  }

  const Rules& rules_;
};

}  // namespace hazard::fivee
