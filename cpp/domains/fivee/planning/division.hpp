// A multiattack that is divided: the first attacks on one foe, the last on another who is in reach from
// there.
#pragma once

#include <span>
#include <utility>

#include "domains/fivee/planning/estimates.hpp"
#include "domains/fivee/planning/targets.hpp"

namespace hazard::fivee {

class Division {
 public:
  Division(const Rules& rules, const Worths& worths, const Prospects& prospects, const Targets& targets)
      : rules_(rules), worths_(worths), prospects_(prospects), targets_(targets) {}

  // The best way to divide the attacks of a plan, and their worth; a plan without `other` where all of them
  // on its target are worth more. Those who mean to be gentle divide in any case: the limits of their
  // objective may forbid the rest.
  std::pair<Plan, double> best(const State& moved, int me, const Plan& plan, std::span<const int> parts,
                               double worth) const {
    const bool gentle = rules_.side(me) == 1 && worths_.objective().limits.now();
    std::pair<Plan, double> found{plan, gentle ? -1e9 : worth};
    for_each(targets_.targets(moved, me) & ~only(plan.target), [&](int other) {
      if (!moved.fighters[other].standing()) return;
      for (std::size_t after = parts.size() - 1; after > 0; --after) {
        if (!strikes(moved, me, parts[after], other)) break;
        const double divided = prospects_.attacks(moved, me, parts.first(after), plan.target) +
                               prospects_.attacks(moved, me, parts.subspan(after), other);
        if (divided <= found.second) continue;
        found = {plan, divided};
        found.first.other = static_cast<std::uint8_t>(other);
        found.first.after = static_cast<std::uint8_t>(after);
      }
    });
    return found;
  }

 private:
  bool strikes(const State& moved, int me, int part, int foe) const {
    const Action& a = rules_.action(me, part);
    return a.attack && (a.needs == 0 || moved.fighters[foe].has(a.needs)) &&
           rules_.shot(moved, me, moved.fighters[me].at, a, foe).possible;
  }

  const Rules& rules_;
  const Worths& worths_;
  const Prospects& prospects_;
  const Targets& targets_;
};

}  // namespace hazard::fivee
