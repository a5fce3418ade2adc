// Monopoly for two to six players, by its real rules: buying, auctions, rent, building evenly, a bank with 32
// houses and 12 hotels, mortgages, jail, both card decks, offers of cash for a deed, debts and bankruptcy.
//
// Where the rules leave a choice of procedure: a player builds, mortgages and offers at the beginning of its
// turn, before the dice; bids rise by 10 or 50; an offer is a half, one, two or three times the price, one
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

#include "core/game.hpp"
#include "core/players.hpp"
#include "core/random.hpp"
#include "domains/monopoly/board.hpp"
#include "domains/monopoly/deeds.hpp"
#include "domains/monopoly/guess.hpp"
#include "domains/monopoly/state.hpp"
#include "domains/monopoly/steps.hpp"

namespace hazard {

class Monopoly {
 public:
  using Kind = monopoly::Kind;
  using Move = monopoly::Move;
  using Phase = monopoly::Phase;
  using Player = monopoly::Player;
  using State = monopoly::State;

  Monopoly(int players, int max_turns) : count_(players), max_turns_(max_turns), steps_(max_turns) {}

  std::size_t players() const { return static_cast<std::size_t>(count_); }

  State start() const {
    State s;
    for (int p = count_; p < monopoly::kMostSeats; ++p) s.players[p] = {0, 0, 0, 0, 1};
    s.owner.fill(monopoly::kBank);
    return s;
  }

  Turn turn(const State& s) const {
    switch (s.phase) {
      case Phase::Over:
        return Turn::Over;
      case Phase::Dice:
      case Phase::JailDice:
      case Phase::RentDice:
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
        manage(s, sink);
        break;
      case Phase::Jail:
        sink(Move{Kind::TryDoubles});
        if (s.players[s.mover].cash >= monopoly::kFine) sink(Move{Kind::PayFine});
        if (s.players[s.mover].cards != 0) sink(Move{Kind::UseCard});
        manage(s, sink);
        break;
      case Phase::Buy:
        if (s.players[s.mover].cash >= kSquares[s.square].price) sink(Move{Kind::Buy, s.square});
        sink(Move{Kind::Auction, s.square});
        break;
      case Phase::Auction:
        sink(Move{Kind::Pass, s.square});
        for (const int more : {monopoly::kLeastBid, 50})
          if (s.bid + more <= s.players[s.asked].cash) sink(Move{Kind::Bid, s.square, s.bid + more});
        break;
      case Phase::Offer:
        sink(Move{Kind::Refuse, s.square, s.bid});
        sink(Move{Kind::Accept, s.square, s.bid});
        break;
      case Phase::Debt:
        monopoly::list_sales(s, s.asked, sink);
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
    switch (move.kind) {
      case Kind::Roll:
        s.phase = Phase::Dice;
        break;
      case Kind::TryDoubles:
        s.phase = Phase::JailDice;
        break;
      case Kind::PayFine:
      case Kind::UseCard:
        steps_.leave_jail(s, move.kind == Kind::UseCard);
        break;
      case Kind::Dice:
        throw_dice(s, move.place, move.amount);
        break;
      case Kind::ChanceCard:
      case Kind::ChestCard:
        steps_.draw(s, move.kind == Kind::ChanceCard, move.place);
        break;
      case Kind::Auction:
        steps_.auction(s, s.square, s.mover);
        break;
      case Kind::Bid:
        steps_.bid(s, move.amount);
        break;
      case Kind::Pass:
        steps_.pass(s);
        break;
      case Kind::SellHouse:
      case Kind::Mortgage:
        raise(s, move);
        break;
      default:
        deal(s, move);
    }
    return s;
  }

  // At the end each player's share of all estates; before it a guess of that.
  void payoffs(const State& s, std::span<double> found) const {
    if (s.phase != Phase::Over) {
      monopoly::Guess::shares(s, max_turns_, found.first(players()));
      return;
    }
    double sum = 0.0;
    for (int p = 0; p < count_; ++p)
      sum += found[p] = s.players[p].out ? 0.0 : std::max(1.0, monopoly::estate(s, p));
    for (int p = 0; p < count_; ++p) found[p] = sum > 0.0 ? found[p] / sum : 1.0 / count_;
  }

  double value(const State& s) const {
    std::array<double, monopoly::kMostSeats> found{};
    payoffs(s, std::span(found).first(players()));
    return found[0];
  }

  Bounds bounds() const { return {0.0, 1.0}; }

  std::uint64_t key(const State& s) const {
    std::uint64_t h = 0;
    const auto add = [&h](auto... parts) { ((h = mix64(h ^ static_cast<std::uint64_t>(parts))), ...); };
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
    add(s.mortgaged, s.for_sale, s.chance << 16 | s.chest, s.debt, s.bid);
    add(static_cast<std::uint64_t>(s.turns) << 32 | static_cast<std::uint64_t>(s.mover) << 24 |
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

 private:
  static constexpr int kMostManaged = 6;

  void manage(const State& s, auto&& sink) const {
    if (s.managed < kMostManaged) {
      monopoly::list_building(s, s.mover, sink);
      monopoly::list_sales(s, s.mover, sink);
    }
    if (!s.offered) monopoly::list_offers(s, sink);
  }

  void throw_dice(State& s, int one, int two) const {
    if (s.phase == Phase::JailDice) {
      steps_.jail_dice(s, one, two);
    } else if (s.phase == Phase::RentDice) {
      steps_.rent_dice(s, one, two);
    } else {
      steps_.dice(s, one, two);
    }
  }

  // A sale, by the mover's will or for a debt.
  void raise(State& s, const Move& move) const {
    const bool owes = s.phase == Phase::Debt;
    const int player = owes ? s.asked : s.mover;
    if (move.kind == Kind::SellHouse) {
      monopoly::sell_house(s, move.place, player);
    } else {
      monopoly::mortgage(s, move.place, player);
    }
    if (owes) {
      steps_.settle(s);
    } else {
      ++s.managed;
    }
  }

  // Building, paying back, buying, and offers of cash for a deed.
  void deal(State& s, const Move& move) const {
    Player& me = s.players[s.mover];
    switch (move.kind) {
      case Kind::Build:
        me.cash -= kSquares[move.place].house;
        ++s.houses[move.place];
        ++s.managed;
        break;
      case Kind::Redeem:
        me.cash -= monopoly::redemption(move.place);
        s.mortgaged &= ~monopoly::bit(move.place);
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
        me.cash -= s.bid + monopoly::dues(s, s.square);
        s.players[s.asked].cash += s.bid;
        s.owner[s.square] = s.mover;
        [[fallthrough]];
      case Kind::Refuse:
        s.bid = 0;
        steps_.to_manage(s);
        break;
      case Kind::Buy:
        me.cash -= kSquares[s.square].price;
        s.owner[s.square] = s.mover;
        steps_.end_of_move(s);
        break;
      default:
        break;
    }
  }

  int count_, max_turns_;
  monopoly::Steps steps_;
};

static_assert(ManyPlayers<Monopoly>);

}  // namespace hazard
