"""``hazard solve``: exact values and a policy of a whole game, with a proven error bound."""

from __future__ import annotations

import contextlib
import csv
import json as jsonlib
import math
import random
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.arena import draw
from hazard.cli.common import (
    GameArgument,
    JsonOption,
    StateOption,
    check_suffix,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
    show,
)
from hazard.errors import UserError
from hazard.files import whole_text
from hazard.game import Turn, state_text, words
from hazard.games import Pig
from hazard.games.pig.surface import Surface
from hazard.registry import find_game
from hazard.registry.states import read_state
from hazard.solving.growth import EndlessWarning
from hazard.solving.solve import Solution, solve
from hazard.text import fold

EXAMPLES = examples(
    "hazard solve pig",
    "hazard solve pig --plot terminal",
    "hazard solve 'pig(target=50)' --plot surface.svg --out policy.csv",
    "hazard solve tictactoe --json",
)

PlotOption = Annotated[
    str | None,
    typer.Option(
        "--plot",
        metavar="terminal|FILE",
        help="Only for Pig: draw when to hold, in the terminal or to a file (.svg or .html).",
    ),
]


def run(
    context: typer.Context,
    game: GameArgument,
    state: StateOption = None,
    plot: PlotOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write every state with its value and best action to this file (.csv or .json).",
        ),
    ] = None,
    tolerance: Annotated[
        float, typer.Option("--tolerance", metavar="X", help="The largest error allowed in a value.")
    ] = 1e-9,
    max_states: Annotated[
        int | None,
        typer.Option(
            "--max-states",
            metavar="N",
            help="Give up on a game with more states than this. By default 20 million, or fewer if "
            "the number of states appears to be infinite.",
        ),
    ] = None,
    max_bytes: Annotated[
        int | None,
        typer.Option(
            "--max-bytes",
            metavar="N",
            help="Give up on a game that needs more memory than this, in bytes. By "
            "default, a quarter of the machine's memory.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Solve a game exactly: the value and the best action of every state, with a proven error bound."""
    if out is not None:
        check_suffix(out, ".csv", ".json")
    if plot == "terminal":
        refuse_idle(context, "--json", because="cli.idle.plot_terminal")
    elif plot is not None:
        check_suffix(Path(str(plot)), ".svg", ".html")
    rules = find_game(game)
    if plot is not None and not isinstance(rules, Pig):
        raise UserError("cli.plot_draws_only_pig", game=type(rules).__name__)
    position = read_state(rules, state)
    with progress_bar() as progress, warnings_on_one_line():
        solution = solve(
            rules,
            position,
            tolerance=tolerance,
            max_states=max_states,
            max_bytes=max_bytes,
            progress=progress,
        )
    answer = summary(solution)
    if out is not None:
        export(solution, out)
    surface = Surface.of(solution) if plot is not None else None
    if surface is not None and plot != "terminal":
        surface.write(Path(str(plot)))
    if json:
        print_json(answer)
        return
    tell(answer)
    if surface is not None and plot == "terminal":
        show(surface)
    for path in (out, None if plot == "terminal" else plot):
        if path is not None:
            say(f"Written: {path}")


@contextlib.contextmanager
def warnings_on_one_line() -> Iterator[None]:
    """Show warnings as a person wants them: without the line of code that they come from."""

    def write(message: Warning | str, *_: object) -> None:
        sys.stderr.write(f"hazard: {fold(str(message))}\n")

    with warnings.catch_warnings():
        warnings.simplefilter("always", EndlessWarning)
        warnings.showwarning = write  # type: ignore[assignment]
        yield


def summary(solution: Solution) -> dict[str, Any]:
    """Return what there is to say about a solution, as plain data."""
    game, root = solution.game, solution.root
    action = solution.action(root)
    return {
        "game": type(game).__name__,
        "state": state_text(game, root),
        "turn": Turn(game.turn(root)).name,
        "value": solution.value(root),
        "error": solution.error,
        "interval": solution.interval(root),
        "remarks": solution.remarks,
        "action": None if action is None else words(game, root, action),
        "states": solution.states,
        "edges": solution.edges,
        "components": solution.components,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "sample": sample_game(solution),
    }


SAMPLE_MOVES = 1000
"""Moves of the game that is shown, at most."""


def sample_game(solution: Solution, decisions: int = 10) -> list[dict[str, Any]]:
    """Play the beginning of one game as the solution says; return the decisions on the way."""
    game, state, dice = solution.game, solution.root, random.Random(1)
    rows: list[dict[str, Any]] = []
    for _ in range(SAMPLE_MOVES):  # chance may go on for ever
        turn = Turn(game.turn(state))
        if turn is Turn.OVER or len(rows) == decisions:
            break
        if turn is Turn.CHANCE:
            state = game.apply(state, draw(game, state, dice.random()))
            continue
        action = solution.action(state)
        said = words(game, state, action)
        row = {
            "state": state_text(game, state),
            "turn": turn.name,
            "value": solution.value(state),
            "action": said,
        }
        rows.append(row)
        state = game.apply(state, action)
    return rows


def tell(answer: dict[str, Any]) -> None:
    """Print the summary for a person."""
    low, high = answer["interval"]
    proof = "without bound" if math.isinf(low) else f"proven within {(high - low) / 2:.1e}"
    if low != high and math.isinf(high - low):
        proof = "not proven"
    say(f"{answer['game']} from {answer['state']}: value {answer['value']:.9f} for MAX, {proof}")
    for remark in answer["remarks"]:
        say(remark)
    if answer["action"] is not None:
        say(f"Best for {answer['turn']}: {answer['action']}")
    say(
        f"{answer['states']:,} states, {answer['edges']:,} moves, {answer['components']:,} components, "
        f"{answer['iterations']:,} sweeps, {answer['seconds']:.2f} s"
    )
    if not answer["sample"]:
        return
    table = Table(title="One game under best play begins", title_justify="left")
    for heading in ("state", "to move", "value", "best"):
        table.add_column(heading, justify="right" if heading == "value" else "left")
    for row in answer["sample"]:
        table.add_row(row["state"], row["turn"], f"{row['value']:.9f}", row["action"])
    show(table)


def export(solution: Solution, path: Path) -> None:
    """Write every state with its value and the best action (empty where nobody decides)."""
    game = solution.game
    with whole_text(path) as file:
        if path.suffix.lower() == ".csv":
            writer = csv.writer(file)
            writer.writerow(("state", "turn", "value", "action"))
            for state, turn, value, action in solution.items():
                said = "" if action is None else words(game, state, action)
                writer.writerow((state_text(game, state), turn.name, repr(value), said))
            return
        mark = "[\n"
        for state, turn, value, action in solution.items():
            chosen = None if action is None else words(game, state, action)
            known = value if math.isfinite(value) else None  # JSON has no word for infinity
            row = {"state": state_text(game, state), "turn": turn.name, "value": known, "action": chosen}
            file.write(mark + jsonlib.dumps(row))
            mark = ",\n"
        file.write("\n]\n")
