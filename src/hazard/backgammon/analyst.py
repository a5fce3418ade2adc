"""Somebody who knows: rates plays, rolls and the cube, without look-ahead or with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hazard import _core
from hazard.backgammon.chances import Chances
from hazard.backgammon.cube import CubeDecision, cube_decision, cube_efficiency, cubeless_equity
from hazard.backgammon.game import Backgammon, BackgammonPlay, Networks
from hazard.backgammon.match_ids import MatchState
from hazard.backgammon.networks import shipped_networks
from hazard.backgammon.notation import notation
from hazard.backgammon.positions import Position
from hazard.decide import Searcher
from hazard.game import GameError
from hazard.search import Budget, Expectimax

MOST_PLIES = 2
_CANDIDATES = {2: 4}
"""How many plays each side considers within a look-ahead of this many rolls; by default all."""
_NEAR = (0.2, 0.1)
"""Points behind the best, beyond which a play is not looked at again at the score, roll by roll ahead."""
_ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play, what it is worth to the side that makes it, and how far it is behind the best."""

    play: BackgammonPlay
    equity: float
    behind: float
    chances: Chances
    """As the networks see them after the play, whatever the look-ahead."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "play": notation(self.play),
            "equity": self.equity,
            "behind": self.behind,
            "chances": self.chances.to_dict(),
        }


class Analyst:
    """Rates positions by the networks, looking ``plies`` rolls ahead (0, 1 or 2).

    Equity is in points without a cube: for money, or, where a match is given, in units of the cube by what
    they change in the chance to win it.

    >>> from hazard.backgammon import START
    >>> analyst = Analyst()
    >>> analyst.plays(START, (3, 1))[0].play
    BackgammonPlay(steps=((8, 5), (6, 5)), hits=(False, False))
    """

    def __init__(self, plies: int = 0, networks: Networks | None = None) -> None:
        """Set the look-ahead, and who values positions: by default the networks that come with hazard."""
        if plies not in range(MOST_PLIES + 1):
            raise GameError("backgammon.plies_out_of_range", found=plies, most=MOST_PLIES)
        self.plies = plies
        self.networks = networks or shipped_networks()
        self.game = Backgammon(networks=self.networks)
        self._shallower = Analyst(plies - 1, self.networks) if plies else None
        self._searcher = Searcher(self.game, Expectimax(top=_CANDIDATES.get(plies, 0), order_value=plies > 1))

    def plays(
        self, position: Position, dice: tuple[int, int], match: MatchState | None = None
    ) -> list[RatedPlay]:
        """Return every play of the roll, best first; ``match`` has the score, seen by the side on roll."""
        state = self.game.state(position, dice=dice)
        static = {
            play: (equity, Chances(*chances))
            for play, equity, chances in _core.backgammon_rated_plays(self.networks, state)
        }
        equities = {play: equity for play, (equity, _) in static.items()}
        if self.plies and len(static) > 1:
            found = self._searcher.decide(state, Budget(depth=self.plies + 1))
            equities = {option.action: option.value for option in found.options}
        if match is not None and match.length:
            equities = self._at_the_score(
                state, equities, {play: chances for play, (_, chances) in static.items()}, match
            )
        best = max(equities.values())
        rated = [RatedPlay(play, equity, best - equity, static[play][1]) for play, equity in equities.items()]
        return sorted(rated, key=lambda play: -play.equity)

    def _at_the_score(
        self,
        state: Any,
        equities: dict[BackgammonPlay, float],
        static: dict[BackgammonPlay, Chances],
        match: MatchState,
    ) -> dict[BackgammonPlay, float]:
        """Weigh gammons as the score does, as many rolls ahead as for money."""
        if self._shallower is None:
            return {play: cubeless_equity(chances, match) for play, chances in static.items()}
        worth = self._shallower._at_the_score(state, equities, static, match)
        # What is far behind, both for money and at the score, is not looked at again.
        best, best_equity, near = max(worth.values()), max(equities.values()), _NEAR[self.plies - 1]
        again = [play for play in worth if max(equities[play] - best_equity, worth[play] - best) > -near]
        ahead = {play: cubeless_equity(self._after(state, play) or static[play], match) for play in again}
        # The others stay as far behind as they were.
        change = max(ahead.values()) - best
        return {play: ahead.get(play, before + change) for play, before in worth.items()}

    def _after(self, state: Any, play: BackgammonPlay) -> Chances | None:
        """Return the chances of who makes a play, once it is made; None where that ends the game."""
        after = self.game.position(self.game.apply(state, play))
        return self.chances(after).swapped() if any(after.opponent) else None

    def rolls(self, position: Position) -> dict[tuple[int, int], Chances]:
        """Return the chances after the best play of each of the 21 rolls, larger die first."""
        state = self.game.state(position)
        return {
            (high, low): Chances(*chances)
            for (high, low), chances in _core.backgammon_rated_rolls(self.networks, state)
        }

    def luck(self, position: Position, dice: tuple[int, int]) -> float:
        """Return what a roll is worth beyond the mean of all rolls, without look-ahead.

        >>> Analyst().luck(Position.of({6: 1, 5: 1}, {1: 1}), (6, 5)) > 1.5
        True
        """
        rated = self.rolls(position)
        high, low = max(dice), min(dice)
        return rated[high, low].equity - mean(rated).equity

    def chances(self, position: Position) -> Chances:
        """Return the chances of the side on roll: at once, or the mean over its rolls.

        Each roll is played as looking one roll less ahead says, and so is what follows it.
        """
        if self._shallower is None:
            return Chances(*self.networks.chances(self.game.state(position)))
        if self.plies == 1:
            return mean(self.rolls(position))
        return mean({dice: self._shallower._after_the_best(position, dice) for dice in _ROLLS})

    def _after_the_best(self, position: Position, dice: tuple[int, int]) -> Chances:
        best = self.plays(position, dice)[0]
        return self._after(self.game.state(position, dice=dice), best.play) or best.chances

    def cube(self, position: Position, match: MatchState, chances: Chances | None = None) -> CubeDecision:
        """Decide about the cube for the side on roll, by its chances if they are known already."""
        chances = self.chances(position) if chances is None else chances
        return cube_decision(chances, match, efficiency=cube_efficiency(position))


def mean(rated: dict[tuple[int, int], Chances]) -> Chances:
    """Return the mean over the rolls, each as likely as it is."""
    names = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
    return Chances(
        *(
            sum((1 if high == low else 2) * getattr(found, name) for (high, low), found in rated.items()) / 36
            for name in names
        )
    )
