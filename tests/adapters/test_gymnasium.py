"""Gymnasium's environments solved and searched here against value iteration on their own tables."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

import hazard
from hazard.adapters import from_gymnasium
from hazard.game import Turn


def value_iteration(env: Any, discount: float, steps: int | None = None) -> np.ndarray:
    """Bellman backups on ``P`` from zero: so many steps, or until nothing moves any more."""
    table = env.unwrapped.P
    count, actions = len(table), len(table[0])
    chance = np.zeros((count, actions, count))  # of going on in a state
    reward = np.zeros((count, actions))
    for state in range(count):
        for action in range(actions):
            for p, following, gain, terminated in table[state][action]:
                reward[state, action] += p * gain
                chance[state, action, following] += 0.0 if terminated else p
    values = np.zeros(count)
    for _ in range(steps or 100_000):
        backed = (reward + discount * chance @ values).max(axis=1)
        if steps is None and np.abs(backed - values).max() < 1e-13:
            break
        values = backed
    return values


ENVIRONMENTS = [
    ("FrozenLake-v1", {}),
    ("FrozenLake-v1", {"is_slippery": False}),
    ("FrozenLake8x8-v1", {}),
    ("CliffWalking-v1", {}),
    ("CliffWalkingSlippery-v1", {}),
    ("Taxi-v4", {}),
]


@pytest.mark.parametrize("discount", [1.0, 0.99, 0.95])
@pytest.mark.parametrize(("name", "options"), ENVIRONMENTS)
def test_a_solved_environment_has_the_values_of_value_iteration(
    name: str, options: dict[str, Any], discount: float
) -> None:
    expected = value_iteration(gymnasium.make(name, **options), discount)
    game = from_gymnasium(name, discount=discount, **options)
    solution = hazard.solve(game, tolerance=1e-10)
    if discount < 1 or "FrozenLake" not in name:  # on the lake one may stand still for ever, at no cost
        assert solution.error <= 1e-9
    decisions = [state for state, turn, _, _ in solution.items() if turn is Turn.MAX]
    assert len(decisions) > 10
    for state in decisions:
        assert solution.value(state) == pytest.approx(expected[state], abs=1e-8)
        ahead = dict(solution.options(state))
        assert ahead[solution.action(state)] == pytest.approx(expected[state], abs=1e-8)


def test_the_frozen_lake_is_crossed_fourteen_times_in_seventeen() -> None:
    # Without a discount the value is the chance to arrive: 14/17 on the 4x4 lake.
    solution = hazard.solve(from_gymnasium("FrozenLake-v1"), tolerance=1e-10)
    assert solution.value(0) == pytest.approx(14 / 17, abs=1e-8)


def test_the_cliff_is_walked_in_thirteen_steps() -> None:
    # One up, eleven to the right, one down, at -1 each; the same reward g steps later counts 0.9 ** g.
    assert hazard.solve(from_gymnasium("CliffWalking-v1")).value() == pytest.approx(-13.0)
    discounted = hazard.solve(from_gymnasium("CliffWalking-v1", discount=0.9), tolerance=1e-10)
    assert discounted.value(36) == pytest.approx(-(1 - 0.9**13) / (1 - 0.9), abs=1e-8)
    assert discounted.action(36) == "up"


def test_a_taxi_ride_is_worth_what_the_dice_of_its_start_are() -> None:
    env = gymnasium.make("Taxi-v4")
    solution = hazard.solve(from_gymnasium(env), tolerance=1e-10)
    assert solution.value() == pytest.approx(env.unwrapped.initial_state_distrib @ value_iteration(env, 1.0))


@pytest.mark.parametrize("discount", [1.0, 0.9])
@pytest.mark.parametrize("name", ["FrozenLake-v1", "CliffWalking-v1", "CliffWalkingSlippery-v1", "Taxi-v4"])
def test_a_search_so_deep_is_value_iteration_for_so_many_steps(name: str, discount: float) -> None:
    env = gymnasium.make(name)
    game = from_gymnasium(env, discount=discount, value=lambda state: 0.0)  # what value iteration begins with
    for depth in (1, 2, 4):
        expected = value_iteration(env, discount, depth)
        for state in range(0, len(env.unwrapped.P), 7):
            decision = hazard.decide(game, state, budget=hazard.Budget(depth=depth))
            assert decision.value == pytest.approx(expected[state], abs=1e-9)


def test_a_value_of_the_players_own_is_used_where_the_search_stops() -> None:
    env = gymnasium.make("FrozenLake-v1")
    known = value_iteration(env, 1.0)
    game = from_gymnasium(env, value=lambda state: float(known[state]))
    for state in (0, 6, 14):
        decision = hazard.decide(game, state, budget=hazard.Budget(depth=1))
        assert decision.value == pytest.approx(known[state], abs=1e-9)


# ---- the shape of the game -------------------------------------------------------------------------------


def test_actions_have_the_names_gymnasium_gives_them() -> None:
    lake, cliff, taxi = (from_gymnasium(name) for name in ("FrozenLake-v1", "CliffWalking-v1", "Taxi-v4"))
    assert lake.actions(0) == ["left", "down", "right", "up"]
    assert cliff.actions(36) == ["up", "right", "down", "left"]
    assert cliff.apply(36, "up") == 24  # twelve columns: one row up
    assert cliff.apply(36, "right") == 36  # off the cliff and back to the start
    assert taxi.actions(0) == ["south", "north", "east", "west", "pickup", "dropoff"]
    assert taxi.apply(0, "south") == 100  # state = ((row * 5 + column) * 5 + passenger) * 4 + destination


def test_only_what_is_random_has_a_chance_node() -> None:
    game = from_gymnasium("CliffWalking-v1")
    assert game.expand(36)[1][0] == ("up", 1.0, 24, -1.0)
    assert game.apply(35, "down") == "over"
    slippery = from_gymnasium("FrozenLake-v1")
    assert slippery.apply(0, "left") == (0, "left")
    assert slippery.turn((0, "left")) is Turn.CHANCE
    # Left slips up, left or down: two of the three stay where they are, as one outcome.
    assert dict(slippery.outcomes((0, "left"))) == pytest.approx({"to 0": 2 / 3, "to 4": 1 / 3})


def test_a_discount_is_a_chance_of_being_cut_short_with_the_reward_paid() -> None:
    game = from_gymnasium("CliffWalking-v1", discount=0.9)
    turn, outcomes = game.expand((36, "up"))
    assert turn is Turn.CHANCE
    assert outcomes == [
        ("to 24", pytest.approx(0.9), 24, -1.0),
        ("to 24, cut short", pytest.approx(0.1), "over", -1.0),
    ]


def test_bounds_are_the_rewards_as_often_as_they_can_be_paid() -> None:
    assert from_gymnasium("FrozenLake-v1").bounds() == (0.0, 1.0)  # the goal is reached once
    assert from_gymnasium("CliffWalking-v1").bounds() == (float("-inf"), 0.0)  # the cliff for ever
    assert from_gymnasium("CliffWalking-v1", discount=0.9).bounds() == pytest.approx((-1000.0, 0.0))


def test_a_table_of_ones_own_needs_no_names_and_no_start() -> None:
    class Coin(gymnasium.Env):  # type: ignore[misc]
        observation_space = gymnasium.spaces.Discrete(1)
        action_space = gymnasium.spaces.Discrete(2)
        # Toss for 3 or nothing (the same next state with two rewards), or take 1.
        P = [[[(0.5, 0, 3.0, True), (0.5, 0, 0.0, True)], [(1.0, 0, 1.0, True)]]]  # noqa: RUF012

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[int, dict[str, Any]]:
            return 0, {}

    game = from_gymnasium(Coin())
    decision = hazard.decide(game)
    assert (decision.action, decision.value, decision.kind) == ("action 0", 1.5, "exact")
    assert game.outcomes((0, "action 0")) == [("to 0, over (+3)", 0.5), ("to 0, over (+0)", 0.5)]
    assert game.reward((0, "action 0"), "to 0, over (+3)") == 3.0


# ---- errors ----------------------------------------------------------------------------------------------


def test_an_environment_without_a_table_is_refused() -> None:
    with pytest.raises(hazard.GameError, match="Blackjack-v1 has no transition table `P`"):
        from_gymnasium("Blackjack-v1")


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(hazard.GameError, match=r"discount is 1\.5; expected a number above 0"):
        from_gymnasium("FrozenLake-v1", discount=1.5)
    with pytest.raises(hazard.GameError, match="cannot make 'FrozenPond-v1'"):
        from_gymnasium("FrozenPond-v1")
    with pytest.raises(hazard.GameError, match="expected an environment or its id"):
        from_gymnasium(3)
    with pytest.raises(hazard.GameError, match="is_slippery"):
        from_gymnasium(gymnasium.make("FrozenLake-v1"), is_slippery=False)
    game = from_gymnasium("FrozenLake-v1")
    with pytest.raises(hazard.GameError, match="no move 'jump' in state 0"):
        game.apply(0, "jump")
    with pytest.raises(hazard.GameError, match="no state 99"):
        game.actions(99)


def test_without_gymnasium_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ImportError, match=r"needs Gymnasium: pip install 'hazard\[gymnasium\]'"):
        from_gymnasium("FrozenLake-v1")
