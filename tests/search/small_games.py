"""Small games in Python that the tests of the searches share, and brute force to compare with."""

from __future__ import annotations

import random
from functools import partial

import numpy as np

from hazard import Game, Turn


class TableGame(Game):
    """A game given by tables: state ``i`` has ``turns[i]``, successors ``edges[i]``, and so on."""

    def __init__(self, turns, edges, values, probabilities=None, rewards=None):
        self.turns, self.edges, self.values = turns, edges, values
        self.probabilities = probabilities or [[1 / len(e)] * len(e) if e else [] for e in edges]
        self.rewards = rewards or [[0.0] * len(e) for e in edges]

    def start(self):
        return 0

    def turn(self, state):
        return Turn(self.turns[state])

    def actions(self, state):
        return range(len(self.edges[state]))

    def outcomes(self, state):
        return list(enumerate(self.probabilities[state]))

    def apply(self, state, move):
        return self.edges[state][move]

    def value(self, state):
        return self.values[state]

    def heuristic(self, state):
        return self.value(state)

    def reward(self, state, move):
        return self.rewards[state][move]


def iterate(game, sweeps=100_000, policy=None):
    """Plain value iteration from 0: of best play, or of ``policy`` (state -> move) where it is given."""
    over = np.array([t == Turn.OVER for t in game.turns])
    value = np.where(over, game.values, 0.0)
    for _ in range(sweeps):
        new = value.copy()
        for s, successors in enumerate(game.edges):
            if over[s]:
                continue
            after = np.array(game.rewards[s]) + value[list(successors)]
            if game.turns[s] == Turn.CHANCE:
                new[s] = np.dot(game.probabilities[s], after)
            elif policy is not None and s in policy:
                new[s] = after[policy[s]]
            else:
                new[s] = after.max() if game.turns[s] == Turn.MAX else after.min()
        change = np.abs(new - value).max()
        value = new
        if change < 1e-15:
            break
    return value


def brute_force(game, state, depth):
    """Expectimax by its definition: ``depth`` decisions, chance free."""
    turn = game.turn(state)
    if turn == Turn.OVER or depth <= 0:
        return game.value(state) if turn == Turn.OVER else game.heuristic(state)
    reward = getattr(game, "reward", lambda s, m: 0.0)

    def follow(move, left):
        return reward(state, move) + brute_force(game, game.apply(state, move), left)

    if turn == Turn.CHANCE:
        return sum(p * follow(move, depth) for move, p in game.outcomes(state))
    return (max if turn == Turn.MAX else min)(follow(move, depth - 1) for move in game.actions(state))


class Wrapped(Game):
    """A compiled game seen through Python: every answer is the compiled one, so every number must be too."""

    def __init__(self, compiled):
        self.compiled = compiled
        self.calls = []
        low, high = compiled.bounds()
        if low > float("-inf"):
            self.bounds = partial(tuple, (low, high))  # which can be pickled

    def start(self):
        return self.compiled.start()

    def turn(self, state):
        self.calls.append(("turn", state))
        return self.compiled.turn(state)

    def actions(self, state):
        self.calls.append(("actions", state))
        return self.compiled.actions(state)

    def outcomes(self, state):
        self.calls.append(("outcomes", state))
        return self.compiled.outcomes(state)

    def apply(self, state, move):
        self.calls.append(("apply", state, move))
        return self.compiled.apply(state, move)

    def value(self, state):
        self.calls.append(("value", state))
        return self.compiled.value(state)

    def heuristic(self, state):
        return self.value(state)

    def reward(self, state, move):
        return self.compiled.reward(state, move)


class Expanded(Wrapped):
    """The same, one whole node to a call."""

    def expand(self, state):
        self.calls.append(("expand", state))
        game, turn = self.compiled, self.compiled.turn(state)
        if turn == Turn.OVER:
            return turn, []
        pairs = game.outcomes(state) if turn == Turn.CHANCE else [(move, 1.0) for move in game.actions(state)]
        return turn, [(move, p, game.apply(state, move), game.reward(state, move)) for move, p in pairs]


class Dice(Game):
    """MAX rolls one of two thousand-sided dice, a few times; outcomes can be drawn, not listed.

    The fair die pays its face, the loaded one the better of two: the means are 499.5 and about 666.
    """

    def __init__(self, rounds=3):
        self.rounds = rounds

    def start(self):
        return (0, 0, "")

    def turn(self, state):
        if state[2]:
            return Turn.CHANCE
        return Turn.OVER if state[1] == self.rounds else Turn.MAX

    def actions(self, state):
        return ["fair", "loaded"]

    def sample(self, state, random):
        return max(random.randrange(1000) for _ in range(1 if state[2] == "fair" else 2))

    def apply(self, state, move):
        return (state[0], state[1], move) if isinstance(move, str) else (state[0] + move, state[1] + 1, "")

    def value(self, state):
        return state[0] / (1000 * self.rounds)

    def heuristic(self, state):
        return self.value(state)

    def bounds(self):
        return (0.0, 1.0)


def planning_game(seed, levels=5, width=6, branching=3):
    """One player, no chance, rewards on the way; paths meet again, ``width`` states to a level."""
    draw = random.Random(seed)
    turns, edges, rewards, values = [Turn.MAX], [], [], []
    for level in range(levels):
        first_below = 1 + level * width
        for _ in range(1 if level == 0 else width):
            count = draw.randint(1, branching)
            edges.append([first_below + draw.randrange(width) for _ in range(count)])
            rewards.append([draw.randint(-5, 5) for _ in range(count)])
            values.append(0.0)
        turns += [Turn.OVER if level == levels - 1 else Turn.MAX] * width
    edges += [[]] * width
    rewards += [[]] * width
    values += [float(draw.randint(-5, 5)) for _ in range(width)]
    return TableGame(turns, edges, values, rewards=rewards)
