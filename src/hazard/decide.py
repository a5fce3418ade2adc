"""From a game, a state, a search and a budget to a decision."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hazard import _core
from hazard.checking.at_sight import refuse_at_sight, refuse_text, watched
from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step, TraceNode
from hazard.game import Game, GameError, M, S, State, Turn, check_game, has_heuristic, shown
from hazard.games.compiled import CompiledGame
from hazard.pickling import made_again
from hazard.search import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Minimax,
    Search,
    SettingError,
    Solve,
    TreeSearch,
    misplaced,
)

if TYPE_CHECKING:
    from hazard.solve import Solution

MAX_PYTHON_STATES = 5_000_000
"""Distinct states a Python game may show to one Searcher before the search stops for memory."""

T = TypeVar("T")

DEFAULT_BUDGET = Budget(seconds=1.0)

SEARCHING_FIRST, SOLVING = 0.25, 0.5
"""Shares of the time for a search that may see the end, and for solving where it does not."""
_SMALL = Solve(max_states=500_000)


class Searcher(Generic[S, M]):
    """A game and a search that remember: the table, the tree, and what a Python game has answered.

    Use one for a whole game; use :func:`decide` for a single decision. Threads may share one: they decide one
    after the other. Pickled or copied, it is the game and the search, without what it remembers.

    >>> from hazard.games import Pig
    >>> searcher = Searcher(Pig(), Expectimax())
    >>> searcher.decide(Pig().parse("0 0 19"), Budget(depth=2)).action
    'roll'
    """

    def __init__(
        self, game: Game[S, M], search: Search | None = None, *, max_states: int = MAX_PYTHON_STATES
    ) -> None:
        """Prepare ``search`` for ``game``.

        By default that is :class:`Expectimax`; a game without a heuristic that it does not see the end of is
        solved, where it is small enough for the time.
        """
        check_game(game)
        refuse_at_sight(game)
        self.game = game
        self.search: Search = Expectimax() if search is None else search
        if not isinstance(self.search, Search):
            raise SettingError(f"expected a search such as Expectimax(), found {search!r}{_hint(search)}")
        if isinstance(self.search, TreeSearch):
            has_values = self.search.evaluator is not None or has_heuristic(game)
            # A compiled game without priors of its own takes all actions for equally likely.
            has_prior = hasattr(game, "prior") or isinstance(game, CompiledGame)
            self.search = self.search.settled_for(
                type(game).__name__, has_values=has_values, has_prior=has_prior
            )
        self._max_states = max_states
        self._turnstile = _Turnstile()
        self._solution: Solution | None = None
        self._may_solve = search is None and not has_heuristic(game)
        if isinstance(game, CompiledGame):
            self._engine = game.engine()
        else:
            self._engine = _core.PythonEngine(_core.PythonGame(game, max_states))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game and the search; what has been remembered stays behind."""
        return made_again, (type(self), (self.game, self.search), {"max_states": self._max_states})

    def decide(
        self, state: S | None = None, budget: Budget | None = None, **misplaced_settings: Any
    ) -> Decision[S, M]:
        """Find the best action in ``state`` (by default the start) within ``budget`` (by default 1 s)."""
        for name, value in misplaced_settings.items():
            raise SettingError(misplaced("decide", name, value, ("state", "budget")))
        return self._run(*self._asked(state, budget), self.search)

    def improve(
        self, state: S | None = None, budget: Budget | None = None, *, stop: threading.Event | None = None
    ) -> Iterator[Decision[S, M]]:
        """Decide again and again, each time better; all of it within ``budget``. See :func:`deciding`."""
        from hazard.improving import improved

        return improved(self, *self._asked(state, budget), stop)

    def _asked(self, state: S | None, budget: Budget | None) -> tuple[S, Budget]:
        """Check a request and fill in what it leaves open."""
        if isinstance(state, Search | Budget):
            raise GameError(f"expected a state of the game, found {state!r}{_hint(state)}")
        refuse_text(self.game, state)
        state = self.game.start() if state is None else state
        budget = DEFAULT_BUDGET if budget is None else budget
        if not isinstance(budget, Budget):
            raise SettingError(
                f"expected a Budget such as Budget(seconds=1), found {budget!r}{_hint(budget)}"
            )
        if isinstance(self.search, TreeSearch) and budget.seconds is None and budget.nodes is None:
            raise SettingError(
                f"TreeSearch goes on until its time or its simulations are used up, and {budget!r} limits "
                "neither; expected seconds or nodes"
            )
        return state, budget

    def _run(self, state: S, budget: Budget, search: Search) -> Decision[S, M]:
        with self._turnstile, watched(self.game, state):
            turn = _TURNS[self._engine.turn(state)]
            if turn not in (Turn.MAX, Turn.MIN):
                reason = "the game is over" if turn is Turn.OVER else "it is chance's turn"
                raise GameError(f"there is nothing to decide in {_shown(self.game, state)}: {reason}")
            if isinstance(search, Solve):
                return self._solved(state, search, budget)
            only_time = budget.nodes is None and budget.depth is None
            if self._may_solve and only_time and budget.seconds is not None:
                return self._search_or_solve(state, turn, budget, budget.seconds)
            return self._search(state, turn, budget, search)

    def _search(self, state: S, turn: Turn, budget: Budget, search: Search) -> Decision[S, M]:
        engine = self._engine
        assert not isinstance(search, Solve)
        if isinstance(search, Beam):
            raw = engine.beam(state, search, budget)
        elif isinstance(search, TreeSearch):
            raw = engine.tree_search(state, search, budget)
        else:
            raw = engine.expectimax(state, _as_expectimax(search), budget, isinstance(search, Expectimax))
        return _decision(self.game, state, turn, search, budget, raw)

    def _search_or_solve(self, state: S, turn: Turn, budget: Budget, seconds: float) -> Decision[S, M]:
        """Search; solve if the search does not see the end soon; search on if that takes too long."""
        from hazard.whole import decision_by, solve_within  # which needs numpy, as a search does not

        began = time.monotonic()
        if self._known(state) is None:
            found = self._search(state, turn, Budget(seconds=SEARCHING_FIRST * seconds), self.search)
            if found.stopped == "complete":
                return replace(found, budget=budget)
            left = (SEARCHING_FIRST + SOLVING) * seconds - (time.monotonic() - began)
            self._solution = solve_within(self._engine, self.game, state, _SMALL, left)
        if (solution := self._known(state)) is not None:
            return decision_by(solution, state, _SMALL, budget, time.monotonic() - began)
        self._may_solve = False
        left = max(0.05 * seconds, seconds - (time.monotonic() - began))
        return replace(self._search(state, turn, Budget(seconds=left), self.search), budget=budget)

    def _solved(self, state: S, search: Solve, budget: Budget) -> Decision[S, M]:
        from hazard.whole import decision_by, solve_within

        began = time.monotonic()
        if self._known(state) is None:
            self._solution = solve_within(self._engine, self.game, state, search, budget.seconds)
        if (solution := self._known(state)) is None:
            raise GameError(
                f"{_shown(self.game, state)} is not solved within {budget!r} and {search!r}; give it more "
                "time and states, or search it instead. hazard.solve says more of why"
            )
        return decision_by(solution, state, search, budget, time.monotonic() - began)

    def _known(self, state: State) -> Solution | None:
        """Return the solution of an earlier decision, where this state is in it."""
        known = self._solution is not None and state in self._solution
        return self._solution if known else None


class _Turnstile:
    """Lets one decision through at a time: a searcher's table and tree belong to one search.

    Other threads wait. The thread that is inside already, because the game or the evaluator asks the searcher
    that is asking it, would wait for itself.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside: int | None = None

    def __enter__(self) -> None:
        if self._inside == threading.get_ident():
            raise GameError(
                "this Searcher is busy: the game or the evaluator has asked it for a decision in the middle "
                "of one. Use another Searcher there"
            )
        self._lock.acquire()
        self._inside = threading.get_ident()

    def __exit__(self, *error: object) -> None:
        self._inside = None
        self._lock.release()


def decide(
    game: Game[S, M],
    state: S | None = None,
    search: Search | None = None,
    budget: Budget | None = None,
    **misplaced_settings: Any,
) -> Decision[S, M]:
    """Find the best action in ``state``, by default from the start with :class:`Expectimax` in one second.

    >>> from hazard.games import Pig
    >>> decide(Pig(), Pig().parse("90 95 5"), Expectimax(), Budget(depth=4)).action
    'roll'
    """
    return Searcher(game, search).decide(state, budget, **misplaced_settings)


def deciding(
    game: Game[S, M],
    state: S | None = None,
    search: Search | None = None,
    budget: Budget | None = None,
    *,
    stop: threading.Event | None = None,
) -> Iterator[Decision[S, M]]:
    """Find the best action and report on the way: an iterator of decisions, each better founded.

    Expectimax and its relatives look one decision further each time, tree search makes half as many
    simulations again; a beam answers once. What one decision has found the next one uses, so that all of them
    together cost about as much as one :func:`decide`, and never more than ``budget``. The statistics are of
    all the work so far.

    Leave the loop when the answer is good enough, or set ``stop``, a ``threading.Event``, from elsewhere: the
    last decision stands, and the first is always made.

    >>> from hazard.games import Pig
    >>> for decision in deciding(Pig(), Pig().parse("40 35 18"), budget=Budget(depth=3)):
    ...     print(decision.statistics.depth, decision.action)
    1 roll
    2 roll
    3 roll
    """
    return Searcher(game, search).improve(state, budget, stop=stop)


def _hint(misplaced: object) -> str:
    """Say what was probably meant by a thing in the wrong place."""
    if isinstance(misplaced, type) and issubclass(misplaced, Search | Budget):
        return f"; write {misplaced.__name__}() to make one"
    if isinstance(misplaced, Search):
        return "; a search goes after the state: decide(game, state, search)"
    if isinstance(misplaced, Budget):
        return "; a budget goes last: decide(game, state, search, budget)"
    return ""


def _as_expectimax(search: Minimax | AlphaBeta | Expectimax) -> Any:
    """Minimax and alpha-beta are expectimax with switches off, for games without chance."""
    if isinstance(search, Expectimax):
        return search
    if isinstance(search, AlphaBeta):
        kept = {name: getattr(search, name) for name in search.__dataclass_fields__}
        return Expectimax(star1=False, star2=False, **kept)
    plain = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False, quiet_depth=0)
    return replace(plain, deepen=search.deepen, evaluator=search.evaluator, trace=search.trace)


def _shown(game: Game, state: State) -> str:
    return game.text(state) if isinstance(game, CompiledGame) else shown(state)


_TURNS = tuple(Turn)
_new = object.__new__


def _record(kind: type[T], fields: dict[str, Any]) -> T:
    """Make a frozen record at once. Its own ``__init__`` sets field by field, which takes longer than a small
    search does."""
    made = _new(kind)
    made.__dict__.update(fields)
    return made


def _decision(
    game: Game[S, M], state: S, turn: Turn, search: Search, budget: Budget, raw: dict[str, Any]
) -> Decision[S, M]:
    sign = 1.0 if turn is Turn.MAX else -1.0
    best_value = raw["options"][0][2]
    options = tuple(
        _record(
            Option,
            {
                "action": action,
                "words": said,
                "value": value,
                "kind": kind,
                "gap": max(0.0, sign * (best_value - value)),
                "visits": visits,
                "standard_error": error or None,
                "outcomes": tuple(
                    [_record(OutcomeValue, dict(zip(_OUTCOME, row, strict=True))) for row in outcomes]
                ),
                "low": low,
                "high": high,
            },
        )
        for action, said, value, kind, visits, error, outcomes, low, high in raw["options"]
    )
    line = tuple(
        [
            _record(Step, {"turn": _TURNS[whose], "move": move, "words": said, "probability": p})
            for whose, move, said, p in raw["line"]
        ]
    )
    trace = tuple(
        TraceNode(index, parent, move, said, Turn(whose), *rest)
        for index, (parent, move, said, whose, *rest) in enumerate(raw["trace"])
    )
    return _record(
        Decision,
        {
            "game": game,
            "state": state,
            "turn": turn,
            "search": search,
            "budget": budget,
            "options": options,
            "line": line,
            "statistics": _record(Statistics, raw["statistics"]),
            "stopped": raw["stopped"],
            "trace": trace,
            "bounds": raw["bounds"],
        },
    )


_OUTCOME = tuple(OutcomeValue.__dataclass_fields__)
