"""Who joins a fight, in the words of a game master: ``join 2 wolf at c4 after Goblin A``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from hazard.errors import meant
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.library import bestiary
from hazard.fivee.rules.fight import Fight
from hazard.fivee.table.command_words import any_of, little
from hazard.fivee.table.commands import CommandReader
from hazard.fivee.table.facts import Fact
from hazard.game import GameError
from hazard.language import phrase

_THE = rf"(?:(?:{any_of('article')}) )?"
_FOR = rf"(?<!\w)(?:{any_of('for')})?\s*{_THE}"
_PARTY = re.compile(rf"{_FOR}(?:{any_of('party')})(?!\w)", re.I)
_MONSTERS = re.compile(rf"{_FOR}(?:{any_of('monsters')})(?!\w)", re.I)
_AT = re.compile(rf"(?<!\w)(?:{any_of('at')})?\s*(?<!\w)([a-z]{{1,2}}\d{{1,2}})(?!\w)", re.I)
_BESIDE = re.compile(rf"(?<!\w)({any_of('after', 'before')})\s+{_THE}", re.I)
_AS = re.compile(
    rf"(?<!\w)(?:{any_of('called')})\s+(\S.*?)"
    rf"(?=,|\s+(?:{any_of('ends_a_name')})\s|\s+(?:{any_of('party', 'monsters')})\s*$|\s*$)",
    re.I,
)
_FILE = re.compile(rf"(?:(?<!\w)(?:{any_of('out_of')})\s+)?(\S+\.(?:toml|json|txt|md|ya?ml))(?!\w)", re.I)
_COUNT = re.compile(r"^(\d{1,2})\s*(?:x|×)?\s+")
_NUMBERS = ("two", "three", "four", "five", "six")
_ARTICLE = re.compile(rf"^(?:(?P<one>{any_of('one')})|(?P<more>{any_of(*_NUMBERS)}))\s+", re.I)
_SPELT = {word: number for number, name in enumerate(_NUMBERS, 2) for word in little(name)}
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
    beside, before, text = _beside(reader, text)
    name, text = _taken(_AS, text)
    cell, text = _taken(_AT, text)
    party, text = _without(_PARTY, text)
    foes, text = _without(_MONSTERS, text)
    count, words = _counted(" ".join(text.replace(",", " ").split()).strip("."))
    if not words and file is None:
        raise GameError("fivee.reply.join_whom")
    if not 1 <= count <= MOST:
        raise GameError("fivee.reply.join_count", most=MOST)
    creature = _of_file(file, words, language) if file else _creature(fight, words, language)
    side: Literal["party", "monsters"] = "monsters"
    if party or (creature.is_character and not foes):
        side = "party"
    own = None if bestiary().get(creature.id) == creature else creature
    return [
        Fact(
            kind="join", creature=creature.id, stat_block=own, side=side, source=beside, success=before,
            who=name, cell=cell.lower() if cell else None, near=bool(cell) and number > 0,
        )
        for number in range(count)
    ]  # fmt: skip


def _beside(reader: CommandReader, text: str) -> tuple[str | None, bool, str]:
    """Return next to whom in the order somebody joins, whether before them, and the other words."""
    for word in _BESIDE.finditer(text):
        for mention in reader.names.mentions(text.lower()):
            if mention.start == word.end():
                who = reader.one_name(text[mention.start : mention.end])
                before = word[1].lower() in little("before")
                return who, before, f"{text[: word.start()]}, {text[mention.end :]}"
    if (unknown := _BESIDE.search(text)) is not None:
        reader.one_name(text[unknown.end() :])  # says that there is nobody called so
    return None, False, text


def _counted(text: str) -> tuple[int, str]:
    """Return how many join, and the words that are left.

    >>> _counted("three wolves"), _counted("2x wolf"), _counted("an ogre")
    ((3, 'wolves'), (2, 'wolf'), (1, 'ogre'))
    """
    if counted := _COUNT.match(text):
        return int(counted[1]), text[counted.end() :]
    if article := _ARTICLE.match(text):
        return _SPELT.get((article["more"] or "").lower(), 1), text[article.end() :]
    return 1, text


def _taken(pattern: re.Pattern[str], text: str) -> tuple[str | None, str]:
    found = pattern.search(text)
    return (
        (" ".join(found[1].split()), text[: found.start()] + text[found.end() :]) if found else (None, text)
    )


def _without(pattern: re.Pattern[str], text: str) -> tuple[bool, str]:
    found = pattern.search(text)
    return (True, text[: found.start()] + text[found.end() :]) if found else (False, text)


def _of_file(file: str, words: str, language: str) -> Creature:
    """Return the creature of a file that is named besides, or the only one."""
    from hazard.fivee.importers import import_file

    found = [one.creature for one in import_file(Path(file).expanduser())]
    low = words.lower()
    named = [c for c in found if low in (c.id, c.name.lower(), (c.name_de or "").lower())]
    named = named or [c for c in found if c.name.lower().startswith(low)]
    if len(named) != 1:  # nobody is guessed
        known = ", ".join(c.name for c in found[:8])
        raise GameError("fivee.reply.join_which", file=file, known=known, first=found[0].name)
    return named[0]


def _creature(fight: Fight, words: str, language: str) -> Creature:
    """Return who is meant: one of this fight, or of the bestiary, by id or name."""
    low = words.lower()
    known = {**bestiary(), **{f.creature.id: f.creature for f in fight.fighters}}
    singular = re.sub(r"ves$", "f", low) if low.endswith("ves") else low.removesuffix("s")
    for candidate in (low, low.replace(" ", "-"), singular.replace(" ", "-")):
        if candidate in known:
            return known[candidate]
    named = [c for c in known.values() if low in (c.name.lower(), (c.name_de or "").lower())]
    if named:
        return named[0]
    begun = sorted(name for name in known if name.startswith(low.replace(" ", "-")))
    if len(begun) == 1:
        return known[begun[0]]
    if begun:
        raise GameError(
            "fivee.reply.may_mean", words=words, known=phrase("fivee.reply.or", language).join(begun[:8])
        )
    raise GameError("fivee.reply.join_unknown", words=words, hint=meant(low, known))
