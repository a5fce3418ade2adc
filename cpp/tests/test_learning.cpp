// Learning: gradients against differences, inputs against counting, one seed against another number of
// threads.
#include <array>
#include <cmath>
#include <vector>

#include "check.hpp"
#include "domains/backgammon/duel.hpp"
#include "domains/backgammon/evaluator.hpp"
#include "domains/backgammon/features.hpp"
#include "domains/backgammon/self_play.hpp"
#include "learn/kernels.hpp"
#include "learn/network.hpp"
#include "learn/td.hpp"

namespace hazard::selftest {

namespace {

using backgammon::Board;
using learn::Input;
using learn::Network;
using learn::Shape;

double loss(const Network& network, const std::vector<Input>& inputs, const std::vector<float>& targets) {
  float outputs[Network::kMaxOutputs];
  network.evaluate(inputs, outputs);
  double sum = 0.0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const double t = static_cast<double>(targets[i]), p = static_cast<double>(outputs[i]);
    sum -= t * std::log(p) + (1.0 - t) * std::log(1.0 - p);
  }
  return sum;
}

void squashing_is_the_sigmoid() {
  for (double x = -40.0; x <= 40.0; x += 0.37) {
    std::array<float, 8> values;
    values.fill(static_cast<float>(x));
    learn::squash(values.data(), 8);
    const double bounded = std::clamp(x, -30.0, 30.0);
    for (const float value : values)
      CHECK(near(static_cast<double>(value), 1.0 / (1.0 + std::exp(-bounded)), 2e-6), x);
  }
}

// The step that `learn` takes is the rate times the slope of the cross entropy, weight by weight.
void steps_follow_the_gradient() {
  Random random(1);
  const Shape shape{7, 5, 3};
  for (int round = 0; round < 10; ++round) {
    const Network before = Network::random(shape, random.bits());
    std::vector<Input> inputs;
    for (std::uint16_t i = 0; i < 7; i = static_cast<std::uint16_t>(i + 1 + random.below(3)))
      inputs.push_back({i, static_cast<float>(2.0 * random.uniform() - 1.0)});
    std::vector<float> targets;
    for (int i = 0; i < shape.outputs; ++i) targets.push_back(static_cast<float>(random.uniform()));
    Network after = before;
    constexpr float kRate = 0.01F;
    after.learn(inputs, targets.data(), kRate);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      constexpr float kNudge = 0.02F;
      std::vector<float> up = before.weights(), down = before.weights();
      up[i] += kNudge;
      down[i] -= kNudge;
      const double slope =
          (loss(Network(shape, up), inputs, targets) - loss(Network(shape, down), inputs, targets)) /
          (2.0 * static_cast<double>(kNudge));
      const double step = static_cast<double>(after.weights()[i] - before.weights()[i]);
      // Padding is never read, and never written to anything that is.
      CHECK(near(step, -static_cast<double>(kRate) * slope, 2e-5), i, step, slope);
    }
  }
}

void shapes_that_do_not_fit_are_refused() {
  CHECK(throws<std::invalid_argument>([] { Network({4, 4, 2}, std::vector<float>(3)); }));
  CHECK(throws<std::invalid_argument>([] { Network::random({4, 100'000, 2}, 1); }));
}

Board random_board(Random& random) {
  Board board;
  for (int side = 0; side < 2; ++side) {
    int left = backgammon::kCheckers - static_cast<int>(random.below(8));
    while (left > 0) {
      const int point = static_cast<int>(random.below(random.below(4) == 0 ? 25 : 24));
      if (point < 24 && board.checkers[1 - side][23 - point] > 0) continue;
      const int count = std::min(left, 1 + static_cast<int>(random.below(3)));
      board.checkers[side][point] = static_cast<std::uint8_t>(board.checkers[side][point] + count);
      left -= count;
    }
  }
  return board;
}

// A roll hits if one of its legal plays does; the quick count may overlook how the rest must be played.
void shots_are_nearly_those_of_the_plays() {
  Random random(2);
  int off = 0, all = 0, far_off = 0, far = 0;
  for (int round = 0; round < 300; ++round) {
    const Board board = random_board(random);
    const backgammon::Outline own(board.own()), enemy(board.opponent());
    const backgammon::Shots counted =
        backgammon::shots(board.own()[backgammon::kBar], own.occupied, backgammon::mirrored(enemy.blots),
                          ~backgammon::mirrored(enemy.made) & 0xffffff);
    int truth = 0, pips = 0;
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) {
        int furthest = 0;  // of the checkers hit by any play of the roll
        backgammon::for_each_play(board, high, low, [&](const backgammon::Move&, const Board& after) {
          for (int point = 0; point < backgammon::kPoints; ++point) {
            const bool hit = after.opponent()[point] < board.opponent()[point];
            if (hit) furthest = std::max(furthest, backgammon::kPoints - point);
          }
        });
        const int ways = 1 + (high != low);
        truth += furthest > 0 ? ways : 0;
        pips += furthest * ways;
      }
    }
    CHECK(counted.rolls >= truth && counted.pips >= pips, counted.rolls, truth, counted.pips, pips,
          backgammon::position_id(board));
    off += counted.rolls - truth;
    all += truth;
    far_off += counted.pips - pips;
    far += pips;
  }
  CHECK(off * 50 <= all && far_off * 20 <= far, off, all, far_off, far);
}

// Four at a time, whatever they are and however many: the same, but for rounding.
void many_are_valued_as_one_by_one() {
  Random random(4);
  const auto networks = backgammon::Networks::random(40, 8, 1);
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<Board> boards;
    for (std::size_t i = 0; i < count; ++i)
      boards.push_back(random.below(4) == 0 ? backgammon::random_race(random) : random_board(random));
    std::vector<backgammon::Chances> found(count);
    networks.evaluate(boards, found);
    for (std::size_t one = 0; one < count; ++one) {
      const auto expected = networks.evaluate(boards[one]);
      for (int i = 0; i < backgammon::Chances::kCount; ++i) {
        const auto a = static_cast<double>(found[one].of[i]), b = static_cast<double>(expected.of[i]);
        CHECK(near(a, b, 1e-5), i, a, b);
      }
    }
  }
}

void inputs_fit_their_room_and_tell_boards_apart() {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const Board board = random_board(random);
    backgammon::InputList inputs;
    backgammon::board_inputs(board, inputs);
    for (const Input& input : std::span<const Input>(inputs)) {
      CHECK(input.index < backgammon::kInputs && std::isfinite(input.value) && input.value > 0.0F);
    }
    const backgammon::Outline own(board.own());
    CHECK(own.pips == backgammon::pips(board.own()) &&
          own.checkers == backgammon::checkers_left(board.own()));
    for (int point = 0; point <= backgammon::kBar; ++point) {
      const int count = board.own()[point];
      CHECK((own.occupied >> point & 1U) == (count > 0) && (own.made >> point & 1U) == (count > 1), point);
      CHECK((own.blots >> point & 1U) == (count == 1) && (count == 0 || point <= own.rear), point);
    }
    for (int point = 0; point < backgammon::kPoints; ++point)
      CHECK(backgammon::mirrored(1U << point) == 1U << (backgammon::kPoints - 1 - point));
    // Contact is mutual, and gone once nobody can meet anybody.
    CHECK(backgammon::in_contact(board) == backgammon::in_contact(board.swapped()));
  }
  CHECK(backgammon::in_contact(backgammon::kStartBoard));
  CHECK(backgammon::kEscapes[0] == 1.0F && backgammon::kEscapes[4095] == 0.0F);
  CHECK(backgammon::kEscapes[0b111111] == 0.0F, "a full prime lets nobody out");
  CHECK(backgammon::longest_run(0b1110111101) == 4);
}

void chances_are_possible_and_swap_back() {
  Random random(4);
  const auto networks = backgammon::Networks::random(12, 4, 5);
  for (int round = 0; round < 200; ++round) {
    const Board board = random_board(random);
    const auto chances = networks.evaluate(board);
    const auto [win, gammon, backgammon_won, gammon_lost, backgammon_lost] = chances.of;
    CHECK(win >= gammon && gammon >= backgammon_won && backgammon_won >= 0.0F);
    CHECK(1.0F - win >= gammon_lost && gammon_lost >= backgammon_lost && backgammon_lost >= 0.0F);
    CHECK(
        near(static_cast<double>(chances.swapped().equity()), -static_cast<double>(chances.equity()), 1e-6));
    CHECK(near(static_cast<double>(chances.swapped().swapped().of[0]), static_cast<double>(win), 1e-6));
  }
  CHECK(backgammon::Chances::lost(3).equity() == -3.0F && backgammon::Chances::lost(1).equity() == -1.0F);
}

void threads_do_not_change_what_is_learned() {
  auto one = backgammon::Networks::random(8, 8, 1), three = one;
  for (int round = 0; round < 2; ++round) {
    learn::RoundSettings settings{
        .seed = 7, .first_game = 6U * round, .games = 6, .rate = 0.05F, .lambda = 0.5F};
    backgammon::SelfPlay first(one), second(three);
    const auto a = learn::learn_one_round(first, settings);
    settings.threads = 3;
    const auto b = learn::learn_one_round(second, settings);
    CHECK(a.positions == b.positions && a.squared_error == b.squared_error);
  }
  CHECK(one.contact().weights() == three.contact().weights() &&
        one.race().weights() == three.race().weights());
}

void duels_are_even_between_equals() {
  const auto networks = backgammon::Networks::random(8, 8, 2);
  const auto play = [&](const Board& board, int die1, int die2) {
    return backgammon::best_reply(networks, board, die1, die2);
  };
  CHECK(backgammon::duels(play, play, 3, 1).mean == 0.0);
  const auto score = backgammon::duels(backgammon::plain_reply, play, 10, 1);
  CHECK(score.mean > 0.5, score.mean);  // a plain player beats one that knows nothing
}

}  // namespace

void test_learning() {
  squashing_is_the_sigmoid();
  steps_follow_the_gradient();
  shapes_that_do_not_fit_are_refused();
  shots_are_nearly_those_of_the_plays();
  many_are_valued_as_one_by_one();
  inputs_fit_their_room_and_tell_boards_apart();
  chances_are_possible_and_swap_back();
  threads_do_not_change_what_is_learned();
  duels_are_even_between_equals();
}

}  // namespace hazard::selftest
