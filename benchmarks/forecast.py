"""Forecasts: fights a second with the quick policy, and how long a forecast of 10,000 fights takes."""

from __future__ import annotations

from time import perf_counter, process_time

from common import Report, arguments
from hazard.fivee.content.library import encounters
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.rules.fight import Fight

THREADS = 2


def fights_a_second(fight: Fight, fights: int, threads: int = THREADS) -> tuple[float, float]:
    """Return fights a second, and the rounds that a fight takes."""
    start = perf_counter()
    found = forecast(fight, fights, seed=1, threads=threads)
    return fights / (perf_counter() - start), float(found.record.rounds.mean())


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("forecast", options.quick)
    count = 100 if options.quick else 2000
    ambush = Fight(encounters()["goblin-ambush"])
    forecast(ambush, 50)  # warm

    best = max(fights_a_second(ambush, count)[0] for _ in range(1 if options.quick else 3))
    worked = process_time()
    alone = fights_a_second(ambush, count, threads=1)[0]
    worked = process_time() - worked
    rows = []
    for name, encounter in encounters().items():
        fight = Fight(encounter)
        speed, rounds = fights_a_second(fight, count // 4)
        rows.append([name, len(fight.fighters), f"{rounds:.1f}", f"{speed:,.0f}"])
    columns = ("encounter", "combatants", "rounds a fight", "fights a second")
    report.table(f"Quick policy on both sides, {THREADS} threads", columns, rows)
    report.note(
        f"One thread on the goblin ambush: {alone:,.0f} fights a second, "
        f"{count / worked:,.0f} a second of processor time."
    )
    report.at_least("fights a second, 4 characters against 6 goblins, two threads", best, 2000, timed=True)
    if not options.quick:
        start = perf_counter()
        found = forecast(ambush, 10_000, seed=2, threads=THREADS)
        found.to_dict()
        report.at_most(
            "seconds for a forecast of 10,000 fights, counted", perf_counter() - start, 10, timed=True
        )
    report.print(options.json)


if __name__ == "__main__":
    main()
