"""What `decide`, `Searcher`, `solve` and `play` look for by themselves, once for each class of game.

Only what is certainly wrong is refused; a method whose name is almost one that hazard calls is a warning. The
game is asked nothing that it would not be asked anyway: what can be told from its methods alone, a state that
was changed by a search, and a state that is None.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

from hazard.checking.contents import has_changed, held
from hazard.checking.findings import fix
from hazard.checking.shape import misspelt_methods, shape_errors
from hazard.compiled import CompiledGame, text_for_a_state
from hazard.game import Game, GameError, State, shown
from hazard.language import Statement

SWITCH = "HAZARD_CHECK_GAMES"
"""Environment variable: 0 switches all of this off."""

_shapely: WeakSet[type] = WeakSet()
_left_alone: WeakSet[type] = WeakSet()


def refuse_at_sight(game: Game) -> None:
    """Refuse a game with a method that can never be called as it has to be; nothing of it is called.

    >>> class Nim(Game):
    ...     start = turn = apply = value = lambda *given: 0
    ...     bounds = (0, 1)
    >>> refuse_at_sight(Nim())
    Traceback (most recent call last):
    hazard.game.GameError: Nim.bounds is (0, 1); expected a method, called as ...
    """
    kind = type(game)
    if kind in _shapely or not _wanted(game):
        return
    for code, _, found in shape_errors(game):
        raise GameError("check.method_has_wrong_shape", found=found, advice=fix(code))
    _shapely.add(kind)
    for name, call in misspelt_methods(game):
        warnings.warn(
            str(Statement("check.method_looks_misspelt", game=kind.__name__, name=name, call=call)),
            MisspeltWarning,
            stacklevel=_outside(),
        )


class MisspeltWarning(UserWarning):
    """A game has a method that hazard never calls, and whose name is almost that of one it would call."""


def _outside() -> int:
    """Return the level of the first caller that is not of this package: whose line a warning is about."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith("hazard."):
        level, frame = level + 1, frame.f_back
    return level


def refuse_text(game: Game, state: State) -> None:
    """Refuse text in place of a state of a game whose states are no texts, and say how to read it."""
    if isinstance(state, str) and (isinstance(game, CompiledGame) or _reads_text(game)):
        raise text_for_a_state(state)


def _reads_text(game: Game) -> bool:
    return hasattr(game, "parse") and not isinstance(game.start(), str)


@contextmanager
def watched(game: Game, state: State) -> Iterator[None]:
    """Watch a search from ``state``: say so where the game has changed it, or has a state that is None."""
    kind = type(game)
    if kind in _left_alone or not _wanted(game):
        yield
        return
    before = held(state)
    try:
        yield
    except Exception as error:
        if _speaks_of_none(error, kind.__name__):
            while isinstance(inner := getattr(game, "game", None), Game):
                game = inner  # of a game around a game, the one that somebody wrote
            raise GameError("check.apply_returned_none", game=type(game).__name__) from error
        if isinstance(error, GameError):
            _refuse_changed(game, before, state)
        raise
    _refuse_changed(game, before, state)
    _left_alone.add(kind)


def _wanted(game: Game) -> bool:
    return not isinstance(game, CompiledGame) and os.environ.get(SWITCH, "1") not in (
        "0",
        "off",
        "no",
        "false",
    )


def _refuse_changed(game: Game, before: Any, state: State) -> None:
    if has_changed(state, before):
        raise GameError("check.apply_changes_state", game=type(game).__name__, state=shown(state))


def _speaks_of_none(error: Exception, name: str) -> bool:
    """Whether an error arose where the game was asked about None, which is no state but means the start."""
    told = [str(error), *getattr(error, "__notes__", [])]
    return any(
        f"{name}.{method}(None" in text for text in told for method in ("turn", "expand", "value", "actions")
    )
