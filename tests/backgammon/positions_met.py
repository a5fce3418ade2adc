"""Positions to test on: those of random games, and checkers thrown on the board."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from hazard import Turn
from hazard.backgammon import Backgammon, Position

GAME = Backgammon()


def thrown(draw: random.Random) -> Position:
    """Up to fifteen checkers a side, anywhere: many on the bar, many home, some off."""
    own, opponent = dict.fromkeys(range(1, 26), 0), dict.fromkeys(range(1, 26), 0)
    reach = draw.randint(2, 24)
    for side, other in ((own, opponent), (opponent, own)):
        for _ in range(draw.randint(1, 15)):
            point = 25 if draw.random() < 0.06 else draw.randint(1, reach)
            side[25 if point < 25 and other[25 - point] else point] += 1
    return Position.of(own, opponent)


def decisions(count: int, seed: int) -> Iterator[Any]:
    """``count`` states in which a roll is to be played, from random games and thrown boards by turns."""
    draw = random.Random(seed)
    state = GAME.start()
    for number in range(count):
        if number % 2:
            yield GAME.state(thrown(draw), draw.randrange(2), (draw.randint(1, 6), draw.randint(1, 6)))
            continue
        if GAME.turn(state) is Turn.OVER:
            state = GAME.start()
        state = GAME.apply(state, draw.choice(GAME.outcomes(state))[0])
        yield state
        state = draw.choice(GAME._core.plays(state))[1]


def any_position() -> st.SearchStrategy[Position]:
    """Any position that can be, for Hypothesis."""
    points = st.lists(st.integers(1, 25), min_size=1, max_size=15)

    def made(own: list[int], opponent: list[int]) -> Position:
        taken = {25 - point for point in own if point < 25}
        free = [point for point in opponent if point not in taken]
        return Position.of(Counter(own), Counter(free))

    return st.builds(made, points, points)
