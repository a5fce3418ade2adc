"""Two who stand and strike until one falls, worked out exactly.

A duel is a chain of moments (hit points of A, hit points of B, who strikes next). Hit points only go down, so
the chances are found from the end backwards; the one loop, both strike in vain, is a geometric series that is
summed in closed form. There is no sampling and no tree.

>>> a = Duelist("A", hit_points=30, armor_class=12, attacks=(Blow(5, "1d6+4"),) * 2)
>>> b = Duelist("B", hit_points=30, armor_class=12, attacks=(Blow(5, "1d8+5"),))
>>> found = duel(a, b, first="a")
>>> round(found.a_wins, 5), round(found.damage_to_a, 3)
(0.89906, 15.496)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hazard.dice import DiceError, attack_damage, attack_odds, multiattack, parse, roll
from hazard.dice.combat import Resistance
from hazard.fivee.content.effects import MOST
from hazard.fivee.content.library import ContentError

Floats: TypeAlias = NDArray[np.float64]
First: TypeAlias = Literal["a", "b", "roll"]

MOST_HIT_POINTS = 2000
MOST_ROUNDS = 100_000
TAIL = 1e-12
"""The rounds are followed until a longer duel is less likely than this."""


@dataclass(frozen=True)
class Blow:
    """One attack: what is added to the d20, and the damage."""

    to_hit: int
    damage: str
    advantage: Literal[-1, 0, 1] = 0
    crit_from: int = 20

    def __post_init__(self) -> None:
        """Refuse damage that is no dice expression."""
        try:
            most = max(roll(self.damage).high, roll(parse(self.damage).critical()).high)
        except DiceError as error:
            raise ContentError("fivee.dice_wrong", error=error, text=self.damage) from None
        if most > MOST:
            raise ContentError("fivee.duel_damage_too_high", damage=self.damage, found=most, most=MOST)
        if not 2 <= self.crit_from <= 20:
            raise ContentError("fivee.crit_from_out_of_range", found=self.crit_from)
        if not -50 <= self.to_hit <= 50:
            raise ContentError("fivee.to_hit_out_of_range", found=self.to_hit)


@dataclass(frozen=True)
class Duelist:
    """One of the two: all its attacks of a turn go to the other."""

    name: str
    hit_points: int
    armor_class: int
    attacks: tuple[Blow, ...]
    resistances: tuple[tuple[str, Resistance], ...] = ()
    """Types of damage that it takes otherwise."""
    initiative: int = 0
    """The bonus, where initiative is rolled."""

    def __post_init__(self) -> None:
        """Refuse what no duel can be fought with."""
        if not 1 <= self.hit_points <= MOST_HIT_POINTS:
            raise ContentError(
                "fivee.hit_points_out_of_range",
                name=self.name,
                hit_points=self.hit_points,
                most=MOST_HIT_POINTS,
            )
        if not 1 <= self.armor_class <= 50:
            raise ContentError("fivee.armor_class_out_of_range", name=self.name, armor_class=self.armor_class)
        if not 1 <= len(self.attacks) <= 16:
            raise ContentError("fivee.attacks_out_of_range", name=self.name, count=len(self.attacks))


@dataclass(frozen=True)
class Duel:
    """How a duel ends."""

    a: Duelist
    b: Duelist
    a_wins: float
    """Exact, as all here."""
    damage_to_a: float
    """Mean hit points that A loses, whoever wins; those beyond 0 do not count."""
    damage_to_b: float
    rounds: Floats
    """The probability that the duel ends in round n, for n from 0."""
    a_left: Floats
    """The probability that A ends with so many hit points."""
    b_left: Floats

    @property
    def b_wins(self) -> float:
        """The other way."""
        return 1.0 - self.a_wins

    @property
    def mean_rounds(self) -> float:
        """How long it takes on average."""
        return float(self.rounds @ np.arange(len(self.rounds)))

    def to_dict(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            "a": self.a.name,
            "b": self.b.name,
            "a_wins": self.a_wins,
            "b_wins": self.b_wins,
            "damage_to_a": self.damage_to_a,
            "damage_to_b": self.damage_to_b,
            "mean_rounds": self.mean_rounds,
            "rounds": {str(n): float(p) for n, p in enumerate(self.rounds) if p > 0},
            "a_hit_points_left": self.a_left.tolist(),
            "b_hit_points_left": self.b_left.tolist(),
        }


def turn_damage(attacker: Duelist, defender: Duelist) -> Floats:
    """Return the chances of 0, 1, 2, … damage in one turn of the attacker.

    >>> ogre = Duelist("Ogre", 59, 11, (Blow(6, "2d8+4"),))
    >>> float(turn_damage(ogre, ogre)[0])  # it misses on 1 to 4
    0.2
    """
    sums = multiattack(
        attack_damage(
            attack_odds(blow.to_hit, defender.armor_class, blow.advantage, blow.crit_from),
            blow.damage,
            dict(defender.resistances),
        )
        for blow in attacker.attacks
    )
    chances = np.zeros(max(sums.high, 0) + 1)
    chances[sums.low :] = sums.probabilities
    return chances


def first_chance(a: Duelist, b: Duelist, first: First) -> float:
    """Return the chance that A strikes first; a tie of initiative is decided by a coin.

    >>> one = Duelist("One", 1, 10, (Blow(0, "1"),))
    >>> first_chance(one, one, "roll")
    0.5
    """
    if first == "a" or first == "b":
        return float(first == "a")
    if first != "roll":
        raise ContentError("fivee.first_in_duel_not_read", found=first)
    ahead = a.initiative - b.initiative
    rolls = np.arange(1, 21)
    difference = ahead + rolls[:, None] - rolls[None, :]
    return float(((difference > 0) + 0.5 * (difference == 0)).mean())


def duel(a: Duelist, b: Duelist, first: First = "roll") -> Duel:
    """Return how a duel ends, exactly: by the chances of every pair of hit points."""
    strikes = (turn_damage(a, b), turn_damage(b, a))
    if strikes[0][0] > 1 - 1e-15 and strikes[1][0] > 1 - 1e-15:
        raise ContentError("fivee.duel_has_no_end", one=a.name, other=b.name)
    begins = first_chance(a, b, first)
    a_first = (*_ends(a.hit_points, b.hit_points, *strikes), _rounds(a.hit_points, b.hit_points, *strikes))
    b_left, a_left, rounds = (
        *_ends(b.hit_points, a.hit_points, *strikes[::-1]),
        _rounds(b.hit_points, a.hit_points, *strikes[::-1]),
    )
    a_left, b_left, rounds = (
        _mixed(begins, one, other) for one, other in zip(a_first, (a_left, b_left, rounds), strict=True)
    )
    return Duel(
        a,
        b,
        a_wins=float(b_left[0]),
        damage_to_a=float(a.hit_points - a_left @ np.arange(len(a_left))),
        damage_to_b=float(b.hit_points - b_left @ np.arange(len(b_left))),
        rounds=rounds,
        a_left=a_left,
        b_left=b_left,
    )


def _ends(one: int, other: int, strike: Floats, answer: Floats) -> tuple[Floats, Floats]:
    """Return the chances of the hit points that both end with, ``one`` striking first.

    ``meets[i, u]`` is how often, on average, an answer leads to the first striker at i hit points and the
    other with u damage taken. From there both may strike, the first in vain or not, the other in vain, over
    and over: ``kernel`` sums that series for every amount of damage, once for all rows.
    """
    vain = answer[0]
    kernel = np.zeros(other)
    for u in range(other):
        hits = strike[1 : u + 1]
        sums = float(hits @ kernel[u - len(hits) : u][::-1])
        kernel[u] = ((u == 0) + vain * sums) / (1.0 - vain * strike[0])
    fells = _at_least(strike)
    felling = np.array([fells[other - u] if other - u < len(fells) else 0.0 for u in range(other)])
    killing = _at_least(answer)
    meets = np.zeros((one + 1, other))
    meets[one, 0] = 1.0
    one_left, other_left = np.zeros(one + 1), np.zeros(other + 1)
    for i in range(one, 0, -1):
        strikes = np.convolve(meets[i], kernel)[:other]  # how often it strikes from here
        struck = np.convolve(strikes, strike)[:other]  # how often the other is left to answer
        one_left[i] = strikes @ felling
        reach = min(len(answer), i)
        meets[i - reach + 1 : i] += np.outer(answer[1:reach][::-1], struck)
        if i < len(killing):
            other_left[1:] += killing[i] * struck[::-1]
    one_left[0], other_left[0] = other_left[1:].sum(), one_left[1:].sum()
    return one_left, other_left


def _at_least(chances: Floats) -> Floats:
    """Return the chances of so much or more."""
    return np.asarray(np.cumsum(chances[::-1])[::-1])


def _rounds(one: int, other: int, strike: Floats, answer: Floats) -> Floats:
    """Return the chances that the duel ends in round n, ``one`` striking first, by following every pair."""
    hit, back = (_steps(points, chances) for points, chances in ((other, strike), (one, answer)))
    pairs = np.zeros((one, other))
    pairs[-1, -1] = 1.0
    found = [0.0]
    left = 1.0
    while left > TAIL and len(found) < MOST_ROUNDS:
        pairs = back.T @ (pairs @ hit)
        now = float(pairs.sum())
        found.append(left - now)
        left = now
    return np.array(found)


def _steps(points: int, chances: Floats) -> Floats:
    """Return the chances to go from i + 1 hit points to j + 1, as a matrix."""
    matrix = np.zeros((points, points))
    for i in range(points):
        kept = chances[: i + 1]
        matrix[i, i - len(kept) + 1 : i + 1] = kept[::-1]
    return matrix


def _mixed(share: float, one: Floats, other: Floats) -> Floats:
    mixed = np.zeros(max(len(one), len(other)))
    mixed[: len(one)] += share * one
    mixed[: len(other)] += (1 - share) * other
    return mixed
