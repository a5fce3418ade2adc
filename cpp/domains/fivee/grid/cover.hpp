// Cover and line of sight between two spaces on the grid.
//
// The reading of the rules for play on a grid: the attacker picks a corner of one of its squares and a square
// of the target, and traces lines to that square's four corners. One or two stopped lines are half cover,
// three are three-quarters cover; the attacker picks what is best for it. With every line stopped there is no
// way through, total cover. A creature in the way stops lines too, but gives half cover at most. What stops a
// line: see grid_sight.hpp for walls; of a creature only the inside of its squares does, for creatures leave
// gaps.
#pragma once

#include "domains/fivee/grid/map.hpp"

namespace hazard::fivee {

enum class Cover : std::uint8_t { None, Half, ThreeQuarters, Total };

// Whether a line between two corners passes through the inside of a cell: they overlap in x, in y, and the
// cell has corners on both sides of the line.
constexpr bool crosses(Corner from, Corner to, Cell cell) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  if (std::min(from.x, to.x) > cell.x || std::max(from.x, to.x) <= cell.x) return false;
  if (std::min(from.y, to.y) > cell.y || std::max(from.y, to.y) <= cell.y) return false;
  const int side = dx * (cell.y - from.y) - dy * (cell.x - from.x);
  return side + std::min(dx, 0) - std::max(dy, 0) < 0 && side + std::max(dx, 0) - std::min(dy, 0) > 0;
}

// Which corners of a space the walls leave in view. Bit i of rows[j]: the corner i to the right of and j
// below its top left.
struct View {
  std::array<std::uint8_t, kMaxFootprint + 1> rows{};

  constexpr bool any() const {
    std::uint8_t seen = 0;
    for (const std::uint8_t row : rows) seen |= row;
    return seen != 0;
  }
  // How many of the four corners of the square (i, j) of the space.
  constexpr int lines_to(int i, int j) const {
    return std::popcount((rows[j] >> i & 3U) | (rows[j + 1] >> i & 3U) << 2);
  }
};

namespace detail {

// Takes out lines that would slip through a pinch at either end. `own` is the space that `from` is a corner
// of; own_side 0: a point in no creature's space.
inline void stop_at_pinches(const Map& map, Corner from, Cell own, int own_side, Cell to, int side,
                            View& view) {
  const WallLines lines{map.width, map.height, map.walls};
  const auto pinched = [&](Corner at) { return map.sight ? map.sight->pinched(at) : lines.pinched(at); };
  // A pinch has walls on two sides, so of a large space only the outermost corners can lie at one.
  const auto inner = [](int at, int start) { return at == start ? at : at - 1; };
  const bool leaves_pinch = own_side > 0 && pinched(from);
  for (int j = 0; j <= side; ++j)
    for (int i = 0; i <= side; ++i) {
      const Corner end = corner(to.x + i, to.y + j);
      const bool slips_out = leaves_pinch && (end == from || !from_own_side(from, inner(from.x, own.x),
                                                                            inner(from.y, own.y), end));
      const bool slips_in =
          pinched(end) && ((own_side > 0 && end == from) ||
                           !from_own_side(end, inner(end.x, to.x), inner(end.y, to.y), from));
      if (slips_out || slips_in) view.rows[j] &= static_cast<std::uint8_t>(~(1U << i));
    }
}

// The cells of a set between two spaces, their own left out.
class Between {
 public:
  Between() {}  // nobody; not defaulted, or a constant one would have its columns and rows set
  Between(const CellSet& cells, Cell a, int side_a, Cell b, int side_b) {
    const int left = std::min(a.x, b.x), right = std::max(a.x + side_a, b.x + side_b);
    const int top = std::min(a.y, b.y), bottom = std::max(a.y + side_a, b.y + side_b);
    const std::uint64_t columns = CellSet::span(left, right - left);
    for (int y = top; y < bottom; ++y) {
      std::uint64_t rest = cells.row(y) & columns;
      if (y >= a.y && y < a.y + side_a) rest &= ~CellSet::span(a.x, side_a);
      if (y >= b.y && y < b.y + side_b) rest &= ~CellSet::span(b.x, side_b);
      for (; rest != 0; rest &= rest - 1) {
        columns_[count_] = static_cast<std::uint8_t>(std::countr_zero(rest));
        rows_[count_++] = static_cast<std::uint8_t>(y);
      }
    }
  }

  bool empty() const { return count_ == 0; }
  bool stop(Corner from, Corner to) const {
    for (int i = 0; i < count_; ++i)
      if (crosses(from, to, Cell{columns_[i], rows_[i]})) return true;
    return false;
  }

 private:
  int count_ = 0;
  // Numbers, not cells, which would set themselves to 0: only the first count_ are ever read.
  std::array<std::uint8_t, kMaxSide * kMaxSide> columns_, rows_;
};

// Whether any cell of the set lies between two spaces or touches a line that does.
inline bool any_near(const CellSet& cells, Cell a, int side_a, Cell b, int side_b) {
  const int left = std::max(std::min(a.x, b.x) - 1, 0), right = std::max(a.x + side_a, b.x + side_b) + 1;
  const int top = std::min(a.y, b.y) - 1, bottom = std::max(a.y + side_a, b.y + side_b) + 1;
  std::uint64_t met = 0;
  for (int y = top; y < bottom; ++y) met |= cells.row_or_none(y);
  return (met & CellSet::span(left, right - left)) != 0;
}

constexpr Cell square_of(Cell at, int side, int number) {
  return {static_cast<std::uint8_t>(at.x + number % side), static_cast<std::uint8_t>(at.y + number / side)};
}

}  // namespace detail

// What the corner `from` of the space (own, own_side) sees of the space (to, side) past the walls.
inline View view(const Map& map, Corner from, Cell own, int own_side, Cell to, int side) {
  View seen;
  for (int j = 0; j <= side; ++j) {
    if (map.sight) {
      seen.rows[j] = static_cast<std::uint8_t>(map.sight->clear_row(from, corner(to.x, to.y + j), side + 1));
      continue;
    }
    for (int i = 0; i <= side; ++i)
      if (clear_line(map, from, corner(to.x + i, to.y + j)))
        seen.rows[j] |= static_cast<std::uint8_t>(1U << i);
  }
  if (!map.sight || map.sight->any_pinch()) detail::stop_at_pinches(map, from, own, own_side, to, side, seen);
  return seen;
}

namespace detail {

// The least cover of a space from lines that start at `eye`, or `best` if that is less.
inline Cover least_cover(const View& seen, Corner eye, Cell to, int side, const Between& creatures,
                         Cover best) {
  constexpr Cover kByLines[] = {Cover::Total, Cover::ThreeQuarters, Cover::Half, Cover::Half, Cover::None};
  const auto stopped = [&](int x, int y) {
    return creatures.stop(eye, corner(x, y)) || creatures.stop(eye, corner(x + 1, y)) ||
           creatures.stop(eye, corner(x, y + 1)) || creatures.stop(eye, corner(x + 1, y + 1));
  };
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      Cover here = kByLines[seen.lines_to(i, j)];
      if (here >= best) continue;
      if (here == Cover::None && !creatures.empty() && stopped(to.x + i, to.y + j)) here = Cover::Half;
      best = std::min(best, here);
    }
  return best;
}

// The least cover from any corner of the one to the other.
inline Cover cover_past(const Map& map, Cell from, int from_side, Cell to, int to_side,
                        const Between& creatures) {
  Cover best = Cover::Total;
  for (int y = from.y; y <= from.y + from_side; ++y)
    for (int x = from.x; x <= from.x + from_side; ++x) {
      const View seen = view(map, corner(x, y), from, from_side, to, to_side);
      best = least_cover(seen, corner(x, y), to, to_side, creatures, best);
      if (best == Cover::None) return best;
    }
  return best;
}

}  // namespace detail

// Cover against an attack. `creatures_between` may hold the two themselves; their own squares are passed
// over.
inline Cover cover(const Map& map, Cell from, int from_side, Cell to, int to_side,
                   const CellSet& creatures_between) {
  const detail::Between creatures(creatures_between, from, from_side, to, to_side);
  return detail::cover_past(map, from, from_side, to, to_side, creatures);
}

// The same by walls alone, for a quick look: creatures come and go.
inline Cover wall_cover(const Map& map, Cell from, int from_side, Cell to, int to_side) {
  const detail::Between nobody;
  return detail::cover_past(map, from, from_side, to, to_side, nobody);
}

// Cover against what bursts from a point, for saving throws.
inline Cover cover_from_point(const Map& map, Corner origin, Cell to, int to_side,
                              const CellSet& creatures_between) {
  const Cell point{static_cast<std::uint8_t>(origin.x), static_cast<std::uint8_t>(origin.y)};
  const detail::Between creatures(creatures_between, point, 0, to, to_side);
  return detail::least_cover(view(map, origin, {}, 0, to, to_side), origin, to, to_side, creatures,
                             Cover::Total);
}

// Whether anything can pass between the two at all.
inline bool line_of_effect(const Map& map, Cell from, int from_side, Cell to, int to_side) {
  for (int y = from.y; y <= from.y + from_side; ++y)
    for (int x = from.x; x <= from.x + from_side; ++x)
      if (view(map, corner(x, y), from, from_side, to, to_side).any()) return true;
  return false;
}

// Whether one space can be seen from another: by a line that neither walls nor obscured cells stop. Within an
// obscured square nothing is seen, from there or from outside; distance does not help.
inline bool line_of_sight(const Map& map, Cell from, int from_side, Cell to, int to_side) {
  if (!detail::any_near(map.obscured, from, from_side, to, to_side))
    return line_of_effect(map, from, from_side, to, to_side);
  const Map dim{map.width, map.height, map.walls | map.obscured, {}, {}, {}};  // as if fog were walls
  const auto seen = [&](Cell eye) {
    for (int square = 0; square < to_side * to_side; ++square) {
      const Cell end = detail::square_of(to, to_side, square);
      if (!map.obscured.test(end) && line_of_effect(dim, eye, 1, end, 1)) return true;
    }
    return false;
  };
  for (int square = 0; square < from_side * from_side; ++square) {
    const Cell eye = detail::square_of(from, from_side, square);
    if (!map.obscured.test(eye) && seen(eye)) return true;
  }
  return false;
}

}  // namespace hazard::fivee
