// Deeds: whose they are, what they earn, and what their owner may do with them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "domains/monopoly/board.hpp"
#include "domains/monopoly/state.hpp"

namespace hazard::monopoly {

inline bool whole_group(const State& s, int square, int owner) {
  for (const std::uint8_t other : kDeeds)
    if (kSquares[other].group == kSquares[square].group && s.owner[other] != owner) return false;
  return true;
}

inline bool group_has_houses(const State& s, int square) {
  for (const std::uint8_t other : kDeeds)
    if (kSquares[other].group == kSquares[square].group && s.houses[other] > 0) return true;
  return false;
}

inline int houses_left(const State& s) {
  int built = 0;
  for (const std::uint8_t square : kDeeds) built += s.houses[square] < 5 ? s.houses[square] : 0;
  return 32 - built;
}

inline int hotels_left(const State& s) {
  int built = 0;
  for (const std::uint8_t square : kDeeds) built += s.houses[square] == 5;
  return 12 - built;
}

// The rent of a square for who lands on it with these dice.
inline int rent(const State& s, int square, int dice, bool doubled_by_card = false, bool ten_times = false) {
  const Square& what = kSquares[square];
  const int owner = s.owner[square];
  if (what.kind == SquareKind::Station) {
    int stations = 0;
    for (const int other : {5, 15, 25, 35}) stations += s.owner[other] == owner;
    return (25 << (stations - 1)) * (doubled_by_card ? 2 : 1);
  }
  if (what.kind == SquareKind::Utility) {
    const bool both = s.owner[12] == owner && s.owner[28] == owner;
    return dice * (both || ten_times ? 10 : 4);
  }
  if (s.houses[square] > 0) return what.rent[s.houses[square]];
  return what.rent[0] * (whole_group(s, square, owner) ? 2 : 1);
}

// The tenth of a mortgage that is due when it is paid back, and when the deed changes hands.
inline int interest(int square) { return (kSquares[square].price / 2 + 9) / 10; }
inline int redemption(int square) { return kSquares[square].price / 2 + interest(square); }

// Even building: no house of a group before the others have as many; nothing of it mortgaged.
inline bool may_build(const State& s, int square, int player) {
  if (s.houses[square] >= 5 || !whole_group(s, square, player)) return false;
  for (const std::uint8_t other : kDeeds)
    if (kSquares[other].group == kSquares[square].group &&
        (s.houses[other] < s.houses[square] || s.mortgaged & bit(other)))
      return false;
  return true;
}

inline bool may_sell(const State& s, int square) {
  if (s.houses[square] == 0) return false;
  for (const std::uint8_t other : kDeeds)
    if (kSquares[other].group == kSquares[square].group && s.houses[other] > s.houses[square]) return false;
  return true;
}

// Selling evenly. A hotel is broken up into four houses; where the bank has not as many, it goes at once.
inline void sell_house(State& s, int square, int player) {
  const bool whole = s.houses[square] == 5 && houses_left(s) < 4;
  s.players[player].cash += (whole ? 5 : 1) * (kSquares[square].house / 2);
  s.houses[square] = static_cast<std::uint8_t>(whole ? 0 : s.houses[square] - 1);
}

inline void mortgage(State& s, int square, int player) {
  s.players[player].cash += kSquares[square].price / 2;
  s.mortgaged |= bit(square);
}

// ---- what may be done, as lists ----

inline void list_sales(const State& s, int player, auto&& sink) {
  for (const std::uint8_t square : kDeeds) {
    if (s.owner[square] != player) continue;
    if (may_sell(s, square)) sink(Move{Kind::SellHouse, square});
    if (!(s.mortgaged & bit(square)) && !group_has_houses(s, square)) sink(Move{Kind::Mortgage, square});
  }
}

inline bool can_raise(const State& s, int player) {
  bool any = false;
  list_sales(s, player, [&](const Move&) { any = true; });
  return any;
}

inline void list_building(const State& s, int player, auto&& sink) {
  const int cash = s.players[player].cash;
  const int houses = houses_left(s), hotels = hotels_left(s);
  for (const std::uint8_t square : kDeeds) {
    if (s.owner[square] != player) continue;
    const Square& what = kSquares[square];
    if (s.mortgaged & bit(square)) {
      if (cash >= redemption(square)) sink(Move{Kind::Redeem, square});
    } else if (what.house > 0 && cash >= what.house && may_build(s, square, player) &&
               (s.houses[square] < 4 ? houses > 0 : hotels > 0)) {
      sink(Move{Kind::Build, square});
    }
  }
}

// What an offered deed costs besides the price: the interest, where it is mortgaged.
inline int dues(const State& s, int square) { return s.mortgaged & bit(square) ? interest(square) : 0; }

inline void list_offers(const State& s, auto&& sink) {
  for (const std::uint8_t square : kDeeds) {
    const int owner = s.owner[square];
    if (owner == kBank || owner == s.mover || group_has_houses(s, square)) continue;
    for (const int halves : {1, 2, 4, 6}) {
      const int price = kSquares[square].price * halves / 2;
      if (price + dues(s, square) <= s.players[s.mover].cash) sink(Move{Kind::Offer, square, price});
    }
  }
}

// ---- what a player is worth ----

// Cash, deeds at their price (half of it when mortgaged), houses at what they cost.
inline double estate(const State& s, int player) {
  const Player& who = s.players[player];
  if (who.out) return 0.0;
  double worth = who.cash;
  for (const std::uint8_t square : kDeeds)
    if (s.owner[square] == player)
      worth += kSquares[square].price * (s.mortgaged & bit(square) ? 0.5 : 1.0) +
               s.houses[square] * kSquares[square].house;
  return worth;
}

}  // namespace hazard::monopoly
