// The battle map: drawn examples with known answers, and fast paths against their plain twins.
#include <queue>
#include <set>
#include <tuple>

#include "check.hpp"
#include "domains/fivee/grid/grid.hpp"

namespace hazard::selftest {

namespace {

using namespace hazard::fivee;

// '#' is a wall, '~' difficult, '%' obscured; letters mark cells.
struct Drawn {
  Map map;
  std::vector<std::string> rows;

  explicit Drawn(std::vector<std::string> drawn) : rows(std::move(drawn)) {
    map.height = static_cast<int>(rows.size());
    map.width = static_cast<int>(rows[0].size());
    for (int y = 0; y < map.height; ++y)
      for (int x = 0; x < map.width; ++x) {
        const Cell cell{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
        if (rows[y][x] == '#') map.walls.set(cell);
        if (rows[y][x] == '~') map.difficult.set(cell);
        if (rows[y][x] == '%') map.obscured.set(cell);
      }
    map.prepare();
  }

  Cell at(char mark) const {
    for (int y = 0; y < map.height; ++y)
      for (int x = 0; x < map.width; ++x)
        if (rows[y][x] == mark) return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
    return {};
  }
  CellSet all(char mark) const {
    CellSet cells;
    for (int y = 0; y < map.height; ++y)
      for (int x = 0; x < map.width; ++x)
        if (rows[y][x] == mark) cells.set({static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)});
    return cells;
  }
  // Cover of T against A, with the marked creatures in between.
  Cover cover_of_t(char creature = 'c') const { return cover(map, at('A'), 1, at('T'), 1, all(creature)); }
};

Cell cell_of(int x, int y) { return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)}; }

// Sides of 1 to `most` cells; the largest map there is, if `most` is that.
Map random_map(Random& random, int most, double walls) {
  Map map;
  map.width = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most)));
  map.height = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most)));
  if (most == kMaxSide) map.width = map.height = kMaxSide;
  for (int y = 0; y < map.height; ++y)
    for (int x = 0; x < map.width; ++x) {
      if (random.uniform() < walls) map.walls.set(cell_of(x, y));
      if (random.uniform() < 0.2) map.difficult.set(cell_of(x, y));
      if (random.uniform() < 0.05) map.obscured.set(cell_of(x, y));
    }
  return map;
}

Cell random_place(Random& random, const Map& map, int side) {
  return cell_of(static_cast<int>(random.below(static_cast<std::uint32_t>(map.width - side + 1))),
                 static_cast<int>(random.below(static_cast<std::uint32_t>(map.height - side + 1))));
}

void sets_of_cells_do_what_sets_do() {
  Random random(11);
  for (int round = 0; round < 50; ++round) {
    CellSet cells;
    std::set<std::pair<int, int>> twin;
    for (int i = 0; i < 40; ++i) {
      const int x = static_cast<int>(random.below(64)), y = static_cast<int>(random.below(64));
      const int side = 1 + static_cast<int>(random.below(4));
      const bool out = random.below(4) == 0;
      out ? cells.remove(cell_of(x, y), side) : cells.insert(cell_of(x, y), side);
      for (int a = x; a < std::min(x + side, 64); ++a)
        for (int b = y; b < std::min(y + side, 64); ++b)
          out ? (void)twin.erase({a, b}) : (void)twin.insert({a, b});
    }
    CHECK(cells.count() == static_cast<int>(twin.size()) && cells.empty() == twin.empty());
    std::set<std::pair<int, int>> met, moved, moved_twin;
    cells.for_each([&](Cell c) { met.emplace(c.x, c.y); });
    CHECK(met == twin);
    const int dx = static_cast<int>(random.below(141)) - 70, dy = static_cast<int>(random.below(141)) - 70;
    cells.shifted(dx, dy).for_each([&](Cell c) { moved.emplace(c.x, c.y); });
    for (const auto& [x, y] : twin)
      if (x + dx >= 0 && x + dx < 64 && y + dy >= 0 && y + dy < 64) moved_twin.emplace(x + dx, y + dy);
    CHECK(moved == moved_twin, dx, dy);
  }
}

void distances_count_the_nearest_squares() {
  CHECK(distance_feet(cell_of(0, 0), 1, cell_of(1, 1), 1) == 5);
  CHECK(distance_feet(cell_of(0, 0), 1, cell_of(3, 7), 1) == 35);
  CHECK(distance_feet(cell_of(0, 0), 2, cell_of(3, 0), 1) == 10);  // LL.M
  CHECK(distance_feet(cell_of(5, 5), 4, cell_of(6, 6), 1) == 0);
  for (int target = 1; target <= 4; ++target)
    for (int side = 1; side <= 4; ++side)
      for (const int feet : {0, 5, 10, 45}) {
        const CellSet places = places_within(cell_of(7, 50), target, side, feet);
        for (int i = 0; i < 64 * 64; ++i) {
          const Cell at = cell_of(i % 64, i / 64);
          CHECK(places.test(at) == (distance_feet(at, side, cell_of(7, 50), target) <= feet), i, feet);
        }
      }
  const int sides[] = {1, 1, 1, 2, 3, 4};
  for (int size = 0; size < 6; ++size) CHECK(footprint(size) == sides[size]);
}

void cover_follows_the_drawings() {
  CHECK(Drawn({"A..T"}).cover_of_t() == Cover::None);
  CHECK(Drawn({"A.cT"}).cover_of_t() == Cover::Half);  // behind another creature
  CHECK(Drawn({"A.#T"}).cover_of_t() == Cover::Total);
  CHECK(Drawn({"....", "A.#T", "...."}).cover_of_t() ==
        Cover::Half);  // the upper two corners past the pillar
  // Past the end of a wall, from each of A's corners at most one line to T is free: (1,0)-(5,2) grazes the
  // pillar, (0,1)-(4,3) passes below it.
  CHECK(Drawn({"A....", "..#..", "....T"}).cover_of_t() == Cover::ThreeQuarters);
  // Along a corridor one sees, around its corner not.
  CHECK(Drawn({"#####", "A...T", "#####"}).cover_of_t() == Cover::None);
  CHECK(Drawn({"A...#", "###.#", "###.#", "###.T"}).cover_of_t() == Cover::Total);
  // Two walls that meet diagonally leave no gap.
  CHECK(Drawn({"#T", "A#"}).cover_of_t() == Cover::Total);
  CHECK(Drawn({"#.T", ".#.", "A.#"}).cover_of_t() == Cover::Total);
  // One corner alone does: two lines run free from there.
  CHECK(Drawn({".T", "A#"}).cover_of_t() == Cover::None);
  // T stands in a nook; whoever is on its side of it sees all of T.
  CHECK(Drawn({"#TA", ".#."}).cover_of_t() == Cover::None);
}

void fog_stops_sight_but_not_arrows() {
  const Drawn fog({"A.%.T"});
  CHECK(fog.cover_of_t() == Cover::None && !line_of_sight(fog.map, fog.at('A'), 1, fog.at('T'), 1));
  const Drawn beside({"A...T", "..%.."});
  CHECK(line_of_sight(beside.map, beside.at('A'), 1, beside.at('T'), 1));
  CHECK(!line_of_sight(fog.map, fog.at('A'), 1, cell_of(2, 0), 1));  // into it
  CHECK(!line_of_sight(fog.map, cell_of(2, 0), 1, fog.at('A'), 1));  // out of it
}

void the_table_of_sight_equals_the_lines() {
  Random random(12);
  for (int round = 0; round < 40; ++round) {
    Map map = random_map(random, round < 36 ? 9 : 64, 0.02 + random.uniform() * 0.4);
    const WallLines lines{map.width, map.height, map.walls};
    const WallSight sight(map.width, map.height, map.walls);
    const int corners = (map.width + 1) * (map.height + 1);
    const int step = std::max(1, corners * corners / 20'000);
    for (int i = 0; i < corners * corners; i += step) {
      const Corner a = corner(i / corners % (map.width + 1), i / corners / (map.width + 1));
      const Corner b = corner(i % corners % (map.width + 1), i % corners / (map.width + 1));
      CHECK(sight.clear(a, b) == lines.clear(a, b), a.x, a.y, b.x, b.y);
      CHECK(lines.clear(a, b) == lines.clear(b, a), a.x, a.y, b.x, b.y);
    }
    for (int y = 0; y <= map.height; ++y)
      for (int x = 0; x <= map.width; ++x) CHECK(sight.pinched(corner(x, y)) == lines.pinched(corner(x, y)));
  }
}

void a_prepared_map_answers_as_a_plain_one() {
  Random random(13);
  for (int round = 0; round < 400; ++round) {
    Map plain = random_map(random, 12, random.uniform() * 0.4);
    const int most = std::min({4, plain.width, plain.height});
    const int a = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most)));
    const int b = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most)));
    const Cell from = random_place(random, plain, a), to = random_place(random, plain, b);
    plain.walls.remove(from, a);
    plain.walls.remove(to, b);
    CellSet creatures;
    for (int i = 0; i < 5; ++i) creatures.set(random_place(random, plain, 1));
    Map prepared = plain;
    prepared.prepare();
    const Cover found = cover(prepared, from, a, to, b, creatures);
    CHECK(found == cover(plain, from, a, to, b, creatures));
    CHECK((found == Cover::Total) == !line_of_effect(plain, from, a, to, b));
    CHECK(line_of_sight(prepared, from, a, to, b) == line_of_sight(plain, from, a, to, b));
    CHECK(line_of_sight(prepared, from, a, to, b) == line_of_sight(prepared, to, b, from, a));
    CHECK(line_of_effect(prepared, from, a, to, b) == line_of_effect(prepared, to, b, from, a));
    for (const Shape shape : {Shape::Sphere, Shape::Cube, Shape::Cone, Shape::Line, Shape::Emanation}) {
      const Aim at = aim(2 * from.x, 2 * from.y, static_cast<int>(random.below(7)) - 3, 1);
      CHECK(area_cells(prepared, shape, 15, 5, from, a, at) == area_cells(plain, shape, 15, 5, from, a, at));
    }
  }
}

void movement_follows_the_drawings() {
  // Around a corner: a diagonal step past the wall's corner is not allowed.
  const Drawn corner_walk({"A#.", "...", "..."});
  Reach reach;
  reachable(corner_walk.map, corner_walk.at('A'), 1, 30, {}, {}, false, reach);
  CHECK(reach.feet(cell_of(2, 0)) == 20 && reach.feet(cell_of(1, 1)) == 10 &&
        reach.feet(cell_of(2, 2)) == 10 + 5);
  // Difficult ground costs double, twice that and a half when crawling; wings pass over it.
  const Drawn swamp({"A~~."});
  reachable(swamp.map, swamp.at('A'), 1, 30, {}, {}, false, reach);
  CHECK(reach.feet(cell_of(2, 0)) == 20 && reach.feet(cell_of(3, 0)) == 25);
  reachable(swamp.map, swamp.at('A'), 1, 30, {}, {}, false, reach, true);
  CHECK(reach.feet(cell_of(2, 0)) == 30 && reach.feet(cell_of(3, 0)) == kUnreachable);
  reachable(swamp.map, swamp.at('A'), 1, 30, {}, {}, true, reach);
  CHECK(reach.feet(cell_of(3, 0)) == 15);
  // Friends are passed slowly and not stopped in, foes not at all.
  const Drawn friends({"Af..", "####"}), foes({"Ah..", "####"});
  reachable(friends.map, friends.at('A'), 1, 30, {}, friends.all('f'), false, reach);
  CHECK(reach.feet(cell_of(1, 0)) == 10 && !reach.can_stop(cell_of(1, 0)) && reach.can_stop(cell_of(2, 0)));
  CHECK(reach.feet(cell_of(2, 0)) == 15);
  reachable(foes.map, foes.at('A'), 1, 30, foes.all('h'), {}, false, reach);
  CHECK(reach.reached.count() == 1 && reach.can_stop(foes.at('A')));
  // A large creature needs two cells everywhere.
  const Drawn gate({"A.#..", "..#..", ".....", "....."});
  reachable(gate.map, gate.at('A'), 2, 60, {}, {}, false, reach);
  // Down twice, right three times, up twice: no corner may be cut.
  CHECK(reach.feet(cell_of(3, 0)) == 35, reach.feet(cell_of(3, 0)));
  CHECK(reach.feet(cell_of(2, 1)) == kUnreachable && reach.feet(cell_of(4, 0)) == kUnreachable);
}

// Costs by the plainest Dijkstra: a queue, a cell at a time.
std::vector<int> plain_costs(const Map& map, Cell start, int side, int feet, CellSet impassable,
                             CellSet crowded, const Movement& how) {
  impassable.remove(start, side);
  crowded.remove(start, side);
  const auto open = [&](int x, int y) {
    if (x < 0 || y < 0 || x + side > map.width || y + side > map.height) return false;
    return (x == start.x && y == start.y) || !map.walls.intersects(cell_of(x, y), side);
  };
  std::vector<int> cost(64 * 64, kUnreachable);
  std::priority_queue<std::tuple<int, int, int>> queue;
  queue.emplace(0, start.x, start.y);
  while (!queue.empty()) {
    const auto [negative, x, y] = queue.top();
    queue.pop();
    if (cost[y * 64 + x] != kUnreachable) continue;
    cost[y * 64 + x] = -negative;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy) {
        if (!open(x + dx, y + dy) || !open(x + dx, y) || !open(x, y + dy)) continue;
        const Cell to = cell_of(x + dx, y + dy);
        if (impassable.intersects(to, side) || detail::leaves(how.threats, cell_of(x, y), to, side)) continue;
        const bool slow = (!how.flying && map.difficult.intersects(to, side)) || crowded.intersects(to, side);
        const int next = -negative + 5 + 5 * slow + 5 * how.crawling;
        if (next <= feet) queue.emplace(-next, to.x, to.y);
      }
  }
  return cost;
}

void reachable_equals_plain_dijkstra() {
  Random random(14);
  Reach reach;
  for (int round = 0; round < 400; ++round) {
    const Map map = random_map(random, round < 380 ? 14 : 64, random.uniform() * 0.35);
    const int side =
        1 + static_cast<int>(random.below(static_cast<std::uint32_t>(std::min({4, map.width, map.height}))));
    const Cell start = random_place(random, map, side);
    CellSet foes, friends;
    for (int i = 0; i < 4; ++i)
      foes.set(random_place(random, map, 1)), friends.set(random_place(random, map, 1));
    std::vector<Threat> threats(random.below(3));
    for (Threat& t : threats)
      t = {random_place(random, map, 1), 1, static_cast<std::uint8_t>(5 + 5 * random.below(2))};
    const Movement how{random.below(2) == 0, random.below(3) == 0, threats};
    const int feet = static_cast<int>(random.below(90));
    reachable(map, start, side, feet, foes, friends, how, reach);
    const auto twin = plain_costs(map, start, side, feet, foes, friends, how);
    for (int y = 0; y < map.height; ++y)
      for (int x = 0; x < map.width; ++x) {
        const Cell to = cell_of(x, y);
        CHECK(reach.feet(to) == twin[y * 64 + x], x, y, reach.feet(to), twin[y * 64 + x]);
        CHECK(reach.reached.test(to) == (twin[y * 64 + x] != kUnreachable));
        if (!reach.reached.test(to)) continue;
        // The way is one of single steps, from start to end, and no step leaves a threat's reach.
        const Path path = path_to(reach, to);
        bool steps = path.size > 0 && path[0] == start && path[path.size - 1] == to;
        for (int i = 0; i + 1 < path.size; ++i) {
          steps = steps && distance_feet(path[i], 1, path[i + 1], 1) == 5;
          steps = steps && reach.feet(path[i]) < reach.feet(path[i + 1]);
        }
        CHECK(steps);
        for (const Threat& t : threats) CHECK(leaves_reach(path, side, t.at, t.side, t.reach_feet) == -1);
      }
  }
}

void opportunity_comes_when_reach_is_left() {
  // .E...      A walks along the lower row, from beside E to the far end: it leaves E's reach with its third
  // step, A...Z      a reach of 10 feet with the fourth.
  const Drawn walk({".E...", "A...Z"});
  Reach reach;
  reachable(walk.map, walk.at('A'), 1, 30, walk.all('E'), {}, false, reach);
  Path path = path_to(reach, walk.at('Z'));
  CHECK(path.size == 5);
  CHECK(leaves_reach(path, 1, walk.at('E'), 1, 5) == 2 && leaves_reach(path, 1, walk.at('E'), 1, 10) == 3);
  path.size = 3;
  CHECK(leaves_reach(path, 1, walk.at('E'), 1, 5) == -1);
}

void areas_follow_the_drawings() {
  Map open;
  open.width = open.height = 20;
  open.prepare();
  const Cell me = cell_of(10, 10);
  // A sphere of 20 feet has 52 squares, of 10 feet 12, of 5 feet 4; a cube of 15 feet 9.
  for (const auto& [feet, squares] : {std::pair{20, 52}, {10, 12}, {5, 4}, {15, 32}})
    CHECK(area_cells(open, Shape::Sphere, feet, 0, me, 1, aim_at(corner(9, 9))).count() == squares, feet);
  CHECK(area_cells(open, Shape::Cube, 15, 0, me, 1, aim(22, 20, 11, 10)).count() == 9);
  // An emanation of 10 feet around one square is 5 by 5 without it, around a large creature 6 by 6 without
  // its 4.
  CHECK(area_cells(open, Shape::Emanation, 10, 0, me, 1, {}).count() == 24);
  CHECK(area_cells(open, Shape::Emanation, 10, 0, me, 2, {}).count() == 32);
  // A line of 30 feet to the right from the middle of a side is six squares; from a corner diagonally four.
  CHECK(area_cells(open, Shape::Line, 30, 5, me, 1, aim(22, 21, 1, 0)) == [&] {
    CellSet row;
    for (int x = 11; x < 17; ++x) row.set(cell_of(x, 10));
    return row;
  }());
  CHECK(area_cells(open, Shape::Line, 30, 5, me, 1, aim(22, 22, 1, 1)).count() == 4);
  // A cone of 15 feet, level from the corner: none at 5 feet (each square less than half inside), then 2, 2.
  CHECK(area_cells(open, Shape::Cone, 15, 0, me, 1, aim(22, 20, 1, 0)).count() == 4);
  // A wall stops a burst; what is beside it is reached.
  //   .....
  //   .*#.x     from * (the corner at the lower right of the star) x lies in the wall's shadow
  //   ..#.x
  const Drawn burst({".....", "..#.x", "..#.x", "....."});
  const CellSet cells = area_cells(burst.map, Shape::Sphere, 30, 0, cell_of(0, 0), 1, aim_at(corner(1, 2)));
  CHECK(cells.test(0, 0) && !cells.test(2, 1) && !cells.test(3, 1) && !cells.test(4, 1));
  CHECK(cells.test(3, 0) && cells.test(3, 3));  // by (1,2)-(3,0), which grazes the wall, and its mirror image
}

void every_option_catches_what_it_says() {
  Random random(15);
  AreaOptions options, best;
  for (int round = 0; round < 300; ++round) {
    Map map = random_map(random, 16, random.uniform() * 0.25);
    map.prepare();
    const int side =
        1 + static_cast<int>(random.below(static_cast<std::uint32_t>(std::min({3, map.width, map.height}))));
    const Cell from = random_place(random, map, side);
    std::vector<Placed> creatures(1 + random.below(10));
    for (Placed& c : creatures) {
      c.side = static_cast<std::uint8_t>(
          1 + random.below(static_cast<std::uint32_t>(std::min({2, map.width, map.height}))));
      c.at = random_place(random, map, c.side);
    }
    const std::uint64_t foes = random.bits();
    AreaAttack area;
    area.shape = static_cast<Shape>(random.below(6));
    area.size_feet = 5 * (1 + static_cast<int>(random.below(8)));
    area.range_feet = 5 * static_cast<int>(random.below(12));
    area_options(map, area, from, side, creatures, foes, false, options);
    area_options(map, area, from, side, creatures, foes, true, best);
    std::set<std::uint64_t> sets;
    const auto better = [&](std::uint64_t a,
                            std::uint64_t b) {  // as many foes, as few friends, and not the same
      return a != b && (b & foes & ~a) == 0 && (a & ~foes & ~b) == 0;
    };
    for (const AreaOption& option : options) {
      CHECK(option.hit != 0 && sets.insert(option.hit).second);
      const CellSet cells =
          area_cells(map, area.shape, area.size_feet, area.width_feet, from, side, option.aim);
      for (std::size_t i = 0; i < creatures.size(); ++i)
        CHECK((option.hit >> i & 1) == cells.intersects(creatures[i].at, creatures[i].side), round, i);
    }
    // Pruned: exactly those of all that catch a foe and that nothing beats.
    std::set<std::uint64_t> kept, twin;
    for (const AreaOption& option : best) kept.insert(option.hit);
    for (const std::uint64_t hit : sets)
      if ((hit & foes) != 0 &&
          std::none_of(sets.begin(), sets.end(), [&](auto other) { return better(other, hit); }))
        twin.insert(hit);
    CHECK(kept == twin && static_cast<int>(kept.size()) == best.size(), round, options.size());
  }
}

void pushes_end_where_the_way_ends() {
  const Drawn yard({"P.t..", ".....", "..#..", "....."});
  const Cell p = yard.at('P');
  CHECK(pushed(yard.map, yard.at('t'), 1, p, 1, 10, {}) == cell_of(4, 0));
  CHECK(pushed(yard.map, yard.at('t'), 1, p, 1, 60, {}) == cell_of(4, 0));   // the map's edge
  CHECK(pushed(yard.map, cell_of(1, 1), 1, p, 1, 10, {}) == cell_of(1, 1));  // the wall
  CHECK(pushed(yard.map, yard.at('t'), 1, p, 1, 10, occupied(cell_of(4, 0), 1)) == cell_of(3, 0));
  CHECK(pushed(yard.map, p, 1, p, 1, 10, {}) == p);
  CHECK(pulled(yard.map, cell_of(4, 0), 1, p, 1, 60, {}) == cell_of(1, 0));
  CHECK(pulled(yard.map, cell_of(4, 0), 1, p, 1, 10, {}) == cell_of(2, 0));
}

void flankers_stand_on_opposite_sides() {
  // abc
  // dTe    b and g, d and e, a and h, c and f
  // fgh
  const Cell t = cell_of(1, 1);
  const std::string ring = "abcd efgh";
  const auto place = [&](char mark) {
    const int i = static_cast<int>(ring.find(mark));
    return cell_of(i % 3, i / 3);
  };
  for (const char one : std::string("abcdefgh"))
    for (const char other : std::string("abcdefgh")) {
      const bool opposite =
          std::string("bg gb de ed ah ha cf fc").find(std::string{one, other}) != std::string::npos;
      CHECK(flanks(place(one), 1, place(other), 1, t, 1) == opposite, one, other);
    }
  CHECK(!flanks(cell_of(1, 0), 1, cell_of(1, 3), 1, t, 1));  // out of touch
  CHECK(flanks(cell_of(0, 0), 1, cell_of(3, 3), 1, t, 2));   // a large target, corner to corner
  CHECK(!flanks(cell_of(0, 1), 1, cell_of(2, 0), 1, t, 2));
}

}  // namespace

void test_fivee_grid() {
  sets_of_cells_do_what_sets_do();
  distances_count_the_nearest_squares();
  cover_follows_the_drawings();
  fog_stops_sight_but_not_arrows();
  the_table_of_sight_equals_the_lines();
  a_prepared_map_answers_as_a_plain_one();
  movement_follows_the_drawings();
  reachable_equals_plain_dijkstra();
  opportunity_comes_when_reach_is_left();
  areas_follow_the_drawings();
  every_option_catches_what_it_says();
  pushes_end_where_the_way_ends();
  flankers_stand_on_opposite_sides();
}

}  // namespace hazard::selftest
