"""Decisions from the solution of the whole game: exact where play may return to where it was, too."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

from hazard.decision import ROUNDING, Decision, Option, OutcomeValue, Statistics, Step, ValueKind, spoken
from hazard.game import Game, GameError, Move, State, Turn
from hazard.search import Budget, Solve
from hazard.solving.growth import Growth, quarter_of_memory, together
from hazard.solving.solve import Solution
from hazard.solving.solved import steps

LONGEST_LINE = 64


class OutOfTime(Exception):  # noqa: N818 - not an error: the game is only too large
    """Solving has taken as long as it may."""


def solve_within(
    engine: Any,
    game: Game,
    state: State,
    search: Solve,
    seconds: float | None,
    stop: threading.Event | None = None,
) -> Solution | None:
    """Solve all that can be reached from ``state``; None if there is no time.

    What cannot be certified is refused: more time would not help.
    """
    until = None if seconds is None else time.monotonic() + seconds

    def look_at_clock(phase: str, done: int, total: int) -> None:
        if (until is not None and time.monotonic() > until) or (stop is not None and stop.is_set()):
            raise OutOfTime

    limits = search.max_states, quarter_of_memory()
    growth = Growth(game, refuse=True, interrupt=lambda: look_at_clock("states", 0, 0))
    # Whoever gives a number of states of their own knows how many there are.
    watch = growth.look if search.max_states == Solve.max_states else lambda *_: None
    try:
        core = engine.solve(state, search.tolerance, *limits, look_at_clock, watch)
    except OutOfTime:
        return None
    solution = Solution(game, state, core)
    allowed = max(1e-6, search.tolerance) * _size(solution)
    if not solution.error <= allowed:
        remarks = together(solution.statements) or ""
        raise GameError("solving.not_proven", error=solution.error, allowed=allowed, remarks=remarks)
    return solution


def _size(solution: Solution) -> float:
    """Return how large values are, and at least 1: of a billion, a double has six digits behind the point."""
    finite = solution.values[np.isfinite(solution.values)]
    return max(1.0, float(np.abs(finite).max(initial=0.0)))


def decision_by(solution: Solution, state: State, search: Solve, budget: Budget, seconds: float) -> Decision:
    """Return what ``solution`` says of ``state``, with every alternative."""
    game = solution.game
    turn = Turn(game.turn(state))
    ranked = solution.options(state)
    chosen = solution.action(state)
    ranked.sort(key=lambda pair: pair[0] != chosen)  # among equals the one that gets on
    sign, best = (1.0 if turn is Turn.MAX else -1.0), ranked[0][1]
    options = []
    for action, value in ranked:
        after = game.apply(state, action)
        error = _error(solution, after)
        fields = {
            "action": action,
            "value": value,
            "kind": _kind(value, error),
            "gap": max(0.0, sign * (best - value)),
            "outcomes": _outcomes(solution, after),
            "low": value - error,
            "high": value + error,
        }
        options.append(spoken(Option, game, state, action, fields))
    return Decision(
        game=game,
        state=state,
        turn=turn,
        search=search,
        budget=budget,
        options=tuple(options),
        line=_line(solution, state, chosen),
        statistics=Statistics(nodes=solution.states, evaluations=0, seconds=seconds),
        stopped="complete",
        bounds=_bounds(game),
    )


def _bounds(game: Game) -> tuple[float, float]:
    stated = getattr(game, "bounds", None)
    low, high = (float("-inf"), float("inf")) if stated is None else stated()
    return float(low), float(high)


def _error(solution: Solution, state: State) -> float:
    low, high = solution.interval(state)
    return 0.0 if low == high else (high - low) / 2


def _kind(value: float, error: float) -> ValueKind:
    """A value that is proven to a coarse tolerance lies in its interval, and is not exact."""
    return "exact" if error <= ROUNDING * (1.0 + abs(value)) else "estimate"


def _outcomes(solution: Solution, after: State) -> tuple[OutcomeValue, ...]:
    game = solution.game
    if Turn(game.turn(after)) is not Turn.CHANCE:
        return ()
    found = []
    for outcome, probability, reward, following in steps(game, after):
        value = reward + solution.value(following)
        kind = _kind(value, _error(solution, following))
        fields = {"outcome": outcome, "probability": probability, "value": value, "kind": kind}
        found.append(spoken(OutcomeValue, game, after, outcome, fields))
    return tuple(found)


def _line(solution: Solution, state: State, action: Move) -> tuple[Step, ...]:
    """Return the best actions and the likeliest outcomes in turn, until play would come round."""
    game, passed = solution.game, {state}
    line: list[Step] = []
    move, probability = action, 1.0
    turn = Turn(game.turn(state))
    while len(line) < LONGEST_LINE:
        fields = {"turn": turn, "move": move, "probability": probability}
        line.append(spoken(Step, game, state, move, fields))
        state = game.apply(state, move)
        turn = Turn(game.turn(state))
        if turn is Turn.OVER or state in passed:
            break
        passed.add(state)
        if turn is Turn.CHANCE:
            likeliest = max(steps(game, state), key=lambda step: step.probability)
            move, probability = likeliest.move, likeliest.probability
        else:
            move, probability = solution.action(state), 1.0
    return tuple(line)
