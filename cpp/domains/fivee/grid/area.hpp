// The cells that an area of effect covers.
//
// The reading of the rules for play on a grid: the point of origin is where corners of squares meet (or, for
// a line, also the middle of a square's side), and a square is affected if at least half of it lies inside
// the shape. We ask whether its centre does: any straight edge through the centre halves the square. The
// shapes:
//   sphere, cylinder  within the radius of the point of origin
//   cube              a block of squares with the point of origin on its rim: next to its maker, or placed
//   cone              up to its length along the aim, and as wide at any distance as it is far from the
//   origin line              up to its length along the aim, within half its width of it on both sides
//   (exactly half a
//                     square does not count here: else a line of 5 feet along a grid line would be 10 wide)
//   emanation         every square within the distance of its maker's space, counted as movement is
// Walls stop all of them: a square is left out unless a line from the point of origin to one of its corners
// is free, from either end of the side if the origin is the middle of one. The maker's own space is left out
// of cones, lines and emanations.
#pragma once

#include "domains/fivee/grid/cover.hpp"
#include "domains/fivee/words.hpp"

namespace hazard::fivee {

// Where an area goes. An emanation needs none of it.
struct Aim {
  std::int16_t x = 0, y = 0;    // the point of origin in half cells: (2, 4) is the corner (1, 2)
  std::int16_t dx = 0, dy = 0;  // cone, line: the direction; cube: its top-left cell
  bool operator==(const Aim&) const = default;
};

constexpr Aim aim(int x, int y, int dx = 0, int dy = 0) {
  const auto small = [](int n) { return static_cast<std::int16_t>(n); };
  return {small(x), small(y), small(dx), small(dy)};
}
constexpr Aim aim_at(Corner at) { return aim(2 * at.x, 2 * at.y); }

// Whether the centre of a cell lies within a shape, walls aside. `from` is the maker's space.
constexpr bool in_shape(Shape shape, int size_feet, int width_feet, Cell from, int from_side, const Aim& at,
                        Cell cell) {
  // In half cells of 2.5 feet, hence 25 and 4 below: (2.5 d)^2 <= size^2.
  const std::int64_t x = 2 * cell.x + 1 - at.x, y = 2 * cell.y + 1 - at.y;
  const std::int64_t size = 4 * std::int64_t{size_feet} * size_feet;
  const std::int64_t along = x * at.dx + y * at.dy, aside = x * at.dy - y * at.dx;
  const std::int64_t unit = std::int64_t{at.dx} * at.dx + std::int64_t{at.dy} * at.dy;
  const int cells = size_feet / kFeetPerCell;
  switch (shape) {
    case Shape::Sphere:
    case Shape::Cylinder:
      return 25 * (x * x + y * y) <= size;
    case Shape::Cube:
      return cell.x >= at.dx && cell.x < at.dx + cells && cell.y >= at.dy && cell.y < at.dy + cells;
    case Shape::Cone:
      return along > 0 && 2 * std::abs(aside) <= along && 25 * along * along <= size * unit;
    case Shape::Line:
      return along > 0 && 25 * along * along <= size * unit &&
             25 * aside * aside < std::int64_t{width_feet} * width_feet * unit;
    case Shape::Emanation:
      return distance_feet(from, from_side, cell, 1) <= size_feet;
  }
  return false;
}

// Whether the shape begins at its maker's own space.
constexpr bool from_own_space(Shape shape) {
  return shape == Shape::Cone || shape == Shape::Line || shape == Shape::Emanation;
}

// Whether walls let the effect pass from its origin to a cell.
inline bool effect_reaches(const Map& map, Shape shape, Cell from, int from_side, const Aim& at, Cell cell) {
  if (map.walls.test(cell)) return false;
  if (shape == Shape::Emanation) return line_of_effect(map, from, from_side, cell, 1);
  const int own_side = from_own_space(shape) ? from_side : 0;
  for (int y = at.y / 2; y <= (at.y + 1) / 2; ++y)
    for (int x = at.x / 2; x <= (at.x + 1) / 2; ++x)
      if (view(map, corner(x, y), from, own_side, cell, 1).any()) return true;
  return false;
}

inline bool in_area(const Map& map, Shape shape, int size_feet, int width_feet, Cell from, int from_side,
                    const Aim& at, Cell cell) {
  if (from_own_space(shape) && distance_feet(from, from_side, cell, 1) == 0) return false;
  return in_shape(shape, size_feet, width_feet, from, from_side, at, cell) &&
         effect_reaches(map, shape, from, from_side, at, cell);
}

// Whether any cell of a creature's space lies in an area.
inline bool area_touches(const Map& map, Shape shape, int size_feet, int width_feet, Cell from, int from_side,
                         const Aim& at, Cell space, int side) {
  for (int y = space.y; y < space.y + side; ++y)
    for (int x = space.x; x < space.x + side; ++x) {
      const Cell cell{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
      if (in_area(map, shape, size_feet, width_feet, from, from_side, at, cell)) return true;
    }
  return false;
}

// All cells of an area. `from` and `from_side`: the space of the creature that makes it.
inline CellSet area_cells(const Map& map, Shape shape, int size_feet, int width_feet, Cell from,
                          int from_side, const Aim& at) {
  CellSet cells;
  // No shape goes farther than this from its origin, or from its maker's space; a cube says where it is.
  const int most = (size_feet + width_feet) / kFeetPerCell + 1;
  const bool own = shape == Shape::Emanation, cube = shape == Shape::Cube;
  const int left = own ? from.x : cube ? at.dx : at.x / 2, top = own ? from.y : cube ? at.dy : at.y / 2;
  const int right = left + (own ? from_side : 1), bottom = top + (own ? from_side : 1);
  for (int y = std::max(top - most, 0); y < std::min(bottom + most, map.height); ++y)
    for (int x = std::max(left - most, 0); x < std::min(right + most, map.width); ++x) {
      const Cell cell{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
      if (in_area(map, shape, size_feet, width_feet, from, from_side, at, cell)) cells.set(cell);
    }
  return cells;
}

}  // namespace hazard::fivee
