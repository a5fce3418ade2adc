"""Content in the terms of the compiled rules: volleys as sequences, and what is left out, said aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hazard.fivee.content.actions import Action, Area, Part, Spell
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Effect
from hazard.fivee.content.traits import Aura, Charge, DeathBurst, Trait
from hazard.fivee.rules.caveats import Caveat

Priced = tuple[Action, int, int]
"""An action, the level of the slot it takes, and its uses a day."""

ONE_ROLL, EACH_TURN = " (one roll)", " (each turn)"
"""After an action's name: one attack of a volley; what it goes on doing as its victims' turns begin."""


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
    return volley.model_copy(
        update={
            "name": volley.name + ONE_ROLL,
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


def trait_action(trait: Trait, number: int) -> str:
    """Return the name of what a trait does by itself."""
    return f"{trait.kind.replace('_', ' ')} {number + 1}"


def staying(actions: Iterable[Action]) -> set[str]:
    """Return the names of those whose area goes with its maker while it lasts (spirit guardians)."""
    return {
        action.name
        for action in actions
        if action.area is not None and action.area.lingers and action.area.shape == "emanation"
    }


def by_itself(creature: Creature, actions: Iterable[Action]) -> list[Action]:
    """Return what happens without anybody choosing it, as actions: auras, bursts, wounds that go on.

    >>> from hazard.fivee.content.library import bestiary
    >>> [action.name for action in by_itself(bestiary()["basilisk"], bestiary()["basilisk"].actions)]
    ['aura 1']
    """
    found = []
    for number, trait in enumerate(creature.traits):
        if isinstance(trait, Aura | DeathBurst | Charge):
            around = isinstance(trait, DeathBurst) and Area(shape="emanation", size=trait.area.size)
            german = _TRAITS_DE[trait.kind]
            found.append(_unchosen(trait_action(trait, number), german, trait.effects, around or None))
    for action in actions:
        wounds = [infliction.ongoing for effect in action.effects for infliction in effect.conditions]
        dice = [wound for wound in wounds if wound is not None]
        if action.area is not None and action.area.lingers:
            found.append(_unchosen(action.name + EACH_TURN, action.name_de, _later(action)))
        elif dice:
            wound = (Effect(damage=dice[0]),)
            found.append(_unchosen(action.name + EACH_TURN, action.name_de, wound))
    return found


def _later(action: Action) -> tuple[Effect, ...]:
    """Return what an area that stays does to those who are in it later."""
    assert action.area is not None
    if action.area.later_saves:
        return action.effects
    return tuple(effect.model_copy(update={"save": None}) for effect in action.effects)


_TRAITS_DE = {"aura": "Aura", "death_burst": "Ausbruch im Tod", "charge": "Ansturm"}


def _unchosen(
    name: str, name_de: str | None, effects: tuple[Effect, ...], area: Area | None = None
) -> Action:
    # A reaction to nothing: never chosen by itself.
    return Action(name=name, name_de=name_de, economy="reaction", effects=effects, area=area)


def left_out(creature: Creature, spells: Mapping[str, Spell]) -> Iterator[Caveat]:
    """Say what of a creature's actions and spells the compiled rules do not play.

    >>> from hazard.fivee.content.library import bestiary, spells
    >>> print(next(left_out(bestiary()["cleric-5"], spells())))
    Spiritual Weapon: takes a slot each turn
    """
    names = [name for casting in creature.spellcasting for name in (*casting.prepared, *casting.per_day)]
    cast = [spells[name.lower()] for name in names if name.lower() in spells]
    for action in [*creature.actions, *(spell.action for spell in cast)]:
        if action.teleport_feet and action.economy in ("legendary", "lair"):
            yield Caveat("fivee.move_not_planned", action=action.name)
        if any(i.repeat_save == "on_damage" for effect in action.effects for i in effect.conditions):
            yield Caveat("fivee.save_not_repeated_on_damage", action=action.name)
        if action.trigger in ("ally_hit", "attacked"):
            yield Caveat("fivee.reaction_not_used", action=action.name)
    yield from (Caveat("fivee.each_turn_a_slot", action=spell.action.name) for spell in cast if spell.again)
