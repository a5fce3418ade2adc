"""What the board games share: a board written as one line, its rows from the top with a slash between."""

from __future__ import annotations

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
