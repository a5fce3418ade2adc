// A fight as a plain value of about three kilobytes: copied by memcpy, compared by content, hashed to 64
// bits.
//
// What nobody knows is not written down: the draw pile is a set, except for the cards on top whose order the
// player has seen. A queue of steps says what is still to happen; its head says whose node the state is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/random.hpp"
#include "domains/spire/words.hpp"

namespace hazard::spire {

inline constexpr int kMostMonsters = 7;
inline constexpr int kHandSize = 10;
inline constexpr int kPileSize = 80;
inline constexpr int kPotionSlots = 5;
inline constexpr int kRelicWords = 3;  // of 64 relics each
inline constexpr int kCounters = 24;   // of relics that count
inline constexpr int kMostSteps = 128;
inline constexpr int kMostQueued = 6;
inline constexpr int kMostCost = 7;

// Who a step is about: a monster's place, the player, or a word that is resolved when the step is queued.
enum Who : std::uint8_t {
  kPlayer = 7,
  kTarget = 8,      // of the card or potion; for a monster's move, the player
  kEachFoe = 9,     // everybody on the other side
  kRandomFoe = 10,  // chance picks, once for each hit
  kSelf = 11,       // whose card or move it is
  kEachAlly = 12,   // every monster, the source included
  kOtherAllies = 13,
  kRandomAlly = 14,  // another monster if there is one
  kNobody = 15
};

struct Card {
  std::uint16_t kind = 0;  // row of Content::cards
  std::uint8_t costs = 0;  // low nibble: this turn, with kWithheld; high nibble: this combat, with kFreeOnce
  std::uint8_t extra = 0;  // Searing Blow's upgrades, Rampage's and Ritual Dagger's growth

  static constexpr std::uint8_t kFreeOnce = 0x80;
  static constexpr std::uint8_t kWithheld = 0x08;  // not to be played this turn, whatever it costs
  int turn_cost() const { return costs & 7; }
  int combat_cost() const { return (costs >> 4) & 7; }
  bool free_once() const { return (costs & kFreeOnce) != 0; }
  bool withheld() const { return (costs & kWithheld) != 0; }
  void set_turn_cost(int cost) { costs = static_cast<std::uint8_t>((costs & 0xf8) | (cost & 7)); }
  void set_combat_cost(int cost) {
    costs = static_cast<std::uint8_t>((costs & (kFreeOnce | kWithheld)) | (cost & 7) << 4 | (cost & 7));
  }
  void forget_turn_cost() { costs = static_cast<std::uint8_t>((costs & 0xf0) | combat_cost()); }
  std::uint32_t bits() const { return std::uint32_t{kind} << 16 | std::uint32_t{costs} << 8 | extra; }
  friend bool operator==(const Card&, const Card&) = default;
};
static_assert(sizeof(Card) == 4);

// Cards in a pile. Taking one out moves the last into its place, where the order does not matter.
template <int N>
struct Pile {
  Card cards[N];
  std::uint8_t count = 0;

  bool full() const { return count == N; }
  bool empty() const { return count == 0; }
  Card& operator[](int i) { return cards[i]; }
  const Card& operator[](int i) const { return cards[i]; }
  const Card* begin() const { return cards; }
  const Card* end() const { return cards + count; }
  Card* begin() { return cards; }
  Card* end() { return cards + count; }
  // A pile that is full loses the card: decks of eighty are far beyond what the game deals.
  void add(Card card) {
    if (count < N) cards[count++] = card;
  }
  // In order of their bits, so that equal hands look alike whatever way they came about.
  void insert(Card card) {
    if (count == N) return;
    int i = count++;
    for (; i > 0 && cards[i - 1].bits() > card.bits(); --i) cards[i] = cards[i - 1];
    cards[i] = card;
  }
  Card take(int i) {
    const Card card = cards[i];
    cards[i] = cards[--count];
    return card;
  }
  Card take_in_order(int i) {
    const Card card = cards[i];
    std::memmove(cards + i, cards + i + 1, sizeof(Card) * static_cast<std::size_t>(count - i - 1));
    --count;
    return card;
  }
};

struct PowerEntry {
  Power id = Power::None;
  std::uint8_t extra = 0;  // kJustApplied, or The Bomb's damage
  std::int16_t amount = 0;
  friend bool operator==(const PowerEntry&, const PowerEntry&) = default;
};
static_assert(sizeof(PowerEntry) == 4);
inline constexpr std::uint8_t kJustApplied = 1;

// Powers in the order they came, and which there are.
template <int N>
struct PowerList {
  std::uint64_t present[2] = {0, 0};
  PowerEntry entries[N];
  std::uint8_t count = 0;

  bool has(Power id) const {
    const int bit = static_cast<int>(id);
    return (present[bit >> 6] >> (bit & 63) & 1) != 0;
  }
  PowerEntry* find(Power id) {
    if (!has(id)) return nullptr;
    for (int i = 0; i < count; ++i) {
      if (entries[i].id == id) return &entries[i];
    }
    return nullptr;
  }
  const PowerEntry* find(Power id) const { return const_cast<PowerList*>(this)->find(id); }
  int amount(Power id) const {
    const PowerEntry* entry = find(id);
    return entry == nullptr ? 0 : entry->amount;
  }
  // A list that is full takes no more: nobody has ever had so many powers at once.
  PowerEntry* add(Power id, int amount, std::uint8_t extra = 0) {
    if (count == N) return nullptr;
    const int bit = static_cast<int>(id);
    present[bit >> 6] |= std::uint64_t{1} << (bit & 63);
    entries[count] = {id, extra, static_cast<std::int16_t>(amount)};
    return &entries[count++];
  }
  void erase_at(int i) {
    const Power id = entries[i].id;
    for (int k = i; k + 1 < count; ++k) entries[k] = entries[k + 1];
    entries[--count] = {};
    for (int k = 0; k < count; ++k) {
      if (entries[k].id == id) return;  // two bombs tick side by side
    }
    const int bit = static_cast<int>(id);
    present[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63));
  }
  void erase(Power id) {
    if (!has(id)) return;
    for (int i = count - 1; i >= 0; --i) {
      if (entries[i].id == id) erase_at(i);
    }
  }
  void clear() { *this = {}; }
};
using PlayerPowers = PowerList<24>;
using MonsterPowers = PowerList<12>;

enum MonsterFlag : std::uint16_t {
  kGone = 1,      // dead or fled: it keeps its place, and nothing happens to it
  kEscaped = 2,   // gone alive
  kHalfDead = 4,  // at 0 HP, and will come back
  kAsleep = 8,
  kMinionFlag = 16,  // its death does not count as a kill
  kFlagA = 256,      // of the rules of its kind, see monsters.hpp
  kFlagB = 512,
  kFlagC = 1024,
  kFlagD = 2048
};
inline constexpr std::uint8_t kNoMove = 255;

struct Monster {
  std::uint16_t kind = 0;  // row of Content::monsters
  std::uint16_t flags = 0;
  std::int16_t hp = 0, max_hp = 0, block = 0;
  std::int16_t counters[3] = {0, 0, 0};  // of the rules of its kind: rolled damage, turns, a stolen card
  std::uint8_t move = kNoMove;           // row of its kind's moves: what it will do
  std::uint8_t last = kNoMove, second_last = kNoMove;  // what it did
  std::uint8_t shown_hits = 0;                         // an unknown monster's announced attack, repeated
  std::int16_t shown_damage = 0;
  MonsterPowers powers;

  bool is(MonsterFlag flag) const { return (flags & flag) != 0; }
  void set(MonsterFlag flag) { flags = static_cast<std::uint16_t>(flags | flag); }
  void clear(MonsterFlag flag) { flags = static_cast<std::uint16_t>(flags & ~flag); }
  bool alive() const { return (flags & (kGone | kHalfDead)) == 0; }  // can be aimed at and hurt
};

enum PlayerFlag : std::uint16_t {
  kCostsChanged = 1,    // some card's cost holds for this turn only
  kCardsWatchHurt = 2,  // some card gets cheaper when the player is hurt
  kHurtThisTurn = 4,
  kPuzzleUsed = 8,  // Centennial Puzzle has drawn
  kTailUsed = 16,   // Lizard Tail has saved a life
  kNecronomiconUsed = 32,
  kSkullOn = 64,  // Red Skull's strength is there
  kStolen = 128,  // gold was taken and not won back
  kFled = 256,    // out of the fight, and without its rewards
};

struct Player {
  std::int16_t hp = 0, max_hp = 0, block = 0, gold = 0;
  std::uint8_t energy = 0;
  std::uint8_t energy_each_turn = 3;
  std::uint8_t draw_each_turn = 5;
  std::uint8_t potion_slots = 3;
  std::uint8_t potions[kPotionSlots] = {0, 0, 0, 0, 0};  // rows of Content::potions, 0: an empty slot
  std::uint8_t cards_played = 0, attacks_played = 0, skills_played = 0, powers_played = 0;  // this turn
  std::uint8_t discarded = 0;                                                               // this turn
  std::uint8_t times_damaged = 0;                                                           // this combat
  std::uint8_t spare = 0;
  std::uint16_t flags = 0;
  std::uint8_t counters[kCounters] = {};
  std::uint64_t relics[kRelicWords] = {0, 0, 0};
  PlayerPowers powers;

  bool has(int relic) const { return (relics[relic >> 6] >> (relic & 63) & 1) != 0; }
  bool has(Relic relic) const { return has(static_cast<int>(relic)); }
  void add_relic(int relic) { relics[relic >> 6] |= std::uint64_t{1} << (relic & 63); }
  bool is(PlayerFlag flag) const { return (flags & flag) != 0; }
  void set(PlayerFlag flag) { flags = static_cast<std::uint16_t>(flags | flag); }
  void clear(PlayerFlag flag) { flags = static_cast<std::uint16_t>(flags & ~flag); }
};

// Something that is to happen. The meaning of `times` and `arg` belongs to the op; see steps.hpp.
struct Step {
  Op op = Op::Nothing;
  std::uint8_t who = kNobody;
  std::uint8_t source = kPlayer;
  std::uint8_t times = 1;
  std::int16_t amount = 0;
  std::uint16_t arg = 0;
  friend bool operator==(const Step&, const Step&) = default;
};
static_assert(sizeof(Step) == 8);
inline constexpr std::uint8_t kTimesX = 255;  // as often as energy was spent

// Steps to come, first in front; triggers go in front of what is queued, effects behind it. A queue that is
// full takes no more and remembers it: what follows is not what the rules say, see settle().
struct StepQueue {
  Step steps[kMostSteps];
  std::uint8_t head = 0, count = 0;
  bool overflowed = false;

  bool empty() const { return count == 0; }
  Step& front() { return steps[head]; }
  const Step& front() const { return steps[head]; }
  Step& operator[](int i) { return steps[(head + i) % kMostSteps]; }
  const Step& operator[](int i) const { return steps[(head + i) % kMostSteps]; }
  void push_back(const Step& step) {
    if (full()) return;
    steps[(head + count++) % kMostSteps] = step;
  }
  void push_front(const Step& step) {
    if (full()) return;
    head = static_cast<std::uint8_t>((head + kMostSteps - 1) % kMostSteps);
    steps[head] = step;
    ++count;
  }
  Step pop() {
    const Step step = steps[head];
    head = static_cast<std::uint8_t>((head + 1) % kMostSteps);
    --count;
    return step;
  }
  void clear() { head = count = 0; }

 private:
  bool full() {
    overflowed = overflowed || count == kMostSteps;
    return count == kMostSteps;
  }
};

enum PlayFlag : std::uint8_t {
  kFree = 1,      // played by something else: costs nothing
  kVanishes = 2,  // a copy: it is in no pile afterwards
  kExhausts = 4,  // whatever its kind says
  kReplay = 8     // does not count as another play of Double Tap and the like
};

// A card on its way: being played, or to be played by itself once all steps are done.
struct PlayedCard {
  Card card;
  std::uint8_t target = kNobody;
  std::uint8_t flags = 0;
  std::uint8_t energy = 0;  // spent on X
  std::uint8_t cost = 0;    // what was paid, Necronomicon asks
  friend bool operator==(const PlayedCard&, const PlayedCard&) = default;
};
static_assert(sizeof(PlayedCard) == 8);

enum class Phase : std::uint8_t {
  Playing,       // the player plays cards
  EndingTurn,    // end-of-turn effects, until the hand is discarded
  Monsters,      // they take their turns, one after the other
  RoundOver,     // what ends with the round
  StartingTurn,  // until the hand is drawn
  Won,
  Lost,
  Unsettled  // the rules did not come to rest: nobody knows what would follow, and nothing is built on it
};

struct State {
  Player player;
  Monster monsters[kMostMonsters];
  std::uint8_t monster_count = 0;
  Phase phase = Phase::Playing;
  std::uint8_t to_act = 0;     // monsters whose turn is still to come this round, a bit each
  std::uint8_t known_top = 0;  // cards at the end of `draw` whose order is known; the last is drawn next
  std::uint16_t turn = 1;
  std::uint8_t ascension = 0;
  std::uint8_t act = 1;
  std::uint8_t in_play_set = 0;  // whether `in_play` holds a card
  std::uint8_t queued_count = 0;
  std::uint8_t options_count = 0;
  std::uint8_t chosen = 0;  // cards chosen so far, of a choice of several
  std::uint8_t ending = 0;  // the last monster is gone: only what still comes to pass does
  std::uint8_t spare = 0;
  PlayedCard in_play;
  PlayedCard queued[kMostQueued];
  Card options[4];  // discovered: one of them is to be chosen
  std::int16_t aimed[kMostMonsters] =
      {};                    // the played card's damage on each monster, fixed when it is played
  std::uint32_t oracle = 0;  // not 0: chance is foreseen, see combat.hpp
  Pile<kHandSize> hand;
  Pile<kPileSize> draw, discard, exhaust;
  StepQueue steps;

  bool over() const { return phase >= Phase::Won; }
  bool failed() const { return phase == Phase::Lost || phase == Phase::Unsettled; }
  bool any_target() const {
    for (int i = 0; i < monster_count; ++i) {
      if (monsters[i].alive()) return true;
    }
    return false;
  }
  bool any_monster() const {
    for (int i = 0; i < monster_count; ++i) {
      if (!monsters[i].is(kGone)) return true;
    }
    return false;
  }
};
static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= 3072);

}  // namespace hazard::spire
