"""A right game may be written in any style: checks say nothing against it, and searches take it."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import hazard
from hazard import Budget, Game, Turn


class Take(enum.Enum):
    ONE = 1
    TWO = 2


class Side(enum.Enum):
    FIRST = 0
    SECOND = 1


@dataclass(frozen=True)
class Heap:
    left: int
    side: Side


class EnumNim(Game):
    """States are frozen dataclasses, moves and sides members of enumerations."""

    def start(self):
        return Heap(10, Side.FIRST)

    def turn(self, state):
        return Turn(state.side.value) if state.left else Turn.OVER

    def actions(self, state):
        return [take for take in Take if take.value <= state.left]

    def apply(self, state, move):
        return replace(state, left=state.left - move.value, side=Side(1 - state.side.value))

    def value(self, state):
        return 1.0 if state.side is Side.SECOND else -1.0


class CachedNim(EnumNim):
    """Methods that remember, and methods without a game."""

    @functools.cache  # noqa: B019 - the game lives as long as the test
    def actions(self, state):
        return tuple(super().actions(state))

    @staticmethod
    def value(state):
        return 1.0 if state.side is Side.SECOND else -1.0


class NumpyNim(Game):
    """Everything is a NumPy number, whose turn it is too."""

    def start(self):
        return (np.int64(10), np.int8(0))

    def turn(self, state):
        return state[1] if state[0] else np.int64(3)

    def actions(self, state):
        return np.arange(1, min(3, state[0] + 1))

    def apply(self, state, move):
        return (state[0] - move, np.int8(1 - state[1]))

    def value(self, state):
        return np.float32(1.0 if state[1] else -1.0)


class PackedNim(Game):
    """A state is one number: the heap and, in the last bit, whose turn it is."""

    def start(self):
        return 10 << 1

    def turn(self, state):
        return Turn(state & 1) if state >> 1 else Turn.OVER

    def actions(self, state):
        yield from range(1, min(2, state >> 1) + 1)

    def apply(self, state, move):
        return (state - (move << 1)) ^ 1

    def value(self, state):
        return 1 if state & 1 else -1


class Cards(Game):
    """Take a card, and lose one to chance, until none is left: sets of cards, and odds as a dict's items."""

    def start(self):
        return (frozenset(range(1, 7)), 0)

    def turn(self, state):
        return Turn.OVER if not state[0] else Turn.CHANCE if len(state[0]) % 2 else Turn.MAX

    def actions(self, state):
        return state[0]

    def outcomes(self, state):
        return {card: Fraction(1, len(state[0])) for card in state[0]}.items()

    def apply(self, state, move):
        return (state[0] - {move}, state[1] + (move if self.turn(state) is Turn.MAX else 0))

    def value(self, state):
        return state[1]


class Climb(Game):
    """Steps to go, at a cost: bounds with one end, states of two types, chances in decimals."""

    def start(self):
        return 6

    def turn(self, state):
        return Turn.CHANCE if isinstance(state, tuple) else Turn.MAX if state else Turn.OVER

    def actions(self, state):
        return "walk", "run"

    def outcomes(self, state):
        return [(2, Decimal("0.7")), (0, Decimal("0.3"))]

    def apply(self, state, move):
        if isinstance(state, tuple):
            return max(0, state[0] - move)
        return state - 1 if move == "walk" else (state,)

    def reward(self, state, move):
        return -1 if move in ("walk", "run") else 0

    def value(self, state):
        return 0

    def bounds(self):
        return (float("-inf"), 0)


class TwiceEach(Game):
    """Each side moves twice in a row: the number of the move goes round, and is no third player."""

    def start(self):
        return (0, 0)

    def turn(self, state):
        return Turn.OVER if abs(state[0]) >= 5 else Turn(state[1] // 2)

    def actions(self, state):
        return (1, 2) if state[1] < 2 else (-1, -3)

    def apply(self, state, move):
        return (state[0] + move, (state[1] + 1) % 4)

    def value(self, state):
        return 1.0 if state[0] > 0 else -1.0


class Halves(Game):
    """Fractions of two, whose sums are exact."""

    def start(self):
        return (0.0, 0)

    def turn(self, state):
        return Turn.OVER if state[1] >= 6 else Turn.CHANCE if state[1] % 2 else Turn.MAX

    def actions(self, state):
        return [0.25, 0.5]

    def outcomes(self, state):
        return [(0.125, 0.5), (-0.125, 0.5)]

    def apply(self, state, move):
        return (state[0] + move, state[1] + 1)

    def value(self, state):
        return -abs(state[0] - 1)


RIGHT = {
    EnumNim: 1.0,
    CachedNim: 1.0,
    NumpyNim: 1.0,
    PackedNim: 1.0,
    Cards: None,
    Climb: None,
    TwiceEach: None,
    Halves: None,
}
"""The values of the four kinds of Nim: whoever faces a multiple of three loses, and 10 is none."""


ALONE = (Cards, Climb, Halves)


@pytest.mark.parametrize("kind", RIGHT)
def test_nothing_is_said_against_a_right_game_in_any_style(kind):
    report = hazard.check(kind(), moves=1500, seconds=600)
    assert [str(found) for found in (*report.errors, *report.warnings)] == []


@pytest.mark.parametrize("kind", RIGHT)
def test_every_search_takes_a_right_game_in_any_style(kind):
    game = kind()
    value = hazard.solve(game).value()
    assert RIGHT[kind] is None or value == RIGHT[kind]
    searches = [
        (hazard.Expectimax(), Budget(depth=20)),
        (hazard.TreeSearch(), Budget(nodes=200)),
        (hazard.Beam(), Budget(depth=5)),
        (hazard.Solve(), None),
    ]
    for search, budget in searches:
        decision = hazard.decide(game, None, search, budget)
        assert decision.low - 1e-9 <= value <= decision.high + 1e-9, search
    players = [hazard.RandomPlayer()] * (1 if kind in ALONE else 2)
    even = None if kind in ALONE else 0.0
    assert hazard.play(game, players, games=4, even=even).games == 4
