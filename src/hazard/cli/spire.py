"""``hazard spire``: Slay the Spire."""

from __future__ import annotations

from typing import ClassVar

import typer

from hazard.cli.lazy import Lazily, LazyGroup, examples


class SpireGroup(LazyGroup):
    """The game waits for the agent's first word, so the agent must not wait for the other commands."""

    places: ClassVar = {
        "advise": Lazily(
            "spire_advise",
            summary="Say what to do in one state: the turn to play in a fight, or what the policy "
            "does on another screen.",
        ),
        "agent": Lazily(
            "spire_agent",
            summary="Play the game through the Communication Mod: messages on standard input, "
            "commands on standard output.",
        ),
        "replay": Lazily(
            "spire_replay",
            summary="Tell a run decision by decision: the command, its reason, how long it took, "
            "when a plan was dropped.",
        ),
        "coverage": Lazily(
            "spire_coverage",
            summary="List what an Ironclad can meet in a fight that the rules do not know.",
        ),
        "serve": Lazily(
            "spire_serve",
            summary="Speak the Communication Mod's side of the protocol, from our own rules: any "
            "client can be tried on it.",
        ),
        "fight": Lazily(
            "spire_fight",
            summary="Watch a fight: every turn with its plan, and what came of it.",
        ),
        "bench": Lazily(
            "spire_fight",
            "bench",
            "BENCH_EXAMPLES",
            summary="Measure how many HP fights cost, encounter by encounter; death is all HP.",
        ),
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
