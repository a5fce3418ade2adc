"""The command line as a whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, ClassVar

import typer

import hazard
from hazard.cli.errors import guarded
from hazard.cli.lazy import Lazily, LazyGroup, examples
from hazard.cli.plain_help import Commands
from hazard.domains import command_groups


class HazardGroup(LazyGroup):
    """The whole command: every ending goes through :func:`hazard.cli.errors.guarded`."""

    places: ClassVar = {
        "tour": Lazily(
            "hazard.cli.tour",
            summary="Show in a few seconds what hazard does, from explained decisions to a game of your own.",
        ),
        "decide": Lazily(
            "hazard.cli.decide",
            summary="Find the best move in a position, with its value, the alternatives and "
            "the possible outcomes.",
        ),
        "solve": Lazily(
            "hazard.cli.solve",
            summary="Solve a game exactly: the value and the best action of every state, with"
            " a proven error bound.",
        ),
        "equilibrium": Lazily(
            "hazard.cli.equilibrium",
            summary="Find an equilibrium of a game with hidden information or more than two players.",
        ),
        "check": Lazily(
            "hazard.cli.check",
            summary="Test the rules of a game by random play, and report every mistake with its cause.",
        ),
        "evaluate": Lazily(
            "hazard.cli.evaluate",
            summary="Compute the value of a pair of policies, exactly where possible and by "
            "play-outs otherwise.",
        ),
        "compare": Lazily(
            "hazard.cli.compare",
            summary="Compare all searches on one position: value, move, nodes, speed, and "
            "whether the value is exact.",
        ),
        "play": Lazily(
            "hazard.cli.play",
            summary="Play against hazard in the terminal, with hints and undo, or watch it play.",
        ),
        "arena": Lazily(
            "hazard.cli.arena",
            summary="Play a match between two players, and report who is stronger with a "
            "confidence interval.",
        ),
        "train": Lazily(
            "hazard.cli.train",
            summary="Train an evaluator by self-play. You can stop a training at any time and"
            " resume it later.",
        ),
        "dice": Lazily(
            "hazard.cli.dice",
            summary="Compute the exact probability of every result of a dice expression.",
        ),
        "bench": Lazily(
            "hazard.cli.bench",
            summary="Run the benchmark programs of a checkout, or measure the speed of the compiled games.",
        ),
        "web": Lazily(
            "hazard.cli.web",
            summary="Open the web page in a browser: the combat director, the game boards and"
            " the tree explorer.",
        ),
        "serve": Lazily(
            "hazard.cli.serve",
            summary="Serve decisions, dice odds and suggestions to other programs over HTTP, as JSON.",
        ),
        "mcp": Lazily(
            "hazard.cli.mcp",
            summary="Serve exact dice odds, best moves and suggestions as tools of the Model "
            "Context Protocol (MCP).",
        ),
        **{
            name: Lazily(group.module, "app", summary=group.summary)
            for name, group in command_groups().items()
        },
    }

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command; ``--debug`` may stand anywhere before ``--``."""
        words = list(sys.argv[1:] if args is None else args)
        ours = words[: words.index("--")] if "--" in words else words
        debug = "--debug" in ours or bool(os.environ.get("HAZARD_DEBUG"))
        words = [word for word in ours if word != "--debug"] + words[len(ours) :]
        if not os.environ.get("COLUMNS", "0").strip(
            "0"
        ):  # 0 is said where nothing is known, and not of a width
            os.environ.pop("COLUMNS", None)
        command = partial(super().main, words, prog_name, complete_var, False, windows_expand_args, **extra)
        code = guarded(command, debug)
        if not standalone_mode:
            return code
        sys.exit(code)


app = Commands(
    name="hazard",
    cls=HazardGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "hazard tour",
        "hazard decide pig --state '40 35 12'",
        "hazard play connect4",
        "Add --help to a command for its options and examples, or --json for output that programs read.",
        heading="Begin with",
    ),
)


WHERE_TO_BEGIN = """\
hazard {version} finds the best decision in a game of chance, and explains it.

  hazard tour              see what it does, one screen at a time
  hazard web               open the web page: fights, boards and decision trees

  If you ...               begin with
  run 5e fights            hazard fivee suggest goblin-ambush
  play Slay the Spire      hazard spire fight starter 'Gremlin Nob'
  play backgammon          hazard backgammon hint 4HPwATDgc/ABMA --dice 31
  play Take It Easy        hazard takeiteasy play
  roll dice                hazard dice 4d6kh3 --at-least 15
  write your own game      hazard decide my_game.py:MyGame
  write another program    hazard serve --help, hazard mcp --help

'hazard --help' lists all commands. Add --help to a command for its options."""
"""What is said to somebody who types the name and nothing else."""


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the full Python traceback of an error.")
    ] = False,
) -> None:
    """Find the best decision in a game of chance, within a time budget, and say why."""
    if version:
        typer.echo(f"hazard {hazard.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(WHERE_TO_BEGIN.format(version=hazard.__version__))


def main() -> None:
    """Run the ``hazard`` command."""
    app()
