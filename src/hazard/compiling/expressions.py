"""Expressions: names, fields, calculations, displays and comprehensions.

Over 400 lines: one method for each kind of expression.
"""

from __future__ import annotations

import ast
import enum
import functools
import types
from collections.abc import Callable, Sequence
from typing import Any

from hazard.compiling.refusal import Later, Never
from hazard.compiling.sequences import FIRST_ROOM, MOST_ROOM, Sequences
from hazard.compiling.types import (
    BOOL,
    INT,
    EnumType,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    Type,
)
from hazard.compiling.values import (
    I1,
    I64,
    Display,
    Memory,
    Method,
    Range,
    Scalar,
    Static,
    Value,
    is_static_number,
)

REFUSED: dict[type[ast.AST], str] = {
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.JoinedStr: "text",
    ast.Lambda: "lambda",
    ast.Await: "async",
    ast.YieldFrom: "yield_elsewhere",
    ast.Yield: "yield_elsewhere",
}


class Expressions(Sequences):
    """What a function says of values."""

    types: dict[str, Type]
    names: dict[str, str]
    statics: dict[str, Static]

    def value(self, node: ast.expr, expected: Type | None = None) -> Value:
        """Return what an expression stands for; ``expected`` is what a display is going to be."""
        if isinstance(node, ast.List | ast.ListComp | ast.Set | ast.SetComp | ast.BinOp):
            method = getattr(self, f"_{type(node).__name__.lower()}")
            found: Value = method(node, expected)
            return found
        known = getattr(self, f"_{type(node).__name__.lower()}", None)
        if known is None or type(node) in REFUSED:
            raise self.refuse(node, REFUSED.get(type(node), "construct"), found=type(node).__name__)
        found = known(node)
        return found

    def _constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, complex | bytes) or node.value is Ellipsis:
            raise self.refuse(node, "no_such_value", found=type(node.value).__name__)
        return Static(node.value)

    def _name(self, node: ast.Name) -> Value:
        name = self.names.get(node.id, node.id)
        if name in self.statics:
            return self.statics[name]
        if name in self.types:
            return self.variable(name, node)
        if name in self.local_names:
            raise Later  # a later pass knows its type, or it is never set
        return Static(self.unit.looked_up_name(self, node))

    def _attribute(self, node: ast.Attribute) -> Value:
        owner = self.value(node.value)
        return self.attribute(owner, node.attr, node)

    def attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        """Return a field, a property or a method."""
        if isinstance(owner, Static):
            return self._static_attribute(owner.obj, name, node)
        kind = self.type_of(owner, node)
        if isinstance(kind, OptionalType) and isinstance(owner, Memory):
            return self.attribute(self.unwrap(owner, node), name, node)
        if isinstance(kind, RecordType):
            if name in kind.names:
                return self.items_of(owner, node)[kind.names.index(name)]
            if name == "_replace":
                return Method(name, owner)
            return self._class_attribute(owner, kind.kind, name, node)
        if isinstance(kind, EnumType) and name == "value":
            if kind.values is None:
                return self.looked_up({member: member.value for member in kind.kind}, owner, None, node)
            return Scalar(INT, self.scalar(owner).ir)
        if isinstance(kind, EnumType):
            return self._class_attribute(owner, kind.kind, name, node)
        return Method(name, owner)

    def _static_attribute(self, obj: Any, name: str, node: ast.AST) -> Value:
        if obj is self.unit.game and name in self.unit.changing:
            raise self.refuse(node, "attribute_changes", name=name)
        if isinstance(obj, list | tuple | dict | set | str) and not hasattr(obj, "_fields"):
            return Method(name, Static(obj))
        try:
            found = getattr(obj, name)
        except AttributeError:
            raise self.refuse(node, "no_attribute", owner=type(obj).__name__, name=name) from None
        self.unit.constants.note(obj, name, found)
        return Static(found)

    def _class_attribute(self, owner: Value, kind: type[Any], name: str, node: ast.AST) -> Value:
        for base in kind.__mro__:
            if name in vars(base):
                found = vars(base)[name]
                if isinstance(found, property):
                    return self.called(found.fget, [owner], {}, node)
                if isinstance(found, staticmethod | classmethod):
                    return Static(getattr(kind, name))
                if isinstance(found, types.FunctionType | functools._lru_cache_wrapper):
                    return Method(found, owner)
                return Method(name, owner) if hasattr(found, "__get__") else Static(found)
        raise self.refuse(node, "no_attribute", owner=kind.__name__, name=name)

    # ---- calculations

    def _binop(self, node: ast.BinOp, expected: Type | None) -> Value:
        a = self.value(node.left, expected if isinstance(node.left, ast.List) else None)
        b = self.value(node.right, expected if isinstance(node.right, ast.List) else None)
        return self.binary(node.op, a, b, node)

    def binary(self, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Value:
        """Return ``a op b``: numbers are reckoned with, sequences joined and repeated."""
        own = self.own_binary(op, a, b, node)
        if own is not None:
            return own
        for value in (a, b):
            if getattr(getattr(value, "type", None), "array", False):
                raise self.refuse(node, "numpy", name=ast.unparse(node)[:40])
        if isinstance(a, Static) and isinstance(b, Static) and isinstance(a.obj, tuple | list | str | set):
            if isinstance(a.obj, str):
                raise self.refuse(node, "text")
            try:
                return Static(a.obj + b.obj if isinstance(op, ast.Add) else a.obj * b.obj)
            except TypeError:
                raise self.refuse(node, "operator", found=type(op).__name__) from None
        if self._is_sequence(a) or self._is_sequence(b):
            return self._sequences(op, a, b, node)
        return self.reckon(op, a, b, node)

    def _is_sequence(self, value: Value) -> bool:
        if isinstance(value, Static):
            return isinstance(value.obj, tuple | list)
        kind = getattr(value, "type", None)
        if isinstance(kind, RecordType):
            return kind.is_tuple
        return isinstance(kind, TupleType | ListType | SetType)

    def _sequences(self, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Value:
        if not isinstance(op, ast.Mult) and not (self._is_sequence(a) and self._is_sequence(b)):
            raise Never
        if isinstance(op, ast.Mult):
            if not self._is_sequence(a):
                a, b = b, a
            return self._repeated(a, b, node)
        if not isinstance(op, ast.Add):
            raise self.refuse(node, "operator", found=type(op).__name__)
        kinds = [self.type_of(value, node) for value in (a, b)]
        if all(isinstance(kind, TupleType | RecordType) for kind in kinds):
            items = self.items_of(a, node) + self.items_of(b, node)
            return Display(TupleType(tuple(self.type_of(item, node) for item in items)), items)
        joined = self.join(kinds[0], kinds[1], node)
        assert isinstance(joined, ListType)
        if joined.item is None:
            raise Later
        made = self.new_list(joined, I64(FIRST_ROOM))
        for value, kind in zip((a, b), kinds, strict=True):
            if not (isinstance(kind, TupleType) and not kind.items):
                self.extend(made, value, node)
        return made

    def _repeated(self, value: Value, times: Value, node: ast.AST) -> Value:
        kind = self.type_of(value, node)
        if isinstance(kind, TupleType) and isinstance(times, Static):
            items = self.items_of(value, node) * max(0, int(times.obj))
            return Display(TupleType(tuple(self.type_of(item, node) for item in items)), items)
        joined = self.join(kind, ListType(None, not isinstance(kind, ListType) or kind.frozen), node)
        assert isinstance(joined, ListType)
        if joined.item is None:
            raise Later
        count, _ = self.walk(value, node)
        number = self.coerced(times, INT, node)
        number = self.builder.select(self.builder.icmp_signed("<", number, I64(0)), I64(0), number)
        too_many = self.builder.icmp_signed(">", number, I64(MOST_ROOM))
        made = self.new_list(joined, self.builder.select(too_many, number, self.builder.mul(count(), number)))
        self.each(number, lambda _: self.extend(made, value, node))
        return made

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            if isinstance(value, Static) and not isinstance(value.obj, enum.Enum | tuple):
                return Static(not value.obj)
            return Scalar(BOOL, self.builder.not_(self.truth(value, node)))
        own = self.own_unary(node.op, value, node)
        if own is not None:
            return own
        if isinstance(node.op, ast.USub):
            return self.negative(value, node)
        if isinstance(node.op, ast.Invert):
            if is_static_number(value):
                assert isinstance(value, Static)
                return Static(~value.obj)
            return Scalar(INT, self.builder.not_(self.coerced(value, INT, node)))
        return value

    def _boolop(self, node: ast.BoolOp) -> Value:
        return self._connected(isinstance(node.op, ast.And), node.values, node)

    def _connected(self, both: bool, nodes: Sequence[ast.expr], node: ast.BoolOp) -> Value:
        """``and``, ``or``: the second is asked only where the first does not settle it."""
        first = self.value(nodes[0])
        if len(nodes) == 1:
            return first
        rest = nodes[1:]
        if isinstance(first, Static):
            return first if bool(first.obj) != both else self._connected(both, rest, node)
        condition = self.truth(first, node)
        if both:
            return self.choose(condition, lambda: self._connected(both, rest, node), lambda: first, node)
        return self.choose(condition, lambda: first, lambda: self._connected(both, rest, node), node)

    def condition(self, node: ast.expr) -> Value:
        """Return what a test stands for, of which only the truth counts: ``rows and rows[-1] > 0``."""
        if isinstance(node, ast.BoolOp):
            return self._conditions(isinstance(node.op, ast.And), node.values, node)
        return self.value(node)

    def _conditions(self, both: bool, nodes: Sequence[ast.expr], node: ast.BoolOp) -> Value:
        first = self.condition(nodes[0])
        if len(nodes) == 1:
            return first if isinstance(first, Static) else Scalar(BOOL, self.truth(first, node))
        rest = nodes[1:]
        if isinstance(first, Static):
            return first if bool(first.obj) != both else self._conditions(both, rest, node)
        settled = Scalar(BOOL, I1(not both))

        def following() -> Value:
            return Scalar(BOOL, self.truth(self._conditions(both, rest, node), node))

        condition = self.truth(first, node)
        if both:
            return self.choose(condition, following, lambda: settled, node)
        return self.choose(condition, lambda: settled, following, node)

    def _compare(self, node: ast.Compare) -> Value:
        """A chain such as ``0 <= x < 8``; as in Python, what follows a false link is not asked."""
        return self._links(self.value(node.left), list(zip(node.ops, node.comparators, strict=True)), node)

    def _links(self, left: Value, links: list[tuple[ast.cmpop, ast.expr]], node: ast.Compare) -> Value:
        op, right_node = links[0]
        right = self.value(right_node)
        found = self._link(op, left, right, node)
        if len(links) == 1:
            return found
        if isinstance(found, Static):
            return self._links(right, links[1:], node) if found.obj else found
        condition = self.truth(found, node)
        return self.choose(
            condition, lambda: self._links(right, links[1:], node), lambda: Scalar(BOOL, I1(0)), node
        )

    def _link(self, op: ast.cmpop, a: Value, b: Value, node: ast.AST) -> Value:
        if not isinstance(op, ast.In | ast.NotIn):
            return self.compare(op, a, b, node)
        if isinstance(a, Static) and isinstance(b, Static):
            return Static((a.obj in b.obj) == isinstance(op, ast.In))
        found = self.contains(b, a, node)
        return Scalar(BOOL, found if isinstance(op, ast.In) else self.builder.not_(found))

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.condition(node.test)
        if isinstance(test, Static):
            return self.value(node.body if test.obj else node.orelse)
        condition = self.truth(test, node)
        return self.choose(condition, lambda: self.value(node.body), lambda: self.value(node.orelse), node)

    def _namedexpr(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        self.assign(node.target, value)
        return self.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))

    # ---- displays

    def _tuple(self, node: ast.Tuple) -> Value:
        items, whole = self._display_items(node.elts)
        if not whole:
            return self._joined_display(node.elts, True, None, node)
        if all(isinstance(item, Static) for item in items):
            return Static(tuple(item.obj for item in items if isinstance(item, Static)))
        return Display(TupleType(tuple(self.type_of(item, node) for item in items)), items)

    def _display_items(self, nodes: list[ast.expr]) -> tuple[list[Value], bool]:
        """Return the items, and whether their number is known: ``*rest`` may have any length."""
        items: list[Value] = []
        for part in nodes:
            if not isinstance(part, ast.Starred):
                items.append(self.value(part))
                continue
            inner = self.value(part.value)
            self.walkable(inner, part)
            if isinstance(inner, Range) or isinstance(self.type_of(inner, part), ListType | SetType):
                return items, False
            items += self.items_of(inner, part)
        return items, True

    def _list(self, node: ast.List, expected: Type | None) -> Value:
        return self._joined_display(node.elts, False, expected, node)

    def _joined_display(
        self, nodes: list[ast.expr], frozen: bool, expected: Type | None, node: ast.expr
    ) -> Value:
        kind: Type = ListType(None, frozen)
        values: list[tuple[Value, bool]] = []
        for part in nodes:
            starred = isinstance(part, ast.Starred)
            value = self.value(part.value if isinstance(part, ast.Starred) else part)
            values.append((value, starred))
            found = self.type_of(value, part)
            kind = self.join(kind, found if starred else ListType(found, frozen), part)
        if isinstance(expected, ListType) and expected.item is not None:
            kind = self.join(kind, expected, node)
        kind = ListType(kind.item if isinstance(kind, ListType) else None, frozen)
        made = self.new_list(kind, I64(max(1, len(values))))
        for value, starred in values:
            if starred:
                self.extend(made, value, node)
            else:
                self.append(made, value, node)
        return made

    def _set(self, node: ast.Set, expected: Type | None) -> Value:
        kind: Type | None = expected.item if isinstance(expected, SetType) else None
        values = [self.value(part) for part in node.elts]
        for value in values:
            kind = self.join(kind, self.type_of(value, node), node)
        made = self.new_list(SetType(kind), I64(FIRST_ROOM))
        for value in values:
            self.add(made, value, node)
        return made

    # ---- subscripts

    def _subscript(self, node: ast.Subscript) -> Value:
        owner = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._slice(owner, node.slice, node)
        index = self.value(node.slice)
        if isinstance(owner, Static) and hasattr(owner.obj, "shape") and not isinstance(index, Static):
            parts = self.items_of(index, node) if isinstance(index, Display) else [index]
            value: Value = owner
            for part in parts:
                value = self.item(value, part, node)
            return value
        return self.item(owner, index, node)

    def _slice(self, owner: Value, cut: ast.Slice, node: ast.AST) -> Value:
        ends = [None if end is None else self.value(end) for end in (cut.lower, cut.upper)]
        step = Static(1) if cut.step is None else self.value(cut.step)
        if not isinstance(step, Static) or step.obj == 0:
            raise self.refuse(node, "slice_step")
        return self.slice_of(owner, ends[0], ends[1], step.obj, node)

    # ---- comprehensions

    def _listcomp(self, node: ast.ListComp, expected: Type | None = None) -> Value:
        return self.collected(node, lambda item: ListType(item), expected)

    def _setcomp(self, node: ast.SetComp, expected: Type | None = None) -> Value:
        return self.collected(node, lambda item: SetType(item), expected)

    def _generatorexp(self, node: ast.GeneratorExp) -> Value:
        return self.collected(node, lambda item: ListType(item, True), None)

    def collected(
        self,
        node: ast.ListComp | ast.SetComp | ast.GeneratorExp,
        kind: Callable[[Type | None], ListType | SetType],
        expected: Type | None,
    ) -> Scalar:
        """Return all that a comprehension brings, in a list whose type the passes find out."""
        name = f"[{node.lineno}:{node.col_offset}:{node.end_col_offset}"
        item = expected.item if isinstance(expected, ListType | SetType) else None
        if item is not None:
            self.found_type(name, ListType(item), node)
        known = self.types.get(name)
        made = self.new_list(kind(known.item if isinstance(known, ListType) else None), I64(FIRST_ROOM))

        def keep(value: Value) -> None:
            self.found_type(name, ListType(self.type_of(value, node)), node)
            if isinstance(made.type, SetType):
                self.add(made, value, node)
            else:
                self.append(made, value, node)

        self.comprehend(node, node.generators, lambda: keep(self.value(node.elt)))
        return made

    def comprehend(
        self, node: ast.expr, generators: list[ast.comprehension], body: Callable[[], None]
    ) -> None:
        """Do something for all that a comprehension goes through."""
        first, *rest = generators
        if first.is_async:
            raise self.refuse(node, "async")
        iterated = self.iterated(first.iter)
        before = dict(self.names)
        for part in ast.walk(first.target):
            if isinstance(part, ast.Name):
                self.names[part.id] = f"{part.id}@{node.lineno}:{node.col_offset}"
                self.local_names.add(self.names[part.id])

        def inside(item: Value) -> None:
            self.assign(first.target, item)
            self.filtered(first.ifs, lambda: self.comprehend(node, rest, body) if rest else body())

        count, item = iterated
        self.each_item(count, item, inside)
        self.names = before

    def each_item(
        self, count: Callable[[], Any], item: Callable[[Any], Value], inside: Callable[[Value], None]
    ) -> None:
        """Do something for each item of a sequence."""
        self.each(count(), lambda i: inside(item(i)))

    def filtered(self, tests: list[ast.expr], body: Callable[[], None]) -> None:
        """Do something where every test holds."""
        if not tests:
            body()
            return
        condition = self.condition(tests[0])
        if isinstance(condition, Static):
            if condition.obj:
                self.filtered(tests[1:], body)
            return
        with self.when(self.truth(condition, tests[0])):
            self.filtered(tests[1:], body)

    def _starred(self, node: ast.Starred) -> Value:
        raise self.refuse(node, "construct", found="Starred")

    def _call(self, node: ast.Call) -> Value:
        raise NotImplementedError

    # ---- told by the classes derived from this one

    local_names: set[str]

    def variable(self, name: str, node: ast.AST) -> Value:
        """Return what a variable holds."""
        raise NotImplementedError

    def assign(self, target: ast.expr, value: Value) -> None:
        """Give a value to a variable."""
        raise NotImplementedError

    def found_type(self, name: str, kind: Type, node: ast.AST) -> None:
        """Note that a variable has to hold values of a type."""
        raise NotImplementedError

    def iterated(self, node: ast.expr) -> tuple[Callable[[], Any], Callable[[Any], Value]]:
        """Return how many items an iterable has, and each of them."""
        raise NotImplementedError


def is_enum_class(obj: object) -> bool:
    """Tell whether it is an enumeration."""
    return isinstance(obj, type) and issubclass(obj, enum.Enum)
