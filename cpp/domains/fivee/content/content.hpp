// What the rules need to know of a fight before it begins: stat blocks, actions, effects, dice. Python writes
// it from content that a person can read (hazard.fivee.rules.compile); nothing here changes during a fight.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "domains/fivee/grid/grid.hpp"
#include "domains/fivee/words.hpp"

namespace hazard::fivee {

inline constexpr int kMostCombatants = 24;
inline constexpr int kNothing = -1;  // an index that points nowhere

using ConditionMask = std::uint16_t;
template <class... C>
constexpr ConditionMask mask_of(C... conditions) {
  return static_cast<ConditionMask>((0U | ... | (1U << static_cast<unsigned>(conditions))));
}

using Fighters = std::uint32_t;  // a set of combatants, one bit each
using TypeMask = std::uint32_t;  // a set of damage types

// Whole numbers with their probabilities, as hazard.dice works them out.
struct Dice {
  int low = 0;
  std::vector<double> probabilities;
};

struct DamagePart {
  Dice normal, critical;  // a critical hit doubles the dice, not what is added to them
  int type = kUntyped;
};

struct Infliction {
  Condition condition = Condition::Prone;
  int rounds = 0;  // 0: no limit
  Until until = Until::Duration;
  Repeat repeat = Repeat::Never;
  bool ends_on_damage = false;
  int escape_dc = 0;  // 0: there is no escaping
  int level = 1;
  int becomes = kNothing;  // the condition that a failed repeat of the save turns it into
  int wound = kNothing;    // an action of the source that strikes the target at the start of its turns
};

// A change to somebody's rolls for a while.
struct Modifier {
  Dice attack, save;             // empty: none
  Dice damage, damage_critical;  // of weapon attacks; a critical hit doubles these dice too
  int damage_type = kUntyped;    // untyped: as the weapon's own
  int armor_class = 0;
  int attack_advantage = 0, defense_advantage = 0, save_advantage = 0;
  TypeMask resist = 0;
  int speed_feet = 0;
  bool half_speed = false, no_reactions = false, no_healing = false;
  bool stops_missiles = false;  // no harm from actions with `missiles`
  bool next_roll_only = false;  // gone with the bearer's next attack roll, or the next one against it
  bool source_only = false;     // `defense_advantage` is for attacks of whoever has laid it on
  bool next_hit_only = false;   // gone with the next weapon attack of the bearer that hits (a smite)
  int extra_attacks = 0;        // one attack more, after the action
  int rounds = 0;
  Repeat repeat = Repeat::Never;  // of the save that laid it on
  Until until = Until::Duration;
  // What stays around its bearer: an action of theirs that strikes foes who start their turn this near.
  int aura_feet = 0;
  int aura_action = kNothing;
  bool aura_on_entering = false;  // and those who come this near on their turn
};

struct Effect {
  When when = When::Hit;
  bool saves = false;
  Ability ability = Ability::Str;
  int dc = 0;
  bool half_on_success = false;
  int or_ability = kNothing;  // the target may save with this one instead: it takes the better
  Contest contest = Contest::None;
  std::vector<DamagePart> damage;
  std::vector<Infliction> inflictions;
  Dice heal, temporary;         // empty: none
  bool heals_to_half = false;   // nobody above half of their most hit points
  bool shares_healing = false;  // so much for all whom it reaches together
  int push_feet = 0;
  int modifier = kNothing;  // index into Battle::modifiers
  bool heals_source = false;
  bool on_self = false;
  Fighters spares = 0;  // whom it does nothing to
  Situation only_if = Situation::Always;
  AtZero at_zero = AtZero::Usual;
  int withstood = kNothing;    // a modifier that says: whoever has saved is safe from it
  bool ends_for_good = false;  // and so is whoever it has ended for
};

struct Action {
  std::string name;
  Economy economy = Economy::Action;
  bool attack = false;
  int to_hit = 0;
  int reach = 0, range = 0, long_range = 0;  // feet; 0: not in this way
  bool spell = false;                        // an attack roll with magic
  bool magical = false;                      // a spell: magic resistance helps against its saves
  int crit_from = 20;
  bool area = false;
  Shape shape = Shape::Sphere;
  int size = 0, width = 5, area_range = 0;
  bool spares_friends = false;
  int lingers = kNothing;  // an area that stays: the action that strikes those who start a turn in it
  bool at_once = true;     // such an area also strikes those who are in it when it appears
  bool strikes_on_entering = false;  // and those who enter it on their turn
  bool strikes_at_end = false;       // at the end of turns, not at their start
  ConditionMask needs = 0;           // only on a target with one of these
  int target_range = 5;              // of actions without attack and area
  int targets = 1;
  Who who = Who::Enemy;
  std::vector<Effect> effects;
  std::vector<std::vector<int>> sequences;  // of a multiattack: which actions, in order
  int recharge = 0;                         // comes back on this roll of a d6; 0: needs none
  int uses = 0;                             // a day; 0: without limit
  int slot = 0;                             // level of the spell slot it takes
  int cost = 1;
  bool once_per_round = false;  // not again before its own next turn
  int pool = 0;                 // actions with the same number are spent and recharged together; 0: alone
  Situation advantage_if = Situation::Always;  // when its roll has advantage; Always: no more than others
  bool concentration = false;
  Trigger trigger = Trigger::None;
  bool halves_damage = false;
  Standard standard = Standard::None;
  int teleport_feet = 0;
  bool missiles = false;  // they strike by themselves, unless something stops them
  bool is_spell = false, cantrip = false;
  bool wet_melee = false, wet_ranged = false;  // goes well under water: no disadvantage
  bool common = false;                         // everybody has it: Grapple, Shove, Help, Hide
};

struct Personality {
  double aggression = 0.5;
  Preference prefers = Preference::Any;
  double flees_below = 0.0;
  int cleverness = 3;
};

struct Aura {
  int feet = 0;
  bool when_hit = false;  // strikes whoever hits its bearer in melee, not those who start their turn near
  int action = kNothing;  // what it does, as an action that nobody chooses
};

struct StatBlock {
  std::string name;
  int side = 1;  // cells along a side
  int armor_class = 10;
  Dice hit_points;
  int most_hit_points = 1;
  std::array<int, 6> saves{};
  std::array<int, 6> modifiers{};
  int walk = 30, fly = 0, swim = 0;
  int size = 2;  // tiny: 0, gargantuan: 5
  int initiative = 0;
  TypeMask resistant = 0, vulnerable = 0, immune = 0;
  ConditionMask condition_immunities = 0;
  bool character = false;  // makes death saves
  int passive_perception = 10, stealth = 0;
  bool sees_invisible = false;
  int darkvision = 0, sees_without_light = 0;  // feet; the latter by blindsight and the like
  Role role = Role::Any;
  Personality personality;
  std::vector<Action> actions;
  std::array<int, 10> slots{};  // by level
  int legendary_actions = 0, legendary_resistance = 0;
  // Traits.
  bool pack_tactics = false, magic_resistance = false, undead_fortitude = false, evasion = false,
       reckless = false, blood_frenzy = false, flyby = false, avoidance = false, rampage = false;
  int regeneration = 0;
  TypeMask regeneration_stops = 0;
  bool regenerates_at_zero = false;
  Dice sneak_attack, sneak_critical;
  bool sneak_needs_ally = false;  // martial advantage: an ally is needed, advantage does not do
  ConditionMask save_advantage_against = 0;
  int relentless = 0;  // most damage that leaves 1 hit point, once
  std::vector<Aura> auras;
  int burst_action = kNothing;  // what happens around it when it dies
  // A run of this many feet before the attack is followed by another action.
  int charge_feet = 0;
  int charge_action = kNothing, charge_extra = kNothing;
  int escape = 0;  // what is added to a roll to get free
  int athletics = 0;
};

struct Combatant {
  std::string name;
  int block = 0;
  int side = 0;  // 0: the party, MIN; 1: the monsters, MAX
};

enum class Light : std::uint8_t { Bright, Dim, Dark };

struct Options {
  bool revised = false;  // the rules of 2024, else those of 2014
  Light light = Light::Bright;
  bool underwater = false;
  bool flanking = false;
  bool monsters_make_death_saves = false;
  bool party_dies_at_zero = false;
  bool lair = false;  // lair actions are used, on initiative 20
  int most_rounds = 50;
};

// Everything about a fight that stays the same.
struct Battle {
  Map map;
  std::vector<StatBlock> blocks;
  std::vector<Combatant> combatants;
  std::vector<Modifier> modifiers;
  Options options;

  const StatBlock& block(int fighter) const { return blocks[combatants[fighter].block]; }
};

}  // namespace hazard::fivee
