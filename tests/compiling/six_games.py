"""The six games of examples/compiled, each as plain Python and compiled."""

from __future__ import annotations

import importlib
import random
import sys
from functools import cache
from pathlib import Path

import hazard
from hazard import Turn

FOLDER = Path(__file__).parents[2] / "examples" / "compiled"
GAMES = {
    "pig": "PigGame",
    "twenty_one": "TwentyOne",
    "einstein": "EinStein",
    "small_2048": "Small2048",
    "connect_four": "ConnectFour",
    "backgammon_race": "BackgammonRace",
}


@cache
def both(name: str) -> tuple[hazard.Game, hazard.Game]:
    """The game as plain Python, and compiled."""
    path = str(FOLDER)
    sys.path.insert(0, path)
    try:
        game = getattr(importlib.import_module(name), GAMES[name])()
    finally:
        sys.path.remove(path)
    return hazard.uncompiled(game), hazard.compile(game)


def walked(game: hazard.Game, seed: int, moves: int) -> list[object]:
    """The states that a random game comes to."""
    chooser, state, met = random.Random(seed), game.start(), []
    for _ in range(moves):
        met.append(state)
        turn = game.turn(state)
        if turn == Turn.OVER:
            break
        listed = (
            [pair[0] for pair in game.outcomes(state)] if turn == Turn.CHANCE else list(game.actions(state))
        )
        state = game.apply(state, chooser.choice(listed))
    return met
