"""``hazard fivee``: fifth-edition combat."""

from __future__ import annotations

import typer

from hazard.cli import (
    fivee_day,
    fivee_duel,
    fivee_forecast,
    fivee_import,
    fivee_list,
    fivee_run,
    fivee_suggest,
)
from hazard.cli.common import examples

app = typer.Typer(
    name="fivee",
    rich_markup_mode="rich",
    epilog=examples(
        "hazard fivee run goblin-ambush",
        "hazard fivee suggest goblin-ambush",
        "hazard fivee list creatures dragon",
        "hazard fivee forecast goblin-ambush",
        "hazard fivee import my-monsters.json --out my-monsters.toml",
        "Every command has --help with examples, and --json for programs.",
    ),
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    """Fifth-edition combat: what a creature would do and why, how fights end, what there is to fight."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("forecast", epilog=fivee_forecast.EXAMPLES)(fivee_forecast.run)
app.command("day", epilog=fivee_day.EXAMPLES)(fivee_day.run)
app.command("duel", epilog=fivee_duel.EXAMPLES)(fivee_duel.run)
app.command("import", epilog=fivee_import.EXAMPLES)(fivee_import.run)
app.command("run", epilog=fivee_run.EXAMPLES)(fivee_run.run)
app.command("suggest", epilog=fivee_suggest.EXAMPLES)(fivee_suggest.run)
app.command("list", epilog=fivee_list.LIST_EXAMPLES)(fivee_list.listing)
app.command("show", epilog=fivee_list.SHOW_EXAMPLES)(fivee_list.stat_block)
