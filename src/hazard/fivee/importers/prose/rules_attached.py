"""Creatures that hang on to their victim, and harm that comes once more a turn later."""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.draft import DamagePart
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.words import AMOUNT, DAMAGE, TARGET, damage_dice

RULES = Rules()
_EACH = r"at the (?P<when>start|end) of each of (?P<whose>§'s|its|the target's|the creature's) turns?"
_LOSES = (
    rf"(?:the target|it|the creature|the host) (?:takes {DAMAGE}|loses"
    rf" {AMOUNT.replace('printed', 'printed3').replace('dice>', 'dice3>')} hit points)"
)


def _burn(reader: Reader, found: re.Match[str]) -> dict[str, object]:
    groups = found.groupdict()
    printed = groups.get("printed") or groups.get("printed3")
    dice = damage_dice(printed or "0", groups.get("dice") or groups.get("dice3"))
    reader.draft.check_average(int(printed or 0), dice)
    kind = (groups.get("type") or "untyped").lower()
    return {"damage": DamagePart(dice, kind).text}


@RULES.add(
    r"(?:,? ?(?:and )?if the target is (?:a creature|[\w ]{1,30}), )?(?:§|the [\w-]+) attaches (?:itself "
    r")?to (?:the"
    r" target|it|the creature)(?:'s [\w ]{3,20}?)?(?=[.,]|$| and)"
)
def attaches(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and the leech attaches to the target."""
    if "if the target" in found[0].lower():
        return False
    reader.draft.fields["attaches"] = True
    return None


@RULES.add(
    rf"while attached,? (?:to the target, )?§ (?:doesn't attack|can't attack|can't make [\w' ]+"
    rf" attacks)(?:\. instead)?,?(?: and)? {_EACH}, {_LOSES}"
    r"(?: due to [\w ]+)?"
)
def while_attached(reader: Reader, found: re.Match[str]) -> bool | None:
    """While attached, it doesn't attack. Instead, at the start of each of its turns, the target loses …"""
    draft = reader.draft
    if not draft.fields.get("attaches"):
        return False
    burning = _burn(reader, found)
    source = "source_" if found["whose"] in ("§'s",) else ""
    moment = f"{found['when'].lower()}_of_{source}turn"
    if moment != "start_of_turn":
        burning["at"] = moment
    draft.effect().burning = {**burning, "attached": True}
    return None


@RULES.add(
    r"(?:the )?(?:attached )?(?:§|it) (?:moves with the (?:target|creature)[^.]*|can detach itself by"
    r" spending \d+ ft of its movement[^.]*"
    r"|does so after [^.]*|can detach itself[^.]*)"
    r"|§ detaches itself[^.]*"
    r"|(?:a|any) creature,? (?:including the target,? )?can (?:use|take) (?:its|an) action to detach"
    r" §(?=[.]|$)"
)
def detaches(reader: Reader, found: re.Match[str]) -> bool | None:
    """It can detach itself by spending 5 feet of its movement."""
    return None if any(effect.burning.get("attached") for effect in reader.draft.effects) else False


@RULES.add(
    rf"(?:(?:{TARGET}|it) )?takes? (?:an (?:extra|additional) |another )?{DAMAGE} at the (?P<when>start"
    rf"|end) of its next turn"
    rf"|(?:(?:{TARGET}|it) )?loses? {AMOUNT.replace('printed', 'printed3').replace('dice>', 'dice3>')}"
    rf" hit points at the (?P<when3>start|end) of its next turn"
)
def once_more(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and takes 3 (1d6) acid damage at the start of its next turn"""
    draft = reader.draft
    effect = draft.effect()
    if draft.section == "success" or effect.burning:
        return False
    burning = {**_burn(reader, found), "rounds": 1, "action_ends": False}
    if (found["when"] or found["when3"]).lower() == "end":
        burning["at"] = "end_of_turn"
    effect.burning = burning
    return None
