"""Content from TOML files: validated rows, with errors that name the place; every domain reads with it."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from hazard.game import GameError
from hazard.schema import all_of, problems_of

Model = TypeVar("Model", bound=BaseModel)
Row = TypeVar("Row")
MOST_BYTES = 16 * 1024 * 1024
SHIPPED = object()
"""The context of rows that come with hazard: a test rolls their dice, so that nobody has to wait for it."""


class ContentError(GameError):
    """Content that cannot be used: which file, which place in it, what was expected."""


def validated(model: type[Model], values: Any, place: str, context: object = None) -> Model:
    """Return ``values`` as a model, or say where they are wrong.

    >>> class Row(BaseModel):
    ...     id: str
    >>> validated(Row, {"id": 3}, "my.toml: row 0")
    Traceback (most recent call last):
    hazard.content.ContentError: my.toml: row 0: the entry id cannot be 3; expected text
    """
    try:
        return model.model_validate(values, context=context)
    except ValidationError as error:
        raise _misplaced(error, place, model) from None


def _misplaced(error: ValidationError, place: str, model: type[BaseModel]) -> ContentError:
    problem = all_of(problems_of(error, model))
    return ContentError("content.does_not_fit_schema", place=place, problem=problem)


def read_toml(file: Path | Traversable) -> dict[str, Any]:
    """Return what a TOML file holds.

    >>> read_toml(Path("nowhere.toml"))
    Traceback (most recent call last):
    hazard.content.ContentError: nowhere.toml: there is no such file
    """
    try:
        return tomllib.loads(read_text(file))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ContentError("content.not_toml", file=file, error=error) from None


def read_text(file: Path | Traversable) -> str:
    """Return the text of a file, if it is one and not too long.

    >>> read_text(Path("nowhere.json"))
    Traceback (most recent call last):
    hazard.content.ContentError: nowhere.json: there is no such file
    """
    try:
        return beginning(file).decode("utf-8-sig")  # some editors begin with a mark
    except FileNotFoundError:
        raise ContentError("content.no_such_file", file=file) from None
    except OSError as error:
        raise ContentError("content.file_cannot_be_read", file=file, reason=error.strerror) from None
    except UnicodeDecodeError as error:
        raise ContentError("content.not_utf8_text", file=file, place=error.start) from None


def beginning(file: Path | Traversable) -> bytes:
    """Return what a file holds, if that is not too much; of more, or of an endless one, no more is read."""
    with file.open("rb") as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ContentError("content.file_too_large", file=file, most=MOST_BYTES)
    return content


def standard_input(name: str = "standard input") -> str:
    """Return all of standard input, if that is not too much."""
    text = sys.stdin.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise ContentError("content.file_too_large", file=name, most=MOST_BYTES)
    return text.removeprefix("\ufeff")


def read_rows(file: Path | Traversable, table: str, model: type[Model]) -> list[Model]:
    """Return the rows ``[[table]]`` of a file."""
    return rows_of(read_toml(file), file, table, model)


def rows_of(
    content: Mapping[str, Any], file: Path | Traversable, table: str, model: type[Model]
) -> list[Model]:
    """Return the rows ``[[table]]`` of what was read from a file."""
    rows = content.get(table, [])
    if not isinstance(rows, list):
        raise ContentError("content.expected_tables", file=file, table=table, heading=table)
    found = []
    for number, row in enumerate(rows):
        try:
            found.append(model.model_validate(row))
        except ValidationError as error:
            raise _misplaced(error, f"{file}: {_label(table, number, row)}", model) from None
    return found


def _label(table: str, number: int, row: Any) -> str:
    name = row.get("id") or row.get("name") if isinstance(row, Mapping) else None
    return f"{table} {name!r}" if isinstance(name, str) else f"{table} {number}"


class Shelf(Mapping[str, Row], Generic[Row]):
    """Rows by name, each read and checked when it is asked for first; going over the values reads them all.

    >>> shelf = Shelf({"wolf": lambda: "grey", "owl": lambda: "brown"})
    >>> "wolf" in shelf, shelf["owl"], list(shelf), shelf.get("bat")
    (True, 'brown', ['wolf', 'owl'], None)
    """

    def __init__(self, readers: Mapping[str, Callable[[], Row]]) -> None:
        """Know the names, and how the row of each is read."""
        self._readers = readers
        self._read: dict[str, Row] = {}

    def __getitem__(self, name: str) -> Row:
        """Return a row; every time the same."""
        if name not in self._read:
            self._read.setdefault(name, self._readers[name]())
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is such a row; it is not read for that."""
        return name in self._readers

    def __iter__(self) -> Iterator[str]:
        """Go over the names, in the order of the files."""
        return iter(self._readers)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._readers)


def shelve(files: Iterable[Traversable], table: str, key: str, model: type[Model]) -> Shelf[Model]:
    """Return the rows ``[[table]]`` of our own files, by the first ``key = "..."`` of each, in lower case.

    Only the heads of the rows are looked for here, not TOML: one fight needs six creatures of hundreds. Each
    row begins with a line ``[[table]]``, and its key is on a line of its own; whatever people bring is read
    by :func:`read_rows`, which knows all of TOML.
    """
    head = re.compile(rf"^\[\[{table}\]\]$", re.MULTILINE)
    named = re.compile(rf'^{key} = "(.+)"$', re.MULTILINE)
    readers: dict[str, Callable[[], Model]] = {}
    for file in files:
        text = read_text(file)
        starts = [found.start() for found in head.finditer(text)]
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            name = named.search(text, start, end)
            if name is None:
                raise ContentError("content.table_has_no_name_line", file=file, table=table, key=key)
            readers[name[1].lower()] = partial(_read_row, text[start:end], f"{file}", table, model)
    return Shelf(readers)


def _read_row(text: str, file: str, table: str, model: type[Model]) -> Model:
    row = tomllib.loads(text)[table][0]
    return validated(model, row, f"{file}: {_label(table, 0, row)}", SHIPPED)
