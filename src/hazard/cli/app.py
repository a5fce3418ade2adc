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


class HazardGroup(LazyGroup):
    """The whole command: every ending goes through :func:`hazard.cli.errors.guarded`."""

    places: ClassVar = {
        "tour": Lazily(
            "tour",
            summary="See what hazard does: decisions explained, what pruning saves, a game solved, a "
            "game of your own.",
        ),
        "decide": Lazily(
            "decide",
            summary="Find the best move in one position: its value, every alternative, and what "
            "chance may do.",
        ),
        "solve": Lazily(
            "solve",
            summary="Solve a game exactly: its value, a proven error bound, and what to do everywhere.",
        ),
        "check": Lazily(
            "check",
            summary="Look for mistakes in a game: play it at random, ask everything twice, report what is "
            "wrong and why.",
        ),
        "evaluate": Lazily(
            "evaluate",
            summary="Say what a pair of policies is worth: exactly for a finite game, by play-outs "
            "elsewhere.",
        ),
        "compare": Lazily(
            "compare",
            summary="Run every search on one position: value, move, nodes, speed, and whether the "
            "value is exact.",
        ),
        "play": Lazily(
            "play",
            summary="Play against hazard in the terminal, with hints and taking back; or watch it play.",
        ),
        "arena": Lazily(
            "arena",
            summary="Play a match and say who is stronger, with a confidence interval.",
        ),
        "train": Lazily(
            "train",
            summary="Learn from self-play. It may be stopped at any time, by Ctrl-C or harder, and resumed.",
        ),
        "dice": Lazily(
            "dice",
            summary="Say how likely each result of a dice expression is.",
        ),
        "bench": Lazily(
            "bench",
            summary="Measure: the programs in benchmarks/ in a checkout, otherwise a small check of "
            "the speed.",
        ),
        "web": Lazily(
            "web",
            summary="Open the pages: the combat director, the boards, the tree explorer.",
        ),
        "backgammon": Lazily(
            "backgammon",
            "app",
            summary="Backgammon: hints, matches looked over, rollouts, a game, and a player for "
            "other programs.",
        ),
        "fivee": Lazily(
            "fivee",
            "app",
            summary="Fifth-edition combat: what a creature would do and why, how fights end, what "
            "there is to fight.",
        ),
        "spire": Lazily(
            "spire",
            "app",
            summary="Slay the Spire: an agent for the Communication Mod, and advice for one state.",
        ),
        "takeiteasy": Lazily(
            "takeiteasy",
            "app",
            summary="Take It Easy: where a tile goes, games looked over, a game to play or watch, "
            "and how well it plays.",
        ),
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
        command = partial(super().main, words, prog_name, complete_var, False, windows_expand_args, **extra)
        code = guarded(command, debug)
        if not standalone_mode:
            return code
        sys.exit(code)


app = typer.Typer(
    name="hazard",
    cls=HazardGroup,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "hazard tour",
        "hazard decide pig --state '40 35 12'",
        "hazard play connect4",
        "Every command has --help with examples, and --json for programs.",
        heading="Begin with",
    ),
)


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the whole traceback of an error as well.")
    ] = False,
) -> None:
    """Find the best decision in a game of chance, within a time budget, and say why."""
    if version:
        typer.echo(f"hazard {hazard.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the ``hazard`` command."""
    app()
