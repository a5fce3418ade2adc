"""Reading content from TOML, with errors that name the place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hazard.game import GameError
from hazard.spire.monster_rows import EncounterRow, MonsterRow
from hazard.spire.schema import CardRow, PotionRow, PowerRow, RelicRow

Model = TypeVar("Model", bound=BaseModel)


class ContentError(GameError):
    """Content that cannot be used: which file, which place in it, what was expected."""


@dataclass(frozen=True)
class Library:
    """All rows, in the order of their files."""

    cards: list[CardRow]
    powers: list[PowerRow]
    relics: list[RelicRow]
    potions: list[PotionRow]
    monsters: list[MonsterRow]
    encounters: list[EncounterRow]


def validated(model: type[Model], values: Any, place: str) -> Model:
    """Return ``values`` as a model, or say where they are wrong.

    >>> validated(PowerRow, {"id": "Strength", "name": "Strength"}, "my.toml: power 'Strength'")
    Traceback (most recent call last):
    hazard.spire.library.ContentError: my.toml: power 'Strength': rule: Field required
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
    hazard.spire.library.ContentError: nowhere.toml: there is no such file
    """
    try:
        return tomllib.loads(file.read_bytes().decode())
    except FileNotFoundError:
        raise ContentError(f"{file}: there is no such file") from None
    except OSError as error:
        raise ContentError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise ContentError(f"{file}: byte {error.start} is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ContentError(f"{file}: not TOML: {error}") from None


def read_rows(file: Path | Traversable, table: str, model: type[Model]) -> list[Model]:
    """Return the rows ``[[table]]`` of a file."""
    rows = read_toml(file).get(table, [])
    if not isinstance(rows, list):
        raise ContentError(f"{file}: {table}: expected tables [[{table}]]")
    return [validated(model, row, f"{file}: {_label(table, i, row)}") for i, row in enumerate(rows)]


def _label(table: str, number: int, row: Any) -> str:
    name = row.get("id") if isinstance(row, Mapping) else None
    return f"{table} {name!r}" if isinstance(name, str) else f"{table} {number}"


@cache
def shipped() -> Library:
    """Return the content that comes with hazard.

    >>> shipped().cards[0].id
    'Strike_R'
    """
    return Library(
        cards=_all("cards", "card", CardRow),
        powers=_all("powers.toml", "power", PowerRow),
        relics=_all("relics.toml", "relic", RelicRow),
        potions=_all("potions.toml", "potion", PotionRow),
        monsters=_all("monsters", "monster", MonsterRow),
        encounters=_all("encounters.toml", "encounter", EncounterRow),
    )


def _all(name: str, table: str, model: type[Model]) -> list[Model]:
    place = resources.files("hazard.spire") / "content" / name
    if place.is_dir():
        files = sorted((f for f in place.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    else:
        files = [place] if place.is_file() else []
    return [row for file in files for row in read_rows(file, table, model)]
