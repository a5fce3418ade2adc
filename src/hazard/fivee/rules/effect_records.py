"""Effects as records of the compiled rules: dice, damage, conditions, modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_

from hazard import _core
from hazard.dice import Expression, parse, roll
from hazard.dice.expression import damage
from hazard.fivee.content import effects as rows
from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Defense
from hazard.fivee.content.words import (
    ABILITIES,
    CONDITIONS,
    DAMAGE_TYPES,
    SIZES,
    UNTYPED,
    DamageType,
    numbers_of,
)

UNTIL, REPEAT, WHEN = numbers_of("until"), numbers_of("repeat"), numbers_of("when")
SITUATIONS = numbers_of("situation", nothing="always")
AT_ZERO = numbers_of("at_zero", nothing="usual")
CONTESTS = numbers_of("contest", nothing="none")
CONTESTED = 255
"""The DC of an escape that is rolled against whoever holds."""
_DAMAGE_TYPES = numbers_of("damage_type")
PLAIN: dict[str, int] = {
    kind: _DAMAGE_TYPES[f"plain_{kind}"] for kind in DAMAGE_TYPES if f"plain_{kind}" in _DAMAGE_TYPES
}
"""Blows of weapons that are not magical are types of their own."""


@dataclass
class EffectRecords:
    """The effects of all creatures of a fight; modifiers are numbered across them."""

    modifiers: list[_core.FiveeModifier] = field(default_factory=list)
    modifier_names: list[str] = field(default_factory=list)
    _known: dict[tuple[str, rows.Modifier], int] = field(default_factory=dict)

    def of(
        self, actions: Sequence[tuple[Action, bool, int]], spared: Mapping[str, int]
    ) -> list[list[_core.FiveeEffect]]:
        """Return the effects of each action.

        With an action comes whether it is a blow of a plain weapon, and what it goes on doing by itself.
        """
        return [
            [self._record(effect, action, spared, plain, wound) for effect in action.effects]
            for action, plain, wound in actions
        ]

    def _record(
        self, effect: rows.Effect, action: Action, spared: Mapping[str, int], plain: bool, wound: int
    ) -> _core.FiveeEffect:
        record = _core.FiveeEffect()
        record.when = WHEN[effect.when]
        if effect.save is not None:
            record.saves = True
            record.contest = CONTESTS[effect.save.contest]
            if effect.save.or_ability is not None:
                record.or_ability = ABILITIES.index(effect.save.or_ability)
            record.ability = ABILITIES.index(effect.save.ability)
            record.dc = effect.save.dc or 10
            record.half_on_success = effect.save.on_success == "half"
        if effect.damage is not None:
            record.damage = damage_records(effect.damage, plain)
        contested = effect.save is not None and effect.save.contest is not None
        record.inflictions = [
            infliction_record(condition, wound, contested) for condition in effect.conditions
        ]
        if effect.heal is not None:
            record.heal = dice_record(effect.heal)
            record.heals_to_half = effect.heals_to_half
            record.shares_healing = effect.shares_healing
        if effect.temporary_hit_points is not None:
            record.temporary = dice_record(effect.temporary_hit_points)
        record.push_feet = effect.push_feet
        if effect.modifier is not None:
            record.modifier = self._modifier(effect.modifier, action.name)
        record.heals_source = effect.heals_source
        record.on_self = effect.on_self
        record.spares = spared_by(effect, spared)
        record.only_if = SITUATIONS[effect.only_if if effect.only_if in SITUATIONS else None]
        record.at_zero = AT_ZERO[effect.at_zero]
        if action.once_per_target and effect.save is not None:
            record.withstood = self._withstood(action.name)
            record.ends_for_good = action.ends_for_good
        return record

    def _modifier(self, modifier: rows.Modifier, name: str) -> int:
        record = _core.FiveeModifier()
        if modifier.attack_dice is not None:
            record.attack = dice_record(modifier.attack_dice)
        if modifier.save_dice is not None:
            record.save = dice_record(modifier.save_dice)
        if modifier.damage_dice is not None:
            record.damage = dice_record(modifier.damage_dice)
            record.damage_critical = dice_record(parse(modifier.damage_dice).critical())
            kinds = {kind for _, kind in parse(modifier.damage_dice).typed_parts()}
            kind = kinds.pop() if len(kinds) == 1 else None
            record.damage_type = DAMAGE_TYPES.index(kind) if kind in DAMAGE_TYPES else UNTYPED
        record.armor_class = modifier.armor_class
        record.attack_advantage = modifier.attack_advantage
        record.defense_advantage = modifier.defense_advantage
        record.save_advantage = modifier.save_advantage
        record.resist = type_bits(modifier.resist)
        record.speed_feet = modifier.speed_feet
        record.extra_attacks = modifier.extra_attacks
        record.half_speed = modifier.half_speed
        record.no_reactions = modifier.no_reactions
        record.no_healing = modifier.no_healing
        record.stops_missiles = modifier.stops_missiles
        record.next_roll_only = modifier.next_roll_only
        record.next_hit_only = modifier.next_hit_only
        record.source_only = modifier.source_only
        record.repeat = REPEAT[modifier.repeat_save]
        record.rounds = min(250, modifier.rounds or 0)
        record.until = UNTIL[modifier.until]
        # The same from two casters is one and the same: it does not add up.
        key = (name, modifier)
        if key not in self._known:
            self._known[key] = self.numbered(record, name)
        return self._known[key]

    def _withstood(self, name: str) -> int:
        """Return the mark of those who have saved against an action and are safe from it."""
        key = (name, rows.Modifier())
        if key not in self._known:
            self._known[key] = self.numbered(_core.FiveeModifier(), name)
        return self._known[key]

    def numbered(self, record: _core.FiveeModifier, name: str) -> int:
        """Return the number of a modifier that is new."""
        self.modifiers.append(record)
        self.modifier_names.append(name)
        return len(self.modifiers) - 1


def spared_by(effect: rows.Effect, among: Mapping[str, int]) -> int:
    """Return the combatants that an effect does nothing to: by kind, by tag, by size."""

    def bits(kinds: Iterable[str]) -> int:
        return reduce(or_, (among.get(kind, 0) for kind in kinds), 0)

    spared = bits(effect.spares)
    if effect.only:
        spared |= bits(SIZES) & ~bits(effect.only)
    if effect.largest is not None:
        spared |= bits(SIZES[SIZES.index(effect.largest) + 1 :])
    return spared


@lru_cache(maxsize=4096)
def dice_record(rolled: str | Expression) -> _core.FiveeDice:
    """Return dice as what they come to."""
    distribution = roll(rolled)
    return _core.FiveeDice(distribution.low, distribution.probabilities.tolist())


def damage_records(text: str, plain: bool) -> list[_core.FiveeDamagePart]:
    """Return damage by its types."""
    return list(_damage_parts(text, plain))


@lru_cache(maxsize=4096)
def _damage_parts(text: str, plain: bool) -> tuple[_core.FiveeDamagePart, ...]:
    parts = []
    for normal, critical, kind in damage(text):
        part = _core.FiveeDamagePart()
        part.normal = _core.FiveeDice(normal.low, normal.probabilities.tolist())
        part.critical = _core.FiveeDice(critical.low, critical.probabilities.tolist())
        known = DAMAGE_TYPES.index(kind) if kind in DAMAGE_TYPES else UNTYPED
        part.type = PLAIN.get(kind or "", known) if plain else known
        parts.append(part)
    return tuple(parts)


def infliction_record(
    infliction: rows.Infliction, wound: int, contested: bool = False
) -> _core.FiveeInfliction:
    """Return a condition that an effect lays on somebody; escaping may be ``contested``."""
    record = _core.FiveeInfliction()
    record.condition = CONDITIONS.index(infliction.name)
    record.rounds = min(250, infliction.rounds or 0)
    record.until = UNTIL[infliction.until]
    record.repeat = REPEAT[infliction.repeat_save]
    record.ends_on_damage = infliction.ends_on_damage
    record.escape_dc = CONTESTED if contested and infliction.escape_dc else infliction.escape_dc or 0
    record.level = infliction.level
    record.becomes = CONDITIONS.index(infliction.becomes) if infliction.becomes else -1
    record.wound = wound if infliction.ongoing else -1
    return record


def type_bits(types: Iterable[DamageType], nonmagical_only: bool = False) -> int:
    """Return types of damage as bits; those of plain weapons are bits of their own."""
    bits = 0
    for kind in types:
        if kind in PLAIN:
            bits |= 1 << PLAIN[kind]
        if kind not in PLAIN or not nonmagical_only:
            bits |= 1 << DAMAGE_TYPES.index(kind)
    return bits


def types_of(defenses: Iterable[Defense]) -> int:
    """Return the types that defenses are against."""
    bits = 0
    for defense in defenses:
        bits |= type_bits(defense.types, defense.nonmagical_only)
    return bits
