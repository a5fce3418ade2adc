// The two decks, as rows: what each card does, with its numbers.
#pragma once

#include <array>
#include <cstdint>

namespace hazard::monopoly {

enum class CardKind : std::uint8_t {
  Advance,         // to square `a`
  NearestUtility,  // ten times a throw of the dice, if it is owned
  NearestStation,  // twice the rent
  Back,            // `a` squares
  Collect,         // `a` from the bank
  Pay,             // `a` to the bank
  Repairs,         // `a` for each house, `b` for each hotel
  PayEach,         // `a` to each player
  CollectEach,     // `a` from each player
  Jail,
  LeaveJail
};

struct Card {
  CardKind kind;
  std::int16_t a = 0, b = 0;
};

inline constexpr std::uint8_t kChanceLeaveJail = 8, kChestLeaveJail = 4;

// The decks of 2008 and later, with income tax 200 and luxury tax 100 on the board.
inline constexpr std::array<Card, 16> kChanceCards = {{
    {CardKind::Advance, 0},
    {CardKind::Advance, 24},  // Illinois Avenue
    {CardKind::Advance, 11},  // St. Charles Place
    {CardKind::NearestUtility},
    {CardKind::NearestStation},
    {CardKind::NearestStation},
    {CardKind::Collect, 50},  // dividend
    {CardKind::Back, 3},
    {CardKind::LeaveJail},
    {CardKind::Jail},
    {CardKind::Repairs, 25, 100},
    {CardKind::Pay, 15},      // speeding
    {CardKind::Advance, 5},   // Reading Railroad
    {CardKind::Advance, 39},  // Boardwalk
    {CardKind::PayEach, 50},  // chairman of the board
    {CardKind::Collect, 150}  // building loan
}};

inline constexpr std::array<Card, 16> kChestCards = {{
    {CardKind::Advance, 0},
    {CardKind::Collect, 200},  // bank error
    {CardKind::Pay, 50},       // doctor
    {CardKind::Collect, 50},   // sale of stock
    {CardKind::LeaveJail},
    {CardKind::Jail},
    {CardKind::Collect, 10},      // beauty contest
    {CardKind::Collect, 100},     // holiday fund
    {CardKind::Collect, 20},      // tax refund
    {CardKind::CollectEach, 10},  // birthday
    {CardKind::Collect, 100},     // life insurance
    {CardKind::Pay, 100},         // hospital
    {CardKind::Pay, 50},          // school
    {CardKind::Collect, 25},      // consultancy
    {CardKind::Repairs, 40, 115},
    {CardKind::Collect, 100}  // inheritance
}};

}  // namespace hazard::monopoly
