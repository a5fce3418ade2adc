"""What trades exactness for speed says so, changes nothing where it can, and errs no more than it claims."""

from __future__ import annotations

import math
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.small_games import Dice, brute_force

from hazard import AlphaBeta, Budget, Expectimax, Game, Turn, decide
from hazard.games import Pig, RandomTree

seeds = st.integers(0, 10**6)


class Wheel(Game):
    """One spin of a wheel with many fields, or a sure thing."""

    def __init__(self, payouts, sure=0.0):
        self.payouts, self.sure = payouts, sure

    def start(self):
        return "choose"

    def turn(self, state):
        return {"choose": Turn.MAX, "spin": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state):
        return ["spin", "sure"]

    def outcomes(self, state):
        return [(i, 1 / len(self.payouts)) for i in range(len(self.payouts))]

    def apply(self, state, move):
        return move if move == "spin" else ("end", move)

    def value(self, state):
        return self.sure if state[1] == "sure" else float(self.payouts[state[1]])

    def true_mean(self):
        return sum(self.payouts) / len(self.payouts)


payouts = st.lists(st.integers(-50, 50), min_size=5, max_size=40)


def spin(found):
    return next(option for option in found.options if option.action == "spin")


@settings(max_examples=60, deadline=None)
@given(payouts, st.integers(1, 10))
def test_buckets_keep_the_mean_exactly_where_successors_are_leaves(numbers, buckets):
    found = decide(Wheel(numbers), None, Expectimax(buckets=buckets), Budget(depth=2))
    option = spin(found)
    assert option.value == pytest.approx(Wheel(numbers).true_mean(), abs=1e-9)
    assert option.kind == ("exact" if buckets >= len(numbers) else "estimate")
    assert len(option.outcomes) == min(buckets, len(numbers)) or len(option.outcomes) < buckets


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(1, 4))
def test_as_many_buckets_as_outcomes_or_as_many_actions_as_there_are_change_nothing(seed, depth):
    game = RandomTree(seed, depth=5, branching=4)
    truth = decide(game, None, Expectimax(), Budget(depth=depth))
    for search in (
        Expectimax(buckets=4),
        Expectimax(top=4),
        Expectimax(samples=4),
        Expectimax(min_reach=0.0),
    ):
        found = decide(game, None, search, Budget(depth=depth))
        assert found.value == pytest.approx(truth.value, abs=1e-9)
        assert found.best.kind == truth.best.kind


@pytest.mark.parametrize(
    "search",
    [
        Expectimax(buckets=2),
        Expectimax(samples=2),
        Expectimax(min_reach=0.3),
        Expectimax(top=1),
    ],
    ids=str,
)
def test_whatever_an_approximation_touches_is_labelled_an_estimate(search):
    state = Pig(target=10).parse("4 4 2")
    found = decide(Pig(target=10), state, search, Budget(depth=3))
    assert {option.kind for option in found.options} == {"estimate"}
    assert 0 <= found.value <= 1


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(["buckets", "samples", "top", "min_reach"]))
def test_an_exact_label_is_never_given_wrongly(seed, name):
    game = RandomTree(seed, depth=4, branching=5, chance=0.5)
    search = Expectimax(**{name: 0.2 if name == "min_reach" else 2})
    found = decide(game, None, search, Budget())
    truth = {o.action: o.value for o in decide(game, None, Expectimax(), Budget()).options}
    for option in found.options:
        if option.kind == "exact":
            assert option.value == pytest.approx(truth[option.action], abs=1e-9)


def test_samples_come_near_the_truth_and_say_how_near():
    numbers = list(range(100))  # mean 49.5, standard deviation 28.9
    draws, inside, errors = 50, 0, []
    for seed in range(200):
        option = spin(decide(Wheel(numbers), None, Expectimax(samples=draws, seed=seed), Budget(depth=2)))
        assert option.standard_error == pytest.approx(28.87 / math.sqrt(draws), rel=0.35)
        inside += abs(option.value - 49.5) <= 2 * option.standard_error
        errors.append(option.value - 49.5)
    # two standard errors hold in 95 % of the cases; 200 draws of that have a spread of 3
    assert inside >= 180
    assert abs(sum(errors) / 200) < 4 * 28.87 / math.sqrt(draws * 200), "no bias"


def test_more_samples_err_less():
    def error(draws):
        return spin(
            decide(Wheel(range(1000)), None, Expectimax(samples=draws), Budget(depth=2))
        ).standard_error

    # a hundred times the draws, a tenth of the error
    assert error(9) / error(900) == pytest.approx(10, rel=0.6)


def test_outcomes_that_cannot_be_listed_are_drawn_and_the_error_is_told():
    found = decide(Dice(rounds=1), None, Expectimax(samples=200), Budget(depth=2))
    values = {option.action: option for option in found.options}
    # the means of one die and of the better of two, in units of 1000
    for action, mean in (("fair", 0.4995), ("loaded", 0.666)):
        assert values[action].kind == "estimate"
        assert values[action].value == pytest.approx(mean, abs=5 * values[action].standard_error)
        assert 0 < values[action].standard_error < 0.03


def test_a_game_that_can_only_be_drawn_from_is_searched_with_every_switch_off_too():
    plain = Expectimax(alpha_beta=False, star1=False, star2=False, table=False, merge=False)
    assert decide(Dice(), None, plain, Budget(depth=2)).best.standard_error > 0


def test_the_same_seed_draws_the_same():
    def once(seed):
        return decide(Dice(), None, Expectimax(samples=5, seed=seed), Budget(depth=2)).value

    assert once(3) == once(3)
    assert once(3) != once(4)


class Exchange(Game):
    """MAX takes a pawn, MIN takes the queen back: one decision is too short a sight, unless quiet tells."""

    tree: ClassVar = {"start": {"take": "taken", "wait": "quiet"}, "taken": {"retake": "lost"}}

    def __init__(self, restless=()):
        if restless:
            self.quiet = lambda state: state not in restless

    def start(self):
        return "start"

    def turn(self, state):
        return {"start": Turn.MAX, "taken": Turn.MIN}.get(state, Turn.OVER)

    def actions(self, state):
        return list(self.tree[state])

    def apply(self, state, move):
        return self.tree[state][move]

    def value(self, state):
        return {"lost": -8.0}.get(state, 0.0)

    def heuristic(self, state):
        return {"taken": 1.0}.get(state, 0.0)


def test_quiet_looks_further_where_the_value_cannot_be_trusted():
    for search in (Expectimax, AlphaBeta):
        assert decide(Exchange(), None, search(), Budget(depth=1)).action == "take"
        assert decide(Exchange(["taken"]), None, search(), Budget(depth=1)).action == "wait"
        assert decide(Exchange(["taken"]), None, search(quiet_depth=0), Budget(depth=1)).action == "take"


class Restless(Exchange):
    """Nothing is ever quiet, and play goes on and on."""

    tree: ClassVar = {i: {"on": i + 1} for i in range(20)}

    def start(self):
        return 0

    def turn(self, state):
        return Turn.MAX if state < 20 else Turn.OVER

    def quiet(self, state):
        return False

    def value(self, state):
        return float(state)

    heuristic = value


@pytest.mark.parametrize("quiet_depth", [0, 1, 4, 7])
def test_quiet_depth_limits_how_much_further(quiet_depth):
    assert (
        decide(Restless(), None, Expectimax(quiet_depth=quiet_depth), Budget(depth=2)).value
        == 2 + quiet_depth
    )


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_top_searches_the_best_ranked_only(seed):
    game = RandomTree(seed, depth=4, branching=4, chance=0.0)

    def best_ranked(state, depth, root=False):
        turn = game.turn(state)
        if turn == Turn.OVER or depth == 0:
            return game.value(state)
        actions = sorted(game.actions(state), key=lambda a: -game._core.rank(state, a))
        kept = actions if root else actions[:1]
        values = [best_ranked(game.apply(state, a), depth - 1) for a in kept]
        return max(values) if turn == Turn.MAX else min(values)

    search = Expectimax(
        top=1, order_killers=False, order_history=False, order_table=False, table=False, merge=False
    )
    found = decide(game, None, search, Budget(depth=3))
    assert found.value == pytest.approx(best_ranked(game.start(), 3, root=True), abs=1e-9)


def test_min_reach_stops_where_a_line_is_too_unlikely():
    game = Pig(target=20)
    found = decide(game, None, Expectimax(min_reach=0.1), Budget(depth=4))
    assert found.statistics.reach_cuts > 0
    assert found.value == pytest.approx(brute_force(game, game.start(), 4), abs=0.1)
    assert found.statistics.nodes < decide(game, None, Expectimax(), Budget(depth=4)).statistics.nodes
