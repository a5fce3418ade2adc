// Monsters that come during a fight: called by a leader, or left when a slime splits. They take a place
// beside who called them, and act from the next turn on.
#pragma once

#include "domains/spire/rules/cards.hpp"
#include "domains/spire/rules/rolls.hpp"

namespace hazard::spire {

// A place in the line where nobody has stood yet.
inline bool is_empty_place(const Monster& m) { return m.is(kGone) && m.max_hp == 0; }

inline int free_place_left(const State& s, int of) {
  for (int i = of - 1; i >= 0; --i) {
    if (s.monsters[i].is(kGone)) return i;
  }
  return -1;
}

inline int free_place_right(State& s, int of) {
  for (int i = of + 1; i < s.monster_count; ++i) {
    if (s.monsters[i].is(kGone)) return i;
  }
  if (s.monster_count < kMostMonsters) return s.monster_count++;
  return -1;
}

inline bool is_summoned_by(const MonsterKind& leader, int kind) {
  for (const SummonChance& summon : leader.summons) {
    if (summon.kind == kind) return true;
  }
  return false;
}

// Powers, block and the like that its kind begins with; what is by chance is drawn.
inline void begin_with(const Fight& f, int place, int kind, int hp, Random* random) {
  State& s = f.s;
  const MonsterKind& row = f.content.monsters[static_cast<std::size_t>(kind)];
  const auto drawn = [&](int low, int high) {
    if (low == high || random == nullptr) return low;
    return low + static_cast<int>(random->below(static_cast<std::uint32_t>(high - low + 1)));
  };
  Monster m;
  m.kind = static_cast<std::uint16_t>(kind);
  m.hp = m.max_hp = static_cast<std::int16_t>(hp > 0 ? hp : drawn(row.low_hp, row.high_hp));
  m.block = row.block;
  m.counters[0] = static_cast<std::int16_t>(drawn(row.low_own, row.high_own));
  if (row.asleep) m.set(kAsleep);
  for (const StartingPower& power : row.starts_with) {
    const int amount = drawn(power.low, power.high);
    // What it comes back to each turn: see apply_power.
    const bool returns = power.id == Power::Malleable || power.id == Power::Flight;
    m.powers.add(power.id, amount, static_cast<std::uint8_t>(returns ? amount : 0));
  }
  for (int i = 0; i < s.monster_count; ++i) {
    if (i == place || s.monsters[i].is(kGone) || !is_summoned_by(f.kind(i), kind)) continue;
    m.set(kMinionFlag);
    m.powers.add(Power::Minion, -1);
    break;
  }
  s.monsters[place] = m;
}

// Who comes later, or comes back, is as strong as those who were there from the beginning.
inline void strengthen_newcomer(const Fight& f, int place) {
  if (f.s.player.has(Relic::PhilosophersStone)) apply_power(f, place, Power::Strength, 1, place);
}

// Someone new at a place, who rolls its first move by chance.
inline void come(const Fight& f, int place, int kind, int hp) {
  begin_with(f, place, kind, hp, nullptr);
  strengthen_newcomer(f, place);
  f.s.to_act = static_cast<std::uint8_t>(f.s.to_act & ~(1 << place));
  f.later(step_of(Op::Roll, place, 0, 0, place));
}

// Two smaller ones: beside its place and in it.
inline void split(const Fight& f, int monster) {
  State& s = f.s;
  const MonsterKind& kind = f.kind(monster);
  const int hp = s.monsters[monster].hp;
  s.monsters[monster].set(kGone);
  const int left = free_place_left(s, monster);
  const int right = left >= 0 ? monster : free_place_right(s, monster);
  come(f, left >= 0 ? left : monster, kind.splits_into[0], hp);
  if (right >= 0) come(f, right, kind.splits_into[1], hp);
}

// ---- leaders -----------------------------------------------------------------------------------------

inline bool can_summon(const Content& content, const State& s, int leader) {
  const MonsterKind& kind = content.kind(s.monsters[leader]);
  return s.monsters[leader].alive() && others_alive(s, leader) < kind.most_summoned;
}

// Whom a leader calls, one at a time: kind and hit points by chance. sink(number, probability)
template <class Sink>
void list_summons(const Content& content, const State& s, int leader, Sink&& sink) {
  if (!can_summon(content, s, leader)) return;
  int number = 0;
  for (const SummonChance& summon : content.kind(s.monsters[leader]).summons) {
    const MonsterKind& kind = content.monsters[summon.kind];
    const int count = kind.high_hp - kind.low_hp + 1;
    for (int i = 0; i < count; ++i) sink(number++, summon.chance / count);
  }
}

struct Summoned {
  int kind = 0, hp = 0;
};

// Who the outcome of that number is.
inline Summoned summoned(const Content& content, const MonsterKind& leader, int number) {
  for (const SummonChance& chance : leader.summons) {
    const MonsterKind& kind = content.monsters[chance.kind];
    const int count = kind.high_hp - kind.low_hp + 1;
    if (number < count) return {chance.kind, kind.low_hp + number};
    number -= count;
  }
  return {};
}

inline void summon(const Fight& f, int leader, int number) {
  const Summoned who = summoned(f.content, f.kind(leader), number);
  int place = free_place_left(f.s, leader);
  if (place < 0) place = free_place_right(f.s, leader);
  if (place >= 0 && who.hp > 0) come(f, place, who.kind, who.hp);
}

// ---- stasis ------------------------------------------------------------------------------------------

// The pile that an orb takes a card from, and how rare a card it wants: the rarest there is.
inline const Pile<kPileSize>& stasis_pile(const State& s) { return s.draw.empty() ? s.discard : s.draw; }

inline int rarest(const Content& content, const Pile<kPileSize>& pile) {
  const auto value = [&](const Card& card) {
    const Rarity rarity = content.kind(card).rarity;
    return rarity >= Rarity::Common && rarity <= Rarity::Rare ? static_cast<int>(rarity) : 0;
  };
  int best = 0;
  for (const Card& card : pile) best = std::max(best, value(card));
  return best;
}

// Without a common, uncommon or rare card, any will do.
inline bool is_wanted(const Content& content, const Card& card, int best) {
  return best == 0 || static_cast<int>(content.kind(card).rarity) == best;
}

// A card in stasis is kept in the numbers of the one who took it.
inline bool holds_a_card(const Monster& m) { return m.counters[2] > 0; }

inline Card card_in_stasis(const Monster& m) {
  Card card;
  card.kind = static_cast<std::uint16_t>(m.counters[2] - 1);
  card.costs = static_cast<std::uint8_t>(static_cast<std::uint16_t>(m.counters[0]) >> 8);
  card.extra = static_cast<std::uint8_t>(m.counters[0]);
  return card;
}

inline void take_into_stasis(const Fight& f, int monster, int index) {
  Monster& m = f.s.monsters[monster];
  const Card card = f.s.draw.empty() ? f.s.discard.take(index) : take_from_draw(f, index);
  m.counters[2] = static_cast<std::int16_t>(card.kind + 1);
  m.counters[0] = static_cast<std::int16_t>(card.costs << 8 | card.extra);
  m.powers.add(Power::Stasis, -1);
}

}  // namespace hazard::spire
