// Searches that several threads share, for ThreadSanitizer: any two of them that touch the same memory
// without order end this program with a report. What the searches find is the business of the other tests.
//
//   cmake -S . -B build/races -G Ninja -DHAZARD_RACES=ON && ninja -C build/races && build/races/races
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "core/random.hpp"
#include "domains/pig/pig.hpp"
#include "domains/random_tree/random_tree.hpp"
#include "search/play_outs/play_off.hpp"
#include "search/tree/tree_search.hpp"

namespace {

using namespace hazard;

TreeSearchSettings drawn_settings(Random& random) {
  TreeSearchSettings s;
  s.threads = 2 + static_cast<int>(random.below(3));
  s.select = static_cast<Select>(random.below(3));
  s.root_noise = s.select == Select::Puct ? 0.3 : 0.0;
  s.leaf = random.below(3) == 0 ? Leaf::Rollout : Leaf::Value;
  s.backup = static_cast<Backup>(random.below(3));
  s.unseen = static_cast<Unseen>(random.below(2));
  s.siblings = s.leaf == Leaf::Value && random.below(2) == 0;
  s.every_outcome = s.leaf == Leaf::Value && random.below(2) == 0;
  s.widen_actions = random.below(3) == 0 ? 1.5 : 0.0;
  s.widen_outcomes = random.below(3) == 0 ? 1.5 : 0.0;
  s.play_outs = s.leaf == Leaf::Value && random.below(3) == 0 ? 0.5 : 0.0;
  s.batch = random.below(2) == 0 ? 1 : 4;
  s.max_nodes = random.below(4) == 0 ? 200 : 20'000;
  s.seed = random.bits();
  return s;
}

template <Game G>
std::uint64_t search_twice(const G& game, const TreeSearchSettings& settings) {
  Tree<G> tree(settings.max_nodes);
  const auto once = [&] {
    return TreeSearch<G>(game, settings, nullptr).run(game.start(), tree, {.nodes = 1'500}, {}).statistics;
  };
  return once().simulations + once().simulations;
}

// Somebody outside wants no more: a search that has no other end gives what it has found.
template <Game G>
std::uint64_t stopped_from_outside(const G& game, TreeSearchSettings settings) {
  settings.prove = false;
  Tree<G> tree(settings.max_nodes);
  std::atomic<bool> wanted{true}, begun{false};
  std::thread outside([&] {
    while (!begun.load()) std::this_thread::yield();
    wanted.store(false);
  });
  const auto result = TreeSearch<G>(game, settings, nullptr).run(game.start(), tree, {}, [&] {
    begun.store(true);
    if (!wanted.load()) throw Stopped{Stop::Asked};
  });
  outside.join();
  if (result.stopped != Stop::Asked || result.options.empty()) std::abort();
  return result.statistics.simulations;
}

}  // namespace

int main() {
  Random random(1);
  std::uint64_t simulations = 0;
  for (int round = 0; round < 60; ++round) {
    const RandomTree tree({.seed = random.bits(),
                           .depth = 5,
                           .branching = 3,
                           .chance = 0.4,
                           .width = random.below(2) * std::uint64_t{4},
                           .rewards = random.below(2) == 0});
    simulations += search_twice(tree, drawn_settings(random));
    if (round % 6 == 0) simulations += stopped_from_outside(tree, drawn_settings(random));
    simulations += search_twice(Pig({20, 20}, {0, 2, 3, 4, 5, 6}, 2), drawn_settings(random));
  }
  std::printf("%llu simulations by several threads, and no two of them met\n",
              static_cast<unsigned long long>(simulations));
}
