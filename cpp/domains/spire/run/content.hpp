// What a run needs to know before it begins, at one ascension: encounters, events, tiers of relics and
// potions, rates. Python writes it from tables that a person can read (hazard.spire.run.compile).
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "domains/spire/content/content.hpp"
#include "domains/spire/run/state.hpp"

namespace hazard::spire {

enum class FightPool : std::uint8_t { Weak, Strong, Elite, Boss, Event };

struct MonsterChance {
  std::uint16_t kind = kNoKind;  // kNoKind: a place that somebody may take later
  double chance = 1.0;
};

struct Encounter {
  std::string id;
  std::uint8_t act = 1;
  FightPool pool = FightPool::Weak;
  double weight = 1.0, also_strong = 0.0;
  std::vector<std::vector<std::vector<MonsterChance>>> lines;  // one by chance: places: who may stand there
  std::vector<std::uint16_t> bag;                              // or: so many drawn from a bag
  std::uint8_t draw = 0;
  std::vector<std::uint8_t> not_first;  // rows of strong fights that do not follow it at once
};

// When a relic may come up.
struct RelicRules {
  Tier tier = Tier::Special;
  std::uint8_t last_floor = 255;
  bool in_shops = true;
  bool opens_screen = false;  // events give none of these
  std::uint8_t needs = 0;  // 1 a card to bottle: attack, 2 skill, 3 power; 4 fire; 5 the first relic; 6 act 1
  std::int16_t price = 0;
  std::vector<Task> taken;  // what happens when it is taken
};

struct PotionRules {
  std::uint8_t rarity = 1;  // as cards have it: 1 common … 3 rare
  bool outside = false;     // it can be drunk between fights
};

enum class Ask : std::uint8_t {
  Always,
  Gold,
  HasRelic,
  LacksRelic,
  HasPotion,
  Picked,
  NumberIs,
  NumberBelow,
  Upgradable,
  Removable,
  FloorAtMost,
  FloorAbove,
  HpAbove,
  HpShareAtMost,
  Cursed,
  Relics,
  RowAbove,
  Transformable,
  AscensionBelow,
  StrongAttack
};

struct RunCondition {
  Ask ask = Ask::Always;
  std::int16_t n = 0, m = 0;
};

struct EventOption {
  std::string label, text;
  std::vector<RunCondition> when;   // all of them
  std::vector<RunCondition> shown;  // else it is not there at all
  std::vector<Task> tasks;
};

struct EventPage {
  std::vector<EventOption> options;
};

enum class EventPool : std::uint8_t { Act, Shrine, Once, None };

struct EventKind {
  std::string id, name;
  EventPool pool = EventPool::Act;
  std::uint8_t acts = 0;  // a bit each
  std::vector<RunCondition> when;
  bool either = false;  // one condition is enough
  std::vector<Task> begin;
  std::vector<EventPage> pages;
};

struct BranchWay {
  double percent = 100.0, per_try = 0.0;  // of number 0; the last way takes what is left
  std::vector<Task> tasks;
};

struct NeowRow {
  std::string id, text;
  std::uint8_t group = 0;     // 0 cards, 1 small, 2 with a drawback, 3 the boss's relic, 9: a drawback
  std::uint8_t unless = 255;  // not with this drawback
  std::vector<Task> tasks;
};

// Rates that are numbers. Percent, unless something else is said.
struct Rates {
  std::int16_t start_hp = 80, start_max_hp = 80, start_gold = 99;
  std::uint8_t potion_slots = 3;
  double shop = 0.05, rest = 0.12, elite = 0.08, unknown = 0.22;  // shares of the map's rooms
  std::array<double, 4> upgraded{0.0, 0.25, 0.5, 0.5};            // by act
  std::uint8_t boss_gold_low = 95, boss_gold_high = 105;          // before the ascension
  std::uint8_t boss_gold_percent = 100;
  std::uint8_t heal_between_acts = 100;  // of what is missing
  std::uint8_t price_percent = 100;
  bool two_bosses = false;
};

struct RunContent {
  std::shared_ptr<const Content> content;
  Rates rates;
  std::vector<Encounter> encounters;
  std::vector<RelicRules> relics;    // as Content::relics
  std::vector<PotionRules> potions;  // as Content::potions
  std::vector<EventKind> events;
  std::vector<std::vector<BranchWay>> branches;
  std::vector<NeowRow> neow;
  std::vector<std::uint16_t> start_deck;
  std::vector<std::uint8_t> start_relics;
  std::vector<std::uint8_t> strong;                          // by card: an attack for ten or more
  std::vector<std::uint16_t> curses;                         // that chance deals
  std::array<std::vector<std::uint16_t>, 5> red, colorless;  // cards by rarity
  std::array<std::uint8_t, kRunRelicCount> relic_rows{};     // of Content::relics
  std::array<std::uint16_t, 4> adventurer{};                 // encounters that the dead adventurer met
  std::uint16_t strike = 0, defend = 0, bash = 0, necronomicurse = 0, bane = 0, bell = 0, parasite = 0;
  std::uint8_t black_blood = 0;                                         // a row of relics
  std::uint8_t fairy = 0, blood_potion = 0, fruit_juice = 0, brew = 0;  // rows of potions

  int row(RunRelic relic) const { return relic_rows[static_cast<std::size_t>(relic)]; }
  int bit(RunRelic relic) const { return content->relics[static_cast<std::size_t>(row(relic))].bit; }
};

}  // namespace hazard::spire
