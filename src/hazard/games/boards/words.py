"""Words for the moves of the board games: cells and columns by their names, steps and rolls in sentences."""

from __future__ import annotations

from hazard import _core
from hazard.game import Turn
from hazard.language import phrase

COLUMNS = "abcdefg"


def cell(move: _core.TicTacToeCell) -> str:
    """Return the name of a cell, which is the same in every language.

    >>> cell(_core.TicTacToeCell(column=2, row=0))
    'c1'
    """
    return f"{COLUMNS[move.column]}{move.row + 1}"


def column(move: _core.ConnectFourDrop) -> str:
    """Return the letter of a column, which is the same in every language.

    >>> column(_core.ConnectFourDrop(column=3))
    'd'
    """
    return COLUMNS[move.column]


def stone_or_roll(move: _core.EinSteinStep | _core.EinSteinRoll, language: str) -> str:
    """Return a step of EinStein or a roll in words.

    >>> step = _core.EinSteinStep(stone=4, direction=_core.EinSteinDirection.DOWN, takes=True)
    >>> stone_or_roll(step, "en"), stone_or_roll(step, "de")
    ('4 down*', '4 runter*')
    """
    if isinstance(move, _core.EinSteinRoll):
        return phrase("boards.move.roll", language, face=move.face)
    step = phrase(f"boards.move.{move.direction.name.lower()}", language, stone=move.stone)
    return phrase("boards.move.taking", language, step=step) if move.takes else step


def branch(turn: Turn, move: _core.RandomTreeBranch, language: str) -> str:
    """Return a branch of a random tree in words; they are counted from 1.

    >>> branch(Turn.CHANCE, _core.RandomTreeBranch(number=0), "en")
    'outcome 1'
    """
    code = "boards.move.outcome" if turn is Turn.CHANCE else "boards.move.action"
    return phrase(code, language, number=move.number + 1)
