// What the player may do on every screen between fights, and what it does.
//
// Over 400 lines: one function for each screen of the game.
#pragma once

#include "domains/spire/run/tasks.hpp"

namespace hazard::spire {

enum class RunMoveKind : std::uint8_t {
  Fight,    // a move of the fight
  Path,     // index: the column of the next room
  Option,   // index: of the event, of the fire, of Neow
  Take,     // index: a reward, a relic of the boss's chest
  Card,     // index: of the cards that are offered
  Bowl,     // hit points instead of a card
  Skip,     // no card, no relic, back from a choice
  Proceed,  // leave
  Open,     // the chest
  Buy,      // index: place of the shop
  Purge,    // pay for a removal
  Choose,   // index: place in the deck, or of the cards laid out
  Flip,     // index: of the twelve cards
  Drink,    // index: slot
  Discard,  // index: slot
  Outcome,  // value: what chance decided
  Seed      // seed: what chance decided, where it cannot be listed
};

struct RunMove {
  RunMoveKind kind = RunMoveKind::Proceed;
  std::uint8_t index = 0;
  std::int16_t value = 0;
  std::uint32_t spare = 0;
  std::uint64_t seed = 0;
  Move fight;
  friend bool operator==(const RunMove&, const RunMove&) = default;
};

inline RunMove run_move(RunMoveKind kind, int index = 0) {
  RunMove move;
  move.kind = kind;
  move.index = static_cast<std::uint8_t>(index);
  return move;
}

inline constexpr std::uint8_t kNeow = 254;

enum RestOption : std::uint8_t { kSleep, kSmith, kRecall, kLift, kToke, kDig, kRestOptions };

inline bool may_rest(const Run& r, int option) {
  const Journey& j = r.j;
  switch (option) {
    case kSleep:
      return !r.has(RunRelic::CoffeeDripper);
    case kSmith:
      return !r.has(RunRelic::FusionHammer) && holds(r, {Ask::Upgradable, 0, 0});
    case kRecall:
      return (j.keys & kRuby) == 0 && j.act < 4;
    case kLift: {
      const std::uint8_t* lifts = r.counter(RunRelic::Girya);
      return r.has(RunRelic::Girya) && lifts != nullptr && *lifts < 3;
    }
    case kToke:
      return r.has(RunRelic::PeacePipe) && holds(r, {Ask::Removable, 0, 0});
    case kDig:
      return r.has(RunRelic::Shovel);
    default:
      return false;
  }
}

inline int with_discounts(const Run& r, int price) {
  double cost = price;
  if (r.has(RunRelic::Courier)) cost = std::round(cost * 0.8);
  if (r.has(RunRelic::MembershipCard)) cost = std::round(cost * 0.5);
  return static_cast<int>(cost);
}

inline int price_of(const Run& r, int place) { return with_discounts(r, r.j.prices[place]); }

// Of two discounts only the better one makes a removal cheaper.
inline int purge_cost(const Run& r) {
  if (r.has(RunRelic::SmilingMask)) return 50;
  const int price = 75 + 25 * r.j.removals;
  if (r.has(RunRelic::MembershipCard)) return static_cast<int>(std::round(price * 0.5));
  return r.has(RunRelic::Courier) ? static_cast<int>(std::round(price * 0.8)) : price;
}

inline bool may_buy(const Run& r, int place) {
  const Journey& j = r.j;
  if (j.shop_there[place] == 0 || price_of(r, place) > j.gold) return false;
  return place < kShopCards + kShopRelics || (free_slot(j) >= 0 && !r.has(RunRelic::Sozu));
}

inline bool may_purge(const Run& r) {
  return !r.j.is(kPurged) && purge_cost(r) <= r.j.gold && holds(r, {Ask::Removable, 0, 0});
}

// Potions that do something outside of a fight.
inline bool may_drink(const Run& r, int slot) {
  const std::uint8_t row = r.j.potions[slot];
  if (row == 0 || !r.content.potions[row].outside) return false;
  return row != r.content.blood_potion || (r.j.hp < r.j.max_hp && !r.has(RunRelic::MarkOfTheBloom));
}

inline bool may_option(const Run& r, const EventOption& option) {
  return all_hold(r, option.shown) && all_hold(r, option.when);
}

inline bool reaches(const Run& r, int x) {
  const Journey& j = r.j;
  const int y = j.y + 1;
  if (j.rooms[y][x] == 0) return false;
  if (std::abs(x - j.x) <= 1 && (j.edges[j.y][j.x] >> (x - j.x + 1) & 1) != 0) return true;
  return r.has(RunRelic::WingedGreaves) && j.charges[kWingCharge] > 0;
}

// ---- listing --------------------------------------------------------------------------------------------

inline void list_grid(const Run& r, auto&& sink) {
  const Journey& j = r.j;
  const bool laid_out = j.purpose == Purpose::Obtain;
  const int places = laid_out ? j.laid_out_count : j.deck_count;
  for (int i = 0; i < places; ++i) {
    if (!may_choose(r, j.purpose, i)) continue;
    bool seen = false;  // equal cards are one choice
    for (int k = 0; k < i && !seen && !laid_out; ++k)
      seen = j.deck[k] == j.deck[i] && may_choose(r, j.purpose, k) && !is_bottled(j, i) && !is_bottled(j, k);
    if (!seen) sink(run_move(RunMoveKind::Choose, i));
  }
  if (j.may_leave != 0) sink(run_move(RunMoveKind::Skip));
}

inline void list_map(const Run& r, auto&& sink) {
  const Journey& j = r.j;
  if (j.y != kNoPlace && j.y >= last_row(j)) return sink(run_move(RunMoveKind::Path, 3));
  for (int x = 0; x < kColumns; ++x) {
    if (j.y == kNoPlace ? j.edges[0][x] != 0 : reaches(r, x)) sink(run_move(RunMoveKind::Path, x));
  }
}

inline bool may_take(const Run& r, const Reward& reward) {
  return reward.kind != RewardKind::Potion || (free_slot(r.j) >= 0 && !r.has(RunRelic::Sozu));
}

inline void list_rewards(const Run& r, auto&& sink) {
  const Journey& j = r.j;
  bool wants_slot = false;
  for (int i = 0; i < j.reward_count; ++i) {
    if (may_take(r, j.rewards[i]))
      sink(run_move(RunMoveKind::Take, i));
    else
      wants_slot = !r.has(RunRelic::Sozu);
  }
  for (int slot = 0; wants_slot && slot < j.potion_slots; ++slot) sink(run_move(RunMoveKind::Discard, slot));
  sink(run_move(RunMoveKind::Proceed));
}

inline void list_screen(const Run& r, auto&& sink) {
  const Journey& j = r.j;
  switch (j.screen) {
    case Screen::Map:
      return list_map(r, sink);
    case Screen::Rewards:
      return list_rewards(r, sink);
    case Screen::Cards:
      for (int i = 0; i < j.set_counts[j.set_open]; ++i) sink(run_move(RunMoveKind::Card, i));
      if (r.has(RunRelic::SingingBowl)) sink(run_move(RunMoveKind::Bowl));
      return sink(run_move(RunMoveKind::Skip));
    case Screen::Event: {
      if (j.event == kNeow) {
        for (int i = 0; i < 4; ++i) sink(run_move(RunMoveKind::Option, i));
        return;
      }
      const auto& options = r.content.events[j.event].pages[j.page].options;
      for (std::size_t i = 0; i < options.size(); ++i) {
        if (may_option(r, options[i])) sink(run_move(RunMoveKind::Option, static_cast<int>(i)));
      }
      return;
    }
    case Screen::Rest: {
      bool any = false;
      for (int option = 0; option < kRestOptions; ++option) {
        if (!may_rest(r, option)) continue;
        any = true;
        sink(run_move(RunMoveKind::Option, option));
      }
      if (!any) sink(run_move(RunMoveKind::Proceed));
      return;
    }
    case Screen::Shop:
      for (int place = 0; place < kShopWares; ++place) {
        if (may_buy(r, place)) sink(run_move(RunMoveKind::Buy, place));
      }
      if (may_purge(r)) sink(run_move(RunMoveKind::Purge));
      return sink(run_move(RunMoveKind::Proceed));
    case Screen::Chest:
      sink(run_move(RunMoveKind::Open));
      return sink(run_move(RunMoveKind::Proceed));
    case Screen::BossRelics:
      for (int i = 0; i < 3; ++i) sink(run_move(RunMoveKind::Take, i));
      return sink(run_move(RunMoveKind::Skip));
    case Screen::Match:
      for (int i = 0; i < 12; ++i) {
        if (j.match_seen[i] != 2 && j.match_open != i) sink(run_move(RunMoveKind::Flip, i));
      }
      return;
    default:
      return;
  }
}

inline void list_run_actions(const Run& r, auto&& sink) {
  if (r.j.purpose != Purpose::None) return list_grid(r, sink);
  list_screen(r, sink);
  if (r.j.screen == Screen::Match) return;
  for (int slot = 0; slot < r.j.potion_slots; ++slot) {
    if (may_drink(r, slot)) sink(run_move(RunMoveKind::Drink, slot));
  }
}

// ---- making ---------------------------------------------------------------------------------------------

inline void take_reward(const Run& r, int index) {
  Journey& j = r.j;
  const Reward reward = j.rewards[index];
  if (reward.kind == RewardKind::Cards) {
    j.set_open = reward.place;
    j.screen = Screen::Cards;
    j.reward_open = static_cast<std::uint8_t>(index);
    return;
  }
  const auto drop = [&](int place) {
    for (int i = place; i + 1 < j.reward_count; ++i) j.rewards[i] = j.rewards[i + 1];
    j.rewards[--j.reward_count] = {};
  };
  drop(index);
  if (reward.place == 1) {  // the key or the relic, not both
    for (int i = j.reward_count; i-- > 0;) {
      if (j.rewards[i].place == 1 && j.rewards[i].kind != RewardKind::Cards) drop(i);
    }
  }
  switch (reward.kind) {
    case RewardKind::Gold:
    case RewardKind::StolenGold:
      return gain_gold(r, reward.value);
    case RewardKind::Relic:
      return add_relic(r, reward.value);
    case RewardKind::Potion:
      return add_potion(r, reward.value);
    case RewardKind::EmeraldKey:
      j.keys |= kEmerald;
      return;
    case RewardKind::SapphireKey:
      j.keys |= kSapphire;
      return;
    default:
      return;
  }
}

// The set of cards is gone; the other rewards are still there.
inline void close_set(Journey& j) {
  const int index = j.reward_open;
  j.reward_open = 0;
  j.set_counts[j.set_open] = 0;
  for (Card& card : j.sets[j.set_open]) card = {};
  j.set_open = 0;
  for (int i = index; i + 1 < j.reward_count; ++i) j.rewards[i] = j.rewards[i + 1];
  j.rewards[--j.reward_count] = {};
  j.screen = Screen::Rewards;
}

inline void proceed(const Run& r) {
  Journey& j = r.j;
  switch (j.screen) {
    case Screen::Rewards:
      clear_rewards(j);
      if (j.back != Screen::Map) {
        j.screen = j.back;
        j.back = Screen::Map;
      } else if (j.room == Room::Boss && j.is(kBossWon)) {
        ++j.floor;
        j.soon(task_of(TaskOp::ShowBossRelics));
      } else {
        j.screen = Screen::Map;
      }
      return;
    default:
      return leave_room(j);
  }
}

inline void rest(const Run& r, int option) {
  Journey& j = r.j;
  j.soon(task_of(TaskOp::Leave));
  switch (option) {
    case kSleep:
      gain_hp(r, share_of(j.max_hp, 30, 100, 0) + (r.has(RunRelic::RegalPillow) ? 15 : 0));
      if (r.has(RunRelic::DreamCatcher)) j.soon(task_of(TaskOp::OfferCards));
      return;
    case kSmith:
      return j.soon(task_of(TaskOp::Grid, static_cast<int>(Purpose::Upgrade), 0, 1, 1));
    case kRecall:
      j.keys |= kRuby;
      return;
    case kLift:
      if (std::uint8_t* lifts = r.counter(RunRelic::Girya)) ++*lifts;
      return;
    case kToke:
      return j.soon(task_of(TaskOp::Grid, static_cast<int>(Purpose::Remove), 0, 1, 1));
    default:
      return j.soon(task_of(TaskOp::FindRelic, 0, static_cast<int>(To::Rewards)));
  }
}

inline void buy(const Run& r, int place) {
  Journey& j = r.j;
  spend_gold(r, price_of(r, place));
  j.shop_there[place] = 0;
  if (r.has(RunRelic::Courier)) j.soon(task_of(TaskOp::StockShop, 1, place));
  if (place < kShopCards) return add_card(r, j.shop_cards[place]);
  const int row = j.shop_rows[place - kShopCards];
  place < kShopCards + kShopRelics ? add_relic(r, row) : add_potion(r, row);
}

inline void drink(const Run& r, int slot) {
  Journey& j = r.j;
  const std::uint8_t row = j.potions[slot];
  const int times = r.has(RunRelic::SacredBark) ? 2 : 1;
  j.potions[slot] = 0;
  if (r.has(RunRelic::ToyOrnithopter)) gain_hp(r, 5);
  if (row == r.content.blood_potion) gain_hp(r, share_of(j.max_hp, 20 * times, 100, 0));
  if (row == r.content.fruit_juice) raise_max_hp(r, 5 * times);
  if (row == r.content.brew) {
    for (int i = 0; i < j.potion_slots; ++i) {
      if (j.potions[i] == 0) j.soon(task_of(TaskOp::FindPotion));
    }
  }
}

inline void choose_option(const Run& r, int index) {
  Journey& j = r.j;
  if (j.screen == Screen::Rest) return rest(r, index);
  if (j.event == kNeow) {
    const std::uint8_t gift = j.neow[index][0], price = j.neow[index][1];
    j.soon(task_of(TaskOp::Leave));
    do_next(r, r.content.neow[gift].tasks);
    if (index == 2) do_next(r, r.content.neow[price].tasks);
    return;
  }
  do_next(r, r.content.events[j.event].pages[j.page].options[static_cast<std::size_t>(index)].tasks);
}

inline void make_run_move(const Run& r, const RunMove& move) {
  Journey& j = r.j;
  switch (move.kind) {
    case RunMoveKind::Path:
      return go_to(r, move.index);
    case RunMoveKind::Option:
      return choose_option(r, move.index);
    case RunMoveKind::Take:
      if (j.screen == Screen::BossRelics) {
        j.soon(task_of(TaskOp::NextAct));
        const int row = j.boss_relics[move.index];
        if (row == r.content.black_blood) drop_relic(r, r.content.row(RunRelic::BurningBlood));
        return add_relic(r, row);
      }
      return take_reward(r, move.index);
    case RunMoveKind::Card:
      add_card(r, j.sets[j.set_open][move.index]);
      return close_set(j);
    case RunMoveKind::Bowl:
      raise_max_hp(r, 2);
      return close_set(j);
    case RunMoveKind::Skip:
      if (j.purpose != Purpose::None) {
        j.purpose = Purpose::None;
        j.to_choose = j.chosen_count = j.may_leave = 0;
        while (j.task_count > 0) j.pop_task();  // what was to follow the choice
        return;
      }
      if (j.screen == Screen::BossRelics) return next_act(r);
      return close_set(j);  // whoever skips the cards has skipped them
    case RunMoveKind::Proceed:
      return proceed(r);
    case RunMoveKind::Open:
      return open_chest(r);
    case RunMoveKind::Buy:
      return buy(r, move.index);
    case RunMoveKind::Purge:
      j.soon(task_of(TaskOp::Paid, 0, 0, 0, purge_cost(r)));
      return j.soon(task_of(TaskOp::Grid, static_cast<int>(Purpose::Remove), 0, 1, 1));
    case RunMoveKind::Choose:
      j.chosen[j.chosen_count++] = move.index;
      if (j.chosen_count == j.to_choose) use_chosen(r);
      return;
    case RunMoveKind::Flip:
      if (j.match_seen[move.index] == 1) return turn_over(r, move.index, j.match_pair[move.index]);
      return j.soon(task_of(TaskOp::Flip, move.index));
    case RunMoveKind::Drink:
      return drink(r, move.index);
    case RunMoveKind::Discard:
      j.potions[move.index] = 0;
      return;
    default:
      return;
  }
}

}  // namespace hazard::spire
