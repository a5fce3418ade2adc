"""What a trace says of a node is true of the game: whose step it was, what it paid, what follows from it."""

from __future__ import annotations

from collections import defaultdict
from math import fsum

import pytest
from tests.search.drawn_games import draw_game

from hazard import Budget, Decision, Expectimax, Game, Turn, decide
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


def test_no_mark_in_a_trace_is_false_whatever_the_depth() -> None:
    marked = 0
    for seed in range(150):
        game = draw_game(seed)
        for depth in (1, 3, 9):
            search = Expectimax(trace=100_000, deepen=False, all_options=seed % 2 == 0)
            states = {0: 0}
            for node in decide(game, None, search, Budget(depth=depth)).trace:
                if node.probe or (node.id and node.parent not in states):
                    continue  # the outcome that a probe passes is not told
                if node.id:
                    states[node.id] = game.following[states[node.parent]][node.move]
                truth = game.truth[states[node.id]]
                marked += node.kind != "estimate"
                assert node.kind != "exact" or node.value == pytest.approx(truth, abs=1e-9)
                assert node.kind != "lower" or node.value <= truth + 1e-9
                assert node.kind != "upper" or node.value >= truth - 1e-9
    assert marked > 2000


class OneInFour(Game[str, str]):
    """Keep a half, or spin a wheel of four fields."""

    def start(self) -> str:
        return "choose"

    def turn(self, state: str) -> Turn:
        return {"choose": Turn.MAX, "spin": Turn.CHANCE}.get(state, Turn.OVER)

    def actions(self, state: str) -> list[str]:
        return ["spin", "keep"]

    def outcomes(self, state: str) -> list[tuple[str, float]]:
        return [(field, 0.25) for field in "abcd"]

    def apply(self, state: str, move: str) -> str:
        return move

    def value(self, state: str) -> float:
        return 0.5 if state == "keep" else 1.0 + "abcd".index(state)


@pytest.mark.parametrize(
    "settings", [{"buckets": 1}, {"buckets": 2}, {"samples": 1}, {"samples": 3}], ids=str
)
def test_an_outcome_that_stands_for_others_is_as_likely_as_the_game_says(settings: dict[str, int]) -> None:
    line = decide(OneInFour(), None, Expectimax(**settings), Budget(depth=2)).line
    assert [step.probability for step in line] == [1.0, 0.25]
