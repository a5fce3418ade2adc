// The network of Take It Easy: slopes against differences, changed sums against sums from nothing, inputs
// against turning the board, and what is learned against what was shown.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "check.hpp"
#include "domains/take_it_easy/greedy.hpp"
#include "domains/take_it_easy/network.hpp"
#include "domains/take_it_easy/network_training.hpp"
#include "learn/sparse_learner.hpp"

namespace hazard::selftest {

namespace {

using learn::RoundedNetwork;
using learn::SparseLearner;
using learn::SparseShape;
using take_it_easy::Inputs;
using take_it_easy::Position;

constexpr SparseShape kSmall{40, 32, 16, 16};

std::vector<std::uint16_t> some_inputs(Random& random) {
  std::vector<std::uint16_t> inputs;
  for (std::uint16_t i = 0; i < kSmall.inputs; i = static_cast<std::uint16_t>(i + 1 + random.below(6)))
    inputs.push_back(i);
  return inputs;
}

// As it is written down: every sum of every layer.
double plainly(const std::vector<float>& weights, const std::vector<std::uint16_t>& inputs) {
  const auto at = [&](std::size_t i) { return static_cast<double>(weights[i]); };
  const auto layer = [&](const std::vector<double>& values, std::size_t rows, std::size_t bias, int width) {
    std::vector<double> sums;
    for (int i = 0; i < width; ++i) {
      double sum = at(bias + i);
      for (std::size_t j = 0; j < values.size(); ++j) sum += values[j] * at(rows + j * width + i);
      sums.push_back(std::max(0.0, sum));
    }
    return sums;
  };
  std::vector<double> ones(std::size_t(kSmall.inputs), 0.0);
  double value = at(kSmall.last_bias());
  for (const auto input : inputs) {
    ones[input] = 1.0;
    value += at(kSmall.direct() + input);
  }
  const auto wide = layer(ones, 0, kSmall.wide_bias(), kSmall.wide);
  const auto middle = layer(wide, kSmall.second(), kSmall.middle_bias(), kSmall.middle);
  const auto narrow = layer(middle, kSmall.third(), kSmall.narrow_bias(), kSmall.narrow);
  for (int i = 0; i < kSmall.narrow; ++i) value += narrow[std::size_t(i)] * at(kSmall.last() + i);
  return value;
}

void slopes_are_those_of_the_squared_error() {
  Random random(3);
  for (int round = 0; round < 5; ++round) {
    SparseLearner learner(kSmall, random.bits());
    const auto inputs = some_inputs(random);
    const float target = static_cast<float>(random.uniform());
    const std::vector<float> weights = learner.memory().weights;
    const double error = static_cast<double>(learner.add(inputs, target, 100.0F));
    CHECK(near(error, plainly(weights, inputs) - static_cast<double>(target), 1e-4), error);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      constexpr float kNudge = 1e-3F;
      std::vector<float> up = weights, down = weights;
      up[i] += kNudge;
      down[i] -= kNudge;
      const auto loss = [&](const std::vector<float>& of) {
        const double missing = plainly(of, inputs) - static_cast<double>(target);
        return 0.5 * missing * missing;
      };
      const double there = loss(up), back = loss(down), here = loss(weights);
      // At the corner of a unit there is no slope to compare with: both sides differ.
      if (std::abs(there - 2.0 * here + back) > 1e-4) continue;
      const double slope = (there - back) / static_cast<double>(up[i] - down[i]);
      CHECK(near(static_cast<double>(learner.slopes()[i]), slope, 2e-3), i, slope, learner.slopes()[i]);
    }
  }
}

void sums_may_be_changed_instead_of_made() {
  Random random(4);
  for (int round = 0; round < 50; ++round) {
    const auto weights = learn::random_sparse_weights(kSmall, random.bits());
    const RoundedNetwork network(kSmall, weights);
    const auto from = some_inputs(random), to = some_inputs(random);
    RoundedNetwork::Sums first, changed;
    network.start(first, from);
    network.change(changed, first, {to, from});
    const float value = network.value(changed);
    CHECK(near(static_cast<double>(value), plainly(weights, to), 0.01), round, value);
    RoundedNetwork::Sums made;
    network.start(made, to);
    CHECK(std::equal(made.wide.begin(), made.wide.begin() + kSmall.wide, changed.wide.begin()), round);
  }
}

// Any number there is, often a small one, and often one at the end.
learn::Whole some_whole(Random& random) {
  constexpr std::array<int, 8> kExtreme{-32768, -32767, -1, 0, 1, 2, 32766, 32767};
  const auto kind = random.below(4);
  const int number = kind == 0   ? kExtreme[random.below(8)]
                     : kind == 1 ? static_cast<int>(random.below(7)) - 3
                                 : static_cast<int>(random.below(1 << 16)) - (1 << 15);
  return static_cast<learn::Whole>(number);
}

std::vector<learn::Whole> some_wholes(Random& random, int count) {
  std::vector<learn::Whole> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(some_whole(random));
  return numbers;
}

// Sums that go beyond 32 bits go round, like those of numbers without a sign.
void every_way_to_multiply_agrees_with_every_product() {
  Random random(8);
  for (const int outputs : {16, 32, 48, 64, 80}) {
    for (const int width : {16, 32, 48, 240, 256, 272, 512}) {
      for (const std::uint32_t one_in : {1U, 3U, 100U}) {  // so many units are active, or fewer
        auto sums = some_wholes(random, width);
        for (auto& sum : sums) sum = random.below(one_in) == 0 ? sum : std::min<learn::Whole>(sum, 1);
        const auto weights = some_wholes(random, width * outputs);
        std::vector<std::uint32_t> plain(std::size_t(outputs), 0);
        for (int unit = 0; unit < width; ++unit) {
          for (int output = 0; output < outputs; ++output)
            plain[output] += static_cast<std::uint32_t>((std::max(0, int{sums[unit]}) / 2) *
                                                        weights[unit * outputs + output]);
        }
        for (const auto& kernels : learn::whole_kernels()) {
          std::vector<std::int32_t> found(std::size_t(outputs), 7);
          kernels.active_dots(found.data(), sums.data(), weights.data(), width, outputs);
          CHECK(std::equal(found.begin(), found.end(), plain.begin(),
                           [](auto a, auto b) { return static_cast<std::uint32_t>(a) == b; }),
                kernels.name, width, outputs);
        }
      }
    }
  }
}

void every_way_to_change_sums_agrees_with_every_addition() {
  Random random(10);
  constexpr std::uint32_t kRows = 40;
  const auto some_rows = [&] {
    std::vector<std::uint16_t> chosen;
    for (std::uint32_t i = random.below(12); i > 0; --i)
      chosen.push_back(static_cast<std::uint16_t>(random.below(kRows)));
    return chosen;
  };
  for (const int width : {16, 32, 48, 128, 240, 256, 272, 512}) {
    for (std::size_t count = 0; count < 6; ++count) {
      const auto rows = some_wholes(random, static_cast<int>(kRows) * width);
      const auto from = some_wholes(random, width);
      std::vector<std::vector<std::uint16_t>> added, removed;
      std::vector<learn::RowChange> changes;
      std::vector<learn::Whole> plain;
      for (std::size_t i = 0; i < count; ++i) {
        added.push_back(some_rows());
        removed.push_back(some_rows());
        for (int unit = 0; unit < width; ++unit) {
          int sum = from[unit];
          for (const auto row : added[i]) sum += rows[row * width + unit];
          for (const auto row : removed[i]) sum -= rows[row * width + unit];
          plain.push_back(static_cast<learn::Whole>(sum));
        }
      }
      for (std::size_t i = 0; i < count; ++i) changes.push_back({added[i], removed[i]});
      for (const auto& kernels : learn::whole_kernels()) {
        std::vector<learn::Whole> found(plain.size(), 7);
        kernels.change_sums(found.data(), from.data(), rows.data(), changes, width);
        CHECK(found == plain, kernels.name, width, count);
      }
    }
  }
}

void only_idle_units_begin_anew_and_they_change_no_value() {
  Random random(9);
  std::vector<float> weights = learn::random_sparse_weights(kSmall, 2);
  const std::vector<float> none(weights.size(), 0.0F);
  constexpr int kIdle = 5;
  weights[kSmall.wide_bias() + kIdle] = -1000.0F;
  SparseLearner learner(kSmall, {weights, none, none, 1});
  const auto inputs = some_inputs(random);
  const float error = learner.add(inputs, 0.0F, 1.0F);
  int active = 0;  // of one example, other units may be idle too
  for (int unit = 0; unit < kSmall.wide; ++unit) {
    float sum = weights[kSmall.wide_bias() + unit];
    for (const auto input : inputs) sum += weights[std::size_t(input) * kSmall.wide + unit];
    active += sum > 0.0F ? 1 : 0;
  }
  CHECK(learner.renew_idle_units(3) == kSmall.wide - active, active);
  const auto& now = learner.memory().weights;
  CHECK(now[kSmall.wide_bias() + kIdle] > 0.0F, now[kSmall.wide_bias() + kIdle]);
  CHECK(near(static_cast<double>(learner.add(inputs, 0.0F, 1.0F)), static_cast<double>(error), 1e-6), error);
  CHECK(near(plainly(now, inputs), static_cast<double>(error), 1e-4), error);
}

void it_learns_what_it_is_shown() {
  Random random(5);
  SparseLearner learner(kSmall, 1);
  std::vector<std::pair<std::vector<std::uint16_t>, float>> shown;
  for (int i = 0; i < 20; ++i)
    shown.emplace_back(some_inputs(random), static_cast<float>(random.uniform() * 4.0 - 2.0));
  double error = 0.0;
  for (int round = 0; round < 400; ++round) {
    error = 0.0;
    for (const auto& [inputs, target] : shown) {
      const double missing = static_cast<double>(learner.add(inputs, target, 1.0F));
      error += missing * missing;
    }
    learner.step(0.01F);
  }
  CHECK(error < 0.02, error);
}

Position some_position(Random& random) {
  Position position;
  const auto placements = 1 + random.below(17);
  for (std::uint32_t i = 0; i < placements; ++i)
    position.place(take_it_easy::draw_from(position.left, random),
                   take_it_easy::draw_from(position.empty, random));
  return position;
}

void inputs_turn_with_the_board() {
  Random random(6);
  for (int round = 0; round < 300; ++round) {
    const Position position = some_position(random);
    const Inputs direct(take_it_easy::turned(position)), turned = Inputs(position).turned();
    for (int slot = 0; slot < Inputs::kSlots; ++slot) CHECK(direct[slot] == turned[slot], slot);
  }
}

void a_placement_changes_the_inputs_as_a_look_at_all_of_them_says() {
  Random random(11);
  for (int round = 0; round < 500; ++round) {
    Position before = round == 0 ? Position{} : some_position(random);
    before.draw(take_it_easy::draw_from(before.left, random));
    const Inputs inputs(before);
    const take_it_easy::PlacementInputs placements(before, inputs);
    take_it_easy::for_each_bit(before.empty, [&](int hex) {
      take_it_easy::InputChange compared, direct;
      compared.compare(inputs, Inputs(before.after(hex)));
      placements.compare(hex, direct);
      const learn::RowChange expected = compared, found = direct;
      CHECK(std::ranges::equal(found.added, expected.added), round, hex);
      CHECK(std::ranges::equal(found.removed, expected.removed), round, hex);
    });
  }
}

// Lists have more boards than are valued at a time, and of two bags.
void boards_are_worth_the_same_one_by_one_and_together() {
  Random random(7);
  const auto shape = take_it_easy::Network::shape(48, 16, 16);
  const take_it_easy::Network network(RoundedNetwork(shape, learn::random_sparse_weights(shape, 9)));
  for (int round = 0; round < 100; ++round) {
    const Position position = some_position(random);
    std::vector<Position> after;
    for (int tile = 0; tile < 2; ++tile) {
      Position before = position;
      before.draw(take_it_easy::draw_from(before.left, random));
      const std::size_t first = after.size();
      take_it_easy::for_each_bit(before.empty, [&](int hex) { after.push_back(before.after(hex)); });
      std::array<double, take_it_easy::kHexes> together{};
      network.of_placements(before, together);
      for (std::size_t i = first; i < after.size(); ++i)
        CHECK(near(together[i - first], network.of(after[i]), 1e-4), i);
    }
    std::vector<double> listed(after.size());
    network.of_many(after, listed);
    for (std::size_t i = 0; i < after.size(); ++i) CHECK(near(listed[i], network.of(after[i]), 1e-4), i);
  }
}

void the_same_seed_learns_the_same() {
  const auto learned = [](std::uint64_t seed) {
    take_it_easy::NetworkTraining training(SparseLearner(take_it_easy::Network::shape(32, 16, 16), seed));
    for (std::uint64_t game = 0; game < 32; game += 16) {
      const auto found = training.learn({.seed = seed, .first_game = game, .games = 16, .batches = 3});
      CHECK(found.boards == 16 * 18, found.boards);  // every placement but the last leaves a board to learn
    }
    CHECK(training.learner().memory().steps == 6, training.learner().memory().steps);
    return training.learner().memory().weights;
  };
  CHECK(learned(1) == learned(1), 0);
  CHECK(learned(1) != learned(2), 0);
}

void later_errors_correct_earlier_targets() {
  Random random(8);
  for (const float decay : {0.0F, 0.5F, 1.0F}) {
    std::vector<take_it_easy::BoardExample> boards;
    for (int i = 0; i < 18; ++i) {
      const auto some = [&] { return static_cast<float>(random.uniform()); };
      boards.push_back({Inputs(Position{}), some(), some()});
    }
    const auto before = boards;
    take_it_easy::look_back(boards, decay);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      double expected = before[i].target, weight = 1.0;
      for (std::size_t later = i + 1; later < boards.size(); ++later) {
        weight *= static_cast<double>(decay);
        expected += weight * static_cast<double>(before[later].target - before[later].value);
      }
      CHECK(std::abs(static_cast<double>(boards[i].target) - expected) < 1e-5, decay, i);
    }
  }
}

void shapes_that_do_not_fit_are_refused() {
  CHECK(throws<std::invalid_argument>([] { learn::random_sparse_weights({40, 30, 16, 16}, 1); }));
  CHECK(throws<std::invalid_argument>([] { SparseLearner({40, 32, 16, 16}, SparseLearner::Memory{}); }));
  CHECK(throws<std::invalid_argument>([] { RoundedNetwork(kSmall, std::vector<float>(7)); }));
}

}  // namespace

void test_take_it_easy_network() {
  slopes_are_those_of_the_squared_error();
  sums_may_be_changed_instead_of_made();
  every_way_to_multiply_agrees_with_every_product();
  every_way_to_change_sums_agrees_with_every_addition();
  only_idle_units_begin_anew_and_they_change_no_value();
  it_learns_what_it_is_shown();
  inputs_turn_with_the_board();
  a_placement_changes_the_inputs_as_a_look_at_all_of_them_says();
  boards_are_worth_the_same_one_by_one_and_together();
  the_same_seed_learns_the_same();
  later_errors_correct_earlier_targets();
  shapes_that_do_not_fit_are_refused();
}

}  // namespace hazard::selftest
