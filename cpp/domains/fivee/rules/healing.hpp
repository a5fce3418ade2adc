// Healing: how much somebody can take, and how what is meant for several is divided.
#pragma once

#include <algorithm>

#include "domains/fivee/rules/rules.hpp"

namespace hazard::fivee {

// What is missing of somebody's hit points in sixteenths, or of the half of them. Of hit points that nobody
// has rolled, the half is that of their mean.
inline int missing_hit_points(const Rules& rules, const Fighter& f, bool to_half) {
  const int most = rules.most_points(f);
  const int goal = (to_half ? most / 2 : most) * kPoint;
  const int now = f.is(kUnknownHitPoints) ? most * kPoint - f.damage : f.is(kDown) ? 0 : f.hit_points;
  return std::max(0, goal - now);
}

// Divides healing among the friends in range, as visit(target, amount): first as much as `first` can take,
// then, with what is left, whoever has the fewest hit points.
void for_each_healed(const Rules& rules, const State& s, int actor, const Action& a, const Effect& e,
                     int first, int amount, auto&& visit) {
  Fighters rest = 0;
  for_each(rules.present(s, rules.friends_of(actor)), [&](int i) {
    if (i != first && rules.feet_between(s, actor, i) <= a.target_range && rules.concerns(s, actor, e, i))
      rest |= only(i);
  });
  for (int target = first; amount > 0;) {
    const int taken = std::min(amount, missing_hit_points(rules, s.fighters[target], e.heals_to_half));
    if (taken > 0) visit(target, taken);
    amount -= taken;
    if (rest == 0) return;
    target = std::countr_zero(rest);
    for_each(rest, [&](int i) {
      if (rules.hit_points(s, i) < rules.hit_points(s, target)) target = i;
    });
    rest &= ~only(target);
  }
}

}  // namespace hazard::fivee
