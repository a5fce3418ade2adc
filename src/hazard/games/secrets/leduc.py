"""Leduc poker: two jacks, queens and kings; a card each, then one for both; raises of 2, then of 4.

Southey and others 2005. Worth -0.08560642 for MAX, who acts first in both rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hazard.errors import quoted
from hazard.game import Game, GameError, Turn
from hazard.games.secrets.words import card_name
from hazard.language import phrase

State = tuple[str, str]

_RANKS = "JQK"


class Leduc(Game[State, str]):
    """One chip each to begin with, two rounds of bets, at most two raises in each.

    A state is the cards (MAX's, MIN's, the board's) and the bets, such as ``crc/rrc/``: ``f`` for fold,
    ``c`` for check or call, ``r`` for raise, ``/`` at the end of a round. Suits do not matter and are left
    out.

    >>> game = Leduc()
    >>> game.sees(("KJQ", "cc/r"), 1)
    'JQcc/r'
    >>> game.value(("KJ", "rf"))
    1.0
    """

    @property
    def styles(self) -> dict[str, Any]:
        """Weak ways to play, by name, as models of an opponent."""
        return STYLES

    def start(self) -> State:
        """Return the table before the cards are dealt."""
        return "", ""

    def turn(self, state: State) -> Turn:
        """Tell whose turn it is."""
        cards, bets = state
        if bets[-1:] == "f" or bets.count("/") == 2:
            return Turn.OVER
        if len(cards) < 2 + bets.count("/"):
            return Turn.CHANCE
        return Turn.player(len(bets.rpartition("/")[2]) % 2)

    def sees(self, state: State, player: int) -> str:
        """Return the player's own card, the board's, and all bets."""
        cards, bets = state
        return cards[player : player + 1] + cards[2:] + bets

    def actions(self, state: State) -> list[str]:
        """List fold (after a raise), check or call, and raise (twice a round)."""
        now = state[1].rpartition("/")[2]
        return ["f"] * (now[-1:] == "r") + ["c"] + ["r"] * (now.count("r") < 2)

    def outcomes(self, state: State) -> list[tuple[str, float]]:
        """List the ranks that are left."""
        cards = state[0]
        left = [(card, 2 - cards.count(card)) for card in _RANKS]
        return [(card, count / (6 - len(cards))) for card, count in left if count]

    def apply(self, state: State, move: str) -> State:
        """Deal a card, or note a bet."""
        cards, bets = state
        if self.turn(state) is Turn.CHANCE:
            if move not in [card for card, _ in self.outcomes(state)]:
                raise GameError("game.no_move_here", move=quoted(move), state=self.text(state))
            return cards + move, bets
        if move not in self.actions(state):
            raise GameError("game.no_move_here", move=quoted(move), state=self.text(state))
        ends = move == "c" and bets.rpartition("/")[2]  # a call ends the round, but for the first
        return cards, bets + move + ("/" if ends else "")

    def value(self, state: State) -> float:
        """Return what MAX wins."""
        (mine, theirs, *board), paid = list(state[0]), self._paid(state[1])
        if state[1][-1] == "f":
            return float(paid[1] if paid[0] > paid[1] else -paid[0])
        higher = (mine != theirs) * (1 if _RANKS.index(mine) > _RANKS.index(theirs) else -1)
        return paid[0] * float(([mine] == board) - ([theirs] == board) or higher)

    @staticmethod
    def _paid(bets: str) -> list[int]:
        """Return what both have put in."""
        paid = [1, 1]
        for size, done in zip((2, 4), bets.split("/"), strict=False):
            for number, move in enumerate(done):
                if move != "f":
                    paid[number % 2] = max(paid) + size * (move == "r")
        return paid

    def bounds(self) -> tuple[float, float]:
        """Return the most that can be lost and won."""
        return -13.0, 13.0

    def describe(self, state: State, move: str, language: str = "en") -> str:
        """Say a move.

        >>> Leduc().describe(("KJ", "r"), "c"), Leduc().describe(("KJ", "r"), "r", "de")
        ('call', 'erhöhen')
        """
        if move in _RANKS:
            return card_name(move, language)
        raised = state[1].rpartition("/")[2][-1:] == "r"
        if move == "c":
            return phrase("secrets.move.call" if raised else "secrets.move.check", language)
        if move == "r":
            return phrase("secrets.move.raise" if raised else "secrets.move.bet", language)
        return phrase("secrets.move.fold", language)

    def text(self, state: State) -> str:
        """Return a state as text that :meth:`parse` reads back."""
        return f"{state[0] or '-'} {state[1] or '-'}"

    def parse(self, text: str) -> State:
        """Read a state, as ``KJ cr`` or ``KJQ cc/r``.

        >>> Leduc().parse("KJQ cc/r")
        ('KJQ', 'cc/r')
        """
        cards, _, bets = text.strip().partition(" ")
        cards, bets = cards.replace("-", "").upper(), bets.strip().replace("-", "").lower()
        state, dealt = self.start(), list(cards)
        moves = list(bets.replace("/", ""))
        try:
            while dealt or moves:
                move = dealt.pop(0) if self.turn(state) is Turn.CHANCE else moves.pop(0)
                state = self.apply(state, move)
        except (GameError, IndexError):
            raise GameError("secrets.no_leduc_state", found=quoted(text)) from None
        return state

    def picture(self, state: State) -> str:
        """Return what whoever moves sees: never the other's card."""
        player = self.turn(state).number
        if player is None:
            return self.text(state)
        cards, bets = state
        board = f", on the board {card_name(cards[2])}" if len(cards) > 2 else ""
        paid = self._paid(bets)
        return (
            f"Your card: {card_name(cards[player])}{board}. In the pot: {sum(paid)}, yours {paid[player]}. "
            f"Bets: {bets or '-'}"
        )


def _style(choose: Callable[[str, str | None, list[str]], dict[str, float]]) -> Any:
    """Make a model of what a style does with a card, the board's card or None, and the actions it has."""

    def model(game: Leduc, state: State) -> dict[str, float]:
        cards, actions = state[0], game.actions(state)
        player = game.turn(state).number or 0
        wanted = choose(cards[player], cards[2] if len(cards) > 2 else None, actions)
        kept = {action: wanted[action] for action in actions if wanted.get(action)}
        return kept or {"c": 1.0}

    return model


STYLES: dict[str, Any] = {
    "caller": _style(lambda card, board, actions: {"c": 1.0}),
    "raiser": _style(lambda card, board, actions: {"r": 1.0} if "r" in actions else {"c": 1.0}),
    "rock": _style(
        lambda card, board, actions: (
            {"r": 0.8, "c": 0.2} if card in ("K", board) else {"f": 1.0} if "f" in actions else {"c": 1.0}
        )
    ),
    "shy": _style(
        lambda card, board, actions: (
            {"c": 1.0} if card in ("K", "Q", board) or "f" not in actions else {"f": 1.0}
        )
    ),
    "bluffer": _style(lambda card, board, actions: {"r": 0.7, "c": 0.3} if card == "J" else {"c": 1.0}),
    "random": _style(lambda card, board, actions: dict.fromkeys(actions, 1.0 / len(actions))),
}
"""Six weak styles: calls, raises, waits for good cards, folds bad ones, bluffs, plays at random."""
