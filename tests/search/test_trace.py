"""What a trace says of a node is true of the game: whose step it was, what it paid, what follows from it."""

from __future__ import annotations

from collections import defaultdict
from math import fsum

import pytest

from hazard import Budget, Decision, Expectimax, Turn, decide
from hazard.games import Pig, RandomTree

PLAIN = {"alpha_beta": False, "star1": False, "star2": False, "table": False, "merge": False}


def traced(game: RandomTree, **settings: bool) -> Decision:
    return decide(game, None, Expectimax(trace=100_000, deepen=False, **settings), Budget(depth=4))


def random_trees() -> list[RandomTree]:
    return [RandomTree(seed, depth=5, branching=3, chance=0.5, rewards=True) for seed in range(25)]


def test_every_step_pays_what_the_game_says() -> None:
    paid = 0
    for game in random_trees():
        states = {0: game.start()}
        for node in traced(game, star2=False).trace[1:]:
            state = states[node.parent]
            assert node.reward == game.reward(state, node.move)
            states[node.id] = game.apply(state, node.move)
            assert node.turn is game.turn(states[node.id])
            paid += node.reward != 0
    assert paid > 100


def test_a_node_is_worth_what_its_steps_pay_and_lead_to() -> None:
    for game in random_trees():
        decision = traced(game, **PLAIN)
        below = defaultdict(list)
        for node in decision.trace[1:]:
            below[node.parent].append(node)
        for node in decision.trace:
            values = [child.reward + child.value for child in below[node.id]]
            if not values:
                continue
            if node.turn is Turn.CHANCE:
                chances = [child.probability for child in below[node.id]]
                expected = fsum(p * value for p, value in zip(chances, values, strict=True))
            else:
                expected = max(values) if node.turn is Turn.MAX else min(values)
            assert node.value == pytest.approx(expected, abs=1e-9)


def test_only_star2_probes_and_each_probe_is_an_action_below_chance() -> None:
    probes = 0
    for game in [*random_trees(), Pig()]:
        assert not any(node.probe for node in traced(game, star2=False).trace)
        trace = traced(game, all_options=False).trace
        for node in trace[1:]:
            if node.probe:
                probes += 1
                parent = trace[node.parent]
                assert parent.turn is Turn.CHANCE
                assert node.depth == parent.depth - 1, "an outcome would leave the depth as it is"
    assert probes > 20
