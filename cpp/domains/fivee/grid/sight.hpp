// Straight lines between the corners of cells, and the walls in their way.
//
// A line may graze a wall: it is stopped only where it
//   - passes through the inside of a wall's cell,
//   - runs along the edge between two wall cells (the edge of the map counts as a wall), or
//   - passes a pinch: a corner at which two walls meet diagonally, with no gap between them.
//
//       pinch   #.    the line from the lower left to the upper right is stopped,
//               .#    though it enters neither wall
//
// A line may begin or end at a pinch; from_own_side() then says whether it stays on the creature's side.
#pragma once

#include <cstdlib>
#include <numeric>
#include <vector>

#include "domains/fivee/grid/cells.hpp"

namespace hazard::fivee {

// Where the corners of four cells meet: (0, 0) is the map's top left, (width, height) its bottom right.
struct Corner {
  std::int16_t x = 0, y = 0;
  bool operator==(const Corner&) const = default;
};

constexpr Corner corner(int x, int y) { return {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)}; }

// Calls visit(x, y) for each cell, relative to the start, whose inside is crossed by a line to (dx, dy),
// until visit returns false. Both differ from 0 and have no common divisor, so no corner of a cell is passed
// on the way.
template <class Visit>
constexpr bool crossed_cells(int dx, int dy, Visit&& visit) {
  const int right = dx > 0 ? 1 : -1, down = dy > 0 ? 1 : -1;
  const int wide = std::abs(dx), high = std::abs(dy);
  int x = dx > 0 ? 0 : -1, y = dy > 0 ? 0 : -1;
  for (int column = 1, row = 1;;) {
    if (!visit(x, y)) return false;
    // The next upright grid line is met at column / wide of the way, the next level one at row / high.
    const int upright = column * high, level = row * wide;
    if (upright == level) return true;
    upright < level ? (x += right, ++column) : (y += down, ++row);
  }
}

// The definition, line by line.
struct WallLines {
  int width, height;
  const CellSet& walls;

  bool wall(int x, int y) const { return x < 0 || y < 0 || x >= width || y >= height || walls.test(x, y); }

  bool pinched(Corner at) const {
    const bool a = wall(at.x - 1, at.y - 1), b = wall(at.x, at.y - 1);
    const bool c = wall(at.x - 1, at.y), d = wall(at.x, at.y);
    return a == d && b == c && a != b;
  }

  bool clear(Corner from, Corner to) const {
    const int dx = to.x - from.x, dy = to.y - from.y;
    if (dx == 0 && dy == 0) return true;
    const int parts = std::gcd(dx, dy);
    for (int part = 0; part < parts; ++part) {
      const Corner at = corner(from.x + dx / parts * part, from.y + dy / parts * part);
      if (part > 0 && pinched(at)) return false;
      if (!clear_part(at, dx / parts, dy / parts)) return false;
    }
    return true;
  }

 private:
  // From one corner to the next that the line meets.
  bool clear_part(Corner at, int dx, int dy) const {
    if (dx == 0) {
      const int y = std::min(at.y, static_cast<std::int16_t>(at.y + dy));
      return !(wall(at.x - 1, y) && wall(at.x, y));
    }
    if (dy == 0) {
      const int x = std::min(at.x, static_cast<std::int16_t>(at.x + dx));
      return !(wall(x, at.y - 1) && wall(x, at.y));
    }
    return crossed_cells(dx, dy, [&](int x, int y) { return !wall(at.x + x, at.y + y); });
  }
};

// The same for all pairs of corners, worked out once: a bit for each. A 20 by 20 map takes 25 kB.
//
// The lines of one direction are checked for a whole row of starting corners at once, by shifting rows of
// walls.
class WallSight {
 public:
  WallSight(int width, int height, const CellSet& walls)
      : width_(width),
        height_(height),
        words_((static_cast<std::size_t>(width + 1) * (height + 1) + 63) / 64 + 1) {
    bits_.resize(words_ * static_cast<std::size_t>(width + 1) * (height + 1));
    const WallLines lines{width, height, walls};
    for (int y = 0; y <= height; ++y)
      for (int x = 0; x <= width; ++x) {
        mark(corner(x, y), corner(x, y));
        if (!lines.pinched(corner(x, y))) continue;
        pinches_[y] |= std::uint64_t{1} << x;  // never on the edge of the map, so x is below 64
        any_pinch_ = true;
      }
    add_upright_lines(lines);
    for (int dx = 1; dx <= width; ++dx)
      for (int dy = -height; dy <= height; ++dy)
        if (std::gcd(dx, dy) == 1) add_direction(dx, dy, walls);
  }

  bool clear(Corner from, Corner to) const { return clear_row(from, to, 1) != 0; }

  // Bit i: whether the line to the corner i to the right of `to` is free. At most 64 bits.
  std::uint64_t clear_row(Corner from, Corner to, int length) const {
    const std::size_t bit = index(to);
    const std::uint64_t* word = &bits_[index(from) * words_ + bit / 64];
    const int shift = static_cast<int>(bit % 64);
    const std::uint64_t joined = word[0] >> shift | word[1] << 1 << (63 - shift);
    return joined & CellSet::span(0, length);
  }

  bool any_pinch() const { return any_pinch_; }
  bool pinched(Corner at) const { return at.x < kMaxSide && ((pinches_[at.y] >> at.x) & 1); }

 private:
  std::size_t index(Corner at) const { return static_cast<std::size_t>(at.y) * (width_ + 1) + at.x; }

  void mark(Corner from, Corner to) {
    const std::size_t bit = index(to);
    bits_[index(from) * words_ + bit / 64] |= std::uint64_t{1} << bit % 64;
  }

  void add_upright_lines(const WallLines& lines) {
    for (int x = 0; x <= width_; ++x)
      for (int from = 0; from < height_; ++from)
        for (int to = from + 1; to <= height_; ++to) {
          if (to > from + 1 && lines.pinched(corner(x, to - 1))) break;
          if (lines.wall(x - 1, to - 1) && lines.wall(x, to - 1)) break;
          mark(corner(x, from), corner(x, to));
          mark(corner(x, to), corner(x, from));
        }
  }

  // Bit x: whether the line from corner (x, y) to (x + dx, y + dy) is stopped before its end.
  std::uint64_t stopped(int y, int dx, int dy, const CellSet& walls) const {
    const auto row = [&](int at) { return at < 0 || at >= height_ ? ~std::uint64_t{0} : walls.row(at); };
    if (dy == 0) return row(y - 1) & row(y);
    std::uint64_t met = 0;
    crossed_cells(dx, dy, [&](int cx, int cy) {
      met |= row(y + cy) >> cx;
      return true;
    });
    return met;
  }

  // All lines along (dx, dy), once, twice, ... as far as the map goes.
  void add_direction(int dx, int dy, const CellSet& walls) {
    const int first = dy < 0 ? -dy : 0,
              last = dy < 0 ? height_ : height_ - dy;  // rows in which a line starts
    std::array<std::uint64_t, kMaxSide + 1> step{}, free{};
    for (int y = first; y <= last; ++y)
      free[y] = step[y] = ~stopped(y, dx, dy, walls) & CellSet::span(0, width_ - dx + 1);
    for (int times = 1; times * dx <= width_; ++times) {
      bool any = false;
      for (int y = first; y <= last; ++y) {
        if (times > 1) free[y] &= continued(step, y, (times - 1) * dx, (times - 1) * dy);
        any |= free[y] != 0;
        for (std::uint64_t rest = free[y]; rest != 0; rest &= rest - 1) {
          const int x = std::countr_zero(rest);
          mark(corner(x, y), corner(x + times * dx, y + times * dy));
          mark(corner(x + times * dx, y + times * dy), corner(x, y));
        }
      }
      if (!any) return;
    }
  }

  // Bit x: whether the line goes on by one step at (x + dx, y + dy).
  std::uint64_t continued(const std::array<std::uint64_t, kMaxSide + 1>& step, int y, int dx, int dy) const {
    const int at = y + dy;
    if (at < 0 || at > height_) return 0;
    return (step[at] & ~pinches_[at]) >> dx;
  }

  int width_, height_;
  std::size_t words_;  // of one corner's view, with one to spare for reading across
  std::vector<std::uint64_t> bits_;
  std::array<std::uint64_t, kMaxSide + 1> pinches_{};
  bool any_pinch_ = false;
};

// A creature's corner at a pinch looks out on its own side only. `cell` has `own` as one of its corners and
// the line goes on from there to `other`.
//
//       #T    of T's corners the lower left is a pinch:
//       .#    lines may come to it from above or from the right, not from below
constexpr bool from_own_side(Corner own, int cell_x, int cell_y, Corner other) {
  const int dx = other.x - own.x, dy = other.y - own.y;
  return (cell_x == own.x ? dx >= 0 : dx <= 0) && (cell_y == own.y ? dy >= 0 : dy <= 0);
}

}  // namespace hazard::fivee
