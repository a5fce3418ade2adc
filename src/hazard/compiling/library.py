"""The functions of Python that are compiled: ``len``, ``min``, ``sorted``, ``math.sqrt`` and their like."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable
from typing import Any

from hazard.compiling.reckoning import Reckoning
from hazard.compiling.refusal import Later
from hazard.compiling.types import (
    INT,
    ListType,
    RecordType,
    SetType,
    TupleType,
)
from hazard.compiling.values import (
    I64,
    Display,
    Range,
    Scalar,
    Static,
    Value,
    storage,
)

Walk = tuple[Callable[[], Any], Callable[[Any], Value]]

REFUSED = {
    print: "output",
    input: "output",
    open: "outside",
    map: "map",
    filter: "map",
    iter: "map",
    next: "map",
    str: "text",
    repr: "text",
    format: "text",
    dict: "dict",
    hash: "function",
    super: "super",
    getattr: "getattr",
    setattr: "getattr",
    eval: "outside",
    exec: "outside",
    complex: "function",
    bytes: "bytes",
    bytearray: "bytes",
}

ONE = ("any", "all", "abs", "int", "float", "bool", "len", "list", "tuple", "set", "frozenset", "reversed")
ARGUMENTS: dict[str, tuple[tuple[str, ...], int]] = {
    "min": (("key", "default"), 99),
    "max": (("key", "default"), 99),
    "sum": (("start",), 2),
    "sorted": (("key", "reverse"), 1),
    "enumerate": (("start",), 2),
    "zip": (("strict",), 99),
    "round": (("ndigits",), 2),
    "range": ((), 3),
    "divmod": ((), 2),
    "isinstance": ((), 2),
    **dict.fromkeys(ONE, ((), 1)),
}
"""The names that arguments of Python's functions may have, and how many there may be."""


class Library(Reckoning):
    """What Python's own functions do."""

    bound: dict[str, Value]

    def special(self, obj: Any) -> Callable[[ast.Call], Value] | None:
        """Return how a function of Python is compiled, if it is one."""
        try:
            refused = REFUSED.get(obj)
        except TypeError:
            return None
        if refused is not None:
            name = getattr(obj, "__name__", repr(obj))

            def refuse(node: ast.Call) -> Value:
                raise self.refuse(node, refused, name=name)

            return refuse
        known = str(getattr(obj, "__name__", ""))
        if getattr(builtins, known, None) is obj:
            return getattr(self, f"_call_{known}", None)
        if getattr(math, known, None) is obj:
            return lambda node: self._math(obj, node)
        return None

    def fits(self, obj: Any, node: ast.Call) -> None:
        """Refuse arguments that Python's function has and the compiled one would not look at."""
        name = obj.__name__
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.refuse(node, "keywords")
        known, most = ARGUMENTS.get(name, ((), 9))
        others = [keyword.arg for keyword in node.keywords if keyword.arg not in known]
        if len(node.args) > most or others:
            raise self.refuse(node, "arguments", name=name, error=ast.unparse(node)[:60])

    # ---- iterables

    def iterated(self, node: ast.expr) -> Walk:
        """Return how many items an iterable has, and each of them."""
        if isinstance(node, ast.Call):
            callee = self.value(node.func)
            walks = (
                (enumerate, self._walk_enumerate),
                (zip, self._walk_zip),
                (reversed, self._walk_reversed),
            )
            for function, walk in walks:
                if isinstance(callee, Static) and callee.obj is function:
                    return walk(node)
        value = self.value(node)
        kind = value.type if isinstance(value, Scalar) else None
        if isinstance(kind, SetType) or (
            isinstance(value, Static) and isinstance(value.obj, set | frozenset)
        ):
            raise self.refuse(node, "set_order")
        self.walkable(value, node)
        return self.walk(value, node)

    def _walk_enumerate(self, node: ast.Call) -> Walk:
        count, item = self.iterated(node.args[0])
        first = node.args[1] if len(node.args) > 1 else (node.keywords[0].value if node.keywords else None)
        start = I64(0) if first is None else self.coerced(self.value(first), INT, node)

        def pair(i: Any) -> Value:
            value = item(i)
            kinds = (INT, self.type_of(value, node))
            return Display(TupleType(kinds), [Scalar(INT, self.builder.add(i, start)), value])

        return count, pair

    def _walk_zip(self, node: ast.Call) -> Walk:
        walks = [self.iterated(part) for part in node.args]
        strict = [self.value(keyword.value) for keyword in node.keywords]
        if strict and isinstance(strict[0], Static) and strict[0].obj:
            for other, _ in walks[1:]:
                self.fail_if(self.builder.icmp_signed("!=", other(), walks[0][0]()), node)

        def count() -> Any:
            least = walks[0][0]()
            for other, _ in walks[1:]:
                found = other()
                least = self.builder.select(self.builder.icmp_signed("<", found, least), found, least)
            return least

        def row(i: Any) -> Value:
            values = [item(i) for _, item in walks]
            return Display(TupleType(tuple(self.type_of(value, node) for value in values)), values)

        return count, row

    def _walk_reversed(self, node: ast.Call) -> Walk:
        count, item = self.iterated(node.args[0])
        total = count()
        return (
            lambda: total,
            lambda i: item(self.builder.sub(self.builder.sub(total, I64(1)), i)),
        )

    # ---- containers

    def _call_range(self, node: ast.Call) -> Value:
        values = [self.value(part) for part in node.args]
        if all(isinstance(value, Static) for value in values) and len(values) == 3:
            step = values[2]
            assert isinstance(step, Static)
            if step.obj == 0:
                raise self.refuse(node, "slice_step")
        numbers = [self.coerced(value, INT, node) for value in values]
        if len(numbers) == 1:
            numbers.insert(0, I64(0))
        if len(numbers) == 3 and not isinstance(values[2], Static):
            self.fail_if(self.builder.icmp_signed("==", numbers[2], I64(0)), node)
        return Range(numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else I64(1))

    def _call_len(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        method = self.own(value, "len", node)
        if method is not None:
            return self.called(method, [value], {}, node)
        if isinstance(value, Static):
            return Static(len(value.obj))
        kind = None if isinstance(value, Range) else self.type_of(value, node)
        if isinstance(kind, RecordType) and not kind.is_tuple:
            raise self.refuse(node, "no_sequence", found=kind.said)
        if isinstance(kind, TupleType | RecordType):
            return Static(len(kind.items))
        if isinstance(kind, ListType | SetType):
            return Scalar(INT, self.length(value))
        count, _ = self.walk(value, node)
        return Scalar(INT, count())

    def _call_list(self, node: ast.Call) -> Value:
        return self._listed(node, False)

    def _call_tuple(self, node: ast.Call) -> Value:
        if not node.args:
            return Static(())
        if not isinstance(node.args[0], ast.Call | ast.GeneratorExp):
            value = self.value(node.args[0])
            kind = None if isinstance(value, Range) else self.type_of(value, node)
            if isinstance(kind, TupleType):
                return value
        return self._listed(node, True)

    def _listed(self, node: ast.Call, frozen: bool) -> Value:
        if not node.args:
            return self.new_list(ListType(None, frozen), I64(8))
        value = None
        if not isinstance(node.args[0], ast.Call):
            value = self.value(node.args[0])
            if isinstance(value, Scalar) and isinstance(node.args[0], ast.GeneratorExp | ast.ListComp):
                kind = value.type
                return Scalar(ListType(getattr(kind, "item", None), frozen), value.ir)
        count, item = self.iterated(node.args[0])
        kind = ListType(self.type_of(item(I64(0)), node), frozen)
        made = self.new_list(kind, count())
        self.each(count(), lambda i: self.append(made, item(i), node))
        return made

    def _call_set(self, node: ast.Call) -> Value:
        if not node.args:
            return self.new_list(SetType(None), I64(8))
        count, item = self.iterated(node.args[0])
        made = self.new_list(SetType(self.type_of(item(I64(0)), node)), count())
        self.each(count(), lambda i: self.add(made, item(i), node))
        return made

    _call_frozenset = _call_set

    def _call_sorted(self, node: ast.Call) -> Value:
        argument = node.args[0]
        value = None if isinstance(argument, ast.Call | ast.GeneratorExp) else self.value(argument)
        if isinstance(value, Static) and isinstance(value.obj, set | frozenset):
            value = Static(tuple(sorted(value.obj)))
        if value is None and isinstance(argument, ast.Call):
            callee = self.value(argument.func)
            if not (isinstance(callee, Static) and callee.obj in (enumerate, zip, reversed)):
                value = self.value(argument)
        count, item = self.walk(value, node) if value is not None else self.iterated(argument)
        made = self.new_list(ListType(self.type_of(item(I64(0)), node)), count())
        self.each(count(), lambda i: self.append(made, item(i), node))
        self.sort(made, node)
        return made

    def sort(self, listed: Scalar, node: ast.Call) -> None:
        """Sort by insertion: lists of moves are short, and equal items keep their order."""
        kind = listed.type
        assert isinstance(kind, ListType)
        if kind.item is None:
            raise Later
        item, b = kind.item, self.builder
        key, backwards = self._sort_settings(node)
        count, data = self.length(listed), self.data(listed)
        spot, held = self.alloca(I64), self.alloca(storage(item))

        def insert(i: Any) -> None:
            self.store(item, held, self.load(item, self.place_in(data, item, i)))
            b.store(i, spot)
            head, test, move, done = (b.append_basic_block(name) for name in ("sort", "test", "move", "put"))
            b.branch(head)
            b.position_at_end(head)
            here = b.load(spot, typ=I64)
            b.cbranch(b.icmp_signed(">", here, I64(0)), test, done)
            b.position_at_end(test)
            before = b.sub(here, I64(1))
            one, other = key(self.load(item, held)), key(self.load(item, self.place_in(data, item, before)))
            first = self.ordered(">" if backwards else "<", one, other, node)
            b.cbranch(first, move, done)
            b.position_at_end(move)
            self.store(
                item, self.place_in(data, item, here), self.load(item, self.place_in(data, item, before))
            )
            b.store(before, spot)
            b.branch(head)
            b.position_at_end(done)
            self.store(item, self.place_in(data, item, b.load(spot, typ=I64)), self.load(item, held))

        self.each(count, insert)

    def _sort_settings(self, node: ast.Call) -> tuple[Callable[[Value], Value], bool]:
        key, backwards = None, False
        for keyword in node.keywords:
            if keyword.arg == "key":
                key = keyword.value
            elif keyword.arg == "reverse":
                reverse = self.value(keyword.value)
                if not isinstance(reverse, Static):
                    raise self.refuse(node, "reverse")
                backwards = bool(reverse.obj)
        return self.keyed(key), backwards

    def keyed(self, key: ast.expr | None) -> Callable[[Value], Value]:
        """Return what ``key=`` makes of an item."""
        if key is None:
            return lambda value: value
        if isinstance(key, ast.Lambda):
            return lambda value: self._inlined(key, value)
        function = self.value(key)
        if not isinstance(function, Static):
            raise self.refuse(key, "lambda")
        if self.special(function.obj) is not None:  # abs, len, sum, ...
            inner = ast.Call(key, [ast.Name("item", ast.Load())], [])
            given = ast.arguments([], [ast.arg("item")], None, [], [], None, [])
            written = ast.fix_missing_locations(ast.copy_location(ast.Lambda(given, inner), key))
            return lambda value: self._inlined(written, value)
        return lambda value: self.called(function.obj, [value], {}, key)

    def _inlined(self, function: ast.Lambda, value: Value) -> Value:
        name = function.args.args[0].arg
        before, names = dict(self.bound), dict(self.names)
        self.bound[name] = value
        self.names.pop(name, None)
        found = self.value(function.body)
        self.bound, self.names = before, names
        return found
