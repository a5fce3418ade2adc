// Exact pre-flop equities of hold'em: each of the 169 kinds of hand against each other, over all suits and
// all boards. Boards that differ by a renaming of suits are one, which leaves 134,459 of 2,598,960. On each
// of them all hands are sorted by strength and passed once from the weakest to the strongest, with a count of
// the hands passed by kind and by card: how many hands of each kind a hand beats, none of its own cards among
// them, is then a subtraction of vectors.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace hazard::holdem {

inline constexpr int kKinds = 169, kWidth = 176;  // a multiple of the lanes of a vector

// Cards are 4 * rank + suit, ranks from 0 for a two to 12 for an ace.
inline int rank_of(int card) { return card / 4; }
inline int suit_of(int card) { return card % 4; }

// Kinds: 13 * high + low for suited hands and pairs, 13 * low + high for others; aces are 12.
inline int kind_of(int a, int b) {
  const int high = std::max(rank_of(a), rank_of(b)), low = std::min(rank_of(a), rank_of(b));
  return suit_of(a) == suit_of(b) ? 13 * high + low : 13 * low + high;
}

// The ranks of each suit as 13 bits.
using Suits = std::array<std::uint32_t, 4>;

inline std::uint32_t highest(std::uint32_t ranks, int count) {
  while (std::popcount(ranks) > count) ranks &= ranks - 1;
  return ranks;
}

// The highest rank of five in a row, plus one; 0 for none. The ace is also below the two.
inline std::uint32_t straight(std::uint32_t ranks) {
  const std::uint32_t with_ace = (ranks << 1) | (ranks >> 12 & 1);
  const std::uint32_t runs = with_ace & with_ace << 1 & with_ace << 2 & with_ace << 3 & with_ace << 4;
  return runs == 0 ? 0 : static_cast<std::uint32_t>(std::bit_width(runs));
}

// The strength of the best five of seven cards: higher beats lower, equal ties.
inline std::uint32_t strength(const Suits& s) {
  const auto made = [](std::uint32_t category, std::uint32_t first, std::uint32_t rest) {
    return category << 26 | first << 13 | rest;
  };
  std::uint32_t flush = 0;
  for (const std::uint32_t suit : s)
    if (std::popcount(suit) >= 5) flush = suit;
  if (const std::uint32_t run = flush != 0 ? straight(flush) : 0; run != 0) return made(8, 0, run);
  const std::uint32_t any = s[0] | s[1] | s[2] | s[3];
  const std::uint32_t two = (s[0] & s[1]) | (s[2] & s[3]) | ((s[0] | s[1]) & (s[2] | s[3]));
  const std::uint32_t three = (s[0] & s[1] & (s[2] | s[3])) | (s[2] & s[3] & (s[0] | s[1]));
  const std::uint32_t four = s[0] & s[1] & s[2] & s[3];
  if (four != 0) return made(7, four, highest(any & ~four, 1));
  if (three != 0) {
    const std::uint32_t trips = highest(three, 1), pair = highest(two & ~trips, 1);
    if (pair != 0) return made(6, trips, pair);
  }
  if (flush != 0) return made(5, 0, highest(flush, 5));
  if (const std::uint32_t run = straight(any); run != 0) return made(4, 0, run);
  if (three != 0) return made(3, three, highest(any & ~three, 2));
  if (std::popcount(two) >= 2) {
    const std::uint32_t pairs = highest(two, 2);
    return made(2, pairs, highest(any & ~pairs, 1));
  }
  if (two != 0) return made(1, two, highest(any & ~two, 3));
  return made(0, 0, highest(any, 5));
}

struct Table {
  std::vector<double> equity;    // row by row: what a kind gets of the pot against another, ties as halves
  std::vector<double> matchups;  // how many pairs of hands of the two kinds share no card
};

// `tell(done, total)` is called now and then.
inline Table preflop_equities(const std::function<void(std::size_t, std::size_t)>& tell) {
  std::map<Suits, int> boards;  // each once, with how many it stands for
  for (int a = 0; a < 52; ++a)
    for (int b = a + 1; b < 52; ++b)
      for (int c = b + 1; c < 52; ++c)
        for (int d = c + 1; d < 52; ++d)
          for (int e = d + 1; e < 52; ++e) {
            Suits suits{};
            for (const int card : {a, b, c, d, e}) suits[suit_of(card)] |= 1u << rank_of(card);
            std::sort(suits.begin(), suits.end());
            ++boards[suits];
          }
  struct Hand {
    std::uint32_t strength;
    std::uint8_t first, second, kind;
  };
  using Counts = std::array<std::int32_t, kWidth>;
  std::vector<std::array<std::int64_t, kWidth>> totals(kKinds);
  for (auto& row : totals) row.fill(0);
  std::vector<Hand> hands;
  std::vector<Counts> by_card(52), found(kKinds);
  Counts all;
  std::size_t done = 0;
  for (const auto& [suits, stands_for] : boards) {
    hands.clear();
    for (int a = 0; a < 52; ++a) {
      if (suits[suit_of(a)] >> rank_of(a) & 1) continue;
      for (int b = a + 1; b < 52; ++b) {
        if (suits[suit_of(b)] >> rank_of(b) & 1) continue;
        Suits seven = suits;
        seven[suit_of(a)] |= 1u << rank_of(a);
        seven[suit_of(b)] |= 1u << rank_of(b);
        hands.push_back({strength(seven), static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
                         static_cast<std::uint8_t>(kind_of(a, b))});
      }
    }
    std::sort(hands.begin(), hands.end(),
              [](const Hand& x, const Hand& y) { return x.strength < y.strength; });
    all.fill(0);
    for (auto& counts : by_card) counts.fill(0);
    for (auto& row : found) row.fill(0);
    // A hand that is beaten is in the count before and after, one that ties after alone: 2 and 1 points.
    const auto add = [&](const Hand& hand) {
      std::int32_t* row = found[hand.kind].data();
      const std::int32_t *one = by_card[hand.first].data(), *two = by_card[hand.second].data();
      for (int k = 0; k < kWidth; ++k) row[k] += all[k] - one[k] - two[k];
    };
    for (std::size_t from = 0, to; from < hands.size(); from = to) {
      for (to = from; to < hands.size() && hands[to].strength == hands[from].strength; ++to) add(hands[to]);
      for (std::size_t i = from; i < to; ++i) {
        ++all[hands[i].kind];
        ++by_card[hands[i].first][hands[i].kind];
        ++by_card[hands[i].second][hands[i].kind];
      }
      for (std::size_t i = from; i < to; ++i) {
        add(hands[i]);
        ++found[hands[i].kind][hands[i].kind];  // the hand itself, taken out by both of its cards
      }
    }
    for (int kind = 0; kind < kKinds; ++kind)
      for (int k = 0; k < kWidth; ++k)
        totals[kind][k] += static_cast<std::int64_t>(stands_for) * found[kind][k];
    if (++done % 256 == 0 && tell) tell(done, boards.size());
  }
  Table table{std::vector<double>(kKinds * kKinds), std::vector<double>(kKinds * kKinds, 0.0)};
  for (int a = 0; a < 52; ++a)
    for (int b = a + 1; b < 52; ++b)
      for (int c = 0; c < 52; ++c)
        for (int d = c + 1; d < 52; ++d)
          if (a != c && a != d && b != c && b != d) ++table.matchups[kind_of(a, b) * kKinds + kind_of(c, d)];
  constexpr double kBoards = 1'712'304;  // of five of the 48 cards that are left
  for (int i = 0; i < kKinds; ++i)
    for (int j = 0; j < kKinds; ++j)
      table.equity[i * kKinds + j] =
          static_cast<double>(totals[i][j]) / (2.0 * kBoards * table.matchups[i * kKinds + j]);
  return table;
}

}  // namespace hazard::holdem
