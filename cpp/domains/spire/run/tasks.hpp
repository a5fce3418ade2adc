// Doing tasks: what needs no chance, and what an outcome of chance brings about.
//
// Over 400 lines: one function for each task of the vocabulary.
#pragma once

#include "domains/spire/run/rooms.hpp"

namespace hazard::spire {

// Cards that may be chosen for a purpose.
inline bool may_choose(const Run& r, Purpose purpose, int place) {
  const Journey& j = r.j;
  if (purpose == Purpose::Obtain) return place < j.laid_out_count;
  if (place >= j.deck_count) return false;
  for (int i = 0; i < j.chosen_count; ++i) {
    if (j.chosen[i] == place) return false;
  }
  const Card& card = j.deck[place];
  const CardKind& kind = r.kind(card);
  switch (purpose) {
    case Purpose::Upgrade:
      return can_upgrade(r, card);
    case Purpose::Duplicate:
      return true;
    case Purpose::BottleAttack:
      return kind.type == CardType::Attack;
    case Purpose::BottleSkill:
      return kind.type == CardType::Skill;
    case Purpose::BottlePower:
      return kind.type == CardType::Power;
    default:
      return !stays(r, card) && !is_bottled(j, place);
  }
}

inline void open_grid(const Run& r, Purpose purpose, int count, bool may_leave) {
  Journey& j = r.j;
  int choosable = 0;
  const int places = purpose == Purpose::Obtain ? j.laid_out_count : j.deck_count;
  for (int i = 0; i < places; ++i) choosable += may_choose(r, purpose, i) ? 1 : 0;
  if (choosable == 0) return;
  j.purpose = purpose;
  j.to_choose = static_cast<std::uint8_t>(std::min({count, choosable, 3}));
  j.chosen_count = 0;
  j.may_leave = may_leave ? 1 : 0;
}

inline void start_fight(const Run& r, int encounter, int page_after) {
  r.j.after_fight = static_cast<std::uint8_t>(page_after + 1);
  r.j.soon(task_of(TaskOp::LineUp, 0, 0, 0, encounter));
}

inline void remove_where(const Run& r, auto&& fits) {
  for (int i = r.j.deck_count; i-- > 0;) {
    if (fits(r.j.deck[i], i)) remove_card(r, i);
  }
}

// Number a (from 1 on) is added to a task's own.
inline int with_number(const Run& r, const Task& task) {
  return task.n + (task.a > 0 ? r.j.numbers[task.a - 1] : 0);
}

inline void do_task(const Run& r, const Task& task) {
  Journey& j = r.j;
  const auto share = [&](int whole) {
    return task.b == 1 ? share_of(whole, task.n, task.m, task.c) : with_number(r, task);
  };
  switch (task.op) {
    case TaskOp::Heal:
      return gain_hp(r, share(j.max_hp));
    case TaskOp::LoseHp:
      if (task.b == 2) return lose_hp(r, j.hp / task.m * task.n);  // parts of what is there
      return lose_hp(r, share(j.max_hp));
    case TaskOp::MaxHp:
      return raise_max_hp(r, share(j.max_hp));
    case TaskOp::LoseMaxHp:
      return lower_max_hp(r, share(j.max_hp));
    case TaskOp::Gold:
      return gain_gold(r, task.n);
    case TaskOp::LoseGold:
      return lose_gold(r, task.n < 0 ? j.gold : task.n);
    case TaskOp::GoldOfAct:
      return gain_gold(r, task.n * j.act);
    case TaskOp::LosePickedGold:
      return lose_gold(r, j.numbers[task.a]);
    case TaskOp::AddCard:
      for (int i = 0; i < std::max<int>(1, task.m); ++i) add_card(r, fresh_card(r.rules(), task.n));
      return;
    case TaskOp::GainRelic:
      if (!r.owns(task.n)) return add_relic(r, task.n);
      return add_relic(r, r.content.row(RunRelic::Circlet));
    case TaskOp::LoseRelic:
      return drop_relic(r, task.n);
    case TaskOp::OfferRelic:
      return add_reward(j, RewardKind::Relic,
                        r.owns(task.n) ? r.content.row(RunRelic::Circlet) : int{task.n});
    case TaskOp::OfferGold:
      return add_reward(j, RewardKind::Gold, task.a == 1 ? with_idol(r, task.n) : task.n);
    case TaskOp::OfferCards:
      return offer_cards(r, static_cast<Offer>(task.a), task.n);
    case TaskOp::RemoveCurses:
      return remove_where(r, [&](const Card& card, int place) {
        return is_curse(r, card) && !stays(r, card) && !is_bottled(j, place);
      });
    case TaskOp::RemoveStrikes:
      return remove_where(r, [&](const Card& card, int) {
        return card.kind == r.content.strike || r.rules().cards[r.content.strike].upgrade == card.kind;
      });
    case TaskOp::UpgradeAll:
      for (int i = 0; i < j.deck_count; ++i) j.deck[i] = upgraded(r, j.deck[i]);
      return;
    case TaskOp::UpgradeBasics:
      for (int i = 0; i < j.deck_count; ++i) {
        if (j.deck[i].kind == r.content.strike || j.deck[i].kind == r.content.defend)
          j.deck[i] = upgraded(r, j.deck[i]);
      }
      return;
    case TaskOp::TransformBasics: {
      int count = 0;
      remove_where(r, [&](const Card& card, int) {
        const bool basic = card.kind == r.content.strike || card.kind == r.content.defend ||
                           r.rules().cards[r.content.strike].upgrade == card.kind ||
                           r.rules().cards[r.content.defend].upgrade == card.kind;
        count += basic ? 1 : 0;
        return basic;
      });
      for (int i = 0; i < count; ++i) j.soon(task_of(TaskOp::TransformCard, 0, 0, 0, r.content.strike));
      return;
    }
    case TaskOp::Grid:
      return open_grid(r, static_cast<Purpose>(task.a), task.n, task.c == 1);
    case TaskOp::LayOut:
      j.laid_out_count = 0;
      clear_rewards(j);
      for (int i = 0; i < std::min<int>(task.n, kLaidOut); ++i)
        j.soon(task_of(TaskOp::RollRarity, static_cast<int>(Offer::Hallway), kMostSets));
      return;
    case TaskOp::MorePotions:
      j.potion_slots = static_cast<std::uint8_t>(std::min<int>(kPotionSlots, j.potion_slots + task.n));
      return;
    case TaskOp::Fight:
      return start_fight(r, task.n, task.m);
    case TaskOp::Page:
      j.page = static_cast<std::uint8_t>(task.n);
      j.screen = Screen::Event;
      return;
    case TaskOp::Leave:
      return leave_room(j);
    case TaskOp::Count:
      j.numbers[task.a] = static_cast<std::int16_t>(j.numbers[task.a] + task.n);
      return;
    case TaskOp::RemovePicked:
      if (j.numbers[task.a] > 0 && j.numbers[task.a] <= j.deck_count) remove_card(r, j.numbers[task.a] - 1);
      return;
    case TaskOp::LosePickedRelic:
      if (j.numbers[task.a] > 0 && j.numbers[task.a] <= j.owned_count)
        drop_relic(r, j.owned[j.numbers[task.a] - 1]);
      return;
    case TaskOp::LosePickedPotion:
      if (j.numbers[task.a] > 0) j.potions[j.numbers[task.a] - 1] = 0;
      return;
    case TaskOp::AdventurerFights: {  // with what has not been found among the rewards
      const int found = j.numbers[2];
      start_fight(r, r.content.adventurer[static_cast<std::size_t>(j.numbers[1])], -1);
      if ((found & 2) == 0) j.soon(task_of(TaskOp::FindRelic, 0, static_cast<int>(To::Rewards)));
      j.soon(task_of(TaskOp::OfferGold, 0, 0, 0, (found & 1) == 0 ? 55 : 25, (found & 1) == 0 ? 65 : 35));
      return;
    }
    case TaskOp::Match:
      j.screen = Screen::Match;
      j.match_left = 5;
      j.match_open = kNoPlace;
      std::fill(std::begin(j.match_seen), std::end(j.match_seen), std::uint8_t{0});
      std::fill(std::begin(j.match_count), std::end(j.match_count), std::uint8_t{2});
      j.match_cards[5] = fresh_card(r.rules(), r.content.bash);
      for (int pair = 0; pair < 5; ++pair) j.soon(task_of(TaskOp::RollMatch, pair));
      return;
    case TaskOp::ToBoss:
      j.y = kLastRowY;
      j.x = 3;
      ++j.floor;
      forget_event(j);
      return enter(r, Room::Boss);
    case TaskOp::BeginAct:
      return begin_act(r);
    case TaskOp::NextAct:
      return next_act(r);
    case TaskOp::EnterRoom:
      return enter(r, static_cast<Room>(task.a));
    case TaskOp::StockShop: {
      const int place = task.b;
      const bool again = task.a == 1;  // the Courier's wares: colorless cards and relics of any rarity
      j.soon(task_of(TaskOp::RollPrice, 0, place));
      if (place < 5) return j.soon(task_of(TaskOp::RollShopCard, 0, place));
      if (place < kShopCards) return j.soon(task_of(TaskOp::RollShopCard, again ? 0 : place - 3, place));
      if (place < kShopCards + kShopRelics) {
        const bool last = place == kShopCards + kShopRelics - 1;
        const Tier tier = last && !again ? Tier::Shop : Tier::Any;
        return j.soon(task_of(TaskOp::FindRelic, static_cast<int>(tier), static_cast<int>(To::Shop), place));
      }
      return j.soon(task_of(TaskOp::FindPotion, 0, static_cast<int>(To::Shop), place));
    }
    case TaskOp::ShowBossRelics:
      j.screen = Screen::BossRelics;
      for (int i = 3; i-- > 0;)
        j.soon(task_of(TaskOp::RollRelic, static_cast<int>(Tier::Boss), static_cast<int>(To::BossChest), i));
      return;
    case TaskOp::Paid:  // a removal
      spend_gold(r, task.n);
      j.removals = static_cast<std::uint8_t>(std::min(j.removals + 1, 200));
      j.set(kPurged);
      return;
    case TaskOp::Show:
      j.screen = static_cast<Screen>(task.a);
      return;
    case TaskOp::Nothing:
      if (task.a == 1) add_reward(j, RewardKind::EmeraldKey, 0);
      if (task.a == 2) {  // the key instead of the last relic
        for (int i = j.reward_count; i-- > 0;) {
          if (j.rewards[i].kind != RewardKind::Relic) continue;
          j.rewards[i].place = 1;
          add_reward(j, RewardKind::SapphireKey, 0, 1);
          break;
        }
      }
      return;
    default:
      return;
  }
}

inline void place_relic(const Run& r, const Task& task, int row) {
  Journey& j = r.j;
  const int bit = r.rules().relics[static_cast<std::size_t>(row)].bit;
  j.drawn_relics[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  switch (static_cast<To>(task.b)) {
    case To::Player:
      return add_relic(r, row);
    case To::Rewards:
      return add_reward(j, RewardKind::Relic, row);
    case To::Shop:
      j.shop_rows[task.c - kShopCards] = static_cast<std::uint8_t>(row);
      j.shop_there[task.c] = 1;
      return;
    case To::BossChest:
      j.boss_relics[task.c] = static_cast<std::uint8_t>(row);
      return;
  }
}

inline void place_potion(const Run& r, const Task& task, int row) {
  switch (static_cast<To>(task.b)) {
    case To::Player:
      return add_potion(r, row);
    case To::Shop:
      r.j.shop_rows[task.c - kShopCards] = static_cast<std::uint8_t>(row);
      r.j.shop_there[task.c] = 1;
      return;
    default:
      return add_reward(r.j, RewardKind::Potion, row);
  }
}

// The library lays twenty cards out, all different; a reward keeps to its set.
inline void place_card(const Run& r, const Task& task, int row) {
  Journey& j = r.j;
  const Card card = fresh_card(r.rules(), row);
  if (task.b == kMostSets) {
    if (j.laid_out_count < kLaidOut) j.laid_out[j.laid_out_count++] = hatched(r, card);
    return;
  }
  j.sets[task.b][j.set_counts[task.b]++] = hatched(r, card);
  const Offer offer = static_cast<Offer>(task.a);
  const bool may_be_upgraded = offer == Offer::Hallway || offer == Offer::Elite || offer == Offer::Boss;
  if (may_be_upgraded && task.c != static_cast<int>(Rarity::Rare) && j.act > 1)
    j.soon(task_of(TaskOp::RollUpgrade, 0, task.b));
}

inline void note_rarity(const Run& r, Offer offer, int rarity) {
  if (offer != Offer::Hallway && offer != Offer::Elite && offer != Offer::Boss) return;
  if (rarity == static_cast<int>(Rarity::Rare)) r.j.card_offset = 5;
  if (rarity == static_cast<int>(Rarity::Common))
    r.j.card_offset = static_cast<std::int8_t>(std::max(-40, r.j.card_offset - 1));
}

inline void meet_unknown(const Run& r, int what) {
  Journey& j = r.j;
  const auto grow = [&](std::uint8_t& chance, bool hit, int step) {
    chance = static_cast<std::uint8_t>(hit ? step : std::min(chance + step, 200));
  };
  grow(j.monster_chance, what == 1, 10);
  grow(j.shop_chance, what == 2, 3);
  grow(j.chest_chance, what == 3, 2);
  if (r.has(RunRelic::TinyChest))
    j.charges[kChestCharge] = static_cast<std::uint8_t>((j.charges[kChestCharge] + 1) % 4);
  if (what == 1 && r.has(RunRelic::JuzuBracelet)) what = 0;
  enter(r, what == 0 ? Room::Event : what == 1 ? Room::Monster : what == 2 ? Room::Shop : Room::Treasure);
}

inline void meet_event(const Run& r, int row) {
  Journey& j = r.j;
  if (row == kNoPlace) return leave_room(j);
  j.events_left &= ~(std::uint64_t{1} << row);
  forget_event(j);
  j.event = static_cast<std::uint8_t>(row);
  j.screen = Screen::Event;
  do_next(r, r.content.events[static_cast<std::size_t>(row)].begin);
}

inline void meet_encounter(const Run& r, const Task& task, int row) {
  Journey& j = r.j;
  if (static_cast<FightPool>(task.a) == FightPool::Elite) {
    j.last_elite = static_cast<std::uint8_t>(row);
    ++j.elites;
  } else {
    j.last_fights[1] = j.last_fights[0];
    j.last_fights[0] = static_cast<std::uint8_t>(row);
    ++j.fights;
  }
  j.soon(task_of(TaskOp::LineUp, 0, 0, 0, row));
}

inline void turn_over(const Run& r, int place, int pair) {
  Journey& j = r.j;
  if (j.match_seen[place] == 0) {
    j.match_pair[place] = static_cast<std::uint8_t>(pair);
    --j.match_count[pair];
  }
  j.match_seen[place] = 1;
  if (j.match_open == kNoPlace) {
    j.match_open = static_cast<std::uint8_t>(place);
    return;
  }
  if (j.match_pair[place] == j.match_pair[j.match_open]) {
    j.match_seen[place] = j.match_seen[j.match_open] = 2;
    add_card(r, j.match_cards[j.match_pair[place]]);
  }
  j.match_open = kNoPlace;
  if (--j.match_left == 0) leave_room(j);
}

// A task of chance is done as it fell out.
inline void do_task_outcome(const Run& r, const Task& task, int index) {
  Journey& j = r.j;
  switch (task.op) {
    case TaskOp::Gold:
      return gain_gold(r, index);
    case TaskOp::LoseGold:
      return lose_gold(r, index);
    case TaskOp::OfferGold:
      return add_reward(j, RewardKind::Gold, task.a == 1 ? with_idol(r, index) : index);
    case TaskOp::FindRelic:
      if (static_cast<Tier>(task.a) != Tier::Any) return place_relic(r, task, index);
      return j.soon(task_of(TaskOp::RollRelic, index, task.b, task.c, task.n, task.m));
    case TaskOp::RollRelic:
      return place_relic(r, task, index);
    case TaskOp::FindPotion:
      return j.soon(task_of(TaskOp::RollPotion, index, task.b, task.c));
    case TaskOp::RollPotion:
      return place_potion(r, task, index);
    case TaskOp::FindCurse:
    case TaskOp::FindCard: {
      const Card card = fresh_card(r.rules(), index);
      return add_card(r, task.op == TaskOp::FindCard && task.m == 1 ? upgraded(r, card) : card);
    }
    case TaskOp::UpgradeRandom:
      if (index == kNoPlace) return;
      j.deck[index] = upgraded(r, j.deck[index]);
      if (task.n > 1) j.soon(task_of(task.op, task.a, task.b, task.c, task.n - 1));
      return;
    case TaskOp::TransformRandom: {
      if (index == kNoPlace) return;
      if (task.n > 1) j.soon(task_of(task.op, task.a, task.b, task.c, task.n - 1));
      const Card card = remove_card(r, index);
      return j.later(task_of(TaskOp::TransformCard, 0, 0, 0, card.kind));
    }
    case TaskOp::BossOfAct:
      return start_fight(r, index, -1);
    case TaskOp::RollBoss:
      j.bosses[task.a] = static_cast<std::uint8_t>(index);
      return;
    case TaskOp::Toss:
    case TaskOp::Pick:
      j.numbers[task.a] = static_cast<std::int16_t>(index);
      return;
    case TaskOp::Branch:
      return do_next(
          r, r.content.branches[static_cast<std::size_t>(task.n)][static_cast<std::size_t>(index)].tasks);
    case TaskOp::AdventurerFinds:
      j.numbers[2] = static_cast<std::int16_t>(j.numbers[2] | 1 << index);
      if (index == 0) gain_gold(r, 30);
      if (index == 1) j.soon(task_of(TaskOp::FindRelic, 0, 0, 0, 0, 1));
      return;
    case TaskOp::Burn:
      if (index == kNoPlace) return;
      j.burning_y = static_cast<std::uint8_t>(index / 4 / kColumns);
      j.burning_x = static_cast<std::uint8_t>(index / 4 % kColumns);
      j.burning = static_cast<std::uint8_t>(index % 4);
      return;
    case TaskOp::RollNeow:
      j.neow[task.a][task.b] = static_cast<std::uint8_t>(index);
      return;
    case TaskOp::RollUnknown:
      return meet_unknown(r, index);
    case TaskOp::RollEvent:
      return meet_event(r, index);
    case TaskOp::RollEncounter:
      return meet_encounter(r, task, index);
    case TaskOp::RollPotionDrop:
      if (r.has(RunRelic::WhiteBeast) && index == 1) return j.soon(task_of(TaskOp::FindPotion, 0, 1));
      j.potion_offset =
          static_cast<std::int8_t>(std::clamp(j.potion_offset + (index == 1 ? -10 : 10), -120, 120));
      if (index == 1) j.soon(task_of(TaskOp::FindPotion, 0, static_cast<int>(To::Rewards)));
      return;
    case TaskOp::RollRarity:
      note_rarity(r, static_cast<Offer>(task.a), index);
      return j.soon(task_of(TaskOp::RollCard, task.a, task.b, index));
    case TaskOp::RollCard:
      return place_card(r, task, index);
    case TaskOp::RollUpgrade:
      if (index == 1) {
        Card& card = j.sets[task.b][j.set_counts[task.b] - 1];
        if (r.kind(card).upgrade != card.kind) card = upgraded(r, card);
      }
      return;
    case TaskOp::RollShopCard:
      if (task.a == 0) return j.soon(task_of(TaskOp::RollShopCard, index, task.b));
      j.shop_cards[task.b] = hatched(r, fresh_card(r.rules(), index));
      j.shop_there[task.b] = 1;
      return;
    case TaskOp::RollPrice: {
      const int percent = r.content.rates.price_percent;
      j.prices[task.b] = static_cast<std::int16_t>((index * percent + 50) / 100);
      return;
    }
    case TaskOp::RollSale:
      j.sale = static_cast<std::uint8_t>(index);
      j.prices[index] = static_cast<std::int16_t>(j.prices[index] / 2);
      return;
    case TaskOp::RollChest:
      j.chest = static_cast<std::uint8_t>(index);
      return;
    case TaskOp::RollChestGold:
      if (index > 0) add_reward(j, RewardKind::Gold, index);
      return;
    case TaskOp::TransformCard: {
      const Card card = fresh_card(r.rules(), index);
      return add_card(r, task.m == 1 ? upgraded(r, card) : card);
    }
    case TaskOp::RollMatch:
      j.match_cards[task.a] = hatched(r, fresh_card(r.rules(), index));
      return;
    case TaskOp::Flip:
      return turn_over(r, task.a, index);
    default:
      return;
  }
}

}  // namespace hazard::spire
