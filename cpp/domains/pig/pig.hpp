// Pig: roll as often as you dare; a bust loses the turn's points, holding banks them; first to the target
// wins. With two players the value is MAX's chance to win; alone, it is minus the turns still needed.
//
// The die is a list of points, 0 for a bust: {0, 2, 3, 4, 5, 6} is Pig, the coin {0, 1} is Piglet.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

class Pig {
 public:
  enum class Move : std::uint8_t { Roll = 100, Hold = 101 };  // smaller numbers: the face that was rolled

  // How moves look outside.
  enum class Action : std::uint8_t { Roll, Hold };
  struct Face {
    std::int32_t number = 1;  // of the face, from 1
    std::int32_t points = 0;  // 0 for a bust
    friend auto operator<=>(const Face&, const Face&) = default;
  };

  enum class Phase : std::uint8_t { Choosing, Rolling, Over };

  struct State {
    std::int32_t mine = 0;    // points that the mover still needs
    std::int32_t theirs = 0;  // and the other player: a turn that passes swaps the two
    std::int32_t pot = 0;     // points of this turn, not banked yet
    std::uint8_t mover = 0;   // 0: MAX, 1: MIN
    Phase phase = Phase::Choosing;
    friend bool operator==(const State&, const State&) = default;
    std::int32_t needed(int player) const { return player == mover ? mine : theirs; }
  };

  static constexpr int kMaxFaces = 64;

  Pig(std::array<int, 2> targets, const std::vector<int>& faces, int players)
      : faces_count_(static_cast<int>(faces.size())), players_(players), targets_(targets) {
    for (int i = 0; i < faces_count_; ++i) faces_[i] = faces[i];
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
    State s{targets_[0] - max_score, targets_[1] - min_score, pot, static_cast<std::uint8_t>(mover),
            rolling ? Phase::Rolling : Phase::Choosing};
    if (mover == 1) std::swap(s.mine, s.theirs);
    if (s.mine == 0 || s.theirs == 0) s.phase = Phase::Over;
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

  // Each face with the state it leads to.
  HAZARD_INLINE void deal(const State& s, auto&& sink) const {
    for (int face = 0; face < faces_count_; ++face)
      sink(static_cast<Move>(face), face_probability_, rolled(s, faces_[face]));
  }

  HAZARD_INLINE State apply(State s, Move move) const {
    if (move == Move::Roll) {
      s.phase = Phase::Rolling;
      return s;
    }
    return move == Move::Hold ? bank(s) : rolled(s, faces_[static_cast<int>(move)]);
  }

  // Any action or face, each as likely as the others.
  Move random_move(const State& s, Random& random) const {
    if (s.phase == Phase::Rolling)
      return static_cast<Move>(random.below(static_cast<std::uint32_t>(faces_count_)));
    return s.pot > 0 && random.below(2) == 0 ? Move::Hold : Move::Roll;
  }

  // Alone, every turn costs one: paid when it ends, by holding, by a bust or by reaching the target.
  HAZARD_INLINE double reward(const State& s, Move move) const {
    if (players_ == 2) [[likely]]
      return 0.0;
    if (move == Move::Roll) return 0.0;
    if (move == Move::Hold) return -1.0;
    const int points = faces_[static_cast<int>(move)];
    return points == 0 || s.pot + points >= s.mine ? -1.0 : 0.0;
  }

  // Before the end: the lead in points, being on move and most of the pot included, against what luck can
  // still do in the points to go, squashed into a chance to win. The constants were fitted to the exact
  // solution of the game to 100 (rms error 0.05).
  HAZARD_INLINE double value(const State& s) const {
    if (players_ == 1) [[unlikely]]
      return s.phase == Phase::Over ? 0.0
                                    : -(s.mine - kPotShare * static_cast<double>(s.pot)) / points_per_turn_;
    if (s.phase == Phase::Over) return s.needed(0) == 0 ? 1.0 : 0.0;
    const float on_move = tempo_ + kPotShare * static_cast<float>(s.pot);
    const float lead = static_cast<float>(s.theirs - s.mine) + on_move;
    const float ahead = std::max(-1.0F, std::min(1.0F, lead * inverse_spread_[s.mine + s.theirs]));
    const float certainty = s.mover == 0 ? ahead : -ahead;
    return 0.5F + certainty * (1.0F - 0.5F * std::abs(certainty));
  }

  Features features() const {
    return {.reward = players_ == 1, .rank = false, .quiet = false, .prior = false};
  }
  Bounds bounds() const { return players_ == 2 ? Bounds{0.0, 1.0} : Bounds{}; }

  std::uint64_t key(const State& s) const {
    return mix64(static_cast<std::uint64_t>(s.needed(0)) | static_cast<std::uint64_t>(s.needed(1)) << 16 |
                 static_cast<std::uint64_t>(s.pot) << 32 | static_cast<std::uint64_t>(s.mover) << 48 |
                 static_cast<std::uint64_t>(s.phase) << 49);
  }

  std::string text(const State& s) const {
    return std::to_string(score(s, 0)) + " " + std::to_string(score(s, 1)) + " " + std::to_string(s.pot) +
           (s.mover == 0 ? " max" : " min") + (s.phase == Phase::Rolling ? " rolling" : "");
  }

  std::variant<Action, Face> record(const State&, Move move) const {
    if (move == Move::Roll) return Action::Roll;
    if (move == Move::Hold) return Action::Hold;
    return Face{static_cast<int>(move) + 1, faces_[static_cast<int>(move)]};
  }

  int score(const State& s, int player) const { return targets_[player] - s.needed(player); }
  int players() const { return players_; }
  std::array<int, 2> targets() const { return targets_; }

 private:
  HAZARD_INLINE State rolled(State s, int points) const {
    s.phase = Phase::Choosing;
    if (points == 0) return passed(s);
    s.pot += points;
    // A turn that reaches the target is over at once: there is nothing left to risk.
    return s.pot >= s.mine ? bank(s) : s;
  }

  HAZARD_INLINE State bank(State s) const {
    // Points beyond the target are worth nothing; one state for each way to win keeps the game small.
    if (s.pot >= s.mine) s.phase = Phase::Over;
    s.mine = s.pot < s.mine ? s.mine - s.pot : 0;
    return passed(s);
  }

  // The next turn, of the other player where there is one.
  HAZARD_INLINE State passed(State s) const {
    s.pot = 0;
    if (players_ == 1) [[unlikely]]
      return s;
    std::swap(s.mine, s.theirs);
    s.mover ^= 1;
    return s;
  }

  static constexpr float kPotShare = 0.79F;  // what a point in the pot is worth, against one that is banked

  int faces_count_;
  int players_;
  std::array<int, 2> targets_;
  std::array<std::int32_t, kMaxFaces> faces_{};
  double face_probability_;
  double points_per_turn_;             // roughly what a sensible turn brings
  float tempo_;                        // points that being on move is worth
  std::vector<float> inverse_spread_;  // by the points both still need
};

static_assert(Game<Pig>);

}  // namespace hazard
