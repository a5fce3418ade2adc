"""What the rules of a fight have no place for, kept in words: moves through spaces, delusions, hindrances.

These come last. A clause is taken here only where an attack or a save is being read, never with an attack
bonus, a DC or dice in it, and each class says with a word of
:data:`hazard.fivee.content.effects.Besides` what kind of thing was kept.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hazard.fivee.importers.prose.reader import Reader, Rules
from hazard.fivee.importers.prose.targets import read_target
from hazard.fivee.importers.prose.text import shown
from hazard.fivee.importers.prose.words import ABILITY, CONDITION, DAMAGE, DICE, TARGET

RULES = Rules()

_NUMBERS = re.compile(r"\bDC \d|\d+d\d|[+-]\d|\btakes? \d", re.I)
_HOW_LONG = re.compile(r"(?:\d+ )?\(?\d*d\d+\)? (?=rounds?|minutes?|hours?|days?)", re.I)
_IT = (
    rf"(?:(?:{TARGET}|(?:the|an?|each|any|that) (?:[\w-]+ ){{0,2}}(?:target|creature|humanoid|victim|"
    r"host)|it) )?"
)
_LASTS = r"(?:,? (?:until|for|before|while|during) [^.,;]{3,80})?"
_ENDS = r"(?=[.,;\n]|$| and | or | but )"


def _begun(reader: Reader) -> bool:
    draft = reader.draft
    return bool(draft.effects or draft.last_save or draft.fields.get("attack"))


def _keep(reader: Reader, words: str, kind: str) -> bool | None:
    draft = reader.draft
    if _NUMBERS.search(_HOW_LONG.sub(" ", words)):
        return False
    if not _begun(reader):
        if re.search(r"\bDC \d|\battack(?: roll)?:", reader.rest, re.I) is None:
            return False
        draft.early.append(kind)
        draft.told.append(shown(words))
        return None
    besides = draft.effects[-1].besides if draft.effects and draft.save is None else draft.effect().besides
    if kind not in besides:
        besides.append(kind)
    draft.told.append(shown(words))
    return None


_ACTS = (
    r"(?:uses? (?:its|all|either|an?|the)|spends? (?:its|all|the)|takes? (?:the|no|only|a)|attacks?|moves?|"
    r"follows?"
    r"|(?:does|do) nothing|acts?|obeys?|drops?|throws?|makes?|chooses?|flees?|stays?|defends?|protects?|"
    r"approach(?:es)?"
    r"|remains?|reveals?|answers?|carry|carries|lands?|stops?|ends?|returns?|targets?|fights?|helps?)"
)
"""What somebody under a spell is made to do."""
_TARGET_DOES = (
    r"(?! (?:\w+ )?(?:target|creature|victim)s?\b(?! (?:that|who|which|with|in|within|grappled|"
    r"wearing|immune|hit)\b))"
)
_HINDRANCES = (
    # what it cannot do
    rf"{_IT}(?:can't|be unable to|is unable to|being unable to) (?!be "
    rf"(?:{CONDITION}))(?:[a-z][^.,;]{{2,110}}?)(?! or )"
    # rolls with a disadvantage that the rules have no name for
    rf"|{_IT}(?:also |then |instead )?(?:has|have|having|suffers?|makes?|taking|takes?|with|at) "
    r"(?:all |any |its |the )?(?:[^.,;\d]{3,90}? (?:with|at) )?disadvantage(?: on (?:[^.,;]{3,60}, "
    r")*(?:(?:and|or) )?[^.;,]{3,150}?)?(?! or )"
    rf"|(?:all )?(?:attacks?|attack rolls) (?:made )?against (?:it|the \w+)[^.,;]{{0,60}}? (?:have|has|are "
    rf"made with) "
    rf"(?:dis)?advantage"
    rf"|(?:attacks|attack rolls)(?: and [\w ]+?)? (?:made )?by (?:it|the \w+) [^.,;]{{0,40}}?(?:have|has|"
    rf"are made with) "
    rf"disadvantage"
    # speed and movement
    rf"|(?:(?:{TARGET}|it|all)?(?:'s)? ?)?(?:speeds?|movement) (?:is|are|becomes?|be|(?:costs?|"
    rf"count)s?)[^.,;]{{3,90}}?"
    r"|(?:treats?|must spend|spends?)[^.,;]{3,90}?(?:difficult terrain|movement)[^.,;]{0,60}?"
    # weaker blows
    rf"|{_IT}(?:only )?deals? (?:only )?half (?:the )?damage[^.,;]{{0,80}}?"
    r"|(?:vulnerable|resistant) to [^.,;]{3,60}?|(?:loses|losing) (?:its|any|all|the) [^.,;\d]{3,90}?"
)
_DELUSIONS = (
    rf"{_IT}(?:views?|regards?|treats?|considers?|sees?|perceives?|believes?|thinks?|feels?|imagines?|is "
    rf"convinced|"
    r"are convinced|experiences?|hallucinat\w+|remembers|forgets?|mistakes?|trusts?|loves?|hates?|adores?|"
    r"obeys?|"
    r"follows?|defends?|protects?|ignores?|recognizes|wants|desires|tries|attempts|seeks|flees|wanders?"
    r"|stumbles|"
    r"babbles|laughs|weeps|dances|screams|stares|drools)\b[^.;]{2,200}?"
    rf"|{_IT}(?:can't|cannot|unable to) (?:tell|distinguish|discern|differentiate)\b[^.;]{{2,200}}?"
    rf"|{_IT}(?:(?:must|has to|will|is forced to|is compelled to|can only|may only) (?:also |first |then |"
    rf"either |"
    rf"immediately |only |try to |attempt to |do everything to )*(?={_ACTS}))?{_ACTS}\b[^.;]{{0,220}}?"
    r"|(?:the|its|this) (?:target|creature|victim)'s (?:mind|thoughts|senses|will|body|memory|"
    r"memories)\b[^.;]{3,160}?"
    r"|(?:to|under) (?:the )?(?:§'s|its) (?:commands?|control|will|bidding)[^.;]{0,100}?"
    r"|(?:regarding|viewing|treating|seeing|believing|perceiving|obeying|following|defending|attacking) "
    r"[^.;]{3,160}?"
)
_MOVEMENT = (
    r"(?:§|it)(?: and [^.,;]{3,30}?)?(?:'s \w+)? (?:can |then |also |may |instead |immediately |magically )*"
    r"(?:moves?|flies|fly|swims?|burrows?|leaps?|jumps?|charges?|slides?|rolls?|dives?|climbs?|walks?|runs?"
    r"|swoops?|"
    r"rushes|surges|enters?|passes|pass|occupies|occupy|teleports?|swaps?|shifts?|returns?|lands?"
    r"|reappears?|stops?|"
    r"crashes|tramples|bounds|pounces|springs|sweeps|blinks|steps?|drags?|carries|carry|pulls?|lifts?"
    r"|grabs?)\b"
    r"[^.;]{0,200}?"
    r"|can (?:also )?move through [^.;]{3,120}?|(?:moving|flying|passing|entering|swimming|leaping"
    r"|burrowing|ignoring)\b[^.;]{3,160}?"
    r"|(?:during|as part of|with|after|before) (?:this|the|that|its) (?:move|movement|charge|leap|jump|"
    r"flight|attack)\b"
    r"[^.;]{3,160}?"
    r"|(?:this|that|its|the) (?:movement|move|teleportation) (?:doesn't|does not|provokes|can)\b[^.;]{3,80}?"
    r"|without provoking (?:opportunity attacks|attacks of opportunity)[^.;]{0,60}?"
    rf"|{_IT}(?:is |are |be )?(?:moves with|moved with|dragged|carried|shunted|ejected|swept|lifted|hurled|"
    rf"pushed|"
    r"pulled|thrown|knocked) [^.;]{3,140}?"
    r"|(?:(?:if|when|whenever|as) § moves,? )?(?:the|any|each|that) [^.;]{3,60}? moves with (?:it|"
    r"§)[^.;]{0,80}?"
)
_STATES = (
    rf"{_IT}(?:also |now |instead )?(?:is|are|be|becomes?|remains?|appears?|starts?|begins?|stays?|turns?|"
    rf"grows?|shrinks?"
    rf"|(?:has|have)(?! to\b)|gains?|vanish(?:es)?|disappears?|falls?|floats?|glows?|sinks?|shifts?|"
    rf"contracts?|counts? as)\b"
    r"(?! (?:the |an? )?(?:" + CONDITION + r"|saving))[^.;]{2,200}?"
)
_PLACES = (
    rf"(?:the|this|these|each|any|a|an|that|no|all|its|such|every|one|both)\b{_TARGET_DOES} [^.;]{{3,240}}?"
    r"|(?:when|whenever|while|until|if|once|after|as long as|unless|at the)\b [^.;]{3,240}?"
)
_RULES_OF_A_FIGHT = re.compile(
    rf"\b(?:damage|hit points?|attack|attacks|attacking|sav(?:e|es|ing)|(?:dis)?advantage|speed|AC|armor "
    rf"class"
    rf"|{CONDITION}|grapple\w*|swallow\w*|regains?|heal\w*|resist\w*|vulnerab\w*|immun\w*|exhaust\w*|bonus"
    rf"|penalty"
    rf"|half|halved|double|doubled|dies|die|killed|destroyed|instead|unless|except|reactions?"
    rf"|(?:{ABILITY}) (?:score|check)s?)\b",
    re.I,
)
_PROVOKES = re.compile(r"opportunity attacks?|attacks? of opportunity", re.I)
_HARMS = re.compile(
    rf"\b(?:damage|hit points?|sav(?:e|es|ing)|(?:dis)?advantage|speed|AC|{CONDITION}|regains?|half|dies|"
    rf"killed)\b",
    re.I,
)


def _rule(pattern: str, kind: str) -> None:
    def keep(reader: Reader, found: re.Match[str]) -> bool | None:
        return _keep(reader, found[0], kind)

    RULES.add(rf"(?:{pattern}){_LASTS}{_ENDS}")(keep)


def _soft(pattern: str, kind: str, hard: re.Pattern[str] = _RULES_OF_A_FIGHT) -> None:
    """Add a class whose clauses change nothing that the rules of a fight count."""

    def keep(reader: Reader, found: re.Match[str]) -> bool | None:
        if hard.search(_PROVOKES.sub(" ", found[0])):
            return False
        return _keep(reader, found[0], kind)

    RULES.add(rf"(?:{pattern})(?=[.;\n]|$)")(keep)


@RULES.add(rf",? ?or half (?:the )?damage if (?:§|the target|it) [^.;]{{3,60}}{_ENDS}")
def half_in_a_case(reader: Reader, found: re.Match[str]) -> bool | None:
    """… or half damage if the mob is bloodied"""
    return _keep(reader, found[0], "in_words")


@RULES.add(r"[^.;\n]{4,220}(?=[.;\n]|$)")
def more_of_a_state(reader: Reader, found: re.Match[str]) -> bool | None:
    """A dazed creature … (what only this stat block means by the word)"""
    draft = reader.draft
    if draft.parent is None or all(state.lasts is not draft.parent for state in draft.states.values()):
        return False
    return _keep(reader, found[0], "own_state")


_rule(
    r"(?:an?|the) [\w-]+ (?:target|creature) can (?:also )?(?:use|take|spend) (?:its|an) action to repeat "
    r"the saving throw[^.;]*",
    "way_out",
)
_rule(_HINDRANCES, "hinders")
_soft(_DELUSIONS, "compels", _HARMS)
_soft(_MOVEMENT, "displaces")
_soft(_STATES, "own_state")
_soft(_PLACES, "in_words")
_soft(r"(?:toward|away from|along|through|into|onto|across)\b [^.;]{3,160}?", "displaces")
_soft(
    r"(?:provided|against|from|in|on|of|by|where|which|that|depending|including|other than)\b [^.;]{3,200}?",
    "in_words",
)
_rule(r"(?:unless|except|provided) [^.;]{5,160}?", "fares_otherwise")


@RULES.add(
    rf"(?:and )?(?:{TARGET}|it) (?:can )?(?:repeats?|makes?) (?:the|this|that|another) saving throw(?: "
    rf"again)?"
    rf"(?:,? (?:and )?ending the [\w ]+?(?: on (?:itself|it))?(?: (?:on|with) a success)?)?{_ENDS}"
)
def repeats_in_a_case(reader: Reader, found: re.Match[str]) -> bool | None:
    """Each time its allies harm the creature, it can repeat the saving throw, ending the effect on itself."""
    draft = reader.draft
    case = draft.scope.situation
    if case is None or draft.last_save is None or not draft.effects:
        return False
    if re.search(r"\b(?:damage|harm\w*|hurt|injur\w+)\b", case, re.I):
        for infliction in draft.recent:
            infliction.repeat_save = (
                "on_damage" if infliction.repeat_save == "never" else infliction.repeat_save
            )
    draft.effects[-1].besides += [] if "way_out" in draft.effects[-1].besides else ["way_out"]
    draft.told.append(shown(f"{case}, {found[0]}"))
    return None


@RULES.add(
    rf"(?P<who>(?:each|any|every|all|a|an|one|two|three|up to \w+|other|another)\b [^.;,]{{4,140}}?) "
    rf"(?=takes? (?:an? (?:extra|"
    rf"additional) )?"
    rf"{DAMAGE})"
)
def somebody_is_hurt(reader: Reader, found: re.Match[str]) -> bool | None:
    """A creature that starts its turn in the puddle takes 10 (3d6) necrotic damage."""
    draft = reader.draft
    if draft.section == "success" or _NUMBERS.search(found["who"]):
        return False
    if _WHERE.match(found["who"]) and "attack" not in draft.fields and draft.last_save is None:
        known, base = dict(draft.fields), draft.base
        if not read_target(draft, found["who"]):
            return None
        draft.fields, draft.base = known, base
    draft.scope = replace(draft.scope, situation=shown(found["who"]))
    return None


@RULES.add(rf"§ (?:itself |also |then |immediately )*(?:takes?|loses?) (?=\d+(?: \({DICE}\))? )")
def hurts_itself(reader: Reader, found: re.Match[str]) -> None:
    """The golem takes 7 (2d6) necrotic damage."""
    reader.draft.scope = replace(reader.draft.scope, on_self=True)


_WHERE = re.compile(
    r"(?:each|every|any|all) (?:other )?(?:creatures?|enem(?:y|ies)|targets?) (?:that (?:is|are) "
    r")?(?:within \d+ ft|in (?:the|that|this))\b",
    re.I,
)
_OTHERS = (
    r"(?:§(?:'s [\w' -]{2,30}?)?|(?:each|any|all|other|another|every|no|such|an?|one|these|those|the|this|"
    r"that|its|such)"
    rf"{_TARGET_DOES}\b"
    r" [^.;]{2,120}?|creatures|undead|allies|enemies|fiends|objects|until|when|whenever|while|if|after|"
    r"once|before)"
)
_CHANGES_WHAT_WAS_READ = re.compile(
    r"\b(?:instead|unless|except|no longer|only if|rather than|in place of)\b", re.I
)


@RULES.add(rf"{_OTHERS}\b [^.;\n]{{4,260}}(?=[.;\n]|$)")
def about_somebody_else(reader: Reader, found: re.Match[str]) -> bool | None:
    """Undead have advantage on attack rolls against it. (Not what the target suffers.)"""
    if _CHANGES_WHAT_WAS_READ.search(found[0]):
        return False
    return _keep(reader, found[0], "in_words")
