// The value of a position before the roll, by networks of our own: one while the sides are in contact, one
// for races; and by a table, where there is one, once all checkers are at home.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "domains/backgammon/bearoff.hpp"
#include "domains/backgammon/board.hpp"
#include "domains/backgammon/features.hpp"
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
    const learn::Network& network = for_contact(board_inputs(board, inputs));
    Chances chances;
    network.evaluate(inputs, chances.of.data());
    chances.make_possible(board);
    return chances;
  }

  // The same for many, four at a time.
  void evaluate(std::span<const Board> boards, std::span<Chances> found) const {
    learn::InputsOfFour<kInputs> inputs;
    InputList of_one;
    std::array<std::size_t, 4> which{};
    int count = 0;
    const auto flush = [&] {
      std::array<float*, 4> outputs{};
      for (int one = 0; one < count; ++one) outputs[one] = found[which[one]].of.data();
      contact_.evaluate(inputs, outputs.data(), count);
      for (int one = 0; one < count; ++one) found[which[one]].make_possible(boards[which[one]]);
      inputs.clear();
      count = 0;
    };
    for (std::size_t i = 0; i < boards.size(); ++i) {
      if (in_table(boards[i])) {
        found[i] = from_table(boards[i]);
      } else if (board_inputs(boards[i], of_one)) {
        inputs.put(count, of_one);
        which[count++] = i;
        if (count == 4) flush();
      } else {  // a race is valued so fast that there is nothing to gain
        race_.evaluate(of_one, found[i].of.data());
        found[i].make_possible(boards[i]);
      }
    }
    if (count > 0) flush();
  }

  const learn::Network& for_contact(bool contact) const { return contact ? contact_ : race_; }

  // One step towards `target`. Returns the squared error before it.
  float learn(const Board& board, const Chances& target, float rate) {
    InputList inputs;
    const bool contact = board_inputs(board, inputs);
    return (contact ? contact_ : race_).learn(inputs, target.of.data(), rate);
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

}  // namespace hazard::backgammon
