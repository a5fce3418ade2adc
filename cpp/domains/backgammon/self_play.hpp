// Backgammon as the learner sees it: both sides play what the networks like best, without look-ahead.
#pragma once

#include <array>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "domains/backgammon/board.hpp"
#include "domains/backgammon/evaluator.hpp"
#include "domains/backgammon/moves.hpp"
#include "learn/td.hpp"

namespace hazard::backgammon {

// The board after the best play, seen by the side that rolls next, and its chances.
struct Reply {
  Board board;
  Chances chances;
  bool over = false;
};

inline Reply best_reply(const Networks& networks, const Board& board, int die1, int die2) {
  Reply best;
  float lowest = 4.0F;  // of the opponent's equity
  std::array<Board, 16> waiting;
  std::array<Chances, 16> found;
  std::size_t count = 0;
  const auto compare = [&] {
    networks.evaluate(std::span(waiting.data(), count), found);
    for (std::size_t i = 0; i < count; ++i) {
      const float equity = found[i].equity();
      if (equity >= lowest) continue;
      lowest = equity;
      best = {waiting[i], found[i], false};
    }
    count = 0;
  };
  for_each_play(board, die1, die2, [&](const Move&, const Board& after) {
    if (best.over) return;
    const Board next = after.swapped();
    if (checkers_left(after.own()) == 0) {
      best = {next, Chances::lost(points_lost(next.own())), true};
      count = 0;
      return;
    }
    waiting[count++] = next;
    if (count == waiting.size()) compare();
  });
  if (count > 0) compare();
  return best;
}

inline std::pair<int, int> roll(Random& random) {
  const int die1 = 1 + static_cast<int>(random.below(6));
  return {die1, 1 + static_cast<int>(random.below(6))};
}

// Any position in which the sides have passed each other: whole games come to few kinds of race.
inline Board random_race(Random& random) {
  const auto below = [&](int end) { return static_cast<int>(random.below(static_cast<std::uint32_t>(end))); };
  Board board;
  // The points that each side may stand on do not meet.
  const int reach = 3 + below(kPoints - 6);
  const int reaches[2] = {reach, kPoints - reach};
  for (int side = 0; side < 2; ++side) {
    const int checkers = below(4) == 0 ? 1 + below(kCheckers) : kCheckers;
    for (int i = 0; i < checkers; ++i)
      ++board.checkers[side][std::min(below(reaches[side]), below(reaches[side]))];
  }
  return board;
}

// A position that players make who do not know what they do: what good play never comes to has to be valued
// too, since others may come to it.
inline Board scrambled(Random& random) {
  Board board = kStartBoard;
  for (std::uint32_t plays = 2 + random.below(11); plays > 0; --plays) {
    const auto [die1, die2] = roll(random);
    Board kept = board;
    std::uint32_t seen = 0;
    for_each_play(board, die1, die2, [&](const Move&, const Board& after) {
      if (random.below(++seen) == 0) kept = after;
    });
    board = kept.swapped();
  }
  return board;
}

class SelfPlay {
 public:
  using Position = Board;
  using Value = Chances;

  explicit SelfPlay(Networks& networks) : networks_(networks) {}

  Chances play(Random& random, std::vector<learn::Visit<Board, Chances>>& visits) const {
    const std::uint32_t kind = random.below(8);
    const bool race = kind < kRaces, from_start = kind >= kRaces + kScrambled;
    Board board = race ? random_race(random) : from_start ? kStartBoard : scrambled(random);
    auto [die1, die2] = roll(random);
    while (die1 == die2 && from_start) std::tie(die1, die2) = roll(random);  // an opening is no double
    while (true) {
      const Reply reply = best_reply(networks_, board, die1, die2);
      // Networks that know nothing may play on for ever; from there on their guess has to do. What a table
      // knows need not be learned.
      if (reply.over || networks_.in_table(reply.board) || visits.size() == kLongestGame)
        return reply.chances;
      visits.push_back({reply.board, reply.chances});
      board = reply.board;
      std::tie(die1, die2) = roll(random);
    }
  }

  Chances carried(const Chances& chances) const { return chances.swapped(); }

  Chances mixed(const Chances& a, const Chances& b, float weight) const {
    Chances result;
    for (int i = 0; i < Chances::kCount; ++i) result.of[i] = weight * a.of[i] + (1.0F - weight) * b.of[i];
    return result;
  }

  float step(const Board& board, const Chances& target, float rate) {
    return networks_.learn(board, target, rate);
  }

 private:
  static constexpr std::size_t kLongestGame = 1000;
  static constexpr std::uint32_t kRaces = 2, kScrambled = 1;  // of eight games

  Networks& networks_;
};

}  // namespace hazard::backgammon
