"""Shut the Box for two. A roll of two dice is matched by closing open tiles of the same sum; who cannot, or
has closed all nine, is done, and the open tiles count against them. MAX plays the whole box, then MIN, who
knows what to beat. The lower count wins, a draw is half a win."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import hazard
from hazard import Turn


class Box(NamedTuple):
    tiles: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9)  # still open
    roll: int | None = None  # to be matched; None while the dice roll
    max_left: int | None = None  # None while MAX plays
    min_left: int | None = None  # None until the game is over


@cache
def matches(tiles, roll):
    return [found for size in range(1, 5) for found in combinations(tiles, size) if sum(found) == roll]


class ShutTheBox(hazard.Game):
    def start(self):
        return Box()

    def turn(self, state):
        if state.roll is None:
            return Turn.CHANCE if state.min_left is None else Turn.OVER
        return Turn.MAX if state.max_left is None else Turn.MIN

    def actions(self, state):
        return matches(state.tiles, state.roll)

    def outcomes(self, state):
        return [(total, (6 - abs(total - 7)) / 36) for total in range(2, 13)]

    def apply(self, state, move):
        roll, closed = (move, ()) if state.roll is None else (None, move)
        tiles = tuple(tile for tile in state.tiles if tile not in closed)
        if tiles and (roll is None or matches(tiles, roll)):
            return state._replace(tiles=tiles, roll=roll)
        left = sum(tiles)
        return Box(max_left=left) if state.max_left is None else Box((), None, state.max_left, left)

    def value(self, state):
        return 0.5 if state.min_left in (None, state.max_left) else float(state.max_left < state.min_left)

    def bounds(self):  # lets the search prune where chance moves
        return 0.0, 1.0

    def describe(self, state, move):
        return "close " + " and ".join(map(str, move)) if state.roll else f"roll {move}"


if __name__ == "__main__":
    print(hazard.decide(ShutTheBox(), Box(roll=9), budget=hazard.Budget()).explain())
