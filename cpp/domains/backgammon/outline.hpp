// One side's checkers at a glance, and what a player counts: shots, and rolls that free a checker.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "domains/backgammon/board.hpp"

namespace hazard::backgammon {

// Bits have an index each, in the order in which that side counts; the bar is bit 24.
struct Outline {
  std::uint32_t occupied = 0, made = 0, blots = 0;
  int checkers = 0, pips = 0;
  int rear = 0;  // the index of the last checker

  // Eight points at a time. No count goes beyond 15, so that sums of a word's bytes fit into one byte, and
  // multiplying by ones makes running sums: the last of them is how many checkers there are, and their sum
  // again tells how far they are from the end of the word.
  explicit Outline(const Side& side) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    for (int word = 0; word < 3; ++word) {
      std::uint64_t counts = 0;
      std::memcpy(&counts, side.data() + 8 * word, 8);
      if constexpr (std::endian::native == std::endian::big) counts = reversed_bytes(counts);
      occupied |= high_bits(counts + 0x7f * kOnes) << 8 * word;
      made |= high_bits(counts + 0x7e * kOnes) << 8 * word;
      const std::uint64_t running = counts * kOnes;
      const int here = static_cast<int>(running >> 56), to_end = static_cast<int>(running * kOnes >> 56);
      checkers += here;
      pips += (8 * word + 9) * here - to_end;
    }
    const int on_bar = side[kBar];
    occupied |= std::uint32_t{on_bar > 0} << kBar;
    made |= std::uint32_t{on_bar > 1} << kBar;
    blots = occupied & ~made;
    checkers += on_bar;
    pips += (kBar + 1) * on_bar;
    rear = occupied == 0 ? 0 : std::bit_width(occupied) - 1;
  }

 private:
  // The highest bit of every byte, side by side.
  static std::uint32_t high_bits(std::uint64_t bytes) {
    return static_cast<std::uint32_t>((bytes >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56);
  }
  static std::uint64_t reversed_bytes(std::uint64_t bytes) {
    std::uint64_t result = 0;
    for (int i = 0; i < 8; ++i) result = result << 8 | (bytes >> 8 * i & 0xff);
    return result;
  }
};

inline constexpr std::uint32_t kBoardBits = (1U << kPoints) - 1, kHomeBits = (1U << kHome) - 1;

// Whether the sides can still hit or block each other.
inline bool in_contact(const Outline& one, const Outline& other) {
  return one.rear + other.rear > kPoints - 1;
}

// The same points, counted by the other side. The bar has no counterpart.
inline std::uint32_t mirrored(std::uint32_t points) {
  points &= kBoardBits;
  points = points >> 16 | (points & 0xff00) | (points & 0xff) << 16;
  points = (points >> 4 & 0x0f0f0f) | (points & 0x0f0f0f) << 4;
  points = (points >> 2 & 0x333333) | (points & 0x333333) << 2;
  return (points >> 1 & 0x555555) | (points & 0x555555) << 1;
}

inline int longest_run(std::uint32_t points) {
  int length = 0;
  for (; points != 0; points &= points >> 1) ++length;
  return length;
}

// Of the 36 rolls, the share that lets a checker go the whole roll when the points ahead that are set (bit 0:
// one away) are blocked.
inline const std::array<float, 4096> kEscapes = [] {
  std::array<float, 4096> table{};
  for (unsigned blocked = 0; blocked < table.size(); ++blocked) {
    const auto open = [blocked](int away) { return away > 12 || (blocked >> (away - 1) & 1U) == 0; };
    int rolls = 0;
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) {
        const bool free = open(high + low) && (open(high) || open(low));
        rolls += free ? 1 + (high != low) : 0;
      }
    }
    table[blocked] = static_cast<float>(rolls) / 36.0F;
  }
  return table;
}();

// How freely a checker moves from `point`. What is ahead of it lies above, as the enemy counts.
inline float escape(int point, const Outline& enemy) {
  return kEscapes[(enemy.made & kBoardBits) >> (kPoints - point) & 4095];
}

// Of the 36 rolls: how many can hit, hit in the home of the side that rolls, and hit two checkers; and how
// far back what they hit is sent, added up.
struct Shots {
  int rolls = 0, at_home = 0, two = 0, pips = 0;

  void add(std::uint32_t hit, int ways) {
    rolls += hit != 0 ? ways : 0;
    at_home += (hit & kHomeBits) != 0 ? ways : 0;
    two += (hit & (hit - 1)) != 0 ? ways : 0;
    // The furthest that is hit: a checker on our point n is sent back n pips and one more.
    pips += ways * std::bit_width(hit);
  }
};

// Shots at `targets`, with `open` points to land on: all in the order of the side that rolls. How the rest of
// the roll is played is not looked at, so this is at most a few rolls off.
inline Shots shots(int on_bar, std::uint32_t occupied, std::uint32_t targets, std::uint32_t open) {
  Shots found;
  if (targets == 0) return found;
  const std::uint32_t others = occupied & kBoardBits;
  const auto entry = [](int die) { return 1U << (kBar - die); };
  for (int die = 1; die <= 6; ++die) {
    // All checkers on the bar enter first, by the same number.
    std::uint32_t reached = on_bar == 0 ? others : entry(die) & open;
    std::uint32_t passed = on_bar == 0 ? 0 : reached;  // points on which a checker can land
    if (passed != 0) reached |= others;
    for (int left = 4 - on_bar; left > 0 && reached != 0; --left) {
      reached = reached >> die & open;
      passed |= reached;
    }
    found.add(passed & targets, 1);
  }
  for (int high = 2; high <= 6; ++high) {
    const std::uint32_t by_high = others >> high & open;
    for (int low = 1; low < high; ++low) {
      std::uint32_t passed = 0;
      if (on_bar == 0) {
        const std::uint32_t by_low = others >> low & open;
        passed = by_high | by_low | by_high >> low | by_low >> high;
      } else {
        const auto enter = [&](int first, int second) {
          if ((entry(first) & open) == 0) return;
          passed |= entry(first);
          if (on_bar == 1) passed |= (others | entry(first)) >> second;
        };
        enter(high, low);
        enter(low, high);
      }
      found.add(passed & targets, 2);
    }
  }
  return found;
}

}  // namespace hazard::backgammon
