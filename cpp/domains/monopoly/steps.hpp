// What happens on the board: dice, squares, cards, auctions, debts, and whose turn comes next.
#pragma once

#include <algorithm>
#include <cstdint>

#include "domains/monopoly/cards.hpp"
#include "domains/monopoly/deeds.hpp"
#include "domains/monopoly/state.hpp"

namespace hazard::monopoly {

inline constexpr int kFine = 50, kLeastBid = 10;

class Steps {
 public:
  explicit Steps(int max_turns) : max_turns_(max_turns) {}

  // ---- dice and squares ----

  void dice(State& s, int one, int two) const {
    s.dice = static_cast<std::uint8_t>(one + two);
    s.rolled_double = one == two;
    if (one == two && ++s.doubles == 3) {
      to_jail(s);
      return;
    }
    walk(s, s.dice);
    land(s);
  }

  void jail_dice(State& s, int one, int two) const {
    Player& me = s.players[s.mover];
    s.dice = static_cast<std::uint8_t>(one + two);
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

  // The throw that the rent of a utility is counted by; whoever threw a double before still rolls again.
  void rent_dice(State& s, int one, int two) const {
    const int square = s.players[s.mover].at;
    if (pay(s, s.mover, rent(s, square, one + two, false, true), s.owner[square])) end_of_move(s);
  }

  void leave_jail(State& s, bool by_card) const {
    Player& me = s.players[s.mover];
    if (!by_card) {
      me.cash -= kFine;
    } else if (me.cards & 1) {
      me.cards &= 2;
      s.chance |= 1 << kChanceLeaveJail;
    } else {
      me.cards = 0;
      s.chest |= 1 << kChestLeaveJail;
    }
    me.jail = 0;
    s.phase = Phase::Dice;
  }

  // ---- cards ----

  void draw(State& s, bool chance, int number) const {
    std::uint16_t& deck = chance ? s.chance : s.chest;
    deck &= static_cast<std::uint16_t>(~(1 << number));
    if (deck == 0) {  // shuffled, without the card that somebody keeps
      const int kept = 1 << (chance ? kChanceLeaveJail : kChestLeaveJail);
      deck = static_cast<std::uint16_t>(held(s, chance ? 1 : 2) ? 0xffff & ~kept : 0xffff);
    }
    const Card& card = chance ? kChanceCards[number] : kChestCards[number];
    if (card.kind == CardKind::LeaveJail) s.players[s.mover].cards |= chance ? 1 : 2;
    follow(s, card);
  }

  // ---- auctions ----

  void auction(State& s, int square, int first) const {
    s.phase = Phase::Auction;
    s.square = static_cast<std::uint8_t>(square);
    s.bid = 0;
    s.bidder = kBank;
    s.bidding = 0;
    for (int p = 0; p < kMostSeats; ++p)
      if (!s.players[p].out) s.bidding |= static_cast<std::uint8_t>(1 << p);
    s.asked = static_cast<std::uint8_t>(first);
    next_bidder(s, 0);
  }

  void bid(State& s, int amount) const {
    s.bid = amount;
    s.bidder = s.asked;
    next_bidder(s, 1);
  }

  void pass(State& s) const {
    s.bidding &= static_cast<std::uint8_t>(~(1 << s.asked));
    next_bidder(s, 1);
  }

  // ---- debts ----

  // After a sale for a debt.
  void settle(State& s) const {
    if (s.players[s.asked].cash < s.debt) {
      if (!can_raise(s, s.asked)) bankrupt(s, s.asked);
      return;
    }
    give(s, s.asked, s.debt, s.creditor);
    s.debt = 0;
    s.creditor = kBank;
    if (!s.fined) {
      end_of_move(s);
      return;
    }
    s.fined = 0;  // the fine after the third try, before the move
    walk(s, s.dice);
    land(s);
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
    do s.mover = static_cast<std::uint8_t>((s.mover + 1) % kMostSeats);
    while (s.players[s.mover].out);
    s.doubles = 0;
    s.dice = 0;
    s.offered = 0;
    s.managed = 0;
    if (++s.turns >= max_turns_) {
      s.phase = Phase::Over;
      return;
    }
    to_manage(s);
  }

  void to_manage(State& s) const { s.phase = s.players[s.mover].jail > 0 ? Phase::Jail : Phase::Manage; }

 private:
  static bool held(const State& s, int card) {
    return std::any_of(s.players.begin(), s.players.end(),
                       [card](const Player& p) { return p.cards & card; });
  }

  void walk(State& s, int steps) const {
    Player& me = s.players[s.mover];
    const int to = me.at + steps;
    if (to >= 40) me.cash += 200;
    me.at = static_cast<std::uint8_t>(to % 40);
  }

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
      case SquareKind::Utility:
        on_deed(s, square, doubled, ten_times);
        return;
      default:
        end_of_move(s);
    }
  }

  void on_deed(State& s, int square, bool doubled, bool ten_times) const {
    const std::uint8_t owner = s.owner[square];
    if (owner == kBank) {
      s.square = static_cast<std::uint8_t>(square);
      s.phase = Phase::Buy;
    } else if (owner == s.mover || s.mortgaged & bit(square)) {
      end_of_move(s);
    } else if (ten_times) {
      s.phase = Phase::RentDice;
    } else if (pay(s, s.mover, rent(s, square, s.dice, doubled), owner)) {
      end_of_move(s);
    }
  }

  void advance(State& s, int square, bool doubled = false, bool ten_times = false) const {
    walk(s, (square - s.players[s.mover].at + 40) % 40);
    land(s, doubled, ten_times);
  }

  void follow(State& s, const Card& card) const {
    Player& me = s.players[s.mover];
    switch (card.kind) {
      case CardKind::Advance:
        advance(s, card.a);
        return;
      case CardKind::NearestUtility:
        advance(s, me.at < 12 || me.at >= 28 ? 12 : 28, false, true);
        return;
      case CardKind::NearestStation:
        advance(s, (me.at + 5) / 10 % 4 * 10 + 5, true);
        return;
      case CardKind::Back:
        me.at = static_cast<std::uint8_t>(me.at - card.a);
        land(s);
        return;
      case CardKind::Jail:
        to_jail(s);
        return;
      case CardKind::Collect:
        me.cash += card.a;
        break;
      case CardKind::CollectEach:
        collect_from_each(s, card.a);
        break;
      case CardKind::Pay:
        if (!pay(s, s.mover, card.a, kBank)) return;
        break;
      case CardKind::Repairs:
        if (!pay(s, s.mover, repairs(s, card.a, card.b), kBank)) return;
        break;
      case CardKind::PayEach:
        if (!pay(s, s.mover, card.a * (left(s) - 1), kEach)) return;
        break;
      case CardKind::LeaveJail:
        break;
    }
    end_of_move(s);
  }

  static int repairs(const State& s, int house, int hotel) {
    int cost = 0;
    for (const std::uint8_t square : kDeeds)
      if (s.owner[square] == s.mover) cost += s.houses[square] == 5 ? hotel : s.houses[square] * house;
    return cost;
  }

  // Whoever has less gives what there is: a present is no debt.
  static void collect_from_each(State& s, int amount) {
    for (int p = 0; p < kMostSeats; ++p) {
      if (p == s.mover || s.players[p].out) continue;
      const int given = std::min(amount, s.players[p].cash);
      s.players[p].cash -= given;
      s.players[s.mover].cash += given;
    }
  }

  // The next of those still in the auction who can raise; with nobody left, the deed is paid for.
  void next_bidder(State& s, int from) const {
    for (int step = from; step <= kMostSeats; ++step) {
      const int p = (s.asked + step) % kMostSeats;
      if (!(s.bidding >> p & 1) || p == s.bidder) continue;
      if (s.players[p].cash < s.bid + kLeastBid) {  // who cannot raise is out
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
    sell_the_rest(s);
  }

  // The deeds of who went bankrupt to the bank are auctioned one after the other.
  void sell_the_rest(State& s) const {
    for (const std::uint8_t square : kDeeds) {
      if (!(s.for_sale & bit(square))) continue;
      s.for_sale &= ~bit(square);
      auction(s, square, s.mover);
      return;
    }
    end_of_move(s);
  }

  void give(State& s, int player, int amount, std::uint8_t creditor) const {
    s.players[player].cash -= amount;
    if (creditor == kEach) {
      const int share = amount / (left(s) - 1);
      for (int p = 0; p < kMostSeats; ++p)
        if (p != player && !s.players[p].out) s.players[p].cash += share;
    } else if (creditor != kBank) {
      s.players[creditor].cash += amount;
    }
  }

  // Pay, or owe: the phase is then Debt until the money is raised, or the player is bankrupt at once.
  bool pay(State& s, int player, int amount, std::uint8_t creditor) const {
    if (s.players[player].cash >= amount) {
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

  // All goes to the creditor; what goes to the bank is auctioned without its mortgages.
  void bankrupt(State& s, int player) const {
    Player& who = s.players[player];
    const bool to_player = s.creditor < kEach;
    if (to_player) s.players[s.creditor].cash += who.cash;
    for (const std::uint8_t square : kDeeds) {
      if (s.owner[square] != player) continue;
      s.owner[square] = to_player ? s.creditor : kBank;
      if (to_player) continue;
      s.mortgaged &= ~bit(square);
      s.for_sale |= bit(square);
    }
    if (to_player) {
      s.players[s.creditor].cards |= who.cards;
    } else {
      if (who.cards & 1) s.chance |= 1 << kChanceLeaveJail;
      if (who.cards & 2) s.chest |= 1 << kChestLeaveJail;
    }
    who = {0, 0, 0, 0, 1};
    s.debt = 0;
    s.creditor = kBank;
    s.rolled_double = 0;
    s.fined = 0;
    if (left(s) <= 1) s.for_sale = 0;  // nobody to bid against
    sell_the_rest(s);
  }

  int max_turns_;
};

}  // namespace hazard::monopoly
