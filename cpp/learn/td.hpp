// Temporal-difference learning of afterstates, TD(lambda), from games of self-play (Sutton 1988; Tesauro
// 1992).
//
// It goes in rounds. First a number of games is played with the value function as it is, by as many threads
// as there are: each game has its own seed, so that threads do not change what is played. Then the value
// function takes one step for each position, last position first: towards a mixture of what its successor was
// thought to be worth and what the successor's own target was. The same seed gives the same weights, on any
// number of threads.
//
// A learner brings the game:
//   Position, Value        what is learned of, and what is learned
//   play(random, episode)  plays a game and adds its afterstates, each with its value at that time; returns
//                          what the game ended with, in the last afterstate's successor's terms
//   carried(value)         a value one step back: seen by the other side, or with a reward added
//   mixed(a, b, weight)    weight * a + (1 - weight) * b
//   step(position, target, rate)  moves the value function; returns the squared error before
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "core/random.hpp"

namespace hazard::learn {

template <class Position, class Value>
struct Visit {
  Position position;
  Value value;
};

struct RoundSettings {
  std::uint64_t seed = 0;
  std::uint64_t first_game = 0;  // games are numbered; each number has its own dice
  int games = 64;
  int threads = 1;
  float rate = 0.01F;
  float lambda = 0.0F;
};

struct RoundResult {
  std::uint64_t positions = 0;
  double squared_error = 0.0;
};

template <class Learner>
RoundResult learn_one_round(Learner& learner, const RoundSettings& settings) {
  using Position = typename Learner::Position;
  using Value = typename Learner::Value;
  struct Episode {
    std::vector<Visit<Position, Value>> visits;
    Value end;
  };
  std::vector<Episode> episodes(static_cast<std::size_t>(settings.games));
  std::atomic<std::size_t> next{0};
  const auto play = [&] {
    for (std::size_t i = next++; i < episodes.size(); i = next++) {
      Random random(mix64(mix64(settings.seed) + settings.first_game + i));
      episodes[i].end = learner.play(random, episodes[i].visits);
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < settings.threads; ++i) others.emplace_back(play);
  play();
  for (auto& thread : others) thread.join();

  RoundResult result;
  for (const Episode& episode : episodes) {
    Value target = episode.end;
    for (std::size_t i = episode.visits.size(); i-- > 0;) {
      const auto& visit = episode.visits[i];
      target = learner.carried(target);
      result.squared_error += learner.step(visit.position, target, settings.rate);
      target = learner.mixed(target, visit.value, settings.lambda);
    }
    result.positions += episode.visits.size();
  }
  return result;
}

}  // namespace hazard::learn
