"""Content from TOML files: validated rows, with errors that name the place; every domain reads with it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hazard.game import GameError

Model = TypeVar("Model", bound=BaseModel)
MOST_BYTES = 16 * 1024 * 1024


class ContentError(GameError):
    """Content that cannot be used: which file, which place in it, what was expected."""


def validated(model: type[Model], values: Any, place: str) -> Model:
    """Return ``values`` as a model, or say where they are wrong.

    >>> class Row(BaseModel):
    ...     id: str
    >>> validated(Row, {"id": 3}, "my.toml: row 0")
    Traceback (most recent call last):
    hazard.content.ContentError: my.toml: row 0: id: Input should be a valid string (found 3)
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise ContentError("; ".join(_sentences(error, place))) from None


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
    hazard.content.ContentError: nowhere.toml: there is no such file
    """
    try:
        return tomllib.loads(read_text(file))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ContentError(f"{file}: not TOML: {error}") from None


def read_text(file: Path | Traversable) -> str:
    """Return the text of a file, if it is one and not too long.

    >>> read_text(Path("nowhere.json"))
    Traceback (most recent call last):
    hazard.content.ContentError: nowhere.json: there is no such file
    """
    try:
        content = file.read_bytes()
        if len(content) > MOST_BYTES:
            raise ContentError(f"{file}: {len(content):,} bytes; at most {MOST_BYTES:,} are read")
        return content.decode()
    except FileNotFoundError:
        raise ContentError(f"{file}: there is no such file") from None
    except OSError as error:
        raise ContentError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise ContentError(f"{file}: byte {error.start} is not UTF-8 text") from None


def read_rows(file: Path | Traversable, table: str, model: type[Model]) -> list[Model]:
    """Return the rows ``[[table]]`` of a file."""
    rows = read_toml(file).get(table, [])
    if not isinstance(rows, list):
        raise ContentError(f"{file}: {table}: expected tables [[{table}]]")
    return [validated(model, row, f"{file}: {_label(table, number, row)}") for number, row in enumerate(rows)]


def _label(table: str, number: int, row: Any) -> str:
    name = row.get("id") or row.get("name") if isinstance(row, Mapping) else None
    return f"{table} {name!r}" if isinstance(name, str) else f"{table} {number}"
