"""A pasted page: its letters, its broken lines, and where one creature ends and the next begins."""

from __future__ import annotations

import re

from hazard.fivee.content.words import SIZES

LETTERS = str.maketrans(
    {
        "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
        "\u00ad": "", "\u200b": "", "\ufeff": "", "\u2044": "/",
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-",
        "\u2212": "-",
        "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ",
        "\u2018": "'", "\u2019": "'", "\u2032": "'", "\u201c": '"', "\u201d": '"',
    }
)  # fmt: skip
"""Letters that printing sets: ligatures, soft hyphens, dashes and spaces of every length."""

_BROKEN_WORD = re.compile(r"\b(?P<first>[A-Za-z]+)-[ \t]*\n[> \t]*(?=[a-z])")
_BROKEN_NUMBER = re.compile(r"(?<=\d-)[ \t]*\n[> \t]*(?=[a-z])")
_KEEPS_ITS_HYPHEN = frozenset(
    (
        "self", "half", "non", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "high", "low", "long", "short", "well", "ill", "all", "cold", "fire", "mid", "multi", "semi",
    )
)  # fmt: skip


def unbroken(text: str) -> str:
    """Return a text with plain letters and without the hyphens at the ends of its lines.

    >>> unbroken("a suc\\u00adcessful sav-\\ning throw in a 30-\\nfoot cone of ﬁre, half-\\nelf")
    'a successful saving throw in a 30-foot cone of fire, half-elf'
    """

    def joined(found: re.Match[str]) -> str:
        first = found["first"]
        return f"{first}-" if first.lower() in _KEEPS_ITS_HYPHEN else first

    return _BROKEN_NUMBER.sub("", _BROKEN_WORD.sub(joined, text.translate(LETTERS)))


def clean(line: str) -> str:
    """Return a line without the marks of Markdown.

    >>> clean("> ***Bite.*** *Melee Weapon Attack:* +4 to hit")
    'Bite. Melee Weapon Attack: +4 to hit'
    """
    line = re.sub(r"^[#>\s|]+|[|\s]+$", "", line)
    line = re.sub(r"^(?:[-*+•] )(?=\W*\*\*)", "", line)
    return re.sub(r"\*\*\*|\*\*|(?<!\w)[*_]+|[*_]+(?!\w)", "", line).strip()


_RULE = re.compile(r"\n[ \t]*(?:-{3,}|={3,}|_{3,})[ \t]*\n")
_ARMOR = re.compile(r"^\W*(?:armou?r class|ac)\b\W*\d", re.I)
_HIT_POINTS = re.compile(r"^\W*(?:hit points|hp)\b\W*\d", re.I)
_SIZE = re.compile(rf"^\W*(?:{'|'.join(SIZES)})\b(?! target| creature)[^.:]{{3,80}}$", re.I)
_ABOVE_SIZE = re.compile(r"^\W*(?:(?:challenge|cr|level)\b.{0,30}|[\d,]+ xp|-{3,}|={3,}|_{3,})\W*$", re.I)


def blocks(text: str) -> list[str]:
    """Return the stat blocks of a text, divided by lines of dashes or by where a next one begins.

    >>> wolf = "Wolf\\nMedium beast, unaligned\\nAC 13\\nHP 11\\nSpeed 40 ft."
    >>> [block.splitlines()[0] for block in blocks(f"{wolf}\\n\\n{wolf.replace('Wolf', 'Dog')}")]
    ['Wolf', 'Dog']
    """
    found: list[str] = []
    for block in _RULE.split(text):
        if not block.strip():
            continue
        begins = re.search(r"^\W*(?:armou?r class|ac)\b", block, re.I | re.M)
        if found and (not begins or not re.search(r"\b(?:hit points|hp)\b", found[-1], re.I)):
            found[-1] += "\n" + block  # a rule within a block (below the name) does not begin a new one
        else:
            found.append(block)
    return [part for block in found for part in _apart(block)]


def _apart(block: str) -> list[str]:
    """Divide a text where a name stands above a size, an armor class and hit points."""
    lines = [line for line in block.splitlines() if line.strip()]
    starts = [0]
    for number, line in enumerate(lines):
        if not _SIZE.match(clean(line)):
            continue
        below = [clean(below) for below in lines[number + 1 : number + 9]]
        if not any(map(_ARMOR.match, below)) or not any(map(_HIT_POINTS.match, below)):
            continue
        name = number - 1
        while name > starts[-1] and _ABOVE_SIZE.match(lines[name]):
            name -= 1
        if name > starts[-1] + 3:
            starts.append(name)
    ends = [*starts[1:], len(lines)]
    return ["\n".join(lines[start:end]) for start, end in zip(starts, ends, strict=True)]
