"""From a game, a state, a search and a budget to a decision."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from hazard import _core
from hazard.checking.at_sight import refuse_at_sight, refuse_text, watched
from hazard.decision import Decision, Option, OutcomeValue, Statistics, Step, TraceNode
from hazard.game import Game, GameError, State, Turn, check_game, has_heuristic, shown
from hazard.games.compiled import CompiledGame
from hazard.search import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Minimax,
    Search,
    SettingError,
    TreeSearch,
    misplaced,
)

MAX_PYTHON_STATES = 5_000_000
"""Distinct states a Python game may show to one Searcher before the search stops for memory."""

DEFAULT_BUDGET = Budget(seconds=1.0)


class Searcher:
    """A game and a search that remember: the table, the tree, and what a Python game has answered.

    Use one for a whole game; use :func:`decide` for a single decision. Threads may share one: they decide one
    after the other.

    >>> from hazard.games import Pig
    >>> searcher = Searcher(Pig(), Expectimax())
    >>> searcher.decide(Pig().parse("0 0 19"), Budget(depth=2)).action
    'roll'
    """

    def __init__(
        self, game: Game, search: Search | None = None, *, max_states: int = MAX_PYTHON_STATES
    ) -> None:
        """Prepare ``search`` (by default :class:`Expectimax`) for ``game``."""
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
        self._turnstile = _Turnstile()
        if isinstance(game, CompiledGame):
            self._engine = game.engine()
        else:
            self._engine = _core.PythonEngine(_core.PythonGame(game, max_states))

    def decide(
        self, state: State = None, budget: Budget | None = None, **misplaced_settings: Any
    ) -> Decision:
        """Find the best action in ``state`` (by default the start) within ``budget`` (by default 1 s)."""
        game, search = self.game, self.search
        for name, value in misplaced_settings.items():
            raise SettingError(misplaced("decide", name, value, ("state", "budget")))
        if isinstance(state, Search | Budget):
            raise GameError(f"expected a state of the game, found {state!r}{_hint(state)}")
        refuse_text(game, state)
        state = game.start() if state is None else state
        budget = DEFAULT_BUDGET if budget is None else budget
        if not isinstance(budget, Budget):
            raise SettingError(
                f"expected a Budget such as Budget(seconds=1), found {budget!r}{_hint(budget)}"
            )
        if isinstance(search, TreeSearch) and budget.seconds is None and budget.nodes is None:
            raise SettingError(
                f"TreeSearch goes on until its time or its simulations are used up, and {budget!r} limits "
                "neither; expected seconds or nodes"
            )
        with self._turnstile, watched(game, state):
            return self._decide(state, budget)

    def _decide(self, state: State, budget: Budget) -> Decision:
        game, search = self.game, self.search
        turn = Turn(self._engine.turn(state))
        if turn not in (Turn.MAX, Turn.MIN):
            reason = "the game is over" if turn is Turn.OVER else "it is chance's turn"
            raise GameError(f"there is nothing to decide in {_shown(game, state)}: {reason}")
        if isinstance(search, Beam):
            raw = self._engine.beam(state, search, budget)
        elif isinstance(search, TreeSearch):
            raw = self._engine.tree_search(state, search, budget)
        else:
            raw = self._engine.expectimax(
                state, _as_expectimax(search), budget, isinstance(search, Expectimax)
            )
        return _decision(game, state, turn, search, budget, raw)


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
    game: Game,
    state: State = None,
    search: Search | None = None,
    budget: Budget | None = None,
    **misplaced_settings: Any,
) -> Decision:
    """Find the best action in ``state``, by default from the start with :class:`Expectimax` in one second.

    >>> from hazard.games import Pig
    >>> decide(Pig(), Pig().parse("90 95 5"), Expectimax(), Budget(depth=4)).action
    'roll'
    """
    return Searcher(game, search).decide(state, budget, **misplaced_settings)


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


def _decision(
    game: Game, state: State, turn: Turn, search: Search, budget: Budget, raw: dict[str, Any]
) -> Decision:
    sign = 1.0 if turn is Turn.MAX else -1.0
    best_value = raw["options"][0][2]
    options = tuple(
        Option(
            action=action,
            words=said,
            value=value,
            kind=kind,
            gap=max(0.0, sign * (best_value - value)),
            visits=visits,
            standard_error=error or None,
            outcomes=tuple(OutcomeValue(*outcome) for outcome in outcomes),
            low=low,
            high=high,
        )
        for action, said, value, kind, visits, error, outcomes, low, high in raw["options"]
    )
    line = tuple(Step(Turn(whose), move, said, p) for whose, move, said, p in raw["line"])
    trace = tuple(
        TraceNode(index, parent, move, said, Turn(whose), *rest)
        for index, (parent, move, said, whose, *rest) in enumerate(raw["trace"])
    )
    return Decision(
        game=game,
        state=state,
        turn=turn,
        search=search,
        budget=budget,
        options=options,
        line=line,
        statistics=Statistics(**raw["statistics"]),
        stopped=raw["stopped"],
        trace=trace,
        bounds=raw["bounds"],
    )
