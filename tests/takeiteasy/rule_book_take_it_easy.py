"""Take It Easy once more, from the rule book: hexes by their place in the plane, nothing incremental."""

from __future__ import annotations

from itertools import product

RADIUS = 2
NUMBERS = ((1, 5, 9), (2, 6, 7), (3, 4, 8))
TILES = [f"{a}{b}{c}" for a, b, c in product(*NUMBERS)]


def _hexes():
    """Cube coordinates (x + y + z = 0), column by column from the left and from the top."""
    for x in range(-RADIUS, RADIUS + 1):
        for z in range(-RADIUS, RADIUS + 1):
            if abs(-x - z) <= RADIUS:
                yield x, -x - z, z


HEXES = list(_hexes())
NAMES = []
for _x, _y, _z in HEXES:
    NAMES.append("abcde"[_x + RADIUS] + str(1 + sum(n[0] == "abcde"[_x + RADIUS] for n in NAMES)))
PLACE = dict(zip(NAMES, HEXES, strict=True))

# Down a column x is the same; falling to the right z is (z grows downwards); rising to the right y is.
AXES = (0, 2, 1)
LINES = [
    (direction, [name for name, place in PLACE.items() if place[axis] == level])
    for direction, axis in enumerate(AXES)
    for level in range(-RADIUS, RADIUS + 1)
]


def score(board: dict[str, str]) -> int:
    """What a board pays: ``board`` has the tile on each hex that is not empty."""
    total = 0
    for direction, names in LINES:
        numbers = {board.get(name, "???")[direction] for name in names}
        if len(numbers) == 1 and "?" not in numbers:
            total += int(numbers.pop()) * len(names)
    return total


def text(board: dict[str, str], hand: str | None = None) -> str:
    columns = [[board.get(name, ".") for name in NAMES if name[0] == letter] for letter in "abcde"]
    return "/".join(" ".join(column) for column in columns) + (f" + {hand}" if hand else "")


def random_board(draw, tiles: int) -> dict[str, str]:
    """A board with so many tiles, drawn and placed at random."""
    return dict(zip(draw.sample(NAMES, tiles), draw.sample(TILES, tiles), strict=True))
