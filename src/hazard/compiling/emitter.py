"""The ground of the compiler: memory, conversions and errors of one function that is being compiled.

Over 400 lines: one method for each thing that is emitted.
"""

from __future__ import annotations

import ast
import enum
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import llvmlite.ir as ir

from hazard.compiling.layout import parts, size_and_alignment
from hazard.compiling.own_classes import check_array
from hazard.compiling.refusal import Later, Never, refusal
from hazard.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STR,
    EnumType,
    ListType,
    NoCommonTypeError,
    NoneType,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    Type,
    is_number,
    join,
    type_of,
)
from hazard.compiling.values import (
    F64,
    I1,
    I8,
    I32,
    I64,
    LIST,
    PTR,
    Display,
    Memory,
    Range,
    Scalar,
    Static,
    Value,
    register,
    storage,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hazard.compiling.unit import Unit

FAILED, NO_ROOM = -1, -2
MISFITS = {"types_differ", "expected_number", "expected_container", "unpack", "length_unknown",
           "no_attribute", "no_sequence", "mixed_tuple", "no_such_item", "no_such_value"}  # fmt: skip
"""What is wrong with a value of another type than a statement is for."""

SPECIALISED = (TupleType, RecordType, OptionalType)


class Emitter:
    """Writes the instructions of one function. What it is made of is in the classes derived from it."""

    receives_move = False
    incomplete = False
    """Whether something is left for a later pass over the function."""

    unit: Unit
    builder: ir.IRBuilder
    call: Any
    method: str
    file: str
    line: int

    # ---- errors

    def refuse(self, node: ast.AST | None, code: str, **context: Any) -> Exception:
        """Return the error for a construct that is not compiled.

        Where a function is compiled once for actions and once for outcomes, what does not fit the one is
        for the other, and never reached; only what fits neither is an error.
        """
        found = refusal(self.unit.name, self.method, self.file, node, self.line, code, **context)
        if self.receives_move and code in MISFITS:
            self.unit.misfits.setdefault((self.file, getattr(node, "lineno", 0)), {})[self.unit.side] = found
            return Never()
        return found

    def fail_if(self, wrong: Any, node: ast.AST | None) -> None:
        """Leave the function where ``wrong`` is true: Python would have raised an exception."""
        with self.builder.if_then(wrong, likely=False):
            self.fail(node)

    def fail(self, node: ast.AST | None) -> None:
        """Leave the function with an error that names the line."""
        line = self.builder.gep(self.call, [I32(0), I32(3)], source_etype=self.unit.call_type)
        self.builder.store(I32(getattr(node, "lineno", self.line)), line)
        self.builder.ret(I32(FAILED))

    def fail_if_rounded(self, number: Any, node: ast.AST | None) -> None:
        """Leave the function where a whole number has no float of the same value."""
        shifted = self.builder.add(number, I64(2**53))
        self.fail_if(self.builder.icmp_unsigned(">", shifted, I64(2**54)), node)

    # ---- small things

    def alloca(self, kind: Any) -> Any:
        """Return memory that lasts as long as the function."""
        with self.builder.goto_entry_block():
            made = self.builder.alloca(kind)
            made.type = PTR
            return made

    def at(self, ptr: Any, kind: Any, *indices: Any) -> Any:
        """Return the address of an item."""
        whole = [index if hasattr(index, "type") else I32(index) for index in indices]
        return self.builder.gep(ptr, [I64(0), *whole], source_etype=kind)

    def scalar(self, value: Value, node: ast.AST | None = None) -> Scalar:
        """Return a value as one in a register."""
        if isinstance(value, Scalar):
            return value
        if isinstance(value, Static):
            return self.constant(value.obj, node)
        if isinstance(value, Memory) and isinstance(value.type, OptionalType):
            return self.scalar(self.unwrap(value, node), node)
        raise self.refuse(node, "expected_number", found=self.said(value))

    def constant(self, obj: Any, node: ast.AST | None) -> Scalar:
        """Return a number of Python as one of the machine."""
        if isinstance(obj, enum.Enum):
            kind = EnumType(type(obj))
            return Scalar(kind, I64(kind.number(obj)))
        if isinstance(obj, str):
            return Scalar(STR, I64(self.unit.texts.number(obj)))
        if obj is None:
            return Scalar(NONE, I8(0))
        if hasattr(obj, "item") and not getattr(obj, "shape", None):
            check_array(obj)
            obj = obj.item()
        if isinstance(obj, bool):
            return Scalar(BOOL, I1(obj))
        if isinstance(obj, int):
            if not -(2**63) <= obj < 2**63:
                raise self.refuse(node, "number_too_large", found=obj)
            return Scalar(INT, I64(obj))
        if isinstance(obj, float):
            return Scalar(FLOAT, ir.Constant(F64, obj))
        raise self.refuse(node, "no_such_value", found=type(obj).__name__)

    def type_of(self, value: Value, node: ast.AST | None = None) -> Type:
        """Return the type of a value."""
        if isinstance(value, Scalar | Memory | Display):
            return value.type
        if isinstance(value, Static):
            try:
                return type_of(value.obj)
            except TypeError:
                pass
            if isinstance(value.obj, list | tuple | range) or hasattr(value.obj, "tolist"):
                return self.type_of(self.unit.frozen(self, value.obj, node), node)
        if isinstance(value, Range):
            return ListType(INT, True)
        raise self.refuse(node, "no_such_value", found=self.said(value))

    def said(self, value: Value) -> str:
        """Return what a message calls a value."""
        if isinstance(value, Static):
            return type(value.obj).__name__
        kind = getattr(value, "type", None)
        return kind.said if isinstance(kind, Type) else type(value).__name__.lower()

    def join(self, a: Type | None, b: Type | None, node: ast.AST | None) -> Type:
        """Return the type that both fit into, or refuse."""
        try:
            return join(a, b)
        except NoCommonTypeError:
            assert a is not None
            assert b is not None
            raise self.refuse(node, "types_differ", one=a.said, other=b.said) from None

    @contextmanager
    def when(self, condition: Any) -> Iterator[None]:
        """What is written inside is done where ``condition`` is true."""
        with self.builder.if_then(condition):
            yield

    def choose(self, condition: Any, a: Callable[[], Value], b: Callable[[], Value], node: ast.AST) -> Value:
        """Return one of two values; only that one is worked out."""
        then, other, after = (self.builder.append_basic_block(name) for name in ("then", "else", "after"))
        self.builder.cbranch(condition, then, other)
        found: list[tuple[Any, Value]] = []
        for block, value in ((then, a), (other, b)):
            self.builder.position_at_end(block)
            try:
                worked_out = value()
            except Never:  # a branch for moves of another kind
                self.fail(node)
            except Later:  # f(n) = 1 if n == 0 else f(n - 1): the one tells the type of the other
                self.incomplete = True
                self.builder.unreachable()
            else:
                found.append((self.builder.block, worked_out))
        found = self._fitting(found, node)
        if not found:
            self.builder.position_at_end(after)
            raise Later if self.incomplete else Never
        kind = self.type_of(found[0][1], node)
        for _, worked_out in found[1:]:
            kind = self.join(kind, self.type_of(worked_out, node), node)
        place = self.alloca(storage(kind))
        for block, worked_out in found:
            self.builder.position_at_end(block)
            self.store(kind, place, worked_out, node)
            self.builder.branch(after)
        self.builder.position_at_end(after)
        return self.load(kind, place)

    def _fitting(self, found: list[tuple[Any, Value]], node: ast.AST) -> list[tuple[Any, Value]]:
        """Return the branches that may be taken: ``1 if move == "step" else move`` is a number, and the move
        itself is for moves of the other kind."""
        kinds = [self.type_of(value, node) for _, value in found]
        try:
            for kind in kinds[1:]:
                join(kinds[0], kind)
        except NoCommonTypeError:
            fitting = [pair for pair, kind in zip(found, kinds, strict=True) if kind != self.unit.move]
            if not self.receives_move or len(fitting) == len(found):
                raise self.refuse(node, "branches_differ", one=kinds[0].said, other=kinds[1].said) from None
            for pair in found:
                if pair not in fitting:
                    self.builder.position_at_end(pair[0])
                    self.fail(node)
            return fitting
        return found

    # ---- memory

    def load(self, kind: Type, ptr: Any, narrow: bool = False) -> Value:
        """Return what is at an address; containers stay where they are."""
        if isinstance(kind, SPECIALISED):
            return Memory(kind, ptr)
        found = self.builder.load(ptr, typ=storage(kind, narrow))
        if kind == BOOL:
            return Scalar(kind, self.builder.icmp_unsigned("!=", found, I8(0)))
        if narrow and kind == INT:
            return Scalar(kind, self.builder.sext(found, I64))
        return Scalar(kind, found)

    def store(
        self, kind: Type, ptr: Any, value: Value, node: ast.AST | None = None, narrow: bool = False
    ) -> None:
        """Write a value, converted to ``kind``."""
        if kind == FLOAT and isinstance(value, Scalar) and value.type == INT:
            self.fail_if_rounded(value.ir, node)
        value = self.coerce(value, kind, node)
        if isinstance(value, Display):
            for place, item in enumerate(value.items):
                self.store(parts(kind)[place], self.item_at(kind, ptr, place), item, node, _narrow(kind))
        elif isinstance(value, Memory):
            self.copy(kind, ptr, value.ptr)
        else:
            assert isinstance(value, Scalar)
            number = value.ir
            if kind == BOOL:
                number = self.builder.zext(number, I8)
            elif narrow and kind == INT:
                short = self.builder.trunc(number, I32)
                wide = self.builder.sext(short, I64)
                self.fail_if(self.builder.icmp_signed("!=", wide, number), node)
                number = short
            elif kind == FLOAT:  # -0.0 and 0.0 are equal, and must have equal bytes
                number = self.builder.fadd(number, ir.Constant(F64, 0.0))
            self.builder.store(number, ptr)

    def item_at(self, kind: Type, ptr: Any, place: Any) -> Any:
        """Return the address of a part of a container."""
        return self.at(ptr, storage(kind), place)

    def copy(self, kind: Type, target: Any, source: Any) -> None:
        """Copy a container without what lies between its parts."""
        if isinstance(kind, TupleType) and kind.same is not None and not isinstance(kind.same, SPECIALISED):
            self.copy_bytes(target, source, I64(size_and_alignment(kind)[0]))
            return
        for place, item in enumerate(parts(kind)):
            a, b = self.item_at(kind, target, place), self.item_at(kind, source, place)
            if isinstance(item, SPECIALISED):
                self.copy(item, a, b)
            else:
                found = self.builder.load(b, typ=storage(item, _narrow(kind)))
                self.builder.store(found, a)

    def copy_bytes(self, target: Any, source: Any, count: Any) -> None:
        """Copy memory."""
        self.builder.call(self.unit.intrinsic("memcpy"), [target, source, count, I1(0)])

    def spilled(self, value: Value, node: ast.AST | None = None) -> Memory:
        """Return a container that is in memory."""
        if isinstance(value, Memory):
            return value
        kind = self.type_of(value, node)
        if not isinstance(kind, SPECIALISED):
            raise self.refuse(node, "expected_container", found=self.said(value))
        place = self.alloca(storage(kind))
        self.store(kind, place, value, node)
        return Memory(kind, place)

    # ---- conversions

    def coerce(self, value: Value, kind: Type, node: ast.AST | None = None) -> Value:
        """Return a value as one of type ``kind``."""
        if isinstance(value, Static) and not isinstance(kind, (*SPECIALISED, ListType, SetType)):
            value = self.constant(value.obj, node)
        if isinstance(value, Scalar) and value.type == kind:
            return value
        if isinstance(kind, OptionalType):
            return self._as_optional(value, kind, node)
        if isinstance(kind, TupleType | RecordType):
            return self._as_tuple(value, kind, node)
        if isinstance(kind, ListType | SetType):
            return self._as_list(value, kind, node)
        found = self.scalar(value, node)
        if found.type == kind:
            return found
        if kind == INT and isinstance(found.type, EnumType) and found.type.is_int:
            return Scalar(INT, found.ir)
        if kind == INT and found.type == BOOL:
            return Scalar(INT, self.builder.zext(found.ir, I64))
        if kind == FLOAT and is_number(found.type):
            return Scalar(FLOAT, self.builder.sitofp(self.coerced(found, INT, node), F64))
        if isinstance(kind, EnumType) and kind.is_int and found.type in (INT, BOOL):
            return Scalar(kind, self.coerced(found, INT, node))
        raise self.refuse(node, "types_differ", one=kind.said, other=found.type.said)

    def coerced(self, value: Value, kind: Type, node: ast.AST | None = None) -> Any:
        """Return a value of type ``kind``, in a register."""
        found = self.coerce(value, kind, node)
        assert isinstance(found, Scalar)
        return found.ir

    def unwrap(self, value: Memory, node: ast.AST | None) -> Value:
        """Return what an optional value is; Python would complain where it is None."""
        assert isinstance(value.type, OptionalType)
        there = self.load(BOOL, self.item_at(value.type, value.ptr, 0))
        assert isinstance(there, Scalar)
        self.fail_if(self.builder.not_(there.ir), node)
        return self.load(value.type.item, self.item_at(value.type, value.ptr, 1))

    def _as_optional(self, value: Value, kind: OptionalType, node: ast.AST | None) -> Value:
        found = self.type_of(value, node)
        if found == kind:
            return value
        place = self.alloca(storage(kind))
        self.builder.store(ir.Constant(storage(kind), None), place)
        flag, item = self.item_at(kind, place, 0), self.item_at(kind, place, 1)
        if isinstance(found, OptionalType):
            assert isinstance(value, Memory)
            there = self.builder.load(self.item_at(found, value.ptr, 0), typ=I8)
            self.builder.store(there, flag)
            with self.when(self.builder.icmp_unsigned("!=", there, I8(0))):
                self.store(kind.item, item, self.load(found.item, self.item_at(found, value.ptr, 1)), node)
        elif not isinstance(found, NoneType):
            self.builder.store(I8(1), flag)
            self.store(kind.item, item, value, node)
        return Memory(kind, place)

    def _as_tuple(self, value: Value, kind: TupleType | RecordType, node: ast.AST | None) -> Value:
        if isinstance(value, Static):
            if isinstance(value.obj, tuple) or isinstance(kind, RecordType):
                value = self.unit.display(self, value.obj, node)
            else:
                value = self.unit.frozen(self, value.obj, node)
        found = self.type_of(value, node)
        if found == kind:
            return value
        if isinstance(found, OptionalType) and isinstance(value, Memory):
            return self._as_tuple(self.unwrap(value, node), kind, node)
        same_class = isinstance(found, TupleType) and isinstance(kind, TupleType)
        if isinstance(found, RecordType) and isinstance(kind, RecordType):
            same_class = found.kind is kind.kind
        if same_class and len(parts(found)) == len(kind.items):
            items = self.items_of(value, node)
            return Display(kind, [self.coerce(items[i], item, node) for i, item in enumerate(kind.items)])
        if isinstance(found, ListType) and isinstance(kind, TupleType) and found.frozen:
            return self._checked_length(value, found, kind, node)
        raise self.refuse(node, "types_differ", one=kind.said, other=found.said)

    def _checked_length(self, value: Value, found: ListType, kind: TupleType, node: ast.AST | None) -> Value:
        """Return a tuple whose length was not known as one that has the length it must have."""
        listed = self.scalar(value, node)
        wrong = self.builder.icmp_signed("!=", self.length(listed), I64(len(kind.items)))
        self.fail_if(wrong, node)
        if found.item is None:
            if kind.items:
                raise Later
            return Display(kind, [])
        place = self.alloca(storage(kind))
        data = self.data(listed)
        if found.item == kind.same and not isinstance(found.item, SPECIALISED) and not kind.narrow:
            self.copy_bytes(place, data, I64(size_and_alignment(kind)[0]))
            return Memory(kind, place)
        if kind.same is not None:
            self.each(I64(len(kind.items)), lambda i: self._copy_item(found, data, kind, place, i, node))
            return Memory(kind, place)
        for i, item in enumerate(kind.items):
            part = self.load(found.item, self.place_in(data, found.item, I64(i)))
            self.store(item, self.item_at(kind, place, i), part, node, kind.narrow)
        return Memory(kind, place)

    def _copy_item(self, found: ListType, data: Any, kind: TupleType, place: Any, i: Any, node: Any) -> None:
        assert found.item is not None
        assert kind.same is not None
        part = self.load(found.item, self.place_in(data, found.item, i))
        self.store(kind.same, self.item_at(kind, place, i), part, node, kind.narrow)

    def _as_list(self, value: Value, kind: ListType | SetType, node: ast.AST | None) -> Value:
        if isinstance(value, Static | Range):
            value = self.sequence(value, node)
        found = self.type_of(value, node)
        if isinstance(found, ListType | SetType) and type(found) is type(kind):
            assert isinstance(value, Scalar)
            if found.item in (kind.item, None):
                return Scalar(kind, value.ir)
            if kind.item is None:
                raise Later
        elif not isinstance(found, TupleType) or not isinstance(kind, ListType):
            raise self.refuse(node, "types_differ", one=kind.said, other=found.said)
        assert isinstance(kind, ListType | SetType)
        return self.copied_list(value, kind, node)

    # ---- told by the classes derived from this one

    def items_of(self, value: Value, node: ast.AST | None) -> list[Value]:
        """Return the items of a tuple whose length is known."""
        raise NotImplementedError

    def length(self, value: Value) -> Any:
        """Return the length of a list."""
        raise NotImplementedError

    def data(self, value: Value) -> Any:
        """Return where the items of a list are."""
        raise NotImplementedError

    def place_in(self, data: Any, kind: Type, index: Any) -> Any:
        """Return the address of an item of a list."""
        raise NotImplementedError

    def each(self, count: Any, body: Callable[[Any], None]) -> None:
        """Do something for each number from 0 to ``count``."""
        raise NotImplementedError

    def sequence(self, value: Value, node: ast.AST | None) -> Value:
        """Return a static value or a range as a list or a tuple."""
        raise NotImplementedError

    def copied_list(self, value: Value, kind: ListType | SetType, node: ast.AST | None) -> Scalar:
        """Return a new list with the items of a sequence."""
        raise NotImplementedError


def _narrow(kind: Type) -> bool:
    return getattr(kind, "narrow", False)


__all__ = ["FAILED", "LIST", "NO_ROOM", "SPECIALISED", "Emitter", "register"]
