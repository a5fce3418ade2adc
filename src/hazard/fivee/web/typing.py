"""What a game master types about a fight, done as ``hazard fivee run`` would."""

from __future__ import annotations

import re

from hazard.errors import UserError
from hazard.fivee.rules.plans import PlanRow
from hazard.fivee.table.commands import CommandReader
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.join_reading import read_joining
from hazard.fivee.web.rooms import Room
from hazard.web.site import Visit
from hazard.web.work import beside

_FILE = re.compile(r"[/\\]|\.\w+\s*$|\.(?:toml|json|txt|md|ya?ml)", re.I)


async def do_typed(visit: Visit, room: Room, line: str) -> str:
    """Do what a line says; return what came of it."""
    table = room.table
    if not line.strip():
        return ""
    command = CommandReader(room.fight, visit.language).read(line, table.question)
    if command.facts:
        return await room.enter_all(command.facts, command.parts)
    match command.order:
        case "undo":
            return await room.change(table.undo)
        case "redo":
            return await room.change(table.redo)
        case "next":
            return await room.enter(Fact(kind="next"))
        case "roll" | "roll all" if table.question is not None:
            return await room.roll(command.order == "roll all")
        case "join" if _FILE.search(command.rest) is None:  # files of the server are not for its visitors
            reader = CommandReader(room.fight, visit.language)
            return await room.enter_all(read_joining(room.fight, reader, command.rest, visit.language), ())
        case "objective":
            return await room.enter(Fact(kind="objective", text=command.rest.lower()))
        case "accept" | "do" if table.question is None:
            return await room.play(
                await plan_meant(room, command.rest, visit.language), visit.language, False
            )
    raise UserError("fivee.line_not_understood", line=line, advice=visit("what_can_be_typed"))


def plan_asked_about(room: Room, line: str) -> str | None:
    """Return the words of a plan that a line asks "why not?" about, or None if it says something else."""
    table = room.table
    if table.question is not None or not line.lower().lstrip().startswith(("why", "warum")):
        return None
    command = CommandReader(room.fight).read(line)
    return command.rest if command.order == "why not" else None


async def plan_meant(room: Room, words: str, language: str) -> PlanRow:
    """Return the plan, of all there are, that is meant by a number of the list or by some of its words."""
    suggestion = await room.suggest()
    return PlanRow.of(await beside(lambda: room.table.plan_meant(words, suggestion, language)))
