// A run under way: the content and the state that is changed in place, and what changes it everywhere: hit
// points, gold, cards, relics, potions.
#pragma once

#include <algorithm>
#include <cmath>

#include "domains/spire/rules/cards.hpp"
#include "domains/spire/run/content.hpp"

namespace hazard::spire {

struct Run {
  const RunContent& content;
  Journey& j;

  const Content& rules() const { return *content.content; }
  const CardKind& kind(const Card& card) const { return rules().cards[card.kind]; }
  bool has(RunRelic relic) const { return j.has_bit(content.bit(relic)); }
  bool owns(int row) const { return j.has_bit(rules().relics[static_cast<std::size_t>(row)].bit); }
  std::uint8_t* counter(RunRelic relic) const {
    const std::uint8_t place = rules().relics[static_cast<std::size_t>(content.row(relic))].counter;
    return place < kCounters ? &j.counters[place] : nullptr;
  }
};

// Puts tasks in front of all others, in their order.
inline void do_next(const Run& r, const std::vector<Task>& tasks) {
  for (std::size_t i = tasks.size(); i-- > 0;) r.j.soon(tasks[i]);
}

// ---- hit points and gold --------------------------------------------------------------------------------

// n parts of m of a number of hit points: mode 0 rounds down, 1 to the nearest, 2 up.
inline int share_of(int whole, int n, int m, int mode) {
  const int parts = whole * n;
  if (mode == 0) return parts / m;
  if (mode == 1) return (2 * parts + m) / (2 * m);
  return (parts + m - 1) / m;
}

inline void gain_hp(const Run& r, int amount) {
  if (amount <= 0 || r.has(RunRelic::MarkOfTheBloom)) return;
  r.j.hp = static_cast<std::int16_t>(std::min<int>(r.j.max_hp, r.j.hp + amount));
}

inline void die(const Run& r) {
  Journey& j = r.j;
  j.hp = 0;
  if (!r.has(RunRelic::MarkOfTheBloom)) {
    for (int slot = 0; slot < j.potion_slots; ++slot) {
      if (j.potions[slot] == 0 || j.potions[slot] != r.content.fairy) continue;
      j.potions[slot] = 0;
      j.hp = static_cast<std::int16_t>(std::max(1, j.max_hp * (r.has(RunRelic::SacredBark) ? 60 : 30) / 100));
      return;
    }
    if (r.has(RunRelic::LizardTail) && j.tail_used == 0) {
      j.tail_used = 1;
      j.hp = static_cast<std::int16_t>(std::max(1, j.max_hp / 2));
      return;
    }
  }
  j.screen = Screen::Defeat;
}

inline void lose_hp(const Run& r, int amount) {
  if (r.has(RunRelic::TungstenRod)) --amount;
  if (amount <= 0) return;
  r.j.hp = static_cast<std::int16_t>(r.j.hp - amount);
  if (r.j.hp <= 0) die(r);
}

inline void raise_max_hp(const Run& r, int amount) {
  r.j.max_hp = static_cast<std::int16_t>(std::min(r.j.max_hp + amount, 9999));
  gain_hp(r, amount);
}

inline void lower_max_hp(const Run& r, int amount) {
  r.j.max_hp = static_cast<std::int16_t>(std::max(1, r.j.max_hp - amount));
  r.j.hp = std::min(r.j.hp, r.j.max_hp);
}

inline void gain_gold(const Run& r, int amount) {
  if (amount <= 0 || r.has(RunRelic::Ectoplasm)) return;
  r.j.gold = static_cast<std::int16_t>(std::min(r.j.gold + amount, 30000));
  if (r.has(RunRelic::BloodyIdol)) gain_hp(r, 5);
}

inline void lose_gold(const Run& r, int amount) {
  r.j.gold = static_cast<std::int16_t>(std::max(0, r.j.gold - amount));
}

inline void spend_gold(const Run& r, int amount) {
  lose_gold(r, amount);
  if (amount > 0) r.j.charges[kBankOpen] = 0;  // the bank breaks at the first purchase
}

// ---- cards ----------------------------------------------------------------------------------------------

inline bool can_upgrade(const Run& r, const Card& card) {
  const CardKind& kind = r.kind(card);
  return kind.upgrade != card.kind || kind.is(kCardUpgradesForever);
}

inline Card upgraded(const Run& r, Card card) {
  const CardKind& kind = r.kind(card);
  if (kind.upgrade == card.kind && !kind.is(kCardUpgradesForever)) return card;
  Card better = fresh_card(r.rules(), kind.upgrade);
  better.extra = card.extra;
  if (kind.is(kCardUpgradesForever)) better.extra = static_cast<std::uint8_t>(std::min(card.extra + 1, 99));
  return better;
}

inline bool is_curse(const Run& r, const Card& card) { return r.kind(card).type == CardType::Curse; }

// Curses that nothing takes out of the deck.
inline bool stays(const Run& r, const Card& card) {
  return card.kind == r.content.bane || card.kind == r.content.bell || card.kind == r.content.necronomicurse;
}

inline bool is_bottled(const Journey& j, int place) {
  return j.bottled[0] == place || j.bottled[1] == place || j.bottled[2] == place;
}

// As the eggs would have it.
inline Card hatched(const Run& r, Card card) {
  const CardType type = r.kind(card).type;
  const bool egg = (type == CardType::Attack && r.has(RunRelic::MoltenEgg)) ||
                   (type == CardType::Skill && r.has(RunRelic::ToxicEgg)) ||
                   (type == CardType::Power && r.has(RunRelic::FrozenEgg));
  return egg && r.kind(card).upgrade != card.kind ? upgraded(r, card) : card;
}

inline void add_card(const Run& r, Card card) {
  Journey& j = r.j;
  if (is_curse(r, card)) {
    if (r.has(RunRelic::Omamori) && j.charges[kOmamoriCharge] > 0) {
      --j.charges[kOmamoriCharge];
      return;
    }
    if (r.has(RunRelic::DarkstonePeriapt)) raise_max_hp(r, 6);
  }
  if (r.has(RunRelic::CeramicFish)) gain_gold(r, 9);
  if (j.deck_count < kPileSize) j.deck[j.deck_count++] = hatched(r, card);
}

inline Card remove_card(const Run& r, int place) {
  Journey& j = r.j;
  const Card card = j.deck[place];
  for (int i = place; i + 1 < j.deck_count; ++i) j.deck[i] = j.deck[i + 1];
  j.deck[--j.deck_count] = Card{};
  for (std::uint8_t& bottled : j.bottled) {
    if (bottled == kNoPlace) continue;
    if (bottled == place)
      bottled = kNoPlace;
    else if (bottled > place)
      --bottled;
  }
  if (card.kind == r.content.parasite) lower_max_hp(r, 3);
  return card;
}

// ---- relics and potions ---------------------------------------------------------------------------------

inline void add_relic(const Run& r, int row) {
  Journey& j = r.j;
  const int bit = r.rules().relics[static_cast<std::size_t>(row)].bit;
  j.relics[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  j.drawn_relics[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  if (j.owned_count < kMostOwned) j.owned[j.owned_count++] = static_cast<std::uint8_t>(row);
  if (row == r.content.row(RunRelic::Omamori)) j.charges[kOmamoriCharge] = 2;
  if (row == r.content.row(RunRelic::WingedGreaves)) j.charges[kWingCharge] = 3;
  if (row == r.content.row(RunRelic::MawBank)) j.charges[kBankOpen] = 1;
  if (row == r.content.row(RunRelic::Matryoshka)) j.charges[kDollCharge] = 2;
  if (row == r.content.row(RunRelic::NlothsMask)) j.charges[kMaskCharge] = 1;
  if (row == r.content.row(RunRelic::TinyChest)) j.charges[kChestCharge] = 0;
  if (row == r.content.row(RunRelic::NeowsLament)) {
    if (std::uint8_t* count = r.counter(RunRelic::NeowsLament)) *count = 3;
  }
  do_next(r, r.content.relics[static_cast<std::size_t>(row)].taken);
}

inline void drop_relic(const Run& r, int row) {
  Journey& j = r.j;
  const int bit = r.rules().relics[static_cast<std::size_t>(row)].bit;
  j.relics[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63));
  for (int i = 0; i < j.owned_count; ++i) {
    if (j.owned[i] != row) continue;
    for (int k = i; k + 1 < j.owned_count; ++k) j.owned[k] = j.owned[k + 1];
    j.owned[--j.owned_count] = 0;
    return;
  }
}

inline int free_slot(const Journey& j) {
  for (int slot = 0; slot < j.potion_slots; ++slot) {
    if (j.potions[slot] == 0) return slot;
  }
  return -1;
}

inline void add_potion(const Run& r, int row) {
  const int slot = free_slot(r.j);
  if (slot >= 0 && !r.has(RunRelic::Sozu)) r.j.potions[slot] = static_cast<std::uint8_t>(row);
}

inline void add_reward(Journey& j, RewardKind kind, int value, int place = 0) {
  if (j.reward_count == kMostRewards) return;
  j.rewards[j.reward_count++] = {kind, static_cast<std::uint8_t>(place), static_cast<std::int16_t>(value)};
}

// Whether a relic may come up now.
inline bool may_come(const Run& r, int row, bool in_shop) {
  const Journey& j = r.j;
  const RelicRules& rules = r.content.relics[static_cast<std::size_t>(row)];
  const int bit = r.rules().relics[static_cast<std::size_t>(row)].bit;
  if ((j.drawn_relics[bit >> 6] >> (bit & 63) & 1) != 0) return false;
  if (j.floor > rules.last_floor || (in_shop && !rules.in_shops)) return false;
  switch (rules.needs) {
    case 1:
    case 2:
    case 3: {
      const CardType type = rules.needs == 1   ? CardType::Attack
                            : rules.needs == 2 ? CardType::Skill
                                               : CardType::Power;
      for (int i = 0; i < j.deck_count; ++i) {
        if (r.kind(j.deck[i]).type == type && r.kind(j.deck[i]).rarity != Rarity::Basic) return true;
      }
      return false;
    }
    case 4:  // two relics of the fire at most
      return int{r.has(RunRelic::Girya)} + int{r.has(RunRelic::PeacePipe)} + int{r.has(RunRelic::Shovel)} < 2;
    case 5:
      return r.has(RunRelic::BurningBlood);
    case 6:
      return j.act == 1;
    default:
      return true;
  }
}

inline bool holds(const Run& r, const RunCondition& c) {
  const Journey& j = r.j;
  switch (c.ask) {
    case Ask::Always:
      return true;
    case Ask::Gold:
      return j.gold >= c.n;
    case Ask::HasRelic:
      return r.owns(c.n);
    case Ask::LacksRelic:
      return !r.owns(c.n);
    case Ask::HasPotion:
      for (int slot = 0; slot < j.potion_slots; ++slot) {
        if (j.potions[slot] != 0) return true;
      }
      return false;
    case Ask::Picked:
      return j.numbers[c.n] != 0;
    case Ask::NumberIs:
      return j.numbers[c.n] == c.m;
    case Ask::NumberBelow:
      return j.numbers[c.n] < c.m;
    case Ask::Upgradable:
      for (int i = 0; i < j.deck_count; ++i) {
        if (can_upgrade(r, j.deck[i])) return true;
      }
      return false;
    case Ask::Removable:
    case Ask::Transformable:
      for (int i = 0; i < j.deck_count; ++i) {
        if (!stays(r, j.deck[i]) && !is_bottled(j, i)) return true;
      }
      return false;
    case Ask::FloorAtMost:
      return j.floor <= c.n;
    case Ask::FloorAbove:
      return j.floor > c.n;
    case Ask::HpAbove:
      return j.hp > c.n;
    case Ask::HpShareAtMost:
      return 100 * j.hp <= c.n * j.max_hp;
    case Ask::Cursed:
      for (int i = 0; i < j.deck_count; ++i) {
        if (is_curse(r, j.deck[i]) && !stays(r, j.deck[i])) return true;
      }
      return false;
    case Ask::Relics:
      return j.owned_count >= c.n;
    case Ask::RowAbove:
      return j.y != kNoPlace && j.y > c.n;
    case Ask::StrongAttack:
      for (int i = 0; i < j.deck_count; ++i) {
        if (r.content.strong[j.deck[i].kind] != 0) return true;
      }
      return false;
    case Ask::AscensionBelow:
      return r.rules().ascension < c.n;
  }
  return false;
}

inline bool all_hold(const Run& r, const std::vector<RunCondition>& conditions) {
  for (const RunCondition& c : conditions) {
    if (!holds(r, c)) return false;
  }
  return true;
}

}  // namespace hazard::spire
