"""Monopoly's walk round the board as a Markov chain, written from the rule book alone.

States are the square with the number of doubles before, and the tries that are left in jail; jail is left by
trying for doubles, so that the cards that free from jail are kept once they are drawn: decks have the fifteen
others, and are drawn from as if full. An *end* is where a roll leads to, all cards
included; square 40 is jail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

JAIL = 40
CHANCE_SQUARES, CHEST_SQUARES = (7, 22, 36), (2, 17, 33)
CHANCE_CARDS = [card for card in range(16) if card != 8]
CHANCE_ADVANCES = {0: 0, 1: 24, 2: 11, 12: 5, 13: 39}


class Arrival(NamedTuple):
    """Where a move ends, how likely, and whether a card sent the player to pay more."""

    square: int
    probability: float
    dear: bool


class LongRun(NamedTuple):
    """Shares of all rolls, by square."""

    ends: list[float]
    """How often a roll ends there."""
    dear: list[float]
    """How often by the card that asks for more than the usual rent."""
    dice: list[float]
    """The sum of the dice where it ends there without such a card, times how often."""


def arrivals(square: int, p: float) -> Iterator[Arrival]:
    """Yield the squares that a move to ``square`` ends on."""
    if square == 30:
        yield Arrival(JAIL, p, False)
    elif square in CHANCE_SQUARES:
        for card in CHANCE_CARDS:
            share = p / 15
            if card in CHANCE_ADVANCES:
                yield Arrival(CHANCE_ADVANCES[card], share, False)
            elif card == 3:
                yield Arrival(12 if square < 12 or square >= 28 else 28, share, True)
            elif card in (4, 5):
                yield Arrival({7: 15, 22: 25, 36: 5}[square], share, True)
            elif card == 7:
                yield from arrivals(square - 3, share)
            elif card == 9:
                yield Arrival(JAIL, share, False)
            else:
                yield Arrival(square, share, False)
    elif square in CHEST_SQUARES:
        yield Arrival(0, p / 15, False)
        yield Arrival(JAIL, p / 15, False)
        yield Arrival(square, p * 13 / 15, False)
    else:
        yield Arrival(square, p, False)


def long_run() -> LongRun:
    """Return the exact shares."""
    states = [("at", square, doubles) for square in range(40) for doubles in range(3)]
    states += [("jail", left, 0) for left in (3, 2, 1)]
    index = {state: number for number, state in enumerate(states)}
    matrix = np.zeros((len(states), len(states)))
    ends, dear, dice = (np.zeros((len(states), 41)) for _ in range(3))
    for state in states:
        kind, where, doubles = state
        here = index[state]
        for one in range(1, 7):
            for two in range(1, 7):
                p, double = 1 / 36, one == two
                if kind == "jail" and not double and where > 1:
                    matrix[here, index["jail", where - 1, 0]] += p
                    ends[here, JAIL] += p
                    continue
                if kind == "at" and double and doubles == 2:
                    matrix[here, index["jail", 3, 0]] += p
                    ends[here, JAIL] += p
                    continue
                start = 10 if kind == "jail" else where
                again = doubles + 1 if kind == "at" and double else 0
                for square, share, more in arrivals((start + one + two) % 40, p):
                    ends[here, square] += share
                    (dear if more else dice)[here, square] += share if more else share * (one + two)
                    following = ("jail", 3, 0) if square == JAIL else ("at", square, again)
                    matrix[here, index[following]] += share
    shares = np.linalg.lstsq(
        np.vstack([matrix.T - np.eye(len(states)), np.ones(len(states))]),
        np.append(np.zeros(len(states)), 1.0),
        rcond=None,
    )[0]
    return LongRun(*((shares @ each).tolist() for each in (ends, dear, dice)))


def rent_share(run: LongRun, square: int, rent: int, station: bool, utility: bool, both: bool) -> float:
    """Return what a roll of another player brings the owner of ``square`` on average.

    ``rent`` is the usual rent of a street or a station; that of a utility follows from the dice.
    """
    if utility:
        return run.dice[square] * (10 if both else 4) + run.dear[square] * 70
    return rent * (run.ends[square] + (run.dear[square] if station else 0.0))
