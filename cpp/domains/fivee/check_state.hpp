// Refuses a state that points outside its fight: whatever the rules use as an index must lead somewhere.
#pragma once

#include <stdexcept>
#include <string>

#include "domains/fivee/rules/actions.hpp"

namespace hazard::fivee {

class StateCheck {
 public:
  StateCheck(const Rules& rules, const Acting& acting, const State& s) : rules_(rules), s_(s) {
    within(s.turn, 0, rules.size() - 1, "turn");
    within(s.round, 1, 255, "round");
    std::array<bool, kMostCombatants> seen{};
    for (int i = 0; i < rules.size(); ++i) {
      fighter(i);
      if (seen[s.order[i]]) throw std::invalid_argument("somebody stands twice in the order of initiative");
      seen[s.order[i]] = true;
    }
    within(s.ongoing_count, 0, kOngoing, "effects that last");
    for (int i = 0; i < s.ongoing_count; ++i) ongoing(s.ongoing[i]);
    within(s.lair_turn, 0, rules.size(), "the lair's turn");
    within(s.zone_count, 0, kZones, "areas that stay");
    for (int i = 0; i < s.zone_count; ++i) zone(s.zones[i]);
    within(s.sequel_count, 0, kSequels, "things that follow");
    for (int i = 0; i < s.sequel_count; ++i) {
      const Sequel& next = s.sequels[i];
      doing(next.source, next.action, next.target);
    }
    if (s.frame.held) doing(s.frame.actor, s.frame.action, s.frame.target);
    aimed(s.plan.aim);
    resolution(acting);
  }

 private:
  static void within(int value, int low, int high, const char* what) {
    if (value >= low && value <= high) return;
    throw std::invalid_argument(std::string(what) + " is " + std::to_string(value) + "; expected " +
                                std::to_string(low) + " to " + std::to_string(high));
  }
  int actions_of(int fighter) const { return static_cast<int>(rules_.block(fighter).actions.size()); }
  void somebody(int fighter, const char* what) const { within(fighter, 0, rules_.size() - 1, what); }
  void somebody_or_nobody(int fighter, const char* what) const {
    if (fighter != kNobody) somebody(fighter, what);
  }
  void place(Cell at, int fighter) const {
    const int side = rules_.block(fighter).side;
    within(at.x, 0, rules_.map().width - side, "column");
    within(at.y, 0, rules_.map().height - side, "row");
  }

  void fighter(int i) const {
    somebody(s_.order[i], "order");
    const Fighter& f = s_.fighters[i];
    place(f.at, i);
    within(f.concentration, 0, actions_of(i), "concentration");
    within(f.readied, 0, actions_of(i), "readied action");
    within(f.most, 1, kMostHitPoints, "most hit points");
    within(f.hit_points, 0, f.most * kPoint, "hit points in sixteenths");
  }

  void ongoing(const Ongoing& o) const {
    somebody(o.target, "target");
    somebody(o.source, "source");
    if (o.wound != 255) within(o.wound, 0, actions_of(o.source) - 1, "wound");
    within(o.what, 0, kConditions + static_cast<int>(rules_.battle().modifiers.size()) - 1, "effect");
  }

  void doing(int actor, int action, int target) const {
    somebody(actor, "actor");
    within(action, 0, actions_of(actor) - 1, "action");
    somebody_or_nobody(target, "target");
  }

  void aimed(const Aim& aim) const {
    within(aim.x, 0, 2 * rules_.map().width, "the column of an aim");
    within(aim.y, 0, 2 * rules_.map().height, "the row of an aim");
  }

  void zone(const Zone& z) const {
    doing(z.source, z.action, kNobody);
    within(z.strike, 0, actions_of(z.source) - 1, "the strike of an area that stays");
    if (!rules_.action(z.source, z.action).area)
      throw std::invalid_argument("an area that stays without one");
    place(z.from, z.source);
    aimed(z.aim);
  }

  // What is going on in the midst of a turn.
  void resolution(const Acting& acting) const {
    somebody_or_nobody(s_.target, "target");
    if (s_.checks != 0) somebody(s_.checked, "checked");
    if (s_.stage == Stage::Legendary) somebody(s_.legend, "legend");
    if (((s_.waiting | s_.frame.waiting) & ~rules_.everybody()) != 0)
      throw std::invalid_argument("somebody who is not there waits");
    if (s_.stage == Stage::Over) return;
    const bool to_choose = s_.stage == Stage::Legendary && s_.step == 0;  // the plan is still another's
    if (!to_choose) plan(s_.stage == Stage::Legendary ? s_.legend : s_.mover());
    if (s_.chance == Chance::RepeatSave || s_.chance == Chance::Escape)
      return within(s_.element, 0, s_.ongoing_count - 1, "element");
    if (s_.chance == Chance::Recharge) {
      within(s_.action, 0, actions_of(s_.mover()) - 1, "action");
      return within(rules_.limited(s_.mover(), s_.action), 0, kLimitedActions - 1, "recharge");
    }
    if (acts()) action(acting);
  }

  bool rolls() const {
    return s_.chance == Chance::Strike || s_.chance == Chance::Rider || s_.chance == Chance::AreaDamage ||
           s_.chance == Chance::AreaSave;
  }

  // Whether an action is being carried out.
  bool acts() const {
    if (s_.frame.held) return true;
    switch (s_.stage) {
      case Stage::Acting:
      case Stage::Bonus:
        return s_.element != 255;
      case Stage::Legendary:
      case Stage::Leaving:
      case Stage::Retreating:
        return s_.step == 1;
      default:
        return rolls() || (s_.stage == Stage::TurnStart && s_.step == kStruckAtStart) ||
               (s_.stage == Stage::TurnEnd && s_.step == kStruckAtEnd);
    }
  }

  void action(const Acting& acting) const {
    somebody(s_.actor, "actor");
    if (actions_of(s_.actor) == 0 && !rolls()) return;
    within(s_.action, 0, actions_of(s_.actor) - 1, "action");
    if (!rolls()) return;
    if (s_.chance != Chance::AreaDamage) somebody(s_.target, "target");
    within(s_.element, 0, static_cast<int>(acting.sequence(s_).size()) - 1, "element");
    const int effects = static_cast<int>(rules_.action(s_.actor, acting.current(s_)).effects.size());
    if (s_.chance != Chance::Strike) within(s_.effect, 0, effects - 1, "effect");
  }

  void plan(int decider) const {
    const Plan& p = s_.plan;
    for (const int number : {p.action, p.bonus}) {
      if (number != Plan::kNone) within(number, 0, actions_of(decider) - 1, "planned action");
    }
    somebody_or_nobody(p.target, "planned target");
    somebody_or_nobody(p.other, "planned target");
    somebody_or_nobody(p.bonus_target, "planned target");
    if (s_.stage == Stage::TurnStart || s_.stage == Stage::Deciding || s_.stage == Stage::Over) return;
    place(p.to, decider);
    place(p.retreat, decider);
  }

  static constexpr int kStruckAtStart = 101, kStruckAtEnd = 2;  // by an aura, a wound, an area; see Resolver

  const Rules& rules_;
  const State& s_;
};

}  // namespace hazard::fivee
