// Expectimax: no switch that is meant to save work changes a value; the others are estimates and say so.
#include "check.hpp"
#include "search/expectimax/expectimax.hpp"

namespace hazard::selftest {

namespace {

ExpectimaxSettings random_switches(Random& random) {
  const auto coin = [&] { return random.below(2) == 0; };
  ExpectimaxSettings s;
  s.alpha_beta = random.below(4) != 0;
  s.star1 = coin();
  s.star2 = coin();
  s.table = coin();
  s.table_mb = coin() ? 0.001 : 4.0;
  s.deepen = coin();
  s.order = {.table = coin(), .rank = coin(), .value = coin(), .killers = coin(), .history = coin()};
  s.order_outcomes = coin();
  s.merge = coin();
  s.all_options = coin();
  s.trace = coin() ? 0 : random.below(50);
  return s;
}

std::string shown_switches(const ExpectimaxSettings& s) {
  return joined("alpha_beta", s.alpha_beta, "star", s.star1, s.star2, "table", s.table, s.table_mb, "deepen",
                s.deepen, "order", s.order.table, s.order.rank, s.order.value, s.order.killers,
                s.order.history, s.order_outcomes, "merge", s.merge, "all", s.all_options);
}

template <Game G>
Result<G> search(const G& game, const typename G::State& root, const ExpectimaxSettings& settings,
                 const Budget& budget, const Evaluator<G>* evaluator = nullptr) {
  Table<typename G::Move> table(settings.table_mb);
  Table<typename G::Move>* used = settings.table ? &table : nullptr;
  return Expectimax<G>(game, settings, used, evaluator).run(root, budget, {}, used);
}

// The principal line is legal, and every option is an action of the root.
template <Game G>
void check_shape(const G& game, const typename G::State& root, const Result<G>& result) {
  Edges<typename G::Move> actions;
  game.actions(root, actions);
  CHECK(!result.options.empty() && result.options.size() <= actions.size(), game.text(root));
  CHECK(!result.line.empty() && result.line[0].move == result.options[0].action);
  auto state = root;
  for (const auto& edge : result.line) {
    const Turn turn = game.turn(state);
    CHECK(turn != Turn::Over, "the line goes on after the end");
    if (turn == Turn::Over) return;
    Edges<typename G::Move> moves;
    turn == Turn::Chance ? game.outcomes(state, moves) : game.actions(state, moves);
    bool legal = false;
    for (const auto& move : moves) legal = legal || move.move == edge.move;
    CHECK(legal, game.text(state));
    if (!legal) return;
    state = game.apply(state, edge.move);
  }
}

template <Game G>
void check_equal_to_full_width(const G& game, const typename G::State& root, int depth,
                               const ExpectimaxSettings& settings) {
  const auto result = search(game, root, settings, to_depth(depth));
  const double expected = full_width(game, root, depth);
  const auto& best = result.options[0];
  CHECK(near(best.value, expected), game.text(root), "depth", depth, best.value, expected,
        shown_switches(settings));
  check_shape(game, root, result);
  for (const auto& option : result.options) {
    const double value =
        reward_of(game, root, option.action) + full_width(game, game.apply(root, option.action), depth - 1);
    const double gap = option.value - value;
    // A cut above a horizon proves nothing; it tells which is better as far as the search sees.
    const bool cut = !settings.all_options && &option != &best && option.kind == ValueKind::Estimate;
    const double ahead = game.turn(root) == Turn::Max ? value - expected : expected - value;
    const bool holds = cut                               ? ahead <= 1e-9
                       : option.kind == ValueKind::Upper ? gap >= -1e-9
                       : option.kind == ValueKind::Lower ? gap <= 1e-9
                                                         : near(gap, 0.0);
    CHECK(holds, game.text(root), to_string(option.kind), option.value, value, shown_switches(settings));
    if (option.kind == ValueKind::Exact) {
      CHECK(near(option.value, value) &&
                near(value, reward_of(game, root, option.action) +
                                full_width(game, game.apply(root, option.action), depth + 2)),
            "an exact value does not move with depth");
    }
    if (settings.all_options) CHECK(option.kind == ValueKind::Exact || option.kind == ValueKind::Estimate);
    double sum = 0.0, mass = 0.0;
    for (const auto& outcome : option.outcomes) {
      sum += outcome.probability * outcome.value;
      mass += outcome.probability;
    }
    if (!option.outcomes.empty() && settings.all_options) {
      const double reward = reward_of(game, root, option.action);
      CHECK(near(mass, 1.0) && near(sum + reward, option.value), sum, option.value);
    }
  }
}

void switches_never_change_the_value() {
  Random random(1);
  for (int round = 0; round < 700; ++round) {
    const RandomTree game = random_tree(random, 6, 4);
    const int depth = 1 + static_cast<int>(random.below(6));
    check_equal_to_full_width(game, game.start(), depth, random_switches(random));
  }
  for (int round = 0; round < 25; ++round) {
    on_every_game(random, [&](const auto& game, const auto& root, int depth) {
      check_equal_to_full_width(game, root, depth, random_switches(random));
    });
  }
}

// A trace asks for the search with windows, so each of these is run with and without.
void leaving_the_windows_out_changes_nothing() {
  Random random(8);
  for (int round = 0; round < 400; ++round) {
    ExpectimaxSettings settings = random_switches(random);
    settings.alpha_beta = settings.merge = false;
    settings.order_outcomes = false;
    settings.order = {.table = false, .rank = false, .value = false, .killers = false, .history = false};
    settings.min_reach = random.below(2) == 0 ? random.uniform() * 0.5 : 0.0;
    // What the table remembers of a line cut by its reach depends on where the line was met first.
    settings.table = settings.min_reach == 0.0;
    const auto compare = [&](const auto& game, const auto& root, int depth) {
      settings.trace = 1;
      const auto windows = search(game, root, settings, to_depth(depth));
      settings.trace = 0;
      const auto lean = search(game, root, settings, to_depth(depth));
      CHECK(windows.options.size() == lean.options.size());
      for (const auto& a : windows.options) {
        for (const auto& b : lean.options) {
          if (!(a.action == b.action)) continue;
          CHECK(near(a.value, b.value), game.text(root), depth, a.value, b.value, settings.min_reach);
          CHECK(a.kind == b.kind && a.outcomes.size() == b.outcomes.size(), game.text(root), depth);
        }
      }
      check_shape(game, root, lean);
    };
    const RandomTree tree = random_tree(random, 6, 4);
    compare(tree, tree.start(), 1 + static_cast<int>(random.below(6)));
    if (round % 20 == 0) on_every_game(random, compare);
  }
}

void one_table_serves_many_searches() {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    const RandomTree game = random_tree(random, 6, 3);
    ExpectimaxSettings settings = random_switches(random);
    settings.table = true;
    settings.table_mb = random.below(2) == 0 ? 0.001 : 1.0;
    Table<RandomTree::Move> table(settings.table_mb);
    auto root = game.start();
    for (int move = 0; move < 6; ++move) {
      if (const Turn turn = game.turn(root); turn == Turn::Max || turn == Turn::Min) {
        const int depth = 1 + static_cast<int>(random.below(5));
        const auto result =
            Expectimax<RandomTree>(game, settings, &table, nullptr).run(root, to_depth(depth), {}, &table);
        CHECK(near(result.options[0].value, full_width(game, root, depth)), shown_switches(settings));
      }
      if (!step(game, root, random)) break;
    }
  }
}

// What the table says of an unlikely line without a word about that holds as if the line were certain.
template <Game G>
void check_entries(const G& game, const typename G::State& state, int depth, double reach,
                   const Table<typename G::Move>& table, const ExpectimaxSettings& settings) {
  const Turn turn = game.turn(state);
  if (turn == Turn::Over || depth <= 0) return;
  const auto* entry = table.find_at(game.key(state), depth);
  if (reach < 1.0 && entry != nullptr && entry->reach == Table<typename G::Move>::likelihood(1.0)) {
    const double value = full_width(game, state, depth);
    CHECK(entry->low <= value + 1e-9 && entry->high >= value - 1e-9, game.text(state), depth, entry->low,
          value, entry->high, shown_switches(settings));
  }
  Edges<typename G::Move> edges;
  turn == Turn::Chance ? game.outcomes(state, edges) : game.actions(state, edges);
  for (const auto& edge : edges) {
    const bool chance = turn == Turn::Chance;
    check_entries(game, game.apply(state, edge.move), chance ? depth : depth - 1,
                  chance ? reach * edge.probability : reach, table, settings);
  }
}

void unlikely_lines_do_not_pass_for_likely_ones() {
  Random random(9);
  for (int round = 0; round < 300; ++round) {
    const RandomTree game({.seed = random.bits(), .depth = 6, .branching = 3, .chance = 0.4});
    ExpectimaxSettings settings = random_switches(random);
    settings.table = true;
    settings.table_mb = 4.0;
    settings.deepen = false;  // a shallower search's entries are of another depth
    settings.min_reach = 0.02 + 0.5 * random.uniform();
    const int depth = 2 + static_cast<int>(random.below(4));
    Table<RandomTree::Move> table(settings.table_mb);
    Expectimax<RandomTree>(game, settings, &table, nullptr).run(game.start(), to_depth(depth), {}, &table);
    check_entries(game, game.start(), depth, 1.0, table, settings);
  }
}

void whole_games_are_exact() {
  Random random(3);
  for (int round = 0; round < 150; ++round) {
    const RandomTree game = random_tree(random, 6, 3);
    const auto result = search(game, game.start(), random_switches(random), {});
    CHECK(result.stopped == Stop::Complete && result.options[0].kind == ValueKind::Exact);
    CHECK(near(result.options[0].value, full_width(game, game.start(), kToTheEnd)));
  }
  const TicTacToe three;
  const auto draw = search(three, three.start(), {}, {});
  for (const auto& option : draw.options) CHECK(option.value == 0.0 && option.kind == ValueKind::Exact);
  CHECK(throws<GameError>([] { search(piglet(), piglet().start(), {}, {}); }), "a cycle without a limit");
}

void small_budgets_still_answer() {
  Random random(4);
  for (int round = 0; round < 30; ++round) {
    on_every_game(random, [&](const auto& game, const auto& root, int) {
      const std::uint64_t nodes = 1 + random.below(round < 15 ? 10 : 3000);
      auto settings = random_switches(random);
      const auto result = search(game, root, settings, with_nodes(nodes));
      CHECK(result.statistics.nodes <= nodes + 300, nodes, result.statistics.nodes);
      CHECK(!result.options.empty() && !result.line.empty());
      Budget instant;
      instant.seconds = 1e-9;
      instant.depth = 4;
      CHECK(!search(game, root, settings, instant).options.empty());
    });
  }
}

void approximations_call_themselves_estimates() {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    const RandomTree game = random_tree(random, 5, 8);
    auto settings = random_switches(random);
    settings.seed = random.bits();
    switch (random.below(4)) {
      case 0:
        settings.samples = 1 + static_cast<int>(random.below(5));
        break;
      case 1:
        settings.buckets = 1 + static_cast<int>(random.below(5));
        break;
      case 2:
        settings.top = 1 + static_cast<int>(random.below(3));
        break;
      default:
        settings.min_reach = random.uniform();
        break;
    }
    const double truth = full_width(game, game.start(), kToTheEnd);
    const auto result = search(game, game.start(), settings, {});
    const Bounds bounds = game.bounds();
    for (const auto& option : result.options) {
      CHECK(std::isfinite(option.value) && option.standard_error >= 0.0);
      CHECK(option.value >= bounds.low - 2 * 9 && option.value <= bounds.high + 2 * 9);
    }
    // An option may be exact while a better one is only an estimate, and looks worse.
    for (const auto& option : result.options) {
      if (option.kind != ValueKind::Exact) continue;
      const double value = reward_of(game, game.start(), option.action) +
                           full_width(game, game.apply(game.start(), option.action), kToTheEnd);
      CHECK(near(option.value, value), option.value, value, shown_switches(settings));
    }
    // Switched so far that they do nothing: exact again.
    settings.samples = settings.buckets = settings.top = 0;
    settings.min_reach = 0.0;
    (random.below(2) == 0 ? settings.top : settings.buckets) = 8;
    CHECK(near(search(game, game.start(), settings, {}).options[0].value, truth));
  }
}

void a_trace_keeps_to_its_limit_and_its_windows() {
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    const RandomTree game = random_tree(random, 5, 4);
    auto settings = random_switches(random);
    settings.trace = 1 + random.below(60);
    const auto result = search(game, game.start(), settings, to_depth(4));
    CHECK(!result.trace.empty() && static_cast<std::int64_t>(result.trace.size()) <= settings.trace);
    for (std::size_t i = 0; i < result.trace.size(); ++i) {
      CHECK(result.trace[i].parent < static_cast<std::int64_t>(i));
      CHECK((result.trace[i].parent < 0) == (i == 0));
      if (i == 0) continue;
      const auto& node = result.trace[i];
      const Turn above = result.trace[node.parent].turn, mover = game.turn(node.from);
      CHECK(node.probe ? above == Turn::Chance && mover != Turn::Chance : above == mover,
            "a probe is marked");
      CHECK(near(node.reward, reward_of(game, node.from, node.move)));
    }
    settings.trace = 0;
    const auto silent = search(game, game.start(), settings, to_depth(4));
    CHECK(near(silent.options[0].value, result.options[0].value));
  }
}

void an_evaluator_stands_in_for_the_value() {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    const RandomTree game = random_tree(random, 6, 3);
    const Bounds bounds = game.bounds();
    const Evaluator<RandomTree> constant = [&](std::span<const RandomTree::State> states,
                                               std::span<double> values) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        CHECK(game.turn(states[i]) != Turn::Over, "the end of the game is never guessed");
        values[i] = 0.5 * (bounds.low + bounds.high);
      }
    };
    Meter meter({}, {}, 512);
    const double expected = FullWidth<RandomTree>(game, meter, &constant).value(game.start(), 2);
    const auto found = search(game, game.start(), random_switches(random), to_depth(2), &constant);
    CHECK(near(found.options[0].value, expected), found.options[0].value, expected);
  }
}

}  // namespace

void test_expectimax() {
  switches_never_change_the_value();
  leaving_the_windows_out_changes_nothing();
  one_table_serves_many_searches();
  unlikely_lines_do_not_pass_for_likely_ones();
  whole_games_are_exact();
  small_budgets_still_answer();
  approximations_call_themselves_estimates();
  a_trace_keeps_to_its_limit_and_its_windows();
  an_evaluator_stands_in_for_the_value();
}

}  // namespace hazard::selftest
