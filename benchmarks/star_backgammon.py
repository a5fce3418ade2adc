"""Star1 and Star2 on backgammon, three decisions deep: evaluations against plain expectimax, the same values.

The positions are contact positions of games that the networks play against themselves, with a roll to play.
With the plain formula every value is within one game (``bounds`` 1), as nobody can finish in three turns; the
networks' equities may be anything up to a backgammon (3).
"""

from __future__ import annotations

import random
from dataclasses import replace

from common import Report, arguments
from hazard import Budget, Expectimax, Searcher
from hazard.arena import draw
from hazard.backgammon import Backgammon, BackgammonState
from hazard.backgammon.networks import read_networks
from hazard.game import Turn
from pruning import PLAIN

ALONE = Expectimax(table=False, deepen=False, all_options=False, order_value=True)
SEARCHES = {
    "plain": PLAIN,
    "Star1": replace(ALONE, star2=False),
    "Star2": ALONE,
    "Star2, table, deepening": replace(ALONE, table=True, deepen=True),
}


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


def compare(
    report: Report, title: str, game: Backgammon, positions: list[BackgammonState], depth: int
) -> dict[str, float]:
    """Add a table of what each search needed on all positions; return the shares of plain expectimax."""
    evaluations, seconds, worst = dict.fromkeys(SEARCHES, 0), dict.fromkeys(SEARCHES, 0.0), 0.0
    for state in positions:
        values = {}
        for name, search in SEARCHES.items():
            found = Searcher(game, search).decide(state, Budget(depth=depth))
            evaluations[name] += found.statistics.evaluations
            seconds[name] += found.statistics.seconds
            values[name] = found.value
        worst = max(worst, *(abs(value - values["plain"]) for value in values.values()))
    shares = {name: evaluations[name] / evaluations["plain"] for name in SEARCHES}
    rows = [
        [name, evaluations[name], f"{shares[name]:.1%}", seconds[name], seconds["plain"] / seconds[name]]
        for name in SEARCHES
    ]
    report.table(
        f"{title}: {len(positions)} contact positions, {depth} decisions deep",
        ("search", "evaluations", "of plain", "seconds", "times faster"),
        rows,
    )
    report.at_most(f"{title}: largest difference between root values", worst, 1e-9, timed=False)
    return shares


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--positions", type=int, help="how many (60)")
    options = parser.parse_args()
    count, depth = options.positions or (3 if options.quick else 60), 2 if options.quick else 3
    report = Report("star_backgammon", options.quick)
    networks = Backgammon(read_networks())
    positions = contact_positions(networks, count, seed=1)
    compare(report, "Plain formula", Backgammon(networks=None), positions, depth)
    shares = compare(report, "Networks", networks, positions, depth)
    if not options.quick:
        report.at_most("Networks: Star1, evaluations against plain", shares["Star1"], 0.35, timed=False)
        report.at_most("Networks: Star2, evaluations against plain", shares["Star2"], 0.06, timed=False)
    report.note("Evaluations include those that order the actions.")
    report.print(options.json)


if __name__ == "__main__":
    main()
