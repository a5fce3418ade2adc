"""A small backgammon race: both bear off from a home board of six points, and no longer meet.

Two dice are used one after the other, doubles four times. A die moves a checker that many points, or takes it
off from that point; from a lower point only if none is higher. The value is MAX's chance to win.
"""

from typing import NamedTuple

import hazard
from hazard import Turn

POINTS = 6
ROLLS = tuple((a, b) for a in range(1, 7) for b in range(1, a + 1))
HOME = (0, 1, 2, 2, 2, 2)


class Race(NamedTuple):
    mine: tuple[int, ...] = HOME  # MAX's checkers on the points 1 to 6
    theirs: tuple[int, ...] = HOME
    mover: int = 0  # 0: MAX, 1: MIN
    dice: tuple[int, int] = (0, 0)  # to be used: larger first; (0, 0) while they roll
    left: int = 0  # dice that are left of a double


def pips(points):
    return sum((point + 1) * points[point] for point in range(POINTS))


def after(points, start, die):
    """The points after one checker has moved ``die`` from ``start``."""
    moved = list(points)
    moved[start] -= 1
    if start >= die:
        moved[start - die] += 1
    return tuple(moved)


@hazard.compiled
class BackgammonRace(hazard.Game):
    def start(self):
        return Race()

    def turn(self, state):
        if sum(state.mine) == 0 or sum(state.theirs) == 0:
            return Turn.OVER
        if state.dice == (0, 0):
            return Turn.CHANCE
        return Turn.MAX if state.mover == 0 else Turn.MIN

    def outcomes(self, state):
        return [(roll, (1 if roll[0] == roll[1] else 2) / 36) for roll in ROLLS]

    def actions(self, state):
        """(point, die) from the highest point down; what is too far comes off from the highest alone."""
        points = state.mine if state.mover == 0 else state.theirs
        highest = max(point for point in range(POINTS) if points[point])
        dice = [die for die in state.dice if die > 0]
        if len(dice) == 2 and dice[0] == dice[1]:
            dice = dice[:1]
        return [
            (point, die)
            for die in dice
            for point in range(highest, -1, -1)
            if points[point] and (point + 1 >= die or point == highest)
        ]

    def apply(self, state, move):
        if state.dice == (0, 0):
            return state._replace(dice=move, left=4 if move[0] == move[1] else 0)
        point, die = move
        mine, theirs = state.mine, state.theirs
        if state.mover == 0:
            mine = after(mine, point, die)
        else:
            theirs = after(theirs, point, die)
        if state.left > 2:
            return Race(mine, theirs, state.mover, state.dice, state.left - 1)
        big, small = state.dice
        if state.left == 2 or (big > 0 and small > 0):
            rest = (0, small) if die == big else (big, 0)
            return Race(mine, theirs, state.mover, rest, 0)
        return Race(mine, theirs, 1 - state.mover)

    def value(self, state):
        return 1.0 if sum(state.mine) == 0 else 0.0

    def heuristic(self, state):
        """The lead in pips, four for the roll of whoever moves, against what is left to play."""
        mine, theirs = pips(state.mine), pips(state.theirs)
        lead = theirs - mine + (4 if state.mover == 0 else -4)
        return 0.5 + 0.5 * lead / (abs(lead) + 6.0 + 0.15 * (mine + theirs))

    def bounds(self):
        return 0.0, 1.0


if __name__ == "__main__":
    print(hazard.decide(BackgammonRace(), Race(dice=(5, 2)), budget=hazard.Budget(depth=3)).explain())
