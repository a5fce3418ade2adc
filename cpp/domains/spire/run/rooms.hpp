// Rooms as they are entered and left, and the rewards that wait in them.
#pragma once

#include "domains/spire/run/fights.hpp"
#include "domains/spire/run/outcomes.hpp"

namespace hazard::spire {

inline constexpr int kLastRowY = kRows - 1;

inline void clear_rewards(Journey& j) {
  for (Reward& reward : j.rewards) reward = {};
  for (auto& set : j.sets) {
    for (Card& card : set) card = {};
  }
  std::fill(std::begin(j.set_counts), std::end(j.set_counts), std::uint8_t{0});
  j.reward_count = 0;
  j.set_open = 0;
}

inline void forget_event(Journey& j) {
  j.event = kNoPlace;
  j.page = 0;
  std::fill(std::begin(j.numbers), std::end(j.numbers), std::int16_t{0});
}

// Off to the map, by way of the rewards if there are any.
inline void leave_room(Journey& j) {
  forget_event(j);
  j.clear(kLeft);
  if (j.reward_count > 0) {
    j.back = Screen::Map;
    j.screen = Screen::Rewards;
  } else {
    j.screen = Screen::Map;
  }
}

inline int open_set(const Journey& j) {
  for (int set = 0; set < kMostSets; ++set) {
    if (j.set_counts[set] != 0) continue;
    bool used = false;
    for (int i = 0; i < j.reward_count; ++i)
      used = used || (j.rewards[i].kind == RewardKind::Cards && j.rewards[i].place == set);
    if (!used) return set;
  }
  return -1;
}

// A reward of cards: as many as usual, or `count`.
inline void offer_cards(const Run& r, Offer offer, int count) {
  const int set = open_set(r.j);
  if (set < 0) return;
  add_reward(r.j, RewardKind::Cards, 0, set);
  if (count == 0)
    count = 3 + (r.has(RunRelic::QuestionCard) ? 1 : 0) - (r.has(RunRelic::BustedCrown) ? 2 : 0);
  for (int i = 0; i < std::clamp(count, 1, kSetSize); ++i)
    r.j.soon(task_of(TaskOp::RollRarity, static_cast<int>(offer), set));
}

// ---- entering -------------------------------------------------------------------------------------------

inline void begin_act(const Run& r) {
  Journey& j = r.j;
  j.x = j.y = kNoPlace;
  j.room = Room::None;
  j.burning_x = j.burning_y = kNoPlace;
  j.fights = j.elites = 0;
  j.last_fights[0] = j.last_fights[1] = j.last_elite = kNoPlace;
  j.bosses[0] = j.bosses[1] = kNoPlace;
  j.clear(kBossWon);
  j.clear(kSecondBoss);
  j.monster_chance = 10;
  j.shop_chance = 3;
  j.chest_chance = 2;
  for (std::size_t row = 0; row < r.content.events.size(); ++row) {
    const EventPool pool = r.content.events[row].pool;
    if (pool == EventPool::Act || pool == EventPool::Shrine) j.events_left |= std::uint64_t{1} << row;
  }
  j.screen = Screen::Map;
  if (j.act == 4) {  // a fire, a shop, the Shield and the Spear, the Heart
    std::memset(j.rooms, 0, sizeof j.rooms);
    std::memset(j.edges, 0, sizeof j.edges);
    const Room rooms[] = {Room::Rest, Room::Shop, Room::Elite};
    for (int y = 0; y < 3; ++y) {
      j.rooms[y][3] = static_cast<std::uint8_t>(rooms[y]);
      j.edges[y][3] = 2;
    }
    j.soon(task_of(TaskOp::RollBoss));
    return;
  }
  if (j.act == 3 && r.content.rates.two_bosses) j.soon(task_of(TaskOp::RollBoss, 1));
  j.soon(task_of(TaskOp::RollBoss));
  j.soon(task_of(TaskOp::Burn));
  j.soon(task_of(TaskOp::DrawMap));
}

inline int last_row(const Journey& j) { return j.act == 4 ? 2 : kLastRowY; }

inline void enter_shop(const Run& r) {
  Journey& j = r.j;
  if (r.has(RunRelic::MealTicket)) gain_hp(r, 15);
  j.screen = Screen::Shop;
  j.clear(kPurged);
  std::fill(std::begin(j.shop_there), std::end(j.shop_there), std::uint8_t{0});
  j.soon(task_of(TaskOp::RollSale));
  for (int place = kShopWares; place-- > 0;) j.soon(task_of(TaskOp::StockShop, 0, place));
}

inline void enter_rest(const Run& r) {
  Journey& j = r.j;
  if (r.has(RunRelic::EternalFeather)) gain_hp(r, 3 * (j.deck_count / 5));
  if (std::uint8_t* tea = r.counter(RunRelic::AncientTeaSet);
      tea != nullptr && r.has(RunRelic::AncientTeaSet))
    *tea = 1;
  j.screen = Screen::Rest;
}

inline void enter_fight(const Run& r, FightPool pool) {
  r.j.soon(task_of(TaskOp::RollEncounter, static_cast<int>(pool)));
}

inline void enter(const Run& r, Room room) {
  Journey& j = r.j;
  j.room = room;
  j.clear(kLeft);
  j.clear(kSmoked);
  clear_rewards(j);
  const bool was_shop = room != Room::Unknown && room == Room::Shop;
  switch (room) {
    case Room::Monster:
      enter_fight(r, j.fights < (j.act == 1 ? 3 : 2) ? FightPool::Weak : FightPool::Strong);
      break;
    case Room::Elite:
      enter_fight(r, FightPool::Elite);
      break;
    case Room::Boss:
      j.soon(task_of(TaskOp::LineUp, 0, 0, 0, j.is(kSecondBoss) ? j.bosses[1] : j.bosses[0]));
      break;
    case Room::Rest:
      enter_rest(r);
      break;
    case Room::Shop:
      enter_shop(r);
      break;
    case Room::Treasure:
      j.screen = Screen::Chest;
      j.soon(task_of(TaskOp::RollChest));
      break;
    case Room::Unknown:
      if (r.has(RunRelic::SsserpentHead)) gain_gold(r, 50);
      j.soon(task_of(TaskOp::RollUnknown));
      return;  // what was before still counts
    case Room::Event:
      j.soon(task_of(TaskOp::RollEvent));
      break;
    case Room::None:
      break;
  }
  was_shop ? j.set(kJustShopped) : j.clear(kJustShopped);
}

// A step on the map; one row above the last is the boss.
inline void go_to(const Run& r, int x) {
  Journey& j = r.j;
  const int y = j.y == kNoPlace ? 0 : j.y + 1;
  ++j.floor;
  if (r.has(RunRelic::MawBank) && j.charges[kBankOpen] != 0) gain_gold(r, 12);
  j.y = static_cast<std::uint8_t>(y);
  if (y > last_row(j)) {
    j.x = 3;
    return enter(r, Room::Boss);
  }
  if (j.x != kNoPlace && y > 0 && (std::abs(x - j.x) > 1 || (j.edges[y - 1][j.x] >> (x - j.x + 1) & 1) == 0))
    --j.charges[kWingCharge];  // over the edges, by the winged boots
  j.x = static_cast<std::uint8_t>(x);
  enter(r, static_cast<Room>(j.rooms[y][x]));
}

// ---- after a fight --------------------------------------------------------------------------------------

inline void next_act(const Run& r) {
  Journey& j = r.j;
  ++j.act;
  gain_hp(r, share_of(j.max_hp - j.hp, r.content.rates.heal_between_acts, 100, 1));
  begin_act(r);
}

// The act's boss is dead. After the third act's there is nothing but the way on.
inline void boss_won(const Run& r) {
  Journey& j = r.j;
  if (j.act == 3 && r.content.rates.two_bosses && !j.is(kSecondBoss)) {
    j.set(kSecondBoss);
    ++j.floor;
    return enter(r, Room::Boss);
  }
  if (j.act == 4) {
    j.screen = Screen::Victory;
    return;
  }
  if (j.act == 3) {
    j.set(kActThreeWon);
    ++j.floor;
    if (j.keys != kAllKeys) {
      j.screen = Screen::Victory;
      return;
    }
    return next_act(r);
  }
  j.set(kBossWon);
}

inline int with_idol(const Run& r, int gold) {
  return r.has(RunRelic::GoldenIdol) ? gold + (gold + 2) / 4 : gold;
}

// What a won fight brings, by the kind of room. Tasks are put in front, the last first.
inline void fight_won(const Run& r, bool nobody_stayed) {
  Journey& j = r.j;
  if (j.room == Room::Event && j.after_fight > 0) {  // the event goes on
    j.page = static_cast<std::uint8_t>(j.after_fight - 1);
    j.after_fight = 0;
    j.screen = Screen::Event;
    return;
  }
  if (j.is(kSmoked)) {
    clear_rewards(j);
    if (j.room == Room::Boss) return boss_won(r);
    return leave_room(j);
  }
  if (j.room == Room::Boss) {
    boss_won(r);
    if (!j.is(kBossWon) || j.over()) return;
  }
  j.soon(task_of(TaskOp::Leave));
  if (is_burning(j) && (j.keys & kEmerald) == 0) j.soon(task_of(TaskOp::Nothing, 1));
  const Offer offer = j.room == Room::Boss    ? Offer::Boss
                      : j.room == Room::Elite ? Offer::Elite
                                              : Offer::Hallway;
  const bool wheel = r.has(RunRelic::PrayerWheel) && j.room == Room::Monster;
  j.soon(task_of(TaskOp::OfferCards, static_cast<int>(offer)));
  if (wheel) j.soon(task_of(TaskOp::OfferCards, static_cast<int>(offer)));
  if (!nobody_stayed && !r.has(RunRelic::Sozu)) j.soon(task_of(TaskOp::RollPotionDrop));
  switch (j.room) {
    case Room::Boss: {
      const Rates& rates = r.content.rates;
      const auto gold = [&](int base) { return with_idol(r, (base * rates.boss_gold_percent + 50) / 100); };
      j.soon(task_of(TaskOp::OfferGold, 0, 0, 0, gold(rates.boss_gold_low), gold(rates.boss_gold_high)));
      break;
    }
    case Room::Elite:
      if (r.has(RunRelic::BlackStar)) j.soon(task_of(TaskOp::FindRelic, 0, static_cast<int>(To::Rewards)));
      j.soon(task_of(TaskOp::FindRelic, 0, static_cast<int>(To::Rewards)));
      j.soon(task_of(TaskOp::OfferGold, 1, 0, 0, 25, 35));
      break;
    case Room::Monster:
      if (!nobody_stayed) j.soon(task_of(TaskOp::OfferGold, 1, 0, 0, 10, 20));
      break;
    default:
      break;
  }
}

// ---- chests ---------------------------------------------------------------------------------------------

inline void open_chest(const Run& r) {
  Journey& j = r.j;
  j.set(kLeft);
  if (r.has(RunRelic::NlothsMask) && j.charges[kMaskCharge] != 0) {
    j.charges[kMaskCharge] = 0;  // a face eats what is in the chest
    j.soon(task_of(TaskOp::Leave));
    return;
  }
  j.soon(task_of(TaskOp::Leave));
  if ((j.keys & kSapphire) == 0) j.soon(task_of(TaskOp::Nothing, 2));
  j.soon(task_of(TaskOp::FindRelic, 0, static_cast<int>(To::Rewards), j.chest));
  if (r.has(RunRelic::Matryoshka) && j.charges[kDollCharge] > 0) {
    --j.charges[kDollCharge];
    j.soon(task_of(TaskOp::FindRelic, 0, static_cast<int>(To::Rewards), 1));
  }
  j.soon(task_of(TaskOp::RollChestGold));
  if (r.has(RunRelic::CursedKey)) j.soon(task_of(TaskOp::FindCurse));
}

// What a chosen card is chosen for is done to it.
inline void use_chosen(const Run& r) {
  Journey& j = r.j;
  const Purpose purpose = j.purpose;
  std::uint8_t places[3] = {};
  const int count = j.chosen_count;
  std::copy(j.chosen, j.chosen + 3, places);
  std::sort(places, places + count, std::greater<>());
  j.purpose = Purpose::None;
  j.to_choose = j.chosen_count = j.may_leave = 0;
  std::fill(std::begin(j.chosen), std::end(j.chosen), std::uint8_t{0});
  for (int i = 0; i < count; ++i) {
    const int place = places[i];
    switch (purpose) {
      case Purpose::Remove:
        remove_card(r, place);
        break;
      case Purpose::Upgrade:
        j.deck[place] = upgraded(r, j.deck[place]);
        break;
      case Purpose::Transform:
      case Purpose::TransformUpgrade: {
        const Card card = remove_card(r, place);
        j.soon(
            task_of(TaskOp::TransformCard, 0, 0, 0, card.kind, purpose == Purpose::TransformUpgrade ? 1 : 0));
        break;
      }
      case Purpose::Duplicate:
        add_card(r, j.deck[place]);
        break;
      case Purpose::BottleAttack:
      case Purpose::BottleSkill:
      case Purpose::BottlePower:
        j.bottled[static_cast<int>(purpose) - static_cast<int>(Purpose::BottleAttack)] =
            static_cast<std::uint8_t>(place);
        break;
      case Purpose::Sacrifice: {
        const Card card = remove_card(r, place);
        switch (r.kind(card).rarity) {
          case Rarity::Rare:
            raise_max_hp(r, 10);
            gain_hp(r, j.max_hp);
            break;
          case Rarity::Uncommon:
            gain_hp(r, j.max_hp);
            break;
          case Rarity::Basic:
            break;
          default:
            if (is_curse(r, card))
              add_relic(r, r.content.row(RunRelic::SpiritPoop));
            else
              gain_hp(r, 5);
        }
        break;
      }
      case Purpose::Obtain: {
        const Card card = j.laid_out[place];
        add_card(r, card);
        for (Card& laid : j.laid_out) laid = {};
        j.laid_out_count = 0;
        break;
      }
      case Purpose::None:
        break;
    }
  }
}

}  // namespace hazard::spire
