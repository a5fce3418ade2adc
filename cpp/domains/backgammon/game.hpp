// Backgammon for points, without the doubling cube: 1 for a game, 2 for a gammon, 3 for a backgammon,
// positive where MAX wins. A turn is a roll and a play; plays that lead to the same board are one action.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/game.hpp"
#include "core/random.hpp"
#include "domains/backgammon/board.hpp"
#include "domains/backgammon/evaluator.hpp"
#include "domains/backgammon/moves.hpp"
#include "domains/backgammon/records.hpp"

namespace hazard {

class Backgammon {
 public:
  using Board = backgammon::Board;
  using Move = backgammon::Move;

  enum class Phase : std::uint8_t { Opening, Rolling, Choosing, Over };

  struct State {
    Board board = backgammon::kStartBoard;  // seen by the mover
    std::uint8_t mover = 0;                 // 0: MAX, 1: MIN; the loser when it is over
    Phase phase = Phase::Opening;
    std::uint8_t dice[2] = {0, 0};  // the larger first, while a play is chosen
    friend bool operator==(const State&, const State&) = default;
  };

  // Without networks, positions are valued by a plain formula.
  explicit Backgammon(std::shared_ptr<const backgammon::Networks> networks = nullptr)
      : networks_(std::move(networks)) {}

  // The board tells plays apart, and the dice tell rolls apart.
  static constexpr bool kDistinctSuccessors = true;

  State start() const { return {}; }

  // Any position before the mover's roll, or after it if the dice are not 0. The caller has checked it.
  static State position(const Board& board, int mover, int die1, int die2) {
    State s{.board = board, .mover = static_cast<std::uint8_t>(mover), .phase = Phase::Rolling};
    if (backgammon::checkers_left(board.opponent()) == 0) {
      s.phase = Phase::Over;
    } else if (die1 > 0) {
      rolled(s, Move::roll(die1, die2));
    }
    return s;
  }

  Turn turn(const State& s) const {
    if (s.phase == Phase::Choosing) return s.mover == 0 ? Turn::Max : Turn::Min;
    return s.phase == Phase::Over ? Turn::Over : Turn::Chance;
  }

  void actions(const State& s, auto&& sink) const {
    backgammon::for_each_play(s.board, s.dice[0], s.dice[1],
                              [&](const Move& move, const Board&) { sink(move); });
  }

  // To begin, each side rolls one die, again if they are equal; the higher one plays both numbers.
  void outcomes(const State& s, auto&& sink) const {
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) {
        if (s.phase == Phase::Opening) {
          if (low == high) continue;
          sink(Move::roll(high, low, 0), 1.0 / 30);
          sink(Move::roll(high, low, 1), 1.0 / 30);
        } else {
          sink(Move::roll(high, low), low == high ? 1.0 / 36 : 2.0 / 36);
        }
      }
    }
  }

  State apply(State s, const Move& move) const {
    if (move.is_roll()) {
      // Before the opening roll nobody has moved, so that the board looks the same from both sides.
      if (move.to[2] != backgammon::kNone) s.mover = move.to[2];
      rolled(s, move);
      return s;
    }
    return after_play(s, backgammon::played(s.board, move));
  }

  // Any play, each as likely as the others; a roll by its probability.
  Move random_move(const State& s, Random& random) const {
    if (s.phase == Phase::Choosing) {
      Move kept;
      std::uint32_t seen = 0;
      actions(s, [&](const Move& move) {
        if (random.below(++seen) == 0) kept = move;
      });
      return kept;
    }
    const int first = 1 + static_cast<int>(random.below(6));
    if (s.phase == Phase::Rolling) return Move::roll(first, 1 + static_cast<int>(random.below(6)));
    const int second = 1 + (first + static_cast<int>(random.below(5))) % 6;
    return Move::roll(first, second, first > second ? 0 : 1);
  }

  // Before the end: what the networks expect before the roll, whether or not there are dice. Without them,
  // the lead in the race, less what blots would lose if they were hit, squashed into a game's worth of
  // points.
  double value(const State& s) const {
    const double side = s.mover == 0 ? 1.0 : -1.0;
    if (s.phase == Phase::Over) return -side * backgammon::points_lost(s.board.own());
    if (networks_) {
      return s.phase == Phase::Opening ? 0.0
                                       : side * static_cast<double>(networks_->evaluate(s.board).equity());
    }
    const int tempo = s.phase == Phase::Opening ? 0 : kTempo;
    const double lead =
        cost(s.board.opponent(), s.board.own()) - cost(s.board.own(), s.board.opponent()) + tempo;
    return side * lead / (kEven + (lead < 0 ? -lead : lead));
  }

  // The same for many states: the networks look at several at once.
  void values(std::span<const State> states, std::span<double> found) const {
    std::array<Board, 16> boards;
    std::array<std::size_t, 16> which;
    std::array<backgammon::Chances, 16> chances;
    std::size_t count = 0;
    const auto flush = [&] {
      networks_->evaluate(std::span<const Board>(boards.data(), count), chances);
      for (std::size_t i = 0; i < count; ++i) {
        const auto equity = static_cast<double>(chances[i].equity());
        found[which[i]] = states[which[i]].mover == 0 ? equity : -equity;
      }
      count = 0;
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
      const bool in_play = states[i].phase == Phase::Rolling || states[i].phase == Phase::Choosing;
      if (networks_ == nullptr || !in_play) {
        found[i] = value(states[i]);
        continue;
      }
      boards[count] = states[i].board;
      which[count++] = i;
      if (count == boards.size()) flush();
    }
    if (count > 0) flush();
  }

  // A play and the state it leads to.
  void expand(const State& s, auto&& sink) const {
    backgammon::for_each_play(s.board, s.dice[0], s.dice[1], [&](const Move& move, const Board& after) {
      sink(move, after_play(s, after));
    });
  }

  Bounds bounds() const { return {-3.0, 3.0}; }

  // No gammon is lost once a checker is off. And where nobody can finish within `depth` decisions, only the
  // plain formula's values are met, which are less than one game.
  Bounds bounds_within(const State& root, int depth) const {
    const backgammon::Side& max = root.board.checkers[root.mover];
    const backgammon::Side& min = root.board.checkers[1 - root.mover];
    const bool to_come = networks_ != nullptr || may_finish(max, depth) || may_finish(min, depth);
    const auto at_most = [&](const backgammon::Side& loser) {
      return to_come && backgammon::checkers_left(loser) == backgammon::kCheckers ? 3.0 : 1.0;
    };
    return {-at_most(max), at_most(min)};
  }

  // What the play leads to, at a glance: by the plain formula, also where networks value positions.
  double rank(const State& s, const Move& move) const {
    const Board after = backgammon::played(s.board, move);
    return cost(after.opponent(), after.own()) - cost(after.own(), after.opponent());
  }

  std::uint64_t key(const State& s) const {
    return backgammon::board_key(s.board, s.mover | static_cast<unsigned>(s.phase) << 1 |
                                              static_cast<unsigned>(s.dice[0]) << 3 |
                                              static_cast<unsigned>(s.dice[1]) << 6);
  }

  // GNU Backgammon's position id for the side to move, then what comes next: "4HPwATDgc/ABMA max 3-1",
  // "... max rolls", "... opening", and at the end "... max won 2".
  std::string text(const State& s) const {
    const std::string id = backgammon::position_id(s.board) + " ";
    if (s.phase == Phase::Opening) return id + "opening";
    if (s.phase == Phase::Over) {
      return id + name(s.mover ^ 1) + " won " + std::to_string(backgammon::points_lost(s.board.own()));
    }
    return id + name(s.mover) + " " + (s.phase == Phase::Rolling ? "rolls" : dice_text(s.dice));
  }

  backgammon::MoveRecord record(const State& s, const Move& move) const {
    if (move.is_roll()) return backgammon::Roll{move.to[0], move.to[1], move.to[2]};
    return backgammon::play_of(s.board, move);
  }

 private:
  // What follows a play of the mover of `s`, as seen by the other side.
  static State after_play(const State& s, const Board& after) {
    const bool over = backgammon::checkers_left(after.own()) == 0;
    return {.board = after.swapped(),
            .mover = static_cast<std::uint8_t>(s.mover ^ 1),
            .phase = over ? Phase::Over : Phase::Rolling};
  }

  static void rolled(State& s, const Move& roll) {
    s.phase = Phase::Choosing;
    s.dice[0] = roll.to[0];
    s.dice[1] = roll.to[1];
  }

  // Whether a side could bear off all it has left by its share of `depth` decisions, four sixes each.
  static bool may_finish(const backgammon::Side& side, int depth) {
    const int turns = depth / 2 + 1;
    return backgammon::checkers_left(side) <= 4 * turns && backgammon::pips(side) <= 24 * turns;
  }

  static std::string name(int player) { return player == 0 ? "max" : "min"; }
  static std::string dice_text(const std::uint8_t* dice) {
    return std::to_string(dice[0]) + "-" + std::to_string(dice[1]);
  }

  // Pips to go, and for every blot that an enemy can still hit a share of the way it would lose.
  static double cost(const backgammon::Side& side, const backgammon::Side& enemy) {
    int rearmost = backgammon::kBar;  // of the enemy, on its own points
    while (rearmost > 0 && enemy[rearmost] == 0) --rearmost;
    int at_risk = 0;
    for (int point = 0; point < backgammon::kPoints; ++point) {
      const bool in_reach = backgammon::kPoints - 1 - point < rearmost;
      if (side[point] == 1 && in_reach) at_risk += backgammon::kPoints - point;
    }
    return backgammon::pips(side) + kHitShare * at_risk;
  }

  static constexpr int kTempo = 4;          // half an average roll: what being on roll is worth in a race
  static constexpr double kEven = 40.0;     // a lead of so many pips is worth half a point
  static constexpr double kHitShare = 0.3;  // about 11 rolls in 36 hit by a direct shot

  std::shared_ptr<const backgammon::Networks> networks_;
};

static_assert(Game<Backgammon>);

}  // namespace hazard
