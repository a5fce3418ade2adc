"""Reading content from TOML: creatures, spells and encounters, with errors that name the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from hazard.content import ContentError, Shelf, read_toml, rows_of, shelve, validated
from hazard.fivee.content.actions import Spell
from hazard.fivee.content.character import Character
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter

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
    """Return the creatures of a file, by id: rows ``[[creature]]``, and ``[[character]]`` built."""
    rows = read_toml(file)
    found = {creature.id: creature for creature in rows_of(rows, file, "creature", Creature)}
    characters = rows_of(rows, file, "character", Character)
    if characters:
        from hazard.fivee.characters.build import build

        found |= {(made := build(row, f"{file}: character {row.name!r}")).id: made for row in characters}
    if not found:
        raise ContentError("fivee.no_creatures_in_file", file=file)
    return found


def read_encounter(file: Path | Traversable) -> Encounter:
    """Return the encounter that a file describes."""
    return validated(Encounter, read_toml(file), str(file))


@cache
def bestiary() -> Mapping[str, Creature]:
    """Return the creatures and characters that come with hazard, by id; each is read when it is asked for.

    >>> bestiary()["wolf"].armor_class
    13
    """
    written = shelve([*_shipped("bestiary"), *_shipped("characters")], "creature", "id", Creature)
    told = shelve(_shipped("party"), "character", "id", Character)
    readers: dict[str, Callable[[], Creature]] = {
        name: partial(written.__getitem__, name) for name in written
    }
    return Shelf(readers | {name: partial(_built, told, name) for name in told})


def _built(shelf: Mapping[str, Character], name: str) -> Creature:
    from hazard.fivee.characters.build import build

    return build(shelf[name])


@cache
def spells() -> Mapping[str, Spell]:
    """Return the spells that come with hazard, by name in lower case; each is read when it is asked for.

    >>> spells()["fireball"].level
    3
    """
    return shelve(_shipped("spells"), "spell", "name", Spell)


@cache
def encounters() -> Mapping[str, Encounter]:
    """Return the example encounters, by the name of their file; each is read when it is asked for."""
    files = _shipped("encounters")
    return Shelf({file.name.removesuffix(".toml"): partial(read_encounter, file) for file in files})


def _shipped(folder: str) -> list[Traversable]:
    place = resources.files("hazard.fivee") / "content" / folder
    if not place.is_dir():
        return []
    return sorted((file for file in place.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
