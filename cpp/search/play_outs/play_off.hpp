// Options that are close to the best play it off.
//
// A search that stops a few moves ahead inherits the errors of its values: what is wrong about a position is
// wrong about those that soon follow it, and more nodes help slowly. Games played to the end do not have that
// error, and variance-reduced (greedy.hpp) a few dozen of them tell much. Each option is
// played in rounds, every round as long as all before together, and drops out once it is clearly behind
// (rollouts: Tesauro and Galperin 1996; racing: Maron and Moore 1994). What the search found counts as
// `trust` games.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "core/ranking.hpp"
#include "core/result.hpp"
#include "search/play_outs/greedy.hpp"

namespace hazard {

struct PlayOffSettings {
  std::uint64_t games = 0;  // at most, for each option
  double trust = 40.0;
  double close = 0.0;  // options further behind the best take no part; 0 for all
  int longest = 1000;  // moves of a game
  int threads = 1;
  std::uint64_t seed = 0;
};

template <Game G>
class PlayOff {
 public:
  using State = typename G::State;
  using Options = std::vector<Option<typename G::Move>>;

  PlayOff(const G& game, const PlayOffSettings& settings, const Evaluator<G>* evaluator)
      : game_(game),
        settings_(settings),
        bounds_(bounds_of(game)),
        tables_(static_cast<std::size_t>(settings.threads), {game, evaluator, settings.longest}) {}

  // Sorts `options` anew, the best first, as it was. When the budget ends, the rounds so far count.
  void run(const State& root, Options& options, Meter& meter) {
    // With fewer games than `trust`, what the search found would have the last word anyway.
    if (static_cast<double>(settings_.games) < settings_.trust || options.size() < 2) return;
    sign_ = game_.turn(root) == Turn::Max ? 1.0 : -1.0;
    enter(root, options);
    std::uint64_t played = 0;
    try {
      while (in_play_ > 1 && played < settings_.games) {
        const std::uint64_t round =
            std::min(std::clamp(played, kFirstRound, kLongestRound), settings_.games - played);
        play_round(played, round, meter);
        played += round;
        drop_who_is_behind(options);
      }
    } catch (const Stopped&) {  // of a round that was cut short nothing is kept
    }
    if (played > 0) rank(options);
  }

  // Values asked for.
  std::size_t evaluations() {
    std::size_t made = 0;
    for (auto& table : tables_) made += table.evaluations();
    for (Entrant& one : entrants_) made += std::exchange(one.first.evaluations, 0);
    return made;
  }

 private:
  static constexpr std::uint64_t kFirstRound = 16, kLongestRound = 4096;
  static constexpr double kClearlyBehind = 1.0;  // standard errors; to err costs as little as they differ

  struct Entrant {
    State state;    // after the action
    double reward;  // of the action
    double found;   // by the search
    bool exact;     // nothing to be found out about it
    bool in_play = false;
    typename Followers<G>::Room first{};
    std::uint64_t games = 0;
    double sum = 0.0, squares = 0.0;  // of results less `found`, which keeps them small

    double variance() const {
      if (games < 2) return 0.0;
      const auto n = static_cast<double>(games);
      return std::max(0.0, (squares - sum * sum / n) / (n - 1.0));
    }
  };

  void enter(const State& root, const Options& options) {
    for (const auto& option : options) {
      const bool near =
          settings_.close <= 0.0 || sign_ * (options[0].value - option.value) <= settings_.close;
      entrants_.push_back({.state = game_.apply(root, option.action),
                           .reward = reward_of(game_, root, option.action),
                           .found = option.value,
                           .exact = option.kind == ValueKind::Exact,
                           .in_play = near && (option.visits > 0 || option.kind == ValueKind::Exact)});
      in_play_ += entrants_.back().in_play;
    }
  }

  // Whoever plays, games of one number have the same random numbers, however many threads play them.
  void play_round(std::uint64_t first, std::uint64_t count, Meter& meter) {
    std::vector<Entrant*> players;
    for (Entrant& one : entrants_) {
      if (!one.in_play || one.exact) continue;
      if (one.first.list.empty()) tables_[0].look(one.state, one.first);
      players.push_back(&one);
    }
    std::vector<double> surprises(players.size() * count);
    std::atomic<std::size_t> next{0};
    share_out(meter, [&](GreedyPlayOut<G>& table, auto&& each_move) {
      for (std::size_t i = next.fetch_add(1); i < surprises.size(); i = next.fetch_add(1)) {
        const Entrant& one = *players[i / count];
        Random random(mix64(settings_.seed) + first + i % count);
        surprises[i] = one.reward + table.play(one.state, one.first, random, each_move) - one.found;
      }
    });
    for (std::size_t i = 0; i < surprises.size(); ++i) {
      Entrant& one = *players[i / count];
      one.sum += surprises[i];
      one.squares += surprises[i] * surprises[i];
      ++one.games;
    }
  }

  // Has all threads do the work. This one keeps to the budget, and the others to this one.
  void share_out(Meter& meter, auto&& work) {
    std::atomic<bool> stop{false}, failed{false};
    std::exception_ptr failure;
    const auto work_until_stopped = [&](GreedyPlayOut<G>& table, auto&& each_move) {
      try {
        work(table, each_move);
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
        stop.store(true);
      }
    };
    const auto go_on = [&] {
      if (stop.load(std::memory_order_relaxed)) throw Stopped{Stop::Complete};
    };
    std::vector<std::thread> crew;
    for (std::size_t i = 1; i < tables_.size(); ++i)
      crew.emplace_back([&, i] { work_until_stopped(tables_[i], go_on); });
    work_until_stopped(tables_[0], [&] {
      go_on();
      meter.count();
    });
    for (std::thread& thread : crew) thread.join();
    if (failed) std::rethrow_exception(failure);
  }

  void drop_who_is_behind(Options& options) {
    double spread = 0.0, counted = 0.0, best = -kInfinity;
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      const Entrant& one = entrants_[i];
      if (!one.in_play) continue;
      if (!one.exact) {
        const double weight = static_cast<double>(one.games) + settings_.trust;
        // Without their luck, results may be beyond what a game can end with.
        options[i].value =
            std::clamp(one.found + one.sum / weight, one.reward + bounds_.low, one.reward + bounds_.high);
        options[i].standard_error = std::sqrt(one.variance() / weight);
        spread += 2.0 * one.variance() / weight;
        counted += 1.0;
      }
      best = std::max(best, sign_ * options[i].value);
    }
    const double error = counted > 0.0 ? std::sqrt(spread / counted) : 0.0;  // of a difference of two
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      Entrant& one = entrants_[i];
      if (!one.in_play || best - sign_ * options[i].value <= kClearlyBehind * error) continue;
      one.in_play = false;
      --in_play_;
    }
  }

  // Whoever is still in play comes first, then who was looked at, each by value.
  void rank(Options& options) const {
    std::vector<std::size_t> order(options.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    sort_by(order, [&](std::size_t i) { return sign_ * options[i].value; });
    sort_by(order, [&](std::size_t i) { return options[i].visits > 0 ? 1.0 : 0.0; });
    sort_by(order, [&](std::size_t i) { return entrants_[i].in_play ? 1.0 : 0.0; });
    Options sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(options[i]));
    options = std::move(sorted);
  }

  const G& game_;
  const PlayOffSettings settings_;
  const Bounds bounds_;
  std::vector<GreedyPlayOut<G>> tables_;  // one for each thread
  std::vector<Entrant> entrants_;
  std::size_t in_play_ = 0;
  double sign_ = 1.0;
};

}  // namespace hazard
