"""The types of compiled rules: what a value is, and how it lies in memory.

A state is a block of bytes. Numbers are of 64 bits; in tuples of more than four they take 32, and are
checked to fit. Truths take a byte, members of an enumeration and texts are numbers.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hazard.compiling.own_classes import check_array, check_class, field_names

NARROW_FROM = 5
"""Tuples of this many whole numbers keep them in 32 bits."""


@dataclass(frozen=True)
class Type:
    """What a value is."""

    @property
    def said(self) -> str:
        """What a message calls it."""
        return type(self).__name__.removesuffix("Type").lower()


@dataclass(frozen=True)
class IntType(Type):
    """A whole number of 64 bits."""

    said = "int"


@dataclass(frozen=True)
class FloatType(Type):
    """A number with a fraction."""

    said = "float"


@dataclass(frozen=True)
class BoolType(Type):
    """True or False."""

    said = "bool"


@dataclass(frozen=True)
class StrType(Type):
    """A text, which can be compared with others and nothing else."""

    said = "str"


@dataclass(frozen=True)
class NoneType(Type):
    """None."""

    said = "None"


@dataclass(frozen=True)
class EnumType(Type):
    """A member of an enumeration."""

    kind: type[enum.Enum]

    @property
    def said(self) -> str:
        """Its class."""
        return self.kind.__name__

    @cached_property
    def values(self) -> tuple[int, ...] | None:
        """The members' values if they are whole numbers, which then stand for them."""
        found = tuple(member.value for member in self.kind)
        whole = all(type(value) is int and -(2**31) <= value < 2**31 for value in found)
        return found if whole else None

    @property
    def is_int(self) -> bool:
        """Whether members are whole numbers themselves (``enum.IntEnum``)."""
        return issubclass(self.kind, int)

    def number(self, member: enum.Enum) -> int:
        """Return the number that stands for a member."""
        return member.value if self.values is not None else list(self.kind).index(member)

    def member(self, number: int) -> enum.Enum:
        """Return the member that a number stands for."""
        return self.kind(number) if self.values is not None else list(self.kind)[number]


@dataclass(frozen=True)
class OptionalType(Type):
    """A value, or None."""

    item: Type

    @property
    def said(self) -> str:
        """As in Python."""
        return f"{self.item.said} | None"


@dataclass(frozen=True)
class TupleType(Type):
    """So many values, each of its type."""

    items: tuple[Type, ...]

    @property
    def said(self) -> str:
        """As in Python."""
        if len(self.items) > 4 and self.same is not None:
            return f"tuple of {len(self.items)} {self.same.said}"
        return f"tuple[{', '.join(item.said for item in self.items)}]"

    @cached_property
    def same(self) -> Type | None:
        """The type of all items, if they are of one."""
        return self.items[0] if self.items and all(item == self.items[0] for item in self.items) else None

    @property
    def narrow(self) -> bool:
        """Whether whole numbers are kept in 32 bits."""
        return len(self.items) >= NARROW_FROM and isinstance(self.same, IntType)


@dataclass(frozen=True)
class RecordType(Type):
    """A NamedTuple or a frozen dataclass."""

    kind: type[Any]
    names: tuple[str, ...]
    items: tuple[Type, ...]

    @property
    def said(self) -> str:
        """Its class."""
        return self.kind.__name__

    @property
    def is_tuple(self) -> bool:
        """Whether it can be taken for a tuple, as a NamedTuple can."""
        return issubclass(self.kind, tuple)

    narrow = False


@dataclass(frozen=True)
class ListType(Type):
    """As many values of one type as there are; a frozen one is a tuple whose length is not known."""

    item: Type | None
    frozen: bool = False
    array: bool = False
    """Whether it is an array of numpy, which reckons in another way than lists and tuples."""

    @property
    def said(self) -> str:
        """As in Python."""
        item = "?" if self.item is None else self.item.said
        return f"tuple[{item}, ...]" if self.frozen else f"list[{item}]"


@dataclass(frozen=True)
class SetType(Type):
    """Values of one type, each once."""

    item: Type | None

    @property
    def said(self) -> str:
        """As in Python."""
        return f"set[{'?' if self.item is None else self.item.said}]"


INT, FLOAT, BOOL, STR, NONE = IntType(), FloatType(), BoolType(), StrType(), NoneType()
NUMBERS = (BOOL, INT, FLOAT)


class NoCommonTypeError(Exception):
    """Two types have nothing in common."""


def is_number(kind: Type) -> bool:
    """Tell whether one can calculate with it.

    >>> is_number(FLOAT), is_number(STR)
    (True, False)
    """
    return kind in NUMBERS or (isinstance(kind, EnumType) and kind.is_int)


def join(a: Type | None, b: Type | None) -> Type:
    """Return the type that both kinds of value fit into.

    >>> join(INT, FLOAT).said, join(NONE, INT).said
    ('float', 'int | None')
    """
    if a is None or b is None or a == b:
        found = b if a is None else a
        assert found is not None
        return found
    if a in NUMBERS and b in NUMBERS:
        return max(a, b, key=NUMBERS.index)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, NoneType):
            return other if isinstance(other, OptionalType) else OptionalType(other)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, OptionalType):
            return OptionalType(join(one.item, other.item if isinstance(other, OptionalType) else other))
        if isinstance(one, EnumType) and one.is_int and other in (INT, BOOL):
            return INT
    return _join_containers(a, b)


def _join_containers(a: Type, b: Type) -> Type:
    if isinstance(a, TupleType) and isinstance(b, TupleType) and len(a.items) == len(b.items):
        return TupleType(tuple(map(join, a.items, b.items)))
    if isinstance(a, RecordType) and isinstance(b, RecordType) and a.kind is b.kind:
        return RecordType(a.kind, a.names, tuple(map(join, a.items, b.items)))
    sequences = (TupleType, ListType)
    if isinstance(a, sequences) and isinstance(b, sequences):
        frozen = all(isinstance(kind, TupleType) or kind.frozen for kind in (a, b))
        item: Type | None = None
        for kind in (a, b):
            for found in kind.items if isinstance(kind, TupleType) else (kind.item,):
                item = item if found is None else join(item, found)
        return ListType(item, frozen)
    if isinstance(a, SetType) and isinstance(b, SetType):
        return SetType(join(a.item, b.item) if a.item or b.item else None)
    raise NoCommonTypeError


def type_of(value: Any) -> Type:
    """Return the type of a value in Python.

    >>> type_of((1, 0.5, (True, False))).said
    'tuple[int, float, tuple[bool, bool]]'
    """
    if value is None:
        return NONE
    if isinstance(value, enum.Enum):
        check_class(type(value))
        return EnumType(type(value))
    for kind, found in ((bool, BOOL), (int, INT), (float, FLOAT), (str, STR)):
        if isinstance(value, kind):
            return found
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        check_class(type(value))
        return RecordType(type(value), tuple(value._fields), tuple(map(type_of, value)))
    if hasattr(type(value), "__dataclass_fields__"):
        check_class(type(value))
        names = field_names(type(value))
        return RecordType(type(value), names, tuple(type_of(getattr(value, name)) for name in names))
    if isinstance(value, tuple):
        return TupleType(tuple(map(type_of, value)))
    if hasattr(value, "item") and not getattr(value, "shape", None):  # a number of numpy
        check_array(value)
        return type_of(value.item())
    raise TypeError(type(value).__name__)
