// Backgammon: every legal play once, against the rules written down step by step; keys, the end.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "domains/backgammon/game.hpp"

namespace hazard::selftest {

namespace {

using backgammon::Board;
using backgammon::kBar;
using backgammon::kPoints;
using backgammon::Move;

// ---- the rules as they are told, one checker after the other

bool may_go(const Board& board, int from, int die) {
  if (board.own()[from] == 0) return false;
  if (from != kBar && board.own()[kBar] > 0) return false;
  if (from - die >= 0) return board.opponent_on(from - die) < 2;
  for (int point = 6; point <= kBar; ++point) {
    if (board.own()[point] > 0) return false;  // not all at home
  }
  if (from - die == -1) return true;
  for (int behind = from + 1; behind < 6; ++behind) {
    if (board.own()[behind] > 0) return false;
  }
  return true;
}

Board gone(Board board, int from, int die) {
  --board.checkers[0][from];
  const int to = from - die;
  if (to < 0) return board;
  ++board.checkers[0][to];
  if (board.opponent_on(to) == 1) {
    --board.checkers[1][kPoints - 1 - to];
    ++board.checkers[1][kBar];
  }
  return board;
}

// All boards by the number of dice played, in this order.
using Found = std::vector<std::set<std::array<backgammon::Side, 2>>>;
void follow(const Board& board, const std::vector<int>& dice, std::size_t used, Found& found) {
  found[used].insert(board.checkers);
  if (used == dice.size()) return;
  for (int from = 0; from <= kBar; ++from) {
    if (may_go(board, from, dice[used])) follow(gone(board, from, dice[used]), dice, used + 1, found);
  }
}

std::set<std::array<backgammon::Side, 2>> by_the_book(const Board& board, int die1, int die2) {
  if (die1 == die2) {
    Found found(5);
    follow(board, {die1, die1, die1, die1}, 0, found);
    while (found.back().empty()) found.pop_back();
    return found.back();
  }
  const int high = std::max(die1, die2), low = std::min(die1, die2);
  Found large(3), small(3);
  follow(board, {high, low}, 0, large);
  follow(board, {low, high}, 0, small);
  large[2].merge(small[2]);
  if (!large[2].empty()) return large[2];
  if (!large[1].empty()) return large[1];
  return small[1].empty() ? small[0] : small[1];
}

// ---- positions

// Any board: checkers thrown on points that the other side has not taken, some borne off, some on the bar.
Board thrown(Random& random) {
  Board board;
  const auto below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint32_t>(n))); };
  const int reach = 1 + below(kPoints);  // small: both sides late in the game
  for (int side = 0; side < 2; ++side) {
    const int count = 1 + below(15);
    for (int i = 0; i < count; ++i) {
      int point = below(12) == 0 ? kBar : below(reach);
      if (point != kBar && board.checkers[side ^ 1][kPoints - 1 - point] > 0) point = kBar;
      if (point == kBar && board.checkers[side][kBar] > 2) continue;
      ++board.checkers[side][point];
    }
    if (backgammon::checkers_left(board.checkers[side]) == 0) ++board.checkers[side][kBar];
  }
  return board;
}

Board met(Random& random) {
  if (random.below(2) == 0) return thrown(random);
  const Backgammon game;
  return reached(game, static_cast<int>(random.below(150)), random).board;
}

void plays_are_those_of_the_book() {
  Random random(1);
  for (int round = 0; round < 1500; ++round) {
    const Board board = met(random);
    const int die1 = 1 + static_cast<int>(random.below(6)), die2 = 1 + static_cast<int>(random.below(6));
    const auto expected = by_the_book(board, die1, die2);
    std::set<std::array<backgammon::Side, 2>> found;
    std::set<backgammon::Play> plays;
    backgammon::for_each_play(board, die1, die2, [&](const Move& move, const Board& after) {
      CHECK(found.insert(after.checkers).second, backgammon::position_id(board), die1, die2);
      CHECK(plays.insert(backgammon::play_of(board, move)).second, backgammon::position_id(board));
      for (int i = 1; i < move.steps(); ++i) CHECK(move.from[i] <= move.from[i - 1]);
    });
    CHECK(found == expected, backgammon::position_id(board), die1, die2, found.size(), expected.size());
  }
}

void the_end_is_worth_its_points() {
  const Backgammon game;
  Random random(3);
  int seen[4] = {};
  for (int round = 0; round < 300; ++round) {
    auto state = game.start();
    while (step(game, state, random)) {
      CHECK(backgammon::checkers_left(state.board.own()) <= 15);
    }
    const double value = game.value(state);
    CHECK(value == std::round(value) && std::abs(value) >= 1 && std::abs(value) <= 3, value);
    CHECK((value < 0) == (state.mover == 0) && backgammon::checkers_left(state.board.opponent()) == 0);
    ++seen[static_cast<int>(std::abs(value))];
  }
  CHECK(seen[1] > 0 && seen[2] > 0 && seen[3] > 0, seen[1], seen[2], seen[3]);
}

// Random play and the quickest: values stay within what was promised, and some come close to it.
void closer_bounds_hold() {
  const Backgammon plain;
  const Backgammon by_networks(std::make_shared<backgammon::Networks>(backgammon::Networks::random(8, 8, 1)));
  Random random(4);
  int closer = 0, ended = 0;
  for (const Backgammon* game : {&plain, &by_networks}) {
    for (int round = 0; round < 200; ++round) {
      auto root = reached(*game, static_cast<int>(random.below(150)), random);
      const int depth = 1 + static_cast<int>(random.below(12));
      const Bounds bounds = game->bounds_within(root, depth);
      closer += bounds.high < 3.0 || bounds.low > -3.0;
      for (int line = 0; line < 5; ++line) {
        auto state = root;
        int decisions = 0;
        while (true) {
          const Turn turn = game->turn(state);
          const double value = game->value(state);
          CHECK(value >= bounds.low && value <= bounds.high, game->text(root), depth, game->text(state),
                value);
          ended += turn == Turn::Over;
          if (turn == Turn::Over || (turn != Turn::Chance && ++decisions > depth)) break;
          if (turn == Turn::Chance) {
            state = game->apply(state, Move::roll(6, 6));
          } else {
            step(*game, state, random);
          }
        }
      }
    }
  }
  CHECK(closer > 100 && ended > 20, closer, ended);
}

}  // namespace

void test_backgammon() {
  plays_are_those_of_the_book();
  the_end_is_worth_its_points();
  closer_bounds_hold();
  // The well-known number of plays of an opening 2-1, and the id of the start.
  int plays = 0;
  backgammon::for_each_play(backgammon::kStartBoard, 2, 1, [&](const Move&, const Board&) { ++plays; });
  CHECK(plays == 15, plays);
  CHECK(backgammon::position_id(backgammon::kStartBoard) == "4HPwATDgc/ABMA");
}

}  // namespace hazard::selftest
