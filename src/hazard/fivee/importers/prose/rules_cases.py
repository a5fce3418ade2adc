"""Cases that the rules do not look at: "If the target is thrown at another creature, that creature must …".

The clause is kept in its own words, and what follows is read as always. An effect of such a case is in the
row with all its numbers; the rules of a fight cannot tell when it comes about, leave it out and say so.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.fivee.importers.prose.draft import Inflicted
from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.rules_aiming import is_picture
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import ABILITY, SIZE, TARGET, ability, size

RULES = Rules()

MOST = 280
_DOES = (
    r"(?:(?:must|can|takes?|is|are|has|have|can't|falls?|becomes?|suffers?|drops?|loses?|doesn't|isn't|gains?"
    r"|regains?|dies|moves?|makes?|catches|ignites|bleeds|burns|starts|begins|and)\b)"
)
_SOMEBODY = (
    rf"(?:{TARGET}|§|the [\w' -]{{3,30}}|(?:each|any|all|a|an|every|one|those|creatures)\b[^.,;]{{0,110}}?)"
)
_WHEN = (
    r"(?:if|when|whenever|while|once|after|the (?:first|next) time|each time|every time|any time|at the "
    r"(?:start|end) of"
    r"|(?:on|during) (?:its|each of its|§'s)|until|unless)"
)


@RULES.add(
    rf"(?P<case>{_WHEN}\b(?! the (?:saving throw|save)\b)(?:[^.,;:]|, (?!(?:{TARGET}|§|each|the \w+|all|any"
    rf"|that|then) {_DOES})){{3,{MOST}}}?), (?:then )?(?=(?:{_SOMEBODY} )?{_DOES})"
)
def in_a_case(reader: Reader, found: re.Match[str]) -> bool | None:
    """If the target is thrown at another creature, that creature must succeed on …"""
    draft = reader.draft
    case = shown(found["case"])
    if draft.section == "success" or re.search(r"\bDC \d|\d+d\d|\bsuccess|\bsucceeds\b", case, re.I):
        return False
    if re.search(r"\bfails\b", case, re.I):
        draft.save = draft.last_save
    already = draft.scope.situation
    text = f"{already}; {case}" if already else case
    draft.scope = replace(draft.scope, situation=text[:MOST])
    return None


@RULES.add(
    r"(?:on|with|if (?:§|it) (?:scores|rolls)) a (?:critical hit|roll of 20)(?: on an attack "
    r"roll)?,\s*(?:the attack )?"
)
def on_a_critical(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a critical hit, … (what the rules of a critical do not know)"""
    draft = reader.draft
    if "attack" not in draft.fields or draft.last_save is not None:
        return False
    draft.scope = replace(draft.scope, situation="on a critical hit")
    return None


@RULES.add(r"trigger: (?P<case>[^.;\n]{8,200})(?=[.;\n]|$)")
def after_a_trigger(reader: Reader, found: re.Match[str]) -> bool | None:
    """Trigger: An enemy within 60 feet casts a spell. (which the rules of a fight do not look for)"""
    draft = reader.draft
    if draft.effects or draft.last_save or re.search(r"\bDC \d|\d+d\d", found["case"]):
        return False
    draft.base = draft.scope = replace(draft.base, situation=shown(found["case"])[:MOST])
    return None


@RULES.add(
    rf"(?P<who>(?:a|an|any|each|every) (?:[\w-]+ ){{0,2}}(?:creature|target|humanoid|"
    rf"enemy)\b[^.;]{{0,120}}?(?:enters|"
    rf"starts its"
    rf" turn|ends its turn|moves|touches|takes|casts|hits|that)[^.;]{{0,120}}?) (?:must|can) (?=(?:succeed on"
    rf"|make) an? DC \d+ (?:{ABILITY}) sav)"
)
def somebody_in_a_case(reader: Reader, found: re.Match[str]) -> bool | None:
    """A creature that enters the cloud for the first time on a turn must succeed on …"""
    draft = reader.draft
    if re.search(r"\bDC \d|\d+d\d", found["who"]):
        return False
    draft.scope = replace(draft.scope, situation=shown(found["who"])[:MOST])
    reader.position = found.end() - len("must ")
    return None


@RULES.add(
    rf"must (?:also |then |immediately |each )?(?:succeed on|make) an? DC (?P<dc>\d+) (?P<ability>{ABILITY})"
    r" (?:saving throw|save)(?:,? or (?=be|become|take|fall|lose|have|its?|suffer|contract|the|drop|die|move"
    r"|be)|(?=[ ,.;]|$))"
)
def must_save(reader: Reader, found: re.Match[str]) -> bool | None:
    """… (whoever that is) must succeed on a DC 15 Dexterity saving throw or …"""
    joined = reader.text[: found.start()].rstrip().lower().endswith((" and", ",", " or", " then"))
    if (reader.draft.scope.situation is None and not joined) or not 1 <= int(found["dc"]) <= 40:
        return False
    reader.draft.ask_save(ability(found["ability"]), int(found["dc"]))
    return None


@RULES.add(
    r"(?:for every \d+ ft (?:it|the (?:target|creature)) (?:was|is) (?:thrown|moved|pushed|flung|dragged))"
    r"|take the same damage(?: and be knocked prone)?"
)
def the_same_damage(reader: Reader, found: re.Match[str]) -> bool | None:
    """… takes 3 (1d6) bludgeoning damage for every 10 feet it was thrown"""
    draft = reader.draft
    if "same" not in found[0]:
        return None if draft.effects and draft.effects[-1].scope.situation else False
    dealt = [effect for effect in draft.effects if effect.damage]
    if not dealt or draft.save is None:
        return False
    draft.effect().damage += list(dealt[-1].damage)
    if "prone" in found[0]:
        draft.inflict(Inflicted("prone"))
    return None


@RULES.add(
    r"(?P<case>(?:when|whenever|if) [^.;:]{8,160}?), (?:§|it|§'s \w+) (?:can |may |immediately )?(?:use "
    r"its reaction to )?"
    r"(?P<verb>[^.]{3,160})(?=\.)"
)
def when_something_happens(reader: Reader, found: re.Match[str]) -> bool | None:
    """When it is reduced to less than half of its hit points, it releases a foul stench. Each creature …"""
    draft = reader.draft
    if draft.effects or draft.last_save or draft.fields.get("attack") or re.search(r"\d+d\d|DC \d", found[0]):
        return False
    if not is_picture(found["verb"]):
        return False
    draft.base = draft.scope = replace(draft.base, situation=shown(found["case"])[:MOST])
    return None


@RULES.add(
    rf"one (?:(?P<size>{SIZE}) or smaller )?(?:object held or )?(?:creature|target)(?: held or)?(?: that "
    rf"is)? grappled"
    r" by § is (?:thrown|flung|hurled|tossed) (?:up to )?(?P<feet>\d+) ft(?: away)?(?: in a (?:random "
    r")?(?:direction|straight"
    r" line))?(?: of §'s choice)?(?: and (?:is )?(?:knocked|falls) (?P<prone>prone))?"
)
def flung(reader: Reader, found: re.Match[str]) -> bool | None:
    """One Large or smaller creature grappled by it is thrown up to 30 feet in a random direction and "
    "knocked prone."""
    draft = reader.draft
    if draft.fields.keys() & {"attack", "area"} or int(found["feet"]) > 120:
        return False
    draft.fields["needs"] = ["grappled"]
    if found["size"]:
        draft.base = draft.scope = replace(draft.base, largest=size(found["size"]))
    effect = draft.effect()
    effect.push_feet = int(found["feet"])
    effect.besides.append("displaces")
    if found["prone"]:
        draft.inflict(Inflicted("prone"))
    return None


_CHECKS = rf"(?:(?:{ABILITY})(?:-based)? )?(?:\([\w ]+\) )?(?:ability |skill )?checks"


@RULES.add(
    rf"(?:(?:{TARGET}|it) )?(?:also )?(?:has|have|suffers?|makes?|with) (?:dis)?advantage on (?:all "
    rf")?(?:its )?"
    rf"(?:{_CHECKS}|(?:{ABILITY})(?:(?:,|,? and|,? or) (?:{ABILITY}))* (?:ability )?checks"
    r"|perception checks[^.,;]{0,40})(?: that rely on [\w ]+| based on [\w ]+| against [^.,;]{{3,40}})?"
    r"(?: (?:for|until|while) [^.,;]{3,60})?(?=[.,;]|$| and )"
)
def checks(reader: Reader, found: re.Match[str]) -> None:
    """… has disadvantage on Charisma checks (which nobody rolls in a fight; kept as a note)"""
    reader.draft.beyond.append(shown(found[0]))
