"""What the name of an action says about its use: "Fire Breath (Recharge 5-6)", "Web (3/Day)"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

_NOTES = re.compile(r"\s*\(([^()]*)\)|\s*\{([^{}]*)\}")


@dataclass
class Usage:
    """A name without its notes, and what the notes said."""

    name: str
    fields: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def read_name(name: str) -> Usage:
    """Split a name and its notes.

    >>> read_name("Fire Breath (Recharge 5-6)")
    Usage(name='Fire Breath', fields={'recharge': 5}, unknown=[])
    >>> read_name("Wing Attack (Costs 2 Actions)").fields
    {'cost': 2}
    """
    usage = Usage(re.sub(r"\s+", " ", _NOTES.sub("", name)).strip(" .:") or name.strip()[:80] or "?")
    for found in _NOTES.finditer(name):
        note = (found[1] or found[2] or "").strip()
        for part in re.split(r"[;,] ", note):
            _read_note(usage, part)
    return usage


def _read_note(usage: Usage, note: str) -> None:
    recharge = re.fullmatch(r"recharges?(?: on a?)? ?(\d)?(?: ?[-–] ?\d)?", note, re.I)
    per_day = re.fullmatch(r"(\d+) ?/ ?(day|rest|short rest|long rest|turn)(?: each)?", note, re.I)
    cost = re.fullmatch(r"costs? (\d) actions?", note, re.I)
    if recharge:
        roll = int(recharge[1] or 6)
        if 2 <= roll <= 6:
            usage.fields["recharge"] = roll
    elif per_day and per_day[2].lower() != "turn" and 1 <= int(per_day[1][:4]) <= 100:
        usage.fields["per_day"] = int(per_day[1])
        if "short" in per_day[2].lower() or per_day[2].lower() == "rest":
            usage.fields["per_rest"] = True
    elif re.fullmatch(r"recharges? after (?:finishing )?a short or long rest", note, re.I):
        usage.fields |= {"per_day": 1, "per_rest": True}
    elif re.fullmatch(r"recharges? after (?:finishing )?a long rest", note, re.I):
        usage.fields["per_day"] = 1
    elif cost and 1 <= int(cost[1]) <= 5:
        usage.fields["cost"] = int(cost[1])
    elif re.fullmatch(r"or \d+/day in lair|\d+/turn|in lair.*|[\w ]*form(?: only)?|[\w ]+ form", note, re.I):
        pass
    elif note:
        usage.unknown.append(note)
