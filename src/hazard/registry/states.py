"""From what somebody types to a state of a game, and from there to the first decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hazard.errors import UserError, quoted
from hazard.game import Game, State, Turn, words
from hazard.specs import python_literal


def read_state(game: Game, text: str | None) -> State:
    """Return the state that ``text`` writes, or the start.

    >>> from hazard.games import Pig
    >>> Pig().text(read_state(Pig(), "40 35 12"))
    '40 35 12 max'
    """
    if text is None:
        return game.start()
    parse: Any = getattr(game, "parse", None)
    if parse is not None:
        return parse(text)
    try:
        state = python_literal(text.strip())
        hash(state)
    except ValueError:
        raise UserError("registry.cannot_read_state", text=quoted(text)) from None
    except TypeError:
        raise UserError("registry.state_can_change", text=quoted(text)) from None
    try:
        Turn(game.turn(state))
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise UserError(
            "registry.no_such_state", game=type(game).__name__, text=quoted(text), error=said
        ) from error
    return state


MOST_ROLLS = 1000
"""Moves of chance at the beginning of a game that are taken for granted."""


def first_decision(game: Game, state: State, language: str = "en") -> tuple[State, list[str]]:
    """Let chance do what is likeliest until somebody decides; return that state and what chance did.

    Of what is equally likely it does what it did least: Ludo begins once a six is thrown. It gives up
    after :data:`MOST_ROLLS`.

    >>> from hazard.games import Pig
    >>> first_decision(Pig(), Pig().start())[1]
    []
    """
    rolled: list[str] = []
    so_far: Counter[str] = Counter()
    while Turn(game.turn(state)) is Turn.CHANCE:
        if len(rolled) == MOST_ROLLS:
            raise UserError("registry.nobody_decides", most=MOST_ROLLS)
        outcome, _ = max(game.outcomes(state), key=lambda pair: (pair[1], -so_far[str(pair[0])]))
        so_far[str(outcome)] += 1
        rolled.append(words(game, state, outcome, language))
        state = game.apply(state, outcome)
    return state, rolled
