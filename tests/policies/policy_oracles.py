"""What policies are worth, computed again and plainly: recursion on drawn games, equations on others."""

from __future__ import annotations

import itertools
import math
import random

from hazard import Game, Turn
from hazard.games import Pig


def draw_policy(game, rng):
    """Draw a policy of both sides for a drawn game: an action, or shares of all actions, in every state."""
    policy = {}
    for state, turn in enumerate(game.turns):
        if turn not in (Turn.MAX, Turn.MIN):
            continue
        actions = range(len(game.following[state]))
        if rng.random() < 0.5:
            policy[state] = rng.choice(actions)
        else:
            weights = [rng.choice([0, 1, 2]) for _ in actions]
            weights[rng.choice(actions)] += 1
            policy[state] = {action: weights[action] / sum(weights) for action in actions}
    return policy


def shares(policy, state):
    answer = policy[state]
    return answer if isinstance(answer, dict) else {answer: 1.0}


def worth(game, policies, state=0):
    """What a drawn game is worth when the sides in ``policies`` play by them and the others at their best."""
    turn = game.turns[state]
    if turn is Turn.OVER:
        return game.ends[state]
    steps = [
        reward + worth(game, policies, following)
        for reward, following in zip(game.rewards[state], game.following[state], strict=True)
    ]
    if turn is Turn.CHANCE:
        return sum(p * step for p, step in zip(game.chances[state], steps, strict=True))
    if turn in policies:
        return sum(share * steps[action] for action, share in shares(policies[turn], state).items())
    return max(steps) if turn is Turn.MAX else min(steps)


def results(game, policy, state=0, total=0.0):
    """Every line of play with its probability and its result, both sides playing by ``policy``."""
    turn = game.turns[state]
    if turn is Turn.OVER:
        yield 1.0, total + game.ends[state]
        return
    chances = dict(enumerate(game.chances[state])) if turn is Turn.CHANCE else shares(policy, state)
    for move, share in chances.items():
        if share > 0:
            following, reward = game.following[state][move], game.rewards[state][move]
            for chance, result in results(game, policy, following, total + reward):
                yield share * chance, result


def line_policies(game):
    """Every pure policy of one player who remembers the whole line: from the lines of play, to an action.

    A policy that knows the rewards so far is one of them, and no policy is better than the best of them.
    """

    def plans(state, total):
        turn = game.turns[state]
        if turn is Turn.OVER:
            return [[(1.0, total + game.ends[state])]]
        moves = [
            (p, plans(following, total + reward))
            for p, following, reward in zip(
                game.chances[state] or itertools.repeat(1.0),
                game.following[state],
                game.rewards[state],
                strict=False,
            )
            if p > 0
        ]
        if turn is Turn.MAX:
            return [plan for _, found in moves for plan in found]
        return [
            [
                (p * chance, result)
                for (p, _), plan in zip(moves, chosen, strict=True)
                for chance, result in plan
            ]
            for chosen in itertools.product(*(found for _, found in moves))
        ]

    return plans(0, 0.0)


def plan_count(game, state=0):
    """How many plans :func:`line_policies` lists."""
    counts = [
        plan_count(game, following)
        for p, following in zip(
            game.chances[state] or itertools.repeat(1.0), game.following[state], strict=False
        )
        if p > 0
    ]
    return (sum(counts) if game.turns[state] is Turn.MAX else math.prod(counts)) if counts else 1


def pig_turn(points, score, hold, target):
    """How likely each gain of a turn of Pig is, for whoever holds at ``hold`` (by the rule book)."""
    gains, pots = {0: 0.0}, {0: 1.0}
    while pots:
        pot = min(pots)
        chance = pots.pop(pot)
        if pot >= hold or score + pot >= target:
            gains[pot] = gains.get(pot, 0.0) + chance
            continue
        gains[0] += chance / points
        for face in range(2, points + 1):
            pots[pot + face] = pots.get(pot + face, 0.0) + chance / points
    return gains


def pig_meeting(first, second, target=100):
    """The chance of the first to move, who holds at ``first``, against a rival who holds at ``second``."""
    turns = [[pig_turn(6, score, hold, target) for score in range(target)] for hold in (first, second)]
    mine, theirs = {}, {}  # the first player's chance, with the first or the second to move
    for both in range(2 * target - 2, -1, -1):
        for i in range(max(0, both - target + 1), min(target, both + 1)):
            j = both - i
            a, b = turns[0][i], turns[1][j]
            won = sum(p * (i + k >= target or theirs[i + k, j]) for k, p in a.items() if k)
            kept = sum(p * (0.0 if j + k >= target else mine[i, j + k]) for k, p in b.items() if k)
            # mine = won + a[0] * theirs, theirs = kept + b[0] * mine
            mine[i, j] = (won + a[0] * kept) / (1 - a[0] * b[0])
            theirs[i, j] = kept + b[0] * mine[i, j]
    return mine[0, 0]


def hold_at(game, points):
    """The policy of Pig that holds at ``points``."""
    return lambda state: Pig.HOLD if int(game.text(state).split()[2]) >= points else Pig.ROLL


class Gambler(Game):
    """The gambler's problem (Sutton and Barto, example 4.3): stake some capital on a coin; 1 for the goal."""

    def __init__(self, heads=0.4, goal=100, start=50):
        self.heads, self.goal, self.first = heads, goal, start

    def start(self):
        return (self.first, 0)

    def turn(self, state):
        capital, stake = state
        return Turn.CHANCE if stake else Turn.OVER if capital in (0, self.goal) else Turn.MAX

    def actions(self, state):
        return range(1, min(state[0], self.goal - state[0]) + 1)

    def outcomes(self, state):
        return [("heads", self.heads), ("tails", 1 - self.heads)]

    def apply(self, state, move):
        capital, stake = state
        if not stake:
            return (capital, move)
        return (capital + stake if move == "heads" else capital - stake, 0)

    def value(self, state):
        return float(state[0] == self.goal)


def seeded(seed):
    return random.Random(f"policies/{seed}")
