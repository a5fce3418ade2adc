"""Numbers that depend on the ascension: ``11/12@2`` is 11, and 12 from ascension 2 on."""

from __future__ import annotations

import re
from functools import lru_cache

from hazard.errors import HazardError

_STEP = re.compile(r"(-?\d+)(?:-(-?\d+))?(?:@(\d+))?")
NUMBER = r"-?\d+(?:/-?\d+@\d+)*"
"""A number as a part of a phrase, for regular expressions."""


@lru_cache(maxsize=4096)
def at_ascension(text: str, ascension: int) -> tuple[int, int]:
    """Return the lowest and highest value that ``text`` has at ``ascension``.

    >>> at_ascension("11/12@2", 0), at_ascension("11/12@2", 2)
    ((11, 11), (12, 12))
    >>> at_ascension("40-44/42-46@7", 20)
    (42, 46)
    """
    found: tuple[int, int] | None = None
    reached = -1
    for number, part in enumerate(str(text).strip().split("/")):
        match = _STEP.fullmatch(part.strip())
        if match is None or (number > 0) != (match[3] is not None):
            raise HazardError("spire.number_unreadable", text=text)
        since = int(match[3] or 0)
        if since <= reached and number:
            raise HazardError("spire.ascensions_do_not_rise", text=text)
        reached = since
        low = int(match[1])
        high = int(match[2]) if match[2] is not None else low
        if low > high:
            raise HazardError("spire.range_runs_backwards", low=low, high=high, text=text)
        if since <= ascension:
            found = (low, high)
    assert found is not None  # the first part always holds
    return found


@lru_cache(maxsize=4096)
def one_number(text: str, ascension: int) -> int:
    """Return the value that ``text`` has at ``ascension``, where a range makes no sense.

    >>> one_number("7/8@2/9@17", 18)
    9
    """
    low, high = at_ascension(text, ascension)
    if low != high:
        raise HazardError("spire.range_instead_of_number", text=text)
    return low
