"""What the commands share: options, output, progress, completion, and how a state is read."""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.lazy import examples as examples
from hazard.game import Game, State, Turn, words
from hazard.registry import UserError, game_names, player_names, python_literal, quoted, search_names
from hazard.search import Budget

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from hazard.solve import Progress

PLAIN_WIDTH = 120
"""Columns for output that goes to a file or a pipe, where nobody says how wide it is."""


# ---- options ------------------------------------------------------------------------------------------


def _completion(names: Callable[[], list[str]], *more: str) -> Callable[[str], list[str]]:
    """Complete the last name of a list such as ``random,expecti``."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [before + comma + name for name in [*names(), *more] if name.startswith(last)]

    return complete


complete_game = _completion(game_names, "openspiel:", "gym:")
complete_search = _completion(search_names)
complete_player = _completion(player_names)

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=complete_game,
        help="pig, piglet, tictactoe, connect4, einstein, backgammon, 2048, takeiteasy; your own as "
        "file.py:Class or module:Class; openspiel:NAME; gym:ID. Settings in parentheses: "
        "'pig(target=50,die=8)'.",
    ),
]
StateOption = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="TEXT",
        help="Where to begin, as the game writes it (Pig: '40 35 12 min'); for a game in Python a literal.",
    ),
]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help="Time for each decision.")
]
DepthOption = Annotated[int | None, typer.Option("--depth", metavar="D", help="Decisions to look ahead.")]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help="Nodes to visit, or simulations.")
]


def seed_option(help: str) -> Any:
    """Return the option ``--seed``: a number of 64 bits, and what is none is refused at the door."""
    return typer.Option("--seed", metavar="N", callback=_checked_seed, help=help)


def _checked_seed(value: int | None) -> int | None:
    if value is not None and not 0 <= value < 2**64:
        raise UserError(f"the seed is {value}; expected a whole number from 0 to {2**64 - 1}")
    return value


SeedOption = Annotated[int, seed_option("The same seed rolls the same dice.")]
SeedAgainOption = Annotated[int | None, seed_option("Roll the same dice again.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, on standard output.")]


def budget_from(
    given: Budget | None, seconds: float | None, depth: int | None, nodes: int | None
) -> Budget | None:
    """Add the options of the command line to the budget of a spec; None where neither says anything.

    >>> budget_from(Budget(depth=4), 0.5, None, None)
    Budget(seconds=0.5, nodes=None, depth=4)
    """
    options = {"seconds": seconds, "depth": depth, "nodes": nodes}
    limits: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    if not limits:
        return given
    return replace(given, **limits) if given is not None else Budget(**limits)


# ---- output -------------------------------------------------------------------------------------------


def output() -> Console:
    """Return a console on standard output: colours on a terminal, plain and of a fixed width elsewhere."""
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(file=sys.stdout, highlight=False, width=PLAIN_WIDTH)
    return console


def say(text: str = "", console: Console | None = None) -> None:
    """Print text as it is: no markup, no colours guessed, no lines broken."""
    (output() if console is None else console).print(text, markup=False, highlight=False, soft_wrap=True)


def show(renderable: RenderableType) -> None:
    """Print a table or anything else that knows rich."""
    output().print(renderable)


def print_json(data: Any) -> None:
    """Print ``data`` as JSON; what JSON cannot say (infinity) becomes null."""
    sys.stdout.write(json.dumps(_plain(data), indent=2, allow_nan=False) + "\n")


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(item) for item in data]
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    return data if data is None or isinstance(data, str | int | bool) else str(data)


def check_suffix(path: Path, *allowed: str) -> None:
    """Refuse a file whose kind cannot be written, before any work is done for it."""
    if path.suffix.lower() not in allowed:
        raise UserError(f"cannot write {quoted(path)}; expected a name ending in {' or '.join(allowed)}")
    check_place(path)


def check_place(path: Path) -> None:
    """Refuse a file that cannot be written because of where it is, before any work is done for it."""
    if not path.parent.is_dir():
        raise UserError(f"cannot write {quoted(path)}: there is no folder {quoted(path.parent)}")
    if path.is_dir():
        raise UserError(f"cannot write {quoted(path)}: it is a folder")
    if not os.access(path.parent, os.W_OK) and not (path.exists() and not path.is_file()):
        raise UserError(f"cannot write {quoted(path)}: its folder is read-only")


@contextlib.contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Yield a function that moves a bar on a terminal's standard error, or None where there is none."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def report(phase: str, done: int, total: int | None) -> None:
            bar.update(task, description=phase, completed=done, total=total)

        yield report


# ---- states -------------------------------------------------------------------------------------------


def read_state(game: Game, text: str | None) -> State:
    """Return the state that ``text`` writes, or the start.

    >>> from hazard.games import Pig
    >>> Pig().text(read_state(Pig(), "40 35 12"))
    '40 35 12 max'
    """
    if text is None:
        return game.start()
    parse: Any = getattr(game, "parse", None)
    if parse is not None:
        return parse(text)
    try:
        state = python_literal(text.strip())
        hash(state)
    except ValueError:
        raise UserError(
            f"cannot read the state {quoted(text)}; expected a Python literal such as (3, 0)"
        ) from None
    except TypeError:
        raise UserError(f"the state {quoted(text)} can change; expected a tuple in place of a list") from None
    try:
        Turn(game.turn(state))
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise UserError(f"{type(game).__name__} has no state {quoted(text)} ({said})") from error
    return state


def first_decision(game: Game, state: State) -> tuple[State, list[str]]:
    """Let chance do what is likeliest until somebody decides; return that state and what chance did.

    >>> from hazard.games import Pig
    >>> first_decision(Pig(), Pig().start())[1]
    []
    """
    rolled: list[str] = []
    while Turn(game.turn(state)) is Turn.CHANCE and len(rolled) < 1000:
        outcome, _ = max(game.outcomes(state), key=lambda pair: pair[1])
        rolled.append(words(game, state, outcome))
        state = game.apply(state, outcome)
    return state, rolled


def starting_point(game: Game, text: str | None) -> State:
    """Return the state to decide in; where chance begins and no state was given, say what it did."""
    state = read_state(game, text)
    if text is None:
        state, rolled = first_decision(game, state)
        if rolled:
            sys.stderr.write(
                f"Chance moves first; taken for granted: {', '.join(rolled)}. Use --state to say more.\n"
            )
    return state
