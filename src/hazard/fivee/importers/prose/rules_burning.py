"""Fire and wounds: harm that comes again every turn until somebody ends it."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.importers.prose.draft import DamagePart
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import AMOUNT, DAMAGE, TYPES, UNTYPED, damage_dice, typed

RULES = Rules()

_SOMEBODY = r"(?:(?:and )?(?:it|the (?:target|creature)) )?"
_FIRE_AGAIN = r"fire damage at the (?:start|end) of each of its turns"
_PUT_OUT = re.compile(r"\baction to (?:douse|extinguish|put out|smother)\b", re.I)


@RULES.add(
    rf"(?:it )?(?:is |be )?(?:ignites?|ignited|catch(?:es)?(?: on)? fire|set on fire)[.;,]? "
    rf"(?P<until>until (?:a creature|a target|someone) (?:takes|uses) (?:an|its) action to (?:douse"
    rf"|extinguish"
    rf"|put out) the (?:fire|flames),? )?(?:it|(?:the|an?) (?:(?:burning|ignited|affected) )?(?:target"
    rf"|creature)"
    rf"(?: on fire)?) takes {DAMAGE} at the (?P<when>start|end) of each of its turns"
)
def ignites(reader: Reader, found: re.Match[str]) -> None:
    """… it ignites. Until a creature takes an action to douse the fire, the target takes 5 (1d10) …"""
    dice = damage_dice(found["printed"], found["dice"])
    reader.draft.check_average(int(found["printed"]), dice)
    burning: dict[str, Any] = {"damage": DamagePart(dice, found["type"].lower()).text}
    if found["when"].lower() == "end":
        burning["at"] = "end_of_turn"
    if not found["until"] and not _PUT_OUT.search(reader.rest):
        burning["action_ends"] = False
    reader.draft.effect().burning = burning


@RULES.add(
    r"(?:it |the (?:target|creature) )?(?:ignites|is ignited|is set on fire|catch(?:es)?(?: on)? fire"
    r"|bursts into flames?)"
    rf"(?=\.[^.]*\.?[^.]*(?:{_FIRE_AGAIN}))"
)
def catches_fire(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and catches fire. (What the fire does is said in the sentences that follow; see below.)"""
    draft = reader.draft
    if draft.last_save is None or draft.section == "success":
        return False
    draft.fields["on_fire_by"] = draft.last_save
    return None


@RULES.add(
    rf"(?P<until>until (?:a creature|a target|someone|it|the (?:target|creature)) (?:takes|uses) (?:an|its) "
    rf"action to (?:douse"
    rf"|extinguish|put out|smother) the (?:fire|flames|blaze),? )?(?:it|(?:the|an?) (?:(?:burning|ignited"
    rf"|affected) )?(?:target"
    rf"|creature)(?: on fire)?) takes {DAMAGE} at the (?P<when>start|end) of each of its turns"
)
def burns_on(reader: Reader, found: re.Match[str]) -> bool | None:
    """Until a creature takes an action to douse the fire, the target takes 5 (1d10) fire damage …"""
    draft = reader.draft
    save = draft.fields.get("on_fire_by")
    if save is None or (found["type"].lower() != "fire"):
        return False
    draft.save = save
    ignites(reader, found)
    return None


@RULES.add(r"(?:it )?starts burning(?=\.|$)")
def starts_burning(reader: Reader, found: re.Match[str]) -> None:
    """… it starts burning: in the rules of 2024, 1d4 fire damage at the start of each turn."""
    reader.draft.effect().burning = {"damage": "1d4[fire]"}


@RULES.add(
    rf"(?:{_SOMEBODY}(?:bleeds|is bleeding|begins? (?:to bleed|bleeding)|is wounded|catches fire|ignites|is "
    rf"set on fire"
    rf"|bursts into flames?)[^.:;\d]{{0,60}}?[:;,]? (?:and )?{_SOMEBODY}(?:loses?|losing|takes?|taking)"
    rf"|{_SOMEBODY}(?:loses|losing)) {AMOUNT}(?: hit points| (?P<type>{TYPES}) damage)? at the "
    rf"(?P<when>start|end) of each"
    rf" of its turns(?P<until> until [^.;\d]{{3,160}})?(?=[.;]|$| as )"
)
def bleeds(reader: Reader, found: re.Match[str]) -> None:
    """The target bleeds: it loses 3 (1d6) hit points at the start of each of its turns until …"""
    draft = reader.draft
    dice = damage_dice(found["printed"], found["dice"])
    draft.check_average(int(found["printed"]), dice)
    burning: dict[str, Any] = {"damage": typed(dice, (found["type"] or UNTYPED).lower())}
    if found["when"].lower() == "end":
        burning["at"] = "end_of_turn"
    effect = draft.effect()
    effect.burning = burning
    if found["until"]:
        burning["action_ends"] = "action" in found["until"]
        draft.told.append(shown(found["until"]))
        effect.besides.append("way_out")


@RULES.add(
    rf"(?:(?:the target )?receives an infernal wound"
    rf"(?: if it doesn't have one)?\. while wounded, the target )?loses? {AMOUNT} hit points at"
    rf" the start of each of its turns(?: due to an infernal wound)?"
)
def wound(reader: Reader, found: re.Match[str]) -> None:
    """… or lose 5 (1d10) hit points at the start of each of its turns due to an infernal wound"""
    dice = damage_dice(found["printed"], found["dice"])
    reader.draft.check_average(int(found["printed"]), dice)
    reader.draft.effect().burning = {"damage": dice}


def _burning(reader: Reader) -> dict[str, object] | None:
    return next((effect.burning for effect in reversed(reader.draft.effects) if effect.burning), None)


@RULES.add(
    r"any creature can take an action to stanch the wound with a successful DC "
    r"(?P<dc>\d+) wisdom \(medicine\) check"
    r"|(?:the|this) (?:wound|bleeding|blood loss) (?:can be|is) (?:closed|stanched|staunched|bound|stopped"
    r"|treated)[^.;\d]*?"
    r" (?:with|by) (?:an? )?(?:action and a )?(?:successful |succeeding on a )?DC (?P<dc3>\d+) wisdom "
    r"\(medicine\) check"
    r"[^.;\d]{0,60}"
    r"|the wound closes after (?P<minutes>\d) minute, after a spell restores hit points to the"
    r" target, or after the target or a creature within 5 ft of it takes an action to stanch the"
    r" wound, doing so by succeeding on a DC (?P<dc2>\d+) wisdom \(medicine\) check"
)
def stanched(reader: Reader, found: re.Match[str]) -> bool | None:
    """Any creature can take an action to stanch the wound with a successful DC 12 Wisdom (Medicine) check."""
    burning = _burning(reader)
    if burning is None:
        return False
    burning["check_dc"] = min(40, max(1, int(found["dc"] or found["dc2"] or found["dc3"])))
    if found["minutes"]:
        burning["rounds"] = 10
    return None


@RULES.add(
    r"the wound also closes if the target receives magical healing"
    r"|(?:a|any|another) creature(?: within 5 ft)? can (?:use|take) (?:its|an) action to (?:extinguish|douse"
    r"|put out|smother) (?:this|the|these) (?:fires?|flames?|blaze)"
)
def healed(reader: Reader, found: re.Match[str]) -> bool | None:
    """The wound also closes if the target receives magical healing."""
    return None if _burning(reader) else False
