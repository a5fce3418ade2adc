"""``hazard fivee run``: a fight at the table, turn by turn, written to disk as it happens."""

from __future__ import annotations

import re
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hazard.cli.common import examples, output, print_json, refuse_idle, say, seed_option
from hazard.errors import UserError, known_language, quoted
from hazard.fivee.cli.forecast import CreaturesOption, LanguageOption
from hazard.fivee.cli.suggest import (
    BossOption,
    DirectorDepth,
    DirectorSeconds,
    ObjectiveOption,
    ReplyOption,
    SearchOption,
    director_settings,
)

if TYPE_CHECKING:  # combat takes a moment to load, which no other command should wait for
    from hazard.fivee.rules.fight import Fight, FightState
    from hazard.fivee.table.table import Table

EXAMPLES = examples(
    "hazard fivee run goblin-ambush",
    "hazard fivee run goblin-ambush --initiative 'fighter 17, rogue 12'",
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
    boss: BossOption = False,
    creatures: CreaturesOption = None,
    initiative: Annotated[
        str | None,
        typer.Option(
            "--initiative",
            metavar="ask|roll|'NAME N, ...'",
            help="Ask for everybody's initiative, roll it, or take these and roll the others. By default, "
            "ask on a terminal and roll otherwise.",
        ),
    ] = None,
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

    settings = director_settings(context, depth, seconds, search, reply, boss)
    if json:
        idle = ("--depth", "--seconds", "--search", "--reply", "--boss")
        refuse_idle(context, *idle, because="fivee.idle.nothing_suggested")
    more: dict[str, Any] = {"settings": settings, "language": known_language(lang), "seed": seed}
    beginning = _Beginning(context, source, save, new, objective, creatures or [], initiative)
    table = _table(beginning, resume, more)
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


@dataclass(frozen=True)
class _Beginning:
    """How a fight is to begin, as the command line says it."""

    context: typer.Context
    source: str | None
    save: Path | None
    new: bool
    objective: str | None
    creatures: list[Path]
    initiative: str | None


def _table(wanted: _Beginning, resume: Path | None, more: dict[str, Any]) -> Table:
    """Begin a fight, or go on with one."""
    from hazard.fivee.table.table import Table

    context, source = wanted.context, wanted.source
    if resume is not None:
        if source is not None or wanted.save is not None or wanted.new:
            raise UserError("fivee.resume_stands_alone")
        _refuse_another_fight(context, resume)
        return Table.resume(resume, **more)
    if source is None:
        raise UserError("fivee.no_encounter_given")
    file = wanted.save if wanted.save is not None else Path(Path(source).stem + ".hazard")
    if file.exists() and not wanted.new and _goes_on(file):
        _refuse_another_fight(context, file)
        return Table.resume(file, **more)
    seed = secrets.randbelow(2**32) if more["seed"] is None else more["seed"]
    fight, state = _begun(wanted, source, seed, more["language"])
    if file.exists():
        _put_aside(file)
    return Table.begin(file, fight, state, objective=wanted.objective, about={"seed": str(seed)}, **more)


def _begun(wanted: _Beginning, source: str, seed: int, language: str) -> tuple[Fight, FightState]:
    """Return a fight before its first turn, with everybody's initiative entered or rolled by the seed."""
    from hazard.fivee.rules.fight import Fight
    from hazard.fivee.table.initiative import asked_for, reordered, rolled, with_scores
    from hazard.fivee.table.opening import open_fight

    if source.lower().endswith(".json"):
        refuse_idle(wanted.context, "--creatures", because="fivee.idle.state_has_creatures")
        refuse_idle(wanted.context, "--initiative", because="fivee.idle.state_has_order")
        return open_fight(source, seed)
    fight, _ = open_fight(source, seed, wanted.creatures)
    creatures = {fighter.creature.id: fighter.creature for fighter in fight.fighters}
    asks = wanted.initiative or ("ask" if sys.stdin.isatty() and sys.stdout.isatty() else "roll")
    if asks == "ask":
        encounter, order = asked_for(fight.encounter, fight, seed, _ask, language)
        fight = Fight(encounter, creatures, seed=seed)
        return fight, reordered(fight, fight.start, order)
    encounter = fight.encounter
    if asks != "roll":
        encounter = with_scores(encounter, fight, _typed(asks, fight, language))
    return (fight := Fight(rolled(encounter, fight, seed), creatures, seed=seed)), fight.start


def _typed(text: str, fight: Fight, language: str) -> dict[str, int]:
    """Return the initiatives of ``--initiative 'Fighter 17, Rogue 12'``."""
    from hazard.fivee.table.commands import CommandReader

    reader, found = CommandReader(fight, language), {}
    for part in text.split(","):
        words = re.fullmatch(r"\s*(.+?)[\s:=]+([+-]?[0-9]{1,2})\s*", part)
        if words is None:
            raise UserError("fivee.initiative_not_read", text=quoted(part.strip()))
        found[reader.one_name(words[1])] = int(words[2])
    return found


def _ask(question: str) -> str:
    say(question)
    line = sys.stdin.readline()
    if not line:
        raise UserError("fivee.initiative_cut_off")
    return line


def _refuse_another_fight(context: typer.Context, file: Path) -> None:
    """Refuse what only the beginning of a fight can be told."""
    refuse_idle(context, "--objective", because="fivee.idle.goes_on", file=file)
    refuse_idle(context, "--initiative", because="fivee.idle.has_order", file=file)
    refuse_idle(context, "--creatures", because="fivee.idle.goes_on_with", file=file)


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
