// The value of a position before the roll, by networks of our own: one while the sides are in contact, one
// for races; and by a table, where there is one, once all checkers are at home.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "games/backgammon/bearoff.hpp"
#include "games/backgammon/board.hpp"
#include "games/backgammon/features.hpp"
#include "learn/network.hpp"

namespace hazard::backgammon {

// Chances of the side that rolls next. Gammons contain backgammons.
struct Chances {
  static constexpr int kCount = 5;
  enum Result { kWin, kWinGammon, kWinBackgammon, kLoseGammon, kLoseBackgammon };
  std::array<float, kCount> of{};

  // The same, seen by the other side.
  Chances swapped() const {
    return {{1.0F - of[kWin], of[kLoseGammon], of[kLoseBackgammon], of[kWinGammon], of[kWinBackgammon]}};
  }

  // Points for money without a cube.
  float equity() const {
    return 2.0F * of[kWin] - 1.0F + of[kWinGammon] + of[kWinBackgammon] - of[kLoseGammon] -
           of[kLoseBackgammon];
  }

  // The game is over and the side that would roll next has lost so many points.
  static Chances lost(int points) {
    return {{0.0F, 0.0F, 0.0F, points >= 2 ? 1.0F : 0.0F, points >= 3 ? 1.0F : 0.0F}};
  }

  // What cannot happen has no chance: a side that has borne a checker off does not lose a gammon, and nobody
  // wins more gammons than games.
  void make_possible(const Board& board) {
    const bool saved = checkers_left(board.own()) < kCheckers,
               spared = checkers_left(board.opponent()) < kCheckers;
    of[kWinGammon] = spared ? 0.0F : std::min(of[kWinGammon], of[kWin]);
    of[kWinBackgammon] = std::min(of[kWinBackgammon], of[kWinGammon]);
    of[kLoseGammon] = saved ? 0.0F : std::min(of[kLoseGammon], 1.0F - of[kWin]);
    of[kLoseBackgammon] = std::min(of[kLoseBackgammon], of[kLoseGammon]);
  }
};

class Networks {
 public:
  Networks(learn::Network contact, learn::Network race)
      : contact_(std::move(contact)), race_(std::move(race)) {}

  static Networks random(int contact_units, int race_units, std::uint64_t seed) {
    return {learn::Network::random({kInputs, contact_units, Chances::kCount}, seed),
            learn::Network::random({kInputs, race_units, Chances::kCount}, seed + 1)};
  }

  const learn::Network& contact() const { return contact_; }
  const learn::Network& race() const { return race_; }

  const std::shared_ptr<const BearOff>& bear_off() const { return bear_off_; }
  void use(std::shared_ptr<const BearOff> bear_off) { bear_off_ = std::move(bear_off); }

  bool in_table(const Board& board) const { return bear_off_ != nullptr && BearOff::covers(board); }

  // `board` is seen by the side that rolls next; the game is not over.
  Chances evaluate(const Board& board) const {
    if (in_table(board)) return from_table(board);
    InputList inputs;
    board_inputs(board, inputs);
    Chances chances;
    for_board(board).evaluate(inputs, chances.of.data());
    chances.make_possible(board);
    return chances;
  }

  const learn::Network& for_board(const Board& board) const { return in_contact(board) ? contact_ : race_; }

  // One step towards `target`. Returns the squared error before it.
  float learn(const Board& board, const Chances& target, float rate) {
    InputList inputs;
    board_inputs(board, inputs);
    return (in_contact(board) ? contact_ : race_).learn(inputs, target.of.data(), rate);
  }

 private:
  Chances from_table(const Board& board) const {
    const auto known = bear_off_->chances(board);
    return {{static_cast<float>(known.win), static_cast<float>(known.win_gammon), 0.0F,
             static_cast<float>(known.lose_gammon), 0.0F}};
  }

  learn::Network contact_, race_;
  std::shared_ptr<const BearOff> bear_off_;
};

// Positions that differ little from one, such as all that one roll leads to: what they have in common is
// summed up once. Equal to Networks::evaluate but for rounding.
class Neighbourhood {
 public:
  Neighbourhood(const Networks& networks, const Board& centre)
      : networks_(networks), network_(networks.for_board(centre)) {
    board_inputs(centre, centre_);
    network_.sum_up(centre_, sums_);
  }

  Chances evaluate(const Board& board) {
    if (networks_.in_table(board) || &networks_.for_board(board) != &network_)
      return networks_.evaluate(board);
    board_inputs(board, inputs_);
    differences_.become(centre_, inputs_);
    Chances chances;
    network_.evaluate_from(sums_, differences_, chances.of.data());
    chances.make_possible(board);
    return chances;
  }

 private:
  const Networks& networks_;
  const learn::Network& network_;
  InputList centre_, inputs_, differences_;
  alignas(32) float sums_[learn::Network::kMaxWidth];
};

}  // namespace hazard::backgammon
