// Pig: roll as often as you dare; a bust loses the turn's points, holding banks them; first to the target
// wins. With two players the value is MAX's chance to win; alone, it is minus the turns still needed.
//
// The die is a list of points, 0 for a bust: {0, 2, 3, 4, 5, 6} is Pig, the coin {0, 1} is Piglet.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "search/game.hpp"
#include "search/random.hpp"

namespace hazard {

class Pig {
 public:
  enum class Move : std::uint8_t { Roll = 100, Hold = 101 };  // smaller numbers: the face that was rolled

  struct State {
    std::uint16_t scores[2] = {0, 0};  // banked, MAX first
    std::uint16_t pot = 0;             // points of this turn, not banked yet
    std::uint8_t mover = 0;            // 0: MAX, 1: MIN
    bool rolling = false;              // the die is in the air
    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr int kMaxFaces = 64;

  Pig(std::array<int, 2> targets, const std::vector<int>& faces, int players)
      : faces_count_(static_cast<int>(faces.size())), players_(players), targets_(targets) {
    for (int i = 0; i < faces_count_; ++i) faces_[i] = static_cast<std::uint16_t>(faces[i]);
    face_probability_ = 1.0 / faces_count_;
    double mean = 0.0;
    for (int face : faces) mean += face * face_probability_;
    points_per_turn_ = 2.0 * mean + 1.0;
  }

  State start() const { return {}; }

  Turn turn(const State& s) const {
    if (s.rolling) return Turn::Chance;
    // A turn that reaches the target is over at once: there is nothing left to risk.
    if (s.scores[0] >= targets_[0] || (players_ == 2 && s.scores[1] >= targets_[1])) return Turn::Over;
    return s.mover == 0 ? Turn::Max : Turn::Min;
  }

  void actions(const State& s, auto&& sink) const {
    sink(Move::Roll);
    if (s.pot > 0) sink(Move::Hold);  // a turn begins with a roll
  }

  void outcomes(const State&, auto&& sink) const {
    for (int face = 0; face < faces_count_; ++face) sink(static_cast<Move>(face), face_probability_);
  }

  State apply(State s, Move move) const {
    if (move == Move::Roll) {
      s.rolling = true;
    } else if (move == Move::Hold) {
      bank(s);
    } else {
      s.rolling = false;
      const std::uint16_t points = faces_[static_cast<int>(move)];
      if (points == 0) {
        s.pot = 0;
        pass(s);
      } else {
        s.pot = static_cast<std::uint16_t>(s.pot + points);
        if (s.scores[s.mover] + s.pot >= targets_[s.mover]) bank(s);
      }
    }
    return s;
  }

  // Alone, every turn costs one: paid when it ends, by holding, by a bust or by reaching the target.
  double reward(const State& s, Move move) const {
    if (players_ == 2 || move == Move::Roll) return 0.0;
    if (move == Move::Hold) return -1.0;
    const int points = faces_[static_cast<int>(move)];
    return points == 0 || s.scores[0] + s.pot + points >= targets_[0] ? -1.0 : 0.0;
  }

  // Before the end: the race in turns still needed, squashed into a chance to win.
  double value(const State& s) const {
    if (players_ == 1) return s.scores[0] >= targets_[0] ? 0.0 : -turns_needed(s, 0);
    if (s.scores[0] >= targets_[0]) return 1.0;
    if (s.scores[1] >= targets_[1]) return 0.0;
    const double lead = turns_needed(s, 1) - turns_needed(s, 0) + (s.mover == 0 ? 0.5 : -0.5);
    return 0.5 + 0.5 * lead / (1.6 + (lead < 0 ? -lead : lead));
  }

  Bounds bounds() const { return players_ == 2 ? Bounds{0.0, 1.0} : Bounds{}; }

  std::uint64_t key(const State& s) const {
    return mix64(static_cast<std::uint64_t>(s.scores[0]) | static_cast<std::uint64_t>(s.scores[1]) << 16 |
                 static_cast<std::uint64_t>(s.pot) << 32 | static_cast<std::uint64_t>(s.mover) << 48 |
                 static_cast<std::uint64_t>(s.rolling) << 49);
  }

  std::string text(const State& s) const {
    return std::to_string(s.scores[0]) + " " + std::to_string(s.scores[1]) + " " + std::to_string(s.pot) +
           (s.mover == 0 ? " max" : " min") + (s.rolling ? " rolling" : "");
  }

  std::string describe(const State&, Move move) const {
    if (move == Move::Roll) return "roll";
    if (move == Move::Hold) return "hold";
    return "face " + std::to_string(static_cast<int>(move) + 1);
  }

  int players() const { return players_; }
  std::array<int, 2> targets() const { return targets_; }

 private:
  void bank(State& s) const {
    s.scores[s.mover] = static_cast<std::uint16_t>(s.scores[s.mover] + s.pot);
    // Points beyond the target are worth nothing; one state for each way to win keeps the game small.
    if (s.scores[s.mover] > targets_[s.mover]) {
      s.scores[s.mover] = static_cast<std::uint16_t>(targets_[s.mover]);
    }
    s.pot = 0;
    pass(s);
  }

  void pass(State& s) const {
    if (players_ == 2) s.mover ^= 1;
  }

  double turns_needed(const State& s, int player) const {
    const double pot = s.mover == player ? 0.8 * s.pot : 0.0;
    return (targets_[player] - s.scores[player] - pot) / points_per_turn_;
  }

  int faces_count_;
  int players_;
  std::array<int, 2> targets_;
  std::array<std::uint16_t, kMaxFaces> faces_{};
  double face_probability_;
  double points_per_turn_;
};

static_assert(Game<Pig>);

}  // namespace hazard
