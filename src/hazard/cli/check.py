"""``hazard check``: mistakes in a game, found by playing it at random."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated

import typer

from hazard.checking.check import check
from hazard.cli.common import (
    GameArgument,
    JsonOption,
    SeedOption,
    StateOption,
    examples,
    print_json,
    progress_bar,
    say,
)
from hazard.registry import find_game
from hazard.registry.states import read_state

EXAMPLES = examples(
    "hazard check my_game.py:Towers",
    "hazard check 'my_game.py:Towers(height=3)' --moves 20000 --seconds 60",
    "hazard check my_package.games:Towers --json",
    "",
    "Exit codes: 0 if there are no errors (there may be warnings), 1 if there are,",
    "2 if the game cannot be created at all.",
)


def run(
    game: GameArgument,
    state: StateOption = None,
    moves: Annotated[int, typer.Option("--moves", metavar="N", help="How many random moves to play.")] = 3000,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="S",
            help="Time limit in seconds. The check ends when either limit is reached.",
        ),
    ] = 10.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Test the rules of a game by random play, and report every mistake with its cause."""
    rules = find_game(game)
    position = None if state is None else read_state(rules, state)
    # What the game prints must not mix with our answer, which may be JSON.
    with progress_bar() as progress, contextlib.redirect_stdout(sys.stderr):
        report = check(rules, position, moves=moves, seconds=seconds, seed=seed, progress=progress)
    if json:
        print_json(report.to_json())
    else:
        say(str(report))
    if report.errors:
        raise typer.Exit(1)
