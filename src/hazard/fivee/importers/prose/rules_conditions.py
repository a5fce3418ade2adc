"""Conditions, how long they last, and how one gets rid of them."""

from __future__ import annotations

import copy
import re
from dataclasses import replace

from hazard.fivee.content.words import Condition
from hazard.fivee.importers.prose.draft import EffectDraft, Inflicted, Variant
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.rules_holding import hold_at_most
from hazard.fivee.importers.prose.text import NUMBER, number, shown
from hazard.fivee.importers.prose.words import CONDITION, CONDITION_LIST, TARGET, average, conditions

RULES = Rules()

_ROUNDS = {"round": 1, "minute": 10, "hour": 600, "day": 1000}
_MAGIC = (
    r"until (?:(?:it is )?(?:removed|freed|cured|lifted) by [^.,]*|magic such as [^.,]*"
    r"|the (?:disease|curse) is cured)"
)
_LASTS = re.compile(
    rf"(?:,? ?(?:for|lasting) (?:(?P<printed>\d+) )?\(?(?P<dice>\d*d\d+)\)? (?P<rolled>round|minute|hour|"
    rf"day)s?"
    rf"|,? ?(?:for|lasting) (?P<number>\d+) (?P<unit>round|minute|hour|day)s?(?: or until § dies)?"
    rf"|,? ?until the (?P<when>start|end) of (?P<whose>its|the (?:target|creature)'s"
    rf"|that creature's|§'s) (?P<next>next )?turn"
    rf"|,? ?until (?:the|this) (?P<grapple>grapple) ends"
    rf"|,? ?until (?P<song>the song ends)"
    rf"|,? ?for the same (?P<same>duration)"
    rf"|,? ?while (?P<while>{CONDITION})(?: in this way)?"
    rf"|,? ?(?P<magic>{_MAGIC})"
    rf"|,? ?until § (?P<dies>dies)(?: or (?:until )?"
    rf"(?:it )?is on a different plane of existence from the target)?)",
    re.I,
)
_ESCAPE = re.compile(
    r" ?\(?escape DC (?P<dc>\d+)\)?(?: from (?:one of |both (?:of )?"
    r"|all )?(?:§'s )?(?:\w+ ?){1,3}(?=[,.]|$| and))?",
    re.I,
)
_LONGEST = 1000
_HANDS = re.compile(r"from (?:one of )?(?P<number>\w+) \w+", re.I)


def lasting(reader: Reader, found: list[Inflicted]) -> None:
    """Read how long conditions last, if it stands here."""
    draft = reader.draft
    escape = reader.take(_ESCAPE)
    if escape and 1 <= int(escape["dc"]) <= 40:
        hands = _HANDS.search(escape[0])
        for infliction in found:
            infliction.escape_dc = int(escape["dc"])
            if hands and re.fullmatch(NUMBER, hands["number"], re.I) and number(hands["number"]) <= 20:
                infliction.at_most = number(hands["number"])
    lasts = reader.take(_LASTS)
    if lasts is None:
        return
    if lasts["dice"]:
        draft.beyond.append(shown(lasts[0]))  # played as long as it lasts on average
    for infliction in found:
        if lasts["dice"]:
            mean = int(lasts["printed"] or average(lasts["dice"].lower()))
            infliction.rounds = max(1, min(_LONGEST, mean * _ROUNDS[lasts["rolled"].lower()]))
        elif lasts["number"]:
            infliction.rounds = max(1, min(_LONGEST, int(lasts["number"]) * _ROUNDS[lasts["unit"].lower()]))
        elif lasts["when"]:
            whose = "source" if lasts["whose"] == "§'s" else "target"
            infliction.until = f"{lasts['when'].lower()}_of_{whose}_turn"
        elif lasts["grapple"]:
            _copy(infliction, _latest(reader, "grappled"))
        elif lasts["same"] and draft.recent:
            _copy(infliction, draft.recent[0])
        elif lasts["while"]:
            _copy(infliction, _latest(reader, lasts["while"].lower()))


def _latest(reader: Reader, name: str) -> Inflicted | None:
    everything = [infliction for effect in reader.draft.effects for infliction in effect.conditions]
    return next((infliction for infliction in reversed(everything) if infliction.name == name), None)


def _copy(infliction: Inflicted, other: Inflicted | None) -> None:
    if other is None:
        return
    for key in ("rounds", "until", "repeat_save", "escape_dc", "ends_on_damage"):
        setattr(infliction, key, getattr(other, key))


_BECOMES = (
    rf"(?:{TARGET} )?(?:(?:is|be|becomes?|are|and be|falls?|becoming|being|falling)(?: also| instead)? "
    rf"(?:magically |instantly |immediately "
    rf"|knocked |also )?|knocked |(?:also )?(?:has|have) |can be given )"
)


_OF_WHAT = (
    r"(?: (?:by|with|in|from|as|of) (?:§|it\b|webbing|[a-z][a-z', -]{2,60}?(?= until | for \d| while )"
    r"|[a-z][a-z' -]{2,60}?(?=[.,;]|$| and (?:is|its|can|has|takes|must|it)\b)))?"
)


@RULES.add(
    rf"(?:{_BECOMES})(?P<one>{CONDITION}) or (?:be )?(?P<other>{CONDITION}) \((?:§'s|its|the \w+'s) choice\)"
)
def one_or_the_other(reader: Reader, found: re.Match[str]) -> bool | None:
    """… be charmed or frightened (the gladiator's choice)"""
    draft = reader.draft
    if draft.section == "success":
        return False
    one, other = conditions(f"{found['one']} {found['other']}")
    infliction = Inflicted(one)
    draft.inflict(infliction)
    lasting(reader, [infliction])
    draft.variants.append(Variant(other, {"swap_condition": (one, other)}))
    return None


@RULES.add(rf"(?:{_BECOMES}){CONDITION_LIST}{_OF_WHAT}(?:,? instead of the \w+ condition,?)?")
def condition(reader: Reader, found: re.Match[str]) -> bool | None:
    """… be knocked prone.  … has the Grappled condition (escape DC 13) …"""
    draft = reader.draft
    if draft.section == "success":
        return False
    inflicted = [Inflicted(name) for name in conditions(found["conditions"])]
    before = draft.scope
    for infliction in inflicted:
        if draft.parent is not None:
            _copy(infliction, draft.parent)
        draft.inflict(infliction)
    lasting(reader, inflicted)
    if draft.second is not None and draft.recent:
        draft.recent[-1].rounds = draft.second.rounds
        draft.second = None
    grappled = next((item for item in inflicted if item.name == "grappled" and item.escape_dc), None)
    for infliction in inflicted:
        if grappled is not None and infliction is not grappled:
            infliction.escape_dc = grappled.escape_dc
    draft.scope = before
    return None


def with_another_condition(effects: list[EffectDraft], old: Condition, new: Condition) -> list[EffectDraft]:
    """Return effects that lay ``new`` on their targets instead of ``old``."""
    found = copy.deepcopy(effects)
    for effect in found:
        for infliction in effect.conditions:
            if infliction.name == old:
                infliction.name = new
    return found


@RULES.add(r"§ can bite only the grappled creature and has advantage on attack rolls to do so")
def bites_what_it_holds(reader: Reader, found: re.Match[str]) -> bool | None:
    """… the ankheg can bite only the grappled creature and has advantage on attack rolls to do so."""
    if "attack" not in reader.draft.fields:
        return False
    reader.draft.fields["attack"]["advantage_if"] = "target_grappled_by_source"
    return hold_at_most(reader, 1)


@RULES.add(
    r"restrained (?:until (?:the|this) grapple ends|while (?:it is )?grappled(?: in this way| by §)?"
    r"|for the duration of the grapple)"
)
def restrained_too(reader: Reader, found: re.Match[str]) -> bool | None:
    """… is grappled (escape DC 13) and restrained until the grapple ends."""
    grappled = _latest(reader, "grappled")
    if grappled is None:
        return False
    infliction = Inflicted("restrained")
    _copy(infliction, grappled)
    reader.draft.inflict(infliction)
    return None


@RULES.add(r"paralyzed while poisoned in this way|unconscious while poisoned in this way")
def while_poisoned(reader: Reader, found: re.Match[str]) -> bool | None:
    """… and unconscious while poisoned in this way."""
    poisoned = _latest(reader, "poisoned")
    if poisoned is None:
        return False
    infliction = Inflicted(conditions(found[0])[0])
    _copy(infliction, poisoned)
    reader.draft.inflict(infliction)
    return None


@RULES.add(rf"(?:{TARGET} )?(?:gains?|suffers?|takes?) 1 exhaustion level")
def exhaustion(reader: Reader, found: re.Match[str]) -> None:
    """The target gains 1 Exhaustion level."""
    reader.draft.inflict(Inflicted("exhaustion"))


_WAKES = (
    r"(?:it|the target|the creature|that creature) takes (?:any )?damage(?:,? or (?:(?:if )?"
    r"(?:another creature|someone(?: else)?|a creature(?: within 5 ft of it)?)) (?:takes|uses) (?:an"
    r"|its) action to (?:wake it|wake the (?:target|creature)|shake it awake|shake (?:the target|the"
    r" creature|it)(?: awake| out of its [\w ]+| free)?))?"
)


@RULES.add(
    rf"(?:,? ?or until {_WAKES})|(?:this effect|the effect) ends (?:for (?:a|the) (?:creature"
    rf"|target) )?(?:early )?if (?:{_WAKES})|,? ?which ends early if {_WAKES}"
    rf"|(?:(?:the|an?)(?: (?:unconscious|sleeping))? (?:target|creature)|it) (?:wakes|awakens"
    rf"|awakes)(?: up)? if {_WAKES}"
)
def ends_on_damage(reader: Reader, found: re.Match[str]) -> bool | None:
    """This effect ends for a creature if the creature takes damage or someone uses an action to wake it."""
    draft = reader.draft
    if not draft.recent:
        return False
    last = draft.recent[-1]
    for infliction in draft.recent:
        if infliction.name == last.name or infliction.name == "unconscious":
            infliction.ends_on_damage = True
            infliction.action_ends = " action to " in found[0]
    return None


@RULES.add(r"(?:another creature|someone) can (?:use|take) an action to (?:shake the target awake|wake it)")
def shaken_awake(reader: Reader, found: re.Match[str]) -> bool | None:
    """Another creature can use an action to shake the target awake."""
    sleeper = _latest(reader, "unconscious")
    if sleeper is None:
        return False
    sleeper.action_ends = True
    return None


@RULES.add(
    r"(?:as an action, )?the restrained (?:target|creature) can (?:use its action to )?(?:make"
    r"|take an action to make) a DC (?P<dc>\d+) strength(?: \(athletics\))? check, (?:bursting"
    r"|escaping)[^.]*? on a success"
)
def bursts_free(reader: Reader, found: re.Match[str]) -> bool | None:
    """As an action, the restrained target can make a DC 12 Strength check, bursting the webbing …"""
    restrained = _latest(reader, "restrained")
    if restrained is None or not 1 <= int(found["dc"]) <= 40:
        return False
    restrained.escape_dc = int(found["dc"])
    return None


@RULES.add(
    r"instead of dealing (?:\w+ )?damage,? § can grapple the target \(escape DC (?P<dc>\d+)\)"
    r"|§ can give it the grappled condition \(escape DC (?P<dc2>\d+)\) instead of dealing damage"
)
def grapple_instead(reader: Reader, found: re.Match[str]) -> bool | None:
    """Instead of dealing damage, the vampire can grapple the target (escape DC 18)."""
    draft = reader.draft
    dc = int(found["dc"] or found["dc2"])
    if not 1 <= dc <= 40:
        return False
    grapple = EffectDraft(replace(draft.scope), None, conditions=[Inflicted("grappled", escape_dc=dc)])
    draft.variants.append(Variant("grapple", effects=[grapple]))
    return None
