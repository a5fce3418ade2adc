#include "domains/fivee/bind/grid.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hazard {

namespace nb = nanobind;

namespace {

using namespace fivee;
using namespace fivee::bound;
using Options = std::vector<std::pair<std::tuple<int, int, int, int>, std::vector<int>>>;

std::tuple<int, int> pair_from(Cell cell) { return {cell.x, cell.y}; }

std::vector<std::tuple<int, int>> pairs_from(const CellSet& cells) {
  std::vector<std::tuple<int, int>> pairs;
  cells.for_each([&](Cell cell) { pairs.push_back(pair_from(cell)); });
  return pairs;
}

Map map_from(int width, int height, const Pairs& walls, const Pairs& difficult, const Pairs& obscured,
             bool prepare) {
  refuse_unless(width >= 1 && width <= kMaxSide && height >= 1 && height <= kMaxSide,
                "a map of " + std::to_string(width) + " by " + std::to_string(height) +
                    " cells; expected 1 to 64 along each side");
  Map map;
  map.width = width;
  map.height = height;
  map.walls = cells_from(map, walls, "wall");
  map.difficult = cells_from(map, difficult, "difficult cell");
  map.obscured = cells_from(map, obscured, "obscured cell");
  if (prepare) map.prepare();
  return map;
}

// (feet, can stop, x, y) of every place reached, and the way to one of them if asked.
struct Moves {
  Map map;
  Reach reach;
};

Moves moves_from(const Map& map, const Space& start, int feet, const Pairs& impassable, const Pairs& crowded,
                 bool flying, bool crawling, const std::vector<std::tuple<int, int, int, int>>& threats) {
  const auto [cell, side] = space_from(map, start, "mover");
  refuse_unless(feet >= 0 && feet <= kFeetPerCell * kMaxSteps,
                "a movement of " + std::to_string(feet) + " feet; expected 0 to 635");
  refuse_unless(threats.size() <= kMaxThreats,
                std::to_string(threats.size()) + " threats; expected at most 64");
  std::vector<Threat> enemies;
  for (const auto& [x, y, enemy_side, reach_feet] : threats) {
    const auto [at, size] = space_from(map, {x, y, enemy_side}, "threat");
    refuse_unless(reach_feet >= 0 && reach_feet <= 255, "a reach of " + std::to_string(reach_feet) + " feet");
    enemies.push_back({at, static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(reach_feet)});
  }
  Moves moves{map, {}};
  reachable(map, cell, side, feet, cells_from(map, impassable, "impassable cell"),
            cells_from(map, crowded, "crowded cell"), Movement{flying, crawling, enemies}, moves.reach);
  return moves;
}

void bind_moves(nb::module_& m) {
  nb::class_<Moves>(m, "BattleMoves")
      .def("costs",  // of every place that can be reached: ((x, y), feet, whether one may end there)
           [](const Moves& moves) {
             std::vector<std::tuple<std::tuple<int, int>, int, bool>> found;
             moves.reach.reached.for_each([&](Cell cell) {
               found.emplace_back(pair_from(cell), moves.reach.feet(cell), moves.reach.can_stop(cell));
             });
             return found;
           })
      .def(
          "path",
          [](const Moves& moves, const std::tuple<int, int>& to) {
            std::vector<std::tuple<int, int>> cells;
            for (const Cell cell : path_to(moves.reach, cell_from(moves.map, to, "goal")))
              cells.push_back(pair_from(cell));
            return cells;
          },
          nb::arg("to"))
      .def(
          "leaves_reach",
          [](const Moves& moves, const std::tuple<int, int>& to, const Space& enemy, int reach_feet) {
            const auto [cell, side] = space_from(moves.map, enemy, "enemy");
            const Path path = path_to(moves.reach, cell_from(moves.map, to, "goal"));
            return fivee::leaves_reach(path, moves.reach.side, cell, side, reach_feet);
          },
          nb::arg("to"), nb::arg("enemy"), nb::arg("reach_feet"));
}

Cell moved(const Map& map, const Space& who, const Space& other, int feet, const Pairs& blocked, bool away) {
  const auto [cell, side] = space_from(map, who, "creature");
  const auto [from, from_side] = space_from(map, other, "other creature");
  const CellSet taken = cells_from(map, blocked, "blocked cell");
  refuse_unless(feet >= 0, "a push of " + std::to_string(feet) + " feet; expected 0 or more");
  return away ? pushed(map, cell, side, from, from_side, feet, taken)
              : pulled(map, cell, side, from, from_side, feet, taken);
}

Options options_from(const Map& map, const std::string& shape, int size_feet, int width_feet, int range_feet,
                     const Space& maker, const std::vector<Space>& creatures, const std::vector<int>& foes,
                     bool prune) {
  const AreaAttack area = area_from(shape, size_feet, width_feet, range_feet);
  const auto [from, side] = space_from(map, maker, "maker");
  const std::vector<Placed> placed = creatures_from(map, creatures);
  std::uint64_t enemies = 0;
  for (const int foe : foes) {
    refuse_unless(
        foe >= 0 && foe < static_cast<int>(placed.size()),
        "foe number " + std::to_string(foe) + " of " + std::to_string(placed.size()) + " creatures");
    enemies |= std::uint64_t{1} << foe;
  }
  AreaOptions options;
  area_options(map, area, from, side, placed, enemies, prune, options);
  Options found;
  for (const AreaOption& option : options) {
    std::vector<int> hit;
    for (std::uint64_t rest = option.hit; rest != 0; rest &= rest - 1) hit.push_back(std::countr_zero(rest));
    found.emplace_back(std::tuple(option.aim.x, option.aim.y, option.aim.dx, option.aim.dy), hit);
  }
  return found;
}

}  // namespace

// Spaces are (x, y, side); cells (x, y); an aim is (x, y, dx, dy), see fivee/grid_area.hpp.
void bind_fivee_grid(nb::module_& m) {
  bind_moves(m);
  nb::class_<Map>(m, "BattleMap")
      .def(
          "__init__",
          [](Map* map, int width, int height, const Pairs& walls, const Pairs& difficult,
             const Pairs& obscured,
             bool prepare) { new (map) Map(map_from(width, height, walls, difficult, obscured, prepare)); },
          nb::arg("width"), nb::arg("height"), nb::arg("walls") = Pairs{}, nb::arg("difficult") = Pairs{},
          nb::arg("obscured") = Pairs{}, nb::arg("prepare") = true)
      .def_ro("width", &Map::width)
      .def_ro("height", &Map::height)
      .def(
          "cover",  // 0 none, 1 half, 2 three-quarters, 3 total
          [](const Map& map, const Space& attacker, const Space& target, const Pairs& creatures) {
            const auto [from, from_side] = space_from(map, attacker, "attacker");
            const auto [to, to_side] = space_from(map, target, "target");
            return static_cast<int>(
                fivee::cover(map, from, from_side, to, to_side, cells_from(map, creatures, "creature")));
          },
          nb::arg("attacker"), nb::arg("target"), nb::arg("creatures") = Pairs{})
      .def(
          "cover_from_point",
          [](const Map& map, const std::tuple<int, int>& origin, const Space& target,
             const Pairs& creatures) {
            const auto [x, y] = origin;
            aim_from(map, {2 * x, 2 * y, 0, 0});
            const auto [to, side] = space_from(map, target, "target");
            const CellSet others = cells_from(map, creatures, "creature");
            return static_cast<int>(fivee::cover_from_point(map, corner(x, y), to, side, others));
          },
          nb::arg("origin"), nb::arg("target"), nb::arg("creatures") = Pairs{})
      .def(
          "line_of_sight",
          [](const Map& map, const Space& one, const Space& other) {
            const auto [from, from_side] = space_from(map, one, "space");
            const auto [to, to_side] = space_from(map, other, "space");
            return fivee::line_of_sight(map, from, from_side, to, to_side);
          },
          nb::arg("one"), nb::arg("other"))
      .def("moves", moves_from, nb::arg("start"), nb::arg("feet"), nb::arg("impassable") = Pairs{},
           nb::arg("crowded") = Pairs{}, nb::arg("flying") = false, nb::arg("crawling") = false,
           nb::arg("threats") = std::vector<std::tuple<int, int, int, int>>{})
      .def(
          "area_cells",
          [](const Map& map, const std::string& shape, int size_feet, const Space& maker,
             const std::tuple<int, int, int, int>& aim, int width_feet) {
            const AreaAttack area = area_from(shape, size_feet, width_feet, 0);
            const auto [from, side] = space_from(map, maker, "maker");
            return pairs_from(
                fivee::area_cells(map, area.shape, size_feet, width_feet, from, side, aim_from(map, aim)));
          },
          nb::arg("shape"), nb::arg("size_feet"), nb::arg("maker"), nb::arg("aim") = std::tuple(0, 0, 0, 0),
          nb::arg("width_feet") = 5)
      .def("area_options", options_from, nb::arg("shape"), nb::arg("size_feet"), nb::arg("width_feet"),
           nb::arg("range_feet"), nb::arg("maker"), nb::arg("creatures"), nb::arg("foes"),
           nb::arg("prune") = true)
      .def(
          "pushed",
          [](const Map& map, const Space& who, const Space& from, int feet, const Pairs& blocked) {
            return pair_from(moved(map, who, from, feet, blocked, true));
          },
          nb::arg("who"), nb::arg("away_from"), nb::arg("feet"), nb::arg("blocked") = Pairs{})
      .def(
          "pulled",
          [](const Map& map, const Space& who, const Space& to, int feet, const Pairs& blocked) {
            return pair_from(moved(map, who, to, feet, blocked, false));
          },
          nb::arg("who"), nb::arg("towards"), nb::arg("feet"), nb::arg("blocked") = Pairs{})
      .def(
          "distance_feet",
          [](const Map& map, const Space& one, const Space& other) {
            const auto [a, side_a] = space_from(map, one, "space");
            const auto [b, side_b] = space_from(map, other, "space");
            return fivee::distance_feet(a, side_a, b, side_b);
          },
          nb::arg("one"), nb::arg("other"))
      .def(
          "flanks",
          [](const Map& map, const Space& one, const Space& other, const Space& target) {
            const auto [a, side_a] = space_from(map, one, "space");
            const auto [b, side_b] = space_from(map, other, "space");
            const auto [t, side] = space_from(map, target, "target");
            return fivee::flanks(a, side_a, b, side_b, t, side);
          },
          nb::arg("one"), nb::arg("other"), nb::arg("target"))
      .def("timings", timings, nb::arg("creatures"), nb::arg("rounds"));
}

}  // namespace hazard
