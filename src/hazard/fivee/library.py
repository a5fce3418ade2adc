"""Reading content from TOML: creatures, spells and encounters, with errors that name the place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hazard.fivee.actions import Spell
from hazard.fivee.creature import Creature
from hazard.fivee.encounter import Encounter
from hazard.game import GameError

Model = TypeVar("Model", bound=BaseModel)
MOST_BYTES = 16 * 1024 * 1024


class ContentError(GameError):
    """Content that cannot be used: which file, which place in it, what was expected."""


def validated(model: type[Model], values: Any, place: str) -> Model:
    """Return ``values`` as a model, or say where they are wrong.

    >>> validated(Encounter, {"name": "Nothing", "map": [], "combatants": []}, "my.toml")
    Traceback (most recent call last):
    hazard.fivee.library.ContentError: my.toml: the map is empty; expected rows of '.', '#' and '~'
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise ContentError("\n".join(_sentences(error, place))) from None


def _sentences(error: ValidationError, place: str) -> Iterable[str]:
    for problem in error.errors():
        where = ".".join(str(step) for step in problem["loc"])
        found = problem["input"]
        what = problem["msg"].removeprefix("Value error, ")
        shown = f" (found {found!r})" if isinstance(found, str | int | float | bool) else ""
        yield f"{place}: {where + ': ' if where else ''}{what}{shown}"


def read_toml(file: Path | Traversable) -> dict[str, Any]:
    """Return what a TOML file holds.

    >>> read_toml(Path("nowhere.toml"))
    Traceback (most recent call last):
    hazard.fivee.library.ContentError: nowhere.toml: there is no such file
    """
    try:
        content = file.read_bytes()
        if len(content) > MOST_BYTES:
            raise ContentError(f"{file}: {len(content):,} bytes; at most {MOST_BYTES:,} are read")
        return tomllib.loads(content.decode())
    except FileNotFoundError:
        raise ContentError(f"{file}: there is no such file") from None
    except OSError as error:
        raise ContentError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise ContentError(f"{file}: byte {error.start} is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ContentError(f"{file}: not TOML: {error}") from None


def read_creatures(file: Path | Traversable) -> dict[str, Creature]:
    """Return the creatures of a file, by id."""
    return {creature.id: creature for creature in _rows(file, "creature", Creature)}


def _rows(file: Path | Traversable, table: str, model: type[Model]) -> list[Model]:
    content = read_toml(file)
    rows = content.get(table, [])
    if not isinstance(rows, list):
        raise ContentError(f"{file}: {table}: expected tables [[{table}]]")
    return [validated(model, row, f"{file}: {_label(table, number, row)}") for number, row in enumerate(rows)]


def _label(table: str, number: int, row: Any) -> str:
    name = row.get("id") or row.get("name") if isinstance(row, Mapping) else None
    return f"{table} {name!r}" if isinstance(name, str) else f"{table} {number}"


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
    rows = [spell for file in _shipped("spells") for spell in _rows(file, "spell", Spell)]
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
