"""A decision: the action, its value, everything else that was considered, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from hazard.game import Game, State, Turn
from hazard.search import Budget, Search

ValueKind = Literal["exact", "lower", "upper", "estimate"]
"""``exact``: proven to the end of the game. ``lower``/``upper``: the true value is at least/at most this.
``estimate``: rests on a heuristic, a sample or another approximation."""


@dataclass(frozen=True)
class OutcomeValue:
    """One thing chance may do after an action, and what it would be worth (rewards included)."""

    outcome: Any
    words: str
    probability: float
    value: float
    kind: ValueKind


@dataclass(frozen=True)
class Option:
    """One action that could be chosen, what it is worth for MAX, and how far it falls behind the best."""

    action: Any
    words: str
    value: float
    kind: ValueKind
    gap: float
    """How much worse than the chosen action for whoever moves; never negative for the ranked options."""
    visits: int = 0
    """Simulations through it (tree search)."""
    standard_error: float | None = None
    outcomes: tuple[OutcomeValue, ...] = ()
    """What chance may answer at once; empty where the action leads straight to somebody's decision."""


@dataclass(frozen=True)
class Step:
    """One move of the principal line: the best action at decisions, the likeliest outcome at chance."""

    turn: Turn
    move: Any
    words: str
    probability: float = 1.0


@dataclass(frozen=True)
class Statistics:
    """What the search did."""

    nodes: int = 0
    evaluations: int = 0
    table_hits: int = 0
    table_bytes: int = 0
    alpha_beta_cuts: int = 0
    star1_cuts: int = 0
    star2_cuts: int = 0
    table_cuts: int = 0
    reach_cuts: int = 0
    simulations: int = 0
    tree_nodes: int = 0
    depth: int = 0
    """Decisions looked ahead (tree search: the deepest line, chance included)."""
    seconds: float = 0.0


@dataclass(frozen=True)
class TraceNode:
    """One visited node in the order of the visit, with the window it was searched under."""

    id: int
    parent: int
    move: Any
    words: str
    turn: Turn
    probability: float
    depth: int
    alpha: float
    beta: float
    value: float
    kind: ValueKind
    cut: str
    """What ended the node early: '', 'alpha-beta', 'star1', 'star2', 'table', 'reach', 'horizon' or 'over'."""


@dataclass(frozen=True)
class Decision:
    """What to do and why."""

    game: Game = field(repr=False)
    state: State
    turn: Turn
    search: Search
    budget: Budget
    options: tuple[Option, ...]
    """Every action, best first."""
    line: tuple[Step, ...]
    """The principal line, starting with the chosen action. For a beam: the plan."""
    statistics: Statistics
    stopped: str
    """What ended the search: 'complete', 'seconds', 'nodes', 'depth', 'memory'."""
    trace: tuple[TraceNode, ...] = ()

    @property
    def best(self) -> Option:
        """The chosen option."""
        return self.options[0]

    @property
    def action(self) -> Any:
        """The chosen action."""
        return self.best.action

    @property
    def value(self) -> float:
        """What the chosen action is worth, for MAX."""
        return self.best.value

    @property
    def kind(self) -> ValueKind:
        """Whether the value is exact, a bound or an estimate."""
        return self.best.kind

    @property
    def plan(self) -> tuple[Any, ...]:
        """The mover's own actions along the principal line."""
        return tuple(step.move for step in self.line if step.turn is self.turn)
