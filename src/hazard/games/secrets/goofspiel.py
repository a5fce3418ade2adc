"""Goofspiel, or the game of pure strategy: prizes are turned up, everybody bids a card for each at once."""

from __future__ import annotations

from typing import Any

from hazard.game import Game as _Game
from hazard.game import GameError, Turn
from hazard.simultaneous import InTurns


class _Bids(_Game[Any, Any]):
    """The rules, with bids at the same time. A state is the prizes so far and the bids on them."""

    def __init__(self, cards: int, players: int, order: str, open_bids: bool) -> None:
        self.cards, self.count, self.order, self.open_bids = cards, players, order, open_bids

    def start(self) -> Any:
        return (), ()

    def turn(self, state: Any) -> Any:
        prizes, bids = state
        if len(prizes) == len(bids):
            if len(bids) == self.cards:
                return Turn.OVER
            return Turn.CHANCE
        return tuple(Turn.player(number) for number in range(self.count))

    def actions(self, state: Any, player: int | None = None) -> list[int]:
        used = {bid[player] for bid in state[1]} if player is not None else set()
        return [card for card in range(1, self.cards + 1) if card not in used]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        left = [prize for prize in range(1, self.cards + 1) if prize not in state[0]]
        if self.order != "random":
            return [(left[-1] if self.order == "descending" else left[0], 1.0)]
        return [(prize, 1 / len(left)) for prize in left]

    def apply(self, state: Any, move: Any) -> Any:
        prizes, bids = state
        return ((*prizes, move), bids) if len(prizes) == len(bids) else (prizes, (*bids, move))

    def sees(self, state: Any, player: int) -> Any:
        prizes, bids = state
        if self.open_bids:
            return prizes, bids
        return prizes, tuple((bid[player], self._winner(bid)) for bid in bids)

    @staticmethod
    def _winner(bid: tuple[int, ...]) -> int | None:
        """Who bids highest alone; a prize that is tied for goes to nobody."""
        best = max(bid)
        return bid.index(best) if bid.count(best) == 1 else None

    def value(self, state: Any) -> Any:
        points = [0.0] * self.count
        for prize, bid in zip(*state, strict=True):
            winner = self._winner(bid)
            if winner is not None:
                points[winner] += prize
        mean = sum(points) / self.count
        return tuple(point - mean for point in points)


class Goofspiel(InTurns):
    """Bid cards 1 to ``cards`` for prizes 1 to ``cards``; the highest bid alone wins the prize.

    ``order`` of the prizes: ``random``, ``descending`` or ``ascending``. With ``open_bids`` off, players
    see who won a prize, not by which card. A result is a player's points less the mean of all.

    >>> import hazard
    >>> found = hazard.equilibrium(Goofspiel(cards=3, order="descending"), iterations=200)
    >>> abs(found.value) < 1e-2
    True
    """

    def __init__(
        self, cards: int = 4, players: int = 2, order: str = "random", open_bids: bool = True
    ) -> None:
        """Check the settings."""
        for name, found, least, most in (("cards", cards, 1, 13), ("players", players, 2, 10)):
            if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
                raise GameError("secrets.wrong_number", name=name, found=found, least=least, most=most)
        if order not in ("random", "descending", "ascending"):
            raise GameError("secrets.wrong_order", found=order)
        super().__init__(_Bids(cards, players, order, bool(open_bids)))
        self.name = "Goofspiel"

    def __repr__(self) -> str:
        """Name the settings."""
        rules: Any = self.game
        return f"Goofspiel(cards={rules.cards}, players={rules.count}, order={rules.order!r})"
