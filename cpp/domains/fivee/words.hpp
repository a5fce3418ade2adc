// The closed vocabulary of the rules: what they know by name. Content refers to these words; each list makes
// an enumeration and the names that Python reads (hazard.fivee.content.words), so that neither side repeats
// the order of the other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hazard::fivee {

#define FIVEE_AS_ENTRY(entry, name) entry,
#define FIVEE_AS_NAME(entry, name) std::string_view(name),
#define FIVEE_AS_ONE(entry, name) +1
#define FIVEE_NAMES(list, names) \
  inline constexpr std::array<std::string_view, 0 list(FIVEE_AS_ONE)> names = {list(FIVEE_AS_NAME)};
#define FIVEE_WORDS(Type, list, names)                     \
  enum class Type : std::uint8_t { list(FIVEE_AS_ENTRY) }; \
  FIVEE_NAMES(list, names)

#define FIVEE_ABILITIES(X) \
  X(Str, "str")            \
  X(Dex, "dex")            \
  X(Con, "con")            \
  X(Int, "int")            \
  X(Wis, "wis")            \
  X(Cha, "cha")

#define FIVEE_CONDITIONS(X)         \
  X(Blinded, "blinded")             \
  X(Charmed, "charmed")             \
  X(Deafened, "deafened")           \
  X(Exhaustion, "exhaustion")       \
  X(Frightened, "frightened")       \
  X(Grappled, "grappled")           \
  X(Incapacitated, "incapacitated") \
  X(Invisible, "invisible")         \
  X(Paralyzed, "paralyzed")         \
  X(Petrified, "petrified")         \
  X(Poisoned, "poisoned")           \
  X(Prone, "prone")                 \
  X(Restrained, "restrained")       \
  X(Stunned, "stunned")             \
  X(Unconscious, "unconscious")

// Blows of weapons that are not magical are types of their own, because many creatures shrug off only those.
#define FIVEE_DAMAGE_TYPES(X)               \
  X(kAcid, "acid")                          \
  X(kBludgeoning, "bludgeoning")            \
  X(kCold, "cold")                          \
  X(kFire, "fire")                          \
  X(kForce, "force")                        \
  X(kLightning, "lightning")                \
  X(kNecrotic, "necrotic")                  \
  X(kPiercing, "piercing")                  \
  X(kPoison, "poison")                      \
  X(kPsychic, "psychic")                    \
  X(kRadiant, "radiant")                    \
  X(kSlashing, "slashing")                  \
  X(kThunder, "thunder")                    \
  X(kUntyped, "untyped")                    \
  X(kPlainBludgeoning, "plain_bludgeoning") \
  X(kPlainPiercing, "plain_piercing")       \
  X(kPlainSlashing, "plain_slashing")

// When an effect of an attack happens.
#define FIVEE_WHEN(X) \
  X(Hit, "hit")       \
  X(Miss, "miss")     \
  X(Always, "always")

#define FIVEE_UNTIL(X)                         \
  X(Duration, "duration")                      \
  X(StartOfSourceTurn, "start_of_source_turn") \
  X(EndOfSourceTurn, "end_of_source_turn")     \
  X(StartOfTargetTurn, "start_of_target_turn") \
  X(EndOfTargetTurn, "end_of_target_turn")

#define FIVEE_REPEAT(X)           \
  X(Never, "never")               \
  X(EndOfTurn, "end_of_turn")     \
  X(StartOfTurn, "start_of_turn") \
  X(OnDamage, "on_damage")

// What must be so for an effect, or for the advantage of an attack. Bloodied: half of its hit points or
// fewer.
#define FIVEE_SITUATIONS(X)                              \
  X(Always, "always")                                    \
  X(SourceBloodied, "source_bloodied")                   \
  X(SourceNotBloodied, "source_not_bloodied")            \
  X(TargetBloodied, "target_bloodied")                   \
  X(TargetNotBloodied, "target_not_bloodied")            \
  X(TargetWounded, "target_wounded")                     \
  X(FirstRound, "first_round")                           \
  X(TargetGrappledBySource, "target_grappled_by_source") \
  X(TargetNotGrappledBySource, "target_not_grappled_by_source")

// What becomes of whom an effect's damage takes to 0 hit points.
#define FIVEE_AT_ZERO(X) \
  X(Usual, "usual")      \
  X(Dies, "dies")        \
  X(Stable, "stable")

#define FIVEE_ECONOMIES(X)  \
  X(Action, "action")       \
  X(Bonus, "bonus")         \
  X(Reaction, "reaction")   \
  X(Legendary, "legendary") \
  X(Lair, "lair")

#define FIVEE_WHO(X) \
  X(Enemy, "enemy")  \
  X(Ally, "ally")    \
  X(Self, "self")    \
  X(Any, "any")

#define FIVEE_TRIGGERS(X)       \
  X(None, "none")               \
  X(Opportunity, "opportunity") \
  X(Hit, "hit")                 \
  X(HitMelee, "hit_melee")      \
  X(Damaged, "damaged")         \
  X(AllyHit, "ally_hit")        \
  X(Attacked, "attacked")

// What everybody can do in place of an action of their own.
#define FIVEE_STANDARD(X)   \
  X(None, "none")           \
  X(Dash, "dash")           \
  X(Disengage, "disengage") \
  X(Dodge, "dodge")         \
  X(Hide, "hide")           \
  X(Help, "help")           \
  X(Shove, "shove")         \
  X(Grapple, "grapple")     \
  X(Escape, "escape")       \
  X(Ready, "ready")

// What is rolled against each other, in place of a saving throw.
#define FIVEE_CONTESTS(X)                                         \
  X(None, "none")                                                 \
  X(Grip, "grip") /* Athletics against Athletics or Acrobatics */ \
  X(Hide, "hide") /* Stealth against passive Perception, or a fixed DC */

#define FIVEE_SHAPES(X)     \
  X(Sphere, "sphere")       \
  X(Cube, "cube")           \
  X(Cone, "cone")           \
  X(Line, "line")           \
  X(Emanation, "emanation") \
  X(Cylinder, "cylinder")

#define FIVEE_ROLES(X)    \
  X(Any, "any")           \
  X(Caster, "caster")     \
  X(Healer, "healer")     \
  X(Defender, "defender") \
  X(Striker, "striker")

// Whom a creature likes to attack.
#define FIVEE_PREFERENCES(X) \
  X(Any, "any")              \
  X(Nearest, "nearest")      \
  X(Weakest, "weakest")      \
  X(Strongest, "strongest")  \
  X(Wounded, "wounded")      \
  X(Caster, "caster")        \
  X(Healer, "healer")        \
  X(LastAttacker, "last_attacker")

// What is rolled for at a chance node.
#define FIVEE_CHANCES(X)                                                          \
  X(None, "none")                                                                 \
  X(Strike, "strike")          /* attack rolls and their damage */                \
  X(Rider, "rider")            /* an effect after a hit, or on a single target */ \
  X(AreaDamage, "area_damage") /* one roll for everybody */                       \
  X(AreaSave, "area_save")     /* each saves for itself */                        \
  X(Recharge, "recharge")                                                         \
  X(DeathSave, "death_save")                                                      \
  X(RepeatSave, "repeat_save")                                                    \
  X(Concentration, "concentration")                                               \
  X(Escape, "escape")                                                             \
  X(Collapse, "collapse")   /* do the unknown hit points run out? */              \
  X(Fortitude, "fortitude") /* undead fortitude */

// What is so about a combatant, one bit each.
#define FIVEE_FLAGS(X)                                                                           \
  X(kReacted, "reacted") /* its reaction is spent */                                             \
  X(kDodging, "dodging")                                                                         \
  X(kDisengaged, "disengaged")                                                                   \
  X(kHidden, "hidden")                                                                           \
  X(kDown, "down") /* at 0 hit points: dying, or stable */                                       \
  X(kStable, "stable")                                                                           \
  X(kDead, "dead")                                                                               \
  X(kFled, "fled")                                                                               \
  X(kUnknownHitPoints,                                                                           \
    "unknown_hit_points") /* `damage` counts what it has taken; what it had is a distribution */ \
  X(kSneaked, "sneaked")  /* sneak attack used this turn */                                      \
  X(kRegenerationStopped, "regeneration_stopped")                                                \
  X(kRelentlessUsed, "relentless_used")                                                          \
  X(kReckless, "reckless")                                                                       \
  X(kActed, "acted")         /* has had a turn in this fight */                                  \
  X(kSurprised, "surprised") /* until its first turn is over */

// What dice came to, one bit each.
#define FIVEE_RESULTS(X)                                                          \
  X(kMissed, "missed")                                                            \
  X(kCritical, "critical")                                                        \
  X(kSaved, "saved")                                                              \
  X(kAnswered, "answered") /* a reaction turned it aside, or took the edge off */ \
  X(kFelled, "felled")     /* the target is down, and attacks may be left */

FIVEE_WORDS(Ability, FIVEE_ABILITIES, kAbilityNames)
FIVEE_WORDS(Condition, FIVEE_CONDITIONS, kConditionNames)
FIVEE_WORDS(When, FIVEE_WHEN, kWhenNames)
FIVEE_WORDS(Until, FIVEE_UNTIL, kUntilNames)
FIVEE_WORDS(Repeat, FIVEE_REPEAT, kRepeatNames)
FIVEE_WORDS(Situation, FIVEE_SITUATIONS, kSituationNames)
FIVEE_WORDS(AtZero, FIVEE_AT_ZERO, kAtZeroNames)
FIVEE_WORDS(Economy, FIVEE_ECONOMIES, kEconomyNames)
FIVEE_WORDS(Who, FIVEE_WHO, kWhoNames)
FIVEE_WORDS(Trigger, FIVEE_TRIGGERS, kTriggerNames)
FIVEE_WORDS(Standard, FIVEE_STANDARD, kStandardNames)
FIVEE_WORDS(Contest, FIVEE_CONTESTS, kContestNames)
FIVEE_WORDS(Shape, FIVEE_SHAPES, kShapeNames)
FIVEE_WORDS(Role, FIVEE_ROLES, kRoleNames)
FIVEE_WORDS(Preference, FIVEE_PREFERENCES, kPreferenceNames)
FIVEE_WORDS(Chance, FIVEE_CHANCES, kChanceNames)
FIVEE_NAMES(FIVEE_DAMAGE_TYPES, kDamageTypeNames)
FIVEE_NAMES(FIVEE_FLAGS, kFlagNames)
FIVEE_NAMES(FIVEE_RESULTS, kResultNames)

inline constexpr int kConditions = static_cast<int>(kConditionNames.size());
inline constexpr int kDamageTypes = static_cast<int>(kDamageTypeNames.size());

#define FIVEE_AS_BIT(entry, name) entry##Bit,
#define FIVEE_AS_FLAG(entry, name) entry = 1 << entry##Bit,
enum DamageType : int { FIVEE_DAMAGE_TYPES(FIVEE_AS_ENTRY) };
enum FlagBit : int { FIVEE_FLAGS(FIVEE_AS_BIT) };
enum Flag : std::uint16_t { FIVEE_FLAGS(FIVEE_AS_FLAG) };
enum ResultBit : int { FIVEE_RESULTS(FIVEE_AS_BIT) };
enum Result : std::uint8_t { FIVEE_RESULTS(FIVEE_AS_FLAG) };

}  // namespace hazard::fivee
