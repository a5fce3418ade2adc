"""Pig in Python: the twin of ``hazard.games.Pig``, and the plain search somebody would write for it by hand.

Everything here is as tight as Python allows without losing the rules, so that a comparison is fair.
"""

from __future__ import annotations

import functools

import hazard
from hazard import Turn

FACES = (0, 2, 3, 4, 5, 6)
CHANCE = 1.0 / 6.0
State = tuple[int, int, int, int]
"""MAX's score, MIN's score, the pot, and whose node: 0 MAX, 1 MIN; 2 and 3 while they roll; 4 when over."""


class PythonPig(hazard.Game):
    """Two players, one die, first to the target; the same heuristic as the compiled game."""

    def __init__(self, target: int = 100) -> None:
        self.target = target
        points = 2.0 * 20.0 / 6.0 + 1.0
        self.tempo, self.luck = 0.25 * points, 2.0 * points
        self.reserve = 5.75 * points * self.luck

    def start(self) -> State:
        return (0, 0, 0, 0)

    def turn(self, state: State) -> Turn:
        return (Turn.MAX, Turn.MIN, Turn.CHANCE, Turn.CHANCE, Turn.OVER)[state[3]]

    def actions(self, state: State) -> list[str]:
        return ["roll", "hold"] if state[2] else ["roll"]

    def outcomes(self, state: State) -> list[tuple[int, float]]:
        return [(face, CHANCE) for face in FACES]

    def apply(self, state: State, move: str | int) -> State:
        mine, theirs, pot, whose = state
        if move == "roll":
            return (mine, theirs, pot, whose + 2)
        mover = whose & 1
        if move == 0:
            return (mine, theirs, 0, 1 - mover)
        target = self.target
        if move == "hold":
            return (mine, theirs + pot, 0, 0) if mover else (mine + pot, theirs, 0, 1)
        pot += move  # type: ignore[operator]
        if (theirs if mover else mine) + pot >= target:
            return (mine, target, 0, 4) if mover else (target, theirs, 0, 4)
        return (mine, theirs, pot, mover)

    def value(self, state: State) -> float:
        mine, theirs, pot, whose = state
        target = self.target
        if whose == 4:
            return 1.0 if mine >= target else 0.0
        if whose & 1:
            theirs, tempo = theirs + 0.95 * pot, -self.tempo  # type: ignore[assignment]
        else:
            mine, tempo = mine + 0.95 * pot, self.tempo  # type: ignore[assignment]
        lead = mine - theirs + tempo
        return (
            0.5 + 0.5 * lead / ((2 * target - mine - theirs) * self.luck + self.reserve + lead * lead) ** 0.5
        )

    heuristic = value

    def bounds(self) -> tuple[float, float]:
        return (0.0, 1.0)

    def expand(self, state: State) -> tuple[Turn, list[tuple[str | int, float, State]]]:
        mine, theirs, pot, whose = state
        if whose == 0:
            roll = ("roll", 1.0, (mine, theirs, pot, 2))
            return Turn.MAX, [roll, ("hold", 1.0, (mine + pot, theirs, 0, 1))] if pot else [roll]
        if whose == 1:
            roll = ("roll", 1.0, (mine, theirs, pot, 3))
            return Turn.MIN, [roll, ("hold", 1.0, (mine, theirs + pot, 0, 0))] if pot else [roll]
        if whose == 4:
            return Turn.OVER, []
        target, p, mover = self.target, CHANCE, whose - 2
        won = (mine, target, 0, 4) if mover else (target, theirs, 0, 4)
        room = target - pot - (theirs if mover else mine)
        return Turn.CHANCE, [
            (0, p, (mine, theirs, 0, 1 - mover)),
            (2, p, (mine, theirs, pot + 2, mover) if room > 2 else won),
            (3, p, (mine, theirs, pot + 3, mover) if room > 3 else won),
            (4, p, (mine, theirs, pot + 4, mover) if room > 4 else won),
            (5, p, (mine, theirs, pot + 5, mover) if room > 5 else won),
            (6, p, (mine, theirs, pot + 6, mover) if room > 6 else won),
        ]


def generic_expectimax(game: hazard.Game, state: State, depth: int) -> float:
    """Plain expectimax for any game with ``expand``, in as few operations as Python allows."""
    expand, value = game.expand, game.value  # type: ignore[attr-defined]
    chance, over, highest = Turn.CHANCE, Turn.OVER, Turn.MAX

    def search(state: State, depth: int) -> float:
        if depth == 0:
            return value(state)
        turn, edges = expand(state)
        if turn is chance:
            return sum([p * search(after, depth) for _, p, after in edges])
        if turn is over:
            return value(state)
        values = [search(after, depth - 1) for _, _, after in edges]
        return max(values) if turn is highest else min(values)

    return search(state, depth)


class HandWritten:
    """Plain recursive expectimax of Pig in pure Python, as tight as we can write it.

    The roll and its six outcomes are one loop, states are local numbers, and nothing is allocated or counted:
    what a careful person would do for this one game.
    """

    def __init__(self, target: int = 100) -> None:
        game = PythonPig(target)
        self.target, self.tempo, self.luck, self.reserve = target, game.tempo, game.luck, game.reserve

    def value(self, state: State, depth: int) -> float:
        mine, theirs, pot, whose = state
        return self._mine(mine, theirs, pot, depth) if whose == 0 else self._theirs(mine, theirs, pot, depth)

    @staticmethod
    def count_nodes(state: State, depth: int) -> int:
        """Count the nodes of the tree that :meth:`value` adds up: decisions, rolls and leaves."""
        game = PythonPig()

        @functools.cache
        def count(state: State, depth: int) -> int:
            turn, edges = game.expand(state)
            if depth == 0 or turn is Turn.OVER:
                return 1
            return 1 + sum(count(after, depth - (turn is not Turn.CHANCE)) for _, _, after in edges)

        return count(state, depth)

    def _leaf(self, mine: float, theirs: float, tempo: float) -> float:
        lead = mine - theirs + tempo
        room = (2 * self.target - mine - theirs) * self.luck + self.reserve
        return 0.5 + 0.5 * lead / (room + lead * lead) ** 0.5

    def _mine(self, mine: int, theirs: int, pot: int, depth: int) -> float:
        if depth == 1:  # the roll itself is a leaf, worth what the decision was
            rolled = self._leaf(mine + 0.95 * pot, theirs, self.tempo)
            if pot:
                held = self._leaf(mine + pot, theirs, -self.tempo)
                return held if held > rolled else rolled
            return rolled
        depth -= 1
        room = self.target - mine - pot
        rolled = self._theirs(mine, theirs, 0, depth)
        for points in (2, 3, 4, 5, 6):
            rolled += self._mine(mine, theirs, pot + points, depth) if room > points else 1.0
        rolled *= CHANCE
        if pot:
            held = self._theirs(mine + pot, theirs, 0, depth)
            return held if held > rolled else rolled
        return rolled

    def _theirs(self, mine: int, theirs: int, pot: int, depth: int) -> float:
        if depth == 1:
            rolled = self._leaf(mine, theirs + 0.95 * pot, -self.tempo)
            if pot:
                held = self._leaf(mine, theirs + pot, self.tempo)
                return held if held < rolled else rolled
            return rolled
        depth -= 1
        room = self.target - theirs - pot
        rolled = self._mine(mine, theirs, 0, depth)
        for points in (2, 3, 4, 5, 6):
            if room > points:
                rolled += self._theirs(mine, theirs, pot + points, depth)
        rolled *= CHANCE
        if pot:
            held = self._mine(mine, theirs + pot, 0, depth)
            return held if held < rolled else rolled
        return rolled
