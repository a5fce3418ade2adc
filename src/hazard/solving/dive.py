"""One long line of play that makes a part of the state as large as it can: whether the rules stop it.

States are listed breadth first, and a limit far away is met late. A line that goes for it meets it soon: a
score that ends the game at 10,000 does so within as many moves, where there are millions of states before it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Literal

from hazard.game import Game, Move, State, Turn
from hazard.solving.sizes import is_length, reader

Outlook = Literal["stopped", "open", "endless"]

SHORTEST = 20_000
"""Moves after which a line that still grows is taken for one without end, of a game with few states."""
LONGEST_TEXT = 5_000
"""The same where something gets longer with every move, which takes ever more time."""
PATIENCE = 1_000
"""Moves without anything larger after which it is taken to have stopped."""
FURTHER = 1.75
"""How much further than anything that has been seen a line has to come."""
BREADTH = 24
"""Moves that are looked at in each state."""
WHIMS = (0.0, 0.1, 0.5)
"""How often a line takes any move. Each line begins elsewhere, once the one before has stopped growing."""


class Dive:
    """Follows a line on which one part of the state grows, for as long as it is allowed to each time."""

    def __init__(self, game: Game, name: str, states: Sequence[State]) -> None:
        """Begin at one of ``states`` in which the part is large; :func:`sizes` has its ``name``."""
        self.game, self.name = game, name
        self._size = reader(name)
        self.moves = 0
        self.stopped = False
        alive = [state for state in states if Turn(game.turn(state)) is not Turn.OVER]
        alive.sort(key=lambda state: -self._size(state))
        self._begin = [alive[i * len(alive) // 6] for i in range(len(WHIMS))] if alive else []
        self._random = random.Random(0)
        self.state: State = None
        self.largest = self.began = 0.0
        self._way, self._since = -1, 0
        self._another_way()

    def further(self, count: int, seen: float, keep_on: Callable[[], bool]) -> Outlook:
        """Go on while ``keep_on`` says so; ``count`` states have been listed, the part is ``seen`` so large.

        A limit that is more than a sixteenth of that many moves away, and clearly further than anything that
        has been seen, hardly exists.
        """
        wanted = LONGEST_TEXT if is_length(self.name) else max(SHORTEST, count // 16)
        while not self.stopped and (self.moves < wanted or self.largest < FURTHER * seen):
            if not keep_on():
                return "open"
            self._step()
        return "stopped" if self.stopped else "endless"

    def overtaken(self, seen: float) -> bool:
        """Tell whether listing has come further than the line: then it had better begin again from there."""
        return not self.stopped and self.largest < seen

    def _step(self) -> None:
        found = [(self._size(after), self._random.random(), after) for after in self._follow(self.state)]
        whim = self._random.random() < WHIMS[self._way]
        found.sort(key=(lambda one: one[1]) if whim else (lambda one: (-one[0], one[1])))
        alive = (one for one in found if Turn(self.game.turn(one[2])) is not Turn.OVER)
        size, _, self.state = next(alive, (0.0, 0.0, None))
        if self.state is None:
            self._another_way()
            return
        self.moves += 1
        self._since = 0 if size > self.largest else self._since + 1
        self.largest = max(self.largest, size)
        if self._since > PATIENCE:
            self._another_way()

    def _another_way(self) -> None:
        """Begin again, with more whims: to become larger, a part may have to become smaller first."""
        self._way += 1
        self.stopped = self._way >= len(self._begin)
        if self.stopped:
            return
        self.state, self.moves, self._since = self._begin[self._way], 0, 0
        self.largest = self.began = self._size(self.state)

    def _follow(self, state: State) -> list[State]:
        """Go through states that follow: of wide nodes some."""
        game = self.game
        if Turn(game.turn(state)) is Turn.CHANCE:
            moves: list[Move] = [move for move, probability in game.outcomes(state) if probability > 0]
        else:
            moves = list(game.actions(state))
        if len(moves) > BREADTH:
            moves = self._random.sample(moves, BREADTH)
        return [game.apply(state, move) for move in moves]
