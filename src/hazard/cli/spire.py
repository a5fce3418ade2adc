"""``hazard spire``: Slay the Spire."""

from __future__ import annotations

from typing import ClassVar

import typer

from hazard.cli.common import examples
from hazard.cli.lazy import Lazily, LazyGroup


class SpireGroup(LazyGroup):
    """The game waits for the agent's first word, so the agent must not wait for the other commands."""

    places: ClassVar = {
        "advise": Lazily("spire_advise"),
        "agent": Lazily("spire_agent"),
        "replay": Lazily("spire_replay"),
        "coverage": Lazily("spire_coverage"),
        "serve": Lazily("spire_serve"),
        "fight": Lazily("spire_fight"),
        "bench": Lazily("spire_fight", "bench", "BENCH_EXAMPLES"),
    }


app = typer.Typer(
    name="spire",
    cls=SpireGroup,
    rich_markup_mode="rich",
    epilog=examples(
        "hazard spire advise state.json",
        "hazard spire agent --games 1   (started by the Communication Mod)",
        "hazard spire replay hazard-spire.jsonl",
        "hazard spire fight starter 'Jaw Worm'",
        "Every command has --help with examples, and --json for programs.",
    ),
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    """Slay the Spire: an agent for the Communication Mod, and advice for one state.

    hazard is an independent program, not affiliated with the makers of the game.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
