"""The functions of Python that reckon: ``min``, ``sum``, ``any``, ``round``, ``math.sqrt`` and their like."""

from __future__ import annotations

import ast
import math
import sys
from collections.abc import Callable
from typing import Any

from hazard.compiling.expressions import Expressions
from hazard.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    OptionalType,
    SetType,
    TupleType,
    is_number,
    type_of,
)
from hazard.compiling.values import F64, I1, I64, Display, Scalar, Static, Value, is_static_number, storage

MATHS = {
    math.exp: "exp",
    math.sin: "sin",
    math.cos: "cos",
    math.tan: "tan",
    math.atan: "atan",
    math.tanh: "tanh",
    math.erf: "erf",
}
"""Functions of one number that are the C library's own."""
OTHER_MATHS = (math.floor, math.ceil, math.trunc, math.sqrt, math.log, math.log2, math.log10, math.pow,
               math.fabs)  # fmt: skip


class Reckoning(Expressions):
    """What Python's own functions make of numbers."""

    def keyed(self, key: ast.expr | None) -> Callable[[Value], Value]:
        """Return what ``key=`` makes of an item."""
        raise NotImplementedError

    def positional(self, node: ast.Call) -> list[Value]:
        """Return the arguments that have no name, ``*values`` among them."""
        raise NotImplementedError

    # ---- numbers

    def _call_min(self, node: ast.Call) -> Value:
        return self._extreme("<", node)

    def _call_max(self, node: ast.Call) -> Value:
        return self._extreme(">", node)

    def _extreme(self, sign: str, node: ast.Call) -> Value:
        key = self.keyed(next((k.value for k in node.keywords if k.arg == "key"), None))
        default = next((k.value for k in node.keywords if k.arg == "default"), None)
        if len(node.args) > 1 or isinstance(node.args[0], ast.Starred):
            values = self.positional(node)
            if all(is_static_number(value) for value in values) and not node.keywords:
                choose = min if sign == "<" else max
                return Static(choose(value.obj for value in values if isinstance(value, Static)))
            best = values[0]
            for value in values[1:]:
                nearer = self.ordered(sign, key(value), key(best), node)
                best = self._either(nearer, value, best, node)
            return best
        return self._extreme_item(sign, node, key, default)

    def _either(self, condition: Any, a: Value, b: Value, node: ast.AST) -> Value:
        kind = self.join(self.type_of(a, node), self.type_of(b, node), node)
        if is_number(kind):
            x, y = self.coerced(a, kind, node), self.coerced(b, kind, node)
            return Scalar(kind, self.builder.select(condition, x, y))
        return self.choose(condition, lambda: a, lambda: b, node)

    def _extreme_item(
        self, sign: str, node: ast.Call, key: Callable[[Value], Value], default: ast.expr | None
    ) -> Value:
        count, item = self.iterated(node.args[0])
        total = count()
        other = None if default is None else self.kept(self.value(default), node)  # asked in any case
        none = self.builder.icmp_signed("==", total, I64(0))
        best = self.alloca(I64)
        self.builder.store(I64(0), best)
        if other is None:
            self.fail_if(none, node)

        def look(i: Any) -> None:
            so_far = self.builder.load(best, typ=I64)
            nearer = self.ordered(sign, key(item(i)), key(item(so_far)), node)
            self.builder.store(self.builder.select(nearer, i, so_far), best)

        self.each(total, look)
        if other is None:
            return item(self.builder.load(best, typ=I64))
        return self.choose(none, lambda: other, lambda: item(self.builder.load(best, typ=I64)), node)

    def _call_sum(self, node: ast.Call) -> Value:
        name = f"sum{node.lineno}:{node.col_offset}"
        given = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
        start = self.value(given[0]) if given else Static(0)
        self.found_type(name, self.type_of(start, node), node)
        kind = self.types[name]
        place, carry = self.alloca(storage(kind)), self.alloca(F64)
        self.store(kind, place, start, node)
        self.builder.store(F64(0.0), carry)

        def add(value: Value) -> None:
            self.found_type(name, self.join(kind, self.type_of(value, node), node), node)
            if kind == FLOAT and sys.version_info >= (3, 12):
                self._compensated(place, carry, self.coerced(value, FLOAT, node))
                return
            total = self.reckon(ast.Add(), self.load(kind, place), value, node)
            if self.type_of(total, node) == kind:
                self.store(kind, place, total, node)

        if isinstance(node.args[0], ast.GeneratorExp | ast.ListComp):
            inner = node.args[0]
            self.comprehend(inner, inner.generators, lambda: add(self.value(inner.elt)))
        else:
            count, item = self.iterated(node.args[0])
            self.each(count(), lambda i: add(item(i)))
        if kind == FLOAT and sys.version_info >= (3, 12):
            total, lost = self.builder.load(place, typ=F64), self.builder.load(carry, typ=F64)
            size = self.builder.call(self.unit.intrinsic("fabs"), [lost])
            finite = self.builder.fcmp_ordered("<", size, F64(math.inf))
            return Scalar(FLOAT, self.builder.select(finite, self.builder.fadd(total, lost), total))
        return self.load(kind, place)

    def _compensated(self, place: Any, carry: Any, x: Any) -> None:
        """Add as Python 3.12 and later do, with what rounding loses kept aside (Neumaier 1974)."""
        b = self.builder
        total = b.load(place, typ=F64)
        added = b.fadd(total, x)
        size = self.unit.intrinsic("fabs")
        larger = b.fcmp_ordered(">=", b.call(size, [total]), b.call(size, [x]))
        first, second = b.select(larger, total, x), b.select(larger, x, total)
        lost = b.fadd(b.fsub(first, added), second)
        b.store(b.fadd(b.load(carry, typ=F64), lost), carry)
        b.store(added, place)

    def _call_any(self, node: ast.Call) -> Value:
        return self._quantified(node, True)

    def _call_all(self, node: ast.Call) -> Value:
        return self._quantified(node, False)

    def _quantified(self, node: ast.Call, hit: bool) -> Value:
        """``any`` and ``all``: the first item that settles it ends the loop."""
        place = self.alloca(I1)
        self.builder.store(I1(not hit), place)
        after = self.builder.append_basic_block("settled")

        def look(value: Value) -> None:
            true = self.truth(value, node)
            on = self.builder.append_basic_block("on")
            found = self.builder.append_basic_block("hit")
            self.builder.cbranch(true if hit else self.builder.not_(true), found, on)
            self.builder.position_at_end(found)
            self.builder.store(I1(hit), place)
            self.builder.branch(after)
            self.builder.position_at_end(on)

        inner = node.args[0]
        if isinstance(inner, ast.GeneratorExp | ast.ListComp):
            self.comprehend(inner, inner.generators, lambda: look(self.value(inner.elt)))
        else:
            count, item = self.iterated(inner)
            self.each(count(), lambda i: look(item(i)))
        self.builder.branch(after)
        self.builder.position_at_end(after)
        return Scalar(BOOL, self.builder.load(place, typ=I1))

    def _call_abs(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        method = self.own(value, "abs", node)
        if method is not None:
            return self.called(method, [value], {}, node)
        if is_static_number(value):
            assert isinstance(value, Static)
            return Static(abs(value.obj))
        found = self.scalar(value, node)
        if found.type == FLOAT:
            return Scalar(FLOAT, self.builder.call(self.unit.intrinsic("fabs"), [found.ir]))
        negative = self.builder.icmp_signed("<", self.coerced(found, INT, node), I64(0))
        return self._either(negative, self.negative(found, node), found, node)

    def _call_int(self, node: ast.Call) -> Value:
        found = self.scalar(self.value(node.args[0]) if node.args else Static(0), node)
        if found.type != FLOAT:
            return Scalar(INT, self.coerced(found, INT, node))
        return Scalar(INT, self.whole(found.ir, node))

    def whole(self, number: Any, node: ast.AST) -> Any:
        """Return a float cut to a whole number; one that is too large, or none at all, is an error."""
        size = self.builder.call(self.unit.intrinsic("fabs"), [number])
        self.fail_if(self.builder.not_(self.builder.fcmp_ordered("<", size, F64(2.0**63))), node)
        return self.builder.fptosi(number, I64)

    def _call_float(self, node: ast.Call) -> Value:
        value = self.value(node.args[0]) if node.args else Static(0.0)
        if isinstance(value, Static):
            return Static(float(value.obj))  # "inf" among them
        return self.coerce(self.scalar(value, node), FLOAT, node)

    def _call_bool(self, node: ast.Call) -> Value:
        return Scalar(BOOL, self.truth(self.value(node.args[0]), node))

    def _call_round(self, node: ast.Call) -> Value:
        if len(node.args) > 1 or node.keywords:
            raise self.refuse(node, "round")
        found = self.scalar(self.value(node.args[0]), node)
        if found.type != FLOAT:
            return Scalar(INT, self.coerced(found, INT, node))
        even = self.builder.call(self.unit.intrinsic("roundeven"), [found.ir])
        return Scalar(INT, self.whole(even, node))

    def _call_divmod(self, node: ast.Call) -> Value:
        a, b = (self.value(part) for part in node.args)
        items = [self.reckon(op, a, b, node) for op in (ast.FloorDiv(), ast.Mod())]
        return Display(TupleType(tuple(self.type_of(item, node) for item in items)), items)

    def _call_pow(self, node: ast.Call) -> Value:
        if len(node.args) != 2:
            raise self.refuse(node, "function", name="pow")
        a, b = (self.value(part) for part in node.args)
        return self.reckon(ast.Pow(), a, b, node)

    def _call_isinstance(self, node: ast.Call) -> Value:
        """It is known when the rules are compiled, because types are."""
        value, kinds = self.value(node.args[0]), self.value(node.args[1])
        assert isinstance(kinds, Static)
        if isinstance(value, Static):
            return Static(isinstance(value.obj, kinds.obj))
        found = self.type_of(value, node)
        if isinstance(found, OptionalType):
            raise self.refuse(node, "isinstance_optional")
        plain = {INT: int, FLOAT: float, BOOL: bool, type_of(""): str}
        kind = plain.get(found) or getattr(found, "kind", None)
        if kind is None:
            frozen = isinstance(found, TupleType) or getattr(found, "frozen", False)
            kind = set if isinstance(found, SetType) else tuple if frozen else list
        return Static(issubclass(kind, kinds.obj))

    def found_at(self, value: Value, wanted: Value, counted: bool, node: ast.AST) -> Value:
        """``index`` and ``count``: where an item is first, or how often it is there."""
        place = self.alloca(I64)
        self.builder.store(I64(0 if counted else -1), place)
        count, item = self.walk(value, node)

        def look(i: Any) -> None:
            so_far = self.builder.load(place, typ=I64)
            equal = self.truth(self.equal(item(i), wanted, node), node)
            if counted:
                following = self.builder.add(so_far, self.builder.zext(equal, I64))
            else:
                first = self.builder.and_(equal, self.builder.icmp_signed("<", so_far, I64(0)))
                following = self.builder.select(first, i, so_far)
            self.builder.store(following, place)

        self.each(count(), look)
        found = self.builder.load(place, typ=I64)
        if not counted:
            self.fail_if(self.builder.icmp_signed("<", found, I64(0)), node)
        return Scalar(INT, found)

    def bits(self, name: str, number: Any) -> Value:
        """``bit_count`` and ``bit_length``: of the number without its sign."""
        b = self.builder
        size = b.select(b.icmp_signed("<", number, I64(0)), b.neg(number), number)
        if name == "bit_count":
            return Scalar(INT, b.call(self.unit.intrinsic("ctpop"), [size]))
        return Scalar(INT, b.sub(I64(64), b.call(self.unit.intrinsic("ctlz"), [size, I1(0)])))

    def _math(self, function: Any, node: ast.Call) -> Value:
        values = [self.value(part) for part in node.args]
        if all(isinstance(value, Static) for value in values):
            try:
                return Static(function(*(value.obj for value in values if isinstance(value, Static))))
            except (ArithmeticError, ValueError):
                pass  # an error as well where it is reckoned, if it ever is
        b, name = self.builder, function.__name__
        if function in (math.floor, math.ceil) and self.type_of(values[0], node) != FLOAT:
            return values[0]
        known = {*MATHS, *OTHER_MATHS}
        if function not in known or len(values) != (2 if function is math.pow else 1):
            raise self.refuse(node, "function", name=f"math.{name}")
        numbers = [self.coerced(value, FLOAT, node) for value in values]
        if function in MATHS:
            return Scalar(FLOAT, self._finite(b.call(self.unit.library(MATHS[function], 1), numbers), node))
        if function in (math.floor, math.ceil, math.trunc):
            rounded = numbers[0] if name == "trunc" else b.call(self.unit.intrinsic(name), numbers)
            return Scalar(INT, self.whole(rounded, node))
        if function is math.sqrt:
            self.fail_if(b.fcmp_ordered("<", numbers[0], F64(0.0)), node)
            return Scalar(FLOAT, b.call(self.unit.intrinsic("sqrt"), numbers))
        if function in (math.log, math.log2, math.log10):
            self.fail_if(b.not_(b.fcmp_ordered(">", numbers[0], F64(0.0))), node)
            return Scalar(FLOAT, b.call(self.unit.library(name, 1), numbers))
        if function is math.pow:
            return Scalar(FLOAT, self._finite(b.call(self.unit.library(name, 2), numbers), node))
        return Scalar(FLOAT, b.call(self.unit.intrinsic("fabs"), numbers))

    def _finite(self, number: Any, node: ast.AST) -> Any:
        """Python complains about a result that is infinite or none."""
        size = self.builder.call(self.unit.intrinsic("fabs"), [number])
        self.fail_if(self.builder.not_(self.builder.fcmp_ordered("<", size, F64(math.inf))), node)
        return number
