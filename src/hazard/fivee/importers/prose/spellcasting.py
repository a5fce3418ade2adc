"""Lists of spells: slots, at will, so many times a day, in 2014 and 2024 wording."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from hazard.fivee.importers.prose.text import plain
from hazard.fivee.importers.prose.words import ABILITY, ability

_LEVEL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)-level spellcaster", re.I)
_ABILITY = re.compile(
    rf"spellcasting ability is ({ABILITY})|using ({ABILITY}) as (?:the |its )?spellcasting ability"
    rf"|^({ABILITY}) \(DC \d",
    re.I,
)
_DC = re.compile(r"(?:spell )?save DC (\d{1,2})|save DC of (\d{1,2})|\(DC (\d{1,2})\b", re.I)
_TO_HIT = re.compile(r"([+-]\d{1,2}) (?:to hit )?with spell attacks|([+-]\d{1,2}) to hit", re.I)
_LINE = re.compile(
    r"(?:^|\n|(?<=\.)|(?<=:)) ?[-•*]? ?(?P<head>cantrips?(?: \(at will\))?|at will"
    r"|(?P<level>\d)(?:st|nd|rd|th)[- ]level(?: \((?P<slots>\d{1,2}) slots?\))?"
    r"|(?P<times>\d{1,2}) ?/ ?day(?: each| ea\.?)?|\d(?:st|nd|rd|th)-\d(?:st|nd|rd"
    r"|th) level \((?P<pact>\d) (?P<pactlevel>\d)(?:st|nd|rd"
    r"|th)-level slots?\))(?P<each>(?: each)?) ?:(?P<spells>[^\n]*)",
    re.I,
)
_RUN_ON = re.compile(
    r",? *(?=(?:at will|\d{1,2} ?/ ?day(?: each| ea\.?)?|cantrips? \(at will\)"
    r"|\d(?:st|nd|rd|th)[- ]level \(\d{1,2} slots?\)) ?:)",
    re.I,
)
"""Some files have all lines of a list in one."""


@dataclass
class SpellList:
    """What a spellcasting block says; ``None`` where it is to be worked out from the creature."""

    ability: str | None = None
    dc: int | None = None
    to_hit: int | None = None
    level: int | None = None
    slots: dict[int, int] = field(default_factory=dict)
    at_will: list[str] = field(default_factory=list)
    prepared: list[str] = field(default_factory=list)
    per_day: dict[str, int] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All spells."""
        return [*self.at_will, *self.prepared, *self.per_day]

    def row(self, dc: int, to_hit: int, level: int, fallback: str) -> dict[str, Any]:
        """Return the values of a ``Spellcasting``; the arguments fill what is not said."""
        row: dict[str, Any] = {
            "ability": self.ability or fallback,
            "dc": self.dc if self.dc is not None else dc,
            "to_hit": self.to_hit
            if self.to_hit is not None
            else (self.dc - 8 if self.dc is not None else to_hit),
            "level": self.level if self.level is not None else level,
        }
        row |= {"slots": self.slots} if self.slots else {}
        row |= {"at_will": self.at_will} if self.at_will else {}
        row |= {"prepared": self.prepared} if self.prepared else {}
        return row | ({"per_day": self.per_day} if self.per_day else {})


def is_spell_list(text: str) -> bool:
    """Whether a text is a list of spells.

    >>> is_spell_list("The mage casts one of the following spells, using Intelligence: ...")
    True
    """
    return bool(
        re.search(
            r"following (?:\w+ )?spells|spellcaster\b|can (?:innately )?cast the following"
            r"|\bno (?:material )?components: (?:at will|\d ?/ ?day)",
            text,
            re.I,
        )
    )


def read_spells(text: str) -> SpellList:
    """Read a spellcasting block.

    >>> block = read_spells(
    ...     "The priest is a 5th-level spellcaster. Its spellcasting ability is Wisdom (spell save DC 13, +5 "
    ...     "to hit with spell attacks).\\n- Cantrips (at will): light, sacred flame\\n"
    ...     "- 1st level (4 slots): bless"
    ... )
    >>> block.dc, block.level, block.slots, block.at_will, block.prepared
    (13, 5, {1: 4}, ['light', 'sacred flame'], ['bless'])
    """
    prose = _RUN_ON.sub("\n", plain(text))
    found = SpellList()
    level, name, dc, bonus = (pattern.search(prose) for pattern in (_LEVEL, _ABILITY, _DC, _TO_HIT))
    if level and 1 <= int(level[1]) <= 20:
        found.level = int(level[1])
    if name:
        found.ability = ability(name[1] or name[2] or name[3])
    if dc and 1 <= int(dc[1] or dc[2] or dc[3]) <= 40:
        found.dc = int(dc[1] or dc[2] or dc[3])
    if bonus and -10 <= int(bonus[1] or bonus[2]) <= 30:
        found.to_hit = int(bonus[1] or bonus[2])
    for line in _LINE.finditer(prose):
        _take_line(found, line)
    return found


def _take_line(found: SpellList, line: re.Match[str]) -> None:
    names = [name for name in map(spell_name, re.split(r",(?![^()]*\))", line["spells"])) if name]
    if line["level"] and line["slots"]:
        found.slots[int(line["level"])] = min(20, int(line["slots"])) if 1 <= int(line["level"]) <= 9 else 0
        found.prepared += names
        found.slots.pop(0, None)
    elif line["pact"] and 1 <= int(line["pactlevel"]) <= 9:
        found.slots[int(line["pactlevel"])] = int(line["pact"])
        found.prepared += names
    elif line["times"] and 1 <= int(line["times"]) <= 100:
        found.per_day |= {name: int(line["times"]) for name in names}
    elif line["level"]:
        found.prepared += names
    else:
        found.at_will += names


def spell_name(text: str) -> str:
    """Return the name of a spell without notes, in lower case.

    >>> spell_name(" Fireball (level 5 version)*"), spell_name("*mage armor*")
    ('fireball', 'mage armor')
    """
    text = re.sub(r"\([^()]*\)|\[[^\]]*\]", "", text)
    return re.sub(r"\s+", " ", re.sub(r"[^A-Za-z'/ -]", "", text)).strip(" .-'").lower()[:60]
