// What is worked out once for a stat block: the damage of every effect, and which actions are counted.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "domains/fivee/content/damage.hpp"
#include "domains/fivee/state.hpp"

namespace hazard::fivee {

struct BlockTables {
  std::vector<std::vector<DamageTable>> damage;  // by action and effect
  std::vector<DamageTable> sneaking;             // by action: its first effect with sneak attack dice
  std::vector<int> limited;                      // where an action's uses are counted, or kNothing
  int opportunity = kNothing;                    // the melee attack that answers those who walk away

  // The shots of a turn, at a glance: so many times the damage of one.
  struct Volley {
    int action = kNothing;
    double times = 0.0;
  };
  Volley volley;

  explicit BlockTables(const StatBlock& block) {
    int places = 0;
    for (const Action& a : block.actions) {
      auto& effects = damage.emplace_back();
      for (const Effect& e : a.effects) effects.emplace_back(e.damage);
      sneaking.push_back(with_sneak_attack(a, block));
      const bool counted = a.recharge > 0 || a.uses > 0 || a.once_per_round;
      const int shared = a.pool > 0 ? place_of_pool(block, a.pool) : kNothing;
      if (counted && shared == kNothing && places == kLimitedActions) {
        throw std::invalid_argument(block.name + " has more than " + std::to_string(kLimitedActions) +
                                    " actions of limited use");
      }
      limited.push_back(!counted ? kNothing : shared != kNothing ? shared : places++);
      const bool melee = a.attack && a.reach > 0 && !a.spell && a.economy == Economy::Action && a.needs == 0;
      const int number = static_cast<int>(limited.size()) - 1;
      if (melee && !counted && (opportunity == kNothing || strength(number) > strength(opportunity)))
        opportunity = number;
    }
    for (std::size_t i = 0; i < block.actions.size(); ++i) note_volley(block, static_cast<int>(i));
  }

  // Whether an action is the first of those whose uses are counted in one place: it is rolled for.
  bool recharges(int action) const {
    return std::find(limited.begin(), limited.end(), limited[action]) == limited.begin() + action;
  }

 private:
  // What an action shoots with in a turn, if that is more than what is known so far. Nothing that is soon
  // used up: it need not be there when the answer comes.
  void note_volley(const StatBlock& block, int number) {
    const Action& a = block.actions[number];
    if (a.economy != Economy::Action || limited[number] != kNothing || a.slot > 0) return;
    const auto note = [&](const std::vector<int>& parts) {
      int first = kNothing;
      double sum = 0.0;
      for (const int part : parts) {
        if (!block.actions[part].attack || block.actions[part].range == 0) continue;
        if (first == kNothing) first = part;
        sum += strength(part);
      }
      const double before = volley.action == kNothing ? 0.0 : volley.times * strength(volley.action);
      if (first != kNothing && sum > before) volley = {first, sum / std::max(1e-9, strength(first))};
    };
    if (a.sequences.empty()) note({number});
    for (const auto& parts : a.sequences) note(parts);
  }

  // Where the actions before have put what is spent together, or kNothing.
  int place_of_pool(const StatBlock& block, int pool) const {
    for (std::size_t i = 0; i < limited.size(); ++i) {
      if (block.actions[i].pool == pool && limited[i] != kNothing) return limited[i];
    }
    return kNothing;
  }

  // What a sneak attack adds has the type of the attack's first damage, and shares its fate.
  static DamageTable with_sneak_attack(const Action& a, const StatBlock& block) {
    if (!a.attack || block.sneak_attack.probabilities.empty() || a.effects.empty() ||
        a.effects[0].damage.empty())
      return {};
    std::vector<DamagePart> parts = a.effects[0].damage;
    const auto added = [](const Dice& dice, const Dice& more) {
      const Rolled sum = convolved(convolved(Rolled{}, dice), more);
      return Dice{sum.low, sum.probabilities};
    };
    parts[0].normal = added(parts[0].normal, block.sneak_attack);
    parts[0].critical = added(parts[0].critical, block.sneak_critical);
    return DamageTable(parts);
  }

  double strength(int action) const {
    double sum = 0.0;
    for (const DamageTable& table : damage[action]) {
      if (!table.empty()) sum += table.rolled(false, [](int) { return Share::Full; }).mean;
    }
    return sum;
  }
};

}  // namespace hazard::fivee
