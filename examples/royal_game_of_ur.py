"""The Royal Game of Ur, three pieces a side: a race over fourteen squares, of which 5 to 12 are shared.
Four coins give 0 to 4 steps. A piece comes on from 0 and goes off at 15, exactly. A side has one piece on a
square at most, and captures the other side's on a shared one: that piece starts again. Squares 4, 8 and 14
are rosettes: they give another throw, and on 8 nobody is captured."""

from typing import NamedTuple

import hazard
from hazard import Turn

OFF, ROSETTES, SHARED = 15, (4, 8, 14), range(5, 13)


class Board(NamedTuple):
    pieces: tuple[tuple[int, ...], ...] = ((0, 0, 0), (0, 0, 0))  # where MAX's and MIN's are, in order
    mover: int = 0
    steps: int | None = None  # None while the coins are thrown


class Ur(hazard.Game):
    def start(self):
        return Board()

    def turn(self, state):
        if (OFF, OFF, OFF) in state.pieces:
            return Turn.OVER
        return Turn.CHANCE if state.steps is None else Turn(state.mover)

    def actions(self, state):  # the square a piece leaves, or None where none can move
        mine, other = state.pieces[state.mover], state.pieces[1 - state.mover]
        blocked = {*mine, *({8} & {*other})} - {OFF}
        free = [
            at for at in dict.fromkeys(mine) if at + state.steps <= OFF and at + state.steps not in blocked
        ]
        return free or [None]

    def outcomes(self, state):
        return [(steps, ways / 16) for steps, ways in enumerate((1, 4, 6, 4, 1))]

    def apply(self, state, move):
        if state.steps is None:
            return state._replace(steps=move)
        mine, other = list(state.pieces[state.mover]), state.pieces[1 - state.mover]
        goal = None if move is None else move + state.steps
        if goal is not None:
            mine[mine.index(move)] = goal
            other = sorted(0 if at == goal and at in SHARED else at for at in other)
        sides = (tuple(sorted(mine)), tuple(other))
        return Board(sides[:: 1 - 2 * state.mover], state.mover if goal in ROSETTES else 1 - state.mover)

    def value(self, state):  # the winner; before the end, nothing is known
        return float(state.pieces[0] == (OFF,) * 3) - float(state.pieces[1] == (OFF,) * 3)

    def bounds(self):
        return -1.0, 1.0

    def rank(self, state, move):  # what to try first: a rosette, a capture, the piece in front
        if move is None:
            return 0
        goal = move + state.steps
        return (
            goal + 20 * (goal in ROSETTES) + 20 * (goal in SHARED and goal in state.pieces[1 - state.mover])
        )

    def describe(self, state, move):
        return (
            f"throw {move}"
            if state.steps is None
            else "pass"
            if move is None
            else f"{move} to {move + state.steps}"
        )


def race(states):
    """The evaluator: how far MAX's pieces are ahead, of the 45 steps they have to go."""
    return [(sum(state.pieces[0]) - sum(state.pieces[1])) / 46 for state in states]


if __name__ == "__main__":
    state = Board(((0, 6, 11), (3, 8, 12)), mover=0, steps=1)
    print(hazard.decide(Ur(), state, hazard.Expectimax(evaluator=race), hazard.Budget(depth=3)).explain())
