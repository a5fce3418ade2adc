"""How well the director plays: against a side that strikes what is nearest, or what is weakest.

One side of each of the ten encounters is played by the director and, with the same seeds, by the plain
policy; the other side plays the plain policy both times. What counts is how much more often the side wins,
so everybody is after that: the monsters' objective is "deadly" throughout.

Then the monsters plan their rounds together (``joint``), and turn by turn (the director), with the same
seeds, against a party that plays what looks best at first sight. What counts there is the margin at the end,
from -1 (the monsters are gone, the party is unhurt) to +1, because many of the encounters are nearly always
lost or won.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from common import Report, arguments
from hazard.fivee.content.library import encounters
from hazard.fivee.rules.contest import Contest
from hazard.fivee.rules.fight import SIDES, Fight
from hazard.fivee.rules.policies import read_policy

PLAIN = {"nearest": "nearest enemy, strongest attack", "weakest": "weakest enemy"}


def wins(name: str, party: str, monsters: str, side: str, fights: int) -> NDArray[np.float64]:
    """One for each fight that ``side`` wins, a half where nobody does."""
    encounter = encounters()[name].model_copy(update={"objective": "deadly"})
    contest = Contest(Fight(encounter), read_policy(party), read_policy(monsters), seed=1)
    winner = contest.play(np.arange(fights, dtype=np.uint64), None, None, None).winner
    return np.where(winner < 0, 0.5, winner == SIDES.index(side)).astype(float)


def against(
    report: Report, plain: str, side: str, director: str, names: list[str], fights: int, judge: bool
) -> None:
    rows, differences = [], []
    for name in names:
        policies = dict.fromkeys(SIDES, plain)
        before = wins(name, **policies, side=side, fights=fights)
        after = wins(name, **(policies | {side: director}), side=side, fights=fights)
        differences.append(after - before)
        rows.append([name, f"{before.mean():.1%}", f"{after.mean():.1%}", f"{(after - before).mean():+.1%}"])
    every = np.concatenate(differences)
    error = 1.96 * every.std(ddof=1) / len(every) ** 0.5
    rows.append(["all", "", "", f"{every.mean():+.1%} ± {error:.1%}"])
    title = f"The {side}: the director instead of “{PLAIN[plain]}”, {fights} fights each"
    report.table(title, ("encounter", "plain wins", "director wins", "difference"), rows)
    if judge:
        claim = f"{side}, {PLAIN[plain]}: lower end of the interval of the difference, in percent"
        report.at_least(claim, 100 * float(every.mean() - error), 0.0, timed=False)


def margins(name: str, monsters: str, fights: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The monsters' share of their hit points less the party's at the end of each fight; and who won."""
    fight = Fight(encounters()[name].model_copy(update={"objective": "deadly"}))
    contest = Contest(fight, read_policy("quick"), read_policy(monsters), seed=1)
    record = contest.play(np.arange(fights, dtype=np.uint64), None, None, None)
    own = np.array([fighter.side == "monsters" for fighter in fight.fighters])
    left, whole = record.hit_points.astype(float), record.history[:, 0, :].astype(float)
    share = [left[:, who].sum(1) / whole[:, who].sum(1) for who in (own, ~own)]
    return share[0] - share[1], np.where(record.winner < 0, 0.5, record.winner == 1).astype(float)


def together(report: Report, director: str, names: list[str], fights: int, judge: bool) -> None:
    rows, differences, won = [], [], []
    for name in names:
        before, lost = margins(name, director, fights)
        after, wins_after = margins(name, "joint", fights)
        differences.append(after - before)
        won.append(wins_after - lost)
        error = 1.96 * (after - before).std(ddof=1) / fights**0.5
        shown = f"{(after - before).mean():+.3f} ± {error:.3f}"
        rows.append([name, f"{before.mean():+.3f}", f"{after.mean():+.3f}", shown, f"{won[-1].mean():+.1%}"])
    every, wins_all = np.concatenate(differences), np.concatenate(won)
    error = 1.96 * every.std(ddof=1) / len(every) ** 0.5
    off = 1.96 * wins_all.std(ddof=1) / len(every) ** 0.5
    rows.append(["all", "", "", f"{every.mean():+.3f} ± {error:.3f}", f"{wins_all.mean():+.1%} ± {off:.1%}"])
    title = f"The monsters: rounds planned together instead of {director}, {fights} fights each"
    columns = ("encounter", "margin turn by turn", "margin together", "difference", "wins")
    report.table(title, columns, rows)
    if judge:
        claim = "rounds planned together: lower end of the interval of the difference in margin, in percent"
        report.at_least(claim, 100 * float(every.mean() - error), 0.0, timed=False)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--part", choices=("plain", "joint"), help="only one of the two")
    parser.add_argument("--fights", type=int, help="of each encounter (100)")
    parser.add_argument("--director", default="director(2)", help="how the director plays: director(2)")
    options = parser.parse_args()
    report = Report("tactics", options.quick)
    names = ["wolves-in-a-blizzard"] if options.quick else list(encounters())
    fights = options.fights or (4 if options.quick else 100)
    for plain in PLAIN if options.part != "joint" else ():
        for side in SIDES:
            against(report, plain, side, options.director, names, fights, judge=not options.quick)
    if options.part != "plain":
        together(report, options.director, names, fights, judge=not options.quick)
    report.note("The interval is of 95 %, over all fights, paired by seed.")
    report.print(options.json)


if __name__ == "__main__":
    main()
