// What an unfinished game is worth to everybody: a guess of each player's share of all estates at its end.
//
// A player's prospects are cash, deeds and houses, and over the rounds that are left the rent that comes in
// less the rent that goes out. Rents are weighed by how often a turn ends on the square. Besides: what a
// whole group would earn with three houses on each street, as far as there is money for them; groups of which
// one street is missing; and rents that are more than the cash at hand.
//
// The weights were fitted (least squares, 35,000 states of 4,500 games of four between players who buy
// everything and players who also redeem, keep cash and bid by groups; 1,500 other games for the test): the
// mean square error of a share is 0.0097, where the share itself varies by 0.0322. Two are set by hand:
// houses that could be built count less than those that stand (fitted, they count more, and nobody would
// build), and jail costs turns, which is bad while deeds are to be bought and good where rents are high.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "domains/monopoly/board.hpp"
#include "domains/monopoly/deeds.hpp"
#include "domains/monopoly/state.hpp"

namespace hazard::monopoly {

// How often one turn, doubles included, ends a roll on each square: 1.19 times the long-run shares of the
// rolls, in ten-thousandths, that the Markov chain of the board has (tests/games/monopoly/chain.py).
inline constexpr double kRollsPerTurn = 1.19;
inline constexpr std::array<std::uint16_t, 40> kRollEnds = {
    297, 200, 175, 203, 220, 285, 213, 73,  219, 217, 214, 259, 263, 217, 242, 265, 268, 228, 283, 283,
    284, 262, 93,  257, 303, 292, 254, 251, 266, 243, 0,   252, 248, 222, 236, 229, 73,  206, 205, 251};

struct Prospects {
  double assets = 0.0, unmortgaged = 0.0, income = 0.0, outgo = 0.0, short_of = 0.0, near = 0.0;
  double building_costs = 0.0, building_gains = 0.0;
  double to_buy = 0.0;  // what a turn is worth by the deeds that nobody owns yet
};

class Guess {
 public:
  // Fills `found` with shares that sum to 1.
  static void shares(const State& s, int max_turns, std::span<double> found) {
    const auto all = prospects(s);
    const double rounds = static_cast<double>(std::max(0, max_turns - s.turns)) / std::max(1, left(s));
    const double counted = kHorizon * (1.0 - std::exp(-rounds / kHorizon));
    // Who is ahead gets further ahead, up to a point.
    const double power = 1.0 + 1.393 * counted / kHorizon - 0.01068 * std::min(rounds, 100.0);
    double sum = 0.0;
    for (std::size_t p = 0; p < found.size(); ++p) {
      found[p] = 0.0;
      if (s.players[p].out) continue;
      const double worth =
          kSoft * softplus(worth_of(s.players[p].cash, s.players[p].jail, all[p], counted) / kSoft);
      sum += found[p] = std::pow(worth, power);
    }
    for (double& share : found) share = sum > 0.0 ? share / sum : 1.0 / static_cast<double>(found.size());
  }

 private:
  static constexpr double kHorizon = 74.6;  // rounds of the board
  static constexpr double kSoft = 1267.0;   // below about this, to be worth less hardly matters any more

  static constexpr double kTurnsLost = 0.75;  // in jail, for each try that is left
  static constexpr double kBargain = 0.6;     // what a deed is worth more than its price, as a part of it

  static double softplus(double x) { return x > 30.0 ? x : std::log1p(std::exp(x)) + 1e-9; }

  static double worth_of(int cash, int jail, const Prospects& p, double rounds) {
    const double affordable =
        p.building_costs > 0.0 ? std::min(1.0, (cash + 0.5 * p.unmortgaged) / p.building_costs) : 0.0;
    const double flow = 60.9 + 1.357 * p.income - 1.923 * p.outgo + 0.9 * p.building_gains * affordable;
    const double locked = kTurnsLost * jail * (p.outgo - kBargain * p.to_buy);
    return cash + p.assets + rounds * flow + 0.398 * p.near - 20.7 * p.short_of + locked;
  }

  static std::array<Prospects, kMostSeats> prospects(const State& s) {
    std::array<std::array<std::uint8_t, 8>, 10> held{};
    std::array<std::uint8_t, 10> size{};
    for (const std::uint8_t square : kDeeds) {
      const int group = kSquares[square].group;
      ++size[group];
      ++held[group][s.owner[square]];
    }
    std::array<Prospects, kMostSeats> all{};
    const int others = left(s) - 1;
    for (const std::uint8_t square : kDeeds) {
      const int owner = s.owner[square];
      const Square& what = kSquares[square];
      if (owner == kBank) {
        for (int p = 0; p < kMostSeats; ++p)
          if (s.players[p].cash >= what.price)
            all[p].to_buy += kRollsPerTurn * kRollEnds[square] / 1e4 * what.price;
        continue;
      }
      const bool mortgaged = s.mortgaged & bit(square);
      const int missing = size[what.group] - held[what.group][owner];
      const double met = kRollsPerTurn * kRollEnds[square] / 1e4, due = mortgaged ? 0.0 : rent(s, square, 7);
      Prospects& own = all[owner];
      own.assets += what.price * (mortgaged ? 0.078 : 0.973) + 0.638 * s.houses[square] * what.house;
      if (!mortgaged) own.unmortgaged += what.price;
      own.income += met * due * others;
      if (what.house > 0 && missing == 0 && s.houses[square] < 3) {
        own.building_costs += (3 - s.houses[square]) * what.house + (mortgaged ? 0.55 * what.price : 0.0);
        own.building_gains += met * (what.rent[3] - due) * others;
      }
      if (what.house > 0 && missing == 1) own.near += what.price;
      for (int p = 0; p < kMostSeats; ++p) {
        if (p == owner || s.players[p].out) continue;
        all[p].outgo += met * due;
        all[p].short_of += met * std::max(0.0, due - s.players[p].cash);
      }
    }
    return all;
  }
};

}  // namespace hazard::monopoly
