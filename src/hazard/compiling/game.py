"""What users call: :func:`compiled`, :func:`compile`, :func:`uncompiled` and :func:`foreign`."""

from __future__ import annotations

import copy
import warnings
from typing import Any, TypeVar, overload

from hazard.compiling.refusal import CompileError
from hazard.game import Game, check_game
from hazard.twin import Wanted, rules_of

G = TypeVar("G", bound=Game)
C = TypeVar("C", bound=type[Game])


class UncompiledWarning(UserWarning):
    """A game that was to be compiled runs as plain Python, as ``fallback=True`` allows."""


@overload
def compiled(kind: C) -> C: ...
@overload
def compiled(*, fallback: bool = ...) -> Any: ...
def compiled(kind: Any = None, *, fallback: bool = False) -> Any:
    """Have the games of a class compiled: their rules stay plain Python, and searches run on machine code.

    The methods are compiled when a search first needs them. What cannot be compiled is an error that names
    the line and what to write instead; with ``fallback=True`` it is a warning, and the game runs as it is.

    >>> import hazard
    >>> @hazard.compiled
    ... class Race(hazard.Game):
    ...     def start(self): return (0, False)
    ...     def turn(self, state):
    ...         if state[0] >= 10: return hazard.Turn.OVER
    ...         return hazard.Turn.CHANCE if state[1] else hazard.Turn.MAX
    ...     def actions(self, state): return [1, 2]
    ...     def outcomes(self, state): return [(0, 0.5), (1, 0.5)]
    ...     def apply(self, state, move): return (state[0] + move, not state[1])
    ...     def value(self, state): return 10.0 - state[0]
    >>> Race().value((12, False))
    -2.0
    """
    if kind is None:
        return lambda found: _marked(found, fallback)
    return _marked(kind, fallback)


def _marked(kind: type[Game], fallback: bool) -> type[Game]:
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        check_game(kind)
        return type(compile(kind, fallback=fallback))
    kind._hazard_wanted = Wanted(fallback)  # type: ignore[attr-defined]
    return kind


def compile(game: G, *, fallback: bool = False) -> G:
    """Return the same game, compiled at once.

    It is used like the plain one and decides the same, node for node. With ``fallback=True``, a game that
    cannot be compiled is returned as it is, with a warning.
    """
    check_game(game)
    made = copy.copy(game)
    made.__dict__["_hazard_wanted"] = Wanted(fallback)
    rules_of(made)
    return made


def uncompiled(game: G) -> G:
    """Return the same game as plain Python, for comparison or to step through its rules."""
    check_game(game)
    made = copy.copy(game)
    made.__dict__["_hazard_wanted"] = None
    return made


def make(game: Any, wanted: Wanted) -> Any:
    """Compile a game's rules; None where they cannot be and that is allowed."""
    from hazard.compiling.rules import Rules

    try:
        return Rules(game)
    except CompileError as refused:
        if not wanted.fallback:
            raise
        warnings.warn(str(refused), UncompiledWarning, stacklevel=4)
        return None
