// All sensible ways to aim an area: one for each distinct set of creatures that it can catch.
//
// Candidates: for a sphere every corner of cells within range and in view; for a cube every place; for a cone
// every corner of the maker's space and 32 directions; for a line every corner and middle of a side of that
// space, towards every creature and a little to either side of it. Most catch the same creatures as one
// before.
#pragma once

#include <span>

#include "domains/fivee/grid/area.hpp"

namespace hazard::fivee {

inline constexpr int kMaxAreaTargets = 64;   // creatures that one question can be about
inline constexpr int kMaxAreaOptions = 256;  // answers kept; those found after are dropped

struct Placed {
  Cell at;
  std::uint8_t side = 1;
};

struct AreaAttack {
  Shape shape = Shape::Sphere;
  int size_feet = 20;
  int width_feet = 5;  // of a line
  int range_feet = 0;  // to the point of origin; 0: the area begins at its maker's space
};

struct AreaOption {
  Aim aim;
  std::uint64_t hit = 0;  // bit i: the i-th creature asked about
};

// The options found so far, by distinct sets of creatures.
class AreaOptions {
 public:
  // With `prune`, an option stays only if it catches a foe, and no other catches as many foes or more, among
  // them all of its own, and no friends but its own.
  void restart(std::uint64_t foes, bool prune) {
    foes_ = foes;
    prune_ = prune;
    size_ = 0;
    if (!prune) slots_.fill(0);
  }

  // Whether the set of creatures is new and worth having.
  bool wanted(std::uint64_t hit) const {
    if (!prune_) return hit != 0 && slots_[slot(hit)] == 0;
    if ((hit & foes_) == 0) return false;
    for (const AreaOption& option : *this)
      if (as_good(option.hit, hit)) return false;
    return true;
  }

  void add(const Aim& aim, std::uint64_t hit) {
    if (prune_)
      size_ = static_cast<int>(std::remove_if(list_.begin(), list_.begin() + size_,
                                              [&](const AreaOption& o) { return as_good(hit, o.hit); }) -
                               list_.begin());
    if (size_ == kMaxAreaOptions) return;
    if (!prune_) slots_[slot(hit)] = static_cast<std::uint16_t>(size_ + 1);
    list_[size_++] = {aim, hit};
  }

  const AreaOption* begin() const { return list_.data(); }
  const AreaOption* end() const { return list_.data() + size_; }
  int size() const { return size_; }
  const AreaOption& operator[](int i) const { return list_[static_cast<std::size_t>(i)]; }

 private:
  static constexpr std::size_t kSlots = 1024;

  // All foes of `b` and perhaps more, no friend that `b` spares.
  bool as_good(std::uint64_t a, std::uint64_t b) const {
    return (b & foes_ & ~a) == 0 && (a & ~foes_ & ~b) == 0;
  }
  // Where the set is filed, or the free slot where it would be.
  std::size_t slot(std::uint64_t hit) const {
    std::size_t at = (hit * 0x9e3779b97f4a7c15ULL) >> 54;
    while (slots_[at] != 0 && list_[slots_[at] - 1U].hit != hit) at = (at + 1) % kSlots;
    return at;
  }

  std::array<AreaOption, kMaxAreaOptions> list_;
  int size_ = 0;
  std::uint64_t foes_ = 0;
  bool prune_ = false;
  std::array<std::uint16_t, kSlots> slots_;
};

namespace detail {

inline constexpr std::array<std::array<int, 2>, 32> kDirections = [] {
  // An eighth of a turn in four nearly equal parts: 0, 11.3, 21.8, 33.7 and 45 degrees.
  constexpr int first[5][2] = {{1, 0}, {5, 1}, {5, 2}, {3, 2}, {1, 1}};
  std::array<std::array<int, 2>, 32> all{};
  for (int quarter = 0; quarter < 4; ++quarter)
    for (int i = 0; i < 8; ++i) {
      int x = i <= 4 ? first[i][0] : first[8 - i][1], y = i <= 4 ? first[i][1] : first[8 - i][0];
      for (int turn = 0; turn < quarter; ++turn) {
        const int old = x;
        x = -y;
        y = old;
      }
      all[static_cast<std::size_t>(8 * quarter + i)] = {x, y};
    }
  return all;
}();

// One question, with what its parts share.
class Aims {
 public:
  Aims(const Map& map, const AreaAttack& area, Cell from, int side, std::span<const Placed> creatures,
       AreaOptions& out)
      : map_(map),
        area_(area),
        from_(from),
        side_(side),
        out_(out),
        creatures_(creatures.first(std::min<std::size_t>(creatures.size(), kMaxAreaTargets))) {}

  void find() {
    switch (area_.shape) {
      case Shape::Sphere:
      case Shape::Cylinder:
        return spheres();
      case Shape::Cube:
        return cubes();
      case Shape::Cone:
      case Shape::Line:
        return around_the_space();
      case Shape::Emanation:
        return offer(Aim{}, caught(Aim{}, CellSet::span(0, static_cast<int>(creatures_.size()))));
    }
  }

 private:
  void offer(const Aim& aim, std::uint64_t hit) {
    if (out_.wanted(hit)) out_.add(aim, hit);
  }

  // Calls visit(Cell) for the cells of a creature until it returns true.
  template <class Visit>
  static bool any_cell(const Placed& creature, Visit&& visit) {
    for (int y = creature.at.y; y < creature.at.y + creature.side; ++y)
      for (int x = creature.at.x; x < creature.at.x + creature.side; ++x)
        if (visit(Cell{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)})) return true;
    return false;
  }

  // Those of the creatures `among` that the area catches.
  std::uint64_t caught(const Aim& aim, std::uint64_t among) const {
    std::uint64_t hit = 0;
    for (; among != 0; among &= among - 1) {
      const int i = std::countr_zero(among);
      if (any_cell(creatures_[i], [&](Cell cell) {
            return in_area(map_, area_.shape, area_.size_feet, area_.width_feet, from_, side_, aim, cell);
          }))
        hit |= std::uint64_t{1} << i;
    }
    return hit;
  }

  // Whether a point of origin is near enough, and there is a way to it. Between walls that meet diagonally
  // there is no room for one.
  bool can_reach(Corner at) const {
    const auto apart = [&](int point, int start) {
      return std::max({start - point, point - start - side_, 0});
    };
    if (kFeetPerCell * std::max(apart(at.x, from_.x), apart(at.y, from_.y)) > area_.range_feet) return false;
    const WallLines lines{map_.width, map_.height, map_.walls};
    const bool pinches = !map_.sight || map_.sight->any_pinch();
    if (pinches && lines.pinched(at)) return false;
    for (int y = from_.y; y <= from_.y + side_; ++y)
      for (int x = from_.x; x <= from_.x + side_; ++x) {
        const Corner own = corner(x, y);
        if (!clear_line(map_, own, at)) continue;
        if (!pinches || !lines.pinched(own)) return true;
        if (from_own_side(own, x == from_.x ? x : x - 1, y == from_.y ? y : y - 1, at)) return true;
      }
    return false;
  }

  // Each creature marks the corners from which a sphere reaches it; then each corner knows what it catches.
  void spheres() {
    std::array<std::uint64_t, (kMaxSide + 1) * (kMaxSide + 1)> caught_from;  // only the map's part is used
    const int across = map_.width + 1, corners = across * (map_.height + 1);
    std::fill_n(caught_from.begin(), corners, 0);
    const int radius = area_.size_feet / kFeetPerCell;
    for (std::size_t i = 0; i < creatures_.size(); ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      any_cell(creatures_[i], [&](Cell cell) {
        for (int y = std::max(cell.y + 1 - radius, 0); y <= std::min(cell.y + radius, map_.height); ++y)
          for (int x = std::max(cell.x + 1 - radius, 0); x <= std::min(cell.x + radius, map_.width); ++x) {
            const Aim aim = aim_at(corner(x, y));
            if (caught_from[y * across + x] & bit) continue;
            if (in_area(map_, area_.shape, area_.size_feet, 0, from_, side_, aim, cell))
              caught_from[y * across + x] |= bit;
          }
        return false;
      });
    }
    for (int i = 0; i < corners; ++i) {
      if (caught_from[i] == 0 || !out_.wanted(caught_from[i])) continue;
      const Corner at = corner(i % across, i / across);
      if (can_reach(at)) out_.add(aim_at(at), caught_from[i]);
    }
  }

  // The point of origin of a cube is the point of its rim nearest to its maker's space.
  void cubes() {
    const int cells = area_.size_feet / kFeetPerCell, range = area_.range_feet / kFeetPerCell;
    const int most = 1 - std::min(cells, kMaxSide);  // how far a cube may stick out of the map
    const int left = std::max(from_.x - range - cells, most), top = std::max(from_.y - range - cells, most);
    const int right = std::min(from_.x + side_ + range, map_.width - 1);
    const int bottom = std::min(from_.y + side_ + range, map_.height - 1);
    std::array<std::uint64_t, 2 * kMaxSide> in_columns;  // by x - left
    for (int x = left; x <= right; ++x)
      in_columns[x - left] = overlapping(x, cells, [](const Placed& c) { return c.at.x; });
    for (int y = top; y <= bottom; ++y) {
      const std::uint64_t in_rows = overlapping(y, cells, [](const Placed& c) { return c.at.y; });
      for (int x = left; x <= right; ++x)
        if (const std::uint64_t inside = in_rows & in_columns[x - left]) cube(x, y, cells, inside);
    }
  }

  template <class Start>
  std::uint64_t overlapping(int start, int cells, Start&& start_of) const {
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < creatures_.size(); ++i) {
      const int at = start_of(creatures_[i]);
      found |= std::uint64_t{at < start + cells && start < at + creatures_[i].side} << i;
    }
    return found;
  }

  // `inside`: the creatures that a cube at (x, y) would catch if no walls stood in its way.
  void cube(int x, int y, int cells, std::uint64_t inside) {
    const int near_x = std::clamp(std::clamp(x, int{from_.x}, from_.x + side_), x, x + cells);
    const int near_y = std::clamp(std::clamp(y, int{from_.y}, from_.y + side_), y, y + cells);
    // With its maker well inside, a cube would need a point of origin behind its maker: not sensible.
    const bool on_rim = near_x == x || near_x == x + cells || near_y == y || near_y == y + cells;
    if (!on_rim) return;
    const bool over_maker = gap(x, cells, from_.x, side_) == 0 && gap(y, cells, from_.y, side_) == 0;
    if (area_.range_feet == 0 && over_maker) return;
    const Aim aim = fivee::aim(2 * near_x, 2 * near_y, x, y);
    const std::uint64_t hit = caught(aim, inside);
    if (out_.wanted(hit) && can_reach(corner(near_x, near_y))) out_.add(aim, hit);
  }

  // Cones and lines: from points on the rim of the maker's space, in half cells, outwards.
  void around_the_space() {
    const int left = 2 * from_.x, top = 2 * from_.y, length = 2 * side_;
    const bool line = area_.shape == Shape::Line;
    for (int y = 0; y <= length; ++y)
      for (int x = 0; x <= length; ++x) {
        const int out_x = (x == length) - (x == 0), out_y = (y == length) - (y == 0);
        const bool middle_of_side = x % 2 + y % 2 == 1;
        if ((out_x == 0 && out_y == 0) || (middle_of_side && !line)) continue;
        // A line along a grid line is half in two rows of squares: from corners only slanting ones make
        // sense.
        from_point(left + x, top + y, out_x, out_y);
      }
  }

  // A cell that a point of origin reaches past the walls, and whose it is.
  struct Seen {
    std::uint64_t bit;
    std::uint8_t x, y;
    Cell cell() const { return {x, y}; }
  };

  void from_point(int x, int y, int out_x, int out_y) {
    std::array<Seen, kMaxAreaTargets * kMaxFootprint * kMaxFootprint> seen;
    int count = 0;
    for (std::size_t i = 0; i < creatures_.size(); ++i) {
      const int feet = distance_feet(from_, side_, creatures_[i].at, creatures_[i].side);
      if (feet > area_.size_feet + area_.size_feet / 4 + area_.width_feet)
        continue;  // out of any slant's way
      any_cell(creatures_[i], [&](Cell cell) {
        if (distance_feet(from_, side_, cell, 1) > 0 &&
            effect_reaches(map_, area_.shape, from_, side_, aim(x, y), cell))
          seen[count++] = {std::uint64_t{1} << i, cell.x, cell.y};
        return false;
      });
    }
    const std::span<const Seen> cells(seen.data(), static_cast<std::size_t>(count));
    const auto towards = [&](int dx, int dy) {
      if (dx * out_x + dy * out_y < 0 || (dx == 0 && dy == 0)) return;
      const Aim at = aim(x, y, dx, dy);
      std::uint64_t hit = 0;
      for (const Seen& one : cells)
        if (in_shape(area_.shape, area_.size_feet, area_.width_feet, from_, side_, at, one.cell()))
          hit |= one.bit;
      offer(at, hit);
    };
    if (count == 0) return;
    if (area_.shape == Shape::Cone) {
      for (const auto& [dx, dy] : kDirections) towards(dx, dy);
      return;
    }
    std::uint64_t done = 0;
    for (const Seen& one : cells) {  // each creature in view once
      if (done & one.bit) continue;
      done |= one.bit;
      const Placed& creature = creatures_[static_cast<std::size_t>(std::countr_zero(one.bit))];
      const int to_x = 2 * (2 * creature.at.x + creature.side - x),
                to_y = 2 * (2 * creature.at.y + creature.side - y);
      constexpr int kNear[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
      for (const auto& [off_x, off_y] : kNear)
        towards(to_x + off_x * creature.side, to_y + off_y * creature.side);
    }
  }

  const Map& map_;
  const AreaAttack& area_;
  Cell from_;
  int side_;
  AreaOptions& out_;
  std::span<const Placed> creatures_;
};

}  // namespace detail

// Each set of `creatures` that the area, made from the space (from, side), can catch, with an aim that does
// it. `foes` has bit i set if the i-th is one; it matters with `prune` only, see AreaOptions.
inline void area_options(const Map& map, const AreaAttack& area, Cell from, int side,
                         std::span<const Placed> creatures, std::uint64_t foes, bool prune,
                         AreaOptions& out) {
  out.restart(foes, prune);
  detail::Aims(map, area, from, side, creatures, out).find();
}

}  // namespace hazard::fivee
