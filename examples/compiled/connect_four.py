"""Connect four: stones fall to the bottom of seven columns, and four in a row win.

Stones are bits of a number, a column after the other with one bit between them that stays empty, so that four
in a row are found by shifting: 7 bits to the next column, 1 up, 6 and 8 along the diagonals.
"""

from typing import NamedTuple

import hazard
from hazard import Turn

COLUMNS, ROWS = 7, 6
FULL = sum(((1 << ROWS) - 1) << (7 * column) for column in range(COLUMNS))
CENTRE = ((1 << ROWS) - 1) << 21
INNER = (((1 << ROWS) - 1) << 14) | (((1 << ROWS) - 1) << 28)


class Grid(NamedTuple):
    own: int = 0  # stones of the player to move
    other: int = 0
    mover: int = 1  # 1: MAX, -1: MIN
    won: bool = False  # by the player who has just moved


def four_in_a_row(stones):
    for shift in (1, 6, 7, 8):
        pairs = stones & (stones >> shift)
        if pairs & (pairs >> (2 * shift)):
            return True
    return False


@hazard.compiled
class ConnectFour(hazard.Game):
    def start(self):
        return Grid()

    def turn(self, state):
        if state.won or state.own | state.other == FULL:
            return Turn.OVER
        return Turn.MAX if state.mover == 1 else Turn.MIN

    def actions(self, state):
        occupied = state.own | state.other
        return [column for column in range(COLUMNS) if not (occupied >> (7 * column + ROWS - 1)) & 1]

    def apply(self, state, move):
        occupied = state.own | state.other
        stone = (occupied + (1 << (7 * move))) & (((1 << ROWS) - 1) << (7 * move)) & ~occupied
        stones = state.own | stone
        return Grid(state.other, stones, -state.mover, four_in_a_row(stones))

    def value(self, state):
        return float(-state.mover) if state.won else 0.0

    def heuristic(self, state):
        """Stones near the middle lie on more lines."""
        centre = (state.own & CENTRE).bit_count() - (state.other & CENTRE).bit_count()
        inner = (state.own & INNER).bit_count() - (state.other & INNER).bit_count()
        return state.mover * (0.06 * centre + 0.03 * inner)

    def rank(self, state, move):
        return -float(abs(move - 3))

    def bounds(self):
        return -1.0, 1.0

    def features(self, state):
        """For learning: whose stone is on each cell, as the player to move sees it, and who that is."""
        found = [0.0] * (2 * COLUMNS * ROWS + 1)
        for column in range(COLUMNS):
            for row in range(ROWS):
                bit = 1 << (7 * column + row)
                if state.own & bit:
                    found[ROWS * column + row] = 1.0
                elif state.other & bit:
                    found[COLUMNS * ROWS + ROWS * column + row] = 1.0
        found[2 * COLUMNS * ROWS] = float(state.mover)
        return found


if __name__ == "__main__":
    print(hazard.decide(ConnectFour(), budget=hazard.Budget(depth=8)).explain())
