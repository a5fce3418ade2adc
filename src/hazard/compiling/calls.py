"""Calls: the rules' own functions, classes of states, and the functions of Python that are compiled.

Over 400 lines: one function for each call that can be compiled.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

from hazard.compiling.expressions import is_enum_class
from hazard.compiling.library import Library
from hazard.compiling.own_classes import check_class, field_names, places
from hazard.compiling.refusal import Later, Never
from hazard.compiling.types import (
    INT,
    NONE,
    EnumType,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    Type,
)
from hazard.compiling.values import (
    I32,
    I64,
    LIST,
    Display,
    Method,
    Scalar,
    Static,
    Value,
    storage,
)
from hazard.game import MOST_PLAYERS, Turn

FOREIGN = {
    "random": "random",
    "secrets": "random",
    "time": "clock",
    "datetime": "clock",
    "numpy": "numpy",
    "itertools": "itertools",
    "functools": "itertools",
    "collections": "itertools",
    "copy": "itertools",
    "re": "text",
    "string": "text",
    "os": "outside",
    "sys": "outside",
}

DEEPEST = 10_000
"""How often functions may call themselves, whatever Python is told: the stack has an end."""

MOST_ARGUMENTS = {"insert": 2, "sort": 0}


class Calls(Library):
    """What a function calls."""

    def _call(self, node: ast.Call) -> Value:
        callee = self.value(node.func)
        if isinstance(callee, Method) and isinstance(callee.function, str):
            return self._container_method(callee.function, callee.receiver, node)
        if isinstance(callee, Static):
            special = self.special(callee.obj)
            if special is not None:
                self.fits(callee.obj, node)
                return special(node)
        values, named = self._arguments(node)
        if isinstance(callee, Method):
            return self.called(callee.function, [callee.receiver, *values], named, node)
        if not isinstance(callee, Static):
            raise self.refuse(node, "not_a_function", found=self.said(callee))
        return self._static_call(callee.obj, values, named, node)

    def positional(self, node: ast.Call) -> list[Value]:
        """Return the arguments that have no name, ``*values`` among them."""
        return self._arguments(ast.copy_location(ast.Call(node.func, node.args, []), node))[0]

    def _arguments(self, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
        values: list[Value] = []
        for part in node.args:
            if isinstance(part, ast.Starred):
                starred = self.value(part.value)
                self.walkable(starred, part)
                values += self.items_of(starred, part)
            else:
                values.append(self.value(part))
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.refuse(node, "keywords")
            named[keyword.arg] = self.value(keyword.value)
        return values, named

    def _static_call(self, obj: Any, values: list[Value], named: dict[str, Value], node: ast.Call) -> Value:
        if obj == Turn.player:
            return self._player(values, node)
        if isinstance(obj, types.MethodType):
            return self.called(obj.__func__, [Static(obj.__self__), *values], named, node)
        if obj is dataclasses.replace:
            return self._replaced(values[0], named, node)
        if isinstance(obj, types.FunctionType | functools._lru_cache_wrapper):
            home = (getattr(obj, "__module__", None) or "").partition(".")[0]
            if home in FOREIGN:
                raise self.refuse(node, FOREIGN[home], name=f"{home}.{obj.__name__}")
            return self.called(obj, values, named, node)
        if is_enum_class(obj):
            return self._member(obj, values, node)
        if isinstance(obj, type) and (hasattr(obj, "_fields") or dataclasses.is_dataclass(obj)):
            return self.record(obj, values, named, node)
        home = str(getattr(obj, "__module__", "") or "").partition(".")[0]
        owner = type(getattr(obj, "__self__", None)).__module__
        code = FOREIGN.get(home) or FOREIGN.get(owner.partition(".")[0], "function")
        raise self.refuse(node, code, name=getattr(obj, "__name__", repr(obj)))

    # ---- classes

    def _player(self, values: list[Value], node: ast.Call) -> Value:
        """``Turn.player(number)``: from the third player on, numbers follow those of chance and the end."""
        if len(values) != 1:
            raise self.refuse(node, "function", name="Turn.player")
        if isinstance(values[0], Static):
            return Static(Turn.player(values[0].obj))
        b, number = self.builder, self.coerced(values[0], INT, node)
        self.fail_if(b.icmp_unsigned(">=", number, I64(MOST_PLAYERS)), node)
        first = b.icmp_signed("<", number, I64(2))
        return Scalar(EnumType(Turn), b.select(first, number, b.add(number, I64(2))))

    def _member(self, kind: type[enum.Enum], values: list[Value], node: ast.Call) -> Value:
        """``Colour(number)``: the member with that value."""
        if isinstance(values[0], Static):
            return Static(kind(values[0].obj))
        found = EnumType(kind)
        number = self.scalar(values[0], node)
        if number.type == found:
            return number
        if found.values is None or number.type != INT:
            raise self.refuse(node, "function", name=kind.__name__)
        self.fail_if(self.builder.not_(self.contains(Static(found.values), number, node)), node)
        return Scalar(found, number.ir)

    def record(self, kind: type[Any], values: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """``State(...)``: a NamedTuple or a dataclass."""
        check_class(kind)
        if hasattr(kind, "_fields"):
            names, defaults = tuple(kind._fields), dict(kind._field_defaults)
        else:
            if not kind.__dataclass_params__.frozen:
                raise self.refuse(node, "not_frozen", name=kind.__name__)
            names = field_names(kind)
            fields = dataclasses.fields(kind)
            defaults = {f.name: f.default for f in fields if f.default is not dataclasses.MISSING}
        if len(values) > len(places(kind)) or not set(named) <= set(names):
            raise self.refuse(node, "arguments", name=kind.__name__, error=", ".join(names))
        given = dict(zip(places(kind), values, strict=False)) | named
        for name in names:
            if name not in given:
                if name not in defaults:
                    raise self.refuse(node, "field_missing", name=name, kind=kind.__name__)
                given[name] = Static(defaults[name])
        known = self.unit.records.get(kind)
        items = []
        for place, name in enumerate(names):
            value = given[name]
            items.append(value if known is None else self.coerce(value, known.items[place], node))
        if known is None:
            known = RecordType(kind, names, tuple(self.type_of(item, node) for item in items))
        return Display(known, items)

    def _replaced(self, owner: Value, named: dict[str, Value], node: ast.AST) -> Value:
        """``state._replace(field=value)``, ``dataclasses.replace(state, field=value)``."""
        kind = self.type_of(owner, node)
        if not isinstance(kind, RecordType):
            raise self.refuse(node, "no_attribute", owner=kind.said, name="_replace")
        items = self.items_of(owner, node)
        for name, value in named.items():
            if name not in kind.names:
                raise self.refuse(node, "no_attribute", owner=kind.said, name=name)
            items[kind.names.index(name)] = value
        return self.record(kind.kind, [], dict(zip(kind.names, items, strict=True)), node)

    # ---- functions of the rules

    def called(
        self,
        function: Any,
        values: list[Value],
        named: dict[str, Value],
        node: ast.AST | None,
        expected: Type | None = None,
    ) -> Value:
        """Return what a function of the rules returns, for arguments of these types."""
        if isinstance(function, functools._lru_cache_wrapper):
            function = function.__wrapped__
        if hasattr(function, "__wrapped__"):
            raise self.refuse(node, "decorated", name=getattr(function, "__name__", repr(function)))
        if not isinstance(function, types.FunctionType):
            raise self.refuse(node, "function", name=getattr(function, "__name__", repr(function)))
        arguments = self._bound(function, values, named, node)
        specialised = self.unit.specialise(function, arguments, self, node, expected)
        if specialised.returns is None:
            raise Never if specialised.done else Later
        passed = []
        for value, kind in zip(arguments, specialised.kinds, strict=True):
            if kind is not None:
                passed.append(self.as_argument(value, kind, node))
        place = self.alloca(storage(specialised.returns))
        deep = None if specialised.done else self.deeper(node)  # it is being compiled, so it calls itself
        status = self.builder.call(specialised.function, [self.call, *passed, place])
        with self.builder.if_then(self.builder.icmp_signed("<", status, status.type(0)), likely=False):
            self.builder.ret(status)
        if deep is not None:
            self.builder.store(deep, self.at(self.call, self.unit.call_type, 2))
        if specialised.returns == NONE:
            return Static(None)
        return self.load(specialised.returns, place)

    def deeper(self, node: ast.AST | None) -> Any:
        """Count a call of a function by itself; Python gives up at some depth, and so does this."""
        place = self.at(self.call, self.unit.call_type, 2)
        depth = self.builder.load(place, typ=I32)
        self.fail_if(self.builder.icmp_signed(">=", depth, I32(min(DEEPEST, sys.getrecursionlimit()))), node)
        self.builder.store(self.builder.add(depth, I32(1)), place)
        return depth

    def as_argument(self, value: Value, kind: Type, node: ast.AST | None) -> Any:
        """Return a value as it is handed to a function."""
        if isinstance(kind, TupleType | RecordType | OptionalType):
            return self.spilled(self.coerce(value, kind, node), node).ptr
        return self.coerced(value, kind, node)

    def _bound(
        self, function: types.FunctionType, values: list[Value], named: dict[str, Value], node: ast.AST | None
    ) -> list[Value]:
        signature = inspect.signature(function)
        for parameter in signature.parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise self.refuse(node, "star_parameters", name=function.__name__)
        try:
            found = signature.bind(*values, **named)
        except TypeError as error:
            raise self.refuse(node, "arguments", name=function.__name__, error=str(error)) from None
        return [
            found.arguments[name] if name in found.arguments else Static(parameter.default)
            for name, parameter in signature.parameters.items()
        ]

    # ---- methods of containers

    def _container_method(self, name: str, owner: Value, node: ast.Call) -> Value:
        if isinstance(owner, Static) and isinstance(owner.obj, dict):
            return self._dict_method(name, owner.obj, node)
        if isinstance(owner, Static) and isinstance(owner.obj, str):
            raise self.refuse(node, "text")
        kind = self.type_of(owner, node)
        if isinstance(kind, RecordType) and name == "_replace":
            _, named = self._arguments(node)
            return self._replaced(owner, named, node)
        if kind == INT and name in ("bit_count", "bit_length"):
            return self.bits(name, self.coerced(owner, INT, node))
        if len(node.args) > MOST_ARGUMENTS.get(name, 1):
            raise self.refuse(node, "arguments", name=name, error=ast.unparse(node)[:60])
        if node.keywords and name not in ("sort", "_replace"):
            raise self.refuse(node, "arguments", name=name, error=ast.unparse(node)[:60])
        if name in ("index", "count") and isinstance(kind, ListType | TupleType | RecordType):
            return self.found_at(owner, self.value(node.args[0]), name == "count", node)
        method = getattr(self, f"_list_{name}", None)
        frozen = isinstance(kind, ListType) and kind.frozen
        if name == "add" and isinstance(kind, SetType):
            method = self._list_append
        elif not isinstance(kind, ListType) or frozen or method is None:
            raise self.refuse(node, "no_attribute", owner=kind.said, name=name)
        assert isinstance(owner, Scalar)
        if method is None:
            raise self.refuse(node, "no_attribute", owner=kind.said, name=name)
        found: Value = method(owner, node)
        return found

    def grown(self, owner: Scalar, item: Type, node: ast.Call) -> Scalar:
        """Note that a list has to hold such items; what it was made as may know better next time."""
        kind = owner.type
        assert isinstance(kind, ListType | SetType)
        wanted = type(kind)(self.join(kind.item, item, node)) if kind.item != item else kind
        if wanted == kind:
            return owner
        target = node.func.value if isinstance(node.func, ast.Attribute) else None
        if isinstance(target, ast.Name):
            self.found_type(self.names.get(target.id, target.id), wanted, node)
        raise Later

    def _list_append(self, owner: Scalar, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        item = owner.type.item if isinstance(owner.type, ListType | SetType) else None
        kind = self.type_of(value, node)
        if item is None or (item != kind and self.join(item, kind, node) != item):
            owner = self.grown(owner, kind, node)
        if isinstance(owner.type, SetType):
            self.add(owner, value, node)
        else:
            self.append(owner, value, node)
        return Static(None)

    def _list_extend(self, owner: Scalar, node: ast.Call) -> Value:
        count, item = self.iterated(node.args[0])
        first = self.type_of(item(I64(0)), node)
        if isinstance(owner.type, ListType) and owner.type.item is None:
            owner = self.grown(owner, first, node)
        self.each(count(), lambda i: self.append(owner, item(i), node))
        return Static(None)

    def _list_pop(self, owner: Scalar, node: ast.Call) -> Value:
        kind = owner.type
        if not isinstance(kind, ListType) or kind.item is None:
            raise Later
        index = self.value(node.args[0]) if node.args else Static(-1)
        count = self.length(owner)
        place = self.index_of(index, count, node)
        found = self.kept(self.load(kind.item, self.place_in(self.data(owner), kind.item, place)), node)
        self.close_gap(owner, kind.item, place, count)
        return found

    def close_gap(self, owner: Scalar, item: Type, place: Any, count: Any) -> None:
        """Move what follows a place one to the front, and count one less."""
        last = self.builder.sub(count, I64(1))
        data = self.data(owner)

        def move(i: Any) -> None:
            at = self.builder.add(place, i)
            follows = self.load(item, self.place_in(data, item, self.builder.add(at, I64(1))))
            self.store(item, self.place_in(data, item, at), follows)

        self.each(self.builder.sub(last, place), move)
        self.builder.store(last, self.at(owner.ir, LIST, 0))

    def _list_remove(self, owner: Scalar, node: ast.Call) -> Value:
        kind = owner.type
        if not isinstance(kind, ListType) or kind.item is None:
            raise Later
        place = self.coerced(self.found_at(owner, self.value(node.args[0]), False, node), INT, node)
        self.close_gap(owner, kind.item, place, self.length(owner))
        return Static(None)

    def _list_insert(self, owner: Scalar, node: ast.Call) -> Value:
        """The last item moves to its place, one step at a time."""
        index, value = self.value(node.args[0]), self.value(node.args[1])
        item = owner.type.item if isinstance(owner.type, ListType) else None
        kind = self.type_of(value, node)
        if item is None or (item != kind and self.join(item, kind, node) != item):
            owner = self.grown(owner, kind, node)
        assert item is not None
        b, before = self.builder, self.length(owner)
        number = self.coerced(index, INT, node)
        number = b.select(b.icmp_signed("<", number, I64(0)), b.add(number, before), number)
        number = b.select(b.icmp_signed("<", number, I64(0)), I64(0), number)
        number = b.select(b.icmp_signed(">", number, before), before, number)
        kept = self.kept(self.coerce(value, item, node), node)
        self.append(owner, kept, node)
        data = self.data(owner)

        def move(i: Any) -> None:
            to = b.sub(before, i)
            self.store(
                item,
                self.place_in(data, item, to),
                self.load(item, self.place_in(data, item, b.sub(to, I64(1)))),
            )

        self.each(b.sub(before, number), move)
        self.store(item, self.place_in(data, item, number), kept, node)
        return Static(None)

    def _list_clear(self, owner: Scalar, node: ast.Call) -> Value:
        self.builder.store(I64(0), self.at(owner.ir, LIST, 0))
        return Static(None)

    def _list_copy(self, owner: Scalar, node: ast.Call) -> Value:
        assert isinstance(owner.type, ListType)
        return self.copied_list(owner, owner.type, node)

    def _list_sort(self, owner: Scalar, node: ast.Call) -> Value:
        self.sort(owner, node)
        return Static(None)

    def _list_reverse(self, owner: Scalar, node: ast.Call) -> Value:
        kind = owner.type
        if not isinstance(kind, ListType) or kind.item is None:
            raise Later
        item, count, data = kind.item, self.length(owner), self.data(owner)

        def swap(i: Any) -> None:
            a = self.place_in(data, item, i)
            b = self.place_in(data, item, self.builder.sub(self.builder.sub(count, I64(1)), i))
            first, second = self.kept(self.load(item, a), node), self.kept(self.load(item, b), node)
            self.store(item, a, second)
            self.store(item, b, first)

        self.each(self.builder.sdiv(count, I64(2)), swap)
        return Static(None)

    def _dict_method(self, name: str, table: dict[Any, Any], node: ast.Call) -> Value:
        views: dict[str, Callable[[], Any]] = {
            "keys": lambda: tuple(table),
            "values": lambda: tuple(table.values()),
            "items": lambda: tuple(table.items()),
        }
        if name in views:
            return Static(views[name]())
        if name != "get":
            raise self.refuse(node, "dict")
        values, _ = self._arguments(node)
        default = values[1] if len(values) > 1 else Static(None)
        if isinstance(values[0], Static):
            known = values[0].obj in table
            return Static(table[values[0].obj]) if known else default
        return self.looked_up(table, values[0], default, node)
