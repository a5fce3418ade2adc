"""Kuhn poker: three cards, one each, one bet of one chip (Kuhn 1950). Worth -1/18 for MAX."""

from __future__ import annotations

from hazard.errors import quoted
from hazard.game import Game, GameError, Turn
from hazard.games.secrets.words import card_name
from hazard.language import phrase

State = tuple[str, str]

_ENDS = ("pp", "bp", "bb", "pbp", "pbb")


class Kuhn(Game[State, str]):
    """Each player antes one chip and gets one of a jack, a queen and a king.

    A state is the cards of MAX and MIN, and what has been done: ``p`` for pass, ``b`` for bet.

    >>> game = Kuhn()
    >>> game.sees(("KJ", "b"), 1)
    'Jb'
    """

    def start(self) -> State:
        """Return the table before the cards are dealt."""
        return "", ""

    def turn(self, state: State) -> Turn:
        """Tell whose turn it is."""
        cards, bets = state
        if len(cards) < 2:
            return Turn.CHANCE
        return Turn.OVER if bets in _ENDS else Turn.player(len(bets) % 2)

    def sees(self, state: State, player: int) -> str:
        """Return the player's own card and what everybody has done."""
        return state[0][player : player + 1] + state[1]

    def actions(self, state: State) -> list[str]:
        """List pass (or fold) and bet (or call)."""
        return ["p", "b"]

    def outcomes(self, state: State) -> list[tuple[str, float]]:
        """List the cards that are left."""
        return [(card, 1 / (3 - len(state[0]))) for card in "JQK" if card not in state[0]]

    def apply(self, state: State, move: str) -> State:
        """Deal a card, or note what was done."""
        cards, bets = state
        if move not in (("p", "b") if len(cards) == 2 else "JQK"):
            raise GameError("game.no_move_here", move=quoted(move), state=self.text(state))
        return (cards + move, bets) if len(cards) < 2 else (cards, bets + move)

    def value(self, state: State) -> float:
        """Return what MAX wins."""
        cards, bets = state
        if bets[-2:] == "bp":  # a pass after a bet folds
            return 1.0 if bets == "bp" else -1.0
        return (2.0 if "b" in bets else 1.0) * (1 if cards in ("QJ", "KJ", "KQ") else -1)

    def bounds(self) -> tuple[float, float]:
        """Return the most that can be lost and won."""
        return -2.0, 2.0

    def describe(self, state: State, move: str, language: str = "en") -> str:
        """Say a move: after a bet, a pass is a fold and a bet a call.

        >>> Kuhn().describe(("KJ", "b"), "b"), Kuhn().describe(("KJ", "b"), "b", "de")
        ('call', 'mitgehen')
        """
        if move in "JQK":
            return card_name(move, language)
        if state[1][-1:] == "b":
            return phrase("secrets.move.fold" if move == "p" else "secrets.move.call", language)
        return phrase("secrets.move.pass" if move == "p" else "secrets.move.bet", language)

    def text(self, state: State) -> str:
        """Return a state as text that :meth:`parse` reads back: cards, then what was done."""
        return f"{state[0] or '-'} {state[1] or '-'}"

    def parse(self, text: str) -> State:
        """Read a state: ``KJ -`` or ``KJ pb``.

        >>> Kuhn().parse("KJ pb")
        ('KJ', 'pb')
        """
        cards, _, bets = text.strip().partition(" ")
        cards, bets = cards.replace("-", "").upper(), bets.strip().replace("-", "").lower()
        dealt = len(cards) <= 2 and len(set(cards)) == len(cards) and set(cards) <= set("JQK")
        known = {end[:length] for end in _ENDS for length in range(4)}
        if not dealt or bets not in known or (bets and len(cards) < 2):
            raise GameError("secrets.no_kuhn_state", found=quoted(text))
        return cards, bets

    def picture(self, state: State) -> str:
        """Return what whoever moves sees: never the other's card."""
        player = self.turn(state).number
        if player is None:
            return self.text(state)
        done = ", ".join({"p": "pass", "b": "bet"}[bet] for bet in state[1]) or "nothing"
        return f"Your card: {card_name(state[0][player])}. So far: {done}."
