"""Backgammon's bear-off tables and rollouts: exact values, what tables cost, what variance reduction gains.

A variance-reduced rollout does more work in each game. It pays if its error, for the same
time, is smaller: what counts is variance times time.
"""

from __future__ import annotations

import os
import tempfile
from time import perf_counter
from typing import Any

from common import Report, arguments
from hazard.backgammon import START, Position, bear_off, rollout
from hazard.backgammon.networks import read_networks

# Two checkers against the same two, the side on roll to win; published with all digits.
KNOWN = [
    (Position.of({6: 2}, {6: 2}), 0.754494349),
    (Position.of({6: 1, 5: 1}, {6: 1, 5: 1}), 0.772002215),
]
# And the rolls after which the networks' guess ends a game, 0 for none.
POSITIONS = {
    "the start": (START, 0),
    "the start, cut after 10 rolls": (START, 10),
    "a holding game": (Position.from_id("sOfgEwDg8+AIBg"), 0),
    "a race": (Position.of({11: 3, 8: 4, 6: 4, 4: 4}, {10: 3, 8: 3, 6: 5, 3: 4}), 0),
}


def tables(report: Report) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        seconds = []
        for _ in ("built", "read"):
            bear_off.cache_clear()
            began = perf_counter()
            table = bear_off()
            seconds.append(perf_counter() - began)
        size = sum(file.stat().st_size for file in os.scandir(os.path.join(folder, "hazard")))
    rows = [["built", seconds[0], size / 1e6], ["read from the cache", seconds[1], size / 1e6]]
    report.table("Bear-off tables for six checkers a side", ("", "seconds", "MB"), rows)
    off = max(abs(table.chances(position).win - known) for position, known in KNOWN)
    report.at_most("two checkers each: largest difference from the published wins", off, 1e-9, timed=False)
    report.at_most("seconds to build the tables", seconds[0], 2, timed=True)


def luck(report: Report, games: int) -> None:
    networks, rows, ratios = read_networks(), [], []
    for name, (position, plies) in POSITIONS.items():
        found = {}
        for reduced in (True, False):
            began = perf_counter()
            # A game without luck costs some twenty plain ones: those get as many more.
            count = games if reduced else 20 * games
            result = rollout(
                position, games=count, plies=plies, networks=networks, reduce_variance=reduced, seed=1
            )
            found[reduced] = (result, perf_counter() - began, count)
        without, plain = found[True], found[False]
        per_game = plain[0].equity_error * plain[2] ** 0.5 / (without[0].equity_error * without[2] ** 0.5)
        for_the_time = (plain[0].equity_error / without[0].equity_error) * (plain[1] / without[1]) ** 0.5
        ratios.append(per_game)
        apart = abs(without[0].equity - plain[0].equity)
        together = (without[0].equity_error ** 2 + plain[0].equity_error ** 2) ** 0.5
        row: list[Any] = [name, without[0].equity, without[0].equity_error, without[2] / without[1]]
        rows.append([*row, per_game, for_the_time, apart / together])
    report.table(
        "Variance-reduced and plain rollouts",
        (
            "position",
            "equity",
            "± error",
            "games/s",
            "error per game: 1/",
            "for the same time: 1/",
            "apart (σ)",
        ),
        rows,
    )
    report.at_least(
        "error per game, plain relative to variance-reduced, smallest ratio", min(ratios), 2.5, timed=False
    )


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("backgammon_rollouts", options.quick)
    tables(report)
    luck(report, 36 if options.quick else 324)
    report.print(options.json)


if __name__ == "__main__":
    main()
