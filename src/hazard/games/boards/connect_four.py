"""Connect four: drop stones into seven columns; four in a row wins."""

from __future__ import annotations

import re

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.errors import HazardError
from hazard.game import GameError, State
from hazard.games.boards.board import check_turns, read_rows

ConnectFourState = _core.ConnectFourState
ConnectFourDrop = _core.ConnectFourDrop

_COLUMNS = "abcdefg"


class ConnectFour(CompiledGame[ConnectFourState, ConnectFourDrop]):
    """Four in a row wins; MAX plays x and moves first. The value is 1 for x, -1 for o, 0 for a full board.

    >>> game = ConnectFour()
    >>> print(game.picture(game.parse("dedc")))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . o x o . .
    a b c d e f g
    """

    _engine_type = _core.ConnectFourEngine

    def __init__(self) -> None:
        """Build the game; there is nothing to choose."""
        self._core = _core.ConnectFour()

    def parse(self, text: str) -> ConnectFourState:
        """Read the six rows from the top, or the columns played since the start, for example ``"ddec"``.

        >>> ConnectFour().text(ConnectFour().parse("ddec"))
        '......./......./......./......./...o.../..oxx..'
        """
        if re.fullmatch(r"\s*[a-g]+\s*", text):
            return self._play(text.strip())
        rows = read_rows(text, "connect four", rows=6, columns=7, signs="xo.")
        columns = ["".join(column[::-1]).rstrip(".") for column in zip(*rows, strict=True)]
        for name, column in zip(_COLUMNS, columns, strict=True):
            if "." in column:
                raise GameError("boards.stone_above_empty_cell", column=name, text=text)
        crosses, noughts = _stones(columns, "x"), _stones(columns, "o")
        check_turns(
            text, crosses, noughts, wins=self._core.has_four, line=HazardError("boards.four_in_a_row")
        )
        return ConnectFourState(crosses, noughts)

    def _play(self, columns: str) -> ConnectFourState:
        state: ConnectFourState = self.start()
        for number, column in enumerate(columns):
            legal, drop = self.actions(state), ConnectFourDrop(_COLUMNS.index(column))
            if drop not in legal:
                over = HazardError("boards.over_by_then")
                known = [_COLUMNS[one.column] for one in legal]
                why = HazardError("boards.expected_one_of", known=known) if legal else over
                raise GameError(
                    "boards.column_not_playable", number=number + 1, text=columns, column=column, why=why
                )
            state = self.apply(state, drop)
        return state

    def describe(self, state: ConnectFourState, move: ConnectFourDrop, language: str = "en") -> str:
        """Return the letter of a column."""
        from hazard.games.boards.words import column

        return column(move)

    def picture(self, state: State) -> str:
        """Draw the board above the letters of its columns."""
        rows = [*self.text(state).split("/"), _COLUMNS]
        return "\n".join(" ".join(row) for row in rows)


def _stones(columns: list[str], player: str) -> int:
    """One bit for each stone: seven bits to a column, from the bottom up."""
    cells = ((7 * i + j, sign) for i, column in enumerate(columns) for j, sign in enumerate(column))
    return sum(1 << cell for cell, sign in cells if sign == player)
