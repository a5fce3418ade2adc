"""Dice expressions: read once, then rolled as often as you like, by the compiled core."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from hazard._core import DiceProgram, Distribution
from hazard.dice.errors import DiceError
from hazard.dice.nodes import (
    Dice,
    Node,
    constant_value,
    critical,
    terms,
    text,
    typed_blows,
    typed_parts,
    walk,
)
from hazard.dice.parser import Parser
from hazard.dice.program import compiled, distributions
from hazard.errors import HazardError


@dataclass(frozen=True, repr=False)
class Expression:
    """A dice expression that has been read.

    >>> blow = parse("1d8 [piercing] + 3 + 2W6 [fire]")
    >>> str(blow), blow.mean(), str(blow.critical())
    ('1d8[piercing]+3+2d6[fire]', 14.5, '2d8[piercing]+3+4d6[fire]')
    """

    node: Node
    """What it is made of."""

    def __str__(self) -> str:
        """Return the expression as we write it; it reads back as the same."""
        return text(self.node)

    def __repr__(self) -> str:
        """Return the expression, so that it shows in an error what it is."""
        return f"Expression({self})"

    def __reduce__(self) -> tuple[type[Expression], tuple[Node]]:
        """Let other processes have it too, without the compiled program."""
        return Expression, (self.node,)

    @cached_property
    def program(self) -> DiceProgram:
        """The expression as the core evaluates it."""
        return DiceProgram(compiled(self.node)[0])

    def roll(self) -> Distribution:
        """Return how likely each result is."""
        try:
            return self.program.evaluate()
        except ValueError as error:
            raise _placed(error, str(self)) from None

    def mean(self) -> float:
        """Return the mean result."""
        return self.roll().mean()

    def critical(self) -> Expression:
        """Return the same with all dice rolled twice; numbers stay as they are.

        >>> str(parse("2d6+3").critical()), str(parse("4d6kh3").critical())
        ('4d6+3', '4d6kh3+4d6kh3')
        """
        return Expression(critical(self.node))

    def dice(self) -> tuple[Dice, ...]:
        """Return all dice in it, from left to right.

        >>> [(dice.count, dice.sides) for dice in parse("2d6+1d4+3").dice()]
        [(2, 6), (1, 4)]
        """
        return tuple(node for node in walk(self.node) if isinstance(node, Dice))

    @property
    def flat(self) -> int:
        """The sum of the plain numbers: 3 in ``2d6+1d4+3``."""
        return sum(constant_value(term) or 0 for term in terms(self.node))

    def typed_parts(self) -> list[tuple[Expression, str | None]]:
        """Return the parts with their types of damage, each type once, in order.

        A number without a type belongs to the part before it (or, at the beginning, after it): the bonus of
        a sword is as much piercing as its die. A type after a number covers the dice before it as well, as
        in ``1d6+2[slashing]``. Other dice without a type have the type None.

        >>> [(str(part), kind) for part, kind in parse("1d8[piercing]+3+2d6[fire]+1d4").typed_parts()]
        [('1d8+3', 'piercing'), ('2d6', 'fire'), ('1d4', None)]
        """
        return [(Expression(part), kind) for part, kind in typed_parts(self.node)]


@lru_cache(maxsize=4096)
def parse(expression: str) -> Expression:
    """Read a dice expression; :class:`DiceError` says where a wrong one is wrong.

    >>> parse("1d8 + 2w6")
    Expression(1d8+2d6)
    """
    return Expression(Parser(expression).read())


def damage(expression: str) -> list[tuple[Distribution, Distribution, str | None]]:
    """Return how likely each result is for the part of each type: of a hit, and of a critical hit.

    >>> [(hit.mean(), critical.mean(), kind) for hit, critical, kind in damage("1d8[cold]+3+2d6[fire]")]
    [(7.5, 12.0, 'cold'), (7.0, 14.0, 'fire')]
    """
    node = parse(expression).node
    parts, kinds = typed_blows(node)
    try:
        rolled = distributions(parts)
    except ValueError:
        for part in parts:
            Expression(part).roll()  # says what is wrong where
        raise
    return list(zip(rolled[::2], rolled[1::2], kinds, strict=True))


class _Programs(dict[str | Expression, DiceProgram]):
    """Programs of what has been rolled lately; a plain lookup, since this is on the way of every roll."""

    def __missing__(self, expression: str | Expression) -> DiceProgram:
        if len(self) >= 4096:
            self.clear()
        read = parse(expression) if isinstance(expression, str) else expression
        return self.setdefault(expression, read.program)


_PROGRAMS = _Programs()


def roll(expression: str | Expression) -> Distribution:
    """Return how likely each result of a dice expression is, exactly.

    >>> roll("2d6+3")
    <Distribution of 5 to 15, mean 10>
    >>> round(roll("4d6kh3").mean(), 4)
    12.2446
    """
    try:
        return _PROGRAMS[expression].evaluate()
    except DiceError:
        raise
    except ValueError as error:
        raise _placed(error, str(expression)) from None


def _placed(error: ValueError, expression: str) -> DiceError:
    """Turn what the core says of an instruction into what is wrong where."""
    message, *instruction = error.args
    places = compiled(parse(expression).node)[1]
    position = places[instruction[0]] if instruction else 0
    return DiceError(HazardError(str(message)), expression, position)
