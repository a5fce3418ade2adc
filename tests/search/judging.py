"""What a decision claims of a drawn game, held against what is so: the judge of tests and benchmarks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from tests.search.drawn_games import DrawnGame, options, worth

from hazard import Expectimax, Turn

TOLERANCE = 1e-9
SWITCHES = [f.name for f in fields(Expectimax) if f.type == "bool"]
"""Each of them leaves values as they are."""


def switched(rng: random.Random) -> Expectimax:
    """Expectimax with any of its switches off."""
    if rng.random() < 0.3:
        return Expectimax(all_options=rng.random() < 0.5)
    return Expectimax(**{name: rng.random() < 0.6 for name in SWITCHES})


def combination(number: int) -> dict[str, bool]:
    """Return the switches of one of the ``2 ** len(SWITCHES)`` combinations, counted in binary."""
    return {name: bool(number >> bit & 1) for bit, name in enumerate(SWITCHES)}


def false_values(decision: Any, truth: Sequence[float]) -> list[str]:
    """What is said of the options' values that is not so; ``truth`` has an option's value at its number."""
    wrong = []
    for option in decision.options:
        true = truth[option.action]
        low = option.kind in ("exact", "lower") and not option.value <= true + TOLERANCE
        high = option.kind in ("exact", "upper") and not option.value >= true - TOLERANCE
        if low or high:
            wrong.append(f"{option.action}: {option.kind} {option.value}, but it is worth {true}")
    return wrong


def false_marks(game: DrawnGame, decision: Any) -> list[str]:
    """What a decision says of its options and of their outcomes that is not so."""
    wrong = false_values(decision, options(game, decision.state))
    for option in decision.options:
        middle = game.following[decision.state][option.action]
        for outcome in option.outcomes:
            following = game.following[middle][outcome.outcome]
            dealt = game.rewards[middle][outcome.outcome] + game.truth[following]
            if outcome.kind == "exact" and not abs(outcome.value - dealt) <= TOLERANCE:
                wrong.append(f"{option.action}, {outcome.outcome}: exact {outcome.value}, but it is {dealt}")
            grouped = getattr(decision.search, "buckets", 0) or getattr(decision.search, "samples", 0)
            if not grouped and outcome.probability != game.chances[middle][outcome.outcome]:
                wrong.append(f"{option.action}, {outcome.outcome}: probability {outcome.probability}")
    return wrong


def false_certainties(decision: Any, truth: Sequence[float], value: float) -> list[str]:
    """Intervals that do not hold the truth, and a choice called proven that is not the best."""
    wrong = []
    if not decision.low - TOLERANCE <= value <= decision.high + TOLERANCE:
        wrong.append(f"certainly {decision.low} to {decision.high}, but the position is worth {value}")
    for option in decision.options:
        if not option.low - TOLERANCE <= truth[option.action] <= option.high + TOLERANCE:
            true = truth[option.action]
            wrong.append(f"{option.action}: certainly {option.low} to {option.high}, but it is worth {true}")
    best = max(truth) if decision.turn is Turn.MAX else min(truth)
    if decision.proven and not is_near(truth[decision.action], best):
        wrong.append(f"{decision.action} is called proven and worth {truth[decision.action]}, not {best}")
    return wrong


def false_claims(game: DrawnGame, decision: Any) -> list[str]:
    """Everything that a decision says and that is not so."""
    truth = options(game, decision.state)
    return false_marks(game, decision) + false_certainties(decision, truth, worth(game, decision.state))


def is_near(found: float, expected: float) -> bool:
    return found == expected or abs(found - expected) <= TOLERANCE


def is_best(game: DrawnGame, decision: Any, depth: float = float("inf")) -> bool:
    values = options(game, decision.state, depth)
    best = max(values) if decision.turn is Turn.MAX else min(values)
    return is_near(values[decision.action], best)
