"""The score sheet: what each of the fifteen lines of a board pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hazard.takeiteasy.board import HEIGHTS, NO_TILE, TILE_NAMES


class Line(NamedTuple):
    """A line of a board."""

    direction: int
    """0: down, as the first number of a tile; 1: down to the right, as the second; 2: up to the right."""
    hexes: tuple[int, ...]


def _lines() -> tuple[Line, ...]:
    """Return all lines. A hex of column q and row r from the middle is on lines q, r and q + r."""
    found: dict[tuple[int, int], list[int]] = {}
    number = 0
    for column, height in enumerate(HEIGHTS):
        q = column - 2
        for place in range(height):
            r = place + max(-2, -2 - q)
            for direction, line in enumerate((q, r, q + r)):
                found.setdefault((direction, line), []).append(number)
            number += 1
    return tuple(Line(direction, tuple(hexes)) for (direction, _), hexes in sorted(found.items()))


LINES = _lines()


def line_points(tiles: Sequence[int], line: Line) -> int | None:
    """Return what a line pays: its number for each of its tiles, 0 if they differ, None while it is open.

    >>> line_points([NO_TILE] * 19, LINES[0]) is None
    True
    """
    laid = [tiles[number] for number in line.hexes]
    if NO_TILE in laid:
        return None
    numbers = {int(TILE_NAMES[tile][line.direction]) for tile in laid}
    return numbers.pop() * len(laid) if len(numbers) == 1 else 0
