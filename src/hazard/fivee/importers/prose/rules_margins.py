"""What stands beside a save and its effects: who fares otherwise, what the place looks like, what it calls.

Each class is a word of :data:`hazard.fivee.content.effects.Besides`, and its sentence is in the row's note:
the rules of a fight do not play it, and say so. Sentences about objects and the days after are notes only.
"""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import read_target, sorts_out
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import CONDITION, TARGET, TYPES

RULES = Rules()

_ALL = r"[^.\n]"
_THROWS = r"(?:the|this|these|its|their|that) (?:initial )?(?:saving throws?|saves?)"
_KINDS: list[tuple[str, str]] = [
    (
        "fares_otherwise",
        rf"{_ALL}{{3,140}}?\b(?:automatically|always) (?:fails?|succeeds?)\b(?: on)? {_THROWS}{_ALL}*"
        rf"|{_ALL}{{3,140}}?\b(?:has|have|makes? {_THROWS} with|gains?) (?:dis)?advantage(?: on "
        rf"{_THROWS}){_ALL}*"
        rf"|{_ALL}{{3,140}}?\bmakes? (?:its|the|this|that|these) (?:saving throw|save)s? with "
        rf"(?:dis)?advantage{_ALL}*"
        r"|(?:§'s|this|these|the) [\w' -]{2,40} (?:has|have) no effect on [^.\n]*"
        r"|(?:(?:§'s|this|the) )?[\w' -]{2,40} (?:only|doesn't) (?:affects?|works? on) [^.\n]*"
        r"|(?:a creature|creatures|any creature)[^.,\n]{3,90}? (?:isn't|aren't|is not|is|are) (?:affected"
        r"|immune)\b[^.\n]*"
        r"|[^.,\n]{3,60}(?:are|is) (?:unaffected|immune to (?:this|the|these))\b[^.\n]*",
    ),
    (
        "slays",
        rf"(?:(?:{TARGET}|it|undead[^.]{{0,60}}?|the creature) )?(?:(?:is|be|are) )?(?:instantly |immediately"
        r" |automatically )?(?:dies?|killed|slain|destroyed|reduced to 0 hit points|drops? to 0 hit points)"
        r"(?: instantly| immediately)?(?=[.,;]|$| and its)",
    ),
    (
        "obscures",
        rf"{_ALL}*\b(?:heavily|lightly) obscured\b{_ALL}*|{_ALL}*\b(?:dim|bright) light\b{_ALL}*"
        rf"|{_ALL}*\bdimly lit\b{_ALL}*|only sunlight{_ALL}*|{_ALL}*\b(?:bathed|shrouded|cloaked|filled) "
        rf"(?:in|with) darkness\b{_ALL}*",
    ),
    (
        "stays",
        rf"(?:the|this|each|a) (?:cloud|fog|mist|gas|wall|area|web|webbing|zone|fire|flames?|ice|smoke|sphere"
        rf"|vines?|slime|goo|darkness|barrier|embers|effect|song|spores|sand|storm|wind|pool|puddle)\b"
        rf"{_ALL}*\b(?:lasts|remains|dissipates|disperses?|vanish(?:es)?|disappears|ends|persists|fades?"
        rf"|melts?|moves with|die out|die away|spreads|stays){_ALL}*"
        r"|(?:it )?(?:lasts|remains) (?:for|until) [^.\n\d]*(?:\d+ (?:minute|round|hour|day)s?)?[^.\n\d]*"
        rf"|{_ALL}*\b(?:becomes?|is|are) difficult terrain{_ALL}*"
        r"|(?:the|any|each) (?:wall|section|10-ft section)\b[^.\n]*\b(?:thick|long|high|AC \d+|hit "
        r"points)[^.\n]*",
    ),
    (
        "summons",
        r"[^.\n]*\b(?:appears?|forms?|rises?|emerges?|animates?) (?:as|in|from|at) (?:an?|the|its)\b"
        r"[^.\n]*(?:under §'s|§'s control|unoccupied space|space|corpse)[^.\n]*"
        r"|[^.\n]*\b(?:rises|reanimates|becomes|transforms into|turns into|returns) (?:as )?an? (?:zombie|"
        r"ghoul"
        r"|ghast|skeleton|specter|shadow|wight|vampire|spawn|undead|[\w-]+ under)\b[^.\n]*",
    ),
    (
        "dispels",
        rf"(?:{TARGET}|it)?(?:'s)? ?[^.,\n]{{0,40}}\b(?:(?:loses?|losing) (?:its )?concentration"
        rf"|concentration (?:is|ends|broken)"
        r"|spells? (?:ends?|fails?|is (?:wasted|lost))|is dispelled)[^.,\n]*"
        rf"|(?:{TARGET}|it)?(?: also)?(?: instantly| immediately)? ?reverts to its (?:true|original|"
        rf"normal) form[^.\n]*"
        r"|(?:lose|loses) the spell[^.,\n]*|the (?:spell|casting) (?:fails|is wasted|is lost)[^.,\n]*",
    ),
    (
        "displaces",
        rf"(?:{TARGET}|it)? ?(?:is |be )?(?:thrown|flung|tossed|hurled|dragged|pulled along|carried|"
        rf"teleported"
        r"|transported|banished|swapped|moved) [^.\n]*(?:random direction|behind §|with (?:it|§)|space|"
        r"plane|air"
        r"|ahead of §|away)[^.,;\n]*"
        r"|(?:it|(?:the|any|a|each) (?:target|creature))[^.,\n]{0,60} moves? (?:in a random direction"
        r"|with §)[^.\n]*"
        r"|(?:when|as) § moves, [^.\n]*",
    ),
]
_FOR_NOTES = [
    r"[^.\n]* can't (?:also )?benefit from [^.\n]*",
    r"[^.\n]*\bonly (?:makes|needs to make|has to make) (?:the|one|a single) saving throw[^.\n]*",
    r"(?:§|it|the \w+) can't be (?:frightened|charmed|affected|targeted) by (?:that|the) same[^.\n]*24 hours",
    r"(?:§|it) can choose to (?:include|exclude|ignore|spare)[^.\n]*",
    r"[^.\n]*\bspells? can't be cast [^.\n]*",
    r"(?:a|any|another) creature[^.\n]{0,40} can pull the weapon free[^.\n]*",
    r"[^.\n]*\b(?:objects?|structures?|doors?|vegetation|plants that aren't|flames?)\b[^.\n]*(?:ignite|"
    r"ignites"
    r"|takes? (?:the )?(?:same |half |double )?(?:the )?damage|destroyed|catch(?:es)? fire|extinguished|"
    r"worn or"
    r" carried|unattended)[^.\n]*",
    r"[^.\n]*\b(?:restored to life|returned to life|raised|reanimated|resurrect\w*|wish spell|true "
    r"resurrection"
    r"|greater restoration|remove curse|regenerate spell|dispel magic)\b[^.\n]*",
    r"(?:§|it) can (?:only )?(?:control|have) (?:only )?(?:one|up to \w+|no more than \w+) [^.\n]*(?: at "
    r"a time)[^.\n]*",
    r"if (?:§|it) (?:charms|seduces|dominates|possesses|creates|targets|uses|chooses) (?:another|a second|"
    r"it again)[^.\n]*",
    r"[^.\n]*\b(?:telepathically|speaks? with|languages?|remembers?|memor(?:y|ies)|regards? §|lore|dreams?"
    r"|weigh no more than|pounds|in years|ages? )\b[^.\n]*",
    r"(?:the|a|that) (?:target|creature)[^.,\n]{0,30} can't be (?:frightened|charmed|affected|targeted) "
    r"by [^.\n]*"
    r" (?:again )?for (?:the next )?24 hours",
    r"a (?:creature|target) that (?:succeeds|saves|has saved)[^.\n]*24 hours",
    r"(?:while doing so, )?(?:§|it) can enter (?:an? |the )?(?:[\w ]+ or smaller )?(?:hostile "
    r")?(?:creature|target|enemy)s?'?s?'?"
    r" spaces?[^.\n]*",
    r"a creature that chooses not to be pushed[^.\n]*",
    r"(?:the|a|an) [\w-]+ (?:creature|target) (?:escapes|is freed|is no longer)[^.\n]*",
    r"(?:this|the) (?:grapple|condition|deafness|blindness|petrification|paralysis|poison|charm|effect) "
    r"(?:can be|is|lasts"
    r" until)[^.\n]*(?:spell|magic)[^.\n]*",
    r"(?:this )?(?:doesn't|does not) end the [^.\n]*|an affected creature continues[^.\n]*",
    r"unless (?:the creature is )?surprised,? [^.\n]*avert[^.\n]*|[^.\n]*\bavert(?:s|ed)? (?:its|is|it|"
    r"their)\b[^.\n]*",
    r"if (?:a|the) creature (?:does so|looks at)[^.\n]*",
    r"while (?:the weapon|it) is stuck[^.\n]*|to end the grapple, [^.\n]*weapon[^.\n]*",
    r"(?:§|it) can't use (?:this|it|its|[\w' ]{3,30}) (?:again|if|until|while)[^.\n]*",
    r"this (?:trait|effect|ability|action|aura|feature) (?:doesn't|isn't|is suppressed|has no|only)[^.\n]*",
    r"the [\w ]{3,30} can (?:also )?be attacked(?: and destroyed)?[^.\n]*",
    r"(?:this|its|that|the) movement doesn't provoke opportunity attacks[^.\n]*",
    r"(?:a|the) creature must (?:be able to )?(?:see|hear) [^.\n\d]*",
]
_HARD = re.compile(r"\bDC \d|\d+d\d|\+\d", re.I)
_WEAPON_FREED = re.compile(r"pull the weapon free", re.I)


def _note(kind: str) -> object:
    def keep(reader: Reader, found: re.Match[str]) -> bool | None:
        draft = reader.draft
        begun = draft.last_save or draft.effects or draft.fields.get("attack")
        if _HARD.search(found[0]) or not (begun or kind in ("obscures", "stays")):
            return False
        if not begun:
            draft.early.append(kind)
            draft.told.append(shown(found[0]))
            return None
        if kind == "slays" and draft.section == "success":
            return False
        draft.told.append(shown(found[0]))
        besides = draft.effect().besides if kind == "slays" else _latest(reader)
        if kind not in besides:
            besides.append(kind)
        return None

    return keep


def _latest(reader: Reader) -> list[str]:
    effects = reader.draft.effects
    return effects[-1].besides if effects else reader.draft.effect().besides


for _kind, _pattern in _KINDS:
    RULES.add(rf"(?:{_pattern})(?=[.,;\n]|$| and | or )")(_note(_kind))  # type: ignore[arg-type]


@RULES.add(rf"(?:{'|'.join(_FOR_NOTES)})(?=[.\n]|$)")
def a_note(reader: Reader, found: re.Match[str]) -> bool | None:
    """All nonmagical flames in the cone are extinguished."""
    if _HARD.search(found[0]) and not _WEAPON_FREED.search(found[0]):
        return False
    reader.draft.beyond.append(shown(found[0]))
    return None


@RULES.add(r"(?:,? ?on a success,? |success:? )[^.\n]+")
def still_on_a_success(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a success, a target takes half the cold damage and is pushed, but isn't knocked prone."""
    draft = reader.draft
    if draft.last_save is None or _HARD.search(found[0]):
        return False
    if halves := re.search(r"\bhalf\b([^.]*?)damage", found[0], re.I):
        said = set(re.findall(TYPES, halves[1].lower()))
        dealt = {p.type for effect in draft.effects if effect.save is draft.last_save for p in effect.damage}
        if said and not dealt <= said:
            return False  # a success halves some of the damage, and our saves halve all of it
        draft.last_save.half = True
    draft.told.append(shown(found[0]))
    effect = next((one for one in reversed(draft.effects) if one.save is draft.last_save), None)
    besides = draft.last_save.besides if effect is None else effect.besides
    if "fares_otherwise" not in besides:
        besides.append("fares_otherwise")
    return None


_ACTS = re.compile(
    r"\b(?:teleports?|speed|regains?|takes? \d|temporary|invisible|flies|moves?|moving|casts?|can't|"
    r"attacks|gains?|enters?"
    r"|swallows?|transforms?|grapples?|ends|resist\w*|immune|reduc\w+|half|weapon attack|advantage"
    r"|disadvantage|summons? (?:\d|one|two|three|up to))\b|\d+d\d|\bDC \d",
    re.I,
)
_ATTACKED = re.compile(r"\battacks (?=(?:one|an?|each) (?:creature|target))", re.I)
_AIM = re.compile(
    r"(?:(?:in |within )?an? \d+-ft[- ](?:radius|cone|line|cube|emanation)[^.,]*|(?:up to )?(?:one|two|"
    r"three|four|five|six"
    r"|an?|each|all|any|every)\b[^.,]{0,60}?\bwithin \d+ ft(?: of (?:it|§|itself))?)",
    re.I,
)


@RULES.add(
    r"(?:§(?:'s [\w' -]{1,40})?|it|(?!each|every|any|all|one|if|when|on |at )(?:an? |the |its )?[\w'-]+"
    r"(?: [\w'-]+){0,4}?) (?P<lead>[^.\n]{3,260})(?=[.\n] ?[^.]*\b(?:must|DC \d+)\b)"
)
def lead(reader: Reader, found: re.Match[str]) -> bool | None:
    """The wolf lets loose a howl that is heard inside the minds of all nearby. Each creature within 60 "
    "feet …"""
    draft = reader.draft
    if (
        draft.last_save
        or draft.effects
        or draft.fields.get("attack")
        or _ACTS.search(_ATTACKED.sub("", found["lead"]))
    ):
        return False
    aim = _AIM.search(found["lead"])
    if aim is not None and not draft.fields.keys() & {"area", "range"}:
        fields, base = dict(draft.fields), draft.base
        left = read_target(draft, re.sub(r"^(?:within )?(?=an? \d+-ft)", "in ", aim[0]))
        if left and not sorts_out(draft, left):
            draft.fields, draft.base = fields, base
            return False
    draft.beyond.append(shown(found[0]))
    return None


@RULES.add(
    r"(?:that|the|this) [\w' -]{2,40} becomes? difficult terrain(?: (?:until|for) [^.,]{3,60})?,? and "
    r"(?=(?:each|any|every|an?|all) [\w' ]*(?:must|makes?)\b)"
)
def ground(reader: Reader, found: re.Match[str]) -> None:
    """That area becomes difficult terrain, and each creature there must succeed on …"""
    reader.draft.early.append("stays")
    reader.draft.told.append(shown(found[0].removesuffix(" and ")))


@RULES.add(
    r"(?:or )?until (?:§ (?:dies|is|takes|uses|ends|releases)|an?(?:nother)? creature (?:spends|takes|uses)"
    r"|dawn|the (?:revels|shriek|song|dance|music"
    r"|grapple) ends?)[^.;\d]{0,120}(?:1 minute[^.;\d]*)?(?=[.;]|$)"
)
def until_something_else(reader: Reader, found: re.Match[str]) -> bool | None:
    """… is charmed, until the vampire dies or takes a bonus action to end the effect"""
    if not reader.draft.recent:
        return False
    reader.draft.beyond.append(shown(found[0]))
    return None


@RULES.add(r"§ enters the (?:creature|target)'s space(?=,? and | )|(?:it )?can't breathe(?=[.,;]|$| and )")
def within_its_space(reader: Reader, found: re.Match[str]) -> bool | None:
    """On a failed save, it enters the creature's space, and the creature takes …"""
    return None if reader.draft.last_save is not None else False


_OF_THE_RULES = re.compile(
    rf"\d|\b(?:damage|hit points?|hit|attacks?|attacking|rolls?|sav(?:e|es|ing)|(?:dis)?advantage|speed|"
    rf"AC|armor class"
    rf"|{CONDITION}|grapple\w*|restrain\w*|swallow\w*|takes?|(?:re)?actions?|heals?|regains?|teleports?"
    rf"|resist\w*"
    r"|vulnerab\w*|immun\w*|exhaust\w*|bonus|penalty|half|double|invisible|turns?|rounds?|minutes?"
    r"|summons?)\b",
    re.I,
)


@RULES.add(
    r"(?:or )?(?:be |immediately |magically )*(?!the effect|it |its |take|have|becom|fall|"
    r"los)[a-z][^.\n]{3,160}(?=[.\n]|$)"
)
def outcome_of_its_own(reader: Reader, found: re.Match[str]) -> bool | None:
    """… must succeed on a DC 13 Wisdom saving throw or suffer the Curse of the Wanderer."""
    draft = reader.draft
    before = reader.text[: found.start()].rstrip(" ,").lower()
    fresh = draft.save is not None and not any(effect.save is draft.save for effect in draft.effects)
    if (
        not fresh
        or not (before.endswith(" or") or found[0].lower().startswith("or "))
        or _OF_THE_RULES.search(found[0])
    ):
        return False
    draft.effect().besides.append("own_state")
    draft.told.append(shown(found[0]))
    return None
