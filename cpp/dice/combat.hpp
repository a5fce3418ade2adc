// Attack rolls, saving throws and damage of the fifth-edition kind, as numbers only: a d20 against a target,
// damage that depends on what came of it, hit points that it is taken from.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "dice/distribution.hpp"
#include "dice/program.hpp"

namespace hazard::dice {

struct Odds {
  double miss = 0.0, hit = 0.0, critical = 0.0;  // hit: and not critical
};

// How many of the 400 ways for two d20 to fall make `face` count; with advantage (1) the higher of the two
// counts, with disadvantage (-1) the lower. Whole numbers add up without rounding: 9 faces of 20 are 0.45.
constexpr int natural_ways(int face, int advantage) {
  if (advantage == 0) return 20;
  return advantage > 0 ? 2 * face - 1 : 41 - 2 * face;
}

struct AttackRoll {
  int to_hit = 0, armor_class = 10, advantage = 0, crit_from = 20;
  bool hits_are_critical = false;  // against the helpless, from near by
};

// A 1 misses and a 20 hits, whatever the numbers say; a lower roll is critical from `crit_from` on if it
// hits. `bonus` is rolled with the attack (1d4 of a blessing) and may be left out.
inline Odds attack_odds(const AttackRoll& roll, const Distribution* bonus = nullptr) {
  Odds odds;
  for (int face = 1; face <= 20; ++face) {
    const double ways = natural_ways(face, roll.advantage);
    const std::int64_t needed = std::int64_t{roll.armor_class} - roll.to_hit - face;
    const double reached = bonus != nullptr ? at_least(*bonus, needed) : (needed <= 0 ? 1.0 : 0.0);
    const double hits = face == 1 ? 0.0 : face == 20 ? 1.0 : reached;
    (face >= roll.crit_from || roll.hits_are_critical ? odds.critical : odds.hit) += ways * hits;
    odds.miss += ways * (1.0 - hits);
  }
  return {odds.miss / 400.0, odds.hit / 400.0, odds.critical / 400.0};
}

// The chance to make a saving throw. No face saves or fails by itself.
inline double save_chance(int bonus, int difficulty, int advantage,
                          const Distribution* bonus_dice = nullptr) {
  double sum = 0.0;
  for (int face = 1; face <= 20; ++face) {
    const std::int64_t needed = std::int64_t{difficulty} - bonus - face;
    const double made = bonus_dice != nullptr ? at_least(*bonus_dice, needed) : (needed <= 0 ? 1.0 : 0.0);
    sum += natural_ways(face, advantage) * made;
  }
  return std::min(sum / 400.0, 1.0);
}

// An attack ready to be rolled: what the dice on a hit and on a critical hit are is worked out anew each
// time.
struct Attack {
  Odds odds;
  Program hit, critical;

  Distribution damage() const {
    static const Distribution none = constant(0);
    const Distribution plain = hit.evaluate(), doubled = critical.evaluate();
    return mixture(std::array{Weighted{odds.miss, &none}, Weighted{odds.hit, &plain},
                              Weighted{odds.critical, &doubled}});
  }
};

// What is left of `hit_points` (never below 0) after `damage`, of which `temporary` hit points take the
// first.
inline Distribution hit_points_left(const Distribution& hit_points, const Distribution& damage,
                                    int temporary) {
  Distribution taken = damage;
  shift(taken, -std::int64_t{temporary});
  taken = clamped(taken, 0, kLargestValue);
  return clamped(add(hit_points, negated(std::move(taken))), 0, kLargestValue);
}

}  // namespace hazard::dice
