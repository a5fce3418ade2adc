"""How a game may end, as probabilities: what networks, tables and rollouts answer with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chances:
    """Chances of the side on roll. Gammons contain backgammons, wins contain both.

    >>> chances = Chances(win=0.6, win_gammon=0.2, lose_gammon=0.1)
    >>> round(chances.equity, 9), round(chances.swapped().win, 9)
    (0.3, 0.4)
    """

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    @property
    def equity(self) -> float:
        """Points that the game is worth for money, without a cube."""
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (1 - self.win) - self.lose_gammon - self.lose_backgammon

    def swapped(self) -> Chances:
        """Return the same chances as the other side sees them."""
        return Chances(
            1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon
        )

    def to_dict(self) -> dict[str, float]:
        """Return them by name."""
        return {
            "win": self.win,
            "win_gammon": self.win_gammon,
            "win_backgammon": self.win_backgammon,
            "lose": 1 - self.win,
            "lose_gammon": self.lose_gammon,
            "lose_backgammon": self.lose_backgammon,
        }
