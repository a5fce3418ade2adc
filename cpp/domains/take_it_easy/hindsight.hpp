// The best score that a set of tiles allows when all of them are known beforehand, exactly.
//
// For each direction, list the ways to give its five lines a number each, or none, that the tiles have enough
// numbers for, best first. A choice of one way for each direction is possible if the tiles can be laid so
// that every hex shows what its lines ask for: a matching of hexes and tiles. Going through the choices by
// how much they give away against the best way in each direction, the first possible one is the best there
// is. Pairs of directions that ask for more tiles of two numbers than there are never get as far as a
// matching.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "domains/take_it_easy/board.hpp"

namespace hazard::take_it_easy {

// How many hexes are in a set, without an instruction that not every machine has.
struct HexCounts {
  std::array<std::uint8_t, 1024> of{};
  constexpr HexCounts() {
    for (unsigned bits = 0; bits < of.size(); ++bits)
      of[bits] = static_cast<std::uint8_t>(std::popcount(bits));
  }
  constexpr int operator()(std::uint32_t hexes) const { return of[hexes & 1023] + of[hexes >> 10]; }
};
inline constexpr HexCounts kHexCount{};

class Hindsight {
 public:
  struct Solution {
    int score = 0;
    Position board;  // one of those that score it
  };

  // Of `tiles`, a bit each; at least 19. Of more than that the best 19 are laid.
  Solution solve(std::uint32_t tiles) {
    tiles_ = tiles;
    count_tiles();
    int most = 0;
    for (int direction = 0; direction < kDirections; ++direction) {
      list_ways(direction);
      most += ways_[direction][0].score;
    }
    for (int allowance = kFirstAllowance;; allowance += kFirstAllowance) {
      best_ = std::max(0, most - allowance) - 1;
      found_ = false;
      search();
      if (found_) return {best_, board()};
    }
  }

 private:
  static constexpr int kFirstAllowance = 12;
  static constexpr int kChoices = 4, kNone = 3;  // a number, or none

  struct Way {
    int score = 0;
    std::array<std::uint32_t, 3> hexes{};  // that must show each number
    std::array<std::uint8_t, kLinesEachWay> choices{};
  };

  // How many tiles show a number, and two numbers in two directions.
  void count_tiles() {
    for (int a = 0; a < kDirections; ++a) {
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t with = tiles_ & kTilesWith[a][k];
        single_[a][k] = std::popcount(with);
        for (int b = 0; b < kDirections; ++b) {
          for (int l = 0; l < 3; ++l) pairs_[a][b][k][l] = std::popcount(with & kTilesWith[b][l]);
        }
      }
    }
  }

  void list_ways(int direction) {
    auto& ways = ways_[direction];
    ways.clear();
    for (int number = 0; number < kChoices * kChoices * kChoices * kChoices * kChoices; ++number) {
      Way way;
      std::array<int, kChoices> asked{};
      for (int i = 0, rest = number; i < kLinesEachWay; ++i, rest /= kChoices) {
        const int choice = rest % kChoices, line = kLinesEachWay * direction + i;
        way.choices[i] = static_cast<std::uint8_t>(choice);
        asked[choice] += kGeometry.lengths[line];
        if (choice == kNone) continue;
        way.score += kNumbers[direction][choice] * kGeometry.lengths[line];
        for (int place = 0; place < kGeometry.lengths[line]; ++place)
          way.hexes[choice] |= 1U << kGeometry.hexes[line][place];
      }
      if (asked[0] <= single_[direction][0] && asked[1] <= single_[direction][1] &&
          asked[2] <= single_[direction][2])
        ways.push_back(way);
    }
    std::ranges::stable_sort(ways, [](const Way& a, const Way& b) { return a.score > b.score; });
  }

  void search() {
    const int top_b = ways_[1][0].score, top_c = ways_[2][0].score;
    for (const Way& a : ways_[0]) {
      if (a.score + top_b + top_c <= best_) return;
      fitting_.clear();
      for (const Way& c : ways_[2]) {
        if (a.score + top_b + c.score <= best_) break;
        if (enough<0, 2>(a, c)) fitting_.push_back(&c);
      }
      if (fitting_.empty()) continue;
      for (const Way& b : ways_[1]) {
        if (a.score + b.score + fitting_[0]->score <= best_) break;
        if (enough<0, 1>(a, b)) search_last(a, b);
      }
    }
  }

  void search_last(const Way& a, const Way& b) {
    for (const Way* c : fitting_) {
      const int score = a.score + b.score + c->score;
      if (score <= best_) return;
      if (!enough<1, 2>(b, *c) || !can_be_laid(a, b, *c)) continue;
      best_ = score;
      found_ = true;
      laid_ = matched_;
      return;
    }
  }

  template <int first, int second>
  bool enough(const Way& a, const Way& b) const {
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < 3; ++l) {
        if (kHexCount(a.hexes[k] & b.hexes[l]) > pairs_[first][second][k][l]) return false;
      }
    }
    return true;
  }

  // A matching of all hexes with different tiles that show what is asked for, by augmenting paths.
  bool can_be_laid(const Way& a, const Way& b, const Way& c) {
    std::uint32_t taken = 0;
    for (int hex = 0; hex < kHexes; ++hex) {
      std::uint32_t fits = tiles_;
      const std::array<const Way*, kDirections> ways{&a, &b, &c};
      for (int direction = 0; direction < kDirections; ++direction) {
        const int line = kGeometry.places[hex][direction].line - kLinesEachWay * direction;
        const int choice = ways[direction]->choices[line];
        if (choice != kNone) fits &= kTilesWith[direction][choice];
      }
      fits_[hex] = fits;
      if (fits == 0) return false;
      if (std::has_single_bit(fits)) {  // most hexes ask for one tile: two that ask for the same end it
        if ((taken & fits) != 0) return false;
        taken |= fits;
      }
    }
    holder_.fill(-1);
    for (int hex = 0; hex < kHexes; ++hex) {
      std::uint32_t seen = 0;
      if (!augment(hex, seen)) return false;
    }
    for (int tile = 0; tile < kTiles; ++tile) {
      if (holder_[tile] >= 0) matched_[holder_[tile]] = tile;
    }
    return true;
  }

  bool augment(int hex, std::uint32_t& seen) {
    for (std::uint32_t left = fits_[hex] & ~seen; left != 0; left &= ~seen & (left - 1)) {
      const int tile = std::countr_zero(left);
      seen |= 1U << tile;
      if (holder_[tile] < 0 || augment(holder_[tile], seen)) {
        holder_[tile] = hex;
        return true;
      }
    }
    return false;
  }

  Position board() const {
    Position position;
    for (int hex = 0; hex < kHexes; ++hex) position.place(laid_[hex], hex);
    return position;
  }

  std::uint32_t tiles_ = 0;
  std::array<std::array<int, 3>, kDirections> single_{};
  std::array<std::array<std::array<std::array<int, 3>, 3>, kDirections>, kDirections> pairs_{};
  std::array<std::vector<Way>, kDirections> ways_;
  std::vector<const Way*> fitting_;
  int best_ = 0;
  bool found_ = false;
  std::array<int, kHexes> matched_{}, laid_{};
  std::array<std::uint32_t, kHexes> fits_{};
  std::array<int, kTiles> holder_{};
};

}  // namespace hazard::take_it_easy
