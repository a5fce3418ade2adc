"""Which games have compiled twins: rules in Python that searches run as machine code."""

from __future__ import annotations

import threading
import weakref
from dataclasses import dataclass
from typing import Any

from hazard import _core
from hazard.compiled import CompiledGame


@dataclass(frozen=True)
class Wanted:
    """That a game is to be compiled, and whether it may run as it is where it cannot be."""

    fallback: bool = False


_made: dict[int, Any] = {}
_lock = threading.RLock()


def rules_of(game: Any) -> Any:
    """Return a game's compiled rules; None for a game that is not to be compiled.

    They are made at the first call, kept as long as the game, and made anew where a constant they were made
    with has changed.
    """
    wanted = getattr(game, "_hazard_wanted", None)
    if wanted is None:
        return None
    with _lock:
        made = _made.get(id(game))
        if id(game) not in _made or (made is not None and made.outdated()):
            from hazard.compiling.game import make

            if made is None:
                weakref.finalize(game, _made.pop, id(game), None)
            _made[id(game)] = make(game, wanted)
        return _made[id(game)]


def runs_compiled(game: Any) -> bool:
    """Tell whether searches of a game run without Python.

    >>> from hazard.games import Pig
    >>> runs_compiled(Pig())
    True
    """
    return isinstance(game, CompiledGame) or rules_of(game) is not None


def fresh_engine(game: Any, max_states: int) -> Any:
    """Return an engine for a game, with a memory of its own.

    ``max_states`` is how many distinct states a game in Python may show.
    """
    if isinstance(game, CompiledGame):
        return game.engine()
    rules = rules_of(game)
    return _core.PythonEngine(_core.PythonGame(game, max_states)) if rules is None else rules.engine()
