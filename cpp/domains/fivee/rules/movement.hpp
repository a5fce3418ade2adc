// How a creature gets to where its plan acts, and back: on foot past its foes, or through the air.
#pragma once

#include "domains/fivee/rules/actions.hpp"
#include "domains/fivee/rules/opportunity_attacks.hpp"

namespace hazard::fivee {

class Walks {
 public:
  Walks(const Rules& rules, const Lasting& lasting, const Acting& acting)
      : rules_(rules), lasting_(lasting), acting_(acting), walking_(rules) {}

  void start(State& s, Stage stage, Cell to) const {
    s.stage = stage;
    s.step = 0;
    const bool walks = !(to == s.fighters[s.mover()].at) && !teleports(s);
    s.waiting = walks ? walking_.left_behind(s, s.mover(), to) : 0;
  }

  enum Progress : std::uint8_t { Rolls, Paused, Arrived };

  // One opportunity attack after the other, each before the step that calls for it, and what the walk leads
  // into; then the walk itself.
  Progress go_on(State& s) const {
    const int mover = s.mover();
    Fighter& f = s.fighters[mover];
    const Cell to = s.stage == Stage::Leaving ? s.plan.to : s.plan.retreat;
    if (s.step == 1) {  // an attack is being made
      if (acting_.act(s)) return Rolls;
      if (Acting::pauses(s)) return Paused;
      s.step = 0;
      if (s.waiting == 0 && !(to == f.at)) s.waiting = walking_.left_behind(s, mover, to);
    }
    const bool jumps = teleports(s);
    // A parting blow may have held or felled it.
    const bool moves = Rules::can_act(f) && (jumps || !f.has(kRooted)) && !(to == f.at);
    if (moves && s.waiting != 0) {
      const int foe = std::countr_zero(s.waiting);
      s.waiting &= s.waiting - 1;
      if (rules_.can_react(s, foe)) strike_at(s, foe);
      return Paused;
    }
    s.waiting = 0;
    if (!moves) return s.stage == Stage::Leaving && answered(s) ? Paused : Arrived;
    const auto stop = jumps ? walking_.stop_of_jump(s, mover, to)
                            : walking_.first_stop(s, mover, to, feet_of(s, mover, s.plan));
    f.at = stop.none() ? to : stop.at;
    lasting_.release_those_apart(s, mover);
    if (stop.none()) return s.stage == Stage::Leaving && answered(s) ? Paused : Arrived;
    if (stop.foe != kNothing) {
      strike_at(s, stop.foe);
    } else {
      acting_.start_action(s, stop.source, stop.action, mover);
      s.step = 1;
    }
    return Paused;
  }

  const Hazards& hazards() const { return walking_.hazards(); }

  // Whether a plan goes to its place without a step.
  bool teleports(int mover, const Plan& plan) const {
    const auto jumps = [&](int number) {
      return number != Plan::kNone && rules_.action(mover, number).teleport_feet > 0;
    };
    return (plan.bonus_first && jumps(plan.bonus)) || jumps(plan.action);
  }

  // Foes who may strike at somebody on the way to where a plan acts.
  Fighters opportunities(const State& s, int mover, const Plan& plan) const {
    if (plan.to == s.fighters[mover].at || teleports(mover, plan)) return 0;
    return walking_.provoked(s, mover, plan.to, feet_of(s, mover, plan));
  }

 private:
  bool teleports(const State& s) const { return s.stage == Stage::Leaving && teleports(s.mover(), s.plan); }

  int feet_of(const State& s, int mover, const Plan& plan) const {
    const bool swift = plan.bonus_first && plan.bonus != Plan::kNone &&
                       rules_.action(mover, plan.bonus).standard == Standard::Dash;
    return rules_.speed(s, mover) * (swift || plan.standard == Standard::Dash ? 2 : 1);
  }

  // A foe strikes at somebody who leaves its reach.
  void strike_at(State& s, int foe) const {
    s.fighters[foe].set(kReacted);
    acting_.start_action(s, foe, rules_.opportunity(foe), s.mover());
    s.step = 1;
  }

  // Somebody has waited with an attack for the first foe in reach who is about to act.
  bool answered(State& s) const {
    const int mover = s.mover();
    for (int foe = 0; foe < rules_.size(); ++foe) {
      Fighter& f = s.fighters[foe];
      if (f.readied == 0 || rules_.side(foe) == rules_.side(mover) || !rules_.can_react(s, foe)) continue;
      const int number = f.readied - 1;
      if (!s.fighters[mover].standing() || !rules_.sees(s, foe, mover) || !rules_.may_harm(s, foe, mover) ||
          !rules_.shot(s, foe, f.at, rules_.action(foe, number), mover).possible)
        continue;
      f.readied = 0;
      f.set(kReacted);
      acting_.start_action(s, foe, number, mover);
      s.step = 1;
      return true;
    }
    return false;
  }

  const Rules& rules_;
  const Lasting& lasting_;
  const Acting& acting_;
  Walking walking_;
};

}  // namespace hazard::fivee
