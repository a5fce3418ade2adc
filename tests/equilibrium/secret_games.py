"""Games with secrets for the tests: drawn at random, with brute force beside them."""

import random
from itertools import product

import hazard
from hazard import Turn


class RandomSecrets(hazard.Game):
    """A random game of few moves: who moves, how many choices, who sees what, and what the ends pay.

    A state is the moves so far. Everybody remembers their own moves and whatever was shown to them.
    """

    def __init__(self, seed, players=2, moves=4, zero_sum=True):
        draw = random.Random(seed)
        self.count = players
        self.movers = [draw.choice([Turn.CHANCE, *map(Turn.player, range(players))]) for _ in range(moves)]
        self.widths = [draw.choice([2, 2, 3]) for _ in range(moves)]
        self.shown = [[draw.random() < 0.5 for _ in range(players)] for _ in range(moves)]
        self.ends_early = {
            tuple(draw.choice(range(self.widths[d])) for d in range(length)) for length in range(1, moves)
        }
        self.shares = [[draw.random() + 0.1 for _ in range(width)] for width in self.widths]
        self.seed, self.zero_sum = seed, zero_sum

    def start(self):
        return ()

    def turn(self, state):
        over = len(state) == len(self.movers) or (state in self.ends_early and self._all_saw(state))
        return Turn.OVER if over else self.movers[len(state)]

    def _all_saw(self, state):
        """Whether everybody who moves later can know that the game is not over here."""
        return all(
            self.shown[d][p] or self.movers[d] == Turn.player(p)
            for d in range(len(state))
            for p in range(self.count)
        )

    def actions(self, state):
        return list(range(self.widths[len(state)]))

    def outcomes(self, state):
        shares = self.shares[len(state)]
        return [(number, share / sum(shares)) for number, share in enumerate(shares)]

    def sees(self, state, player):
        saw = (self.shown[d][player] or self.movers[d] == Turn.player(player) for d in range(len(state)))
        return tuple(move if seen else None for move, seen in zip(state, saw, strict=True))

    def apply(self, state, move):
        return (*state, move)

    def value(self, state):
        draw = random.Random(f"{self.seed}/{state}")
        if self.zero_sum:
            return draw.choice([-2.0, -1.0, 0.0, 1.0, 3.0])
        return tuple(draw.uniform(-1, 1) for _ in range(self.count))


def payoffs(game, state):
    worth = game.value(state)
    return (worth, -worth) if isinstance(worth, float) else tuple(worth)


def expected(game, strategy, state=None):
    """What everybody gets on average by ``strategy``, by going through every line of play."""
    state = game.start() if state is None else state
    turn = game.turn(state)
    if turn is Turn.OVER:
        return payoffs(game, state)
    if turn is Turn.CHANCE:
        branches = game.outcomes(state)
    else:
        player = turn.number
        branches = strategy[player, game.sees(state, player)].items()
    totals = None
    for move, p in branches:
        got = expected(game, strategy, game.apply(state, move))
        weighted = [p * worth for worth in got]
        totals = weighted if totals is None else [a + b for a, b in zip(totals, weighted, strict=True)]
    return tuple(totals)


def best_by_trying_everything(game, strategy, player, most=3000):
    """The most that ``player`` gets by any pure strategy against the others; None if there are too many."""
    own = [name for name in strategy if name[0] == player]
    choices = [list(strategy[name]) for name in own]
    count = 1
    for actions in choices:
        count *= len(actions)
    if count > most:
        return None
    best = None
    for chosen in product(*choices):
        pure = {name: {action: 1.0} for name, action in zip(own, chosen, strict=True)}
        got = expected(game, {**strategy, **pure})[player]
        best = got if best is None else max(best, got)
    return best
