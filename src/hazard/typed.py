"""Moves that somebody typed: the one place where text becomes a move.

Inside hazard a move is a value. At the doors a person types its words, a beginning of them, or its number in
the list that is shown. A game whose moves are written in many ways (a play of backgammon) reads them itself,
by ``parse_move``.
"""

from __future__ import annotations

from typing import Any

from hazard.game import Game, GameError, Move, State, Turn, state_text, words
from hazard.language import languages
from hazard.text import shorten

MOST_SHOWN = 12


def read_move(game: Game, state: State, text: str) -> Move:
    """Return the action or the outcome that ``text`` means in ``state``.

    >>> from hazard.games import Pig, TicTacToe
    >>> read_move(Pig(), Pig().start(), "roll"), read_move(TicTacToe(), TicTacToe().start(), "b2")
    (PigAction.ROLL, TicTacToeCell(column=1, row=1))
    """
    own: Any = getattr(game, "parse_move", None)
    return named_move(game, state, text) if own is None else own(state, text)


def named_move(game: Game, state: State, text: str) -> Move:
    """Return the move whose words somebody typed, in any language that the game speaks.

    >>> from hazard.games import Pig
    >>> named_move(Pig(), Pig().start(), "hold")
    Traceback (most recent call last):
    hazard.game.GameError: there is no move 'hold' in 0 0 0 max; expected one of roll
    """
    turn = Turn(game.turn(state))
    moves = [move for move, _ in game.outcomes(state)] if turn is Turn.CHANCE else list(game.actions(state))
    for language in languages():
        names = [words(game, state, move, language) for move in moves]
        position = match_name(text, names)
        if position is not None:
            return moves[position]
    known = [words(game, state, move) for move in moves[:MOST_SHOWN]]
    raise GameError("game.no_such_words", text=shorten(text, 60), state=state_text(game, state), known=known)


def match_name(answer: str, names: list[str]) -> int | None:
    """Find which of ``names`` is meant by a number, a name, or the beginning of just one name.

    >>> match_name("2", ["roll", "hold"]), match_name("Ro", ["roll", "hold"]), match_name("x", ["roll"])
    (1, 0, None)
    """
    answer = answer.strip().lower()
    low = [name.lower() for name in names]
    if answer in low:
        return low.index(answer)
    if answer.isascii() and answer.isdigit() and len(answer) < 10 and 1 <= int(answer) <= len(names):
        return int(answer) - 1
    starts = [position for position, name in enumerate(low) if answer and name.startswith(answer)]
    return starts[0] if len(starts) == 1 else None
