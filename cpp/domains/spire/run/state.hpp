// A run as a plain value of some five kilobytes: what the player has, the map, the odds that move, the screen
// that waits for a decision, and the fight, if there is one.
//
// What nobody knows is not written down: which relic, event or encounter comes next is drawn when it comes,
// from what is left. Tasks that are still to be done wait in a queue; its head says whether chance is next.
#pragma once

#include <cstring>
#include <type_traits>

#include "domains/spire/run/words.hpp"
#include "domains/spire/state.hpp"

namespace hazard::spire {

inline constexpr int kRows = 15, kColumns = 7;
inline constexpr int kMostOwned = 96;  // relics in the order they came
inline constexpr int kMostRewards = 12;
inline constexpr int kMostSets = 6;  // card rewards at once: Orrery has five
inline constexpr int kSetSize = 4;
inline constexpr int kMostTasks = 64;
inline constexpr int kLaidOut = 20;  // the library's cards
inline constexpr int kShopCards = 7, kShopRelics = 3, kShopPotions = 3;
inline constexpr int kShopWares = kShopCards + kShopRelics + kShopPotions;
inline constexpr int kNoPlace = 255;

// Something to be done. The meaning of the fields belongs to the task; see words.hpp.
struct Task {
  TaskOp op = TaskOp::Nothing;
  std::uint8_t a = 0, b = 0, c = 0;
  std::int16_t n = 0, m = 0;
  friend bool operator==(const Task&, const Task&) = default;
};
static_assert(sizeof(Task) == 8);

inline Task task_of(TaskOp op, int a = 0, int b = 0, int c = 0, int n = 0, int m = 0) {
  return {op,
          static_cast<std::uint8_t>(a),
          static_cast<std::uint8_t>(b),
          static_cast<std::uint8_t>(c),
          static_cast<std::int16_t>(n),
          static_cast<std::int16_t>(m)};
}

enum class RewardKind : std::uint8_t {
  None,
  Gold,
  StolenGold,
  Relic,
  Potion,
  Cards,
  EmeraldKey,
  SapphireKey
};

struct Reward {
  RewardKind kind = RewardKind::None;
  std::uint8_t place = 0;  // of a card reward: its set; of a relic: 1 if the key goes with it
  std::int16_t value = 0;  // gold, or a row
  friend bool operator==(const Reward&, const Reward&) = default;
};

enum Key : std::uint8_t { kRuby = 1, kEmerald = 2, kSapphire = 4, kAllKeys = 7 };

// Counts of relics that work between fights.
enum Charge : std::uint8_t {
  kOmamoriCharge,
  kWingCharge,
  kBankOpen,
  kDollCharge,
  kChestCharge,
  kMaskCharge,
  kSpareCharge,
  kCharges
};

enum RunFlag : std::uint8_t {
  kBossWon = 1,     // of this act
  kSecondBoss = 2,  // ascension 20: the first of two is done
  kActThreeWon = 4,
  kCardBought = 8,
  kJustShopped = 16,  // the room before was a shop
  kPurged = 32,
  kLeft = 64,  // a rest site or a chest that is used up
  kSmoked = 128
};

// Without padding, so that it is compared and hashed as bytes: wide fields come first.
struct Journey {
  std::uint64_t relics[kRelicWords] = {};
  std::uint64_t drawn_relics[kRelicWords] = {};  // out of their pools
  std::uint64_t events_left = 0;
  std::int16_t hp = 0, max_hp = 0, gold = 0;
  std::int16_t numbers[4] = {};  // of the event
  Card deck[kPileSize];
  Reward rewards[kMostRewards];
  Card sets[kMostSets][kSetSize];
  Card laid_out[kLaidOut];
  Card shop_cards[kShopCards];
  std::int16_t prices[kShopWares] = {};
  Card match_cards[6];
  Task tasks[kMostTasks];
  std::uint8_t deck_count = 0;
  std::uint8_t potion_slots = 3;
  std::uint8_t potions[kPotionSlots] = {};
  std::uint8_t owned_count = 0;
  std::uint8_t owned[kMostOwned] = {};    // rows of Content::relics
  std::uint8_t counters[kCounters] = {};  // of relics that count from fight to fight
  std::uint8_t charges[kCharges] = {};
  std::uint8_t bottled[3] = {kNoPlace, kNoPlace, kNoPlace};  // places in the deck: attack, skill, power
  std::uint8_t tail_used = 0;
  std::uint8_t keys = 0;
  std::uint8_t flags = 0;
  std::uint8_t act = 1, floor = 0;
  std::uint8_t x = kNoPlace, y = kNoPlace;  // on the map
  Room room = Room::None;                   // what the room turned out to be
  std::uint8_t bosses[2] = {kNoPlace, kNoPlace};
  std::uint8_t rooms[kRows][kColumns] = {};  // Room; None: no place
  std::uint8_t edges[kRows][kColumns] = {};  // 1 to the left, 2 straight on, 4 to the right
  std::uint8_t burning_x = kNoPlace, burning_y = kNoPlace, burning = 0;
  std::int8_t card_offset = 5;                                          // of the rarity roll
  std::int8_t potion_offset = 0;                                        // percent
  std::uint8_t monster_chance = 10, shop_chance = 3, chest_chance = 2;  // of an unknown room, percent
  std::uint8_t fights = 0, elites = 0;                                  // of this act
  std::uint8_t last_fights[2] = {kNoPlace, kNoPlace}, last_elite = kNoPlace;
  std::uint8_t removals = 0;
  Screen screen = Screen::Starting, back = Screen::Map;
  std::uint8_t event = kNoPlace, page = 0;
  Purpose purpose = Purpose::None;  // a card is to be chosen
  std::uint8_t to_choose = 0, chosen_count = 0, may_leave = 0;
  std::uint8_t chosen[3] = {};
  std::uint8_t reward_count = 0, set_open = 0;
  std::uint8_t after_fight = 0;  // a page of the event, 0: the usual rewards
  std::uint8_t encounter = kNoPlace;
  std::uint8_t chest = 0;  // its size, 1 to 3
  std::uint8_t set_counts[kMostSets] = {};
  std::uint8_t laid_out_count = 0;
  std::uint8_t boss_relics[3] = {};
  std::uint8_t neow[4][2] = {};  // rows of what she gives, and of what she takes
  std::uint8_t shop_rows[kShopRelics + kShopPotions] = {};
  std::uint8_t shop_there[kShopWares] = {};
  std::uint8_t sale = 0;
  std::uint8_t match_seen[12] = {};  // 0 hidden, 1 seen, 2 taken
  std::uint8_t match_pair[12] = {};
  std::uint8_t match_left = 0, match_open = kNoPlace;
  std::uint8_t match_count[6] = {};  // of each pair: cards that nobody has seen yet
  std::uint8_t task_head = 0, task_count = 0;
  std::uint8_t reward_open = 0;  // whose cards are shown
  std::uint8_t unused[7] = {};

  bool has_bit(int bit) const { return (relics[bit >> 6] >> (bit & 63) & 1) != 0; }
  bool is(RunFlag flag) const { return (flags & flag) != 0; }
  void set(RunFlag flag) { flags = static_cast<std::uint8_t>(flags | flag); }
  void clear(RunFlag flag) { flags = static_cast<std::uint8_t>(flags & ~flag); }
  bool over() const { return screen >= Screen::Victory; }

  Task& task(int i) { return tasks[(task_head + i) % kMostTasks]; }
  const Task& next_task() const { return tasks[task_head]; }
  void later(const Task& task) {
    if (overflows()) return;
    tasks[(task_head + task_count++) % kMostTasks] = task;
  }
  void soon(const Task& task) {
    if (overflows()) return;
    task_head = static_cast<std::uint8_t>((task_head + kMostTasks - 1) % kMostTasks);
    tasks[task_head] = task;
    ++task_count;
  }
  Task pop_task() {
    const Task task = tasks[task_head];
    tasks[task_head] = {};
    task_head = static_cast<std::uint8_t>((task_head + 1) % kMostTasks);
    if (--task_count == 0) task_head = 0;
    return task;
  }

 private:
  bool overflows() {
    if (task_count == kMostTasks) screen = Screen::Unsettled;
    return task_count == kMostTasks;
  }
};
static_assert(std::has_unique_object_representations_v<Journey>, "compared and hashed as bytes");

struct RunState {
  Journey j;
  State fight;  // while the screen is a fight
};
static_assert(std::is_trivially_copyable_v<RunState>);

}  // namespace hazard::spire
