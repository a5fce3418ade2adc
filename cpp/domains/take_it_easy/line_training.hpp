// Take It Easy played by its own judgement without look-ahead, and a line table learning from it: TD(lambda)
// on positions after a placement. A game is played to its end first and learned from backwards.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "core/random.hpp"
#include "domains/take_it_easy/greedy.hpp"
#include "domains/take_it_easy/line_table.hpp"

namespace hazard::take_it_easy {

struct LearnSettings {
  float rate = 0.8F;    // of the error that one game takes away where it looks
  float lambda = 0.0F;  // 0 learns from the next position alone, 1 from how the game ends
};

class LineTraining {
 public:
  explicit LineTraining(LineWeights& weights) : weights_(weights) {}

  struct Learned {
    double score = 0.0, squared_error = 0.0;
  };

  Learned learn(Random& random, const LearnSettings& settings) {
    Learned game;
    Position position;
    for (int turn = 0; turn < kHexes; ++turn) {
      position.draw(draw_from(position.left, random));
      visits_[turn] = best_placement(position);
      position.place(position.hand, visits_[turn].hex);
      game.score += visits_[turn].points;
    }
    learn_backwards(settings, game);
    return game;
  }

 private:
  // From here on nothing is learned: after the last but one placement the value is exact.
  static constexpr int kExactFrom = kHexes - 2;

  struct Visit {
    FeaturePlaces places;
    int hex = 0, points = 0;
    float exact = 0.0F;
  };

  Visit best_placement(const Position& before) {
    const int choices = std::popcount(before.empty);
    if (choices <= 2) return best_exactly(before);
    const Outlook base(before);
    int count = 0;
    for_each_bit(before.empty, [&](int hex) {
      Outlook after = base;
      after.put(before, before.hand, hex);
      Visit& visit = candidates_[count++];
      visit.places = FeaturePlaces(after);
      visit.hex = hex;
      visit.points = before.points_for(before.hand, hex);
      weights_.values.prefetch(visit.places.all());
    });
    int best = 0;
    float best_value = -std::numeric_limits<float>::infinity();
    for (int i = 0; i < count; ++i) {
      const float value =
          static_cast<float>(candidates_[i].points) + weights_.values.sum(candidates_[i].places.all());
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return candidates_[best];
  }

  static Visit best_exactly(const Position& before) {
    Visit best;
    float best_value = -1.0F;
    for_each_bit(before.empty, [&](int hex) {
      const Position after = before.after(hex);
      const int points = before.points_for(before.hand, hex);
      const float exact = after.empty == 0 ? 0.0F : static_cast<float>(last_placement(after));
      if (const float value = static_cast<float>(points) + exact; value > best_value) {
        best_value = value;
        best.hex = hex;
        best.points = points;
        best.exact = exact;
      }
    });
    return best;
  }

  void learn_backwards(const LearnSettings& settings, Learned& game) {
    float target = visits_[kExactFrom].exact, next = target;
    float came = static_cast<float>(visits_[kHexes - 1].points);  // points that did come, in this game
    for (int turn = kExactFrom; turn-- > 0;) {
      const auto paid = static_cast<float>(visits_[turn + 1].points);
      target = paid + settings.lambda * target + (1.0F - settings.lambda) * next;
      came += paid;
      const auto places = visits_[turn].places.all();
      const float value = weights_.values.sum(places), error = target - value;
      learn_spread(visits_[turn].places, came - value, settings.rate);
      weights_.values.shift(places, settings.rate * error);
      next = weights_.values.sum(places);
      game.squared_error += static_cast<double>(error) * static_cast<double>(error);
    }
  }

  // The line features are the first of a position's places, and so have the same places in the other table.
  void learn_spread(const FeaturePlaces& places, float off, float rate) {
    std::uint32_t lines = 0;
    while (lines < places.count && places.at[lines] < LineWeights::kSpreadSize) ++lines;
    if (lines == 0) return;
    const std::span<const std::uint32_t> of_lines(places.at.data(), lines);
    weights_.squares.shift(of_lines, 0.1F * rate * (off * off - weights_.squares.sum(of_lines)));
  }

  LineWeights& weights_;
  std::array<Visit, kHexes> visits_, candidates_;
};

}  // namespace hazard::take_it_easy
