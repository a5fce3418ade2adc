"""One Searcher in many hands: threads take turns, and a game that asks its own searcher is told so."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from small_games import TableGame, Wrapped

from hazard import Beam, Budget, Expectimax, GameError, Searcher, TreeSearch
from hazard.games import Pig, TicTacToe

SEARCHES = [
    (Expectimax(), Budget(depth=3)),
    (TreeSearch(), Budget(nodes=300)),
    (TreeSearch(threads=2), Budget(nodes=300)),
    (TreeSearch(siblings=True, every_outcome=True), Budget(nodes=100)),
    (Beam(), Budget(depth=3)),
]


@pytest.mark.parametrize(("search", "budget"), SEARCHES, ids=str)
@pytest.mark.parametrize("game", [Pig(), TicTacToe(), Wrapped(TicTacToe())], ids=lambda g: type(g).__name__)
def test_threads_that_share_a_searcher_all_get_a_decision(game, search, budget):
    searcher = Searcher(game, search)
    expected = set(game.actions(game.start()))
    with ThreadPoolExecutor(8) as pool:
        found = [pool.submit(searcher.decide, None, budget) for _ in range(24)]
        assert all(decision.result().action in expected for decision in found)


def test_a_shared_expectimax_says_the_same_to_everybody():
    alone = Searcher(Pig()).decide(budget=Budget(depth=3)).value
    searcher = Searcher(Pig())
    with ThreadPoolExecutor(4) as pool:
        values = {pool.submit(searcher.decide, None, Budget(depth=3)).result().value for _ in range(8)}
    assert values == {alone}


@pytest.mark.parametrize(("search", "budget"), SEARCHES, ids=str)
def test_a_value_that_asks_its_own_searcher_is_told_that_it_is_busy(search, budget):
    class Asking(TableGame):
        def value(self, state):
            return searcher.decide(0, budget).value

        heuristic = value

    game = Asking([0, 0, 3], [[1, 2], [2], []], [0.0, 0.0, 1.0])
    searcher = Searcher(game, search)
    with pytest.raises(GameError, match=r"this Searcher is busy.*another Searcher"):
        searcher.decide(0, budget)
    # Nothing is left locked or half done: the next one, in any thread, goes through to the same answer.
    for ask in (lambda: searcher.decide(0, budget), lambda: in_a_thread(searcher, budget)):
        with pytest.raises(GameError, match="busy"):
            ask()


def in_a_thread(searcher, budget):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(searcher.decide, 0, budget).result()


def test_an_evaluator_that_asks_its_own_searcher_is_told_that_it_is_busy():
    def evaluator(states):
        return [searcher.decide(state, Budget(nodes=10)).value for state in states]

    searcher = Searcher(TicTacToe(), TreeSearch(evaluator=evaluator))
    with pytest.raises(GameError, match="busy"):
        searcher.decide(budget=Budget(nodes=100))


def test_another_thread_waits_until_a_decision_is_made():
    entered, go_on = threading.Event(), threading.Event()

    class Slow(TableGame):
        def value(self, state):
            entered.set()
            assert go_on.wait(30)
            return super().value(state)

    searcher = Searcher(Slow([0, 3], [[1], []], [0.0, 1.0]), Expectimax())
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(searcher.decide, 0, Budget(depth=1))
        assert entered.wait(30)
        second = pool.submit(searcher.decide, 0, Budget(depth=1))
        assert not second.done()
        go_on.set()
        assert first.result(30).value == second.result(30).value == 1.0
