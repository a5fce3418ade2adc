// Pig: roll as often as you dare; a bust loses the turn's points, holding banks them; first to the target
// wins. With two players the value is MAX's chance to win; alone, it is minus the turns still needed.
//
// The die is a list of points, 0 for a bust: {0, 2, 3, 4, 5, 6} is Pig, the coin {0, 1} is Piglet.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "search/game.hpp"
#include "search/random.hpp"

namespace hazard {

class Pig {
 public:
  enum class Move : std::uint8_t { Roll = 100, Hold = 101 };  // smaller numbers: the face that was rolled

  enum class Phase : std::uint8_t { Choosing, Rolling, Over };

  struct State {
    std::uint16_t needed[2] = {0, 0};  // points that are still missing, MAX's first
    std::uint16_t pot = 0;             // points of this turn, not banked yet
    std::uint8_t mover = 0;            // 0: MAX, 1: MIN
    Phase phase = Phase::Choosing;
    friend bool operator==(const State&, const State&) = default;
  };

  static constexpr int kMaxFaces = 64;

  Pig(std::array<int, 2> targets, const std::vector<int>& faces, int players)
      : faces_count_(static_cast<int>(faces.size())),
        players_(players),
        pass_(players == 2 ? 1 : 0),
        targets_(targets) {
    for (int i = 0; i < faces_count_; ++i) faces_[i] = static_cast<std::uint16_t>(faces[i]);
    face_probability_ = 1.0 / faces_count_;
    double mean = 0.0;
    for (int face : faces) mean += face * face_probability_;
    points_per_turn_ = 2.0 * mean + 1.0;
    tempo_ = static_cast<float>(0.68 * points_per_turn_);
    for (int to_go = 0; to_go <= targets[0] + targets[1]; ++to_go) {
      const double spread = std::sqrt(10.2 * points_per_turn_ * (to_go + 0.31 * points_per_turn_));
      inverse_spread_.push_back(static_cast<float>(1.0 / spread));
    }
  }

  State start() const { return state(0, 0, 0, 0, false); }

  // Any position; the caller has checked that it makes sense.
  State state(int max_score, int min_score, int pot, int mover, bool rolling) const {
    State s{{static_cast<std::uint16_t>(targets_[0] - max_score),
             static_cast<std::uint16_t>(targets_[1] - min_score)},
            static_cast<std::uint16_t>(pot),
            static_cast<std::uint8_t>(mover),
            rolling ? Phase::Rolling : Phase::Choosing};
    if (s.needed[0] == 0 || s.needed[1] == 0) s.phase = Phase::Over;
    return s;
  }

  HAZARD_INLINE Turn turn(const State& s) const {
    if (s.phase == Phase::Choosing) return s.mover == 0 ? Turn::Max : Turn::Min;
    return s.phase == Phase::Rolling ? Turn::Chance : Turn::Over;
  }

  HAZARD_INLINE void actions(const State& s, auto&& sink) const {
    sink(Move::Roll);
    if (s.pot > 0) sink(Move::Hold);  // a turn begins with a roll
  }

  HAZARD_INLINE void outcomes(const State&, auto&& sink) const {
    for (int face = 0; face < faces_count_; ++face) sink(static_cast<Move>(face), face_probability_);
  }

  HAZARD_INLINE State apply(State s, Move move) const {
    if (move == Move::Roll) {
      s.phase = Phase::Rolling;
      return s;
    }
    if (move == Move::Hold) return bank(s);
    s.phase = Phase::Choosing;
    const std::uint16_t points = faces_[static_cast<int>(move)];
    if (points == 0) {
      s.pot = 0;
      s.mover ^= pass_;
      return s;
    }
    s.pot = static_cast<std::uint16_t>(s.pot + points);
    // A turn that reaches the target is over at once: there is nothing left to risk.
    return s.pot >= s.needed[s.mover] ? bank(s) : s;
  }

  // Any action or face, each as likely as the others.
  Move random_move(const State& s, Random& random) const {
    if (s.phase == Phase::Rolling)
      return static_cast<Move>(random.below(static_cast<std::uint32_t>(faces_count_)));
    return s.pot > 0 && random.below(2) == 0 ? Move::Hold : Move::Roll;
  }

  // Alone, every turn costs one: paid when it ends, by holding, by a bust or by reaching the target.
  double reward(const State& s, Move move) const {
    if (players_ == 2 || move == Move::Roll) return 0.0;
    if (move == Move::Hold) return -1.0;
    const int points = faces_[static_cast<int>(move)];
    return points == 0 || s.pot + points >= s.needed[0] ? -1.0 : 0.0;
  }

  // Before the end: the lead in points, being on move and most of the pot included, against what luck can
  // still do in the points to go, squashed into a chance to win. The constants were fitted to the exact
  // solution of the game to 100 (rms error 0.05).
  HAZARD_INLINE double value(const State& s) const {
    if (players_ == 1) [[unlikely]]
      return s.phase == Phase::Over ? 0.0 : -(s.needed[0] - kPotShare * s.pot) / points_per_turn_;
    if (s.phase == Phase::Over) return s.needed[0] == 0 ? 1.0 : 0.0;
    const int mine = s.needed[0], theirs = s.needed[1];
    const float on_move = tempo_ + kPotShare * s.pot;
    const float lead = static_cast<float>(theirs - mine) + (s.mover == 0 ? on_move : -on_move);
    const float certainty = std::clamp(lead * inverse_spread_[mine + theirs], -1.0F, 1.0F);
    return 0.5F + certainty * (1.0F - 0.5F * std::abs(certainty));
  }

  Bounds bounds() const { return players_ == 2 ? Bounds{0.0, 1.0} : Bounds{}; }

  std::uint64_t key(const State& s) const {
    return mix64(static_cast<std::uint64_t>(s.needed[0]) | static_cast<std::uint64_t>(s.needed[1]) << 16 |
                 static_cast<std::uint64_t>(s.pot) << 32 | static_cast<std::uint64_t>(s.mover) << 48 |
                 static_cast<std::uint64_t>(s.phase) << 49);
  }

  std::string text(const State& s) const {
    return std::to_string(score(s, 0)) + " " + std::to_string(score(s, 1)) + " " + std::to_string(s.pot) +
           (s.mover == 0 ? " max" : " min") + (s.phase == Phase::Rolling ? " rolling" : "");
  }

  std::string describe(const State&, Move move) const {
    if (move == Move::Roll) return "roll";
    if (move == Move::Hold) return "hold";
    return "face " + std::to_string(static_cast<int>(move) + 1);
  }

  int score(const State& s, int player) const { return targets_[player] - s.needed[player]; }
  int players() const { return players_; }
  std::array<int, 2> targets() const { return targets_; }

 private:
  HAZARD_INLINE State bank(State s) const {
    // Points beyond the target are worth nothing; one state for each way to win keeps the game small.
    const std::uint16_t needed = s.needed[s.mover];
    s.needed[s.mover] = static_cast<std::uint16_t>(s.pot < needed ? needed - s.pot : 0);
    if (s.pot >= needed) s.phase = Phase::Over;
    s.pot = 0;
    s.mover ^= pass_;
    return s;
  }

  static constexpr float kPotShare = 0.79F;  // what a point in the pot is worth, against one that is banked

  int faces_count_;
  int players_;
  std::uint8_t pass_;  // what passing the turn does to `mover`: nothing when alone
  std::array<int, 2> targets_;
  std::array<std::uint16_t, kMaxFaces> faces_{};
  double face_probability_;
  double points_per_turn_;             // roughly what a sensible turn brings
  float tempo_;                        // points that being on move is worth
  std::vector<float> inverse_spread_;  // by the points both still need
};

static_assert(Game<Pig>);

}  // namespace hazard
