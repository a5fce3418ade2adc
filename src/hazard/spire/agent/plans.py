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
        """What to do, in order; as words or as moves of the game."""

    @property
    def value(self) -> float:
        """What it is worth."""

    def explain(self, language: str = "en") -> str:
        """Say why, to a person."""


def planner_within(milliseconds: float | None = None) -> Callable[[Any], Plan]:
    """Return the planner that comes with hazard, with so much time for each plan; by default its own."""

    def planner(state: Any) -> Plan:
        plan: Callable[..., Plan] = importlib.import_module("hazard.spire.planner").plan
        return plan(state) if milliseconds is None else plan(state, Budget(seconds=milliseconds / 1000))

    return planner
