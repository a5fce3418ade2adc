"""One decision after the other, each better founded, all of them within one budget."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hazard.decision import Decision, Statistics
from hazard.game import GameError, M, S
from hazard.search import AlphaBeta, Beam, Budget, Expectimax, Minimax, Search, Solve, TreeSearch

if TYPE_CHECKING:
    from hazard.decide import Searcher

Deepening = Minimax | AlphaBeta | Expectimax

FIRST_SIMULATIONS = 64
"""What the first report of a tree search rests on; each later one rests on half as many again."""
PREVIEWS = 3
"""Decisions looked ahead before a search that nothing limits goes through the whole game."""
_LATEST = ("table_bytes", "tree_nodes", "depth")
"""Statistics that are not sums."""


def improved(
    searcher: Searcher[S, M], state: S, budget: Budget, stop: threading.Event | None
) -> Iterator[Decision[S, M]]:
    """Choose the way of improving that the search has; some answer once.

    A beam and a solution do, and a tree search that has shared out its simulations beforehand.
    """
    search = searcher.search
    spending = Spending(searcher, state, budget, stop)
    if isinstance(search, TreeSearch) and search.select != "gumbel":
        return _wider(spending, search)
    if isinstance(search, Beam | Solve | TreeSearch):
        return _once(spending, search)
    if budget.unlimited:
        return _previewed(spending, search)
    return _deeper(spending, search)


def _once(spending: Spending, search: Search) -> Iterator[Decision[Any, Any]]:
    try:
        found = spending.decide(search, spending.budget)
    except GameError:
        if isinstance(search, Solve) and spending.stopped:
            return  # half a solution says nothing
        raise
    yield found


class Spending:
    """What is left of a budget, and what has been done for the rest."""

    def __init__(
        self, searcher: Searcher[Any, Any], state: Any, budget: Budget, stop: threading.Event | None
    ) -> None:
        """Begin; the clock runs from the first decision on."""
        self.searcher, self.state, self.budget, self.stop = searcher, state, budget, stop
        self.statistics = Statistics()
        self._began: float | None = None

    @property
    def stopped(self) -> bool:
        """Whether somebody wants no more. A search that is under way looks for itself."""
        return self.stop is not None and self.stop.is_set()

    @property
    def seconds(self) -> float:
        """Seconds since the first decision was begun."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def left(self) -> Budget | None:
        """Return the rest of the budget, or None if there is none."""
        seconds, nodes = self.budget.seconds, self.budget.nodes
        if seconds is not None:
            seconds -= self.seconds
        if nodes is not None:
            nodes -= self.statistics.nodes
        if (seconds is not None and seconds <= 0) or (nodes is not None and nodes <= 0):
            return None
        return replace(self.budget, seconds=seconds, nodes=nodes)

    def decide(self, search: Search, budget: Budget) -> Decision[Any, Any]:
        """Decide within ``budget``; return it with the statistics of all the work so far."""
        if self._began is None:
            self._began = time.monotonic()
        found = self.searcher._run(self.state, budget, search, self.stop)
        before, now = vars(self.statistics), vars(found.statistics)
        sums = {name: now[name] if name in _LATEST else before[name] + now[name] for name in now}
        self.statistics = Statistics(**sums)
        return self.told(found)

    def told(self, decision: Decision[Any, Any], stopped: str | None = None) -> Decision[Any, Any]:
        """Return a decision as one of the whole search, and of its whole budget."""
        return replace(
            decision,
            search=self.searcher.search,
            budget=self.budget,
            statistics=replace(self.statistics, depth=decision.statistics.depth),
            stopped=decision.stopped if stopped is None else stopped,
        )


# ---- expectimax: deeper --------------------------------------------------------------------------------


def _deeper(spending: Spending, search: Deepening) -> Iterator[Decision[Any, Any]]:
    """Search depth 1, 2, 3, ...: the table carries over, as it does within one search that deepens."""
    last: Decision[Any, Any] | None = None
    for depth in itertools.count(1):
        if depth > (spending.budget.depth or depth):
            return
        found = _whole_depth(spending, search, depth, last)
        if found is None:
            return
        if last is not None and found.stopped not in ("depth", "complete"):
            # Its depth was not finished: the one before answers, and says what ended the search.
            yield spending.told(last, found.stopped)
            return
        yield found
        if found.stopped != "depth" or spending.stopped or found.statistics.depth < depth:
            return
        last = found


def _whole_depth(
    spending: Spending, search: Search, depth: int, last: Decision[Any, Any] | None
) -> Decision[Any, Any] | None:
    """Search one depth to its end, or to the end of the budget."""
    left = spending.left()
    if left is None:
        return None if last is None else replace(last, stopped=_used_up(spending))
    return spending.decide(search, replace(left, depth=depth))


def _used_up(spending: Spending) -> str:
    nodes = spending.budget.nodes
    return "nodes" if nodes is not None and spending.statistics.nodes >= nodes else "seconds"


def _previewed(spending: Spending, search: Deepening) -> Iterator[Decision[Any, Any]]:
    """Look a few decisions ahead, then through the whole game."""
    at_once = replace(search, deepen=False)
    last: Decision[Any, Any] | None = None
    for depth in range(1, PREVIEWS + 1):
        found = spending.decide(at_once, Budget(depth=depth))
        if found.stopped == "asked" and last is not None:
            break
        last = found
        yield found
        if found.stopped == "complete" or spending.stopped:
            return
    else:
        found = spending.decide(search, spending.budget)
    if found.stopped == "asked" and last is not None:  # it has seen nothing of the end: the preview stands
        found = spending.told(last, found.stopped)
    yield found


# ---- tree search: more simulations ---------------------------------------------------------------------


def _wider(spending: Spending, search: TreeSearch) -> Iterator[Decision[Any, Any]]:
    """Let the same tree grow, by half of it each time: what it costs to go on with it stays in proportion.

    Play-outs come at the end of a search, so that only the last part makes them, with most of the budget.
    """
    if not search.reuse:  # what is kept from one part to the next is kept for them alone
        spending.searcher = type(spending.searcher)(spending.searcher.game, search)
    for part in itertools.count():
        left = spending.left()
        if left is None:
            return
        done = spending.statistics.nodes
        budget, final = _part(spending, left, max(FIRST_SIMULATIONS, done // 2), search)
        seed = (search.seed + part) % 2**62  # not the same luck again
        outs = _share(spending, search) if final else 0.0
        grown = replace(search, reuse=True, seed=seed, play_outs=outs)
        found = spending.decide(grown, budget)
        yield found
        if final or found.stopped in ("complete", "settled", "asked") or spending.stopped:
            return


def _part(spending: Spending, left: Budget, simulations: int, search: TreeSearch) -> tuple[Budget, bool]:
    """Return the budget of the next part, and whether it is the last one."""
    if search.play_outs > 0 and _spent(spending) >= 0.25:
        return left, True
    if left.nodes is not None and left.nodes <= simulations:
        return left, True
    return replace(left, nodes=simulations), False


def _spent(spending: Spending) -> float:
    budget = spending.budget
    by_time = spending.seconds / budget.seconds if budget.seconds is not None else 0.0
    by_nodes = spending.statistics.nodes / budget.nodes if budget.nodes is not None else 0.0
    return max(by_time, by_nodes)


def _share(spending: Spending, search: TreeSearch) -> float:
    """Play-outs for each simulation of the last part, so that there are as many as in one whole search."""
    nodes = spending.budget.nodes
    if nodes is None:
        return search.play_outs
    return search.play_outs * nodes / max(1, nodes - spending.statistics.nodes)
