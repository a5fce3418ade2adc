// What a moment of a fight is worth to the monsters: a table of weights over things a game master would name.
//
// Each creature has a *worth*, its share of what its side can do, and counts by how it is doing: standing and
// healthy, held, down, dead. The weights say how much each of these matters, and to whom: for "merciless" a
// dead character is the best there is, for "challenging" a dead one is worse than one that has just gone
// down. The gentle ones also mind how many are out of the fight at once, the more the more: they count the
// square of that share of the party against themselves, so that the first who falls is a part of the game
// and a massacre is worse than nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "domains/fivee/rules/attacks.hpp"

namespace hazard::fivee {

// The most that a plan may do to the party, as chances; 1: no limit. `soon`: within the turns that are looked
// ahead.
struct Limits {
  double death = 1.0, death_soon = 1.0;  // that any character dies
  double wipe = 1.0, wipe_soon = 1.0;    // that no character is left standing
  bool now() const { return death < 1.0 || wipe < 1.0; }
  bool soon() const { return death_soon < 1.0 || wipe_soon < 1.0; }
  bool any() const { return now() || soon(); }
};

struct Objective {
  // What is left of a character in the eyes of the monsters, from 0 (done for) to 1 (unhurt).
  double foe_standing = 0.5;  // on its feet, however hurt
  double foe_down = 0.1;
  double foe_dead = 0.0;
  // Below 1, damage counts more on those who are hurt already; above 1, on those who are not.
  double focus = 1.0;
  double control = 0.5;  // how much of a creature is gone while it is helpless
  double own = 0.8;      // the monsters' own skins, against the characters'
  double own_standing = 0.5;
  double own_fled = 0.4;
  double approach = 0.05;    // closing in, for those who fight hand to hand
  double resources = 0.015;  // what is still in reserve
  double style = 1.0;        // being in character
  double victory = 0.3;      // the end itself
  double rout = 0.0;         // what it costs that the whole party is down or dead; for a part, by its square
  Limits limits;
};

inline constexpr int kMostStyle = 1000;

class Worths {
 public:
  Worths(const Rules& rules, const Objective& objective) : rules_(rules), objective_(objective) {
    std::array<double, 2> sums{};
    for (int i = 0; i < rules.size(); ++i) {
      const double offence = 1.0 + best_damage(i) + 0.5 * best_healing(i);
      share_[i] = offence * std::sqrt(std::max(1, rules.block(i).most_hit_points));
      fights_hand_to_hand_[i] = is_hand_to_hand(i);
      sums[rules.side(i)] += share_[i];
    }
    for (int i = 0; i < rules.size(); ++i) share_[i] /= sums[rules.side(i)];
  }

  double share(int fighter) const { return share_[fighter]; }
  const Objective& objective() const { return objective_; }
  bool hand_to_hand(int fighter) const { return fights_hand_to_hand_[fighter]; }

  // For MAX, the monsters: within -1 and 1.
  double value(const State& s) const {
    double own = 0.0, foes = 0.0;
    for (int i = 0; i < rules_.size(); ++i) {
      (rules_.side(i) == 1 ? own : foes) += share_[i] * condition(s, i);
    }
    const double scale = 1.0 / (1.0 + objective_.own);
    double value = (objective_.own * (own - 1.0) + (1.0 - foes) - routed(fallen(s), 0.0)) * scale;
    value = value * (1.0 - objective_.victory) + outcome(s);
    value += objective_.style * 0.05 * s.style / kMostStyle;
    return std::clamp(value, -1.0, 1.0);
  }

  // How many characters are down or dead.
  int fallen(const State& s) const {
    if (objective_.rout == 0.0) return 0;  // nobody asks
    const Fighters party = rules_.friends_of_side(0);
    return std::popcount(rules_.which(s, party, [](const Fighter& f) { return f.is(kDown) || f.is(kDead); }));
  }
  // The expected cost of so many fallen characters on average.
  double routed(double mean, double variance) const {
    const double all = std::max(1, std::popcount(rules_.friends_of_side(0)));
    return objective_.rout * (mean * mean + variance) / (all * all);
  }

  // How a creature is doing, from 0 to 1, with a little for where it stands and what it has left.
  double condition(const State& s, int fighter) const {
    const Fighter& f = s.fighters[fighter];
    const bool foe = rules_.side(fighter) == 0;
    const Objective& o = objective_;
    if (f.is(kDead)) return foe ? o.foe_dead : 0.0;
    if (f.is(kFled)) return foe ? o.foe_down : o.own_fled;
    // Each failed death save is a third of the way from down to dead.
    if (f.is(kDown)) return foe ? o.foe_down + (o.foe_dead - o.foe_down) * f.failures / 3.0 : 0.05;
    const double most = rules_.most_hit_points(s, fighter);
    const double health = std::min(1.0, rules_.hit_points(s, fighter) / most);
    const double standing = foe ? o.foe_standing : o.own_standing;
    const double shaped = foe && o.focus != 1.0 ? std::pow(health, o.focus) : health;
    double value = (standing + (1.0 - standing) * shaped) * (1.0 - o.control * held(f));
    value += o.resources * (reserve(s, fighter) - 1.0) + o.approach * (closeness(s, fighter) - 1.0);
    return std::max(value, 0.0);
  }

  // The share of its next turns that its conditions cost a creature, roughly.
  static double held(const Fighter& f) {
    if (f.conditions == 0) return 0.0;
    if (f.has(kHelpless)) return 1.0;
    double share = 0.0;
    if (f.has(mask_of(Condition::Restrained, Condition::Blinded))) share += 0.5;
    if (f.has(mask_of(Condition::Frightened, Condition::Poisoned, Condition::Charmed))) share += 0.35;
    if (f.has(mask_of(Condition::Prone))) share += 0.15;
    if (f.has(mask_of(Condition::Grappled))) share += 0.15;
    return std::min(share, 0.9);
  }

  // Mean damage of an action's attacks on the average foe, both unhurt and in the open.
  double plain_damage(int fighter, int number) const {
    const Action& a = rules_.action(fighter, number);
    double best = 0.0;
    const int itself = number;
    const std::size_t ways = std::max<std::size_t>(1, a.sequences.size());
    for (std::size_t way = 0; way < ways; ++way) {
      double sum = 0.0;
      for (const int part : Strikes::elements(a, itself, static_cast<int>(way)))
        sum += one_damage(fighter, part);
      best = std::max(best, sum);
    }
    return best;
  }

  // What is left of spell slots and of actions that are used up, as a share.
  double reserve(const State& s, int fighter) const {
    const StatBlock& b = rules_.block(fighter);
    double left = 0.0, all = 0.0;
    for (int level = 1; level <= 9; ++level) {
      all += b.slots[level] * level;
      if (b.slots[level] > 0) left += s.fighters[fighter].slots_left(level) * level;
    }
    for (int i = 0; i < static_cast<int>(b.actions.size()); ++i) {
      const int place = rules_.limited(fighter, i);
      if (place == kNothing || b.actions[i].uses == 0 || b.actions[i].recharge > 0) continue;
      all += b.actions[i].uses * 2.0;
      left += s.fighters[fighter].left[place] * 2.0;
    }
    return all > 0.0 ? std::min(1.0, left / all) : 1.0;
  }

 private:
  double one_damage(int fighter, int number) const {
    const Action& a = rules_.action(fighter, number);
    const double hits =
        a.attack ? at_least(std::clamp(average_armor(1 - rules_.side(fighter)) - a.to_hit, 2, 20), 0) : 1.0;
    double sum = 0.0;
    for (std::size_t e = 0; e < a.effects.size(); ++e) {
      const DamageTable& table = rules_.damage(fighter, number, static_cast<int>(e));
      if (table.empty()) continue;
      const double mean = table.rolled(false, [](int) { return Share::Full; }).mean;
      const double saved = a.effects[e].saves ? (a.effects[e].half_on_success ? 0.75 : 0.5) : 1.0;
      sum += mean * saved;
    }
    return sum * hits * (a.area ? 2.0 : 1.0);
  }

  double best_damage(int fighter) const {
    double best = 0.0;
    const auto& actions = rules_.block(fighter).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      if (actions[i].economy != Economy::Action) continue;
      const bool rare = actions[i].recharge > 0 || actions[i].uses > 0 || actions[i].slot > 0;
      best = std::max(best, plain_damage(fighter, i) * (rare ? 0.5 : 1.0));
    }
    return best;
  }

  double best_healing(int fighter) const {
    double best = 0.0;
    for (const Action& a : rules_.block(fighter).actions) {
      for (const Effect& e : a.effects) {
        double mean = 0.0;
        for (std::size_t i = 0; i < e.heal.probabilities.size(); ++i)
          mean += e.heal.probabilities[i] * (e.heal.low + double(i));
        best = std::max(best, mean * std::min(a.targets, 3));
      }
    }
    return best;
  }

  int average_armor(int side) const {
    int sum = 0, count = 0;
    for (int i = 0; i < rules_.size(); ++i) {
      if (rules_.side(i) != side) continue;
      sum += rules_.block(i).armor_class;
      ++count;
    }
    return count > 0 ? sum / count : 13;
  }

  bool is_hand_to_hand(int fighter) const {
    double near = 0.0, far = 0.0;
    const auto& actions = rules_.block(fighter).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy != Economy::Action) continue;
      const int itself = i;
      const int first = Strikes::elements(a, itself, 0).empty() ? i : Strikes::elements(a, itself, 0)[0];
      const bool ranged = rules_.action(fighter, first).range > 20 || rules_.action(fighter, first).area;
      double& best = ranged ? far : near;
      best = std::max(best, plain_damage(fighter, i));
    }
    return near > far;
  }

  double closeness(const State& s, int fighter) const {
    if (!fights_hand_to_hand_[fighter]) return 1.0;
    int nearest = 150;
    for_each(rules_.foes_of(fighter), [&](int foe) {
      if (s.fighters[foe].standing()) nearest = std::min(nearest, rules_.feet_between(s, fighter, foe));
    });
    return 1.0 - nearest / 150.0;
  }

  double outcome(const State& s) const {
    if (s.stage != Stage::Over) return 0.0;
    const Fighters standing = rules_.standing(s, rules_.everybody());
    const bool party = (standing & rules_.friends_of_side(0)) != 0;
    const bool monsters = (standing & rules_.friends_of_side(1)) != 0;
    return party == monsters ? 0.0 : monsters ? objective_.victory : -objective_.victory;
  }

  const Rules& rules_;
  Objective objective_;
  std::array<double, kMostCombatants> share_{};
  std::array<bool, kMostCombatants> fights_hand_to_hand_{};
};

}  // namespace hazard::fivee
