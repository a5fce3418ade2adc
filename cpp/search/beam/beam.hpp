// Beam search: a plan of several actions by one player, keeping the best few partial plans at each step.
//
// Expansion has two stages. First every action of a kept state is ranked by the game's cheap `rank`; then
// only the best few are played out and valued. Equal states are merged, the better path stays. A plan ends
// where the game ends, where the other player moves, or where chance does, which is worth its expectation
// over all outcomes; what comes after depends on what happens, and is planned when it has happened. The best
// plan seen so far is the answer whenever the budget ends. (Lowerre 1976; two stages and merging after
// planners for card games.)
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/budget.hpp"
#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/ranking.hpp"
#include "core/result.hpp"
#include "search/ordering.hpp"

namespace hazard {

struct BeamSettings {
  std::vector<int> width{16};  // plans kept at each depth; the last number goes on
  std::vector<int> expand{0};  // actions played out in each state at each depth; 0 for all
  bool merge = true;
};

template <Game G>
class Beam {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  Beam(const G& game, const BeamSettings& settings, const Evaluator<G>* evaluator)
      : game_(game), settings_(settings), evaluator_(evaluator), by_rank_(game, kByRank) {}

  Result<G> run(const State& root, const Budget& budget, Interrupt interrupt) {
    Meter meter(budget, std::move(interrupt), is_interpreted<G>() || evaluator_ != nullptr ? 1 : 64);
    mover_ = game_.turn(root);
    plans_.push_back({root, 0.0, 0.0, kNone, kNone, Move{}, false, true});
    std::vector<std::uint32_t> kept{0};
    Result<G> result;
    try {
      const OnTheClock<G> timed(game_, meter);
      for (int depth = 0; !kept.empty(); ++depth) {
        if (depth >= budget.depth) {
          result.stopped = Stop::Depth;
          break;
        }
        if (depth >= kMaxDepth) {
          if (budget.unlimited())
            throw GameError("search.plan_without_end", {{"count", std::to_string(kMaxDepth)},
                                                        {"state", game_.text(plans_[kept[0]].state)}});
          result.stopped = Stop::Deepest;
          break;
        }
        kept = step(kept, depth, meter);
        statistics_.depth = depth + 1;
      }
    } catch (const Stopped& stopped) {
      result.stopped = stopped.reason;
    }
    report(root, result);
    result.statistics = statistics_;
    result.statistics.nodes = meter.nodes();
    result.statistics.seconds = meter.seconds();
    return result;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr int kMaxDepth = 2000;
  static constexpr OrderingSwitches kByRank{.table = false, .rank = true, .killers = false, .history = false};

  struct Plan {
    State state;
    double collected;  // rewards on the way
    double value;      // collected, and what the state is worth
    std::uint32_t before;
    std::uint32_t first;  // which of the root's actions it began with
    Move move;
    bool ended;
    bool exact;  // no heuristic in it
  };

  static int scheduled(const std::vector<int>& schedule, int depth) {
    return schedule[std::min<std::size_t>(depth, schedule.size() - 1)];
  }

  bool better(double a, double b) const { return mover_ == Turn::Max ? a > b : a < b; }
  double goodness(double value) const { return mover_ == Turn::Max ? value : -value; }

  // All the kept plans one action further; returns the numbers of the new ones worth keeping.
  std::vector<std::uint32_t> step(const std::vector<std::uint32_t>& kept, int depth, Meter& meter) {
    std::vector<std::uint32_t> grown;
    std::unordered_map<std::uint64_t, std::size_t> seen;  // key of a state to its place in `grown`
    Edges<Move> actions;
    for (const std::uint32_t from : kept) {
      shortlist(plans_[from].state, scheduled(settings_.expand, depth), actions);
      for (const auto& action : actions) {
        meter.count();
        Plan plan = follow(from, action.move);
        if (depth == 0) {
          plan.first = static_cast<std::uint32_t>(beginnings_.size());
          beginnings_.push_back({action.move});
        }
        if (settings_.merge) {
          const auto [place, fresh] = seen.try_emplace(game_.key(plan.state), grown.size());
          if (!fresh) {
            Plan& rival = plans_[grown[place->second]];
            if (better(plan.value, rival.value)) rival = plan;
            continue;
          }
        }
        grown.push_back(static_cast<std::uint32_t>(plans_.size()));
        plans_.push_back(plan);
      }
    }
    // Plans that ended are candidates for the answer but take no place in the beam.
    std::vector<std::uint32_t> alive;
    for (const std::uint32_t plan : grown) {
      auto& beginning = beginnings_[plans_[plan].first];
      if (plans_[plan].ended) {
        keep_better(best_ended_, plan);
        keep_better(beginning.best_ended, plan);
      } else {
        if (beginning.open_depth != depth) beginning.best_open = kNone;
        beginning.open_depth = depth;
        keep_better(beginning.best_open, plan);
        alive.push_back(plan);
      }
    }
    sort_by(alive, [&](auto plan) { return goodness(plans_[plan].value); });
    alive.resize(std::min<std::size_t>(scheduled(settings_.width, depth), alive.size()));
    best_open_ = alive.empty() ? kNone : alive[0];
    return alive;
  }

  void keep_better(std::uint32_t& best, std::uint32_t plan) const {
    if (best == kNone || better(plans_[plan].value, plans_[best].value)) best = plan;
  }

  // Stage one: the actions worth playing out, by rank.
  void shortlist(const State& state, int count, Edges<Move>& actions) {
    list_actions(game_, state, actions);
    if (count <= 0 || !by_rank_.ranks() || actions.size() <= static_cast<std::size_t>(count)) return;
    by_rank_.sort(state, actions, 0, nullptr);
    actions.shrink(count);
  }

  // Stage two: the action played out and valued.
  Plan follow(std::uint32_t from, const Move& move) {
    const State state = plans_[from].state;
    const double collected = plans_[from].collected + reward_of(game_, state, move);
    Plan plan{game_.apply(state, move), collected, 0.0, from, plans_[from].first, move, false, true};
    const Turn turn = game_.turn(plan.state);
    plan.ended = turn != mover_;
    plan.value = collected + (turn == Turn::Chance ? expectation(plan) : value(plan.state, turn, plan.exact));
    return plan;
  }

  double expectation(Plan& plan) {
    Edges<Move> outcomes;
    if (must_sample(game_, plan.state)) {
      plan.exact = false;
      return value(plan.state, Turn::Chance, plan.exact);
    }
    game_.outcomes(plan.state, outcomes);
    double sum = 0.0;
    for (const auto& outcome : outcomes) {
      if (outcome.probability <= 0.0) continue;
      const State next = game_.apply(plan.state, outcome.move);
      sum += outcome.probability *
             (reward_of(game_, plan.state, outcome.move) + value(next, game_.turn(next), plan.exact));
    }
    return sum;
  }

  double value(const State& state, Turn turn, bool& exact) {
    ++statistics_.evaluations;
    if (turn == Turn::Over) return game_.value(state);
    exact = false;
    if (evaluator_ == nullptr) return game_.value(state);
    double found = 0.0;
    (*evaluator_)(std::span(&state, 1), std::span(&found, 1));
    return found;
  }

  // A plan that was followed to the end shows what can be had; best play may do better.
  ValueKind kind(std::uint32_t plan) const {
    if (!plans_[plan].ended || !plans_[plan].exact) return ValueKind::Estimate;
    return mover_ == Turn::Max ? ValueKind::Lower : ValueKind::Upper;
  }

  void report(const State& root, Result<G>& result) {
    std::uint32_t best = best_ended_;
    if (best == kNone || (best_open_ != kNone && better(plans_[best_open_].value, plans_[best].value)))
      best = best_open_;
    if (best == kNone) {  // not one action was played out in time
      Edges<Move> actions;
      shortlist(root, scheduled(settings_.expand, 0), actions);
      result.options.push_back({.action = actions[0].move, .value = game_.value(root), .outcomes = {}});
      result.line.assign(1, {actions[0].move, 1.0});
      return;
    }
    for (std::uint32_t p = best; plans_[p].before != kNone; p = plans_[p].before)
      result.line.push_back({plans_[p].move, 1.0});
    std::reverse(result.line.begin(), result.line.end());
    for (const auto& beginning : beginnings_) {
      std::uint32_t plan = beginning.best_ended;
      if (plan == kNone || (beginning.open_depth + 1 == statistics_.depth && best_open_ != kNone))
        plan = beginning.best_open;
      if (plan == kNone) plan = beginning.best_ended;
      if (plan == kNone) continue;
      result.options.push_back(
          {.action = beginning.move, .value = plans_[plan].value, .kind = kind(plan), .outcomes = {}});
    }
    auto& options = result.options;
    const auto chosen = std::find_if(options.begin(), options.end(),
                                     [&](const auto& o) { return o.action == result.line[0].move; });
    chosen->value = plans_[best].value;
    chosen->kind = kind(best);
    std::rotate(options.begin(), chosen, chosen + 1);
    sort_by(std::span(options).subspan(1), [&](const auto& option) { return goodness(option.value); });
  }

  const G& game_;
  const BeamSettings settings_;
  const Evaluator<G>* evaluator_;
  Ordering<G> by_rank_;
  Turn mover_ = Turn::Max;
  std::vector<Plan> plans_;
  struct Beginning {
    Move move;
    std::uint32_t best_ended = kNone, best_open = kNone;
    int open_depth = -1;
  };
  std::vector<Beginning> beginnings_;  // one for each action tried at the root
  std::uint32_t best_ended_ = kNone, best_open_ = kNone;
  Statistics statistics_;
};

}  // namespace hazard
