"""Games that nobody tuned a learner for, as somebody writes them."""

from typing import NamedTuple

import hazard
from hazard import Turn


class Heap(NamedTuple):
    stones: int = 10
    mover: int = 1


class Countdown(hazard.Game):
    """Take one or two; whoever takes the last one wins: who faces a multiple of three has lost."""

    def start(self):
        return Heap()

    def turn(self, state):
        if state.stones == 0:
            return Turn.OVER
        return Turn.MAX if state.mover == 1 else Turn.MIN

    def actions(self, state):
        return [1, 2] if state.stones > 1 else [1]

    def apply(self, state, move):
        return Heap(state.stones - move, -state.mover)

    def value(self, state):
        return float(-state.mover)

    def bounds(self):
        return -1.0, 1.0


@hazard.compiled
class CompiledCountdown(Countdown):
    pass


class Pips(NamedTuple):
    points: int = 0
    left: int = 4
    rolling: bool = False


@hazard.compiled
class Pips4(hazard.Game):
    """Four times: a sure 3 points, or a die. The die brings 3.5 on average, so that all four are worth 14."""

    def start(self):
        return Pips()

    def turn(self, state):
        if state.left == 0 and not state.rolling:
            return Turn.OVER
        return Turn.CHANCE if state.rolling else Turn.MAX

    def actions(self, state):
        return ["sure", "die"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state, move):
        if state.rolling:
            return Pips(state.points + move, state.left, False)
        if move == "die":
            return Pips(state.points, state.left - 1, True)
        return Pips(state.points + 3, state.left - 1, False)

    def reward(self, state, move):
        if state.rolling:
            return float(move)
        return 3.0 if move == "sure" else 0.0

    def value(self, state):
        return 0.0


class Patterns(Pips4):
    """The same with patterns, numbered as those of an n-tuple network are: too many to list."""

    feature_tables = 1

    def features(self, state):
        return [100_003 * state.left + state.rolling]


class Endless(Countdown):
    """Nothing is ever taken."""

    def apply(self, state, move):
        return Heap(state.stones, -state.mover)


class Uneven(Countdown):
    """Features of another length near the end."""

    def features(self, state):
        return [float(state.stones)] * (2 if state.stones > 3 else 1)


class Wordy(Countdown):
    """Features that are no numbers."""

    def features(self, state):
        return ["many", "few"]


class Secret(Countdown):
    """A game with secrets."""

    def sees(self, state, player):
        return state.stones


class Sets(Countdown):
    """States that cannot be taken apart: sets have no order."""

    def start(self):
        return frozenset({10, 1})

    def turn(self, state):
        return Turn.MAX if state else Turn.OVER

    def actions(self, state):
        return sorted(state)

    def apply(self, state, move):
        return state - {move}

    def value(self, state):
        return 0.0


class Large(Countdown):
    """Features that name one of many patterns."""

    def start(self):
        return Heap(300)

    def features(self, state):
        return [7 * state.stones]
