"""From content that a person reads to the records of the compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_

from hazard import _core
from hazard.dice import Expression, parse, roll
from hazard.fivee.content import effects as rows
from hazard.fivee.content.actions import Action, Area, Spell
from hazard.fivee.content.creature import Creature, Defense
from hazard.fivee.content.encounter import Options
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
from hazard.fivee.content.words import (
    ABILITIES,
    CONDITIONS,
    DAMAGE_TYPES,
    SIZES,
    UNTYPED,
    DamageType,
    numbers_of,
)
from hazard.fivee.rules.beyond_rules import with_sound_recipes, within_the_rules
from hazard.fivee.rules.caveats import Caveat
from hazard.fivee.rules.simplify import (
    by_itself,
    each_turn,
    left_out,
    one_roll,
    stays,
    trait_action,
    volleys_as_sequences,
)

_ECONOMIES, _SHAPES, _WHO = numbers_of("economy"), numbers_of("shape"), numbers_of("who")
_UNTIL, _REPEAT, _WHEN = numbers_of("until"), numbers_of("repeat"), numbers_of("when")
_ROLES, _PREFERENCES = numbers_of("role"), numbers_of("preference")
_TRIGGERS = numbers_of("trigger", nothing="none")
_STANDARD = numbers_of("standard", nothing="none")
_SITUATIONS = numbers_of("situation", nothing="always")
_AT_ZERO = numbers_of("at_zero", nothing="usual")
_DAMAGE_TYPES = numbers_of("damage_type")
_PLAIN: dict[str, int] = {
    kind: _DAMAGE_TYPES[f"plain_{kind}"] for kind in DAMAGE_TYPES if f"plain_{kind}" in _DAMAGE_TYPES
}
"""Blows of weapons that are not magical are types of their own."""
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


@dataclass
class CompiledCreature:
    """A creature as the rules see it, with its actions in their order there."""

    creature: Creature
    record: _core.FiveeStatBlock
    actions: list[Action]
    caveats: list[Caveat] = field(default_factory=list)
    pools: list[str] = field(default_factory=list)
    """Words for what is spent together."""
    spells: set[str] = field(default_factory=set)
    """Names of the actions that are spells, or parts of one."""

    @property
    def limited(self) -> list[tuple[int, int]]:
        """The places where uses are counted, each with the number of the first action counted there."""
        found: list[tuple[int, int]] = []
        pools: set[int] = set()
        for number, action in enumerate(self.record.actions):
            if self.uses(number) and not (action.pool and action.pool in pools):
                found.append((len(found), number))
                pools.add(action.pool)
        return found

    def uses(self, number: int) -> int:
        """Return how often an action may be used before it comes back; 0: without limit."""
        action = self.record.actions[number]
        return 1 if action.recharge or action.once_per_round else min(action.uses, 100)


@dataclass(frozen=True)
class _Numbers:
    """Where the actions of one creature are in its record, by name."""

    index: Mapping[str, int]
    sequels: Mapping[str, int]
    """What an action goes on doing by itself; -1: nothing."""
    staying: Set[str]
    """Actions whose area goes with their maker."""


@dataclass
class Compiler:
    """Turns creatures into records; modifiers are numbered across all of them."""

    spells: Mapping[str, Spell]
    modifiers: list[_core.FiveeModifier] = field(default_factory=list)
    modifier_names: list[str] = field(default_factory=list)
    _known_modifiers: dict[tuple[str, rows.Modifier], int] = field(default_factory=dict)

    def creature(self, creature: Creature, spared: Mapping[str, int]) -> CompiledCreature:
        """Return the records of one creature. ``spared`` has the combatants by kind, tag and size."""
        record = _core.FiveeStatBlock()
        creature, unknown = within_the_rules(with_spells_cast(creature, self.spells))
        found = CompiledCreature(creature, record, [], unknown)
        self._body(creature, record)
        actions = self._actions(found)
        found.actions = [action for action, _, _ in actions]
        found.pools = sorted({action.pool for action in found.actions if action.pool is not None})
        index = {action.name: number for number, action in enumerate(found.actions)}
        sequels = {name: index.get(each_turn(name), -1) for name in index}
        numbers = _Numbers(index, sequels, {action.name for action in found.actions if stays(action)})
        record.actions = [
            self._action(action, slot, uses, numbers, spared, found) for action, slot, uses in actions
        ]
        self._traits(found, index)
        found.caveats += [Caveat("fivee.not_understood", text=text) for text in creature.not_understood]
        return found

    # ---- the body --------------------------------------------------------------------------------------

    def _body(self, creature: Creature, record: _core.FiveeStatBlock) -> None:
        record.name = creature.name
        record.side = (1, 1, 1, 2, 3, 4)[SIZES.index(creature.size)]
        record.armor_class = creature.armor_class
        record.hit_points = _dice(creature.hit_points)
        record.most_hit_points = max(1, creature.average_hit_points)
        record.saves = [creature.save_bonus(ability) for ability in ABILITIES]
        record.modifiers = [creature.modifier(ability) for ability in ABILITIES]
        record.walk = max(creature.speed.walk, creature.speed.climb)
        record.fly = creature.speed.fly
        dexterity = creature.modifier("dex")
        record.initiative = dexterity if creature.initiative is None else creature.initiative
        record.resistant = _types(creature.resistant)
        record.vulnerable = _types(creature.vulnerable)
        record.immune = _types(creature.immune)
        record.condition_immunities = _conditions(creature.condition_immunities)
        record.character = creature.is_character
        record.passive_perception = creature.senses.passive_perception
        record.stealth = creature.skills.get("stealth", dexterity)
        senses = creature.senses
        record.sees_invisible = bool(senses.blindsight or senses.truesight or senses.tremorsense)
        strength = creature.skills.get("athletics", creature.modifier("str"))
        record.escape = max(strength, creature.skills.get("acrobatics", dexterity))
        record.role = _ROLES[creature.role]
        record.personality = _personality(creature)
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
            found.spells |= {name, one_roll(name), each_turn(name)}
        hidden = by_itself(creature, [action for action, _, _ in kept])
        return kept + [(action, 0, 0) for action in hidden]

    def _action(
        self,
        action: Action,
        slot: int,
        uses: int,
        numbers: _Numbers,
        spared: Mapping[str, int],
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
            _area(action.area, record)
        record.needs = _conditions(action.needs)
        record.target_range = action.range
        record.targets = action.targets
        record.who = _WHO[action.who]
        plain = _is_plain_weapon(action, found.creature)
        wound = numbers.sequels[action.name]
        area_strikes = action.area is not None and action.area.lingers  # again each turn, not the condition
        again = -1 if area_strikes else wound
        record.effects = [self._effect(effect, action, spared, plain, again) for effect in action.effects]
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
        if attack.advantage_if in _SITUATIONS:
            record.advantage_if = _SITUATIONS[attack.advantage_if]
        record.crit_from = min([attack.crit_from, *([] if attack.spell else ranges)])

    def _effect(
        self, effect: rows.Effect, action: Action, spared: Mapping[str, int], plain: bool, wound: int
    ) -> _core.FiveeEffect:
        record = _core.FiveeEffect()
        record.when = _WHEN[effect.when]
        if effect.save is not None:
            record.saves = True
            record.ability = ABILITIES.index(effect.save.ability)
            record.dc = effect.save.dc or 10
            record.half_on_success = effect.save.on_success == "half"
        if effect.damage is not None:
            record.damage = _damage(effect.damage, plain)
        record.inflictions = [_infliction(condition, wound) for condition in effect.conditions]
        if effect.heal is not None:
            record.heal = _dice(effect.heal)
            record.heals_to_half = effect.heals_to_half
            record.shares_healing = effect.shares_healing
        if effect.temporary_hit_points is not None:
            record.temporary = _dice(effect.temporary_hit_points)
        record.push_feet = effect.push_feet
        if effect.modifier is not None:
            record.modifier = self._modifier(effect.modifier, action.name)
        record.heals_source = effect.heals_source
        record.on_self = effect.on_self
        record.spares = _spared(effect, spared)
        record.only_if = _SITUATIONS[effect.only_if if effect.only_if in _SITUATIONS else None]
        record.at_zero = _AT_ZERO[effect.at_zero]
        if action.once_per_target and effect.save is not None:
            record.withstood = self._withstood(action.name)
            record.ends_for_good = action.ends_for_good
        return record

    def _modifier(self, modifier: rows.Modifier, name: str) -> int:
        record = _core.FiveeModifier()
        if modifier.attack_dice is not None:
            record.attack = _dice(modifier.attack_dice)
        if modifier.save_dice is not None:
            record.save = _dice(modifier.save_dice)
        if modifier.damage_dice is not None:
            record.damage = _dice(modifier.damage_dice)
            record.damage_critical = _dice(parse(modifier.damage_dice).critical())
            kinds = {kind for _, kind in parse(modifier.damage_dice).typed_parts()}
            kind = kinds.pop() if len(kinds) == 1 else None
            record.damage_type = DAMAGE_TYPES.index(kind) if kind in DAMAGE_TYPES else UNTYPED
        record.armor_class = modifier.armor_class
        record.attack_advantage = modifier.attack_advantage
        record.defense_advantage = modifier.defense_advantage
        record.save_advantage = modifier.save_advantage
        record.resist = _type_bits(modifier.resist)
        record.speed_feet = modifier.speed_feet
        record.extra_attacks = modifier.extra_attacks
        record.half_speed = modifier.half_speed
        record.no_reactions = modifier.no_reactions
        record.no_healing = modifier.no_healing
        record.stops_missiles = modifier.stops_missiles
        record.next_roll_only = modifier.next_roll_only
        record.next_hit_only = modifier.next_hit_only
        record.repeat = _REPEAT[modifier.repeat_save]
        record.rounds = min(250, modifier.rounds or 0)
        record.until = _UNTIL[modifier.until]
        # The same from two casters is one and the same: it does not add up.
        key = (name, modifier)
        if key not in self._known_modifiers:
            self._known_modifiers[key] = self._numbered(record, name)
        return self._known_modifiers[key]

    def _withstood(self, name: str) -> int:
        """Return the mark of those who have saved against an action and are safe from it."""
        key = (name, rows.Modifier())
        if key not in self._known_modifiers:
            self._known_modifiers[key] = self._numbered(_core.FiveeModifier(), name)
        return self._known_modifiers[key]

    def _numbered(self, record: _core.FiveeModifier, name: str) -> int:
        self.modifiers.append(record)
        self.modifier_names.append(name)
        return len(self.modifiers) - 1

    def _stay(self, action: Action, record: _core.FiveeAction, wound: int) -> None:
        """Turn an area that stays around its maker into something the maker bears."""
        assert action.area is not None
        borne = _core.FiveeModifier()
        borne.rounds = 100
        borne.aura_feet = action.area.size
        borne.aura_action = wound
        borne.aura_on_entering = action.area.on_entering
        effect = _core.FiveeEffect()
        effect.on_self = True
        effect.modifier = self._numbered(borne, action.name)
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
                    record.regeneration_stops = _type_bits(trait.stopped_by)
                    record.regenerates_at_zero = not trait.only_above_zero
                case SneakAttack():
                    record.sneak_attack = _dice(trait.dice)
                    record.sneak_critical = _dice(parse(trait.dice).critical())
                    record.sneak_needs_ally = trait.kind == "martial_advantage"
                case SaveAdvantage(against=against):
                    record.save_advantage_against |= _conditions(against)
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


def _spared(effect: rows.Effect, among: Mapping[str, int]) -> int:
    """Return the combatants that an effect does nothing to: by kind, by tag, by size."""

    def bits(kinds: Iterable[str]) -> int:
        return reduce(or_, (among.get(kind, 0) for kind in kinds), 0)

    spared = bits(effect.spares)
    if effect.only:
        spared |= bits(SIZES) & ~bits(effect.only)
    if effect.largest is not None:
        spared |= bits(SIZES[SIZES.index(effect.largest) + 1 :])
    return spared


def options_record(options: Options, lair: bool) -> _core.FiveeOptions:
    """Return the table's rules as a record."""
    record = _core.FiveeOptions()
    record.lair = lair
    record.flanking = options.flanking
    record.monsters_make_death_saves = options.monsters_make_death_saves
    record.party_dies_at_zero = options.party_dies_at_zero
    return record


@lru_cache(maxsize=4096)
def _dice(rolled: str | Expression) -> _core.FiveeDice:
    distribution = roll(rolled)
    return _core.FiveeDice(distribution.low, distribution.probabilities.tolist())


def _is_plain_weapon(action: Action, creature: Creature) -> bool:
    if action.attack is None or action.attack.spell or action.attack.magical or action.magical:
        return False
    return not any(
        isinstance(trait, PlainTrait) and trait.kind == "magic_weapons" for trait in creature.traits
    )


def _damage(text: str, plain: bool) -> list[_core.FiveeDamagePart]:
    return list(_damage_parts(text, plain))


@lru_cache(maxsize=4096)
def _damage_parts(text: str, plain: bool) -> tuple[_core.FiveeDamagePart, ...]:
    parts = []
    for expression, kind in parse(text).typed_parts():
        part = _core.FiveeDamagePart()
        part.normal, part.critical = _dice(expression), _dice(expression.critical())
        known = DAMAGE_TYPES.index(kind) if kind in DAMAGE_TYPES else UNTYPED
        part.type = _PLAIN.get(kind or "", known) if plain else known
        parts.append(part)
    return tuple(parts)


def _infliction(infliction: rows.Infliction, wound: int) -> _core.FiveeInfliction:
    record = _core.FiveeInfliction()
    record.condition = CONDITIONS.index(infliction.name)
    record.rounds = min(250, infliction.rounds or 0)
    record.until = _UNTIL[infliction.until]
    record.repeat = _REPEAT[infliction.repeat_save]
    record.ends_on_damage = infliction.ends_on_damage
    record.escape_dc = infliction.escape_dc or 0
    record.level = infliction.level
    record.becomes = CONDITIONS.index(infliction.becomes) if infliction.becomes else -1
    record.wound = wound if infliction.ongoing else -1
    return record


def _area(area: Area, record: _core.FiveeAction) -> None:
    record.area = True
    record.shape = _SHAPES[area.shape]
    record.size = area.size
    record.width = area.width
    record.area_range = area.range
    record.spares_friends = area.spares_friends


def _personality(creature: Creature) -> _core.FiveePersonality:
    given = creature.personality
    record = _core.FiveePersonality()
    record.aggression = given.aggression
    record.prefers = _PREFERENCES[given.prefers]
    record.flees_below = given.flees_below
    by_intelligence = sum(creature.abilities.int >= least for least in (4, 8, 12))
    record.cleverness = by_intelligence if given.cleverness is None else given.cleverness
    return record


def _type_bits(types: Iterable[DamageType], nonmagical_only: bool = False) -> int:
    bits = 0
    for kind in types:
        if kind in _PLAIN:
            bits |= 1 << _PLAIN[kind]
        if kind not in _PLAIN or not nonmagical_only:
            bits |= 1 << DAMAGE_TYPES.index(kind)
    return bits


def _types(defenses: Iterable[Defense]) -> int:
    bits = 0
    for defense in defenses:
        bits |= _type_bits(defense.types, defense.nonmagical_only)
    return bits


def _conditions(names: Iterable[str]) -> int:
    return sum({1 << CONDITIONS.index(name) for name in names})
