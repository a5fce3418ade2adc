// Whom a creature would do something to.
#pragma once

#include <span>

#include "domains/fivee/rules/rules.hpp"

namespace hazard::fivee {

struct PlannerSettings {
  int cells = 2;            // to do an action on a target from
  int plans = 12;           // at a decision; 0: all
  bool finish_off = false;  // dying characters are targets
  bool by_wits = false;     // dull monsters see only the foes that are near
  bool dodges = false;      // ducking is a plan even where there is something to do
  bool morale = false;      // whose heart has sunk does nothing but flee
  bool common = false;      // what everybody can do is a plan wherever it is possible
};

class Targets {
 public:
  Targets(const Rules& rules, const PlannerSettings& settings) : rules_(rules), settings_(settings) {}

  Fighters targets(const State& s, int me) const {
    const bool down_too = settings_.finish_off && rules_.side(me) == 1;
    const Fighters foes =
        down_too ? rules_.present(s, rules_.foes_of(me)) : rules_.in_the_fight_among(s, rules_.foes_of(me));
    const bool charmed = s.fighters[me].has(mask_of(Condition::Charmed));  // nobody harms their charmer
    return noticed(s, me, charmed ? foes & ~rules_.sources(s, me, Condition::Charmed) : foes);
  }
  Fighters affected_by(const State& s, int me, const Action& a) const {
    return a.who == Who::Self   ? only(me)
           : a.who == Who::Ally ? rules_.present(s, rules_.friends_of(me))
                                : targets(s, me);
  }

  // The feet within which every melee attack of a sequence reaches.
  int common_reach(int me, const Action& e, std::span<const int> parts) const {
    int feet = e.reach;
    for (const int part : parts) {
      const Action& other = rules_.action(me, part);
      if (other.attack && other.reach > 0) feet = std::min(feet, other.reach);
    }
    return feet;
  }

  // What an action begins with, where it is made of others.
  static int first_element(const Action& a, int number, std::size_t sequence = 0) {
    return sequence >= a.sequences.size() || a.sequences[sequence].empty() ? number
                                                                           : a.sequences[sequence][0];
  }

 private:
  // With wits that count, the dullest go for the nearest foe and cleverer ones weigh a few more.
  Fighters noticed(const State& s, int me, Fighters foes) const {
    const int wits = rules_.block(me).personality.cleverness;
    if (!settings_.by_wits || rules_.side(me) != 1 || wits >= 3) return foes;
    Fighters found = 0;
    for (int i = 0; i <= wits && foes != 0; ++i) {
      int nearest = std::countr_zero(foes);
      for_each(foes, [&](int foe) {
        if (rules_.feet_between(s, me, foe) < rules_.feet_between(s, me, nearest)) nearest = foe;
      });
      found |= only(nearest);
      foes &= ~only(nearest);
    }
    return found;
  }

  const Rules& rules_;
  PlannerSettings settings_;
};

}  // namespace hazard::fivee
