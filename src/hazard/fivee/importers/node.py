"""A value from somebody's file together with its place, so that every error can name it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hazard.content import beginning
from hazard.fivee.content.library import ContentError


class Node:
    """A value and where it stands.

    >>> wolf = Node({"name": "Wolf", "hp": {"average": 11}}, "wolf.json")
    >>> wolf["hp"]["average"].integer()
    11
    >>> wolf["name"].integer()
    Traceback (most recent call last):
    hazard.content.ContentError: wolf.json: name: expected a whole number, found 'Wolf'
    """

    def __init__(self, value: Any, file: str, path: str = "") -> None:
        """Put ``value`` at ``path`` of ``file``."""
        self.value, self.file, self.path = value, file, path

    @property
    def place(self) -> str:
        """File and path, as an error names them."""
        return f"{self.file}: {self.path}" if self.path else self.file

    def wrong(self, expected: str) -> ContentError:
        """Return the error to raise."""
        found = (
            repr(self.value)
            if isinstance(self.value, str | int | float | bool)
            else type(self.value).__name__
        )
        found = "nothing" if self.value is None else found
        shown = found if len(found) < 80 else found[:77] + "..."
        return ContentError("fivee.not_as_expected", place=self.place, expected=expected, found=shown)

    def __getitem__(self, key: str) -> Node:
        """Return what a table has under ``key``; nothing where there is no table or no such key."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return Node(value, self.file, f"{self.path}.{key}" if self.path else key)

    def __bool__(self) -> bool:
        """Whether anything is there."""
        return self.value is not None

    def __iter__(self) -> Iterator[Node]:
        """Go through a list; nothing is an empty one."""
        if self.value is None:
            return
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        for number, value in enumerate(self.value):
            yield Node(value, self.file, f"{self.path}[{number}]")

    def table(self) -> dict[str, Node]:
        """Return the entries of a table; nothing is an empty one."""
        if self.value is None:
            return {}
        if not isinstance(self.value, dict):
            raise self.wrong("a table")
        return {  # YAML reads some keys as numbers
            str(key): Node(value, self.file, f"{self.path}.{key}" if self.path else str(key))
            for key, value in self.value.items()
        }

    def text(self, default: str | None = None) -> str:
        """Return a text."""
        if self.value is None and default is not None:
            return default
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value.encode("utf-8", "replace").decode()  # halves of characters cannot be written

    def integer(self, default: int | None = None) -> int:
        """Return a whole number; ``"+5"`` is one too."""
        value = self.value
        if (value is None or value == "") and default is not None:
            return default
        if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,9}\s*", value):
            return int(value)
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1_000_000_000:
            raise self.wrong("a whole number")
        return value

    def known(self) -> int | None:
        """Return a whole number, or ``None`` where there is none."""
        return self.integer(0) if self.value not in (None, "") else None


def read_text(file: Path) -> str:
    """Return the text of a file, or say what is wrong with the file."""
    try:
        content = beginning(file)
    except FileNotFoundError:
        raise ContentError("fivee.no_such_file", file=file) from None
    except ContentError:
        raise
    except (OSError, ValueError) as error:
        raise ContentError(
            "fivee.file_unreadable", file=file, error=getattr(error, "strerror", None) or error
        ) from None
    kind = next((kind for begins, kind in _NO_TEXT if content.startswith(begins)), None)
    if kind is not None:
        raise ContentError("fivee.file_without_text", file=file, kind=kind)
    return _decoded(content, file)


_NO_TEXT = (
    (b"%PDF", "PDF"), (b"PK\x03\x04", "ZIP"), (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"), (b"\x1f\x8b", "GZIP"), (b"7z\xbc\xaf", "7Z"), (b"Rar!", "RAR"),
    (b"\xd0\xcf\x11\xe0", "DOC"), (b"{\\rtf", "RTF"),
    (b"SQLite format 3", "SQLite"),
)  # fmt: skip
"""How files begin that hold no plain text; documents of today's office programs are ZIP."""
_NEVER_IN_TEXT = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def _decoded(content: bytes, file: Path) -> str:
    """Return text in UTF-8, or as Windows writes it: UTF-16 with its mark, or its Western letters."""
    try:
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return content.decode("utf-16")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if _NEVER_IN_TEXT.search(content) is None:
            try:
                return content.decode("cp1252")
            except UnicodeDecodeError:
                pass
        raise ContentError("fivee.file_not_utf8", file=file, place=error.start) from None


def parse_json(text: str, name: str) -> Node:
    """Return what a JSON text holds."""
    try:
        return Node(json.loads(text), name)
    except json.JSONDecodeError as error:
        raise ContentError(
            "fivee.not_json_at_place", file=name, line=error.lineno, column=error.colno, problem=error.msg
        ) from None
    except (RecursionError, ValueError) as error:
        raise ContentError("fivee.json_unreadable", file=name, error=str(error)[:100]) from None
