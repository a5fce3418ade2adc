"""Decisions from the solution of the whole game: exact where play may return to where it was, too."""

from __future__ import annotations

import time
from typing import Any

from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step
from hazard.game import Game, GameError, Move, State, Turn, words
from hazard.growth import quarter_of_memory
from hazard.search import Budget, Solve
from hazard.solve import Solution

LONGEST_LINE = 64


class OutOfTime(Exception):  # noqa: N818 - not an error: the game is only too large
    """Solving has taken as long as it may."""


def solve_within(
    engine: Any, game: Game, state: State, search: Solve, seconds: float | None
) -> Solution | None:
    """Solve all that can be reached from ``state``; None if it is too much, or cannot be certified."""
    until = None if seconds is None else time.monotonic() + seconds

    def look_at_clock(phase: str, done: int, total: int) -> None:
        if until is not None and time.monotonic() > until:
            raise OutOfTime

    limits = search.max_states, quarter_of_memory()
    try:
        core = engine.solve(state, search.tolerance, *limits, look_at_clock, lambda states, count: None)
    except (OutOfTime, GameError):  # a mistake of the game's comes up in the search that follows
        return None
    solution = Solution(game, state, core)
    return solution if solution.error <= max(1e-6, search.tolerance) else None


def decision_by(solution: Solution, state: State, search: Solve, budget: Budget, seconds: float) -> Decision:
    """Return what ``solution`` says of ``state``, with every alternative."""
    game = solution.game
    turn = Turn(game.turn(state))
    ranked = solution.options(state)
    chosen = solution.action(state)
    ranked.sort(key=lambda pair: pair[0] != chosen)  # among equals the one that gets on
    sign, best = (1.0 if turn is Turn.MAX else -1.0), ranked[0][1]
    options = tuple(
        Option(
            action=action,
            words=words(game, state, action),
            value=value,
            kind="exact",
            gap=max(0.0, sign * (best - value)),
            outcomes=_outcomes(solution, state, action),
            low=value - solution.error,
            high=value + solution.error,
        )
        for action, value in ranked
    )
    return Decision(
        game=game,
        state=state,
        turn=turn,
        search=search,
        budget=budget,
        options=options,
        line=_line(solution, state, chosen),
        statistics=Statistics(nodes=solution.states, evaluations=0, seconds=seconds),
        stopped="complete",
        bounds=_bounds(game),
    )


def _bounds(game: Game) -> tuple[float, float]:
    stated = getattr(game, "bounds", None)
    low, high = (float("-inf"), float("inf")) if stated is None else stated()
    return float(low), float(high)


def _reward(game: Game, state: State, move: Move) -> float:
    reward = getattr(game, "reward", None)
    return 0.0 if reward is None else float(reward(state, move))


def _outcomes(solution: Solution, state: State, action: Move) -> tuple[OutcomeValue, ...]:
    game = solution.game
    after = game.apply(state, action)
    if game.turn(after) is not Turn.CHANCE:
        return ()
    return tuple(
        OutcomeValue(
            outcome,
            words(game, after, outcome),
            probability,
            _reward(game, after, outcome) + solution.value(game.apply(after, outcome)),
            "exact",
        )
        for outcome, probability in game.outcomes(after)
        if probability > 0
    )


def _line(solution: Solution, state: State, action: Move) -> tuple[Step, ...]:
    """Return the best actions and the likeliest outcomes in turn, until play would come round."""
    game, passed = solution.game, {state}
    steps: list[Step] = []
    move, probability = action, 1.0
    turn = Turn(game.turn(state))
    while len(steps) < LONGEST_LINE:
        steps.append(Step(turn, move, words(game, state, move), probability))
        state = game.apply(state, move)
        turn = Turn(game.turn(state))
        if turn is Turn.OVER or state in passed:
            break
        passed.add(state)
        if turn is Turn.CHANCE:
            move, probability = max(game.outcomes(state), key=lambda pair: pair[1])
        else:
            move, probability = solution.action(state), 1.0
    return tuple(steps)
