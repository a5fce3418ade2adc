// A state of Monopoly, and what can be done in one: plain values.
#pragma once

#include <array>
#include <cstdint>

namespace hazard::monopoly {

inline constexpr int kMostSeats = 6;

enum class Kind : std::uint8_t {
  // decisions
  Roll,
  Build,
  SellHouse,
  Mortgage,
  Redeem,
  Offer,
  Accept,
  Refuse,
  Buy,
  Auction,
  Bid,
  Pass,
  PayFine,
  UseCard,
  TryDoubles,
  // chance
  Dice,
  ChanceCard,
  ChestCard
};

// `place` is a square, or the card that is drawn; `amount` what is bid or offered; dice are both numbers.
struct Move {
  Kind kind = Kind::Roll;
  std::uint8_t place = 0;
  std::int32_t amount = 0;
  friend bool operator==(const Move&, const Move&) = default;
  std::uint64_t key() const {
    return static_cast<std::uint64_t>(kind) << 40 | static_cast<std::uint64_t>(place) << 32 |
           static_cast<std::uint32_t>(amount);
  }
};

enum class Phase : std::uint8_t {
  Manage,
  Dice,
  Jail,
  JailDice,
  RentDice,  // the card to the nearest utility: the dice are thrown for the rent
  Buy,
  Auction,
  Offer,
  Chance,
  Chest,
  Debt,
  Over
};

struct Player {
  std::int32_t cash = 1500;
  std::uint8_t at = 0;
  std::uint8_t jail = 0;   // turns in jail that are left, 0 for free
  std::uint8_t cards = 0;  // get out of jail: 1 from Chance, 2 from Community Chest
  std::uint8_t out = 0;    // bankrupt, or no player at all
  friend bool operator==(const Player&, const Player&) = default;
};

inline constexpr std::uint8_t kEach = 6, kBank = 7;  // creditors that are no single player

struct State {
  std::array<Player, kMostSeats> players{};
  std::array<std::uint8_t, 40> owner{};           // of each square that can be owned; kBank for nobody
  std::array<std::uint8_t, 40> houses{};          // 5 is a hotel
  std::uint64_t mortgaged = 0;                    // a bit for each square
  std::uint64_t for_sale = 0;                     // deeds of a bankrupt that are still to be auctioned
  std::uint16_t chance = 0xffff, chest = 0xffff;  // cards still in the deck
  std::int32_t debt = 0;
  std::int32_t bid = 0;
  std::uint16_t turns = 0;
  std::uint8_t mover = 0, doubles = 0, dice = 0, rolled_double = 0;
  std::uint8_t asked = 0;   // who bids, answers an offer or raises money
  std::uint8_t square = 0;  // what is sold or offered for
  std::uint8_t bidder = kBank;
  std::uint8_t bidding = 0;  // a bit for each player still in the auction
  std::uint8_t creditor = kBank;
  std::uint8_t offered = 0;  // whether the mover has made an offer this turn
  std::uint8_t fined = 0;    // whether the debt is the fine for leaving jail
  std::uint8_t managed = 0;  // how often the mover has built or mortgaged this turn
  Phase phase = Phase::Manage;
  friend bool operator==(const State&, const State&) = default;
};

inline std::uint64_t bit(int square) { return std::uint64_t{1} << square; }

// How many players have not gone bankrupt.
inline int left(const State& s) {
  int found = 0;
  for (const Player& player : s.players) found += !player.out;
  return found;
}

}  // namespace hazard::monopoly
