// Forced movement in a straight line, and flanking.
#pragma once

#include "domains/fivee/grid/reach.hpp"

namespace hazard::fivee {

namespace detail {

// `part` of `whole` times `length`, to the nearest whole number, halves away from 0.
constexpr int rounded_share(int length, int part, int whole) {
  const int doubled = 2 * std::abs(length) * part + whole;
  return (length < 0 ? -1 : 1) * (doubled / (2 * whole));
}

// Whether a creature fits there: on the map, off the walls and `blocked`.
inline bool fits(const Map& map, int x, int y, int side, const CellSet& blocked) {
  if (x < 0 || y < 0 || x + side > map.width || y + side > map.height) return false;
  const Cell at{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
  return !map.walls.intersects(at, side) && !blocked.intersects(at, side);
}

// Along (dx, dy) for as many cells as `feet` allow and the way is free; `go_on(cell)` may end it earlier. The
// straight line is drawn cell by cell, so that each step is one of the eight, and corners of walls are not
// cut.
template <class GoOn>
Cell moved_along(const Map& map, Cell cell, int side, int dx, int dy, int feet, CellSet blocked,
                 GoOn&& go_on) {
  const int longest = std::max(std::abs(dx), std::abs(dy));
  if (longest == 0) return cell;
  blocked.remove(cell, side);
  Cell at = cell;
  for (int step = 1; step * kFeetPerCell <= feet; ++step) {
    const int x = cell.x + rounded_share(dx, step, longest), y = cell.y + rounded_share(dy, step, longest);
    if (!fits(map, x, y, side, blocked)) break;
    if (!fits(map, x, at.y, side, {}) || !fits(map, at.x, y, side, {})) break;
    const Cell next{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
    if (!go_on(next)) break;
    at = next;
  }
  return at;
}

}  // namespace detail

// Where a creature ends that is pushed straight away from the space (from, from_side), from centre to centre.
// It stops before walls, before the edge of the map and before `blocked` (other creatures).
inline Cell pushed(const Map& map, Cell cell, int side, Cell from, int from_side, int feet,
                   const CellSet& blocked) {
  const int dx = 2 * cell.x + side - 2 * from.x - from_side, dy = 2 * cell.y + side - 2 * from.y - from_side;
  return detail::moved_along(map, cell, side, dx, dy, feet, blocked, [](Cell) { return true; });
}

// Where a creature ends that is pulled straight towards the space (to, to_side), at most next to it.
inline Cell pulled(const Map& map, Cell cell, int side, Cell to, int to_side, int feet,
                   const CellSet& blocked) {
  const int dx = 2 * to.x + to_side - 2 * cell.x - side, dy = 2 * to.y + to_side - 2 * cell.y - side;
  return detail::moved_along(map, cell, side, dx, dy, feet, blocked,
                             [&](Cell next) { return distance_feet(next, side, to, to_side) > 0; });
}

// The optional rule: both next to the target, and the line between the centres of their spaces passes through
// opposite sides or opposite corners of the target's space.
constexpr bool flanks(Cell a, int side_a, Cell b, int side_b, Cell target, int side) {
  if (distance_feet(a, side_a, target, side) != kFeetPerCell) return false;
  if (distance_feet(b, side_b, target, side) != kFeetPerCell) return false;
  // In half cells: along one axis the line goes from before the space to beyond it, and where it meets the
  // two sides it lies within the space along the other axis.
  const auto through = [](int a1, int a2, int b1, int b2, int low1, int low2, int length) {
    const int run = b1 - a1, rise = b2 - a2;
    if (a1 > low1 || b1 < low1 + length) return false;
    for (const int side_at : {low1, low1 + length}) {
      const int met = a2 * run + rise * (side_at - a1);  // times run
      if (met < low2 * run || met > (low2 + length) * run) return false;
    }
    return true;
  };
  const int ax = 2 * a.x + side_a, ay = 2 * a.y + side_a, bx = 2 * b.x + side_b, by = 2 * b.y + side_b;
  const int tx = 2 * target.x, ty = 2 * target.y, length = 2 * side;
  return through(ax, ay, bx, by, tx, ty, length) || through(bx, by, ax, ay, tx, ty, length) ||
         through(ay, ax, by, bx, ty, tx, length) || through(by, bx, ay, ax, ty, tx, length);
}

}  // namespace hazard::fivee
