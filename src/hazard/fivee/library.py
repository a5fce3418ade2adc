"""Reading content from TOML: creatures, spells and encounters, with errors that name the place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from hazard.content import ContentError, read_rows, read_toml, validated
from hazard.fivee.actions import Spell
from hazard.fivee.creature import Creature
from hazard.fivee.encounter import Encounter

__all__ = [
    "ContentError",
    "bestiary",
    "encounters",
    "read_creatures",
    "read_encounter",
    "read_toml",
    "spells",
    "validated",
]


def read_creatures(file: Path | Traversable) -> dict[str, Creature]:
    """Return the creatures of a file, by id."""
    return {creature.id: creature for creature in read_rows(file, "creature", Creature)}


def read_encounter(file: Path | Traversable) -> Encounter:
    """Return the encounter that a file describes."""
    return validated(Encounter, read_toml(file), str(file))


@cache
def bestiary() -> Mapping[str, Creature]:
    """Return the creatures and characters that come with hazard, by id.

    >>> bestiary()["wolf"].armor_class
    13
    """
    found: dict[str, Creature] = {}
    for file in _shipped("bestiary") + _shipped("characters"):
        found.update(read_creatures(file))
    return found


@cache
def spells() -> Mapping[str, Spell]:
    """Return the spells that come with hazard, by name in lower case.

    >>> spells()["fireball"].level
    3
    """
    rows = [spell for file in _shipped("spells") for spell in read_rows(file, "spell", Spell)]
    return {spell.action.name.lower(): spell for spell in rows}


@cache
def encounters() -> Mapping[str, Encounter]:
    """Return the example encounters, by the name of their file."""
    return {file.name.removesuffix(".toml"): read_encounter(file) for file in _shipped("encounters")}


def _shipped(folder: str) -> list[Traversable]:
    place = resources.files("hazard.fivee") / "content" / folder
    if not place.is_dir():
        return []
    return sorted((file for file in place.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
