"""Spell slots by class and level, and what features change about spells."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hazard.fivee.characters.formulas import number
from hazard.fivee.characters.tables import Casting, Feature
from hazard.fivee.content.actions import Action, Spell
from hazard.fivee.content.creature import Creature, Spellcasting
from hazard.fivee.content.effects import Effect
from hazard.fivee.content.library import ContentError, spells
from hazard.fivee.content.spellbook import CastSpell, cast_spells

_FULL = (
    "2", "3", "42", "43", "432", "433", "4331", "4332", "43331", "43332", "433321", "433321", "4333211",
    "4333211", "43332111", "43332111", "433321111", "433331111", "433332111", "433332211",
)  # fmt: skip
"""Slots of a caster by level, from slot level 1 on."""
EVOCATIONS = frozenset(
    (
        "acid arrow", "burning hands", "chain lightning", "cone of cold", "fire bolt", "fire storm",
        "fireball", "flame strike", "freezing sphere", "guiding bolt", "ice storm", "lightning bolt",
        "magic missile",
        "meteor swarm", "moonbeam", "ray of frost", "sacred flame", "scorching ray", "shatter",
        "shocking grasp", "sunbeam", "sunburst", "thunderwave", "wall of fire",
    )
)  # fmt: skip
"""Spells here of the school of evocation that do damage."""


@dataclass(frozen=True)
class ClassCasting:
    """The casting of one class of a character."""

    level: int
    casting: Casting


def slots(parts: Sequence[ClassCasting]) -> dict[int, int]:
    """Return the spell slots by their level, of one class or several.

    >>> slots([ClassCasting(5, Casting(kind="half", ability="cha"))])
    {1: 4, 2: 2}
    >>> slots([ClassCasting(5, Casting(kind="pact", ability="cha"))])
    {3: 2}
    >>> slots([ClassCasting(3, Casting(kind="full", ability="int")), ClassCasting(4, Casting(kind="half", ability="cha"))])
    {1: 4, 2: 3, 3: 2}
    """  # noqa: E501
    shared = [part for part in parts if part.casting.kind != "pact"]
    if len(shared) == 1 and shared[0].casting.kind == "half":
        level = math.ceil(shared[0].level / 2) if shared[0].level > 1 else 0
    else:
        level = sum(part.level if part.casting.kind == "full" else part.level // 2 for part in shared)
    found = {place: int(count) for place, count in enumerate(_FULL[level - 1], 1)} if level else {}
    for part in parts:
        if part.casting.kind == "pact":
            at, count = pact(part.level)
            found[at] = found.get(at, 0) + count
    return dict(sorted(found.items()))


def pact(level: int) -> tuple[int, int]:
    """Return the level of a warlock's slots, and how many.

    >>> [pact(level) for level in (1, 2, 5, 11, 17)]
    [(1, 1), (1, 2), (3, 2), (5, 3), (5, 4)]
    """
    count = 1 if level < 2 else 2 if level < 11 else 3 if level < 17 else 4
    return min(5, (level + 1) // 2), count


def spell_rows(
    names: Sequence[str], parts: Sequence[ClassCasting], row: Spellcasting, place: str
) -> Spellcasting:
    """Return a row of spellcasting with the chosen spells: cantrips, prepared ones, mystic arcana."""
    known = spells()
    at_will, prepared, per_day = [], [], {}
    pact_only = all(part.casting.kind == "pact" for part in parts)
    highest = max(row.slots, default=0)
    level = sum(part.level for part in parts if part.casting.kind == "pact")
    for name in dict.fromkeys(name.strip().lower() for name in names):
        spell = known.get(name)
        if spell is not None and spell.level == 0:
            at_will.append(name)
        elif spell is not None and pact_only and spell.level >= 6:
            if level < 2 * spell.level - 1:  # levels 11, 13, 15 and 17
                raise ContentError("fivee.spell_too_high", place=place, spell=name, level=spell.level)
            per_day[name] = 1
        elif spell is not None and spell.level > highest:
            raise ContentError("fivee.spell_too_high", place=place, spell=name, level=spell.level)
        else:
            prepared.append(name)
    update = {"at_will": tuple(at_will), "prepared": tuple(prepared), "per_day": per_day}
    return row.model_copy(update=update)


@dataclass(frozen=True)
class Changes:
    """What the features of a character change about its spells."""

    features: Sequence[tuple[Feature, Mapping[str, int]]]
    choices: frozenset[str]

    def actions(self, creature: Creature) -> list[Action]:
        """Return the spells that are other than their rows, and those that may be quickened."""
        found: list[Action] = []
        known = {spell.action.name.lower(): spell for spell in spells().values()}
        for cast in cast_spells(creature, spells())[0]:
            name = cast.action.name.lower().partition(" (level")[0]
            changed = self._changed(cast, known[name], name)
            if changed is not cast.action:
                found.append(changed.model_copy(update={"slot": cast.slot, "magical": True, **_uses(cast)}))
            found += self._quick(changed, cast, known[name])
        return found

    def _changed(self, cast: CastSpell, spell: Spell, name: str) -> Action:
        action = cast.action
        for feature, values in self.features:
            if feature.healing_spells and cast.slot:
                more = number(str(feature.healing_spells), {**values, "slot": cast.slot})
                action = _effects(action, lambda e, more=more: _with(e, "heal", more))
            if feature.spell_damage is not None and self._fits(feature, action, name):
                more = number(feature.spell_damage.bonus, values)
                action = _effects(action, lambda e, more=more: _with(e, "damage", more), first=True)
            if feature.pushing_spells is not None and name in feature.pushing_spells.spells:
                feet = feature.pushing_spells.feet
                action = _effects(action, lambda e, feet=feet: e.model_copy(update={"push_feet": feet}))
            if feature.sculpts and name in EVOCATIONS and action.area is not None:
                action = action.model_copy(
                    update={"area": action.area.model_copy(update={"spares_friends": True})}
                )
            if feature.potent_cantrips and spell.level == 0:
                action = _effects(action, _half)
        return action

    def _fits(self, feature: Feature, action: Action, name: str) -> bool:
        wanted = feature.spell_damage
        assert wanted is not None
        if action.attack is not None and action.attack.times > 1 and not wanted.spells:
            return False  # one roll of several has it, which the rules cannot say
        types = set(wanted.of_choice) & self.choices
        dice = " ".join(effect.damage or "" for effect in action.effects)
        if any(f"[{kind}]" in dice for kind in types) or name in wanted.spells:
            return True
        return wanted.evocations and name in EVOCATIONS

    def _quick(self, action: Action, cast: CastSpell, spell: Spell) -> list[Action]:
        rows = [(feature.quickened, values) for feature, values in self.features if feature.quickened]
        harms = any(effect.damage or effect.conditions for effect in action.effects)
        if not rows or not harms or action.economy != "action" or cast.uses or "(level" in action.name:
            return []
        quickened, values = rows[0]
        assert quickened is not None
        per_day = number(str(quickened.per_day).strip("{}"), values)
        german = action.name_de and f"{action.name_de} (beschleunigt)"
        update = {
            "name": f"Quickened {action.name}", "name_de": german, "economy": "bonus", "slot": cast.slot,
            "per_day": per_day, "pool": quickened.pool, "magical": True,
        }  # fmt: skip
        return [action.model_copy(update=update)] if per_day else []


def _uses(cast: CastSpell) -> dict[str, int]:
    return {"per_day": cast.uses} if cast.uses else {}


def _effects(action: Action, change: object, first: bool = False) -> Action:
    assert callable(change)
    rows = [
        change(effect) if not first or place == 0 else effect for place, effect in enumerate(action.effects)
    ]
    return action if tuple(rows) == action.effects else action.model_copy(update={"effects": tuple(rows)})


def _with(effect: Effect, part: str, more: int) -> Effect:
    dice = getattr(effect, part)
    return effect if dice is None or not more else effect.model_copy(update={part: f"{dice}{more:+d}"})


def _half(effect: Effect) -> Effect:
    """Return an effect whose damage is halved by a success instead of undone."""
    if effect.save is None or effect.damage is None or effect.save.on_success == "half":
        return effect
    return effect.model_copy(update={"save": effect.save.model_copy(update={"on_success": "half"})})
