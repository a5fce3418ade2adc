"""What a position is worth with a doubling cube on the table, after Janowski.

A *dead* cube never turns again: the game is worth the mean of its ends. A *live* cube is turned by each side
at the perfect moment, exactly where the other side can just as well take as pass; between such points the
worth is a straight line in the probability to win. What happens lies between the two, at the *efficiency* of
the cube: 0 for dead, 1 for live. (Rick Janowski, "Take-Points in Money Games", 1993.)

Ends of a game are points; what points are worth is a function that is given. For money it is the points
themselves, in a match it is twice the chance to win the match less one. Either way what one side gains the
other loses, so that the other side's view is the same model, mirrored.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from hazard.backgammon.chances import Chances

Worth = Callable[[int], float]


def money(points: int) -> float:
    """Return what points are worth for money: themselves."""
    return float(points)


@dataclass(frozen=True, slots=True)
class CubeModel:
    """A position with a cube, seen by one side.

    Args:
        chances: how the game would end without a cube.
        worth: what winning so many points (negative: losing them) is worth.
        away: points that this side and the other still need for the match; infinite for money.
        efficiency: how well the cube is used, from 0 (dead) to 1 (live).
        jacoby: whether gammons count only once the cube has been turned.
        max_cube: the largest value the cube may have.
    """

    chances: Chances
    worth: Worth = money
    away: tuple[float, float] = (math.inf, math.inf)
    efficiency: float = 0.68
    jacoby: bool = False
    max_cube: float = math.inf

    def mirrored(self) -> CubeModel:
        """Return the same as the other side sees it."""
        return replace(
            self,
            chances=self.chances.swapped(),
            worth=lambda points: -self.worth(-points),
            away=self.away[::-1],
        )

    def won(self, cube: int) -> float:
        """Return what a win is worth on average, at this value of the cube."""
        chances = self.chances
        if chances.win <= 0 or (self.jacoby and cube == 1):
            return self.worth(cube)
        gammons, backgammons = chances.win_gammon / chances.win, chances.win_backgammon / chances.win
        return (
            (1 - gammons) * self.worth(cube)
            + (gammons - backgammons) * self.worth(2 * cube)
            + backgammons * self.worth(3 * cube)
        )

    def lost(self, cube: int) -> float:
        """Return what a loss is worth on average."""
        return -self.mirrored().won(cube)

    def take_point(self, cube: int) -> float:
        """Return the chance to win from which on this side takes a live double to ``2 * cube``.

        >>> CubeModel(Chances(0.5)).take_point(1)
        0.2
        """
        if math.isinf(self.away[0]) and math.isinf(self.max_cube):
            won, lost = (replace(self, jacoby=False).won(2) / 2, -replace(self, jacoby=False).lost(2) / 2)
            return _share((lost - 0.5) / (won + lost + 0.5))
        # The taker owns the cube: from nothing to where it can redouble the other side out.
        worst, top, best = self.lost(2 * cube), 1.0, self.won(2 * cube)
        if 2 * cube < self.away[0] and self._can_be_turned(2 * cube):
            top, best = 1 - self.mirrored().take_point(2 * cube), self.worth(2 * cube)
        if best <= worst:
            return 0.0
        return _share(top * (self.worth(-cube) - worst) / (best - worst))

    def value(self, cube: int, *, own: bool, other: bool) -> float:
        """Return the worth at this cube, before the roll.

        ``own`` and ``other`` say who may double next: both while the cube is centred.

        >>> even = CubeModel(Chances(0.5), efficiency=1.0)
        >>> round(even.value(1, own=True, other=False), 9), round(even.value(1, own=False, other=True), 9)
        (0.25, -0.25)
        """
        own = own and cube < self.away[0] and self._can_be_turned(cube)
        other = other and cube < self.away[1] and self._can_be_turned(cube)
        # Whoever loses the match with this game anyway has nothing to lose by doubling at once; the other one
        # may have more to lose by taking than by passing.
        if own and self.away[1] <= cube:
            return min(self.dead(2 * cube), self.worth(cube))
        if other and self.away[0] <= cube:
            return max(self.dead(2 * cube), self.worth(-cube))
        return self.efficiency * self._live(cube, own, other) + (1 - self.efficiency) * self.dead(cube)

    def _can_be_turned(self, cube: int) -> bool:
        return 2 * cube <= self.max_cube

    def dead(self, cube: int) -> float:
        """Return the worth if the cube is never turned again."""
        win = self.chances.win
        return win * self.won(cube) + (1 - win) * self.lost(cube)

    def _live(self, cube: int, own: bool, other: bool) -> float:
        corners = [(0.0, self.lost(cube))]
        if other:
            corners.append((self.take_point(cube), self.worth(-cube)))
        if own:
            corners.append((1 - self.mirrored().take_point(cube), self.worth(cube)))
        corners.append((1.0, self.won(cube)))
        return _between(corners, self.chances.win)


def _share(number: float) -> float:
    return min(1.0, max(0.0, number))


def _between(corners: list[tuple[float, float]], at: float) -> float:
    """Follow the line through the corners."""
    for (x0, y0), (x1, y1) in pairwise(corners):
        if at <= x1:
            return y1 if x1 <= x0 else y0 + (y1 - y0) * (at - x0) / (x1 - x0)
    return corners[-1][1]
