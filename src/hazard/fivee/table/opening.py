"""Opening a fight by what a person types: an example's name, an encounter file, or a state file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from hazard.errors import meant
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import ContentError, encounters, read_creatures, read_encounter
from hazard.fivee.rules.fight import Fight, FightState


def own_creatures(files: Iterable[Path]) -> dict[str, Creature]:
    """Return the creatures and characters of files, by id; of two with the same id the later one's."""
    found: dict[str, Creature] = {}
    for file in files:
        found.update(read_creatures(file))
    return found


def open_fight(source: str, seed: int = 0, creature_files: Sequence[Path] = ()) -> tuple[Fight, FightState]:
    """Return the fight that ``source`` names, and the moment it is in.

    >>> fight, state = open_fight("goblin-ambush", seed=1)
    >>> fight.encounter.name, state.round
    ('Goblin ambush', 1)
    >>> open_fight("goblin-ambusch")
    Traceback (most recent call last):
    hazard.content.ContentError: there is no encounter 'goblin-ambusch'; did you mean goblin-ambush? Expected a .toml file, a .json state or one of bandits-toll, cult-ritual, dragon-lair, goblin-ambush, hobgoblin-phalanx, many-eyed-tyrant, ogre-bridge, troll-cave, undead-crypt, wolves-in-a-blizzard
    """  # noqa: E501
    creatures = own_creatures(creature_files)
    if source.lower().endswith(".json"):
        from hazard.fivee.rules.states import load_state

        return load_state(Path(source))
    if source in encounters():
        encounter = encounters()[source]
    elif source.lower().endswith(".toml"):
        encounter = read_encounter(Path(source))
    else:
        raise ContentError(
            "fivee.no_such_encounter_2",
            found=source,
            hint=meant(source, encounters()),
            known=list(encounters()),
        )
    fight = Fight(encounter, creatures, seed=seed)
    return fight, fight.start
