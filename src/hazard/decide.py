"""From a game, a state, a search and a budget to a decision.

Over 400 lines: each search is called once, with its own arguments.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hazard.checking.at_sight import refuse_at_sight, refuse_text, watched
from hazard.compiled import CompiledGame
from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step, TraceNode, spoken
from hazard.ending import compiled_code
from hazard.errors import HazardError
from hazard.game import (
    Game,
    GameError,
    M,
    S,
    State,
    Turn,
    check_game,
    has_heuristic,
    has_secrets,
    refuse_secrets,
    shown,
)
from hazard.one_at_a_time import OneAtATime
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
    refuse_misplaced,
)
from hazard.search_several import SeveralOnly
from hazard.twin import fresh_engine, runs_compiled

if TYPE_CHECKING:
    from hazard.solving.solve import Solution

MAX_PYTHON_STATES = 5_000_000
"""Distinct states a Python game may show to one Searcher before the search stops for memory."""

T = TypeVar("T")

DEFAULT_BUDGET = Budget(seconds=1.0)

SEARCHING_FIRST, SOLVING = 0.1, 0.7
"""Shares of the time for a search that may see the end, and for solving where it does not.

A game in Python answers for some 100,000 states a second; what can be solved should not fail for want of it.
"""
_SMALL = Solve(max_states=500_000)


class Searcher(Generic[S, M]):
    """A game and a search that keep the table, the tree and the answers of a Python game between decisions.

    Use one for a whole game, and :func:`decide` for a single decision. Threads may share one and then decide
    one after the other. When it is pickled or copied, its memory is left out.

    >>> from hazard.games import Pig
    >>> searcher = Searcher(Pig(), Expectimax())
    >>> searcher.decide(Pig().parse("0 0 19"), Budget(depth=2)).action
    PigAction.ROLL
    """

    def __init__(
        self,
        game: Game[S, M],
        search: Search | None = None,
        *,
        max_states: int = MAX_PYTHON_STATES,
        **misplaced_settings: Any,
    ) -> None:
        """Prepare ``search`` for ``game``.

        By default that is :class:`Expectimax`; a game without a heuristic that it does not see the end of is
        solved, where it is small enough for the time.
        """
        check_game(game)
        refuse_misplaced("Searcher", misplaced_settings, ("search", "max_states"))
        refuse_secrets(game)
        refuse_at_sight(game)
        self.game = game
        self.search: Search = Expectimax() if search is None else search
        if not isinstance(self.search, Search):
            raise SettingError("search.expected_search", found=search, hint=_hint(search))
        evaluator: Any = getattr(self.search, "evaluator", None)
        if hasattr(evaluator, "bound_to"):  # learned: it has to see what this game's states are made of
            self.search = replace(self.search, evaluator=evaluator.bound_to(game))
        self._max_states = max_states
        self._turns = OneAtATime()
        self._solution: Solution | None = None
        self._asked_for = search is not None
        self._may_solve = search is None and not has_heuristic(game)
        self._engine = self._fresh_engine()
        _searchers.add(self)
        if isinstance(self.search, TreeSearch):
            self.search = self._settled(self.search)

    def _fresh_engine(self) -> Any:
        return fresh_engine(self.game, self._max_states)

    def _settled(self, search: TreeSearch) -> TreeSearch:
        """Return the search with nothing left to decide by itself, or refuse what the game cannot do."""
        game, evaluates = self.game, search.evaluator is not None
        has_prior = evaluates or self._engine.has_prior
        if not runs_compiled(game):  # whether it returns priors shows when it is asked
            has_prior = has_prior or hasattr(game, "evaluate")
        has_values = evaluates or has_heuristic(game)
        return search.settled_for(
            type(game).__name__,
            has_values=has_values,
            has_prior=has_prior,
            compiled=runs_compiled(game),
        )

    def __repr__(self) -> str:
        """Name the game and the search."""
        return f"<Searcher of {type(self.game).__name__}: {self.search!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game and the search; what has been remembered stays behind."""
        search = self.search if self._asked_for else None
        return made_again, (type(self), (self.game, search), {"max_states": self._max_states})

    def decide(
        self,
        state: S | None = None,
        budget: Budget | None = None,
        *,
        stop: threading.Event | None = None,
        **misplaced_settings: Any,
    ) -> Decision[S, M]:
        """Find the best action in ``state`` (by default the start) within ``budget`` (by default 1 s).

        Another thread may set ``stop`` to have the answer so far, as for :func:`deciding`.
        """
        refuse_misplaced("Searcher.decide", misplaced_settings, ("state", "budget", "stop"))
        return self._run(*self._asked(state, budget), self.search, stop)

    def improve(
        self, state: S | None = None, budget: Budget | None = None, *, stop: threading.Event | None = None
    ) -> Iterator[Decision[S, M]]:
        """Decide again and again, each time better; all of it within ``budget``. See :func:`deciding`."""
        from hazard.improving import improved

        return improved(self, *self._asked(state, budget), stop)

    def _asked(self, state: S | None, budget: Budget | None) -> tuple[S, Budget]:
        """Check a request and fill in what it leaves open."""
        if isinstance(state, Search | Budget):
            raise GameError("search.expected_state", found=state, hint=_hint(state))
        refuse_text(self.game, state)
        state = self.game.start() if state is None else state
        budget = DEFAULT_BUDGET if budget is None else budget
        if not isinstance(budget, Budget):
            raise SettingError("search.expected_budget", found=budget, hint=_hint(budget))
        if isinstance(self.search, TreeSearch) and budget.seconds is None and budget.nodes is None:
            raise SettingError("search.tree_search_without_limit", budget=budget)
        if isinstance(self.search, Solve) and (budget.nodes is not None or budget.depth is not None):
            raise SettingError("search.solve_with_wrong_limit", budget=budget)
        if isinstance(self.search, TreeSearch) and self.search.select == "gumbel" and budget.nodes is None:
            raise SettingError("search.gumbel_without_nodes", budget=budget)
        return state, budget

    def _run(
        self, state: S, budget: Budget, search: Search, stop: threading.Event | None = None
    ) -> Decision[S, M]:
        """Decide when it is this thread's turn."""

        def decide() -> Decision[S, M]:
            with compiled_code, watched(self.game, state):
                return self._decided(state, budget, search, stop)

        return self._turns.run(decide)

    def _decided(
        self, state: S, budget: Budget, search: Search, stop: threading.Event | None
    ) -> Decision[S, M]:
        turn = _TURNS[self._engine.turn(state)]
        if turn not in (Turn.MAX, Turn.MIN):
            over = turn is Turn.OVER
            reason = HazardError("search.game_is_over" if over else "search.chance_is_to_move")
            raise GameError("search.nothing_to_decide", state=_shown(self.game, state), reason=reason)
        if isinstance(search, Solve):
            return self._solved(state, search, budget, stop)
        only_time = budget.nodes is None and budget.depth is None
        if self._may_solve and only_time and budget.seconds is not None:
            return self._search_or_solve(state, turn, budget, budget.seconds, stop)
        return self._search(state, turn, budget, search, stop)

    def _search(
        self, state: S, turn: Turn, budget: Budget, search: Search, stop: threading.Event | None = None
    ) -> Decision[S, M]:
        engine = self._engine
        assert not isinstance(search, Solve)
        if isinstance(search, Beam):
            raw = engine.beam(state, search, budget, stop)
        elif isinstance(search, TreeSearch):
            raw = engine.tree_search(state, search, budget, stop)
        else:
            chance = isinstance(search, Expectimax)
            raw = engine.expectimax(state, _as_expectimax(search), budget, chance, stop)
        return _decision(self.game, state, turn, search, budget, raw)

    def _search_or_solve(
        self, state: S, turn: Turn, budget: Budget, seconds: float, stop: threading.Event | None = None
    ) -> Decision[S, M]:
        """Search; solve if the search does not see the end soon; search on if that takes too long."""
        from hazard.solving.whole import decision_by, solve_within  # which needs numpy, as a search does not

        began = time.monotonic()
        if self._known(state) is None:
            # Chance may roll again and again without a decision, which a search refuses and solving values; a
            # mistake of the game's is met again below.
            with suppress(GameError):
                first = Budget(seconds=SEARCHING_FIRST * seconds)
                found = self._search(state, turn, first, self.search, stop)
                if found.stopped in ("complete", "asked"):
                    return replace(found, budget=budget)
            left = (SEARCHING_FIRST + SOLVING) * seconds - (time.monotonic() - began)
            with suppress(GameError):
                self._solution = solve_within(self._engine, self.game, state, _SMALL, left, stop)
        if (solution := self._known(state)) is not None:
            return decision_by(solution, state, _SMALL, budget, time.monotonic() - began)
        self._may_solve = False
        left = max(0.05 * seconds, seconds - (time.monotonic() - began))
        found = self._search(state, turn, Budget(seconds=left), self.search, stop)
        took = replace(found.statistics, seconds=time.monotonic() - began)
        return replace(found, budget=budget, statistics=took)

    def _solved(
        self, state: S, search: Solve, budget: Budget, stop: threading.Event | None = None
    ) -> Decision[S, M]:
        from hazard.solving.whole import decision_by, solve_within

        began = time.monotonic()
        unsolved = f"{_shown(self.game, state)} is not solved within {budget!r} and {search!r}"
        if self._known(state) is None:
            try:
                self._solution = solve_within(self._engine, self.game, state, search, budget.seconds, stop)
            except GameError as error:
                raise GameError("search.not_solved", unsolved=unsolved, error=error) from error
        if (solution := self._known(state)) is None:
            raise GameError("search.not_solved_in_time", unsolved=unsolved)
        return decision_by(solution, state, search, budget, time.monotonic() - began)

    def _known(self, state: State) -> Solution | None:
        """Return the solution of an earlier decision, where this state is in it."""
        known = self._solution is not None and state in self._solution
        return self._solution if known else None


_searchers: weakref.WeakSet[Searcher[Any, Any]] = weakref.WeakSet()
_abandoned: list[Any] = []
"""Engines that a fork has caught in the middle of a search: half changed, and not even to be deleted."""


def _begin_afresh() -> None:
    """Free searchers that other threads held when the process was forked: they are not in this one."""
    for searcher in list(_searchers):
        if searcher._turns.held_by_another():
            _abandoned.append(searcher._engine)
            searcher._turns = OneAtATime()
            searcher._engine, searcher._solution = searcher._fresh_engine(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_afresh)


def decide(
    game: Game[S, M],
    state: S | None = None,
    search: Search | SeveralOnly | None = None,
    budget: Budget | None = None,
    **misplaced_settings: Any,
) -> Decision[S, M]:
    """Find the best action in ``state``, by default at the start, with :class:`Expectimax` and one second.

    >>> from hazard.games import Pig
    >>> decide(Pig(), Pig().parse("90 95 5"), Expectimax(), Budget(depth=4)).action
    PigAction.ROLL

    A game with hidden information, or with a value for each of more than two players, is decided from what
    the player to move sees, by :class:`InformationSets`, :class:`Determinized`, :class:`MaxN` or
    :class:`TreeSearch`. The result is then a :class:`SeveralDecision`.
    """
    refuse_misplaced("decide", misplaced_settings, ("state", "search", "budget"))
    for_several = has_secrets(game) or hasattr(game, "several_engine") if isinstance(game, Game) else False
    if isinstance(search, SeveralOnly) or for_several:
        return _several(game, state, search, budget)  # type: ignore[no-any-return]
    try:
        return Searcher(game, search).decide(state, budget)
    except GameError as error:
        for_two = search is not None and not isinstance(search, TreeSearch)
        # A tuple where a number is expected says less than that the search is for two; the others say it.
        if error.code not in _ONE_VALUE or (for_two and error.code != "game.not_a_number"):
            raise
        from hazard.several.deciding import is_several

        if not is_several(game):
            raise
    return _several(game, state, search, budget)  # type: ignore[no-any-return]


_ONE_VALUE = ("game.too_many_players", "game.not_a_number", "game.value_for_each")
"""How a search for two tells that there is a value for each player."""


def _several(game: Any, state: Any, search: Any, budget: Budget | None) -> Any:
    from hazard.several.deciding import SeveralSearcher, usual_search

    refuse_text(game, state)
    if isinstance(state, Search | SeveralOnly | Budget):
        raise GameError("search.expected_state", found=state, hint=_hint(state))
    if budget is not None and not isinstance(budget, Budget):
        raise SettingError("search.expected_budget", found=budget, hint=_hint(budget))
    if search is None and isinstance(game, Game):
        search = usual_search(game, budget)
    return SeveralSearcher(game, search).decide(state, budget)


def deciding(
    game: Game[S, M],
    state: S | None = None,
    search: Search | None = None,
    budget: Budget | None = None,
    *,
    stop: threading.Event | None = None,
    **misplaced_settings: Any,
) -> Iterator[Decision[S, M]]:
    """Find the best action and report along the way: an iterator of decisions, each better than the last.

    Expectimax and alpha-beta report after each depth, tree search whenever it has made half as many
    simulations again, and a beam or a solution once. Each decision builds on the one before, so that all of
    them together cost about as much as one :func:`decide`, and never more than ``budget``. The statistics
    cover all the work so far.

    Leave the loop when the answer is good enough, or set ``stop``, a ``threading.Event``, from another
    thread. A running search then ends within a few hundredths of a second, or after the call into a Python
    game that it is waiting for. Its last decision is the result, with ``stopped`` saying "asked". There is
    always one, if only a guess (of depth 0); only :class:`Solve` knows nothing before it has finished.

    >>> from hazard.games import Pig
    >>> for decision in deciding(Pig(), Pig().parse("40 35 18"), budget=Budget(depth=3)):
    ...     print(decision.statistics.depth, decision.best.words)
    1 roll
    2 roll
    3 roll
    """
    refuse_misplaced("deciding", misplaced_settings, ("state", "search", "budget", "stop"))
    return Searcher(game, search).improve(state, budget, stop=stop)


def _hint(misplaced: object) -> HazardError | str:
    """Say what was probably meant by a thing in the wrong place."""
    if isinstance(misplaced, type) and issubclass(misplaced, Search | Budget):
        return HazardError("search.write_to_create", kind=misplaced.__name__)
    if isinstance(misplaced, Search):
        return HazardError("search.search_goes_after_state")
    if isinstance(misplaced, Budget):
        return HazardError("search.budget_goes_last")
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


def _outcomes(game: Game, after: State, rows: Sequence[tuple[Any, ...]]) -> tuple[OutcomeValue, ...]:
    return tuple(
        [spoken(OutcomeValue, game, after, row[0], dict(zip(_OUTCOME, row, strict=True))) for row in rows]
    )


def _trace(game: Game, rows: Sequence[tuple[Any, ...]]) -> tuple[TraceNode, ...]:
    found = []
    for index, (parent, before, move, whose, *rest) in enumerate(rows):
        fields = {"id": index, "parent": parent, "move": move, "turn": Turn(whose),
                  **dict(zip(_TRACED, rest, strict=True))}  # fmt: skip
        root = {"words": ""} if parent < 0 else {}
        found.append(spoken(TraceNode, game, before, move, fields | root))
    return tuple(found)


def _decision(
    game: Game[S, M], state: S, turn: Turn, search: Search, budget: Budget, raw: dict[str, Any]
) -> Decision[S, M]:
    sign = 1.0 if turn is Turn.MAX else -1.0
    best_value = raw["options"][0][1]
    options = tuple(
        spoken(
            Option,
            game,
            state,
            action,
            {
                "action": action,
                "value": value,
                "kind": kind,
                "gap": max(0.0, sign * (best_value - value)),
                "visits": visits,
                "standard_error": error or None,
                "outcomes": _outcomes(game, after, outcomes),
                "low": low,
                "high": high,
                "prior": prior,
                "policy": policy,
            },
        )
        for action, value, kind, visits, error, after, outcomes, low, high, prior, policy in raw["options"]
    )
    line = tuple(
        [
            spoken(Step, game, at, move, {"turn": _TURNS[whose], "move": move, "probability": p})
            for whose, at, move, p in raw["line"]
        ]
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
            "trace": _trace(game, raw["trace"]),
            "bounds": raw["bounds"],
        },
    )


_OUTCOME = tuple(name for name in OutcomeValue.__dataclass_fields__ if name != "words")
_TRACED = ("probability", "depth", "alpha", "beta", "value", "kind", "cut", "reward", "probe")
