// How the battle map's plain values look from Python, and what of them is refused.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "domains/fivee/grid/grid.hpp"

namespace hazard::fivee::bound {

using Pairs = std::vector<std::tuple<int, int>>;
using Space = std::tuple<int, int, int>;  // x, y, side

inline void refuse_unless(bool holds, const std::string& message) {
  if (!holds) throw GameError(message);
}

inline Cell cell_from(const Map& map, const std::tuple<int, int>& pair, const char* what) {
  const auto [x, y] = pair;
  refuse_unless(x >= 0 && y >= 0 && x < map.width && y < map.height,
                std::string(what) + " at (" + std::to_string(x) + ", " + std::to_string(y) +
                    ") is off the map; it has " + std::to_string(map.width) + " by " +
                    std::to_string(map.height) + " cells, counted from 0");
  return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
}

inline CellSet cells_from(const Map& map, const Pairs& pairs, const char* what) {
  CellSet cells;
  for (const auto& pair : pairs) cells.set(cell_from(map, pair, what));
  return cells;
}

inline std::pair<Cell, int> space_from(const Map& map, const Space& space, const char* what) {
  const auto [x, y, side] = space;
  refuse_unless(side >= 1 && side <= kMaxFootprint,
                std::string(what) + ": a side of " + std::to_string(side) + " cells; expected 1 to 4");
  const Cell cell = cell_from(map, {x, y}, what);
  cell_from(map, {x + side - 1, y + side - 1}, what);
  return {cell, side};
}

inline std::vector<Placed> creatures_from(const Map& map, const std::vector<Space>& spaces) {
  refuse_unless(spaces.size() <= kMaxAreaTargets,
                std::to_string(spaces.size()) + " creatures; expected at most 64");
  std::vector<Placed> placed;
  for (const Space& space : spaces) {
    const auto [cell, side] = space_from(map, space, "creature");
    placed.push_back({cell, static_cast<std::uint8_t>(side)});
  }
  return placed;
}

inline AreaAttack area_from(const std::string& shape, int size_feet, int width_feet, int range_feet) {
  static const std::map<std::string, Shape> kShapes{
      {"sphere", Shape::Sphere}, {"cube", Shape::Cube},           {"cone", Shape::Cone},
      {"line", Shape::Line},     {"emanation", Shape::Emanation}, {"cylinder", Shape::Cylinder}};
  const auto found = kShapes.find(shape);
  refuse_unless(found != kShapes.end(),
                "shape '" + shape + "'; expected sphere, cube, cone, line, emanation or cylinder");
  const auto checked = [](int feet, int least, const char* what) {
    refuse_unless(feet >= least && feet <= 5000, std::string(what) + " of " + std::to_string(feet) +
                                                     " feet; expected " + std::to_string(least) + " to 5000");
    return feet;
  };
  return {found->second, checked(size_feet, 5, "a size"), checked(width_feet, 0, "a width"),
          checked(range_feet, 0, "a range")};
}

inline Aim aim_from(const Map& map, const std::tuple<int, int, int, int>& numbers) {
  const auto [x, y, dx, dy] = numbers;
  refuse_unless(x >= 0 && y >= 0 && x <= 2 * map.width && y <= 2 * map.height,
                "the point of origin (" + std::to_string(x) + ", " + std::to_string(y) +
                    "), in half cells, is off the map");
  refuse_unless(std::abs(dx) <= 1000 && std::abs(dy) <= 1000,
                "the aim (" + std::to_string(dx) + ", " + std::to_string(dy) + "); expected -1000 to 1000");
  return aim(x, y, dx, dy);
}

// Microseconds for one call of each question, best of `rounds`; "by lines" is without the table of sight.
std::map<std::string, double> timings(const Map& map, const std::vector<Space>& creatures, int rounds);

}  // namespace hazard::fivee::bound
