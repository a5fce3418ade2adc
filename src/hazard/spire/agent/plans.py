"""What a planner gives the agent: moves, what they are worth, and why."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Protocol

from hazard.search import Budget


class Plan(Protocol):
    """The moves of a turn, as far as they can be planned."""

    @property
    def moves(self) -> list[Any]:
        """What to do, in order, as records or as moves of the simulator."""

    @property
    def value(self) -> float:
        """What it is worth."""

    def explain(self, language: str = "en") -> str:
        """Say why, to a person."""


LATE = 8
"""A plan that takes so many times its budget is not waited for; a command is due after ten."""


def patience(milliseconds: float | None = None) -> float | None:
    """Return the seconds after which a plan is late; None if its budget is no time."""
    budget = importlib.import_module("hazard.spire.planner.planner").DEFAULT_BUDGET
    seconds = budget.seconds if milliseconds is None else milliseconds / 1000
    return None if seconds is None else LATE * seconds


def planner_within(
    milliseconds: float | None = None, simulations: int | None = None, seed: int = 0
) -> Callable[[Any], Plan]:
    """Return the planner that comes with hazard, with so much time for each plan; by default its own.

    With ``simulations``, so many fights are played out instead: the same plan for the same seed, however
    busy the machine is.
    """
    budget = None
    if simulations is not None or milliseconds is not None:
        budget = Budget(seconds=milliseconds / 1000 if milliseconds else None, nodes=simulations)

    def planner(state: Any) -> Plan:
        plan: Callable[..., Plan] = importlib.import_module("hazard.spire.planner").plan
        return plan(state, budget, seed)

    return planner
