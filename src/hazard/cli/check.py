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
    read_state,
    say,
)
from hazard.registry import find_game

EXAMPLES = examples(
    "hazard check my_game.py:Towers",
    "hazard check 'my_game.py:Towers(height=3)' --moves 20000 --seconds 60",
    "hazard check my_package.games:Towers --json",
    "",
    "Exit codes: 0 without errors (there may be warnings), 1 with errors,",
    "2 if the game cannot be made at all.",
)


def run(
    game: GameArgument,
    state: StateOption = None,
    moves: Annotated[int, typer.Option("--moves", metavar="N", help="Moves to play.")] = 3000,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="Time to play; whichever ends first.")
    ] = 10.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Look for mistakes in a game: play it at random, ask everything twice, report what is wrong and why."""
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
