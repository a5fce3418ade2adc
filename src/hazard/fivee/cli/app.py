"""``hazard fivee``: fifth-edition combat."""

from __future__ import annotations

import typer

from hazard.cli.common import examples
from hazard.cli.plain_help import Commands
from hazard.fivee.cli import (
    balance,
    day,
    duel,
    forecast,
    importing,
    listing,
    objectives,
    round_plan,
    run,
    suggest,
)

app = Commands(
    name="fivee",
    epilog=examples(
        "hazard fivee run goblin-ambush",
        "hazard fivee suggest goblin-ambush",
        "hazard fivee list creatures dragon",
        "hazard fivee forecast goblin-ambush",
        "hazard fivee import my-monsters.json --out my-monsters.toml",
        "Add --help to a command for its options and examples, or --json for output that programs read.",
    ),
)


@app.callback(invoke_without_command=True)
def _root(context: typer.Context) -> None:
    """Suggest turns in fifth-edition combat, run a fight at the table, and forecast how fights end."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("forecast", epilog=forecast.EXAMPLES)(forecast.run)
app.command("balance", epilog=balance.EXAMPLES)(balance.run)
app.command("day", epilog=day.EXAMPLES)(day.run)
app.command("duel", epilog=duel.EXAMPLES)(duel.run)
app.command("import", epilog=importing.EXAMPLES)(importing.run)
app.command("objectives", epilog=objectives.EXAMPLES)(objectives.run)
app.command("round", epilog=round_plan.EXAMPLES)(round_plan.run)
app.command("run", epilog=run.EXAMPLES)(run.run)
app.command("suggest", epilog=suggest.EXAMPLES)(suggest.run)
app.command("list", epilog=listing.LIST_EXAMPLES)(listing.listing)
app.command("show", epilog=listing.SHOW_EXAMPLES)(listing.stat_block)
