"""How one gets rid of it: actions and checks that free, wounds that close, and harm of every turn until then.

A condition that a check ends has the number of the check; where the rules have no place for the way out, its
sentence is kept as a note and the effect says so.
"""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.importers.prose.draft import DamagePart, EffectDraft, Inflicted
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import AMOUNT, DAMAGE, TARGET, damage_dice

RULES = Rules()

_FREES = (
    r"(?:remov|fre|escap|break|burst|pull|scrap|wip|detach|extract|douse|dous|extinguish|smother|sta?unch"
    r"|sooth"
    r"|end|tear|rip|cut|wak|shak|clean|wash|untangl|extricat|pry|dislodg|dig|put|snap|stop|bandag|treat"
    r"|cleans"
    r"|releas|loosen|brush|knock|climb|crawl|drag|get|shrug|snuff|unstick|disentangl|rescu|shatter|destroy"
    r"|open)"
    r"(?:e|es|s|ing|ting|ning|ping)?"
)
_CHECK = re.compile(r"\bDC (?P<dc>\d+)\b(?! \w+ saving)", re.I)
_HELD = (
    "grappled",
    "restrained",
    "paralyzed",
    "blinded",
    "incapacitated",
    "petrified",
    "stunned",
    "unconscious",
)
_OTHER_HARM = re.compile(r"\d+d\d|\btakes? \d|\bfail(?:s|ed|ure)\b", re.I)


def _hurting(reader: Reader) -> dict[str, Any] | None:
    return next((effect.burning for effect in reversed(reader.draft.effects) if effect.burning), None)


def _laid(reader: Reader) -> list[Inflicted]:
    """Return the conditions of the latest effect that an action may end."""
    for effect in reversed(reader.draft.effects):
        found = [one for one in effect.conditions if one.name in _HELD]
        if found:
            return found
    return []


def _begun(reader: Reader) -> EffectDraft | None:
    """Return the effect that is spoken of: the latest one, or one for a roll that has none yet."""
    draft = reader.draft
    if draft.effects:
        return draft.effects[-1]
    if draft.last_save is None and "attack" not in draft.fields:
        return None
    return draft.effect()


def _also(effect: EffectDraft, kind: str) -> None:
    if kind not in effect.besides:
        effect.besides.append(kind)


@RULES.add(
    r",? ?until (?:it|the (?:target|creature)|an?(?:other)? creature|someone|somebody)\b[^.;\d]{0,40}? "
    r"(?:uses|takes|spends) (?:its|an)"
    r" action (?:to|and) [^.;\d]{3,90}(?=[.;]|$)"
)
def until_an_action(reader: Reader, found: re.Match[str]) -> bool | None:
    """… restrained until it or another creature uses an action to pull the arrow free"""
    laid = _laid(reader)
    if not laid:
        return False
    for one in laid:
        one.action_ends = True
    return None


@RULES.add(
    rf"(?:as an action, |on its turn, |alternatively, )?(?:(?:a|an|any|another|the|each|one|someone|"
    rf"somebody|anyone|"
    rf"that|this|it|§|creatures|allies)\b[^.;:\d]{{0,110}}?)?\b(?:can|may|could|must)\b (?:also |only )?"
    rf"[^.;:\d]{{0,70}}?\b{_FREES}\b[^.;:]{{0,170}}?(?=[.;]|$)"
    r"|(?:doing so|this|that|freeing \w+|removing \w+) (?:requires?|takes) (?:an action|a (?:successful "
    r")?DC \d+)"
    r"[^.;:]{0,140}"
)
def gets_rid_of_it(reader: Reader, found: re.Match[str]) -> bool | None:
    """A creature, including the target, can use its action to pull it out with a DC 12 Strength check."""
    draft = reader.draft
    effect, check = _begun(reader), _CHECK.search(found[0])
    with_action = re.search(r"\b(?:action|attempt|check)\b", found[0], re.I)
    if (
        effect is None
        or not (check or with_action)
        or re.search(r"\+\d+ to hit|saving throw", found[0], re.I)
    ):
        return False
    dc = int(check["dc"]) if check else None
    if dc is not None and not 1 <= dc <= 40:
        return False
    burning, laid = _hurting(reader), _laid(reader)
    simple = not _OTHER_HARM.search(found[0])
    if burning is not None and burning.get("check_dc") in (None, dc):
        burning.pop("action_ends", None)
        if dc is not None:
            burning["check_dc"] = dc
    held = bool(laid) and simple and all(one.escape_dc in (None, dc) for one in laid)
    if held:
        for one in laid:
            if dc is None:
                one.action_ends = True
            else:
                one.escape_dc = dc
    elif burning is None:
        _also(effect, "way_out")
    if not simple or "way_out" in effect.besides:
        _also(effect, "way_out")
        draft.told.append(shown(found[0]))
    return None


_IT_ENDS = (
    r"(?:ends?|closes?|dissolves?|crumbles?|fall(?:s)? (?:out|off)|stops?|is (?:ended|removed|soothed|"
    r"cured|freed"
    r"|destroyed|dislodged|suppressed|released|extinguished|lifted)|(?:are|be) (?:ended|removed|cured|"
    r"released)|breaks?"
    r"|vanish(?:es)?|disappears?|fades?|heals?|wears off|extinguish(?:es)?|goes out|lasts?)"
)


@RULES.add(
    rf"(?:the|this|these|that|all|any|its|both|such|§'s|a|an|it)\b(?! (?:target|creature) (?:takes|must|can))"
    rf"[^.;:\d]{{0,70}}?\b(?:also |immediately |automatically |instantly |early |only "
    rf")*{_IT_ENDS}\b[^.;:]{{0,200}}?"
    r"\b(?:if|when|until|once|after|by|with|while|whenever|unless|for)\b[^.;:]{3,200}(?=[.;]|$)"
)
def it_ends(reader: Reader, found: re.Match[str]) -> bool | None:
    """The wound also closes if the target receives magical healing."""
    effect = _begun(reader)
    if effect is None or re.search(r"\+\d+ to hit|\bsaving throw\b|\d+d\d+[^.]*damage", found[0], re.I):
        return False
    _also(effect, "way_out")
    reader.draft.told.append(shown(found[0]))
    return None


_LOSES = AMOUNT.replace("printed", "printed3").replace("dice>", "dice3>")
_HARM = (
    rf"(?:(?:{TARGET}|(?:the|an?|each|any) (?:[\w-]+ ){{0,2}}(?:target|creature|humanoid|victim|host)|"
    rf"it)(?: also)? )?"
    rf"(?:takes? (?:an? (?:additional|extra) )?{DAMAGE}|loses? {_LOSES} hit points)"
    r"(?: (?:from|due to|as|because of) [^.,;\d]{3,60})?"
)
_EACH_TURN = r"at the (?P<when>start|end) of each of (?P<whose>its|§'s|the \w+'s|that \w+'s) turns"


def _every_turn(reader: Reader, found: re.Match[str]) -> bool | None:
    draft = reader.draft
    if draft.section == "success" or not (draft.effects or draft.last_save or draft.fields.get("attack")):
        return False
    effect = draft.effect()
    if effect.burning:
        return False
    groups = found.groupdict()
    printed = groups["printed"] or groups["printed3"]
    dice = damage_dice(printed, groups["dice"] or groups["dice3"])
    draft.check_average(int(printed), dice)
    burning: dict[str, Any] = {"damage": DamagePart(dice, (groups["type"] or "untyped").lower()).text}
    source = "source_" if groups["whose"].startswith("§") else ""
    moment = f"{groups['when'].lower()}_of_{source}turn"
    if moment != "start_of_turn":
        burning["at"] = moment
    effect.burning = burning
    until = groups.get("until") or groups.get("until2")
    check = _CHECK.search(until or "")
    if check:
        burning["check_dc"] = max(1, min(40, int(check["dc"])))
    elif not re.search(r"\baction\b", f"{until or ''} {_near(reader)}", re.I):
        burning["action_ends"] = False
    if until:
        _also(effect, "way_out")
        draft.told.append(shown(until))
    return None


def _near(reader: Reader) -> str:
    """Return the next two sentences, in which the way out stands."""
    return ".".join(re.split(r"\.(?!\d)", reader.rest, maxsplit=3)[:3])


_UNTIL = r"(?:until|as long as|while|for as long as|unless)\b[^.;]{3,220}?"


@RULES.add(
    rf"(?P<until2>{_UNTIL}, )?(?:while (?:so )?[a-z'-]{{4,20}}, )?{_HARM} {_EACH_TURN}"
    rf"(?:,? (?P<until>{_UNTIL})(?=[.;]|$)|(?=[.,;]|$| and | or ))"
)
def hurts_every_turn(reader: Reader, found: re.Match[str]) -> bool | None:
    """The target takes 2 (1d4) piercing damage at the start of each of its turns until …"""
    return _every_turn(reader, found)


@RULES.add(
    rf"{_EACH_TURN},? (?:while [^.,;]{{3,60}}, )?{_HARM}"
    rf"(?:,? (?P<until>{_UNTIL})(?=[.;]|$)|(?=[.,;]|$| and | or ))"
)
def every_turn_it_hurts(reader: Reader, found: re.Match[str]) -> bool | None:
    """At the start of each of its turns, a covered target takes 9 (2d8) acid damage."""
    return _every_turn(reader, found)


@RULES.add(
    r"(?:each time|whenever|when) (?:§|it) (?:hits|bites|strikes) [^.;]{3,80}?, the (?:damage|"
    r"harm)[^.;]{3,60}? increases? "
    r"by [^.;]{3,40}"
)
def worse_each_time(reader: Reader, found: re.Match[str]) -> bool | None:
    """Each time it hits the wounded target with this attack, the damage of the wound increases by 3 (1d6)."""
    effect = next((one for one in reversed(reader.draft.effects) if one.burning), None)
    if effect is None:
        return False
    _also(effect, "in_words")
    reader.draft.told.append(shown(found[0]))
    return None
