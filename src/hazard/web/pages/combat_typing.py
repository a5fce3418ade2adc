"""What a game master types about a fight, done as ``hazard fivee run`` would."""

from __future__ import annotations

import re

from hazard.fivee.commands import CommandReader
from hazard.fivee.facts import Fact
from hazard.fivee.phrases import Wording
from hazard.fivee.telling import meant
from hazard.game import GameError
from hazard.registry import UserError
from hazard.web.rooms import Room
from hazard.web.site import Visit
from hazard.web.work import beside


async def do_typed(visit: Visit, room: Room, line: str) -> str:
    """Do what a line says; return what came of it."""
    table = room.table
    if not line.strip():
        return ""
    try:
        command = CommandReader(room.fight).read(line, table.question)
    except (GameError, UserError) as error:
        raise UserError(_as_called_here(visit, room, str(error))) from None
    if command.fact is not None:
        return await room.enter(command.fact)
    match command.order:
        case "undo":
            return await room.change(table.undo)
        case "redo":
            return await room.change(table.redo)
        case "next":
            return await room.enter(Fact(kind="next"))
        case "roll" | "roll all" if table.question is not None:
            return await room.roll(command.order == "roll all")
        case "objective":
            return await room.enter(Fact(kind="objective", text=command.rest.lower()))
        case "accept" | "do" if table.question is None:
            return await room.play(await _plan(room, command.rest), visit.language, False)
    raise UserError(f"{line!r}? {visit('what_can_be_typed')}")


def _as_called_here(visit: Visit, room: Room, said: str) -> str:
    """Return what was said with everybody called as on the visitor's page."""
    names = dict(
        zip((f.name for f in room.fight.fighters), Wording(room.fight, visit.language).names, strict=True)
    )
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"\b(?:{known})\b", lambda found: names[found[0]], said)


def plan_asked_about(room: Room, line: str) -> str | None:
    """Return the words of a plan that a line asks "why not?" about, or None if it says something else."""
    table = room.table
    if table.question is not None or not line.lower().lstrip().startswith(("why", "warum")):
        return None
    command = CommandReader(room.fight).read(line)
    return command.rest if command.order == "why not" else None


async def plan_meant(room: Room, words: str) -> str:
    """Return the plan, of all there are, that has these words in it."""
    suggestion = await room.suggest()
    return str((await beside(lambda: meant(suggestion.with_every_plan(), words))).action)


async def _plan(room: Room, rest: str) -> str:
    """Return the plan that is meant by a number of the list or by some of its words."""
    suggestion = await room.suggest()
    options = suggestion.decision.options
    if not rest:
        return str(options[0].action)
    if rest.isascii() and rest.isdigit():
        if not 1 <= int(rest) <= len(options):
            raise UserError(f"there is no plan {rest}; expected 1 to {len(options)}")
        return str(options[int(rest) - 1].action)
    return await plan_meant(room, rest)
