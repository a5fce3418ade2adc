"""The command line as a whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, ClassVar

import typer

import hazard
from hazard.cli.common import examples
from hazard.cli.errors import guarded
from hazard.cli.lazy import Lazily, LazyGroup


class HazardGroup(LazyGroup):
    """The whole command: every ending goes through :func:`hazard.cli.errors.guarded`."""

    places: ClassVar = {
        "tour": Lazily("tour"),
        "decide": Lazily("decide"),
        "solve": Lazily("solve"),
        "check": Lazily("check"),
        "compare": Lazily("compare"),
        "play": Lazily("play"),
        "arena": Lazily("arena"),
        "train": Lazily("train"),
        "dice": Lazily("dice"),
        "bench": Lazily("bench"),
        "web": Lazily("web"),
        "backgammon": Lazily("backgammon", "app"),
        "fivee": Lazily("fivee", "app"),
        "spire": Lazily("spire", "app"),
        "takeiteasy": Lazily("takeiteasy", "app"),
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
