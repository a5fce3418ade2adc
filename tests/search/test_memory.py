"""Memory limits are kept, by the search's own count and by the operating system's."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.search.small_games import Wrapped

from hazard import Beam, Budget, Expectimax, GameError, Searcher, TreeSearch, decide
from hazard.games import ConnectFour, Pig, TicTacToe

GROWTH = """
import resource
from hazard import *
from hazard.games import ConnectFour, Pig
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
decide(ConnectFour(), None, Expectimax(table_mb=0.01), Budget(depth=3))
before = peak()
found = {call}
print(found.statistics.table_bytes, peak() - before)
"""


def growth(call):
    done = subprocess.run(
        [sys.executable, "-c", GROWTH.format(call=call)], capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    return [int(number) for number in done.stdout.split()]


@pytest.mark.parametrize("megabytes", [8, 64])
def test_a_table_stays_within_its_limit(megabytes):
    call = f"decide(ConnectFour(), None, Expectimax(table_mb={megabytes}), Budget(nodes=2_500_000))"
    table, grown = growth(call)
    assert table <= megabytes * 2**20
    # growing copies: for a moment the old table, a quarter of the new one, is there as well
    assert grown <= megabytes * 1e6 * 1.25 + 12e6


def test_a_tree_stays_within_its_limit():
    call = "decide(ConnectFour(), None, TreeSearch(max_nodes=100_000), Budget(nodes=300_000))"
    _, grown = growth(call)
    # a node and its edges take well under 500 bytes
    assert grown <= 100_000 * 500 + 12e6


@pytest.mark.parametrize("megabytes", [0.001, 0.01, 0.5, 3, 64])
def test_the_table_says_how_large_it_is(megabytes):
    found = decide(ConnectFour(), None, Expectimax(table_mb=megabytes), Budget(nodes=100_000))
    assert 0 < found.statistics.table_bytes <= megabytes * 2**20


def test_a_small_search_takes_a_small_table():
    found = decide(TicTacToe(), None, Expectimax(table_mb=64), Budget(depth=2))
    assert found.statistics.table_bytes < 2e6


def test_without_a_table_there_is_none():
    assert decide(ConnectFour(), None, Expectimax(table=False), Budget(depth=4)).statistics.table_bytes == 0


def test_the_smallest_table_changes_no_value():
    tiny, large = (
        decide(ConnectFour(), None, Expectimax(table_mb=mb), Budget(depth=6)).value for mb in (0.001, 64)
    )
    assert tiny == pytest.approx(large, abs=1e-9)


@pytest.mark.parametrize("search", [Expectimax(), Expectimax(table=False), Beam(), TreeSearch()], ids=str)
@pytest.mark.parametrize("max_states", [1, 2, 3, 10, 100])
def test_a_python_game_with_too_many_states_stops_for_memory_with_an_answer_or_says_so(search, max_states):
    game = Wrapped(Pig())
    searcher = Searcher(game, search, max_states=max_states)
    for state in (None, game.compiled.parse("20 20 10"), game.compiled.parse("50 30 4")):
        try:
            found = searcher.decide(state, Budget(nodes=2000, depth=50))
        except GameError:  # not even the root's own moves fit
            continue
        assert found.stopped in ("memory", "complete")
        assert found.options


def test_a_searcher_can_be_used_for_a_whole_game():
    game = Pig(target=30)
    searcher = Searcher(game, Expectimax(table_mb=1))
    sizes = []
    for own in range(0, 30, 3):
        sizes.append(searcher.decide(game.parse(f"{own} 10 2"), Budget(depth=3)).statistics.table_bytes)
    assert max(sizes) <= 1e6
