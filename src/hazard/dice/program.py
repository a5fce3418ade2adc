"""From the parts of an expression to the instructions of the core (``cpp/dice/program.hpp``)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from hazard._core import DiceProgram, Distribution
from hazard.dice.nodes import (
    LARGEST,
    Dice,
    Floored,
    Modifier,
    Negated,
    Node,
    Number,
    Scaled,
    Sum,
    Twice,
    Typed,
    constant_value,
)

Instruction = tuple[int, int, int]


class Op(IntEnum):
    """What the core can do, in its order."""

    CONSTANT = 0
    DICE = 1
    REROLL = 2
    REROLL_ONCE = 3
    EXPLODE = 4
    EXPLODE_HIGHEST = 5
    CLAMP = 6
    TIMES = 7
    KEEP_HIGHEST = 8
    KEEP_LOWEST = 9
    HIGHEST = 10
    LOWEST = 11
    ADD = 12
    SHIFT = 13
    SCALE = 14
    FLOOR_DIVIDE = 15


def compiled(node: Node) -> tuple[list[Instruction], list[int]]:
    """Return the instructions, and for each the place in the text that it comes from.

    >>> from hazard.dice import parse
    >>> compiled(parse("2d6+3").node)
    ([(1, 2, 6), (13, 3, 0)], [0, 0])
    """
    compiler = _Compiler()
    compiler.emit(node)
    return compiler.instructions, compiler.places


def distributions(nodes: Sequence[Node]) -> list[Distribution]:
    """Return how likely each result of several expressions is."""
    return [DiceProgram(compiled(node)[0]).evaluate() for node in nodes]


class _Compiler:
    def __init__(self) -> None:
        self.instructions: list[Instruction] = []
        self.places: list[int] = []

    def add(self, place: int, op: Op, a: int = 0, b: int = 0) -> None:
        self.instructions.append((int(op), a, b))
        self.places.append(place)

    def emit(self, node: Node) -> None:
        match node:
            case Number(value):
                self.add(node.position, Op.CONSTANT, value)
            case Dice():
                self.dice(node)
            case Sum():
                self.sum(node)
            case Negated(inner):
                self.emit(inner)
                self.add(node.position, Op.SCALE, -1)
            case Scaled(inner, by):
                self.emit(inner)
                self.add(node.position, Op.SCALE, by)
            case Floored(inner, by):
                self.emit(inner)
                self.add(node.position, Op.FLOOR_DIVIDE, by)
            case Twice(inner, highest):
                self.emit(inner)
                self.add(node.position, Op.HIGHEST if highest else Op.LOWEST, 2)
            case Typed(inner):
                self.emit(inner)

    def sum(self, node: Sum) -> None:
        """Numbers move what is there and need no place of their own."""
        flat, begun = 0, False
        for part in node.parts:
            value = _flat(part)
            if value is not None:
                flat += value
                continue
            self.emit(part)
            if begun:
                self.add(part.position, Op.ADD)
            begun = True
        self.add(node.position, Op.SHIFT if begun else Op.CONSTANT, max(-2 * LARGEST, min(flat, 2 * LARGEST)))

    def dice(self, dice: Dice) -> None:
        if dice.count == 0:
            self.add(dice.position, Op.CONSTANT, 0)
            return
        if not dice.modifiers and dice.keep is None:
            self.add(dice.position, Op.DICE, dice.count, dice.sides)
            return
        self.add(dice.position, Op.DICE, 1, dice.sides)
        for modifier in dice.modifiers:
            self.modifier(modifier)
        if dice.keep is not None:
            op = Op.KEEP_HIGHEST if dice.keep.highest else Op.KEEP_LOWEST
            self.add(dice.keep.position, op, dice.count, dice.keep.count)
        elif dice.count > 1:
            self.add(dice.position, Op.TIMES, dice.count)

    def modifier(self, modifier: Modifier) -> None:
        place, faces = modifier.position, modifier.condition
        match modifier.name:
            case "mi":
                self.add(place, Op.CLAMP, modifier.number, LARGEST)
            case "ma":
                self.add(place, Op.CLAMP, -LARGEST, modifier.number)
            case "!" if faces is None:
                self.add(place, Op.EXPLODE_HIGHEST)
            case name if faces is not None:
                op = {"!": Op.EXPLODE, "r": Op.REROLL, "ro": Op.REROLL_ONCE}[name]
                self.add(place, op, faces.low, faces.high)


def _flat(part: Node) -> int | None:
    """Return what a part without dice is worth; most are plain numbers or dice and need no closer look."""
    match part:
        case Number(value):
            return value
        case Dice():
            return None
        case _:
            return constant_value(part)
