// The map of an act: six paths over fifteen rows of seven places, then rooms dealt by rules.
//
// Sources of the rules: the public description of the algorithm by readers of the game's behaviour, and the
// wiki's page of map locations; docs/spire-run.md has the table.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/random.hpp"
#include "domains/spire/run/content.hpp"

namespace hazard::spire {

inline constexpr int kPaths = 6;
inline constexpr int kTreasureRow = 8, kFireRow = 14;
inline constexpr int kFirstEliteRow = 5;   // elites and fires are not below
inline constexpr int kLastDealtFire = 12;  // no fire right below the last row

inline int left_edge(int edges) { return (edges & 1) != 0 ? -1 : (edges & 2) != 0 ? 0 : 1; }
inline int right_edge(int edges) { return (edges & 4) != 0 ? 1 : (edges & 2) != 0 ? 0 : -1; }

// Draws the paths of a map.
class PathDrawing {
 public:
  PathDrawing(Journey& j, Random& random) : j_(j), random_(random) {}

  void draw() {
    int first = -1;
    for (int path = 0; path < kPaths; ++path) {
      int x = static_cast<int>(random_.below(kColumns));
      while (path == 1 && x == first) x = static_cast<int>(random_.below(kColumns));
      if (path == 0) first = x;
      for (int y = 0; y + 1 < kRows; ++y) x = step(x, y);
      j_.edges[kRows - 1][x] = 2;  // to the boss
    }
    trim_first_row();
  }

 private:
  int between(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<std::uint32_t>(high - low + 1)));
  }

  // One edge of a path: one of the three places above, not across another edge, and apart from paths that
  // parted shortly before.
  int step(int x, int y) {
    int to = between(std::max(0, x - 1), std::min(kColumns - 1, x + 1));
    to = kept_apart(x, y, to);
    if (x > 0 && j_.edges[y][x - 1] != 0) to = std::max(to, x - 1 + right_edge(j_.edges[y][x - 1]));
    if (x + 1 < kColumns && j_.edges[y][x + 1] != 0) to = std::min(to, x + 1 + left_edge(j_.edges[y][x + 1]));
    j_.edges[y][x] = static_cast<std::uint8_t>(j_.edges[y][x] | 1 << (to - x + 1));
    parents_[y + 1][to] = static_cast<std::uint8_t>(parents_[y + 1][to] | 1 << (x - to + 1));
    return to;
  }

  // Two places that were one just below do not lead to one place again: the edge is bent aside, once for
  // each such neighbour.
  int kept_apart(int x, int y, int to) {
    const int wanted = to;
    for (int d = -1; d <= 1; ++d) {
      if ((parents_[y + 1][wanted] >> (d + 1) & 1) == 0 || wanted + d == x) continue;
      if (!were_one(wanted + d, x, y)) continue;
      if (to > x) {
        to = std::max(0, x + between(-1, 0));
      } else if (to == x) {
        to = x + between(-1, 1);
        if (to > kColumns - 1) to = x - 1;
        if (to < 0) to = x + 1;
      } else {
        to = std::min(x + between(0, 1), kColumns - 1);
      }
    }
    return to;
  }

  // Whether two places of a row have an inner parent in common. Which of them is the left one the game tells
  // by comparing a column with a row, a slip that its maps show and that is kept here.
  bool were_one(int a, int b, int y) const {
    const int left = a < y ? a : b, right = a < y ? b : a;
    if (parents_[y][left] == 0 || parents_[y][right] == 0) return false;
    return left + right_edge(parents_[y][left]) == right + left_edge(parents_[y][right]);
  }

  // No two places of the first row lead to the same place.
  void trim_first_row() {
    bool taken[kColumns] = {};
    for (int x = 0; x < kColumns; ++x) {
      std::uint8_t kept = 0;
      for (int d = -1; d <= 1; ++d) {
        if ((j_.edges[0][x] >> (d + 1) & 1) == 0) continue;
        if (taken[x + d]) continue;
        taken[x + d] = true;
        kept = static_cast<std::uint8_t>(kept | 1 << (d + 1));
      }
      j_.edges[0][x] = kept;
    }
  }

  Journey& j_;
  Random& random_;
  std::uint8_t parents_[kRows][kColumns] = {};
};

// Deals the rooms: a bag with fixed shares is shuffled, and each place takes the first that the rules allow.
class RoomDealing {
 public:
  RoomDealing(Journey& j, const Rates& rates, Random& random) : j_(j), rates_(rates), random_(random) {}

  void deal() {
    fill_bag();
    for (int y = 0; y < kRows; ++y) {
      for (int x = 0; x < kColumns; ++x) {
        if (j_.edges[y][x] == 0) continue;
        if (y == 0 || y == kTreasureRow || y == kFireRow) {
          j_.rooms[y][x] = static_cast<std::uint8_t>(y == 0              ? Room::Monster
                                                     : y == kTreasureRow ? Room::Treasure
                                                                         : Room::Rest);
        }
      }
    }
    for (int y = 1; y < kRows; ++y) {
      for (int x = 0; x < kColumns; ++x) {
        if (j_.edges[y][x] != 0 && j_.rooms[y][x] == 0)
          j_.rooms[y][x] = static_cast<std::uint8_t>(take(x, y));
      }
    }
  }

 private:
  void fill_bag() {
    int counted = 0, open = 0;
    for (int y = 0; y < kRows; ++y) {
      for (int x = 0; x < kColumns; ++x) {
        if (j_.edges[y][x] == 0) continue;
        counted += y != kRows - 2 ? 1 : 0;
        open += y != 0 && y != kTreasureRow && y != kFireRow ? 1 : 0;
      }
    }
    const auto put = [&](Room room, double share) {
      for (long i = std::lround(counted * share); i > 0 && bag_count_ < bag_.size(); --i)
        bag_[bag_count_++] = room;
    };
    put(Room::Shop, rates_.shop);
    put(Room::Rest, rates_.rest);
    put(Room::Elite, rates_.elite);
    put(Room::Unknown, rates_.unknown);
    while (static_cast<int>(bag_count_) < open) bag_[bag_count_++] = Room::Monster;
    for (std::size_t i = bag_count_; i > 1; --i)
      std::swap(bag_[i - 1], bag_[random_.below(static_cast<std::uint32_t>(i))]);
  }

  Room take(int x, int y) {
    for (std::size_t i = 0; i < bag_count_; ++i) {
      if (!allowed(bag_[i], x, y)) continue;
      const Room room = bag_[i];
      for (std::size_t k = i; k + 1 < bag_count_; ++k) bag_[k] = bag_[k + 1];
      --bag_count_;
      return room;
    }
    return Room::Monster;
  }

  bool allowed(Room room, int x, int y) const {
    if (y < kFirstEliteRow && (room == Room::Rest || room == Room::Elite)) return false;
    if (y > kLastDealtFire && room == Room::Rest) return false;
    const bool never_twice = room == Room::Rest || room == Room::Shop || room == Room::Elite;
    for (int d = -1; d <= 1; ++d) {  // the places below that lead here
      const int parent = x + d;
      if (parent < 0 || parent >= kColumns || (j_.edges[y - 1][parent] >> (1 - d) & 1) == 0) continue;
      if (never_twice && j_.rooms[y - 1][parent] == static_cast<std::uint8_t>(room)) return false;
      for (int e = -1; e <= 1; ++e) {  // and where else they lead
        const int sibling = parent + e;
        if ((j_.edges[y - 1][parent] >> (e + 1) & 1) == 0 || sibling == x) continue;
        if (j_.rooms[y][sibling] == static_cast<std::uint8_t>(room)) return false;
      }
    }
    return true;
  }

  Journey& j_;
  const Rates& rates_;
  Random& random_;
  std::array<Room, 2 * kRows * kColumns> bag_{};
  std::size_t bag_count_ = 0;
};

inline void draw_map(Journey& j, const Rates& rates, std::uint64_t seed) {
  std::memset(j.rooms, 0, sizeof j.rooms);
  std::memset(j.edges, 0, sizeof j.edges);
  Random random(seed);
  PathDrawing(j, random).draw();
  RoomDealing(j, rates, random).deal();
}

}  // namespace hazard::spire
