"""Liar's Dice: roll in secret; bid how many of a face there are in all, or call the last bidder a liar.

One die each and six faces: worth -1/9 for MAX without wild faces, -7/327 with ones wild, -0.02713 with sixes
wild, the variant of OpenSpiel.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from hazard.errors import quoted
from hazard.game import Game, GameError, Turn
from hazard.language import phrase

State = tuple[tuple[tuple[int, ...], ...], tuple[Any, ...]]


class LiarsDice(Game[State, Any]):
    """One round: each of ``players`` has ``dice`` dice of ``faces`` faces; ``wild`` is any face (0: none).

    A bid is a number: 0 is "one 1", then "one 2", up to all dice of the last face; each bid is higher than
    the one before. Whoever is called a liar loses if there are fewer, and the caller if there are not: one
    point, which the others share.

    >>> game = LiarsDice()
    >>> state = game.parse("3/5 one 3, two 5")
    >>> game.sees(state, 0), game.describe(state, "liar"), game.describe(state, 10)
    (((3,), (2, 10)), 'liar', 'two 5')
    """

    def __init__(self, dice: int = 1, faces: int = 6, wild: int = 1, players: int = 2) -> None:
        """Check the settings."""
        for name, found, least, most in (
            ("dice", dice, 1, 8),
            ("faces", faces, 1, 20),
            ("wild", wild, 0, faces if isinstance(faces, int) else 20),
            ("players", players, 2, 10),
        ):
            if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
                raise GameError("secrets.wrong_number", name=name, found=found, least=least, most=most)
        self.dice, self.faces, self.wild, self.count = dice, faces, wild, players
        self.highest = players * dice * faces
        self._rolls = _rolls(dice, faces)
        self._bids = [[*range(low, self.highest), "liar"] for low in range(self.highest + 1)]
        self._first = list(range(self.highest))

    def __repr__(self) -> str:
        """Name the settings."""
        return f"LiarsDice(dice={self.dice}, faces={self.faces}, wild={self.wild}, players={self.count})"

    def start(self) -> State:
        """Return the table before anybody rolls."""
        return (), ()

    def turn(self, state: State) -> Turn:
        """Tell whose turn it is."""
        rolled, bids = state
        if len(rolled) < self.count:
            return Turn.CHANCE
        if bids and bids[-1] == "liar":
            return Turn.OVER
        return Turn.player(len(bids) % self.count)

    def sees(self, state: State, player: int) -> Any:
        """Return the player's own dice, and all bids."""
        return state[0][player], state[1]

    def actions(self, state: State) -> list[Any]:
        """List the higher bids, and the call once there is a bid."""
        bids = state[1]
        return self._bids[bids[-1] + 1] if bids else self._first

    def outcomes(self, state: State) -> list[tuple[tuple[int, ...], float]]:
        """List what a player may roll, in no order."""
        return self._rolls

    def apply(self, state: State, move: Any) -> State:
        """Roll for the next player, or note a bid."""
        rolled, bids = state
        return ((*rolled, move), bids) if len(rolled) < self.count else (rolled, (*bids, move))

    def expand(self, state: State) -> tuple[Turn, list[tuple[Any, ...]]]:
        """Answer a whole node at once."""
        rolled, bids = state
        if len(rolled) < self.count:
            return Turn.CHANCE, [(roll, p, ((*rolled, roll), bids)) for roll, p in self._rolls]
        if not bids:
            return Turn.MAX, [(bid, 1.0, (rolled, (bid,))) for bid in self._first]
        if bids[-1] == "liar":
            return Turn.OVER, []
        turn = Turn.player(len(bids) % self.count)
        return turn, [(bid, 1.0, (rolled, (*bids, bid))) for bid in self._bids[bids[-1] + 1]]

    def value(self, state: State) -> Any:
        """Return what everybody gets; what MAX gets, for two."""
        rolled, bids = state
        count, face = divmod(bids[-2], self.faces)
        there = sum(die in (face + 1, self.wild) for roll in rolled for die in roll)
        caller = (len(bids) - 1) % self.count
        loser = caller if there > count else (caller - 1) % self.count
        if self.count == 2:
            return -1.0 if loser == 0 else 1.0
        share = 1.0 / (self.count - 1)
        return tuple(-1.0 if player == loser else share for player in range(self.count))

    def describe(self, state: State, move: Any, language: str = "en") -> str:
        """Say a roll or a bid.

        >>> LiarsDice().describe(None, 10, "de"), LiarsDice().describe(None, "liar", "de")
        ('2 × 5', 'Lügner')
        """
        if move == "liar":
            return phrase("secrets.move.liar", language)
        if isinstance(move, tuple):
            return phrase("secrets.move.rolls", language, dice=" ".join(map(str, move)))
        count, face = divmod(move, self.faces)
        if language != "en":
            return phrase("secrets.move.bid", language, count=count + 1, face=face + 1)
        return f"{_NUMBERS[count] if count < len(_NUMBERS) else count + 1} {face + 1}"

    def text(self, state: State) -> str:
        """Return a state as text that :meth:`parse` reads back."""
        rolled = "/".join(" ".join(map(str, roll)) for roll in state[0])
        return f"{rolled or '-'} {', '.join(self.describe(state, bid) for bid in state[1]) or '-'}"

    def parse(self, text: str) -> State:
        """Read a state: the dice of each player between strokes, then the bids between commas.

        >>> LiarsDice(dice=2).parse("1 3/2 2 two 3, liar")
        (((1, 3), (2, 2)), (8, 'liar'))
        """
        try:
            words = text.replace("/", " / ").replace(",", " ").split()
            numbers = [word for word in words if word not in ("/", "-")]
            rolled = []
            for _ in range(text.count("/") + 1 if numbers else 0):
                rolled.append(tuple(sorted(int(numbers.pop(0)) for _ in range(self.dice))))
            bids: list[Any] = []
            while numbers:
                word = numbers.pop(0)
                if word == "liar":
                    bids.append("liar")
                    continue
                count = _NUMBERS.index(word) if word in _NUMBERS else int(word) - 1
                bids.append(count * self.faces + int(numbers.pop(0)) - 1)
            state: State = self.start()
            for move in [*rolled, *bids]:
                legal = [roll for roll, _ in self._rolls] if move in rolled else self.actions(state)
                to_roll = self.turn(state) is Turn.CHANCE
                if move not in legal or self.turn(state) is Turn.OVER or to_roll != (move in rolled):
                    raise ValueError
                state = self.apply(state, move)
        except (ValueError, IndexError):
            raise GameError("secrets.no_liars_dice_state", found=quoted(text)) from None
        return state

    def picture(self, state: State) -> str:
        """Return what whoever moves sees: never the others' dice."""
        player = self.turn(state).number
        if player is None:
            return self.text(state)
        bids = ", ".join(self.describe(state, bid) for bid in state[1]) or "none"
        return f"Your dice: {' '.join(map(str, state[0][player]))}. Bids: {bids}."


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@lru_cache
def _rolls(dice: int, faces: int) -> list[tuple[tuple[int, ...], float]]:
    """Return what so many dice show, sorted, with probabilities."""
    found = []
    for roll in combinations_with_replacement(range(1, faces + 1), dice):
        ways = factorial(dice)
        for face in set(roll):
            ways //= factorial(roll.count(face))
        found.append((roll, ways / faces**dice))
    return found
