// A moment of a fight, as a plain value: who stands where, in what condition, and what is being resolved.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/random.hpp"
#include "domains/fivee/content/content.hpp"

namespace hazard::fivee {

// Hit points are kept in sixteenths, because the mean of a bucket of damage need not be whole.
inline constexpr int kPoint = 16;
inline constexpr int kMostHitPoints = 2000;

inline constexpr int kLimitedActions = 8;  // of one creature: with a recharge or so many uses a day
inline constexpr int kOngoing = 32;
inline constexpr std::uint8_t kNobody = 255;
inline constexpr int kContested = 255;  // the DC of an escape that is rolled against who holds

struct Fighter {
  std::int16_t hit_points = 0;  // in sixteenths
  std::int16_t most = 1;        // hit points when unhurt, whole
  std::int16_t temporary = 0;
  std::int16_t damage = 0;  // taken so far, where hit points are unknown
  ConditionMask conditions = 0;
  std::uint16_t flags = 0;
  Cell at;
  std::uint8_t exhaustion = 0;
  std::uint8_t successes = 0, failures = 0;  // death saves
  std::uint8_t concentration = 0;            // on which action, counted from 1; 0: none
  std::uint8_t legendary_left = 0, resistance_left = 0;
  std::uint8_t last_attacker = kNobody;
  std::uint8_t readied = 0, spare = 0;               // which action, counted from 1; 0: none
  std::array<std::uint8_t, kLimitedActions> left{};  // uses of its limited actions
  std::array<std::uint8_t, 5> slots{};               // two levels in a byte, four bits each

  bool is(Flag flag) const { return (flags & flag) != 0; }
  bool has(ConditionMask any) const { return (conditions & any) != 0; }
  void set(Flag flag, bool on = true) {
    flags = static_cast<std::uint16_t>(on ? flags | flag : flags & ~flag);
  }
  // Still on the map, able to be a target; a dying character is.
  bool present() const { return !is(kDead) && !is(kFled); }
  bool standing() const { return (flags & (kDown | kDead | kFled)) == 0; }
  int slots_left(int level) const { return slots[level / 2] >> (level % 2 * 4) & 15; }
  void set_slots(int level, int count) {
    const int shift = level % 2 * 4;
    slots[level / 2] = static_cast<std::uint8_t>((slots[level / 2] & ~(15 << shift)) | (count & 15) << shift);
  }
  friend bool operator==(const Fighter&, const Fighter&) = default;
};

// A condition or a modifier that lasts.
struct Ongoing {
  std::uint8_t target = 0, source = 0;
  std::uint8_t what = 0;    // a condition, or kConditions plus a modifier's index
  std::uint8_t rounds = 0;  // 0: no limit
  std::uint8_t action = 0;  // of the source: for concentration
  std::uint8_t dc = 0;      // of the repeated save, or of an escape
  Ability ability = Ability::Str;
  Until until = Until::Duration;
  Repeat repeat = Repeat::Never;
  bool ends_on_damage = false;
  bool escape = false;
  bool fresh = false;          // laid on during the turn that is going on
  std::uint8_t becomes = 255;  // a condition, or 255
  std::uint8_t wound = 255;    // an action of the source, or 255
  // Whether the same save ends both: a song that charms and holds.
  bool repeats_with(const Ongoing& o) const {
    return target == o.target && source == o.source && action == o.action && repeat == o.repeat &&
           ability == o.ability && dc == o.dc;
  }
  friend bool operator==(const Ongoing&, const Ongoing&) = default;
};

// An area that stays where it was made: it strikes whoever starts a turn in it.
struct Zone {
  Aim aim{};
  Cell from{};              // where its maker stood
  std::uint8_t source = 0;  // its maker
  std::uint8_t action = 0;  // of the maker: what made it
  std::uint8_t strike = 0;  // of the maker: what it does to those inside
  std::uint8_t rounds = 0;  // left
  friend bool operator==(const Zone&, const Zone&) = default;
};
inline constexpr int kZones = 4;

// Something that follows from what has just happened and is resolved before the action goes on: a body that
// bursts, a reaction to damage, what comes after a charge.
struct Sequel {
  std::uint8_t source = 0, action = 0, target = kNobody;
  friend bool operator==(const Sequel&, const Sequel&) = default;
};
inline constexpr int kSequels = 8;

// An action that waits while a sequel is resolved.
struct Frame {
  Fighters waiting = 0;
  std::int16_t rolled = 0;
  std::uint8_t actor = 0, action = 0, target = kNobody, element = 0, effect = 0;
  bool struck = false, critical = false, missed = false, charged = false;
  bool held = false;  // there is one
  friend bool operator==(const Frame&, const Frame&) = default;
};

// What a creature does with its turn: go somewhere, act, use a bonus action, go somewhere else.
struct Plan {
  static constexpr std::uint8_t kNone = 255;
  Cell to, retreat;
  Aim aim;                                  // of an area
  std::uint8_t action = kNone;              // of its stat block
  std::uint8_t sequence = 0;                // of a multiattack
  std::uint8_t target = kNobody;            // a combatant
  std::uint8_t other = kNobody, after = 0;  // whom the attacks of a multiattack go to, after so many of them
  std::uint8_t bonus = kNone, bonus_target = kNobody;
  Standard standard = Standard::None;  // dash, dodge, ... in place of an action
  bool bonus_first = false;
  bool flees = false;
  friend bool operator==(const Plan&, const Plan&) = default;
};

// What is being worked out; chance or a player decides at Stage's nodes.
enum class Stage : std::uint8_t {
  TurnStart,
  Deciding,
  Leaving,  // opportunity attacks on the way
  Acting,
  Bonus,
  Retreating,
  TurnEnd,
  Legendary,
  Over
};

struct State {
  std::array<Fighter, kMostCombatants> fighters{};
  std::array<Ongoing, kOngoing> ongoing{};
  Fighters waiting = 0;  // targets, reactors or creatures still to come
  Frame frame;           // what a sequel has interrupted
  std::array<Zone, kZones> zones{};
  std::int16_t check_damage = 0;  // the damage that called for checks
  std::int16_t rolled = 0;        // damage of an area, for everybody
  std::int16_t style = 0;         // how much in character the monsters have fought, in thousandths
  std::uint8_t ongoing_count = 0;
  std::uint8_t turn = 0;                              // index into `order`
  std::array<std::uint8_t, kMostCombatants> order{};  // of initiative
  Plan plan;                                          // what the mover is doing
  std::uint8_t round = 1;
  Stage stage = Stage::TurnStart;
  Chance chance = Chance::None;
  std::uint8_t step = 0;           // within the stage
  std::uint8_t element = 0;        // of a sequence
  std::uint8_t effect = 0;         // of an action
  std::uint8_t actor = 0;          // who acts: not always whose turn it is
  std::uint8_t action = 0;         // what, of the actor's stat block
  std::uint8_t target = kNobody;   // whom it is resolved on now
  std::uint8_t checks = 0;         // checks that damage has called for, still to be made
  std::uint8_t checked = kNobody;  // by whom
  std::uint8_t legend = kNobody;   // whose legendary action is being decided
  bool critical = false, struck = false, charged = false;
  bool missed = false;         // what a miss does is being worked out
  bool lair = false;           // the legendary action being decided is a lair action
  std::uint8_t lair_turn = 0;  // lair actions, on initiative 20, come after so many of `order`
  std::uint8_t zone_count = 0, sequel_count = 0;
  std::array<std::uint8_t, 2> spare{};     // fills the record
  std::array<Sequel, kSequels> sequels{};  // the next one first

  int mover() const { return order[turn]; }
  friend bool operator==(const State&, const State&) = default;
};
static_assert(std::has_unique_object_representations_v<State>);  // no padding: bytes make a fingerprint

// A fingerprint of all that the state holds.
inline std::uint64_t fingerprint(const State& state, int fighters) {
  const auto mix = [](std::uint64_t hash, const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (; size >= 8; size -= 8, bytes += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes, 8);
      hash = (hash ^ word) * 0x9fb21c651e98df25ULL;
      hash ^= hash >> 29;
    }
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, size);
    return mix64(hash ^ word);
  };
  std::uint64_t hash = mix(1, state.fighters.data(), sizeof(Fighter) * static_cast<std::size_t>(fighters));
  hash = mix(hash, state.ongoing.data(), sizeof(Ongoing) * state.ongoing_count);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&state);
  constexpr std::size_t kRest = offsetof(State, waiting);
  return mix(hash, bytes + kRest, sizeof(State) - kRest);
}

}  // namespace hazard::fivee
