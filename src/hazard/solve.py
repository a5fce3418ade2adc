"""Exact values and an optimal policy of a finite game, cycles included, with a proven error bound."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from hazard import _core
from hazard.checking.at_sight import refuse_at_sight, refuse_text, watched
from hazard.game import Game, GameError, Move, State, Turn, check_game, shown
from hazard.games.compiled import CompiledGame
from hazard.search import SettingError

Progress = Callable[[str, int, int | None], None]
"""Called about ten times a second: what is being done, how much is done, how much there is (if known)."""


class Solution:
    """A solved game: the value of every state that can be reached, and what to do in it.

    >>> from hazard.games import Pig
    >>> piglet = solve(Pig(target=2, die=(0, 1)))
    >>> round(piglet.value(), 9) == round(4 / 7, 9)
    True
    """

    def __init__(self, game: Game, root: State, core: Any) -> None:
        """Wrap a compiled solution; use :func:`solve`."""
        self.game = game
        self.root = root
        self._core = core

    def value(self, state: State = None) -> float:
        """Return what ``state`` (by default where solving began) is worth for MAX under best play."""
        return float(self._core.value(self._number(state)))

    def action(self, state: State = None) -> Move | None:
        """Return the best action in ``state``, or None where nobody decides."""
        return self._core.action(self._number(state))

    def options(self, state: State = None) -> list[tuple[Move, float]]:
        """Return every move in ``state`` with its exact value, best first for whoever moves."""
        number = self._number(state)
        sign = -1.0 if self._core.turn(number) == Turn.MIN else 1.0
        pairs: list[tuple[Move, float]] = self._core.action_values(number)
        return sorted(pairs, key=lambda pair: -sign * pair[1])

    def items(self) -> Iterator[tuple[State, Turn, float, Move | None]]:
        """Go through all states: ``(state, turn, value, action)``."""
        for number in range(self.states):
            yield (
                self._core.state(number),
                Turn(self._core.turn(number)),
                float(self._core.value(number)),
                self._core.action(number),
            )

    def _number(self, state: State) -> int:
        refuse_text(self.game, state)
        number = self._core.find(self.root if state is None else state)
        if number is None:
            raise GameError(f"{shown(state)} cannot be reached from where solving began, {shown(self.root)}")
        return int(number)

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """All values as an array that shares the solver's memory, in the order of :meth:`items`."""
        found: npt.NDArray[np.float64] = self._core.values
        return found

    @property
    def error(self) -> float:
        """A proven bound: no value is further than this from the truth. Infinite if none was found."""
        return float(self._core.error)

    @property
    def states(self) -> int:
        """How many states the game has."""
        return int(self._core.states)

    @property
    def edges(self) -> int:
        """How many moves there are, over all states."""
        return int(self._core.edges)

    @property
    def components(self) -> int:
        """How many sets of states that can return to each other were solved, one after the other."""
        return int(self._core.components)

    @property
    def iterations(self) -> int:
        """How many sweeps over a component it took, in all."""
        return int(self._core.sweeps)

    @property
    def seconds(self) -> float:
        """How long it took, listing the states included."""
        return float(self._core.seconds)

    def __repr__(self) -> str:
        """Say what was solved and how well."""
        proof = "not proven" if math.isinf(self.error) else f"± {self.error:.1e}"
        name, value = type(self.game).__name__, f"{self.value():.9g}"
        return f"<Solution of {name}: {self.states} states, value {value} {proof}>"


def solve(
    game: Game,
    state: State = None,
    *,
    tolerance: float = 1e-9,
    max_states: int = 20_000_000,
    progress: Progress | None = None,
) -> Solution:
    """Solve everything that can be reached from ``state`` (by default the start).

    A game written in Python is asked once about each state; the iteration runs on flat arrays in C++.
    Play that never ends is worth the rewards it collects, and nothing else.

    >>> from hazard.games import Pig
    >>> solution = solve(Pig(target=20))
    >>> solution.action()
    'roll'
    """
    check_game(game)
    refuse_at_sight(game)
    refuse_text(game, state)
    if not (isinstance(tolerance, int | float) and math.isfinite(tolerance) and tolerance > 0):
        raise SettingError(f"tolerance is {tolerance!r}; expected a positive number")
    if not (isinstance(max_states, int) and 0 < max_states <= 2**32 - 2):
        raise SettingError(f"max_states is {max_states!r}; expected a whole number from 1 to {2**32 - 2}")
    root = game.start() if state is None else state
    engine = (
        game.engine()
        if isinstance(game, CompiledGame)
        else _core.PythonEngine(_core.PythonGame(game, max_states + 1))
    )
    with watched(game, root):
        return Solution(game, root, engine.solve(root, float(tolerance), max_states, _paced(progress)))


def _paced(progress: Progress | None) -> Callable[[str, int, int], None] | None:
    """Pass on at most ten reports a second."""
    if progress is None:
        return None
    last = 0.0

    def report(phase: str, done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 0.1:
            last = now
            progress(phase, done, total or None)

    return report
