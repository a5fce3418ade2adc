"""Notes in short: "+9 to hit, 5 ft., one target, 18 (2d12+5) slashing", "36 (8d8) thunder (DC 16 Con half)".

Some books and most game masters' own notes leave out subjects, articles and half of each sentence. Here such
notes are written out, class by class, in the words that the rules know. No number changes.
"""

from __future__ import annotations

import re

from hazard.fivee.content.words import CONDITIONS, DAMAGE_TYPES
from hazard.fivee.importers.prose.words import DICE

_TYPE = "|".join(DAMAGE_TYPES)
_CONDITION = "|".join(CONDITIONS)
_ABILITY = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence", "wis": "Wisdom",
    "cha": "Charisma",
}  # fmt: skip
_SHORT = r"(?P<ability>(?i:str|dex|con|int|wis|cha))\w*\.?"
_COUNTED = r"(?:one|two|three|four|five|six|seven|eight|\d+)"


def _rows(*rows: tuple[str, str]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern, re.I), new) for pattern, new in rows]


_WORDS = _rows(
    (r"(?<=\d)'(?!\w)", " ft"),
    (r"\b(\d+) mins?\b(?:\.(?= (?-i:[a-z])))?", r"\1 minutes"),
    (r"\b1 minutes\b", "1 minute"),
    (r"\b(\d+) hrs?\b(?:\.(?= (?-i:[a-z])))?", r"\1 hours"),
    (r"(?<=ft) (?=(?:one|two|each|a) (?:target|creature|object)\b,? \d)", ", "),
    (r"\bto make melee attack\b", "to make a melee attack"),
    (r"\bvs\.? ", "against "),
    (r"\bwith o\b", "without"),
    (r"\btemp\b(?= (?:hp|hit))", "temporary"),
    (r"\b(at|until|before|by) (start|end) of\b", r"\1 the \2 of"),
    (r"(?<!throw )(?<!save )\bfails? by (\d+)(?:\+| or more)", r"fails the saving throw by \1 or more"),
    (r"\bre-?saves?\b", "repeat the saving throw"),
    (r"(?<=turns)[,;]? success ends (?:the )?effect(?: on itself)?", ", ending the effect on itself on a "
        "success"),
    (r"\bmake (?=DC \d)", "make a "),
    (rf"(?<=save or )({_CONDITION}) (?=\d+ (?:minute|round|hour)s?\b)", r"\1 for "),
    (r"(\d+ (?:minute|round|hour)s?),? save ends(?: at (?:the )?end of (?:its "
     r")?turns?)?(?=[.;]|$)", r"\1 (save ends)"),
    (r"\b(if (?:the )?target is an? [\w -]{3,30}?) (?=must\b|DC \d)", r"\1, it "),
    (rf"(^|[.\n] )(?=(?:{_CONDITION}|burning|bleeding|affected) (?:creature|target) )", r"\1A "),
    (rf"\b(while (?:{_CONDITION})) (?=(?:its|it|the|§)\b)", r"\1, "),
    (r"\b(if (?:the )?target is prone) (?=[\w§])", r"\1, "),
    (r"\bon a fail\b", "on a failed save"),
    (r"\bon a failed roll\b", "on a failed save"),
    (rf"(?<=damage) ?\+ (?=(?:{_CONDITION})\b)", ", and the target is "),
    (r"(?<=\w), each can (?=only |grapple|hold)", ", each of which can "),
    (rf"(^|[.\n] )(?:in )?(?:an? )?(\d+)(?:-| )?(?:ft\.?|foot|feet)[ -](cone|line|cube|sphere|radius|"
     rf"emanation)"
     rf"([^:.]{{0,40}})[:,] (?=DC \d|\d+ \({DICE}\)|{DICE})", r"\1Each creature in a \2-ft \3\4: "),
    (r"(?<=[,;.] )(?=DC \d+ \w+\.? sav(?:e|ing throw) or\b)|(?<=\band )(?=DC \d+ \w+\.? sav(?:e|ing throw) "
     r"or\b)"
     r"|(?<=^)(?=DC \d+ \w+\.? sav(?:e|ing throw) or\b)", "the target must succeed on a "),
    (r"\b(saving throw|save) or (?=pushed|pulled|thrown|dragged|knocked|moved|slowed|cursed)", r"\1 or be "),
    (rf"\b(save|saving throw) or (?={_CONDITION}|unable)", r"\1 or be "),
    (r"\b(and|or|if|then|when|while|;|,) (target|creature) (?=must|is|has|takes|can't|makes|regains|"
     r"gains)", r"\1 the \2 "),
    (r"(^|[.\n] ?)(target|creature) (?=must|is|has|takes|can|makes|regains|gains)", r"\1The \2 "),
    (r": (target|creature) (?=must|is|has|takes|can't|makes|regains|gains)", r". The \1 "),
    (r"\b(save|saving throw) (?:reduces|halves) (?:the )?damage(?: by half)?", r"\1 halves the damage"),
    (rf"(?<=damage) \+ (?=\d)|(?<=\)) \+ (?=\d+ \()|(?<=\w) \+ (?=\d+ \({DICE}\))", " plus "),
    (rf"(\({DICE}\)) ((?:{_TYPE})(?: or (?:{_TYPE}))?)(?= plus| and \d|[.;(]| \(|,? on a |$| and (?:the "
     rf")?(?:target|creature))",
     r"\1 \2 damage"),
    (r",? forcing (?:it|the target|the creature|that creature) to (make|succeed on) (?=an? DC)", r". The "
        r"target must \1 "),
    (r"\bor half (?=on a success)", "or half as much damage "),
)  # fmt: skip
_HEAD = re.compile(
    r"(?P<how>melee or ranged|melee|ranged)(?P<what>(?: weapon| spell)? attack(?: roll)?:? ?[+-]\d+ to "
    r"hit),? (?P<feet>\d+)"
    r" ?(?:ft|feet)\b\.?(?= ?,| one| two| a | each| or |\.)",
    re.I,
)
_BARE_HEAD = re.compile(
    r"^(?:(?P<how>melee|ranged)(?: weapon| spell)?(?: attack)?[:,]? )?(?P<bonus>[+-]\d+ to hit)\b"
    r"(?P<where>[^.]*)",
    re.I,
)
_HEAD_IN_BRACKETS = re.compile(r"(?<=to hit) \((?P<where>(?:reach|ranged?) [^()]*)\)[.,:;]?", re.I)
_BEFORE_HIT = re.compile(
    rf"(?P<head>attack(?: roll)?:? ?[+-]\d+ to hit[^:]{{3,90}}?)[,.]? (?P<hit>\d+ \({DICE}\)|\d+ "
    rf"(?:{_TYPE})\b)",
    re.I,
)
_WHO = r"(?P<who>(?:[A-Z][^.:;\n]{2,140}?))"
_HARM_IN_SHORT = re.compile(
    rf"{_WHO}: (?P<harm>(?:[^.()\n]|\([^()]*\)){{4,200}}?) \(DC (?P<dc>\d+) {_SHORT} (?P<way>half|"
    rf"negates)[^()]*\)"
)
_THROW_AND_COLON = re.compile(
    rf"{_WHO}[,:] DC (?P<dc>\d+) {_SHORT}(?: sav(?:e|ing throw))?[:,] (?P<harm>\d+ \({DICE}\)[^.;]*?)[, ]*\(?"
    rf"(?:(?P<half>half)"
    r"(?: damage)?(?P<spared> (?:and|but) (?:not|no) [\w ]{3,30})? (?:on|with) (?:a )?succ\w+(?: save| "
    r"saving throw)?"
    r"|(?P<nothing>nothing|no effect|no damage) (?:on|with) (?:a )?succ\w+)\)?(?=[.;]|$)",
    re.I,
)
"""15-foot radius, DC 15 Dex save, 21 (6d6) bludgeoning and prone, half and not prone on success"""
_SAVE_IN_SHORT = re.compile(rf"{_WHO}: DC (?P<dc>\d+) {_SHORT} sav(?:e|ing throw) or\b", re.I)
_ONLY_DAMAGE = re.compile(
    rf"(?:takes? )?\d+ \({DICE}\)[\w ]*?damage(?: (?:and|plus) \d+ \({DICE}\)[\w ]*?damage)*", re.I
)
_TAKEN = re.compile(
    r"(?P<who>(?:all|each|every|any|an?|creatures|targets|enemies|those) [^.;]{3,110}?) takes? "
    r"(?P<harm>[^.;]*?\bdamage\b[^.;]*?)(?:,? or "
    r"half (?:that |as much )?"
    r"(?:the )?damage (?:with|on)(?: a)? successful|[;.,] an? successful|[;.,] an?(?= DC \d+ \w+ sav\w+(?: "
    r"throw)? halves)|,? or half(?: that| as much)?(?: damage)? if (?:it|they|the "
    r"\w+) (?:succeeds?|makes?|passes)(?: on)? an?(?: successful)?) (?P<save>DC \d+ \w+ sav(?:e|ing "
    r"throw))(?: "
    r"halves (?:the|this|that) damage)?"
    r"(?: and (?:negates|avoids|prevents) [^.;]*)?(?=[.;]|$)",
    re.I,
)
_FOR_HALF = re.compile(
    r"(?P<who>(?:all|each|every|any|creatures|targets|enemies|those|an?|one|the) "
    r"(?:[^.;]|(?<=ft)\.){3,110}?) takes? (?P<harm>[^.;]*?\bdamage)[ ,;(]+(?:with )?(?:an? )?"
    r"(?P<save>DC \d+ \w+) sav(?:e|ing throw) (?:for|to take) half[^.;()]*\)?(?=[.;]|$)",
    re.I,
)
"""All creatures in a 20-foot radius take 28 (8d8) necrotic damage, DC 14 Dex save for half."""
_TIMES = re.compile(r"\battacks (?:twice|thrice|\w+ times)(?:: ?|, )(?=(?:once|twice|\w+ times) with )", re.I)
_ATTACKS_WITH = re.compile(
    r"(?<!melee )(?<!ranged )(?<!weapon )(?<!other )(?<!one )(?<!two )(?<!three )(?<!four )(?<!five "
    r")(?<!more )"
    r"\battacks (?P<list>(?:once |twice |\w+ times )?with (?:its|one of its) [\w' -]+?(?:(?:,| and|, and) "
    r"(?:once |twice |\w+"
    r" times )?with its [\w' -]+?)*)(?=[.,;]| or | and \w+s (?:one|two|an?) |$)",
    re.I,
)
_IN_TURNS = re.compile(
    r"\battacks (?P<first>(?:once|twice|\w+ times) with (?:its|a|an) [\w' -]+?),? or (?P<second>(?:once"
    r"|twice|\w+ times) with "
    r"(?:its|a|an) [\w' -]+? and (?:once|twice|\w+ times) (?:with|by (?:throwing|hurling|using|shooting)) "
    r"(?:its|a|an|the) "
    r"[\w' -]+?)(?=[.;]|$)",
    re.I,
)
"""attacks twice with its club, or once with its club and once by throwing a boulder"""
_ONE_OF_THEM = re.compile(
    r"(?P<times>once |twice |\w+ times )?with (?:its|one of its) (?P<name>[\w' -]+?)(?=,| and (?:once|"
    r"twice|\w+ times|with)|$)",
    re.I,
)
_VERBS = (
    "exhales|unleashes|emits|releases|spits|sprays|makes|uses|moves|flies|swims|burrows|teleports|targets"
    "|chooses|touches"
    "|causes|creates|casts|conjures|summons|magically|lets|launches|hurls|throws|breathes|screams|roars"
    "|shrieks|glares"
    "|gazes|fires|shoots|regains|attempts|calls|becomes|gains|utters|opens|turns|transforms|leaps|slams"
    "|stomps|sweeps"
    "|spins|pulls|drains|absorbs|expels|vomits|whips|sings|howls|commands|adds|draws|stares|sends"
    "|disappears|belches|spews"
    "|discharges|radiates|projects|strikes|lashes|beats|flaps|fills|forces"
)
_NO_SUBJECT = re.compile(rf"(?:^|(?<=[.\n] ))(?P<verb>{_VERBS})\b(?= (?!attack))", re.I)


def written_out(text: str, myself: str) -> str:
    """Return prose in whole sentences; ``myself`` stands for the creature.

    >>> written_out("Each beast: 36 (8d8) cold (DC 16 Con negates).", "it")
    'Each beast must succeed on a DC 16 Constitution saving throw or take 36 (8d8) cold damage.'
    """
    for pattern, new in _WORDS:
        text = pattern.sub(new, text)
    text = re.sub(r"(?<=attack)[,;](?= [+-]\d+ to hit)", ":", text, flags=re.I)
    text = _HEAD_IN_BRACKETS.sub(r", \g<where>.", text)
    text = _BARE_HEAD.sub(_with_kind, text)
    text = _HEAD.sub(_with_reach, text)
    if not re.search(r"\bhit:|\bon a (?:successful )?hit\b", text, re.I):
        text = _BEFORE_HIT.sub(r"\g<head>. Hit: \g<hit>", text, count=1)
    text = _HARM_IN_SHORT.sub(_harmed, text)
    text = _THROW_AND_COLON.sub(_thrown, text)
    text = _SAVE_IN_SHORT.sub(_saving, text)
    text = _FOR_HALF.sub(_taken, _TAKEN.sub(_taken, text))
    text = _TIMES.sub("attacks ", text)
    text = _IN_TURNS.sub(
        lambda found: " or ".join(
            "attacks " + re.sub(r"\b(?:with|by \w+) (?:its|an?|the) ", "with its ", part)
            for part in (found["first"], found["second"])
        ),
        text,
    )
    text = _ATTACKS_WITH.sub(_made, text)
    return _NO_SUBJECT.sub(lambda found: f"{myself} {found['verb'].lower()}", text)


def _with_kind(found: re.Match[str]) -> str:
    """Say of an attack whether it is a melee or a ranged one, where a book gives only reach or range."""
    if found["how"]:
        how = found["how"].lower()
    else:
        how = (
            "ranged"
            if re.search(r"\brange", found["where"], re.I) and "reach" not in found["where"]
            else "melee"
        )
    spell = " spell" if re.match(r"(?:melee|ranged) spell", found[0], re.I) else " weapon"
    return f"{how.capitalize()}{spell} Attack: {found['bonus']}{found['where']}"


def _with_reach(found: re.Match[str]) -> str:
    word = "range" if found["how"].lower() == "ranged" else "reach"
    return f"{found['how']}{found['what']}, {word} {found['feet']} ft."


def _somebody(words: str) -> str:
    return f"The {words.lower()}" if words.lower() in ("creature", "target") else words


def _harmed(found: re.Match[str]) -> str:
    who, harm = _somebody(found["who"]), re.sub(r"^takes? ", "", found["harm"].strip())
    throw = f"a DC {found['dc']} {_ABILITY[found['ability'].lower()]} saving throw"
    if found["way"].lower() == "negates":
        return f"{who} must succeed on {throw} or take {harm}"
    if _ONLY_DAMAGE.fullmatch(harm):
        return f"{who} must make {throw}, taking {harm} on a failed save, or half as much damage on a success"
    return (
        f"{who} must make {throw}. On a failed save, it takes {harm}. On a success, it takes half the damage"
    )


def _thrown(found: re.Match[str]) -> str:
    harm = re.sub(rf"(\({DICE}\)) ({_TYPE})\b(?! damage)", r"\1 \2 damage", found["harm"].strip(), flags=re.I)
    harm = re.sub(rf"\b(and|,) (?:is |be )?(?=(?:{_CONDITION})\b)", r"\1 is ", harm, flags=re.I)
    throw = f"a DC {found['dc']} {_ABILITY[found['ability'].lower()]} saving throw"
    success = " On a success, a creature takes half the damage" if found["half"] else ""
    return f"{_somebody(found['who'])} must make {throw}. On a failed save, a creature takes {harm}.{success}"


def _saving(found: re.Match[str]) -> str:
    ability = _ABILITY[found["ability"].lower()]
    if found["who"].lower().startswith("if "):
        return f"{found['who']}, it must succeed on a DC {found['dc']} {ability} saving throw or"
    return f"{_somebody(found['who'])} must succeed on a DC {found['dc']} {ability} saving throw or"


def _taken(found: re.Match[str]) -> str:
    harm = re.sub(r"\b(and|,) are\b", r"\1 is", found["harm"].strip())
    throw = f"{found['who']} must make a {re.sub(r' sav(?:e|ing throw)$', '', found['save'])} saving throw"
    if _ONLY_DAMAGE.fullmatch(harm):
        return f"{throw}, taking {harm} on a failed save, or half as much damage on a success"
    return (
        f"{throw}. On a failed save, a creature takes {harm}. On a success, a creature takes half the damage"
    )


def _made(found: re.Match[str]) -> str:
    parts = []
    for one in _ONE_OF_THEM.finditer(found["list"]):
        times = (one["times"] or "once").strip().lower()
        count = {"once": "one", "twice": "two"}.get(times, times.removesuffix(" times"))
        parts.append(f"{count} {one['name']} attack{'' if count == 'one' else 's'}")
    return f"makes {' and '.join(parts)}"


_NAME = r"[A-Z][\w'-]*(?: (?:of |the |from |and )*[A-Z][\w'-]*)*"
_SEVERAL = re.compile(
    rf"\b(?P<count>{_COUNTED}) (?P<first>{_NAME}) or (?P<second>{_NAME})(?! attack)(?=[.,;]|$| and )"
)
_EACH = re.compile(
    rf"\b(?P<count>{_COUNTED}) (?P<name>{_NAME})(?! ?attack)(?! or [A-Z][\w' -]* attacks?\b)(?=[.,;]|$| "
    rf"and | or | then )"
)


_ANY_OF = re.compile(
    rf"(?P<many>{_COUNTED}) attacks,? (?:in|using) any combination of (?P<names>[\w' -]+(?:, [\w' -]+)*,? "
    rf"(?:and|or) [\w' -]+?)"
    r"(?=[.;]|$)",
    re.I,
)
_IF_THERE = re.compile(
    r",? if (?:it can|possible|able)(?=[.,;]|$| and )|,? (?:if|when) (?:it(?: is|'s)? |they(?: are)? "
    r")?(?:available|charged|recharged|ready)(?=[.,;]|$| or "
    r"| and | then )",
    re.I,
)
"""An action that has to recharge can be used only then, which goes without saying."""
_BARE_LIST = re.compile(
    rf"(?<=makes )(?P<list>{_COUNTED} [a-z][\w'-]*(?: [a-z][\w'-]*)?(?:(?:,| and|, and) {_COUNTED} "
    rf"[a-z][\w'-]*"
    rf"(?: [a-z][\w'-]*)?)*)(?=[.;]|$| or )",
    re.I,
)


def _as_attacks(found: re.Match[str]) -> str:
    parts = re.split(r",? and |, ", found["list"])
    return " and ".join(
        f"{part} {'attack' if part.lower().startswith('one ') else 'attacks'}" for part in parts
    )


def whole_recipe(text: str, myself: str) -> str:
    """Return what several attacks are made of as sentences.

    >>> whole_recipe("Three Bites or two Claws and one Tail Lash.", "it")
    'it makes three Bites attacks or two Claws attacks and one Tail Lash attacks.'
    >>> whole_recipe("Uses Roar then three Claws.", "it")
    'it uses Roar. it makes three Claws attacks.'
    """
    text = _IF_THERE.sub("", text)
    text = _ANY_OF.sub(r"\g<many> attacks, using \g<names> in any combination", text)
    text = re.sub(rf"^(?={_COUNTED}\b)", f"{myself} makes ", text, flags=re.I)
    if "attack" not in text.lower():
        text = _BARE_LIST.sub(_as_attacks, text)
    text = re.sub(rf"(?<=makes )({_COUNTED})", lambda found: found[0].lower(), text, flags=re.I)
    text = re.sub(rf"^{re.escape(myself)} uses (its )?({_NAME})(?:,? (?:and )?then|,? and) (?:makes "
        rf")?(?={_COUNTED}\b)",
                  rf"{myself} uses \1\2. {myself} makes ", text)  # fmt: skip
    text = re.sub(rf"^Uses (its )?({_NAME})(?:,? (?:and )?then|,? and) (?:makes )?(?={_COUNTED}\b)",
                  rf"{myself} uses \1\2. {myself} makes ", text)  # fmt: skip
    text = _SEVERAL.sub(r"\g<count> attacks using \g<first> or \g<second>", text)
    return _EACH.sub(r"\g<count> \g<name> attacks", text)
