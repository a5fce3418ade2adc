"""Being swallowed: held, blinded and out of reach, hurt every turn, until enough damage from inside.

The numbers of it are kept in the row (:class:`hazard.fivee.content.effects.Swallow`); of a fight here the
conditions and the damage are played, and the caveat says so.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.fivee.content.words import Condition
from hazard.fivee.importers.prose.draft import EffectDraft, Inflicted
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.words import DAMAGE, SIZE, TARGET, damage_dice, size, typed

RULES = Rules()

_HELD: tuple[Condition, ...] = ("blinded", "restrained")
_WHO = rf"(?:{TARGET}|it|that creature|the creature|a creature|the target)"
_INSIDE = r"(?:(?:the|a|any) (?:swallowed |engulfed )?(?:creature|target)s?|it)"


def _swallowing(reader: Reader) -> EffectDraft | None:
    return next((effect for effect in reversed(reader.draft.effects) if effect.swallows is not None), None)


@RULES.add(
    rf"(?:grappled by §,? )?(?:{_WHO} )?(?:is|are|be|becomes?) swallowed(?: by §| whole)?"
    r"(?:,? and the grapple ends|,? ending the grapple)?(?=[.,;]|$| and )"
    rf"|§ swallows {_WHO}(?:,? (?:and the grapple ends|ending the grapple))?(?=[.,;]|$)"
)
def swallowed(reader: Reader, found: re.Match[str]) -> bool | None:
    """… the target is swallowed, and the grapple ends"""
    draft = reader.draft
    if draft.section == "success":
        return False
    _swallow(reader)
    return None


def _swallow(reader: Reader) -> None:
    effect = reader.draft.effect()
    effect.swallows = {}
    for name in _HELD:
        if name not in [known.name for known in effect.conditions]:
            reader.draft.inflict(Inflicted(name))


@RULES.add(
    rf"(?:§|the \w+) makes (?:one|an?|its) (?P<use>[\w' ]{{2,30}}?) attack against an? "
    rf"(?:(?P<size>{SIZE}) or smaller )?"
    r"(?:target|creature) (?:it|§) is grappling\. ?if the attack hits, (?:the|that) (?:target|creature) is"
    r"(?: also)? swallowed(?: by §)?(?:,? and the grapple ends|,? ending the grapple)?"
)
def bites_whom_it_holds(reader: Reader, found: re.Match[str]) -> bool | None:
    """The frog makes one bite attack against a target it is grappling. If the attack hits, … swallowed"""
    draft, use = reader.draft, found["use"].strip().lower()
    name = next((known for known in draft.known if known.lower() == use), None)
    if name is None:
        return False
    draft.recipes.append([name])
    draft.fields["on_all_hit"] = True
    if found["size"]:
        draft.base = replace(draft.base, largest=size(found["size"]))
    draft.scope = draft.base
    _swallow(reader)
    return None


@RULES.add(
    rf"(?:while swallowed, )?{_INSIDE} is (?:both )?(?:blinded and restrained|restrained and blinded)"
    rf"|(?:{_INSIDE} )?(?:it )?has total cover against (?:attacks and other effects?|anything)"
    r"(?: from)? outside(?: of)? (?:§|it)"
    rf"|if § dies, {_INSIDE}[^.]*|the (?:swallowed|engulfed) (?:target|creature) (?:can't breathe)"
    r"|(?:§|an? [\w-]+) can (?:only )?(?:have|swallow|engulf|imprison|hold) [^.]{1,60} at a time|up to "
    r"[^.]{3,60} can fit [^.]*"
)
def inside(reader: Reader, found: re.Match[str]) -> bool | None:
    """While swallowed, the creature is blinded and restrained and has total cover …"""
    return None if _swallowing(reader) is not None else False


@RULES.add(
    rf"(?:{_INSIDE} )?takes? {DAMAGE}(?: (?:and|plus) (?P<more>\d+ \([^)]*\) \w+ damage))?"
    r" at the start of each of (?P<whose>§'s|its) turns"
)
def digested(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and it takes 21 (6d6) acid damage at the start of each of the worm's turns"""
    effect = _swallowing(reader)
    if effect is None or found["other"] or found["more"] or not effect.conditions:
        return False
    held = effect.conditions[-1]
    dice = damage_dice(found["printed"], found["dice"])
    held.ongoing = typed(dice, found["type"].lower())
    held.ongoing_at = "start_of_source_turn" if found["whose"] == "§'s" else "start_of_turn"
    return None


@RULES.add(
    rf"if § takes (?:any damage|(?P<points>\d+) (?:or more damage|damage or more|damage)(?: or more)?)"
    rf"(?: (?:on|in|during) a single turn)? from {_INSIDE}(?: inside (?:it|§))?"
    r"(?: or [^.,]{0,40})?, § must succeed on a DC"
    r" (?P<dc>\d+) Constitution saving throw(?: at the end of that turn)?,? or"
    r" (?:regurgitates?|vomits?|expels?)[^.]*"
)
def regurgitates(reader: Reader, found: re.Match[str]) -> bool | None:
    """If it takes 30 damage or more on a single turn from inside, it saves or regurgitates all."""
    effect = _swallowing(reader)
    if effect is None or not 1 <= int(found["dc"]) <= 40:
        return False
    effect.swallows = {"save": {"ability": "con", "dc": int(found["dc"])}}
    if found["points"]:
        effect.swallows["points"] = min(2000, max(1, int(found["points"])))
    return None
