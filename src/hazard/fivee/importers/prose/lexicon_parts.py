"""What the tables of the lexicon are made of."""

from __future__ import annotations

import re

from hazard.fivee.content.words import CONDITIONS, DAMAGE_TYPES

CONDITION_WORD = rf"(?:{'|'.join(CONDITIONS)})"
TYPE = "|".join(DAMAGE_TYPES)
FT = r"(?:-| )?(?:ft|feet|foot)\b\.?"


def rows(*pairs: tuple[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of a table, in their order, and what each becomes."""
    return [(re.compile(pattern, re.I), new) for pattern, new in pairs]
