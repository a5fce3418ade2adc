"""One evaluator gives values and priors for a batch, and is asked once for both."""

from __future__ import annotations

import math
import random
import re

import numpy as np
import pytest
from tests.search.learner_games import Arms, Paths, by_action

from hazard import Beam, Budget, Expectimax, Game, GameError, Searcher, TreeSearch, Turn, decide
from hazard.games import Pig, RandomTree, TicTacToe
from hazard.search import SettingError
from hazard.takeiteasy import TakeItEasy

BOTH = ["puct", "gumbel"]
by_both = pytest.mark.parametrize("select", BOTH)


def weighed(game, state):
    """Weights that differ from action to action, and are the same for the same state."""
    drawn = random.Random(game.text(state))
    return [drawn.random() + 0.01 for _ in game.actions(state)]


class Network:
    """Stands in for a network: notes what it is asked, and answers in one of the forms that are accepted."""

    def __init__(self, game, form="lists"):
        self.game, self.form = game, form
        self.batches = []

    def __call__(self, states):
        self.batches.append([self.game.text(state) for state in states])
        values = [self.game.heuristic(state) for state in states]
        priors = [weighed(self.game, state) for state in states]
        if self.form == "arrays":
            return np.array(values, dtype=np.float64), [np.array(prior) for prior in priors]
        if self.form == "mappings":
            named = zip(states, priors, strict=True)
            priors = [dict(zip(self.game.actions(s), prior, strict=True)) for s, prior in named]
        return values, priors


def shape(decision):
    return [(o.action, o.value, o.visits, o.prior, o.policy) for o in decision.options]


@by_both
@pytest.mark.parametrize("batch", [1, 8])
def test_a_network_is_run_once_for_each_state_and_once_for_each_batch(select, batch):
    game = Paths()
    network = Network(game)
    more = {"value_scale": 0.1} if select == "gumbel" else {}
    search = TreeSearch(select=select, evaluator=network, batch=batch, prove=False, **more)
    found = decide(game, None, search, Budget(nodes=400))
    asked = [state for states in network.batches for state in states]
    assert len(asked) == len(set(asked)) == found.statistics.evaluations
    assert network.batches[0] == [game.text(game.start())]  # the root has a prior too
    assert max(map(len, network.batches)) <= batch
    assert batch == 1 or len(asked) / len(network.batches) > 3


@by_both
def test_what_one_decision_has_asked_the_next_one_does_not_ask_again(select):
    game = Paths()
    network = Network(game)
    searcher = Searcher(game, TreeSearch(select=select, evaluator=network, prove=False))
    state = game.start()
    for _ in range(3):
        state = game.apply(state, searcher.decide(state, Budget(nodes=200)).action)
    asked = [state for states in network.batches for state in states]
    assert len(asked) == len(set(asked))


@by_both
@pytest.mark.parametrize("threads", [1, 2])
def test_a_compiled_game_asks_for_the_root_and_for_each_new_leaf(select, threads):
    game = TicTacToe()
    network = Network(game)
    search = TreeSearch(select=select, evaluator=network, batch=4, threads=threads, prove=False)
    found = decide(game, None, search, Budget(nodes=300))
    assert sum(map(len, network.batches)) == found.statistics.evaluations <= 1 + 300


@by_both
@pytest.mark.parametrize("form", ["arrays", "mappings"])
def test_lists_arrays_and_mappings_say_the_same(select, form):
    game = RandomTree(5, depth=6, branching=4)
    searches = (TreeSearch(select=select, evaluator=Network(game, kind), batch=4) for kind in ("lists", form))
    first, second = (decide(game, None, search, Budget(nodes=300)) for search in searches)
    assert shape(first) == shape(second)


@by_both
def test_a_games_own_evaluate_may_return_both(select):
    class Weighed(Arms):
        asked = 0

        def evaluate(self, states):
            self.asked += len(states)
            return [self.guess] * len(states), [weights if s == "arms" else [2.0] for s in states]

    values, weights = [0.2, 0.4, 0.9], [1.0, 6.0, 1.0]
    game = Weighed(values, steps=2)
    found = decide(game, "arms", TreeSearch(select=select, prove=False), Budget(nodes=30))
    assert by_action(found, "prior") == {0: 0.125, 1: 0.75, 2: 0.125}
    decide(game, None, TreeSearch(select=select, prove=False), Budget(nodes=30))
    with_prior = Arms(values, weights)
    same = decide(with_prior, "arms", TreeSearch(select=select, prove=False), Budget(nodes=30))
    assert shape(found) == shape(same)


@by_both
@pytest.mark.parametrize("siblings", [False, True])
@pytest.mark.parametrize("threads", [1, 3])
def test_priors_of_the_evaluator_come_before_those_of_the_game(select, siblings, threads):
    game = TakeItEasy(evaluator="table")
    state = game.parse("924 978 963/964 928 973 968/174 168 123 . 164/578 563 . 574/. . . + 568")
    search = TreeSearch(
        select=select, evaluator=Network(game), siblings=siblings, threads=threads, batch=4, prove=False
    )
    found = decide(game, state, search, Budget(nodes=200))
    weights = weighed(game, state)
    expected = [weight / sum(weights) for weight in weights]
    priors = by_action(found, "prior")
    assert [priors[action] for action in game.actions(state)] == pytest.approx(expected)


def test_puct_goes_by_the_priors_of_the_evaluator():
    game = Arms([0.5] * 5)
    priors = [8.0, 0.5, 0.5, 0.5, 0.5]
    search = TreeSearch(
        select="puct", exploration=2.0, prove=False, evaluator=lambda s: ([0.5] * len(s), [priors] * len(s))
    )
    visits = by_action(decide(game, None, search, Budget(nodes=200)), "visits")
    # equal values: visits are shared out as the priors, 0.8 to the first arm
    assert visits[0] / 200 == pytest.approx(0.8, abs=0.02)


def test_an_action_that_a_mapping_leaves_out_weighs_nothing():
    game = Arms([0.1, 0.2, 0.3])
    search = TreeSearch(select="puct", evaluator=lambda s: ([0.5] * len(s), [{2: 3, 0: 1}] * len(s)))
    found = decide(game, None, search, Budget(nodes=10))
    assert by_action(found, "prior") == {0: 0.25, 1: 0.0, 2: 0.75}


@pytest.mark.parametrize("search", [Expectimax, TreeSearch, Beam])
def test_searches_that_need_no_prior_take_the_values(search):
    game = Pig()
    plain = decide(game, None, search(evaluator=lambda s: [0.25] * len(s)), Budget(depth=2, nodes=100))
    both = search(evaluator=lambda s: ([0.25] * len(s), [None] * len(s)))
    found = decide(game, None, both, Budget(depth=2, nodes=100))
    assert [(o.action, o.value) for o in plain.options] == [(o.action, o.value) for o in found.options]


def test_two_values_in_a_tuple_are_not_values_and_priors():
    game, sizes = Pig(), []

    def two(states):
        sizes.append(len(states))
        return tuple(np.float64(0.25) for _ in states)

    decide(game, None, TreeSearch(evaluator=two, batch=2), Budget(nodes=100))
    assert 2 in sizes


# ---- what is refused ---------------------------------------------------------------------------------

WRONG = {
    "too few weights": ([1.0], "one number for each of 2 actions"),
    "too many weights": ([1.0, 2.0, 3.0], "one number for each of 2 actions"),
    "no weights": (None, "one number for each of 2 actions"),
    "a number": (1.0, "one number for each of 2 actions"),
    "text": ("ab", "one number for each of 2 actions"),
    "negative": ([0.5, -0.5], "is negative for the action PigAction.HOLD"),
    "NaN": ([math.nan, 0.5], "is NaN for the action PigAction.ROLL"),
    "infinite": ([0.5, math.inf], "is inf for the action PigAction.HOLD"),
    "too large": ([1e308, 1e308], "sums to inf"),
    "all zero": ([0.0, 0.0], "is zero for every action"),
    "words": (["x", 1.0], "is 'x' for the action PigAction.ROLL"),
    "an action that is none": ({Pig.ROLL: 1.0, "jump": 1.0}, "names 'jump', which is no action"),
    "a mapping of nothing": ({}, "is zero for every action"),
    "a mapping of words": ({Pig.ROLL: "x"}, "is 'x' for the action PigAction.ROLL"),
    "an array of too few": (np.array([1.0]), "one number for each of 2 actions"),
    "a set": ({1.0, 2.0}, "expected a sequence of numbers"),
}


@by_both
@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_wrong_prior_is_refused_by_name(case, select, threads):
    answer, words = WRONG[case]
    search = TreeSearch(
        select=select, evaluator=lambda s: ([0.5] * len(s), [answer] * len(s)), threads=threads, batch=2
    )
    with pytest.raises(GameError, match=re.escape(words)) as refusal:
        decide(Pig(), Pig().parse("10 10 5"), search, Budget(nodes=20))
    assert "the evaluator's prior for the state 10 10 5 max" in str(refusal.value)


@pytest.mark.parametrize("case", [case for case in WRONG if case != "an action that is none"])
def test_a_wrong_prior_of_a_games_own_evaluate_is_refused_by_name(case):
    class Wrong(Arms):
        def actions(self, state):
            return [Pig.ROLL, Pig.HOLD]

        def evaluate(self, states):
            return [0.5] * len(states), [WRONG[case][0]] * len(states)

    with pytest.raises(GameError, match=re.escape(WRONG[case][1])) as refusal:
        decide(Wrong([0.0, 1.0]), None, TreeSearch(select="puct"), Budget(nodes=20))
    assert "Wrong.evaluate('arms')" in str(refusal.value)


def test_a_prior_of_zeros_is_refused():
    with pytest.raises(GameError, match=r"Arms\.prior\('arms'\) is zero for every action"):
        decide(Arms([0.0, 1.0], [0.0, 0.0]), None, TreeSearch(select="puct"), Budget(nodes=20))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda s: ([0.5] * len(s), []), "expected one prior for each"),
        (lambda s: ([0.5] * len(s), None), "expected one prior for each"),
        (lambda s: ([], [[1, 1]] * len(s)), "expected one value for each"),
        (lambda s: ([math.nan] * len(s), [[1, 1]] * len(s)), "expected a finite number"),
        (lambda s: ([0.5] * len(s), {Pig.ROLL: 1.0}), "expected one prior for each"),
    ],
)
def test_a_batch_that_is_not_whole_is_refused(answer, words):
    with pytest.raises(GameError, match=words):
        decide(Pig(), None, TreeSearch(select="puct", evaluator=answer), Budget(nodes=20))


def test_priors_now_and_then_are_refused():
    calls = []

    def moody(states):
        calls.append(states)
        values = [0.5] * len(states)
        return values if len(calls) > 3 else (values, [{Pig.ROLL: 1}] * len(states))

    with pytest.raises(GameError, match="priors for some batches and values alone for others"):
        decide(Pig(), None, TreeSearch(select="puct", evaluator=moody), Budget(nodes=50))


@by_both
@pytest.mark.parametrize("game", [Pig(), TicTacToe(), RandomTree(1), Arms([0.0, 1.0])], ids=type)
def test_a_search_by_prior_without_any_is_refused(game, select):
    refused = rf"TreeSearch\.select is '{select}'; expected 'uct', as \w+ has no method `prior`.*evaluator"
    with pytest.raises(SettingError, match=refused):
        Searcher(game, TreeSearch(select=select))


@by_both
def test_an_evaluator_of_values_alone_is_no_prior(select):
    search = TreeSearch(select=select, evaluator=lambda states: [0.5] * len(states))
    with pytest.raises(
        GameError, match=rf"select is '{select}'.*0 0 0 max.*expected a pair \(values, priors\)"
    ):
        decide(Pig(), None, search, Budget(nodes=20))


def test_a_games_evaluate_of_values_alone_is_no_prior():
    class Valued(Arms):
        def evaluate(self, states):
            return [0.5] * len(states)

    with pytest.raises(GameError, match=r"select is 'puct'.*'arms'.*expected a pair \(values, priors\)"):
        decide(Valued([0.0, 1.0]), None, TreeSearch(select="puct"), Budget(nodes=20))
    with_prior = Valued([0.0, 1.0], [3.0, 1.0])
    found = decide(with_prior, None, TreeSearch(select="puct"), Budget(nodes=20))
    assert by_action(found, "prior") == {0: 0.75, 1: 0.25}


def test_a_compiled_game_with_a_prior_needs_no_evaluator():
    game = TakeItEasy(evaluator="table")
    state = game.apply(game.start(), game.outcomes(game.start())[0][0])
    found = decide(game, state, TreeSearch(select="puct"), Budget(nodes=20))
    assert sum(by_action(found, "prior").values()) == pytest.approx(1)


class Fails(Game):
    """An evaluator that fails once."""

    def start(self):
        return 0

    def turn(self, state):
        return Turn.MAX if state < 3 else Turn.OVER

    def actions(self, state):
        return ["a", "b"]

    def apply(self, state, move):
        return state + 1

    def value(self, state):
        return 1.0


def test_a_searcher_whose_evaluator_failed_once_goes_on():
    calls = []

    def fails_once(states):
        calls.append(states)
        if len(calls) == 1:
            raise RuntimeError("the device was busy")
        return [0.5] * len(states), [[1, 1]] * len(states)

    searcher = Searcher(Fails(), TreeSearch(select="puct", evaluator=fails_once))
    with pytest.raises(RuntimeError, match="busy"):
        searcher.decide(budget=Budget(nodes=20))
    assert searcher.decide(budget=Budget(nodes=200)).value == 1.0
