// Games of self-play by several threads. Each game has its own numbers, and what it teaches its own place:
// the result is the same for any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "self_play/self_play.hpp"

namespace hazard {

// A game that a thread has to itself: one that is a table remembers the clock of the search it is in.
template <Game G>
class OwnGame {
 public:
  explicit OwnGame(const G& game) : shared_(game) {
    if constexpr (requires { G(game.table(), game.speaker()); })
      own_ = std::make_unique<G>(game.table(), game.speaker());
  }
  const G& get() const { return own_ ? *own_ : shared_; }

 private:
  const G& shared_;
  std::unique_ptr<G> own_;
};

template <Game G>
learn::Samples play_games(const JudgedGame<G>& shared, const SelfPlaySettings& settings, std::uint64_t first,
                          std::uint64_t games, const Interrupt& interrupt) {
  std::vector<learn::Samples> found(games);
  std::atomic<std::uint64_t> next{0};
  std::mutex lock;
  std::exception_ptr failure;
  const auto work = [&](const Interrupt& ask) {
    try {
      const OwnGame<G> own(shared.game());
      const JudgedGame<G> judged = shared.of(own.get());
      SelfPlayer<G> player(judged, settings, ask);
      for (std::uint64_t i = next++; i < games; i = next++) player.play(first + i, found[i]);
    } catch (...) {
      const std::scoped_lock held(lock);
      if (!failure) failure = std::current_exception();
      next.store(games);
    }
  };
  std::vector<std::thread> crew;
  const int threads = is_interpreted<G>() ? 1 : settings.threads;
  for (int i = 1; i < threads; ++i) crew.emplace_back(work, [] {});
  work(interrupt);
  for (auto& thread : crew) thread.join();
  if (failure) std::rethrow_exception(failure);
  learn::Samples all;
  for (const learn::Samples& one : found) all.append(one);
  return all;
}

}  // namespace hazard
