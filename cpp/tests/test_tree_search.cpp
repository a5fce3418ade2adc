// Tree search: proven values are exact in every mode, the tree keeps to its limit, and nothing breaks under
// threads, batches, widening and reuse.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "check.hpp"
#include "search/tree/keeper.hpp"
#include "search/tree/tree_search.hpp"

namespace hazard::selftest {

namespace {

// `widest`: room for so many actions is needed besides.
TreeSearchSettings random_settings(Random& random, std::size_t widest = 0) {
  constexpr int threads[] = {1, 2, 4}, batches[] = {1, 3, 8};
  TreeSearchSettings s;
  s.select = static_cast<Select>(random.below(3));
  s.exploration = random.uniform() * 2;
  s.root_noise = s.select == Select::Puct && random.below(2) == 0 ? 0.01 + random.uniform() : 0.0;
  s.considered = 1 + static_cast<int>(random.below(20));
  s.gumbel_scale = random.below(2) == 0 ? 1.0 : 0.0;
  s.value_scale = random.uniform();
  s.leaf = random.below(2) == 0 ? Leaf::Value : Leaf::Rollout;
  s.rollout_depth = static_cast<int>(random.below(2) == 0 ? 1000 : random.below(5));
  s.backup = static_cast<Backup>(random.below(3));
  s.siblings = s.leaf == Leaf::Value && random.below(2) == 0;
  s.every_outcome = s.leaf == Leaf::Value && random.below(2) == 0;
  s.widen_actions = random.below(3) == 0 ? 0.2 + random.uniform() : 0.0;
  s.widen_outcomes = random.below(3) == 0 ? 0.2 + random.uniform() : 0.0;
  s.prove = random.below(2) == 0;
  s.close = random.below(3) == 0 ? random.uniform() : 0.0;
  s.play_outs = random.below(3) == 0 ? random.uniform() : 0.0;
  s.trust = random.uniform() * 20;
  s.threads = threads[random.below(3)];
  s.virtual_loss = random.uniform() * 3;
  s.batch = batches[random.below(3)];
  s.max_nodes = widest + 16 + random.below(random.below(2) == 0 ? 100 : 1000);
  s.seed = random.bits();
  return s;
}

// Doubles can be played in a thousand ways; the other games have a dozen actions.
template <class G>
constexpr std::size_t kWidest = std::is_same_v<G, Backgammon> ? 2000 : 0;

std::string shown_settings(const TreeSearchSettings& s) {
  return joined("select", static_cast<int>(s.select), "rollout", s.leaf == Leaf::Rollout, "backup",
                static_cast<int>(s.backup), "siblings", s.siblings, "every_outcome", s.every_outcome, "widen",
                s.widen_actions, s.widen_outcomes, "close", s.close, "play_outs", s.play_outs, "threads",
                s.threads, "batch", s.batch, "max_nodes", s.max_nodes);
}

// Values a batch as the game does, and counts; leaves weights that may be zero, but not all of them.
template <Game G>
Evaluator<G> counting(const G& game, std::atomic<std::size_t>& largest, TreePriors<G>& priors) {
  return [&](std::span<const typename G::State> states, std::span<double> values) {
    std::size_t seen = largest.load();
    while (seen < states.size() && !largest.compare_exchange_weak(seen, states.size())) {
    }
    for (std::size_t i = 0; i < states.size(); ++i) values[i] = game.value(states[i]);
    priors.note(TreePriors<G>::Given::Always);
    for (const auto& state : states) {
      if (game.turn(state) != Turn::Max && game.turn(state) != Turn::Min) continue;
      Edges<typename G::Move> edges;
      list_actions(game, state, edges);
      std::vector<double> weights;
      for (std::size_t i = 0; i < edges.size(); ++i)
        weights.push_back(static_cast<double>(mix64(game.key(state) + i) % 4));
      weights[0] += 1.0;
      priors.keep(state, weights);
    }
  };
}

template <Game G>
void check_result(const G& game, const typename G::State& root, const Result<G>& result,
                  const TreeSearchSettings& settings, std::uint64_t nodes) {
  const Bounds bounds = bounds_of(game);
  CHECK(result.statistics.tree_nodes <= settings.max_nodes, shown_settings(settings));
  CHECK(result.statistics.simulations <= nodes, nodes, result.statistics.simulations,
        shown_settings(settings));
  CHECK(!result.line.empty() && result.line[0].move == result.options[0].action);
  for (const auto& option : result.options) {
    CHECK(std::isfinite(option.value) && std::isfinite(option.standard_error));
    CHECK(option.policy >= 0.0 && option.policy <= 1.0 + 1e-9, shown_settings(settings));
    const double reward = reward_of(game, root, option.action);
    const bool within =
        option.value - reward >= bounds.low - 1e-9 && option.value - reward <= bounds.high + 1e-9;
    CHECK(within || features_of(game).reward, game.text(root), option.value);
  }
}

void every_mode_keeps_to_its_limits() {
  Random random(1);
  for (int round = 0; round < 60; ++round) {
    on_every_game(random, [&](const auto& game, const auto& root, int) {
      using G = std::remove_cvref_t<decltype(game)>;
      const TreeSearchSettings settings = random_settings(random, kWidest<G>);
      std::atomic<std::size_t> largest{0};
      TreePriors<G> priors(game, random.below(2) == 0 ? settings.max_nodes : 3);
      const Evaluator<G> evaluator = counting(game, largest, priors);
      TreeKeeper<G> trees;
      Tree<G>& tree = trees.prepare(root, settings.max_nodes, true);
      const std::uint64_t nodes = 1 + random.below(600);
      Budget budget = with_nodes(nodes);
      if (random.below(4) == 0) budget.depth = 1 + static_cast<int>(random.below(6));
      const bool batched = random.below(2) == 0;
      auto result = TreeSearch<G>(game, settings, batched ? &evaluator : nullptr, batched ? &priors : nullptr)
                        .run(root, tree, budget, {});
      check_result(game, root, result, settings, nodes);
      CHECK(settings.siblings || settings.every_outcome || settings.play_outs > 0.0 ||
            largest.load() <= static_cast<std::size_t>(settings.batch));
      // Play on in the same tree, as a Searcher does.
      auto state = root;
      std::size_t held = tree.size();
      for (int move = 0; move < 3; ++move) {
        if (!step(game, state, random)) break;
        const Turn turn = game.turn(state);
        if (turn != Turn::Max && turn != Turn::Min) continue;
        Tree<G>& next = trees.prepare(state, settings.max_nodes, true);
        CHECK(next.size() == 0 || next[1].state == state);
        CHECK(next.size() <= held);
        result = TreeSearch<G>(game, settings, nullptr).run(state, next, budget, {});
        held = next.size();
        check_result(game, state, result, settings, nodes);
      }
    });
  }
}

void proven_values_are_exact() {
  Random random(2);
  for (int round = 0; round < 250; ++round) {
    const RandomTree game = random_tree(random, 5, 3);
    TreeSearchSettings settings = random_settings(random);
    settings.prove = true;
    settings.close = 0.0;
    settings.max_nodes = 50'000;
    Tree<RandomTree> tree(settings.max_nodes);
    const auto result =
        TreeSearch<RandomTree>(game, settings, nullptr).run(game.start(), tree, with_nodes(200'000), {});
    const double truth = full_width(game, game.start(), kToTheEnd);
    // By Gumbel only some of the root's actions are considered: then there is no proof.
    const bool complete = result.stopped == Stop::Complete;
    CHECK(complete || settings.select == Select::Gumbel, shown_settings(settings));
    CHECK(!complete || (result.options[0].kind == ValueKind::Exact && near(result.options[0].value, truth)),
          result.options[0].value, truth, shown_settings(settings));
    for (const auto& option : result.options) {
      if (option.kind != ValueKind::Exact) continue;
      const double value = game.reward(game.start(), option.action) +
                           full_width(game, game.apply(game.start(), option.action), kToTheEnd);
      CHECK(near(option.value, value), option.value, value, shown_settings(settings));
    }
  }
}

// Many short threaded proofs: a simulation that comes back late must not overwrite a proven value.
void late_simulations_leave_proven_values_alone() {
  Random random(3);
  for (int round = 0; round < 400; ++round) {
    const RandomTree game(
        {.seed = random.bits(), .depth = 4, .branching = 3, .chance = 0.3, .width = 0, .rewards = false});
    TreeSearchSettings settings;
    settings.threads = 4;
    settings.backup = static_cast<Backup>(random.below(3));
    settings.max_nodes = 2000;
    Tree<RandomTree> tree(settings.max_nodes);
    TreeSearch<RandomTree>(game, settings, nullptr).run(game.start(), tree, with_nodes(100'000), {});
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      const auto& edge = tree.edge(i);
      const auto child = edge.child.load();
      if (!edge.known() || child == Tree<RandomTree>::kNone) continue;
      const double truth = full_width(game, tree[child].state, kToTheEnd), found = tree.worth(edge);
      CHECK(near(found, truth), game.text(tree[child].state), found, truth, shown_settings(settings));
    }
  }
}

void one_thread_and_one_seed_give_one_answer() {
  Random random(4);
  for (int round = 0; round < 10; ++round) {
    on_every_game(random, [&](const auto& game, const auto& root, int) {
      using G = std::remove_cvref_t<decltype(game)>;
      TreeSearchSettings settings = random_settings(random, kWidest<G>);
      settings.threads = 1;
      const auto once = [&] {
        Tree<G> tree(settings.max_nodes);
        return TreeSearch<G>(game, settings, nullptr).run(root, tree, with_nodes(300), {});
      };
      const auto a = once(), b = once();
      CHECK(a.options.size() == b.options.size());
      for (std::size_t i = 0; i < a.options.size(); ++i) {
        CHECK(a.options[i].action == b.options[i].action && a.options[i].value == b.options[i].value &&
              a.options[i].visits == b.options[i].visits);
      }
    });
  }
}

void reuse_keeps_what_lies_ahead() {
  Random random(5);
  const Pig game = pig(30);
  TreeSearchSettings settings;
  settings.max_nodes = 5000;
  TreeKeeper<Pig> trees;
  auto state = game.start();
  for (int move = 0; move < 60 && game.turn(state) != Turn::Over; ++move) {
    if (game.turn(state) != Turn::Chance) {
      Tree<Pig>& tree = trees.prepare(state, settings.max_nodes, true);
      CHECK(tree.size() == 0 || tree[Tree<Pig>::kRoot].state == state);
      const auto before = tree.size() == 0 ? 0 : tree.edge(Tree<Pig>::kRootEdge).visits.get();
      const auto result = TreeSearch<Pig>(game, settings, nullptr).run(state, tree, with_nodes(500), {});
      CHECK(tree.edge(Tree<Pig>::kRootEdge).visits.get() == before + 500, before);
      CHECK(&trees.prepare(state, settings.max_nodes, true) == &tree);
      CHECK(tree.edge(Tree<Pig>::kRootEdge).visits.get() == before + 500, "nothing is lost on the way");
      CHECK(result.statistics.tree_nodes <= settings.max_nodes);
    }
    step(game, state, random);
  }
  CHECK(trees.prepare(state, settings.max_nodes, false).size() == 0);
}

// A chance node that can only be drawn from, met again after reuse: there must still be room for new
// outcomes.
struct Drawn {
  struct State {
    std::uint32_t level = 0, sum = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint32_t;
  State start() const { return {}; }
  Turn turn(const State& s) const {
    return s.level == 8 ? Turn::Over : s.level % 2 == 0 ? Turn::Max : Turn::Chance;
  }
  void actions(const State&, auto&& sink) const {
    sink(0U);
    sink(1U);
  }
  void outcomes(const State&, auto&&) const {}
  bool must_sample(const State&) const { return true; }
  Move sample(const State&, Random& random) const { return random.below(300); }
  State apply(const State& s, Move m) const { return {s.level + 1, s.sum + m}; }
  double value(const State& s) const { return s.sum / 1200.0; }
  Bounds bounds() const { return {0.0, 1.01}; }
  std::uint64_t key(const State& s) const { return mix64(s.level | std::uint64_t{s.sum} << 32); }
  std::string text(const State& s) const { return joined(s.level, s.sum); }
};
static_assert(Game<Drawn>);

void drawn_outcomes_survive_reuse() {
  const Drawn game;
  for (const Backup backup : {Backup::Mean, Backup::Expectation, Backup::Best}) {
    TreeSearchSettings settings;
    settings.max_nodes = 4000;
    settings.backup = backup;
    TreeKeeper<Drawn> trees;
    Drawn::State state;
    Random random(6);
    while (game.turn(state) != Turn::Over) {
      Tree<Drawn>* tree = &trees.prepare(state, settings.max_nodes, true);
      for (int again = 0; again < 3; ++again) {
        const auto result = TreeSearch<Drawn>(game, settings, nullptr).run(state, *tree, with_nodes(700), {});
        CHECK(result.statistics.tree_nodes <= settings.max_nodes);
        for (std::uint32_t i = 1; i <= tree->node_count(); ++i) {
          const auto& node = (*tree)[i];
          if (node.growth.load() != Tree<Drawn>::kGrown) continue;
          for (std::size_t e = 0; e < node.edge_count; ++e) {
            const auto child = tree->edge(node, e).child.load();
            if (child == Tree<Drawn>::kNone) continue;
            CHECK((*tree)[child].state == game.apply(node.state, tree->edge(node, e).move),
                  "an edge leads where its move leads");
          }
        }
        Tree<Drawn> copy(settings.max_nodes);
        tree->copy_subtree(Tree<Drawn>::kRootEdge, copy);
        copy.copy_subtree(Tree<Drawn>::kRootEdge, *tree);
      }
      // A likely outcome, so that the next state is in the tree.
      const auto& root = (*tree)[1];
      const auto child = root.edge_count > 0 ? tree->edge(root, 0).child.load() : 0;
      state = game.apply(state, 0);
      const bool known = child != 0 && (*tree)[child].edge_count > 0;
      state = game.apply(state, known ? tree->edge((*tree)[child], 0).move : 0);
    }
  }
}

// The laws that exploration draws by, against their first two moments.
void draws_have_their_laws() {
  Random random(7);
  constexpr int kDraws = 40'000;
  const auto moments = [&](auto&& draw) {
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = draw();
      sum += x;
      squares += x * x;
    }
    return std::pair(sum / kDraws, squares / kDraws - sum / kDraws * sum / kDraws);
  };
  const auto [normal_mean, normal_variance] = moments([&] { return draw_normal(random); });
  CHECK(std::abs(normal_mean) < 0.03 && std::abs(normal_variance - 1.0) < 0.05, normal_mean, normal_variance);
  // Gumbel: the mean is Euler's constant, the variance pi^2 / 6.
  const auto [mean, variance] = moments([&] { return draw_gumbel(random); });
  CHECK(std::abs(mean - 0.577216) < 0.03 && std::abs(variance - 1.644934) < 0.1, mean, variance);
  for (const double shape : {0.1, 0.5, 1.0, 2.5, 20.0}) {  // gamma: both are the shape
    const auto [m, v] = moments([&] { return std::exp(draw_log_gamma(shape, random)); });
    CHECK(std::abs(m / shape - 1.0) < 0.06 && std::abs(v / shape - 1.0) < 0.12, shape, m, v);
  }
  std::vector<double> shares(300);
  draw_dirichlet(1e-6, random, shares);  // next to nothing: one share is nearly all
  CHECK(near(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0) &&
        *std::ranges::max_element(shares) > 0.99);
}

void failures_come_back_from_every_thread() {
  struct Broken {};
  const Pig game = pig(50);
  for (const int threads : {1, 2, 4}) {
    TreeSearchSettings settings;
    settings.threads = threads;
    settings.batch = 4;
    std::atomic<int> calls{0};
    const Evaluator<Pig> failing = [&](std::span<const Pig::State>, std::span<double> values) {
      if (++calls > 20) throw Broken{};
      for (auto& value : values) value = 0.5;
    };
    Tree<Pig> tree(settings.max_nodes);
    CHECK(throws<Broken>(
        [&] { TreeSearch<Pig>(game, settings, &failing).run(game.start(), tree, with_nodes(100'000), {}); }));
  }
}

}  // namespace

void test_tree_search() {
  every_mode_keeps_to_its_limits();
  proven_values_are_exact();
  late_simulations_leave_proven_values_alone();
  one_thread_and_one_seed_give_one_answer();
  reuse_keeps_what_lies_ahead();
  drawn_outcomes_survive_reuse();
  draws_have_their_laws();
  failures_come_back_from_every_thread();
}

}  // namespace hazard::selftest
