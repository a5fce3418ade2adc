"""Equilibria: CFR+ beside OpenSpiel's in C++, known values, and how far each algorithm comes.

The games are those of examples/, written in Python; OpenSpiel's are compiled. Liar's Dice is its variant,
one die each and sixes wild. Values: Kuhn -1/18, Leduc -0.08560642, Liar's Dice -7/327 with ones wild and -1/9
without wild faces.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pyspiel

import hazard
from common import Report, arguments
from hazard import _core
from hazard.equilibrium.finding import ALGORITHMS
from hazard.equilibrium.listing import Listed, list_game
from hazard.equilibrium.result import Standing
from hazard.games import LiarsDice as Named
from hazard.render.convergence import draw_convergence
from hazard.search import Budget

sys.path.append(str(Path(__file__).parents[1] / "examples"))
from kuhn_poker import Kuhn
from leduc_poker import Leduc
from liars_dice import LiarsDice


def listed(game: Any) -> Listed:
    return list_game(game, game.start())


def ours(game: Listed, algorithm: str, iterations: int) -> tuple[float, Standing]:
    """Return the processor's seconds for so many iterations, and what came of them."""
    minimizer = _core.RegretMinimizer(game.form, *ALGORITHMS[algorithm])
    began = process_time()
    minimizer.run(Budget(nodes=iterations), -1.0, None, lambda *_: None)
    return process_time() - began, Standing(game, minimizer.average())


def theirs(name: str, iterations: int) -> tuple[float, float]:
    """Return the same of OpenSpiel's CFR+: seconds, NashConv."""
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    began = process_time()
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return process_time() - began, pyspiel.nash_conv(game, solver.average_policy())


def beside_openspiel(report: Report, quick: bool) -> None:
    """Compare the time of an iteration, and check that the iterations are the same."""
    faces = 3 if quick else 6
    dice = f"liars_dice(numdice=1,dice_sides={faces})" if quick else "liars_dice"
    games = [
        ("Kuhn poker", Kuhn(), "kuhn_poker", 2_000, 200, 5.0),
        ("Leduc poker", Leduc(), "leduc_poker(suit_isomorphism=True)", 1_000, 20, 20.0),
        (f"Liar's Dice, {faces} faces", LiarsDice(faces, wild=faces), dice, 50, 3, 200.0),
    ]
    rows = []
    for title, game, name, many, few, factor in games:
        flat = listed(game)
        _, same = ours(flat, "cfr+", few)
        ours_each = min(ours(flat, "cfr+", many)[0] for _ in range(3)) / many
        seconds, conv = theirs(name, few)
        their_each = seconds / few
        ratio = their_each / ours_each
        rows.append([title, flat.histories, flat.seconds, 1e6 * ours_each, 1e6 * their_each, ratio])
        report.at_most(
            f"{title}: NashConv after {few} iterations, relative difference from OpenSpiel's",
            abs(same.nash_conv - conv) / conv,
            1e-9,
            timed=False,
        )
        report.at_least(f"{title}: times OpenSpiel's speed", ratio, factor, timed=True)
    columns = ("game", "histories", "seconds to list", "µs an iteration", "OpenSpiel's", "ratio")
    report.table("CFR+ beside OpenSpiel's, processor time", columns, rows)


def from_rules_to_strategies(report: Report, quick: bool) -> None:
    """Measure Liar's Dice as hazard has it, from the rules in Python to an exploitability of 1e-4."""
    faces = 3 if quick else 6
    began = process_time()
    found = hazard.equilibrium(
        Named(faces=faces, wild=faces), algorithm="dcfr", target=1e-4, budget=Budget(seconds=60)
    )
    seconds = process_time() - began
    form = found.listed.form
    rows = [[faces, found.iterations, found.exploitability, found.listed.seconds, seconds]]
    report.table("Liar's Dice to 1e-4", ("faces", "iterations", "exploitability", "to list", "in all"), rows)
    report.at_most("Liar's Dice to 1e-4: seconds of one core, listing included", seconds, 3.0, timed=True)
    many = 200 if quick else 50
    each = {by_hands: _each(found.listed, by_hands, many) for by_hands in (32, 0)}
    rows = [[form.blocks, form.different_blocks, 1e6 * each[32], 1e6 * each[0]]]
    report.table("By hands", ("blocks", "different", "µs an iteration", "the plain way"), rows)
    report.at_least("Liar's Dice by hands: times the plain way", each[0] / each[32], 1.0, timed=True)


def _each(game: Listed, by_hands: int, many: int) -> float:
    parents = [np.array([one.parent for one in own], np.uint32) for own in game.sets]
    form = _core.SequenceForm(parents, game.firsts, game.sequences.ravel(), game.payoffs.ravel(), by_hands)
    best = math.inf
    for _ in range(3):
        minimizer = _core.RegretMinimizer(form, *ALGORITHMS["cfr+"])
        began = process_time()
        minimizer.run(Budget(nodes=many), -1.0, None, lambda *_: None)
        best = min(best, (process_time() - began) / many)
    return best


def by_algorithm(report: Report, quick: bool) -> None:
    """Show how far each algorithm comes, and check the values."""
    scale = 10 if quick else 1
    games = [("Kuhn", Kuhn(), 1_000, -1 / 18), ("Leduc", Leduc(), 5_000 // scale, -0.08560642)]
    if not quick:
        games += [("Liar's Dice", LiarsDice(), 500, -7 / 327)]
        games += [("without wild faces", LiarsDice(wild=0), 500, -1 / 9)]
    found: dict[str, list[float]] = {algorithm: [] for algorithm in ALGORITHMS}
    for title, game, iterations, value in games:
        flat = listed(game)
        off = 0.0
        for algorithm in ALGORITHMS:
            _, standing = ours(flat, algorithm, iterations)
            found[algorithm].append(standing.exploitability)
            low, high = standing.interval or (math.inf, -math.inf)
            off = max(off, low - value, value - high)
        report.at_most(
            f"{title}: how far the value lies outside the proven intervals", off, 1e-8, timed=False
        )
    columns = ("algorithm", *(f"{title}, {iterations:,} iterations" for title, _, iterations, _ in games))
    rows = [[algorithm, *(f"{number:.1e}" for number in numbers)] for algorithm, numbers in found.items()]
    report.table("Exploitability", columns, rows)


def converging(report: Report, quick: bool, folder: str | None) -> None:
    """Run every algorithm, those by samples too, and draw the exploitability over the iterations."""
    rows = []
    for title, game, most in (("Kuhn poker", Kuhn(), 1_000), ("Leduc poker", Leduc(), 10_000)):
        runs = {}
        for name in (*ALGORITHMS, "external", "outcome"):
            runs[name] = hazard.equilibrium(
                game, algorithm=name, iterations=min(100, most) if quick else most
            )
            last = runs[name].history[-1]
            rows.append([f"{title}, {name}", last.iteration, f"{last.exploitability:.1e}"])
        best = min(runs["dcfr"].exploitability, runs["pdcfr+"].exploitability)
        report.at_least(
            f"{title}: exploitability of CFR+, times that of DCFR or PDCFR+, the better",
            runs["cfr+"].exploitability / best,
            1.0,
            timed=False,
        )
        if folder is not None:
            drawn = draw_convergence({name: run.history for name, run in runs.items()}, title)
            path = Path(folder) / f"equilibrium-{title.split()[0].lower()}.svg"
            path.write_text(drawn, encoding="utf-8")
    report.table("After the last iteration", ("game, algorithm", "iterations", "exploitability"), rows)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--plot", metavar="FOLDER", help="draw the exploitability over the iterations here")
    options = parser.parse_args()
    report = Report("equilibrium", options.quick)
    beside_openspiel(report, options.quick)
    from_rules_to_strategies(report, options.quick)
    by_algorithm(report, options.quick)
    converging(report, options.quick, options.plot)
    report.print(options.json)


if __name__ == "__main__":
    main()
