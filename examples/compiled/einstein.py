"""EinStein würfelt nicht! (I. Althöfer 2004): a die says which stone may move; the far corner wins.

MAX has the stones 1 to 6 and goes right, down or diagonally; MIN has -1 to -6 and comes the other way. If the
stone of the roll is gone, the nearest higher or lower one moves. Whatever is on the target is taken.
"""

from typing import NamedTuple

import hazard
from hazard import Turn

SIDE, CELLS = 5, 25
START = (6, 2, 4, 0, 0, 1, 5, 0, 0, 0, 3, 0, 0, 0, -3, 0, 0, 0, -5, -1, 0, 0, -4, -2, -6)


class Board(NamedTuple):
    cells: tuple[int, ...] = START
    mover: int = 1  # 1: MAX, -1: MIN
    roll: int = 0  # 0 while the die rolls
    winner: int = 0


def steps(cell, mover):
    """Where a stone can go: along the row, along the column, and both."""
    row, column = divmod(cell, SIDE)
    found = []
    if 0 <= column + mover < SIDE:
        found.append(cell + mover)
    if 0 <= row + mover < SIDE:
        found.append(cell + SIDE * mover)
        if 0 <= column + mover < SIDE:
            found.append(cell + (SIDE + 1) * mover)
    return found


def distance(cell, mover):
    """Steps to the far corner."""
    row, column = divmod(cell, SIDE)
    return max(SIDE - 1 - row, SIDE - 1 - column) if mover > 0 else max(row, column)


@hazard.compiled
class EinStein(hazard.Game):
    def start(self):
        return Board()

    def turn(self, state):
        if state.winner:
            return Turn.OVER
        if state.roll == 0:
            return Turn.CHANCE
        return Turn.MAX if state.mover == 1 else Turn.MIN

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def actions(self, state):
        """Moves are (from, to)."""
        exact, lower, higher = -1, -1, -1
        low, high = 0, 7
        for cell in range(CELLS):
            stone = state.cells[cell] * state.mover
            if stone == state.roll:
                exact = cell
            elif low < stone < state.roll:
                low, lower = stone, cell
            elif state.roll < stone < high:
                high, higher = stone, cell
        movable = [exact] if exact >= 0 else [lower, higher]
        return [(cell, to) for cell in movable if cell >= 0 for to in steps(cell, state.mover)]

    def apply(self, state, move):
        if state.roll == 0:
            return state._replace(roll=move)
        cell, target = move
        cells = list(state.cells)
        cells[target], cells[cell] = cells[cell], 0
        corner = CELLS - 1 if state.mover == 1 else 0
        won = target == corner or not any(stone * state.mover < 0 for stone in cells)
        return Board(tuple(cells), -state.mover, 0, state.mover if won else 0)

    def value(self, state):
        return float(state.winner)

    def heuristic(self, state):
        """Who is nearer to the far corner; one step is worth about as much as being on move twice."""
        best, worst = SIDE, SIDE
        for cell in range(CELLS):
            stone = state.cells[cell]
            if stone > 0:
                best = min(best, distance(cell, 1))
            elif stone < 0:
                worst = min(worst, distance(cell, -1))
        return max(-0.9, min(0.9, 0.2 * (worst - best) + 0.1 * state.mover))

    def bounds(self):
        return -1.0, 1.0

    def features(self, state):
        """For learning: which stone is on each cell, who moves, and what was rolled."""
        return [*state.cells, state.mover, state.roll]


if __name__ == "__main__":
    print(hazard.decide(EinStein(), Board(roll=3), budget=hazard.Budget(depth=3)).explain())
