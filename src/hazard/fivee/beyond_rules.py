"""What the compiled rules do not know yet, taken out of a creature, with a caveat for each.

A row may say more than the rules can play: a bite that is worse while the swarm is whole, a poison that hurts
again every turn. Playing such a row by half would be wrong in silence; so here everything that is left out
gets its sentence, which the director shows.
"""

from __future__ import annotations

from hazard.fivee.actions import Action
from hazard.fivee.creature import Creature
from hazard.fivee.effects import Effect, Infliction, Modifier
from hazard.fivee.traits import Aura, Charge, DeathBurst, Trait
from hazard.fivee.words import CONDITIONS

_NEVER, _ALWAYS = ("advantage",), ("no_advantage",)
"""Situations that the rules do not look at: taken never to come about, or for granted."""


def within_the_rules(creature: Creature) -> tuple[Creature, list[str]]:
    """Return the creature as the rules can play it, and what was left out.

    >>> from hazard.fivee.library import bestiary
    >>> within_the_rules(bestiary()["wolf"])[1]
    []
    """
    caveats: list[str] = []
    actions = [kept for action in creature.actions if (kept := _action(action, caveats)) is not None]
    actions = with_sound_recipes(actions, caveats)
    traits = [left for trait in creature.traits if (left := _trait(trait, caveats)) is not None]
    if not caveats:
        return creature, []
    return creature.model_copy(update={"actions": tuple(actions), "traits": tuple(traits)}), caveats


def _action(action: Action, caveats: list[str]) -> Action | None:
    effects = [
        kept for effect in action.effects if (kept := _effect(effect, action.name, caveats)) is not None
    ]
    for what, said in (
        (action.casts, f"casts {action.casts}"),
        (action.moves, "moves by a share of its speed"),
        (action.attack and action.attack.advantage_if in _NEVER, "its advantage in a certain situation"),
    ):
        if what:
            caveats.append(f"left out of {action.name}: {said}")
    does = effects or action.recipes or action.standard or action.teleport_feet or action.halves_damage
    if not does:
        return None
    return action.model_copy(update={"effects": tuple(effects)})


def _effect(effect: Effect, name: str, caveats: list[str]) -> Effect | None:
    if effect.only_if is not None and effect.only_if in _NEVER:
        caveats.append(f"left out of {name}: what happens only if {effect.only_if.replace('_', ' ')}")
        return None
    for what, said in (
        (effect.only_if in _ALWAYS, f"that it needs {(effect.only_if or '').replace('_', ' ')}"),
        (effect.burning, "damage again every turn"),
        (effect.save and effect.save.same_throw, "that its save is the one before"),
        (set(effect.spares) & set(CONDITIONS), "that it does nothing to the blinded or deafened"),
        (effect.drains_maximum, "the drain of the hit point maximum"),
        (_more_than_the_rules_know(effect.modifier), "a hindrance that the rules do not know"),
    ):
        if what:
            caveats.append(f"left out of {name}: {said}")
    conditions = [
        kept for item in effect.conditions if (kept := _infliction(item, name, caveats)) is not None
    ]
    modifier = effect.modifier
    does = effect.damage or effect.heal or effect.temporary_hit_points or effect.push_feet
    if not (
        does
        or conditions
        or (modifier and modifier != Modifier(rounds=modifier.rounds, until=modifier.until))
    ):
        return None
    return effect.model_copy(update={"conditions": tuple(conditions)})


def _infliction(infliction: Infliction, name: str, caveats: list[str]) -> Infliction | None:
    if infliction.if_fails_by > 1:
        caveats.append(
            f"left out of {name}: {infliction.name}, for who fails by {infliction.if_fails_by} or more"
        )
        return None
    if infliction.ongoing_at != "start_of_turn":
        caveats.append(f"left out of {name}: that its damage comes at another moment")
    return infliction


def _more_than_the_rules_know(modifier: Modifier | None) -> bool:
    if modifier is None:
        return False
    unknown = (
        "one_action",
        "one_attack",
        "weakened",
    )
    return any(getattr(modifier, key) for key in unknown)


def _trait(trait: Trait, caveats: list[str]) -> Trait | None:
    if not isinstance(trait, Aura | Charge | DeathBurst):
        return trait
    effects = [kept for effect in trait.effects if (kept := _effect(effect, trait.kind, caveats)) is not None]
    if isinstance(trait, Aura) and trait.when.endswith("source_turn"):
        caveats.append(
            "an aura that strikes on the creature's own turn strikes at the start of the others' turns"
        )
        return (
            trait.model_copy(update={"effects": tuple(effects), "when": "start_of_turn"}) if effects else None
        )
    return trait.model_copy(update={"effects": tuple(effects)}) if effects else None


def with_sound_recipes(actions: list[Action], caveats: list[str]) -> list[Action]:
    """Return the actions, multiattacks without those parts that are not among them."""
    names = {action.name for action in actions}
    kept = []
    for action in actions:
        if not action.recipes:
            kept.append(action)
            continue
        recipes = [tuple(part for part in recipe if part.use in names) for recipe in action.recipes]
        recipes = [recipe for recipe in dict.fromkeys(recipes) if recipe]
        if recipes:
            kept.append(action.model_copy(update={"recipes": tuple(recipes)}))
        else:
            caveats.append(f"left out: {action.name}")
    return kept
