// What the rule book answers about contests and hiding: grips, Stealth, and what hampers ability checks.
#pragma once

#include "domains/fivee/grid/cover_cache.hpp"
#include "domains/fivee/rules/rolls.hpp"

namespace hazard::fivee {

// Whether ability checks have disadvantage.
inline bool Rules::hampered(const State& s, int fighter) const {
  const Fighter& f = s.fighters[fighter];
  return f.has(mask_of(Condition::Poisoned)) || worn_out(f, 1) || frightened_in_sight(s, fighter);
}

// A check has no roll that always does or never.
inline double chance_of_check(int least, int advantage) {
  return least > 20 ? 0.0 : at_least(least, advantage);
}

// The chance that somebody wins a contest of Athletics or Acrobatics against a grip. Ties change nothing:
// whoever is free stays free, and whoever is `held` stays held. The helpless do not resist.
inline double Rules::held_off(const State& s, int grip, int target, bool held) const {
  if (s.fighters[target].has(kHelpless)) return 0.0;
  const int theirs = block(target).escape - tired(s.fighters[target]);
  const int mine = block(grip).athletics - tired(s.fighters[grip]) + (held ? 1 : 0);
  const int advantage = hampered(s, grip) ? -1 : 0, worse = hampered(s, target) ? -1 : 0;
  double sum = 0.0;
  for (int roll = 1; roll <= 20; ++roll) {
    const double p = at_least(roll, advantage) - (roll < 20 ? at_least(roll + 1, advantage) : 0.0);
    sum += p * chance_of_check(roll + mine - theirs, worse);
  }
  return sum;
}

// The chance that hiding fails: Stealth against the best passive Perception of those who could notice
// (2014), or against DC 15 (2024). Dim light hides well: sight has disadvantage, five less.
inline double Rules::found_out(const State& s, int fighter) const {
  int dc = revised() ? 15 : 0;
  const int dim = battle_.options.light != Light::Bright ? 5 : 0;
  for_each(revised() ? 0 : standing(s, foes_of(fighter)), [&](int foe) {
    if (!can_act(s.fighters[foe])) return;
    const int less = battle_.options.light == Light::Dim && block(foe).darkvision > 0 ? 0 : dim;
    dc = std::max(dc, block(foe).passive_perception - less);
  });
  const int bonus = block(fighter).stealth - tired(s.fighters[fighter]);
  return 1.0 - chance_of_check(dc - bonus, hampered(s, fighter) ? -1 : 0);
}

// Whether nobody sees a place clearly: out of sight, in the dark, or behind three quarters of a wall.
inline bool Rules::concealed(const State& s, int fighter, Cell at) const {
  static thread_local CoverCache walls;  // whoever plans asks about the same cells again and again
  bool hidden = true;
  for_each(standing(s, foes_of(fighter)), [&](int foe) {
    const Fighter& f = s.fighters[foe];
    if (!hidden || !can_act(f) || f.has(mask_of(Condition::Blinded)) || !has_light(s, foe, fighter)) return;
    hidden = walls(map(), f.at, block(foe).side, at, block(fighter).side) >= Cover::ThreeQuarters;
  });
  return hidden;
}

}  // namespace hazard::fivee
