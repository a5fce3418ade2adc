"""Numbers as Python reckons with them: whole numbers that do not wrap round, division that rounds down.

Over 400 lines: one function for each operator.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import math
import operator
from typing import Any

from hazard.compiling.emitter import Emitter
from hazard.compiling.own_classes import BINARY, SWAPPED, UNARY, compared, mixed, own_method
from hazard.compiling.own_classes import ORDER as ORDER_METHODS
from hazard.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    STR,
    EnumType,
    ListType,
    NoneType,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    Type,
    is_number,
    join,
)
from hazard.compiling.values import (
    F64,
    I1,
    I64,
    Display,
    Memory,
    Scalar,
    Static,
    Value,
    is_enum,
    is_static_number,
)

FOLDED = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
BITS = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Arithmetic(Emitter):
    """What a function reckons."""

    def reckon(self, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Value:
        """Return ``a op b`` for two numbers."""
        if is_static_number(a) and is_static_number(b):
            assert isinstance(a, Static)
            assert isinstance(b, Static)
            try:
                found = FOLDED[type(op)](a.obj, b.obj)
            except (KeyError, ArithmeticError, ValueError):
                found = None
            # 2**63 - 1 is fine: what is kept has to be of 64 bits, not each step on the way.
            if isinstance(found, int) and abs(found) >= 2**128:
                raise self.refuse(node, "number_too_large", found=found)
            if isinstance(found, int | float):
                return Static(found)
        left, right = self.scalar(a, node), self.scalar(b, node)
        if STR in (left.type, right.type) and (left.type == right.type or isinstance(op, ast.Mult | ast.Mod)):
            raise self.refuse(node, "text")
        for kind in (left.type, right.type):
            if not is_number(kind):
                raise self.refuse(node, "expected_number", found=kind.said)
        if type(op) in BITS and left.type == right.type == BOOL:
            return Scalar(BOOL, getattr(self.builder, BITS[type(op)])(left.ir, right.ir))
        if isinstance(op, ast.Pow) and is_static_number(b) and FLOAT not in (left.type, right.type):
            assert isinstance(b, Static)
            if b.obj < 0:
                right = Scalar(FLOAT, F64(float(b.obj)))
        if isinstance(op, ast.Div) or FLOAT in (left.type, right.type):
            if FLOAT not in (left.type, right.type):  # Python divides whole numbers of any size exactly
                for side in (left, right):
                    self.fail_if_rounded(self.coerced(side, INT, node), node)
            x, y = self.coerced(left, FLOAT, node), self.coerced(right, FLOAT, node)
            return Scalar(FLOAT, self._floats(op, x, y, node))
        x, y = self.coerced(left, INT, node), self.coerced(right, INT, node)
        if isinstance(op, ast.Pow):
            return self._whole_power(x, y, b, node)
        return Scalar(INT, self._wholes(op, x, y, node))

    def _wholes(self, op: ast.operator, x: Any, y: Any, node: ast.AST) -> Any:
        b = self.builder
        checked = {
            ast.Add: b.sadd_with_overflow,
            ast.Sub: b.ssub_with_overflow,
            ast.Mult: b.smul_with_overflow,
        }
        if type(op) in checked:
            both = checked[type(op)](x, y)
            self.fail_if(b.extract_value(both, 1), node)
            return b.extract_value(both, 0)
        if type(op) in BITS:
            return getattr(b, BITS[type(op)])(x, y)
        if isinstance(op, ast.FloorDiv | ast.Mod):
            self.fail_if(b.icmp_signed("==", y, I64(0)), node)
            lowest = b.and_(b.icmp_signed("==", x, I64(-(2**63))), b.icmp_signed("==", y, I64(-1)))
            self.fail_if(lowest, node)
            rest = b.srem(x, y)
            # The machine rounds towards zero, Python down.
            other_sign = b.icmp_signed("<", b.xor(rest, y), I64(0))
            down = b.and_(b.icmp_signed("!=", rest, I64(0)), other_sign)
            if isinstance(op, ast.Mod):
                return b.select(down, b.add(rest, y), rest)
            return b.sub(b.sdiv(x, y), b.zext(down, I64))
        self.fail_if(b.icmp_signed("<", y, I64(0)), node)
        large = b.icmp_signed(">=", y, I64(63))
        steps = b.select(large, I64(63), y)
        if isinstance(op, ast.RShift):
            return b.ashr(x, steps)
        if isinstance(op, ast.LShift):
            shifted = b.shl(x, steps)
            lost = b.icmp_signed("!=", b.ashr(shifted, steps), x)
            beyond = b.and_(large, b.icmp_signed("!=", x, I64(0)))
            self.fail_if(b.or_(lost, beyond), node)
            return shifted
        raise self.refuse(node, "operator", found=type(op).__name__)

    def _whole_power(self, x: Any, y: Any, exponent: Value, node: ast.AST) -> Value:
        """Whole powers by repeated multiplication; a negative exponent would make a fraction."""
        self.fail_if(self.builder.icmp_signed("<", y, I64(0)), node)
        if isinstance(exponent, Static) and 0 <= exponent.obj <= 8:
            product: Any = I64(1)
            for _ in range(exponent.obj):
                product = self._wholes(ast.Mult(), product, x, node)
            return Scalar(INT, product)
        place = self.alloca(I64)
        self.builder.store(I64(1), place)

        def multiply(_: Any) -> None:
            so_far = self.builder.load(place, typ=I64)
            self.builder.store(self._wholes(ast.Mult(), so_far, x, node), place)

        self.each(y, multiply)
        return Scalar(INT, self.builder.load(place, typ=I64))

    def _floats(self, op: ast.operator, x: Any, y: Any, node: ast.AST) -> Any:
        b = self.builder
        plain = {ast.Add: b.fadd, ast.Sub: b.fsub, ast.Mult: b.fmul}
        if type(op) in plain:
            return plain[type(op)](x, y)
        zero = F64(0.0)
        if isinstance(op, ast.Pow):
            # 0 to a negative power is an error; a negative number to a fraction is no real number.
            found = b.call(self.unit.library("pow", 2), [x, y])
            no_root = b.and_(b.fcmp_ordered("<", x, zero), b.fcmp_unordered("uno", found, found))
            pole = b.and_(b.fcmp_ordered("==", x, zero), b.fcmp_ordered("<", y, zero))
            beyond = b.fcmp_ordered("==", b.call(self.unit.intrinsic("fabs"), [found]), F64(math.inf))
            self.fail_if(b.or_(b.or_(no_root, pole), beyond), node)
            return found
        self.fail_if(b.fcmp_ordered("==", y, zero), node)
        if isinstance(op, ast.Div):
            return b.fdiv(x, y)
        if not isinstance(op, ast.FloorDiv | ast.Mod):
            raise self.refuse(node, "operator", found=type(op).__name__)
        rest = b.call(self.unit.library("fmod", 2), [x, y])
        some = b.fcmp_unordered("!=", rest, zero)
        other_sign = b.xor(b.fcmp_ordered("<", rest, zero), b.fcmp_ordered("<", y, zero))
        down = b.and_(some, other_sign)
        modulus = b.select(down, b.fadd(rest, y), rest)
        if isinstance(op, ast.Mod):
            return modulus
        quotient = b.fdiv(b.fsub(x, modulus), y)
        floor = b.call(self.unit.intrinsic("floor"), [quotient])
        nearer = b.fcmp_ordered(">", b.fsub(quotient, floor), F64(0.5))
        return b.select(nearer, b.fadd(floor, F64(1.0)), floor)

    def own(self, value: Value, name: str, node: ast.AST | None) -> Any:
        """Return the method for an operator that the class of a value has written itself."""
        if isinstance(value, Static):
            kind = (
                type(value.obj) if isinstance(value.obj, enum.Enum | tuple) or _is_record(value.obj) else None
            )
        else:
            kind = getattr(getattr(value, "type", None), "kind", None)
        return None if kind is None else own_method(kind, name)

    def own_binary(self, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Value | None:
        """Return ``a op b`` where a class says what that means."""
        name = BINARY[type(op)]
        for method, first, second in ((name, a, b), (f"r{name}", b, a)):
            found = self.own(first, method, node)
            if found is not None:
                return self.called(found, [first, second], {}, node)
        return None

    def own_unary(self, op: ast.unaryop, value: Value, node: ast.AST) -> Value | None:
        """Return ``op value`` where a class says what that means."""
        found = self.own(value, UNARY[type(op)], node)
        return None if found is None else self.called(found, [value], {}, node)

    def called(
        self,
        function: Any,
        values: list[Value],
        named: dict[str, Value],
        node: ast.AST | None,
        expected: Type | None = None,
    ) -> Value:
        """Return what a function of Python returns."""
        raise NotImplementedError

    def negative(self, value: Value, node: ast.AST) -> Value:
        """Return ``-value``."""
        if is_static_number(value):
            assert isinstance(value, Static)
            return Static(-value.obj)
        found = self.scalar(value, node)
        if found.type == FLOAT:
            return Scalar(FLOAT, self.builder.fneg(found.ir))
        return Scalar(INT, self._wholes(ast.Sub(), I64(0), self.coerced(found, INT, node), node))

    # ---- truths

    def truth(self, value: Value, node: ast.AST | None) -> Any:
        """Return whether a value counts as true."""
        for name in ("bool", "len"):
            found_method = self.own(value, name, node)
            if found_method is not None:
                return self.truth(self.called(found_method, [value], {}, node), node)
        if isinstance(value, Static):
            return I1(bool(value.obj) if not hasattr(value.obj, "shape") else len(value.obj) > 0)
        kind = self.type_of(value, node)
        if isinstance(kind, RecordType) and not kind.is_tuple:
            return I1(1)
        if isinstance(kind, TupleType | RecordType):
            return I1(len(kind.items) > 0)
        if isinstance(kind, OptionalType):
            assert isinstance(value, Memory)
            return self._optional_truth(value, kind, node)
        if isinstance(kind, ListType | SetType):
            return self.builder.icmp_signed("!=", self.length(value), I64(0))
        found = self.scalar(value, node)
        if kind == BOOL:
            return found.ir
        if isinstance(kind, NoneType):
            return I1(0)
        if is_enum(kind):
            if isinstance(kind, EnumType) and mixed(kind.kind):
                raise self.refuse(node, "enum_mixed", name=kind.said)
            return I1(1)
        if kind == FLOAT:
            return self.builder.fcmp_unordered("!=", found.ir, F64(0.0))
        empty = self.unit.texts.number("") if kind == STR else 0
        return self.builder.icmp_signed("!=", found.ir, I64(empty))

    def compare(self, op: ast.cmpop, a: Value, b: Value, node: ast.AST) -> Value:
        """Return ``a op b`` for an order or an equality."""
        if isinstance(op, ast.Is | ast.IsNot):
            self._refuse_identity(a, b, node)
        if isinstance(op, ast.NotEq):
            for method, other in ((self.own(a, "ne", node), (a, b)), (self.own(b, "ne", node), (b, a))):
                if method is not None:
                    return self.called(method, list(other), {}, node)
        if isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
            found = self.equal(a, b, node)
            if isinstance(op, ast.Eq | ast.Is):
                return found
            if isinstance(found, Static):
                return Static(not found.obj)
            return Scalar(BOOL, self.builder.not_(self.truth(found, node)))
        if is_static_number(a) and is_static_number(b):
            assert isinstance(a, Static)
            assert isinstance(b, Static)
            orders = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}
            return Static(orders[type(op)](a.obj, b.obj))
        return Scalar(BOOL, self.ordered(ORDER[type(op)], a, b, node))

    def ordered(self, sign: str, a: Value, b: Value, node: ast.AST | None) -> Any:
        """Return whether numbers, or tuples of them, are in order."""
        for method, one, other in ((ORDER_METHODS[sign], a, b), (ORDER_METHODS[SWAPPED[sign]], b, a)):
            found = self.own(one, method, node)
            as_tuple = getattr(self.type_of(a, node), "is_tuple", False)  # has all of them, and answers first
            if found is not None and (one is a or not as_tuple):
                return self.truth(self.called(found, [one, other], {}, node), node)
        kinds = [self.type_of(value, node) for value in (a, b)]
        for kind in kinds:
            unordered = isinstance(kind, RecordType) and not hasattr(kind.kind, "__lt__")
            if unordered or isinstance(kind, SetType) or getattr(kind, "array", False):
                raise self.refuse(node, "operator", found=sign)
            if isinstance(kind, RecordType) and not kind.is_tuple and not _ordered_by_value(kind.kind):
                raise self.refuse(node, "operator", found=sign)
        if any(isinstance(kind, TupleType | RecordType) for kind in kinds):
            return self._ordered_tuples(sign, self.items_of(a, node), self.items_of(b, node), node)
        left, right = self.scalar(a, node), self.scalar(b, node)
        if left.type == right.type == STR:
            raise self.refuse(node, "text")
        for kind in (left.type, right.type):
            if not is_number(kind):
                raise self.refuse(node, "expected_number", found=kind.said)
        if FLOAT in (left.type, right.type):
            self._exactly(left, right, node)
            x, y = self.coerced(left, FLOAT, node), self.coerced(right, FLOAT, node)
            return self.builder.fcmp_ordered(sign, x, y)
        x, y = self.coerced(left, INT, node), self.coerced(right, INT, node)
        return self.builder.icmp_signed(sign, x, y)

    def _ordered_tuples(self, sign: str, a: list[Value], b: list[Value], node: ast.AST | None) -> Any:
        """By the first items that differ, and by length where none do."""
        lengths = {"<": len(a) < len(b), "<=": len(a) <= len(b), ">": len(a) > len(b), ">=": len(a) >= len(b)}
        found: Any = I1(lengths[sign])
        for x, y in reversed(list(zip(a, b, strict=False))):
            equal = self.truth(self.equal(x, y, node), node)
            found = self.builder.select(equal, found, self.ordered(sign, x, y, node))
        return found

    def _exactly(self, a: Scalar, b: Scalar, node: ast.AST | None) -> None:
        """Python compares whole numbers with fractions exactly; one that would be rounded is an error."""
        for side in (a, b):
            if side.type != FLOAT:
                self.fail_if_rounded(self.coerced(side, INT, node), node)

    def _refuse_identity(self, a: Value, b: Value, node: ast.AST) -> None:
        """``is`` asks for the same object; what that is, is certain of None, truths and members alone."""
        if isinstance(a, Static) and isinstance(b, Static):
            return
        kinds = [self.type_of(value, node) for value in (a, b)]
        inner = [kind.item if isinstance(kind, OptionalType) else kind for kind in kinds]
        same = inner[0] == inner[1] and (inner[0] == BOOL or isinstance(inner[0], EnumType))
        if not same and not any(isinstance(kind, NoneType) for kind in kinds):
            raise self.refuse(node, "identity")

    def equal(self, a: Value, b: Value, node: ast.AST | None) -> Value:
        """Return ``a == b``; it is known already where the types can never be equal."""
        for value in (a, b):
            is_array = hasattr(value.obj, "shape") if isinstance(value, Static) else False
            if is_array or getattr(getattr(value, "type", None), "array", False):
                raise self.refuse(node, "numpy", name="==")
        if isinstance(a, Static) and isinstance(b, Static):
            return Static(a.obj == b.obj)
        for first, second in ((a, b), (b, a)):
            method = self.own(first, "eq", node)
            if method is not None:
                return self.called(method, [first, second], {}, node)
        one, other = self.type_of(a, node), self.type_of(b, node)
        if isinstance(one, OptionalType) or isinstance(other, OptionalType):
            return self._equal_optionals(a, b, node)
        if isinstance(one, NoneType) or isinstance(other, NoneType):
            return Static(one == other)
        if is_number(one) and is_number(other):
            kind: Type = FLOAT if FLOAT in (one, other) else INT
            if kind == FLOAT:
                self._exactly(self.scalar(a, node), self.scalar(b, node), node)
            x, y = self.coerced(a, kind, node), self.coerced(b, kind, node)
            same = self.builder.fcmp_ordered if kind == FLOAT else self.builder.icmp_signed
            return Scalar(BOOL, same("==", x, y))
        if one == other and (one == STR or isinstance(one, EnumType)):
            x, y = self.scalar(a, node), self.scalar(b, node)
            return Scalar(BOOL, self.builder.icmp_signed("==", x.ir, y.ir))
        for kind in (one, other):
            if isinstance(kind, EnumType) and mixed(kind.kind):
                raise self.refuse(node, "enum_mixed", name=kind.said)
        if isinstance(one, SetType) and isinstance(other, SetType):
            return self.equal_sets(a, b, node)
        return self._equal_containers(a, b, one, other, node)

    def _equal_containers(self, a: Value, b: Value, one: Type, other: Type, node: ast.AST | None) -> Value:
        tuples = (TupleType, RecordType)
        records = [kind for kind in (one, other) if isinstance(kind, RecordType) and not kind.is_tuple]
        if records:
            return self._equal_records(a, b, one, other, node)
        if isinstance(one, tuples) and isinstance(other, tuples):
            if len(one.items) != len(other.items):
                return Static(False)
            if (
                isinstance(one, TupleType)
                and one == other
                and not isinstance(a, Display)
                and len(one.items) > 8
            ):
                return self.equal_sequences(a, b, node)
            found: Any = I1(1)
            for x, y in zip(self.items_of(a, node), self.items_of(b, node), strict=True):
                found = self.builder.and_(found, self.truth(self.equal(x, y, node), node))
            return Scalar(BOOL, found)
        is_tuple = [isinstance(kind, tuples) or getattr(kind, "frozen", False) for kind in (one, other)]
        sequences = (*tuples, ListType)
        if isinstance(one, sequences) and isinstance(other, sequences) and is_tuple[0] == is_tuple[1]:
            return self.equal_sequences(a, b, node)
        return Static(False)

    def _equal_optionals(self, a: Value, b: Value, node: ast.AST | None) -> Value:
        kind = join(self.type_of(a, node), self.type_of(b, node))
        if not isinstance(kind, OptionalType):
            return Static(False)
        x, y = (self.coerce(value, kind, node) for value in (a, b))
        assert isinstance(x, Memory)
        assert isinstance(y, Memory)
        flags = [self.truth(self.load(BOOL, self.item_at(kind, side.ptr, 0)), node) for side in (x, y)]
        place = self.alloca(I1)
        self.builder.store(self.builder.not_(self.builder.or_(*flags)), place)
        with self.when(self.builder.and_(*flags)):  # what is None holds nothing that could be compared
            inner = [self.load(kind.item, self.item_at(kind, side.ptr, 1)) for side in (x, y)]
            self.builder.store(self.truth(self.equal(inner[0], inner[1], node), node), place)
        return Scalar(BOOL, self.builder.load(place, typ=I1))

    def _optional_truth(self, value: Memory, kind: OptionalType, node: ast.AST | None) -> Any:
        place = self.alloca(I1)
        there = self.truth(self.load(BOOL, self.item_at(kind, value.ptr, 0)), node)
        self.builder.store(I1(0), place)
        with self.when(there):
            inner = self.load(kind.item, self.item_at(kind, value.ptr, 1))
            self.builder.store(self.truth(inner, node), place)
        return self.builder.load(place, typ=I1)

    def _equal_records(self, a: Value, b: Value, one: Type, other: Type, node: ast.AST | None) -> Value:
        """Dataclasses are equal to those of their own class, by the fields that are compared."""
        if not (isinstance(one, RecordType) and isinstance(other, RecordType) and one.kind is other.kind):
            return Static(False)
        names = compared(one.kind)
        if names is None:
            raise self.refuse(node, "identity")
        found: Any = I1(1)
        for name, x, y in zip(one.names, self.items_of(a, node), self.items_of(b, node), strict=True):
            if name in names:
                found = self.builder.and_(found, self.truth(self.equal(x, y, node), node))
        return Scalar(BOOL, found)

    def equal_sets(self, a: Value, b: Value, node: ast.AST | None) -> Value:
        """Return whether two sets hold the same."""
        raise NotImplementedError

    def equal_sequences(self, a: Value, b: Value, node: ast.AST | None) -> Value:
        """Return whether two sequences have equal items."""
        raise NotImplementedError


def _is_record(obj: object) -> bool:
    return dataclasses.is_dataclass(obj) and not isinstance(obj, type)


def _ordered_by_value(kind: type[Any]) -> bool:
    """Whether a dataclass is ordered by its fields (``order=True``), all of them."""
    fields = dataclasses.fields(kind)
    return bool(kind.__dataclass_params__.order) and all(field.compare for field in fields)
