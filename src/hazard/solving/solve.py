"""Exact values and an optimal policy of a finite game, cycles included, with a proven error bound."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hazard.checking.at_sight import refuse_at_sight, refuse_text, watched
from hazard.ending import compiled_code
from hazard.game import Game, GameError, Move, State, Turn, check_game, refuse_secrets, shown
from hazard.language import Statement
from hazard.search import SettingError, refuse_misplaced
from hazard.solving.growth import Growth, quarter_of_memory
from hazard.solving.solved import Arrays, ListedStates, StoredSolution, arrays_of, best_moves
from hazard.twin import fresh_engine

MOST_STATES = 20_000_000
"""States that a game may have where nobody says otherwise."""
Progress = Callable[[str, int, int | None], None]
"""Called about ten times a second: what is being done, how much is done, how much there is (if known)."""


class Solution:
    """A solved game: the value and the best action of every state that can be reached.

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

    def interval(self, state: State = None) -> tuple[float, float]:
        """Return two numbers between which the true value of ``state`` lies, proven.

        Both are infinite, with one sign, where rewards add up without end; they have different signs where
        nothing is known.

        >>> from hazard.games import Pig
        >>> low, high = solve(Pig(target=2, die=(0, 1))).interval()
        >>> low <= 4 / 7 <= high
        True
        """
        number = self._number(state)
        value, error = float(self._core.value(number)), float(self._core.error_of(number))
        return (-math.inf, math.inf) if math.isinf(error) else (value - error, value + error)

    def __contains__(self, state: State) -> bool:
        """Tell whether ``state`` can be reached from where solving began."""
        try:
            return self._core.find(state) is not None
        except (GameError, TypeError):
            return False

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

    def states_list(self) -> list[State]:
        """Return all states, in the order of :attr:`values` and :attr:`actions`.

        >>> from hazard.games import Pig
        >>> piglet = solve(Pig(target=2, die=(0, 1)))
        >>> piglet.game.text(piglet.states_list()[0])
        '0 0 0 max'
        """
        return [self._core.state(number) for number in range(self.states)]

    @cached_property
    def actions(self) -> npt.NDArray[np.int32]:
        """The best move of every state, as its number in ``game.actions(state)``; -1 where nobody decides.

        >>> from hazard.games import Pig
        >>> solve(Pig(target=2, die=(0, 1))).actions[:4].tolist()
        [0, -1, 0, 0]
        """
        found = best_moves(self._core)
        found.flags.writeable = False
        return found

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the solution to a ``.npz`` file, whole or not at all; :meth:`load` reads it back.

        States are written as text, so that any tool can read them.
        """
        from hazard.solving.solved_file import write_solution

        write_solution(path, self.game, self.root, self.states_list(), *self._arrays())

    @staticmethod
    def load(path: str | os.PathLike[str], game: Game | None = None, state: State = None) -> Solution:
        """Read a solution that :meth:`save` has written.

        A compiled game that was made from plain settings is made again; any other has to be given, and, for a
        Python game that was not solved from its start, the ``state`` where solving began.
        """
        from hazard.solving.solved_file import read_solution

        return Solution(*read_solution(path, game, state))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arrays and the states; the solver's own memory stays where it is."""
        return _unpickled, (self.game, self.root, self.states_list(), *self._arrays())

    def _arrays(self) -> tuple[Arrays, dict[str, float]]:
        return arrays_of(self._core, self.actions)

    def _number(self, state: State) -> int:
        refuse_text(self.game, state)
        number = self._core.find(self.root if state is None else state)
        if number is None:
            raise GameError("solve.state_not_reached", state=shown(state), root=shown(self.root))
        return int(number)

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """All values as an array that shares the solver's memory, in the order of :meth:`items`."""
        found: npt.NDArray[np.float64] = self._core.values
        return found

    @property
    def error(self) -> float:
        """A proven bound: no finite value is further than this from the truth.

        It is one number for all states, and infinite where a single one could not be settled;
        :meth:`interval` tells what is known of each, and :attr:`remarks` what is special.
        """
        return float(self._core.error)

    @property
    def remarks(self) -> list[str]:
        """What there is to say about play that never ends, in full sentences; usually nothing."""
        return [str(remark) for remark in self.statements]

    @property
    def statements(self) -> list[Statement]:
        """The same as :attr:`remarks`, told in any language."""
        said = []
        for kind in _REMARKS:
            count, example = getattr(self._core, kind)
            if count:
                known = repr(self._core.state(example))
                said.append(Statement(f"solve.remark.{kind}", count=count, example=known))
        return said

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
        name = type(self.game).__name__
        return (
            f"<Solution of {name}: {self.states} states, value {self.value():.9g} {proof(*self.interval())}>"
        )

    def _repr_html_(self) -> str:
        """Return the solution as a notebook shows it."""
        from hazard.render.notebook import solution_html

        return solution_html(self)


def proof(low: float, high: float) -> str:
    """Say how well a value is known that lies between ``low`` and ``high``.

    >>> proof(1 - 1e-9, 1 + 1e-9), proof(-math.inf, math.inf), proof(math.inf, math.inf)
    ('± 1.0e-09', 'not proven', '(without bound)')
    """
    if low == high:
        return "(without bound)" if math.isinf(low) else "± 0.0e+00"
    return f"± {(high - low) / 2:.1e}" if math.isfinite(high - low) else "not proven"


def _unpickled(
    game: Game, root: State, states: list[State], arrays: Arrays, report: dict[str, float]
) -> Solution:
    return Solution(game, root, StoredSolution(game, ListedStates(states), arrays, report))


def solve(
    game: Game,
    state: State = None,
    *,
    tolerance: float = 1e-9,
    max_states: int | None = None,
    max_bytes: int | None = None,
    progress: Progress | None = None,
    **misplaced_settings: Any,
) -> Solution:
    """Solve everything that can be reached from ``state`` (by default the start).

    A Python game is asked once about each state, and the iteration runs on flat arrays in C++.
    Play that never ends is worth the rewards it collects, and nothing else. A game with more than
    ``max_states`` states (by default 20 million), or whose states take more than ``max_bytes`` of memory (by
    default a quarter of what there is), is refused. If neither is given, a game is also
    refused when half a million states are listed and a line of play shows that they grow without a limit.

    >>> from hazard.games import Pig
    >>> solution = solve(Pig(target=20))
    >>> solution.action()
    PigAction.ROLL
    """
    check_game(game)
    refuse_misplaced("solve", misplaced_settings, ("tolerance", "max_states", "max_bytes", "progress"))
    refuse_secrets(game)
    refuse_at_sight(game)
    refuse_text(game, state)
    if not (isinstance(tolerance, int | float) and math.isfinite(tolerance) and tolerance > 0):
        raise SettingError("solve.tolerance_not_positive", tolerance=tolerance)
    limited = max_states is not None or max_bytes is not None
    if max_states is None:
        max_states = MOST_STATES
    if not (isinstance(max_states, int) and 0 < max_states <= 2**32 - 2):
        raise SettingError("solve.max_states_out_of_range", found=max_states, most=2**32 - 2)
    if max_bytes is None:
        max_bytes = quarter_of_memory()
    if not (isinstance(max_bytes, int) and 0 < max_bytes < 2**63):
        raise SettingError("solve.max_bytes_not_positive", found=max_bytes)
    root = game.start() if state is None else state
    engine = fresh_engine(game, max_states + 1)
    growth = Growth(game, refuse=not limited)
    try:
        with compiled_code, watched(game, root):
            core = engine.solve(root, float(tolerance), max_states, max_bytes, _paced(progress), growth.look)
    except GameError as error:
        if error.code in _TOO_LARGE and growth.words():
            raise GameError("solve.too_many_states_growing", error=error, verdict=growth.verdict()) from None
        raise
    return Solution(game, root, core)


_TOO_LARGE = ("solve.more_states_than_allowed", "solve.states_take_too_much")
_REMARKS = ("rises", "falls", "cancels", "unsettled")
"""By the core's word for it, what is said about states from which play goes on for ever, and pays."""


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
