// Planning a turn, in two ways: the beam alone, which scores what a turn leaves behind; and the search, which
// asks what each of the turn's plans leads to by the end of the fight.
#pragma once

#include <optional>

#include "domains/spire/planning/attitudes.hpp"
#include "domains/spire/planning/whole_turns.hpp"
#include "search/tree/tree_search.hpp"

namespace hazard::spire {

struct PlannerSettings {
  PolicyWeights policy;
  ThreatSettings threats;
  ScoreSettings score;
  TurnsSettings turns;
  int attitudes = 13;                       // ways to play fights out beside the quick policy as it is set
  int attitude_fights = 40;                 // played out with each, to find the one that does best from here
  std::vector<int> beam_width{12, 18, 25};  // by act; the last goes on
  std::vector<int> beam_expand{12, 10, 7, 5, 4};  // by depth
  TreeSearchSettings tree{.exploration = 0.08,
                          .leaf = Leaf::Rollout,
                          .rollout_depth = 1,  // one move: the rest of the fight
                          .backup = Backup::Best,
                          .spread = true,
                          .prove = true,
                          .max_nodes = 20'000};
};

// One way to play the turn, and what is known of it.
struct PlannedTurn {
  std::vector<Move> moves;
  double value = 0.0;  // beam: a score; search: the share of HP that is left in the end
  double standard_error = 0.0;
  std::uint64_t visits = 0;
  bool exact = false;
};

struct TurnPlans {
  std::vector<PlannedTurn> plans;  // best first
  std::uint64_t positions = 0;     // looked at by the beam
  std::uint64_t simulations = 0;
  std::uint64_t unsettled = 0;  // lines that were given up because the rules did not come to rest
  double seconds = 0.0;
};

// What came of many fights that were played out.
struct Forecast {
  int fights = 0, deaths = 0, unsettled = 0;
  double hp_left = 0.0;         // on average, death counted as 0
  double hp_left_error = 0.0;   // standard error of that
  double turns = 0.0;           // on average, to the end
  double lost_this_turn = 0.0;  // HP, until the next decision of the player's next turn
  double deaths_this_turn = 0.0;
};

class Planner {
 public:
  Planner(std::shared_ptr<const Content> content, const PlannerSettings& settings)
      : content_(std::move(content)),
        settings_(settings),
        game_(content_, State{}),
        facts_(std::make_shared<const Facts>(*content_)),
        policy_(game_, facts_, settings_.policy, settings_.threats),
        attitudes_(game_, facts_, settings_.policy, settings_.threats, settings_.attitudes),
        score_(game_, facts_, settings_.score, settings_.threats, settings_.policy.per_turn) {}
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  const Combat& game() const { return game_; }
  const PlayPolicy& policy() const { return policy_; }
  const PlannerSettings& settings() const { return settings_; }

  // The best few plans by score. Chance within the turn is passed over.
  TurnPlans beam(const State& s, const Budget& budget, int count, Interrupt interrupt = nullptr) const {
    TurnEnds ends;
    const TurnPlan turn(game_, policy_, score_, AtChance::PassOver, s, &ends);
    const auto& widths = settings_.beam_width;
    const int width = widths[std::min<std::size_t>(std::max<int>(1, s.act), widths.size()) - 1];
    Beam<TurnPlan> beam(turn, {.width = {width}, .expand = settings_.beam_expand, .merge = true}, nullptr);
    const auto result = beam.run(turn.start(), budget, std::move(interrupt));
    TurnPlans found;
    PlannedTurn best{.moves = {}, .value = result.options[0].value};
    for (const auto& edge : result.line) best.moves.push_back(edge.move);
    found.plans.push_back(best);
    for (const auto& end : ends.best(static_cast<std::size_t>(std::max(1, count)))) {
      std::vector<Move> moves = moves_of(s, end.plan, AtChance::PassOver);
      if (moves != best.moves) found.plans.push_back({.moves = std::move(moves), .value = end.value});
    }
    found.positions = result.statistics.nodes;
    found.unsettled = turn.unsettled();
    found.seconds = result.statistics.seconds;
    return found;
  }

  // The plans of a wide beam, valued by tree search to the end of the fight.
  TurnPlans search(const State& s, const Budget& budget, std::uint64_t seed,
                   Interrupt interrupt = nullptr) const {
    const Meter clock(Budget{}, nullptr, 1);
    const PlayPolicy& attitude =
        attitudes_.best_from(game_, s, settings_.attitude_fights, 0.2 * budget.seconds, seed);
    WholeTurns game(game_, attitude, score_, settings_.turns, seed);
    game.prepare(s, 0.3 * budget.seconds);
    TurnPlans found;
    found.positions = game.root_plans().size();
    if (game.root_plans().size() == 1) {
      found.plans.push_back({.moves = moves_of(s, game.root_plans()[0].plan), .value = 0.0});
      found.unsettled = game.unsettled();
      found.seconds = clock.seconds();
      return found;
    }
    TreeSearchSettings tree_settings = settings_.tree;
    tree_settings.seed = seed;
    Tree<WholeTurns> tree(tree_settings.max_nodes);
    TreeSearch<WholeTurns> search(game, tree_settings, nullptr);
    Budget left = budget;
    left.seconds = std::max(1e-4, budget.seconds - clock.seconds());
    const auto result = search.run(s, tree, left, std::move(interrupt));
    for (const auto& option : result.options) {
      found.plans.push_back({.moves = moves_of(s, option.action.plan),
                             .value = option.value,
                             .standard_error = option.standard_error,
                             .visits = option.visits,
                             .exact = option.kind == ValueKind::Exact});
    }
    shortest_of_equals_first(found.plans);
    found.simulations = result.statistics.simulations;
    found.unsettled = game.unsettled();
    found.seconds = clock.seconds();
    return found;
  }

  // Fights from `s` on, the given moves first and then by the attitude that suits the fight.
  Forecast forecast(const State& s, const std::vector<Move>& moves, int fights, std::uint64_t seed) const {
    const PlayPolicy& attitude =
        attitudes_.best_from(game_, s, settings_.attitude_fights, kInfinity, mix64(seed));
    Forecast sum;
    double squares = 0.0;
    for (int i = 0; i < fights; ++i) {
      Random random(mix64(seed) + static_cast<std::uint64_t>(i));
      State end = s;
      for (const Move& move : moves) {
        if (game_.turn(end) != Turn::Max || end.turn != s.turn) break;
        game_.play_in_place(end, move, move.kind == MoveKind::End ? &random : nullptr);
      }
      settle({*content_, end}, &random);
      for (int made = 0; made < kMostPolicyMoves && !end.over() && end.turn == s.turn; ++made)
        game_.play_in_place(end, attitude.choose(end), &random);
      sum.lost_this_turn += s.player.hp - (end.failed() ? 0 : end.player.hp);
      sum.deaths_this_turn += end.phase == Phase::Lost ? 1 : 0;
      play_to_end(game_, attitude, end, random);
      sum.deaths += end.phase == Phase::Lost ? 1 : 0;
      sum.unsettled += end.phase == Phase::Unsettled ? 1 : 0;
      const double kept = end.failed() ? 0 : end.player.hp;
      sum.hp_left += kept;
      squares += kept * kept;
      sum.turns += end.turn - s.turn + 1;
    }
    sum.fights = fights;
    const double n = std::max(1, fights);
    sum.hp_left /= n;
    sum.hp_left_error =
        std::sqrt(std::max(0.0, squares / n - sum.hp_left * sum.hp_left) / std::max(1.0, n - 1.0));
    sum.turns /= n;
    sum.lost_this_turn /= n;
    sum.deaths_this_turn /= n;
    return sum;
  }

  // A fight by the quick policy alone, from `s`: HP at the end, 0 if it is lost.
  int quick_fight(const State& s, std::uint64_t seed) const {
    Random random(seed);
    State end = s;
    play_to_end(game_, policy_, end, random);
    return end.phase == Phase::Won ? end.player.hp : 0;
  }

 private:
  // Of plans that are proven to be worth the same, nobody wants to play the longer one.
  static void shortest_of_equals_first(std::vector<PlannedTurn>& plans) {
    auto end = plans.begin();
    while (end != plans.end() && end->exact && end->value == plans.front().value) ++end;
    std::stable_sort(plans.begin(), end, [](const PlannedTurn& a, const PlannedTurn& b) {
      return a.moves.size() < b.moves.size();
    });
  }

  // The moves of a plan; where chance stops a plan, only those that come before it.
  std::vector<Move> moves_of(const State& s, const PackedPlan& plan,
                             AtChance at_chance = AtChance::Stop) const {
    std::vector<Move> moves;
    State at = s;
    for (int i = 0; i < plan.count; ++i) {
      if (at_chance == AtChance::Stop && game_.turn(at) != Turn::Max) break;
      moves.push_back(plan[i]);
      if (at_chance == AtChance::Stop) game_.play_in_place(at, plan[i], nullptr);
    }
    return moves;
  }

  std::shared_ptr<const Content> content_;
  PlannerSettings settings_;
  Combat game_;
  std::shared_ptr<const Facts> facts_;
  PlayPolicy policy_;
  Attitudes attitudes_;
  SurvivalScore score_;
};

}  // namespace hazard::spire
