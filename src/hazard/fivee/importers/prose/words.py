"""Pieces of patterns that several rules share."""

from __future__ import annotations

import re
from typing import cast

from hazard.fivee.content.words import ABILITIES, CONDITIONS, DAMAGE_TYPES, SIZES, Ability, Condition, Size

UNTYPED = "untyped"
"""Stands where a source says how much damage, and not of which type."""
TYPES = "|".join((*DAMAGE_TYPES, UNTYPED))
CONDITION = "|".join(CONDITIONS)
SIZE = "|".join(SIZES)
DICE = r"\d{0,4}d\d{1,4}(?: ?[+-] ?\d{1,5})?"
DAMAGE = (
    rf"(?P<printed>\d{{1,6}})(?: ?\((?P<dice>{DICE})\))? (?P<type>{TYPES})(?:,? or |, "
    rf"(?=(?:(?:{TYPES}), )*or ))?(?P<other>(?<= )(?:{TYPES})(?:,? or (?:{TYPES})|, (?:{TYPES}))*)? damage"
    rf"(?: \(§'s choice\))?"
)
"""The printed average, the dice, the type: ``7 (2d4 + 2) piercing damage``."""

AMOUNT = rf"(?P<printed>\d{{1,6}})(?: ?\((?P<dice>{DICE})\))?"
ABILITY = "strength|dexterity|constitution|intelligence|wisdom|charisma"
TARGET = (
    r"(?:(?:the|that|a|each|any|an) (?:(?:\w+ )?(?:target|creature|humanoid)|wearer)|it"
    r"|that (?:creature|target)|who|the (?:attacker|victim|triggering creature))"
)
CONDITION_LIST = (
    rf"(?:the )?(?P<conditions>(?:{CONDITION})(?:, (?:{CONDITION}))*(?:,? and (?:{CONDITION}))?)"
    rf"(?: conditions?)?"
)


def damage_dice(printed: str, dice: str | None) -> str:
    """Return the dice of a damage, or the number where there are none.

    >>> damage_dice("7", "2d4 + 2"), damage_dice("1", None)
    ('2d4+2', '1')
    """
    return (dice or printed).replace(" ", "").lower()


def average(dice: str) -> int:
    """Return the mean of plain dice, rounded down: what a stat block prints.

    >>> average("2d4+2"), average("1d4-1"), average("1")
    (7, 1, 1)
    """
    count, faces, bonus = _split(dice)
    return (count * (faces + 1) + 2 * bonus) // 2


def typed(dice: str, kind: str) -> str:
    """Return dice with the type of their damage, as our expressions write it.

    >>> typed("2d4+2", "piercing"), typed("1", "fire"), typed("1d6", "untyped")
    ('2d4[piercing]+2', '1[fire]', '1d6')
    """
    count, faces, bonus = _split(dice)
    mark = "" if kind == UNTYPED else f"[{kind}]"
    if not faces:
        return f"{bonus}{mark}"
    return f"{count}d{faces}{mark}" + (f"{bonus:+d}" if bonus else "")


def _split(dice: str) -> tuple[int, int, int]:
    found = re.fullmatch(r"(\d*)d(\d+)([+-]\d+)?", dice)
    if found is None:
        return 0, 0, int(dice)
    return int(found[1] or 1), int(found[2]), int(found[3] or 0)


def ability(word: str) -> Ability:
    """Return the short name of an ability.

    >>> ability("Dexterity")
    'dex'
    """
    short = word.lower()[:3]
    return next(known for known in ABILITIES if known == short)


def conditions(words: str) -> list[Condition]:
    """Return the conditions that a list in prose names.

    >>> conditions("Blinded, Deafened, and Prone")
    ['blinded', 'deafened', 'prone']
    """
    return [cast(Condition, word) for word in re.findall(CONDITION, words.lower())]


def size(word: str) -> Size:
    """Return a size.

    >>> size("Large")
    'large'
    """
    return cast(Size, word.lower())
