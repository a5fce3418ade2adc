"""A distribution as a few outcomes for a search: cut where decisions change, the mean inside.

Least, mean and most with the chances 20, 60 and 20 per cent, as is often done, say little of the chance to
kill: they err by a quarter and more. A cut at the hit points is exact there, with two buckets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from hazard import _core
from hazard._core import Distribution
from hazard.errors import HazardError

FIRST_HARDER_SAVE = 22
"""Concentration is kept against 10 or half the damage, whichever is more; from 22 on that is 11 and more."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """Some neighbouring values: how likely one of them is, and their mean."""

    probability: float
    low: int
    high: int
    mean: float

    def whole(self) -> list[tuple[int, float]]:
        """Return one or two whole values with their probabilities, of the same mean.

        >>> Bucket(0.5, 3, 6, 4.25).whole()
        [(4, 0.375), (5, 0.125)]
        """
        below = math.floor(self.mean)
        part = self.mean - below
        pairs = [(below, self.probability * (1 - part)), (below + 1, self.probability * part)]
        return [(value, p) for value, p in pairs if p > 0]


def bucket(damage: Distribution, thresholds: Iterable[int] = (), most: int | None = None) -> list[Bucket]:
    """Return buckets from the lowest values to the highest.

    Each threshold begins a bucket, so that the chance to reach it is exact; the mean of all is exact anyway.
    With ``most``, the thresholds named first are kept, and buckets that are left over cut those that spread
    most.

    >>> from hazard.dice import roll
    >>> for found in bucket(roll("8d6"), thresholds=[30]):
    ...     print(found.low, found.high, round(found.probability, 4), round(found.mean, 2))
    8 29 0.6198 25.01
    30 48 0.3802 32.88
    """
    if most is not None and most < 1:
        raise HazardError("dice.too_few_buckets", found=most)
    cuts = [max(-(2**31), min(int(threshold), 2**31 - 1)) for threshold in thresholds]
    return [Bucket(*row) for row in _core.dice_buckets(damage, cuts, most or 0)]


def damage_thresholds(
    hit_points: int,
    max_hit_points: int | None = None,
    *,
    temporary: int = 0,
    concentrating: bool = False,
) -> list[int]:
    """Return the amounts of damage at which something changes for a target, the most important first.

    It falls; it is bloodied (at half its maximum or less); it is hurt at all; its concentration is harder to
    keep.

    >>> damage_thresholds(20, 24), damage_thresholds(30, concentrating=True)
    ([20, 8, 1], [30, 1, 22, 24, 26, 28])
    """
    total = hit_points + temporary
    found = [total]
    if max_hit_points is not None and hit_points > max_hit_points // 2:
        found.append(total - max_hit_points // 2)
    found.append(1)
    if concentrating:
        found.extend(range(FIRST_HARDER_SAVE, total, 2))
    return list(dict.fromkeys(found))
