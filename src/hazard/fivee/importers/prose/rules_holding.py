"""Whom a creature holds: how large they may be, how many at a time, and what it cannot do meanwhile."""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.fivee.importers.prose.draft import Inflicted
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import NUMBER, number, shown
from hazard.fivee.importers.prose.words import CONDITION, SIZE, TARGET, size

RULES = Rules()

_ANYTHING = r"[\w' -]{1,40}?"
_SOMEBODY = r"(?:target|creature|opponent|victim|enemy|foe)s?"


def held(reader: Reader) -> Inflicted | None:
    """Return the latest condition that holds somebody."""
    everything = [infliction for effect in reader.draft.effects for infliction in effect.conditions]
    names = ("grappled", "restrained")
    return next((one for name in names for one in reversed(everything) if one.name == name), None)


def hold_at_most(reader: Reader, many: int) -> bool | None:
    """Note that it can hold so many."""
    infliction = held(reader)
    if infliction is None or not 1 <= many <= 20:
        return False
    infliction.at_most = many
    return None


@RULES.add(
    rf"(?:during this time, |while grappling [^.,§]{{1,30}}?,? |and )?(?:§|it) (?:can't|cannot) (?:make "
    rf"{_ANYTHING} attacks?|use (?:its|that|the"
    rf"|the same|this) {_ANYTHING}|{_ANYTHING}) (?:against|on|at) (?:any )?(?:other|another|different|a"
    rf" different|a second) {_SOMEBODY}(?: (?:with|using) [\w' ]{{1,30}})?(?=[.,;]|$)"
    rf"|(?:§|it) (?:can't|cannot) (?:grapple|bite|constrict|attack|grab|smother|crush|hold|seize|pin"
    rf"|claw|squeeze|[a-z]+)"
    rf" (?:another|a second|any other|other) {_SOMEBODY}(?: (?:with|using) [\w' ]{{1,30}})?(?=[.,;]|$)"
    rf"|(?:§|it)(?: can)? (?:only )?(?:can )?(?:only )?(?:smother|grapple|have|hold|restrain|constrict"
    rf"|grab|engulf|swallow|wrap|carry|attach to|enwrap)(?: only)? one(?: (?:{SIZE})(?: or smaller)?)?"
    rf" {_SOMEBODY}(?: or hold [\w ]{{3,40}})?(?: \w+(?: by this action)?| in this way)?(?: at a "
    rf"time)?(?=[.,;]|$)"
)
def holds_one(reader: Reader, found: re.Match[str]) -> bool | None:
    """Until this grapple ends, … the crab can't make claw attacks against other targets."""
    return hold_at_most(reader, 1)


@RULES.add(
    rf"(?:§|it) can (?:only )?(?:grapple|hold|have|restrain)(?: only)? (?:no more than |up to |as many"
    rf" as )?(?P<number>{NUMBER})"
    rf" (?:(?:{SIZE})(?: or smaller)? )?{_SOMEBODY}(?: (?:grappled|restrained|held))?(?: in this way)?"
    rf"(?: at a time)?(?=[.,;]|$)"
    rf"|(?:§|it) has (?P<hands>{NUMBER}) {_ANYTHING}, each of which can (?:only )?(?:grapple|hold|restrain|"
    rf"grab)"
    rf" (?:only )?one"
    rf" {_SOMEBODY}(?: at a time)?"
    rf"|each (?:of its )?{_ANYTHING} can (?:grapple|hold) (?:only )?(?P<one>one) {_SOMEBODY}(?: at a"
    rf" time)?(?=[.,;]|$)"
)
def holds_several(reader: Reader, found: re.Match[str]) -> bool | None:
    """The tree can grapple up to three creatures at a time."""
    return hold_at_most(reader, number(found["number"] or found["hands"] or found["one"]))


@RULES.add(
    rf"(?:, )?if (?:it|{TARGET}) is (?:an? )?(?:(?P<size>{SIZE}) or smaller)(?: {_SOMEBODY})?"
    rf"(?P<hands> and (?:(?:§|it) (?:doesn't (?:already )?have (?P<number>{NUMBER}|another|an?|any)(?:"
    rf" other)?"
    rf" {_SOMEBODY} (?:grappled|restrained)(?: already)?|isn't already (?:grappling|holding|constricting)"
    rf" (?:another|a|any)(?: other)? {_SOMEBODY})))?(?=[.,;]|$| and )"
    rf"|(?:, )?if (?:§|it) (?:doesn't (?:already )?have (?P<number2>another|an?|any)(?: other)? {_SOMEBODY}"
    rf" (?:grappled|restrained)(?: already)?|isn't already (?:grappling|holding|constricting)"
    rf" (?:another|a|any)(?: other)? {_SOMEBODY}),?"
)
def holds_if_small(reader: Reader, found: re.Match[str]) -> bool | None:
    """… is grappled (escape DC 14) if it is a Large or smaller creature and the chuul doesn't have two …"""
    draft = reader.draft
    before = held(reader)
    behind = before is not None and bool(draft.effects) and before in draft.effects[-1].conditions
    if not behind:
        if found["size"] is None or found["hands"]:
            return False
        draft.scope = replace(draft.scope, largest=size(found["size"]))
        return None
    if found["hands"] or found["number2"] or found["size"] is None:
        word = (found["number"] or found["number2"] or "a").lower()
        many = number(word) if re.fullmatch(NUMBER, word, re.I) else 1
        if hold_at_most(reader, many) is False:
            return False
    if found["size"] is None:
        return None
    effect = draft.effects[-1]
    kept = [item for item in effect.conditions if item.name not in ("grappled", "restrained")]
    grapple = [item for item in effect.conditions if item.name in ("grappled", "restrained")]
    effect.conditions = kept
    draft.scope = replace(effect.scope, largest=size(found["size"]))
    draft.effect().conditions += grapple
    return None


@RULES.add(
    rf"§ can (?:only )?have(?: only)? (?:no more than |up to )?(?P<number>{NUMBER}) {_SOMEBODY}"
    rf" (?P<name>{CONDITION})(?: in this way| by [\w' ]{{1,30}})?"
    r"(?: at a time)?(?=[.,;]|$)"
)
def keeps_several(reader: Reader, found: re.Match[str]) -> bool | None:
    """It can have up to three creatures charmed in this way at a time."""
    name = found["name"].lower()
    laid = [one for effect in reader.draft.effects for one in effect.conditions if one.name == name]
    if not laid or not 1 <= number(found["number"]) <= 20:
        return False
    laid[-1].at_most = number(found["number"])
    return None


@RULES.add(
    rf"(?:(?:§|it) )?(?:and )?has advantage on (?:{_ANYTHING} )?attack(?:s| rolls)"
    rf"(?: made)? against (?:the|a|any) (?:grappled )?(?:target|creature)(?: (?:it has )?grappled(?: by"
    rf" it)?)?(?=[.,;]|$| and )"
    rf"|{_ANYTHING} attacks against (?:the (?:grappled )?target|it) have advantage"
)
def easier_while_held(reader: Reader, found: re.Match[str]) -> bool | None:
    """… the megapede has advantage on attacks against the grappled target"""
    if "attack" not in reader.draft.fields or held(reader) is None:
        return False
    if reader.draft.parent is None and "grappled" not in found[0].lower():
        return False
    reader.draft.fields["attack"]["advantage_if"] = "target_grappled_by_source"
    return None


@RULES.add(
    rf"(?:the |a )(?:{CONDITION}) (?:target|creature) (?:moves|is (?:moved|carried|dragged)) with (?:§"
    rf"|it)[^.]*"
    r"|(?:when|whenever|as) § moves, (?:the|any|a) (?:grappled )?(?:target|creature)[^.]* moves with it[^.]*"
)
def carried(reader: Reader, found: re.Match[str]) -> bool | None:
    """When it moves, the grappled creature moves with it. (So do grappled creatures anyway.)"""
    return None if held(reader) is not None else False


@RULES.add(
    r"(?:(?:it|the \w+(?: (?:target|creature))?) )?(?:has|with) total cover (?:against|from) (?:attacks and "
    r"(?:other "
    r")?effects|anything|everything)[^.;,\d]{0,60}"
)
def behind_its_hide(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and has total cover against attacks and other effects outside it"""
    draft = reader.draft
    if not draft.effects and draft.last_save is None:
        return False
    besides = draft.effect().besides
    besides += [] if "own_state" in besides else ["own_state"]
    draft.told.append(shown(found[0]))
    return None
