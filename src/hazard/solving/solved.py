"""A solution as plain arrays: what is saved and loaded, pickled, and worked on with numpy.

:class:`StoredSolution` answers as the compiled solution does that it is taken from.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from hazard.compiled import CompiledGame
from hazard.game import Game, GameError, Move, State, Turn

REPORT = ("error", "edges", "components", "largest_component", "sweeps", "seconds")
"""What the solver says of its work, besides the arrays."""

Arrays = dict[str, npt.NDArray[Any]]


class States(Protocol):
    """The states of a solution, by number and back."""

    def find(self, state: State) -> int | None:
        """Return the state's number, or None."""

    def state(self, number: int) -> State:
        """Return the state of that number."""


class ListedStates:
    """States that are at hand."""

    def __init__(self, states: Sequence[State]) -> None:
        """Number them as they come."""
        self._states = list(states)
        self._numbers = {state: number for number, state in enumerate(self._states)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the states alone: their hashes may differ in another process."""
        return ListedStates, (self._states,)

    def find(self, state: State) -> int | None:
        """Return the state's number, or None."""
        return self._numbers.get(state)

    def state(self, number: int) -> State:
        """Return the state of that number."""
        return self._states[number]


class WrittenStates:
    """States of which only the texts are at hand; where nothing reads a text, the game is walked once."""

    def __init__(self, game: Game, root: State, texts: npt.NDArray[np.bytes_]) -> None:
        """Number them as they come; ``root`` is where a walk begins."""
        self._game, self._root, self._texts = game, root, texts
        self._numbers = {text: number for number, text in enumerate(texts.tolist())}
        self._walked: dict[bytes, State] = {}

    def find(self, state: State) -> int | None:
        """Return the state's number, or None."""
        return self._numbers.get(written(self._game, state).encode())

    def state(self, number: int) -> State:
        """Return the state of that number."""
        text = bytes(self._texts[number])
        if isinstance(self._game, CompiledGame) and not self._walked:
            try:
                return self._game.parse(text.decode())
            except GameError:
                pass  # a game that cannot read its states
        return self._all()[text]

    def _all(self) -> dict[bytes, State]:
        if not self._walked:
            waiting = [self._root]
            while waiting:
                state = waiting.pop()
                text = written(self._game, state).encode()
                if text not in self._walked:
                    self._walked[text] = state
                    waiting += [step.following for step in steps(self._game, state)]
        return self._walked


class StoredSolution:
    """What the compiled solution answers, from arrays."""

    def __init__(self, game: Game, states: States, arrays: Arrays, report: dict[str, float]) -> None:
        """Answer for ``game``; ``arrays`` are ``values``, ``errors``, ``turns`` and ``actions``."""
        self._game, self._states = game, states
        self.values, self.errors = arrays["values"], arrays["errors"]
        self.turns, self.actions = arrays["turns"], arrays["actions"]
        self.report = report

    def __getattr__(self, name: str) -> Any:
        """Answer what the solver has said of its work."""
        if name in REPORT:
            return self.report[name]
        raise AttributeError(name)

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.values)

    def find(self, state: State) -> int | None:
        """Return the state's number, or None if it cannot be reached."""
        return self._states.find(state)

    def state(self, number: int) -> State:
        """Return the state of that number."""
        return self._states.state(number)

    def value(self, number: int) -> float:
        """Return what the state is worth."""
        return float(self.values[number])

    def error_of(self, number: int) -> float:
        """Return how far the value may be from the truth."""
        return float(self.errors[number])

    @property
    def rises(self) -> tuple[int, int]:
        """How many states are worth infinity, and one of them."""
        return _some(self.values == math.inf)

    @property
    def falls(self) -> tuple[int, int]:
        """How many states are worth minus infinity, and one of them."""
        return _some(self.values == -math.inf)

    @property
    def cancels(self) -> tuple[int, int]:
        """How many states have no value that could be proven, and one of them."""
        return _some(np.isnan(self.values) | (np.isinf(self.errors) & np.isfinite(self.values)))

    @property
    def unsettled(self) -> tuple[int, int]:
        """How many states have an infinite value that could not be proven, and one of them."""
        return _some(np.isinf(self.errors) & np.isinf(self.values))

    def turn(self, number: int) -> int:
        """Tell whose node it is."""
        return int(self.turns[number])

    def action(self, number: int) -> Move | None:
        """Return the best action, or None where nobody decides."""
        best = int(self.actions[number])
        return None if best < 0 else steps(self._game, self.state(number))[best].move

    def action_values(self, number: int) -> list[tuple[Move, float]]:
        """Return every move with what it is worth."""
        state = self.state(number)
        return [
            (step.move, step.reward + self.value(self._known(step.following)))
            for step in steps(self._game, state)
        ]

    def _known(self, state: State) -> int:
        number = self.find(state)
        if number is None:
            raise GameError("solve.state_not_in_solution", state=written(self._game, state))
        return number


def _some(are: npt.NDArray[np.bool_]) -> tuple[int, int]:
    return int(are.sum()), int(are.argmax())


def best_moves(core: Any) -> npt.NDArray[np.int32]:
    """Return for each state of a solution the number of its best move, -1 where nobody decides."""
    if isinstance(core, StoredSolution):
        return core.actions
    best = np.full(core.states, -1, dtype=np.int32)
    for number in range(core.states):
        action = core.action(number)
        if core.turn(number) in (Turn.MAX, Turn.MIN):
            best[number] = [move for move, _ in core.action_values(number)].index(action)
    return best


def arrays_of(core: Any, actions: npt.NDArray[np.int32]) -> tuple[Arrays, dict[str, float]]:
    """Return the arrays of a solution, and the solver's report."""
    turns = np.fromiter(map(core.turn, range(core.states)), dtype=np.int8, count=core.states)
    errors = np.fromiter(map(core.error_of, range(core.states)), dtype=np.float64, count=core.states)
    arrays: Arrays = {"values": np.array(core.values), "errors": errors, "turns": turns, "actions": actions}
    return arrays, {name: getattr(core, name) for name in REPORT}


# ---- a game, one step at a time ------------------------------------------------------------------------


class Step(NamedTuple):
    """One move of a state, as the rules tell it."""

    move: Move
    probability: float
    reward: float
    following: State


def steps(game: Game, state: State) -> list[Step]:
    """Return every move of a state that can happen, in the order of the searches.

    >>> from hazard.games import Pig
    >>> [(step.move, step.reward) for step in steps(Pig(), Pig().parse("20 30 12"))]
    [(PigAction.ROLL, 0.0), (PigAction.HOLD, 0.0)]
    """
    reward: Any = getattr(game, "reward", None)
    expand: Any = getattr(game, "expand", None)

    def paid(move: Move) -> float:
        return float(reward(state, move)) if reward is not None else 0.0

    if expand is not None:
        turn, rows = expand(state)
        chance = turn == Turn.CHANCE
        whole = [(*row, paid(row[0])) if len(row) == 3 else row for row in rows if row[1] > 0 or not chance]
        return [
            Step(move, float(p) if chance else 1.0, float(gain), following)
            for move, p, following, gain in whole
        ]
    turn = Turn(game.turn(state))
    if turn is Turn.OVER:
        return []
    chance = turn is Turn.CHANCE
    pairs = game.outcomes(state) if chance else ((move, 1.0) for move in game.actions(state))
    return [Step(move, p, paid(move), game.apply(state, move)) for move, p in pairs if p > 0]


def written(game: Game, state: State) -> str:
    """Return the state's text: the same for equal states, in every process.

    >>> from hazard.games import Pig
    >>> written(Pig(), Pig().start())
    '0 0 0 max'
    """
    return game.text(state) if isinstance(game, CompiledGame) else plainly(state)


def plainly(value: Any) -> str:
    """Write a value of a Python game: as its ``repr``, with sets in order and 1, 1.0 and True as one.

    >>> plainly((frozenset({"b", "a"}), 1.0))
    "({'a', 'b'}, 1)"
    """
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, bool | int) or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    if isinstance(value, tuple):
        comma = "," if len(value) == 1 else ""
        return f"({', '.join(map(plainly, value))}{comma})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(plainly, value)))}}}"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        compared = (field.name for field in dataclasses.fields(value) if field.compare)
        said = ", ".join(f"{name}={plainly(getattr(value, name))}" for name in compared)
        return f"{type(value).__qualname__}({said})"
    text = repr(value)
    if re.search(r" at 0x[0-9a-f]+>", text):
        raise GameError("solve.state_without_own_text", text=text)
    return text


def agrees(value: float, exact: float, error: float) -> bool:
    """Tell whether two values are equal, as far as the solver is sure of them."""
    if not math.isfinite(value) or not math.isfinite(exact):  # play without end
        return value == exact or math.isinf(error)
    allowed = (2 * error if math.isfinite(error) else 1e-6) + 1e-9 * (1 + abs(exact))
    return abs(value - exact) <= allowed
