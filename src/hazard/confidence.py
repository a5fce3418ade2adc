"""How sure a mean is: the numbers behind a 95 % confidence interval."""

from __future__ import annotations

import math

_T95 = (12.706, 4.303, 3.182, 2.776)
"""Student's t for 95 % with 1 to 4 degrees of freedom; beyond, a series is exact to three digits."""


def t95(freedom: int) -> float:
    """Return Student's t for a two-sided 95 % interval with ``freedom`` degrees of freedom.

    >>> round(t95(10), 2), round(t95(1000), 3)
    (2.23, 1.962)
    """
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    z = 1.959963985
    # Abramowitz and Stegun 26.7.5
    series = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(series, start=1))


def share_interval(share: float, error: float, count: int, t: float) -> tuple[float, float]:
    """Return Wilson's interval of a mean ``share`` between 0 and 1, which never leaves them.

    The observations need not be of two values, nor independent of what they are paired with: ``error``, the
    standard error found, says how many plain wins and losses would be as certain, ``share * (1 - share) /
    error**2``. Where all are won or all lost it says nothing, and ``count`` observations count as so many.

    >>> low, high = share_interval(1.0, 0.0, 10, 1.96)  # Wilson 1927: 10 of 10
    >>> round(low, 3), high
    (0.722, 1.0)
    """
    share = min(1.0, max(0.0, share))
    room = share * (1 - share)
    if error == 0 and room > 0:
        return share, share
    square = t * t * (error * error / room if room > 0 else 1 / count)
    middle = (share + square / 2) / (1 + square)
    reach = math.sqrt(square * room + square * square / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
