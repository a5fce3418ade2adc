"""Totals of rewards, rounded so that 0.1 + 0.2 is the same result as 0.3, however small they are."""

from __future__ import annotations

import math

_DIGITS = 9
"""Digits behind the point that a total has at least."""
_FIGURES = 12
"""Significant figures that a total keeps, of numbers however small."""
_NEAR, _OF_SMALL = 1e-9, 1e-3


def digits_for(size: float) -> int:
    """Return to how many digits behind the point totals of numbers of this size are rounded.

    >>> digits_for(100.0), digits_for(1.0), digits_for(3e-10)
    (9, 11, 21)
    """
    if not 0 < size < math.inf:
        return _DIGITS
    return min(300, max(_DIGITS, _FIGURES - 1 - math.floor(math.log10(size))))


def added(total: float, reward: float) -> float:
    """Return a total with one more reward.

    >>> added(0.1, 0.2) == 0.3, added(1e-10, 2e-10) == 3e-10, added(0.3, -0.3)
    (True, True, 0.0)
    """
    return round(total + reward, digits_for(max(abs(total), abs(reward)))) + 0.0  # -0 is 0


def reaching(result: float) -> float:
    """Return from where on a rounded total counts as ``result``.

    >>> 1 - reaching(1.0) < 1e-8, reaching(3e-10) > 2.9e-10
    (True, True)
    """
    size = abs(result)
    return result - _NEAR * size - (min(_NEAR, _OF_SMALL * size) if size else _NEAR)
