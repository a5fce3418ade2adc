// Drawing cards: one chance node for a whole draw. Its outcomes are the multisets of cards, each with its
// multivariate hypergeometric probability; equal cards are one. Known cards on top come first, and are no
// chance; a draw that empties the pile is none either.
#pragma once

#include <array>

#include "core/random.hpp"
#include "domains/spire/move.hpp"
#include "domains/spire/rules/cards.hpp"

namespace hazard::spire {

// The unknown part of the draw pile by kinds of card: which places each has.
struct DrawGroups {
  std::array<std::uint8_t, kPileSize> first{};  // an index of the group's cards
  std::array<std::uint8_t, kPileSize> size{};
  std::array<std::uint8_t, kPileSize> next{};  // the next card of the same group
  int count = 0;
  int cards = 0;
};

inline DrawGroups group_draw_pile(const State& s) {
  DrawGroups groups;
  std::array<std::uint8_t, kPileSize> last{};
  groups.cards = s.draw.count - s.known_top;
  for (int i = 0; i < groups.cards; ++i) {
    int g = 0;
    while (g < groups.count && !(s.draw[groups.first[g]] == s.draw[i])) ++g;
    if (g == groups.count) {
      groups.first[g] = static_cast<std::uint8_t>(i);
      ++groups.count;
    } else {
      groups.next[last[g]] = static_cast<std::uint8_t>(i);
    }
    last[g] = static_cast<std::uint8_t>(i);
    ++groups.size[g];
  }
  return groups;
}

inline bool all_alike(const State& s) {
  for (int i = 1; i < s.draw.count - s.known_top; ++i) {
    if (!(s.draw[i] == s.draw[0])) return false;
  }
  return true;
}

// How many cards of the unknown part a draw of `amount` takes, once the pile is large enough.
inline int unknown_drawn(const State& s, int amount) { return std::max(0, amount - int{s.known_top}); }

// Whether a draw of `amount` from a pile that has so many is a matter of chance.
inline bool draw_is_chance(const State& s, int amount) {
  const int wanted = unknown_drawn(s, amount), unknown = s.draw.count - s.known_top;
  return wanted > 0 && wanted < unknown && !all_alike(s);
}

// Multisets of `wanted` cards, counted up to `limit`.
inline int count_draws(const DrawGroups& groups, int wanted, int limit) {
  std::array<int, kHandSize + 1> ways{};
  ways[0] = 1;
  for (int g = 0; g < groups.count; ++g) {
    for (int n = wanted; n > 0; --n) {
      for (int k = 1; k <= std::min<int>(groups.size[g], n); ++k)
        ways[n] = std::min(limit, ways[n] + ways[n - k]);
    }
  }
  return ways[wanted];
}

inline double choose_count(int n, int k) {
  double found = 1.0;
  for (int i = 1; i <= k; ++i) found = found * (n - k + i) / i;
  return found;
}

namespace detail {
template <class Sink>
void list_draws(const DrawGroups& groups, int group, int left, int cards_left, double weight, Move& move,
                Sink& sink) {
  if (left == 0) {
    Move sorted = move;
    std::sort(sorted.picks, sorted.picks + sorted.count);
    sink(sorted, weight);
    return;
  }
  if (group == groups.count || cards_left < left) return;
  const int size = groups.size[group];
  const int taken_before = move.count;
  int place = groups.first[group];
  for (int k = 0; k <= std::min(size, left); ++k) {
    list_draws(groups, group + 1, left - k, cards_left - size, weight * choose_count(size, k), move, sink);
    if (k < std::min(size, left)) {
      move.picks[move.count++] = static_cast<std::uint8_t>(place);
      place = groups.next[place];
    }
  }
  while (move.count > taken_before) move.picks[--move.count] = 0;
}
}  // namespace detail

// sink(move, probability) for every multiset that a draw of `amount` can bring.
template <class Sink>
void list_draws(const State& s, int amount, Sink&& sink) {
  const DrawGroups groups = group_draw_pile(s);
  const int wanted = unknown_drawn(s, amount);
  Move move;
  move.kind = MoveKind::Drawn;
  const double total = choose_count(groups.cards, wanted);
  auto weighed = [&](const Move& drawn, double ways) { sink(drawn, ways / total); };
  detail::list_draws(groups, 0, wanted, groups.cards, 1.0, move, weighed);
}

// A draw by chance, named as list_draws names it: of equal cards, those that come first.
inline Move sample_draw(const State& s, int amount, Random& random) {
  const DrawGroups groups = group_draw_pile(s);
  Move move;
  move.kind = MoveKind::Drawn;
  std::array<std::uint8_t, kPileSize> left = groups.size;
  int cards = groups.cards;
  std::array<std::uint8_t, kPileSize> taken{};
  for (int n = unknown_drawn(s, amount); n > 0; --n) {
    int ticket = static_cast<int>(random.below(static_cast<std::uint32_t>(cards--)));
    int g = 0;
    while (ticket >= left[g]) ticket -= left[g++];
    --left[g];
    ++taken[g];
  }
  for (int g = 0; g < groups.count; ++g) {
    int place = groups.first[g];
    for (int k = 0; k < taken[g]; ++k) {
      move.picks[move.count++] = static_cast<std::uint8_t>(place);
      place = groups.next[place];
    }
  }
  std::sort(move.picks, move.picks + move.count);
  return move;
}

// A cost by chance for a card in hand. It names the card, not its place: of equal cards any will do.
inline Step roll_cost_of(const Card& card) {
  return step_of(Op::RollCost, kPlayer, card.extra, card.kind, kPlayer, card.costs);
}

// A card comes to hand, and what notices that it does.
inline void card_drawn(const Fight& f, Card card) {
  Player& p = f.s.player;
  const CardKind& kind = f.kind(card);
  f.s.hand.insert(card);
  if (kind.when_drawn.any()) queue_steps(f, kind.when_drawn, kPlayer, kNobody);
  if (kind.type == CardType::Status && p.powers.has(Power::Evolve))
    f.later(step_of(Op::Draw, kPlayer, p.powers.amount(Power::Evolve)));
  if (kind.type >= CardType::Status && p.powers.has(Power::FireBreathing))
    f.later(step_of(Op::Hurt, kEachFoe, p.powers.amount(Power::FireBreathing)));
  if (kind.cost >= 0 && p.powers.has(Power::Confusion)) f.soon(roll_cost_of(card));
}

// The draw itself: the known cards from the top, then the picked ones, or all that are left.
inline void draw_cards(const Fight& f, int amount, const Move* drawn) {
  State& s = f.s;
  const int known = std::min<int>(amount, s.known_top);
  for (int i = 0; i < known; ++i) {
    --s.known_top;
    card_drawn(f, s.draw.cards[--s.draw.count]);
  }
  if (drawn != nullptr) {
    // From the back, so that what moves into a gap has been looked at already.
    for (int i = drawn->count - 1; i >= 0; --i) card_drawn(f, take_from_draw(f, drawn->picks[i]));
    return;
  }
  for (int i = known; i < amount; ++i) card_drawn(f, take_from_draw(f, s.draw.count - s.known_top - 1));
}

// The same in place, where nobody needs to know what was drawn.
inline void draw_randomly(const Fight& f, int amount, Random& random) {
  State& s = f.s;
  const int known = std::min<int>(amount, s.known_top);
  if (known > 0) draw_cards(f, known, nullptr);
  for (int i = known; i < amount; ++i) {
    const auto unknown = static_cast<std::uint32_t>(s.draw.count - s.known_top);
    card_drawn(f, take_from_draw(f, static_cast<int>(random.below(unknown))));
  }
}

// The discard pile becomes the draw pile.
inline void shuffle_discard(const Fight& f) {
  State& s = f.s;
  if (s.discard.empty()) return;
  if (s.known_top == 0) {
    for (const Card& card : s.discard) s.draw.add(card);
  } else {
    for (const Card& card : s.discard) add_to_draw(f, card, false);
  }
  s.discard.count = 0;
  on_occasion(f, Occasion::Shuffled);
}

}  // namespace hazard::spire
