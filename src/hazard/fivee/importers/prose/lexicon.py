"""One word for each thing: what publishers write differently is brought to the words that the rules know.

Only words and their order change here, never a number: "DC 13 CON save", "hp", "a cone 30 feet long",
"2d6 + 3 piercing damage" without an average. Each row of a table is a class of wordings, not a sentence.
"""

from __future__ import annotations

import re

from hazard.fivee.importers.prose.lexicon_parts import FT, TYPE, rows
from hazard.fivee.importers.prose.lexicon_saves import SAVES
from hazard.fivee.importers.prose.words import DICE, average

_LONG = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence", "wis": "Wisdom",
    "cha": "Charisma",
}  # fmt: skip
_DIGITS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "eight": "8", "ten": "10",
}  # fmt: skip
_SHAPE = r"(?:cone|line|cube|sphere|cylinder|emanation|radius)"


_NAMES = rows(
    (
        r"(?:^|(?<=[.;:\n] ))(?:all |any )?(?P<kind>(?:living |hostile |other |humanoid )?)(?:creatures"
        r"|enemies|humanoids)"
        r" (?:that|who|which) (?P<verb>start|begin|end|enter) (?:their|its) turns?\b",
        r"Each \g<kind>creature that \g<verb>s its turn",
    ),
    (r"(\d)\s*(ft|feet|foot)\b", r"\1 \2"),
    (r"(\d) (?=ft[- ](?:cone|line|cube|radius|wide|long|high|tall|emanation))", r"\1-"),
    (r"(?<=ed) this way\b", " in this way"),
    (r"\bhave (?:its|their|his|her) speed reduced\b", "its speed is reduced"),
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
    (rf"(?<=\) )(?:magical|bonus|raw|pure) (?=(?:{TYPE}) damage)", ""),
    (r"\bcannot\b|\bcan not\b|\bis unable to\b", "can't"),
    (r"\b(is|does|are|was|do) not\b", r"\1n't"),
    (r"\bit's\b(?= (?:\w+ed|in|a|an|not|already)\b)", "it is"),
    (r"\bsuffers?\b(?= (?:(?:an? (?:extra|additional) )?\d|(?:only )?half\b))", "takes"),
    (r"\b(?:suffering|receiving)\b(?= \d)", "taking"),
    (r"\b(?:receives?|sustains?)\b(?= \d[^.]{0,40}damage)", "takes"),
    (r"\bfoes?\b", "enemy"),
    (r"\barea of effect\b", "area"),
    (
        r"\bthe (?:attack|strike|blow) (?:deals|does|inflicts) (?=an? (?:extra|additional) \d)",
        "the target takes ",
    ),
    (rf"(?<=\)) points of (?=(?:{TYPE}) damage)", " "),
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
    (rf"(?<=\)) ({TYPE})(?= (?:and|plus|,) \d+ \({DICE}\) (?:{TYPE}) damage)", r" \1 damage"),
    (rf"\b({TYPE}) damage or ({TYPE}) damage \(", r"\1 or \2 damage ("),
)
_PLACES = rows(
    (
        r"(?:^|(?<=[.;:\n] ))(?=(?:creatures|enemies|humanoids)\b(?! of its choice)[^.]{0,40}\bwithin \d+ "
        r"(?:ft|feet))",
        "all ",
    ),
    (
        rf"(\d+{FT}[- ]?radius) around (?=(?:a|that|the) (?:point|spot|location)\b)",
        r"\1 sphere centered on ",
    ),
    (rf"\bwithin (?:a )?(\d+){FT}[- ]radius of\b", r"within \1 ft of"),
    (rf"\bwithin (?:a )?radius of (\d+){FT}", r"in a \1-ft-radius"),
    (
        rf"\b(?:in|within) an? (\d+){FT}(?:-long)?,? (\d+){FT}-wide line",
        r"in a \1-ft line that is \2 ft wide",
    ),
    (rf"\bin an? (\d+){FT}-wide,? (\d+){FT}-long line", r"in a \2-ft line that is \1 ft wide"),
    (
        rf"\bin an? line (?:that is )?(\d+){FT} (?:long)? ?(?:by|and|,) ?(\d+){FT}(?: wide)?",
        r"in a \1-ft line that is \2 ft wide",
    ),
    (rf"\ban? cone(?: that is)? (\d+){FT} long\b", r"a \1-ft cone"),
    (rf"\b(\d+){FT}-long cone\b", r"\1-ft cone"),
    (rf"\ban? cube(?: that is)? (\d+){FT} on (?:each|a|every) side\b", r"a \1-ft cube"),
    (rf"\b(?:(?:an? )?sphere with an? )(\d+){FT}[- ]radius\b", r"a \1-ft-radius sphere"),
    (
        rf"\b(\d+){FT}[- ]radius (?:burst|wave|explosion|blast|cloud|area|circle|ring|sphere centered"
        rf" on (?:itself|it|§))\b",
        r"\1-ft-radius",
    ),
    (rf"\b(\d+){FT}[- ](?={_SHAPE}\b)", r"\1-ft "),
    (r"-ft radius\b", "-ft-radius"),
    (r"(?<=-ft-radius) (?:around|about|surrounding) (?:it|itself|the [a-z' -]{3,30}?)(?=[.,;]|$)", ""),
    (r"\bin (?=\d+-ft[- ](?:cone|line|cube|radius)\b)", "in a "),
    (rf"\b(?:with )?an? reach of (\d+){FT}", r"reach \1 ft."),
    (rf"\b(?:with )?an? range of (\d+){FT}", r"range \1 ft."),
    (rf"\b(\d+){FT} reach\b", r"reach \1 ft."),
    (rf"\b(\d+(?:/\d+)?){FT} range\b", r"range \1 ft."),
    (rf"\brange (\d+){FT} ?/ ?(\d+)", r"range \1/\2"),
)
_WAYS = rows(
    (
        r"\b(?:flung|hurled|tossed|launched|thrown|shoved|blown|driven) (?:back(?:ward)? )?(up to )?(\d+) "
        r"(ft\.?|feet|foot) (?:away |back(?:ward)? )?in an?y? direction of [\w' ]+? choice",
        r"pushed \1\2 \3 away",
    ),
    (r"\b(and|or) lands? prone\b", r"\1 be knocked prone"),
    (
        r"\b(pushed|shoved|knocked|driven) (?:back|backward|backwards) (up to )?(\d+) (ft"
        r"|feet)\b\.?(?=[.,;]|$| and)",
        r"pushed \2\3 ft away",
    ),
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
    (r"\bongoing (?=(?:" + TYPE + r") damage)", ""),
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
_AFTER = re.compile(rf"\b(\d{{1,6}}) ({TYPE}) damage \(({DICE})\)", re.I)
_BEFORE = re.compile(rf"(?<![(\dd])\b({DICE}) \((\d{{1,6}})\)(?= (?:{TYPE})\b)", re.I)
_ALONE = re.compile(rf"(?<![(\dd/])\b({DICE}) (?=(?:{TYPE})(?:,? or (?:{TYPE}))? damage)", re.I)


def canonical(text: str) -> str:
    """Return prose in the words that the rules know.

    >>> canonical("It must make a DC 12 CON save, or lose 5 (2d4) HP.")
    'It must succeed on a DC 12 Constitution saving throw, or lose 5 (2d4) hit points.'
    >>> canonical("a cone 30 feet long deals 3d6 fire damage")
    'a 30-ft cone deals 10 (3d6) fire damage'
    """
    text = _SHORT.sub(lambda found: _LONG[(found[1] or found[2]).lower()], text)
    text = _COUNT.sub(lambda found: _DIGITS[found[1].lower()], text)
    for table in (_NAMES, SAVES, _PLACES, _WAYS):
        for pattern, new in table:
            text = pattern.sub(new, text)
    text = _AFTER.sub(r"\1 (\3) \2 damage", text)
    text = _BEFORE.sub(r"\2 (\1)", text)
    return _ALONE.sub(lambda found: f"{_mean(found[1])} ({found[1]}) ", text)


def _mean(dice: str) -> int:
    return max(0, average(dice.replace(" ", "").lower()))
