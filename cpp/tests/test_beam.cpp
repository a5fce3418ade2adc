// Beam search: plans are legal and worth what they say, and a wide enough beam misses nothing.
#include "check.hpp"
#include "search/beam/beam.hpp"

namespace hazard::selftest {

namespace {

template <Game G>
Result<G> plan(const G& game, const typename G::State& root, const BeamSettings& settings,
               const Budget& budget) {
  return Beam<G>(game, settings, nullptr).run(root, budget, {});
}

// Plays the plan and values where it ends, as the beam does: chance by its expectation.
template <Game G>
double played_out(const G& game, typename G::State state, const Result<G>& result) {
  const Turn mover = game.turn(state);
  double collected = 0.0;
  for (const auto& edge : result.line) {
    CHECK(game.turn(state) == mover, "a plan is one player's");
    collected += reward_of(game, state, edge.move);
    state = game.apply(state, edge.move);
  }
  if (game.turn(state) != Turn::Chance) return collected + game.value(state);
  game.outcomes(state, [&](typename G::Move move, double p) {
    collected += p * (reward_of(game, state, move) + game.value(game.apply(state, move)));
  });
  return collected;
}

BeamSettings odd_schedule(Random& random) {
  BeamSettings settings;
  settings.width.clear();
  settings.expand.clear();
  for (std::uint32_t i = 0, n = 1 + random.below(4); i < n; ++i)
    settings.width.push_back(1 + static_cast<int>(random.below(i == 2 ? 2 : 9)));
  for (std::uint32_t i = 0, n = 1 + random.below(4); i < n; ++i)
    settings.expand.push_back(static_cast<int>(random.below(4)));
  settings.merge = random.below(2) == 0;
  return settings;
}

void plans_are_worth_what_they_say() {
  Random random(1);
  for (int round = 0; round < 60; ++round) {
    on_every_game(random, [&](const auto& game, const auto& root, int) {
      Budget budget = random.below(2) == 0 ? to_depth(1 + static_cast<int>(random.below(5)))
                                           : with_nodes(1 + random.below(200));
      budget.depth = std::min(budget.depth, 50);
      const auto result = plan(game, root, odd_schedule(random), budget);
      CHECK(!result.line.empty() && !result.options.empty());
      CHECK(result.line[0].move == result.options[0].action);
      if (result.statistics.depth == 0) return;  // no time for a single action
      CHECK(near(played_out(game, root, result), result.options[0].value), game.text(root));
      CHECK(static_cast<int>(result.line.size()) <= budget.depth);
    });
  }
}

// One player, no chance: the best sum of rewards over all plans.
void a_wide_beam_finds_the_best_plan() {
  struct Alone : RandomTree {  // MAX moves everywhere
    using RandomTree::RandomTree;
    Turn turn(const State& s) const {
      const Turn turn = RandomTree::turn(s);
      return turn == Turn::Over ? turn : Turn::Max;
    }
  };
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const Alone game({.seed = random.bits(),
                      .depth = 5,
                      .branching = 3,
                      .chance = 0.0,
                      .width = random.below(8),
                      .rewards = true});
    const double best = full_width(game, game.start(), kToTheEnd);
    for (const bool merge : {false, true}) {
      const auto wide = plan(game, game.start(), {.width = {1000}, .expand = {0}, .merge = merge}, {});
      CHECK(near(wide.options[0].value, best), wide.options[0].value, best);
      CHECK(wide.options[0].kind == ValueKind::Lower && wide.stopped == Stop::Complete);
      const auto narrow = plan(game, game.start(), {.width = {1}, .expand = {1}, .merge = merge}, {});
      CHECK(narrow.options[0].value <= best + 1e-9 && narrow.statistics.nodes <= 5);
    }
  }
}

void a_plan_without_end_is_an_error() {
  CHECK(throws<GameError>([] {
    struct Walk : TicTacToe {  // never over, and never leaves its first state
      Turn turn(const State&) const { return Turn::Max; }
      State apply(const State& s, Move) const { return s; }
    };
    plan(Walk{}, Walk{}.start(), {}, {});
  }));
}

}  // namespace

void test_beam() {
  plans_are_worth_what_they_say();
  a_wide_beam_finds_the_best_plan();
  a_plan_without_end_is_an_error();
}

}  // namespace hazard::selftest
