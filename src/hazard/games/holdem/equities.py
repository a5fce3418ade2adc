"""The 169 kinds of hand before the flop, and what each gets of the pot against each other, exactly.

The table was made by ``python -m hazard.games.holdem.equities``, which goes through every board for every
pair of hands (some ten seconds, compiled) and writes ``equities.npz`` anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hazard.errors import quoted
from hazard.game import GameError

RANKS = "23456789TJQKA"
FILE = Path(__file__).with_name("equities.npz")


def _name(number: int) -> str:
    row, column = divmod(number, 13)
    high, low = max(row, column), min(row, column)
    return RANKS[high] + RANKS[low] + ("" if row == column else "s" if row > column else "o")


KINDS = tuple(_name(number) for number in range(169))
"""Kinds by number: row 13 is aces; below the diagonal suited, above it not."""


def kind(name: str) -> int:
    """Return the number of a kind of hand.

    >>> KINDS[kind("AKs")], KINDS[kind("KAs")], KINDS[kind("77")]
    ('AKs', 'AKs', '77')
    """
    text = name.strip()
    text = text[:2].upper() + text[2:].lower()
    for tried in (text, text[1::-1] + text[2:]):
        if tried in KINDS:
            return KINDS.index(tried)
    raise GameError("holdem.no_hand", found=quoted(name))


def hands(number: int) -> int:
    """Return how many hands are of a kind: 6 of a pair, 4 suited, 12 others.

    >>> sum(hands(number) for number in range(169))
    1326
    """
    row, column = divmod(number, 13)
    return 6 if row == column else 4 if row > column else 12


def ranks(number: int) -> tuple[int, int]:
    """Return both ranks of a kind, from 0 for a two."""
    row, column = divmod(number, 13)
    return row, column


@cache
def matchups() -> npt.NDArray[np.float64]:
    """Return for each pair of kinds how many pairs of hands share no card."""
    cards = [(a, b) for a in range(52) for b in range(a + 1, 52)]
    found = np.zeros((169, 169))
    members: list[list[tuple[int, int]]] = [[] for _ in range(169)]
    for a, b in cards:
        high, low = max(a // 4, b // 4), min(a // 4, b // 4)
        members[13 * high + low if a % 4 == b % 4 else 13 * low + high].append((a, b))
    for one in range(169):
        for other in range(169):
            found[one, other] = sum(
                a not in (c, d) and b not in (c, d) for a, b in members[one] for c, d in members[other]
            )
    return found


@cache
def equities() -> npt.NDArray[np.float64]:
    """Return what each kind gets of the pot against each other, ties as halves.

    >>> round(float(equities()[kind("AA"), kind("KK")]), 4)
    0.8195
    """
    with np.load(FILE, allow_pickle=False) as found:
        return np.asarray(found["equity"], np.float64)


def made(progress: Any = None) -> npt.NDArray[np.float64]:
    """Make the table again, by enumeration."""
    from hazard import _core

    equity, _ = _core.preflop_equities(progress)
    return np.asarray(equity).reshape(169, 169)


if __name__ == "__main__":
    np.savez_compressed(FILE, equity=made())
    print(f"Written: {FILE}")
