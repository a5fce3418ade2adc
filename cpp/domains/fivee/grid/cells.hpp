// Squares of a battle map: a cell, a set of cells, the space that a creature takes up, and distances.
//
// A cell is 5 feet by 5. A creature's cell is its top-left one; it fills a square of `side` cells. Every
// distance counts a diagonal step as 5 feet, the rule for play on a grid unless a table chooses otherwise.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace hazard::fivee {

inline constexpr int kMaxSide = 64;  // cells along a side of a map
inline constexpr int kFeetPerCell = 5;
inline constexpr int kMaxFootprint = 4;  // cells along a side of a gargantuan creature

struct Cell {
  std::uint8_t x = 0, y = 0;
  bool operator==(const Cell&) const = default;
};

// A set of cells: one word for each row, bit x for column x.
class CellSet {
 public:
  constexpr bool test(int x, int y) const { return (rows_[y] >> x) & 1; }
  constexpr bool test(Cell cell) const { return test(cell.x, cell.y); }
  constexpr void set(Cell cell) { rows_[cell.y] |= std::uint64_t{1} << cell.x; }
  constexpr void reset(Cell cell) { rows_[cell.y] &= ~(std::uint64_t{1} << cell.x); }

  constexpr std::uint64_t row(int y) const { return rows_[y]; }
  constexpr std::uint64_t& row(int y) { return rows_[y]; }
  // The row, or nothing where there is none: for neighbours beyond the edge.
  constexpr std::uint64_t row_or_none(int y) const { return y < 0 || y >= kMaxSide ? 0 : rows_[y]; }

  // The space of a creature of `side` cells whose top-left cell is `at`; what lies beyond 64 is dropped.
  constexpr void insert(Cell at, int side) {
    for (int y = at.y; y < std::min(at.y + side, kMaxSide); ++y) rows_[y] |= span(at.x, side);
  }
  constexpr void remove(Cell at, int side) {
    for (int y = at.y; y < std::min(at.y + side, kMaxSide); ++y) rows_[y] &= ~span(at.x, side);
  }
  constexpr bool intersects(Cell at, int side) const {
    std::uint64_t met = 0;
    for (int y = at.y; y < std::min(at.y + side, kMaxSide); ++y) met |= rows_[y] & span(at.x, side);
    return met != 0;
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    for (int y = 0; y < kMaxSide; ++y) rows_[y] |= other.rows_[y];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    for (int y = 0; y < kMaxSide; ++y) rows_[y] &= other.rows_[y];
    return *this;
  }
  constexpr CellSet& remove(const CellSet& other) {
    for (int y = 0; y < kMaxSide; ++y) rows_[y] &= ~other.rows_[y];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }

  constexpr bool intersects(const CellSet& other) const {
    std::uint64_t met = 0;
    for (int y = 0; y < kMaxSide; ++y) met |= rows_[y] & other.rows_[y];
    return met != 0;
  }
  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t row : rows_) any |= row;
    return any == 0;
  }
  constexpr int count() const {
    int cells = 0;
    for (const std::uint64_t row : rows_) cells += std::popcount(row);
    return cells;
  }

  // Every cell moved by (dx, dy); those that leave the 64 by 64 square are dropped.
  constexpr CellSet shifted(int dx, int dy) const {
    CellSet moved;
    if (std::abs(dx) >= kMaxSide) return moved;
    for (int y = 0; y < kMaxSide; ++y) {
      const std::uint64_t from = row_or_none(y - dy);
      moved.rows_[y] = dx >= 0 ? from << dx : from >> -dx;
    }
    return moved;
  }

  // Calls visit(Cell) for each cell, row by row.
  template <class Visit>
  constexpr void for_each(Visit&& visit, int height = kMaxSide) const {
    for (int y = 0; y < height; ++y)
      for (std::uint64_t rest = rows_[y]; rest != 0; rest &= rest - 1)
        visit(Cell{static_cast<std::uint8_t>(std::countr_zero(rest)), static_cast<std::uint8_t>(y)});
  }

  bool operator==(const CellSet&) const = default;

  // `length` bits from bit x on; what lies beyond 64 is dropped.
  static constexpr std::uint64_t span(int x, int length) {
    return length >= kMaxSide ? ~std::uint64_t{0} << x : ((std::uint64_t{1} << length) - 1) << x;
  }

 private:
  std::array<std::uint64_t, kMaxSide> rows_{};
};

// Cells along a side, by size: 0 tiny, 1 small, 2 medium, 3 large, 4 huge, 5 gargantuan.
constexpr int footprint(int size_index) {
  return size_index <= 2 ? 1 : std::min(size_index - 1, kMaxFootprint);
}

constexpr CellSet occupied(Cell at, int side) {
  CellSet cells;
  cells.insert(at, side);
  return cells;
}

// Cells from one stretch of a line to another: 0 if they overlap, 1 if they touch.
constexpr int gap(int a, int side_a, int b, int side_b) {
  return std::max({a - (b + side_b - 1), b - (a + side_a - 1), 0});
}

// Whether a stretch lies, at least in part, between or beside two others on the same line.
constexpr bool spans(int a, int side_a, int b, int side_b, int between, int side) {
  return between + side > std::min(a, b) && between < std::max(a + side_a, b + side_b);
}

// From the nearest cell of one creature to the nearest of the other: 5 if adjacent, 0 if they overlap.
constexpr int distance_feet(Cell a, int side_a, Cell b, int side_b) {
  return kFeetPerCell * std::max(gap(a.x, side_a, b.x, side_b), gap(a.y, side_a, b.y, side_b));
}

// The places (top-left cells) at which a creature of `side` cells is within `feet` of a target: where to
// stand to reach it. Places that overlap the target are among them; they are not free anyway.
constexpr CellSet places_within(Cell target, int target_side, int side, int feet) {
  CellSet places;
  const int far = feet / kFeetPerCell + side - 1;
  const int left = std::max(target.x - far, 0), right = target.x + target_side + feet / kFeetPerCell;
  const int top = std::max(target.y - far, 0), bottom = target.y + target_side + feet / kFeetPerCell;
  for (int y = top; y < std::min(bottom, kMaxSide); ++y) places.row(y) = CellSet::span(left, right - left);
  return places;
}

}  // namespace hazard::fivee
