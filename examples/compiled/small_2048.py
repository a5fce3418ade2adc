"""2048 on three by three: slide the tiles, equal neighbours merge, and a new tile appears; merging scores."""

from typing import NamedTuple

import hazard
from hazard import Turn

SIDE, CELLS = 3, 9
# The cells of each row and column in the direction that tiles slide to, for left, right, up and down.
LINES = (
    ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    ((2, 1, 0), (5, 4, 3), (8, 7, 6)),
    ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    ((6, 3, 0), (7, 4, 1), (8, 5, 2)),
)


class Grid(NamedTuple):
    cells: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 0, 0)  # 0: empty, else the power of two
    spawning: bool = True  # a tile is about to appear
    last: bool = False  # after that one, the player moves


def slid(cells, direction):
    """The cells after a slide, and what the merges score."""
    after, score = [0] * CELLS, 0
    for line in LINES[direction]:
        place, held = 0, 0
        for cell in line:
            tile = cells[cell]
            if tile == 0:
                continue
            if tile == held:
                after[line[place - 1]] = tile + 1
                score += 1 << (tile + 1)
                held = 0
            else:
                after[line[place]] = tile
                place += 1
                held = tile
    return after, score


@hazard.compiled
class Small2048(hazard.Game):
    def start(self):
        return Grid()

    def turn(self, state):
        if state.spawning:
            return Turn.CHANCE
        return Turn.MAX if self.actions(state) else Turn.OVER

    def actions(self, state):
        return [direction for direction in range(4) if tuple(slid(state.cells, direction)[0]) != state.cells]

    def outcomes(self, state):
        """(cell, tile): a 2 nine times in ten, else a 4, on any empty cell."""
        empty = [cell for cell in range(CELLS) if state.cells[cell] == 0]
        return [((cell, tile), (0.9 if tile == 1 else 0.1) / len(empty)) for cell in empty for tile in (1, 2)]

    def apply(self, state, move):
        if state.spawning:
            cell, tile = move
            cells = list(state.cells)
            cells[cell] = tile
            return Grid(tuple(cells), not state.last, True)
        return Grid(tuple(slid(state.cells, move)[0]), True, True)

    def reward(self, state, move):
        return 0.0 if state.spawning else float(slid(state.cells, move)[1])

    def value(self, state):
        return 0.0

    def heuristic(self, state):
        """Room is worth something, and so are large tiles, which merge later."""
        empty, total = 0, 0
        for tile in state.cells:
            if tile == 0:
                empty += 1
            else:
                total += 1 << tile
        return 20.0 * empty + 2.0 * total

    def features(self, state):
        """For learning: which tile is on each cell."""
        return list(state.cells)


if __name__ == "__main__":
    grid = Grid((3, 2, 1, 2, 1, 0, 1, 0, 0), False, True)
    print(hazard.decide(Small2048(), grid, budget=hazard.Budget(depth=3)).explain())
