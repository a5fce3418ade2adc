"""Making prose plain, so that a rule has to know one spelling only."""

from __future__ import annotations

import html
import re

from hazard.fivee.importers.page import LETTERS
from hazard.fivee.importers.prose.lexicon import canonical
from hazard.fivee.importers.prose.repairs import with_marks
from hazard.fivee.importers.prose.shorthand import written_out

SELF = "§"
"""Stands for the creature whose stat block it is."""

MOST_CHARACTERS = 8_000
"""Of one trait or action: some patterns take time with the square of a text."""

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
)  # fmt: skip
_NOBODY = frozenset(
    (
        "target", "creature", "of", "the", "and", "or", "a", "an", "form", "human", "attack", "wall",
        "grapple", "fire", "water", "air", "earth", "ice", "dust", "magma", "steam", "stone", "cloud",
        "storm", "light", "web", "frost", "shield", "animated", "flying", "chain",
    )
)  # fmt: skip
"""Words of a creature's name that do not mean the creature when they stand alone."""
_NOUNS = frozenset(
    (
        "dragon", "golem", "elemental", "sphinx", "devil", "demon", "hag", "giant", "swarm", "naga",
        "mephit", "fiend", "vampire", "mummy", "snake", "wolf", "hound", "skeleton", "zombie",
        "pudding", "jelly", "ooze", "elf", "mage", "priest", "captain", "elk", "boar", "ape",
        "angel", "drake", "hydra", "spider", "ghoul", "lich", "knight", "wyvern", "wyrm", "beast", "spirit",
        "treant", "troll", "ogre", "goblin", "bat", "bear", "bird", "lizard", "serpent", "crab", "shark",
        "worm", "sorcerer", "warlock", "wizard", "witch", "druid", "cleric", "assassin", "archer", "guard",
        "soldier", "cultist", "bandit", "warrior", "champion", "queen", "king", "lord", "lady", "construct",
        "automaton", "fungus", "plant", "tree", "insect", "wasp", "scorpion", "werewolf", "wraith", "ghost",
        "specter", "shade", "cat", "dog", "horse", "rat", "frog", "toad", "turtle", "octopus", "squid",
    )
)  # fmt: skip
"""What stat blocks call their creature, whatever its name is."""
_TAILS = {
    "horse",
    "bear",
    "boar",
    "tiger",
    "wolf",
    "fish",
    "hound",
    "snake",
    "hawk",
    "man",
    "folk",
    "lord",
    "worm",
}


def number(word: str) -> int:
    """Return the number that a word or digits say.

    >>> number("three"), number("12"), number("a")
    (3, 12, 1)
    """
    word = word.lower()
    if word.isdecimal():
        return int(word[:6])
    if word in ("a", "an", "another", "each"):
        return 1
    return {"once": 1, "twice": 2, "both": 2}.get(word) or _NUMBERS.index(word)


NUMBER = rf"(?:\d+|{'|'.join(_NUMBERS[1:])})"


def plain(text: str, name: str = "", kind: str = "") -> str:
    """Return prose without markup, with ``ft`` for feet and ``§`` for the creature itself.

    >>> plain("<p>The <b>wolf</b> bites within 5 feet of it. DC\\u00a011.</p>", "Dire Wolf")
    '§ bites within 5 ft of it. DC 11.'
    >>> plain("Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2) Piercing damage.")
    'Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2) Piercing damage.'
    """
    text = text[:MOST_CHARACTERS].replace(SELF, " ").translate(LETTERS)
    text = re.sub(r"</(?:p|li|h\d|div)>|<br\s*/?>", "\n", text)
    text = html.unescape(re.sub(r"<[^<>]*>", "", text)).translate(LETTERS)
    text = re.sub(r"(\w+) \[Area of Effect\]\|\w+\|\w+", r"\1", text)
    text = re.sub(r"[\w ]*?(\w+)\|XPHB\|(?:\w+ )*", lambda m: m[0].rsplit("|", 1)[1], text)
    text = re.sub(r"\*\*|__|(?<![A-Za-z0-9])[*_]|[*_](?![A-Za-z0-9])", "", text)
    text = re.sub(r"\bHitom\s*(?=[A-Z])", "", text)
    text = canonical(written_out(with_marks(text), SELF))
    text = re.sub(r"\bft\.(?=\s*$|\s+[A-Z(]|\s+\d+ (?:\(|[A-Z]))", "ft.<", text)
    text = re.sub(r"\bft\.(?!<)|\bfeet\b|\bfoot\b", "ft", text).replace("ft.<", "ft.")
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r" ?\n ?", "\n", text).strip()
    return _self_named(text, name, kind)


def _self_named(text: str, name: str, kind: str) -> str:
    words = re.findall(r"[A-Za-z'-]+", f"{name} {kind}".lower()[:200])
    words += [part for word in words for part in word.split("-")]
    nouns = {word for word in words if len(word) > 2 and word not in _NOBODY} | _NOUNS
    nouns |= {word[start:] for word in nouns for start in range(1, len(word) - 3) if word[start:] in _TAILS}
    bare = re.sub(r"\s*[(,].*", "", name.lower()[:200]).strip()
    phrases = sorted({bare, *bare.split("/")} - {""}, key=len, reverse=True)
    full = "|".join(re.escape(phrase) for phrase in phrases if len(phrase) > 2)
    noun = "|".join(sorted(map(re.escape, nouns), key=len, reverse=True))
    if name[:1].isupper() and len(bare) > 3:  # a person, who has no article
        proper = re.escape(re.sub(r"\s*[(,].*", "", name[:200]).strip())
        text = re.sub(rf"(?<![Tt]he )(?<![Aa] )(?<![Aa]n )\b{proper}\b(?! attack)", SELF, text)
    if full and "'" not in text:  # an export without apostrophes: "of the giants choice"
        text = re.sub(rf"\b(?:the|this) (?:{full})s(?= [a-z])", f"{SELF}'s", text, flags=re.I)
    patterns = [
        rf"(?:\b(?:the|this)|(?:^|(?<=[.\n] )|(?<=\n))an?) (?:{full})(?: (?:{noun}))?\b(?! (?:attack|form)\b)"
        if full
        else "",
        rf"\b(?:the|this) (?:(?:{noun}) )?(?:{noun})\b(?! (?:attack|form)\b)",
    ]
    for pattern in filter(None, patterns):
        text = re.sub(pattern, SELF, text, flags=re.I)
    text = re.sub(rf"{SELF}'(?=[ ,.])", f"{SELF}'s", text)
    if full and not re.search(SELF, text):  # a person, who has no article
        text = re.sub(rf"\b(?:{full})\b(?! attack)", SELF, text, flags=re.I)
    return re.sub(rf"\b(?:an?|the) {SELF}(?!'s \w+ is)", SELF, text, flags=re.I)


def shown(phrase: str) -> str:
    """Return plain text on one line; :func:`named` gives the creature its name back.

    >>> shown(" §'s\\n turn, ")
    "§'s turn"
    """
    return re.sub(r"\s+", " ", phrase).strip(" ,;")


def named(phrase: str, name: str) -> str:
    """Return plain text with the creature's name in place of the sign that stood for it.

    >>> named("§ can't bite another target", "Giant Frog")
    "the giant frog can't bite another target"
    """
    bare = re.sub(r" *[(,].*", "", name).lower().removeprefix("the ")
    return phrase.replace(SELF, f"the {bare}")
