"""A decision that improves: reports on the way, within one budget, as good in the end as one decision."""

import threading

import pytest
from tests.typed_pig import SoloPig

import hazard
from hazard import AlphaBeta, Beam, Budget, Expectimax, Minimax, Searcher, Solve, TreeSearch
from hazard.games import ConnectFour, Pig, RandomTree, TicTacToe

PIG = Pig()
MIDDLE = PIG.parse("40 35 18")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("search", [Expectimax(), Expectimax(table=False), Expectimax(all_options=False)])
def test_the_last_report_is_what_one_decision_says(seed, search):
    game = RandomTree(seed=seed, depth=7, branching=3, rewards=seed % 2 == 0)
    for budget in (Budget(depth=3), Budget()):
        *_, last = hazard.deciding(game, None, search, budget)
        whole = hazard.decide(game, None, search, budget)
        assert last.value == pytest.approx(whole.value, abs=1e-9)
        assert last.kind == whole.kind
        assert last.stopped == whole.stopped
        assert last.budget == budget
        assert last.search == whole.search


@pytest.mark.parametrize("search", [Minimax(), AlphaBeta()])
def test_games_without_chance_are_looked_at_deeper_and_deeper(search):
    found = list(hazard.deciding(TicTacToe(), TicTacToe().parse("x../.o./..."), search, Budget(depth=20)))
    assert [decision.statistics.depth for decision in found] == list(range(1, len(found) + 1))
    assert found[-1].stopped == "complete"
    assert found[-1].proven
    assert len(found) <= 8  # seven cells are left


def test_each_report_is_a_whole_decision_of_its_depth():
    for depth, decision in enumerate(hazard.deciding(PIG, MIDDLE, budget=Budget(depth=5)), start=1):
        one = hazard.decide(PIG, MIDDLE, Expectimax(), Budget(depth=depth))
        assert decision.value == pytest.approx(one.value, abs=1e-9)
        assert decision.statistics.depth == depth


def test_all_reports_together_cost_about_as_much_as_one_decision():
    """The table carries over, as it does within one search; nodes are counted, not seconds."""
    *_, last = hazard.deciding(PIG, MIDDLE, budget=Budget(depth=7))
    whole = hazard.decide(PIG, MIDDLE, budget=Budget(depth=7))
    assert last.statistics.nodes <= 1.1 * whole.statistics.nodes
    *_, last = hazard.deciding(PIG, MIDDLE, TreeSearch(), Budget(nodes=3000))
    assert last.statistics.simulations == 3000


@pytest.mark.parametrize("nodes", [1, 2, 17, 400, 3000])
@pytest.mark.parametrize("search", [Expectimax(), TreeSearch(), TreeSearch(reuse=False, play_outs=1.0)])
def test_the_budget_of_nodes_is_kept(search, nodes):
    found = list(hazard.deciding(PIG, MIDDLE, search, Budget(nodes=nodes)))
    assert found
    assert found[-1].statistics.nodes <= nodes
    assert found[-1].stopped == "nodes"


def test_what_a_budget_ends_in_the_middle_of_a_depth_answers_by_the_depth_before():
    *_, last = hazard.deciding(PIG, MIDDLE, Expectimax(), Budget(nodes=2000))
    whole = hazard.decide(PIG, MIDDLE, Expectimax(), Budget(nodes=2000))
    assert last.statistics.depth >= whole.statistics.depth - 1
    again = hazard.decide(PIG, MIDDLE, Expectimax(), Budget(depth=last.statistics.depth))
    assert last.value == pytest.approx(again.value, abs=1e-9)


def test_simulations_add_up_and_the_tree_grows():
    found = list(hazard.deciding(PIG, MIDDLE, TreeSearch(), Budget(nodes=2000)))
    assert len(found) > 4
    sums = [decision.statistics.simulations for decision in found]
    trees = [decision.statistics.tree_nodes for decision in found]
    assert sums == sorted(set(sums))
    assert trees == sorted(trees)
    assert sum(option.visits for option in found[-1].options) == pytest.approx(2000, abs=2)


def test_a_proven_position_ends_it():
    game = TicTacToe()
    *_, last = hazard.deciding(game, game.parse("xx./oo./..."), TreeSearch(), Budget(nodes=100_000))
    assert last.stopped == "complete"
    assert last.statistics.simulations < 100_000


def test_a_beam_answers_once():
    assert len(list(hazard.deciding(SoloPig(), None, Beam(), Budget(depth=3)))) == 1


@pytest.mark.parametrize("search", [Expectimax(), TreeSearch()])
def test_a_loop_that_is_left_searches_no_further(search):
    searcher = Searcher(ConnectFour(), search)
    for decision in searcher.improve(None, Budget(seconds=1000)):
        if decision.statistics.nodes > 500:
            break
    assert searcher.decide(None, Budget(nodes=100)).action


@pytest.mark.parametrize("search", [Expectimax(), Expectimax(table=False), TreeSearch()])
def test_another_thread_stops_it(search):
    stop, found = threading.Event(), []
    begun = threading.Event()

    def work():
        for decision in hazard.deciding(ConnectFour(), None, search, Budget(seconds=600), stop=stop):
            found.append(decision)
            begun.set()

    worker = threading.Thread(target=work)
    worker.start()
    assert begun.wait(60)
    stop.set()
    worker.join(60)
    assert not worker.is_alive()
    assert found[-1].action in ConnectFour().actions(ConnectFour().start())


def test_a_search_that_is_stopped_before_it_begins_still_decides():
    stop = threading.Event()
    stop.set()
    assert len(list(hazard.deciding(PIG, MIDDLE, stop=stop))) == 1


def test_a_bad_request_is_refused_at_once():
    with pytest.raises(hazard.SettingError, match="expected seconds or nodes"):
        hazard.deciding(PIG, MIDDLE, TreeSearch(), Budget(depth=3))
    with pytest.raises(hazard.GameError, match="the game is over"):
        list(hazard.deciding(PIG, PIG.parse("100 5 0")))


def test_a_python_game_improves_too():
    game = SoloPig()
    *_, last = hazard.deciding(game, None, Expectimax(), Budget(depth=30))
    assert last.value == pytest.approx(hazard.solve(game).value(), abs=1e-9)
    assert last.proven


class Unending(hazard.Game):
    """A game of which a search never sees the end, and which tells that it is being searched."""

    def __init__(self):
        self.begun = threading.Event()
        self.asked = 0

    def start(self):
        return 1

    def turn(self, state):
        return hazard.Turn.MAX

    def actions(self, state):
        return [0, 1]

    def apply(self, state, move):
        self.asked += 1
        if self.asked > 500:
            self.begun.set()
        return 2 * state + move

    def value(self, state):
        return 0.0

    def heuristic(self, state):
        return 0.0


def asked_to_stop(game, search, budget, begun=None):
    """What comes of a search that another thread stops once it has begun."""
    stop, started, found = threading.Event(), threading.Event(), []

    def work():
        started.set()
        found.extend(hazard.deciding(game, None, search, budget, stop=stop))

    worker = threading.Thread(target=work)
    worker.start()
    assert (begun or started).wait(60)
    stop.set()
    worker.join(60)
    assert not worker.is_alive(), "it would go on for hours"
    return found


HOURS = Budget(seconds=100_000)


@pytest.mark.parametrize(
    "search", [Expectimax(), Expectimax(table=False), Beam(width=1_000_000), TreeSearch(max_nodes=10_000)]
)
def test_a_search_of_a_python_game_that_is_under_way_is_stopped(search):
    game = Unending()
    found = asked_to_stop(game, search, HOURS, game.begun)
    assert found[-1].action in (0, 1)
    between_reports = {Expectimax: "depth", TreeSearch: "nodes"}.get(type(search), "asked")
    assert found[-1].stopped in ("asked", between_reports)


def test_a_search_that_is_asked_before_it_begins_says_so():
    stop = threading.Event()
    stop.set()
    (found,) = hazard.deciding(Unending(), None, Beam(), HOURS, stop=stop)
    assert (found.stopped, found.kind) == ("asked", "estimate")
    assert "stopped on request" in " ".join(found.explain().split())


def test_solving_that_is_under_way_is_stopped_and_says_nothing():
    game = Unending()
    assert asked_to_stop(game, Solve(max_states=2**31 - 1), HOURS, game.begun) == []
    assert asked_to_stop(Pig(target=2000), Solve(max_states=2**31 - 1), HOURS) == []


@pytest.mark.parametrize("search", [AlphaBeta(), Minimax(), TreeSearch(threads=2), TreeSearch(play_outs=1.0)])
def test_a_search_of_a_compiled_game_is_stopped_in_the_middle_of_a_depth(search):
    found = asked_to_stop(ConnectFour(), search, HOURS)
    assert found[-1].action in ConnectFour().actions(ConnectFour().start())
    assert found[-1].stopped in ("asked", "nodes", "depth")  # between two reports, or within one


def test_a_whole_game_that_is_stopped_leaves_the_last_preview():
    found = asked_to_stop(ConnectFour(), Expectimax(), Budget())
    assert found[-1].stopped in ("asked", "depth")
    assert found[-1].statistics.depth <= 3
    assert found[-1].action in ConnectFour().actions(ConnectFour().start())
