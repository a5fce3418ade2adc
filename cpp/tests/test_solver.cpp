// The solver: Piglet by hand, Pig by plain value iteration, random graphs with and without cycles.
#include <array>
#include <unordered_map>

#include "check.hpp"
#include "core/double_double.hpp"
#include "search/solve/chain.hpp"
#include "search/solve/endless_proof.hpp"
#include "search/solve/graph.hpp"
#include "search/solve/levels.hpp"
#include "search/solve/solve.hpp"

namespace hazard::selftest {

namespace {

const Progress kSilent = [](const char*, std::size_t, std::size_t) {};

// Value iteration as a textbook has it, on its own walk through the game.
template <Game G>
double iterated(const G& game, const typename G::State& root, int sweeps) {
  std::unordered_map<std::uint64_t, std::size_t> number{{game.key(root), 0}};
  std::vector<typename G::State> states{root};
  struct Successor {
    std::size_t state;
    double probability, reward;
  };
  std::vector<std::vector<Successor>> successors;
  for (std::size_t i = 0; i < states.size(); ++i) {
    successors.emplace_back();
    const auto state = states[i];
    const Turn turn = game.turn(state);
    if (turn == Turn::Over) continue;
    Edges<typename G::Move> edges;
    turn == Turn::Chance ? game.outcomes(state, edges) : game.actions(state, edges);
    for (const auto& edge : edges) {
      const auto next = game.apply(state, edge.move);
      const auto [place, fresh] = number.try_emplace(game.key(next), states.size());
      if (fresh) states.push_back(next);
      successors[i].push_back({place->second, edge.probability, reward_of(game, state, edge.move)});
    }
  }
  std::vector<double> value(states.size()), next(states.size());
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Turn turn = game.turn(states[i]);
      double best = turn == Turn::Max ? -kInfinity : turn == Turn::Min ? kInfinity : 0.0;
      for (const auto& s : successors[i]) {
        const double v = s.reward + value[s.state];
        best = turn == Turn::Chance ? best + s.probability * v
               : turn == Turn::Max  ? std::max(best, v)
                                    : std::min(best, v);
      }
      next[i] = turn == Turn::Over ? static_cast<double>(game.value(states[i])) : best;
    }
    value.swap(next);
  }
  return value[0];
}

template <Game G>
void check_solved(const G& game, double expected, double allowed) {
  StateIndex<G> index(game);
  Graph graph = enumerate(game, game.start(), index, 1'000'000, kSilent);
  Solver solver(graph, 1e-10, kSilent);
  const SolveReport report = solver.run();
  CHECK(near(graph.value[0], expected, allowed), graph.value[0], expected);
  CHECK(report.error <= 1e-9, report.error);
  CHECK(report.components <= graph.states() && report.largest_component <= graph.states());
  for (std::uint32_t s = 0; s < graph.states(); ++s) {
    if (graph.turn[s] == Turn::Over) continue;
    const std::uint64_t best = solver.best_edge(s);
    CHECK(best >= graph.first[s] && best < graph.first[s + 1]);
    if (graph.turn[s] == Turn::Chance) continue;
    const double value = graph.reward_at(best) + graph.value[graph.next[best]];
    CHECK(near(value, graph.value[s], 1e-8), "the policy takes what the value promises");
  }
}

// A graph drawn at random, cycles and loops included; chance ends it sooner or later from everywhere.
Graph random_graph(Random& random, bool rewards) {
  Graph graph;
  const std::uint32_t n = 3 + random.below(12);
  graph.first.push_back(0);
  for (std::uint32_t s = 0; s < n; ++s) {
    const bool over = s + 1 == n || (s > 0 && random.below(6) == 0);
    const Turn turn = over ? Turn::Over : static_cast<Turn>(random.below(3));
    graph.turn.push_back(turn);
    graph.value.push_back(over ? random.uniform() : 0.0);
    std::vector<double> weights;
    for (std::uint32_t i = 0, count = over ? 0 : 1 + random.below(4); i < count; ++i) {
      graph.next.push_back(turn == Turn::Chance ? random.below(n) : std::min(n - 1, s + 1 + random.below(4)));
      weights.push_back(0.1 + random.uniform());
      if (rewards) graph.reward.push_back(random.uniform() - 0.5);
    }
    if (turn == Turn::Chance) {  // a way to the end, so that play does end
      graph.next.push_back(n - 1);
      weights.push_back(0.2);
      if (rewards) graph.reward.push_back(0.0);
    }
    double sum = 0.0;
    for (const double w : weights) sum += w;
    for (const double w : weights) graph.probability.push_back(turn == Turn::Chance ? w / sum : 1.0);
    graph.first.push_back(graph.next.size());
  }
  return graph;
}

void random_graphs_are_solved_within_the_error_claimed() {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    Graph graph = random_graph(random, round % 2 == 0);
    LargeVector<double> value = graph.value, next = value;
    for (int sweep = 0; sweep < 3000; ++sweep) {
      for (std::uint32_t s = 0; s < graph.states(); ++s) {
        if (graph.turn[s] == Turn::Over) continue;
        double best = graph.turn[s] == Turn::Max ? -kInfinity : graph.turn[s] == Turn::Min ? kInfinity : 0.0;
        for (std::uint64_t e = graph.first[s]; e < graph.first[s + 1]; ++e) {
          const double v = graph.reward_at(e) + value[graph.next[e]];
          best = graph.turn[s] == Turn::Max   ? std::max(best, v)
                 : graph.turn[s] == Turn::Min ? std::min(best, v)
                                              : best + graph.probability[e] * v;
        }
        next[s] = best;
      }
      value.swap(next);
      if (sweep > 50 && value == next) break;
    }
    Solver solver(graph, 1e-9, kSilent);
    const SolveReport report = solver.run();
    CHECK(report.error <= 1e-9, report.error);
    for (std::uint32_t s = 0; s < graph.states(); ++s)
      CHECK(near(graph.value[s], value[s], report.error + 1e-12), graph.value[s], value[s], report.error);
  }
}

// Where a player may wait for ever, waiting must not be worth more than what there is to wait for.
void waiting_creates_no_value() {
  // 0: chance, back to 2 or stay   1: chance, back to 2, stay or end   2: MAX, to 0 or 1   3: over, worth 0.9
  Graph graph;
  graph.turn = {Turn::Chance, Turn::Chance, Turn::Max, Turn::Over};
  graph.first = {0, 2, 5, 7, 7};
  graph.next = {2, 0, 2, 1, 3, 0, 1};
  graph.probability = {0.5, 0.5, 2.0 / 13, 1.0 / 13, 10.0 / 13, 1.0, 1.0};
  graph.value = {0.0, 0.0, 0.0, 0.9};
  Solver solver(graph, 1e-9, kSilent);
  solver.run();
  for (std::uint32_t s = 0; s < 4; ++s) CHECK(near(graph.value[s], 0.9), s, graph.value[s]);
  CHECK(solver.best_edge(2) == 6, "leave, do not wait");
}

// A small graph, written down state by state.
struct Sketch {
  struct Step {
    std::uint32_t to;
    double probability = 1.0, reward = 0.0;
  };
  Sketch& state(Turn turn, const std::vector<Step>& steps, double value = 0.0) {
    graph.turn.push_back(turn);
    graph.value.push_back(value);
    for (const Step& step : steps) {
      graph.next.push_back(step.to);
      graph.probability.push_back(step.probability);
      graph.reward.push_back(step.reward);
    }
    graph.first.push_back(graph.next.size());
    return *this;
  }
  Sketch() { graph.first.push_back(0); }
  Graph graph;
};

void thirty_two_digits() {
  const DoubleDouble tiny = 1e-25, one = 1.0;
  CHECK(static_cast<double>((one + tiny) - one) == 1e-25);
  const DoubleDouble third = one / DoubleDouble(3.0);
  CHECK(std::abs(static_cast<double>(third * DoubleDouble(3.0) - one)) < 1e-31);
  CHECK(one < one + tiny && !(one + tiny < one));
}

void a_chain_is_worth_what_it_earns() {
  // Gambler's ruin on 0..40, one paid at the upper end: i/40; no digit is lost by staying with chance 1 -
  // 1e-14.
  Chain<double> chain(39);
  for (std::uint32_t i = 0; i < 39; ++i) {
    chain.go(i, i, 1.0 - 2e-14);
    i > 0 ? chain.go(i, i - 1, 1e-14) : chain.leave(i, 1e-14);
    i < 38 ? chain.go(i, i + 1, 1e-14) : chain.leave(i, 1e-14);
  }
  chain.earn(38, 1e-14);
  std::vector<double> value;
  CHECK(chain.solve(value, 100'000));
  for (std::uint32_t i = 0; i < 39; ++i) CHECK(near(value[i], (i + 1) / 40.0, 1e-13), i, value[i]);
  Chain<double> closed(2);
  closed.go(0, 1, 1.0);
  closed.go(1, 0, 1.0);
  CHECK(!closed.solve(value, 100'000), "it is never left");
  Chain<double> dense(60);
  for (std::uint32_t i = 0; i < 60; ++i) {
    for (std::uint32_t j = 0; j < 60; ++j) dense.go(i, j, 1.0 / 61);
    dense.leave(i, 1.0 / 61);
  }
  CHECK(!dense.solve(value, 1000), "more work than is allowed");
}

// Staying is worth 0 to whoever controls it; who wants to leave does not wait for what is not granted.
void endless_play_is_settled() {
  using T = Turn;
  for (const auto& [leave_max, leave_min, at_max, at_min] :
       {std::array{0.3, 0.9, 0.3, 0.3}, std::array{-0.3, -0.9, -0.3, -0.9},
        std::array{-0.3, 0.9, 0.0, 0.0}}) {
    Graph graph = Sketch()
                      .state(T::Max, {{1}, {2}})
                      .state(T::Min, {{0}, {3}})
                      .state(T::Over, {}, leave_max)
                      .state(T::Over, {}, leave_min)
                      .graph;
    Solver solver(graph, 1e-9, kSilent);
    const SolveReport report = solver.run();
    CHECK(near(graph.value[0], at_max) && near(graph.value[1], at_min), graph.value[0], graph.value[1]);
    CHECK(report.error < 1e-12, report.error);
  }
  // MAX collects for ever; MIN keeps out of it; chance leads to both ends of it.
  Graph graph = Sketch()
                    .state(T::Max, {{0, 1.0, 1.0}, {3}})
                    .state(T::Min, {{0}, {3}})
                    .state(T::Max, {{2, 1.0, -1.0}})
                    .state(T::Over, {}, 0.5)
                    .state(T::Chance, {{0, 0.5}, {2, 0.5}})
                    .state(T::Max, {{6, 1.0, 1.0}})
                    .state(T::Max, {{5, 1.0, -1.0}})
                    .graph;
  Solver solver(graph, 1e-9, kSilent);
  const SolveReport report = solver.run();
  CHECK(graph.value[0] == kInfinity && solver.error_at(0) == 0.0 && solver.best_edge(0) == 0);
  CHECK(near(graph.value[1], 0.5) && solver.error_at(1) < 1e-12);
  CHECK(graph.value[2] == -kInfinity && std::isnan(graph.value[4]));
  CHECK(solver.error_at(5) == kInfinity, "one up and one down for ever have no sum");
  CHECK(report.rises.states == 1 && report.falls.states == 1 && report.cancels.states == 3);
}

// Any graph without rewards, waiting and all: iterated from zero for long enough, the values are the truth.
void graphs_without_end_are_solved_within_the_error_claimed() {
  Random random(3);
  for (int round = 0; round < 400; ++round) {
    Sketch sketch;
    const std::uint32_t n = 3 + random.below(10);
    for (std::uint32_t s = 0; s < n; ++s) {
      const bool over = s + 1 == n || (s > 0 && random.below(8) == 0);
      const Turn turn = over ? Turn::Over : static_cast<Turn>(random.below(3));
      const std::uint32_t count = over ? 0 : 1 + random.below(3);
      std::vector<Sketch::Step> steps;
      for (std::uint32_t i = 0; i < count; ++i)
        steps.push_back({random.below(n), turn == Turn::Chance ? 1.0 / count : 1.0});
      sketch.state(turn, steps, over ? (random.below(21) - 10.0) / 10.0 : 0.0);
    }
    Graph graph = sketch.graph;
    LargeVector<double> value = graph.value;
    for (int sweep = 0; sweep < 20'000; ++sweep) {
      double change = 0.0;
      for (std::uint32_t s = 0; s < n; ++s) {
        if (graph.turn[s] == Turn::Over) continue;
        double best = graph.turn[s] == Turn::Max ? -kInfinity : graph.turn[s] == Turn::Min ? kInfinity : 0.0;
        for (std::uint64_t e = graph.first[s]; e < graph.first[s + 1]; ++e) {
          const double v = value[graph.next[e]];
          best = graph.turn[s] == Turn::Max   ? std::max(best, v)
                 : graph.turn[s] == Turn::Min ? std::min(best, v)
                                              : best + graph.probability[e] * v;
        }
        change = std::max(change, std::abs(best - value[s]));
        value[s] = best;
      }
      if (change < 1e-17) break;
    }
    Solver solver(graph, 1e-9, kSilent);
    const SolveReport report = solver.run();
    CHECK(report.error <= 1e-9, report.error);
    for (std::uint32_t s = 0; s < n; ++s)
      CHECK(near(graph.value[s], value[s], report.error + 1e-11), round, s, graph.value[s], value[s]);
  }
}

// Random trees say on which level a node is; here a solver may use it.
struct LevelledTree : RandomTree {
  using RandomTree::RandomTree;
  int level(const State& s) const { return static_cast<int>(s.level) * step; }
  int step = 1;
};

template <Game G>
void check_levels(const G& game) {
  StateIndex<G> numbers(game), index(game);
  Graph graph = enumerate(game, game.start(), numbers, 1'000'000, kSilent);
  Solver(graph, 1e-10, kSilent).run();
  LargeVector<double> values;
  LevelSolver<G> solver(game, index, values, 1'000'000, kSilent);
  const SolveReport report = solver.run(game.start());
  CHECK(values.size() == graph.states() && solver.edges() == graph.edges());
  CHECK(report.error < 1e-9, report.error);
  for (std::uint32_t i = 0; i < graph.states(); ++i) {
    const double value = values[index.find(numbers[i])];
    CHECK(near(value, graph.value[i]), game.text(numbers[i]), value, graph.value[i]);
  }
}

void levels_give_the_values_of_the_graph() {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    check_levels(LevelledTree({.seed = random.bits(),
                               .depth = 6,
                               .branching = 3,
                               .chance = 0.4,
                               .width = random.below(8),
                               .rewards = random.below(2) == 0}));
  }
  check_levels(Twenty48({.rows = 2, .columns = 2}));
  check_levels(Twenty48({.rows = 2, .columns = 2, .symmetry = true}));
  check_levels(Twenty48({.rows = 3, .columns = 1, .objective = Twenty48::Objective::Goal, .goal = 4}));
  LevelledTree flat({.depth = 3});
  flat.step = 0;
  LargeVector<double> values;
  StateIndex<LevelledTree> index(flat);
  CHECK(throws<GameError>([&] { LevelSolver(flat, index, values, 1000, kSilent).run(flat.start()); }));
}

// Two states: in the first `chooser` goes on for a reward or takes the second edge, to what lies `beyond`;
// the second leads back. Whether both are proven to be worth infinity to MAX, as is claimed.
bool infinity_is_proven(Turn chooser, double reward, double beyond, double chance_to_leave = 0.0) {
  Cycle cycle;
  cycle.turn = {chooser, Turn::Chance};
  cycle.first = {0, 2, 4};
  cycle.next = {1, Cycle::kOut, 0, Cycle::kOut};
  cycle.probability = {1.0, 1.0, 1.0 - chance_to_leave, chance_to_leave};
  cycle.reward = {reward, 0.0, 0.0, 0.0};
  cycle.beyond = {0.0, beyond, 0.0, 0.0};
  if (chance_to_leave == 0.0) {  // an outcome that cannot happen is not in a graph
    cycle.first = {0, 2, 3};
    for (auto* list : {&cycle.probability, &cycle.reward, &cycle.beyond}) list->resize(3);
    cycle.next.resize(3);
  }
  const std::vector<double> claimed(2, kInfinity);
  const std::vector<std::uint32_t> choice{0, 2};
  const std::vector<DoubleDouble> potential{reward / 2, 0.0};  // each of the two steps gains half
  return EndlessProof(cycle, claimed, choice, potential, Turn::Max, true).holds();
}

void only_what_is_infinite_is_proven_to_be() {
  CHECK(infinity_is_proven(Turn::Max, 1.0, 5.0));
  CHECK(!infinity_is_proven(Turn::Max, 0.0, 5.0));       // nothing is earned
  CHECK(!infinity_is_proven(Turn::Max, -1.0, 5.0));      // it is lost
  CHECK(!infinity_is_proven(Turn::Min, 1.0, 5.0));       // MIN would leave
  CHECK(infinity_is_proven(Turn::Min, 1.0, kInfinity));  // for nothing better
  CHECK(!infinity_is_proven(Turn::Min, 1.0, -kInfinity));
  CHECK(!infinity_is_proven(Turn::Max, 1.0, 5.0, 0.01));  // chance leaves, some day
}

void a_game_too_large_says_so() {
  const Pig game = pig(100);
  StateIndex<Pig> index(game);
  CHECK(throws<GameError>([&] { enumerate(game, game.start(), index, 1000, kSilent); }));
  StateIndex<Pig> heavy(game);
  CHECK(
      throws<GameError>([&] { enumerate(game, game.start(), heavy, {1'000'000'000, 1'000'000}, kSilent); }));
  const Twenty48 large({});
  StateIndex<Twenty48> boards(large);
  LargeVector<double> values;
  CHECK(throws<GameError>([&] { LevelSolver(large, boards, values, 1000, kSilent).run(large.start()); }));
  struct Pressed {};
  StateIndex<Pig> again(game);
  CHECK(throws<Pressed>([&] {
    enumerate(game, game.start(), again, 1'000'000, [](const char*, std::size_t done, std::size_t) {
      if (done > 0) throw Pressed{};
    });
  }));
}

}  // namespace

void test_solver() {
  // Neller and Presser 2004: with a coin and a target of 2 the first player wins 4 games of 7.
  check_solved(piglet(), 4.0 / 7.0, 1e-10);
  check_solved(pig(20), iterated(pig(20), pig(20).start(), 400), 1e-9);
  check_solved(pig_alone(20), iterated(pig_alone(20), pig_alone(20).start(), 400), 1e-9);
  check_solved(TicTacToe{}, 0.0, 1e-12);
  Random random(2);
  for (int round = 0; round < 150; ++round) {
    const RandomTree game = random_tree(random, 6, 3);
    check_solved(game, full_width(game, game.start(), kToTheEnd), 1e-9);
  }
  random_graphs_are_solved_within_the_error_claimed();
  waiting_creates_no_value();
  thirty_two_digits();
  a_chain_is_worth_what_it_earns();
  endless_play_is_settled();
  graphs_without_end_are_solved_within_the_error_claimed();
  levels_give_the_values_of_the_graph();
  only_what_is_infinite_is_proven_to_be();
  a_game_too_large_says_so();
}

}  // namespace hazard::selftest
