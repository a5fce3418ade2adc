"""Pre-flop equities of hold'em beside an independent brute force, and the push-or-fold chart.

The brute force shares no code with the table's maker (C++): for each way to give two kinds of hand their
suits, up to renaming them, all 1,712,304 boards are looked at in numpy, by counts of ranks and suits.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np

import hazard
from common import Report, arguments
from hazard.games import PushFold
from hazard.games.holdem.equities import KINDS, equities, kind

RANKS = "23456789TJQKA"
MASKS = np.arange(1 << 13)


def _highest() -> np.ndarray:
    found = np.full(1 << 13, -1)
    for bit in range(13):
        found[MASKS >> bit & 1 == 1] = bit
    return found


TOP = _highest()


def _best(count: int) -> np.ndarray:
    """For each set of ranks, the highest so many of them."""
    left, found = MASKS.copy(), np.zeros_like(MASKS)
    for _ in range(count):
        bit = np.where(left > 0, 1 << np.maximum(TOP[left], 0), 0)
        found, left = found | bit, left & ~bit
    return found


def _straights() -> np.ndarray:
    found = np.full(1 << 13, -1)
    wheel = 0b1000000001111
    found[(MASKS & wheel) == wheel] = 3
    for low in range(9):
        run = 0b11111 << low
        found[(MASKS & run) == run] = low + 4
    return found


BEST = {count: _best(count) for count in (1, 2, 3, 5)}
STRAIGHT = _straights()
BITS = np.array([int(mask).bit_count() for mask in MASKS])


def boards() -> tuple[np.ndarray, np.ndarray]:
    """Every board: how often each rank is on it, three bits each, and a bit for each card, suit by suit."""
    cards = np.fromiter((c for board in combinations(range(52), 5) for c in board), np.int8).reshape(-1, 5)
    counts, bits = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int64)
    for column in cards.T.astype(np.int64):
        counts += np.int64(1) << (3 * (column % 13))
        bits |= np.int64(1) << column
    return counts, bits


def strengths(counts: np.ndarray, bits: np.ndarray) -> np.ndarray:
    """What seven cards are worth: the kind of hand, then the ranks that decide it."""
    ranks, pairs, trips, quads = (np.zeros(len(counts), np.int64) for _ in range(4))
    for rank in range(13):
        often = counts >> (3 * rank) & 7
        for found, least in (
            (ranks, often > 0),
            (pairs, often == 2),
            (trips, often == 3),
            (quads, often == 4),
        ):
            found |= least.astype(np.int64) << rank
    best = BEST[5][ranks]
    pair = BEST[1][pairs]
    second = BEST[1][pairs ^ pair]
    score = np.where(pair > 0, 1 << 40 | pair << 20 | BEST[3][ranks ^ pair], best)
    score = np.where(second > 0, 2 << 40 | (pair | second) << 20 | BEST[1][ranks & ~(pair | second)], score)
    trip = BEST[1][trips]
    score = np.where(trip > 0, 3 << 40 | trip << 20 | BEST[2][ranks ^ trip], score)
    straight = STRAIGHT[ranks]
    score = np.where(straight >= 0, 4 << 40 | straight, score)
    full = BEST[1][pairs | (trips ^ trip)]
    flush = np.zeros(len(counts), np.int64)
    for suit in range(4):
        own = bits >> (13 * suit) & 0x1FFF
        flush = np.where(BITS[own] >= 5, own, flush)
    score = np.where(flush > 0, 5 << 40 | BEST[5][flush], score)
    score = np.where((trip > 0) & (full > 0), 6 << 40 | trip << 20 | full, score)
    quad = BEST[1][quads]
    score = np.where(quad > 0, 7 << 40 | quad << 20 | BEST[1][ranks & ~quad], score)
    running = np.where(flush > 0, STRAIGHT[flush], -1)
    return np.where(running >= 0, 8 << 40 | running, score)


def suited_ways(one: str, other: str) -> Counter[Any]:
    """The ways to give both hands suits, up to renaming the suits, with how many there are of each."""
    found: Counter[Any] = Counter()
    for mine in _hands(one):
        for theirs in _hands(other):
            if not mine & theirs:
                renamed = (
                    (
                        tuple(sorted(c % 13 + 13 * order[c // 13] for c in mine)),
                        tuple(sorted(c % 13 + 13 * order[c // 13] for c in theirs)),
                    )
                    for order in permutations(range(4))
                )
                found[min(renamed)] += 1
    return found


def _hands(name: str) -> list[frozenset[int]]:
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    suits = [(a, b) for a in range(4) for b in range(4)]
    if high == low:
        suits = [(a, b) for a, b in suits if a < b]
    else:
        suits = [(a, b) for a, b in suits if (a == b) == name.endswith("s")]
    return [frozenset((high + 13 * a, low + 13 * b)) for a, b in suits]


def equity(one: str, other: str, counts: np.ndarray, bits: np.ndarray) -> float:
    """The share of the pot that the first hand gets, every board and every way of suits counted."""
    won = total = 0.0
    for (mine, theirs), ways in suited_ways(one, other).items():
        used = sum(1 << card for card in (*mine, *theirs))
        free = (bits & used) == 0
        left, seen = counts[free], bits[free]
        scores = []
        for hand in (mine, theirs):
            more = sum(1 << (3 * (card % 13)) for card in hand)
            scores.append(strengths(left + more, seen | sum(1 << card for card in hand)))
        mean = float(((scores[0] > scores[1]) + 0.5 * (scores[0] == scores[1])).mean())
        won, total = won + ways * mean, total + ways
    return won / total


def main() -> None:
    options = arguments(__doc__).parse_args()
    report = Report("holdem", options.quick)
    draw = random.Random(7)
    drawn = [("AKs", "AKo")] if options.quick else [tuple(draw.sample(KINDS, 2)) for _ in range(50)]
    counts, bits = boards()
    table, rows, worst = equities(), [], 0.0
    for one, other in drawn:
        found, ours = equity(one, other, counts, bits), float(table[kind(one), kind(other)])
        rows.append([f"{one} against {other}", f"{found:.9f}", f"{ours:.9f}"])
        worst = max(worst, abs(found - ours))
    report.table("Equity by brute force and in the table", ("hands", "brute force", "table"), rows)
    report.at_most(f"equities of {len(drawn)} matchups: largest difference", worst, 1e-9, timed=False)
    chart = hazard.equilibrium(PushFold(10), algorithm="dcfr", target=1e-4, iterations=3000)
    report.at_most("push or fold at 10 big blinds: exploitability", chart.exploitability, 1e-4, timed=False)
    report.print(options.json)


if __name__ == "__main__":
    main()
