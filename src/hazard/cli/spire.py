"""``hazard spire``: Slay the Spire."""

from __future__ import annotations

import typer

from hazard.cli import spire_advise, spire_agent, spire_coverage, spire_fight, spire_replay, spire_serve
from hazard.cli.common import examples

app = typer.Typer(
    name="spire",
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


app.command("advise", epilog=spire_advise.EXAMPLES)(spire_advise.run)
app.command("agent", epilog=spire_agent.EXAMPLES)(spire_agent.run)
app.command("replay", epilog=spire_replay.EXAMPLES)(spire_replay.run)
app.command("coverage", epilog=spire_coverage.EXAMPLES)(spire_coverage.run)
app.command("serve", epilog=spire_serve.EXAMPLES)(spire_serve.run)
app.command("fight", epilog=spire_fight.EXAMPLES)(spire_fight.run)
app.command("bench", epilog=spire_fight.BENCH_EXAMPLES)(spire_fight.bench)
