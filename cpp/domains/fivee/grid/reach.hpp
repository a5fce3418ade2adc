// Where a creature can go, at what cost, by which way, and whose reach it leaves on the way.
//
// A step goes to any of the eight neighbours and costs 5 feet, 5 more into difficult terrain or through the
// space of a friend, 5 more when crawling. A diagonal step may not cut the corner of a wall. Costs are found
// layer by layer: all cells of one cost are a set, and the next layers are that set moved in eight directions
// at once, a row of cells in each instruction.
#pragma once

#include <cassert>
#include <span>

#include "domains/fivee/grid/map.hpp"

namespace hazard::fivee {

inline constexpr int kMaxSteps = 127;  // of one move: 635 feet
inline constexpr int kMaxThreats = 64;
inline constexpr int kUnreachable = 0xffff;

// An enemy whose reach one may not want to leave.
struct Threat {
  Cell at;
  std::uint8_t side = 1;
  std::uint8_t reach_feet = 5;
};

struct Movement {
  bool flying =
      false;  // difficult ground does not slow it; height is not counted, creatures are still in the way
  bool crawling = false;              // each foot costs one more
  std::span<const Threat> threats{};  // never leave the reach of these (the first 64): nobody is provoked
  const CellSet* easy = nullptr;      // spaces that are passed without being slower, where one may not stop
};

// What reachable() found. Plain and without allocation, but 6 kB: keep one and use it again.
struct Reach {
  std::array<std::uint8_t, kMaxSide * kMaxSide>
      steps;        // cost in steps of 5 feet by y * 64 + x; 255: not reached
  CellSet reached;  // where it can get to
  CellSet stops;    // where it may end: not in a friend's space
  CellSet slow;     // places that cost 5 feet more to enter
  CellSet open;     // places that walls leave room for
  Cell start;
  int side = 1;
  bool crawling = false;
  std::array<Threat, kMaxThreats> threats;
  int threat_count = 0;

  int feet(Cell to) const {
    const int cost = steps[to.y * kMaxSide + to.x];
    return cost == 0xff ? kUnreachable : kFeetPerCell * cost;
  }
  bool can_stop(Cell to) const { return stops.test(to); }
};

// The cells of a way, from the start to the end.
struct Path {
  std::array<Cell, kMaxSteps + 1> cells;
  int size = 0;

  const Cell* begin() const { return cells.data(); }
  const Cell* end() const { return cells.data() + size; }
  Cell operator[](int i) const { return cells[static_cast<std::size_t>(i)]; }
};

namespace detail {

// The places (top-left cells) at which a creature of `side` cells touches the set.
inline CellSet touching(const CellSet& cells, int side, int height) {
  if (side == 1) return cells;
  CellSet places;
  for (int y = 0; y < height; ++y) {
    std::uint64_t rows = 0, met = 0;
    for (int j = 0; j < side; ++j) rows |= cells.row_or_none(y + j);
    for (int i = 0; i < side; ++i) met |= rows >> i;
    places.row(y) = met;
  }
  return places;
}

// Places one step from `from`, diagonals only past open corners: `open` holds the places free of walls.
inline CellSet stepped(const CellSet& from, const CellSet& open, int height) {
  CellSet to;
  for (int y = 0; y < height; ++y) {
    const std::uint64_t here = from.row(y), free = open.row(y);
    if (here == 0) continue;
    // A diagonal step passes two places, beside and above or below; both must be open.
    const std::uint64_t right = here << 1 & free, left = here >> 1 & free;
    to.row(y) |= right | left;
    const auto add = [&](int at) {
      const std::uint64_t beside = open.row(at);
      const std::uint64_t passed = here & beside;
      to.row(at) |= passed | (right & passed << 1) | (left & passed >> 1);
    };
    if (y > 0) add(y - 1);
    if (y + 1 < height) add(y + 1);
  }
  for (int y = 0; y < height; ++y) to.row(y) &= open.row(y);
  return to;
}

// Whether the single step from `from` to `to`, neighbours, is free of walls.
inline bool open_step(const CellSet& open, Cell from, Cell to) {
  return open.test(to.x, from.y) && open.test(from.x, to.y) && open.test(to);
}

inline bool within(const Threat& threat, Cell at, int side) {
  return distance_feet(at, side, threat.at, threat.side) <= threat.reach_feet;
}

inline bool leaves(std::span<const Threat> threats, Cell from, Cell to, int side) {
  for (const Threat& threat : threats)
    if (within(threat, from, side) && !within(threat, to, side)) return true;
  return false;
}

// stepped(), but no step leaves the reach of a threat. Few cells lie within one; those go one by one.
inline CellSet stepped_in_reach(const CellSet& from, const CellSet& open, int height, int side,
                                std::span<const Threat> threats) {
  CellSet free = from, to;
  from.for_each(
      [&](Cell cell) {
        if (std::none_of(threats.begin(), threats.end(),
                         [&](const Threat& t) { return within(t, cell, side); }))
          return;
        free.reset(cell);
        CellSet alone;
        alone.set(cell);
        stepped(alone, open, height)
            .for_each(
                [&](Cell next) {
                  if (!leaves(threats, cell, next, side)) to.set(next);
                },
                height);
      },
      height);
  return to |= stepped(free, open, height);
}

// Layer by layer from out.start over the places `free`. Of the costs to come only the next three can be known
// of; `layers` holds the places that may be reached at each.
inline void spread(const CellSet& free, int limit, int height, Reach& out) {
  const std::span<const Threat> threats(out.threats.data(), static_cast<std::size_t>(out.threat_count));
  const int usual = out.crawling ? 2 : 1, slow = usual + 1;
  std::array<CellSet, 4> layers{};
  layers[0].set(out.start);
  for (int cost = 0, idle = 0; cost <= limit && idle < 4; ++cost) {
    CellSet& layer = layers[cost % 4];
    bool any = false;
    for (int y = 0; y < height; ++y) {
      layer.row(y) &= ~out.reached.row(y);
      out.reached.row(y) |= layer.row(y);
      any |= layer.row(y) != 0;
    }
    idle = any ? 0 : idle + 1;
    if (!any) continue;
    layer.for_each([&](Cell at) { out.steps[at.y * kMaxSide + at.x] = static_cast<std::uint8_t>(cost); },
                   height);
    if (cost + usual <= limit) {
      const CellSet next = threats.empty() ? stepped(layer, out.open, height)
                                           : stepped_in_reach(layer, out.open, height, out.side, threats);
      for (int y = 0; y < height; ++y) {
        const std::uint64_t entered = next.row(y) & free.row(y) & ~out.reached.row(y);
        layers[(cost + usual) % 4].row(y) |= entered & ~out.slow.row(y);
        layers[(cost + slow) % 4].row(y) |= entered & out.slow.row(y);
      }
    }
    layer = {};
  }
}

}  // namespace detail

// Everywhere a creature of `side` cells gets to from `start` with `feet` of movement. It passes neither walls
// nor `impassable` (hostile creatures), and passes `crowded` (friends) slowly without stopping there. Its own
// space in either set does not count. Which creatures are small or large enough to be passed is the caller's
// to know.
inline void reachable(const Map& map, Cell start, int side, int feet, const CellSet& impassable,
                      const CellSet& crowded, const Movement& how, Reach& out) {
  assert(map.holds(start, side));
  const int height = map.height;
  CellSet others = impassable, friends = crowded;
  others.remove(start, side);
  friends.remove(start, side);
  const CellSet walled = detail::touching(map.walls, side, height);
  const CellSet taken = detail::touching(others, side, height);
  const CellSet shared = detail::touching(friends, side, height);
  const CellSet rough = how.flying ? CellSet{} : detail::touching(map.difficult, side, height);
  CellSet free;
  out.open = out.slow = out.reached = {};
  for (int y = 0; y + side <= height; ++y) {
    out.open.row(y) = ~walled.row(y) & CellSet::span(0, map.width - side + 1);
    free.row(y) = out.open.row(y) & ~taken.row(y);
    out.slow.row(y) = rough.row(y) | shared.row(y);
  }
  out.open.set(start);
  std::fill_n(out.steps.begin(), height * kMaxSide, std::uint8_t{0xff});
  out.start = start;
  out.side = side;
  out.crawling = how.crawling;
  out.threat_count = static_cast<int>(std::min<std::size_t>(how.threats.size(), kMaxThreats));
  std::copy_n(how.threats.begin(), out.threat_count, out.threats.begin());
  detail::spread(free, std::clamp(feet / kFeetPerCell, 0, kMaxSteps), height, out);
  // One may not end in another's space, except where one already is.
  out.stops = out.reached;
  for (int y = 0; y < height; ++y) out.stops.row(y) &= ~shared.row(y);
  if (how.easy != nullptr) {
    const CellSet passed = detail::touching(*how.easy, side, height);
    for (int y = 0; y < height; ++y) out.stops.row(y) &= ~passed.row(y);
  }
  out.stops.set(start);
}

inline void reachable(const Map& map, Cell start, int side, int feet, const CellSet& impassable,
                      const CellSet& crowded, bool flying, Reach& out, bool crawling = false) {
  reachable(map, start, side, feet, impassable, crowded, {.flying = flying, .crawling = crawling}, out);
}

// A cheapest way to `to`, which must be reached; straight steps before diagonal ones. Empty if it is not
// reached.
inline Path path_to(const Reach& reach, Cell to) {
  constexpr std::array<std::array<int, 2>, 8> kSteps{
      {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
  Path path;
  const auto cost = [&](Cell at) { return static_cast<int>(reach.steps[at.y * kMaxSide + at.x]); };
  if (!reach.reached.test(to)) return path;
  const std::span<const Threat> threats(reach.threats.data(), static_cast<std::size_t>(reach.threat_count));
  std::array<Cell, kMaxSteps + 1> back;
  int count = 0;
  for (Cell at = to; at != reach.start;) {
    back[count++] = at;
    const Cell reached = at;
    const int entering = 1 + reach.crawling + reach.slow.test(at);
    for (const auto& [dx, dy] : kSteps) {
      const int x = at.x + dx, y = at.y + dy;
      if (x < 0 || y < 0 || x >= kMaxSide || y >= kMaxSide || !reach.reached.test(x, y)) continue;
      const Cell before{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
      if (cost(before) + entering != cost(at) || !detail::open_step(reach.open, before, at)) continue;
      if (detail::leaves(threats, before, at, reach.side)) continue;
      at = before;
      break;
    }
    assert(at != reached);
    if (at == reached) return path;  // a Reach that was tampered with
  }
  back[count++] = reach.start;
  std::reverse_copy(back.begin(), back.begin() + count, path.cells.begin());
  path.size = count;
  return path;
}

// The step at which a mover leaves the reach of an enemy and gives it an opportunity attack: the index of the
// last cell within reach, or -1. Moving about within reach, or into it, provokes nothing.
inline int leaves_reach(const Path& path, int mover_side, Cell enemy, int enemy_side, int reach_feet) {
  const auto within = [&](int i) {
    return distance_feet(path[i], mover_side, enemy, enemy_side) <= reach_feet;
  };
  for (int i = 0; i + 1 < path.size; ++i)
    if (within(i) && !within(i + 1)) return i;
  return -1;
}

}  // namespace hazard::fivee
