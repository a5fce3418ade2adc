"""What the board games share: a board written as one line of rows, and players x and o who take turns."""

from __future__ import annotations

from collections.abc import Callable

from hazard.game import GameError


def read_rows(text: str, game: str, *, rows: int, columns: int, signs: str) -> list[str]:
    """Split ``text`` into its rows and check their number, their length and every sign in them.

    >>> read_rows("x.o/.x./..o", "tic-tac-toe", rows=3, columns=3, signs="xo.")
    ['x.o', '.x.', '..o']
    """
    found = text.strip().split("/")
    if len(found) != rows or any(len(row) != columns for row in found):
        shape = " + ".join(str(len(row)) for row in found)
        raise GameError(
            f"cannot read the {game} board {text!r}: its rows have {shape} cells; "
            f"expected {rows} rows of {columns}, with '/' between them"
        )
    for row in found:
        for sign in row:
            if sign not in signs:
                known = " ".join(signs)
                raise GameError(f"unknown sign {sign!r} in the {game} board {text!r}; expected only {known}")
    return found


def check_turns(text: str, crosses: int, noughts: int, *, wins: Callable[[int], bool], line: str) -> None:
    """Refuse stones, one bit for each, that x and o in turn cannot have placed, or placed after a win.

    >>> check_turns("x.x/.../...", 0b101, 0b0, wins=lambda stones: False, line="a line of three")
    Traceback (most recent call last):
    hazard.game.GameError: 'x.x/.../...' has 2 x and 0 o; expected as many, or one x more: x moves first
    """
    lead = crosses.bit_count() - noughts.bit_count()
    if lead not in (0, 1):
        raise GameError(
            f"{text!r} has {crosses.bit_count()} x and {noughts.bit_count()} o; "
            "expected as many, or one x more: x moves first"
        )
    if wins(noughts if lead else crosses):
        raise GameError(f"play went on in {text!r} after {line}; expected the game to end there")
