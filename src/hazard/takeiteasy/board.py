"""The board of Take It Easy on paper: a line of text, a picture for the terminal, names of hexes and tiles.

Columns are ``a`` to ``e`` from the left, of 3, 4, 5, 4 and 3 hexes, numbered from the top: ``c3`` is the
middle. A tile is its three numbers: down the column (1, 5 or 9), falling to the right (2, 6 or 7), rising to
the right (3, 4 or 8). Each direction has numbers of its own, so that they may be written in any order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hazard.errors import HazardError
from hazard.game import GameError

HEIGHTS = (3, 4, 5, 4, 3)
HEXES = sum(HEIGHTS)
TILES = 27
NO_TILE = 27
NUMBERS = ((1, 5, 9), (2, 6, 7), (3, 4, 8))

HEX_NAMES = tuple(f"{'abcde'[column]}{row + 1}" for column in range(5) for row in range(HEIGHTS[column]))
TILE_NAMES = tuple(
    f"{down}{falls}{rises}" for down in (1, 5, 9) for falls in (2, 6, 7) for rises in (3, 4, 8)
)

_EXAMPLE = "'123 . ./. . . ./. . 964 . ./. . . ./. . . + 578'"


class Position(NamedTuple):
    """What lies on each hex, and the tile in the hand; tiles are numbers from 0 to 26, 27 for none."""

    tiles: tuple[int, ...]
    hand: int


def tile_number(name: str) -> int:
    """Return the number of a tile that is given by its three numbers, in any order.

    >>> TILE_NAMES[tile_number("164")], TILE_NAMES[tile_number("4-6-1")]
    ('164', '164')
    >>> tile_number("119")
    Traceback (most recent call last):
    hazard.game.GameError: there is no tile '119'; expected one each of 1 5 9, 2 6 7 and 3 4 8, as in '164'
    """
    digits = re.sub(r"[\s,;:-]", "", name)
    choices = [
        [kinds.index(int(d)) for d in digits if d in "123456789" and int(d) in kinds] for kinds in NUMBERS
    ]
    if len(digits) != 3 or any(len(found) != 1 for found in choices):
        raise GameError("takeiteasy.no_such_tile", name=name[:40])
    return 9 * choices[0][0] + 3 * choices[1][0] + choices[2][0]


def hex_number(name: str) -> int:
    """Return the number of a hex: ``a1`` is 0, ``e3`` is 18.

    >>> hex_number("c3")
    9
    """
    if name.strip().lower() not in HEX_NAMES:
        raise GameError("takeiteasy.no_such_hex", name=name[:40])
    return HEX_NAMES.index(name.strip().lower())


def read_board(text: str) -> Position:
    """Read a board: its columns from the left, each from its top, ``.`` for an empty hex, and ``+ tile``.

    >>> position = read_board("123 . ./. . . ./. . 964 . ./. . . ./. . . + 578")
    >>> [(HEX_NAMES[hex], TILE_NAMES[tile]) for hex, tile in enumerate(position.tiles) if tile != NO_TILE]
    [('a1', '123'), ('c3', '964')]
    >>> TILE_NAMES[position.hand]
    '578'
    """
    board, plus, drawn = text.partition("+")
    columns = [column.split() for column in board.strip().split("/")]
    found = [len(column) for column in columns]
    if found != list(HEIGHTS):
        hexes = HazardError("takeiteasy.hexes_in_columns", count=sum(found), columns=found)
        raise GameError(
            "takeiteasy.board_of_wrong_shape", text=_short(text), hexes=hexes, count=HEXES, example=_EXAMPLE
        )
    tiles: list[int] = []
    for sign in (sign for column in columns for sign in column):
        where = f"{HEX_NAMES[len(tiles)]} of the board {_short(text)}"
        tiles.append(NO_TILE if sign in (".", "-") else _tile_on(sign, where))
    if plus and not drawn.strip():
        raise GameError("takeiteasy.no_tile_after_plus", text=_short(text))
    hand = _tile_on(drawn, f"the hand of the board {_short(text)}") if plus else NO_TILE
    _refuse_twins(tiles, hand, text)
    return Position(tuple(tiles), hand)


def write_board(tiles: Sequence[int], hand: int = NO_TILE) -> str:
    """Return the text that :func:`read_board` reads.

    >>> write_board(read_board(". . 461/. . . ./. . . . ./. . . ./. . .").tiles, hand=26)
    '. . 164/. . . ./. . . . ./. . . ./. . . + 978'
    """
    signs = [TILE_NAMES[tile] if tile != NO_TILE else "." for tile in tiles]
    columns, start = [], 0
    for height in HEIGHTS:
        columns.append(" ".join(signs[start : start + height]))
        start += height
    return "/".join(columns) + (f" + {TILE_NAMES[hand]}" if hand != NO_TILE else "")


def draw_board(tiles: Sequence[int], said: Mapping[int, str] | None = None) -> str:
    """Draw the board for a terminal; an empty hex shows what is ``said`` of it, or its name.

    >>> print(draw_board(read_board("123 . ./. . . ./. . 964 . ./. . . ./. . .").tiles, {0: "x", 1: "+12.5"}))
                     c1
              b1            d1
      123            c2            e1
              b2            d2
     +12.5          964            e2
              b3            d3
       a3            c4            e3
              b4            d4
                     c5
    """
    rows = [[""] * 5 for _ in range(9)]
    number = 0
    for column, height in enumerate(HEIGHTS):
        for row in range(height):
            sign = (said or {}).get(number, HEX_NAMES[number])
            rows[2 * row + 5 - height][column] = (
                TILE_NAMES[tiles[number]] if tiles[number] != NO_TILE else sign
            )
            number += 1
    return "\n".join("".join(cell.center(7) for cell in row).rstrip() for row in rows)


def _tile_on(sign: str, where: str) -> int:
    try:
        return tile_number(sign.strip())
    except GameError as error:
        raise GameError("takeiteasy.error_on_board", where=where, error=error) from None


def _refuse_twins(tiles: Sequence[int], hand: int, text: str) -> None:
    seen: dict[int, object] = {}
    for place, tile in [*zip(HEX_NAMES, tiles, strict=True), (HazardError("takeiteasy.in_the_hand"), hand)]:
        if tile == NO_TILE:
            continue
        if tile in seen:
            raise GameError(
                "takeiteasy.tile_twice_on_board",
                tile=TILE_NAMES[tile],
                place=seen[tile],
                other=place,
                text=_short(text),
            )
        seen[tile] = place
    if hand != NO_TILE and NO_TILE not in tiles:
        raise GameError("takeiteasy.full_board_with_hand", text=_short(text))


def _short(text: str) -> str:
    return repr(text if len(text) <= 100 else text[:97] + "...")
