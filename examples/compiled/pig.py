"""Pig: roll as often as you dare; a one loses the turn's points, holding banks them; 100 points win."""

from typing import NamedTuple

import hazard
from hazard import Turn


class Pig(NamedTuple):
    mine: int = 0  # banked by MAX
    theirs: int = 0  # and by MIN
    pot: int = 0  # points of this turn
    mover: Turn = Turn.MAX
    rolling: bool = False


@hazard.compiled
class PigGame(hazard.Game):
    def __init__(self, target=100):
        self.target = target

    def start(self):
        return Pig()

    def turn(self, state):
        if state.mine >= self.target or state.theirs >= self.target:
            return Turn.OVER
        return Turn.CHANCE if state.rolling else state.mover

    def actions(self, state):
        return ["roll", "hold"] if state.pot else ["roll"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def apply(self, state, move):
        if move == "roll":
            return state._replace(rolling=True)
        if move == "hold":
            return self.bank(state, state.pot)
        if move == 1:
            return self.bank(state, 0)
        pot = state.pot + move
        if (state.mine if state.mover == Turn.MAX else state.theirs) + pot >= self.target:
            return self.bank(state, pot)
        return state._replace(pot=pot, rolling=False)

    def bank(self, state, points):
        """The turn passes; points beyond the target are worth nothing."""
        if state.mover == Turn.MAX:
            return Pig(min(state.mine + points, self.target), state.theirs, 0, Turn.MIN)
        return Pig(state.mine, min(state.theirs + points, self.target), 0, Turn.MAX)

    def value(self, state):
        return 1.0 if state.mine >= self.target else 0.0

    def heuristic(self, state):
        """The lead in points, most of the pot and being on move included, as a chance to win."""
        ahead = 5.0 + 0.8 * state.pot
        lead = state.mine - state.theirs + (ahead if state.mover == Turn.MAX else -ahead)
        to_go = 2 * self.target - state.mine - state.theirs
        return 0.5 + 0.5 * lead / (abs(lead) + 0.5 * to_go + 1.0)

    def bounds(self):
        return 0.0, 1.0


if __name__ == "__main__":
    print(hazard.decide(PigGame(), Pig(40, 35, 18), budget=hazard.Budget(depth=8)).explain())
