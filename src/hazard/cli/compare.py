"""``hazard compare``: every search on the same position."""

from __future__ import annotations

from rich.table import Table

from hazard.cli.common import (
    DepthOption,
    GameArgument,
    JsonOption,
    SecondsOption,
    StateOption,
    examples,
    print_json,
    show,
    starting_point,
)
from hazard.comparing import Row, compare
from hazard.game import state_text
from hazard.registry import find_game
from hazard.search import Budget

EXAMPLES = examples(
    "hazard compare connect4 --depth 6",
    "hazard compare einstein --depth 3",
    "hazard compare pig --state '40 35 12' --seconds 0.2",
)


def run(
    game: GameArgument,
    state: StateOption = None,
    depth: DepthOption = None,
    seconds: SecondsOption = None,
    json: JsonOption = False,
) -> None:
    """Compare all searches on one position: value, move, nodes, speed, and whether the value is exact.

    Every search gets the same limit: --depth or --seconds. Without either, each gets half a second.
    """
    rules = find_game(game)
    position = starting_point(rules, state)
    if depth is None and seconds is None:
        seconds = 0.5
    budget = Budget(seconds=seconds, depth=depth)
    rows = compare(rules, position, budget)
    if json:
        where = state_text(rules, position)
        print_json(
            {"game": type(rules).__name__, "state": where, "searches": [row.to_dict() for row in rows]}
        )
    else:
        show(table_of(rows, f"{type(rules).__name__}: {state_text(rules, position)}"))


def table_of(rows: list[Row], title: str) -> Table:
    """Lay the rows out."""
    table = Table(title=title, title_justify="left", caption="values are for MAX", caption_justify="left")
    table.add_column("search", no_wrap=True)
    for heading in ("value", "is", "move", "depth", "nodes", "nodes/s", "ms"):
        table.add_column(heading, justify="left" if heading in ("is", "move") else "right")
    table.add_column("note")
    for row in rows:
        if row.decision is None:
            table.add_row(row.name, *[""] * 7, row.note)
            continue
        done = row.decision.statistics
        work = done.nodes or done.simulations
        speed = f"{work / done.seconds:,.0f}" if done.seconds > 0 else ""
        best = row.decision.best
        table.add_row(
            row.name, f"{best.value:.6f}", best.kind, best.words, str(done.depth), f"{work:,}", speed,
            f"{1000 * done.seconds:.1f}", row.note,
        )  # fmt: skip
    return table
