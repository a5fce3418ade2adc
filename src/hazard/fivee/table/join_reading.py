"""Who joins a fight, in the words of a game master: ``join 2 wolf at c4 after Goblin A``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.commands import CommandReader
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.opening import near
from hazard.fivee.table.replies import reply
from hazard.game import GameError

_PARTY = re.compile(
    r"(?<!\w)(?:for|with|to|für|zu)?\s*(?:the |die )?(?:party|gruppe|friends?|freunde?)(?!\w)", re.I
)
_MONSTERS = re.compile(
    r"(?<!\w)(?:for|with|to|für|zu)?\s*(?:the |den |die )?(?:monsters?|monstern?|foes?|feinde?)(?!\w)", re.I
)
_AT = re.compile(r"(?<!\w)(?:at|on|auf|bei|in)?\s*(?<!\w)([a-z]{1,2}\d{1,2})(?!\w)", re.I)
_AFTER = re.compile(r"(?<!\w)(?:after|nach)\s+(.+)$", re.I)
_AS = re.compile(r"(?<!\w)(?:as|called|named|als|namens)\s+(\S.*?)(?=\s+(?:after|nach|at|auf)\s|$)", re.I)
_FILE = re.compile(r"(\S+\.(?:toml|json|txt|md|ya?ml))(?!\w)", re.I)
_COUNT = re.compile(r"^(\d{1,2})\s*(?:x|×)?\s+")
MOST = 12
"""So many join with one line."""


def read_joining(fight: Fight, reader: CommandReader, text: str, language: str) -> list[Fact]:
    """Return a fact for each who joins, or say what is not clear.

    >>> from hazard.fivee.content.library import encounters
    >>> fight = Fight(encounters()["goblin-ambush"], seed=1)
    >>> facts = read_joining(fight, CommandReader(fight), "2 wolf after goblin a", "en")
    >>> [(fact.creature, fact.side, fact.source) for fact in facts]
    [('wolf', 'monsters', 'Goblin A'), ('wolf', 'monsters', 'Goblin A')]
    """
    file, text = _taken(_FILE, text)
    after, text = _taken(_AFTER, text)
    name, text = _taken(_AS, text)
    cell, text = _taken(_AT, text)
    party, text = _without(_PARTY, text)
    foes, text = _without(_MONSTERS, text)
    counted = _COUNT.match(text.strip())
    count = int(counted[1]) if counted else 1
    words = _COUNT.sub("", text.strip()).strip(" .,")
    if not words and file is None:
        raise GameError(reply(language, "join_whom"))
    if not 1 <= count <= MOST:
        raise GameError(reply(language, "join_count", most=MOST))
    creature = _of_file(file, words, language) if file else _creature(fight, words, language)
    side: Literal["party", "monsters"] = "monsters"
    if party or (creature.is_character and not foes):
        side = "party"
    source = None if after is None else reader.one_name(after)
    own = None if bestiary().get(creature.id) == creature else creature
    return [
        Fact(
            kind="join", creature=creature.id, stat_block=own, side=side, source=source,
            who=name if count == 1 else None, cell=cell.lower() if cell and count == 1 else None,
        )
        for _ in range(count)
    ]  # fmt: skip


def _taken(pattern: re.Pattern[str], text: str) -> tuple[str | None, str]:
    found = pattern.search(text)
    return (found[1].strip(), text[: found.start()] + text[found.end() :]) if found else (None, text)


def _without(pattern: re.Pattern[str], text: str) -> tuple[bool, str]:
    found = pattern.search(text)
    return (True, text[: found.start()] + text[found.end() :]) if found else (False, text)


def _of_file(file: str, words: str, language: str) -> Creature:
    """Return the creature of a file that is named besides, or the first."""
    from hazard.fivee.importers import import_file

    found = [one.creature for one in import_file(Path(file).expanduser())]
    named = [c for c in found if words.lower() in (c.id, c.name.lower())] if words else found
    if not named:
        known = reply(language, "or").join(c.name for c in found[:8])
        raise GameError(reply(language, "may_mean", words=file, known=known))
    return named[0]


def _creature(fight: Fight, words: str, language: str) -> Creature:
    """Return who is meant: one of this fight, or of the bestiary, by id or name."""
    low = words.lower()
    known = {**bestiary(), **{f.creature.id: f.creature for f in fight.fighters}}
    for candidate in (low, low.replace(" ", "-"), low.removesuffix("s").replace(" ", "-")):
        if candidate in known:
            return known[candidate]
    named = [c for c in known.values() if low in (c.name.lower(), (c.name_de or "").lower())]
    if named:
        return named[0]
    begun = sorted(name for name in known if name.startswith(low.replace(" ", "-")))
    if len(begun) == 1:
        return known[begun[0]]
    if begun:
        raise GameError(reply(language, "may_mean", words=words, known=reply(language, "or").join(begun[:8])))
    raise GameError(reply(language, "join_unknown", words=words, hint=near(low, known)))
