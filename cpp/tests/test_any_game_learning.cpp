// Learners for any game: slopes against differences, a table against a plain map, keys that are shared where
// they should be.
#include <cmath>
#include <map>
#include <vector>

#include "check.hpp"
#include "learn/dense_network.hpp"
#include "learn/encoding.hpp"
#include "learn/pattern_table.hpp"

namespace hazard::selftest {

namespace {

using learn::DenseLearner;
using learn::DenseNetwork;
using learn::DenseRoom;
using learn::DenseShape;
using learn::Encoding;
using learn::Input;
using learn::PatternTable;
using learn::Place;

// Cross entropy of the value and of the actions.
double loss(const DenseShape& shape, const std::vector<float>& weights,
            const DenseLearner::Example& example) {
  DenseRoom room;
  DenseNetwork::forward(shape, weights.data(), example.inputs, room);
  const double sum = static_cast<double>(DenseNetwork::value(shape, weights.data(), room));
  const double t = static_cast<double>(example.target), p = 1.0 / (1.0 + std::exp(-sum));
  double all = 0.0, found = -t * std::log(p) - (1.0 - t) * std::log(1.0 - p);
  for (const auto row : example.actions)
    all += std::exp(static_cast<double>(DenseNetwork::logit(shape, weights.data(), room, row)));
  for (std::size_t i = 0; i < example.actions.size(); ++i) {
    const auto logit =
        static_cast<double>(DenseNetwork::logit(shape, weights.data(), room, example.actions[i]));
    found -= static_cast<double>(example.shares[i]) * (logit - std::log(all));
  }
  return found;
}

void slopes_of_value_and_policy_are_those_of_the_loss() {
  const DenseShape shape{9, {16, 16}, 5};
  const std::vector<Input> inputs{{0, 1.0F}, {3, 0.5F}, {8, -1.0F}};
  const std::vector<std::uint16_t> actions{0, 2, 4};
  const std::vector<float> shares{0.5F, 0.2F, 0.3F};
  const DenseLearner::Example example{inputs, 0.3F, true, actions, shares};
  DenseLearner::Memory memory = DenseLearner::fresh(shape, 4);
  Random random(5);
  for (std::size_t i = shape.value(); i < memory.weights.size(); ++i)
    memory.weights[i] = static_cast<float>(random.uniform() - 0.5);
  DenseLearner learner(shape, memory);
  learner.add(example);
  for (std::size_t i = 0; i < memory.weights.size(); ++i) {
    constexpr float kNudge = 1e-3F;
    std::vector<float> up = memory.weights, down = memory.weights;
    up[i] += kNudge;
    down[i] -= kNudge;
    const double there = loss(shape, up, example), back = loss(shape, down, example);
    // At the corner of a unit there is no slope to compare with: both sides differ.
    if (std::abs(there - 2.0 * loss(shape, memory.weights, example) + back) > 1e-4) continue;
    const double slope = (there - back) / static_cast<double>(up[i] - down[i]);
    CHECK(near(static_cast<double>(learner.slopes()[i]), slope, 2e-3), i, slope, learner.slopes()[i]);
  }
}

void a_room_fits_the_next_network_too() {
  DenseRoom room;
  for (const int width : {16, 64, 32}) {
    const DenseShape shape{4, {width, 16}, 0};
    const auto weights = DenseNetwork::random(shape, 1);
    DenseNetwork::forward(shape, weights.data(), {}, room);
    CHECK(room.layers[0].size() == static_cast<std::size_t>(width));
  }
}

void a_table_is_a_map_that_steps_by_coherence() {
  PatternTable table;
  std::map<std::uint32_t, PatternTable::Cell> plain;
  Random random(6);
  for (int step = 0; step < 200'000; ++step) {
    std::vector<std::uint32_t> keys(3);
    for (std::size_t i = 0; i < 3; ++i)
      keys[i] = static_cast<std::uint32_t>(mix64(3 * random.below(40'000) + i) >> 32);
    float sum = 0.0F;
    for (const auto key : keys) sum += plain[key].weight;
    const auto target = static_cast<float>(random.uniform());
    const float error = target - sum, found = table.step(keys, target, 1.0F);
    CHECK(near(static_cast<double>(found), static_cast<double>(error), 1e-4), step);
    for (const auto key : keys) {
      auto& cell = plain[key];
      cell.weight += error / 3.0F * (cell.sizes > 0.0F ? std::abs(cell.errors) / cell.sizes : 1.0F);
      cell.errors += error;
      cell.sizes += std::abs(error);
    }
  }
  CHECK(table.size() == plain.size(), table.size(), plain.size());
  PatternTable again;
  again.put(table.cells());
  for (const auto& [key, cell] : plain) CHECK(again.sum({&key, 1}) == table.sum({&key, 1}), key);
}

void places_of_one_table_share_keys_and_sides_do_not() {
  const auto place = [](std::uint32_t table) {
    Place found;
    found.table = table;
    return found;
  };
  const Encoding encoding({place(0), place(0), place(1)}, 2);
  std::vector<std::uint32_t> mine, theirs;
  const std::vector<double> numbers{7.0, 7.0, 7.0};
  encoding.list_keys(numbers, {0, false}, mine);
  encoding.list_keys(numbers, {1, false}, theirs);
  CHECK(mine[0] == mine[1] && mine[0] != mine[2] && mine[0] != theirs[0]);
}

void choices_bits_and_sides_have_inputs_of_their_own() {
  Place choice, bits;
  choice.kind = Place::Kind::Choice;
  choice.values = {0.0, 1.0, 5.0};
  choice.usual = 0;
  bits.kind = Place::Kind::Bits;
  const Encoding encoding({choice, bits}, 2);
  CHECK(encoding.inputs() == 2 * (3 + 32 + 1));
  std::vector<Input> found;
  const std::vector<double> numbers{5.0, 6.0};
  encoding.list_inputs(numbers, {1, true}, found);
  const int side = 3 + 32 + 1;
  const std::vector<int> expected{side + 2, side + 3 + 1, side + 3 + 2, side + 3 + 32};
  CHECK(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i].index == expected[i], i, found[i].index);
}

}  // namespace

void test_any_game_learning() {
  slopes_of_value_and_policy_are_those_of_the_loss();
  a_room_fits_the_next_network_too();
  a_table_is_a_map_that_steps_by_coherence();
  places_of_one_table_share_keys_and_sides_do_not();
  choices_bits_and_sides_have_inputs_of_their_own();
}

}  // namespace hazard::selftest
