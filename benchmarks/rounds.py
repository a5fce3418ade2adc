"""A side that fights together: how long the plan of a round takes for twelve monsters.

The time is that of the whole plan, from a state to every creature's turn with its numbers. Whether it pays is
what ``tactics.py --part joint`` shows.
"""

from __future__ import annotations

from statistics import fmean
from time import perf_counter, process_time

from common import Report, arguments
from director import percentile, scene, turns
from hazard.fivee.director.rounds import RoundPlanner
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight

KINDS = {
    "twelve goblins": ["goblin"] * 12,
    "six orcs, four goblins, a mage and a priest": ["orc"] * 6 + ["goblin"] * 4 + ["mage", "priest"],
    "twelve wolves": ["wolf"] * 12,
}


def times(monsters: list[str], rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of processor time, and seconds that went by, for the plan at each round's first monster."""
    party = ["fighter-5", "rogue-5", "cleric-5", "wizard-5"]
    worked, waited = [], []
    for seed in range(1000):
        fight = Fight(scene(party, monsters, side=40), seed=seed)
        planner, game, planned = RoundPlanner(fight, "deadly"), Combat(fight, buckets=0), 0
        for state in turns(game, seed):
            if state.round == planned or fight.fighters[game.decider(state)].side != "monsters":
                continue
            planned = state.round
            began, work = perf_counter(), process_time()
            planner.plan(state)
            worked.append(process_time() - work)
            waited.append(perf_counter() - began)
            if len(worked) >= rounds:
                return worked, waited
    return worked, waited


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, help="planned, of each kind (100)")
    options = parser.parse_args()
    report = Report("rounds", options.quick)
    count = options.rounds or (2 if options.quick else 100)
    rows = []
    for name, monsters in KINDS.items():
        worked, waited = times(monsters, count)
        slowest = percentile(worked, 0.99)
        rows.append(
            [name, len(worked), f"{fmean(worked):.2f}", f"{slowest:.2f}", f"{percentile(waited, 0.99):.2f}"]
        )
        if not options.quick:
            report.at_most(f"{name}: seconds at the 99th percentile", slowest, 1.0, timed=True)
    columns = ("monsters", "rounds planned", "mean s", "p99 s", "p99 that went by")
    report.table("How long the plan of a round takes, one thread", columns, rows)
    report.print(options.json)


if __name__ == "__main__":
    main()
