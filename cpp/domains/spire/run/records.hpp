// What Python sees of the moves of a run; those of its fights are the records of fights.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "domains/spire/records.hpp"
#include "domains/spire/run/actions.hpp"

namespace hazard::spire {

inline constexpr std::array<std::string_view, 9> kRoomNames = {
    "nothing", "monsters", "elite", "rest", "shop", "treasure", "unknown", "event", "boss"};
inline constexpr std::array<std::string_view, kRestOptions> kRestNames = {"rest", "smith", "recall",
                                                                          "lift", "toke",  "dig"};

// What the player does between fights. Names are those of the content, or words of its vocabulary.
struct RunMoveRecord {
  RunMoveKind kind = RunMoveKind::Proceed;
  int number = 0;          // the column, the place or the slot, counted from 1; 0 where one suffices
  std::string name{};      // the room, relic, potion, reward or option
  std::string drawback{};  // what Neow takes for it
  std::optional<CardRecord> card{};  // that is taken, bought or chosen
  std::string purpose{};             // what it is chosen for
  int gold = 0;                      // the price, or what is taken
  bool bottled = false;
  friend auto operator<=>(const RunMoveRecord&, const RunMoveRecord&) = default;
};

// What chance decides between fights: the outcome of a task, or the seed of what cannot be listed.
struct RunChanceRecord {
  std::string task{};
  int value = 0;
  std::uint64_t seed = 0;
  friend auto operator<=>(const RunChanceRecord&, const RunChanceRecord&) = default;
};

using AnyRunRecord = std::variant<MoveRecord, DrawRecord, ChanceRecord, RunMoveRecord, RunChanceRecord>;

inline std::string relic_name(const Run& r, int row) {
  return r.rules().relics[static_cast<std::size_t>(row)].name;
}
inline std::string potion_name(const Run& r, int row) {
  return r.rules().potions[static_cast<std::size_t>(row)].name;
}

inline void show_reward(const Run& r, const Reward& reward, RunMoveRecord& found) {
  switch (reward.kind) {
    case RewardKind::Gold:
    case RewardKind::StolenGold:
      found.gold = reward.value;
      break;
    case RewardKind::Relic:
      found.name = relic_name(r, reward.value);
      break;
    case RewardKind::Potion:
      found.name = potion_name(r, reward.value);
      break;
    case RewardKind::Cards:
      found.purpose = "card";
      break;
    case RewardKind::EmeraldKey:
      found.purpose = "emerald_key";
      break;
    case RewardKind::SapphireKey:
      found.purpose = "sapphire_key";
      break;
    default:
      break;
  }
}

inline void show_ware(const Run& r, int place, RunMoveRecord& found) {
  const Journey& j = r.j;
  found.gold = price_of(r, place);
  if (place < kShopCards)
    found.card = card_record(r.rules(), j.shop_cards[place]);
  else if (place < kShopCards + kShopRelics)
    found.name = relic_name(r, j.shop_rows[place - kShopCards]);
  else
    found.name = potion_name(r, j.shop_rows[place - kShopCards]);
}

inline void show_option(const Run& r, int index, RunMoveRecord& found) {
  const Journey& j = r.j;
  if (j.screen == Screen::Rest) {
    found.purpose = kRestNames[index];
  } else if (j.event == kNeow) {
    found.name = r.content.neow[j.neow[index][0]].id;
    if (index == 2) found.drawback = r.content.neow[j.neow[index][1]].id;
  } else {
    found.name = r.content.events[j.event].pages[j.page].options[static_cast<std::size_t>(index)].label;
  }
  if (j.screen == Screen::Event) found.number = index + 1;
}

inline void show_choice(const Run& r, int index, RunMoveRecord& found) {
  const Journey& j = r.j;
  const bool laid_out = j.purpose == Purpose::Obtain;
  found.card = card_record(r.rules(), laid_out ? j.laid_out[index] : j.deck[index]);
  found.purpose = kPurposeNames[static_cast<std::size_t>(j.purpose)];
  found.bottled = !laid_out && is_bottled(j, index);
}

inline RunMoveRecord run_move_record(const Run& r, const RunMove& move) {
  const Journey& j = r.j;
  RunMoveRecord found{.kind = move.kind};
  const auto numbered = [&](std::string name = "") {
    found.number = move.index + 1;
    found.name = std::move(name);
  };
  switch (move.kind) {
    case RunMoveKind::Path: {
      const int y = j.y == kNoPlace ? 0 : j.y + 1;
      if (y <= last_row(j)) numbered(std::string(kRoomNames[j.rooms[y][move.index]]));
      break;
    }
    case RunMoveKind::Option:
      show_option(r, move.index, found);
      break;
    case RunMoveKind::Take:
      numbered(j.screen == Screen::BossRelics ? relic_name(r, j.boss_relics[move.index]) : "");
      if (j.screen != Screen::BossRelics) show_reward(r, j.rewards[move.index], found);
      break;
    case RunMoveKind::Card:
      found.card = card_record(r.rules(), j.sets[j.set_open][move.index]);
      break;
    case RunMoveKind::Skip:
      if (j.purpose != Purpose::None) found.purpose = "back";
      break;
    case RunMoveKind::Buy:
      numbered();
      show_ware(r, move.index, found);
      break;
    case RunMoveKind::Purge:
      found.gold = purge_cost(r);
      break;
    case RunMoveKind::Choose:
      show_choice(r, move.index, found);
      break;
    case RunMoveKind::Flip:
      numbered();
      break;
    case RunMoveKind::Drink:
    case RunMoveKind::Discard:
      numbered(potion_name(r, j.potions[move.index]));
      break;
    default:
      break;
  }
  return found;
}

inline AnyRunRecord any_run_record(const Run& r, const State& fight, const RunMove& move) {
  if (move.kind == RunMoveKind::Fight) {
    return std::visit([](auto&& found) -> AnyRunRecord { return found; },
                      any_record(r.rules(), fight, move.fight));
  }
  const bool seeded = move.kind == RunMoveKind::Seed;
  if (!seeded && move.kind != RunMoveKind::Outcome) return run_move_record(r, move);
  RunChanceRecord found{.task = std::string(kTaskNames[static_cast<std::size_t>(r.j.next_task().op)])};
  seeded ? void(found.seed = move.seed) : void(found.value = move.value);
  return found;
}

}  // namespace hazard::spire
