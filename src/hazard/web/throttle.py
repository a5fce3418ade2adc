"""Wrong tokens are told so a few times at once, and then once a second: nobody guesses by trying."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

BURST, REFILL = 10, 1.0
"""Wrong tokens that are told so at once, and how many more a second."""
MOST_ADDRESSES = 10_000


@dataclass
class Throttle:
    """Counts wrong tokens by address: a bucket that fills again with time.

    >>> throttle = Throttle()
    >>> sum(throttle.wait("here", at=0.0) > 0 for _ in range(1000))
    990
    >>> throttle.wait("here", at=1.5), throttle.wait("there", at=1.5)
    (0, 0)
    """

    burst: float = BURST
    refill: float = REFILL
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def wait(self, address: str, at: float | None = None) -> int:
        """Count a wrong token; return the seconds to wait before the next, or 0."""
        now = time.monotonic() if at is None else at
        left, last = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + self.refill * (now - last))
        if len(self._left) >= MOST_ADDRESSES:  # the longest known goes
            del self._left[next(iter(self._left))]
        self._left[address] = (left - 1 if left >= 1 else left, now)
        return 0 if left >= 1 else math.ceil((1 - left) / self.refill)
