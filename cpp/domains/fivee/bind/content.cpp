// Content of a fight as Python writes it (hazard.fivee.rules.compile): plain records with fields to set.
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "domains/fivee/bind/bind.hpp"

namespace hazard {

using namespace fivee;

namespace {

template <std::size_t N>
std::vector<std::string> words(const std::array<std::string_view, N>& names) {
  return {names.begin(), names.end()};
}

std::map<std::string, std::vector<std::string>> all_words() {
  return {{"ability", words(kAbilityNames)},
          {"condition", words(kConditionNames)},
          {"damage_type", words(kDamageTypeNames)},
          {"when", words(kWhenNames)},
          {"until", words(kUntilNames)},
          {"repeat", words(kRepeatNames)},
          {"situation", words(kSituationNames)},
          {"at_zero", words(kAtZeroNames)},
          {"economy", words(kEconomyNames)},
          {"who", words(kWhoNames)},
          {"trigger", words(kTriggerNames)},
          {"standard", words(kStandardNames)},
          {"contest", words(kContestNames)},
          {"shape", words(kShapeNames)},
          {"role", words(kRoleNames)},
          {"preference", words(kPreferenceNames)},
          {"chance", words(kChanceNames)},
          {"flag", words(kFlagNames)},
          {"result", words(kResultNames)}};
}

void bind_effects(nb::module_& m) {
  nb::class_<Dice>(m, "FiveeDice")
      .def(
          "__init__", [](Dice* d, int low, std::vector<double> p) { new (d) Dice{low, std::move(p)}; },
          nb::arg("low"), nb::arg("probabilities"))
      .def_rw("low", &Dice::low)
      .def_rw("probabilities", &Dice::probabilities);
  nb::class_<DamagePart>(m, "FiveeDamagePart")
      .def(nb::init<>())
      .def_rw("normal", &DamagePart::normal)
      .def_rw("critical", &DamagePart::critical)
      .def_rw("type", &DamagePart::type);
  nb::class_<Infliction> infliction(m, "FiveeInfliction");
  infliction.def(nb::init<>())
      .def_rw("rounds", &Infliction::rounds)
      .def_rw("ends_on_damage", &Infliction::ends_on_damage)
      .def_rw("escape_dc", &Infliction::escape_dc)
      .def_rw("level", &Infliction::level)
      .def_rw("becomes", &Infliction::becomes)
      .def_rw("wound", &Infliction::wound);
  def_enum(infliction, "condition", &Infliction::condition, kConditionNames.size());
  def_enum(infliction, "until", &Infliction::until, kUntilNames.size());
  def_enum(infliction, "repeat", &Infliction::repeat, kRepeatNames.size());
  nb::class_<Modifier> modifier(m, "FiveeModifier");
  modifier.def(nb::init<>())
      .def_rw("attack", &Modifier::attack)
      .def_rw("save", &Modifier::save)
      .def_rw("damage", &Modifier::damage)
      .def_rw("damage_critical", &Modifier::damage_critical)
      .def_rw("damage_type", &Modifier::damage_type)
      .def_rw("armor_class", &Modifier::armor_class)
      .def_rw("attack_advantage", &Modifier::attack_advantage)
      .def_rw("defense_advantage", &Modifier::defense_advantage)
      .def_rw("save_advantage", &Modifier::save_advantage)
      .def_rw("resist", &Modifier::resist)
      .def_rw("speed_feet", &Modifier::speed_feet)
      .def_rw("half_speed", &Modifier::half_speed)
      .def_rw("no_reactions", &Modifier::no_reactions)
      .def_rw("no_healing", &Modifier::no_healing)
      .def_rw("stops_missiles", &Modifier::stops_missiles)
      .def_rw("next_roll_only", &Modifier::next_roll_only)
      .def_rw("source_only", &Modifier::source_only)
      .def_rw("next_hit_only", &Modifier::next_hit_only)
      .def_rw("extra_attacks", &Modifier::extra_attacks)
      .def_rw("aura_feet", &Modifier::aura_feet)
      .def_rw("aura_action", &Modifier::aura_action)
      .def_rw("aura_on_entering", &Modifier::aura_on_entering)
      .def_rw("rounds", &Modifier::rounds);
  def_enum(modifier, "until", &Modifier::until, kUntilNames.size());
  def_enum(modifier, "repeat", &Modifier::repeat, kRepeatNames.size());
  nb::class_<Effect> effect(m, "FiveeEffect");
  effect.def(nb::init<>())
      .def_rw("saves", &Effect::saves)
      .def_rw("dc", &Effect::dc)
      .def_rw("half_on_success", &Effect::half_on_success)
      .def_rw("or_ability", &Effect::or_ability)
      .def_rw("damage", &Effect::damage)
      .def_rw("inflictions", &Effect::inflictions)
      .def_rw("heal", &Effect::heal)
      .def_rw("heals_to_half", &Effect::heals_to_half)
      .def_rw("shares_healing", &Effect::shares_healing)
      .def_rw("temporary", &Effect::temporary)
      .def_rw("push_feet", &Effect::push_feet)
      .def_rw("modifier", &Effect::modifier)
      .def_rw("heals_source", &Effect::heals_source)
      .def_rw("on_self", &Effect::on_self)
      .def_rw("spares", &Effect::spares)
      .def_rw("withstood", &Effect::withstood)
      .def_rw("ends_for_good", &Effect::ends_for_good);
  def_enum(effect, "only_if", &Effect::only_if, kSituationNames.size());
  def_enum(effect, "at_zero", &Effect::at_zero, kAtZeroNames.size());
  def_enum(effect, "when", &Effect::when, kWhenNames.size());
  def_enum(effect, "contest", &Effect::contest, kContestNames.size());
  def_enum(effect, "ability", &Effect::ability, kAbilityNames.size());
}

void bind_actions(nb::module_& m) {
  nb::class_<Action> action(m, "FiveeAction");
  action.def(nb::init<>())
      .def_rw("name", &Action::name)
      .def_rw("attack", &Action::attack)
      .def_rw("to_hit", &Action::to_hit)
      .def_rw("reach", &Action::reach)
      .def_rw("range", &Action::range)
      .def_rw("long_range", &Action::long_range)
      .def_rw("spell", &Action::spell)
      .def_rw("magical", &Action::magical)
      .def_rw("crit_from", &Action::crit_from)
      .def_rw("area", &Action::area)
      .def_rw("size", &Action::size)
      .def_rw("width", &Action::width)
      .def_rw("area_range", &Action::area_range)
      .def_rw("spares_friends", &Action::spares_friends)
      .def_rw("lingers", &Action::lingers)
      .def_rw("at_once", &Action::at_once)
      .def_rw("strikes_on_entering", &Action::strikes_on_entering)
      .def_rw("strikes_at_end", &Action::strikes_at_end)
      .def_rw("needs", &Action::needs)
      .def_rw("target_range", &Action::target_range)
      .def_rw("targets", &Action::targets)
      .def_rw("effects", &Action::effects)
      .def_rw("sequences", &Action::sequences)
      .def_rw("recharge", &Action::recharge)
      .def_rw("uses", &Action::uses)
      .def_rw("slot", &Action::slot)
      .def_rw("cost", &Action::cost)
      .def_rw("once_per_round", &Action::once_per_round)
      .def_rw("pool", &Action::pool)
      .def_rw("concentration", &Action::concentration)
      .def_rw("halves_damage", &Action::halves_damage)
      .def_rw("teleport_feet", &Action::teleport_feet)
      .def_rw("missiles", &Action::missiles)
      .def_rw("is_spell", &Action::is_spell)
      .def_rw("cantrip", &Action::cantrip)
      .def_rw("wet_melee", &Action::wet_melee)
      .def_rw("wet_ranged", &Action::wet_ranged)
      .def_rw("common", &Action::common);
  def_enum(action, "economy", &Action::economy, kEconomyNames.size());
  def_enum(action, "shape", &Action::shape, kShapeNames.size());
  def_enum(action, "who", &Action::who, kWhoNames.size());
  def_enum(action, "trigger", &Action::trigger, kTriggerNames.size());
  def_enum(action, "standard", &Action::standard, kStandardNames.size());
  def_enum(action, "advantage_if", &Action::advantage_if, kSituationNames.size());
  nb::class_<Aura>(m, "FiveeAura")
      .def(nb::init<>())
      .def_rw("feet", &Aura::feet)
      .def_rw("when_hit", &Aura::when_hit)
      .def_rw("action", &Aura::action);
  nb::class_<Personality> personality(m, "FiveePersonality");
  personality.def(nb::init<>())
      .def_rw("aggression", &Personality::aggression)
      .def_rw("flees_below", &Personality::flees_below)
      .def_rw("cleverness", &Personality::cleverness);
  def_enum(personality, "prefers", &Personality::prefers, kPreferenceNames.size());
}

void bind_stat_block(nb::module_& m) {
  nb::class_<StatBlock> block(m, "FiveeStatBlock");
  block.def(nb::init<>())
      .def_rw("name", &StatBlock::name)
      .def_rw("side", &StatBlock::side)
      .def_rw("armor_class", &StatBlock::armor_class)
      .def_rw("hit_points", &StatBlock::hit_points)
      .def_rw("most_hit_points", &StatBlock::most_hit_points)
      .def_rw("saves", &StatBlock::saves)
      .def_rw("modifiers", &StatBlock::modifiers)
      .def_rw("walk", &StatBlock::walk)
      .def_rw("fly", &StatBlock::fly)
      .def_rw("swim", &StatBlock::swim)
      .def_rw("size", &StatBlock::size)
      .def_rw("darkvision", &StatBlock::darkvision)
      .def_rw("sees_without_light", &StatBlock::sees_without_light)
      .def_rw("athletics", &StatBlock::athletics)
      .def_rw("initiative", &StatBlock::initiative)
      .def_rw("resistant", &StatBlock::resistant)
      .def_rw("vulnerable", &StatBlock::vulnerable)
      .def_rw("immune", &StatBlock::immune)
      .def_rw("condition_immunities", &StatBlock::condition_immunities)
      .def_rw("character", &StatBlock::character)
      .def_rw("passive_perception", &StatBlock::passive_perception)
      .def_rw("stealth", &StatBlock::stealth)
      .def_rw("sees_invisible", &StatBlock::sees_invisible)
      .def_rw("personality", &StatBlock::personality)
      .def_rw("actions", &StatBlock::actions)
      .def_rw("slots", &StatBlock::slots)
      .def_rw("legendary_actions", &StatBlock::legendary_actions)
      .def_rw("legendary_resistance", &StatBlock::legendary_resistance)
      .def_rw("pack_tactics", &StatBlock::pack_tactics)
      .def_rw("magic_resistance", &StatBlock::magic_resistance)
      .def_rw("undead_fortitude", &StatBlock::undead_fortitude)
      .def_rw("evasion", &StatBlock::evasion)
      .def_rw("reckless", &StatBlock::reckless)
      .def_rw("blood_frenzy", &StatBlock::blood_frenzy)
      .def_rw("flyby", &StatBlock::flyby)
      .def_rw("avoidance", &StatBlock::avoidance)
      .def_rw("rampage", &StatBlock::rampage)
      .def_rw("regeneration", &StatBlock::regeneration)
      .def_rw("regeneration_stops", &StatBlock::regeneration_stops)
      .def_rw("regenerates_at_zero", &StatBlock::regenerates_at_zero)
      .def_rw("sneak_attack", &StatBlock::sneak_attack)
      .def_rw("sneak_critical", &StatBlock::sneak_critical)
      .def_rw("sneak_needs_ally", &StatBlock::sneak_needs_ally)
      .def_rw("save_advantage_against", &StatBlock::save_advantage_against)
      .def_rw("relentless", &StatBlock::relentless)
      .def_rw("auras", &StatBlock::auras)
      .def_rw("burst_action", &StatBlock::burst_action)
      .def_rw("charge_feet", &StatBlock::charge_feet)
      .def_rw("charge_action", &StatBlock::charge_action)
      .def_rw("charge_extra", &StatBlock::charge_extra)
      .def_rw("escape", &StatBlock::escape);
  def_enum(block, "role", &StatBlock::role, kRoleNames.size());
}

}  // namespace

void bind_fivee_content(nb::module_& m) {
  m.def("fivee_words", &all_words,
        "The names of what the rules know, each list in the order of its numbers, flags by their bits.");
  bind_effects(m);
  bind_actions(m);
  bind_stat_block(m);
  nb::class_<Options> options(m, "FiveeOptions");
  def_enum(options, "light", &Options::light, 3);
  options.def(nb::init<>())
      .def_rw("revised", &Options::revised)
      .def_rw("underwater", &Options::underwater)
      .def_rw("flanking", &Options::flanking)
      .def_rw("monsters_make_death_saves", &Options::monsters_make_death_saves)
      .def_rw("party_dies_at_zero", &Options::party_dies_at_zero)
      .def_rw("lair", &Options::lair)
      .def_rw("most_rounds", &Options::most_rounds);
  nb::class_<Limits>(m, "FiveeLimits")
      .def(nb::init<>())
      .def_rw("death", &Limits::death)
      .def_rw("death_soon", &Limits::death_soon)
      .def_rw("wipe", &Limits::wipe)
      .def_rw("wipe_soon", &Limits::wipe_soon);
  nb::class_<Objective>(m, "FiveeObjective")
      .def(nb::init<>())
      .def_rw("foe_standing", &Objective::foe_standing)
      .def_rw("foe_down", &Objective::foe_down)
      .def_rw("foe_dead", &Objective::foe_dead)
      .def_rw("focus", &Objective::focus)
      .def_rw("control", &Objective::control)
      .def_rw("own", &Objective::own)
      .def_rw("own_standing", &Objective::own_standing)
      .def_rw("own_fled", &Objective::own_fled)
      .def_rw("approach", &Objective::approach)
      .def_rw("resources", &Objective::resources)
      .def_rw("style", &Objective::style)
      .def_rw("victory", &Objective::victory)
      .def_rw("rout", &Objective::rout)
      .def_rw("limits", &Objective::limits);
}

}  // namespace hazard
