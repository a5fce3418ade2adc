"""Content in the terms of the compiled rules: volleys as sequences, and what is left out, said aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hazard.fivee.actions import Action, Part, Spell
from hazard.fivee.creature import Creature
from hazard.fivee.traits import Aura

Priced = tuple[Action, int, int]
"""An action, the level of the slot it takes, and its uses a day."""


def volleys_as_sequences(actions: Iterable[Priced]) -> list[Priced]:
    """Return the actions, those of several attack rolls as multiattacks of single ones.

    >>> rays = Action.model_validate({
    ...     "name": "Rays", "attack": {"to_hit": 7, "range": 120, "times": 3},
    ...     "effects": [{"damage": "2d6[fire]"}],
    ... })
    >>> [(action.name, slot) for action, slot, _ in volleys_as_sequences([(rays, 2, 0)])]
    [('Rays', 2), ('Rays (one roll)', 0)]
    """
    found: list[Priced] = []
    singles: dict[str, Part] = {}
    for action, slot, uses in actions:
        if action.attack is None or action.attack.times == 1:
            found.append((action, slot, uses))
            continue
        single = _single(action)
        singles[action.name] = Part(use=single.name, times=action.attack.times)
        volley = {"attack": None, "effects": (), "recipes": ((singles[action.name],),)}
        found += [(action.model_copy(update=volley), slot, uses), (single, 0, 0)]
    return [(_flattened(action, singles), slot, uses) for action, slot, uses in found]


def _single(volley: Action) -> Action:
    assert volley.attack is not None
    german = volley.name_de and f"{volley.name_de} (ein Wurf)"
    return volley.model_copy(
        update={
            "name": f"{volley.name} (one roll)",
            "name_de": german,
            # A reaction to nothing: never chosen by itself.
            "economy": "reaction",
            "attack": volley.attack.model_copy(update={"times": 1}),
            "recharge": None,
            "per_day": None,
            "concentration": False,
        }
    )


def _flattened(action: Action, singles: Mapping[str, Part]) -> Action:
    """Return a multiattack that uses single rolls where it used volleys."""
    if not any(part.use in singles for recipe in action.recipes for part in recipe):
        return action
    recipes = tuple(
        tuple(single for part in recipe for single in [singles.get(part.use, part)] * _repeats(part, singles))
        for recipe in action.recipes
    )
    return action.model_copy(update={"recipes": recipes})


def _repeats(part: Part, singles: Mapping[str, Part]) -> int:
    return part.times if part.use in singles else 1


def playable(creature: Creature) -> list[Action]:
    """Return a creature's actions without those that only work on somebody it already holds.

    Inside a multiattack they stay: a vampire seizes and bites.

    >>> from hazard.fivee.library import bestiary
    >>> [action.name for action in bestiary()["behir"].actions if action not in playable(bestiary()["behir"])]
    ['Swallow']
    """
    used = {part.use for action in creature.actions for recipe in action.recipes for part in recipe}
    return [action for action in creature.actions if not action.needs or action.name in used]


def left_out(creature: Creature, spells: Mapping[str, Spell]) -> Iterator[str]:
    """Say what of a creature's actions, auras and spells the compiled rules do not play.

    >>> from hazard.fivee.library import bestiary, spells
    >>> list(left_out(bestiary()["basilisk"], spells()))
    ['aura: what a condition grows into']
    >>> list(left_out(bestiary()["vampire"], spells()))
    ['Bite: used on anybody']
    """
    names = [name for casting in creature.spellcasting for name in (*casting.prepared, *casting.per_day)]
    cast = [spells[name.lower()] for name in names if name.lower() in spells]
    actions = [*creature.actions, *(spell.action for spell in cast)]
    played = playable(creature)
    for action in actions:
        if action.needs:
            yield f"{action.name}: " + ("used on anybody" if action in played else "left out")
        if action.area is not None and action.area.lingers:
            yield f"{action.name}: strikes once and does not stay"
    auras = [(trait.kind, trait.effects) for trait in creature.traits if isinstance(trait, Aura)]
    for name, effects in [*((action.name, action.effects) for action in actions), *auras]:
        inflictions = [infliction for effect in effects for infliction in effect.conditions]
        if any(infliction.ongoing for infliction in inflictions):
            yield f"{name}: damage on later turns"
        if any(infliction.becomes for infliction in inflictions):
            yield f"{name}: what a condition grows into"
    yield from (f"{spell.action.name}: takes a slot each turn" for spell in cast if spell.again)
