"""A decision: the action, its value, everything else that was considered, and why.

Over 400 lines: a decision with all that can be asked of it, most of it documentation.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from hazard.game import Game, M, S, Turn, has_heuristic, words
from hazard.search import Beam, Budget, Search, Solve, TreeSearch

if TYPE_CHECKING:
    from rich.console import Console

    from hazard.render import Explanation

ROUNDING = 1e-9
"""How far a value that is called exact may be off, of a value of about 1; what differs by less is equal."""

ValueKind = Literal["exact", "lower", "upper", "estimate"]
"""``exact``: proven to the end of the game. ``lower``/``upper``: the true value is at least/at most this.
``estimate``: rests on a heuristic, a sample or another approximation."""


class _ToldWhenAsked:
    """A move whose words are made later: most of those that a search has looked at are never read.

    ``_spoken_of`` is the game, the state and the move that they are made from.
    """

    words: str

    def told(self, language: str) -> str:
        """Return the words in a language; ``words`` are English."""
        about = self.__dict__.get("_spoken_of")
        if about is None or language == "en":
            return self.words
        game, state, move = about
        return self.words if move is None else words(game, state, move, language)  # nothing led to a root

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> str:
            if name != "words" or "_spoken_of" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self.__dict__["words"] = found = words(*self.__dict__["_spoken_of"])
            return found


T = TypeVar("T", bound=_ToldWhenAsked)
_new = object.__new__


def spoken(kind: type[T], game: Game, state: Any, move: Any, fields: dict[str, Any]) -> T:
    """Make a record about a move of ``state`` at once, without its words.

    Its own ``__init__`` sets field by field, which takes longer than a small search does.
    """
    made = _new(kind)
    made.__dict__.update(fields)
    made.__dict__["_spoken_of"] = game, state, move
    return made


@dataclass(frozen=True)
class OutcomeValue(_ToldWhenAsked):
    """One possible outcome of chance after an action, and its value (rewards included)."""

    outcome: Any
    words: str
    probability: float
    value: float
    kind: ValueKind


@dataclass(frozen=True)
class Option(_ToldWhenAsked, Generic[M]):
    """One possible action, its value for MAX, and how far it is behind the best."""

    action: M
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
    low: float = -math.inf
    """The true value is certainly at least this: proven, or by the game's bounds."""
    high: float = math.inf
    """The true value is certainly at most this."""
    prior: float | None = None
    """Its share of the prior, with the noise of the root (tree search by prior)."""
    policy: float | None = None
    """Its share of the policy that the search recommends, a target for a learner (tree search): the improved
    policy with ``select="gumbel"``, otherwise the share of the visits."""


@dataclass(frozen=True)
class Step(_ToldWhenAsked):
    """One move of the principal variation: the best action at decisions, the likeliest outcome at chance."""

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
    long_lines: int = 0
    """Lines of play that were cut as too long; :attr:`Decision.remarks` says at how many moves."""
    chance_runs: int = 0
    """Runs of chance without a decision that were cut as too long."""
    full_tree: int = 0
    """Simulations of a tree search that found no room for another node."""
    short_play_outs: int = 0
    """Play-outs that came to no end within their limit of moves."""
    depth: int = 0
    """Decisions looked ahead (tree search: along the deepest line)."""
    seconds: float = 0.0


@dataclass(frozen=True)
class TraceNode(_ToldWhenAsked):
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
    """What ended it early: '', 'alpha-beta', 'star1', 'star2', 'table', 'reach', 'horizon' or 'over'."""
    reward: float = 0.0
    """What the step that led here paid; ``value`` is of what comes after it."""
    probe: bool = False
    """Whether it is a Star2 probe: an action right below chance, past an outcome not searched yet."""

    @property
    def bound(self) -> Literal["lower", "upper"] | None:
        """Whether ``value`` bounds what a search to this depth finds, as it fell outside the window.

        ``kind`` speaks of the true value: a bound that rests on a guess at the horizon is an estimate of it.
        """
        if self.kind == "lower" or self.kind == "upper":
            return self.kind
        if self.kind == "exact" or self.parent < 0:
            return None
        return "upper" if self.value <= self.alpha else "lower" if self.value >= self.beta else None


def _slack(value: float) -> float:
    """Return how far two values may be apart that are called equal."""
    return ROUNDING * (1.0 + abs(value)) if math.isfinite(value) else 0.0


@dataclass(frozen=True, repr=False)
class Decision(Generic[S, M]):
    """What to do and why."""

    game: Game[S, M]
    state: S
    turn: Turn
    search: Search
    budget: Budget
    options: tuple[Option[M], ...]
    """Every action, best first."""
    line: tuple[Step, ...]
    """The principal variation, starting with the chosen action. For a beam: the plan."""
    statistics: Statistics
    stopped: str
    """What ended the search: 'complete', 'seconds', 'nodes', 'depth', 'memory', 'settled'; 'deepest', where
    it looks no further whatever the budget; 'asked', where somebody wanted the answer so far."""
    trace: tuple[TraceNode, ...] = ()
    bounds: tuple[float, float] = (-math.inf, math.inf)
    """The lowest and the highest value that any state can have, by the game's own word."""

    @property
    def best(self) -> Option[M]:
        """The chosen option."""
        return self.options[0]

    @property
    def action(self) -> M:
        """The chosen action."""
        return self.best.action

    @property
    def words(self) -> str:
        """The chosen action in words.

        >>> import hazard
        >>> from hazard.games import TicTacToe
        >>> hazard.decide(TicTacToe(), TicTacToe().parse("xx./oo./..."), budget=hazard.Budget()).words
        'c1'
        """
        return self.best.words

    @property
    def value(self) -> float:
        """What the chosen action is worth, for MAX."""
        return self.best.value

    @property
    def kind(self) -> ValueKind:
        """Whether the value is exact, a bound or an estimate."""
        return self.best.kind

    @property
    def low(self) -> float:
        """The position is certainly worth at least this for MAX, under best play."""
        return self._certain()[0]

    @property
    def high(self) -> float:
        """The position is certainly worth at most this for MAX, under best play."""
        return self._certain()[1]

    @property
    def proven(self) -> bool:
        """Whether no other action can be better than the chosen one.

        That the chosen action's value is exact does not say so, while others are open. An only action, and
        one that is certainly ahead of all others, is proven without an exact value.

        >>> import hazard
        >>> from hazard.games import TicTacToe
        >>> hazard.decide(TicTacToe(), budget=hazard.Budget()).proven
        True
        """
        if isinstance(self.search, Beam):  # which does not list what it left out
            others: list[tuple[float, float]] = [self.bounds]
        else:
            others = [(option.low, option.high) for option in self.options[1:]]
        # No action is worth more to whoever moves than the position, and that is within the bounds.
        if self.turn is Turn.MAX:
            most = min(self.bounds[1], max((high for _, high in others), default=-math.inf))
            return self.best.low >= most - _slack(most)
        least = max(self.bounds[0], min((low for low, _ in others), default=math.inf))
        return self.best.high <= least + _slack(least)

    def _certain(self) -> tuple[float, float]:
        """Return what best play is certainly worth; a beam does not list what it left out."""
        low, high = self.bounds
        lows, highs = [option.low for option in self.options], [option.high for option in self.options]
        whole = not isinstance(self.search, Beam)
        if self.turn is Turn.MAX:
            return max(low, *lows), min(high, max(highs)) if whole else high
        return max(low, min(lows)) if whole else low, min(high, *highs)

    @property
    def remarks(self) -> list[str]:
        """Which limits of the engine cut the search short, in full sentences; usually nothing.

        >>> import hazard
        >>> from hazard.games import Pig
        >>> hazard.decide(Pig(), budget=hazard.Budget(depth=2)).remarks
        []
        """
        from hazard.limits import remarks

        return remarks(self)

    @property
    def unfinished(self) -> Literal["heuristic", "evaluator", "play-outs"] | None:
        """What unfinished games were valued by; None where no value rests on one.

        >>> import hazard
        >>> from hazard.games import Pig
        >>> hazard.decide(Pig(), budget=hazard.Budget(depth=2)).unfinished
        'heuristic'
        """
        from hazard.limits import value_unknown

        whole = isinstance(self.search, Solve)
        if whole or not any(option.kind == "estimate" for option in self.options):
            return None
        if value_unknown(self):
            return None
        if getattr(self.search, "evaluator", None) is not None:
            return "evaluator"
        plays = isinstance(self.search, TreeSearch) and self.search.leaf == "rollout"
        return "play-outs" if plays or not has_heuristic(self.game) else "heuristic"

    @property
    def policy(self) -> dict[M, float]:
        """What a tree search recommends, as a share for each action: a target for a learner.

        >>> import hazard
        >>> from hazard.games import Pig
        >>> search, budget = hazard.TreeSearch(seed=1), hazard.Budget(nodes=100)
        >>> hazard.decide(Pig(), Pig().parse("80 75 10"), search, budget).policy
        {PigAction.ROLL: 0.6, PigAction.HOLD: 0.4}
        """
        return {option.action: option.policy for option in self.options if option.policy is not None}

    @property
    def plan(self) -> tuple[M, ...]:
        """The mover's own actions along the principal variation."""
        return tuple(step.move for step in self.line if step.turn is self.turn)

    # How it shows itself. The renderers are imported when they are asked for: a search needs none of them.

    def explain(
        self,
        *,
        console: Console | None = None,
        width: int | None = None,
        options: int = 8,
        language: str = "en",
    ) -> str:
        """Return the decision in words, without escape codes; with a ``console``, also print it there.

        >>> import hazard
        >>> from hazard.games import Pig
        >>> decision = hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=3))
        >>> print(decision.explain())  # doctest: +ELLIPSIS
        roll: ... % chance to win (estimate)
        MAX to move in 80 75 10 max.
        Next best: hold, ... points behind.
        ...
        """
        from hazard.render import explain

        return explain(self, console=console, width=width, options=options, language=language)

    def __repr__(self) -> str:
        """Say in one line what was decided, and how surely.

        >>> import hazard
        >>> from hazard.games import TicTacToe
        >>> hazard.decide(TicTacToe(), TicTacToe().parse("xx./oo./..."), budget=hazard.Budget())
        <Decision TicTacToeCell(column=2, row=0): value 1, exact, proven>
        """
        proof = ", proven" if self.proven else ""
        return f"<Decision {self.action!r}: value {self.value:.6g}, {self.kind}{proof}>"

    def _repr_html_(self) -> str:
        """Return the decision as a notebook shows it."""
        from hazard.render.notebook import decision_html

        return decision_html(self)

    def __str__(self) -> str:
        """Return the explanation as plain text."""
        return self.explain()

    def __rich__(self) -> Explanation:
        """Return the explanation for ``rich.print``, in colour and as wide as the console."""
        from hazard.render import Explanation

        return Explanation(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as plain JSON data; the schema is :class:`hazard.render.DecisionDocument`.

        >>> import hazard
        >>> from hazard.games import Pig
        >>> hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=1)).to_dict()["version"]
        'hazard-decision/2'
        """
        from hazard.render import document

        return document(self).model_dump(mode="json")

    def to_json(self, indent: int | None = None) -> str:
        """Return the decision as JSON text, on one line or indented.

        >>> import hazard, json
        >>> from hazard.games import Pig
        >>> decision = hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=1))
        >>> json.loads(decision.to_json())["state"]
        '80 75 10 max'
        """
        from hazard.render import document

        return document(self).model_dump_json(indent=indent)

    def draw(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        depth: int | None = None,
        language: str = "en",
    ) -> str:
        """Draw the decision tree: a page (``.html``, also without a path) or a still picture (``.svg``).

        ``depth`` is the number of levels below the root, chance included. A search with a trace, such as
        ``Expectimax(trace=500)``, shows the whole tree it looked at.

        >>> import hazard
        >>> from hazard.games import Pig
        >>> decision = hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=2))
        >>> "<svg" in decision.draw()
        True
        """
        from hazard.render import draw

        return draw(self, path, depth=depth, language=language)

    def trace_text(self, limit: int = 200, language: str = "en") -> str:
        """Return the trace as an indented log with windows and cuts; empty traces say how to ask for one.

        >>> import hazard
        >>> from hazard.games import Pig
        >>> search = hazard.Expectimax(trace=10)
        >>> decision = hazard.decide(Pig(), Pig().parse("80 75 10"), search, hazard.Budget(depth=1))
        >>> print(decision.trace_text().splitlines()[0])  # doctest: +ELLIPSIS
        MAX depth 1 [0, 1] → 0...
        """
        from hazard.render import trace_text

        return trace_text(self, limit, language)
