"""``hazard fivee run``: a fight at the table, turn by turn, written to disk as it happens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.common import SeedOption, examples, output, print_json, say
from hazard.cli.fivee_forecast import LanguageOption, checked_language
from hazard.cli.fivee_suggest import (
    CreaturesOption,
    DirectorDepth,
    DirectorSeconds,
    ObjectiveOption,
    ReplyOption,
    SearchOption,
    director_settings,
)
from hazard.registry import UserError

if TYPE_CHECKING:  # combat takes a moment to load, which no other command should wait for
    from hazard.fivee.table import Table

EXAMPLES = examples(
    "hazard fivee run goblin-ambush",
    "hazard fivee run my-encounter.toml --save friday.hazard --lang de",
    "hazard fivee run --resume friday.hazard",
    "hazard fivee run --resume friday.hazard --json   (the state, for other programs)",
)


def run(
    source: Annotated[
        str | None,
        typer.Argument(metavar="[ENCOUNTER]", help="An example, an encounter's TOML file, or a state."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Where to write it; ENCOUNTER.hazard in this folder."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a fight that was written.")
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Begin anew even if the file exists; the old one is kept beside it.")
    ] = False,
    objective: ObjectiveOption = None,
    depth: DirectorDepth = 2,
    seconds: DirectorSeconds = 1.0,
    search: SearchOption = "expectimax",
    reply: ReplyOption = "adversary",
    creatures: CreaturesOption = None,
    seed: SeedOption = 0,
    lang: LanguageOption = "en",
    json: Annotated[
        bool, typer.Option("--json", help="With --resume: print the state as JSON and leave.")
    ] = False,
) -> None:
    """Run a fight: whose turn, the map, the suggestion with reasons; type what happened. Type help there."""
    from hazard.cli.fivee_session import Session

    settings = director_settings(depth, seconds, search, reply)
    more: dict[str, Any] = {"settings": settings, "language": checked_language(lang)}
    table = _table(source, save, resume, new, objective, creatures or [], seed, more)
    try:
        if json:
            print_json(_state(table))
            return
        Session(table, output()).run()
    finally:
        table.close()


def _state(table: Table) -> dict[str, Any]:
    from hazard.fivee.states import write_state

    state = None if table.state.chance else write_state(table.fight, table.state)
    return {"facts": table.number, "log": table.log, "state": state}


def _table(
    source: str | None,
    save: Path | None,
    resume: Path | None,
    new: bool,
    objective: str | None,
    creatures: list[Path],
    seed: int,
    more: dict[str, Any],
) -> Table:
    """Begin a fight, or go on with one."""
    from hazard.fivee.opening import open_fight
    from hazard.fivee.table import Table

    if resume is not None:
        if source is not None or save is not None or new:
            raise UserError("--resume goes on with a file as it is: leave ENCOUNTER, --save and --new out")
        return Table.resume(resume, **more)
    if source is None:
        raise UserError("say which encounter to run, or --resume FILE; hazard fivee list encounters")
    file = save if save is not None else Path(Path(source).stem + ".hazard")
    if file.exists() and not new and _goes_on(file):
        return Table.resume(file, **more)
    fight, state = open_fight(source, seed, creatures)
    if file.exists():
        _put_aside(file)
    return Table.begin(file, fight, state, objective=objective, seed=seed or None, **more)


def _goes_on(file: Path) -> bool:
    """Ask whether to go on with a file that exists; without a terminal, yes."""
    if not sys.stdin.isatty():
        sys.stderr.write(f"Going on with {file}; --new begins anew.\n")
        return True
    return typer.confirm(f"{file} holds a fight already. Go on with it?", default=True)


def _put_aside(file: Path) -> None:
    number = 1
    while (old := file.with_name(f"{file.name}.{number}")).exists():
        number += 1
    for ending in ("", "-wal"):  # the second file is there after a crash, with the latest facts
        if (part := file.with_name(file.name + ending)).exists():
            part.rename(old.with_name(old.name + ending))
    say(f"The old fight is kept as {old}.")
