"""From content that a person reads to the records of the compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from hazard import _core
from hazard.dice import parse
from hazard.fivee.content.actions import Action, Area, Spell
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.editions import common_actions, potions
from hazard.fivee.content.spellbook import cast_spells, with_spells_cast
from hazard.fivee.content.traits import (
    Aura,
    Charge,
    CriticalRange,
    DeathBurst,
    LegendaryResistance,
    OtherTrait,
    PlainTrait,
    Regeneration,
    Relentless,
    SaveAdvantage,
    SneakAttack,
)
from hazard.fivee.content.words import ABILITIES, CONDITIONS, SIZES, Edition, numbers_of
from hazard.fivee.rules.beyond_rules import with_sound_recipes, within_the_rules
from hazard.fivee.rules.caveats import Caveat
from hazard.fivee.rules.compiled_creature import CompiledCreature
from hazard.fivee.rules.effect_records import SITUATIONS, EffectRecords, dice_record, type_bits, types_of
from hazard.fivee.rules.simplify import (
    EACH_TURN,
    ONE_ROLL,
    by_itself,
    left_out,
    staying,
    trait_action,
    volleys_as_sequences,
)
from hazard.fivee.rules.under_edition import goes_well_under_water, masteries_not_played, under_edition

_ECONOMIES, _WHO, _ROLES = map(numbers_of, ("economy", "who", "role"))
_SHAPES, _PREFERENCES = numbers_of("shape"), numbers_of("preference")
_TRIGGERS = numbers_of("trigger", nothing="none")
_STANDARD = numbers_of("standard", nothing="none")
_FLAGS = {
    "pack_tactics",
    "magic_resistance",
    "undead_fortitude",
    "evasion",
    "reckless",
    "blood_frenzy",
    "flyby",
    "avoidance",
    "rampage",
}
_TRAITS: Mapping[str, Caveat] = {
    "nimble_escape": Caveat("fivee.trait_nimble_escape"),
    "aggressive": Caveat("fivee.trait_aggressive"),
    "surprise_attack": Caveat("fivee.trait_surprise_attack"),
    "charge": Caveat("fivee.trait_charge"),
}
"""Traits that the rules do not play, or not always."""
MOST_LIMITED = 8
"""Actions with a recharge or uses a day that one creature may have."""


@dataclass(frozen=True)
class _Numbers:
    """Where the actions of one creature are in its record, by name."""

    index: Mapping[str, int]
    goes_on: Mapping[str, int]
    """What an action goes on doing by itself; -1: nothing."""
    staying: Set[str]
    """Actions whose area goes with their maker."""

    def again(self, action: Action) -> int:
        """Return what a condition of an action goes on doing; an area that lingers strikes by itself."""
        return -1 if action.area is not None and action.area.lingers else self.goes_on[action.name]


@dataclass
class Compiler:
    """Turns creatures into records; modifiers are numbered across all of them."""

    spells: Mapping[str, Spell]
    edition: Edition = "2014"
    underwater: bool = False
    effects: EffectRecords = field(default_factory=EffectRecords)

    def creature(self, creature: Creature, spared: Mapping[str, int]) -> CompiledCreature:
        """Return the records of one creature. ``spared`` has the combatants by kind, tag and size."""
        record = _core.FiveeStatBlock()
        creature = under_edition(with_spells_cast(creature, self.spells), self.edition)
        creature, unknown = within_the_rules(creature)
        if self.edition == "2024":
            unknown = [*unknown, *masteries_not_played(creature)]
        found = CompiledCreature(creature, record, [], [*unknown])
        self._body(creature, record)
        actions = self._actions(found)
        found.actions = [action for action, _, _ in actions]
        found.pools = sorted({action.pool for action in found.actions if action.pool is not None})
        index = {action.name: number for number, action in enumerate(found.actions)}
        goes_on = {name: index.get(name + EACH_TURN, -1) for name in index}
        numbers = _Numbers(index, goes_on, staying(found.actions))
        again = [numbers.again(action) for action in found.actions]
        plain = [is_plain_weapon(action, creature) for action in found.actions]
        effects = self.effects.of(list(zip(found.actions, plain, again, strict=True)), spared)
        record.actions = [
            self._action(action, slot, uses, numbers, effects_of_it, found)
            for (action, slot, uses), effects_of_it in zip(actions, effects, strict=True)
        ]
        self._traits(found, index)
        found.caveats += [Caveat("fivee.not_understood", text=text) for text in creature.not_understood]
        if creature.speed.fly:
            found.caveats.append(Caveat("fivee.height_not_counted"))
        return found

    # ---- the body --------------------------------------------------------------------------------------

    def _body(self, creature: Creature, record: _core.FiveeStatBlock) -> None:
        record.name = creature.name
        record.hit_points = dice_record(creature.hit_points)
        record.resistant = types_of(creature.resistant)
        record.vulnerable = types_of(creature.vulnerable)
        record.immune = types_of(creature.immune)
        record.side = (1, 1, 1, 2, 3, 4)[SIZES.index(creature.size)]
        record.armor_class = creature.armor_class
        record.most_hit_points = max(1, creature.average_hit_points)
        record.saves = [creature.save_bonus(ability) for ability in ABILITIES]
        record.modifiers = [creature.modifier(ability) for ability in ABILITIES]
        record.walk = max(creature.speed.walk, creature.speed.climb)
        record.fly, record.swim = creature.speed.fly, creature.speed.swim
        record.size = SIZES.index(creature.size)
        dexterity = creature.modifier("dex")
        record.initiative = dexterity if creature.initiative is None else creature.initiative
        record.condition_immunities = condition_bits(creature.condition_immunities)
        record.character = creature.is_character
        record.passive_perception = creature.senses.passive_perception
        record.stealth = creature.skills.get("stealth", dexterity)
        senses = creature.senses
        unlit = max(senses.blindsight, senses.truesight, senses.tremorsense)
        record.sees_invisible = unlit > 0
        record.darkvision, record.sees_without_light = senses.darkvision, unlit
        strength = creature.skills.get("athletics", creature.modifier("str"))
        record.athletics = strength
        record.escape = max(strength, creature.skills.get("acrobatics", dexterity))
        record.role = _ROLES[creature.role]
        record.personality = personality_record(creature)
        record.legendary_actions = creature.legendary_actions
        slots = [0] * 10
        for casting in creature.spellcasting:
            for level, count in casting.slots.items():
                slots[level] = min(15, slots[level] + count)
        record.slots = slots

    # ---- actions ---------------------------------------------------------------------------------------

    def _actions(self, found: CompiledCreature) -> list[tuple[Action, int, int]]:
        """Return every action with the slot it takes and its uses a day, spells included."""
        creature = found.creature
        actions = [(action, action.slot, action.per_day or 0) for action in creature.actions]
        cast, unknown = cast_spells(creature, self.spells)
        taken = {action.name for action, _, _ in actions}
        actions += [
            (spell.action, spell.slot, spell.uses) for spell in cast if spell.action.name not in taken
        ]
        if creature.potions:
            actions += [(action, 0, count) for action, count in potions(creature, self.edition)]
        found.caveats += [Caveat("fivee.spell_without_rules", spell=name) for name in unknown]
        found.caveats += [
            Caveat("fivee.not_in_the_rules", what=what) for what in left_out(creature, self.spells)
        ]
        kept: list[tuple[Action, int, int]] = []
        limited = 0
        pools: set[str] = set()
        for action, slot, uses in volleys_as_sequences(actions)[:64]:
            counted = action.recharge is not None or uses > 0 or action.once_per_round
            together = counted and action.pool is not None and action.pool in pools
            limited += counted and not together
            if counted and not together and limited > MOST_LIMITED:
                found.caveats.append(Caveat("fivee.too_many_limited_actions", action=action.name))
                continue
            kept.append((action, slot, uses))
            if counted and action.pool is not None:
                pools.add(action.pool)
        kept = _with_sound_recipes(kept, found.caveats)
        for spell in cast:
            name = spell.action.name
            found.spells |= {name, name + ONE_ROLL, name + EACH_TURN}
            if spell.level == 0:
                found.cantrips |= {name, name + ONE_ROLL}
        hidden = by_itself(creature, [action for action, _, _ in kept])
        own = [*kept, *((action, 0, 0) for action in hidden)]
        names = {action.name for action, _, _ in own}
        dc = 10  # contested in 2014, whoever holds
        if self.edition == "2024":
            dc = 8 + found.record.modifiers[ABILITIES.index("str")] + creature.proficiency_bonus
        shared = common_actions(dc, creature.size, self.edition)
        common = [action for action in shared if action.name not in names]
        found.common = {action.name for action in common}
        return own + [(action, 0, 0) for action in common]

    def _action(
        self,
        action: Action,
        slot: int,
        uses: int,
        numbers: _Numbers,
        effects: list[_core.FiveeEffect],
        found: CompiledCreature,
    ) -> _core.FiveeAction:
        record = _core.FiveeAction()
        record.name = action.name
        record.economy = _ECONOMIES[action.economy]
        record.magical = action.magical or action.name in found.spells
        if action.attack is not None:
            self._attack(action, record, found.creature)
        stays = action.name in numbers.staying
        if action.area is not None and not stays:
            write_area(action.area, record)
        record.needs = condition_bits(action.needs)
        record.target_range = action.range
        record.targets = action.targets
        record.who = _WHO[action.who]
        wound = numbers.goes_on[action.name]
        record.effects = effects
        if stays:
            self._stay(action, record, wound)
        elif action.area is not None and action.area.lingers:
            record.lingers = wound
            record.at_once = action.area.at_once
            record.strikes_on_entering = action.area.on_entering
            record.strikes_at_end = action.area.strikes == "end_of_turn"
        record.sequences = [
            [numbers.index[part.use] for part in recipe for _ in range(part.times)]
            for recipe in action.recipes
        ]
        record.recharge = action.recharge or 0
        record.uses = uses
        record.slot = slot
        record.cost = action.cost
        record.once_per_round = action.once_per_round
        record.pool = 0 if action.pool is None else 1 + found.pools.index(action.pool)
        record.concentration = action.concentration
        record.trigger = _TRIGGERS[action.trigger]
        record.halves_damage = action.halves_damage
        record.standard = _STANDARD[action.standard]
        record.teleport_feet = action.teleport_feet
        record.missiles = action.missiles
        record.is_spell = action.name in found.spells
        record.cantrip = action.name in found.cantrips
        record.common = action.name in found.common
        if self.underwater:
            record.wet_melee, record.wet_ranged = goes_well_under_water(action, self.edition)
        return record

    def _attack(self, action: Action, record: _core.FiveeAction, creature: Creature) -> None:
        attack = action.attack
        assert attack is not None
        record.attack = True
        record.to_hit = attack.to_hit or 0
        record.reach = attack.reach or 0
        record.range = attack.range or 0
        record.long_range = attack.long_range or 0
        record.spell = attack.spell
        record.magical = record.magical or attack.spell
        ranges = [trait.crit_from for trait in creature.traits if isinstance(trait, CriticalRange)]
        if attack.advantage_if in SITUATIONS:
            record.advantage_if = SITUATIONS[attack.advantage_if]
        record.crit_from = min([attack.crit_from, *([] if attack.spell else ranges)])

    def _stay(self, action: Action, record: _core.FiveeAction, wound: int) -> None:
        """Turn an area that stays around its maker into something the maker bears."""
        assert action.area is not None
        kept = _core.FiveeModifier()
        kept.rounds = 100
        kept.aura_feet = action.area.size
        kept.aura_action = wound
        kept.aura_on_entering = action.area.on_entering
        effect = _core.FiveeEffect()
        effect.on_self = True
        effect.modifier = self.effects.numbered(kept, action.name)
        record.effects = [effect]
        record.who = _WHO["self"]

    # ---- traits ----------------------------------------------------------------------------------------

    def _traits(self, found: CompiledCreature, index: Mapping[str, int]) -> None:
        record = found.record
        for number, trait in enumerate(found.creature.traits):
            hidden = index.get(trait_action(trait, number), -1)
            match trait:
                case PlainTrait(kind=kind) if kind in _FLAGS:
                    setattr(record, kind, True)
                case LegendaryResistance(times=times):
                    record.legendary_resistance = times
                case Regeneration():
                    record.regeneration = trait.amount
                    record.regeneration_stops = type_bits(trait.stopped_by)
                    record.regenerates_at_zero = not trait.only_above_zero
                case SneakAttack():
                    record.sneak_attack = dice_record(trait.dice)
                    record.sneak_critical = dice_record(parse(trait.dice).critical())
                    record.sneak_needs_ally = trait.kind == "martial_advantage"
                case SaveAdvantage(against=against):
                    record.save_advantage_against |= condition_bits(against)
                case Relentless(most_damage=most):
                    record.relentless = most
                case Charge() if trait.attack in index:
                    record.charge_feet = trait.feet
                    record.charge_action = index[trait.attack]
                    record.charge_extra = hidden
                case Aura():
                    aura = _core.FiveeAura()
                    aura.feet = trait.feet
                    aura.when_hit = trait.when == "hit_by_melee"
                    aura.action = hidden
                    record.auras = [*record.auras, aura]
                case DeathBurst():
                    record.burst_action = hidden
                case CriticalRange() | PlainTrait(kind="magic_weapons"):
                    pass  # in the attacks
                case OtherTrait(name=name):
                    found.caveats.append(Caveat("fivee.not_in_the_rules", what=name))
                case _:
                    what = _TRAITS.get(trait.kind, trait.kind.replace("_", " "))
                    found.caveats.append(Caveat("fivee.not_in_the_rules", what=what))


def _with_sound_recipes(
    actions: list[tuple[Action, int, int]], caveats: list[Caveat]
) -> list[tuple[Action, int, int]]:
    """Return the actions with multiattacks of what is left of them."""
    sound = {action.name: action for action in with_sound_recipes([row for row, _, _ in actions], caveats)}
    return [(sound[action.name], slot, uses) for action, slot, uses in actions if action.name in sound]


def is_plain_weapon(action: Action, creature: Creature) -> bool:
    """Whether an action is a blow with a weapon that is not magical."""
    if action.attack is None or action.attack.spell or action.attack.magical or action.magical:
        return False
    return not any(
        isinstance(trait, PlainTrait) and trait.kind == "magic_weapons" for trait in creature.traits
    )


def write_area(area: Area, record: _core.FiveeAction) -> None:
    """Write an area into the record of its action."""
    record.area = True
    record.shape = _SHAPES[area.shape]
    record.size = area.size
    record.width = area.width
    record.area_range = area.range
    record.spares_friends = area.spares_friends


def personality_record(creature: Creature) -> _core.FiveePersonality:
    """Return how a creature decides."""
    given = creature.personality
    record = _core.FiveePersonality()
    record.aggression = given.aggression
    record.prefers = _PREFERENCES[given.prefers]
    record.flees_below = given.flees_below
    by_intelligence = sum(creature.abilities.int >= least for least in (4, 8, 12))
    record.cleverness = by_intelligence if given.cleverness is None else given.cleverness
    return record


def condition_bits(names: Iterable[str]) -> int:
    """Return conditions as bits."""
    return sum({1 << CONDITIONS.index(name) for name in names})
