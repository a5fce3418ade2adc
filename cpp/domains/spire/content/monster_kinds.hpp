// Rows of monsters, as the rules read them: what it can do, how it chooses, what it begins with. Python
// writes them from tables that a person can read (hazard.spire.rules.compile_monsters), at one ascension.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "domains/spire/state.hpp"

namespace hazard::spire {

// Steps of a row: `count` of Content::steps from `first` on.
struct Steps {
  std::uint16_t first = 0, count = 0;
  bool any() const { return count > 0; }
};

inline constexpr int kMostMoves = 12;            // of one kind
inline constexpr std::uint8_t kRollAgain = 254;  // as an outcome: roll once more, between two numbers
inline constexpr std::uint16_t kNoKind = 65535;

// What a step of a monster's move may take from the monster instead of a number that is written.
inline constexpr std::uint8_t kTimesOwn = 254;       // as many hits as its own number
inline constexpr std::uint8_t kTimesHalfTurn = 253;  // half the turn's number, rounded up

// Things that only monsters do, by name: "do split", "do steal 15". See monsters.hpp.
#define SPIRE_MONSTER_RULES(X)                                                 \
  X(None, "none")                                                              \
  X(Split, "split")   /* two smaller ones with its hit points */               \
  X(Divide, "divide") /* own number: a twelfth of the player's HP */           \
  X(Sear, "sear")     /* burns, upgraded after the first inferno */            \
  X(UpgradeBurns, "upgrade_burns")                                             \
  X(Steal, "steal")                                                            \
  X(CloseUp, "close_up") /* the Guardian's defensive mode */                   \
  X(OpenUp, "open_up")                                                         \
  X(WakeAfter, "wake_after") /* when its own number has come so far */         \
  X(Grow, "grow")            /* its own number */                              \
  X(Summon, "summon")                                                          \
  X(Stasis, "stasis") /* takes a card away while it lives */                   \
  X(ShakeOffDebuffs, "shake_off_debuffs")                                      \
  X(ShakeOffWeakness, "shake_off_weakness") /* strength below zero */          \
  X(HealToHalf, "heal_to_half")                                                \
  X(Reincarnate, "reincarnate")                                                \
  X(Rebirth, "rebirth")                                                        \
  X(Implant, "implant")                                                        \
  X(Fade, "fade")                     /* intangible, unless it is already */   \
  X(BlockAsStruck, "block_as_struck") /* as much as its blow was worth */      \
  X(BuffByTurns, "buff_by_turns")     /* the Heart's, another one each time */ \
  X(BlockLeader, "block_leader")
SPIRE_WORDS(MonsterRule, SPIRE_MONSTER_RULES, kMonsterRuleNames)

// A power at the start of a fight, its amount from low to high by chance.
struct StartingPower {
  Power id = Power::None;
  std::int16_t low = 0, high = 0;
};

// Intents as the game announces them; the rules ask only whether it is an attack.
struct MonsterMove {
  std::string name;
  std::uint8_t number = 0;  // the game's own, as in its messages
  std::uint8_t intent = 0;  // row of hazard.spire.rules.schema.INTENTS
  bool attacks = false;
  std::int16_t damage = 0;  // of one hit, before strength; -1: its own number
  std::uint8_t hits = 0;    // or kTimesOwn, kTimesHalfTurn
  Steps steps;
};

// What a line of a roll table asks about.
#define SPIRE_ROLL_QUESTIONS(X)                                 \
  X(Nothing, "nothing")                                         \
  X(Used, "used") /* it has made that move before */            \
  X(Unused, "unused")                                           \
  X(BelowHalf, "below_half") /* of its hit points */            \
  X(Asleep, "asleep")                                           \
  X(Alone, "alone")                                             \
  X(NotAlone, "not_alone")                                      \
  X(OddPlace, "odd_place") /* second, fourth … in the line */   \
  X(Minions, "minions")    /* how many stand beside it */       \
  X(Turn, "turn")          /* the number of the turn, modulo */ \
  X(Own, "own")                                                 \
  X(AlliesMiss, "allies_miss") /* hit points, all together */   \
  X(PlayerLacks, "player_lacks")
SPIRE_WORDS(RollQuestion, SPIRE_ROLL_QUESTIONS, kRollQuestionNames)

enum class Compare : std::uint8_t { Below, AtMost, Equal, AtLeast, Above };

struct RollCondition {
  RollQuestion asks = RollQuestion::Nothing;
  Compare compare = Compare::Equal;
  std::uint8_t about = 0;   // a move's row, a power
  std::uint8_t modulo = 0;  // 0: the number itself
  std::int16_t number = 0;
};

struct RollOutcome {
  std::uint8_t move = 0;            // or kRollAgain
  std::uint8_t low = 0, high = 99;  // between which it rolls again
  double chance = 1.0;
};

// One of up to three by chance.
struct RollChoice {
  std::array<RollOutcome, 3> outcomes{};
  std::uint8_t count = 0;
};

// One line of a roll table: "from 25 to below 55, when …: this move, unless it is held back, then another".
struct RollLine {
  std::uint8_t from = 0, upto = 100;
  std::uint8_t in_a_row = 0;     // held back after so many times in a row; 0: never
  std::uint8_t not_in_last = 0;  // held back while among the last so many moves
  std::uint16_t only_after = 0;  // sets of moves, a bit each
  std::uint16_t not_after = 0;
  std::uint16_t not_after_two = 0;  // held back when one of these was made twice in a row
  std::array<RollCondition, 2> when{};
  RollChoice move;
  RollChoice instead;  // nothing: the next line decides
};

struct SummonChance {
  std::uint16_t kind = 0;
  double chance = 1.0;
};

struct MonsterKind {
  std::string id, name;
  std::uint8_t rank = 0;        // 0 normal, 1 elite, 2 boss, 3 minion
  std::uint8_t elite_from = 1;  // so many of it make the fight one with elites
  std::int16_t low_hp = 1, high_hp = 1;
  std::int16_t low_own = 0, high_own = 0;  // its own number at the start
  std::int16_t block = 0;                  // at the start
  bool asleep = false;
  bool surrounds = false;  // the player stands between it and the others
  std::vector<MonsterMove> moves;
  std::vector<RollChoice> first;    // by its place in the line; none: it rolls
  std::vector<std::uint8_t> after;  // by the move just made: what follows, or kNoMove
  std::vector<RollLine> roll;
  std::vector<std::uint8_t> pattern;  // moves by the number of the turn; the last goes back to `loop_from`
  std::uint8_t loop_from = 0;
  std::vector<StartingPower> starts_with;
  std::array<std::uint16_t, 2> splits_into{kNoKind, kNoKind};
  std::uint8_t split_move = kNoMove;
  std::uint8_t stunned_move = kNoMove;   // what it does when it is stunned …
  Power stunned_without = Power::None;   // … by losing this power, or by being woken
  std::uint8_t killed_move = kNoMove;    // what it does instead of dying: rebirth, regrowth
  std::uint8_t shifted_move = kNoMove;   // the Guardian, closing up
  std::vector<std::uint16_t> followers;  // kinds that leave when it dies
  std::vector<SummonChance> summons;
  std::uint8_t most_summoned = 0;
  std::vector<std::uint16_t> cards;  // that its rules make: burns, wounds
};

}  // namespace hazard::spire
