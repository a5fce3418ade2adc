"""What an edition of the rules makes of a creature's actions, for the records of the compiled rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from hazard import _core
from hazard.dice import parse
from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.editions import HIDING, NOT_PLAYED, with_mastery
from hazard.fivee.content.encounter import Encounter, Light
from hazard.fivee.content.words import Edition
from hazard.fivee.rules.caveats import Caveat

_WET_MELEE = ("dagger", "javelin", "shortsword", "spear", "trident")
_WET_RANGED = ("crossbow", "net", "javelin", "spear", "trident", "dart")


def under_edition(creature: Creature, edition: Edition) -> Creature:
    """Return the creature with what the edition makes of its actions."""
    actions = []
    for action in creature.actions:
        changed = action
        if action.standard == "hide" and not action.effects:
            changed = action.model_copy(update={"effects": (HIDING,), "who": "self"})
        if edition == "2024" and action.attack is not None and action.attack.mastery is not None:
            changed = with_mastery(changed, creature)
        actions.append(changed)
    if all(new is old for new, old in zip(actions, creature.actions, strict=True)):
        return creature
    return creature.model_copy(update={"actions": tuple(actions)})


def masteries_not_played(creature: Creature) -> Iterator[Caveat]:
    """Yield a caveat for each mastery property (rules of 2024) that is left out."""
    for action in creature.actions:
        if action.attack is not None and action.attack.mastery in NOT_PLAYED:
            mastery = action.attack.mastery
            yield Caveat("fivee.mastery_not_played", action=action.name, mastery=mastery)


def goes_well_under_water(action: Action, edition: Edition) -> tuple[bool, bool]:
    """Return whether a weapon does so, in melee and at range: by its name (2014), or piercing (2024)."""
    if action.attack is None:
        return False, False
    if edition == "2014":
        name = action.name.lower()
        return any(word in name for word in _WET_MELEE), any(word in name for word in _WET_RANGED)
    first = action.effects[0].damage if action.effects else None
    kinds = [kind for _, kind in parse(first).typed_parts()] if first else []
    return "piercing" in kinds[:1], False


def options_record(encounter: Encounter, edition: Edition) -> _core.FiveeOptions:
    """Return the rules of an encounter as a record."""
    record, options = _core.FiveeOptions(), encounter.options
    record.revised = edition == "2024"
    record.light = get_args(Light).index(encounter.light)
    record.underwater = encounter.underwater
    record.lair = encounter.lair
    record.flanking = options.flanking
    record.monsters_make_death_saves = options.monsters_make_death_saves
    record.party_dies_at_zero = options.party_dies_at_zero
    return record
