"""Values of policies against published numbers, plain recursion, and equations solved by other means."""

import io
import itertools
from functools import cache

import numpy as np
import pytest
from rich.console import Console
from tests.policies.policy_oracles import Gambler, draw_policy, hold_at, pig_meeting, pig_turn, seeded, worth
from tests.search.drawn_games import draw_game

import hazard
from hazard import Turn
from hazard.games import ConnectFour, Pig

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_policies_are_worth_what_recursion_says(seed):
    game = draw_game(seed)
    mine, yours = (draw_policy(game, seeded(f"{seed}/{side}")) for side in "ab")
    found = hazard.evaluate(game, max=mine, min=yours)
    assert found.kind == "exact"
    assert found.value == pytest.approx(worth(game, {Turn.MAX: mine, Turn.MIN: yours}), abs=1e-9)
    assert found.low <= found.value <= found.high


@pytest.mark.parametrize("seed", SEEDS)
def test_best_play_on_both_sides_is_worth_the_solution(seed):
    game = draw_game(seed)
    solution = hazard.solve(game)
    assert hazard.evaluate(game, max=solution, min=solution).value == pytest.approx(game.truth[0], abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_policy_answers_better_than_the_best_response(seed):
    game, rng = draw_game(seed), seeded(seed)
    policy = draw_policy(game, rng)
    high = hazard.best_response(game, against=policy)
    low = hazard.best_response(game, against=policy, side="min")
    assert high.value == pytest.approx(hazard.evaluate(game, max=high, min=policy).value, abs=1e-9)
    assert low.value == pytest.approx(hazard.evaluate(game, max=policy, min=low).value, abs=1e-9)
    for _ in range(5):
        rival = draw_policy(game, rng)
        assert hazard.evaluate(game, max=rival, min=policy).value <= high.value + 1e-9
        assert hazard.evaluate(game, max=policy, min=rival).value >= low.value - 1e-9


@pytest.mark.parametrize("seed", SEEDS)
def test_the_loss_is_what_a_best_answer_takes(seed):
    game = draw_game(seed)
    policy = draw_policy(game, seeded(seed))
    for side, sign in ((Turn.MAX, 1), (Turn.MIN, -1)):
        found = hazard.loss(game, policy, side)
        assert found.total == pytest.approx(sign * (game.truth[0] - worth(game, {side: policy})), abs=1e-9)
        best = hazard.solve(game)
        other = Turn.MIN if side is Turn.MAX else Turn.MAX
        named = {side.name.lower(): policy, other.name.lower(): best}
        # Against best play, what is lost is the sum of what each decision loses, as often as it is met.
        lost = sign * (game.truth[0] - hazard.evaluate(game, **named).value)
        assert sum(row.cost for row in found.states) == pytest.approx(lost, abs=1e-8)
        costs = [row.cost for row in found.states]
        assert costs == sorted(costs, reverse=True)


def test_best_play_loses_nothing():
    game = Pig(target=20)
    found = hazard.loss(game, hazard.solve(game))
    assert found.total == pytest.approx(0, abs=1e-9)
    assert found.states == ()


def test_the_table_of_losses_says_where_and_how_much():
    # Piglet by hand: the only choice that is wrong is to hold with one point when nobody has any.
    found = hazard.loss(Pig(target=2, die=(0, 1)), hazard.RandomPlayer())
    console = Console(width=100, file=io.StringIO())
    console.print(found)
    said = console.file.getvalue()
    assert "0 0 1 max" in said
    assert "roll 50 %, hold 50 %" in said


def test_a_mixture_has_a_loss_but_no_states_of_its_own():
    game = Pig(target=10)
    types = hazard.mixture([(1, hazard.RandomPlayer()), (1, hold_at(game, 5))])
    found = hazard.loss(game, types)
    assert found.total > 0
    assert found.states == ()


def test_every_pair_of_policies_of_a_tiny_game_by_enumeration():
    # MAX picks a row, MIN sees it and picks a column of [[3, 1], [0, 2]]; MIN's policy has an answer per row.
    table = {"up": {"left": 3.0, "right": 1.0}, "down": {"left": 0.0, "right": 2.0}}

    class Rows(hazard.Game):
        def start(self):
            return ()

        def turn(self, state):
            return (Turn.MAX, Turn.MIN, Turn.OVER)[len(state)]

        def actions(self, state):
            return ["left", "right"] if state else ["up", "down"]

        def apply(self, state, move):
            return (*state, move)

        def value(self, state):
            return table[state[0]][state[1]]

    worst = {}
    for row, up, down in itertools.product(("up", "down"), ("left", "right"), ("left", "right")):
        answers = {("up",): up, ("down",): down}
        expected = table[row][answers[(row,)]]
        assert hazard.evaluate(Rows(), max={(): row}, min=answers).value == expected
        worst[row] = min(worst.get(row, 9.0), expected)
    for row, least in worst.items():
        assert hazard.best_response(Rows(), {(): row}, "min").value == least
    assert hazard.solve(Rows()).value() == max(worst.values())


# ---- Pig


def test_holding_at_20_takes_12_637_turns_to_100():
    """Published: Neller and Presser, Optimal Play of the Dice Game Pig (2004)."""
    game = Pig(players=1)
    found = hazard.evaluate(game, max=hold_at(game, 20))
    assert found.value == pytest.approx(-12.637, abs=5e-4)

    @cache
    def turns(score):  # and by hand: a turn gains k with p[k], or nothing
        gains = pig_turn(6, score, 20, 100)
        after = sum(p * (0.0 if score + k >= 100 else turns(score + k)) for k, p in gains.items() if k)
        return (1 + after) / (1 - gains[0])

    for score in range(99, -1, -1):
        turns(score)
    assert found.value == pytest.approx(-turns(0), abs=1e-9)
    assert hazard.loss(game, hold_at(game, 20)).total > 0


def test_whoever_begins_wins_with_0_5347_when_both_hold_at_20():
    """Published: Neller, Pig exercises, nifty.stanford.edu/2010/neller-pig ("approximately .5347")."""
    game = Pig()
    found = hazard.evaluate(game, max=hold_at(game, 20), min=hold_at(game, 20))
    assert found.value == pytest.approx(0.5347, abs=5e-5)
    assert found.value == pytest.approx(pig_meeting(20, 20), abs=1e-9)


@pytest.mark.parametrize(("first", "second"), [(20, 25), (25, 20), (5, 12)])
def test_holding_at_one_number_against_another(first, second):
    game = Pig(target=50)
    found = hazard.evaluate(game, max=hold_at(game, first), min=hold_at(game, second))
    assert found.value == pytest.approx(pig_meeting(first, second, 50), abs=1e-9)
    assert hazard.best_response(game, hold_at(game, second)).value >= found.value


# ---- the gambler's problem


def bellman(heads, goal):
    """Value iteration on the capital, in numpy."""
    value = np.zeros(goal + 1)
    value[goal] = 1.0
    for _ in range(5000):
        for s in range(1, goal):
            stakes = np.arange(1, min(s, goal - s) + 1)
            value[s] = np.max(heads * value[s + stakes] + (1 - heads) * value[s - stakes])
    return value


@pytest.mark.parametrize("heads", [0.25, 0.4])
def test_bold_play_is_best_for_the_gambler_with_the_worse_coin(heads):
    """Dubins and Savage (1965); half of the goal is won with one toss."""
    game = Gambler(heads, goal=20, start=10)
    bold = hazard.as_policy(lambda state: min(state[0], 20 - state[0]))
    truth = bellman(heads, 20)
    for capital in range(1, 20):
        assert hazard.evaluate(game, max=bold, state=(capital, 0)).value == pytest.approx(truth[capital])
    assert hazard.evaluate(Gambler(heads), max=lambda s: min(s[0], 100 - s[0])).value == pytest.approx(heads)
    assert hazard.loss(game, bold).total == pytest.approx(0, abs=1e-9)


def test_timid_play_is_gamblers_ruin():
    # One at a time from i to N: (1 - (q/p)^i) / (1 - (q/p)^N).
    game = Gambler(0.4, goal=20, start=10)
    found = hazard.evaluate(game, max=lambda state: 1)
    assert found.value == pytest.approx((1 - 1.5**10) / (1 - 1.5**20), abs=1e-9)
    assert hazard.loss(game, lambda state: 1).total == pytest.approx(0.4 - found.value, abs=1e-9)


# ---- play-outs, and mistakes


def test_play_outs_are_seeded_and_their_interval_holds_the_exact_value():
    game = Pig(target=30)
    sides = {"max": hold_at(game, 12), "min": hazard.RandomPlayer()}
    exact = hazard.evaluate(game, **sides)
    shown = []
    found = hazard.evaluate(game, games=300, seed=7, progress=lambda *told: shown.append(told), **sides)
    assert found == hazard.evaluate(game, games=300, seed=7, **sides)
    assert (found.kind, found.games) == ("estimate", 300)
    assert found.low < exact.value < found.high
    assert shown[-1] == ("games", 300, 300)


def test_a_game_too_large_to_list_is_played_out():
    sides = {"max": hazard.RandomPlayer(), "min": hazard.RandomPlayer()}
    found = hazard.evaluate(ConnectFour(), max_states=500, **sides)
    assert (found.kind, found.games) == ("estimate", 1000)
    exact = hazard.evaluate(Pig(target=10), max_states=10_000, **sides)
    assert exact.kind == "exact"
    assert hazard.evaluate(Pig(target=10), max_states=exact.states, **sides) == exact
    assert hazard.evaluate(Pig(target=10), max_states=exact.states - 1, **sides).kind == "estimate"


def test_one_game_has_no_interval():
    found = hazard.evaluate(Pig(target=10), max=hazard.RandomPlayer(), min=hazard.RandomPlayer(), games=1)
    assert (found.low, found.high) == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({}, "no policy is given"),
        ({"max": hazard.RandomPlayer()}, "MIN is to move in 0 0 0 min, but has no policy"),
        ({"max": hazard.RandomPlayer(), "games": 5}, "but has no policy; expected one for MIN too"),
        ({"max": hazard.RandomPlayer(), "max_states": 0}, "max_states is 0"),
        ({"max": hazard.RandomPlayer(), "min": hazard.RandomPlayer(), "games": 0}, "games is 0"),
    ],
)
def test_a_mistake_says_what_was_expected(more, message):
    with pytest.raises(hazard.SettingError, match=message):
        hazard.evaluate(Pig(target=10), **more)


def test_a_side_that_is_none_is_refused():
    for side in ("both", Turn.CHANCE, 7):
        with pytest.raises(hazard.SettingError, match=r"expected Turn\.MAX or Turn\.MIN"):
            hazard.best_response(Pig(target=10), hazard.RandomPlayer(), side)
