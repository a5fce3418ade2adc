"""What the commands share: options, output, progress, completion, and how a state is read."""

from __future__ import annotations

import contextlib
import json
import math
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.lazy import examples as examples
from hazard.errors import HazardError, UserError, quoted
from hazard.game import Game, State, Turn
from hazard.language import ENGLISH, phrase
from hazard.players import draws_numbers
from hazard.registry import player_names, search_names
from hazard.registry.games import all_game_names
from hazard.registry.states import first_decision, read_state
from hazard.search import Budget

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from hazard.solving.solve import Progress

PLAIN_WIDTH = 120
"""Columns for output that goes to a file or a pipe, where nobody says how wide it is."""


# ---- options ------------------------------------------------------------------------------------------


def _completion(names: Callable[[], list[str]], *more: str) -> Callable[[str], list[str]]:
    """Complete the last name of a list such as ``random,expecti``."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [before + comma + name for name in [*names(), *more] if name.startswith(last)]

    return complete


complete_game = _completion(all_game_names, "openspiel:", "gym:")
complete_search = _completion(search_names)
complete_player = _completion(player_names)

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=complete_game,
        help="A built-in game: pig, piglet, tictactoe, connect4, einstein, backgammon, 2048, "
        "takeiteasy, kuhn, leduc, liars-dice, goofspiel, push-fold, ludo or monopoly. Or your "
        "own game as file.py:Class or module:Class, a game of another library as "
        "openspiel:NAME or gym:ID, or the path of a shared library. Write settings in "
        "parentheses: 'pig(target=50,die=8)'.",
    ),
]
StateOption = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="TEXT",
        help="The state to begin in, written as the game writes it (Pig: '40 35 12 "
        "min') or, for a Python game, as a Python literal. By default, the start "
        "of the game.",
    ),
]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help="Time limit for each decision, in seconds.")
]
DepthOption = Annotated[
    int | None, typer.Option("--depth", metavar="D", help="Depth limit: how many decisions to look ahead.")
]
NodesOption = Annotated[
    int | None,
    typer.Option(
        "--nodes", metavar="N", help="Limit on the nodes to visit, or on the simulations of a tree search."
    ),
]


def seed_option(help: str) -> Any:
    """Return the option ``--seed``, which takes a whole number of 64 bits."""
    return typer.Option("--seed", metavar="N", callback=_checked_seed, help=help)


def _checked_seed(value: int | None) -> int | None:
    if value is not None and not 0 <= value < 2**64:
        raise UserError("cli.seed_out_of_range", found=value, most=2**64 - 1)
    return value


SeedOption = Annotated[int, seed_option("Seed for the random numbers. The same seed gives the same result.")]
SeedAgainOption = Annotated[
    int | None,
    seed_option("Seed for the dice, to play the same game again. By default, every game is different."),
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--lang", "--language", metavar="en|de", help="The language of the output: English or German."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write the answer to standard output as JSON.")]


def given(context: typer.Context, option: str) -> bool:
    """Tell whether an option stands on the command line, whatever its value."""
    name = next(found.name for found in context.command.params if option in found.opts + found.secondary_opts)
    source = context.get_parameter_source(name or "")
    return source is not None and source.name == "COMMANDLINE"


def refuse_idle(context: typer.Context, *options: str, because: str, **gaps: object) -> None:
    """Refuse options that were given where nothing would come of them; ``because`` is the reason's code."""
    for option in options:
        if given(context, option):
            raise UserError("cli.option_has_no_effect", option=option, because=HazardError(because, **gaps))


def budget_from(
    given: Budget | None, seconds: float | None, depth: int | None, nodes: int | None
) -> Budget | None:
    """Add the options of the command line to the budget of a spec; None where neither says anything.

    A limit that is given in both places with different values is refused: which one was meant?

    >>> budget_from(Budget(depth=4), 0.5, None, None)
    Budget(seconds=0.5, depth=4)
    >>> budget_from(Budget(depth=4), None, 6, None)
    Traceback (most recent call last):
    hazard.errors.UserError: --depth is 6, and --search says depth=4; expected one of them
    """
    options = {"seconds": seconds, "depth": depth, "nodes": nodes}
    limits: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    if not limits:
        return given
    for key, value in limits.items():
        inside = getattr(given, key, None)
        if inside is not None and inside != value:
            raise UserError("cli.limit_given_twice", option=f"--{key}", found=value, name=key, inside=inside)
    return replace(given, **limits) if given is not None else Budget(**limits)


def never_moves(game: Game, state: State, *turns: Turn) -> bool:
    """Tell whether none of ``turns`` comes up, judged by games at random that were all played to the end.

    >>> from hazard.games import Pig
    >>> never_moves(Pig(players=1), Pig(players=1).start(), Turn.MIN)
    True
    """
    from hazard.arena import draw  # which needs numpy, as most commands do not

    rng = random.Random(0)
    for _ in range(20):
        here = state
        for _ in range(5000):
            turn = Turn(game.turn(here))
            if turn is Turn.OVER:
                break
            if turn in turns:
                return False
            here = game.apply(
                here,
                draw(game, here, rng.random())
                if turn is Turn.CHANCE
                else rng.choice(list(game.actions(here))),
            )
        else:
            return False  # who knows what comes later
    return True


def refuse_idle_seed(context: typer.Context, game: Game, state: State, players: Iterable[object]) -> None:
    """Refuse a seed where there are no dice and nobody draws."""
    if (
        given(context, "--seed")
        and not any(draws_numbers(player, game) for player in players)
        and never_moves(game, state, Turn.CHANCE)
    ):
        refuse_idle(
            context,
            "--seed",
            because="cli.idle.nothing_random",
            game=type(game).__name__,
        )


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
        raise UserError("cli.wrong_file_ending", path=quoted(path), known=" or ".join(allowed))
    check_place(path)


def check_place(path: Path) -> None:
    """Refuse a file that cannot be written because of where it is, before any work is done for it."""
    if not path.parent.is_dir():
        raise UserError("cli.no_such_folder", path=quoted(path), folder=quoted(path.parent))
    if path.is_dir():
        raise UserError("cli.output_is_a_folder", path=quoted(path))
    if not os.access(path.parent, os.W_OK) and not (path.exists() and not path.is_file()):
        raise UserError("cli.folder_is_read_only", path=quoted(path))


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


def starting_point(game: Game, text: str | None, language: str = ENGLISH) -> State:
    """Return the state to decide in; where chance begins and no state was given, say what it did."""
    state = read_state(game, text)
    if text is None:
        state, rolled = first_decision(game, state, language)
        if rolled:
            sys.stderr.write(phrase("cli.assumed", language, moves=", ".join(rolled)) + "\n")
    return state


def heading(text: str) -> None:
    """Print the title of a part of the output."""
    output().print(f"\n[bold]== {text}[/bold]\n")
