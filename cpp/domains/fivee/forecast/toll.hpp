// What a plan may cost the party in lives, and the plans that an objective's limits leave.
//
// The toll of a turn is exact: every roll is followed with every amount of damage, level by level, and equal
// moments are one. Most plans need none of it, because the highest rolls could not kill anybody. Beyond the
// turn, the others do what looks best at first sight, and amounts between which nothing changes are one.
//
// Over 400 lines: one estimate, with every kind of action that it weighs.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "domains/fivee/combat.hpp"

namespace hazard::fivee {

struct Toll {
  double deaths = 0.0;  // characters, on average
  double death = 0.0;   // the chance that any of them dies
  double wipe = 0.0;    // the chance that none is left standing
  bool exact = true;

  bool keeps(double most_death, double most_wipe) const {
    return death <= most_death + kRounding && wipe <= most_wipe + kRounding;
  }
  // How deadly it is, where that has to be compared: the party's end counts as much as one death more.
  double weight() const { return death + wipe; }
  static constexpr double kRounding = 1e-9;
};

// Moments with their probabilities; equal ones are one.
class Moments {
 public:
  struct Moment {
    State state;
    double weight = 0.0;
  };

  void add(std::uint64_t key, const State& state, double weight) {
    if (2 * moments_.size() >= places_.size()) grow();
    int& place = places_[find(key)];
    if (place < 0) {
      place = static_cast<int>(moments_.size());
      keys_.push_back(key);
      moments_.push_back({state, 0.0});
    }
    moments_[static_cast<std::size_t>(place)].weight += weight;
  }
  void clear() {
    if (!moments_.empty()) std::fill(places_.begin(), places_.end(), -1);
    moments_.clear();
    keys_.clear();
  }
  bool empty() const { return moments_.empty(); }
  const std::vector<Moment>& all() const { return moments_; }

 private:
  std::size_t find(std::uint64_t key) const {
    std::size_t at = key & (places_.size() - 1);
    while (places_[at] >= 0 && keys_[static_cast<std::size_t>(places_[at])] != key)
      at = (at + 1) & (places_.size() - 1);
    return at;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(64, 2 * places_.size()), -1);
    for (std::size_t i = 0; i < keys_.size(); ++i) places_[find(keys_[i])] = static_cast<int>(i);
  }

  std::vector<Moment> moments_;
  std::vector<std::uint64_t> keys_;
  std::vector<int> places_;  // by key, a power of two; -1: free
};

class Tolls {
 public:
  // `monsters` decides by its own objective, `party` by that of the characters.
  Tolls(const Combat& monsters, const Combat& party)
      : monsters_(monsters), party_(party), rules_(monsters.rules()) {}

  // Of the plan alone, to the end of the turn.
  Toll now(const State& s, const Move& plan) const {
    const Bound bound = at_most(s, plan);
    return bound.death <= 0.0 && bound.wipe <= 0.0 ? Toll{} : follow(s, plan, 1);
  }
  // Of the plan and the turns after it, so many in all.
  Toll soon(const State& s, const Move& plan, int turns) const {
    return turns <= 1 ? now(s, plan) : follow(s, plan, turns);
  }

  // Whether a plan keeps an objective's limits this turn. What costs little is asked first.
  bool keeps(const State& s, const Move& plan, const Limits& limits) const {
    if (surely_keeps(s, plan, limits)) return true;
    Toll rough;
    followed(s, plan, 1, 1, rough);
    const bool far_off = rough.death > 2.0 * limits.death + 0.05 || rough.wipe > 2.0 * limits.wipe + 0.05;
    return !far_off && follow(s, plan, 1).keeps(limits.death, limits.wipe);
  }
  // Whether that is plain without following its rolls.
  bool surely_keeps(const State& s, const Move& plan, const Limits& limits) const {
    const Bound bound = at_most(s, plan);
    return bound.death <= limits.death && bound.wipe <= limits.wipe;
  }

 private:
  static constexpr int kMostSteps = 60'000;  // of an exact toll; beyond, amounts are taken together
  static constexpr double kUnlikely = 1e-5;  // what is less likely is not followed beyond the turn

  Fighters party() const { return rules_.friends_of_side(0); }

  // ---- without following the rolls -----------------------------------------------------------------------

  struct Bound {
    double death = 0.0, wipe = 0.0;
  };
  static constexpr Bound kAnything{1.0, 1.0};

  // What a plan does at most: the sum over its rolls, each at the worst that those before it may have left.
  // Nobody who is felled by a plan is struck again by it, but for what follows from the same blow.
  Bound at_most(const State& s, const Move& move) const {
    const Plan& p = move.plan;
    const int me = monsters_.decider(s);
    if (rules_.side(me) == 0) return {};
    const StatBlock& block = rules_.block(me);
    if (block.burst_action != kNothing || rules_.modifiers_on(s, me).extra_attacks > 0) return kAnything;
    static thread_local State there;
    there = s;
    there.fighters[me].at = p.to;
    Sum sum;
    sum.standing = rules_.standing(s, party());
    const auto add_all = [&](int number, int sequence, int target) {
      if (number == Plan::kNone) return;
      for (const int part : Strikes::elements(rules_.action(me, number), number, sequence))
        add(there, me, part, target, p.aim, sum);
    };
    add_all(p.action, p.sequence, p.target);
    add_all(p.bonus, 0, p.bonus_target);
    if (block.charge_extra != kNothing) add(there, me, block.charge_extra, p.target, p.aim, sum);
    if (block.rampage && rules_.opportunity(me) != kNothing)
      add(there, me, rules_.opportunity(me), kNobody, p.aim, sum);
    if (sum.unbounded) return kAnything;
    return {std::min(1.0, sum.death), wipe_of(s, sum)};
  }

  // What has been added up so far of a plan.
  struct Sum {
    double death = 0.0;
    Fighters standing = 0, caught = 0;        // characters who stand; those whom areas and the like may fell
    int blows = 0;                            // that may fell one each
    std::array<int, kMostCombatants> most{};  // the highest damage to each
    bool unbounded = false;
  };

  double wipe_of(const State& s, const Sum& sum) const {
    if (sum.standing == 0) return 0.0;
    if (std::popcount(sum.standing & ~sum.caught) > sum.blows) return 0.0;
    bool all = true;
    for_each(sum.standing, [&](int who) { all = all && sum.most[who] >= left(s, who); });
    return all ? 1.0 : 0.0;
  }

  int left(const State& s, int who) const {
    const Fighter& f = s.fighters[who];
    return std::max(1, (f.hit_points + f.temporary) / kPoint);
  }

  // One attack, area or other part of a plan.
  void add(const State& s, int me, int number, int target, const Aim& aim, Sum& sum) const {
    const Action& a = rules_.action(me, number);
    if (a.who != Who::Enemy) return;
    for (const Effect& e : a.effects) {
      for (const Infliction& i : e.inflictions) sum.unbounded |= i.condition == Condition::Exhaustion;
      sum.unbounded |= e.at_zero == AtZero::Dies && !e.damage.empty();
    }
    const bool many = a.area || a.targets > 1;
    Fighters among = rules_.present(s, party());
    if (a.area) among &= monsters_.resolver().acting().caught(s, me, a, aim);
    if (a.attack) among &= sum.standing | (target < kMostCombatants ? only(target) : 0);
    const bool first = sum.blows == 0 && sum.caught == 0;
    double worst = 0.0;
    bool harms = false;
    for_each(among, [&](int who) {
      const double chance = a.attack ? by_attack(s, me, number, who, first && who == target, sum)
                                     : by_effects(s, me, number, 0, who, first, sum);
      many ? sum.death += chance : worst = std::max(worst, chance);
      harms = true;
      if (many) sum.caught |= only(who);
    });
    sum.death += worst;
    for (const Effect& e : a.effects) sum.blows += harms && !many && !e.damage.empty();
  }

  // The chance that an attack kills somebody, at most. `fresh`: nothing has struck them before.
  double by_attack(const State& s, int me, int number, int who, bool fresh, Sum& sum) const {
    const Action& a = rules_.action(me, number);
    const Fighter& f = s.fighters[who];
    if (f.is(kUnknownHitPoints) || !rules_.makes_death_saves(who)) return sum.unbounded = true, 1.0;
    const bool direct = !a.effects.empty() && !a.effects[0].saves;
    double chance = 0.0;
    if (direct) {
      const int most = highest(s, me, number, 0, who);
      sum.most[who] += most;
      const int deadly = f.is(kDown) ? 1 : (fresh ? left(s, who) : 1) + rules_.most_points(f);
      if (most >= deadly) {
        const Blow b = monsters_.strikes().blow(s, me, number, who);
        if (f.is(kDown)) {
          chance += b.hit + b.critical;
        } else if (b.shot.possible) {
          chance += b.hit * b.normal->at_least(deadly) + b.critical * b.doubled->at_least(deadly);
        }
      }
    }
    return chance + by_effects(s, me, number, direct ? 1 : 0, who, false, sum);
  }

  // The same for effects without an attack roll, or after one, from one of them on.
  double by_effects(const State& s, int me, int number, int from, int who, bool fresh, Sum& sum) const {
    const Action& a = rules_.action(me, number);
    const Fighter& f = s.fighters[who];
    double chance = 0.0;
    int damaging = 0;
    for (std::size_t i = static_cast<std::size_t>(from); i < a.effects.size(); ++i) {
      const Effect& e = a.effects[i];
      if (e.damage.empty() || e.on_self) continue;
      const Rolled& rolled = rules_.damage_to(s, me, number, static_cast<int>(i), who, !e.saves);
      sum.most[who] += rolled.high();
      // Whoever has gone down by the same blow dies of as much as they ever had.
      const bool unhurt = fresh && damaging == 0 && !f.is(kDown);
      const int deadly = rules_.most_points(f) + (unhurt ? left(s, who) : 0);
      chance += f.is(kDown) && f.failures >= 2 ? 1.0 : rolled.at_least(deadly);
      ++damaging;
    }
    // Three failures in one blow need two such effects.
    if (damaging + (from > 0) > 2) sum.unbounded = true;
    return chance;
  }

  // The highest damage of an effect that an attack roll decides about, with all that may be added to it.
  int highest(const State& s, int me, int number, int effect, int who) const {
    const Action& a = rules_.action(me, number);
    if (a.effects[static_cast<std::size_t>(effect)].damage.empty()) return 0;
    const ActiveModifiers mine = rules_.modifiers_on(s, me);
    const bool weak = rules_.block(who).vulnerable != 0;
    int most = rules_.damage_to(s, me, number, effect, who, true).high();
    int more = high(rules_.block(me).sneak_critical);
    for (int i = 0; i < mine.damage_count; ++i) more += high(mine.damage[i]->damage_critical);
    most += weak ? 2 * more : more;
    return most;
  }
  static int high(const Dice& dice) {
    return dice.probabilities.empty() ? 0 : dice.low + static_cast<int>(dice.probabilities.size()) - 1;
  }

  // ---- roll by roll --------------------------------------------------------------------------------------

  Toll follow(const State& s, const Move& plan, int turns) const {
    Toll toll;
    if (followed(s, plan, turns, 0, toll)) return toll;
    toll = {};
    followed(s, plan, turns, 1, toll);
    toll.exact = false;
    return toll;
  }

  // `buckets`: of the turn itself. False when there is too much to follow; with buckets, what is left is then
  // counted as it stands.
  bool followed(const State& s, const Move& plan, int turns, int buckets, Toll& toll) const {
    Moments open, next;
    const auto add = [&](Moments& to, const State& state, double weight) {
      to.add(monsters_.key(state), state, weight);
    };
    add(open, monsters_.apply(s, plan), 1.0);
    toll.exact = turns == 1 && buckets == 0;
    int steps = 0;
    for (; !open.empty(); std::swap(open, next)) {
      next.clear();
      for (const auto& [at, weight] : open.all()) {
        const int passed = turns_between(s, at);
        const bool decision = at.chance == Chance::None;
        const bool ends = at.stage == Stage::Over || passed >= turns || (decision && turns == 1) ||
                          (turns > 1 && weight < kUnlikely);
        if (ends || (steps > kMostSteps && buckets > 0)) {
          note(s, at, weight, toll);
          continue;
        }
        if (steps > kMostSteps) return false;
        if (decision) {
          add(next, monsters_.apply(at, chosen(at)), weight);
          ++steps;
          continue;
        }
        monsters_.chances().outcomes(at, passed == 0 ? buckets : 1, [&](const Move& move, double p) {
          add(next, monsters_.apply(at, move), weight * p);
          ++steps;
        });
      }
    }
    return true;
  }

  // What somebody would do whose turn comes within those that are looked at.
  Move chosen(const State& s) const;

  int turns_between(const State& before, const State& after) const {
    return (after.round - before.round) * rules_.size() + after.turn - before.turn;
  }

  void note(const State& before, const State& after, double weight, Toll& toll) const {
    int dead = 0, stood = 0, left = 0;
    for_each(party(), [&](int i) {
      dead += after.fighters[i].is(kDead) && !before.fighters[i].is(kDead);
      stood += before.fighters[i].standing();
      left += after.fighters[i].standing() || after.fighters[i].is(kFled);
    });
    toll.deaths += weight * dead;
    toll.death += dead > 0 ? weight : 0.0;
    toll.wipe += stood > 0 && left == 0 ? weight : 0.0;
  }

  const Combat &monsters_, &party_;
  const Rules& rules_;
};

// The plans that the limits of the monsters' objective leave to choose from.
class Restraint {
 public:
  Restraint(const Combat& monsters, const Combat& party)
      : monsters_(monsters), tolls_(monsters, party), limits_(monsters.worths().objective().limits) {}

  // Whether there is anything to keep to in this decision.
  bool binds(const State& s) const {
    return limits_.now() && monsters_.rules().side(monsters_.decider(s)) == 1;
  }

  struct Choice {
    std::vector<Move> moves;   // best first, at first sight
    std::vector<Move> barred;  // those before the last of them that would break a limit
    bool kept = true;          // false: nothing keeps the limits, and this is the least deadly
  };

  // The best plans that keep the limits of this turn, at most `count` (0: all).
  Choice within(const State& s, int count) const {
    Choice choice;
    std::vector<Move> every;
    if (monsters_.settings().planner.morale) {  // those who flee do so first
      monsters_.best_plans(s, [&](const Move& move) { every.push_back(move); });
      if (every.empty() || !every.front().plan.flees) every.clear();
    }
    monsters_.all_plans(s, [&](const Move& move) { every.push_back(move); });
    const std::size_t most = count > 0 ? static_cast<std::size_t>(count) : every.size();
    for (const Move& move : every) {
      if (choice.moves.size() == most) break;
      (tolls_.keeps(s, move, limits_) ? choice.moves : choice.barred).push_back(move);
      if (move.plan.flees && &move == &every.front() && !choice.moves.empty()) return choice;
    }
    if (choice.moves.empty() && !every.empty()) {
      choice.kept = false;
      choice.moves.push_back(least_deadly(s, every, 1));
    }
    return choice;
  }

  // What looks best at first sight among those that keep the limits. Only the best few are followed roll by
  // roll; after them comes the first plan that plainly keeps the limits.
  Move first_sight(const State& s) const {
    const Move best = monsters_.first_sight(s);
    if (!binds(s) || tolls_.keeps(s, best, limits_)) return best;
    int followed = 0;
    bool found = false;
    Move move;
    monsters_.all_plans(s, [&](const Move& other) {
      if (found || other == best) return;
      found = followed < kFollowed    ? ++followed,
      tolls_.keeps(s, other, limits_) : tolls_.surely_keeps(s, other, limits_);
      if (found) move = other;
    });
    return found ? move : within(s, 1).moves.front();
  }

  // The first of some ranked plans that keeps the limits over so many turns; if none does, the least deadly.
  Move soon(const State& s, const std::vector<Move>& ranked, int turns) const {
    if (!limits_.soon() || turns <= 1 || ranked.size() == 1) return ranked.front();
    for (const Move& move : ranked) {
      if (tolls_.soon(s, move, turns).keeps(limits_.death_soon, limits_.wipe_soon)) return move;
    }
    return least_deadly(s, ranked, turns);
  }

  const Tolls& tolls() const { return tolls_; }
  const Limits& limits() const { return limits_; }

 private:
  static constexpr int kFollowed = 4;

  Move least_deadly(const State& s, const std::vector<Move>& moves, int turns) const {
    double least = 1e9;
    Move found = moves.front();
    for (const Move& move : moves) {
      const double weight = tolls_.soon(s, move, turns).weight();
      if (weight < least - Toll::kRounding) least = weight, found = move;
    }
    return found;
  }

  const Combat& monsters_;
  Tolls tolls_;
  Limits limits_;
};

inline Move Tolls::chosen(const State& s) const {
  if (rules_.side(monsters_.decider(s)) == 0) return party_.first_sight(s);
  return Restraint(monsters_, party_).first_sight(s);
}

}  // namespace hazard::fivee
