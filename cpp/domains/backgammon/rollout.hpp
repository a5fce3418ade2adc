// What a position is worth, by playing it out many times: both sides play what the networks like best.
//
// The luck of the dice is taken out of each game: what a roll was worth is what the position is thought to be
// worth after it, less the mean of that over all 21 rolls. Its expectation is zero whatever the networks
// think, so that nothing is lost by subtracting it; and the better they are, the less is left to chance.
//
// The first two rolls are dealt out evenly over all 36 of each, the rest at random. Each game has a seed of
// its own and a place for its result, so that the number of threads changes nothing.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "domains/backgammon/board.hpp"
#include "domains/backgammon/evaluator.hpp"
#include "domains/backgammon/self_play.hpp"

namespace hazard::backgammon {

struct RolloutSettings {
  std::uint64_t games = 1296;
  std::uint64_t seed = 0;
  int threads = 1;
  int plies = 0;  // rolls after which the networks' guess has to do; 0: play to the end
  bool reduce_variance = true;
  bool stop_at_table = true;  // end a game where the bear-off table has an exact answer
};

// Chances as in `Chances`, for the side that was on roll at the start.
using ExactChances = std::array<double, Chances::kCount>;

struct RolloutResult {
  ExactChances mean{}, standard_error{};
  double equity = 0.0, equity_error = 0.0;
};

class Rollout {
 public:
  // Called from the calling thread now and then with the number of games done; throws to end the rollout.
  using Report = std::function<void(std::uint64_t)>;

  Rollout(const Networks& networks, const RolloutSettings& settings)
      : networks_(networks), settings_(settings) {
    Random random(mix64(settings.seed));
    for (auto& order : order_) {
      for (int i = 0; i < 36; ++i) order[i] = i;
      for (std::uint32_t i = 36; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    }
  }

  // `board` is seen by the side on roll; the game is not over.
  RolloutResult run(const Board& board, const Report& report) const {
    const auto results = played(board, 0, settings_.games, report);
    return summary(results);
  }

  // The results of the games `first` to `last`, without the last: a rollout may be played in blocks.
  std::vector<ExactChances> played(const Board& board, std::uint64_t first, std::uint64_t last,
                                   const Report& report) const {
    std::vector<ExactChances> results(last - first);
    play_all(board, first, results, report);
    return results;
  }

  static RolloutResult summary(const std::vector<ExactChances>& results) {
    RolloutResult found;
    for (int i = 0; i < Chances::kCount; ++i) {
      std::tie(found.mean[i], found.standard_error[i]) =
          mean_and_error(results, [i](const ExactChances& chances) { return chances[i]; });
    }
    std::tie(found.equity, found.equity_error) = mean_and_error(results, equity);
    return found;
  }

 private:
  static constexpr int kLongestGame = 2000;

  void play_all(const Board& board, std::uint64_t first, std::vector<ExactChances>& results,
                const Report& report) const {
    std::atomic<std::uint64_t> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable finished;
    const auto work = [&] {
      for (std::uint64_t game = next++; game < results.size() && !stop; game = next++) {
        results[game] = play(board, first + game);
        if (++done == results.size()) {
          const std::lock_guard lock(mutex);
          finished.notify_one();
        }
      }
    };
    std::vector<std::thread> workers;
    for (int i = 0; i < settings_.threads; ++i) workers.emplace_back(work);
    const auto join = [&] {
      for (auto& worker : workers) worker.join();
    };
    try {
      std::unique_lock lock(mutex);
      while (!finished.wait_for(lock, std::chrono::milliseconds(50),
                                [&] { return done.load() == results.size(); })) {
        lock.unlock();
        report(done);
        lock.lock();
      }
    } catch (...) {
      stop = true;
      join();
      throw;
    }
    join();
    report(done);
  }

  ExactChances play(Board board, std::uint64_t game) const {
    Random random(mix64(mix64(settings_.seed) + game));
    ExactChances luck{};
    bool own_turn = true;  // of the side that was on roll at the start
    for (int ply = 0;; ++ply, own_turn = !own_turn) {
      if (ply == kLongestGame || (settings_.plies > 0 && ply == settings_.plies) || known(board))
        return minus(seen(networks_.evaluate(board), own_turn), luck);
      const auto [high, low] = dice(game, ply, random);
      const Reply reply = settings_.reduce_variance ? without_luck(board, high, low, own_turn, luck)
                                                    : best_reply(networks_, board, high, low);
      if (reply.over) return minus(seen(reply.chances, !own_turn), luck);
      board = reply.board;
    }
  }

  bool known(const Board& board) const {
    return settings_.stop_at_table && networks_.bear_off() != nullptr && BearOff::covers(board) &&
           networks_.bear_off()->exact(board);
  }

  std::pair<int, int> dice(std::uint64_t game, int ply, Random& random) const {
    if (ply >= 2) return roll(random);
    // All 36 first rolls in 36 games, and all pairs of first and second rolls in 1,296.
    const std::uint64_t place = ply == 0 ? game % 36 : (game / 36 + game) % 36;
    const int number = order_[static_cast<std::size_t>(ply)][place];
    return {1 + number / 6, 1 + number % 6};
  }

  // Plays the roll, and adds what it was worth beyond the mean of all rolls.
  Reply without_luck(const Board& board, int die1, int die2, bool own_turn, ExactChances& luck) const {
    const auto [wanted_low, wanted_high] = std::minmax(die1, die2);
    Reply chosen;
    ExactChances mean{};
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) {
        const Reply reply = best_reply(networks_, board, high, low);
        if (high == wanted_high && low == wanted_low) chosen = reply;
        const ExactChances after = seen(reply.chances, !own_turn);
        for (int i = 0; i < Chances::kCount; ++i) mean[i] += (high == low ? 1.0 : 2.0) / 36 * after[i];
      }
    }
    const ExactChances after = seen(chosen.chances, !own_turn);
    for (int i = 0; i < Chances::kCount; ++i) luck[i] += after[i] - mean[i];
    return chosen;
  }

  static ExactChances seen(const Chances& chances, bool own_turn) {
    const Chances turned = own_turn ? chances : chances.swapped();
    ExactChances result;
    std::copy(turned.of.begin(), turned.of.end(), result.begin());
    return result;
  }

  static ExactChances minus(ExactChances chances, const ExactChances& luck) {
    for (int i = 0; i < Chances::kCount; ++i) chances[i] -= luck[i];
    return chances;
  }

  static double equity(const ExactChances& of) {
    return 2.0 * of[Chances::kWin] - 1.0 + of[Chances::kWinGammon] + of[Chances::kWinBackgammon] -
           of[Chances::kLoseGammon] - of[Chances::kLoseBackgammon];
  }

  static std::pair<double, double> mean_and_error(const std::vector<ExactChances>& results, auto&& of) {
    const double count = static_cast<double>(results.size());
    double sum = 0.0, squares = 0.0;
    for (const auto& result : results) sum += of(result);
    const double mean = sum / count;
    for (const auto& result : results) squares += (of(result) - mean) * (of(result) - mean);
    return {mean, std::sqrt(squares / count / std::max(1.0, count - 1.0))};
  }

  const Networks& networks_;
  RolloutSettings settings_;
  std::array<std::array<int, 36>, 2> order_{};
};

}  // namespace hazard::backgammon
