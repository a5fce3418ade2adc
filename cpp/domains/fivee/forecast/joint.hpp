// A side that fights together: the rest of a round planned for all of its creatures at once.
//
// A *task* (focus on somebody, guard a friend, hold the line, …) is refined by the kind of each creature into
// weights that add to the score of its plans at first sight, so that it is followed whatever the dice do.
// Tasks are compared by playing the next rounds with the same dice for each, and valuing where that leads as
// the director does. A creature's turn is then chosen in the same way (turns.hpp).
#pragma once

#include <array>
#include <chrono>
#include <vector>

#include "domains/fivee/forecast/halving.hpp"
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

// A task for a side.
struct Task {
  int row = kNothing;     // of the table; kNothing: everybody as they like
  int target = kNothing;  // whom it is about
  friend bool operator==(const Task&, const Task&) = default;
};

struct JointSettings {
  int samples = 240;     // of the next rounds, for the plan of one round: of its task, and of all its turns
  int rounds = 3;        // that each plays
  double seconds = 0.0;  // at most, to find the task of a round; 0: no limit
  double spread = 0.03;  // of what plans gain around what is expected of them, a standard deviation
  std::uint64_t seed = 1;
  std::vector<TaskRow> rows;
};

// The round of a side: its task, and how the tasks have compared.
struct RoundPlan {
  struct Compared {
    Task task;
    double gain = 0.0, error = 0.0;  // in value, against everybody as they like: prior and samples together
    int samples = 0;
  };
  Task task;
  std::vector<Compared> tasks;  // best first
  int round = 0;                // that it is for; 0: none
  int turns = 1;                // of the side in it, when it was made
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

  // The task of the side that decides in `s`.
  RoundPlan plan_round(const State& s) const {
    std::vector<Task> tasks = this->tasks(s);
    std::stable_sort(tasks.begin() + 1, tasks.end(),
                     [&](const Task& a, const Task& b) { return prior(a) > prior(b); });
    if (tasks.size() > kMostTasks) tasks.resize(kMostTasks);
    std::vector<Sampled> played;
    for (const Task& task : tasks) played.push_back({prior(task), {}});
    const auto began = std::chrono::steady_clock::now();
    const auto late = [&] {
      return settings_.seconds > 0.0 &&
             std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() >
                 settings_.seconds;
    };
    const std::uint64_t seed = mix64(settings_.seed ^ own_.key(s));
    const Halving halving(settings_.spread);
    const std::size_t best = halving.race(
        played, settings_.samples / 4,
        [&](std::size_t i, std::uint64_t sample) { return played_on(s, s, tasks[i], mix64(seed + sample)); },
        late);
    RoundPlan found;
    found.round = s.round;
    found.turns = std::max(1, std::popcount(rules_.standing(s, rules_.friends_of(own_.decider(s)))));
    found.task = tasks[best];
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const auto [gain, error] = i == 0 ? std::pair(0.0, 0.0) : halving.believed(played[i], played[0]);
      found.tasks.push_back({tasks[i], gain, error, static_cast<int>(played[i].values.size())});
    }
    std::stable_sort(found.tasks.begin(), found.tasks.end(),
                     [&](const auto& a, const auto& b) { return a.gain > b.gain; });
    return found;
  }

  // Whether the dice have left a plan behind: its round is over, or whom it is about has fallen.
  bool is_stale(const State& s, const RoundPlan& plan) const {
    return plan.round != s.round ||
           (plan.task.target != kNothing && !s.fighters[plan.task.target].standing());
  }

  // What a task adds to the value of a plan of whoever decides.
  double bias(const State& s, const Plan& plan, const Task& task) const {
    if (task.row == kNothing) return 0.0;
    const int me = own_.decider(s);
    return bias(s, me, plan, weights(me, task), task.target);
  }
  // Whether whoever decides does as it likes.
  bool is_free(const State& s, const Task& task) const {
    return task.row == kNothing || !weights(own_.decider(s), task).any();
  }

  // What a creature does for a task at first sight, within the limits of its objective.
  Move follow(const State& s, const Task& task) const {
    const Move move = willing(s, task);
    if (!restraint_.binds(s) || restraint_.tolls().keeps(s, move, restraint_.limits())) return move;
    return restraint_.first_sight(s);
  }

  // One course of the next rounds from a moment of the turn that begins in `from`, and what it leads to, for
  // the side that plans. Everybody's turn has its own dice: what one does otherwise does not change the luck
  // of the others.
  double played_on(const State& from, State s, const Task& task, std::uint64_t seed) const {
    Random random(seed);
    const int me = own_.decider(from), side = rules_.side(me), size = rules_.size();
    const int end = from.round * size + from.turn + settings_.rounds * size;
    for (int step = 0; step < kMostSteps; ++step) {
      const Turn turn = own_.turn(s);
      if (turn == Turn::Over) break;
      if (turn == Turn::Chance) {
        s = own_.apply(s, own_.draw(s, random));
        continue;
      }
      if (s.round * size + s.turn >= end) break;
      const int next = own_.decider(s);
      random = Random(mix64(seed ^ mix64(static_cast<std::uint64_t>(s.round * kMostCombatants + next))));
      s = own_.apply(s, rules_.side(next) == side ? follow(s, task) : other_.first_sight(s));
    }
    return side == 1 ? own_.value(s) : -own_.value(s);
  }

 private:
  const TaskRow& row_of(int row) const { return settings_.rows[static_cast<std::size_t>(row)]; }

  const Weights& weights(int fighter, const Task& task) const {
    return row_of(task.row).weights[static_cast<std::size_t>(kind(fighter))];
  }

  Move willing(const State& s, const Task& task) const {
    if (is_free(s, task)) return own_.first_sight(s);
    const int me = own_.decider(s);
    const Weights& w = weights(me, task);
    return own_.first_sight(s, [&](const Move& move) { return bias(s, me, move.plan, w, task.target); });
  }

  double prior(const Task& task) const {
    if (task.row == kNothing) return 0.0;
    const TaskRow& row = row_of(task.row);
    const bool healer = task.target != kNothing && rules_.block(task.target).role == Role::Healer;
    return healer ? row.prior_healer : row.prior;
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
    if (plan.target != kNobody) return plan.target == foe || plan.other == foe;
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
  static constexpr std::size_t kMostTasks = 12;  // that are compared

  const Combat &own_, &other_;
  const Rules& rules_;
  JointSettings settings_;
  Restraint restraint_;
};

}  // namespace hazard::fivee
