"""Games drawn at random with every feature that users bring, and what they are truly worth.

A game is a table of states, later ones never leading back, so that plain recursion values it. Rewards come
with actions and with outcomes, ends lie at any depth, players may move twice, chance may roll twice, chance
may have a single outcome or one that cannot happen, states are reached in several ways, values tie, and
the bounds may be as tight as the values allow.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from hazard import Game, Turn

HALVES = [n / 2 for n in range(-4, 5)]
"""Few numbers, so that values tie and meet the bounds."""


@dataclass(eq=False)
class DrawnGame(Game):
    """State ``i`` has ``turns[i]``, moves to ``following[i]`` with ``rewards[i]`` and ``chances[i]``."""

    turns: list[Turn]
    following: list[list[int]]
    rewards: list[list[float]]
    chances: list[list[float]]
    ends: list[float]
    guesses: list[float]
    limits: tuple[float, float] | None = None
    truth: list[float] = field(default_factory=list)

    def __post_init__(self):
        self.truth = [worth(self, state) for state in range(len(self.turns))]

    def bounded(self, low: float, high: float) -> DrawnGame:
        """State bounds, and hold the guesses to them."""
        self.limits = low, high
        self.bounds = lambda: (low, high)
        self.guesses = [within(self, guess) for guess in self.guesses]
        return self

    def start(self):
        return 0

    def turn(self, state):
        return self.turns[state]

    def actions(self, state):
        return range(len(self.following[state]))

    def outcomes(self, state):
        return list(enumerate(self.chances[state]))

    def apply(self, state, move):
        if self.turns[state] is Turn.CHANCE:
            assert self.chances[state][move] > 0, "what cannot happen is never applied"
        return self.following[state][move]

    def value(self, state):
        assert self.turns[state] is Turn.OVER, "only the end is asked for its value"
        return self.ends[state]

    def heuristic(self, state):
        return self.guesses[state]

    def reward(self, state, move):
        return self.rewards[state][move]


def within(game: DrawnGame, value: float) -> float:
    """Hold a value to the game's bounds, as every search does."""
    return value if game.limits is None else min(max(value, game.limits[0]), game.limits[1])


def worth(game: DrawnGame, state: int, depth: float = float("inf")) -> float:
    """What a state is worth with ``depth`` decisions to look ahead; chance is free."""
    turn = game.turns[state]
    if turn is Turn.OVER:
        return game.ends[state]
    if depth <= 0:
        return game.guesses[state]
    steps = options(game, state, depth)
    if turn is Turn.CHANCE:
        value = sum(p * step for p, step in zip(game.chances[state], steps, strict=True) if p > 0)
    else:
        value = max(steps) if turn is Turn.MAX else min(steps)
    return within(game, value)


def options(game: DrawnGame, state: int, depth: float = float("inf")) -> list[float]:
    """What each move is worth, its reward included."""
    left = depth - (game.turns[state] is not Turn.CHANCE)
    return [
        reward + worth(game, following, left)
        for reward, following in zip(game.rewards[state], game.following[state], strict=True)
    ]


def draw_game(seed: int, *, chance: bool = True, one_player: bool = False) -> DrawnGame:
    """Draw a game of a few dozen states that begins with a decision."""
    rng = random.Random(seed)
    count = rng.randint(4, 26)
    decisions = [Turn.MAX] if one_player else [Turn.MAX, Turn.MIN]
    kinds = decisions + [Turn.CHANCE] * 2 * chance
    has_rewards = rng.random() < 0.8
    first_end = rng.randint(2, count - 1)
    game = DrawnGame([], [], [], [], [], [])
    for state in range(count):
        over = state >= first_end or (state > 0 and rng.random() < 0.15)
        turn = Turn.OVER if over else rng.choice(kinds if state else decisions)
        width = 0 if over else rng.choice([1, 2, 2, 3, 4])
        later = range(state + 1, min(count, state + 1 + rng.choice([3, 6, count])))
        game.turns.append(turn)
        game.following.append([rng.choice(later) for _ in range(width)])
        game.rewards.append([rng.choice(HALVES) if has_rewards else 0.0 for _ in range(width)])
        game.chances.append(_chances(rng, width) if turn is Turn.CHANCE else [])
        game.ends.append(rng.choice(HALVES))
        game.guesses.append(rng.choice(HALVES))
    game.truth = [worth(game, state) for state in range(count)]
    if rng.random() < 0.8:
        slack = rng.choice([0.0, 0.0, 0.5, 3.0])
        game.bounded(min(game.truth) - slack, max(game.truth) + slack)
    return game


def _chances(rng: random.Random, width: int) -> list[float]:
    weights = [rng.choice([0, 1, 1, 2, 5]) for _ in range(width)]
    weights[rng.randrange(width)] += 1
    return [weight / sum(weights) for weight in weights]


def dressed(game: DrawnGame, rng: random.Random) -> DrawnGame:
    """Give a game any of the methods that change how it is searched and never what it is worth."""
    if rng.random() < 0.5:
        ranks = [[rng.choice(HALVES) for _ in moves] for moves in game.following]
        game.rank = lambda state, action: ranks[state][action]
    if rng.random() < 0.3:
        loud = [rng.random() < 0.4 for _ in game.turns]
        game.quiet = lambda state: not loud[state]
    if rng.random() < 0.3:
        game.evaluate = lambda states: [game.guesses[state] for state in states]
    if rng.random() < 0.3:
        game.expand = lambda state: (game.turns[state], _rows(game, state))
    return game


def _rows(game: DrawnGame, state: int) -> list[tuple[int, float, int, float]]:
    chances = game.chances[state] or [1.0] * len(game.following[state])
    steps = zip(chances, game.following[state], game.rewards[state], strict=True)
    return [(move, *step) for move, step in enumerate(steps)]


class BareGame(Game):
    """A game as most users write theirs: the six methods, and rewards or bounds where there are any."""

    def __init__(self, game: Game) -> None:
        self.game = game
        for name in ("reward", "bounds"):
            if hasattr(game, name):
                setattr(self, name, getattr(game, name))

    def start(self):
        return self.game.start()

    def turn(self, state):
        return self.game.turn(state)

    def actions(self, state):
        return self.game.actions(state)

    def outcomes(self, state):
        return self.game.outcomes(state)

    def apply(self, state, move):
        return self.game.apply(state, move)

    def value(self, state):
        return self.game.value(state)
