"""How likely each result is: against every line of play, and against the value."""

import io
from collections import Counter

import numpy as np
import pytest
from rich.console import Console
from tests.policies.policy_oracles import Gambler, draw_policy, hold_at, pig_turn, results, seeded
from tests.search.drawn_games import draw_game
from tests.search.small_games import TableGame

import hazard
from hazard import Turn
from hazard.games import Pig, TicTacToe

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_result_is_as_likely_as_all_lines_of_play_to_it(seed):
    game = draw_game(seed)
    policy = draw_policy(game, seeded(seed))
    lines = Counter()
    for chance, result in results(game, policy):
        lines[round(result, 9)] += chance
    found = hazard.distribution(game, max=policy, min=policy)
    assert dict(found.items()) == pytest.approx(dict(lines))
    assert (found.kind, found.remaining, found.endless) == ("exact", 0.0, 0.0)
    assert found.mean == pytest.approx(hazard.evaluate(game, max=policy, min=policy).value, abs=1e-9)
    for bound in lines:
        assert found.at_least(bound) == pytest.approx(sum(p for r, p in lines.items() if r >= bound))


def test_the_turns_of_solitaire_pig_by_following_the_scores():
    game = Pig(target=30, players=1)
    found = hazard.distribution(game, max=hold_at(game, 20))
    scores, ended = {0: 1.0}, []
    for _ in range(20):
        after = Counter()
        for score, chance in scores.items():
            for gain, p in pig_turn(6, score, 20, 30).items():
                after[min(30, score + gain)] += chance * p
        ended.append(after.pop(30, 0.0))
        scores = after
    for turns, chance in enumerate(ended, start=1):
        assert found.at_least(-turns) == pytest.approx(sum(ended[:turns]), abs=1e-11), turns
        assert dict(found.items()).get(-turns, 0.0) == pytest.approx(chance, abs=1e-11)
    assert 0 < found.remaining < 1e-12
    assert found.mean == pytest.approx(hazard.evaluate(game, max=hold_at(game, 20)).value, abs=1e-9)


def test_noughts_and_crosses_at_random():
    # Known: who begins wins 737/1260 (58.49 %) of random games and loses 121/420 (28.81 %).
    found = hazard.distribution(TicTacToe(), max=hazard.RandomPlayer(), min=hazard.RandomPlayer())
    assert dict(found.items()) == pytest.approx({-1: 121 / 420, 0: 8 / 63, 1: 737 / 1260})


def test_a_mixture_is_drawn_once_for_all_its_moves():
    # Two rounds, each won or not by MIN's own doing: always or never. One policy for both, so never 1.
    game = TableGame(
        [Turn.MIN, Turn.MIN, Turn.OVER], [[1, 1], [2, 2], []], [0, 0, 0], rewards=[[0.0, 1.0]] * 2 + [[]]
    )
    types = hazard.mixture([(1, lambda state: 0), (3, lambda state: 1)])
    assert dict(hazard.distribution(game, min=types).items()) == {0.0: 0.25, 2.0: 0.75}


def test_a_game_with_cycles_has_the_mean_that_evaluate_says():
    game = Gambler(0.4, goal=20, start=10)
    found = hazard.distribution(game, max=lambda state: 1)
    assert found.mean == pytest.approx((1 - 1.5**10) / (1 - 1.5**20), abs=1e-9)
    pig = Pig(target=30)
    sides = {"max": hold_at(pig, 20), "min": hazard.RandomPlayer()}
    assert hazard.distribution(pig, **sides).mean == pytest.approx(
        hazard.evaluate(pig, **sides).value, abs=1e-9
    )


def test_play_without_end_is_told_and_counts_the_rewards_it_has():
    # Half of the play ends with 3, the other half earns 2 and then waits for ever.
    game = TableGame(
        [Turn.CHANCE, Turn.OVER, Turn.MAX], [[1, 2], [], [2]], [0, 3.0, 0], rewards=[[0, 2.0], [], [0.0]]
    )
    found = hazard.distribution(game, max=lambda state: 0)
    assert dict(found.items()) == {2.0: 0.5, 3.0: 0.5}
    assert found.endless == 0.5
    assert "50 % of play never ends" in str(found)
    assert found.mean == hazard.evaluate(game, max=lambda state: 0).value == 2.5


def test_play_that_earns_for_ever_has_no_result():
    game = TableGame(
        [Turn.CHANCE, Turn.OVER, Turn.MAX], [[1, 2], [], [2]], [0, 3.0, 0], rewards=[[0, 0], [], [1.0]]
    )
    found = hazard.distribution(game, max=lambda state: 0)
    assert dict(found.items()) == {3.0: 0.5}
    assert found.remaining == 0.5


def three_results():
    game = TableGame(
        [Turn.CHANCE, Turn.OVER, Turn.OVER, Turn.OVER],
        [[1, 2, 3], [], [], []],
        [0, -1.0, 2.0, 10.0],
        [[0.2, 0.5, 0.3], [], [], []],
    )
    return hazard.distribution(game, max=hazard.RandomPlayer())


def test_quantiles_tails_and_spread_by_hand():
    found = three_results()
    assert found.mean == pytest.approx(0.2 * -1 + 0.5 * 2 + 0.3 * 10)
    assert [found.quantile(q) for q in (0, 0.2, 0.21, 0.5, 0.7, 0.71, 1)] == [-1, -1, 2, 2, 2, 10, 10]
    assert [found.at_least(x) for x in (-5, -1, 0, 2, 3, 11)] == pytest.approx([1, 1, 0.8, 0.8, 0.3, 0])
    assert found.deviation == pytest.approx(np.sqrt(0.2 * 4.8**2 + 0.5 * 1.8**2 + 0.3 * 6.2**2))
    # The worst 40 %: all of -1 (0.2) and 0.2 of 2.
    assert found.cvar(0.4) == pytest.approx((0.2 * -1 + 0.2 * 2) / 0.4)
    assert found.cvar(1) == pytest.approx(found.mean)
    for share in (-0.1, 1.1, float("nan")):
        with pytest.raises(hazard.SettingError, match="expected a number from 0 to 1"):
            found.quantile(share)
    with pytest.raises(hazard.SettingError, match="above 0"):
        found.cvar(0)


def test_it_is_shown_as_bars_on_a_terminal_and_in_a_notebook():
    found = three_results()
    assert [line.split()[:2] for line in found.plot(40).splitlines()] == [
        ["-1", "20.00"],
        ["2", "50.00"],
        ["10", "30.00"],
    ]
    console = Console(width=80, file=io.StringIO())
    console.print(found)
    assert "mean 3.8" in console.file.getvalue()
    assert "█" in console.file.getvalue()
    page = found._repr_html_()
    assert page.count("<tr>") == 3
    assert "50.00 %" in page


@pytest.mark.parametrize("spread", [1.0, 0.37, 1000.0])
def test_many_results_are_shown_as_ranges_that_hold_everything(spread):
    values = np.arange(500) * spread
    many = hazard.ResultDistribution("exact", values, np.full(500, 1 / 500))
    rows = [line.split("%")[0].split()[-1] for line in many.plot().splitlines()]
    assert len(rows) <= 26
    assert sum(map(float, rows)) == pytest.approx(100, abs=0.2)


def test_play_outs_are_counted_and_agree():
    game = Pig(target=20)
    sides = {"max": hold_at(game, 8), "min": hazard.RandomPlayer()}
    drawn = hazard.distribution(game, games=400, seed=5, **sides)
    value = hazard.evaluate(game, games=400, seed=5, **sides)
    assert (drawn.kind, drawn.games) == ("estimate", 400)
    assert drawn.mean == pytest.approx(value.value)
    assert hazard.distribution(game, max_states=20, **sides).kind == "estimate"
    [[lost, p], [won, q]] = drawn.to_dict()["results"]
    assert (lost, won, p + q, q) == (0.0, 1.0, pytest.approx(1), pytest.approx(drawn.mean))


class Small(hazard.Game):
    """Three tosses, each for ``unit`` or nothing: the numbers of heads are binomial, whatever the unit."""

    def __init__(self, unit):
        self.unit = unit

    def start(self):
        return 0

    def turn(self, state):
        return Turn.CHANCE if state < 3 else Turn.OVER

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def apply(self, state, move):
        return state + 1

    def reward(self, state, move):
        return self.unit if move == "heads" else 0.0

    def value(self, state):
        return 0.0


@pytest.mark.parametrize("unit", [1e-10, 1e-7 / 3, 0.1, 1 / 3, 1.0, 1e9 / 7])
def test_results_are_told_apart_however_small_their_unit(unit):
    found = hazard.distribution(Small(unit), max={})
    assert [chance for _, chance in found.items()] == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8])
    assert [result for result, _ in found.items()] == pytest.approx([n * unit for n in range(4)], rel=1e-10)
    for heads, chance in ((1, 7 / 8), (2, 1 / 2), (3, 1 / 8)):
        assert found.at_least(heads * unit) == pytest.approx(chance)
        assert hazard.solve(hazard.target(Small(unit), heads * unit)).value() == pytest.approx(chance)
