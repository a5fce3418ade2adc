"""One random game of each kind, written down: any change of behaviour shows as a difference to read.

``HAZARD_UPDATE_GOLDEN=1 pytest tests/games/test_playthroughs.py`` writes the transcripts anew.
"""

import os
from pathlib import Path

import pytest
from tests.games.every_game import GAMES, walk

from hazard import Turn
from hazard.game import words

FOLDER = Path(__file__).parent / "playthroughs"


def transcript(name):
    game = GAMES[name]
    low, high = game.bounds()
    lines = [f"{name}: values from {low:g} to {high:g}"]
    for number, (state, move) in enumerate(walk(game, seed=2, longest=40)):
        turn = game.turn(state)
        lines += ["", f"{number}. {game.text(state)}", f"   {turn.name}, value {game.value(state):.6f}"]
        if hasattr(game, "picture"):
            lines += [f"   {row}" for row in game.picture(state).splitlines()]
        if turn is Turn.CHANCE:
            lines += [
                "   outcomes: "
                + ", ".join(f"{words(game, state, move)} ({p:.4f})" for move, p in game.outcomes(state))
            ]
        elif turn is not Turn.OVER:
            lines += ["   actions: " + ", ".join(words(game, state, move) for move in game.actions(state))]
        if move is not None:
            reward = game.reward(state, move)
            lines += [f"   -> {words(game, state, move)}" + (f", reward {reward:.6f}" if reward else "")]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_seeded_game_goes_as_written_down(name):
    path = FOLDER / f"{name}.txt"
    if os.environ.get("HAZARD_UPDATE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(transcript(name), encoding="utf-8")
    assert transcript(name) == path.read_text(encoding="utf-8")
