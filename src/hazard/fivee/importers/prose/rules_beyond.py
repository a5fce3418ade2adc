"""Sentences that mean nothing within a fight: how it looks, objects, the day after."""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import CONDITION

RULES = Rules()

_FLAVOUR = [
    r"(?:is |and |be )?(?:unable to breathe|at risk of suffocating|suffocating|begins? (?:to suffocate"
    r"|suffocating)|can't breathe)(?: unless it can breathe water)?(?: (?:until|while|for) [^.,;]{3,60})?",
    r"the (?:spores|gas|cloud|fog) spreads? around corners",
    r"(?:the )?(?:target is |is )?pulled into §'s space"
    r"|when § moves, the grappled target moves with it(?:, costing it no extra movement)?",
    r"§ (?:magically )?(?:beats its wings|utters a blasphemous word|emits (?:a magical roar"
    r"|scintillating, multicolored light|magical, divine energy)|unleashes negative energy"
    r"|conjures a fiery chain to bind a creature|sings a magical melody)",
    r"(?:blinding )?dust and sand swirls magically around §",
    r"the glob explodes in a blinding flash of light on impact",
    r"the (?:spear|sword|hammer|axe|\w+) magically returns to §'s hand[^.]*immediately after a"
    r" ranged attack",
    r"§ makes a wisdom \(perception\) check",
    r"(?:a|the) (?:creature|target) begins? to turn to stone",
    r"begins to turn (?:in)?to (?:an? )?[\w -]{3,40}?(?=[.,;]|$| and | or )",
    r"the chain disappears",
    r"at which point the chain disappears",
    r"from (?:one of|both|all) (?:§'s )?\w+ ?\w*",
    r"this weapon is wielded by [^.]*",
    r"the attached § moves with the target whenever the target moves, requiring none of §'s movement",
    r"(?:§|it|if) can detach itself by spending \d+ ft of its movement(?: on its turn)?",
    r"\(based on the type of damage [^)]*\)",
    r"(?:if )?§ (?:isn't already grap\w+|doesn't already have|has no) (?:an?|another|any) (?:other )?creature"
    r"(?: grappled)?",
    r"while using an? (?P<hand>\w+) to grapple, § can't use that (?P=hand) to attack",
    r"when § moves, any [^.,]{1,40} it is grappling moves with it",
    r"a new [\w ]{1,30} appears in §'s hands?[^.]*|falling into the target's space",
    r"if (?:the target|it|the creature) is (?:wielding|holding|carrying) [^.,]{1,40}(?=, it must)",
    r"an? [\w-]+ could steal [^.]*|\+\+ \w+",
    r"(?:on the ground|with fear|shaking the area|of effect|on the creature)(?=[.,]|$| and| until| for)",
    r"provided (?:that )?(?:it|§) has no creature grappled",
    r"(?:it|§) reverts to its (?:true|natural|original|bipedal|normal) form (?:if|when) it dies",
    r"its (?:statistics|game statistics|stats|capabilities)[^.]{0,80}are the same in (?:each|either|both"
    r"|every) forms?",
    r"other than its size(?: and (?:speed|AC|reach))?, (?:its statistics )?are the same in each form",
    r"any equipment (?:it|she|he|§) (?:is )?wear(?:s|ing) or carr(?:ies|ying) [^.]*",
]
_OBJECTS = [
    r"if the target is a flammable object that isn't being worn or carried, it (?:also )?"
    r"(?:catches fire|ignites|starts burning)",
    r"the (?:webbing|web|rope|effect) (?:also )?(?:can also be attacked and destroyed|has AC"
    r"|ends if the webbing is destroyed)[^.]*",
    r"\(?AC \d+; ?hp \d+;[^.]*",
    r"being underwater doesn't grant resistance (?:to|against) this (?:\w+ )?damage",
]
_LATER = [
    r"while the target has any exhaustion levels, it appears \d*d\d+ years older",
    r"if § sees its reflection [^.]*",
    r"subsequent failures: [^.]*",
    r"whenever the poisoned target finishes a long rest,(?:.|\n)*",
    r"the charmed (?:target|creature) regards § as a trusted friend to be heeded and protected",
    r"although the target isn't under §'s control, [^.]*",
    r"the poison lasts until it is removed by [^.]*",
    r"[^.]*\bevery 24 hours\b[^.]*|[^.]*\b24 hours that elapse\b[^.]*",
    r"[^.]*\b(?:short|long)(?: or long)? rests?\b[^.]*",
    r"[^.]*\b(?:mummy rot|the aging effect|1d4 hours later|1 mile away|3d10 years older"
    r"|under the DM's control)\b[^.]*",
    r"the disease is cured on a success|this reduction "
    r"(?:to the target's hit point maximum )?lasts until the disease is cured",
    r"if the target's hit point maximum drops to 0 as a result of this disease, the target dies",
    r"§ can have no more than [^.]*",
    r"(?:emptying|a) (?:a )?(?:vial|flask) of holy water [^.]*",
    r"the (?:creature|target) dies if the disease reduces its hit point maximum to 0",
    r"if the curse reduces the target's hit point maximum to 0, [^.]*"
    r"|the curse lasts until [^.]*|the cursed target gains no benefit [^.]*",
    r"[^.]*\bcommunicate telepathically\b[^.]*|§ gains the target's memories[^.]*",
    r"if a (?:humanoid|creature) is paralyzed for more than \d+ rounds, it contracts [^.]*",
    r"the target also ages [^.]*|until the curse is lifted by [^.]*",
    r"a humanoid (?:slain|reduced to 0 hit points) (?:by|in) this[^.]*"
    r"|if a (?:non-evil )?humanoid (?:is slain by|dies from) this attack[^.]*"
    r"|if (?:the )?target is killed by this damage, it is absorbed into §"
    r"|its body is then absorbed into §[^.]*",
    r"the magical curse takes effect whenever the target takes [^.]*",
]


_MEANS_SOMETHING = re.compile(
    rf"saving throw|advantage|attack roll|\bspeed\b|\b(?:{CONDITION})\b|takes [^.]*damage", re.I
)


@RULES.add("|".join(f"(?:{pattern})" for pattern in _FLAVOUR))
def flavour(reader: Reader, found: re.Match[str]) -> None:
    """A sentence without numbers: how it looks."""


@RULES.add("|".join(f"(?:{pattern})" for pattern in _OBJECTS + _LATER))
def beyond(reader: Reader, found: re.Match[str]) -> bool | None:
    """A sentence about objects, or about the day after: kept for the game master."""
    harmless = (
        r"24 hours that elapse|every 24 hours|trusted friend|years older|sees its reflection"
        r"|finishes a long rest|subsequent failures|isn't under|lycanthropy|AC \d+; hp"
    )
    if _MEANS_SOMETHING.search(found[0]) and not re.search(harmless, found[0], re.I):
        return False
    reader.draft.beyond.append(shown(found[0]))
    return None
