// How the network learns: from games against nobody, by temporal differences of boards after a placement.
//
// It goes in rounds of some hundred games, played to their end with the network as it is. A board's target is
// what the next tile brings: the best placement's points and value. Which tile comes is the larger part of a
// target's noise, so that several tiles are tried and averaged, as many as a given number of placements
// allows: all tiles towards the end of a game, one or two in its beginning. By how much the boards that came
// later were misjudged corrects it, each a step further for less (trace decay). These errors are of averages
// over tiles: the luck of the game that was played is not in them. Then the round's boards are shuffled and
// learned from, each as it is or after half a turn.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "domains/take_it_easy/board.hpp"
#include "domains/take_it_easy/greedy.hpp"
#include "domains/take_it_easy/network.hpp"
#include "learn/sparse_learner.hpp"

namespace hazard::take_it_easy {

struct NetworkRound {
  std::uint64_t seed = 0, first_game = 0;  // games are numbered; each number has its own tiles
  int games = 256;
  int batches = 4;           // steps of the learner a round
  float rate = 0.001F;       // of Adam
  double placements = 20.0;  // looked at for a target
  double trace_decay = 0.0;  // what an error one step later counts
  bool renew_idle_units = false;
};

struct NetworkRoundResult {
  std::uint64_t boards = 0;
  double squared_error = 0.0, score = 0.0;  // sums, in points
};

// A board of a game, and what is to be learned of it, in the network's units.
struct BoardExample {
  Inputs inputs;
  float target;
  float value;  // what the network made of it when it was played
};

// Corrects the targets of a game's boards, in their order, by how far those after them were from their own.
inline void look_back(std::span<BoardExample> boards, float trace_decay) {
  float later = 0.0F;
  for (std::size_t i = boards.size(); i-- > 0;) {
    boards[i].target += trace_decay * later;
    later = boards[i].target - boards[i].value;
  }
}

class NetworkTraining {
 public:
  explicit NetworkTraining(learn::SparseLearner learner)
      : learner_(std::move(learner)), network_(rounded(learner_)) {}

  const learn::SparseLearner& learner() const { return learner_; }
  const Network& network() const { return network_; }

  NetworkRoundResult learn(const NetworkRound& round) {
    NetworkRoundResult result;
    examples_.clear();
    for (int game = 0; game < round.games; ++game) {
      Random random(mix64(mix64(round.seed) + round.first_game + static_cast<std::uint64_t>(game)));
      const std::size_t first = examples_.size();
      result.score += play(random, round.placements);
      look_back(std::span(examples_).subspan(first), static_cast<float>(round.trace_decay));
    }
    Random random(mix64(mix64(round.seed + 1) + round.first_game));
    for (std::size_t i = examples_.size(); i > 1; --i)
      std::swap(examples_[i - 1], examples_[random.below(static_cast<std::uint32_t>(i))]);
    for (std::size_t i = 0; i < examples_.size(); ++i) {
      result.squared_error += learn_from(examples_[i], (random.bits() & 1) != 0);
      const auto batches = static_cast<std::size_t>(round.batches);
      if ((i + 1) * batches / examples_.size() != i * batches / examples_.size()) step(round.rate);
    }
    result.boards = examples_.size();
    if (round.renew_idle_units && learner_.renew_idle_units(random.bits()) > 0)
      network_ = Network(rounded(learner_));
    learner_.forget_activity();  // a training that is resumed here goes on alike
    return result;
  }

 private:
  static constexpr float kMostError = 1.5F;  // in the network's units; what is beyond is bad luck
  static constexpr std::uint64_t kWarmUp = 300;

  static learn::RoundedNetwork rounded(const learn::SparseLearner& learner) {
    return {learner.shape(), learner.memory().weights};
  }

  // Adam's first steps are taken before it knows how large slopes are: they are small.
  void step(float rate) {
    const auto steps = static_cast<float>(std::min(learner_.memory().steps + 1, kWarmUp));
    const auto moved = learner_.step(rate * steps / static_cast<float>(kWarmUp));
    network_.rounded().take(learner_.memory().weights, moved);
  }

  double learn_from(const BoardExample& example, bool turned) {
    std::array<std::uint16_t, Inputs::kSlots> list;
    const Inputs inputs = turned ? example.inputs.turned() : example.inputs;
    const auto error = Network::kPointsPerOne *
                       static_cast<double>(learner_.add(inputs.list(list), example.target, kMostError));
    return error * error;
  }

  // Plays a game and keeps its boards, but for the empty one. Returns the score.
  double play(Random& random, double placements) {
    Position position;
    int score = 0;
    double value = 0.0;  // of the position
    while (position.empty != 0) {
      const bool first = position.empty == kAllHexes;
      const double share = placements / std::popcount(position.empty) + random.uniform();
      const int tiles = first ? 1 : std::clamp(static_cast<int>(share), 1, std::popcount(position.left));
      double sum = 0.0;
      Position before;
      Placement placement;
      for (std::uint32_t left = position.left, untried = tiles; untried > 0; --untried) {
        before = position;
        before.draw(draw_from(left, random));
        left &= ~(1U << before.hand);
        placement = best_placement(network_, before);
        sum += placement.worth;
      }
      if (!first)
        examples_.push_back({Inputs(position), static_cast<float>(sum / tiles / Network::kPointsPerOne),
                             static_cast<float>(value / Network::kPointsPerOne)});
      const int points = before.points_for(before.hand, placement.hex);  // the last of them is played
      score += points;
      value = placement.worth - points;
      position = before.after(placement.hex);
    }
    return score;
  }

  learn::SparseLearner learner_;
  Network network_;
  std::vector<BoardExample> examples_;
};

}  // namespace hazard::take_it_easy
