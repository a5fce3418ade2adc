"""Aims other than the mean, against every plan there is."""

import math

import pytest
from tests.policies.policy_oracles import Gambler, line_policies, pig_turn, plan_count
from tests.search.drawn_games import draw_game
from tests.search.small_games import Dice

import hazard
from hazard.games import Pig, TicTacToe

SEEDS = [seed for seed in range(400) if 12 <= plan_count(draw_game(seed, one_player=True)) <= 300][:40]
"""Games with something to choose after something was rolled, and not too many ways to do it."""


def tail_mean(plan, level):
    """The mean of the worst ``level`` of a plan's results, by taking them from the bottom."""
    left, total = level, 0.0
    for chance, result in sorted(plan, key=lambda pair: pair[1]):
        taken = min(left, chance)
        total += taken * result
        left -= taken
    return total / level


@pytest.mark.parametrize("seed", SEEDS)
def test_the_chance_to_reach_a_target_is_the_best_of_all_plans(seed):
    game = draw_game(seed, one_player=True)
    plans = line_policies(game)
    for target in sorted({result for plan in plans for _, result in plan}):
        best = max(sum(chance for chance, result in plan if result >= target - 1e-9) for plan in plans)
        assert hazard.solve(hazard.target(game, target)).value() == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_tail_is_the_best_of_all_plans(seed):
    game = draw_game(seed, one_player=True)
    plans = line_policies(game)
    for level in (0.05, 0.3, 0.75, 1.0):
        best = max(tail_mean(plan, level) for plan in plans)
        found = hazard.best_cvar(game, level)
        assert found.value == pytest.approx(best, abs=1e-9)
        # and the policy does what it promises
        shown = hazard.distribution(hazard.scored(game), max=found)
        assert shown.cvar(level) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_worth_of_the_result_can_be_maximised(seed):
    game = draw_game(seed, one_player=True)
    best = max(sum(p * -math.exp(-r) for p, r in plan) for plan in line_policies(game))
    found = hazard.solve(hazard.scored(game, lambda result: -math.exp(-result)))
    assert found.value() == pytest.approx(best, abs=1e-9)
    assert hazard.solve(hazard.scored(game)).value() == pytest.approx(game.truth[0], abs=1e-9)


def test_bold_play_reaches_the_goal_with_the_chance_of_one_coin():
    # The gambler's capital as rewards: a stake won or lost is paid at once, and the target is the goal.
    class Purse(Gambler):
        def reward(self, state, move):
            return {"heads": 1.0, "tails": -1.0}.get(move, 0.0) * state[1]

        def value(self, state):
            return 0.0

    for heads in (0.25, 0.4):
        assert hazard.solve(hazard.target(Purse(heads, 20, 10), 10)).value() == pytest.approx(heads)


def test_pig_within_so_many_turns_by_going_backwards():
    game = Pig(target=20, players=1)

    # best[s]: the chance with score s and n turns left; a turn is decided roll by roll.
    best = [0.0] * 20
    for turns in range(1, 6):
        before, best = best, [0.0] * 20
        for score in range(20):
            after = {}
            for pot in range(20 - score - 1, -1, -1):
                rolled = before[score] / 6 + sum(after.get(pot + face, 1.0) for face in range(2, 7)) / 6
                after[pot] = max(rolled, before[score + pot]) if pot else rolled
            best[score] = after[0]
        aim = hazard.target(game, -turns, still=(-math.inf, 0))
        assert hazard.solve(aim).value() == pytest.approx(best[0], abs=1e-9)
    # holding at 20 is one way to play; with 20 to go it rolls until it is there
    assert best[0] >= 1 - (1 - pig_turn(6, 0, 20, 20).get(20, 0.0)) ** 5


def test_a_target_that_is_certain_or_out_of_reach_ends_play():
    game = Pig(target=20, players=1)
    start = game.start()
    assert hazard.target(game, 1, still=(-math.inf, 0)).turn((start, 0.0)) is hazard.Turn.OVER
    sure = hazard.target(game, -5, still=(-3, 0))
    assert sure.turn((start, -2.0)) is hazard.Turn.OVER
    assert sure.value((start, -2.0)) == 1.0


def test_a_search_takes_a_target_too():
    # Three dice from 0 to 999: the loaded one reaches 2000 more often.
    aim = hazard.target(Dice(), 2 / 3)
    found = hazard.decide(aim, None, hazard.TreeSearch(seed=1), hazard.Budget(nodes=3000))
    assert found.action == "loaded"
    assert aim.bounds() == (0, 1)


def test_words_and_states_are_kept():
    aim = hazard.target(Pig(players=1), -3)
    state = aim.parse("5 0 7")
    assert aim.text((state[0], -2.0)) == "5 0 7 max | -2"
    assert aim.start()[1] == 0.0


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: hazard.target(Pig(), math.inf), "the target is inf"),
        (lambda: hazard.target(Pig(), "much"), "the target is 'much'"),
        (lambda: hazard.target(Pig(), 1, still=(1, 0)), "still is"),
        (lambda: hazard.best_cvar(Pig(target=10), 0), "the level is 0"),
        (lambda: hazard.best_cvar(Pig(target=10), 1.5), "the level is 1.5"),
        (lambda: hazard.best_cvar(TicTacToe(), 0.5), "expected a game for one player"),
    ],
)
def test_a_mistake_says_what_was_expected(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
