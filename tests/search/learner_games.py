"""Small games with known values and priors, for what learners build on."""

from __future__ import annotations

import random

from hazard import Game, Turn


class Arms(Game):
    """One choice among arms that end the game, each worth its own value; ``steps`` forced moves before it."""

    def __init__(self, values, weights=None, *, turn=Turn.MAX, steps=0, guess=0.5, bounds=(0.0, 1.0)):
        self.values, self.weights, self.steps, self.guess = values, weights, steps, guess
        self.mover, self.limits = turn, bounds
        if weights is not None:
            self.prior = lambda state, actions: [weights[a] for a in actions] if len(actions) > 1 else [1.0]

    def start(self):
        return -self.steps if self.steps else "arms"

    def turn(self, state):
        return Turn.OVER if isinstance(state, tuple) else self.mover

    def actions(self, state):
        return range(len(self.values)) if state == "arms" else ["on"]

    def apply(self, state, move):
        if state == "arms":
            return ("end", move)
        return state + 1 if state < -1 else "arms"

    def value(self, state):
        return self.values[state[1]]

    def heuristic(self, state):
        return self.guess

    def bounds(self):
        return self.limits


class Paths(Game):
    """Three ways on at each of eight turns, and every state reached in one way only."""

    def start(self):
        return ()

    def turn(self, state):
        return Turn.OVER if len(state) == 8 else Turn.MIN if len(state) % 2 else Turn.MAX

    def actions(self, state):
        return range(3)

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        return random.Random(str(state)).random()

    heuristic = value

    def text(self, state):
        return str(state)

    def bounds(self):
        return (0, 1)


def by_action(decision, field):
    """One field of the options, by action."""
    return {option.action: getattr(option, field) for option in decision.options}
