"""The agent over whole simulated runs: how often it wins, how far it comes, and what it costs.

Runs are kept in a file, one line each; what is there already is not played again, so a measurement can be
stopped and taken up. The agent sees the mod's messages and nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path

from common import Report, arguments
from hazard.spire.stand_in.measure import Player, play_runs, summary
from hazard.spire.stand_in.run_record import RunRecord, read_records

CLAIMED = {20: ("act-3 wins at ascension 20", 0.15), 0: ("act-3 wins at ascension 0", 0.85)}


def measured(
    player: Player, games: int, folder: Path | None, seed: int, on: str, workers: int | None
) -> list[RunRecord]:
    path = None if folder is None else folder / f"ascension-{player.ascension}.jsonl"
    found = {} if path is None else read_records(path, player.ascension)
    wanted = range(seed, seed + games)
    for record in play_runs(player, [n for n in wanted if n not in found], on, workers):
        found[record.seed] = record
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record.as_dict()) + "\n")
    return [found[number] for number in wanted]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--games", type=int, help="runs at ascension 20 (1,000)")
    parser.add_argument("--easy", type=int, help="runs at ascension 0 (300)")
    parser.add_argument("--milliseconds", type=float, help="for each plan; the planner's own time by default")
    parser.add_argument("--simulations", type=int, help="plan by this number instead of by time")
    parser.add_argument("--draft", choices=["fights", "table"], default="fights")
    parser.add_argument("--draft-ms", type=float, default=1000.0)
    parser.add_argument("--on", choices=["here", "threads", "processes"], default="processes")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--records", type=Path, metavar="FOLDER", help="keep the runs here, and take them up again"
    )
    options = parser.parse_args()
    counts = {
        20: (2 if options.quick else 1000) if options.games is None else options.games,
        0: (1 if options.quick else 300) if options.easy is None else options.easy,
    }
    simulations = options.simulations or (4 if options.quick else None)
    report = Report("spire_runs", options.quick)
    rows = []
    for ascension, games in counts.items():
        if games == 0:
            continue
        draft = "table" if options.quick else options.draft
        player = Player(ascension, options.milliseconds, simulations, draft, options.draft_ms)
        on = "here" if options.quick else options.on
        told = summary(measured(player, games, options.records, options.seed, on, options.workers))
        rows.append(
            [
                ascension,
                games,
                *(_told(told[name]) for name in ("act_3_won", "heart_killed", "past_act_1", "past_act_2")),
                told["floor_mean"],
                told["floor_error"],
                told["refused"],
                told["slowest_ms"],
            ]
        )
        report.note(f"ascension {ascension}: deaths by {told['deaths_by_enemy']}")
        report.note(f"ascension {ascension}: HP lost {json.dumps(told['hp_lost'])}")
        name, least = CLAIMED[ascension]
        report.at_least(name, told["act_3_won"]["share"], least, timed=True)
        if ascension == 20:
            report.at_least("heart kills at ascension 20", told["heart_killed"]["share"], 0.213, timed=True)
        report.at_most(f"commands refused at ascension {ascension}", told["refused"], 0, timed=False)
        report.at_most(
            f"runs that did not settle at ascension {ascension}", told["unsettled"], 0, timed=False
        )
    columns = (
        "ascension",
        "runs",
        "act 3 won",
        "Heart killed",
        "past act 1",
        "past act 2",
        "mean floor",
        "±",
        "refused",
        "slowest ms",
    )
    report.table("Whole runs", columns, rows)
    report.print(options.json)


def _told(part: dict) -> str:
    low, high = part["interval_95"]
    return f"{part['count']} = {part['share']:.1%} ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    main()
