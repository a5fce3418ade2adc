// Games between two ways to play without look-ahead, in pairs: the same dice twice, with seats swapped.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/random.hpp"
#include "domains/backgammon/board.hpp"
#include "domains/backgammon/evaluator.hpp"
#include "domains/backgammon/self_play.hpp"

namespace hazard::backgammon {

struct Score {
  double mean = 0.0, standard_error = 0.0;  // points per game, for the first player
};

// The plain game of running home: the play that leaves the fewest blots in reach, and of those the one that
// goes furthest with the rear checkers. A yardstick that never changes.
inline Reply plain_reply(const Board& board, int die1, int die2) {
  Reply best;
  int fewest = 1'000'000;
  for_each_play(board, die1, die2, [&](const Move&, const Board& after) {
    int spread = 0;
    for (int point = 0; point <= kBar; ++point) {
      const int count = after.own()[point];
      spread += count * point * point + (count == 1 && point > 0 ? 60 : 0);
    }
    spread -= 40 * after.opponent()[kBar];
    if (spread >= fewest) return;
    fewest = spread;
    const Board next = after.swapped();
    const bool over = checkers_left(after.own()) == 0;
    best = {next, over ? Chances::lost(points_lost(next.own())) : Chances{}, over};
  });
  return best;
}

// Points the first player wins; `second_starts` swaps the seats.
template <class First, class Second>
int duel(const First& first, const Second& second, bool second_starts, Random random) {
  Board board = kStartBoard;
  auto [die1, die2] = roll(random);
  while (die1 == die2) std::tie(die1, die2) = roll(random);
  for (bool firsts_turn = !second_starts;; firsts_turn = !firsts_turn) {
    const Reply reply = firsts_turn ? first(board, die1, die2) : second(board, die1, die2);
    if (reply.over) return firsts_turn ? points_lost(reply.board.own()) : -points_lost(reply.board.own());
    board = reply.board;
    std::tie(die1, die2) = roll(random);
  }
}

template <class First, class Second>
Score duels(const First& first, const Second& second, int pairs, std::uint64_t seed) {
  double sum = 0.0, squares = 0.0;
  for (int pair = 0; pair < pairs; ++pair) {
    const Random dice(mix64(mix64(seed) + static_cast<std::uint64_t>(pair)));
    const double points = 0.5 * (duel(first, second, false, dice) + duel(first, second, true, dice));
    sum += points;
    squares += points * points;
  }
  const double mean = sum / pairs;
  return {mean, std::sqrt(std::max(0.0, squares / pairs - mean * mean) / std::max(1, pairs - 1))};
}

}  // namespace hazard::backgammon
