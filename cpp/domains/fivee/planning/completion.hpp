// The rest of a turn: to a plan with an action, a bonus action is added, and a way back.
#pragma once

#include "domains/fivee/planning/places.hpp"
#include "domains/fivee/planning/targets.hpp"

namespace hazard::fivee {

class Completion {
 public:
  Completion(const Rules& rules, const Worths& worths, const Prospects& prospects, const Targets& targets)
      : rules_(rules), worths_(worths), prospects_(prospects), targets_(targets) {}

  // Adds a bonus action to a plan.
  void add_bonus(const State& s, int me, Move& move) const {
    static thread_local State moved;
    Plan& plan = move.plan;
    const auto& actions = rules_.block(me).actions;
    if (plan.bonus != Plan::kNone || plan.flees) return;
    double best = 0.0;
    bool copied = false;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy != Economy::Bonus || !rules_.available(s, me, i)) continue;
      if (plan.action != Plan::kNone && !rules_.may_cast_both(actions[plan.action], a)) continue;
      if (!rules_.action(me, Targets::first_element(a, i)).attack && (a.area || a.effects.empty())) continue;
      if (!copied) {
        moved = s;
        moved.fighters[me].at = plan.to;
        copied = true;
      }
      auto [worth, target] = bonus_gain(moved, me, i);
      worth -= prospects_.price(me, i);
      if (worth <= best) continue;
      best = worth;
      plan.bonus = static_cast<std::uint8_t>(i);
      plan.bonus_target = static_cast<std::uint8_t>(target);
      plan.bonus_first = target == me && helps_at_once(a);
    }
    move.score += static_cast<float>(best);
  }

  // Adds a way back to plans, where nobody can answer it. It is no part of their score: only those that are
  // kept need one.
  void add_ways_back(const State& s, int me, std::span<Move> kept, const Places& places) const {
    const int slip = slipping_away(s, me);
    const bool flyby = rules_.block(me).flyby;
    if (slip == kNothing && !flyby) return;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      Plan& plan = kept[i].plan;
      if (plan.flees || plan.bonus_first || plan.standard == Standard::Dash)
        continue;  // all its feet are run
      const bool slips = slip != kNothing && plan.bonus == Plan::kNone;
      if (!slips && !flyby) continue;
      const auto same = std::find_if(kept.begin(), kept.begin() + i, [&](const Move& before) {
        return before.plan.to == plan.to && !(before.plan.retreat == before.plan.to);
      });
      plan.retreat = same == kept.begin() + i ? way_back(s, me, plan.to, places) : same->plan.retreat;
      if (slips && !(plan.retreat == plan.to)) plan.bonus = static_cast<std::uint8_t>(slip);
    }
  }

 private:
  // A bonus action to disengage, or kNothing.
  int slipping_away(const State& s, int me) const {
    const auto& actions = rules_.block(me).actions;
    int found = kNothing;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy == Economy::Bonus && a.standard == Standard::Disengage && rules_.available(s, me, i))
        found = i;
    }
    return found;
  }

  // Whether what somebody does to itself changes the attacks of the same turn (a rage, a smite).
  bool helps_at_once(const Action& a) const {
    return std::any_of(a.effects.begin(), a.effects.end(), [&](const Effect& e) {
      if (e.modifier == kNothing) return false;
      const Modifier& m = rules_.battle().modifiers[e.modifier];
      return m.attack_advantage > 0 || m.extra_attacks > 0 || !m.attack.probabilities.empty() ||
             !m.damage.probabilities.empty();
    });
  }

  std::pair<double, int> bonus_gain(const State& s, int me, int number) const {
    const Action& a = rules_.action(me, number);
    double best = 0.0;
    int chosen = kNobody;
    const auto offer = [&](int target, double worth) {
      if (worth > best) best = worth, chosen = target;
    };
    const Action& e = rules_.action(me, Targets::first_element(a, number));
    if (e.attack) {
      for_each(targets_.targets(s, me), [&](int foe) {
        if (rules_.shot(s, me, s.fighters[me].at, e, foe).possible)
          offer(foe, prospects_.attacks(s, me, number, 0, foe));
      });
    } else if (!a.area && !a.effects.empty()) {
      for_each(targets_.affected_by(s, me, a), [&](int target) {
        if (target == me || rules_.feet_between(s, me, target) <= a.target_range)
          offer(target, prospects_.affected(s, me, number, 0, target));
      });
    }
    return {best, chosen};
  }

  // Out of reach again with what is left of the movement.
  Cell way_back(const State& s, int me, Cell from, const Places& places) const {
    const int left = rules_.speed(s, me) - places.reach().feet(from);
    if (left < kFeetPerCell) return from;
    static thread_local State moved;
    static thread_local Places back;
    moved = s;
    moved.fighters[me].at = from;
    moved.fighters[me].set(kDisengaged);
    back.survey(rules_, worths_, prospects_, moved, me, left);
    return back.best([&](Cell cell) { return -back.risk(cell); });
  }

  const Rules& rules_;
  const Worths& worths_;
  const Prospects& prospects_;
  const Targets& targets_;
};

}  // namespace hazard::fivee
