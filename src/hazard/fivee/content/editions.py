"""What everybody can do, what weapons and potions do: actions as each edition of the rules has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Effect, Infliction, Modifier, Save
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.words import SIZES, Edition, Mastery, Size

_POTIONS = {
    "healing": ("Potion of Healing", "Heiltrank", "2d4+2"),
    "greater healing": ("Potion of Greater Healing", "Großer Heiltrank", "4d4+4"),
    "superior healing": ("Potion of Superior Healing", "Starker Heiltrank", "8d4+8"),
    "supreme healing": ("Potion of Supreme Healing", "Mächtiger Heiltrank", "10d4+20"),
}
NOT_PLAYED: frozenset[Mastery] = frozenset({"cleave", "nick"})
"""Mastery properties that call for another attack: the rules here leave them out, and say so."""
HIDING = Effect(save=Save(ability="dex", contest="hide"), on_self=True)
_CONTESTED = Save(ability="str", contest="grip")


def edition_of(encounter: Encounter, creatures: Iterable[Creature]) -> Edition:
    """Return the edition that a fight is played by: its own, or that of its monsters."""
    if encounter.rules is not None:
        return encounter.rules
    return "2024" if any(creature.rules == "5.2" for creature in creatures) else "2014"


@cache
def common_actions(dc: int, size: Size, edition: Edition) -> tuple[Action, ...]:
    """Return what everybody can do besides what is in the stat block, with the DC of its saves (2024).

    >>> [action.effects[0].save.dc for action in common_actions(11, "medium", "2024")[:2]]
    [11, 11]
    >>> common_actions(11, "medium", "2014")[0].effects[0].save.contest
    'grip'
    """
    largest = SIZES[min(len(SIZES) - 1, SIZES.index(size) + 1)]
    return tuple(_by_body(action, dc, largest) for action in _common(edition))


@cache
def _common(edition: Edition) -> tuple[Action, ...]:
    """Return what everybody can do, read once; DCs and sizes are those of a body of average strength."""
    save = Save(ability="str", or_ability="dex", dc=10) if edition == "2024" else _CONTESTED
    grip, prone = Infliction(name="grappled", escape_dc=10), Infliction(name="prone")
    help_ = Modifier(defense_advantage=1, next_roll_only=True, until="start_of_source_turn")
    rows = [
        ("Grapple", "Ringen", Effect(save=save, conditions=(grip,), largest="large")),
        ("Shove", "Umstoßen", Effect(save=save, conditions=(prone,), largest="large")),
        ("Shove Away", "Wegstoßen", Effect(save=save, push_feet=5, largest="large")),
        ("Help", "Helfen", Effect(modifier=help_)),
        ("Hide", "Verstecken", HIDING),
    ]
    return tuple(
        Action(name=name, name_de=name_de, who="self" if effect.on_self else "enemy", effects=(effect,))
        for name, name_de, effect in rows
    )


def _by_body(action: Action, dc: int, largest: Size) -> Action:
    """Return an action with the save DC of whoever takes it, and the largest that it reaches."""
    (effect,) = action.effects
    if effect.largest is None or effect.save is None:
        return action
    changes: dict[str, object] = {"largest": largest}
    if effect.save.dc is not None:
        changes["save"] = effect.save.model_copy(update={"dc": dc})
    changes["conditions"] = tuple(
        held if held.escape_dc is None else held.model_copy(update={"escape_dc": min(dc, 40)})
        for held in effect.conditions
    )
    return action.model_copy(update={"effects": (effect.model_copy(update=changes),)})


def potions(creature: Creature, edition: Edition) -> list[tuple[Action, int]]:
    """Return the potions that a creature may drink or give, with how many there are."""
    return [
        (
            Action(
                name=_POTIONS[kind][0],
                name_de=_POTIONS[kind][1],
                economy="bonus" if edition == "2024" else "action",
                who="ally",
                effects=(Effect(heal=_POTIONS[kind][2]),),
            ),
            count,
        )
        for kind, count in creature.potions.items()
    ]


def with_mastery(action: Action, creature: Creature) -> Action:
    """Return an attack with what the mastery of its weapon does (rules of 2024)."""
    mastery = None if action.attack is None else action.attack.mastery
    if mastery is None or mastery in NOT_PLAYED:
        return action
    assert action.attack is not None
    best = max(creature.modifier("str"), creature.modifier("dex"))  # magic and styles do not count
    modifier = min((action.attack.to_hit or 0) - creature.proficiency_bonus, best)
    bonus = modifier + creature.proficiency_bonus
    effects: Mapping[str, Effect] = {
        "graze": Effect(when="miss", damage=_graze(action, modifier)),
        "push": Effect(push_feet=10, largest="large"),
        "sap": Effect(
            modifier=Modifier(attack_advantage=-1, next_roll_only=True, until="start_of_source_turn")
        ),
        "slow": Effect(modifier=Modifier(speed_feet=-10, until="start_of_source_turn")),
        "topple": Effect(save=Save(ability="con", dc=8 + bonus), conditions=(Infliction(name="prone"),)),
        "vex": Effect(
            modifier=Modifier(
                defense_advantage=1, next_roll_only=True, source_only=True, until="end_of_source_turn"
            )
        ),
    }
    if mastery == "graze" and modifier <= 0:
        return action
    return action.model_copy(update={"effects": (*action.effects, effects[mastery])})


def _graze(action: Action, modifier: int) -> str:
    """Return as much damage as the ability adds, of the weapon's type."""
    from hazard.dice import parse

    first = next(effect for effect in action.effects if effect.damage is not None)
    kinds = [kind for _, kind in parse(first.damage or "0").typed_parts() if kind]
    return f"{max(1, modifier)}[{kinds[0]}]" if kinds else str(max(1, modifier))
