// 2048 (G. Cirulli 2014): slide all tiles to one side; equal tiles that meet merge into one of twice the
// value, which is scored; then chance puts a 2 (nine times in ten) or a 4 on an empty cell. It is over when
// no slide changes the board. One player, MAX.
//
// What it is played for is a setting:
//
//   Score     each merge pays its tile; the value is the score still to come
//   Survival  nothing is paid; the value is the row heuristic, and 0 when the game is over, below any other
//   Goal      1 once a given tile is made, which ends the game, and 0 if it never is
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/game.hpp"
#include "core/random.hpp"
#include "domains/twenty48/beyond.hpp"
#include "domains/twenty48/board.hpp"
#include "domains/twenty48/board_value.hpp"
#include "domains/twenty48/row_heuristic.hpp"

namespace hazard {

class Twenty48 {
 public:
  using Board = twenty48::Board;
  using Beyond = twenty48::Beyond;
  using Powers = twenty48::Powers;

  // An action is the direction; an outcome is 4 + 2 * cell, one more for a 4.
  enum class Move : std::uint8_t { Up, Right, Down, Left };
  static constexpr int kFirstOutcome = 4;

  // How moves look outside.
  enum class Slide : std::uint8_t { Up, Right, Down, Left };
  struct Spawn {
    std::uint8_t tile = 2, row = 0, column = 0;
    friend auto operator<=>(const Spawn&, const Spawn&) = default;
  };

  // Opening: two tiles are still to come before the first slide.
  enum class Phase : std::uint8_t { Choosing, Spawning, Opening, Over };

  struct State {
    Board board = 0;
    Beyond beyond = 0;  // what tiles above 32768 have more
    Phase phase = Phase::Opening;
    friend bool operator==(const State&, const State&) = default;
  };

  enum class Objective : std::uint8_t { Score, Survival, Goal };

  struct Settings {
    int rows = 4, columns = 4;
    Objective objective = Objective::Score;
    int goal = 0;           // the power of two to make, for Objective::Goal
    bool symmetry = false;  // keep only one of the boards that are mirror images of each other
    std::optional<twenty48::RowWeights> row_weights = {};  // those of the objective, unless given
  };

  // Slides to different sides move different sums of rows and columns, and tiles appear on different cells.
  // (Of mirror images some may be the same; searching them twice costs little.)
  static constexpr bool kDistinctSuccessors = true;
  static constexpr bool kOnePlayer = true;

  static constexpr double kTwo = 0.9, kFour = 0.1;

  explicit Twenty48(const Settings& settings, std::shared_ptr<const twenty48::BoardValue> network = nullptr)
      : settings_(settings),
        along_rows_(twenty48::table_for<twenty48::Slides>(settings.columns)),
        along_columns_(twenty48::table_for<twenty48::Slides>(settings.rows)),
        row_values_(twenty48::row_heuristic(settings.columns, row_weights())),
        column_values_(settings.rows == settings.columns
                           ? row_values_
                           : twenty48::row_heuristic(settings.rows, row_weights())),
        network_(std::move(network)),
        by_rows_(settings.objective != Objective::Goal && network_ == nullptr) {
    for (int row = 0; row < settings.rows; ++row) {
      for (int column = 0; column < settings.columns; ++column) {
        const Board cell = Board{1} << (4 * (twenty48::kSide * row + column));
        cells_ |= cell;
        if (column + 1 < settings.columns) has_right_ |= cell;
        if (row + 1 < settings.rows) has_below_ |= cell;
      }
    }
  }

  State start() const { return {}; }

  HAZARD_INLINE Turn turn(const State& s) const {
    if (s.phase == Phase::Choosing) return Turn::Max;
    return s.phase == Phase::Over ? Turn::Over : Turn::Chance;
  }

  void actions(const State& s, auto&& sink) const {
    expand(s, [&](Move move, const State&) { sink(move); });
  }

  // Whether a slide is possible shows when it is made.
  HAZARD_INLINE void expand(const State& s, auto&& sink) const {
    if (twenty48::slides_beyond(s.board, s.beyond)) [[unlikely]] {
      for (const Slid& next : slides_by_cells(s))
        if (next.changes) sink(next.move, next.state);
      return;
    }
    const Board turned = twenty48::transpose(s.board);
    const Board up = along_columns_.left(turned), down = along_columns_.right(turned);
    const Board right = along_rows_.right(s.board), left = along_rows_.left(s.board);
    if (up != turned) sink(Move::Up, slid(twenty48::transpose(up)));
    if (right != s.board) sink(Move::Right, slid(right));
    if (down != turned) sink(Move::Down, slid(twenty48::transpose(down)));
    if (left != s.board) sink(Move::Left, slid(left));
  }

  // First all the 2s, which are likelier, then all the 4s.
  HAZARD_INLINE void outcomes(const State& s, auto&& sink) const {
    const Board empty = cells_ & ~twenty48::tiles(s.board);
    const double share = 1.0 / std::popcount(empty);
    for (Board left = empty; left != 0; left &= left - 1) sink(outcome(left, 0), kTwo * share);
    for (Board left = empty; left != 0; left &= left - 1) sink(outcome(left, 1), kFour * share);
  }

  // One outcome, drawn by its probability.
  Move sample(const State& s, Random& random) const {
    Board empty = cells_ & ~twenty48::tiles(s.board);
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(empty))); skip > 0;
         --skip) {
      empty &= empty - 1;
    }
    return outcome(empty, random.uniform() < kTwo ? 0 : 1);
  }

  HAZARD_INLINE State apply(const State& s, Move move) const {
    return static_cast<int>(move) < kFirstOutcome ? slide(s, move) : spawn(s, move);
  }

  HAZARD_INLINE double reward(const State& s, Move move) const {
    if (settings_.objective != Objective::Score || static_cast<int>(move) >= kFirstOutcome) return 0.0;
    if (s.beyond != 0) [[unlikely]]
      return slide_by_cells(s, move).gained;
    return move == Move::Left || move == Move::Right ? along_rows_.gained(s.board)
                                                     : along_columns_.gained(twenty48::transpose(s.board));
  }

  HAZARD_INLINE double value(const State& s) const {
    if (by_rows_) [[likely]]
      return s.phase == Phase::Over ? 0.0 : look(seen(s));
    return settings_.objective == Objective::Goal ? chance_of_goal(s) : points_to_come(s);
  }

  Bounds bounds() const { return settings_.objective == Objective::Goal ? Bounds{0.0, 1.0} : Bounds{}; }

  std::uint64_t key(const State& s) const {
    return mix64(s.board) ^ s.beyond * 0x9E3779B97F4A7C15ULL ^ static_cast<std::uint64_t>(s.phase) << 61;
  }

  // A tile that comes adds to the sum; a slide keeps it and is followed by chance or the end.
  int level(const State& s) const {
    int sum = s.phase == Phase::Choosing ? 0 : 1;
    for (const int power : twenty48::powers_of(s.board, s.beyond)) sum += (1 << power) & ~1;
    return sum;
  }

  // The rows from the top, and "spawn" while a tile is still to come: "2 4 ./. . 2/. . . spawn".
  std::string text(const State& s) const {
    std::string line;
    for (int row = 0; row < settings_.rows; ++row) {
      if (row > 0) line += '/';
      for (int column = 0; column < settings_.columns; ++column) {
        const int power = twenty48::power_at(s.board, s.beyond, twenty48::kSide * row + column);
        if (column > 0) line += ' ';
        line += power == 0 ? "." : std::to_string(1 << power);
      }
    }
    return s.phase == Phase::Spawning ? line + " spawn" : line;
  }

  std::variant<Slide, Spawn> record(const State&, Move move) const {
    const int number = static_cast<int>(move) - kFirstOutcome;
    if (number < 0) return static_cast<Slide>(move);
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    return Spawn{byte(number % 2 == 0 ? 2 : 4), byte(number / 2 / twenty48::kSide),
                 byte(number / 2 % twenty48::kSide)};
  }

  // Any position: before a slide, or with a tile still to come. The caller has checked that there is room,
  // and that the tiles do not add up to more than can be made.
  State position(const Powers& powers, bool spawning) const {
    State s = turned({twenty48::board_of(powers), twenty48::beyond_of(powers), Phase::Spawning});
    if (s.board == 0) return start();
    s.phase = reached_goal(s) ? Phase::Over : spawning ? Phase::Spawning : phase_before_slide(s);
    return s;
  }

  // The board as networks and heuristics know it, which is the board itself up to 32768.
  HAZARD_INLINE Board seen(const State& s) const {
    if (s.beyond == 0) [[likely]]
      return s.board;
    return twenty48::within_reach(twenty48::powers_of(s.board, s.beyond));
  }

  const Settings& settings() const { return settings_; }

  // Points must be in points, to be added to those that are scored.
  twenty48::RowWeights row_weights() const {
    return settings_.row_weights.value_or(settings_.objective == Objective::Score ? twenty48::kInPoints
                                                                                  : twenty48::kWellKnown);
  }

 private:
  HAZARD_INLINE static Move outcome(Board cells, int four) {
    // The lowest bit of cell n is bit 4 n: half of it is 2 n.
    return static_cast<Move>(kFirstOutcome + std::countr_zero(cells) / 2 + four);
  }

  // A slide cell by cell, of a board with tiles that the tables do not know.
  struct Slid {
    Move move = Move::Up;
    bool changes = false;
    int gained = 0;
    State state;
  };

  [[gnu::noinline]] Slid slide_by_cells(const State& s, Move move) const {
    const Powers before = twenty48::powers_of(s.board, s.beyond);
    Powers powers = before;
    const bool along_rows = move == Move::Left || move == Move::Right;
    const int gained = twenty48::slide_cells(powers, settings_.rows, settings_.columns, along_rows,
                                             move == Move::Right || move == Move::Down);
    const State after = slid({twenty48::board_of(powers), twenty48::beyond_of(powers), Phase::Spawning});
    return {move, powers != before, gained, after};
  }

  [[gnu::noinline, gnu::cold]] std::array<Slid, 4> slides_by_cells(const State& s) const {
    return {slide_by_cells(s, Move::Up), slide_by_cells(s, Move::Right), slide_by_cells(s, Move::Down),
            slide_by_cells(s, Move::Left)};
  }

  HAZARD_INLINE State slide(const State& s, Move move) const {
    if (twenty48::slides_beyond(s.board, s.beyond)) [[unlikely]]
      return slide_by_cells(s, move).state;
    switch (move) {
      case Move::Up:
        return slid(twenty48::transpose(along_columns_.left(twenty48::transpose(s.board))));
      case Move::Right:
        return slid(along_rows_.right(s.board));
      case Move::Down:
        return slid(twenty48::transpose(along_columns_.right(twenty48::transpose(s.board))));
      default:
        return slid(along_rows_.left(s.board));
    }
  }

  HAZARD_INLINE State slid(Board board) const { return slid(State{board, 0, Phase::Spawning}); }

  HAZARD_INLINE State slid(State s) const {
    s = turned(s);
    if (reached_goal(s)) s.phase = Phase::Over;
    return s;
  }

  HAZARD_INLINE State spawn(const State& s, Move move) const {
    const int number = static_cast<int>(move) - kFirstOutcome;
    const Board board = s.board | Board{1U + (number & 1)} << (2 * (number & ~1));
    State next = turned({board, s.beyond, Phase::Spawning});
    if (s.phase != Phase::Opening) [[likely]]
      next.phase = phase_before_slide(next);
    return next;
  }

  // The one that stands for all mirror images, if only one is kept.
  HAZARD_INLINE State turned(const State& s) const {
    if (!settings_.symmetry) [[likely]]
      return s;
    if (s.beyond == 0) return {twenty48::canonical(s.board, settings_.rows, settings_.columns), 0, s.phase};
    const Powers powers =
        twenty48::canonical(twenty48::powers_of(s.board, s.beyond), settings_.rows, settings_.columns);
    return {twenty48::board_of(powers), twenty48::beyond_of(powers), s.phase};
  }

  // With an empty cell some tile can move into it; without, two equal neighbours are needed.
  HAZARD_INLINE Phase phase_before_slide(const State& s) const {
    return twenty48::tiles(s.board) != cells_ || has_equal_neighbours(s) ? Phase::Choosing : Phase::Over;
  }

  bool has_equal_neighbours(const State& s) const {
    if (s.beyond != 0) [[unlikely]]
      return twenty48::has_equal_neighbours(twenty48::powers_of(s.board, s.beyond), settings_.rows,
                                            settings_.columns);
    const Board right = has_right_ & ~twenty48::tiles(s.board ^ s.board >> 4);
    const Board below = has_below_ & ~twenty48::tiles(s.board ^ s.board >> 16);
    return (right | below) != 0;
  }

  HAZARD_INLINE bool reached_goal(const State& s) const {
    if (settings_.objective != Objective::Goal) [[likely]]
      return false;
    if (settings_.goal > twenty48::kMaxPower) return has_tile(s, settings_.goal);
    return (cells_ & ~twenty48::tiles(s.board ^ cells_ * static_cast<Board>(settings_.goal))) != 0;
  }

  static bool has_tile(const State& s, int power) {
    const Powers powers = twenty48::powers_of(s.board, s.beyond);
    return std::find(powers.begin(), powers.end(), power) != powers.end();
  }

  // The row heuristic.
  HAZARD_INLINE double look(Board board) const {
    return row_values_->rows(board) + column_values_->rows(twenty48::transpose(board));
  }

  double chance_of_goal(const State& s) const {
    if (s.phase == Phase::Over) return reached_goal(s) ? 1.0 : 0.0;
    return look(seen(s)) / (look(0) + 8 * 4 * row_weights().merge);  // nothing looks better
  }

  // The network knows boards that have been slid; before, the best slide is worth what follows it.
  double points_to_come(const State& s) const {
    if (s.phase == Phase::Over) return 0.0;
    if (s.phase != Phase::Choosing) return network_->of(seen(s));
    double best = 0.0;
    expand(s, [&](Move move, const State& next) {
      best = std::max(best, reward(s, move) + network_->of(seen(next)));
    });
    return best;
  }

  Settings settings_;
  const twenty48::Slides &along_rows_, &along_columns_;
  std::shared_ptr<const twenty48::RowHeuristic> row_values_, column_values_;
  std::shared_ptr<const twenty48::BoardValue> network_;
  bool by_rows_;                         // the value is the row heuristic
  Board cells_ = 0;                      // the lowest bit of each cell of the board
  Board has_right_ = 0, has_below_ = 0;  // of those with a neighbour on that side
};

static_assert(Game<Twenty48>);

}  // namespace hazard
