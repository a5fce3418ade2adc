// What is worked out once for a stat block: the damage of every effect, and which actions are counted.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "fivee/damage.hpp"
#include "fivee/state.hpp"

namespace hazard::fivee {

struct BlockTables {
  std::vector<std::vector<DamageTable>> damage;  // by action and effect
  std::vector<int> limited;                      // where an action's uses are counted, or kNothing
  int opportunity = kNothing;                    // the melee attack that answers those who walk away

  explicit BlockTables(const StatBlock& block) {
    int places = 0;
    for (const Action& a : block.actions) {
      auto& effects = damage.emplace_back();
      for (const Effect& e : a.effects) effects.emplace_back(e.damage);
      const bool counted = a.recharge > 0 || a.uses > 0;
      if (counted && places == kLimitedActions) {
        throw std::invalid_argument(block.name + " has more than " + std::to_string(kLimitedActions) +
                                    " actions of limited use");
      }
      limited.push_back(counted ? places++ : kNothing);
      const bool melee = a.attack && a.reach > 0 && !a.spell && a.economy == Economy::Action && a.needs == 0;
      const int number = static_cast<int>(limited.size()) - 1;
      if (melee && !counted && (opportunity == kNothing || strength(number) > strength(opportunity)))
        opportunity = number;
    }
  }

 private:
  double strength(int action) const {
    double sum = 0.0;
    for (const DamageTable& table : damage[action]) {
      if (!table.empty()) sum += table.rolled(false, [](int) { return Share::Full; }).mean;
    }
    return sum;
  }
};

}  // namespace hazard::fivee
