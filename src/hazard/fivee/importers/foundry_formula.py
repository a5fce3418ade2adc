"""Foundry's formulas: sums of numbers, dice and fields of the actor, such as ``2d6 + @abilities.dex.mod``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_LETTERS = 200
_TOKEN = re.compile(
    r"\s*(?:(?P<dice>\d{0,3}[dD]\d{1,4})|(?P<number>\d{1,6}(?:\.\d{1,4})?)|(?P<word>[a-z]+)|(?P<sign>[-+*/(),]))"
)
_FIELD = re.compile(r"@([A-Za-z][\w-]*(?:\.[\w-]+)*)")
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "floor": math.floor, "ceil": math.ceil, "round": round, "max": max, "min": min, "abs": abs,
}  # fmt: skip


class NotUnderstoodError(ValueError):
    """A formula that means nothing here."""


@dataclass
class Sum:
    """Dice by their faces, and what is added to them."""

    dice: dict[int, int] = field(default_factory=dict)
    more: float = 0.0

    def plus(self, other: Sum, sign: int) -> Sum:
        """Return both together."""
        dice = dict(self.dice)
        for faces, count in other.dice.items():
            dice[faces] = dice.get(faces, 0) + sign * count
        return Sum(dice, self.more + sign * other.more)


def read_formula(text: str, known: Callable[[str], float | None]) -> Sum:
    """Return what a formula comes to; ``known`` has the numbers of its fields.

    >>> read_formula("2d6 + @mod + max(1, @prof)", {"mod": 3, "prof": 2}.get)
    Sum(dice={6: 2}, more=5.0)
    """

    def number(found: re.Match[str]) -> str:
        value = known(found[1])
        if value is None:
            raise NotUnderstoodError(text)
        return f"({value:g})"

    if len(text) > MOST_LETTERS:
        raise NotUnderstoodError(text[:MOST_LETTERS])
    filled = re.sub(r"\[[^\[\]]*\]", "", _FIELD.sub(number, text))
    filled = re.sub(r"\((\d{1,3})\)(?=[dD]\d)", r"\1", filled)  # (5)d6
    return _Parser(filled, text).whole()


class _Parser:
    """Sums of products of numbers, dice, brackets and a few functions."""

    def __init__(self, filled: str, formula: str) -> None:
        self.formula = formula
        self.tokens: list[str] = []
        place = 0
        while place < len(filled.rstrip()):
            found = _TOKEN.match(filled, place)
            if found is None:
                raise NotUnderstoodError(formula)
            self.tokens.append(found[0].strip())
            place = found.end()

    def whole(self) -> Sum:
        found = self.sum()
        if self.tokens:
            raise NotUnderstoodError(self.formula)
        return found

    def next_is(self, signs: str) -> bool:
        return bool(self.tokens) and self.tokens[0] in signs

    def sum(self) -> Sum:
        found = self.product()
        while self.next_is("+-"):
            sign = -1 if self.tokens.pop(0) == "-" else 1
            found = found.plus(self.product(), sign)
        return found

    def product(self) -> Sum:
        found = self.factor()
        while self.next_is("*/"):
            divides = self.tokens.pop(0) == "/"
            other = self.factor()
            if found.dice or other.dice or (divides and not other.more):
                raise NotUnderstoodError(self.formula)
            found = Sum({}, found.more / other.more if divides else found.more * other.more)
        return found

    def factor(self) -> Sum:
        if not self.tokens:
            raise NotUnderstoodError(self.formula)
        token = self.tokens.pop(0)
        if token in ("-", "+"):
            return Sum().plus(self.factor(), -1 if token == "-" else 1)
        if token == "(":
            found = self.sum()
            self.close()
            return found
        if re.fullmatch(r"\d{0,3}[dD]\d+", token):
            count, faces = re.split("[dD]", token)
            return Sum({int(faces): int(count or 1)})
        if token[0].isdigit():
            return Sum({}, float(token))
        return self.call(token)

    def call(self, word: str) -> Sum:
        if word not in _FUNCTIONS or not self.next_is("("):
            raise NotUnderstoodError(self.formula)
        self.tokens.pop(0)
        arguments = [self.sum()]
        while self.next_is(","):
            self.tokens.pop(0)
            arguments.append(self.sum())
        self.close()
        if any(argument.dice for argument in arguments) or (
            word not in ("max", "min") and len(arguments) > 1
        ):
            raise NotUnderstoodError(self.formula)
        numbers = [argument.more for argument in arguments]
        return Sum(
            {}, float(_FUNCTIONS[word](numbers) if word in ("max", "min") else _FUNCTIONS[word](*numbers))
        )

    def close(self) -> None:
        if not self.next_is(")"):
            raise NotUnderstoodError(self.formula)
        self.tokens.pop(0)


def dice_of(found: Sum) -> str | None:
    """Return plain dice such as ``2d6+3``; nothing for several kinds of dice.

    >>> dice_of(Sum({6: 2}, -1.0)), dice_of(Sum({}, 5.0)), dice_of(Sum({6: 1, 4: 1}))
    ('2d6-1', '5', None)
    """
    dice = {faces: count for faces, count in found.dice.items() if count}
    more = math.floor(found.more)
    if len(dice) > 1 or any(count < 0 or faces < 1 for faces, count in dice.items()) or abs(more) > 9999:
        return None
    if not dice:
        return str(max(0, more))
    ((faces, count),) = dice.items()
    return f"{count}d{faces}" + (f"{more:+d}" if more else "")
