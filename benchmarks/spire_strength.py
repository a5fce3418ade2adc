"""How many HP fights of Slay the Spire cost: four set-ups at Ascension 20, fair information, no potions.

HP lost is counted before Burning Blood heals, and death is all HP; the column "healed" counts the healing.
The bounds were measured on these set-ups on another exact engine: a planner of beams, and the best public
tree search that uses no hidden information, at 10 ms a decision.

A whole run takes long; run it in parts: ``--setup starter --way beam --seeds 20``.
"""

from __future__ import annotations

import os
import sys

from common import Report, arguments
from hazard.cli.common import progress_bar
from hazard.search import Budget
from hazard.spire.planner.settings import Settings
from hazard.spire.planner.strength import KINDS, Strength, measure
from hazard.spire.rules.setups import SETUPS

BEAM_TO_BEAT = {"starter": 36.8, "act-1": 19.9, "act-2": 32.1, "act-3": 45.2}
SEARCH_TO_BEAT = {"starter": 33.2, "act-1": 16.1, "act-2": 22.4, "act-3": 22.4}
BOUNDS = {"beam": BEAM_TO_BEAT, "search": SEARCH_TO_BEAT}


def encounter_rows(strength: Strength) -> list[list[object]]:
    return [
        [
            record.encounter,
            record.kind,
            record.mean,
            sum(record.healed) / len(record.healed),
            f"{record.deaths}/{len(record.lost)}",
            record.turns / len(record.lost),
        ]
        for record in strength.records
    ]


def summary_row(strength: Strength) -> list[object]:
    return [
        f"{strength.setup}, {strength.way}",
        f"{strength.mean:.1f} ± {strength.standard_error:.1f}",
        f"{strength.mean_healed:.1f}",
        *(None if (mean := strength.of_kind(kind)) is None else f"{mean:.1f}" for kind in KINDS),
        f"{strength.replans:.2f}",
        f"{strength.milliseconds(0.5):.1f}",
        f"{strength.milliseconds(0.99):.1f}",
    ]


def judge(report: Report, strength: Strength) -> None:
    bound = BOUNDS.get(strength.way, {}).get(strength.setup)
    if bound is not None and not report.quick:
        report.at_most(
            f"{strength.setup}, {strength.way}: HP lost on average", strength.mean, bound, timed=True
        )
        report.at_most(
            f"{strength.setup}, {strength.way}: replans a turn", strength.replans, 2.0, timed=False
        )
        report.at_most(
            f"{strength.setup}, {strength.way}: ms a plan, 99 of 100",
            strength.milliseconds(0.99),
            80,
            timed=True,
        )


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--setup", action="append", choices=list(SETUPS), help="only this one (may be repeated)"
    )
    parser.add_argument("--way", action="append", choices=["search", "beam", "policy"], help="only this one")
    parser.add_argument("--seeds", type=int, default=50, help="fights for each encounter")
    parser.add_argument("--ms", type=float, default=50.0, help="milliseconds for each plan")
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, help="fights at the same time, a core each"
    )
    parser.add_argument(
        "--simulations", type=int, help="for each plan, instead of a time: the same everywhere"
    )
    parser.add_argument(
        "--oracle", action="store_true", help="foresee every chance: a bound, not a fair way to play"
    )
    options = parser.parse_args()
    if (
        options.threads < 1
        or options.seeds < 1
        or options.ms <= 0
        or (options.simulations is not None and options.simulations < 1)
    ):
        parser.error("--seeds, --ms, --threads and --simulations must be positive")
    report = Report("spire_strength", options.quick)
    budget = Budget(seconds=options.ms / 1000)
    if options.simulations or options.quick:
        budget = Budget(nodes=options.simulations or 20)
    seeds = range(1 if options.quick else options.seeds)
    names = options.setup or (["starter"] if options.quick else list(SETUPS))
    found = []
    with progress_bar() as progress:
        for name in names:
            for way in options.way or ["policy", "beam", "search"]:
                strength = measure(
                    name,
                    Settings(way),
                    seeds=seeds,
                    budget=budget,
                    oracle=options.oracle,
                    threads=options.threads,
                    progress=progress,
                )
                found.append(strength)
                if not progress:
                    sys.stderr.write(f"{name}, {way}: {strength.mean:.1f} HP lost\n")
    for strength in found:
        columns = ["encounter", "kind", "HP lost", "healed", "deaths", "turns"]
        report.table(f"{strength.setup}, {strength.way}", columns, encounter_rows(strength))
    columns = ["set-up", "HP lost", "healed", *KINDS, "replans a turn", "ms p50", "ms p99"]
    report.table("All encounters", columns, map(summary_row, found))
    for strength in found:
        judge(report, strength)
    report.note(f"{len(seeds)} fights for each encounter; a plan may take {budget}.")
    report.print(options.json)


if __name__ == "__main__":
    main()
