"""Changes to the rolls of a target: disadvantage, vulnerability, penalties, and how long they last."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.words import TARGET, TYPES

RULES = Rules()

LASTS = re.compile(
    r",? ?(?:for (?P<number>\d+) (?P<unit>round|minute|hour)s?|(?:until|before) the (?P<when>start|end) of"
    r" (?P<whose>its|the (?:target|creature)'s|that creature's|§'s) next turn)",
    re.I,
)
_ROUNDS = {"round": 1, "minute": 10, "hour": 600}


def last(reader: Reader, modifier: dict[str, Any]) -> None:
    """Read how long a change lasts, if it stands here."""
    found = reader.take(LASTS)
    if found is None:
        return
    if found["number"]:
        modifier["rounds"] = max(1, min(1000, int(found["number"]) * _ROUNDS[found["unit"].lower()]))
    else:
        whose = "source" if found["whose"].startswith("§") else "target"
        modifier["until"] = f"{found['when'].lower()}_of_{whose}_turn"


_LIST = r"(?:(?:weapon |melee |ranged )?attack rolls|attacks|ability checks|skill checks|saving throws)"
_HAS = rf"(?:(?:{TARGET}|it) )?(?:also )?(?:has|have|suffers?|makes?|with|gains?|takes?)"


@RULES.add(
    rf"{_HAS} disadvantage on (?:all |its |any )?(?P<rolls>{_LIST}(?:(?:,| and|, and| or|, or)"
    rf" {_LIST})*)(?= for \d| until"
    r"|[.,;]|$| and (?:its|is|can't|it)\b)"
)
def disadvantage(reader: Reader, found: re.Match[str]) -> bool | None:
    """… has disadvantage on attack rolls and saving throws until the end of its next turn"""
    draft = reader.draft
    if draft.section == "success" or (draft.save is None and draft.parent is None and not draft.recent):
        return False
    rolls = found["rolls"].lower()
    changes: dict[str, Any] = {}
    if "attack" in rolls:
        changes["attack_advantage"] = -1
    if "saving" in rolls:
        changes["save_advantage"] = -1
    if not changes:
        return False
    modifier = draft.modify(**changes)
    _like_its_parent(reader, modifier)
    last(reader, modifier)
    return None


def _like_its_parent(reader: Reader, modifier: dict[str, Any]) -> None:
    parent = reader.draft.parent
    if parent is None:
        return
    if parent.rounds is not None:
        modifier["rounds"] = parent.rounds
    if parent.until != "duration":
        modifier["until"] = parent.until
    if parent.repeat_save == "end_of_turn":
        modifier["repeat_save"] = "end_of_turn"


@RULES.add(
    rf"{_HAS} disadvantage on (?:the|its) next attack roll(?: it makes)?(?= before| until|[.,;]|$)"
    r"|(?:has|have) disadvantage on the (?:triggering )?(?P<this>attack roll)(?=[.,;]|$)"
)
def next_roll(reader: Reader, found: re.Match[str]) -> bool | None:
    """… has disadvantage on its next attack roll before the end of its next turn"""
    draft = reader.draft
    if draft.section == "success" or (found["this"] and draft.fields.get("trigger") != "attacked"):
        return False
    modifier = draft.modify(attack_advantage=-1, next_roll_only=True)
    last(reader, modifier)
    modifier.setdefault("until", "end_of_target_turn")
    return None


@RULES.add(
    r"(?:attack rolls|attacks) (?:made )?against (?:the target|it|the creature|that creature) have"
    r" (?P<way>dis)?advantage"
)
def easier_target(reader: Reader, found: re.Match[str]) -> bool | None:
    """Attack rolls against the target have advantage until the start of its next turn."""
    draft = reader.draft
    if draft.section == "success":
        return False
    modifier = draft.modify(defense_advantage=-1 if found["way"] else 1)
    _like_its_parent(reader, modifier)
    last(reader, modifier)
    return None


@RULES.add(
    rf"(?:(?:{TARGET}|it) )?(?:be|become|becomes|is|are) vulnerable to (?P<types>(?:{TYPES})(?:(?:,|"
    rf" and|, and) (?:{TYPES}))*)"
    r" damage"
    rf"|(?:(?:{TARGET}|it) )?(?:has|have|gains?) vulnerability to (?P<types2>(?:{TYPES})(?:(?:,| and|,"
    rf" and) (?:{TYPES}))*) damage"
)
def vulnerable(reader: Reader, found: re.Match[str]) -> bool | None:
    """… is vulnerable to fire damage until the end of its next turn"""
    draft = reader.draft
    if draft.section == "success":
        return False
    kinds = re.findall(TYPES, (found["types"] or found["types2"]).lower())
    modifier = draft.modify(vulnerable=kinds)
    _like_its_parent(reader, modifier)
    last(reader, modifier)
    return None


@RULES.add(
    rf"an? (?:target|creature) (?:that is |already )?(?:resistant|immune) to (?:{TYPES}) damage"
    rf" (?:isn't|is still|remains)"
    r" (?:resistant|immune)[^.]*"
)
def against_defenses(reader: Reader, found: re.Match[str]) -> bool | None:
    """A target resistant to fire damage isn't resistant to it for the duration."""
    return None if any("vulnerable" in change for change in reader.draft.recent_modifiers) else False


@RULES.add(
    r"an? (?:target|creature) (?:that|who) fails the saving throw(?P<by> by 5 or more)?(?=,| is| also| "
    r"begins| gains| becomes| drops| loses|"
    r" falls| can't| takes| has)"
)
def who_fails(reader: Reader, found: re.Match[str]) -> bool | None:
    """A creature that fails the saving throw by 5 or more is also stunned."""
    draft = reader.draft
    if draft.last_save is None:
        return False
    draft.save, draft.fails_by = draft.last_save, 5 if found["by"] else 1
    return None


@RULES.add(
    r"(?:as an action, )?(?:a|an|any|another|the|each) (?:(?!charmed|frightened)[\w-]+ed |stuck )?(?:creature"
    r"|target|ally)"
    r"(?:,? (?:including|or) the (?:restrained |grappled |stuck )?(?:target|creature),?| within 5"
    r" ft(?: of (?:it|the target|§))?)?"
    r" can (?:try to |attempt to )?(?:escape by |get free by )?(?:take|taking|use|using|spend)? ?(?:its|"
    r"an)? ?(?:action)? ?"
    r"(?:to )?(?:make|free"
    r"|detach|remove|pull|escape|break|burst|stanch|extinguish|clean|put out|douse|dislodge"
    r"|end|tear|rip|cut|attempt)[^.]{0,80}?(?:by succeeding on|with a successful|by making|make|,?"
    r" succeeding on|on a successful)? ?an? (?:successful )?DC"
    r" (?P<dc>\d+) (?:strength|dexterity|wisdom)(?: \(\w+\))?(?: or [\w ]+(?: \(\w+\))?)? check[^.]*"
)
def freed_by_a_check(reader: Reader, found: re.Match[str]) -> bool | None:
    """A creature, including the target, can use its action to free the target with a DC 13 Strength check."""
    draft = reader.draft
    dc = int(found["dc"])
    held = [
        infliction
        for effect in draft.effects
        for infliction in effect.conditions
        if infliction.name in ("restrained", "grappled")
    ]
    burning = next((effect.burning for effect in reversed(draft.effects) if effect.burning), None)
    if not 1 <= dc <= 40 or (not held and burning is None):
        return False
    if held:
        for infliction in held:
            if infliction.name == "restrained" or infliction.escape_dc is None:
                infliction.escape_dc = dc
    elif burning is not None:
        burning["check_dc"] = dc
    return None
