"""``hazard bench``: how fast it is here."""

from __future__ import annotations

import contextlib
import json as json_text
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

import hazard
from hazard.cli.common import (
    JsonOption,
    SecondsOption,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
    show,
)
from hazard.decide import decide
from hazard.errors import UserError, no_such
from hazard.registry import find_game, game_names
from hazard.registry.states import first_decision
from hazard.search import Budget, Expectimax, TreeSearch
from hazard.solving.solve import Progress

EXAMPLES = examples("hazard bench", "hazard bench speed", "hazard bench pruning", "hazard bench speed --json")
SPEED = "speed"
"""The check that comes with the package; the program of that name is ``speed.py``."""
NOT_PROGRAMS = ("conftest", "common", "drawn_texts", "pseudo", "python_pig")
"""Modules beside the benchmark programs that they share."""


def benchmark_folder() -> Path | None:
    """Return the benchmarks of the checkout this package runs from, if it runs from one."""
    for base in (Path(hazard.__file__).resolve().parents[2], Path.cwd()):
        if (base / "benchmarks").is_dir() and (base / "src" / "hazard").is_dir():
            return base / "benchmarks"
    return None


def programs() -> dict[str, Path]:
    """Return the benchmark programs by name; none outside a checkout.

    >>> all(path.suffix == ".py" for path in programs().values())
    True
    """
    folder = benchmark_folder()
    files = [] if folder is None else sorted(folder.glob("*.py"))
    return {path.stem: path for path in files if path.stem[0] != "_" and path.stem not in NOT_PROGRAMS}


def complete_benchmark(incomplete: str) -> list[str]:
    """Complete the name of a benchmark."""
    return [name for name in [SPEED, *programs()] if name.startswith(incomplete)]


def run(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            autocompletion=complete_benchmark,
            help="A program in benchmarks/, such as 'pruning' or 'speed.py'. The name "
            "'speed' without .py is the built-in speed test. By default, all programs"
            " run, or the speed test where there are none.",
        ),
    ] = None,
    seconds: SecondsOption = None,
    quick: Annotated[bool, typer.Option("--quick", help="Run each program with fewer repetitions.")] = False,
    json: JsonOption = False,
) -> None:
    """Run the benchmark programs of a checkout, or measure the speed of the compiled games.

    The built-in speed test counts nodes and simulations per second for each compiled game.
    """
    known = programs()
    program = None if name is None else name.removesuffix(".py")
    if name is not None and name != SPEED and program not in known:
        raise no_such(name, [SPEED, *known], "benchmark")
    if name == SPEED or not known:
        refuse_idle(context, "--quick", because="cli.idle.small_check")
        with progress_bar() as progress:
            rows = speed(0.3 if seconds is None else seconds, progress)
        print_json({"speed": rows}) if json else show(speed_table(rows))
        return
    refuse_idle(context, "--seconds", because="cli.idle.for_small_check", name=SPEED)
    chosen = [program] if program is not None else list(known)
    results = [run_program(each, known[each], capture=json, quick=quick) for each in chosen]
    if json:
        print_json({"benchmarks": results})
    failed = [result["name"] for result in results if result["exit_code"] != 0]
    if failed:
        raise UserError("cli.benchmark_failed", failed=", ".join(failed))


def run_program(name: str, path: Path, capture: bool, quick: bool) -> dict[str, Any]:
    """Run one program; its output goes through, or into the answer: as data where it answers in JSON."""
    if not capture:
        say(f"== {name}")
        sys.stdout.flush()
    began = perf_counter()
    options = [*(["--quick"] if quick else []), *(["--json"] if capture else [])]
    done = subprocess.run(
        [sys.executable, str(path), *options],
        check=False,
        text=True,
        stdout=subprocess.PIPE if capture else None,
    )
    output: Any = done.stdout
    if capture:
        with contextlib.suppress(ValueError):
            output = json_text.loads(done.stdout)
    return {
        "name": name,
        "seconds": perf_counter() - began,
        "exit_code": done.returncode,
        "output": output,
    }


def speed(seconds: float, progress: Progress | None) -> list[dict[str, Any]]:
    """Count nodes and simulations per second for each compiled game."""
    budget = Budget(seconds=seconds)
    rows = []
    for done, name in enumerate(game_names()):
        if progress is not None:
            progress(name, done, len(game_names()))
        game = find_game(name)
        state, _ = first_decision(game, game.start())
        deep = decide(game, state, Expectimax(), budget).statistics
        tree = decide(game, state, TreeSearch(prove=False), budget).statistics
        rows.append(
            {
                "game": name,
                "nodes_per_second": deep.nodes / max(deep.seconds, 1e-9),
                "depth": deep.depth,
                "simulations_per_second": tree.simulations / max(tree.seconds, 1e-9),
            }
        )
    return rows


def speed_table(rows: list[dict[str, Any]]) -> Table:
    """Lay the speeds out."""
    table = Table(title="Speed on this machine, one thread", title_justify="left")
    for heading in ("game", "expectimax nodes/s", "depth reached", "tree search simulations/s"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in rows:
        speeds = f"{row['nodes_per_second']:,.0f}", str(row["depth"]), f"{row['simulations_per_second']:,.0f}"
        table.add_row(row["game"], *speeds)
    return table
