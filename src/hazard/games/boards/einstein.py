"""EinStein würfelt nicht!: six stones each, a die that says which may move."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.game import GameError, State
from hazard.games.boards.board import read_rows

EinSteinState = _core.EinSteinState
EinSteinDirection = _core.EinSteinDirection
EinSteinStep = _core.EinSteinStep
EinSteinRoll = _core.EinSteinRoll

_GONE = 31
_GOALS = (24, 0)


class EinStein(CompiledGame[EinSteinState, EinSteinStep]):
    """Bring a stone to the opposite corner, or take every enemy stone. The value is 1 or -1.

    The mover rolls a die and moves the stone of that number; if it is gone, the nearest higher or the
    nearest lower one that is left. MAX starts at the top left and goes right, down or diagonally; MIN
    comes the other way. Whatever stands on the target is taken, own stones too.

    Args:
        max_layout: MAX's six numbers from its corner outwards: three in the first row, two, one.
        min_layout: the same for MIN, as MIN sees the board from its own corner.

    >>> game = EinStein()
    >>> print(game.picture(game.start()))
    6 2 4 . .
    1 5 . . .
    3 . . . c
    . . . e a
    . . d b f
    max rolls
    >>> game.actions(game.apply(game.start(), EinSteinRoll(face=3)))[0]
    EinSteinStep(stone=3, direction=EinSteinDirection.RIGHT, takes=False)
    """

    _engine_type = _core.EinSteinEngine

    def __init__(
        self, max_layout: Sequence[int] = (6, 2, 4, 1, 5, 3), min_layout: Sequence[int] = (6, 2, 4, 1, 5, 3)
    ) -> None:
        """Check the layouts and set up the board."""
        for name, layout in (("max_layout", max_layout), ("min_layout", min_layout)):
            if sorted(layout) != [1, 2, 3, 4, 5, 6]:
                raise GameError("boards.einstein_layout_wrong", name=name, found=layout)
        self._core = _core.EinStein(list(max_layout), list(min_layout))

    def parse(self, text: str) -> EinSteinState:
        """Read the rows from the top and who moves: ``"..3../.5.../...../..b../....f min 2"``.

        MAX's stones are 1 to 6, MIN's a to f. After ``max`` or ``min`` stands what was rolled, or the two
        stones that the roll lets the mover choose from, or nothing while the die is still to be rolled.

        >>> game = EinStein()
        >>> state = game.parse("..3../.5.../...../..b../....f max 4")
        >>> [game.describe(state, step) for step in game.actions(state)]
        ['3 right', '3 down', '3 diagonal', '5 right', '5 down', '5 diagonal']
        """
        found = re.fullmatch(r"\s*(\S+)\s+(max|min)(?:\s+(won)|\s+([1-6])(?:\s+([1-6]))?)?\s*", text)
        if not found:
            raise GameError("boards.einstein_state_unreadable", text=text)
        board, name, won, first, second = found.groups()
        cells = "".join(read_rows(board, "EinStein", rows=5, columns=5, signs="123456abcdef."))
        stones = [[_cell_of(sign, cells, text) for sign in signs] for signs in ("123456", "abcdef")]
        named = ("max", "min").index(name)
        # In a state that is over, the mover is the one who lost.
        mover = 1 - named if won else named
        winners = [p for p in (0, 1) if _GOALS[p] in stones[p] or set(stones[1 - p]) == {_GONE}]
        if won:
            if winners != [named]:
                raise GameError("boards.einstein_not_won", who=name, text=text)
        elif winners:
            winner = ("max", "min")[winners[0]]
            raise GameError("boards.einstein_game_is_over", text=text, winner=winner)
        state = EinSteinState(stones[0], stones[1], mover, int(first or 0))
        if second:
            state = self._choice(stones, mover, sorted((int(first), int(second))), text)
        return state

    def _choice(self, stones: list[list[int]], mover: int, numbers: list[int], text: str) -> EinSteinState:
        """The state in which either of two stones may move, because some roll lies between them."""
        low, high = numbers
        alive = [number for number in range(1, 7) if stones[mover][number - 1] != _GONE]
        between = range(low + 1, high)
        if low not in alive or high not in alive or not between or set(between) & set(alive):
            raise GameError("boards.no_roll_for_stones", low=low, high=high, text=text)
        return EinSteinState(stones[0], stones[1], mover, low + 1)

    def describe(self, state: EinSteinState, move: EinSteinStep | EinSteinRoll, language: str = "en") -> str:
        """Return words for a step or a roll; a step that takes a stone ends in ``*``."""
        from hazard.games.boards.words import stone_or_roll

        return stone_or_roll(move, language)

    def picture(self, state: State) -> str:
        """Draw the board, MIN's stones 1 to 6 as a to f, and say what comes next."""
        board, mover, *rest = self.text(state).split()
        numbers = "" if rest == ["won"] else " or ".join(rest)
        then = "won" if rest == ["won"] else f"moves {numbers}" if numbers else "rolls"
        return "\n".join([*(" ".join(row) for row in board.split("/")), f"{mover} {then}"])


def _cell_of(sign: str, cells: str, text: str) -> int:
    if cells.count(sign) > 1:
        raise GameError("boards.stone_on_several_cells", sign=sign, text=text)
    return cells.find(sign) if sign in cells else _GONE
