// A side that fights together: the rest of a round planned for all of its creatures at once.
//
// A *task* (focus on somebody, guard a friend, hold the line, …) becomes a *part* for each creature by its
// kind: weights that add to the score of its plans at first sight, so that the part is followed whatever the
// dice do. Tasks are compared by playing the next rounds with the same dice for each, and valuing where that
// leads as the director does; then single creatures are given other parts where that is better. Samples go
// to the candidates that are still in the running (successive halving: Karnin, Koren and Somekh 2013), and
// nothing takes the place of what looks best at first sight unless it is better beyond the noise.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <vector>

#include "domains/fivee/forecast/toll.hpp"

namespace hazard::fivee {

// What a creature may weigh besides what its plans promise.
struct Weights {
  double strike = 0.0;    // striking whom the task names
  double guard = 0.0;     // staying near whom the task names, per 30 feet
  double hold = 0.0;      // staying where it is, per 30 feet
  double together = 0.0;  // an ally next to it, or next to its target
  double shelter = 0.0;   // ending the turn where no foe sees it
  double away = 0.0;      // ending it far from foes, per 30 feet

  bool any() const {
    return strike != 0.0 || guard != 0.0 || hold != 0.0 || together != 0.0 || shelter != 0.0 || away != 0.0;
  }
};

enum class Kind : std::uint8_t { Melee, Archer, Caster };
inline constexpr int kKinds = 3;

// Whom a task may be about: there is one for each of them.
enum class About : std::uint8_t { Nobody, Foe, Friend };

// A row of the table of tasks.
struct TaskRow {
  About about = About::Nobody;
  std::array<Weights, kKinds> weights{};  // by the kind of a creature
  double prior = 0.0;                     // what it is expected to gain, in value, before anything is played
  double prior_healer = 0.0;              // the same where it is about a healer
};

// A task for a side, and who has another part in it than the others.
struct Task {
  int row = kNothing;     // of the table; kNothing: everybody as they like
  int target = kNothing;  // whom it is about
  friend bool operator==(const Task&, const Task&) = default;
};
using Assignment = std::array<Task, kMostCombatants>;  // by creature

struct JointSettings {
  int samples = 240;     // of the next rounds, for the plan of one round
  int rounds = 4;        // that each plays
  double seconds = 0.0;  // at most, for the plan of one round; 0: no limit
  double spread = 0.03;  // of what tasks gain around what is expected of them, a standard deviation
  std::uint64_t seed = 1;
  std::vector<TaskRow> rows;
};

// The round of a side: a part for everybody, and how the tasks have compared.
struct RoundPlan {
  struct Compared {
    Task task;
    double gain = 0.0, error = 0.0;  // in value, against everybody as they like: prior and samples together
    int samples = 0;
  };
  Assignment parts{};
  std::vector<Compared> tasks;  // best first
  int round = 0;                // that it is for; 0: none
};

class JointPlanner {
 public:
  // `own` plans for the side that decides, `other` plays the other side.
  JointPlanner(const Combat& own, const Combat& other, const JointSettings& settings)
      : own_(own), other_(other), rules_(own.rules()), settings_(settings), restraint_(own, other) {}

  // Every task that there is for the side that decides; the first is for everybody to do as they like.
  std::vector<Task> tasks(const State& s) const {
    std::vector<Task> found(1);
    const int me = own_.decider(s);
    for (int row = 0; row < static_cast<int>(settings_.rows.size()); ++row) {
      switch (row_of(row).about) {
        case About::Nobody:
          found.push_back({row, kNothing});
          break;
        case About::Foe:
          for_each(rules_.standing(s, rules_.foes_of(me)), [&](int foe) { found.push_back({row, foe}); });
          break;
        case About::Friend:
          for_each(rules_.standing(s, rules_.friends_of(me)), [&](int i) {
            if (kind(i) == Kind::Caster) found.push_back({row, i});
          });
          break;
      }
    }
    return found;
  }

  Kind kind(int fighter) const {
    const Role role = rules_.block(fighter).role;
    if (role == Role::Caster || role == Role::Healer) return Kind::Caster;
    return own_.worths().hand_to_hand(fighter) ? Kind::Melee : Kind::Archer;
  }

  // The parts of the side that decides in `s`.
  RoundPlan plan_round(const State& s) const {
    RoundPlan found;
    found.round = s.round;
    std::vector<Sampled> all;
    for (const Task& task : tasks(s)) {
      all.emplace_back();
      all.back().parts.fill(task);
      all.back().task = task;
      all.back().prior = prior(task);
    }
    std::stable_sort(all.begin() + 1, all.end(),
                     [](const Sampled& a, const Sampled& b) { return a.prior > b.prior; });
    if (all.size() > kMostTasks) all.resize(kMostTasks);
    const auto began = std::chrono::steady_clock::now();
    const auto late = [&] {
      return settings_.seconds > 0.0 &&
             std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() >
                 settings_.seconds;
    };
    const std::uint64_t seed = mix64(settings_.seed ^ own_.key(s));
    race(s, all, 2 * settings_.samples / 3, seed, late);
    Sampled best = all.front();
    double most = 0.0;
    for (std::size_t i = 1; i < all.size(); ++i) {
      const double gain = believed(all[i], all.front()).first;
      if (gain > most) most = gain, best = all[i];
    }
    give_other_parts(s, all, best, seed, late);
    found.parts = best.parts;
    for (const Sampled& one : all) {
      const auto [gain, error] = &one == &all.front() ? std::pair(0.0, 0.0) : believed(one, all.front());
      found.tasks.push_back({one.task, gain, error, static_cast<int>(one.values.size())});
    }
    std::stable_sort(found.tasks.begin(), found.tasks.end(),
                     [&](const auto& a, const auto& b) { return a.gain > b.gain; });
    return found;
  }

  // Whether the dice have left a plan behind: its round is over, or whom it is about has fallen.
  bool is_stale(const State& s, const RoundPlan& plan) const {
    if (plan.round != s.round) return true;
    const Task& task = plan.parts[static_cast<std::size_t>(own_.decider(s))];
    return task.target != kNothing && !s.fighters[task.target].standing();
  }

  // What its part adds to the value of a plan of whoever decides.
  double bias(const State& s, const Plan& plan, const Assignment& parts) const {
    const int me = own_.decider(s);
    const Task& task = parts[static_cast<std::size_t>(me)];
    if (task.row == kNothing) return 0.0;
    return bias(s, me, plan, row_of(task.row).weights[static_cast<std::size_t>(kind(me))], task.target);
  }
  // Whether a creature does as it likes.
  bool is_free(const State& s, const Assignment& parts) const {
    const int me = own_.decider(s);
    const Task& task = parts[static_cast<std::size_t>(me)];
    return task.row == kNothing || !row_of(task.row).weights[static_cast<std::size_t>(kind(me))].any();
  }

  // What a creature does as its part at first sight, within the limits of its objective.
  Move follow(const State& s, const Assignment& parts) const {
    const Move move = willing(s, parts);
    if (!restraint_.binds(s) || restraint_.tolls().keeps(s, move, restraint_.limits())) return move;
    return restraint_.first_sight(s);
  }

 private:
  // The samples of one candidate, each by the number of the dice it was played with.
  struct Sampled {
    Assignment parts{};
    Task task;
    double prior = 0.0;
    std::vector<double> values;
    double mean(std::size_t count) const {
      double sum = 0.0;
      for (std::size_t i = 0; i < count; ++i) sum += values[i];
      return count > 0 ? sum / static_cast<double>(count) : 0.0;
    }
  };

  const TaskRow& row_of(int row) const { return settings_.rows[static_cast<std::size_t>(row)]; }

  Move willing(const State& s, const Assignment& parts) const {
    const int me = own_.decider(s);
    const Task& task = parts[static_cast<std::size_t>(me)];
    if (task.row == kNothing) return own_.first_sight(s);
    const Weights& w = row_of(task.row).weights[static_cast<std::size_t>(kind(me))];
    if (!w.any()) return own_.first_sight(s);
    return own_.first_sight(s, [&](const Move& move) { return bias(s, me, move.plan, w, task.target); });
  }

  // Samples all candidates, then the better half of them, and so on. The first one stays in to the end.
  void race(const State& s, std::vector<Sampled>& all, int samples, std::uint64_t seed, auto&& late) const {
    std::vector<Sampled*> left;
    for (Sampled& one : all) left.push_back(&one);
    int stages = 1;
    while ((std::size_t{1} << stages) < all.size()) ++stages;
    for (int stage = 0; stage < stages && !late(); ++stage) {
      const int each = std::max(2, samples / stages / static_cast<int>(left.size()));
      for (int k = 0; k < each && !late(); ++k) {
        for (Sampled* one : left)
          one->values.push_back(sampled(s, one->parts, mix64(seed + one->values.size())));
      }
      std::stable_sort(left.begin() + 1, left.end(), [&](const Sampled* a, const Sampled* b) {
        return believed(*a, all.front()).first > believed(*b, all.front()).first;
      });
      if (left.size() > 2) left.resize(std::max<std::size_t>(2, (left.size() + 1) / 2));
    }
  }

  // Creature by creature: another part, where that is clearly better for the side.
  void give_other_parts(const State& s, const std::vector<Sampled>& all, Sampled& best, std::uint64_t seed,
                        auto&& late) const {
    const Fighters own = rules_.standing(s, rules_.friends_of(own_.decider(s)));
    const int each = settings_.samples / 3 / std::max(1, std::popcount(own));
    if (all.size() < 2 || each < kFewest) return;
    const Task other = best.task == all.front().task ? runner_up(all) : all.front().task;
    for_each(own, [&](int i) {
      if (late()) return;
      Sampled changed;
      changed.parts = best.parts;
      changed.parts[static_cast<std::size_t>(i)] = other;
      while (static_cast<int>(best.values.size()) < each)
        best.values.push_back(sampled(s, best.parts, mix64(seed + best.values.size())));
      for (int k = 0; k < each; ++k)
        changed.values.push_back(sampled(s, changed.parts, mix64(seed + changed.values.size())));
      const auto [gain, error] = difference(changed, best);
      if (gain <= 2.0 * error) return;
      changed.task = best.task;
      best = changed;
    });
  }

  // The task that has come closest to the one that everybody likes.
  static Task runner_up(const std::vector<Sampled>& all) {
    const Sampled* best = &all[1];
    for (std::size_t i = 2; i < all.size(); ++i) {
      const std::pair mine(all[i].values.size(), all[i].mean(all[i].values.size()));
      if (mine > std::pair(best->values.size(), best->mean(best->values.size()))) best = &all[i];
    }
    return best->task;
  }

  // What a task is believed to gain over everybody as they like, and how sure that is: what was expected of
  // it and what has been played, each by its precision.
  std::pair<double, double> believed(const Sampled& one, const Sampled& plain) const {
    const double expected = 1.0 / (settings_.spread * settings_.spread);
    const auto [gain, error] = difference(one, plain);
    const double floor =
        kLeastError / std::sqrt(std::max<double>(1.0, static_cast<double>(one.values.size())));
    const double seen = one.values.size() < 2 ? 0.0 : 1.0 / std::max(error * error, floor * floor);
    return {(expected * one.prior + seen * gain) / (expected + seen), 1.0 / std::sqrt(expected + seen)};
  }

  double prior(const Task& task) const {
    if (task.row == kNothing) return 0.0;
    const TaskRow& row = row_of(task.row);
    const bool healer = task.target != kNothing && rules_.block(task.target).role == Role::Healer;
    return healer ? row.prior_healer : row.prior;
  }

  // How much better one does than another with the same dice, and the standard error of that.
  static std::pair<double, double> difference(const Sampled& a, const Sampled& b) {
    const std::size_t count = std::min(a.values.size(), b.values.size());
    if (count < 2) return {0.0, 1.0};
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double d = a.values[i] - b.values[i];
      sum += d;
      squares += d * d;
    }
    const double n = static_cast<double>(count), mean = sum / n;
    return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) / (n - 1.0))};
  }

  // One course of the next rounds, and what it leads to, for the side that plans.
  double sampled(State s, const Assignment& parts, std::uint64_t seed) const {
    Random random(seed);
    const int side = rules_.side(own_.decider(s));
    const int size = rules_.size(), end = s.round * size + s.turn + settings_.rounds * size;
    for (int step = 0; step < kMostSteps; ++step) {
      const Turn turn = own_.turn(s);
      if (turn == Turn::Over) break;
      if (turn == Turn::Chance) {
        s = own_.apply(s, own_.draw(s, random));
        continue;
      }
      if (s.round * size + s.turn >= end) break;
      const bool mine = rules_.side(own_.decider(s)) == side;
      s = own_.apply(s, mine ? follow(s, parts) : other_.first_sight(s));
    }
    return side == 1 ? own_.value(s) : -own_.value(s);
  }

  double bias(const State& s, int me, const Plan& plan, const Weights& w, int target) const {
    double sum = 0.0;
    const Cell end = plan.retreat;
    const bool about_foe = target != kNothing && rules_.side(target) != rules_.side(me);
    if (w.strike != 0.0 && about_foe && strikes(s, me, plan, target)) sum += w.strike;
    if (w.guard != 0.0 && target != kNothing && !about_foe && target != me)
      sum -= w.guard * rules_.feet_from(end, me, s, target) / 30.0;
    if (w.hold != 0.0) sum -= w.hold * distance_feet(end, 1, s.fighters[me].at, 1) / 30.0;
    if (w.together != 0.0 && plan.target != kNobody && backed(s, me, plan)) sum += w.together;
    if (w.shelter != 0.0 && !seen(s, me, end)) sum += w.shelter;
    if (w.away != 0.0) sum += w.away * std::min(60, nearest(s, me, end)) / 30.0;
    return sum;
  }

  bool strikes(const State& s, int me, const Plan& plan, int foe) const {
    if (plan.target != kNobody) return plan.target == foe;
    if (plan.action == Plan::kNone || !rules_.action(me, plan.action).area) return false;
    static thread_local State there;
    there = s;
    there.fighters[me].at = plan.to;
    const Action& a = rules_.action(me, plan.action);
    return (own_.resolver().acting().caught(there, me, a, plan.aim) & only(foe)) != 0;
  }

  bool backed(const State& s, int me, const Plan& plan) const {
    bool found = false;
    for_each(rules_.standing(s, rules_.friends_of(me)) & ~only(me), [&](int ally) {
      found = found || rules_.feet_between(s, ally, plan.target) <= 5 ||
              rules_.feet_from(plan.retreat, me, s, ally) <= 5;
    });
    return found;
  }

  bool seen(const State& s, int me, Cell end) const {
    bool found = false;
    for_each(rules_.standing(s, rules_.foes_of(me)), [&](int foe) {
      found = found || line_of_sight(rules_.map(), s.fighters[foe].at, rules_.block(foe).side, end,
                                     rules_.block(me).side);
    });
    return found;
  }

  int nearest(const State& s, int me, Cell end) const {
    int least = 1000;
    for_each(rules_.standing(s, rules_.foes_of(me)),
             [&](int foe) { least = std::min(least, rules_.feet_from(end, me, s, foe)); });
    return least;
  }

  static constexpr int kMostSteps = 20'000;
  static constexpr int kFewest = 8;              // samples that say anything
  static constexpr std::size_t kMostTasks = 12;  // that are compared
  static constexpr double kLeastError = 0.1;     // of one sample: few of them may be equal by chance

  const Combat &own_, &other_;
  const Rules& rules_;
  JointSettings settings_;
  Restraint restraint_;
};

}  // namespace hazard::fivee
