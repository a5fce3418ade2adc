// The self-test's own small tools: a CHECK that counts, games to test on, and the definition to test against.
//
// A brute-force twin stands behind every law: FullWidth for the searches, plain value iteration for the
// solver. Randomness is seeded, so a failure comes back.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "domains/backgammon/game.hpp"
#include "domains/connect_four/connect_four.hpp"
#include "domains/einstein/einstein.hpp"
#include "domains/pig/pig.hpp"
#include "domains/random_tree/random_tree.hpp"
#include "domains/take_it_easy/take_it_easy.hpp"
#include "domains/tic_tac_toe/tic_tac_toe.hpp"
#include "domains/twenty48/twenty48.hpp"
#include "search/expectimax/full_width.hpp"

#define CHECK(holds, ...)                             \
  ::hazard::selftest::note((holds), #holds, __FILE__, \
                           __LINE__ __VA_OPT__(, ::hazard::selftest::joined(__VA_ARGS__)))

namespace hazard::selftest {

// One function for each part; selftest.cpp calls them all.
void test_parts();
void test_pinned();
void test_expectimax();
void test_beam();
void test_tree_search();
void test_play_off();
void test_solver();
void test_equilibrium();
void test_backgammon();
void test_backgammon_tables();
void test_learning();
void test_any_game_learning();
void test_tuples();
void test_spire();
void test_take_it_easy();
void test_take_it_easy_network();
void test_playing();
void test_dice();
void test_fivee_grid();
void test_fivee_combat();
void test_spire_rules();

// Both planners of the Spire, on fights with all content.
void test_spire_planner();

inline int passed = 0, failed = 0;

inline std::string shown(const std::string& text) { return text; }
inline std::string shown(const char* text) { return text; }
inline std::string shown(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}
template <class T>
  requires std::integral<T>
std::string shown(T number) {
  return std::to_string(number);
}

template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string line;
  ((line += shown(parts), line += ' '), ...);
  return line;
}

inline void note(bool holds, const char* what, const char* file, int line, const std::string& detail = "") {
  if (holds) {
    ++passed;
    return;
  }
  if (++failed <= 40) std::printf("%s:%d: not so: %s  %s\n", file, line, what, detail.c_str());
}

inline bool near(double a, double b, double tolerance = 1e-9) { return std::abs(a - b) <= tolerance; }

// Whether `run` throws an E.
template <class E>
bool throws(auto&& run) {
  try {
    run();
  } catch (const E&) {
    return true;
  }
  return false;
}

inline Budget to_depth(int depth) {
  Budget budget;
  budget.depth = depth;
  return budget;
}

inline Budget with_nodes(std::uint64_t nodes) {
  Budget budget;
  budget.nodes = nodes;
  return budget;
}

inline constexpr int kToTheEnd = 1000;

// The definition: what `state` is worth with `depth` decisions to look ahead.
template <Game G>
double full_width(const G& game, const typename G::State& state, int depth) {
  Meter meter({}, {}, 512);
  return FullWidth<G>(game, meter).value(state, depth);
}

// One random step; false at the end of the game.
template <Game G>
bool step(const G& game, typename G::State& state, Random& random) {
  const Turn turn = game.turn(state);
  if (turn == Turn::Over) return false;
  Edges<typename G::Move> edges;
  turn == Turn::Chance ? game.outcomes(state, edges) : game.actions(state, edges);
  state = game.apply(state, edges[random.below(static_cast<std::uint32_t>(edges.size()))].move);
  return true;
}

// A decision that random play reaches after about `moves` moves.
template <Game G>
typename G::State reached(const G& game, int moves, Random& random) {
  while (true) {
    auto state = game.start();
    for (int i = 0; i < moves; ++i) step(game, state, random);
    for (int i = 0; i < 8 && game.turn(state) == Turn::Chance; ++i) step(game, state, random);
    if (const Turn turn = game.turn(state); turn == Turn::Max || turn == Turn::Min) return state;
    if (moves > 0) --moves;
  }
}

inline RandomTree random_tree(Random& random, int depth, int branching) {
  return RandomTree({.seed = random.bits(),
                     .depth = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(depth))),
                     .branching = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(branching))),
                     .chance = random.uniform() * 0.8,
                     .width = random.below(2) == 0 ? 0 : 1 + random.below(6),
                     .rewards = random.below(2) == 0});
}

inline Pig pig(int target) { return Pig({target, target}, {0, 2, 3, 4, 5, 6}, 2); }
inline Pig piglet() { return Pig({2, 2}, {0, 1}, 2); }
inline Pig pig_alone(int target) { return Pig({target, target}, {0, 2, 3, 4, 5, 6}, 1); }
inline EinStein einstein() { return EinStein({1, 2, 3, 4, 5, 6}, {6, 4, 2, 5, 3, 1}); }

// Calls `test(game, state, depth)` on a decision of every compiled game; depth is as deep as FullWidth is
// cheap.
void on_every_game(Random& random, auto&& test) {
  const auto moves = [&](std::uint32_t most) { return static_cast<int>(random.below(most)); };
  const Pig two = pig(30), one = pig_alone(15);
  const EinStein board = einstein();
  const ConnectFour four;
  const TicTacToe three;
  const Backgammon dice;
  const Twenty48 large({}), small({.rows = 2, .columns = 3, .symmetry = random.below(2) == 0});
  const TakeItEasy hexes({.symmetry = random.below(2) == 0});
  const RandomTree tree = random_tree(random, 6, 3);
  test(two, reached(two, moves(40), random), 3);
  test(one, reached(one, moves(12), random), 3);
  test(board, reached(board, moves(16), random), 2);
  test(four, reached(four, moves(36), random), 4);
  test(dice, reached(dice, moves(120), random), 1);
  test(three, reached(three, 2 + moves(6), random), 9);
  test(large, reached(large, moves(200), random), 2);
  test(small, reached(small, moves(40), random), 3);
  test(hexes, reached(hexes, 24 + moves(13), random), 2);
  test(tree, tree.start(), 6);
}

}  // namespace hazard::selftest
