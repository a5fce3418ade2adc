// 2048 played by a network without look-ahead, and the network learning from it: TD(lambda) on boards that
// have just been slid. The game is played to its end first and learned from backwards, so that how it ended
// is known at once to all that led there.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "domains/twenty48/tuple_network.hpp"
#include "domains/twenty48/twenty48.hpp"

namespace hazard::twenty48 {

struct Played {
  double score = 0.0;
  std::uint64_t moves = 0;
  double squared_error = 0.0;  // of the values, summed over the moves; only while learning

  Played& operator+=(const Played& other) {
    score += other.score;
    moves += other.moves;
    squared_error += other.squared_error;
    return *this;
  }
};

class SelfPlay {
 public:
  explicit SelfPlay(TupleNetwork& network) : network_(network), game_(Twenty48::Settings{}) {}

  Played play(Random& random) const {
    Played game;
    slide_to_the_end(random, [&](const Slide& slide) {
      ++game.moves;
      game.score += slide.points;
    });
    return game;
  }

  Played learn(Random& random, float rate, float lambda) {
    slides_.clear();
    slide_to_the_end(random, [this](const Slide& slide) { slides_.push_back(slide); });
    network_.table().make_room_to_learn();
    Played game{.moves = slides_.size()};
    float target = 0.0F;  // nothing comes after the last board
    TuplePlaces places = places_of(game_.seen(slides_.back().after));
    for (std::size_t i = slides_.size(); i-- > 0;) {
      TuplePlaces earlier{};
      if (i > 0) {
        earlier = places_of(game_.seen(slides_[i - 1].after));
        network_.table().prefetch_to_learn(earlier);
      }
      const float error = target - network_.table().sum(places);
      network_.table().step(places, error, rate);
      target = static_cast<float>(slides_[i].points) + lambda * target +
               (1.0F - lambda) * network_.table().sum(places);
      game.score += slides_[i].points;
      game.squared_error += static_cast<double>(error) * static_cast<double>(error);
      places = earlier;
    }
    return game;
  }

 private:
  struct Slide {
    Twenty48::State after;
    int points = 0;
  };

  void slide_to_the_end(Random& random, auto&& made) const {
    Twenty48::State state = game_.start();
    while (true) {
      while (game_.turn(state) == Turn::Chance) state = game_.apply(state, game_.sample(state, random));
      if (game_.turn(state) == Turn::Over) return;
      const Slide best = best_slide(state);
      made(best);
      state = best.after;
    }
  }

  HAZARD_INLINE Slide best_slide(const Twenty48::State& state) const {
    std::array<Slide, 4> slides;
    std::array<TuplePlaces, 4> places;
    int count = 0;
    game_.expand(state, [&](Twenty48::Move move, const Twenty48::State& next) HAZARD_INLINE {
      slides[count] = {next, static_cast<int>(game_.reward(state, move))};
      places[count] = places_of(game_.seen(next));
      network_.table().prefetch(places[count++]);
    });
    int best = 0;
    float best_value = -std::numeric_limits<float>::infinity();
    for (int i = 0; i < count; ++i) {
      const float value = static_cast<float>(slides[i].points) + network_.table().sum(places[i]);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return slides[best];
  }

  TupleNetwork& network_;
  const Twenty48 game_;
  std::vector<Slide> slides_;
};

}  // namespace hazard::twenty48
