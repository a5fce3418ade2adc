"""Backgammon's move generator: boards a second on one core, other programs' beside it, and perft with chance.

A board counts once however many ways lead to it. The other programs are called from Python, as they are meant
to be, and so is our own list of plays in words; the first row is what a search or a trainer in C++ gets.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

from common import Report, arguments, interleaved
from hazard import Turn
from hazard.backgammon import Backgammon, BackgammonState

GAME = Backgammon()
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
# Lines of 1, 2, ... rolls and plays from the start. GNU Backgammon's generator gives the same numbers.
PERFT = [30, 380, 7_980, 178_306, 3_744_426, 97_357_490]


def positions(count: int, seed: int) -> list[BackgammonState]:
    """Return ``count`` positions before a roll, from random games."""
    draw, state, found = random.Random(seed), GAME.start(), []
    while len(found) < count:
        state = GAME.apply(state, draw.choice(GAME.outcomes(state))[0])
        state = draw.choice(GAME._core.plays(state))[1]
        if GAME.turn(state) is Turn.OVER:
            state = GAME.start()
        else:
            found.append(state)
    return found


def in_words(states: list[BackgammonState]) -> Callable[[], float]:
    rolled = [GAME.state(GAME.position(state), dice=roll) for state in states for roll in ROLLS]
    return lambda: sum(len(GAME._core.plays(state)) for state in rolled)


def gnubg(states: list[BackgammonState], module: Any) -> Callable[[], float]:
    boards = [[list(state.opponent), list(state.own)] for state in states]
    return lambda: sum(max(1, len(module.moves(board, *roll))) for board in boards for roll in ROLLS)


def sage(states: list[BackgammonState], module: Any) -> Callable[[], float]:
    boards = [
        [
            state.opponent[24],
            *(own - other for own, other in zip(state.own[:24], state.opponent[23::-1], strict=True)),
            state.own[24],
        ]
        for state in states
    ]
    # The function itself, without the package's copy of its answer into lists.
    find = module.possible_moves
    return lambda: sum(len(find(board, *roll)) for board in boards for roll in ROLLS)


def speed(report: Report, quick: bool, rounds: int) -> None:
    states = positions(200 if quick else 4_000, seed=1)
    few = states[: 20 if quick else 200]
    runs: dict[str, Callable[[], float]] = {
        "hazard, compiled": lambda: GAME._core.afterstates(states)[0],
        "hazard, in words to Python": in_words(few),
    }
    expected = runs["hazard, in words to Python"]()
    for name, module, baseline in (
        ("GNU Backgammon, keys to Python", "gnubg_nn", gnubg),
        ("Open Sage, lists to Python", "bgbot_cpp", sage),
    ):
        try:
            run = baseline(few, importlib.import_module(module))
        except ImportError:
            report.note(f"{name.split(',')[0]} is not installed, so there is no row for it.")
            continue
        runs[name] = run
        report.at_most(f"{name.split(',')[0]}: difference in boards", abs(run() - expected), 0, timed=False)
    best = interleaved(rounds, **runs)
    rows = [[name, rate, best["hazard, compiled"] / rate] for name, rate in best.items()]
    report.table("Boards after every roll, one core", ("generator", "boards/s", "ours / it"), rows)
    report.at_least("boards a second, compiled, one core", best["hazard, compiled"], 1e6, timed=True)


def perft(report: Report, quick: bool) -> None:
    rows, off = [], 0
    for plies in range(1, 5 if quick else 7):
        began = perf_counter()
        lines = GAME._core.perft(GAME.start(), plies)
        seconds = perf_counter() - began
        off = max(off, abs(lines - PERFT[plies - 1]))
        rows.append([plies, lines, seconds, lines / seconds])
    report.table("Perft with chance from the start", ("rolls and plays", "lines", "seconds", "lines/s"), rows)
    report.at_most("perft: largest difference from the pinned counts", off, 0, timed=False)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("backgammon_moves", options.quick)
    speed(report, options.quick, rounds=1 if options.quick else 5)
    perft(report, options.quick)
    report.print(options.json)


if __name__ == "__main__":
    main()
