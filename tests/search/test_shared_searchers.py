"""One Searcher in many hands: threads take turns, and a game that asks its own searcher is told so."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from tests.search.small_games import TableGame, Wrapped

from hazard import Beam, Budget, Expectimax, GameError, Searcher, Solve, TreeSearch, Turn
from hazard.games import Pig, TicTacToe
from hazard.one_at_a_time import OneAtATime

THREADS = (TreeSearch(threads=2), Budget(nodes=300))
watched = {sys.modules[kind.__module__].__file__ for kind in (Searcher, OneAtATime)}

SEARCHES = [
    (Expectimax(), Budget(depth=3)),
    (TreeSearch(), Budget(nodes=300)),
    (TreeSearch(siblings=True, every_outcome=True), Budget(nodes=100)),
    (Beam(), Budget(depth=3)),
    (Solve(), Budget()),
    (None, Budget(seconds=0.1)),
]


@pytest.mark.parametrize(
    ("game", "search", "budget"),
    [
        pytest.param(game, *each, id=f"{type(game).__name__}-{number}")
        for game in (Pig(target=20), TicTacToe(), Wrapped(TicTacToe()))
        for number, each in enumerate(SEARCHES if isinstance(game, Wrapped) else [*SEARCHES, THREADS])
    ],
)
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


def test_two_games_that_ask_each_others_searchers_never_wait_for_each_other():
    both_inside = threading.Barrier(2, timeout=30)

    class Asking(TableGame):
        def value(self, state):
            with suppress(threading.BrokenBarrierError):
                both_inside.wait()
            try:
                return self.other.decide(0, Budget(depth=1)).value
            except GameError as error:
                both_inside.abort()
                return 0.5 if "busy" in str(error) else 0.0

    games = [Asking([Turn.MAX, Turn.OVER], [[1], []], [0.0, 1.0]) for _ in range(2)]
    searchers = [Searcher(game, Expectimax()) for game in games]
    for game, other in zip(games, reversed(searchers), strict=True):
        game.other = other
    with ThreadPoolExecutor(2) as pool:
        found = [pool.submit(searcher.decide, 0, Budget(depth=1)) for searcher in searchers]
        assert [decision.result(30).value for decision in found] == [0.5, 0.5]


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


@pytest.mark.parametrize("game", [Pig(), Wrapped(TicTacToe())], ids=lambda g: type(g).__name__)
def test_a_child_of_a_process_that_is_searching_searches_too(game):
    searcher, going_on = Searcher(game, TreeSearch()), threading.Event()

    def search_on():
        while not going_on.is_set():
            searcher.decide(None, Budget(nodes=2000))

    other = threading.Thread(target=search_on)
    other.start()
    try:
        while not searcher._turns.lock.locked():
            time.sleep(0)
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # what waits for ever ends by this
            os._exit(0 if searcher.decide(None, Budget(nodes=50)).action in game.actions(game.start()) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        going_on.set()
        other.join()


def test_ctrl_c_never_leaves_a_searcher_locked():
    # Python hears it where a function begins and after a compiled one: at each such place of one decision.
    searcher = Searcher(Pig(), Expectimax())
    places = []

    def pressed_at(place):
        def look(frame, event, argument):
            if event in ("call", "c_return") and frame.f_code.co_filename in watched:
                places.append((event, frame.f_lineno))
                if len(places) == place:
                    raise KeyboardInterrupt

        return look

    for place in itertools.count(1):
        places.clear()
        sys.setprofile(pressed_at(place))
        try:
            searcher.decide(None, Budget(depth=1))
        except KeyboardInterrupt:
            pass
        finally:
            sys.setprofile(None)
        assert not searcher._turns.lock.locked()
        assert searcher.decide(None, Budget(depth=1)).action is Pig.ROLL
        assert in_a_thread_from_the_start(searcher).action is Pig.ROLL
        if len(places) < place:
            break
    assert place > 10


def in_a_thread_from_the_start(searcher):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(searcher.decide, None, Budget(depth=1)).result(30)


ENDING = """
import sys, threading, time
sys.path.insert(0, {folder!r})
import hazard
from hazard import *
from hazard.games import Pig
from tests.search.bare_games import BarePig
begun = threading.Event()
def search():
    searcher = Searcher({game}, {search})
    begun.set()
    while True:
        {call}
for _ in range(2):
    threading.Thread(target=search, daemon=True).start()
begun.wait()
time.sleep(0.02)
sys.exit(7)
"""


@pytest.mark.parametrize("game", ["Pig()", "BarePig()"])
@pytest.mark.parametrize(
    ("search", "call"),
    [
        ("Expectimax()", "searcher.decide(None, Budget(seconds=50))"),
        ("TreeSearch()", "searcher.decide(None, Budget(nodes=100))"),
        ("None", "searcher.decide(None, Budget(seconds=50))"),
        ("None", "hazard.solve(searcher.game)"),
    ],
)
def test_a_program_that_ends_while_its_threads_search_ends_with_its_own_code(game, search, call):
    folder = str(Path(__file__).parents[2])
    text = ENDING.format(folder=folder, game=game, search=search, call=call)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (7, "")
