// A creature's turn within the round of its side: the plans that the director thinks best, and what the
// side's task asks for, are compared by playing the rest of the round and the next ones, with the same dice
// for each.
//
// What the director's search says of a plan is what is expected of it; the samples see what it leaves out:
// what the friends who act later make of it. Whoever acts has the others as they will probably act, so that
// the side improves its round one creature after the other.
#pragma once

#include <vector>

#include "domains/fivee/forecast/joint.hpp"
#include "search/expectimax/expectimax.hpp"

namespace hazard::fivee {

// How far a side looks ahead for one decision.
struct Lookahead {
  int depth = 2;
  std::uint64_t nodes = 20'000;
};

// The plans of a search with their values, best first.
inline auto searched(const Combat& game, const State& s, const Lookahead& ahead, bool all) {
  ExpectimaxSettings settings;
  settings.table = false;
  settings.all_options = all;
  Expectimax<Combat> search(game, settings, nullptr, nullptr);
  Budget budget;
  budget.depth = ahead.depth;
  budget.nodes = ahead.nodes;
  return search.run(s, budget, {}, nullptr).options;
}

// The best plan of a search that keeps the limits of the monsters' objective.
inline Move searched_within(const Combat& game, const State& s, const Lookahead& ahead,
                            const Restraint& restraint) {
  const auto choice = restraint.within(s, game.settings().planner.plans);
  if (choice.moves.size() == 1) return choice.moves.front();
  const Combat restricted(game, s, choice.moves);
  std::vector<Move> ranked;
  for (const auto& option : searched(restricted, s, ahead, true)) ranked.push_back(option.action);
  return restraint.soon(s, ranked, ahead.depth);
}

class JointTurns {
 public:
  JointTurns(const Combat& own, const Combat& other, const JointSettings& settings, const Lookahead& ahead)
      : own_(own),
        rounds_(own, other, settings),
        settings_(settings),
        ahead_(ahead),
        restraint_(own, other) {}

  const JointPlanner& rounds() const { return rounds_; }

  // What whoever decides does for a task; `turns`: of the side in the round, which share its samples.
  Move choose(const State& s, const Task& task, int turns) const {
    std::vector<Candidate> all = candidates(s, task);
    if (all.size() > 1) {
      std::vector<Sampled> played;
      for (const Candidate& one : all) played.push_back({one.worth - all.front().worth, {}});
      const std::uint64_t seed = mix64(settings_.seed ^ own_.key(s) ^ kTurn);
      const Halving halving(settings_.spread);
      halving.race(
          played, 3 * settings_.samples / 4 / std::max(1, turns),
          [&](std::size_t i, std::uint64_t sample) {
            return rounds_.played_on(s, all[i].after, task, mix64(seed + sample));
          },
          [] { return false; });
      for (std::size_t i = 0; i < all.size(); ++i)
        all[i].worth = i == 0 ? 0.0 : halving.believed(played[i], played[0]).first;
      sort(all);
    }
    if (!restraint_.binds(s)) return all.front().move;
    std::vector<Move> ranked;
    for (const Candidate& one : all) ranked.push_back(one.move);
    return restraint_.soon(s, ranked, ahead_.depth);
  }

 private:
  struct Candidate {
    double worth = 0.0;  // for the side that plans
    Move move;
    State after;
  };
  static constexpr std::size_t kMost = 5;
  static constexpr std::uint64_t kTurn = 77;  // other dice than those of the task

  static void sort(std::vector<Candidate>& all) {
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
  }

  // The director's own values, and what the task adds to them, best first.
  std::vector<Candidate> candidates(const State& s, const Task& task) const {
    std::vector<Move> moves;
    const auto offer = [&](const Move& move) {
      if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    };
    if (!rounds_.is_free(s, task)) offer(rounds_.follow(s, task));
    if (restraint_.binds(s)) {
      for (const Move& move : restraint_.within(s, own_.settings().planner.plans).moves) offer(move);
    } else {
      own_.best_plans(s, offer);
    }
    std::vector<Candidate> all;
    if (moves.size() == 1) return {{0.0, moves.front(), {}}};
    const Combat restricted(own_, s, moves);
    const double sign = own_.settings().decider == 1 ? 1.0 : -1.0;
    for (const auto& option : searched(restricted, s, ahead_, true)) {
      const double worth = sign * option.value + rounds_.bias(s, option.action.plan, task);
      all.push_back({worth, option.action, {}});
    }
    sort(all);
    if (all.size() > kMost) all.resize(kMost);
    for (Candidate& one : all) one.after = own_.apply(s, one.move);
    return all;
  }

  const Combat& own_;
  JointPlanner rounds_;
  JointSettings settings_;
  Lookahead ahead_;
  Restraint restraint_;
};

}  // namespace hazard::fivee
