"""Which words of a stat block mean something in a fight; a clause without any of them is how it looks."""

from __future__ import annotations

import re

from hazard.fivee.content.words import CONDITIONS, DAMAGE_TYPES

_WORDS = (
    "has to", "have to", "having to", "forced", "forces", "compelled", "unable",
    "dc", "hit", "hits", "miss", "save", "saves", "saving", "attack", "attacks", "attacked", "attacker",
    "attacking", "damage", "damaged", "hp", "hit point", "points", "advantage", "disadvantage", "speed",
    "ac", "armor", "shield", "action", "actions", "reaction", "reactions", "bonus", "penalty", "check",
    "checks", "roll", "rolls", "rolled", "dice", "die", "dies", "dead", "slain", "kill", "kills",
    "killed", "destroyed", "destroys", "teleport", "teleports", "move", "moves", "moved", "moving",
    "movement", "fly", "flies", "swim", "swims", "burrow", "burrows", "jump", "jumps", "leap", "leaps",
    "dash", "dashes", "regain", "regains", "heal", "heals", "healing", "resist", "resistance",
    "resistant", "immune", "immunity", "vulnerable", "vulnerability", "control", "controls",
    "controlled", "command", "commands", "obey", "obeys", "summon", "summons", "conjure", "conjures",
    "creature", "creatures", "target", "targets", "targeted", "ally", "allies", "enemy", "enemies",
    "humanoid", "undead", "object", "objects", "grapple", "grapples", "grappling", "swallow",
    "swallows", "swallowed", "attach", "attaches", "attached", "detach", "engulf", "engulfs",
    "engulfed", "push", "pushes", "pushed", "pull", "pulls", "pulled", "thrown", "throws", "throw",
    "drag", "drags", "dragged", "escape", "escapes", "spell", "spells", "cast", "casts", "cantrip",
    "magic", "concentration", "concentrating", "invisible", "invisibility", "cover", "obscured",
    "terrain", "darkness", "turn", "turns", "round", "rounds", "minute", "minutes", "hour", "hours",
    "day", "until", "while", "if", "unless", "when", "whenever", "instead", "except", "but", "can",
    "can't", "must", "may", "might", "level", "levels", "half", "double", "twice", "recharge", "rest",
    "slot", "slots", "weapon", "weapons", "prone", "surprised", "condition", "effect", "effects",
    "ends", "lasts", "repeat", "repeats", "attempt", "bleed", "bleeds", "bleeding", "burning", "burns",
    "ignite", "ignites", "fire", "curse", "cursed", "disease", "diseased", "infected", "blind", "deaf",
    "sleep", "asleep", "charm", "fear", "confused", "berserk", "turned", "space", "away", "within",
    "each", "all", "every", "any", "one", "two", "three", "other", "another", "only", "no", "not",
    "isn't", "doesn't", "aren't",
    "once", "twice", "thrice", "don't", "neither", "nor", "who", "whose", "which", "that", "drop",
    "drops", "dropped", "drain", "drains", "reduce", "reduces", "reduced", "increase", "increases",
    "gain", "gains", "gained", "lose", "loses", "fall", "falls", "stop", "stops", "form", "forms",
    "transform", "transforms", "polymorph", "size", "failure", "success", "fails", "fail", "succeeds",
    "using", "use", "uses", "following", "affected", "area", "radius", "cone", "line", "feet", "ft",
    *CONDITIONS, *DAMAGE_TYPES,
)  # fmt: skip
_MEANS = re.compile(rf"\d|\b(?:{'|'.join(sorted(set(_WORDS), key=len, reverse=True))})\b", re.I)


_LOOKS = re.compile(
    rf"\b(?:{'|'.join(DAMAGE_TYPES)}|sleep|fire|fear|burning|burns|magic|that|which|all|one|two|three"
    rf"|each|other|another|away|space|undead|commands|nearby creatures|only"
    rf"|forms?|feet|shield|weapon|half|drops?|throws?|leaps?|turns|stops?)\b",
    re.I,
)
_DOES = re.compile(
    r" ?§(?:'s [\w-]+)? (?!is\b|has\b|can|must|takes?\b|gains?\b|loses?\b|adds?\b|makes?\b|uses?\b"
    r"|turns?\b|forms?\b)\w+",
    re.I,
)


def says_nothing(clause: str) -> bool:
    """Whether no word of a clause means anything in a fight.

    >>> says_nothing("§ lowers its horns and paws at the ground"), says_nothing("as it flies at the target")
    (True, False)
    """
    if _DOES.match(clause):  # what it does to look at may have words such as "a burst of psychic energy"
        clause = _LOOKS.sub(" ", clause)
    return _MEANS.search(clause) is None and bool(re.search(r"[a-z]{2}", clause, re.I))


_HARD = re.compile(
    rf"\d|\b(?:saving|saves?|attack|attacks|rolls?|damage|advantage|disadvantage|speed|points|can't"
    rf"|must|until|unless|if"
    rf"|instead|actions?|reactions?|grapple\w*|dies|spells?|allies|{'|'.join(CONDITIONS)})\b",
    re.I,
)


def is_picture(clause: str) -> bool:
    """Whether a clause with "as" only says how it looks.

    >>> is_picture("as the blow knocks the wind out of the target"), is_picture("as it takes 3 damage")
    (True, False)
    """
    return (
        bool(re.match(r" ?as (?!soon|long|much|many|well|though|part|normal)[\w§]", clause, re.I))
        and _HARD.search(clause) is None
    )
