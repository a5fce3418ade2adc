"""One word for each thing: what publishers write differently is brought to the words that the rules know.

Only words and their order change here, never a number: "DC 13 CON save", "hp", "a cone 30 feet long",
"2d6 + 3 piercing damage" without an average. Each row of a table is a class of wordings, not a sentence.
"""

from __future__ import annotations

import re

from hazard.fivee.content.words import CONDITIONS, DAMAGE_TYPES
from hazard.fivee.importers.prose.words import DICE, average

_LONG = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence", "wis": "Wisdom",
    "cha": "Charisma",
}  # fmt: skip
_CONDITION_WORD = rf"(?:{'|'.join(CONDITIONS)})"
_DIGITS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "eight": "8", "ten": "10",
}  # fmt: skip
_TYPE = "|".join(DAMAGE_TYPES)
_FT = r"(?:-| )?(?:ft|feet|foot)\b\.?"
_SHAPE = r"(?:cone|line|cube|sphere|cylinder|emanation|radius)"


def _rows(*rows: tuple[str, str]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern, re.I), new) for pattern, new in rows]


_NAMES = _rows(
    (
        r"(?:^|(?<=[.;:\n] ))(?:all |any )?(?P<kind>(?:living |hostile |other |humanoid )?)(?:creatures"
        r"|enemies|humanoids)"
        r" (?:that|who|which) (?P<verb>start|begin|end|enter) (?:their|its) turns?\b",
        r"Each \g<kind>creature that \g<verb>s its turn",
    ),
    (r"(\d)\s*(ft|feet|foot)\b", r"\1 \2"),
    (r"(\d) (?=ft[- ](?:cone|line|cube|radius|wide|long|high|tall|emanation))", r"\1-"),
    (r"(?<=ed) this way\b", " in this way"),
    (r"\bhave its speed reduced\b", "its speed is reduced"),
    (r"\bH\.?P\.?(?= max(?:imum)?\b)", "hit point"),
    (r"\bhit points?(?= max(?:imum)?\b)", "hit point"),
    (r"\bmax(?:imum)? (?:hit points?|HP)\b", "hit point maximum"),
    (r"\b(?:HP|h\.p\.)(?![\w])", "hit points"),
    (r"\barmou?r class\b", "AC"),
    (r"\barmour\b", "armor"),
    (r"\bbeginning of\b", "start of"),
    (r"\b(?:his or her|his/her|his|their|hers)\b", "its"),
    (r"\b(?:himself|herself|themself|themselves|oneself)\b", "itself"),
    (r"\b(?:he or she|he|she)\b", "it"),
    (r"\bhim\b", "it"),
    (r"\bthey (?=can\b|must\b|can't\b|fail\b)", "it "),
    (r"\bthey (?:are|were)\b", "it is"),
    (r"\bthey (?:aren't|are not)(?!\w)", "it isn't"),
    (r"\bthey (?:don't|do not)(?!\w)", "it doesn't"),
    (r"\bthey have\b", "it has"),
    (r"\bthey (make|take|become|move|lose|regain|gain|drop|use|enter|start|end|die|touch)\b", r"it \1s"),
    (r"\bthey finish\b", "it finishes"),
    (r"(?<!of )\bthem\b|(?<=\d ft of )them\b|(?<=\d feet of )them\b|(?<=\d ft\. of )them\b", "it"),
    (r"(?<=\bft of )her\b|(?<=\bfeet of )her\b|(?<=\bft\. of )her\b", "it"),
    (
        r"\bher\b(?= (?:must|takes?|is|has|can|with|to|and|or|that|who|while|if|until|by|on)\b|[.,;:)]|$)",
        "it",
    ),
    (r"\bher\b", "its"),
    (r"\bcannot\b|\bcan not\b|\bis unable to\b", "can't"),
    (r"\b(is|does|are|was|do) not\b", r"\1n't"),
    (r"\bit's\b(?= (?:\w+ed|in|a|an|not|already)\b)", "it is"),
    (r"\bsuffers?\b(?= (?:(?:an? (?:extra|additional) )?\d|(?:only )?half\b))", "takes"),
    (r"\b(?:suffering|receiving)\b(?= \d)", "taking"),
    (r"\b(?:receives?|sustains?)\b(?= \d[^.]{0,40}damage)", "takes"),
    (r"\bfoes?\b", "enemy"),
    (r"\barea of effect\b", "area"),
    (rf"(?<=\)) points of (?=(?:{_TYPE}) damage)", " "),
    (
        rf"(?<=\btaking )(\d+ \({DICE}\)) damage(?= on a failed save|,? or half)|(?<=\btakes )(\d+ "
        rf"\({DICE}\)) damage"
        r"(?= on a failed save|,? or half)",
        r"\1\2 untyped damage",
    ),
    (rf"(?<=hit: )(\d+ \({DICE}\))(?=\.|$| plus \d| and the )", r"\1 untyped damage"),
    (
        rf"(\d+ \({DICE}\)) damage of (?:the|a|its) [^.,;]{{0,40}}?types?\b[^.,;]{{0,50}}?(?= on a |[.,;]|$)",
        r"\1 untyped damage",
    ),
    (rf"(?<=\)) ({_TYPE})(?= (?:and|plus|,) \d+ \({DICE}\) (?:{_TYPE}) damage)", r" \1 damage"),
    (rf"\b({_TYPE}) damage or ({_TYPE}) damage \(", r"\1 or \2 damage ("),
)
_WHO_EACH = r"(?:those|creatures|targets|one|an? (?:creature|target)|(?:any|each|the) (?:creature|target))"
_THEN = (
    r"(?=takes?\b|is\b|are\b|isn't\b|aren't\b|has\b|have\b|becomes?\b|falls?\b|suffers?\b|can't\b"
    r"|drops?\b)(?!(?:is|are|becomes?) (?:immune|unaffected))"
)
_SAVES = _rows(
    (
        r"(?:(?<=[.;:] )|(?<=, and )|(?<=damage and )|^)(?P<who>(?:the|that|a|any|each) (?:[\w-]+ "
        r")?(?:target|creature)"
        r"(?: [^.,;:\d]{3,50}?)?|it) (?P<verb>is|takes|falls|becomes|loses|drops|has|can't) "
        r"(?P<harm>[^.;]{3,120}?),? unless"
        r" (?:it|the \w+|that \w+) (?:succeeds (?:on|at)|makes|passes|can succeed on) an? (?:successful )?"
        r"(?P<throw>DC \d+ \w+) (?:save|saving throw)(?=[.;]|$)",
        r"\g<who> must succeed on a \g<throw> saving throw or \g<verb>» \g<harm>",
    ),
    (r"\bis» ", "be "),
    (r"\bhas» ", "have "),
    (r"\bbecomes» ", "become "),
    (r"\bcan't» ", "be unable to "),
    (r"\b(take|fall|lose|drop)s» ", r"\1 "),
    (
        r"\b(?:must |can )?(?:makes?|attempts?|rolls?) an? successful (?=(?:DC \d|strength|dexterity"
        r"|constitution|"
        r"intelligence|wisdom|charisma))",
        "must succeed on a ",
    ),
    (
        r"\b(?:an?|any|each|the) (?:\w+ )?(?:creature|target|enemy) (?:that|who|which) (?:succeeds (?:on"
        r"|at)|makes|passes)"
        r" an? (?:successful )?(DC \d+ \w+) (?:save|saving throw) (?:resists|avoids|negates|ignores|isn't "
        r"affected by"
        r"|is unaffected by) (?:the|this|these) [\w ]{3,24}(?=[.;]|$)",
        r"the target can resist this effect with a successful \1 saving throw",
    ),
    (
        r"\b(?:a )?success(?:ful (?:save|saving throw))? means (?:that (?:it|the \w+) takes )?(?:only "
        r")?half(?: the)?"
        r" damage\b",
        "on a success, the target takes half the damage",
    ),
    (r"\band no (?:poison|blind|deaf|stun|paraly|charm|frighten)\w*(?=[.;]|$)", "and isn't affected"),
    (
        r"(?:(?<=[.;] )|(?<=, ))(?:but )?(?:it |the (?:target|creature) )?(?:can|may) (?:also )?(?:attempt"
        r"|make|try|roll)"
        r" (?:a|an) (?:new|another|further|additional) (?:save|saving throw)(?= at)",
        "the target can repeat the saving throw",
    ),
    (
        r"\b(at the (?:end|start) of each of its turns),? to (?:end|shake off|throw off|break) (?:the|this"
        r"|its)?"
        r" ?(?:effects?|conditions?|charm|spell|paralysis|fear|poison)\b",
        r"\1, ending the effect on itself on a success",
    ),
    (r", but (?=the target can repeat the saving throw)", ". "),
    (
        rf"\b(?:an?|any|each) (?:creature|target|humanoid) (?:that (?:is|was|has been) "
        rf")?(?:{_CONDITION_WORD}|affected)"
        r" (?:in this way|by (?:this \w+|it|§|the [\w'-]+(?: [\w'-]+)?)) (?=(?:can |may )?(?:repeats?"
        r"|makes?|attempts?) )",
        "the target ",
    ),
    (
        r"\b(?:make|attempt|roll)s? (?:a )?(DC \d+ \w+ )(?:saves|saving throws)\b",
        r"must make a \1saving throw",
    ),
    (
        r"\b(?:attempt|make|roll|try) (?:a|an) (?:new|another|further|additional|fresh) (?:save|saving throw)"
        r"(?= (?:at|on|each|every|when|whenever)\b)",
        "repeat the saving throw",
    ),
    (r"\bmay (?=(?:also )?(?:repeat|make|attempt|use|end)\b)", "can "),
    (r"\b(?:each|every|any) time (?=(?:it|the (?:target|creature)) takes )", "whenever "),
    (r"\b(whenever (?:it|the (?:target|creature)) takes damage) (?=it |the )", r"\1, "),
    (
        rf"\b({_CONDITION_WORD}|affected) (?:creatures|targets) (?=(?:can )?repeat )",
        r"a \1 creature ",
    ),
    (
        rf"\b{_WHO_EACH} (?:who|that|which) fails?(?: (?:its|the|this|that) (?:save|saving throw))?"
        rf",? {_THEN}",
        "on a failed save, a creature ",
    ),
    (
        rf"\b{_WHO_EACH} (?:who|that|which) succeeds?(?: (?:on|at) (?:its|the|this|that) "
        rf"(?:save|saving throw))?,? {_THEN}",
        "on a success, a creature ",
    ),
    (r"(?<=save, a creature )are\b|(?<=success, a creature )are\b", "is"),
    (r"(?<=save, a creature )have\b|(?<=success, a creature )have\b", "has"),
    (r"(?<=save, a creature )take\b|(?<=success, a creature )take\b", "takes"),
    (r"\btakes half(?: damage)?(?=[.,;]| and| but|$)", "takes half the damage"),
    (
        r"(?P<what>[^.]*?) ?\(save ends[^()]*\)(?P<more>[^.]*)\.?",
        r"\g<what>\g<more>. The target can repeat the saving throw at the end of each of its turns, ending "
        r"the effect on itself on a success.",
    ),
    (
        r"\b(?:an? |with a )?successful (DC \d+ \w+ saving throw) (?:negates|prevents|avoids|resists)"
        r"(?: (?:the|this|these) (?:\w+ )?effects?| this)?(?=[.;]|$)",
        r"the target can resist this effect with a successful \1",
    ),
    (
        r"\b((?:an? \w+ (?:target|creature)|the (?:target|creature)|it) takes \d+ \([^()]*\) [\w ]*?damage) "
        r"((?:whenever|each time|every time|the first time) [^.;,]{5,110})(?=[.;])",
        r"\2, \1",
    ),
    (
        r"\b((?:an? \w+ (?:target|creature)|the (?:\w+ )?(?:target|creature)|it) takes (?:an? (?:extra|"
        r"additional) )?\d+"
        r" \([^()]*\) (?:[\w ]*?)?damage(?: at the (?:start|end) of each of (?:[\w'§-]+ ){1,4}turns)?) "
        r"((?:whenever|each time|every time|if|when|while) (?!(?:it|the target|a creature) (?:fails|"
        r"succeeds))"
        r"[^.;,]{5,110})(?=[.;])",
        r"\2, \1",
    ),
    (
        r"\b(?:it|the (?:\w+ )?(?:target|creature)) (must (?:succeed on|make) an? DC \d+ \w+ saving throw) "
        r"(at the (?:start|end) of each of (?:[\w'§-]+ ){1,4}turns)(?=,? or\b|, taking)",
        r"\2, the target \1",
    ),
    (r"\b(?:has|have) its exhaustion level increased? by 1\b", "gains 1 exhaustion level"),
    (r"\bat the (start|end) of its turns\b", r"at the \1 of each of its turns"),
    (
        rf"\b(\d+{_FT}[- ]?(?:radius |-radius )?(?:sphere|cube|cylinder|radius)) of [\w' -]{{3,40}}? "
        r"(?=centered|within|at a|originating|on a)",
        r"\1 ",
    ),
    (r"\b(centered on [^.;]*?),? for (\d+ (?:minute|round|hour)s?)(?=\.)", r"\1. The area lasts for \2"),
    (
        r"\ban? (gargantuan|huge|large|medium)(?:, [\w, ]{3,30}?,?)? or (?:tiny|small|medium) (?=target|"
        r"creature)",
        r"a \1 or smaller ",
    ),
    (r"\bmagically begins (?=to turn to stone)", "begins "),
    (r"\bsuffers? (?=(?:1|one|a) (?:exhaustion )?level)", "gains "),
    (
        r"\bfall(s?) (?:asleep|into a (?:deep |magical )*(?:sleep|slumber))(?:(?: and|,| for)? remain\w* "
        r"unconscious)?",
        r"fall\1 unconscious",
    ),
    (r",? catching fire on a fail(?:ure|ed save)", " or it ignites"),
    (r"\bsaving-throws?\b", "saving throw"),
    (
        r"\b((?:failed|successful|the|this|that|same|another|first|second|initial|a|its|each|one|'s|new"
        r"|strength|dexterity|constitution|intelligence|wisdom|charisma) )save\b(?! DC)",
        r"\1saving throw",
    ),
    (
        r"\b(strength|dexterity|constitution|intelligence|wisdom|charisma) saving throw(?: with a)?"
        r"(?:,? \(?| of | against (?:a )?)?\(?DC:? ?(?:of )?(\d+)\)?",
        r"DC \2 \1 saving throw",
    ),
    (r"\bDC of (\d+)", r"DC \1"),
    (
        r"\b(?:make|pass|attempt|roll|win) an? (?:successful )?(DC \d+ \w+ saving throw)(?= or\b|,"
        r" or\b| to avoid)",
        r"succeed on a \1",
    ),
    (r"\b(?:succeed (?:at|in)|pass|attempt|roll) (?=an? DC \d)", "make "),
    (r"\b(?:has|have|needs?|is forced|are forced|is required) to (?=(?:make|succeed on) an? DC \d)", "must "),
    (r"\bis forced to\b", "must"),
    (
        r"(?:§|the [\w' -]{3,40}?|it) (?:can |may )?(?:magically )?(?:forces?|compels?|causes?) (the "
        r"(?:attacker|target"
        r"|creature)|it|that (?:creature|target)) to (make|succeed on) (?=an? DC)",
        r"\1 must \2 ",
    ),
    (r"\bmakes(?= an? DC \d+ \w+ saving throw)", "must make"),
    (
        r"(?<!must )(?<!to )(?<!can )(?<!may )(?<!then )(?<!also )\bmake(?= an? DC \d+ \w+ saving throw)",
        "must make",
    ),
    (r"\bfails? (?:its|the|this|that|a|their) saving throw\b", "fails the saving throw"),
    (
        r"\bsucceeds? (?:on|at|in|with) (?:its|the|this|that|a|their) saving throw\b",
        "succeeds on the saving throw",
    ),
    (r"\b(creature|target)'s save\b", r"\1's saving throw"),
    (r"\bwith a (success|failure)\b", r"on a \1"),
    (r"\b(?:on|upon|with) (?:an? )?(?:success|successful (?:save|saving throw))\b", "on a success"),
    (r"\b(?:on|upon|with) (?:an? )?(?:failure|failed (?:save|saving throw))\b", "on a failed save"),
    (r"\bon a successful one\b", "on a success"),
    (
        r"\bif (?:it|the (?:target|creature)|a (?:target|creature)) fails(?: the saving throw)?,",
        "on a failed save,",
    ),
    (
        r"\bif (?:it|the (?:target|creature)|a (?:target|creature)) succeeds(?: on the saving throw)?,",
        "on a success,",
    ),
    (r"\bif the saving throw (?:is successful|succeeds),", "on a success,"),
    (r"\bif the saving throw (?:is failed|is unsuccessful|fails),", "on a failed save,"),
    (r"\btakes? no damage on a success\b", "no damage on a success"),
)
_PLACES = _rows(
    (
        r"(?:^|(?<=[.;:\n] ))(?=(?:creatures|enemies|humanoids)\b(?! of its choice)[^.]{0,40}\bwithin \d+ "
        r"(?:ft|feet))",
        "all ",
    ),
    (
        rf"(\d+{_FT}[- ]?radius) around (?=(?:a|that|the) (?:point|spot|location)\b)",
        r"\1 sphere centered on ",
    ),
    (rf"\bwithin (?:a )?(\d+){_FT}[- ]radius of\b", r"within \1 ft of"),
    (rf"\bwithin (?:a )?radius of (\d+){_FT}", r"in a \1-ft-radius"),
    (
        rf"\b(?:in|within) an? (\d+){_FT}(?:-long)?,? (\d+){_FT}-wide line",
        r"in a \1-ft line that is \2 ft wide",
    ),
    (rf"\bin an? (\d+){_FT}-wide,? (\d+){_FT}-long line", r"in a \2-ft line that is \1 ft wide"),
    (
        rf"\bin an? line (?:that is )?(\d+){_FT} (?:long)? ?(?:by|and|,) ?(\d+){_FT}(?: wide)?",
        r"in a \1-ft line that is \2 ft wide",
    ),
    (rf"\ban? cone(?: that is)? (\d+){_FT} long\b", r"a \1-ft cone"),
    (rf"\b(\d+){_FT}-long cone\b", r"\1-ft cone"),
    (rf"\ban? cube(?: that is)? (\d+){_FT} on (?:each|a|every) side\b", r"a \1-ft cube"),
    (rf"\b(?:(?:an? )?sphere with an? )(\d+){_FT}[- ]radius\b", r"a \1-ft-radius sphere"),
    (
        rf"\b(\d+){_FT}[- ]radius (?:burst|wave|explosion|blast|cloud|area|circle|ring|sphere centered"
        rf" on (?:itself|it|§))\b",
        r"\1-ft-radius",
    ),
    (rf"\b(\d+){_FT}[- ](?={_SHAPE}\b)", r"\1-ft "),
    (r"-ft radius\b", "-ft-radius"),
    (r"(?<=-ft-radius) (?:around|about|surrounding) (?:it|itself|the [a-z' -]{3,30}?)(?=[.,;]|$)", ""),
    (r"\bin (?=\d+-ft[- ](?:cone|line|cube|radius)\b)", "in a "),
    (rf"\b(?:with )?an? reach of (\d+){_FT}", r"reach \1 ft."),
    (rf"\b(?:with )?an? range of (\d+){_FT}", r"range \1 ft."),
    (rf"\b(\d+){_FT} reach\b", r"reach \1 ft."),
    (rf"\b(\d+(?:/\d+)?){_FT} range\b", r"range \1 ft."),
    (rf"\brange (\d+){_FT} ?/ ?(\d+)", r"range \1/\2"),
)
_WAYS = _rows(
    (
        r"\b(?:flung|hurled|tossed|launched|thrown|shoved|blown|driven) (?:back(?:ward)? )?(up to )?(\d+) "
        r"(ft\.?|feet|foot) (?:away |back(?:ward)? )?in an?y? direction of [\w' ]+? choice",
        r"pushed \1\2 \3 away",
    ),
    (r"\b(and|or) lands? prone\b", r"\1 be knocked prone"),
    (
        r"\b(?:knocked|thrown|hurled|slammed|driven) (?:down )?(?:to|onto|on) the ground\b|\bknocked "
        r"(?:down|over)\b(?! to)"
        r"|\bknocked off its feet\b",
        "knocked prone",
    ),
    (
        r"\b(on a (?:failed save|success),? )an? (?:enemy|foe|opponent|humanoid|victim)(?= (?:takes|is|has"
        r"|isn't|becomes"
        r"|falls|can't|drops|suffers)\b)",
        r"\1a creature",
    ),
    (
        r"\b(?:the|that) (?:enemy|foe|opponent|victim)(?= (?:takes|is|has|isn't|must|can|can't|becomes"
        r"|falls|makes|drops"
        r"|loses|succeeds|fails)\b)",
        "the target",
    ),
    (
        r"\b(?:replace|substitute) (?:one|any) of (?:them|these|those|these attacks|those attacks|its "
        r"attacks|the attacks)"
        r"(?= with)",
        "replace one attack",
    ),
    (r"\bongoing (?=(?:" + _TYPE + r") damage)", ""),
    (
        r"\bwhile (?:it is )?(?:on fire|burning|ignited|aflame|ablaze),? (?:it|the (?:target|creature)) "
        r"takes (?=\d)"
        r"(?=.*\b(?:action to (?:extinguish|douse|put out)|extinguish the fire|put the fire out))",
        "until a creature takes an action to douse the fire, the target takes ",
    ),
    (
        r"\b(?:it|the \w+) can use ([A-Z][\w' ]+?) in place of one of "
        r"(?:them|these attacks|those attacks|its attacks)",
        r"it can replace one attack with a use of \1",
    ),
    (r"\b(?:and|then) one use of (?:its )?", "and uses its "),
    (r"(?<=[.!] )(?:on|upon) a (?:successful )?hit,? ", "Hit: "),
    (r"(?<=attack):(?=[+-]\d)", ": "),
    (r"(creature or (?:an? )?flammable object) that isn't being worn or carried", r"\1"),
    (
        r"\b(?:if|when) (?:used|wielded|held|swung) (?:two-handed|in two hands|with both hands)\b",
        "if used with two hands",
    ),
    (r"\bhalf (?:of )?its hit points or (?:fewer|less)\b", "half of its hit points or fewer"),
    (r"\b(?:half|50%) or (?:fewer|less) of its hit points\b", "half of its hit points or fewer"),
    (r"\bthe same number of hit points\b", "hit points equal to that amount"),
    (r"\ba number of hit points equal to\b", "hit points equal to"),
    (r"\bhit points equal to the amount of\b", "hit points equal to the"),
    (r"\b(melee|ranged) (?:weapon |spell )?or (melee|ranged) (weapon |spell )?attack", r"\1 or \2 \3attack"),
    (r"\bas if it (?:were|was)\b", "as if"),
    (r"\bknocked unconscious\b", "unconscious"),
    (
        r"\b(becomes?|is|be|are) (?:rendered|made|struck|left|considered) (?=blind|deaf|para|uncon"
        r"|stun|prone|incap)",
        r"\1 ",
    ),
    (r"\bhas (?:the )?disadvantage\b", "has disadvantage"),
    (
        r"\b1 level of exhaustion\b|\bone level of exhaustion\b|\ba level of exhaustion\b",
        "1 exhaustion level",
    ),
    (r"\bspeed (?:is reduced|drops|falls|becomes|is lowered) to (?:0|zero)(?: ft)?\b", "speed is 0"),
    (r"\bhas a speed of 0(?: ft)?\b", "its speed is 0"),
    (r"\b(?:its|the (?:target|creature)'s) (?:movement|walking) speed\b", "its speed"),
    (r"\bspeed is reduced by half\b|\bits speed (?:is )?reduced by half\b", "speed is halved"),
    (r"\bspeed (?:is|are) reduced by (\d+) (?:ft|feet)\b", r"speed decreases by \1 ft"),
    (r"\bat one time\b|\bat once(?=[.,]|$)", "at a time"),
)
_COUNT = re.compile(rf"\b({'|'.join(_DIGITS)})(?= (?:round|minute|hour|day)s?\b)", re.I)
_SHORT = re.compile(r"\b(STR|DEX|CON|INT|WIS|CHA)\b|\b(Str|Dex|Con|Int|Wis|Cha)\.?(?= (?:sav|check|\())")
_AFTER = re.compile(rf"\b(\d{{1,6}}) ({_TYPE}) damage \(({DICE})\)", re.I)
_BEFORE = re.compile(rf"(?<![(\dd])\b({DICE}) \((\d{{1,6}})\)(?= (?:{_TYPE})\b)", re.I)
_ALONE = re.compile(rf"(?<![(\dd/])\b({DICE}) (?=(?:{_TYPE})(?:,? or (?:{_TYPE}))? damage)", re.I)


def canonical(text: str) -> str:
    """Return prose in the words that the rules know.

    >>> canonical("It must make a DC 12 CON save, or lose 5 (2d4) HP.")
    'It must succeed on a DC 12 Constitution saving throw, or lose 5 (2d4) hit points.'
    >>> canonical("a cone 30 feet long deals 3d6 fire damage")
    'a 30-ft cone deals 10 (3d6) fire damage'
    """
    text = _SHORT.sub(lambda found: _LONG[(found[1] or found[2]).lower()], text)
    text = _COUNT.sub(lambda found: _DIGITS[found[1].lower()], text)
    for table in (_NAMES, _SAVES, _PLACES, _WAYS):
        for pattern, new in table:
            text = pattern.sub(new, text)
    text = _AFTER.sub(r"\1 (\3) \2 damage", text)
    text = _BEFORE.sub(r"\2 (\1)", text)
    return _ALONE.sub(lambda found: f"{_mean(found[1])} ({found[1]}) ", text)


def _mean(dice: str) -> int:
    return max(0, average(dice.replace(" ", "").lower()))
