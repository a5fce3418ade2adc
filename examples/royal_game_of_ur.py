"""The Royal Game of Ur, three pieces a side: a race over fourteen squares, 5 to 12 shared; four coins give 0
to 4 steps. A piece comes on from 0 and goes off at 15, exactly, never to a square of its own side; on a
shared one it captures: that piece starts again. Rosettes (4, 8, 14) give another throw, and 8 is safe."""

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

    def actions(self, state):  # (from, to); who cannot move goes from a square to the same
        mine, other = state.pieces[state.mover], state.pieces[1 - state.mover]
        free = {*range(OFF)} - {*mine} - ({8} & {*other}) | {OFF}
        moves = [(at, at + state.steps) for at in sorted({*mine} - {OFF})]
        return [move for move in moves if move[1] in free] or [(mine[0], mine[0])]

    def outcomes(self, state):
        return [(steps, ways / 16) for steps, ways in enumerate((1, 4, 6, 4, 1))]

    def apply(self, state, move):
        if state.steps is None:
            return state._replace(steps=move)
        mine, other, (at, to) = list(state.pieces[state.mover]), state.pieces[1 - state.mover], move
        mine[mine.index(at)] = to
        sides = tuple(sorted(mine)), tuple(sorted(0 if to == it and it in SHARED else it for it in other))
        again = to in ROSETTES and at != to
        return Board(sides[::-1] if state.mover else sides, state.mover if again else 1 - state.mover)

    def value(self, state):  # the winner
        return float(min(state.pieces[0]) == OFF) - float(min(state.pieces[1]) == OFF)

    def describe(self, state, move):
        return f"throw {move}" if state.steps is None else f"{move[0]} to {move[1]}"


def race(states):  # the evaluator: how far MAX's pieces are ahead, of the 45 steps they have to go
    return [(sum(state.pieces[0]) - sum(state.pieces[1])) / 46 for state in states]


if __name__ == "__main__":
    position, search = Board(((0, 6, 11), (3, 8, 12)), steps=1), hazard.Expectimax(evaluator=race)
    print(hazard.decide(Ur(), position, search, hazard.Budget(depth=3)).explain())
