"""Dice: distributions beside NumPy's and icepool's, and what buckets cut at the hit points are worth.

NumPy convolves the same arrays by ``numpy.convolve``, written as tightly as we could, with the numbers of
dice and faces at hand; icepool computes with whole numbers, and so is exact where we have 16 digits. All are
warm: expressions have been read before, NumPy and icepool have their single dice. Nobody remembers a result.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import icepool
import numpy as np

from common import Report, arguments, interleaved
from hazard.dice import Attack, attack_odds, bucket, multiattack, parse, roll

# Eight attacks of different creatures on armor class 16: to hit, advantage, damage dice, bonus.
ATTACKS: list[tuple[int, int, list[tuple[int, int]], int]] = [
    (4, 0, [(1, 6)], 2),
    (5, 1, [(1, 8)], 3),
    (6, 0, [(2, 6)], 4),
    (7, -1, [(1, 10), (1, 6)], 3),
    (8, 0, [(2, 8)], 5),
    (5, 0, [(1, 4), (3, 6)], 3),
    (9, 1, [(1, 12), (2, 6)], 4),
    (11, 0, [(2, 10)], 6),
]
ARMOR_CLASS = 16

Pool = tuple[list[tuple[int, int]], int]
Dense = tuple[int, np.ndarray]
TWO_DICE: Pool = ([(2, 6)], 3)


def written(dice: list[tuple[int, int]], bonus: int) -> str:
    return "+".join([*(f"{count}d{sides}" for count, sides in dice), str(bonus)])


# ---- by NumPy -----------------------------------------------------------------------------------------

DICE = {sides: np.full(sides, 1 / sides) for sides in (4, 6, 8, 10, 12)}


def numpy_dice(pool: Pool) -> Dense:
    dice, low = pool
    total = None
    for count, sides in dice:
        die = DICE[sides]
        low += count
        for _ in range(count):
            total = die if total is None else np.convolve(total, die)
    return low, total


def numpy_attack(odds: tuple[float, float, float], dice: list[tuple[int, int]], bonus: int) -> np.ndarray:
    low, hit = numpy_dice((dice, bonus))
    top, critical = numpy_dice(([(2 * count, sides) for count, sides in dice], bonus))
    damage = np.zeros(top + len(critical))
    damage[0] = odds[0]
    damage[low : low + len(hit)] += odds[1] * hit
    damage[top:] += odds[2] * critical
    return damage


def numpy_attacks(odds: list[tuple[float, float, float]]) -> np.ndarray:
    total = np.ones(1)
    for chances, (_, _, dice, bonus) in zip(odds, ATTACKS, strict=True):
        total = np.convolve(total, numpy_attack(chances, dice, bonus))
    return total


# ---- by icepool ---------------------------------------------------------------------------------------


def icepool_dice(dice: list[tuple[int, int]], bonus: int) -> icepool.Die:
    return sum((count @ icepool.d(sides) for count, sides in dice), start=icepool.Die([bonus]))


def icepool_attack(to_hit: int, advantage: int, dice: list[tuple[int, int]], bonus: int) -> icepool.Die:
    hit = icepool_dice(dice, bonus)
    critical = icepool_dice([(2 * count, sides) for count, sides in dice], bonus)
    d20 = {0: icepool.d20, 1: icepool.d20.highest(2, 1), -1: icepool.d20.lowest(2, 1)}[advantage]

    def damage(natural: int) -> icepool.Die | int:
        if natural == 20:
            return critical
        return hit if natural > 1 and natural + to_hit >= ARMOR_CLASS else 0

    return d20.map(damage)


def icepool_attacks(attacks: list[tuple[int, int, list[tuple[int, int]], int]]) -> icepool.Die:
    total = icepool.Die([0])
    for to_hit, advantage, dice, bonus in attacks:
        total = total + icepool_attack(to_hit, advantage, dice, bonus)
    return total


# ---- the comparison -----------------------------------------------------------------------------------


def for_about(seconds: float, run: Callable[[Any], object], given: Any) -> Callable[[], float]:
    """Return a run that repeats ``run`` for about that long. Short, so that some of many are undisturbed."""
    times, taken = 1, 0.0
    while taken < seconds / 2:
        times *= 2
        began = perf_counter()
        for _ in range(times):
            run(given)
        taken = perf_counter() - began

    def loop() -> float:
        for _ in range(times):
            run(given)
        return times

    return loop


def compare(report: Report, name: str, **runs: tuple[Callable[[Any], object], Any]) -> None:
    rounds = 5 if report.quick else 200
    rates = interleaved(rounds, **{key: for_about(0.002, *run) for key, run in runs.items()})
    rows = [[key, 1e6 / rate, rates["hazard"] / rate] for key, rate in rates.items()]
    report.table(f"{name}: microseconds each", ("by", "µs", "times hazard's"), rows)
    report.at_least(
        f"{name}, times faster than numpy.convolve", rates["hazard"] / rates["numpy"], 10, timed=True
    )
    report.at_least(f"{name}, times faster than icepool", rates["hazard"] / rates["icepool"], 100, timed=True)


def same(ours: np.ndarray, theirs: np.ndarray, die: icepool.Die, low: int) -> float:
    """Return the largest difference of any probability among the three."""
    exact = np.zeros(len(ours))
    for value, p in zip(die.outcomes(), die.probabilities(), strict=True):
        exact[value - low] = float(p)
    return float(max(np.abs(ours - theirs).max(), np.abs(ours - exact).max()))


def speed(report: Report) -> None:
    odds = [attack_odds(to_hit, ARMOR_CLASS, advantage) for to_hit, advantage, _, _ in ATTACKS]
    attacks = [
        Attack(found, parse(written(dice, bonus)))
        for found, (_, _, dice, bonus) in zip(odds, ATTACKS, strict=True)
    ]
    plain = [(found.miss, found.hit, found.critical) for found in odds]
    compare(
        report,
        "2d6+3",
        hazard=(roll, "2d6+3"),
        numpy=(numpy_dice, TWO_DICE),
        icepool=(lambda bonus: 2 @ icepool.d6 + bonus, 3),
    )
    compare(
        report,
        "Eight attacks with criticals",
        hazard=(multiattack, attacks),
        numpy=(numpy_attacks, plain),
        icepool=(icepool_attacks, ATTACKS),
    )
    low, small = numpy_dice(TWO_DICE)
    differences = [
        same(roll("2d6+3").probabilities, small, 2 @ icepool.d6 + 3, low),
        same(multiattack(attacks).probabilities, numpy_attacks(plain), icepool_attacks(ATTACKS), 0),
    ]
    report.at_most(
        "largest difference of a probability among the three", max(differences), 1e-12, timed=False
    )


# ---- buckets ------------------------------------------------------------------------------------------


def split(text: str, hit_points: int) -> float:
    """The chance to kill as least, mean and most see it, with 20, 60 and 20 per cent."""
    damage = roll(text)
    cases = ((0.2, damage.low), (0.6, damage.mean()), (0.2, damage.high))
    return sum(p for p, value in cases if value >= hit_points)


def buckets(report: Report) -> None:
    rows, worst_split, worst_cut = [], 0.0, 0.0
    for text in ("1d8+3", "2d6+4", "4d10+5", "8d6", "10d6+40"):
        damage = roll(text)
        splits, cuts = [], []
        for hit_points in range(damage.low, damage.high + 1):
            true = damage.at_least(hit_points)
            found = bucket(damage, [hit_points])
            cuts.append(abs(sum(b.probability for b in found if b.low >= hit_points) - true))
            splits.append(abs(split(text, hit_points) - true))
        rows.append([text, max(splits), float(np.mean(splits)), max(cuts)])
        worst_split, worst_cut = max(worst_split, *splits), max(worst_cut, *cuts)
    columns = ("damage", "20/60/20: worst", "20/60/20: mean", "cut at the hit points: worst")
    report.table("Error in the chance to kill, over all hit points that the damage can reach", columns, rows)
    report.at_least("20/60/20 split, worst error in the chance to kill", worst_split, 0.2, timed=False)
    report.at_most("cut at the hit points, worst error in the chance to kill", worst_cut, 1e-12, timed=False)


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("dice", options.quick)
    speed(report)
    buckets(report)
    report.print(options.json)


if __name__ == "__main__":
    main()
