"""States and moves as bytes and numbers, and back.

Offsets are those of a C struct: each number stands at a multiple of its own size, and what lies between is
zero, so that equal states have equal bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

from hazard.compiling.types import (
    BoolType,
    EnumType,
    FloatType,
    IntType,
    NoneType,
    OptionalType,
    RecordType,
    StrType,
    TupleType,
    Type,
)
from hazard.errors import HazardError

MOVE_BITS = 64


class MisfitError(HazardError):
    """A value does not fit its type."""


def size_and_alignment(kind: Type, narrow: bool = False) -> tuple[int, int]:
    """Return how many bytes a value takes, and of what its offset is a multiple.

    >>> from hazard.compiling.types import BOOL, INT
    >>> size_and_alignment(TupleType((BOOL, INT))), size_and_alignment(TupleType((INT,) * 9))
    ((16, 8), (36, 4))
    """
    if isinstance(kind, BoolType | NoneType):
        return 1, 1
    if isinstance(kind, TupleType | RecordType | OptionalType):
        end, widest = 0, 1
        for item in parts(kind):
            size, alignment = size_and_alignment(item, getattr(kind, "narrow", False))
            end = _up(end, alignment) + size
            widest = max(widest, alignment)
        return _up(end, widest), widest
    return (4, 4) if narrow else (8, 8)


def parts(kind: Type) -> tuple[Type, ...]:
    """Return the types of what a value is made of."""
    if isinstance(kind, OptionalType):
        return (BoolType(), kind.item)
    assert isinstance(kind, TupleType | RecordType)
    return kind.items


def _up(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def _format(kind: Type, narrow: bool = False) -> Iterator[tuple[int, str]]:
    """Yield each number's offset and its letter in the language of :mod:`struct`."""
    if isinstance(kind, BoolType | NoneType):
        yield 0, "B"
    elif isinstance(kind, FloatType):
        yield 0, "d"
    elif isinstance(kind, TupleType | RecordType | OptionalType):
        offset = 0
        for item in parts(kind):
            size, alignment = size_and_alignment(item, getattr(kind, "narrow", False))
            offset = _up(offset, alignment)
            for inner, letter in _format(item, getattr(kind, "narrow", False)):
                yield offset + inner, letter
            offset += size
    else:
        yield 0, "i" if narrow else "q"


class Texts:
    """Texts by number, in the order in which they were first met."""

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        """Begin with those that are known."""
        self.texts = list(known)
        self._numbers = {text: number for number, text in enumerate(self.texts)}

    def number(self, text: str) -> int:
        """Return the number of a text, a new one if need be."""
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


class Layout:
    """How values of one type are written as bytes.

    >>> from hazard.compiling.types import type_of
    >>> layout = Layout(type_of((1, True, (2, 3))), Texts())
    >>> layout.size, layout.read(layout.write((1, True, (2, 3))))
    (32, (1, True, (2, 3)))
    """

    def __init__(self, kind: Type, texts: Texts) -> None:
        """Prepare to read and write."""
        self.kind, self.texts = kind, texts
        self.size = size_and_alignment(kind)[0]
        code, end = "<", 0
        for offset, letter in _format(kind):
            code += f"{offset - end}x{letter}" if offset > end else letter
            end = offset + struct.calcsize("<" + letter)
        self._struct = struct.Struct(f"{code}{self.size - end}x" if self.size > end else code)
        self._make = _reader(kind, texts)

    def write(self, value: Any) -> bytes:
        """Return a value as bytes; raise :class:`MisfitError` for one of another type."""
        numbers: list[float] = []
        _flatten(self.kind, value, self.texts, numbers, "state")
        try:
            return self._struct.pack(*numbers)
        except struct.error:
            raise MisfitError("compiled.misfit_number") from None

    def read(self, data: bytes) -> Any:
        """Return the value that was written."""
        return self._make(iter(self._struct.unpack(data)))


def _reader(kind: Type, texts: Texts) -> Callable[[Iterator[Any]], Any]:
    if isinstance(kind, BoolType):
        return lambda numbers: next(numbers) != 0
    if isinstance(kind, StrType):
        return lambda numbers: texts.texts[next(numbers)]
    if isinstance(kind, EnumType):
        return lambda numbers: kind.member(next(numbers))
    if isinstance(kind, NoneType):
        return lambda numbers: next(numbers) and None
    if isinstance(kind, OptionalType):
        inner = _reader(kind.item, texts)

        def optional(numbers: Iterator[Any]) -> Any:
            there, value = next(numbers), inner(numbers)
            return value if there else None

        return optional
    if isinstance(kind, TupleType | RecordType):
        readers = [_reader(item, texts) for item in kind.items]
        if isinstance(kind, RecordType):
            made = kind.kind
            return lambda numbers: made(*[read(numbers) for read in readers])
        if all(isinstance(item, IntType | FloatType) for item in kind.items):
            count = len(kind.items)
            return lambda numbers: tuple([next(numbers) for _ in range(count)])
        return lambda numbers: tuple([read(numbers) for read in readers])
    return lambda numbers: next(numbers)


def _flatten(kind: Type, value: Any, texts: Texts, out: list[float], where: str) -> None:
    """Append the numbers that a value is made of."""
    if isinstance(kind, OptionalType):
        out.append(value is not None)
        if value is None:
            out.extend([0] * sum(1 for _ in _format(kind.item)))
        else:
            _flatten(kind.item, value, texts, out, where)
    elif isinstance(kind, TupleType | RecordType):
        _flatten_parts(kind, value, texts, out, where)
    else:
        out.append(_plain(kind, value, texts, where))


def _flatten_parts(
    kind: TupleType | RecordType, value: Any, texts: Texts, out: list[float], where: str
) -> None:
    if isinstance(kind, RecordType):
        if type(value) is not kind.kind:
            found, expected = type(value).__name__, kind.kind.__name__
            raise MisfitError("compiled.misfit_value", place=where, found=found, expected=expected)
        for name, item in zip(kind.names, kind.items, strict=True):
            _flatten(item, getattr(value, name), texts, out, f"{where}.{name}")
        return
    if not isinstance(value, tuple | list) or len(value) != len(kind.items):
        raise MisfitError("compiled.misfit_tuple", place=where, count=len(kind.items))
    for number, (item, part) in enumerate(zip(kind.items, value, strict=True)):
        _flatten(item, part, texts, out, f"{where}[{number}]")


def _plain(kind: Type, value: Any, texts: Texts, where: str) -> float:
    if hasattr(value, "item") and not getattr(value, "shape", None):
        value = value.item()
    if isinstance(kind, EnumType):
        if isinstance(value, kind.kind):
            return kind.number(value)
        if kind.is_int and isinstance(value, int):
            return value
    elif isinstance(kind, StrType):
        if isinstance(value, str):
            return texts.number(value)
    elif isinstance(kind, NoneType):
        if value is None:
            return 0
    elif isinstance(kind, FloatType):
        if isinstance(value, int | float):
            return float(value) + 0.0  # -0.0 and 0.0 are equal, and must have equal bytes
    elif isinstance(value, int):
        return int(value)
    raise MisfitError("compiled.misfit_value", place=where, found=repr(value), expected=kind.said)


class MoveCode:
    """Moves of one type as numbers of 64 bits: each part of a tuple has its share of them.

    >>> from hazard.compiling.types import type_of
    >>> code = MoveCode(type_of((3, -1)), Texts())
    >>> code.move(code.number((3, -1))), code.bits
    ((3, -1), 32)
    """

    def __init__(self, kind: Type, texts: Texts) -> None:
        """Prepare to read and write; refuse what has too many parts, or fractions."""
        self.kind, self.texts = kind, texts
        self.leaves = list(leaves(kind))
        if len(self.leaves) > 16 or any(isinstance(leaf, FloatType) for leaf in self.leaves):
            raise MisfitError(kind.said)
        self.bits = MOVE_BITS // max(1, len(self.leaves))
        self._make = _reader(kind, texts)

    def number(self, move: Any) -> int:
        """Return a move as a number; raise :class:`MisfitError` for one of another type."""
        parts_of_move: list[float] = []
        _flatten(self.kind, move, self.texts, parts_of_move, "move")
        found = 0
        for place, part in enumerate(parts_of_move):
            if not -(1 << (self.bits - 1)) <= part < 1 << (self.bits - 1):
                raise MisfitError("compiled.misfit_part_of_move", found=f"{part:g}")
            found |= (int(part) & ((1 << self.bits) - 1)) << (place * self.bits)
        return found - (1 << 64) if found >= 1 << 63 else found

    def move(self, number: int) -> Any:
        """Return the move that a number stands for."""
        mask, half = (1 << self.bits) - 1, 1 << (self.bits - 1)
        shares = [(number >> (place * self.bits)) & mask for place in range(len(self.leaves))]
        return self._make(iter([share - 2 * half if share >= half else share for share in shares]))

    def named(self, number: int) -> list[int | str]:
        """Return the parts of a move with its texts in full, which mean the same in every process."""
        mask, half = (1 << self.bits) - 1, 1 << (self.bits - 1)
        shares = [(number >> (place * self.bits)) & mask for place in range(len(self.leaves))]
        signed = [share - 2 * half if share >= half else share for share in shares]
        return [
            self.texts.texts[part] if isinstance(leaf, StrType) else part
            for leaf, part in zip(self.leaves, signed, strict=True)
        ]

    def numbered(self, parts: list[int | str]) -> int:
        """Return the move of such parts as a number."""
        found = 0
        for place, part in enumerate(parts):
            number = self.texts.number(part) if isinstance(part, str) else part
            found |= (number & ((1 << self.bits) - 1)) << (place * self.bits)
        return found


def leaves(kind: Type) -> Iterator[Type]:
    """Yield the types of the numbers that a value is made of."""
    if isinstance(kind, TupleType | RecordType | OptionalType):
        for item in parts(kind):
            yield from leaves(item)
    else:
        yield kind
