"""Tic-tac-toe: three in a row on a board of nine."""

from __future__ import annotations

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.errors import HazardError
from hazard.game import State
from hazard.games.boards.board import check_turns, read_rows

TicTacToeState = _core.TicTacToeState
TicTacToeCell = _core.TicTacToeCell


class TicTacToe(CompiledGame[TicTacToeState, TicTacToeCell]):
    """Three in a row wins; MAX plays x and moves first. The value is 1 for x, -1 for o, 0 for a draw.

    >>> game = TicTacToe()
    >>> state = game.parse("xox/.o./..x")
    >>> [game.describe(state, cell) for cell in game.actions(state)]
    ['a2', 'c2', 'a3', 'b3']
    >>> game.parse_move(state, "c2")
    TicTacToeCell(column=2, row=1)
    >>> print(game.picture(game.parse("xox/.o./..x")))
      a b c
    1 x o x
    2 . o .
    3 . . x
    """

    _engine_type = _core.TicTacToeEngine

    def __init__(self) -> None:
        """Build the game; there is nothing to choose."""
        self._core = _core.TicTacToe()

    def parse(self, text: str) -> TicTacToeState:
        """Read the three rows from the top, for example ``"xox/.o./..x"``; x moves first.

        >>> TicTacToe().text(TicTacToe().parse("x../.../..."))
        'x../.../...'
        """
        cells = "".join(read_rows(text, "tic-tac-toe", rows=3, columns=3, signs="xo."))
        crosses, noughts = (sum(1 << i for i, sign in enumerate(cells) if sign == player) for player in "xo")
        check_turns(
            text, crosses, noughts, wins=self._core.has_line, line=HazardError("boards.line_of_three")
        )
        return TicTacToeState(crosses, noughts)

    def describe(self, state: TicTacToeState, move: TicTacToeCell, language: str = "en") -> str:
        """Return the name of a cell, such as ``a1``."""
        from hazard.games.boards.words import cell

        return cell(move)

    def picture(self, state: State) -> str:
        """Draw the board, with the letters and numbers that name its cells."""
        rows = self.text(state).split("/")
        return "\n".join(["  a b c", *(f"{number} {' '.join(row)}" for number, row in enumerate(rows, 1))])
