"""What an expression stands for while rules are compiled: numbers of the machine, memory, or plain Python."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

import llvmlite.ir as ir

from hazard.compiling.types import (
    BOOL,
    BoolType,
    EnumType,
    FloatType,
    IntType,
    ListType,
    NoneType,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    Type,
)

I1, I8, I32, I64 = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64)
F64 = ir.DoubleType()
PTR = ir.PointerType()
LIST = ir.LiteralStructType([I64, I64, PTR])
"""How many there are, for how many there is room, and where they are."""


class Value:
    """What an expression stands for."""


@dataclass
class Scalar(Value):
    """A number, a truth, a member of an enumeration or a text, in a register; or a list, by its address."""

    type: Type
    ir: Any


@dataclass
class Memory(Value):
    """A tuple, a record or an optional value, somewhere in memory; it never changes while it is used."""

    type: Type
    ptr: Any


@dataclass
class Display(Value):
    """A tuple or a record as it was written: one value for each item."""

    type: Type
    items: list[Value]


@dataclass
class Static(Value):
    """Something of Python that is known before the game is played: a constant, a function, a class."""

    obj: Any


@dataclass
class Range(Value):
    """``range(start, stop, step)``."""

    start: Any
    stop: Any
    step: Any


@dataclass
class Method(Value):
    """A function together with the value that it is called on."""

    function: Any
    receiver: Value


def storage(kind: Type, narrow: bool = False) -> Any:
    """Return how a value lies in memory."""
    if isinstance(kind, BoolType | NoneType):
        return I8
    if isinstance(kind, FloatType):
        return F64
    if isinstance(kind, ListType | SetType):
        return PTR
    if isinstance(kind, OptionalType):
        return ir.LiteralStructType([I8, storage(kind.item)])
    if isinstance(kind, TupleType):
        if kind.same is not None:
            return ir.ArrayType(storage(kind.same, kind.narrow), len(kind.items))
        return ir.LiteralStructType([storage(item) for item in kind.items])
    if isinstance(kind, RecordType):
        return ir.LiteralStructType([storage(item) for item in kind.items])
    return I32 if narrow and isinstance(kind, IntType) else I64


def register(kind: Type) -> Any:
    """Return how a value travels from function to function."""
    if isinstance(kind, TupleType | RecordType | OptionalType):
        return PTR
    return I1 if kind == BOOL else I8 if isinstance(kind, NoneType) else storage(kind)


def is_static_number(value: Value) -> bool:
    """Tell whether a value is a number that is known already."""
    return (
        isinstance(value, Static)
        and isinstance(value.obj, bool | int | float)
        and not isinstance(value.obj, enum.Enum)
    )


def is_enum(kind: Type) -> bool:
    """Tell whether it is a member of an enumeration that is no number."""
    return isinstance(kind, EnumType) and not kind.is_int
