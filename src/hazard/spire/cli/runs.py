"""``hazard spire runs``: the agent measured over whole simulated runs."""

from __future__ import annotations

import json as json_text
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hazard.cli.common import (
    JsonOption,
    SeedOption,
    examples,
    print_json,
    progress_bar,
    refuse_idle,
    say,
    show,
)
from hazard.cli.executing import AddressOption
from hazard.errors import UserError
from hazard.spire.cli.drafts import Draft, DraftOption, DraftTimeOption, WorthOption

EXAMPLES = examples(
    "hazard spire runs --games 20",
    "hazard spire runs --games 200 --ascension 0 --on processes --workers 8 --records runs.jsonl",
    "hazard spire runs --games 2 --simulations 50 --seed 7   # the same runs, command by command",
)


class Where(StrEnum):
    """Where runs are played at the same time."""

    HERE = "here"
    THREADS = "threads"
    PROCESSES = "processes"
    RAY = "ray"


def run(
    context: typer.Context,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many runs to play.")] = 10,
    ascension: Annotated[
        int,
        typer.Option("--ascension", metavar="N", min=0, max=20, help="The ascension level, from 0 to 20."),
    ] = 20,
    on: Annotated[
        Where,
        typer.Option(
            "--on",
            metavar="KIND",
            help="Where to play the runs: here (one after the other), or in parallel on threads or processes "
            "of this machine or on a Ray cluster (here, threads, processes or ray).",
        ),
    ] = Where.PROCESSES,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            help="How many runs at the same time. By default, one for each core.",
        ),
    ] = None,
    address: AddressOption = None,
    milliseconds: Annotated[
        float | None,
        typer.Option(
            "--milliseconds",
            metavar="MS",
            min=1,
            help="Time limit for each plan, in milliseconds. By default, the planner's own.",
        ),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            "--simulations",
            metavar="N",
            min=1,
            help="Plan by this number of simulations instead of by time, so that the same seed plays the "
            "same run on every machine.",
        ),
    ] = None,
    draft: DraftOption = Draft.FIGHTS,
    draft_ms: DraftTimeOption = 1000.0,
    worth: WorthOption = None,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records",
            metavar="FILE",
            help="Keep one line of JSON for each run in this file. Runs that it has already are not "
            "played again.",
        ),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Measure the agent over whole simulated runs, from Neow to the Heart.

    The agent sees the same messages as in the game, and knows no more than a player. Each run has its own
    seed: the first has --seed, the next the number after it.
    """
    from hazard.spire.drafting.worth import PositionWorth
    from hazard.spire.stand_in.measure import Player, play_runs, summary
    from hazard.spire.stand_in.run_record import read_records

    if on is Where.HERE:
        refuse_idle(context, "--workers", because="spire.idle.on_here")
    if on is not Where.RAY:
        refuse_idle(context, "--address", because="cli.idle.on_ray")
    if draft is Draft.TABLE:
        refuse_idle(context, "--draft-ms", "--worth", because="spire.idle.draft_table")
    if simulations is not None:
        because = "spire.idle.simulations"
        refuse_idle(context, "--milliseconds", "--draft-ms", because=because)
    if worth is not None:
        PositionWorth.read(worth)  # said before the first run, and not by each of them
    player = Player(ascension, milliseconds, simulations, draft.value, draft_ms, worth)
    found = read_records(records, ascension) if records is not None else {}
    wanted = range(seed, seed + games)
    missing = [number for number in wanted if number not in found]
    played = play_runs(player, missing, on.value, workers, address)
    with progress_bar() as progress:
        for done, record in enumerate(played, start=1):
            found[record.seed] = record
            if records is not None:
                _keep(records, record.as_dict())
            if progress is not None:
                progress("runs", done, len(missing))
    told = summary(found[number] for number in wanted)
    if json:
        print_json({"ascension": ascension, "seed": seed, **told})
        return
    _tell(told, ascension)


def _keep(path: Path, record: dict[str, Any]) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json_text.dumps(record) + "\n")
    except OSError as error:
        raise UserError("spire.records_not_written", path=str(path), reason=error.strerror) from None


def _tell(told: dict[str, Any], ascension: int) -> None:
    table = Table(title=f"{told['runs']} runs at ascension {ascension}", title_justify="left")
    for heading in ("", "runs", "share", "95 % interval"):
        table.add_column(heading, justify="right" if heading else "left")
    for name in ("act_3_won", "heart_killed", "past_act_1", "past_act_2"):
        part = told[name]
        low, high = part["interval_95"]
        table.add_row(
            name.replace("_", " "), str(part["count"]), f"{part['share']:.1%}", f"{low:.1%} to {high:.1%}"
        )
    show(table)
    error = "" if told["floor_error"] is None else f" ± {told['floor_error']}"
    say(f"Floor reached: {told['floor_mean']}{error} on average.")
    for name, title in (("deaths_by_act", "Deaths"), ("deaths_by_fight", "In"), ("deaths_by_enemy", "By")):
        if told[name]:
            say(f"{title}: " + ", ".join(f"{what} {count}" for what, count in told[name].items()))
    lost = ", ".join(f"{kind} {cost['mean']:g}" for kind, cost in told["hp_lost"].items())
    say(f"HP lost on average: {lost}")
    say(f"Potions unused at the end: {told['potions_unused_mean']} on average.")
    say(f"{told['commands']} commands, {told['refused']} refused; the slowest took {told['slowest_ms']} ms.")
    if told["unsettled"]:
        say(f"{told['unsettled']} runs ended where the rules did not come to rest.")
