"""Heads-up hold'em before the flop with two choices: all in, or fold. Exact equities, any stack."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from hazard.errors import quoted
from hazard.game import Game, GameError, Turn
from hazard.games.holdem.equities import KINDS, RANKS, equities, hands, kind, matchups
from hazard.language import phrase

State = tuple[int | str, ...]


class PushFold(Game[State, str]):
    """The small blind pushes or folds; the big blind calls or folds. Values are in big blinds.

    MAX is the small blind, who has put in half a big blind. A state is the kinds of both hands (see
    :mod:`hazard.games.holdem.equities`) and what was done. A showdown pays its average over all boards.

    >>> game = PushFold(stack=10)
    >>> round(game.value(game.parse("AA KK push call")), 3)
    6.389
    """

    def __init__(self, stack: float = 10.0) -> None:
        """Play with ``stack`` big blinds each, the blinds included."""
        number = isinstance(stack, int | float) and not isinstance(stack, bool)
        if not number or not 1 < stack <= 1000:
            raise GameError("holdem.wrong_stack", found=stack)
        self.stack = float(stack)

    def __repr__(self) -> str:
        """Name the stack."""
        return f"PushFold(stack={self.stack:g})"

    def start(self) -> State:
        """Return the table before the cards are dealt."""
        return ()

    def turn(self, state: State) -> Turn:
        """Tell whose turn it is."""
        if len(state) < 2:
            return Turn.CHANCE
        if len(state) == 2:
            return Turn.MAX
        return Turn.MIN if len(state) == 3 and state[2] == "push" else Turn.OVER

    def sees(self, state: State, player: int) -> State:
        """Return the player's own hand, and what was done."""
        return (state[player], *state[2:])

    def actions(self, state: State) -> list[str]:
        """List all in and fold, call and fold."""
        return ["push", "fold"] if len(state) == 2 else ["call", "fold"]

    @cached_property
    def _deals(self) -> list[list[tuple[int, float]]]:
        pairs = matchups()
        return [
            [(other, float(pairs[one, other] / pairs[one].sum())) for other in range(169)]
            for one in range(169)
        ]

    def outcomes(self, state: State) -> list[tuple[int, float]]:
        """List the kinds of hand; the second hand shares no card with the first."""
        if not state:
            return [(number, hands(number) / 1326) for number in range(169)]
        return self._deals[int(state[0])]

    def apply(self, state: State, move: Any) -> State:
        """Deal a hand, or note what was done."""
        return (*state, move)

    def value(self, state: State) -> float:
        """Return what the small blind wins, on average over the boards."""
        if state[2] == "fold":
            return -0.5
        if state[3] == "fold":
            return 1.0
        return self.stack * (2.0 * float(equities()[int(state[0]), int(state[1])]) - 1.0)

    def bounds(self) -> tuple[float, float]:
        """Return the most that can be lost and won."""
        return -self.stack, self.stack

    def describe(self, state: State, move: Any, language: str = "en") -> str:
        """Say a hand or a choice.

        >>> PushFold().describe((), "push"), PushFold().describe((), "push", "de")
        ('push', 'alles setzen')
        """
        if isinstance(move, int):
            return KINDS[move]
        if language == "en":
            return str(move)
        return phrase(f"holdem.move.{move}", language)

    def text(self, state: State) -> str:
        """Return a state as text that :meth:`parse` reads back."""
        return " ".join(self.describe(state, part) for part in state) or "-"

    def parse(self, text: str) -> State:
        """Read a state: both kinds of hand, then what was done."""
        words = text.replace("-", "").split()
        state: State = tuple(kind(word) for word in words[:2])
        for word in words[2:]:
            if self.turn(state).number is None or word not in self.actions(state):
                raise GameError("holdem.no_state", found=quoted(text))
            state = (*state, word)
        return state

    def picture(self, state: State) -> str:
        """Return what whoever moves sees: never the other's hand."""
        player = self.turn(state).number
        if player is None:
            return self.text(state)
        done = "The small blind is all in. " if player == 1 else ""
        return f"{done}Your hand: {KINDS[int(state[player])]}."


def chart(found: Any, player: int = 0) -> str:
    """Return a strategy of push or fold as the usual chart: how often in per cent.

    Suited hands are below the diagonal. ``player`` 0 is the small blind's push, 1 the big blind's call.
    """
    action = "push" if player == 0 else "call"
    lines = ["    " + "".join(f"{rank:>5}" for rank in reversed(RANKS))]
    for row in range(12, -1, -1):
        cells = []
        for column in range(12, -1, -1):
            high, low = max(row, column), min(row, column)
            number = 13 * high + low if row >= column else 13 * low + high
            sees = (number,) if player == 0 else (number, "push")
            cells.append(f"{100 * found.strategy[player, sees][action]:5.0f}")
        lines.append(f"{RANKS[row]:>4}" + "".join(cells))
    return "\n".join(lines)
