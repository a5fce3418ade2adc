"""Budgets are kept: nodes to within a look at the meter, depth exactly, seconds as well as a machine can."""

from __future__ import annotations

import pytest
from tests.search.small_games import Wrapped

from hazard import AlphaBeta, Beam, Budget, Expectimax, Minimax, TreeSearch, decide
from hazard.games import ConnectFour, EinStein, EinSteinRoll, Pig, PigAction, RandomTree, TicTacToe

PLAIN = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)
SEARCHES = [
    Expectimax(),
    PLAIN,
    Expectimax(deepen=False),
    Beam(width=1000),
    TreeSearch(),
    TreeSearch(batch=8),
]
NODES = [1, 2, 7, 50, 600, 5000]

# Full width counts a whole level at once: at most as many nodes too many as a node has children.
MOST_CHILDREN = 18


@pytest.mark.parametrize("search", SEARCHES, ids=str)
@pytest.mark.parametrize("nodes", NODES)
def test_nodes_are_never_exceeded_by_more_than_a_level(search, nodes):
    einstein = EinStein()
    rolled = einstein.apply(einstein.start(), EinSteinRoll(3))
    for game, state in ((Pig(), None), (ConnectFour(), None), (einstein, rolled)):
        if isinstance(search, Beam) and isinstance(game, ConnectFour):
            continue
        found = decide(game, state, search, Budget(nodes=nodes))
        spent = found.statistics.simulations if isinstance(search, TreeSearch) else found.statistics.nodes
        assert spent <= nodes + MOST_CHILDREN
        assert found.options
        assert found.stopped in ("nodes", "complete", "depth")


@pytest.mark.parametrize("search", [Expectimax(), TreeSearch(), PLAIN], ids=str)
@pytest.mark.parametrize("nodes", [1, 10, 200])
def test_nodes_are_kept_by_python_games_too(search, nodes):
    found = decide(Wrapped(Pig(target=30)), None, search, Budget(nodes=nodes))
    assert max(found.statistics.nodes, found.statistics.simulations) <= nodes + MOST_CHILDREN


@pytest.mark.parametrize("search", [AlphaBeta(), Minimax()], ids=str)
def test_searches_without_chance_keep_their_nodes(search):
    found = decide(ConnectFour(), None, search, Budget(nodes=1000))
    assert found.statistics.nodes <= 1000 + MOST_CHILDREN
    assert found.stopped == "nodes"


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_depth_is_honoured(depth):
    for search in (Expectimax(), AlphaBeta(), Minimax(), Expectimax(deepen=False)):
        found = decide(ConnectFour(), None, search, Budget(depth=depth))
        assert found.statistics.depth == depth
        assert found.stopped == "depth"
    found = decide(Pig(), None, Expectimax(), Budget(depth=depth))
    decisions = [step for step in found.line if step.turn in (0, 1)]
    assert len(decisions) <= depth


def test_full_width_visits_the_whole_tree_and_counts_it():
    # seven columns, none full in five moves: 7 + 49 + 343 nodes below the root, which is counted once
    found = decide(ConnectFour(), None, Minimax(), Budget(depth=3))
    assert found.statistics.evaluations == 343
    assert found.statistics.nodes == pytest.approx(7 + 49 + 343, abs=100)


def test_without_limits_a_search_runs_to_the_end_of_the_game():
    for search in (Expectimax(), AlphaBeta(), Minimax()):
        found = decide(TicTacToe(), TicTacToe().parse("x../.o./..."), search, Budget())
        assert (found.stopped, found.best.kind) == ("complete", "exact")
    found = decide(RandomTree(1), None, Beam(), Budget())
    assert found.stopped == "complete"


def test_a_search_that_knows_everything_stops_before_its_budget():
    found = decide(TicTacToe(), None, Expectimax(), Budget(seconds=600))
    assert (found.stopped, found.value) == ("complete", 0.0)


TIMED = [Expectimax(), PLAIN, TreeSearch(), TreeSearch(leaf="rollout")]


@pytest.mark.parametrize(
    ("game", "search"),
    [(game, search) for game in (Pig(), Wrapped(Pig())) for search in TIMED]
    + [(Pig(), TreeSearch(threads=2))],
    ids=lambda part: type(part).__name__,
)
def test_seconds_are_kept(game, search):
    found = decide(game, None, search, Budget(seconds=0.05))
    assert found.stopped == "seconds"
    assert 0.05 <= found.statistics.seconds < 2  # milliseconds too long where nothing else runs
    assert found.options


def test_no_time_at_all_still_gives_a_legal_action():
    for search in SEARCHES:
        found = decide(Pig(), Pig().parse("20 20 10"), search, Budget(seconds=1e-9))
        assert found.action in PigAction
        assert found.line[0].move == found.action


def test_a_guess_says_that_it_is_one():
    found = decide(Pig(), Pig().parse("20 20 10"), Expectimax(), Budget(nodes=1))
    assert {option.kind for option in found.options} == {"estimate"}
    assert found.statistics.depth == 0


def test_deepening_answers_with_the_last_complete_depth():
    for nodes in (100, 1000, 10_000):
        cut = decide(Pig(), None, Expectimax(), Budget(nodes=nodes))
        whole = decide(Pig(), None, Expectimax(), Budget(depth=cut.statistics.depth))
        assert cut.value == pytest.approx(whole.value, abs=1e-9)
        assert cut.action == whole.action
