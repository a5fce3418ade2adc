"""Boards of Take It Easy as pictures for a convolutional network, many at a time.

The nineteen hexes lie on a grid of five by five: the column, and the line that falls to the right. A hex and
its six neighbours are then three by three places without two corners:

    x x .
    x o x
    . x x
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

HEXES, TILES, SIDE = 19, 27, 5
NO_TILE = TILES
PLANES = 29
"""On the board, empty, nine numbers lying there, nine in the hand, nine still to be drawn."""

NUMBERS: Ints = np.array([[1, 5, 9], [2, 6, 7], [3, 4, 8]])
DIGITS: Ints = np.array([[t // 9, t // 3 % 3, t % 3] for t in range(TILES)])
"""Which of its direction's three numbers each tile has, by direction."""


def _lines() -> Ints:
    lines = []
    for column, height in enumerate((3, 4, 5, 4, 3)):
        for row in range(height):
            halves = 2 * row + SIDE - height  # from the top, in half hexes
            lines.append((column, SIDE + (halves - column + 2) // 2, 2 * SIDE + (halves + column - 2) // 2))
    return np.array(lines)


LINES: Ints = _lines()
"""The three lines of each hex."""
LENGTHS: Ints = np.bincount(LINES.ravel())
PLACES: Ints = LINES[:, 0] * SIDE + LINES[:, 1] - SIDE
"""Where each hex lies on the grid of five by five."""

_ONES: Floats = np.zeros((TILES + 1, 9), np.float32)
_ONES[np.arange(TILES)[:, None], DIGITS + 3 * np.arange(3)] = 1.0
_ON_LINE: Floats = np.zeros((15, HEXES), np.float32)
_ON_LINE[LINES.ravel(), np.repeat(np.arange(HEXES), 3)] = 1.0


def planes_of(tiles: Ints, hands: Ints) -> Floats:
    """Return the pictures of boards: ``tiles`` by hex (27 for none) and the tiles in the hand.

    >>> planes_of(np.full((2, 19), 27), np.array([27, 0])).shape
    (2, 29, 5, 5)
    """
    count = len(tiles)
    planes = np.zeros((count, PLANES, SIDE * SIDE), np.float32)
    planes[:, 0, PLACES] = 1.0
    planes[:, 1, PLACES] = tiles == NO_TILE
    planes[:, 2:11, PLACES] = _ONES[tiles].transpose(0, 2, 1)
    hand = _ONES[hands]
    left = (9.0 - _ONES[tiles].sum(axis=1) - hand) / 9.0
    planes[:, 11:20] = hand[:, :, None]
    planes[:, 20:29] = left[:, :, None]
    return planes.reshape(count, PLANES, SIDE, SIDE)


def points_of(tiles: Ints, hands: Ints) -> Floats:
    """Return what placing the tile in the hand pays on each hex; meaningless where a tile lies.

    >>> boards = np.full((1, 19), 27)
    >>> boards[0, :2] = 0, 4  # 123 and 164 down the first column
    >>> float(points_of(boards, np.array([8]))[0, 2])  # and 178
    3.0
    """
    lying = _ONES[tiles].reshape(len(tiles), HEXES, 3, 3)
    of_line = np.einsum("lh,bhdn->bldn", _ON_LINE, lying)
    points = np.zeros((len(tiles), HEXES), np.float32)
    for direction in range(3):
        digits = DIGITS[hands, direction]
        lines = LINES[:, direction]
        alike = of_line[np.arange(len(tiles))[:, None], lines, direction, digits[:, None]]
        pays = NUMBERS[direction][digits][:, None] * LENGTHS[lines]
        points += np.where(alike == LENGTHS[lines] - 1, pays, 0).astype(np.float32)
    return points


def boards_of(states: Any) -> tuple[Ints, Ints]:
    """Return the tiles and the hands of states of the compiled game."""
    return (
        np.array([state.tiles for state in states], np.int64).reshape(-1, HEXES),
        np.array([state.hand for state in states], np.int64),
    )
