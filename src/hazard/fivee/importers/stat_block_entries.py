"""The entries of a pasted stat block: traits, actions and what else stands under its headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hazard.fivee.importers.raw import Entry, RawCreature, Section

HEADINGS: dict[str, Section] = {
    "trait": "trait",
    "special ability": "trait",
    "ability": "trait",
    "feature": "trait",
    "special trait": "trait",
    "passive": "trait",
    "passive ability": "trait",
    "action": "action",
    "attack": "action",
    "bonus action": "bonus",
    "reaction": "reaction",
    "legendary action": "legendary",
    "mythic action": "legendary",
    "villain action": "legendary",
    "lair action": "lair",
}
_BESIDE = (
    "combat", "tactic", "treasure", "loot", "lore", "description", "ecology", "variant", "encounter",
    "environment", "habitat", "regional effect",
)  # fmt: skip
"""Headings of what is no rule of the creature."""
_OF_A_KIND = re.compile(
    r"(?P<kind>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?) (?P<what>(?:bonus |re)?actions|traits|features|abilities)",
    re.I,
)
"""A heading of a book of its own: "Elite Actions", "Phase Two Traits"."""
_AFTER_OTHERS = ("elite", "paragon", "boss", "epic", "mythic", "solo", "tyrant", "champion", "leader")
"""Whose actions come after the turns of others, as legendary ones do."""
_WORD = r"[A-Z0-9][\w'/,+-]*"
_ENTRY = re.compile(
    rf"(?P<name>[A-Z][\w'/,+-]*(?: (?:{_WORD}|[A-Z(][\w'/,+-]*|of|the|and|to|in|with|or|from|for|a|an"
    r"|by|on|as|at|into|is|\([^()]*\)|\d[^ .]*\)?|Day\)|after|Rest\)))*(?: ?\([^()]*\))?)"
    r"[.!]+(?:\s|$)+(?P<text>.*)",
    re.S,
)
_COLON = re.compile(r"(?P<name>[A-Z][\w'/,+-]*(?: [\w'/,+-]+){0,5}(?: ?\([^()]*\))?):\s+(?P<text>.+)", re.S)
_NO_NAME = re.compile(
    r"(?:Hit|Miss|Failure|Success|First Failure|Second Failure|Failure or Success|Success or Failure|The|If"
    r"|On|At|Cantrips?|Trigger|Response|Effect|Requirements?|Uses?|Constant|\d\w\w[- ][Ll]evel|\d+/\w+"
    r"|(?:Melee|Ranged)(?: \w+)* Attack(?: Roll)?"
    r"|(?:Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) Saving Throw"
    r"|(?:STR|DEX|CON|INT|WIS|CHA|Str|Dex|Con|Int|Wis|Cha))\b"
)
_NUMBERED = re.compile(r"Action \d+: (?=[A-Z])")
_SPELL_LINE = re.compile(r"(?:[-•] )?(?:cantrips|at will|\d(?:st|nd|rd|th)[- ]level|\d+/day)\b", re.I)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_LEGENDARY = re.compile(
    r"\b(?:can take|has|takes?) (?:up to )?(?P<many>\d|one|two|three|four|five)"
    r" (?P<villain>villain |legendary )actions?|legendary action uses: (?P<uses>\d)",
    re.I,
)
_ACTION = re.compile(r"^Multiattack|^[^.:]*\(Recharge|\battack(?: roll)?:|saving throw: DC", re.I)
_LAIR_INTRODUCTION = re.compile(r"initiative (?:count|20)|lair actions?\b.*(?:following|below|options)", re.I)


def heading(line: str) -> str | None:
    """Return what a line is the heading of, in one number; ``None`` if it is none.

    >>> heading("BONUS ACTIONS"), heading("Actions:"), heading("Combat"), heading("Actions matter here")
    ('bonus action', 'action', 'combat', None)
    >>> heading("Elite Actions"), heading("Phase Two Traits")
    ('legendary action', 'trait')
    """
    word = re.sub(r" ?\([^()]*\)$", "", line.lower().rstrip(":. "))
    single = word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
    if single in HEADINGS or single in _BESIDE:
        return single
    own = _OF_A_KIND.fullmatch(line.rstrip(": ")) if line[:1].isupper() else None
    if own is None or not all(part[:1].isupper() for part in line.split()):
        return None
    if own["what"].lower() == "actions":
        return "legendary action" if own["kind"].lower() in _AFTER_OTHERS else "action"
    return {"bonus actions": "bonus action", "reactions": "reaction"}.get(own["what"].lower(), "trait")


def entry(line: str, colons: bool) -> re.Match[str] | None:
    """Return name and text of a line that begins an entry; ``colons``: this book puts them after names."""
    line = _NUMBERED.sub("", line)
    found = (_COLON if colons else _ENTRY).match(line)
    if found is None or len(found["name"]) > 80 or _NO_NAME.match(found["name"]):
        return None
    return found


def with_colons(lines: Sequence[str]) -> bool:
    """Whether names end in colons here rather than in full stops."""
    dots = sum(entry(line, colons=False) is not None for line in lines)
    return sum(entry(line, colons=True) is not None for line in lines) > max(1, 2 * dots)


def entries(lines: list[str], raw: RawCreature) -> list[Entry]:
    """Return the entries of the lines below a stat block's head; what belongs nowhere becomes a note."""
    section: Section | None = "trait"
    headed = False
    found: list[Entry] = []
    colons, villain = with_colons(lines), False
    for line in lines:
        title = heading(line)
        if title is not None:
            section, villain, headed = HEADINGS.get(title), title == "villain action", True
            continue
        if section is None:
            raw.note(line[:160], "beyond")
            continue
        if section == "legendary" and _is_introduction(line, raw):
            continue
        last = found[-1] if found and found[-1].section == section else None
        goes_on = last is not None and _is_open(last.text)
        begun = None if goes_on else entry(line, colons)
        if begun and not headed and _ACTION.search(line):
            section = "action"  # a book without a heading above the actions
        if begun:
            found.append(Entry(begun["name"], begun["text"], section, {"per_day": 1} if villain else {}))
        elif section == "lair" and not goes_on:
            _unnamed(found, line)
        elif last is not None:
            last.text += (" " if goes_on and not _SPELL_LINE.match(line) else "\n") + line
        elif len(line) > 3:
            raw.note(line[:160])
    return found


def _is_introduction(line: str, raw: RawCreature) -> bool:
    """Whether a line says how many legendary actions there are; it is remembered."""
    found = _LEGENDARY.search(line)
    if found is None:
        return False
    word = (found["uses"] or found["many"]).lower()
    many = int(word) if word.isdecimal() else _COUNTS[word]
    raw.legendary_actions = 1 if (found["villain"] or "").lower() == "villain " else many
    return True


def _unnamed(found: list[Entry], line: str) -> None:
    """Lair actions often have no names: each of them is an entry, and the words about when are none."""
    text = re.sub(r"^[-*•] ?", "", line)
    if _LAIR_INTRODUCTION.search(text):
        return
    number = sum(one.section == "lair" for one in found) + 1
    found.append(Entry(f"Lair Action {number}", text, "lair"))


def _is_open(text: str) -> bool:
    """Whether a text breaks off in the middle of a sentence, as lines copied from a page do."""
    last = text[-2000:].strip().rsplit("\n", 1)[-1]
    return bool(last) and last[-1] not in ".:!?" and not _SPELL_LINE.match(last)
