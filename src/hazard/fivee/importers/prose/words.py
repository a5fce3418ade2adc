"""Pieces of patterns that several rules share."""

from __future__ import annotations

import re
from typing import cast

from hazard.fivee.words import ABILITIES, CONDITIONS, DAMAGE_TYPES, SIZES, Ability, Condition, Size

TYPES = "|".join(DAMAGE_TYPES)
CONDITION = "|".join(CONDITIONS)
SIZE = "|".join(SIZES)
DICE = r"\d*d\d+(?: ?[+-] ?\d+)?"
DAMAGE = rf"(?P<printed>\d+)(?: ?\((?P<dice>{DICE})\))? (?P<type>{TYPES})(?: or (?P<other>{TYPES}))? damage(?: \(§'s choice\))?"
"""The printed average, the dice, the type: ``7 (2d4 + 2) piercing damage``."""

AMOUNT = rf"(?P<printed>\d+)(?: ?\((?P<dice>{DICE})\))?"
ABILITY = "strength|dexterity|constitution|intelligence|wisdom|charisma"
TARGET = r"(?:(?:the|that|a|each|any|an) (?:(?:\w+ )?(?:target|creature|humanoid)|wearer)|it|that (?:creature|target)|who)"
CONDITION_LIST = rf"(?:the )?(?P<conditions>(?:{CONDITION})(?:, (?:{CONDITION}))*(?:,? and (?:{CONDITION}))?)(?: conditions?)?"


def damage_dice(printed: str, dice: str | None) -> str:
    """Return the dice of a damage, or the number where there are none.

    >>> damage_dice("7", "2d4 + 2"), damage_dice("1", None)
    ('2d4+2', '1')
    """
    return (dice or printed).replace(" ", "").lower()


def ability(word: str) -> Ability:
    """Return the short name of an ability.

    >>> ability("Dexterity")
    'dex'
    """
    short = word.lower()[:3]
    assert short in ABILITIES
    return cast(Ability, short)


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
