// The twenty-sided die: chances to hit, to score a critical hit and to save.
#pragma once

#include <algorithm>
#include <array>

#include "domains/fivee/content/content.hpp"

namespace hazard::fivee {

// The chance that a d20 shows `least` or more; advantage (1) keeps the better of two, disadvantage (-1) the
// worse.
inline double at_least(int least, int advantage) {
  const double p = (21 - std::clamp(least, 1, 21)) / 20.0;
  return advantage == 0 ? p : advantage > 0 ? 1.0 - (1.0 - p) * (1.0 - p) : p * p;
}

// Dice that are added to a d20: bless, bane, or both at once.
struct BonusDice {
  std::array<const Dice*, 3> dice{};
  int count = 0;
  void add(const Dice& more) {
    if (!more.probabilities.empty() && count < static_cast<int>(dice.size())) dice[count++] = &more;
  }
};

// Averages `chance(bonus)` over what bonus dice may show.
double over_bonus(const BonusDice& bonus, auto&& chance, int from = 0, int before = 0) {
  if (from == bonus.count) return chance(before);
  const Dice& dice = *bonus.dice[from];
  double sum = 0.0;
  for (std::size_t i = 0; i < dice.probabilities.size(); ++i) {
    sum +=
        dice.probabilities[i] * over_bonus(bonus, chance, from + 1, before + dice.low + static_cast<int>(i));
  }
  return sum;
}

struct AttackOdds {
  double hit = 0.0;  // and no critical
  double critical = 0.0;
};

// A natural 20 always hits and is critical, a natural 1 always misses.
inline AttackOdds attack_odds(int to_hit, int armor_class, int advantage, int crit_from,
                              const BonusDice& bonus) {
  AttackOdds odds;
  const auto need = [&](int more) { return std::clamp(armor_class - to_hit - more, 2, 20); };
  odds.critical = over_bonus(
      bonus, [&](int more) { return at_least(std::min(20, std::max(need(more), crit_from)), advantage); });
  odds.hit = over_bonus(bonus, [&](int more) { return at_least(need(more), advantage); }) - odds.critical;
  return odds;
}

inline double save_chance(int bonus, int dc, int advantage, const BonusDice& dice) {
  return over_bonus(dice, [&](int more) { return at_least(dc - bonus - more, advantage); });
}

}  // namespace hazard::fivee
