"""What a dice expression is made of, once it has been read: small immutable values, and how to write them.

Functions here go over an expression with ``match``; :class:`hazard.dice.Expression` is what users hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

LARGEST = 1_000_000_000
"""The largest number that may be written, and the end of a range that has no end."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Faces from ``low`` to ``high``, and the way this was written (``<3``)."""

    low: int
    high: int
    text: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Modifier:
    """What happens to each die: ``r``, ``ro``, ``mi``, ``ma`` or ``!``, with faces or a number."""

    name: str
    condition: Condition | None = None
    number: int = 0
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Keep:
    """Which dice of a pool are added up: the ``count`` highest, or lowest."""

    highest: bool
    count: int
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number, not negative."""

    value: int
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Dice:
    """Some dice of one kind, added up."""

    count: int
    sides: int
    modifiers: tuple[Modifier, ...] = ()
    keep: Keep | None = None
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """Two or more parts added up; one that is taken away is :class:`Negated`."""

    parts: tuple[Node, ...]
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Negated:
    """Something taken away."""

    node: Node
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Scaled:
    """One result times a number (not several rolls)."""

    node: Node
    by: int
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Floored:
    """A result divided by a number and rounded down."""

    node: Node
    by: int
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Twice:
    """Everything inside rolled twice, and the higher (advantage) or the lower result taken."""

    node: Node
    highest: bool
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Typed:
    """A part that belongs to a type of damage."""

    node: Node
    type: str
    position: int = field(default=0, compare=False)


Node: TypeAlias = Number | Dice | Sum | Negated | Scaled | Floored | Twice | Typed


def children(node: Node) -> tuple[Node, ...]:
    """Return the parts of a node, in the order in which they are written."""
    match node:
        case Sum(parts):
            return parts
        case Negated(inner) | Scaled(inner) | Floored(inner) | Twice(inner) | Typed(inner):
            return (inner,)
        case _:
            return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything in it."""
    yield node
    for child in children(node):
        yield from walk(child)


def has_types(node: Node) -> bool:
    """Tell whether some part of a node belongs to a type of damage.

    >>> has_types(Scaled(Typed(Dice(1, 6), "fire"), 2)), has_types(Dice(1, 6))
    (True, False)
    """
    return any(isinstance(inner, Typed) for inner in walk(node))


def constant_value(node: Node) -> int | None:
    """Return what a node without dice is worth, or None if there is chance in it.

    >>> constant_value(Scaled(Number(4), 3)), constant_value(Dice(1, 6))
    (12, None)
    """
    if isinstance(node, Number):
        return node.value
    values = [constant_value(child) for child in children(node)]
    if isinstance(node, Dice) or None in values:
        return None
    total = sum(value or 0 for value in values)
    match node:
        case Negated():
            return -total
        case Scaled(by=by):
            return total * by
        case Floored(by=by):
            return total // by
        case _:
            return total


def added(parts: list[Node], position: int = 0) -> Node:
    """Return the sum of ``parts``, flat; of one part, that part; of none, zero."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Sum) else (part,))
    if not flat:
        return Number(0, position)
    return flat[0] if len(flat) == 1 else Sum(tuple(flat), position)


def critical(node: Node) -> Node:
    """Return the same with every die rolled twice; numbers stay as they are.

    >>> text(critical(Sum((Dice(2, 6), Number(3)))))
    '4d6+3'
    """
    match node:
        case Dice(count, keep=keep):
            if keep is None:
                return replace(node, count=count * 2)
            return Sum(
                (node, node), node.position
            )  # twice the best three, not the best three of twice as many
        case Sum(parts):
            return added([critical(part) for part in parts], node.position)
        case Negated(inner) | Scaled(inner) | Floored(inner) | Twice(inner) | Typed(inner):
            return replace(node, node=critical(inner))
        case _:
            return node


# ---- types of damage -----------------------------------------------------------------------------------


def terms(node: Node) -> tuple[Node, ...]:
    """Return what is added up: the parts of a sum, or the node itself."""
    return node.parts if isinstance(node, Sum) else (node,)


def typed_parts(node: Node) -> list[tuple[Node, str | None]]:
    """Return the parts of each type of damage, added up; see ``Expression.typed_parts``."""
    split = [_kind(term) for term in terms(node)]
    parts: dict[str | None, list[Node]] = {}
    for kind, (_, bare) in zip(_kinds(split), split, strict=True):
        parts.setdefault(kind, []).append(bare)
    return [(added(found), kind) for kind, found in parts.items()]


def typed_blows(node: Node) -> tuple[list[Node], list[str | None]]:
    """Return the part of each type of damage, as a hit rolls it and as a critical hit does; and the types."""
    parts = typed_parts(node)
    return [each for part, _ in parts for each in (part, critical(part))], [kind for _, kind in parts]


def _kinds(terms: list[tuple[str | None, Node]]) -> list[str | None]:
    """Return the type that each term belongs to: its own, or that of its neighbour."""
    kinds = [kind for kind, _ in terms]
    flat = [constant_value(bare) is not None for _, bare in terms]
    begin = 0  # of the terms since the last type
    for index, kind in enumerate(kinds):
        if kind is None:
            continue
        if flat[index] and not all(flat[begin:index]):
            kinds[begin:index] = [kind] * (index - begin)
        begin = index + 1
    first = next((kind for kind, number in zip(kinds, flat, strict=True) if not number or kind), None)
    for index, (kind, number) in enumerate(zip(list(kinds), flat, strict=True)):
        if kind is None and number:
            kinds[index] = kinds[index - 1] if index else first
    return kinds


def _kind(term: Node) -> tuple[str | None, Node]:
    """Split a term into its type and the rest."""
    match term:
        case Typed(inner, kind):
            return kind, inner
        case Negated(Typed(inner, kind)):
            return kind, Negated(inner, term.position)
        case _:
            return None, term


# ---- as text ------------------------------------------------------------------------------------------


def text(node: Node) -> str:
    """Return the one way to write this expression that we use; it reads back as the same.

    >>> text(Floored(Sum((Dice(8, 6), Negated(Number(2)))), 2))
    '(8d6-2)//2'
    """
    match node:
        case Sum(parts):
            written = "".join(_signed(part) for part in parts)
            return written.removeprefix("+")
        case Negated(inner):
            return "-" + (text(inner) if not isinstance(inner, Sum | Negated) else f"({text(inner)})")
        case Scaled(inner, by):
            factor = text(inner) if isinstance(inner, Number | Dice | Twice) else f"({text(inner)})"
            return f"{by}*{factor}" if by >= 0 else f"({by})*{factor}"
        case Floored(inner, by):
            bare = not isinstance(inner, Sum | Negated)
            return f"{text(inner) if bare else f'({text(inner)})'}//{by}"
        case Twice(inner, highest):
            return f"{'adv' if highest else 'dis'}({text(inner)})"
        case Typed(inner, kind):
            bare = isinstance(inner, Number | Dice | Twice)
            return f"{text(inner) if bare else f'({text(inner)})'}[{kind}]"
        case Number(value):
            return str(value)
        case Dice():
            return _dice_text(node)


def _signed(part: Node) -> str:
    return text(part) if isinstance(part, Negated) else "+" + text(part)


def _dice_text(dice: Dice) -> str:
    written = [f"{dice.count}d{dice.sides}"]
    for modifier in dice.modifiers:
        faces = modifier.condition.text if modifier.condition is not None else ""
        number = str(modifier.number) if modifier.name in ("mi", "ma") else ""
        written.append(f"{modifier.name}{faces}{number}")
    if dice.keep is not None:
        written.append(f"{'kh' if dice.keep.highest else 'kl'}{dice.keep.count}")
    return "".join(written)
