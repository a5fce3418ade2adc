"""``hazard spire``: Slay the Spire."""

from __future__ import annotations

from typing import ClassVar

import typer

from hazard.cli.lazy import Lazily, LazyGroup, examples
from hazard.cli.plain_help import Commands


class SpireGroup(LazyGroup):
    """The game waits for the agent's first word, so the agent must not wait for the other commands."""

    places: ClassVar = {
        "advise": Lazily(
            "hazard.spire.cli.advise",
            summary="Suggest what to do in one state: the turn to play in a fight, or the "
            "choice on any other screen.",
        ),
        "agent": Lazily(
            "hazard.spire.cli.agent",
            summary="Play the game through the Communication Mod, which starts this command and talks to it.",
        ),
        "replay": Lazily(
            "hazard.spire.cli.replay",
            summary="Show a run decision by decision: each command with its reason and time, "
            "and each plan dropped.",
        ),
        "coverage": Lazily(
            "hazard.spire.cli.coverage",
            summary="List how much of the Ironclad's game the rules cover, and what they leave out.",
        ),
        "serve": Lazily(
            "hazard.spire.cli.serve",
            summary="Stand in for the game and the Communication Mod, so that any client can "
            "be tested without them.",
        ),
        "runs": Lazily(
            "hazard.spire.cli.runs",
            summary="Measure the agent over whole simulated runs, from Neow to the Heart.",
        ),
        "fight": Lazily(
            "hazard.spire.cli.fight",
            summary="Watch a simulated fight: the plan for every turn, and its result.",
        ),
        "bench": Lazily(
            "hazard.spire.cli.fight",
            "bench",
            "BENCH_EXAMPLES",
            summary="Measure the average HP lost in simulated fights, encounter by encounter.",
        ),
    }


app = Commands(
    name="spire",
    cls=SpireGroup,
    epilog=examples(
        "hazard spire advise state.json",
        "hazard spire agent --games 1   # the Communication Mod starts this",
        "hazard spire replay hazard-spire.jsonl",
        "hazard spire fight starter 'Jaw Worm'",
        "Add --help to a command for its options and examples, or --json for output that programs read.",
    ),
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    """Play Slay the Spire through the Communication Mod, or get advice for one state.

    hazard is an independent program, not affiliated with the makers of the game.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
