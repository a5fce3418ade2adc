"""If-clauses: for which targets, and in which situation, the rest of the sentence holds."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hazard.fivee.importers.prose.draft import Inflicted
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import KINDS
from hazard.fivee.importers.prose.words import CONDITION, SIZE, TARGET, size

RULES = Rules()

_IF = r"(?:if|when) (?:the |that )?(?:target|creature|it) (?:is|was) "
_SIZE = rf"(?:an? )?(?P<size>{SIZE}) or smaller(?: creature)?"


def _narrow(reader: Reader, **changes: Any) -> None:
    reader.draft.scope = replace(reader.draft.scope, **changes)


@RULES.add(
    rf"if (?:the )?target is {_SIZE}(?P<run> and § moved "
    rf"(?P<feet>\d+)\+? ft straight toward it immediately before the hit)?,?"
)
def size_limit(reader: Reader, found: re.Match[str]) -> None:
    """If the target is a Large or smaller creature (and the boar moved 20+ feet straight toward it), …"""
    _narrow(reader, largest=size(found["size"]))
    if found["run"]:
        reader.draft.charge_feet = int(found["feet"])
        _narrow(reader, only_if="charged")


@RULES.add(
    rf"an? (?P<size>{SIZE}) or smaller (?:target|creature)(?: hit)? (?=is|has|must|becomes|takes|can't)"
)
def size_of_subject(reader: Reader, found: re.Match[str]) -> None:
    """A Large or smaller target is restrained."""
    _narrow(reader, largest=size(found["size"]))


@RULES.add(rf"if (?:the )?target is {_SIZE} grappled by §,?")
def size_and_grapple(reader: Reader, found: re.Match[str]) -> None:
    """If the target is a Large or smaller creature grappled by the kraken, …"""
    _narrow(reader, largest=size(found["size"]), only_if="target_grappled_by_source")


@RULES.add(
    rf"{_IF}(?:a|an?) creature(?: or a flammable object(?: that isn't being worn or carried)?"
    rf"| and doesn't already have an infernal wound)?,"
)
def any_creature(reader: Reader, found: re.Match[str]) -> None:
    """If the target is a creature, … (a fight is against creatures)"""


@RULES.add(
    rf"{_IF}(?:a )?(?:creature )?(?:other than|that isn't) (?P<kinds>(?:an? )?(?:{KINDS})(?:"
    rf"(?: or|,) (?:an? )?(?:{KINDS}))*),"
)
@RULES.add(rf"{_IF}a non-(?P<kinds>{KINDS}) creature,")
@RULES.add(
    rf"if (?:the target|it|the creature) isn't (?P<kinds>(?:an? )?(?:{KINDS})(?:(?: or|,) (?:an?"
    rf" )?(?:{KINDS}))*),"
)
def spared_kinds(reader: Reader, found: re.Match[str]) -> None:
    """If the target is a creature other than an elf or undead, …"""
    _narrow(reader, spares=tuple(re.findall(KINDS, found["kinds"].lower())))


@RULES.add(rf"{_IF}an? (?P<kinds>{KINDS}),")
def only_kinds(reader: Reader, found: re.Match[str]) -> None:
    """If the target is a Humanoid, …"""
    _narrow(reader, only=(found["kinds"].lower(),))


@RULES.add(
    r"if (?:the )?(?:target|creature) can (?P<sense>see|hear) (?:§|it|(?:§'s|the|its|this) [\w' ]{1,24}?),"
)
def senses(reader: Reader, found: re.Match[str]) -> None:
    """If the target can see the mummy, …"""
    spared = "blinded" if found["sense"].lower() == "see" else "deafened"
    reader.draft.base = replace(reader.draft.base, spares=(*reader.draft.base.spares, spared))
    _narrow(reader, spares=(*reader.draft.scope.spares, spared))


@RULES.add(r"if § (?:had|has) advantage on the attack roll,")
def had_advantage(reader: Reader, found: re.Match[str]) -> None:
    """If it had advantage on the attack roll, …"""
    _narrow(reader, only_if="advantage")


@RULES.add(
    r"(?:(?:the target|it) )?(?:is|be) subjected to the following effect"
    r"|(?:it )?must make the following saving throw"
)
def subjected(reader: Reader, found: re.Match[str]) -> None:
    """… it is subjected to the following effect. (What the if-clause said holds for it.)"""
    reader.draft.base = reader.draft.scope


@RULES.add(
    r"if (?:the |its )?(?:saving throw|save)(?: result)? (?:fails by 5 or more|is 5 or lower),"
    r"|if (?:the )?target fails the saving throw by 5 or more,"
)
def fails_by_five(reader: Reader, found: re.Match[str]) -> bool | None:
    """If the saving throw fails by 5 or more, …"""
    draft = reader.draft
    if draft.last_save is None or "5 or lower" in found[0]:
        return False
    draft.save, draft.fails_by = draft.last_save, 5
    return None


def _named(reader: Reader, name: str) -> Inflicted | None:
    everything = [infliction for effect in reader.draft.effects for infliction in effect.conditions]
    return next((infliction for infliction in reversed(everything) if infliction.name == name), None)


_WHILE = (
    rf"(?:while|until) (?:(?:the |this |it is )?(?P<what>grapple|poison"
    rf"|{CONDITION})(?: ends?)?(?: in this way| by § ?)?"
    rf"|it has the (?P<has>{CONDITION}) condition)"
)


@RULES.add(rf"{_WHILE},")
def while_it_lasts(reader: Reader, found: re.Match[str]) -> bool | None:
    """Until this grapple ends, …   While Poisoned, …"""
    word = (found["what"] or found["has"]).lower()
    name = {"grapple": "grappled", "poison": "poisoned"}.get(word, word)
    parent = _named(reader, name)
    if parent is None:
        return False
    draft = reader.draft
    draft.parent = parent
    for effect in draft.effects:
        if any(infliction is parent for infliction in effect.conditions):
            draft.save, draft.scope = effect.save, effect.scope
    return None


@RULES.add(
    rf"(?:{TARGET} )?(?:become|becomes|is|be|are) (?:magically )?(?:cursed"
    rf"|diseased)(?: with [§\w ]+?)?(?: for \d+ (?:hour|day)s?)?(?: or until § dies)?"
    rf"(?: if it is a creature)?(?=[.,]|$)|contract (?:a disease|(?:the )?[\w' ]{{1,30}})(?: \(see"
    rf" [^)]*\))?(?=[.,]|$)"
)
def cursed(reader: Reader, found: re.Match[str]) -> None:
    """… be cursed with mummy rot"""
    draft = reader.draft
    draft.curse = (draft.save, draft.scope)
    draft.recent_modifiers = []


@RULES.add(
    r"(?:while cursed|until the (?:curse ends|disease is cured)),|the (?:cursed"
    r"|diseased) (?:target|creature)(?= can't)"
)
def while_cursed(reader: Reader, found: re.Match[str]) -> bool | None:
    """While cursed, …"""
    draft = reader.draft
    if draft.curse is None:
        return False
    draft.save, draft.scope = draft.curse
    return None


@RULES.add(
    rf"{_IF}(?:already )?(?P<conditions>(?:{CONDITION})(?:, (?:{CONDITION}))*(?:,? or (?:{CONDITION}))?),"
    r"(?= it (?:takes|must)| the target (?:takes|must))"
)
def on_conditions(reader: Reader, found: re.Match[str]) -> None:
    """If the target is paralyzed, prone, or unconscious, it takes an extra 2 (1d4) slashing damage."""
    named = re.findall(CONDITION, found["conditions"].lower())
    _narrow(reader, on_conditions=tuple(dict.fromkeys(named)))
