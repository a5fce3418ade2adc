from collections import Counter
from typing import Any

import pytest
from tests import brute_force

import hazard
from hazard import Turn
from hazard.games import Pig


class PigTwin(hazard.Game):
    """Pig once more, from the rule book and in Python: (scores, pot, mover, rolling)."""

    def __init__(self, target: int, faces: tuple[int, ...]) -> None:
        self.target, self.faces = target, faces

    def start(self) -> Any:
        return (0, 0), 0, 0, False

    def turn(self, state: Any) -> Turn:
        scores, _, mover, rolling = state
        return Turn.OVER if max(scores) >= self.target else Turn.CHANCE if rolling else Turn(mover)

    def actions(self, state: Any) -> list[str]:
        return ["roll", "hold"] if state[1] else ["roll"]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(points, 1 / len(self.faces)) for points in self.faces]

    def apply(self, state: Any, move: Any) -> Any:
        scores, pot, mover, _ = state
        if move == "roll":
            return scores, pot, mover, True
        if move == 0:
            return scores, 0, 1 - mover, False
        pot += 0 if move == "hold" else move
        if move != "hold" and scores[mover] + pot < self.target:
            return scores, pot, mover, False
        banked = list(scores)
        banked[mover] = min(self.target, banked[mover] + pot)
        return tuple(banked), 0, 1 - mover, False

    def value(self, state: Any) -> float:
        return float(state[0][0] >= self.target)

    def text(self, state: Any) -> str:
        scores, pot, mover, rolling = state
        return f"{scores[0]} {scores[1]} {pot} {('max', 'min')[mover]}{' rolling' if rolling else ''}"


def spread(game: Any, plies: int) -> Counter[str]:
    """How often each state is met after so many moves, chance weighted and actions counted."""
    level: Counter[Any] = Counter({game.start(): 1.0})
    for _ in range(plies):
        following: Counter[Any] = Counter()
        for state, weight in level.items():
            for move, probability in brute_force.moves(game, state):
                following[game.apply(state, move)] += weight * probability
        level = following
    return Counter({game.text(state): round(weight, 9) for state, weight in level.items()})


@pytest.mark.parametrize(("target", "faces"), [(10, (0, 2, 3, 4, 5, 6)), (2, (0, 1)), (7, (0, 0, 3, 3))])
def test_perft_with_chance_equals_the_rule_books(target, faces):
    game, twin = Pig(target=target, die=faces), PigTwin(target, faces)
    assert brute_force.perft(game, game.start(), 8) == brute_force.perft(twin, twin.start(), 8)
    for plies in (1, 4, 7, 10):
        assert spread(game, plies) == spread(twin, plies)


def test_piglet_by_hand():
    # A coin, one point to go for both, and every unknown state worth 1/2. Whoever rolls wins with 1/2, else
    # the other rolls: V(d) = 1/2 + (1 - V(d - 1)) / 2 from V(1) = 1/2, which is 2/3 + (-1/2)^d / 3.
    piglet = Pig(target=2, die=(0, 1))
    guess = hazard.Expectimax(evaluator=lambda states: [0.5] * len(states))
    for depth in range(1, 12):
        decision = hazard.decide(piglet, piglet.parse("1 1"), guess, hazard.Budget(depth=depth))
        assert decision.value == pytest.approx(2 / 3 + (-1 / 2) ** depth / 3, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "value"), [("0 0", 4 / 7), ("0 0 1", 5 / 7), ("0 1", 2 / 5), ("1 0", 4 / 5), ("1 1", 2 / 3)]
)
def test_piglet_to_two_points_has_the_published_values(text, value):
    # T. Neller and C. Presser, "Optimal Play of the Dice Game Pig" (2004), section 4.
    piglet = Pig(target=2, die=(0, 1))
    assert hazard.solve(piglet).value(piglet.parse(text)) == pytest.approx(value, abs=1e-9)


def test_alone_the_value_is_minus_the_turns_still_needed():
    # One point to go with a coin: the turns until heads are geometric with mean 2.
    piglet = Pig(target=1, die=(0, 1), players=1)
    assert hazard.solve(piglet).value() == pytest.approx(-2.0, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("forty 35", "cannot read the Pig state"),
        ("101 0 0", "above the target"),
        ("90 0 10", "already wins"),
    ],
)
def test_a_state_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(hazard.GameError, match=complaint):
        Pig().parse(text)
