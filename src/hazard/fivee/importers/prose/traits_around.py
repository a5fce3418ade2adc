"""Traits that strike whoever is near: auras, gazes, hides that sting, deaths that burst.

The moment and the distance are read here, in whatever order a book has them; what happens then is read like
an action's effects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from hazard.fivee.importers.prose.draft import Draft, rows
from hazard.fivee.importers.prose.reader import Reader, read
from hazard.fivee.importers.prose.rules import RULES
from hazard.fivee.importers.prose.targets import read_target, sorts_out
from hazard.fivee.importers.prose.text import shown

_WHO = (
    r"(?P<who>(?:any|each|every|a|an) [^.,]{0,60}?\b(?:creature|enemy|humanoid|undead|beast"
    r"|target)\b[^.,]{0,80}?)"
)
_NEAR = (
    r"(?:within (?P<feet>\d+) ft of (?:§|it)|in an? (?P<feet2>\d+)-ft(?:-radius| emanation)(?:"
    r" originating from| around)? ?§?|in §'s space)"
)
_UNLESS = r"(?:,? unless § (?:is|has the) incapacitated(?: condition)?,?)?"
_THEN = r"(?P<rest>(?:must|takes|is|has|can't|magically)\b.*)"
_FORCED = r"(?P<rest>(?:must|make|succeed|takes|is|has)\b.*)"
_STARTS = r"(?:(?:that|who|which) )?(?:first )?(?:starts|begins) its turn"

_MOMENTS: list[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern, re.I | re.S), when)
    for pattern, when in (
        (
            rf"(?:when|whenever|if) {_WHO} {_STARTS} {_NEAR}(?P<more>[^.,]{{0,80}}),{_UNLESS} (?:(?:it"
            rf"|that creature|the creature"
            rf"|that target|the target|the \w+) |§ can (?:force|cause|compel|magically force) it to"
            rf" (?=make|succeed)){_FORCED}",
            "start_of_turn",
        ),
        (
            rf"(?<!when )(?<!if )(?<!whenever ){_WHO} {_STARTS} {_NEAR}(?P<more>[^.]{{0,80}}?){_UNLESS}"
            rf" {_THEN}",
            "start_of_turn",
        ),
        (
            rf"at the (?P<edge>start|end) of each of §'s turns,{_UNLESS} {_WHO}"
            rf" {_NEAR}(?P<more>[^.,]{{0,60}}?) {_THEN}",
            "source",
        ),
        (
            rf"{_WHO.replace('60', '40')} (?:that |who )?(?:(?:touches|grapples|is grappled by) § or"
            rf" )?hits (?:it|§) with an?"
            rf" (?:(?:melee|weapon|unarmed) )+(?:attack|strike|weapon)(?: roll)?(?P<more>(?: (?:while"
            rf"|from) within \d+ ft(?: of (?:it|§))?)?) {_THEN}",
            "hit_by_melee",
        ),
        (
            rf"(?:when|whenever) {_WHO} (?:touches § or )?hits (?:it|§) with an? (?:(?:melee|weapon) )+attack"
            rf"(?P<more>[^.,]{{0,60}}), (?:it|that creature|the creature|the attacker) {_THEN}",
            "hit_by_melee",
        ),
    )
]
_BURST = re.compile(
    r"(?:when § (?:dies|is (?:killed|slain|destroyed)|(?:drops|is reduced) to 0 hit"
    r" points)[^.,]{0,60}, (?:it|§|its body) "
    r"(?:explodes|bursts|erupts|detonates|releases|collapses|dissolves|shatters)[^.,]{0,80}?(?:, and |\. ?)"
    r"|§ (?:explodes|bursts|erupts)[^.,]{0,60} when it (?:dies|drops to 0 hit points)[^.]{0,40}\. ?"
    r"|when § (?:dies|is (?:killed|slain|destroyed)|(?:drops|is reduced) to 0 hit points)[^.,]{0,60},"
    r" (?=each|all|every))",
    re.I,
)
_BREATH = re.compile(
    r"(?:(?:after|when) § (?:uses|exhales|unleashes|hasn't (?:exhaled|unleashed|used)) its [\w ]{1,30}"
    r" breath, [^.]*\. )?"
    r"while §'s [\w ]{1,30} breath is (?P<un>un)?available,(?: [^.]{1,100}, and ?)?",
    re.I,
)


@dataclass
class Around:
    """What such a trait came to."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    wrong_averages: list[str] = field(default_factory=list)
    only_while: str | None = None


def read_around(prose: str) -> Around | None:
    """Read a trait that strikes those who are near.

    >>> text = "Any creature that starts its turn within 10 ft of § must succeed on a DC 12 Constitution"
    >>> found = read_around(text + " saving throw or be poisoned until the start of its next turn.")
    >>> found.rows[0]["feet"], found.rows[0]["effects"][0]["save"]
    (10, {'ability': 'con', 'dc': 12})
    """
    burst = _BURST.search(prose)
    if burst is not None:
        found = _burst(prose, burst)
        if found is not None:
            return found
    for pattern, when in _MOMENTS:
        moment = pattern.search(prose)
        if moment is not None:
            found = _aura(prose, moment, when)
            if found is not None:
                return found
    return None


def _aura(prose: str, moment: re.Match[str], when: str) -> Around | None:
    groups = moment.groupdict()
    feet = int(groups.get("feet") or groups.get("feet2") or 5)
    if when == "source":
        when = f"{groups['edge'].lower()}_of_source_turn"
    draft = Draft()
    around = Around()
    who = f"{groups['who']} {groups['more']}"
    left = read_target(draft, re.sub(rf"\b{_STARTS}\b", "", who))
    within = re.search(r"(?:while|from) within (\d+) ft", groups["more"])
    feet = int(within[1]) if within else feet
    around.leftover += [left] if left and not within and not sorts_out(draft, left) else []
    for key in ("area", "range", "targets", "needs"):
        draft.fields.pop(key, None)
    draft.scope = draft.base
    rest = groups["rest"]
    rest = re.sub(
        r"(?:,? (?:if|unless) § (?:isn't|is) incapacitated(?: and can see (?:the creature|it))?)",
        "",
        rest,
        flags=re.I,
    )
    rest = f"must {rest}" if re.match(r"make|succeed", rest, re.I) else rest
    before = prose[: moment.start()]
    breath = _BREATH.search(before)
    if breath is not None:
        around.only_while = "breath_spent" if breath["un"] else "breath_ready"
        before = _BREATH.sub("", before)
    around.leftover += [shown(part) for part in re.split(r"[.\n]", before) if _says(part)]
    return _finish(
        around, draft, f"The target {rest}", {"kind": "aura", "feet": min(5280, feet), "when": when}
    )


def _says(part: str) -> bool:
    from hazard.fivee.importers.prose.mechanics import says_nothing

    return bool(re.search(r"\w{3}", part)) and not says_nothing(part)


def _burst(prose: str, burst: re.Match[str]) -> Around | None:
    around = Around()
    around.leftover += [shown(part) for part in re.split(r"[.\n]", prose[: burst.start()]) if _says(part)]
    draft = Draft()
    area = re.search(r"in an? \d+-ft[- ](?:radius(?: sphere)?|cone|cube)", burst[0])
    if area:
        read_target(draft, area[0])
    rest = re.sub(r"^must then|must then", "must", prose[burst.end() :])
    return _finish(around, draft, rest, {"kind": "death_burst"})


def _finish(around: Around, draft: Draft, text: str, row: dict[str, Any]) -> Around | None:
    draft = read(Reader(text, draft), RULES)
    effects = rows(draft.finished())
    if not effects:
        return None
    if row["kind"] == "death_burst":
        area = draft.fields.get("area")
        if area is None:
            return None
        row = {**row, "area": area}
    elif row["when"] == "start_of_turn":
        row = {key: value for key, value in row.items() if key != "when"}
    around.rows.append({**row, "effects": effects})
    if around.only_while and row["kind"] == "aura":
        around.rows[-1]["only_while"] = around.only_while
    around.leftover += draft.leftover
    if draft.fields.get("once_per_target") and row["kind"] == "aura":
        around.rows[-1]["once_per_target"] = True
    around.beyond += draft.beyond
    around.told += draft.told
    around.wrong_averages += draft.wrong_averages
    return around
