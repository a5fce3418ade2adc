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
            "boards.rows_have_wrong_shape", game=game, text=text, shape=shape, rows=rows, columns=columns
        )
    for row in found:
        for sign in row:
            if sign not in signs:
                known = " ".join(signs)
                raise GameError("boards.unknown_sign", sign=sign, game=game, text=text, known=known)
    return found


def check_turns(text: str, crosses: int, noughts: int, *, wins: Callable[[int], bool], line: object) -> None:
    """Refuse stones, one bit for each, that x and o in turn cannot have placed, or placed after a win.

    >>> check_turns("x.x/.../...", 0b101, 0b0, wins=lambda stones: False, line="a line of three")
    Traceback (most recent call last):
    hazard.game.GameError: 'x.x/.../...' has 2 x and 0 o; expected as many, or one x more: x moves first
    """
    lead = crosses.bit_count() - noughts.bit_count()
    if lead not in (0, 1):
        raise GameError(
            "boards.stone_counts_differ", text=text, crosses=crosses.bit_count(), noughts=noughts.bit_count()
        )
    if wins(noughts if lead else crosses):
        raise GameError("boards.play_after_win", text=text, line=line)
