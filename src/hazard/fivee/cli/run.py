"""``hazard fivee run``: a fight at the table, turn by turn, written to disk as it happens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.common import examples, output, print_json, refuse_idle, say, seed_option
from hazard.errors import UserError
from hazard.fivee.cli.forecast import LanguageOption, checked_language
from hazard.fivee.cli.suggest import (
    CreaturesOption,
    DirectorDepth,
    DirectorSeconds,
    ObjectiveOption,
    ReplyOption,
    SearchOption,
    director_settings,
)

if TYPE_CHECKING:  # combat takes a moment to load, which no other command should wait for
    from hazard.fivee.table.table import Table

EXAMPLES = examples(
    "hazard fivee run goblin-ambush",
    "hazard fivee run my-encounter.toml --save friday.hazard --lang de",
    "hazard fivee run --resume friday.hazard",
    "hazard fivee run --resume friday.hazard --json   # the state, for other programs",
)


def run(
    context: typer.Context,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="ENCOUNTER",
            help="The encounter: a TOML file, the name of a built-in encounter, or a saved state (.json).",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="Save the fight to this file. By default, ENCOUNTER.hazard in the current folder.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Resume the fight that was saved in this file."),
    ] = None,
    new: Annotated[
        bool,
        typer.Option(
            "--new", help="Start a new fight even if the file exists. The old file is kept beside it."
        ),
    ] = False,
    objective: ObjectiveOption = None,
    depth: DirectorDepth = 2,
    seconds: DirectorSeconds = 1.0,
    search: SearchOption = "expectimax",
    reply: ReplyOption = "adversary",
    creatures: CreaturesOption = None,
    seed: Annotated[int | None, seed_option("Roll the same initiative and the same dice again.")] = None,
    lang: LanguageOption = "en",
    json: Annotated[
        bool, typer.Option("--json", help="With --resume, print the state as JSON and exit.")
    ] = False,
) -> None:
    """Run a fight at the table: see the map and a suggestion for each turn, and type what happened.

    Everything that you type is saved at once. Type help for the list of commands.
    """
    from hazard.fivee.cli.session import Session

    settings = director_settings(context, depth, seconds, search, reply)
    if json:
        idle = ("--depth", "--seconds", "--search", "--reply")
        refuse_idle(context, *idle, because="with --json nothing is suggested")
    more: dict[str, Any] = {"settings": settings, "language": checked_language(lang), "seed": seed}
    table = _table(context, source, save, resume, new, objective, creatures or [], more)
    try:
        if json:
            print_json(_state(table))
            return
        Session(table, output()).run()
    finally:
        table.close()


def _state(table: Table) -> dict[str, Any]:
    from hazard.fivee.rules.states import write_state

    state = None if table.state.chance else write_state(table.fight, table.state)
    return {"facts": table.number, "log": table.log_in(table.language), "state": state}


def _table(
    context: typer.Context,
    source: str | None,
    save: Path | None,
    resume: Path | None,
    new: bool,
    objective: str | None,
    creatures: list[Path],
    more: dict[str, Any],
) -> Table:
    """Begin a fight, or go on with one."""
    from hazard.fivee.table.opening import open_fight
    from hazard.fivee.table.table import Table

    if resume is not None:
        if source is not None or save is not None or new:
            raise UserError("fivee.resume_stands_alone")
        _refuse_another_fight(context, resume)
        return Table.resume(resume, **more)
    if source is None:
        raise UserError("fivee.no_encounter_given")
    file = save if save is not None else Path(Path(source).stem + ".hazard")
    if file.exists() and not new and _goes_on(file):
        _refuse_another_fight(context, file)
        return Table.resume(file, **more)
    if source.lower().endswith(".json"):
        refuse_idle(context, "--creatures", because="a state has its creatures in it")
    fight, state = open_fight(source, more["seed"] or 0, creatures)
    if file.exists():
        _put_aside(file)
    return Table.begin(file, fight, state, objective=objective, **more)


def _refuse_another_fight(context: typer.Context, file: Path) -> None:
    """Refuse what only the beginning of a fight can be told."""
    because = f"{file} goes on as it was begun; 'objective NAME' changes what the monsters are after"
    refuse_idle(context, "--objective", because=because)
    refuse_idle(context, "--creatures", because=f"{file} goes on with those who are in it; --new begins anew")


def _goes_on(file: Path) -> bool:
    """Ask whether to go on with a file that exists; without a terminal, yes."""
    if not sys.stdin.isatty():
        sys.stderr.write(f"Resuming {file}; use --new to start a new fight.\n")
        return True
    return typer.confirm(f"{file} already contains a fight. Resume it?", default=True)


def _put_aside(file: Path) -> None:
    number = 1
    while (old := file.with_name(f"{file.name}.{number}")).exists():
        number += 1
    for ending in ("", "-wal"):  # the second file is there after a crash, with the latest facts
        if (part := file.with_name(file.name + ending)).exists():
            part.rename(old.with_name(old.name + ending))
    say(f"The old fight is kept as {old}.")
