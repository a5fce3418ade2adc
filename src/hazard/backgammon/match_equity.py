"""The chance to win a match from its score, by a model of our own.

Both sides are equal. A game is a win or a loss with equal chances, a gammon in a share of them, and the cube
is worth what :mod:`hazard.backgammon.cube_model` says. So every score follows from those nearer to the end.
"""

from __future__ import annotations

from functools import lru_cache

from hazard.backgammon.chances import Chances
from hazard.backgammon.cube_model import CubeModel, Worth
from hazard.game import GameError

GAMMONS = 0.26
"""The share of wins that are gammons, between players who both mind losing one."""
CHASED_GAMMONS = 0.29
"""The same for a side that plays against a leader who needs one point: it may chase them at no risk."""
EFFICIENCY = 0.85
"""Of the cube over a whole game: with it the table comes within half a percent of the one that Kazaross
rolled out with XG for matches of up to nine points."""
FREE_DROP = 0.024
"""How far the chances have moved, one way or the other, when a trailer doubles at the first occasion after
the Crawford game; what a leader may pass, who loses nothing by it."""
LONGEST = 64


class MatchEquity:
    """The chances to win the match at every score of up to ``size`` points to go.

    >>> table = match_equity()
    >>> table.chance(3, 3), round(table.chance(1, 2), 2), round(table.chance(1, 2, post_crawford=True), 2)
    (0.5, 0.68, 0.51)
    """

    def __init__(self, size: int = 25) -> None:
        """Work the table out."""
        if not 1 <= size <= LONGEST:
            raise GameError("backgammon.match_length_out_of_range", found=size, most=LONGEST)
        self.size = size
        self._trailing = _after_crawford(size)
        self._crawford = [0.0, 0.5] + [self._crawford_game(away) for away in range(2, size + 1)]
        self._table: dict[tuple[int, int], float] = {}
        for total in range(4, 2 * size + 1):
            for own in range(max(2, total - size), min(size, total - 2) + 1):
                self._table[own, total - own] = self._even_game(own, total - own)

    def chance(self, own_away: int, opponent_away: int, *, post_crawford: bool = False) -> float:
        """Return the chance of the side that needs ``own_away`` points against one that needs the other.

        Where one side needs a single point, the Crawford game is to be played, unless it is
        ``post_crawford``.

        >>> round(match_equity().chance(2, 4), 3)
        0.673
        """
        if own_away <= 0 or opponent_away <= 0:
            return 1.0 if own_away <= 0 else 0.0
        if max(own_away, opponent_away) > self.size:
            raise GameError(
                "backgammon.points_to_go_beyond_table", found=max(own_away, opponent_away), most=self.size
            )
        single = self._trailing if post_crawford else self._crawford
        if own_away == 1:
            return 1 - single[opponent_away]
        if opponent_away == 1:
            return single[own_away]
        return self._table[own_away, opponent_away]

    def worth(self, own_away: int, opponent_away: int, *, crawford: bool = False) -> Worth:
        """Return what points are worth in a game at this score: twice the chance to win the match, less one.

        >>> match_equity().worth(3, 5)(3)
        1.0
        """
        after_crawford = crawford or min(own_away, opponent_away) == 1

        def worth(points: int) -> float:
            own = own_away - max(points, 0)
            other = opponent_away + min(points, 0)
            return 2 * self.chance(own, other, post_crawford=after_crawford) - 1

        return worth

    def _crawford_game(self, away: int) -> float:
        """The chance of the side that needs ``away`` points against one that needs one, without a cube."""
        single, gammon = (self._trailing[max(0, away - points)] for points in (1, 2))
        return 0.5 * ((1 - CHASED_GAMMONS) * single + CHASED_GAMMONS * gammon)

    def _even_game(self, own: int, opponent: int) -> float:
        even = Chances(0.5, 0.5 * GAMMONS, 0.0, 0.5 * GAMMONS)
        model = CubeModel(even, self.worth(own, opponent), (own, opponent), EFFICIENCY)
        return 0.5 * (1 + model.value(1, own=True, other=True))


def _after_crawford(size: int) -> list[float]:
    """The chances of a side that needs 0, 1, 2, ... points against one that needs one; it doubles at once."""
    chances = [1.0, 0.5]
    for away in range(2, size + 1):
        single, gammon = (chances[max(0, away - points)] for points in (2, 4))
        taken = (1 - CHASED_GAMMONS) * single + CHASED_GAMMONS * gammon
        passed = chances[away - 1]
        chances.append(0.5 * sum(min(passed, win * taken) for win in (0.5 - FREE_DROP, 0.5 + FREE_DROP)))
    return chances


@lru_cache(maxsize=4)
def match_equity(size: int = 25) -> MatchEquity:
    """Return the table for matches of up to ``size`` points.

    >>> match_equity().size
    25
    """
    return MatchEquity(size)
