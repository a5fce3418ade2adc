// One number for each game and kernel, the same on every machine, compiler and C library: how many nodes a
// search visits, and a signature of all values that it gives, to the last bit. A number that differs on one
// platform only is a sum in another order; one that differs everywhere is a change of rules or search. The
// plain counts are those of tests/games/test_every_game.py.
#include <bit>
#include <vector>

#include "check.hpp"
#include "dice/pools.hpp"
#include "learn/kernels.hpp"
#include "learn/whole_kernels.hpp"
#include "search/expectimax/expectimax.hpp"
#include "search/tree/tree_search.hpp"

namespace hazard::selftest {

namespace {

class Signature {
 public:
  void add(std::uint64_t bits) { mixed_ = mix64(mixed_ ^ bits); }
  void add(double value) { add(value == 0.0 ? 0 : std::bit_cast<std::uint64_t>(value)); }
  void add(std::span<const float> values) {
    for (const float value : values) add(static_cast<double>(value));
  }
  template <Game G>
  void add(const Result<G>& result) {
    for (const auto& option : result.options) add(option.value);
  }
  std::uint32_t number() const { return static_cast<std::uint32_t>(mixed_ >> 32); }

 private:
  std::uint64_t mixed_ = 0;
};

struct Pins {
  const char* name;
  int plain_depth;
  std::uint64_t plain_nodes;
  int depth;
  std::uint64_t nodes;
  std::uint32_t values, tree_values;
};

void pin(const char* name, const char* what, std::uint64_t found, std::uint64_t pinned) {
  CHECK(found == pinned, name, what, "found", found, "pinned", pinned);
}

template <Game G>
void check_pins(const G& game, const Pins& pins) {
  auto state = game.start();
  while (game.turn(state) == Turn::Chance) {
    Edges<typename G::Move> outcomes;
    game.outcomes(state, outcomes);
    state = game.apply(state, outcomes[0].move);
  }
  Meter meter({}, {}, 512);
  FullWidth<G>(game, meter).value(state, pins.plain_depth);
  // With the node that it began with.
  pin(pins.name, "plain nodes", meter.nodes() + 1, pins.plain_nodes);

  ExpectimaxSettings settings;
  settings.table_mb = 4;
  Table<typename G::Move> table(settings.table_mb);
  const auto found =
      Expectimax<G>(game, settings, &table, nullptr).run(state, to_depth(pins.depth), {}, &table);
  Signature values;
  values.add(found);
  pin(pins.name, "expectimax nodes", found.statistics.nodes, pins.nodes);
  pin(pins.name, "expectimax values", values.number(), pins.values);

  TreeSearchSettings tree_settings;
  tree_settings.seed = 1;
  tree_settings.max_nodes = 200'000;
  Tree<G> tree(tree_settings.max_nodes);
  Signature tree_values;
  tree_values.add(TreeSearch<G>(game, tree_settings, nullptr).run(state, tree, with_nodes(1000), {}));
  pin(pins.name, "tree search values", tree_values.number(), pins.tree_values);
}

void searches_are_the_same_everywhere() {
  check_pins(TicTacToe(), {"tic_tac_toe", 9, 549'946, 9, 13'126, 3'566'908'662, 3'566'908'662});
  check_pins(ConnectFour(), {"connect_four", 6, 137'257, 8, 38'679, 4'193'029'162, 2'209'226'162});
  check_pins(einstein(), {"einstein", 4, 29'908, 3, 858, 3'884'273'537, 3'255'828'810});
  check_pins(Backgammon(), {"backgammon", 2, 7'401, 2, 7'417, 1'764'269'945, 1'287'973'531});
  check_pins(pig(100), {"pig", 6, 38'767, 7, 7'593, 1'349'219'978, 3'297'358'736});
  check_pins(Twenty48({}), {"twenty48", 3, 42'109, 3, 9'310, 2'340'570'642, 2'678'656'462});
  check_pins(TakeItEasy({}), {"take_it_easy", 2, 9'406, 2, 9'426, 3'334'354'096, 2'736'924'644});
  check_pins(RandomTree({.seed = 7, .depth = 6, .branching = 3}),
             {"random_tree", 6, 171, 6, 220, 2'095'828'344, 2'095'828'344});
}

void kernels_are_the_same_everywhere() {
  constexpr int kWidth = 72, kInputs = 40;
  Random random(3);
  const auto drawn = [&](std::size_t count) {
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(random.uniform() * 4.0 - 2.0);
    return values;
  };
  std::vector<float> sums = drawn(kWidth), weights = drawn(kWidth * kInputs), other = drawn(kWidth);
  std::vector<learn::Input> inputs;
  for (std::uint16_t i = 0; i < kInputs; i = static_cast<std::uint16_t>(i + 1 + random.below(3)))
    inputs.push_back({i, static_cast<float>(random.uniform())});
  learn::add_rows(sums.data(), weights.data(), inputs, kWidth);
  Signature signature;
  signature.add(sums);
  signature.add(static_cast<double>(learn::dot(sums.data(), other.data(), kWidth)));
  learn::squash(sums.data(), kWidth);
  signature.add(sums);
  learn::move_rows(weights.data(), inputs, sums.data(), 0.1F, kWidth);
  signature.add(weights);
  pin("kernels", "values", signature.number(), 2'924'351'791);
}

void dice_are_the_same_everywhere() {
  dice::Distribution d6{1, std::vector<double>(6, 1.0 / 6.0)};
  Signature signature;
  for (const double p : dice::keep_highest(d6, 10, 4).probabilities) signature.add(p);
  Random random(1);
  for (int i = 0; i < 100; ++i) signature.add(random.uniform());
  pin("dice", "values", signature.number(), 798'192'018);
}

}  // namespace

void test_pinned() {
  searches_are_the_same_everywhere();
  kernels_are_the_same_everywhere();
  dice_are_the_same_everywhere();
}

}  // namespace hazard::selftest
