// Monopoly for two to six players, by its real rules: buying, auctions, rent, building evenly, a bank with 32
// houses and 12 hotels, mortgages, jail, both card decks, offers of cash for a deed, debts and bankruptcy.
//
// Where the rules leave a choice of procedure: a player builds, mortgages and offers at the beginning of its
// turn, before the dice; bids rise by at least 10; an offer is a half, one, two or three times the price, one
// offer a turn; decks are shuffled when they are used up; a game is stopped after so many turns and the
// estates are counted. The value is each player's share of all estates at the end: 1 for whoever is left
// alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/players.hpp"
#include "core/random.hpp"
#include "domains/monopoly/board.hpp"

namespace hazard {

class Monopoly {
 public:
  static constexpr int kMostSeats = 6;

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

  // `place` is a square, or the card that is drawn; `amount` what is bid or offered; dice are both amounts.
  struct Move {
    Kind kind = Kind::Roll;
    std::uint8_t place = 0;
    std::int16_t amount = 0;
    friend bool operator==(const Move&, const Move&) = default;
    std::uint64_t key() const {
      return static_cast<std::uint64_t>(kind) << 32 | static_cast<std::uint64_t>(place) << 16 |
             static_cast<std::uint16_t>(amount);
    }
  };

  enum class Phase : std::uint8_t {
    Manage,
    Dice,
    Jail,
    JailDice,
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
    std::uint8_t out = 0;    // bankrupt
    friend bool operator==(const Player&, const Player&) = default;
  };

  static constexpr std::uint8_t kEach = 6, kBank = 7;  // creditors that are no single player

  struct State {
    std::array<Player, kMostSeats> players{};
    std::array<std::uint8_t, 40> owner{};           // of each square that can be owned; kBank for nobody
    std::array<std::uint8_t, 40> houses{};          // 5 is a hotel
    std::uint64_t mortgaged = 0;                    // a bit for each square
    std::uint16_t chance = 0xffff, chest = 0xffff;  // cards still in the deck
    std::int32_t debt = 0;
    std::int16_t bid = 0;
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

  explicit Monopoly(int players, int max_turns) : count_(players), max_turns_(max_turns) {}

  std::size_t players() const { return static_cast<std::size_t>(count_); }

  State start() const {
    State s;
    for (int p = count_; p < kMostSeats; ++p) s.players[p] = {0, 0, 0, 0, 1};
    s.owner.fill(kBank);
    return s;
  }

  Turn turn(const State& s) const {
    switch (s.phase) {
      case Phase::Over:
        return Turn::Over;
      case Phase::Dice:
      case Phase::JailDice:
      case Phase::Chance:
      case Phase::Chest:
        return Turn::Chance;
      case Phase::Auction:
      case Phase::Offer:
      case Phase::Debt:
        return turn_of(s.asked);
      default:
        return turn_of(s.mover);
    }
  }

  void actions(const State& s, auto&& sink) const {
    switch (s.phase) {
      case Phase::Manage:
        sink(Move{Kind::Roll});
        if (s.managed < kMostManaged) manage(s, s.mover, sink);
        if (!s.offered) offers(s, sink);
        break;
      case Phase::Jail:
        sink(Move{Kind::TryDoubles});
        if (s.players[s.mover].cash >= kFine) sink(Move{Kind::PayFine});
        if (s.players[s.mover].cards != 0) sink(Move{Kind::UseCard});
        break;
      case Phase::Buy:
        if (s.players[s.mover].cash >= kSquares[s.square].price) sink(Move{Kind::Buy, s.square});
        sink(Move{Kind::Auction, s.square});
        break;
      case Phase::Auction:
        sink(Move{Kind::Pass, s.square});
        for (const int more : {10, 50})
          if (s.bid + more <= s.players[s.asked].cash)
            sink(Move{Kind::Bid, s.square, static_cast<std::int16_t>(s.bid + more)});
        break;
      case Phase::Offer:
        sink(Move{Kind::Refuse, s.square, s.bid});
        sink(Move{Kind::Accept, s.square, s.bid});
        break;
      case Phase::Debt:
        raise_money(s, s.asked, sink);
        break;
      default:
        break;
    }
  }

  void outcomes(const State& s, auto&& sink) const {
    if (s.phase == Phase::Chance || s.phase == Phase::Chest) {
      const std::uint16_t deck = s.phase == Phase::Chance ? s.chance : s.chest;
      const double p = 1.0 / std::popcount(deck);
      for (std::uint8_t card = 0; card < 16; ++card)
        if (deck >> card & 1)
          sink(Move{s.phase == Phase::Chance ? Kind::ChanceCard : Kind::ChestCard, card}, p);
      return;
    }
    for (std::uint8_t one = 1; one <= 6; ++one)
      for (std::uint8_t two = one; two <= 6; ++two)
        sink(Move{Kind::Dice, one, two}, one == two ? 1.0 / 36 : 2.0 / 36);
  }

  State apply(State s, const Move& move) const {
    Player& me = s.players[s.mover];
    switch (move.kind) {
      case Kind::Roll:
        s.phase = Phase::Dice;
        break;
      case Kind::Build:
        me.cash -= kSquares[move.place].house;
        ++s.houses[move.place];
        ++s.managed;
        break;
      case Kind::SellHouse:
        sell_house(s, move.place);
        if (s.phase == Phase::Debt)
          settle(s);
        else
          ++s.managed;
        break;
      case Kind::Mortgage:
        s.players[owner_acts(s)].cash += kSquares[move.place].price / 2;
        s.mortgaged |= bit(move.place);
        if (s.phase == Phase::Debt)
          settle(s);
        else
          ++s.managed;
        break;
      case Kind::Redeem:
        me.cash -= redemption(move.place);
        s.mortgaged &= ~bit(move.place);
        ++s.managed;
        break;
      case Kind::Offer:
        s.offered = 1;
        s.square = move.place;
        s.bid = move.amount;
        s.asked = s.owner[move.place];
        s.phase = Phase::Offer;
        break;
      case Kind::Accept:
        me.cash -= s.bid;
        s.players[s.asked].cash += s.bid;
        s.owner[s.square] = s.mover;
        s.phase = Phase::Manage;
        s.bid = 0;
        break;
      case Kind::Refuse:
        s.phase = Phase::Manage;
        s.bid = 0;
        break;
      case Kind::Buy:
        me.cash -= kSquares[s.square].price;
        s.owner[s.square] = s.mover;
        end_of_move(s);
        break;
      case Kind::Auction:
        s.phase = Phase::Auction;
        s.bid = 0;
        s.bidder = kBank;
        s.bidding = 0;
        for (int p = 0; p < count_; ++p)
          if (!s.players[p].out && s.players[p].cash >= 10) s.bidding |= static_cast<std::uint8_t>(1 << p);
        s.asked = s.mover;
        next_bidder(s, true);
        break;
      case Kind::Bid:
        s.bid = move.amount;
        s.bidder = s.asked;
        next_bidder(s, false);
        break;
      case Kind::Pass:
        s.bidding &= static_cast<std::uint8_t>(~(1 << s.asked));
        next_bidder(s, false);
        break;
      case Kind::PayFine:
        me.cash -= kFine;
        me.jail = 0;
        s.phase = Phase::Dice;
        break;
      case Kind::UseCard:
        use_card(s);
        me.jail = 0;
        s.phase = Phase::Dice;
        break;
      case Kind::TryDoubles:
        s.phase = Phase::JailDice;
        break;
      case Kind::Dice:
        if (s.phase == Phase::JailDice)
          jail_dice(s, move.place, static_cast<std::uint8_t>(move.amount));
        else
          dice(s, move.place, static_cast<std::uint8_t>(move.amount));
        break;
      case Kind::ChanceCard:
        s.chance &= static_cast<std::uint16_t>(~(1 << move.place));
        if (s.chance == 0) s.chance = held(s, 1) ? 0xffff & ~(1 << kChanceJailCard) : 0xffff;
        chance_card(s, move.place);
        break;
      case Kind::ChestCard:
        s.chest &= static_cast<std::uint16_t>(~(1 << move.place));
        if (s.chest == 0) s.chest = held(s, 2) ? 0xffff & ~(1 << kChestJailCard) : 0xffff;
        chest_card(s, move.place);
        break;
    }
    return s;
  }

  // What a player owns: cash, deeds at their price (half of it when mortgaged), houses at what they cost.
  double estate(const State& s, int player) const {
    const Player& who = s.players[player];
    if (who.out) return 0.0;
    double worth = who.cash;
    for (const std::uint8_t square : kDeeds)
      if (s.owner[square] == player)
        worth += kSquares[square].price * (s.mortgaged & bit(square) ? 0.5 : 1.0) +
                 s.houses[square] * kSquares[square].house;
    return worth;
  }

  // At the end each player's share of all estates. Before it a guess: an estate with what it may earn, the
  // rent that others would pay once a round of the board; complete groups and cash in hand count most.
  void payoffs(const State& s, std::span<double> found) const {
    double sum = 0.0;
    for (int p = 0; p < count_; ++p) {
      double worth = s.players[p].out ? 0.0 : std::max(1.0, estate(s, p));
      if (s.phase != Phase::Over && !s.players[p].out) worth += kRounds * income(s, p);
      sum += found[p] = worth;
    }
    for (int p = 0; p < count_; ++p) found[p] = sum > 0.0 ? found[p] / sum : 1.0 / count_;
  }

  double value(const State& s) const {
    std::array<double, kMostSeats> found{};
    payoffs(s, std::span(found).first(players()));
    return found[0];
  }

  Bounds bounds() const { return {0.0, 1.0}; }

  std::uint64_t key(const State& s) const {
    std::uint64_t h = 0;
    const auto add = [&h](std::uint64_t x) { h = mix64(h ^ x); };
    for (int p = 0; p < count_; ++p) {
      const Player& who = s.players[p];
      add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(who.cash)) << 32 | who.at << 24 |
          who.jail << 16 | who.cards << 8 | who.out);
    }
    for (std::size_t i = 0; i < 40; i += 5) {
      std::uint64_t part = 0;
      for (std::size_t k = i; k < i + 5; ++k)
        part = part << 8 | static_cast<std::uint64_t>(s.owner[k] << 4 | s.houses[k]);
      add(part);
    }
    add(s.mortgaged);
    add(static_cast<std::uint64_t>(s.chance) << 48 | static_cast<std::uint64_t>(s.chest) << 32 |
        static_cast<std::uint32_t>(s.debt));
    add(static_cast<std::uint64_t>(static_cast<std::uint16_t>(s.bid)) << 48 |
        static_cast<std::uint64_t>(s.turns) << 32 | static_cast<std::uint64_t>(s.mover) << 24 |
        s.doubles << 16 | s.dice << 8 | s.rolled_double);
    add(static_cast<std::uint64_t>(s.asked) << 48 | static_cast<std::uint64_t>(s.square) << 40 |
        static_cast<std::uint64_t>(s.bidder) << 32 | static_cast<std::uint64_t>(s.bidding) << 24 |
        s.creditor << 16 | s.fined << 13 | s.offered << 12 | s.managed << 4 |
        static_cast<std::uint64_t>(s.phase));
    return h;
  }

  std::string text(const State& s) const {
    std::string found = "turn " + std::to_string(s.turns) + ", player " + std::to_string(s.mover);
    for (int p = 0; p < count_; ++p)
      found += "; " + std::to_string(s.players[p].cash) + " at " + std::to_string(s.players[p].at);
    return found;
  }

  // The rent of a square for who lands on it with these dice.
  int rent(const State& s, int square, int dice, bool doubled_by_card = false, bool ten_times = false) const {
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

  bool whole_group(const State& s, int square, int owner) const {
    for (const std::uint8_t other : kDeeds)
      if (kSquares[other].group == kSquares[square].group && s.owner[other] != owner) return false;
    return true;
  }

  int houses_left(const State& s) const {
    int built = 0;
    for (const std::uint8_t square : kDeeds) built += s.houses[square] < 5 ? s.houses[square] : 0;
    return 32 - built;
  }

  int hotels_left(const State& s) const {
    int built = 0;
    for (const std::uint8_t square : kDeeds) built += s.houses[square] == 5;
    return 12 - built;
  }

 private:
  static constexpr int kFine = 50, kMostManaged = 6;
  static constexpr double kRounds = 6.0;  // fitted by eye: how many rounds of rent an estate is worth
  static constexpr int kChanceJailCard = 8, kChestJailCard = 4;

  static std::uint64_t bit(int square) { return std::uint64_t{1} << square; }
  static int redemption(int square) {
    return (kSquares[square].price / 2 * 11 + 9) / 10;
  }  // half and a tenth of it
  static int owner_acts(const State& s) { return s.phase == Phase::Debt ? s.asked : s.mover; }

  bool held(const State& s, int card) const {
    for (int p = 0; p < count_; ++p)
      if (s.players[p].cards & card) return true;
    return false;
  }

  bool group_has_houses(const State& s, int square) const {
    for (const std::uint8_t other : kDeeds)
      if (kSquares[other].group == kSquares[square].group && s.houses[other] > 0) return true;
    return false;
  }

  // What the mover may do with its deeds at the beginning of a turn.
  void manage(const State& s, int player, auto&& sink) const {
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
    raise_money(s, player, sink);
  }

  // Even building: no house of a group before the others have as many; nothing of it mortgaged.
  bool may_build(const State& s, int square, int player) const {
    if (s.houses[square] >= 5 || !whole_group(s, square, player)) return false;
    for (const std::uint8_t other : kDeeds)
      if (kSquares[other].group == kSquares[square].group &&
          (s.houses[other] < s.houses[square] || s.mortgaged & bit(other)))
        return false;
    return true;
  }

  // Selling evenly. A hotel is broken up into four houses; where the bank has not as many, it goes at once.
  void sell_house(State& s, int square) const {
    const bool whole = s.houses[square] == 5 && houses_left(s) < 4;
    s.players[owner_acts(s)].cash += (whole ? 5 : 1) * (kSquares[square].house / 2);
    s.houses[square] = static_cast<std::uint8_t>(whole ? 0 : s.houses[square] - 1);
  }

  bool may_sell(const State& s, int square) const {
    if (s.houses[square] == 0) return false;
    for (const std::uint8_t other : kDeeds)
      if (kSquares[other].group == kSquares[square].group && s.houses[other] > s.houses[square]) return false;
    return true;
  }

  void raise_money(const State& s, int player, auto&& sink) const {
    for (const std::uint8_t square : kDeeds) {
      if (s.owner[square] != player) continue;
      if (may_sell(s, square)) sink(Move{Kind::SellHouse, square});
      if (!(s.mortgaged & bit(square)) && !group_has_houses(s, square)) sink(Move{Kind::Mortgage, square});
    }
  }

  bool can_raise(const State& s, int player) const {
    bool any = false;
    raise_money(s, player, [&](const Move&) { any = true; });
    return any;
  }

  void offers(const State& s, auto&& sink) const {
    for (const std::uint8_t square : kDeeds) {
      const int owner = s.owner[square];
      if (owner == kBank || owner == s.mover || group_has_houses(s, square)) continue;
      for (const int halves : {1, 2, 4, 6}) {
        const int price = kSquares[square].price * halves / 2;
        if (price <= s.players[s.mover].cash)
          sink(Move{Kind::Offer, square, static_cast<std::int16_t>(price)});
      }
    }
  }

  void next_bidder(State& s, bool first) const {
    for (int step = first ? 0 : 1; step <= count_; ++step) {
      const int p = (s.asked + step) % count_;
      if (!(s.bidding >> p & 1) || p == s.bidder) continue;
      if (s.players[p].cash < s.bid + 10) {  // who cannot raise is out
        s.bidding &= static_cast<std::uint8_t>(~(1 << p));
        continue;
      }
      s.asked = static_cast<std::uint8_t>(p);
      return;
    }
    if (s.bidder != kBank) {
      s.players[s.bidder].cash -= s.bid;
      s.owner[s.square] = s.bidder;
    }
    s.bid = 0;
    s.bidder = kBank;
    s.bidding = 0;
    end_of_move(s);
  }

  void use_card(State& s) const {
    Player& me = s.players[s.mover];
    if (me.cards & 1) {
      me.cards &= 2;
      s.chance |= 1 << kChanceJailCard;
    } else {
      me.cards = 0;
      s.chest |= 1 << kChestJailCard;
    }
  }

  void dice(State& s, std::uint8_t one, std::uint8_t two) const {
    s.dice = one + two;
    s.rolled_double = one == two;
    if (one == two && ++s.doubles == 3) {
      to_jail(s);
      return;
    }
    walk(s, s.dice);
    land(s);
  }

  void jail_dice(State& s, std::uint8_t one, std::uint8_t two) const {
    Player& me = s.players[s.mover];
    s.dice = one + two;
    s.rolled_double = 0;  // a double that frees from jail gives no second roll
    if (one == two) {
      me.jail = 0;
    } else if (--me.jail > 0) {
      end_of_move(s);
      return;
    } else {
      s.fined = 1;  // the fine has to be paid after the third try; once it is, the player moves
      if (!pay(s, s.mover, kFine, kBank)) return;
      s.fined = 0;
    }
    walk(s, s.dice);
    land(s);
  }

  void walk(State& s, int steps) const {
    Player& me = s.players[s.mover];
    const int to = me.at + steps;
    if (to >= 40) me.cash += 200;
    me.at = static_cast<std::uint8_t>((to + 40) % 40);
  }

  void advance_to(State& s, int square) const { walk(s, (square - s.players[s.mover].at + 40) % 40); }

  void to_jail(State& s) const {
    Player& me = s.players[s.mover];
    me.at = 10;
    me.jail = 3;
    s.rolled_double = 0;
    end_of_move(s);
  }

  void land(State& s, bool doubled = false, bool ten_times = false) const {
    const int square = s.players[s.mover].at;
    const Square& what = kSquares[square];
    switch (what.kind) {
      case SquareKind::ToJail:
        to_jail(s);
        return;
      case SquareKind::Tax:
        if (pay(s, s.mover, what.price, kBank)) end_of_move(s);
        return;
      case SquareKind::Chance:
        s.phase = Phase::Chance;
        return;
      case SquareKind::Chest:
        s.phase = Phase::Chest;
        return;
      case SquareKind::Street:
      case SquareKind::Station:
      case SquareKind::Utility: {
        const int owner = s.owner[square];
        if (owner == kBank) {
          s.square = static_cast<std::uint8_t>(square);
          s.phase = Phase::Buy;
        } else if (owner == s.mover || s.mortgaged & bit(square)) {
          end_of_move(s);
        } else if (pay(s, s.mover, rent(s, square, s.dice, doubled, ten_times),
                       static_cast<std::uint8_t>(owner))) {
          end_of_move(s);
        }
        return;
      }
      default:
        end_of_move(s);
    }
  }

  void give(State& s, int player, int amount, std::uint8_t creditor) const {
    s.players[player].cash -= amount;
    if (creditor == kEach) {
      const int share = amount / (left(s) - 1);
      for (int p = 0; p < count_; ++p)
        if (p != player && !s.players[p].out) s.players[p].cash += share;
    } else if (creditor != kBank) {
      s.players[creditor].cash += amount;
    }
  }

  // Pay, or owe: the phase is then Debt until the money is raised, or the player is bankrupt at once.
  bool pay(State& s, int player, int amount, std::uint8_t creditor) const {
    Player& who = s.players[player];
    if (who.cash >= amount) {
      give(s, player, amount, creditor);
      return true;
    }
    s.debt = amount;
    s.creditor = creditor;
    s.asked = static_cast<std::uint8_t>(player);
    s.phase = Phase::Debt;
    if (!can_raise(s, player)) bankrupt(s, player);
    return false;
  }

  // After a sale for a debt.
  void settle(State& s) const {
    Player& who = s.players[s.asked];
    if (who.cash >= s.debt) {
      give(s, s.asked, s.debt, s.creditor);
      s.debt = 0;
      s.creditor = kBank;
      if (s.fined) {  // the fine after the third try, before the move
        s.fined = 0;
        walk(s, s.dice);
        land(s);
        return;
      }
      end_of_move(s);
      return;
    }
    if (!can_raise(s, s.asked)) bankrupt(s, s.asked);
  }

  // All goes to the creditor; of what goes to the bank, deeds are for sale again without a mortgage.
  void bankrupt(State& s, int player) const {
    Player& who = s.players[player];
    const bool to_player = s.creditor < kEach;
    if (to_player) s.players[s.creditor].cash += std::max(0, who.cash);
    for (const std::uint8_t square : kDeeds) {
      if (s.owner[square] != player) continue;
      s.houses[square] = 0;
      s.owner[square] = to_player ? s.creditor : kBank;
      if (!to_player) s.mortgaged &= ~bit(square);
    }
    if (to_player) {
      s.players[s.creditor].cards |= who.cards;
    } else {
      if (who.cards & 1) s.chance |= 1 << kChanceJailCard;
      if (who.cards & 2) s.chest |= 1 << kChestJailCard;
    }
    who = {0, 0, 0, 0, 1};
    s.debt = 0;
    s.creditor = kBank;
    s.rolled_double = 0;
    s.fined = 0;
    end_of_move(s);
  }

  int left(const State& s) const {
    int found = 0;
    for (int p = 0; p < count_; ++p) found += !s.players[p].out;
    return found;
  }

  // Another roll after a double, or the next player.
  void end_of_move(State& s) const {
    if (left(s) <= 1) {
      s.phase = Phase::Over;
      return;
    }
    const Player& me = s.players[s.mover];
    if (s.rolled_double && !me.out && me.jail == 0) {
      s.rolled_double = 0;
      s.phase = Phase::Manage;
      return;
    }
    do s.mover = static_cast<std::uint8_t>((s.mover + 1) % count_);
    while (s.players[s.mover].out);
    s.doubles = 0;
    s.dice = 0;
    s.offered = 0;
    s.managed = 0;
    if (++s.turns >= max_turns_) {
      s.phase = Phase::Over;
      return;
    }
    s.phase = s.players[s.mover].jail > 0 ? Phase::Jail : Phase::Manage;
  }

  void chance_card(State& s, int card) const {
    Player& me = s.players[s.mover];
    switch (card) {
      case 0:
        advance_to(s, 0);
        land(s);
        return;  // advance to Go
      case 1:
        advance_to(s, 24);
        land(s);
        return;  // Illinois Avenue
      case 2:
        advance_to(s, 11);
        land(s);
        return;  // St. Charles Place
      case 3:
        advance_to(s, me.at < 12 || me.at >= 28 ? 12 : 28);
        land(s, false, true);
        return;  // nearest utility
      case 4:
      case 5:
        advance_to(s, (me.at + 5) / 10 % 4 * 10 + 5);
        land(s, true);
        return;  // nearest railroad, twice the rent
      case 6:
        me.cash += 50;
        break;  // dividend
      case 7:
        me.at = static_cast<std::uint8_t>(me.at - 3);
        land(s);
        return;  // back three spaces
      case 8:
        me.cards |= 1;
        break;  // get out of jail free
      case 9:
        to_jail(s);
        return;
      case 10:
        if (pay(s, s.mover, repairs(s, 25, 100), kBank)) break;
        return;
      case 11:
        if (pay(s, s.mover, 15, kBank)) break;
        return;  // poor tax
      case 12:
        advance_to(s, 5);
        land(s);
        return;  // Reading Railroad
      case 13:
        advance_to(s, 39);
        land(s);
        return;  // Boardwalk
      case 14:
        if (pay_each(s, 50)) break;
        return;  // chairman of the board
      default:
        me.cash += 150;
        break;  // building loan
    }
    end_of_move(s);
  }

  void chest_card(State& s, int card) const {
    Player& me = s.players[s.mover];
    switch (card) {
      case 0:
        advance_to(s, 0);
        land(s);
        return;
      case 1:
        me.cash += 200;
        break;  // bank error
      case 2:
        if (pay(s, s.mover, 50, kBank)) break;
        return;  // doctor
      case 3:
        me.cash += 50;
        break;  // sale of stock
      case 4:
        me.cards |= 2;
        break;
      case 5:
        to_jail(s);
        return;
      case 6:
        collect_from_each(s, 50);
        break;  // opera night
      case 7:
        me.cash += 100;
        break;  // holiday fund
      case 8:
        me.cash += 20;
        break;  // tax refund
      case 9:
        collect_from_each(s, 10);
        break;  // birthday
      case 10:
        me.cash += 100;
        break;  // life insurance
      case 11:
        if (pay(s, s.mover, 100, kBank)) break;
        return;  // hospital
      case 12:
        if (pay(s, s.mover, 150, kBank)) break;
        return;  // school
      case 13:
        me.cash += 25;
        break;  // consultancy
      case 14:
        if (pay(s, s.mover, repairs(s, 40, 115), kBank)) break;
        return;
      default:
        me.cash += 100;
        break;  // inheritance
    }
    end_of_move(s);
  }

  int repairs(const State& s, int house, int hotel) const {
    int cost = 0;
    for (const std::uint8_t square : kDeeds)
      if (s.owner[square] == s.mover) cost += s.houses[square] == 5 ? hotel : s.houses[square] * house;
    return cost;
  }

  bool pay_each(State& s, int amount) const { return pay(s, s.mover, amount * (left(s) - 1), kEach); }

  // Whoever has less gives what there is: a present is no debt.
  void collect_from_each(State& s, int amount) const {
    for (int p = 0; p < count_; ++p) {
      if (p == s.mover || s.players[p].out) continue;
      const int given = std::min(amount, s.players[p].cash);
      s.players[p].cash -= given;
      s.players[s.mover].cash += given;
    }
  }

  // The rent that the others pay a player in one round of the board, about: each square is met one time in
  // six.
  double income(const State& s, int player) const {
    double sum = 0.0;
    for (const std::uint8_t square : kDeeds)
      if (s.owner[square] == player && !(s.mortgaged & bit(square))) sum += rent(s, square, 7);
    return sum / 6.0 * (left(s) - 1);
  }

  int count_;
  int max_turns_;
};

static_assert(ManyPlayers<Monopoly>);

}  // namespace hazard
