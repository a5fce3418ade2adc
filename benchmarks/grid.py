"""The battle map: microseconds for each question a combat decision asks of it, on maps of three sizes."""

from __future__ import annotations

import random
from itertools import product
from time import perf_counter

from common import Report, arguments
from hazard._core import BattleMap

Space = tuple[int, int, int]


def battlefield(side: int, seed: int) -> tuple[BattleMap, list[Space], float]:
    """Return a map, a twelfth of it walls and a tenth rough, with nine medium and three large creatures.

    The last number is how many milliseconds the map took to make, its table of sight included.
    """
    dice = random.Random(seed)
    cells = list(product(range(side), repeat=2))
    corners = [(x, y) for x, y in cells if x % 2 == y % 2 == 0 and max(x, y) + 1 < side]
    creatures = [(*cell, 2 if i < 3 else 1) for i, cell in enumerate(dice.sample(corners, 12))]
    taken = {(x + i, y + j) for x, y, length in creatures for i in range(length) for j in range(length)}
    walls = [cell for cell in dice.sample(cells, len(cells) // 12) if cell not in taken]
    rough = dice.sample(cells, len(cells) // 10)
    start = perf_counter()
    board = BattleMap(side, side, walls, rough)
    return board, creatures, 1000 * (perf_counter() - start)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("grid", options.quick)
    sides = (20, 40, 64)
    boards = [battlefield(side, seed=1) for side in sides]
    rounds = 3 if options.quick else 200
    times = [board.timings(creatures, rounds) for board, creatures, _ in boards]
    rows = [[question, *(time[question] for time in times)] for question in times[0]]
    columns = ["question", *(f"{side} by {side}" for side in sides)]
    report.table("Microseconds an answer, twelve creatures", columns, rows)
    report.table(
        "Milliseconds to make a map", columns, [["with its table of sight", *(ms for *_, ms in boards)]]
    )
    small = times[0]
    report.at_least(
        "cover by the table of sight, times as fast as line by line",
        small["cover, by lines"] / small["cover"],
        3,
        timed=True,
    )
    report.at_most("movement of 30 feet, 20 by 20, microseconds", small["movement, 30 feet"], 5, timed=True)
    report.at_most("cover, 20 by 20, microseconds", small["cover"], 0.3, timed=True)
    slowest = max(time for question, time in small.items() if question.startswith("aims"))
    report.at_most("the aims of any area, 20 by 20, microseconds", slowest, 25, timed=True)
    report.print(options.json)


if __name__ == "__main__":
    main()
