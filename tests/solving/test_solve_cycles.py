"""Play that may go on for ever: every value that exists is proven, and right; what does not exist is named.

HAZARD_CYCLIC_GAMES=5000 draws that many games instead of the few of an ordinary run.
"""

from __future__ import annotations

import math
import os
from fractions import Fraction

import pytest
from tests.search.positional import NO_SUM, earned, plans, random_game, true_values
from tests.search.small_games import TableGame

from hazard import Turn, solve

GAMES = int(os.environ.get("HAZARD_CYCLIC_GAMES", "240"))
BLOCKS = 8
MAX, MIN, CHANCE, OVER = Turn.MAX, Turn.MIN, Turn.CHANCE, Turn.OVER


def seeds(block):
    return range(block, GAMES, BLOCKS)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_value_that_exists_is_proven_and_right(block):
    for seed in seeds(block):
        game = random_game(seed)
        solution, truth = solve(game), true_values(game)
        for state, _, value, _ in solution.items():
            expected = truth[state]
            if expected is None:
                continue
            low, high = solution.interval(state)
            if math.isinf(expected):
                assert low == high == expected, (seed, state)
            else:
                # Two chances of 2**-40 in a row make play last 10**25 steps, beyond what 32 digits can prove;
                # the value must be right even so.
                assert math.isfinite(high - low) or abs(expected) > 1e20, (seed, state)
                assert low <= expected <= high, (seed, state, low, high, float(expected))
                # In the open as well: a tenth of a millionth, or of the size of the value.
                assert abs(value - expected) <= 1e-7 * max(1, abs(expected)), (seed, state)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_plans_earn_the_values_against_every_answer(block):
    for seed in seeds(block):
        game = random_game(seed)
        solution, truth = solve(game), true_values(game)
        chosen = {state: action for state, turn, _, action in solution.items() if turn in (MAX, MIN)}
        for player, other, worst in ((MAX, MIN, min), (MIN, MAX, max)):
            first = {s: chosen.get(s, 0) for s, turn in enumerate(game.turns) if turn == player}
            results = [earned(game, first | answer) for answer in plans(game, other)]
            for state, *_ in solution.items():
                if truth[state] is None:
                    continue
                found = worst(result[state] for result in results)
                assert found == truth[state] or abs(found - truth[state]) < 1e-6, (seed, state, player)


def test_whoever_controls_staying_decides_what_staying_is_worth():
    # MAX at 0, MIN at 1, back and forth; each may leave instead.
    def back_and_forth(leave_0, leave_1):
        return TableGame([MAX, MIN, OVER, OVER], [[1, 2], [0, 3], [], []], [0.0, 0.0, leave_0, leave_1])

    # Staying pays 0. MAX does not wait for 0.9, which MIN never grants, and takes 0.3.
    solution = solve(back_and_forth(0.3, 0.9))
    assert [solution.value(s) for s in (0, 1)] == pytest.approx([0.3, 0.3], abs=1e-12)
    assert solution.action(0) == 1
    assert solution.error < 1e-12
    # MAX would rather stay than lose; MIN does not let him, and takes what there is.
    solution = solve(back_and_forth(-0.3, -0.9))
    assert [solution.value(s) for s in (0, 1)] == pytest.approx([-0.3, -0.9], abs=1e-12)
    # Neither gains by leaving: they go round for ever.
    solution = solve(back_and_forth(-0.3, 0.9))
    assert [solution.value(s) for s in (0, 1)] == [0, 0]
    assert solution.error < 1e-12


def test_an_end_that_hardly_ever_comes_comes():
    # Twice 10**-12 to win, 10**-12 to lose, each time round: 2/3. Values that move by 10**-12 look still.
    rare = 1e-12
    game = TableGame(
        [MAX, CHANCE, OVER, OVER],
        [[1], [0, 2, 3], [], []],
        [0, 0, 1, 0],
        [[1], [1 - 3 * rare, 2 * rare, rare]],
    )
    solution = solve(game)
    low, high = solution.interval()
    assert low <= 2 / 3 <= high
    assert high - low < 1e-3
    assert solution.value() == pytest.approx(2 / 3, abs=1e-4)  # 1 - 3e-12 itself is rounded


def test_a_tie_in_a_game_that_lasts_very_long_is_proven():
    # Play leaves with a chance of 2**-41, and of two ways there that are worth the same one is a step longer:
    # next to 10**13 steps, that one step is no rounding.
    game = random_game(2_110_000_043)
    solution, truth = solve(game), true_values(game)
    for state, *_ in solution.items():
        low, high = solution.interval(state)
        assert low <= truth[state] <= high
        assert high - low < 1.0


def test_rewards_without_end_are_worth_infinity_and_a_word():
    # 0: MAX may collect 1 for ever, or leave; 2: chance, half to 0 and half to the end; 4: MIN, 0 or 5
    game = TableGame(
        [MIN, MAX, OVER, CHANCE],
        [[1, 3, 2], [1, 2], [], [1, 2]],
        [0, 0, 0.5, 0],
        rewards=[[0, 0, 0], [1, 0], [], [0, 0]],
    )
    solution = solve(game)
    assert solution.value(1) == solution.value(3) == math.inf
    assert solution.interval(1) == (math.inf, math.inf)
    assert solution.action(1) == 0
    assert solution.value(0) == 0.5
    assert solution.action(0) == 2
    assert solution.error < 1e-12, "what is finite stays proven"
    assert solution.remarks == [
        "2 states (such as 1): worth infinity, because MAX can collect rewards without end."
    ]


def test_losses_that_nobody_can_leave_are_minus_infinity():
    trap = TableGame([MAX, MAX, OVER], [[1, 2], [1], []], [0, 0, -5], rewards=[[0, 0], [-1], []])
    solution = solve(trap)
    assert solution.value(1) == -math.inf
    assert solution.value(0) == -5
    assert solution.action(0) == 1
    assert "minus infinity" in solution.remarks[0]
    assert "1 state (such as 1)" in solution.remarks[0]


def test_costs_on_the_way_make_no_value_unknown():
    # Each step of a walk on ice costs 1; slipping back is as likely as getting on. n squared steps, by the
    # gambler's ruin with a wall behind: from place i of n it takes n*n - i*i + n - i steps.
    places = 12
    edges = [[max(0, i - 1), i + 1] for i in range(places)]
    rewards = [[-1.0, -1.0]] * places
    game = TableGame([CHANCE] * places + [OVER], [*edges, []], [0.0] * (places + 1), rewards=[*rewards, []])
    solution = solve(game)
    for i in range(places):
        assert solution.value(i) == pytest.approx(-(places**2 - i**2 + places - i), abs=1e-6)
    assert solution.error < 1e-6


def test_rewards_that_cancel_for_ever_are_not_claimed():
    # One up, one down, for ever: there is no sum, so nothing is proven; but the state beside it is.
    game = TableGame(
        [MAX, MAX, MAX, OVER], [[1, 3], [2], [1], []], [0, 0, 0, 2], rewards=[[0, 0], [1], [-1], []]
    )
    assert true_values(game)[1] is None
    assert NO_SUM in earned(game, {0: 0, 1: 0, 2: 0})
    solution = solve(game)
    assert solution.interval(1) == (-math.inf, math.inf)
    assert solution.error == math.inf
    assert solution.interval(3) == (2, 2)
    assert "2 states" in solution.remarks[0]
    assert "no sum" in solution.remarks[0]
    assert "not proven" in repr(solution)


def test_infinite_gains_and_losses_have_no_sum():
    game = TableGame([CHANCE, MAX, MAX], [[1, 2], [1], [2]], [0, 0, 0], rewards=[[0, 0], [1], [-1]])
    solution = solve(game)
    assert (solution.value(1), solution.value(2)) == (math.inf, -math.inf)
    assert math.isnan(solution.value(0))
    assert solution.interval(0) == (-math.inf, math.inf)


@pytest.mark.parametrize(("size", "success"), [("4x4", Fraction(14, 17)), ("8x8", Fraction(1))])
def test_frozen_lake_without_a_discount(size, success):
    # 4x4: the value iteration of the literature ends at 0.8235; 14/17 is derived below. 8x8: keeping to the
    # walls, one cannot slip into a hole, and arrives in the end: 1, and more than 1 there is not.
    pytest.importorskip("gymnasium")
    from hazard.adapters import from_gymnasium

    lake = from_gymnasium("FrozenLake-v1", map_name=size)
    solution = solve(lake)
    low, high = solution.interval(0)
    assert solution.error < 1e-9
    assert Fraction(low) <= success + Fraction(1, 10**15)
    assert success <= Fraction(high) + Fraction(1, 10**15)
    assert solution.value(0) == pytest.approx(float(success), abs=1e-9)


def test_fourteen_seventeenths_of_the_frozen_lake():
    # Exactly, and independently: a plan that earns 14/17, and no move that promises more than its state.
    rows = ["SFFF", "FHFH", "FFFH", "HFFG"]
    step = {"left": (0, -1), "down": (1, 0), "right": (0, 1), "up": (-1, 0)}
    beside = {
        "left": ("up", "down"),
        "right": ("up", "down"),
        "up": ("left", "right"),
        "down": ("left", "right"),
    }

    def slide(cell, way):
        y, x = (min(3, max(0, at + by)) for at, by in zip(divmod(cell, 4), step[way], strict=True))
        return 4 * y + x

    turns, edges, values, names = [], [], [], list(step)
    for cell in range(16):
        mark = rows[cell // 4][cell % 4]
        turns.append(OVER if mark in "HG" else MAX)
        edges.append([] if mark in "HG" else [16 + 4 * cell + k for k in range(4)])
        values.append(float(mark == "G"))
    for cell in range(16):
        for way in names:
            turns.append(CHANCE)
            edges.append([slide(cell, w) for w in (way, *beside[way])])
            values.append(0.0)
    game = TableGame(turns, edges, values, [[1.0] * len(e) for e in edges])
    ways = {"L": "left", "D": "down", "R": "right", "U": "up"}
    plan = {cell: ways[way] for cell, way in enumerate("LUUUL-L-UDL--RD-") if way != "-"}
    value = earned(game, {cell: names.index(way) for cell, way in plan.items()})
    assert value[0] == Fraction(14, 17)
    for cell in range(16):
        assert value[cell] >= 0
        assert all(value[s] <= value[cell] for s in edges[cell])


def test_a_solution_knows_which_states_it_has():
    game = TableGame([MAX, OVER, MAX], [[1], [], [0]], [0, 1, 0])
    solution = solve(game)
    assert 0 in solution
    assert 1 in solution
    assert 2 not in solution
    assert [] not in solution
