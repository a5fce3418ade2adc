"""Tree search converges to exact values, repeats itself for a seed, and keeps to its limits."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.small_games import Dice

from hazard import Budget, Expectimax, Game, Searcher, TreeSearch, Turn, decide, solve
from hazard.games import EinStein, Pig, PigAction, RandomTree, TicTacToe
from hazard.takeiteasy import TakeItEasy

ROOT = Path(__file__).parents[2]

BACKUPS = ["mean", "expectation", "best"]
every_backup = pytest.mark.parametrize("backup", BACKUPS)


@every_backup
@pytest.mark.parametrize("leaf", ["heuristic", "rollout"])
def test_tic_tac_toe_is_proven_a_draw(backup, leaf):
    found = decide(TicTacToe(), None, TreeSearch(backup=backup, leaf=leaf), Budget(nodes=400_000))
    assert (found.value, found.best.kind, found.stopped) == (0.0, "exact", "complete")


def indifferent(game):
    """The game's own values, and the same weight for every action."""
    return lambda states: ([game.heuristic(s) for s in states], [[1] * len(game.actions(s)) for s in states])


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    backup=st.sampled_from(BACKUPS),
    select=st.sampled_from(["uct", "puct"]),
    leaf=st.sampled_from(["heuristic", "rollout"]),
    batch=st.sampled_from([1, 4]),
    widen=st.sampled_from([0.0, 0.5]),
    rewards=st.booleans(),
    siblings=st.booleans(),
    every_outcome=st.booleans(),
)
def test_small_games_are_proven_exactly_in_every_mode(
    seed, backup, select, leaf, batch, widen, rewards, siblings, every_outcome
):
    game = RandomTree(seed, depth=4, branching=3, rewards=rewards)
    search = TreeSearch(
        backup=backup,
        select=select,
        leaf=leaf,
        batch=batch,
        widen_actions=widen,
        widen_outcomes=widen,
        siblings=siblings and leaf == "heuristic",
        every_outcome=every_outcome and leaf == "heuristic",
        evaluator=None if select == "uct" else indifferent(game),
    )
    found = decide(game, None, search, Budget(nodes=200_000))
    truth = decide(game, None, Expectimax(), Budget())
    assert found.best.kind == "exact"
    assert found.value == pytest.approx(truth.value, abs=1e-9)


@pytest.mark.parametrize("backup", ["expectation", "best"])
def test_piglet_converges_to_four_sevenths(backup):
    # Neller and Presser 2004. The game never ends for certain, so the value is approached, not proven.
    found = decide(Pig(target=2, die=(0, 1)), None, TreeSearch(backup=backup), Budget(nodes=20_000))
    assert found.value == pytest.approx(4 / 7, abs=0.01)


def test_more_simulations_come_nearer_to_the_solution():
    game = Pig(target=20)
    truth = solve(game).value(game.parse("10 12 5"))
    errors = [
        abs(decide(game, game.parse("10 12 5"), TreeSearch(backup="best"), Budget(nodes=n)).value - truth)
        for n in (10, 20_000)
    ]
    assert errors[1] < 0.03
    assert errors[1] <= errors[0]


@every_backup
def test_one_thread_and_one_seed_give_one_answer(backup):
    def once(seed):
        search = TreeSearch(backup=backup, leaf="rollout", seed=seed)
        found = decide(EinStein(), rolled(EinStein()), search, Budget(nodes=300))
        return [(o.action, o.value, o.visits) for o in found.options]

    assert once(1) == once(1)
    assert once(1) != once(2)


def rolled(game):
    state = game.start()
    return game.apply(state, game.outcomes(state)[0][0])


@pytest.mark.parametrize("max_nodes", [16, 100, 1000])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_keeps_to_its_limit_and_the_search_goes_on(max_nodes, threads):
    found = decide(Pig(), None, TreeSearch(max_nodes=max_nodes, threads=threads), Budget(nodes=3000))
    assert found.statistics.tree_nodes <= max_nodes
    assert found.statistics.simulations >= 3000
    assert 0 <= found.value <= 1


def test_visits_of_the_options_add_up_to_the_simulations():
    found = decide(Pig(), Pig().parse("20 20 10"), TreeSearch(), Budget(nodes=500))
    # the root is grown by the very first simulation, so each of them passes through one option
    assert sum(o.visits for o in found.options) == found.statistics.simulations == 500


def test_reuse_keeps_the_visits_of_what_lies_ahead():
    game, search = TicTacToe(), TreeSearch(prove=False)
    searcher = Searcher(game, search)
    first = searcher.decide(budget=Budget(nodes=2000))
    state = game.apply(game.start(), first.action)
    second = searcher.decide(state, Budget(nodes=100))
    assert second.statistics.simulations == 100
    assert sum(o.visits for o in second.options) >= 100 + first.best.visits - 1
    fresh = Searcher(game, TreeSearch(prove=False, reuse=False))
    fresh.decide(budget=Budget(nodes=2000))
    assert sum(o.visits for o in fresh.decide(state, Budget(nodes=100)).options) == 100


def test_reuse_of_drawn_outcomes_keeps_the_tree_whole():
    # In a process of its own: a tree that is not whole may crash.
    script = """
from tests.search.small_games import Dice
from hazard import Budget, Searcher, TreeSearch
game = Dice()
searcher = Searcher(game, TreeSearch(max_nodes=20_000))
found = searcher.decide(budget=Budget(nodes=3000))
state = game.apply(game.start(), found.action)
state = game.apply(state, max(found.best.outcomes, key=lambda o: o.probability).outcome)
for _ in range(5):
    found = searcher.decide(state, Budget(nodes=3000))
    assert 0 <= found.value <= 1, found.value
    assert all(0 <= o.outcome < 1000 for option in found.options for o in option.outcomes)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()


def test_an_evaluator_gets_batches_of_live_states_no_larger_than_asked():
    game, sizes = Pig(target=30), []

    def evaluator(states):
        sizes.append(len(states))
        assert all(game.turn(state) != Turn.OVER for state in states)
        return [game.value(state) for state in states]

    found = decide(game, None, TreeSearch(evaluator=evaluator, batch=8), Budget(nodes=400))
    assert max(sizes) <= 8
    assert sum(sizes) == found.statistics.evaluations <= found.statistics.simulations
    assert sum(sizes) / len(sizes) > 3, "batches are worth their name"


def test_an_evaluator_that_repeats_the_games_value_changes_nothing():
    game = Pig(target=30)
    plain = decide(game, None, TreeSearch(), Budget(nodes=300))
    same = decide(
        game, None, TreeSearch(evaluator=lambda states: [game.value(s) for s in states]), Budget(nodes=300)
    )
    assert [(o.action, o.value, o.visits) for o in plain.options] == [
        (o.action, o.value, o.visits) for o in same.options
    ]


class Arms(Game):
    """Many actions, all worth the same whatever chance does: only what a search is told sets them apart."""

    def __init__(self, count, prior=None):
        self.count = count
        if prior:
            self.prior = lambda state, actions: [prior(a) for a in actions]

    def start(self):
        return "start"

    def turn(self, state):
        return Turn.MAX if state == "start" else Turn.OVER if state[0] == "end" else Turn.CHANCE

    def actions(self, state):
        return range(self.count)

    def outcomes(self, state):
        return [(i, 1 / 8) for i in range(8)]

    def apply(self, state, move):
        return ("arm", move) if state == "start" else ("end", state[1], move)

    def value(self, state):
        return 0.5

    def heuristic(self, state):
        return 0.5

    def bounds(self):
        return (0, 1)


def test_siblings_are_valued_in_one_call_and_each_action_begins_with_its_value():
    game, calls = TicTacToe(), []

    def value(states):
        calls.append(len(states))
        return [0.5 if game.text(state)[5] == "x" else 0.0 for state in states]  # who has the centre

    search = TreeSearch(siblings=True, evaluator=value, exploration=0.0)
    found = decide(game, None, search, Budget(nodes=2))
    assert calls[:2] == [9, 8]  # the first move's, then those of the answer to the one that looked best
    assert found.best.words == "b2"
    assert [option.value for option in found.options[1:]] == [0.0] * 8
    assert all(option.visits >= 1 for option in found.options)
    assert found.statistics.evaluations == sum(calls)


@pytest.mark.parametrize("every_outcome", [False, True])
@pytest.mark.parametrize("siblings", [False, True])
def test_values_at_once_change_what_a_simulation_costs_and_not_where_it_leads(siblings, every_outcome):
    game = TakeItEasy(evaluator="table")
    state = game.parse("924 978 963/964 928 973 968/174 168 123 . 164/578 563 . 574/. . . + 568")
    exact = decide(game, state, Expectimax(), Budget()).value
    search = TreeSearch(select="puct", exploration=0.3, siblings=siblings, every_outcome=every_outcome)
    assert decide(game, state, search, Budget(nodes=300_000)).value == pytest.approx(exact, abs=0.3)


def test_every_outcome_makes_a_new_chance_node_worth_its_expectation():
    game = TakeItEasy(evaluator="table")
    state = game.parse("924 978 963/964 . 973 968/174 . 123 . 164/578 . . 574/. . . + 568")
    two_ahead = {o.action: o.value for o in decide(game, state, Expectimax(), Budget(depth=2)).options}
    search = TreeSearch(siblings=True, every_outcome=True, exploration=100.0)
    found = decide(game, state, search, Budget(nodes=8))
    met_once = {o.action: o.value for o in found.options if o.visits == 2}  # as a sibling, then by itself
    assert len(met_once) >= 3
    assert met_once == pytest.approx({action: two_ahead[action] for action in met_once})


def test_every_outcome_is_one_call_of_the_evaluator():
    game, calls = Pig(target=20), []

    def value(states):
        calls.append(len(states))
        return [0.5 for _ in states]

    decide(game, None, TreeSearch(every_outcome=True, evaluator=value), Budget(nodes=20))
    assert 6 in calls


@pytest.mark.parametrize("setting", ["siblings", "every_outcome"])
def test_values_at_once_and_play_outs_exclude_each_other(setting):
    with pytest.raises(ValueError, match=rf"TreeSearch\.{setting}"):
        TreeSearch(**{setting: True}, leaf="rollout")


def test_puct_follows_the_prior():
    game = Arms(5, prior=lambda a: 8.0 if a == 3 else 0.5)
    found = decide(game, None, TreeSearch(select="puct", exploration=2.0, prove=False), Budget(nodes=200))
    visits = {o.action: o.visits for o in found.options}
    # equal values: visits are shared out as the priors, 0.8 to arm 3 and 0.05 to each other one
    assert visits[3] / 200 == pytest.approx(0.8, abs=0.1)


def test_uct_without_prior_spreads_evenly_over_equals():
    found = decide(Arms(5), None, TreeSearch(prove=False), Budget(nodes=500))
    assert all(o.visits == pytest.approx(100, abs=30) for o in found.options)


def test_widening_limits_the_actions_and_outcomes_looked_at():
    # after n visits ceil(1 * sqrt(n)) children: 10 of 60 actions at 100 simulations
    found = decide(Arms(60), None, TreeSearch(widen_actions=1.0, prove=False), Budget(nodes=100))
    assert sum(o.visits > 0 for o in found.options) == 10
    found = decide(Arms(1), None, TreeSearch(widen_outcomes=0.5, prove=False), Budget(nodes=100))
    assert len(found.best.outcomes) == math.ceil(0.5 * math.sqrt(100))


@every_backup
def test_outcomes_that_can_only_be_drawn_are_drawn(backup):
    found = decide(Dice(rounds=1), None, TreeSearch(backup=backup), Budget(nodes=4000))
    assert found.action == "loaded"
    # the better of two dice from 0 to 999 has a mean of 2/3 of 999; 64 kept outcomes have a spread of 0.03
    assert found.value == pytest.approx(2 / 3, abs=0.12)
    assert found.value < 0.5 + 0.3


def test_a_mean_comes_with_its_standard_error():
    found = decide(
        Pig(), Pig().parse("50 50 10"), TreeSearch(backup="mean", leaf="rollout"), Budget(nodes=2000)
    )
    for option in found.options:
        assert option.kind == "estimate"
        assert 0 < option.standard_error < 0.2


def test_threads_find_the_same_proof():
    for seed in range(20):
        game = RandomTree(seed, depth=4, branching=3)
        truth = decide(game, None, Expectimax(), Budget()).value
        found = decide(game, None, TreeSearch(threads=4), Budget(nodes=100_000))
        assert found.value == pytest.approx(truth, abs=1e-9)
        assert found.best.kind == "exact"


def test_one_simulation_is_enough_for_an_answer():
    for backup in BACKUPS:
        found = decide(Pig(), Pig().parse("50 50 10"), TreeSearch(backup=backup), Budget(nodes=1))
        assert found.action in PigAction
        assert found.line[0].move == found.action


def test_a_depth_limits_how_far_simulations_go():
    found = decide(Pig(), None, TreeSearch(), Budget(nodes=2000, depth=3))
    assert found.statistics.depth <= 3
