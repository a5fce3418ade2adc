"""Sentences that only say where an action strikes, whatever the verb is.

"The drake sprays acid in a 30-foot cone", "The knight glares at one creature it can see within 60 feet": the
verb is how it looks, the place is the rule. A sentence that says more than a place is not taken here.
"""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import read_target
from hazard.fivee.importers.prose.words import CONDITION, SIZE

RULES = Rules()

_MORE = re.compile(
    r"\d|\b(?:sav(?:e|es|ing)|attacks?|hit|can't|must|if|until|unless|while|teleports?|moves?|fl(?:y"
    r"|ies)|speed"
    r"|takes?|regains?|gains?|loses?|casts?|advantage|disadvantage|reactions?|summons?|dies|grappl\w+"
    r"|swallow\w*"
    r"|attach\w*|only|except|terrain|walls?|remains?|lasts?|stays?|appears?|minutes?|rounds?|"
    + CONDITION
    + r")\b",
    re.I,
)
_AREA = (
    r"(?P<area>(?:in |within )?(?:an? )(?:\d+-ft(?:-long)?,? (?:\d+-ft-wide )?(?:line|cone|cube|emanation)"
    r"|\d+-ft-radius(?:,? \d+-ft-(?:high|tall))?(?: sphere| cylinder)?"
    r"|line (?:of [\w' -]+? )?that is \d+ ft long and \d+ ft wide)(?: that is \d+ ft wide)?)"
)
_AT = (
    r"(?P<at>,? ?(?:centered on|originating from|around|from|at|on) (?:(?:a|that) (?:point|space|spot"
    r"|location)[^.,]*"
    r"within (?P<range>\d+) ft(?: of (?:it|§|itself))?))"
)
_WORDS = r"[^.;:\d]{0,120}?"


def is_picture(words: str) -> bool:
    """Whether words only say how it looks."""
    return _MORE.search(words) is None


_CALLS = re.compile(r"\b(?:summons?|takes?|appears?|moves?|flies|fly|hits?|attacks?|walls?)\b", re.I)


def _goes_on(reader: Reader, found: re.Match[str], verb: str = "verb") -> bool:
    """Whether the words before the place are a picture; words behind it that say more are read on."""
    if not is_picture(_CALLS.sub(" ", found[verb]) if found[verb].strip() else ""):
        return False
    if not is_picture(found["after"]):
        reader.position = found.start("after")
    return True


@RULES.add(rf"(?P<before>{_WORDS}){_AREA}{_AT}?(?P<after>[^.;:\n]{{0,160}})(?=[.\n]|$)")
def in_an_area(reader: Reader, found: re.Match[str]) -> bool | None:
    """The drake opens its maw and sprays acid in a 30-foot cone."""
    draft = reader.draft
    if draft.last_save is not None or "area" in draft.fields or "attack" in draft.fields:
        return False
    if not _goes_on(reader, found, "before"):
        return False
    area = re.sub(r"^within ", "in ", found["area"])
    if not re.match(r"in\b", area) and "that is" not in area:
        area = f"in {area}"
    if read_target(draft, area):
        return False
    if "area" in draft.fields and found["range"]:
        draft.fields["area"]["range"] = min(5280, int(found["range"]))
        if draft.fields["area"]["shape"] == "emanation":
            draft.fields["area"]["shape"] = "sphere"
    return None


@RULES.add(
    rf"§(?:'s [\w' -]{{1,40}}?)? (?P<verb>{_WORDS}\b)(?P<target>(?:up to )?(?:one|two|three|four|five"
    rf"|six|an?|another|a single)"
    r" (?:(?!from\b|at\b|to\b|on\b|of\b|into\b)[\w-]+ ){0,4}?(?:target|creature|humanoid|enemy|"
    r"opponent)s?\b[^.,;:]*?\bwithin \d+ ft(?: of"
    r" (?:it|§|itself))?"
    r"(?: that (?:it|§) can see)?)(?P<after>[^.;:\n]{0,120})(?=[.\n]|$)"
)
def at_somebody(reader: Reader, found: re.Match[str]) -> bool | None:
    """The mummy glares at one creature it can see within 60 feet of it."""
    draft = reader.draft
    if draft.last_save is not None or "attack" in draft.fields or "range" in draft.fields:
        return False
    if not _goes_on(reader, found):
        return False
    before, base = dict(draft.fields), draft.base
    if read_target(draft, found["target"]):
        draft.fields, draft.base = before, base
        return False
    return None


@RULES.add(
    rf"§(?:'s [\w' -]{{1,40}}?)? (?P<verb>{_WORDS}\b)(?:on|at|to|toward|around|in|into) a (?:point"
    rf"|space|spot)[\w' ]*? within (?P<range>\d+) ft"
    r"(?: of (?:it|§|itself))?(?P<after>[^.;:\n]{0,120})(?=[.\n]|$)"
)
def at_some_point(reader: Reader, found: re.Match[str]) -> bool | None:
    """The giant makes the ground shake at a point it can see within 30 feet of it."""
    draft = reader.draft
    if draft.last_save is not None or draft.fields.keys() & {"attack", "area", "point_range"}:
        return False
    if not _goes_on(reader, found):
        return False
    draft.fields["point_range"] = int(found["range"])
    return None


@RULES.add(
    rf"§ (?P<verb>(?:[\w-]+ ){{1,4}}?)(?P<size>(?:an?|the|one|each|any|all)? ?(?:(?:{SIZE}) or smaller )?)"
    r"(?:creatures?|targets?) (?:(?:it|§) is (?:currently )?grappling|(?:that is |currently )?grappled by"
    r" (?:it|§))(?P<after>[^.;:\n]{0,100})(?=[.\n]|$)"
)
def at_the_held(reader: Reader, found: re.Match[str]) -> bool | None:
    """The octopus slams a Medium or smaller creature it is grappling into a solid surface."""
    draft = reader.draft
    if draft.last_save is not None or draft.fields.keys() & {"attack", "area", "needs"}:
        return False
    after = re.sub(r"\b(?:it|each other|one another)\b", "", found["after"])
    if not is_picture(found["verb"]) or not is_picture(after):
        return False
    return False if read_target(draft, f"{found['size']} creature grappled by it") else None


@RULES.add(
    rf"§(?:'s [\w' -]{{1,40}}?)? (?P<verb>{_WORDS}\b)(?P<target>(?:at |to )?(?:all|each|every|any)"
    rf" [^.,;:]*?within \d+ ft of (?:it|§|itself))"
    r"(?P<after>[^.;:\n]{0,120})(?=[.\n]|$)"
)
def at_everybody(reader: Reader, found: re.Match[str]) -> bool | None:
    """The tree fires a cloud of needles at all creatures within 30 feet of it."""
    draft = reader.draft
    if draft.last_save is not None or draft.fields.keys() & {"attack", "area"}:
        return False
    if not _goes_on(reader, found):
        return False
    before, base = dict(draft.fields), draft.base
    if read_target(draft, re.sub(r"^(?:at|to) ", "", found["target"])):
        draft.fields, draft.base = before, base
        return False
    return None
