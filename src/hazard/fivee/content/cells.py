"""Cells by name, as on a chess board whose first row is the top one: the same in every language."""

from __future__ import annotations

import re


def cell_name(cell: tuple[int, int]) -> str:
    """Return a cell as on a chess board whose first row is the top one.

    >>> cell_name((0, 0)), cell_name((27, 4))
    ('a1', 'ab5')
    """
    x, y = cell
    return (chr(ord("a") + x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26) + str(y + 1)


def cell_of(name: str) -> tuple[int, int] | None:
    """Return the cell of a name such as ``c4``, or None.

    >>> cell_of("C4"), cell_of("ab5"), cell_of("4c")
    ((2, 3), (27, 4), None)
    """
    found = re.fullmatch(r"([a-z]{1,2})([0-9]{1,2})", name.strip().lower())
    if found is None or found[2] == "0":
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(found[2]) - 1
