// What chance decides between fights. Each task of chance lists its outcomes, a number and a probability
// each, and is done with one of them; what cannot be listed (a map, a line of monsters) is drawn as a seed.
//
// Where the rates come from: docs/spire-run.md, with two sources each.
//
// Over 400 lines: one function for each thing that chance decides between fights.
#pragma once

#include "domains/spire/run/journey.hpp"
#include "domains/spire/run/map.hpp"

namespace hazard::spire {

inline bool needs_seed(const Task& task) { return task.op == TaskOp::DrawMap || task.op == TaskOp::LineUp; }

inline bool needs_chance(const Task& task) {
  switch (task.op) {
    case TaskOp::Gold:
    case TaskOp::OfferGold:
    case TaskOp::LoseGold:
      return task.m > task.n;
    case TaskOp::FindRelic:
    case TaskOp::FindPotion:
    case TaskOp::FindCurse:
    case TaskOp::FindCard:
    case TaskOp::UpgradeRandom:
    case TaskOp::TransformRandom:
    case TaskOp::BossOfAct:
    case TaskOp::Toss:
    case TaskOp::Pick:
    case TaskOp::Branch:
    case TaskOp::AdventurerFinds:
    case TaskOp::DrawMap:
    case TaskOp::Burn:
    case TaskOp::RollBoss:
    case TaskOp::RollNeow:
    case TaskOp::RollUnknown:
    case TaskOp::RollEvent:
    case TaskOp::RollEncounter:
    case TaskOp::LineUp:
    case TaskOp::RollPotionDrop:
    case TaskOp::RollRelic:
    case TaskOp::RollPotion:
    case TaskOp::RollRarity:
    case TaskOp::RollCard:
    case TaskOp::RollUpgrade:
    case TaskOp::RollShopCard:
    case TaskOp::RollPrice:
    case TaskOp::RollSale:
    case TaskOp::RollChest:
    case TaskOp::RollChestGold:
    case TaskOp::TransformCard:
    case TaskOp::RollMatch:
    case TaskOp::Flip:
      return true;
    default:
      return false;
  }
}

// ---- card rewards ---------------------------------------------------------------------------------------

// Chances of a rare and of an uncommon card, in percent before the offset.
struct RarityRates {
  int rare, uncommon;
};

inline RarityRates rarity_rates(const Run& r, Offer offer) {
  RarityRates found = offer == Offer::Elite  ? RarityRates{10, 40}
                      : offer == Offer::Shop ? RarityRates{9, 37}
                                             : RarityRates{3, 37};
  if (r.has(RunRelic::NlothsGift) && offer != Offer::Shop) found.rare *= 3;
  return found;
}

// sink(row of Rarity, probability). A roll of 0 to 99 plus the offset falls below the thresholds or not.
template <class Sink>
void list_rarities(const Run& r, Offer offer, Sink&& sink) {
  const auto say = [&](Rarity rarity, double probability) { sink(static_cast<int>(rarity), probability); };
  switch (offer) {
    case Offer::Boss:
    case Offer::NeowRare:
    case Offer::NeowColorlessRare:
      return say(Rarity::Rare, 1.0);
    case Offer::NeowColorless:
      return say(Rarity::Uncommon, 1.0);
    case Offer::NeowCards:
      say(Rarity::Common, 0.67);
      return say(Rarity::Uncommon, 0.33);
    case Offer::Colorless:
      say(Rarity::Uncommon, 0.7);
      return say(Rarity::Rare, 0.3);
    default:
      break;
  }
  const RarityRates rates = rarity_rates(r, offer);
  const int offset = r.j.card_offset;
  const int rare = std::clamp(rates.rare - offset, 0, 100);
  const int uncommon = std::clamp(rates.rare + rates.uncommon - offset, 0, 100) - rare;
  say(Rarity::Common, (100 - rare - uncommon) / 100.0);
  say(Rarity::Uncommon, uncommon / 100.0);
  say(Rarity::Rare, rare / 100.0);
}

inline bool is_colorless(Offer offer) {
  return offer == Offer::Colorless || offer == Offer::NeowColorless || offer == Offer::NeowColorlessRare;
}

inline const std::vector<std::uint16_t>& pool_of(const Run& r, Offer offer, int rarity) {
  const auto& pools = is_colorless(offer) ? r.content.colorless : r.content.red;
  return pools[static_cast<std::size_t>(rarity)];
}

// The common part of a card's two versions, so that no card is offered twice.
inline int base_kind(const Run& r, const Card& card, const std::vector<std::uint16_t>& pool) {
  for (const std::uint16_t row : pool) {
    if (row == card.kind || r.rules().cards[row].upgrade == card.kind) return row;
  }
  return card.kind;
}

template <class Sink>
void list_cards(const Run& r, const std::vector<std::uint16_t>& pool, const Card* taken, int taken_count,
                Sink&& sink) {
  const auto is_taken = [&](std::uint16_t row) {
    for (int i = 0; i < taken_count; ++i) {
      if (base_kind(r, taken[i], pool) == row) return true;
    }
    return false;
  };
  int count = 0;
  for (const std::uint16_t row : pool) count += is_taken(row) ? 0 : 1;
  for (const std::uint16_t row : pool) {
    if (!is_taken(row)) sink(int{row}, 1.0 / count);
  }
}

// ---- shops ----------------------------------------------------------------------------------------------

// Places of the shop: two attacks, two skills, a power; an uncommon and a rare colorless card.
inline CardType shop_type(int place) {
  return place < 2 ? CardType::Attack : place < 4 ? CardType::Skill : CardType::Power;
}

template <class Sink>
void list_shop_rarities(const Run& r, int place, Sink&& sink) {
  if (place >= 5) return list_rarities(r, Offer::Colorless, sink);
  double common = 0.0;
  list_rarities(r, Offer::Shop, [&](int rarity, double probability) {
    // There is no common power.
    if (place == 4 && rarity == static_cast<int>(Rarity::Common)) {
      common = probability;
      return;
    }
    if (rarity == static_cast<int>(Rarity::Uncommon)) probability += common;
    sink(rarity, probability);
  });
}

template <class Sink>
void list_shop_cards(const Run& r, int place, int rarity, Sink&& sink) {
  if (place >= 5) {
    const auto& pool = r.content.colorless[static_cast<std::size_t>(rarity)];
    for (const std::uint16_t row : pool) sink(int{row}, 1.0 / static_cast<double>(pool.size()));
    return;
  }
  const auto& pool = r.content.red[static_cast<std::size_t>(rarity)];
  const int neighbour = place ^ 1;  // no card stands there twice
  const int other =
      place < 4 && r.j.shop_there[neighbour] != 0 ? base_kind(r, r.j.shop_cards[neighbour], pool) : -1;
  int count = 0;
  const auto fits = [&](std::uint16_t row) {
    return r.rules().cards[row].type == shop_type(place) && row != other;
  };
  for (const std::uint16_t row : pool) count += fits(row) ? 1 : 0;
  for (const std::uint16_t row : pool) {
    if (fits(row)) sink(int{row}, 1.0 / count);
  }
}

inline double base_price(const Run& r, int place) {
  static constexpr double kByRarity[] = {50, 50, 75, 150, 150};
  const Journey& j = r.j;
  if (place < kShopCards)
    return kByRarity[static_cast<int>(r.kind(j.shop_cards[place]).rarity)] * (place >= 5 ? 1.2 : 1.0);
  if (place < kShopCards + kShopRelics) return r.content.relics[j.shop_rows[place - kShopCards]].price;
  static constexpr double kPotion[] = {50, 50, 75, 100};
  return kPotion[r.content.potions[j.shop_rows[place - kShopCards]].rarity];
}

// Prices vary by a tenth for cards, rounded down, by a twentieth for the rest, rounded to the nearest.
template <class Sink>
void list_prices(const Run& r, int place, Sink&& sink) {
  const double base = base_price(r, place), spread = place < kShopCards ? 0.1 : 0.05;
  const double shift = place < kShopCards ? 0.0 : 0.5;
  const double low = base * (1 - spread) + shift, high = base * (1 + spread) + shift;
  for (int price = static_cast<int>(std::floor(low)); price < high; ++price) {
    const double part = std::min(high, price + 1.0) - std::max(low, double(price));
    if (part > 1e-9) sink(price, part / (high - low));
  }
}

// ---- rooms ----------------------------------------------------------------------------------------------

// Relics by tier; where a tier is empty the next one gives, and at the end a circlet.
template <class Sink>
void list_relics(const Run& r, const Task& task, Sink&& sink) {
  const bool in_shop = static_cast<To>(task.b) == To::Shop;
  Tier tier = static_cast<Tier>(task.a);
  for (int tries = 0; tries < 4; ++tries) {
    const auto fits = [&](std::size_t row) {
      const RelicRules& rules = r.content.relics[row];
      return rules.tier == tier && !(task.m == 1 && rules.opens_screen) &&
             may_come(r, static_cast<int>(row), in_shop);
    };
    int count = 0;
    for (std::size_t row = 0; row < r.content.relics.size(); ++row) count += fits(row) ? 1 : 0;
    if (count > 0) {
      for (std::size_t row = 0; row < r.content.relics.size(); ++row) {
        if (fits(row)) sink(static_cast<int>(row), 1.0 / count);
      }
      return;
    }
    if (tier == Tier::Boss) break;
    tier = tier == Tier::Common || tier == Tier::Shop ? Tier::Uncommon : Tier::Rare;
  }
  sink(r.content.row(tier == Tier::Boss ? RunRelic::RedCirclet : RunRelic::Circlet), 1.0);
}

// Tiers of a chest by its size, in percent.
inline constexpr int kChestTiers[][3] = {{0, 0, 0}, {75, 25, 0}, {35, 50, 15}, {0, 75, 25}};

// Half of the relics are common, a third uncommon; shops roll 48 and 34; chests have their own.
template <class Sink>
void list_tiers(const Task& task, Sink&& sink) {
  const bool in_shop = static_cast<To>(task.b) == To::Shop;
  if (!in_shop && task.c > 0) {
    for (int tier = 0; tier < 3; ++tier) {
      if (kChestTiers[task.c][tier] > 0) sink(tier + 1, kChestTiers[task.c][tier] / 100.0);
    }
    return;
  }
  sink(static_cast<int>(Tier::Common), in_shop ? 0.48 : 0.50);
  sink(static_cast<int>(Tier::Uncommon), in_shop ? 0.34 : 0.33);
  sink(static_cast<int>(Tier::Rare), in_shop ? 0.18 : 0.17);
}

inline bool event_fits(const Run& r, std::size_t row) {
  const EventKind& event = r.content.events[row];
  if ((r.j.events_left >> row & 1) == 0 || (event.acts >> r.j.act & 1) == 0) return false;
  if (!event.either) return all_hold(r, event.when);
  for (const RunCondition& c : event.when) {
    if (holds(r, c)) return true;
  }
  return false;
}

// A quarter of the events are shrines and events that come once in a run; the others are of the act.
template <class Sink>
void list_events(const Run& r, Sink&& sink) {
  int shrines = 0, others = 0;
  for (std::size_t row = 0; row < r.content.events.size(); ++row) {
    if (!event_fits(r, row)) continue;
    (r.content.events[row].pool == EventPool::Act ? others : shrines) += 1;
  }
  const double share = shrines == 0 ? 0.0 : others == 0 ? 1.0 : 0.25;
  for (std::size_t row = 0; row < r.content.events.size(); ++row) {
    if (!event_fits(r, row)) continue;
    const bool of_act = r.content.events[row].pool == EventPool::Act;
    sink(static_cast<int>(row), of_act ? (1.0 - share) / others : share / shrines);
  }
  if (shrines + others == 0) sink(kNoPlace, 1.0);
}

// What an unknown room is: 0 an event, 1 monsters, 2 a shop, 3 a chest.
template <class Sink>
void list_unknown(const Run& r, Sink&& sink) {
  const Journey& j = r.j;
  if (r.has(RunRelic::TinyChest) && j.charges[kChestCharge] == 3) return sink(3, 1.0);
  const int monster = std::min<int>(j.monster_chance, 100);
  const int shop = std::min<int>(j.is(kJustShopped) ? 0 : j.shop_chance, 100 - monster);
  const int chest = std::min<int>(j.chest_chance, 100 - monster - shop);
  sink(0, (100 - monster - shop - chest) / 100.0);
  sink(1, monster / 100.0);
  sink(2, shop / 100.0);
  sink(3, chest / 100.0);
}

// No fight is like one of the two before it, no elite like the last; the first hard fight is none that the
// last easy one rules out.
inline double encounter_weight(const Run& r, std::size_t row, FightPool pool) {
  const Journey& j = r.j;
  const Encounter& e = r.content.encounters[row];
  if (e.act != j.act) return 0.0;
  double weight = e.pool == pool ? e.weight : 0.0;
  if (pool == FightPool::Strong) weight += e.also_strong;
  if (weight <= 0.0) return 0.0;
  if (pool == FightPool::Elite) return j.act < 4 && row == j.last_elite ? 0.0 : weight;
  if (pool != FightPool::Weak && pool != FightPool::Strong) return weight;
  if (row == j.last_fights[0]) return 0.0;
  const int weak = j.act == 1 ? 3 : 2;
  if (pool == FightPool::Strong && j.fights == weak) {
    if (j.last_fights[0] != kNoPlace) {
      for (const std::uint8_t ruled_out : r.content.encounters[j.last_fights[0]].not_first) {
        if (ruled_out == row) return 0.0;
      }
    }
    return weight;  // of the two before only the last counts here
  }
  return row == j.last_fights[1] ? 0.0 : weight;
}

template <class Sink>
void list_encounters(const Run& r, FightPool pool, Sink&& sink) {
  double total = 0.0;
  for (std::size_t row = 0; row < r.content.encounters.size(); ++row) total += encounter_weight(r, row, pool);
  for (std::size_t row = 0; row < r.content.encounters.size(); ++row) {
    const double weight = encounter_weight(r, row, pool);
    if (weight > 0.0) sink(static_cast<int>(row), weight / total);
  }
}

inline int potion_chance(const Run& r) {
  if (r.j.reward_count >= 4) return 0;
  if (r.has(RunRelic::WhiteBeast)) return 100;
  return std::clamp(40 + r.j.potion_offset, 0, 100);
}

// Kinds of things that an event picks: 0 an attack, 1 a skill, 2 a power, 3 a potion, 4 a card that is
// neither basic nor a curse, 5 a relic, 6 one that is not in number 0, 7 gold between 50 and 150.
template <class Sink>
void list_picks(const Run& r, const Task& task, Sink&& sink) {
  const Journey& j = r.j;
  const auto each = [&](int count, auto&& fits) {
    int found = 0;
    for (int i = 0; i < count; ++i) found += fits(i) ? 1 : 0;
    if (found == 0) return sink(0, 1.0);
    for (int i = 0; i < count; ++i) {
      if (fits(i)) sink(i + 1, 1.0 / found);
    }
  };
  if (task.b <= 2) {
    return each(j.deck_count, [&](int i) {
      return static_cast<int>(r.kind(j.deck[i]).type) == task.b && !is_bottled(j, i);
    });
  }
  if (task.b == 3) return each(j.potion_slots, [&](int i) { return j.potions[i] != 0; });
  if (task.b == 4) {
    return each(j.deck_count, [&](int i) {
      return r.kind(j.deck[i]).rarity != Rarity::Basic && !is_curse(r, j.deck[i]) && !is_bottled(j, i);
    });
  }
  if (task.b == 7) {
    if (j.gold < 50) return sink(0, 1.0);
    const int most = std::min<int>(150, j.gold);
    for (int gold = 50; gold <= most; ++gold) sink(gold, 1.0 / (most - 49));
    return;
  }
  each(j.owned_count, [&](int i) { return task.b == 5 || i + 1 != j.numbers[0]; });
}

// Chest sizes 1 to 3: 50, 33 and 17 in a hundred.
inline constexpr int kChestGold[] = {0, 25, 50, 75};
inline constexpr int kChestGoldChance[] = {0, 50, 35, 50};

// The gold of a chest, 0 for none: a tenth more or less, rounded to the nearest.
template <class Sink>
void list_chest_gold(int size, Sink&& sink) {
  const double chance = kChestGoldChance[size] / 100.0;
  sink(0, 1.0 - chance);
  const double low = kChestGold[size] * 0.9 + 0.5, high = kChestGold[size] * 1.1 + 0.5;
  for (int gold = static_cast<int>(std::floor(low + 1e-9)); gold < high - 1e-9; ++gold) {
    const double part = std::min(high, gold + 1.0) - std::max(low, double(gold));
    sink(gold, chance * part / (high - low));
  }
}

template <class Sink>
void list_transformed(const Run& r, const Task& task, Sink&& sink) {
  const auto row = static_cast<std::uint16_t>(task.n);
  const CardKind& kind = r.rules().cards[row];
  const auto among = [&](const auto& pools, int from, int to) {
    int count = 0;
    const auto each = [&](auto&& see) {
      for (int rarity = from; rarity <= to; ++rarity) {
        for (const std::uint16_t other : pools[static_cast<std::size_t>(rarity)]) {
          if (other != row && r.rules().cards[other].upgrade != row) see(other);
        }
      }
    };
    each([&](std::uint16_t) { ++count; });
    each([&](std::uint16_t other) { sink(int{other}, 1.0 / count); });
  };
  if (kind.type == CardType::Curse) {
    int count = 0;
    for (const std::uint16_t other : r.content.curses) count += other != row ? 1 : 0;
    for (const std::uint16_t other : r.content.curses) {
      if (other != row) sink(int{other}, 1.0 / count);
    }
    return;
  }
  for (const auto& pool : r.content.colorless) {
    for (const std::uint16_t other : pool) {
      if (other == row || r.rules().cards[other].upgrade == row) return among(r.content.colorless, 2, 3);
    }
  }
  among(r.content.red, 1, 3);
}

}  // namespace hazard::spire
