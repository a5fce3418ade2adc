// Play-outs without luck: on average they are worth what the game is worth that is played so, and with true
// values there is no luck left at all. A play-off chooses by them.
#include <atomic>

#include "check.hpp"
#include "search/play_outs/greedy.hpp"
#include "search/play_outs/play_off.hpp"

namespace hazard::selftest {

namespace {

// The definition: what `state` is worth when whoever moves follows the values.
template <Game G>
double greedy_value(const G& game, const Followers<G>& followers, const typename G::State& state) {
  const Turn turn = game.turn(state);
  if (turn == Turn::Over) return game.value(state);
  Edges<typename G::Move> edges;
  typename Followers<G>::Room room;
  turn == Turn::Chance ? game.outcomes(state, edges) : game.actions(state, edges);
  followers.list(state, edges, room);
  double mean = 0.0;
  const typename Followers<G>::Follower* best = &room.list[0];
  for (const auto& next : room.list) {
    if (turn == Turn::Max ? next.value > best->value : next.value < best->value) best = &next;
    if (turn == Turn::Chance)
      mean += next.edge.probability * (next.reward + greedy_value(game, followers, next.state));
  }
  return turn == Turn::Chance ? mean : best->reward + greedy_value(game, followers, best->state);
}

struct Sample {
  double mean = 0.0, error = 0.0;
};

template <Game G>
Sample sample_of(GreedyPlayOut<G>& play_out, const typename G::State& state, int games, Random& random) {
  typename Followers<G>::Room first;
  play_out.look(state, first);
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < games; ++i) {
    const double result = play_out.play(state, first, random, [] {});
    sum += result;
    squares += result * result;
  }
  const double mean = sum / games;
  return {mean, std::sqrt(std::max(0.0, squares / games - mean * mean) / games)};
}

void results_average_what_such_play_is_worth() {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const RandomTree game = random_tree(random, 6, 3);
    const Followers<RandomTree> followers(game, nullptr);
    GreedyPlayOut<RandomTree> play_out(game, nullptr, 1000);
    const double truth = greedy_value(game, followers, game.start());
    const Sample found = sample_of(play_out, game.start(), 400, random);
    CHECK(near(found.mean, truth, 6.0 * found.error + 1e-9), found.mean, truth, found.error);
  }
}

void with_true_values_there_is_no_luck() {
  Random random(12);
  for (int round = 0; round < 100; ++round) {
    const RandomTree game = random_tree(random, 5, 3);
    const Evaluator<RandomTree> truth = [&](auto states, auto values) {
      for (std::size_t i = 0; i < states.size(); ++i) values[i] = full_width(game, states[i], kToTheEnd);
    };
    GreedyPlayOut<RandomTree> play_out(game, &truth, 1000);
    typename Followers<RandomTree>::Room first;
    play_out.look(game.start(), first);
    for (int i = 0; i < 10; ++i) {
      const double result = play_out.play(game.start(), first, random, [] {});
      CHECK(near(result, full_width(game, game.start(), kToTheEnd)), result);
    }
  }
}

// Options with values that say nothing: the games decide.
void the_best_of_a_play_off_is_the_best_by_such_play() {
  Random random(13);
  for (int round = 0; round < 100; ++round) {
    const RandomTree game = random_tree(random, 6, 4);
    const Followers<RandomTree> followers(game, nullptr);
    std::vector<Option<RandomTree::Move>> options;
    game.actions(game.start(), [&](const RandomTree::Move& move) {
      options.push_back({.action = move, .value = 0.0, .visits = 1, .outcomes = {}});
    });
    Meter meter({}, {}, 1);
    PlayOff<RandomTree>(game, {.games = 500, .trust = 0.0}, nullptr).run(game.start(), options, meter);
    const double sign = game.turn(game.start()) == Turn::Max ? 1.0 : -1.0;
    const auto worth = [&](const RandomTree::Move& move) {
      return game.reward(game.start(), move) + greedy_value(game, followers, game.apply(game.start(), move));
    };
    double best = -kInfinity;
    for (const auto& option : options) best = std::max(best, sign * worth(option.action));
    if (options.size() < 2) continue;
    CHECK(sign * worth(options[0].action) >= best - 0.5, sign * worth(options[0].action), best);
  }
}

void threads_change_no_result() {
  Random random(15);
  for (int round = 0; round < 20; ++round) {
    const RandomTree game = random_tree(random, 6, 4);
    std::vector<Option<RandomTree::Move>> alone, together;
    game.actions(game.start(), [&](const RandomTree::Move& move) {
      alone.push_back({.action = move, .value = 0.0, .visits = 1, .outcomes = {}});
    });
    together = alone;
    Meter meter({}, {}, 1);
    PlayOff<RandomTree>(game, {.games = 100, .trust = 5.0}, nullptr).run(game.start(), alone, meter);
    PlayOff<RandomTree>(game, {.games = 100, .trust = 5.0, .threads = 3}, nullptr)
        .run(game.start(), together, meter);
    for (std::size_t i = 0; i < alone.size(); ++i)
      CHECK(alone[i].action == together[i].action && alone[i].value == together[i].value);
  }
}

void failures_come_back_from_every_thread() {
  struct Broken {};
  const Pig game = pig(30);
  std::atomic<int> calls{0};
  const Evaluator<Pig> failing = [&](auto states, auto values) {
    if (++calls > 50) throw Broken{};
    for (std::size_t i = 0; i < states.size(); ++i) values[i] = game.value(states[i]);
  };
  for (const int threads : {1, 4}) {
    calls = 0;
    auto root = game.start();
    Random random(16);
    std::vector<Option<Pig::Move>> options;
    while (options.size() < 2) {
      root = reached(game, 12, random);
      options.clear();
      game.actions(root, [&](const Pig::Move& move) {
        options.push_back({.action = move, .value = 0.5, .visits = 1, .outcomes = {}});
      });
    }
    Meter meter({}, {}, 1);
    CHECK(throws<Broken>([&] {
      PlayOff<Pig>(game, {.games = 100, .trust = 5.0, .threads = threads}, &failing)
          .run(root, options, meter);
    }));
  }
}

void too_few_games_change_nothing() {
  const TicTacToe game;
  std::vector<Option<TicTacToe::Move>> options;
  game.actions(game.start(), [&](const TicTacToe::Move& move) {
    options.push_back({.action = move, .value = 0.25, .visits = 1, .outcomes = {}});
  });
  Meter meter({}, {}, 1);
  PlayOff<TicTacToe> play_off(game, {.games = 39, .trust = 40.0}, nullptr);
  play_off.run(game.start(), options, meter);
  CHECK(play_off.evaluations() == 0);
  for (const auto& option : options) CHECK(option.value == 0.25);
}

}  // namespace

void test_play_off() {
  results_average_what_such_play_is_worth();
  with_true_values_there_is_no_luck();
  the_best_of_a_play_off_is_the_best_by_such_play();
  threads_change_no_result();
  failures_come_back_from_every_thread();
  too_few_games_change_nothing();
}

}  // namespace hazard::selftest
