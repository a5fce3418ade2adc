"""Traits that strike at a moment which the rules do not look at: when it takes damage, moves, enters a space.

The moment and whom it strikes are kept in the words of the book; what happens then is read like an action's
effects, so that every number is in the row. The rules of a fight leave such a trait out and say so.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hazard.fivee.importers.prose.draft import Draft, rows
from hazard.fivee.importers.prose.mechanics import says_nothing
from hazard.fivee.importers.prose.reader import Reader, read
from hazard.fivee.importers.prose.rules import RULES
from hazard.fivee.importers.prose.targets import read_target
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.traits_around import Around
from hazard.fivee.importers.prose.words import ABILITY, DAMAGE

MOST = 390
_STRIKES = re.compile(
    rf"(?P<before>(?:[^.\n]|\.(?=\d))*?)\b(?:(?:must|can|to|has to) (?:also |then |immediately "
    rf")?(?P<throw>(?:succeed on|make)"
    rf" an? DC \d+ (?:{ABILITY}) sav(?:ing throw|e)\b)|(?P<takes>takes {DAMAGE}))",
    re.I,
)
_HARD = re.compile(r"\bDC \d|\d+d\d|\+\d+ to hit", re.I)
_AROUND = re.compile(r"\b(?:each|every|any|all|those)\b[^,]*? within \d+ ft of (?:§|it)\b[^,]*$", re.I)


def read_triggered(prose: str) -> Around | None:
    """Read a trait by the moment that its first save or harm is tied to.

    >>> text = "Whenever § takes damage, each creature within 10 ft of § must succeed on a DC 14 Wisdom"
    >>> found = read_triggered(text + " saving throw or take 7 (2d6) psychic damage.")
    >>> found.rows[0]["when"]
    'Whenever it takes damage, each creature within 10 ft of it'
    >>> found.rows[0]["effects"]
    [{'save': {'ability': 'wis', 'dc': 14}, 'damage': '2d6[psychic]'}]
    """
    moment = _STRIKES.search(prose)
    if moment is None:
        return None
    before = shown(moment["before"])
    if len(before) < 8 or len(before) > MOST or _HARD.search(before):
        return None
    around = Around()
    earlier = prose[: moment.start()]
    for part in re.split(r"(?<=[^\d])[.\n]", earlier):
        if re.search(r"\w{3}", part) and not says_nothing(part):
            around.leftover += _lead(part, around)
    draft = Draft()
    area = _AROUND.search(before)
    if area is not None:
        read_target(draft, area[0])
        draft.base = draft.scope = replace(draft.base, spares=(), only=(), only_if=None, largest=None)
    if _strikes_itself(before):
        draft.base = draft.scope = replace(draft.base, on_self=True)
    what = f"must {moment['throw']}" if moment["throw"] else moment["takes"]
    where = draft.fields.pop("area", None)
    draft = read(Reader(f"The target {what}{prose[moment.end() :]}", draft), RULES)
    effects = rows(draft.finished())
    if not effects:
        return None
    row: dict[str, Any] = {
        "kind": "triggered",
        "when": before.replace("§'s", "its").replace("§", "it"),
        "effects": effects,
    }
    around.rows.append({**row, "area": where} if where else row)
    around.leftover += draft.leftover
    around.beyond += draft.beyond
    around.told += draft.told
    around.wrong_averages += draft.wrong_averages
    return around


def _lead(part: str, around: Around) -> list[str]:
    """Return what a sentence before the moment says that is neither how it looks nor kept as a note."""
    if _HARD.search(part) or re.search(r"\b(?:advantage|resist\w*|immun\w*|speed|damage)\b", part, re.I):
        return [shown(part)]
    around.beyond.append(shown(part))
    return []


def _strikes_itself(before: str) -> bool:
    """Whether the one that must save is the creature of the stat block."""
    subject = re.split(r", ", before)[-1].strip().lower()
    if subject.startswith("§"):
        return subject in ("§", "§ also", "§ then")
    return (
        subject == "it"
        and bool(re.match(r"(?:if|when|whenever|the first time) §\b(?!'s)", before, re.I))
        and (re.search(r"\b(?:creature|target|attacker|enemy|humanoid)\b", before, re.I) is None)
    )
