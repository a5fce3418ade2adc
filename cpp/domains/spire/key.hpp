// A state's fingerprint and its equality. Piles are sets: the order of a hand, of what is discarded and of
// what nobody has seen does not count; the known top of the draw pile does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <tuple>

#include "domains/spire/state.hpp"

namespace hazard::spire {

namespace detail {

inline constexpr std::uint64_t kSeed = 0x452821e638d01377ULL;

inline std::uint64_t mixed(std::uint64_t key, std::uint64_t word) {
  key ^= word;
  key *= 0x9e3779b97f4a7c15ULL;
  return key ^ (key >> 29);
}

// A sum does not care about order; each card is mixed by itself, with the pile it is in.
inline std::uint64_t set_key(const Card* cards, int count, std::uint64_t salt) {
  std::uint64_t sum = 0;
  for (int i = 0; i < count; ++i) {
    std::uint64_t x = (cards[i].bits() + salt) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 31)) * 0x94d049bb133111ebULL;
    sum += x ^ (x >> 30);
  }
  return sum;
}

template <class List>
std::uint64_t power_key(const List& powers) {
  std::uint64_t sum = 0;
  for (int i = 0; i < powers.count; ++i) {
    const PowerEntry& entry = powers.entries[i];
    sum += mix64(static_cast<std::uint64_t>(entry.id) << 32 | std::uint64_t{entry.extra} << 16 |
                 static_cast<std::uint16_t>(entry.amount));
  }
  return sum;
}

template <class T>
std::uint64_t word_of(const T& value) {
  static_assert(sizeof(T) == 8);
  std::uint64_t word = 0;
  std::memcpy(&word, &value, 8);
  return word;
}

inline std::uint64_t packed(int a, int b, int c, int d) {
  return static_cast<std::uint64_t>(static_cast<std::uint16_t>(a)) << 48 |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(b)) << 32 |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(c)) << 16 | static_cast<std::uint16_t>(d);
}

inline std::uint64_t monster_key(const Monster& m) {
  // Mixed before the next word comes: hit points and counters that change together must not cancel out.
  std::uint64_t key = mixed(kSeed, packed(m.kind, m.flags, m.hp, m.block));
  if (m.is(kGone) && !m.is(kHalfDead)) return packed(m.kind, m.flags, 0, 0);
  key = mixed(key, packed(m.max_hp, m.counters[0], m.counters[1], m.counters[2]));
  key = mixed(key, packed(m.move << 8 | m.last, m.second_last << 8 | m.shown_hits, m.shown_damage, 0));
  return mixed(key, power_key(m.powers));
}

inline std::uint64_t player_key(const Player& p) {
  std::uint64_t key = mixed(kSeed, packed(p.hp, p.max_hp, p.block, p.gold));
  key = mixed(key, packed(p.energy << 8 | p.energy_each_turn, p.draw_each_turn << 8 | p.potion_slots,
                          p.cards_played << 8 | p.attacks_played, p.skills_played << 8 | p.powers_played));
  key = mixed(key, packed(p.discarded << 8 | p.times_damaged, p.flags, p.potions[0] << 8 | p.potions[1],
                          p.potions[2] << 8 | p.potions[3]));
  key = mixed(key, p.potions[4]);
  for (int i = 0; i < kCounters; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p.counters + i, 8);
    key = mixed(key, word);
  }
  for (const std::uint64_t word : p.relics) key = mixed(key, word);
  return mixed(key, power_key(p.powers));
}

}  // namespace detail

inline std::uint64_t key_of(const State& s) {
  using namespace detail;
  std::uint64_t key = player_key(s.player);
  for (int i = 0; i < s.monster_count; ++i) key = mixed(key, monster_key(s.monsters[i]));
  key = mixed(key, packed(static_cast<int>(s.phase) << 8 | s.to_act, s.known_top << 8 | s.ending, s.turn,
                          s.ascension << 8 | s.act));
  key = mixed(key, packed(s.in_play_set << 12 | s.monster_count << 8 | s.queued_count,
                          s.options_count << 8 | s.chosen, static_cast<int>(s.oracle >> 16),
                          static_cast<int>(s.oracle & 0xffff)));
  const int unknown = s.draw.count - s.known_top;
  key = mixed(key, set_key(s.hand.cards, s.hand.count, 0x1111111100000000ULL));
  key = mixed(key, set_key(s.draw.cards, unknown, 0x2222222200000000ULL));
  key = mixed(key, set_key(s.discard.cards, s.discard.count, 0x3333333300000000ULL));
  key = mixed(key, set_key(s.exhaust.cards, s.exhaust.count, 0x4444444400000000ULL));
  for (int i = unknown; i < s.draw.count; ++i) key = mixed(key, s.draw[i].bits());
  if (s.in_play_set != 0) key = mixed(key, word_of(s.in_play));
  for (int i = 0; i < s.queued_count; ++i) key = mixed(key, word_of(s.queued[i]));
  for (int i = 0; i < s.options_count; ++i) key = mixed(key, s.options[i].bits());
  bool aimed = false;
  for (int i = 0; i < s.steps.count; ++i) {
    key = mixed(key, word_of(s.steps[i]));
    aimed = aimed || s.steps[i].op == Op::Strike;
  }
  if (aimed) {
    for (int i = 0; i < s.monster_count; ++i) key = mixed(key, static_cast<std::uint16_t>(s.aimed[i]));
  }
  return mix64(key);
}

// The same state with everything that does not count in one fixed order; equal states become equal bytes.
inline State canonical(const State& s) {
  State c;
  std::memset(static_cast<void*>(&c), 0, sizeof c);
  const auto copy_powers = [](auto& to, const auto& from) {
    to.present[0] = from.present[0];
    to.present[1] = from.present[1];
    to.count = from.count;
    std::copy_n(from.entries, from.count, to.entries);
    std::sort(to.entries, to.entries + to.count, [](const PowerEntry& a, const PowerEntry& b) {
      return std::tuple(a.id, a.amount, a.extra) < std::tuple(b.id, b.amount, b.extra);
    });
  };
  const auto copy_pile = [](auto& to, const auto& from, int sorted) {
    to.count = from.count;
    std::copy_n(from.cards, from.count, to.cards);
    std::sort(to.cards, to.cards + sorted, [](const Card& a, const Card& b) { return a.bits() < b.bits(); });
  };
  const Player& p = s.player;
  Player& q = c.player;
  std::memcpy(static_cast<void*>(&q), &p, offsetof(Player, powers));
  copy_powers(q.powers, p.powers);
  for (int i = 0; i < s.monster_count; ++i) {
    const Monster& m = s.monsters[i];
    if (m.is(kGone) && !m.is(kHalfDead)) {
      c.monsters[i].kind = m.kind;
      c.monsters[i].flags = m.flags;
      continue;
    }
    std::memcpy(static_cast<void*>(&c.monsters[i]), &m, offsetof(Monster, powers));
    copy_powers(c.monsters[i].powers, m.powers);
  }
  std::memcpy(&c.monster_count, &s.monster_count, offsetof(State, in_play) - offsetof(State, monster_count));
  if (s.in_play_set != 0) c.in_play = s.in_play;
  std::copy_n(s.queued, s.queued_count, c.queued);
  std::copy_n(s.options, s.options_count, c.options);
  c.oracle = s.oracle;
  copy_pile(c.hand, s.hand, s.hand.count);
  copy_pile(c.draw, s.draw, s.draw.count - s.known_top);
  copy_pile(c.discard, s.discard, s.discard.count);
  copy_pile(c.exhaust, s.exhaust, s.exhaust.count);
  c.steps.count = s.steps.count;
  bool aimed = false;
  for (int i = 0; i < s.steps.count; ++i) {
    c.steps.steps[i] = s.steps[i];
    aimed = aimed || s.steps[i].op == Op::Strike;
  }
  if (aimed) std::copy_n(s.aimed, s.monster_count, c.aimed);
  return c;
}

inline bool operator==(const State& a, const State& b) {
  const State one = canonical(a), other = canonical(b);
  return std::memcmp(&one, &other, sizeof one) == 0;
}

}  // namespace hazard::spire
