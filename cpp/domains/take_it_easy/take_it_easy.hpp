// Take It Easy (P. Burley 1983): nineteen times, chance draws a tile and the player puts it on an empty hex.
// A line of one number from edge to edge pays that number times its length, in the moment it is completed.
// One player, MAX; board.hpp has the picture.
//
// It is played for points, or for the chance to reach a given number of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "domains/take_it_easy/board.hpp"
#include "domains/take_it_easy/board_value.hpp"
#include "domains/take_it_easy/greedy.hpp"

namespace hazard {

class TakeItEasy {
 public:
  using State = take_it_easy::Position;

  // An action is the hex; an outcome is 19 and the tile.
  using Move = std::uint8_t;
  static constexpr int kFirstOutcome = take_it_easy::kHexes;

  // How moves look outside.
  struct Placement {
    std::uint8_t hex = 0;
    friend auto operator<=>(const Placement&, const Placement&) = default;
  };
  struct Draw {
    std::uint8_t tile = 0;
    friend auto operator<=>(const Draw&, const Draw&) = default;
  };

  struct Settings {
    int target = 0;         // points to reach; 0 to play for as many as there are to be had
    bool symmetry = false;  // keep only one of a board and its half turn
  };

  static constexpr bool kDistinctSuccessors = true;
  static constexpr bool kOnePlayer = true;

  explicit TakeItEasy(const Settings& settings,
                      std::shared_ptr<const take_it_easy::BoardValue> evaluator = nullptr)
      : settings_(settings),
        evaluator_(evaluator ? std::move(evaluator) : std::make_shared<take_it_easy::LineFormula>()) {}

  State start() const { return {}; }

  HAZARD_INLINE Turn turn(const State& s) const {
    if (s.hand != take_it_easy::kNoTile) return Turn::Max;
    return s.empty == 0 ? Turn::Over : Turn::Chance;
  }

  HAZARD_INLINE void actions(const State& s, auto&& sink) const {
    take_it_easy::for_each_bit(s.empty, [&](int hex) HAZARD_INLINE { sink(static_cast<Move>(hex)); });
  }

  // Every tile that is left is as likely as any other. Tree search tries them in this order, and values a
  // board by the first of them for a while: they must not be the worst.
  HAZARD_INLINE void outcomes(const State& s, auto&& sink) const {
    const double share = 1.0 / std::popcount(s.left);
    for (const int tile : take_it_easy::kFairOrder) {
      if ((s.left >> tile & 1) != 0) sink(static_cast<Move>(kFirstOutcome + tile), share);
    }
  }

  Move sample(const State& s, Random& random) const {
    return static_cast<Move>(kFirstOutcome + take_it_easy::draw_from(s.left, random));
  }

  HAZARD_INLINE State apply(const State& s, Move move) const {
    State next = s;
    if (move >= kFirstOutcome) {
      next.draw(move - kFirstOutcome);
      return next;
    }
    next.place(s.hand, move);
    if (settings_.symmetry) [[unlikely]]
      return take_it_easy::canonical(next);
    return next;
  }

  HAZARD_INLINE double reward(const State& s, Move move) const {
    return settings_.target > 0 || move >= kFirstOutcome ? 0.0 : s.points_for(s.hand, move);
  }

  // Points to come on average, or the chance to reach the target.
  double value(const State& s) const {
    const Turn whose = turn(s);
    if (whose == Turn::Over) return settings_.target > 0 && s.score() >= settings_.target ? 1.0 : 0.0;
    if (whose == Turn::Max) return best_placement(s);
    if (settings_.target > 0) {
      double found = 0.0;
      evaluator_->chances_of_many({&s, 1}, settings_.target, {&found, 1});
      return found;
    }
    return std::has_single_bit(s.empty) ? take_it_easy::last_placement(s) : evaluator_->of(s);
  }

  // A search hands its leaves over together: one call for what follows a decision.
  void values(std::span<const State> states, std::span<double> found) const {
    const bool together = std::ranges::all_of(
        states, [this](const State& s) { return turn(s) == Turn::Chance && !std::has_single_bit(s.empty); });
    if (together && settings_.target > 0) return evaluator_->chances_of_many(states, settings_.target, found);
    if (together) return evaluator_->of_many(states, found);
    for (std::size_t i = 0; i < states.size(); ++i) found[i] = value(states[i]);
  }

  // How likely each placement is to be the best by what it leads to: one in e of those `kPriorScale` better.
  void prior(const State& s, const Edges<Move>& edges, std::vector<double>& priors) const {
    std::array<double, take_it_easy::kHexes> worth{};
    placement_values(s, worth);
    const auto count = static_cast<std::size_t>(std::popcount(s.empty));
    std::array<double, take_it_easy::kHexes> in_order{};
    std::size_t place = 0;
    for (const auto& edge : edges)
      in_order[place++] = worth[static_cast<std::size_t>(std::popcount(s.empty & ((1U << edge.move) - 1)))];
    prior_by_values({in_order.data(), count}, priors);
  }
  void prior_by_values(std::span<const double> worth, std::vector<double>& priors) const {
    const double best = *std::ranges::max_element(worth);
    const double scale = settings_.target > 0 ? kPriorScale / 100 : kPriorScale;
    for (const double one : worth) priors.push_back(std::exp((one - best) / scale));
  }

  Bounds bounds() const { return settings_.target > 0 ? Bounds{0.0, 1.0} : Bounds{}; }

  std::uint64_t key(const State& s) const {
    std::uint64_t key = mix64(s.hand);  // mixed at once, or a first line could make up for another hand
    for (int line = 0; line < take_it_easy::kLinesEachWay; ++line) {
      // Two bits a hex for each direction name the tile; 64 bits at a time are mixed in.
      const auto of = [&](int direction) {
        return std::uint64_t{s.lines[direction * take_it_easy::kLinesEachWay + line]} << (20 * direction);
      };
      key = mix64(key ^ of(0) ^ of(1) ^ of(2));
    }
    return key;
  }

  // Every step is one further: a draw, then a placement.
  int level(const State& s) const { return 2 * s.placed() + (s.hand != take_it_easy::kNoTile ? 1 : 0); }

  // The columns from the left, each from its top, and the tile in the hand after a plus:
  // "123 . ./. . . ./. 964 . . ./. . . ./. . . + 578".
  std::string text(const State& s) const {
    std::string line;
    for (int hex = 0; hex < take_it_easy::kHexes; ++hex) {
      if (hex > 0) line += take_it_easy::kGeometry.rows[hex] == 0 ? '/' : ' ';
      const int tile = s.tile_at(hex);
      line += tile == take_it_easy::kNoTile ? "." : tile_name(tile);
    }
    return s.hand == take_it_easy::kNoTile ? line : line + " + " + tile_name(s.hand);
  }

  std::variant<Placement, Draw> record(const State&, Move move) const {
    if (move < kFirstOutcome) return Placement{move};
    return Draw{static_cast<std::uint8_t>(move - kFirstOutcome)};
  }

  // Its numbers down, falling and rising: "164".
  static std::string tile_name(int tile) {
    std::string name;
    for (int direction = 0; direction < take_it_easy::kDirections; ++direction)
      name += static_cast<char>('0' + take_it_easy::number_on(tile, direction));
    return name;
  }

  const Settings& settings() const { return settings_; }
  const take_it_easy::BoardValue& evaluator() const { return *evaluator_; }

 private:
  static constexpr double kPriorScale = 4.0;  // points

  // What each placement is worth, with what it pays, in the order of the empty hexes.
  void placement_values(const State& s, std::span<double> worth) const {
    std::size_t count = 0;
    if (settings_.target > 0 || std::popcount(s.empty) <= 2) {
      take_it_easy::for_each_bit(s.empty, [&](int hex) {
        worth[count++] = reward(s, static_cast<Move>(hex)) + value(s.after(hex));
      });
      return;
    }
    evaluator_->of_placements(s, worth);
    take_it_easy::for_each_bit(s.empty, [&](int hex) { worth[count++] += s.points_for(s.hand, hex); });
  }

  double best_placement(const State& s) const {
    std::array<double, take_it_easy::kHexes> worth{};
    placement_values(s, worth);
    return *std::max_element(worth.begin(), worth.begin() + std::popcount(s.empty));
  }

  Settings settings_;
  std::shared_ptr<const take_it_easy::BoardValue> evaluator_;
};

static_assert(Game<TakeItEasy>);

}  // namespace hazard
