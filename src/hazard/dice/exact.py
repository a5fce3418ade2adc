"""The same as the core, in fractions: slow, exact to the last digit, and for small expressions only.

It is written for reading, from definitions alone, and so it is also what the core is tested against.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import comb

from hazard.dice.errors import DiceError
from hazard.dice.expression import Expression, parse
from hazard.dice.nodes import Dice, Floored, Modifier, Negated, Node, Number, Scaled, Sum, Twice, Typed
from hazard.language import Statement

Chances = dict[int, Fraction]

MOST_PRODUCTS = 2_000_000
"""Pairs of values that are combined in one step; about two seconds."""
EXPLOSION_TAIL = Fraction(1, 10**15)
"""As in the core: an explosion that is less likely to go on than this ends."""


def exact(expression: str | Expression) -> Chances:
    """Return the chance of each result as a fraction.

    >>> exact("2d6+3")[10]
    Fraction(1, 6)
    >>> sum(exact("4d6kh3").values())
    Fraction(1, 1)
    """
    read = parse(expression) if isinstance(expression, str) else expression
    return dict(sorted(_Exact(str(expression)).chances(read.node).items()))


class _Exact:
    def __init__(self, text: str) -> None:
        self.text = text

    def chances(self, node: Node) -> Chances:
        match node:
            case Number(value):
                return {value: Fraction(1)}
            case Dice():
                return self.dice(node)
            case Sum(parts):
                total: Chances = {0: Fraction(1)}
                for part in parts:
                    total = self.combined(total, self.chances(part), lambda a, b: a + b, node.position)
                return total
            case Negated(inner):
                return _mapped(self.chances(inner), lambda value: -value)
            case Scaled(inner, by):
                return _mapped(self.chances(inner), lambda value: value * by)
            case Floored(inner, by):
                return _mapped(self.chances(inner), lambda value: value // by)
            case Twice(inner, highest):
                once = self.chances(inner)
                return self.combined(once, once, max if highest else min, node.position)
            case Typed(inner):
                return self.chances(inner)

    def combined(self, a: Chances, b: Chances, how: Callable[[int, int], int], place: int) -> Chances:
        self.affordable(len(a) * len(b), place)
        total: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (x, p), (y, q) in product(a.items(), b.items()):
            total[how(x, y)] += p * q
        return dict(total)

    def affordable(self, products: int, place: int) -> None:
        if products > MOST_PRODUCTS:
            steps = Statement("dice.steps_with_fractions", count=products)
            raise DiceError(steps, self.text, place, Statement("dice.at_most", most=MOST_PRODUCTS))

    def dice(self, dice: Dice) -> Chances:
        self.affordable(dice.sides, dice.position)
        die = {face: Fraction(1, dice.sides) for face in range(1, dice.sides + 1)}
        for modifier in dice.modifiers:
            die = self.modified(die, modifier)
        if dice.keep is None:
            self.affordable(dice.count**2 * len(die) ** 2 // 2, dice.position)
            total: Chances = {0: Fraction(1)}
            for _ in range(dice.count):
                total = self.combined(total, die, lambda a, b: a + b, dice.position)
            return total
        return self.kept(die, dice, dice.keep.count, dice.keep.highest)

    def modified(self, die: Chances, modifier: Modifier) -> Chances:
        faces, place = modifier.condition, modifier.position
        if modifier.name == "mi":
            return _mapped(die, lambda face: max(face, modifier.number))
        if modifier.name == "ma":
            return _mapped(die, lambda face: min(face, modifier.number))
        low, high = (faces.low, faces.high) if faces is not None else (max(die), max(die))
        again = {face: p for face, p in die.items() if low <= face <= high}
        rest = {face: p for face, p in die.items() if face not in again}
        if modifier.name == "ro":
            chance = sum(again.values(), Fraction(0))
            return {face: rest.get(face, Fraction(0)) + chance * p for face, p in die.items()}
        if not rest:
            raise DiceError(Statement("dice.again_for_ever"), self.text, place)
        if modifier.name == "r":
            return {face: p / sum(rest.values()) for face, p in rest.items()}
        return self.exploded(die, again, rest, place)

    def exploded(self, die: Chances, again: Chances, rest: Chances, place: int) -> Chances:
        total, tail = die, Fraction(1)
        while again and tail >= EXPLOSION_TAIL:
            longer = self.combined(again, total, lambda a, b: a + b, place)
            total = {
                value: longer.get(value, Fraction(0)) + rest.get(value, Fraction(0))
                for value in longer | rest
            }
            tail *= sum(again.values())
        return total

    def kept(self, die: Chances, dice: Dice, kept: int, highest: bool) -> Chances:
        """Give each face its dice, the best face first; of the dice so far, at most ``kept`` count."""
        states: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
        for face in sorted(die, reverse=highest):
            following: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
            self.affordable(len(states) * dice.count, dice.position)
            for (placed, total), p in states.items():
                left = dice.count - placed
                for here in range(left + 1):
                    counted = max(0, min(kept - placed, here))
                    ways = comb(left, here) * die[face] ** here
                    following[placed + here, total + counted * face] += p * ways
            states = dict(following)
        return {total: p for (placed, total), p in states.items() if placed == dice.count}


def _mapped(chances: Mapping[int, Fraction], change: Callable[[int], int]) -> Chances:
    total: defaultdict[int, Fraction] = defaultdict(Fraction)
    for value, p in chances.items():
        total[change(value)] += p
    return dict(total)
