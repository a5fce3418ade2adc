"""Marks that an export or a copyist lost: commas that became blanks, apostrophes that are not there.

Nothing is guessed where the text has such marks elsewhere: then a blank is only a blank.
"""

from __future__ import annotations

import re

_LOST_COMMA = re.compile(r"(?<=[a-z0-9).%])  (?=[a-z])|(?<=[A-Za-z])  (?=[A-Z][a-z]+  (?:or|and) )")
_NEGATED = re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must)nt\b", re.I)
_CANNOT = re.compile(r"(?<!thieves )\bcant (?=[a-z])", re.I)


def with_marks(text: str) -> str:
    """Return a text with the commas and apostrophes that its blanks and spellings stand for.

    >>> with_marks("+7 to hit  reach 5 ft.  one target. It doesnt attack.  Then it rests.")
    "+7 to hit, reach 5 ft., one target. It doesn't attack.  Then it rests."
    >>> with_marks("one,  two  three")
    'one,  two  three'
    """
    if ", " not in text:
        text = _LOST_COMMA.sub(", ", text)
    return _CANNOT.sub("can't ", _NEGATED.sub(r"\1n't", text))
