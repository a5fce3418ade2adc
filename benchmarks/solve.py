"""Exact solutions: Pig compiled and in Python, Piglet, and OpenSpiel's value iteration on a smaller target.

Pig to 100 has a known value, 0.530592725 for the first player (Neller and Presser 2004); Piglet to 2 is 4/7.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any
from unittest import mock

import pyspiel

from common import Report, arguments
from hazard import Game, Solution
from hazard import solve as solve_game
from hazard.games import Pig
from python_pig import PythonPig

PIG, PIGLET = 0.530592725, 4 / 7


def openspiel_value_iteration(target: int) -> tuple[float, float, int]:
    """Return the seconds, the first player's chance to win, and the states of OpenSpiel's own solver."""
    # It imports a solver of linear programs for games with simultaneous moves, which Pig does not need.
    try:
        import cvxpy  # noqa: F401
    except ImportError:
        sys.modules["cvxpy"] = mock.MagicMock()
    from open_spiel.python.algorithms import value_iteration

    game = pyspiel.load_game(f"pig(players=2,winscore={target},horizon=100000)")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)  # it lists the states by recursion, one level a move
    began = perf_counter()
    try:
        values = value_iteration.value_iteration(game, -1, 1e-9, cyclic_game=True)
    finally:
        sys.setrecursionlimit(limit)
    seconds = perf_counter() - began
    found = values[str(game.new_initial_state())]
    first = found[0] if isinstance(found, list | tuple) else float(found)
    return seconds, (first + 1) / 2, len(values)


def timed(game: Game, rounds: int) -> tuple[float, Solution]:
    """Solve ``rounds`` times; return the shortest time, listing the states included, and the solution."""
    best, solution = float("inf"), None
    for _ in range(rounds):
        began = perf_counter()
        solution = solve_game(game)
        best = min(best, perf_counter() - began)
    assert solution is not None
    return best, solution


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--openspiel-target", type=int, help="target for OpenSpiel's value iteration (12)")
    options = parser.parse_args()
    quick = options.quick
    report = Report("solve", quick)
    python_target = 20 if quick else 100

    rows: list[list[Any]] = []
    seconds, pig = timed(Pig(), 1 if quick else 3)
    rows.append(["compiled Pig to 100", pig.states, seconds, pig.value(), pig.error])
    python_seconds, python_pig = timed(PythonPig(python_target), 1)
    rows.append(
        [
            f"Python Pig to {python_target}",
            python_pig.states,
            python_seconds,
            python_pig.value(),
            python_pig.error,
        ]
    )
    _, piglet = timed(Pig(target=2, die=(0, 1)), 1)
    rows.append(["Piglet to 2", piglet.states, piglet.seconds, piglet.value(), piglet.error])

    # OpenSpiel lets a player hold before rolling; that never helps, so the values agree.
    small = options.openspiel_target or (3 if quick else 12)
    ours_seconds, ours = timed(Pig(target=small), 3)
    rows.append([f"compiled Pig to {small}", ours.states, ours_seconds, ours.value(), ours.error])
    their_seconds, theirs, their_states = openspiel_value_iteration(small)
    rows.append([f"OpenSpiel's value iteration, Pig to {small}", their_states, their_seconds, theirs, None])

    shown = [[*row[:3], f"{row[3]:.9f}", row[4]] for row in rows]
    report.table("Exact solutions", ("game", "states", "seconds", "value", "proven error"), shown)
    report.note(f"OpenSpiel / ours on Pig to {small}: {their_seconds / ours_seconds:,.0f} times the seconds.")
    report.at_most("Pig to 100, distance from 0.530592725", abs(pig.value() - PIG), 1e-8, timed=False)
    report.at_most("Pig to 100, proven error", pig.error, 1e-8, timed=False)
    twin = Pig(target=python_target)
    difference = abs(python_pig.value() - solve_game(twin).value())
    report.at_most(
        f"Python Pig to {python_target}, distance from the compiled game", difference, 1e-8, timed=False
    )
    report.at_most("Piglet, distance from 4/7", abs(piglet.value() - PIGLET), 1e-9, timed=False)
    report.at_most(
        f"OpenSpiel's value of Pig to {small}, distance from ours",
        abs(theirs - ours.value()),
        1e-6,
        timed=False,
    )
    report.at_most("Pig to 100 compiled, seconds", seconds, 1, timed=True)
    report.at_most(f"Pig to {python_target} in Python, seconds", python_seconds, 15, timed=True)
    report.print(options.json)


if __name__ == "__main__":
    main()
