"""The game that the tour shows: a whole game in twenty lines, as its author would write it."""
# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: D102

import hazard
from hazard import Turn


class DiceNim(hazard.Game):
    """Take one or two from a heap, or let a die say one to three. Whoever takes the last one wins."""

    def start(self):
        return (10, Turn.MAX, False)

    def turn(self, state):
        heap, mover, rolling = state
        return Turn.OVER if heap == 0 else Turn.CHANCE if rolling else mover

    def actions(self, state):
        return [f"take {n}" for n in (1, 2) if n <= state[0]] + ["roll"]

    def outcomes(self, state):
        return [(n, 1 / 3) for n in (1, 2, 3)]

    def apply(self, state, move):
        heap, mover, rolling = state
        if move == "roll":
            return (heap, mover, True)
        taken = move if rolling else int(move[-1])
        return (max(0, heap - taken), Turn(1 - mover), False)

    def value(self, state):
        return float(state[1] is Turn.MIN)
