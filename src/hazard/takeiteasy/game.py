"""Take It Easy: nineteen tiles, drawn one by one, and a hex for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError, State
from hazard.takeiteasy.board import HEX_NAMES, TILE_NAMES, draw_board, read_board

TakeItEasyState = _core.TakeItEasyState
Placement = _core.TakeItEasyPlacement
"""Where the tile in the hand is put: the number of a hex."""
Draw = _core.TakeItEasyDraw
"""The tile that is drawn: its number."""

HIGHEST_SCORE = 307


class TakeItEasy(CompiledGame[TakeItEasyState, Placement]):
    """Put each tile that is drawn on an empty hex; a line of one number from edge to edge pays.

    There is one tile for each choice of a number down (1, 5, 9), falling (2, 6, 7) and rising (3, 4, 8); 19
    of the 27 are drawn. A completed line pays its number times its length, so that values are points still
    to come. Before the end they are what the evaluator says.

    Args:
        target: play for the chance to reach so many points instead: the value is that chance.
        symmetry: treat a board and its half turn as one; the board may then appear turned after a move.
        evaluator: what values are guessed by: ``None`` for a plain formula, ``"auto"`` (the command line's
            choice) for the best that comes with hazard, or any other of
            :func:`hazard.takeiteasy.evaluators.find_evaluator`.

    >>> game = TakeItEasy()
    >>> state = game.parse("123 164 ./. . . ./. . . . ./. . . ./. . . + 978")
    >>> a3 = game.parse_move(state, "a3")
    >>> len(game.actions(state)), a3, game.reward(state, a3)
    (17, TakeItEasyPlacement(hex=2), 0.0)
    >>> state = game.parse("123 164 ./. . . ./. . . . ./. . . ./. . . + 178")
    >>> game.reward(state, a3)  # three times 1 down the first column
    3.0
    """

    _engine_type = _core.TakeItEasyEngine

    def __init__(
        self, target: int | None = None, symmetry: bool = False, evaluator: str | Path | Any | None = None
    ) -> None:
        """Check the settings and build the game."""
        if target is not None and (
            not isinstance(target, int) or isinstance(target, bool) or not 1 <= target <= HIGHEST_SCORE
        ):
            raise GameError("takeiteasy.target_out_of_range", target=target, most=HIGHEST_SCORE)
        if not isinstance(symmetry, bool):
            raise GameError("takeiteasy.symmetry_not_true_or_false", symmetry=symmetry)
        self.target, self.symmetry, self.evaluator = target, symmetry, _evaluator(evaluator)
        self._core = _core.TakeItEasy(target or 0, symmetry, self.evaluator)

    def parse(self, text: str) -> TakeItEasyState:
        """Read the columns from the left, ``.`` for an empty hex, and the tile in the hand after a plus.

        >>> game = TakeItEasy()
        >>> game.turn(game.parse(". . ./. . . ./. . . . ./. . . ./. . . + 578")).name
        'MAX'
        """
        position = read_board(text)
        state: TakeItEasyState = self._core.position(list(position.tiles), position.hand)
        return state

    def describe(self, state: TakeItEasyState, move: Placement | Draw, language: str = "en") -> str:
        """Return the name of a hex, such as ``c3``, or of a tile, such as ``164``."""
        return HEX_NAMES[move.hex] if isinstance(move, Placement) else TILE_NAMES[move.tile]

    def picture(self, state: State) -> str:
        """Draw the board, and say what was drawn and scored."""
        board, plus, drawn = self.text(state).partition(" + ")
        said = f"{state.score} points" + (f", drawn: {drawn}" if plus else "")
        return f"{draw_board(read_board(board).tiles)}\n{said}"


def _evaluator(name: str | Path | Any | None) -> Any:
    """Find an evaluator; reading weight files is loaded only where it is needed."""
    if name is None:
        return None
    if not isinstance(name, str | Path | _core.TakeItEasyValue):
        raise GameError("takeiteasy.evaluator_of_wrong_kind", name=name)
    from hazard.takeiteasy.evaluators import find_evaluator

    return find_evaluator(name)
