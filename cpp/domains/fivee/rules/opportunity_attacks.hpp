// A walk past one's foes and through what lies on the ground: whose reach it leaves, what it enters, and
// where.
//
// Whoever holds the walker in reach and is left behind strikes before the first step. Those on the way are
// given a wide berth where the speed allows it; otherwise the walk stops short within their reach, and goes
// on after the blow. Areas that strike whoever enters them are walked around where that can be done.
#pragma once

#include "domains/fivee/rules/areas.hpp"

namespace hazard::fivee {

class Walking {
 public:
  explicit Walking(const Rules& rules) : rules_(rules), hazards_(rules) {}

  // Foes who may answer a step of `mover` out of their reach.
  Fighters watchers(const State& s, int mover) const {
    Fighters found = 0;
    if (s.fighters[mover].is(kDisengaged) || rules_.block(mover).flyby) return found;
    for_each(rules_.standing(s, rules_.foes_of(mover)), [&](int foe) {
      if (rules_.opportunity_reach(foe) > 0 && rules_.can_react(s, foe) && rules_.sees(s, foe, mover) &&
          rules_.may_harm(s, foe, mover))
        found |= only(foe);
    });
    return found;
  }

  bool within(const State& s, int mover, Cell at, int foe) const {
    return rules_.feet_from(at, mover, s, foe) <= rules_.opportunity_reach(foe);
  }

  // Watchers who have the mover in reach now, and no longer at `to`.
  Fighters left_behind(const State& s, int mover, Cell to) const {
    Fighters found = 0;
    for_each(watchers(s, mover), [&](int foe) {
      if (within(s, mover, s.fighters[mover].at, foe) && !within(s, mover, to, foe)) found |= only(foe);
    });
    return found;
  }

  // Where a walk of so many feet may lead; never out of the reach of `shunned`, nor into `traps`.
  void reach(const State& s, int mover, int feet, Fighters shunned, Reach& out,
             const CellSet* traps = nullptr) const {
    Fighters foes = rules_.standing(s, rules_.foes_of(mover)), easy = 0;
    for_each(foes, [&](int foe) {
      if (rules_.passes(s, mover, foe)) foes &= ~only(foe);
    });
    Fighters rest = rules_.present(s, rules_.everybody()) & ~only(mover) & ~foes;
    if (rules_.revised()) {  // friends and the tiny are no difficult ground
      for_each(rest, [&](int i) {
        if (rules_.side(i) == rules_.side(mover) || rules_.block(i).size == 0) easy |= only(i);
      });
    }
    CellSet hostile = rules_.cells_of(s, foes);
    if (traps != nullptr) hostile |= *traps;
    const CellSet others = rules_.cells_of(s, rest & ~easy), passed = rules_.cells_of(s, easy);
    std::array<Threat, kMostCombatants> threats;
    std::size_t count = 0;
    for_each(shunned, [&](int foe) {
      threats[count++] = {s.fighters[foe].at, static_cast<std::uint8_t>(rules_.block(foe).side),
                          static_cast<std::uint8_t>(std::min(255, rules_.opportunity_reach(foe)))};
    });
    const Movement how{.flying = rules_.flies(mover),
                       .threats = {threats.data(), count},
                       .easy = easy != 0 ? &passed : nullptr};
    reachable(rules_.map(), s.fighters[mover].at, rules_.block(mover).side, feet, hostile, others, how, out);
  }

  // The first foe whose reach a walk leaves that did not begin in it, and the last cell within that reach.
  struct Passed {
    int foe = kNothing;
    Cell at;
    int step = 0;
  };
  Passed first_passed(const State& s, int mover, Cell to, int feet) const {
    const Fighters near = in_the_way(s, mover, to, feet);
    if (near == 0) return {};
    static thread_local Reach found;
    reach(s, mover, feet, near, found);
    if (found.reached.test(to)) return {};
    reach(s, mover, feet, 0, found);
    return passed_on(s, mover, path_to(found, to), near);
  }

  // Where a walk is interrupted first: by a foe who is passed, or by what it leads into.
  struct Stop {
    int foe = kNothing;
    int source = kNothing, action = kNothing;
    Cell at;
    bool none() const { return foe == kNothing && source == kNothing; }
  };
  Stop first_stop(const State& s, int mover, Cell to, int feet) const {
    if (!hazards_.any(s)) {
      const Passed passed = first_passed(s, mover, to, feet);
      return {.foe = passed.foe, .at = passed.at};
    }
    const Fighters near = in_the_way(s, mover, to, feet);
    const Path path = way(s, mover, to, feet, near);
    const Passed passed = passed_on(s, mover, path, near);
    const auto entered =
        hazards_.first_entered(s, mover, {path.begin(), static_cast<std::size_t>(path.size)});
    if (entered.source != kNothing && (passed.foe == kNothing || entered.step <= passed.step))
      return {.source = entered.source, .action = entered.action, .at = path[entered.step]};
    return {.foe = passed.foe, .at = passed.at};
  }
  // The same for who appears at the end of it without a step.
  Stop stop_of_jump(const State& s, int mover, Cell to) const {
    if (!hazards_.any(s)) return {};
    const std::array<Cell, 2> ends{s.fighters[mover].at, to};
    const auto entered = hazards_.first_entered(s, mover, ends);
    return {.source = entered.source, .action = entered.action, .at = to};
  }

  // The way that is taken: around areas and foes if the feet allow it, else around what can be avoided.
  Path way(const State& s, int mover, Cell to, int feet, Fighters near) const {
    static thread_local Reach found;
    const CellSet traps = hazards_.traps(s, mover);
    for (const CellSet* avoided : {&traps, static_cast<const CellSet*>(nullptr)}) {
      for (const Fighters shunned : {near, Fighters{0}}) {
        reach(s, mover, feet, shunned, found, avoided);
        if (found.reached.test(to)) return path_to(found, to);
      }
    }
    return {};
  }
  const Hazards& hazards() const { return hazards_; }

  // Everybody whose reach a walk leaves.
  Fighters provoked(State s, int mover, Cell to, int feet) const {
    Fighters all = left_behind(s, mover, to);
    for_each(all, [&](int foe) { s.fighters[foe].set(kReacted); });
    for (Passed passed; (passed = first_passed(s, mover, to, feet)).foe != kNothing;) {
      all |= only(passed.foe);
      s.fighters[passed.foe].set(kReacted);
    }
    return all;
  }

  // Watchers outside whose reach both ends lie, and between which and the mover's feet there is time to pass.
  Fighters in_the_way(const State& s, int mover, Cell to, int feet) const {
    Fighters found = 0;
    for_each(watchers(s, mover), [&](int foe) {
      const int reach = rules_.opportunity_reach(foe);
      const int from_here = rules_.feet_from(s.fighters[mover].at, mover, s, foe) - reach;
      const int from_there = rules_.feet_from(to, mover, s, foe) - reach;
      if (from_here > 0 && from_there > 0 && from_here + from_there <= feet) found |= only(foe);
    });
    return found;
  }

  Passed passed_on(const State& s, int mover, const Path& path, Fighters among) const {
    Passed first;
    int earliest = path.size;
    for_each(among, [&](int foe) {
      const int step = leaves_reach(path, rules_.block(mover).side, s.fighters[foe].at,
                                    rules_.block(foe).side, rules_.opportunity_reach(foe));
      if (step >= 0 && step < earliest) {
        earliest = step;
        first = {foe, path[step], step};
      }
    });
    return first;
  }

 private:
  const Rules& rules_;
  Hazards hazards_;
};

}  // namespace hazard::fivee
