// The cover that walls give, remembered: walls do not move, and whoever plans asks about the same cells again
// and again.
#pragma once

#include <array>
#include <memory>

#include "domains/fivee/grid/cover.hpp"

namespace hazard::fivee {

class CoverCache {
 public:
  // As `wall_cover`.
  Cover operator()(const Map& map, Cell from, int from_side, Cell to, int to_side) {
    if (map.sight == nullptr) return wall_cover(map, from, from_side, to, to_side);
    if (map.sight != walls_) {  // held, so that no other map's walls can come to be in its place
      walls_ = map.sight;
      seen_.fill({});
    }
    const auto pack = [](Cell cell, int side) {
      return static_cast<std::uint64_t>(cell.x) << 16 | static_cast<std::uint64_t>(cell.y) << 8 |
             static_cast<std::uint64_t>(side);
    };
    const std::uint64_t key = pack(from, from_side) << 24 | pack(to, to_side);  // never 0: sides are not
    Seen& seen = seen_[key * 0x9E3779B97F4A7C15U >> (64 - kBits)];
    if (seen.key != key) seen = {key, wall_cover(map, from, from_side, to, to_side)};
    return seen.cover;
  }

 private:
  static constexpr int kBits = 12;
  struct Seen {
    std::uint64_t key = 0;
    Cover cover = Cover::None;
  };
  std::shared_ptr<const WallSight> walls_;
  std::array<Seen, 1 << kBits> seen_{};
};

}  // namespace hazard::fivee
