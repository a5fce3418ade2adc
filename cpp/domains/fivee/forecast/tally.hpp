// What a plan does to each combatant, by every roll that it calls for: mean damage, the odds of its attacks,
// and the chance that somebody falls. Exact, whatever the buckets of a search.
//
// Rolls are followed level by level, and equal moments are one. So that there are few of them, only the one
// whose fall is asked about keeps its hit points; everybody else has a thousand more than they have, and gets
// them back after each blow. What a hit changes for the next attack (a fall, a hold, a spent reaction) is
// thereby counted in.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "domains/fivee/combat.hpp"

namespace hazard::fivee {

class Tally {
 public:
  // One attack of the plan; all but `made` given that it is made.
  struct Attack {
    int action = 0, target = 0;
    double made = 0.0, hit = 0.0, critical = 0.0, turned = 0.0;
    double hit_damage = 0.0, critical_damage = 0.0;
    double miss() const { return 1.0 - hit - critical; }
  };
  struct Found {
    std::array<double, kMostCombatants> damage{};
    std::vector<Attack> attacks;  // in their order
  };

  explicit Tally(const Combat& game) : game_(game), rules_(game.rules()) {}

  // The mean damage that whoever decides deals by `plan`, and with which attacks.
  Found found(const State& s, const Move& plan) const {
    Found sum;
    const int me = game_.decider(s);
    std::map<std::array<int, 6>, Attack> attacks;
    follow(
        s, plan, kNobody,
        [&](const State& at, double weight) {
          if (at.chance == Chance::Strike && at.actor == me) note_attacks(at, weight, attacks);
        },
        [&](const State& before, const State& after, double weight) {
          if (before.actor == me) note_damage(before, after, weight, sum.damage);
        },
        [](const State&, double) {});
    for (auto& [key, attack] : attacks) sum.attacks.push_back(averaged(attack));
    return sum;
  }

  // The chance that `target` drops to 0 hit points, or dies if it has none; negative: too much to follow.
  double falls(const State& s, const Move& plan, int target) const {
    const bool down = s.fighters[target].is(kDown);
    double sum = 0.0;
    const bool done = follow(
        s, plan, target, [](const State&, double) {}, [](const State&, const State&, double) {},
        [&](const State& end, double weight) {
          const Fighter& f = end.fighters[target];
          if (f.is(kDead) || (!down && f.is(kDown))) sum += weight;
        });
    return done ? std::min(1.0, sum) : -1.0;
  }

 private:
  static constexpr int kMuch = 1000;
  static constexpr int kMostSteps = 1'000'000;

  struct Node {
    State state;
    double weight = 0.0;
  };
  // Nodes in the order in which they were found: sums of their weights are then the same on every machine.
  struct Level {
    std::vector<Node> nodes;
    std::unordered_map<std::uint64_t, std::size_t> places;  // by the state's key
  };

  // Calls at_roll(state, weight) for each roll, at_step(before, after, weight) for each outcome and
  // at_end(state, weight) where the plan is carried out. False when there is too much to follow.
  bool follow(const State& s, const Move& plan, int kept, auto&& at_roll, auto&& at_step,
              auto&& at_end) const {
    const State start = strengthened(s, kept);
    Level open;
    add(open, game_.apply(start, plan), 1.0);
    int steps = 0;
    while (!open.nodes.empty()) {
      Level next;
      for (const Node& node : open.nodes) {
        const State& at = node.state;
        if (!goes_on(at, s)) {
          at_end(at, node.weight);
          continue;
        }
        if (steps > kMostSteps) return false;
        at_roll(at, node.weight);
        game_.chances().outcomes(at, 0, [&](const Move& move, double p) {
          State after = game_.apply(at, move);
          at_step(at, after, node.weight * p);
          restore(after, start, kept);
          add(next, after, node.weight * p);
          ++steps;
        });
      }
      open = std::move(next);
    }
    return true;
  }

  void add(Level& level, const State& state, double weight) const {
    const auto [place, added] = level.places.try_emplace(game_.key(state), level.nodes.size());
    if (added)
      level.nodes.push_back({state, weight});
    else
      level.nodes[place->second].weight += weight;
  }

  // Until the action and the bonus action are done.
  static bool goes_on(const State& at, const State& start) {
    const bool acting = at.stage == Stage::Leaving || at.stage == Stage::Acting || at.stage == Stage::Bonus ||
                        at.stage == Stage::Legendary;
    return at.chance != Chance::None && acting && at.turn == start.turn && at.round == start.round;
  }

  // A thousand hit points more for everybody but `kept`; who is wounded or bloodied stays so.
  State strengthened(const State& s, int kept) const {
    State strong = s;
    for_each(rules_.present(s, rules_.everybody()), [&](int i) {
      if (i == kept) return;
      Fighter& f = strong.fighters[i];
      const bool bloodied = rules_.bloodied(s, i), wounded = rules_.wounded(f);
      const int points = std::min(kMuch + rules_.hit_points(s, i) / kPoint, kMostHitPoints);
      f.flags = static_cast<std::uint16_t>(f.flags & ~(kDown | kStable | kUnknownHitPoints));
      f.damage = f.temporary = 0;
      f.hit_points = static_cast<std::int16_t>(points * kPoint);
      if (f.resistance_left > 0) return;  // what it resists is a share of what it has when unhurt
      f.most = static_cast<std::int16_t>(bloodied ? 2 * points : wounded ? points + 1 : points);
    });
    return strong;
  }

  void restore(State& s, const State& start, int kept) const {
    for_each(rules_.present(s, rules_.everybody()), [&](int i) {
      Fighter& f = s.fighters[i];
      const Fighter& before = start.fighters[i];
      if (i == kept || f.hit_points == before.hit_points) return;
      const bool unhurt = f.most * kPoint == before.hit_points;
      if (unhurt && f.hit_points < before.hit_points) ++f.most;  // it is wounded now
      f.hit_points = before.hit_points;
    });
  }

  // ---- counting ------------------------------------------------------------------------------------------

  // Whatever is lost while the plan's own maker acts is its doing.
  void note_damage(const State& before, const State& after, double weight,
                   std::array<double, kMostCombatants>& damage) const {
    for (int i = 0; i < rules_.size(); ++i) {
      const int lost = before.fighters[i].hit_points - after.fighters[i].hit_points;
      if (lost > 0) damage[i] += weight * lost / kPoint;
    }
  }

  void note_attacks(const State& s, double weight, std::map<std::array<int, 6>, Attack>& attacks) const {
    const auto sequence = game_.resolver().acting().sequence(s);
    const int count = game_.strikes().together(s, sequence);
    for (int i = 0; i < count; ++i) {
      const int number = sequence[s.element + i];
      const bool first = (s.stage == Stage::Bonus) == s.plan.bonus_first;
      Attack& sum = attacks[{first ? 0 : 1, s.step, s.frame.held, s.element + i, number, s.target}];
      const fivee::Blow b = game_.strikes().blow(s, s.actor, number, s.target);
      sum.action = number;
      sum.target = s.target;
      sum.made += weight;
      sum.hit += weight * b.hit;
      sum.critical += weight * b.critical;
      sum.turned += weight * b.turned;
      sum.hit_damage += weight * b.hit * mean_of(*b.normal, b.halved);
      sum.critical_damage += weight * b.critical * mean_of(*b.doubled, b.halved);
    }
  }

  static double mean_of(const Rolled& rolled, bool halved) {
    if (!halved) return rolled.mean;
    double sum = 0.0;
    for (std::size_t i = 0; i < rolled.probabilities.size(); ++i)
      sum += rolled.probabilities[i] * ((rolled.low + static_cast<int>(i)) / 2);
    return sum;
  }

  static Attack averaged(Attack sum) {
    const auto over = [](double total, double of) { return of > 0.0 ? total / of : 0.0; };
    sum.hit_damage = over(sum.hit_damage, sum.hit);
    sum.critical_damage = over(sum.critical_damage, sum.critical);
    sum.hit = over(sum.hit, sum.made);
    sum.critical = over(sum.critical, sum.made);
    sum.turned = over(sum.turned, sum.made);
    return sum;
  }

  const Combat& game_;
  const Rules& rules_;
};

}  // namespace hazard::fivee
