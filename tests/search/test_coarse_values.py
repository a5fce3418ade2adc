"""Games with few distinct values: windows close to nothing there, and rounding decides if it is let to."""

import random
from functools import cache
from typing import Any

import pytest

import hazard
from hazard import Turn


class LayeredGame(hazard.Game):
    """Decisions and chance in turn, layer by layer; every end is worth 0, a half or 1."""

    def __init__(self, seed: int, layers: int, width: int) -> None:
        draw = random.Random(seed)
        self.turns: dict[Any, Turn] = {}
        self.edges: dict[Any, list[tuple[int, float, Any]]] = {}
        self.ends: dict[Any, float] = {}
        for layer in range(layers):
            for place in range(width):
                self.add((layer, place), layer == layers - 1, width, draw)

    def add(self, state: tuple[int, int], last: bool, width: int, draw: random.Random) -> None:
        layer = state[0]
        if last:
            self.turns[state] = Turn.OVER
            self.ends[state] = draw.choice([0.0, 0.5, 1.0])
            return
        successors = [(layer + 1, draw.randrange(width)) for _ in range(draw.randint(2, 3))]
        self.turns[state] = Turn.CHANCE if layer % 2 else draw.choice([Turn.MAX, Turn.MIN])
        weights = [draw.randint(1, 6) for _ in successors]
        self.edges[state] = [
            (i, weight / sum(weights), successor)
            for i, (weight, successor) in enumerate(zip(weights, successors, strict=True))
        ]

    def start(self) -> Any:
        return (0, 0)

    def turn(self, state: Any) -> Turn:
        return self.turns[state]

    def actions(self, state: Any) -> list[int]:
        return [i for i, _, _ in self.edges[state]]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(i, p) for i, p, _ in self.edges[state]]

    def apply(self, state: Any, move: int) -> Any:
        return self.edges[state][move][2]

    def value(self, state: Any) -> float:
        return self.ends[state]

    def heuristic(self, state: Any) -> float:
        return 0.5

    def bounds(self) -> tuple[float, float]:
        return 0.0, 1.0

    def true_value(self, state: Any) -> float:
        @cache
        def value(s: Any) -> float:
            if self.turns[s] is Turn.OVER:
                return self.ends[s]
            if self.turns[s] is Turn.CHANCE:
                return sum(p * value(after) for _, p, after in self.edges[s])
            best = max if self.turns[s] is Turn.MAX else min
            return best(value(after) for _, _, after in self.edges[s])

        return value(state)


@pytest.mark.parametrize("layers", [3, 5, 7, 9, 11])
@pytest.mark.parametrize(
    "switches", [{}, {"star2": False}, {"table": False}, {"star2": False, "table": False}]
)
def test_a_closed_window_never_invents_a_value(layers: int, switches: dict[str, bool]) -> None:
    for seed in range(60):
        for width in (2, 3, 5, 8):
            game = LayeredGame(seed, layers, width)
            found = hazard.decide(game, None, hazard.Expectimax(deepen=False, **switches), hazard.Budget())
            for option in found.options:
                true = game.true_value(game.apply((0, 0), option.action))
                assert option.value == pytest.approx(true, abs=1e-9), (seed, width, option)
