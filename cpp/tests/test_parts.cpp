// The parts searches are made of: the meter, the table, randomness, keys, merging, buckets, full width.
#include <map>
#include <set>
#include <unordered_map>

#include "check.hpp"
#include "core/chance.hpp"
#include "search/expectimax/table.hpp"

namespace hazard::selftest {

namespace {

void meter_stops_at_the_last_node() {
  for (const std::uint64_t limit : {1ULL, 2ULL, 7ULL, 64ULL, 1000ULL}) {
    for (const std::uint32_t look : {1U, 2U, 16U, 512U}) {
      Meter meter(with_nodes(limit), {}, look);
      std::uint64_t counted = 0;
      const bool stopped = throws<Stopped>([&] {
        while (counted < 10'000) {
          ++counted;
          meter.count();
        }
      });
      CHECK(stopped && counted == limit && meter.nodes() == limit, limit, look, counted);
    }
  }
  // Whole levels at once: stops at the level that reaches the limit, and still counts every node of it.
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t limit = 1 + random.below(500);
    Meter meter(with_nodes(limit), {}, 1 + random.below(100));
    std::uint64_t counted = 0;
    while (counted < limit) {
      const std::uint32_t level = 1 + random.below(40);
      counted += level;
      const bool stopped = throws<Stopped>([&] { meter.count(level); });
      CHECK(stopped == (counted >= limit), limit, counted);
      CHECK(meter.nodes() == counted, limit, counted, meter.nodes());
    }
  }
}

void meter_keeps_time_and_passes_interrupts_on() {
  Budget budget;
  budget.seconds = 1e-9;
  Meter late(budget, {}, 16);
  CHECK(throws<Stopped>([&] {
    for (int i = 0; i < 16; ++i) late.count();
  }));
  struct Pressed {};
  Meter interrupted({}, [] { throw Pressed{}; }, 4);
  CHECK(throws<Pressed>([&] {
    for (int i = 0; i < 5; ++i) interrupted.count();
  }));
  CHECK(Budget{}.unlimited() && !to_depth(3).unlimited() && !budget.unlimited());
}

void table_keeps_nearly_everything_while_there_is_room() {
  Table<std::uint16_t> table(64);
  for (std::uint16_t i = 0; i < 60'000; ++i) table.store(mix64(i), 3, i, i + 0.5, i % 2 == 0, &i);
  CHECK(table.bytes() <= 64 << 20);
  int lost = 0;
  for (std::uint16_t i = 0; i < 60'000; ++i) {
    const auto* entry = table.find(mix64(i), 3);
    lost += entry == nullptr;
    if (entry == nullptr) continue;
    CHECK(entry->low == i && entry->high == i + 0.5 && entry->has_move && entry->move == i &&
              entry->proven == (i % 2 == 0) && entry->depth == 3,
          i);
  }
  // Half full, a bucket of four has two entries on average and more than four in one case of twenty.
  CHECK(lost < 60'000 / 20, lost);
  // The same question again: both answers hold.
  const std::uint64_t key = mix64(7);
  const std::uint16_t seven = 7;
  table.store(key, 3, 7.0, 7.5, true, &seven);
  table.store(key, 3, 7.25, kInfinity, true, nullptr);
  CHECK(table.find(key, 3)->low == 7.25 && table.find(key, 3)->high == 7.5 && table.find(key, 3)->has_move);
  // Another depth has an entry of its own; a depth without one is told of the depth above it.
  CHECK(table.find(key, 4)->depth == 3 && table.find(key, 5) == nullptr);
  table.store(key, 4, -1.0, 1.0, false, nullptr);
  CHECK(table.find(key, 4)->low == -1.0 && table.find(key, 4)->high == 1.0 && table.find(key, 4)->depth == 4);
  CHECK(table.find(key, 3)->low == 7.25);
  // A likelier line looks closer: its answer replaces that of a less likely one, and is not replaced by it.
  const auto rare = Table<std::uint16_t>::likelihood(0.01), likely = Table<std::uint16_t>::likelihood(0.5);
  CHECK(rare < likely && likely < Table<std::uint16_t>::likelihood(1.0));
  table.store(key, 9, 1.0, 1.0, true, nullptr, rare);
  table.store(key, 9, 2.0, 2.5, false, nullptr, likely);
  CHECK(table.find(key, 9)->low == 2.0 && table.find(key, 9)->high == 2.5 && !table.find(key, 9)->proven);
  table.store(key, 9, 2.25, 2.25, true, nullptr, rare);
  CHECK(table.find(key, 9)->low == 2.0 && table.find(key, 9)->reach == likely);
}

void table_never_outgrows_its_limit() {
  for (const double megabytes : {0.001, 0.01, 0.5, 3.0}) {
    Table<std::uint8_t> table(megabytes);
    for (std::uint64_t i = 0; i < 100'000; ++i) {
      if (i % 1000 == 0) table.new_generation();
      table.store(mix64(i), static_cast<int>(i % 9), 0.0, 1.0, false, nullptr);
      CHECK(table.find(mix64(i), static_cast<int>(i % 9)) != nullptr, "the last one stored is always there");
    }
    CHECK(static_cast<double>(table.bytes()) <= megabytes * (1 << 20), megabytes, table.bytes());
  }
  // The oldest search gives way first, then the shallowest.
  Table<std::uint8_t> small(0.0001);  // one bucket
  for (std::uint64_t key = 1; key <= 4; ++key) small.store(key, static_cast<int>(key), 0, 0, false, nullptr);
  small.store(5, 9, 0, 0, false, nullptr);
  CHECK(small.find(1, 1) == nullptr && small.find(2, 2) != nullptr && small.find(5, 9) != nullptr);
  small.new_generation();
  small.store(2, 1, 0, 0, false, nullptr);
  small.store(6, 1, 0, 0, false, nullptr);
  CHECK(small.find(3, 3) == nullptr && small.find(2, 1) != nullptr && small.find(6, 1) != nullptr);
}

void randomness_is_even() {
  Random random(5), twin(5);
  std::vector<int> counts(6);
  double sum = 0.0;
  for (int i = 0; i < 60'000; ++i) {
    const double uniform = random.uniform();
    CHECK(uniform == twin.uniform() && uniform >= 0.0 && uniform < 1.0);
    sum += uniform;
    const std::uint32_t face = random.below(6);
    CHECK(face == twin.below(6) && face < 6);
    ++counts[face];
  }
  // Standard deviations: sqrt(1/12/60000) = 0.0012 and sqrt(60000 * 5/36) = 91; five of each are allowed.
  CHECK(near(sum / 60'000, 0.5, 0.006), sum);
  for (const int seen : counts) CHECK(std::abs(seen - 10'000) < 456, seen);
}

// The quick way to a random move is as even as the listed one.
template <Game G>
void random_moves_are_even(const G& game, const typename G::State& state, Random& random) {
  Edges<typename G::Move> edges;
  game.turn(state) == Turn::Chance ? game.outcomes(state, edges) : game.actions(state, edges);
  std::vector<int> counts(edges.size());
  for (int i = 0; i < 60'000; ++i) {
    const auto move = game.random_move(state, random);
    for (std::size_t e = 0; e < edges.size(); ++e) counts[e] += edges[e].move == move;
  }
  const double share = 60'000.0 / static_cast<double>(edges.size());
  for (const int seen : counts) CHECK(std::abs(seen - share) < 5.0 * std::sqrt(share), seen, share);
}

// Equal states have equal keys, different ones different keys, over many games of random play.
template <Game G>
void keys_name_states(const G& game, int games, Random& random) {
  std::unordered_map<std::uint64_t, typename G::State> seen;
  for (int i = 0; i < games; ++i) {
    auto state = game.start();
    for (int moves = 0; moves < 300; ++moves) {
      const auto [place, fresh] = seen.try_emplace(game.key(state), state);
      CHECK(place->second == state, game.text(state), game.text(place->second));
      CHECK(!game.text(state).empty());
      if (!step(game, state, random)) break;
    }
  }
}

void tic_tac_toe_has_5478_positions() {  // the well-known count of positions legal play can reach
  const TicTacToe game;
  std::map<std::uint64_t, TicTacToe::State> seen{{game.key(game.start()), game.start()}};
  std::vector<TicTacToe::State> queue{game.start()};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto state = queue[i];
    if (game.turn(state) == Turn::Over) continue;
    game.actions(state, [&](TicTacToe::Move move) {
      const auto next = game.apply(state, move);
      if (seen.try_emplace(game.key(next), next).second) queue.push_back(next);
    });
  }
  CHECK(queue.size() == 5478, queue.size());
}

template <Game G>
void probabilities_sum_to_one(const G& game, Random& random) {
  auto state = game.start();
  for (int i = 0; i < 200; ++i) {
    if (game.turn(state) == Turn::Chance) {
      double sum = 0.0;
      game.outcomes(state, [&](typename G::Move, double p) {
        CHECK(p >= 0.0 && p <= 1.0);
        sum += p;
      });
      CHECK(near(sum, 1.0, 1e-12), game.text(state), sum);
    }
    const Bounds bounds = bounds_of(game);
    CHECK(game.value(state) >= bounds.low && game.value(state) <= bounds.high, game.text(state));
    if (!step(game, state, random)) state = game.start();
  }
}

void buckets_keep_the_mean() {
  Random random(9);
  for (int round = 0; round < 500; ++round) {
    const std::uint32_t count = 2 + random.below(30);
    const int buckets = 1 + static_cast<int>(random.below(count - 1));
    Edges<int> edges;
    std::vector<double> statics, offset;
    double total = 0.0, mean = 0.0;
    std::vector<double> weights;
    for (std::uint32_t i = 0; i < count; ++i) weights.push_back(0.01 + random.uniform());
    for (const double w : weights) total += w;
    for (std::uint32_t i = 0; i < count; ++i) {
      edges(static_cast<int>(i), weights[i] / total);
      offset.push_back(random.uniform());
      statics.push_back(offset[i] + random.uniform() * 10);
      mean += weights[i] / total * statics[i];
    }
    const auto own = offset;
    bucket_outcomes(edges, offset, statics, buckets);
    CHECK(static_cast<int>(edges.size()) <= buckets && edges.size() == offset.size(), count, buckets);
    double mass = 0.0, kept = 0.0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto move = static_cast<std::size_t>(edges[i].move);
      mass += edges[i].probability;
      kept += edges[i].probability * (offset[i] + statics[move] - own[move]);
    }
    CHECK(near(mass, 1.0) && near(kept, mean), mean, kept);
  }
}

void merging_adds_up_outcomes_and_keeps_rewards_apart() {
  Random random(21);
  for (int round = 0; round < 300; ++round) {
    const RandomTree game = random_tree(random, 4, 6);
    const auto state = game.start();
    Edges<RandomTree::Move> edges;
    game.outcomes(state, edges);
    std::map<std::pair<std::uint64_t, double>, double> before, after;
    for (const auto& e : edges)
      before[{game.key(game.apply(state, e.move)), game.reward(state, e.move)}] += e.probability;
    Merging<RandomTree>{}(game, state, edges);
    for (const auto& e : edges)
      after[{game.key(game.apply(state, e.move)), game.reward(state, e.move)}] += e.probability;
    CHECK(before.size() == after.size() && edges.size() == after.size());
    for (const auto& [key, p] : before) CHECK(near(after[key], p, 1e-12), p, after[key]);
  }
}

// Chance and nothing else, for ever.
struct Endless {
  using State = int;
  using Move = int;
  State start() const { return 0; }
  Turn turn(State s) const { return s == 0 ? Turn::Max : Turn::Chance; }
  void actions(State, auto&& sink) const { sink(1); }
  void outcomes(State, auto&& sink) const {
    sink(1, 0.5);
    sink(2, 0.5);
  }
  State apply(State, Move m) const { return m; }
  double value(State) const { return 0.0; }
  std::uint64_t key(State s) const { return mix64(static_cast<std::uint64_t>(s)); }
  std::string text(State s) const { return std::to_string(s); }
};

void full_width_does_not_run_away() {
  CHECK(throws<GameError>([] { full_width(Endless{}, 0, 2); }));
  Meter meter({}, {}, 512);
  const Pig game = pig(20);
  FullWidth<Pig> refusing(game, meter, nullptr, true);
  CHECK(throws<GameError>([&] { refusing.value(game.start(), 3); }));
}

}  // namespace

void test_parts() {
  meter_stops_at_the_last_node();
  meter_keeps_time_and_passes_interrupts_on();
  table_keeps_nearly_everything_while_there_is_room();
  table_never_outgrows_its_limit();
  randomness_is_even();
  tic_tac_toe_has_5478_positions();
  Random random(3);
  random_moves_are_even(TicTacToe{}, TicTacToe{}.position(0b10001, 0b1000), random);
  random_moves_are_even(ConnectFour{}, ConnectFour{}.start(), random);
  random_moves_are_even(pig(40), pig(40).state(3, 4, 5, 0, false), random);
  random_moves_are_even(pig(40), pig(40).state(3, 4, 5, 0, true), random);
  keys_name_states(TicTacToe{}, 300, random);
  keys_name_states(ConnectFour{}, 300, random);
  random_moves_are_even(Backgammon{}, Backgammon::position(backgammon::kStartBoard, 1, 2, 1), random);
  random_moves_are_even(Backgammon{}, Backgammon{}.start(), random);
  keys_name_states(einstein(), 200, random);
  keys_name_states(Backgammon{}, 40, random);
  keys_name_states(pig(40), 100, random);
  keys_name_states(pig_alone(40), 50, random);
  keys_name_states(Twenty48({}), 50, random);
  keys_name_states(TakeItEasy({}), 100, random);
  for (int i = 0; i < 50; ++i) keys_name_states(random_tree(random, 6, 4), 20, random);
  probabilities_sum_to_one(einstein(), random);
  probabilities_sum_to_one(Backgammon{}, random);
  probabilities_sum_to_one(pig(40), random);
  probabilities_sum_to_one(Twenty48({}), random);
  probabilities_sum_to_one(TakeItEasy({}), random);
  for (int i = 0; i < 100; ++i) probabilities_sum_to_one(random_tree(random, 6, 6), random);
  buckets_keep_the_mean();
  merging_adds_up_outcomes_and_keeps_rewards_apart();
  full_width_does_not_run_away();
}

}  // namespace hazard::selftest
