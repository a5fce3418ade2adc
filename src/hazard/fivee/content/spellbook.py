"""Spells as the actions of one caster: with its attack bonus and save DC, grown and upcast."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hazard.fivee.content.actions import Action, Spell
from hazard.fivee.content.creature import Creature, Spellcasting
from hazard.fivee.content.effects import Effect
from hazard.fivee.content.words import Edition, ability_modifier


class SpellsUnder(Mapping[str, Spell]):
    """Spells by the rules of an edition, each made when it is first asked for.

    >>> from hazard.fivee.content.library import spells
    >>> [SpellsUnder(edition, spells())["cure wounds"].action.effects[0].heal for edition in ("2014", "2024")]
    ['1d8', '2d8']
    """

    def __init__(self, edition: Edition, known: Mapping[str, Spell]) -> None:
        """Look spells up in ``known``."""
        self._edition: Edition = edition
        self._known = known
        self._made: dict[str, Spell] = {}

    def __getitem__(self, name: str) -> Spell:
        """Return the spell of that name."""
        if name not in self._made:
            self._made[name] = self._known[name].under(self._edition)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        """Go over the names."""
        return iter(self._known)

    def __len__(self) -> int:
        """Count the spells."""
        return len(self._known)


class CastSpell:
    """A spell that a creature can cast: the action, and what it costs."""

    def __init__(self, action: Action, level: int, slot: int, uses: int) -> None:
        """Remember the action, the spell's level, its slot's (0: none) and its uses a day (0: no limit)."""
        self.action = action
        self.level = level
        self.slot = slot
        self.uses = uses


def cast_spells(creature: Creature, known: Mapping[str, Spell]) -> tuple[list[CastSpell], list[str]]:
    """Return what ``creature`` can cast in a fight, and the names of spells that nobody has described.

    >>> from hazard.fivee.content.library import bestiary, spells
    >>> cast, unknown = cast_spells(bestiary()["wizard-5"], spells())
    >>> [spell.action.name for spell in cast if spell.action.name.startswith("Fireball")]
    ['Fireball']
    """
    found: list[CastSpell] = []
    unknown: list[str] = []
    for casting in creature.spellcasting:
        for name in (*casting.at_will, *casting.prepared, *casting.per_day):
            spell = known.get(name.lower())
            if spell is None:
                unknown.append(name)
                continue
            found.extend(_castings(creature, casting, spell, name))
    return found, unknown


def with_spells_cast(creature: Creature, known: Mapping[str, Spell]) -> Creature:
    """Return the creature with the spells themselves in place of actions that cast one by its name.

    >>> from hazard.fivee.content.library import bestiary, spells
    >>> lich = bestiary()["lich"].model_copy(update={"actions": (
    ...     Action(name="Dread", economy="legendary", cost=2, casts="fireball", cast_level=4),
    ... )})
    >>> dread = with_spells_cast(lich, spells()).actions[0]
    >>> dread.name, dread.economy, dread.cost, dread.effects[0].save.dc
    ('Dread', 'legendary', 2, 20)
    """
    if not creature.spellcasting or not any(action.casts for action in creature.actions):
        return creature
    return creature.model_copy(
        update={"actions": tuple(_cast_by(creature, a, known) for a in creature.actions)}
    )


def _cast_by(creature: Creature, action: Action, known: Mapping[str, Spell]) -> Action:
    spell = known.get((action.casts or "").lower())
    if spell is None or action.effects or action.recipes:
        return action
    above = max(0, (action.cast_level or spell.level) - spell.level)
    cast = _action(creature, creature.spellcasting[0], spell, above)
    kept = ("name", "name_de", "economy", "cost", "recharge", "per_day", "per_rest", "once_per_round", "note")
    changes = {key: getattr(action, key) for key in kept}
    trigger = cast.trigger if action.economy == "reaction" else None
    return cast.model_copy(update={**changes, "trigger": action.trigger or trigger, "magical": True})


def _castings(creature: Creature, casting: Spellcasting, spell: Spell, name: str) -> Iterator[CastSpell]:
    if name in casting.at_will or spell.level == 0:
        yield CastSpell(_action(creature, casting, spell, 0), spell.level, 0, 0)
        return
    if name in casting.per_day:
        yield CastSpell(_action(creature, casting, spell, 0), spell.level, 0, casting.per_day[name])
        return
    levels = sorted(level for level, count in casting.slots.items() if count > 0 and level >= spell.level)
    if not levels:
        return
    yield CastSpell(_action(creature, casting, spell, 0), spell.level, spell.level, 0)
    highest = levels[-1]
    if highest > spell.level and (spell.upcast or spell.upcast_targets or spell.upcast_attacks):
        above = highest - spell.level
        yield CastSpell(_action(creature, casting, spell, above), spell.level, highest, 0)


def _action(creature: Creature, casting: Spellcasting, spell: Spell, above: int) -> Action:
    action, attack = spell.action, spell.action.attack
    growth = sum(casting.level >= level for level in spell.grows_at) if spell.level == 0 else 0
    if attack is not None:
        to_hit = casting.to_hit if attack.to_hit is None else attack.to_hit
        times = attack.times + above * spell.upcast_attacks + (growth if spell.beams else 0)
        attack = attack.model_copy(update={"spell": True, "to_hit": to_hit, "times": times})
    modifier = ability_modifier(getattr(creature.abilities, casting.ability)) if spell.add_modifier else 0
    effects = tuple(
        _effect(effect, casting, spell, above, growth, modifier if number == 0 else 0)
        for number, effect in enumerate(action.effects)
    )
    name = action.name if above == 0 else f"{action.name} (level {spell.level + above})"
    targets = min(20, action.targets + above * spell.upcast_targets)
    return action.model_copy(update={"name": name, "attack": attack, "effects": effects, "targets": targets})


def _effect(
    effect: Effect, casting: Spellcasting, spell: Spell, above: int, growth: int, more: int
) -> Effect:
    changes: dict[str, object] = {}
    if effect.save is not None and effect.save.dc is None:
        changes["save"] = effect.save.model_copy(update={"dc": casting.dc})
    for part in ("damage", "heal", "temporary_hit_points"):
        dice: str | None = getattr(effect, part)
        if dice is None:
            continue
        if growth and not spell.beams:
            dice = _grown(dice, growth)
        if above and spell.upcast:
            dice += f"+{spell.upcast}" * above
        if more:
            dice += f"{more:+d}"
        changes[part] = dice
    return effect.model_copy(update=changes) if changes else effect


def _grown(dice: str, by: int) -> str:
    """Return the dice with ``by`` more of the first kind, each step as many as there were.

    >>> _grown("1d10[fire]", 2)
    '3d10[fire]'
    """
    return re.sub(r"^(\d+)d", lambda found: f"{int(found[1]) * (1 + by)}d", dice, count=1)
