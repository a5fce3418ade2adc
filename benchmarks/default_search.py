"""Does ``decide``, with no search named, choose what is best? Games of six methods, undecided positions.

A position is undecided where its actions differ in value; the exact solution says by how much. Positions come
from random play. The first four games are those of the claim. The others were not looked at when the default
was chosen; the last has endlessly many states, and its optimum is that of the same game with the pot cut to
what is missing.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import Report, arguments
from hazard.cli.common import progress_bar
from hazard.solving.solve import Progress

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.search.bare_games import (
    BarePig,
    BareTicTacToe,
    Climb,
    DiceNim,
    Gambler,
    Race,
    TwentyOne,
    undecided,
)

import hazard
from hazard import Budget, Game

CLAIMED = 95.0
"""Percent of the positions in which the choice is a best one."""
BEST_WITHIN = 1e-7
"""Values this close are equal: a solution has some digits only."""


@dataclass(frozen=True)
class Case:
    """A game and how its optimum is found."""

    name: str
    game: Game
    solvable: Game
    seen_as: Callable[[Any], Any] = lambda state: state


CASES = [
    Case("Twenty-One", TwentyOne(), TwentyOne()),
    Case("Pig to 30", BarePig(), BarePig()),
    Case("the gambler's problem", Gambler(), Gambler()),
    Case("tic-tac-toe", BareTicTacToe(), BareTicTacToe()),
    Case("a race", Race(), Race()),
    Case("Nim with a coin", DiceNim(), DiceNim()),
    Case("a climb", Climb(), Climb()),
    Case("Pig to 30, endless pot", BarePig(capped=False), BarePig(), BarePig().within),
]


def measure(
    case: Case, count: int, seconds: float, seed: int, progress: Progress | None
) -> tuple[list[Any], float]:
    """Decide ``count`` positions; return a row of the table, and the percentage of best choices."""
    solution = hazard.solve(case.solvable)
    positions = undecided(case.game, solution, count, random.Random(f"{case.name} {seed}"), case.seen_as)
    best = proven = solved = 0
    lost = slowest = 0.0
    for done, state in enumerate(positions):
        if progress:
            progress(case.name, done, count)
        decision = hazard.decide(case.game, state, budget=Budget(seconds=seconds))
        truth = dict(solution.options(case.seen_as(state)))
        loss = abs(truth[decision.action] - solution.value(case.seen_as(state)))
        best += loss <= BEST_WITHIN
        lost += loss
        proven += decision.proven
        solved += isinstance(decision.search, hazard.Solve)
        slowest = max(slowest, decision.statistics.seconds)
    share = 100 * best / count
    distinct = len(set(positions))
    return [case.name, count, distinct, share, lost / count, proven, solved, slowest], share


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--positions", type=int, help="of each game (500)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each decision (1)")
    parser.add_argument("--seed", type=int, default=1, help="draw other positions (1)")
    parser.add_argument("--game", help="only games whose name contains this")
    asked = parser.parse_args()
    count = asked.positions or (2 if asked.quick else 500)
    cases = [case for case in CASES if (asked.game or "") in case.name]
    if asked.quick and not asked.game:
        cases = [
            case for case in cases if case.name not in ("Pig to 30", "a climb", "Pig to 30, endless pot")
        ]
    report, rows = Report("default_search", asked.quick), []
    with progress_bar() as progress:
        for case in cases:
            row, share = measure(case, count, asked.seconds, asked.seed, progress)
            rows.append(row)
            # Which search answers depends on how much of it the time allows.
            report.at_least(f"best choices, {case.name}, %", share, CLAIMED, timed=True)
    columns = ("game", "positions", "distinct", "best, %", "lost a choice", "proven", "solved", "slowest, s")
    report.table(f"The default search with {asked.seconds:g} s, seed {asked.seed}", columns, rows)
    report.print(asked.json)


if __name__ == "__main__":
    main()
