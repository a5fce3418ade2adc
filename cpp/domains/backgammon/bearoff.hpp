// The end of a race from tables: what is known once all checkers of both sides are at home.
//
// One side alone: how many rolls it takes to bear off, as a distribution, for up to 15 checkers, when every
// play makes their expected number smallest; and the same for the first checker, which saves a gammon. Both
// sides: the exact probability to win for the side on roll, for few checkers each, when both play for it.
//
// Positions are numbered so that every play leads to a smaller number (with c6 checkers on the six point):
//   C(c6, 1) + C(c6 + c5 + 1, 2) + ... + C(c6 + c5 + c4 + c3 + c2 + c1 + 5, 6)
// and so that those with fewer checkers come first. Tables are filled from 0 upwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "domains/backgammon/board.hpp"
#include "domains/backgammon/moves.hpp"

namespace hazard::backgammon {

inline constexpr auto kChoose = [] {
  std::array<std::array<int, kHome + 1>, kCheckers + kHome + 1> choose{};
  for (int n = 0; n < static_cast<int>(choose.size()); ++n) {
    choose[n][0] = 1;
    for (int k = 1; k <= kHome && n > 0; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  return choose;
}();

// How many ways there are to have at most so many checkers at home.
constexpr int home_positions(int checkers) { return kChoose[checkers + kHome][kHome]; }

constexpr int home_number(const Side& side) {
  int number = 0, sum = 0;
  for (int k = 1; k <= kHome; ++k) {
    sum += side[kHome - k];
    number += kChoose[sum + k - 1][k];
  }
  return number;
}

// All positions at home in the order of their numbers.
inline std::vector<Side> home_sides(int checkers) {
  std::vector<Side> sides(static_cast<std::size_t>(home_positions(checkers)));
  Side side{};
  const auto fill = [&](const auto& self, int point, int left) -> void {
    if (point == kHome) {
      sides[static_cast<std::size_t>(home_number(side))] = side;
      return;
    }
    for (int count = 0; count <= left; ++count) {
      side[point] = static_cast<std::uint8_t>(count);
      self(self, point + 1, left - count);
    }
    side[point] = 0;
  };
  fill(fill, 0, checkers);
  return sides;
}

// The parts of a table, as they are kept in a file.
struct BearOffTables {
  static constexpr int kRolls = 32;  // 90 pips at three or more a roll: never more than 30
  static constexpr int kAll = home_positions(kCheckers), kFew = home_positions(kCheckers - 1);

  std::vector<float> off;    // [position][n]: the chance to be off after n rolls
  std::vector<float> first;  // [position of 15 checkers][n]: ... to have borne off one
  std::vector<double> wins;  // [on roll][opponent], up to so many checkers each
};

// Where one die may lead from a position at home.
struct HomeSteps {
  std::array<std::array<int, kHome>, 7> next{};  // [die]
  std::array<int, 7> count{};

  explicit HomeSteps(Side side) {
    int rearmost = kHome - 1;
    while (rearmost > 0 && side[rearmost] == 0) --rearmost;
    for (int die = 1; die <= 6; ++die) {
      for (int point = rearmost; point >= 0; --point) {
        if (side[point] == 0 || (point + 1 < die && point != rearmost)) continue;
        --side[point];
        if (point >= die) ++side[point - die];
        next[die][count[die]++] = home_number(side);
        if (point >= die) --side[point - die];
        ++side[point];
      }
    }
  }
};

// The plays that make the expected number of rolls smallest, step by step: with nobody in the way every die
// can be played as long as a checker is left, in any order, so that the best of two steps is the best first
// step to what the best second step makes of it.
class FewestRolls {
 public:
  // There is nothing left to do below the number `done`.
  explicit FewestRolls(int done) : mean_(BearOffTables::kAll, 0.0) {
    for (auto& of_die : best_) {
      for (auto& of_times : of_die) {
        of_times.resize(BearOffTables::kAll);
        for (int number = 0; number < done; ++number) of_times[number] = number;
      }
    }
  }

  // Works out one to three steps of each die; all smaller numbers are known.
  void reach(int number, const HomeSteps& steps) {
    for (int die = 1; die <= 6; ++die) {
      for (int times = 0; times < 3; ++times) {
        int best = -1;
        best_step(steps, die, times == 0 ? nullptr : &best_[die][times - 1], best);
        best_[die][times][number] = best;
      }
    }
  }

  // The number after the best play of a roll.
  int play(const HomeSteps& steps, int high, int low) const {
    int best = -1;
    if (high == low) {
      best_step(steps, high, &best_[high][2], best);
    } else {
      best_step(steps, high, &best_[low][0], best);
      best_step(steps, low, &best_[high][0], best);
    }
    return best;
  }

  void set(int number, double mean) { mean_[number] = mean; }

 private:
  using Table = std::vector<std::int32_t>;

  void best_step(const HomeSteps& steps, int die, const Table* then, int& best) const {
    for (int i = 0; i < steps.count[die]; ++i) {
      const int step = steps.next[die][i], end = then == nullptr ? step : (*then)[step];
      if (best < 0 || mean_[end] < mean_[best]) best = end;
    }
  }

  std::vector<double> mean_;
  std::array<std::array<Table, 3>, 7> best_;  // [die][times - 1]
};

class BearOffBuilder {
 public:
  BearOffBuilder(int checkers, Interrupt interrupt) : checkers_(checkers), interrupt_(std::move(interrupt)) {}

  BearOffTables build() {
    one_side();
    both_sides();
    return std::move(tables_);
  }

 private:
  static constexpr int kRolls = BearOffTables::kRolls, kAll = BearOffTables::kAll, kFew = BearOffTables::kFew;

  static void each_roll(auto&& visit) {
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) visit(high, low, high == low ? 1.0 / 36 : 2.0 / 36);
    }
  }

  // Calls visit(number after the play) for every play of the roll.
  static void each_play(const Side& side, int high, int low, auto&& visit) {
    for_each_play(Board{{side, Side{}}}, high, low,
                  [&](const Move&, const Board& after) { visit(home_number(after.own())); });
  }

  void one_side() {
    tables_.off.assign(static_cast<std::size_t>(kAll) * kRolls, 0.0F);
    tables_.first.assign(static_cast<std::size_t>(kAll - kFew) * kRolls, 0.0F);
    tables_.off[0] = 1.0F;
    FewestRolls to_bear_off(1), to_save_the_gammon(kFew);
    const std::vector<Side> sides = home_sides(kCheckers);
    for (int number = 1; number < kAll; ++number) {
      if (number % 1024 == 0 && interrupt_) interrupt_();
      const HomeSteps steps(sides[number]);
      std::array<double, kRolls> off{}, first{};
      to_bear_off.reach(number, steps);
      each_roll([&](int high, int low, double chance) {
        const int best = to_bear_off.play(steps, high, low);
        add(off, &tables_.off[static_cast<std::size_t>(best) * kRolls], chance);
      });
      to_bear_off.set(number, store(off, &tables_.off[static_cast<std::size_t>(number) * kRolls]));
      if (number < kFew) continue;
      to_save_the_gammon.reach(number, steps);
      each_roll([&](int high, int low, double chance) {
        const int best = to_save_the_gammon.play(steps, high, low);
        if (best < kFew) {
          first[1] += chance;
        } else {
          add(first, &tables_.first[static_cast<std::size_t>(best - kFew) * kRolls], chance);
        }
      });
      to_save_the_gammon.set(number,
                             store(first, &tables_.first[static_cast<std::size_t>(number - kFew) * kRolls]));
    }
  }

  // One roll more than what follows.
  static void add(std::array<double, kRolls>& sum, const float* following, double chance) {
    for (int n = 1; n < kRolls; ++n) sum[n] += chance * static_cast<double>(following[n - 1]);
  }

  static double store(const std::array<double, kRolls>& chances, float* row) {
    double mean = 0.0;
    for (int n = 0; n < kRolls; ++n) {
      row[n] = static_cast<float>(chances[n]);
      mean += n * chances[n];
    }
    return mean;
  }

  // Every play of every roll, for the positions that both sides are known of.
  struct AllPlays {
    std::vector<std::int32_t> after;
    std::vector<std::uint32_t> begin;  // [position * 21 + roll]
  };

  AllPlays all_plays(const std::vector<Side>& sides) const {
    AllPlays plays;
    for (const Side& side : sides) {
      each_roll([&](int high, int low, double) {
        plays.begin.push_back(static_cast<std::uint32_t>(plays.after.size()));
        if (checkers_left(side) == 0) return;
        each_play(side, high, low, [&](int next) { plays.after.push_back(next); });
      });
    }
    plays.begin.push_back(static_cast<std::uint32_t>(plays.after.size()));
    return plays;
  }

  // What the side on roll wins is what is left of what the other one wins after its best play. A value needs
  // only values whose larger number is smaller, or that come before it in the same step.
  void both_sides() {
    const auto sides = home_sides(checkers_);
    const AllPlays plays = all_plays(sides);
    const std::size_t count = sides.size();
    tables_.wins.assign(count * count, 0.0);
    for (std::size_t number = 0; number < count; ++number) tables_.wins[number] = 1.0;
    for (std::size_t largest = 1; largest < count; ++largest) {
      if (interrupt_) interrupt_();
      for (std::size_t other = 1; other <= largest; ++other) fill(plays, count, largest, other);
      for (std::size_t other = 1; other < largest; ++other) fill(plays, count, other, largest);
    }
  }

  void fill(const AllPlays& plays, std::size_t count, std::size_t own, std::size_t opponent) {
    const double* row = &tables_.wins[opponent * count];
    const std::uint32_t* begin = &plays.begin[own * 21];
    double lost = 0.0;
    each_roll([&](int, int, double chance) {
      double least = 1.0;
      for (std::uint32_t i = begin[0]; i < begin[1]; ++i) least = std::min(least, row[plays.after[i]]);
      lost += chance * least;
      ++begin;
    });
    tables_.wins[own * count + opponent] = 1.0 - lost;
  }

  int checkers_;
  Interrupt interrupt_;
  BearOffTables tables_;
};

class BearOff {
 public:
  static constexpr int kMostCheckers = 9;  // 200 MB for both sides
  static constexpr int kRolls = BearOffTables::kRolls;

  // What is known for the side on roll. Nobody loses a backgammon any more.
  struct Chances {
    double win = 0.0, win_gammon = 0.0, lose_gammon = 0.0;
  };

  // Up to `checkers` a side, the probability to win is exact.
  BearOff(int checkers, BearOffTables tables) : checkers_(checkers), tables_(std::move(tables)) {
    if (checkers < 1 || checkers > kMostCheckers ||
        tables_.off.size() != static_cast<std::size_t>(BearOffTables::kAll) * kRolls ||
        tables_.first.size() !=
            static_cast<std::size_t>(BearOffTables::kAll - BearOffTables::kFew) * kRolls ||
        tables_.wins.size() != count() * count()) {
      throw std::invalid_argument("the parts of a bear-off table do not fit its number of checkers");
    }
  }

  int checkers() const { return checkers_; }
  const BearOffTables& tables() const { return tables_; }

  // Whether every checker of both sides is at home, or off.
  static bool covers(const Board& board) { return at_home(board.own()) && at_home(board.opponent()); }

  // Whether the probability to win is exact; `board` is covered.
  bool exact(const Board& board) const {
    return checkers_left(board.own()) <= checkers_ && checkers_left(board.opponent()) <= checkers_;
  }

  // How likely a side at home is off after 0, 1, 2, ... rolls.
  std::span<const float, kRolls> rolls(const Side& side) const { return row(tables_.off, home_number(side)); }

  // `board` is covered, and seen by the side on roll.
  Chances chances(const Board& board) const {
    const int own = home_number(board.own()), opponent = home_number(board.opponent());
    Chances found;
    if (exact(board)) {
      found.win = tables_.wins[static_cast<std::size_t>(own) * count() + static_cast<std::size_t>(opponent)];
      return found;
    }
    const auto mine = row(tables_.off, own), theirs = row(tables_.off, opponent);
    found.win = not_later(mine, theirs, 0);
    if (opponent >= BearOffTables::kFew)
      found.win_gammon = not_later(mine, row(tables_.first, opponent - BearOffTables::kFew), 0);
    if (own >= BearOffTables::kFew)
      found.lose_gammon = not_later(theirs, row(tables_.first, own - BearOffTables::kFew), 1);
    return found;
  }

 private:
  static bool at_home(const Side& side) {
    std::uint64_t words[3];
    std::memcpy(&words[0], side.data() + kHome, 8);
    std::memcpy(&words[1], side.data() + kHome + 8, 8);
    std::memcpy(&words[2], side.data() + sizeof(Side) - 8, 8);
    return (words[0] | words[1] | words[2]) == 0;
  }

  std::size_t count() const { return static_cast<std::size_t>(home_positions(checkers_)); }

  static std::span<const float, kRolls> row(const std::vector<float>& rows, int number) {
    return std::span<const float, kRolls>(&rows[static_cast<std::size_t>(number) * kRolls], kRolls);
  }

  // The chance that the first takes so many rolls, and the second at least so many and `more`.
  static double not_later(std::span<const float, kRolls> first, std::span<const float, kRolls> second,
                          int more) {
    double left = 1.0, sum = 0.0;  // `left`: the second takes at least n + more
    for (int n = 0; n < more; ++n) left -= static_cast<double>(second[n]);
    for (int n = 0; n + more < kRolls; ++n) {
      sum += static_cast<double>(first[n]) * left;
      left -= static_cast<double>(second[n + more]);
    }
    return std::clamp(sum, 0.0, 1.0);
  }

  int checkers_;
  BearOffTables tables_;
};

}  // namespace hazard::backgammon
