"""Star1 and Star2 on backgammon, three decisions deep: evaluations against plain expectimax, the same values.

The positions are contact positions of games that the networks play against themselves, with a roll to play.
With the plain formula every value is within one game (``bounds`` 1), as nobody can finish in three turns; the
networks' equities may be anything up to a backgammon (3), and wide bounds leave Star1 little to cut. A table
with room for all positions helps: of those at the horizon, a third to a half have been valued before.

Plain expectimax visits the same positions whatever they are worth, so it is counted with the formula, which
is fast. With the networks it runs only where the tree is small, to see that the values are the same.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache

from common import Report, arguments
from hazard import Budget, Expectimax, Searcher
from hazard.arena import draw
from hazard.backgammon import Backgammon, BackgammonState
from hazard.game import Turn
from pruning import PLAIN

ALONE = Expectimax(table=False, deepen=False, all_options=False, order_value=True)
SEARCHES = {
    "plain": PLAIN,
    "Star1": replace(ALONE, star2=False),
    "Star1, table": replace(ALONE, star2=False, table=True, table_mb=1024),
    "Star2": ALONE,
    "Star2, table, deepening": replace(ALONE, table=True, deepen=True),
}
WITH_FORMULA = ["plain", "Star1", "Star2"]
WITH_NETWORKS = ["Star1, table", "Star2", "Star2, table, deepening"]
SMALL = 2_000_000
"""Evaluations of a plain search that is run with the networks too."""

Found = dict[str, tuple[int, float, float]]
"""Of each search its evaluations, seconds and the value of the position."""


@cache
def game(networks: bool) -> Backgammon:
    return Backgammon() if networks else Backgammon(networks=None)


def contact_positions(game: Backgammon, count: int, seed: int) -> list[BackgammonState]:
    """Return decisions of self-play in which the sides can still hit each other and there is a choice."""
    rng, player, found = random.Random(seed), Searcher(game, Expectimax()), []
    state = game.start()
    while len(found) < count:
        if game.turn(state) is Turn.OVER:
            state = game.start()
        state = game.apply(state, draw(game, state, rng.random()))
        sides = state.own, state.opponent
        rear = [max(point for point, checkers in enumerate(side) if checkers) for side in sides]
        if sum(rear) > 23 and len(game.actions(state)) > 1 and rng.random() < 0.1:
            found.append(state)
        state = game.apply(state, player.decide(state, Budget(depth=1)).action)
    return found


def searched(networks: bool, text: str, depth: int, names: Iterable[str]) -> Found:
    """Run the named searches of one position."""
    found = {}
    for name in names:
        answer = Searcher(game(networks), SEARCHES[name]).decide(
            game(networks).parse(text), Budget(depth=depth)
        )
        found[name] = (answer.statistics.evaluations, answer.statistics.seconds, answer.value)
    return found


def on_many_cores(
    networks: bool, texts: list[str], depth: int, names: list[list[str]], processes: int
) -> list[Found]:
    count = len(texts)
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(searched, [networks] * count, texts, [depth] * count, names))


def largest_difference(found: list[Found]) -> float:
    values = [[value for _, _, value in position.values()] for position in found]
    return max(max(of_one) - min(of_one) for of_one in values)


def add_table(report: Report, title: str, found: list[Found], plain: list[int]) -> dict[str, float]:
    """Add what each search needed on all positions; return the shares of plain expectimax."""
    shares, rows = {}, []
    for name in SEARCHES:
        if not all(name in position for position in found):
            continue
        evaluations = sum(position[name][0] for position in found)
        shares[name] = evaluations / sum(plain)
        seconds = sum(position[name][1] for position in found)
        rows.append([name, evaluations, f"{shares[name]:.1%}", seconds])
    report.table(title, ("search", "evaluations", "of plain", "seconds"), rows)
    return shares


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--positions", type=int, help="how many (60)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="as many as there are cores")
    options = parser.parse_args()
    count, depth = options.positions or (3 if options.quick else 60), 2 if options.quick else 3
    report = Report("star_backgammon", options.quick)
    texts = [game(True).text(state) for state in contact_positions(game(True), count, seed=1)]
    where = f"{count} contact positions, {depth} decisions deep"

    by_formula = on_many_cores(False, texts, depth, [WITH_FORMULA] * count, options.processes)
    plain = [position["plain"][0] for position in by_formula]
    formula = add_table(report, f"Plain formula: {where}", by_formula, plain)
    names = [[*(["plain"] if leaves <= SMALL else []), *WITH_NETWORKS] for leaves in plain]
    by_networks = on_many_cores(True, texts, depth, names, options.processes)
    networks = add_table(report, f"Networks: {where}", by_networks, plain)

    for title, found in (("Plain formula", by_formula), ("Networks", by_networks)):
        difference = largest_difference(found)
        report.at_most(f"{title}: largest difference between root values", difference, 1e-9, timed=False)
    if not options.quick:
        claims = [("Plain formula", formula, "Star1", 0.35), ("Plain formula", formula, "Star2", 0.06)]
        claims += [("Networks", networks, "Star1, table", 0.35), ("Networks", networks, "Star2", 0.06)]
        for title, shares, name, share in claims:
            report.at_most(f"{title}: {name}, evaluations against plain", shares[name], share, timed=False)
    checked = sum("plain" in position for position in by_networks)
    report.note(
        f"Plain expectimax by the networks was run on {checked} of {count} positions, for the values."
    )
    report.note("Evaluations include those that order the actions.")
    report.print(options.json)


if __name__ == "__main__":
    main()
