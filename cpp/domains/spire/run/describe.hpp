// Words for runs and their moves: the moves of one state differ in their words.
#pragma once

#include <string>

#include "domains/spire/describe.hpp"
#include "domains/spire/run/actions.hpp"

namespace hazard::spire {

inline std::string_view room_name(int room) {
  static constexpr std::string_view kNames[] = {"nothing",  "monsters", "elite", "rest", "shop",
                                                "treasure", "unknown",  "event", "boss"};
  return kNames[room];
}

inline std::string_view screen_name(Screen screen) {
  static constexpr std::string_view kNames[] = {"start", "map",     "fight",  "rewards",  "cards",
                                                "event", "rest",    "shop",   "chest",    "boss relics",
                                                "match", "victory", "defeat", "unsettled"};
  return kNames[static_cast<int>(screen)];
}

inline constexpr std::string_view kRestNames[] = {"rest", "smith", "recall", "lift", "toke", "dig"};

inline std::string relic_name(const Run& r, int row) {
  return r.rules().relics[static_cast<std::size_t>(row)].name;
}
inline std::string potion_name(const Run& r, int row) {
  return r.rules().potions[static_cast<std::size_t>(row)].name;
}

inline std::string reward_text(const Run& r, const Reward& reward) {
  switch (reward.kind) {
    case RewardKind::Gold:
    case RewardKind::StolenGold:
      return std::to_string(reward.value) + " gold";
    case RewardKind::Relic:
      return relic_name(r, reward.value);
    case RewardKind::Potion:
      return potion_name(r, reward.value);
    case RewardKind::Cards:
      return "a card";
    case RewardKind::EmeraldKey:
      return "the emerald key";
    case RewardKind::SapphireKey:
      return "the sapphire key";
    default:
      return "nothing";
  }
}

inline std::string ware_text(const Run& r, int place) {
  const Journey& j = r.j;
  std::string words;
  if (place < kShopCards)
    words = card_text(r.rules(), j.shop_cards[place]);
  else if (place < kShopCards + kShopRelics)
    words = relic_name(r, j.shop_rows[place - kShopCards]);
  else
    words = potion_name(r, j.shop_rows[place - kShopCards]);
  return words + " for " + std::to_string(price_of(r, place)) + " gold";
}

inline std::string option_text(const Run& r, int index) {
  const Journey& j = r.j;
  if (j.screen == Screen::Rest) return std::string(kRestNames[index]);
  if (j.event == kNeow) {
    std::string words = r.content.neow[j.neow[index][0]].id;
    if (index == 2) words = r.content.neow[j.neow[index][1]].id + ", " + words;
    return words;
  }
  return r.content.events[j.event].pages[j.page].options[static_cast<std::size_t>(index)].label;
}

inline std::string run_move_text(const Run& r, const State& fight, const RunMove& move) {
  const Journey& j = r.j;
  const std::string number = std::to_string(move.index + 1);
  switch (move.kind) {
    case RunMoveKind::Fight:
      return move_text(r.rules(), fight, move.fight);
    case RunMoveKind::Path: {
      const int y = j.y == kNoPlace ? 0 : j.y + 1;
      if (y > last_row(j)) return "to the boss";
      return "column " + number + ": " + std::string(room_name(j.rooms[y][move.index]));
    }
    case RunMoveKind::Option:
      return option_text(r, move.index) + (j.screen == Screen::Event ? " (" + number + ")" : "");
    case RunMoveKind::Take:
      if (j.screen == Screen::BossRelics)
        return "take " + relic_name(r, j.boss_relics[move.index]) + " (" + number + ")";
      return "take " + reward_text(r, j.rewards[move.index]) + " (" + number + ")";
    case RunMoveKind::Card:
      return card_text(r.rules(), j.sets[j.set_open][move.index]);
    case RunMoveKind::Bowl:
      return "2 max HP";
    case RunMoveKind::Skip:
      return j.purpose != Purpose::None ? "back" : "skip";
    case RunMoveKind::Proceed:
      return "proceed";
    case RunMoveKind::Open:
      return "open the chest";
    case RunMoveKind::Buy:
      return "buy " + ware_text(r, move.index) + " (" + number + ")";
    case RunMoveKind::Purge:
      return "pay " + std::to_string(purge_cost(r)) + " gold for a removal";
    case RunMoveKind::Choose: {
      const bool laid_out = j.purpose == Purpose::Obtain;
      const Card& card = laid_out ? j.laid_out[move.index] : j.deck[move.index];
      return std::string(kPurposeNames[static_cast<std::size_t>(j.purpose)]) + " " +
             card_text(r.rules(), card) + (is_bottled(j, move.index) && !laid_out ? " (bottled)" : "");
    }
    case RunMoveKind::Flip:
      return "turn over card " + number;
    case RunMoveKind::Drink:
      return "drink " + potion_name(r, j.potions[move.index]) + " (" + number + ")";
    case RunMoveKind::Discard:
      return "throw away " + potion_name(r, j.potions[move.index]) + " (" + number + ")";
    case RunMoveKind::Outcome:
      return std::string(kTaskNames[static_cast<std::size_t>(j.next_task().op)]) + " " +
             std::to_string(move.value);
    case RunMoveKind::Seed:
      return std::string(kTaskNames[static_cast<std::size_t>(j.next_task().op)]) + " #" +
             std::to_string(move.seed);
  }
  return "";
}

inline std::string run_text(const RunContent& content, const RunState& s, std::uint64_t key) {
  const Journey& j = s.j;
  std::string words = "act " + std::to_string(j.act) + ", floor " + std::to_string(j.floor) + ", " +
                      std::to_string(j.hp) + "/" + std::to_string(j.max_hp) + " HP, " +
                      std::to_string(j.gold) + " gold, " + std::to_string(j.deck_count) + " cards, " +
                      std::to_string(j.owned_count) + " relics: " + std::string(screen_name(j.screen));
  if (j.task_count > 0)
    words += " (" + std::string(kTaskNames[static_cast<std::size_t>(j.next_task().op)]) + ")";
  words += " #" + std::to_string(key);
  if (j.screen == Screen::Fight) words += "\n" + state_text(*content.content, s.fight);
  return words;
}

}  // namespace hazard::spire
