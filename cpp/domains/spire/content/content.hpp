// What the rules need to know before a fight begins: rows of cards, monsters, relics and potions as plain
// arrays. Python writes them from tables that a person can read (hazard.spire.rules.compile); nothing here
// changes during a fight.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "domains/spire/content/monster_kinds.hpp"
#include "domains/spire/state.hpp"

namespace hazard::spire {

enum class CardType : std::uint8_t { Attack, Skill, Power, Status, Curse };
enum class Rarity : std::uint8_t { Basic, Common, Uncommon, Rare, Special };
enum class Needs : std::uint8_t { Nothing, OnlyAttacksInHand, AttackToDraw, SkillToDraw };

enum CardFlag : std::uint16_t {
  kCardExhausts = 1,
  kCardEthereal = 2,
  kCardInnate = 4,
  kCardRetains = 8,
  kCardAims = 16,              // it is played at one enemy
  kCardStrike = 32,            // "Strike" is in its name
  kCardCheaperWhenHurt = 64,   // Blood for Blood
  kCardLimitsPlays = 128,      // Normality
  kCardUpgradesForever = 256,  // Searing Blow
  kCardNeedsAimed = 512,       // an attack on all: its damage is fixed when it is played
  kCardHealing = 1024,         // never made by chance
  kCardUnknown = 2048
};

inline constexpr std::int8_t kCostX = -1, kUnplayable = -2;

struct CardKind {
  std::string id, name;  // the game's id; the name as shown, with "+" if upgraded
  CardType type = CardType::Skill;
  Rarity rarity = Rarity::Special;
  Needs needs = Needs::Nothing;
  std::int8_t cost = 0;
  std::uint16_t flags = 0;
  std::uint16_t upgrade = 0;  // the row of its upgraded version; its own where there is none
  Steps play, when_drawn, when_exhausted, at_end_of_turn, when_another_is_played;

  bool is(CardFlag flag) const { return (flags & flag) != 0; }
};

// A relic that acts by itself: on an occasion, at every n-th of them, with steps.
struct RelicKind {
  std::string id, name;
  std::uint8_t bit = 0;  // its place in Player::relics; below kRelicCount: a rule of its own as well
  Occasion occasion = Occasion::Never;
  std::uint8_t every = 1;      // at each n-th occasion
  bool each_turn = false;      // the count begins anew every turn
  bool once = false;           // only the first time in a fight
  std::uint8_t counter = 255;  // its place in Player::counters; 255: it does not count
  std::uint8_t energy = 0;     // more energy each turn
  Steps steps;
};

struct PotionKind {
  std::string id, name;
  bool aims = false;
  bool usable = true;       // by hand: Fairy in a Bottle is not
  bool saves_life = false;  // it acts when the player would die
  bool flees = false;       // it ends the fight
  Steps steps, doubled;     // with Sacred Bark
};

// Everything about the game that stays the same at one ascension.
struct Content {
  std::vector<Step> steps;
  std::vector<CardKind> cards;
  std::vector<MonsterKind> monsters;
  std::vector<RelicKind> relics;
  std::vector<PotionKind> potions;                // row 0: an empty slot
  std::vector<std::vector<std::uint16_t>> pools;  // cards that are made by chance, by Step::arg
  std::uint16_t wound = 0, dazed = 0;             // rows of cards that rules refer to
  std::uint8_t ascension = 0;

  const CardKind& kind(const Card& card) const { return cards[card.kind]; }
  const MonsterKind& kind(const Monster& monster) const { return monsters[monster.kind]; }

  // By occasion: which relics act, so that a fight without them pays one test.
  std::array<std::array<std::uint64_t, kRelicWords>, kOccasionCount> acting{};
  std::array<std::vector<std::uint16_t>, kOccasionCount> by_occasion{};

  // Where relics with a rule of their own keep their count; 255: nowhere.
  std::array<std::uint8_t, kRelicCount> rule_counter{};

  std::vector<std::uint8_t> turn_counters;  // counts that begin anew with a turn

  // After the rows are written: the tables that are made from them.
  void prepare() {
    for (auto& words : acting) words = {};
    for (auto& rows : by_occasion) rows.clear();
    rule_counter.fill(255);
    turn_counters.clear();
    for (std::size_t row = 0; row < relics.size(); ++row) {
      const RelicKind& relic = relics[row];
      const auto occasion = static_cast<std::size_t>(relic.occasion);
      acting[occasion][relic.bit >> 6] |= std::uint64_t{1} << (relic.bit & 63);
      by_occasion[occasion].push_back(static_cast<std::uint16_t>(row));
      if (relic.bit < kRelicCount) rule_counter[relic.bit] = relic.counter;
      if (relic.each_turn && relic.counter != 255) turn_counters.push_back(relic.counter);
    }
  }
};

}  // namespace hazard::spire
