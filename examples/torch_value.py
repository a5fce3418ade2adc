"""A value network in PyTorch: trained on the ends of random games, and an evaluator in one line.

It needs PyTorch (``pip install torch``). ``hazard train`` learns better values without it; this is for a
network of your own design.
"""

import random

import torch

import hazard
from hazard import Turn


class Heaps(hazard.Game):
    """Nim with heaps of 1, 3 and 4: take any number from one heap; whoever takes the last one wins."""

    def start(self):
        return (1, 3, 4, 1)

    def turn(self, state):
        return Turn.OVER if not any(state[:3]) else Turn.MAX if state[3] == 1 else Turn.MIN

    def actions(self, state):
        return [(heap, count) for heap in range(3) for count in range(1, state[heap] + 1)]

    def apply(self, state, move):
        left = list(state)
        left[move[0]] -= move[1]
        return (*left[:3], -state[3])

    def value(self, state):
        return float(-state[3])

    def bounds(self):
        return -1.0, 1.0

    def features(self, state):
        """Which size each heap has, one-hot, and who moves."""
        return [float(state[heap] == size) for heap in range(3) for size in range(5)] + [float(state[3])]


def random_games(game, count, dice):
    """Yield (features, result) of every state of games between players who move at random."""
    for _ in range(count):
        state, seen = game.start(), []
        while game.turn(state) is not Turn.OVER:
            seen.append(game.features(state))
            state = game.apply(state, dice.choice(game.actions(state)))
        yield from ((features, game.value(state)) for features in seen)


if __name__ == "__main__":
    torch.manual_seed(1)
    game = Heaps()
    rows, results = map(torch.tensor, zip(*random_games(game, 3000, random.Random(1)), strict=True))
    model = torch.nn.Sequential(
        torch.nn.Linear(16, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1), torch.nn.Tanh()
    )
    steps = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(200):
        steps.zero_grad()
        torch.nn.functional.mse_loss(model(rows)[:, 0], results).backward()
        steps.step()
    search = hazard.TreeSearch(evaluator=hazard.learn.evaluator(game, model), siblings=True)
    print(hazard.decide(game, None, search, hazard.Budget(nodes=200)).explain())
