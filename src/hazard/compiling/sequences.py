"""Lists, tuples and sets: where their items are, and what can be done with them.

A list is a header (how many, room for how many, where) in the memory of the call, which is given back when
the call is over. A set is a list in which nothing is twice; it can be asked, measured and sorted, but not
gone through, because the order of Python's sets is nobody's to rely on.

Over 400 lines: one function for each operation on sequences.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from hazard.compiling.arithmetic import Arithmetic
from hazard.compiling.emitter import NO_ROOM
from hazard.compiling.layout import parts, size_and_alignment
from hazard.compiling.refusal import Later
from hazard.compiling.types import (
    BOOL,
    INT,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    Type,
)
from hazard.compiling.values import (
    I1,
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
    storage,
)

FIRST_ROOM = 8
"""Items that a new list has room for."""
MOST_ROOM = 2**31
"""Items that no list has room for: the memory of a call is smaller (game_table_workspace.hpp)."""


class Sequences(Arithmetic):
    """What a function does with containers."""

    # ---- memory of the call

    def allocate(self, size: Any) -> Any:
        """Return memory that lasts as long as the call; the function is left where there is none."""
        top = self.builder.load(self.call, typ=PTR)
        end = self.builder.load(self.at(self.call, self.unit.call_type, 1), typ=PTR)
        rounded = self.builder.and_(self.builder.add(size, I64(7)), I64(-8))
        left = self.builder.sub(self.builder.ptrtoint(end, I64), self.builder.ptrtoint(top, I64))
        with self.builder.if_then(self.builder.icmp_signed(">", rounded, left), likely=False):
            self.builder.ret(I32(NO_ROOM))
        self.builder.store(self.builder.gep(top, [rounded], source_etype=self.unit.byte), self.call)
        return top

    def new_list(self, kind: ListType | SetType, room: Any) -> Scalar:
        """Return an empty list with room for so many; none has room for everything."""
        with self.builder.if_then(self.builder.icmp_unsigned(">", room, I64(MOST_ROOM)), likely=False):
            self.builder.ret(I32(NO_ROOM))
        header = self.allocate(I64(24))
        item = 8 if kind.item is None else size_and_alignment(kind.item)[0]
        data = self.allocate(self.builder.mul(room, I64(item)))
        for place, part in enumerate((I64(0), room, data)):
            self.builder.store(part, self.at(header, LIST, place))
        return Scalar(kind, header)

    def length(self, value: Value) -> Any:
        """Return the length of a list."""
        assert isinstance(value, Scalar)
        return self.builder.load(self.at(value.ir, LIST, 0), typ=I64)

    def data(self, value: Value) -> Any:
        """Return where the items of a list are."""
        assert isinstance(value, Scalar)
        return self.builder.load(self.at(value.ir, LIST, 2), typ=PTR)

    def place_in(self, data: Any, kind: Type, index: Any) -> Any:
        """Return the address of an item of a list."""
        return self.builder.gep(data, [index], source_etype=storage(kind))

    def append(self, listed: Scalar, value: Value, node: ast.AST | None) -> None:
        """Add an item at the end of a list; where there is no room, the items move."""
        kind = listed.type
        assert isinstance(kind, ListType | SetType)
        if kind.item is None:
            raise Later
        item = kind.item
        if not isinstance(value, Display):
            value = self.coerce(value, item, node)
        count = self.length(listed)
        room = self.builder.load(self.at(listed.ir, LIST, 1), typ=I64)
        with self.builder.if_then(self.builder.icmp_signed(">=", count, room), likely=False):
            more = self.builder.mul(self.builder.add(room, I64(4)), I64(2))
            size = size_and_alignment(item)[0]
            moved = self.allocate(self.builder.mul(more, I64(size)))
            self.copy_bytes(moved, self.data(listed), self.builder.mul(count, I64(size)))
            self.builder.store(more, self.at(listed.ir, LIST, 1))
            self.builder.store(moved, self.at(listed.ir, LIST, 2))
        self.store(item, self.place_in(self.data(listed), item, count), value, node)
        self.builder.store(self.builder.add(count, I64(1)), self.at(listed.ir, LIST, 0))

    def add(self, found: Scalar, value: Value, node: ast.AST | None) -> None:
        """Add an item to a set, unless it is there."""
        kind = found.type
        assert isinstance(kind, SetType)
        if kind.item is None:
            raise Later
        value = self.coerce(value, kind.item, node)
        with self.when(self.builder.not_(self.contains(found, value, node))):
            self.append(found, value, node)

    def copied_list(self, value: Value, kind: ListType | SetType, node: ast.AST | None) -> Scalar:
        """Return a new list with the items of a sequence."""
        if kind.item is None:
            if isinstance(value, Scalar):
                raise Later
            return self.new_list(kind, I64(0))
        count, _ = self.walk(value, node)
        made = self.new_list(kind, count())
        self.extend(made, value, node)
        return made

    def extend(self, listed: Scalar, value: Value, node: ast.AST | None) -> None:
        """Add the items of a sequence at the end of a list."""
        count, item = self.walk(value, node)
        self.each(count(), lambda i: self.append(listed, item(i), node))

    # ---- going through

    def each(self, count: Any, body: Callable[[Any], None]) -> None:
        """Do something for each number from 0 to ``count``."""
        place = self.alloca(I64)
        self.builder.store(I64(0), place)
        head, inside, after = (self.builder.append_basic_block(name) for name in ("each", "do", "done"))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        number = self.builder.load(place, typ=I64)
        self.builder.cbranch(self.builder.icmp_signed("<", number, count), inside, after)
        self.builder.position_at_end(inside)
        body(number)
        if not self.builder.block.is_terminated:
            self.builder.store(self.builder.add(number, I64(1)), place)
            self.builder.branch(head)
        self.builder.position_at_end(after)

    def walk(self, value: Value, node: ast.AST | None) -> tuple[Callable[[], Any], Callable[[Any], Value]]:
        """Return how many items there are, asked each time, and each item by its number."""
        if isinstance(value, Range):
            return self._walk_range(value)
        value = self.sequence(value, node)
        kind = self.type_of(value, node)
        if isinstance(kind, OptionalType) and isinstance(value, Memory):
            return self.walk(self.unwrap(value, node), node)
        if isinstance(kind, ListType | SetType):
            if kind.item is None:
                raise Later
            listed, item = value, kind.item
            return (
                lambda: self.length(listed),
                lambda i: self.load(item, self.place_in(self.data(listed), item, i)),
            )
        if isinstance(kind, TupleType | RecordType):
            same = TupleType(kind.items).same
            if not kind.items:
                raise Later
            if same is None:
                raise self.refuse(node, "mixed_tuple", found=kind.said)
            if isinstance(kind, RecordType):  # its fields lie as those of a struct, not of an array
                kind = TupleType(kind.items)
                value = Display(kind, self.items_of(value, node))
            spilled = self.spilled(value, node)
            narrow = getattr(kind, "narrow", False)
            length = I64(len(kind.items))
            return (
                lambda: length,
                lambda i: self.load(same, self.item_at(kind, spilled.ptr, i), narrow),
            )
        raise self.refuse(node, "no_sequence", found=kind.said)

    def _walk_range(self, value: Range) -> tuple[Callable[[], Any], Callable[[Any], Value]]:
        count = self._range_length(value)
        step = self.builder.mul
        return (
            lambda: count,
            lambda i: Scalar(INT, self.builder.add(value.start, step(i, value.step))),
        )

    def _range_length(self, value: Range) -> Any:
        """(span - 1) // step + 1, and nothing below zero; the length has to be a number of 64 bits."""
        b = self.builder
        up = b.icmp_signed(">", value.step, I64(0))
        low, high = b.select(up, value.start, value.stop), b.select(up, value.stop, value.start)
        size = b.select(up, value.step, b.neg(value.step))
        some = b.icmp_signed("<", low, high)
        span = b.sub(high, low)  # without a sign, which never wraps round
        count = b.add(b.udiv(b.sub(span, I64(1)), size), I64(1))
        self.fail_if(b.and_(some, b.icmp_signed("<", count, I64(0))), None)
        return b.select(some, count, I64(0))

    def sequence(self, value: Value, node: ast.AST | None) -> Value:
        """Return a static value or a range as a list or a tuple."""
        if isinstance(value, Static):
            return self.unit.frozen(self, value.obj, node)
        if isinstance(value, Range):
            made = self.new_list(ListType(INT, True), self._range_length(value))
            self.extend(made, value, node)
            return made
        return value

    def items_of(self, value: Value, node: ast.AST | None) -> list[Value]:
        """Return the items of a tuple whose length is known."""
        if isinstance(value, Static):
            if isinstance(value.obj, tuple | list):
                return [Static(item) for item in value.obj]
            value = self.unit.display(self, value.obj, node)
        if isinstance(value, Display):
            return value.items
        kind = self.type_of(value, node)
        if isinstance(kind, OptionalType) and isinstance(value, Memory):
            return self.items_of(self.unwrap(value, node), node)
        if not isinstance(value, Memory):
            raise self.refuse(node, "length_unknown", found=self.said(value))
        narrow = getattr(kind, "narrow", False)
        return [
            self.load(item, self.item_at(kind, value.ptr, place), narrow)
            for place, item in enumerate(parts(kind))
        ]

    # ---- asking

    def index_of(self, index: Value, count: Any, node: ast.AST) -> Any:
        """Return an index counted from the front; Python complains where it is beyond the end."""
        number = self.coerced(index, INT, node)
        negative = self.builder.icmp_signed("<", number, I64(0))
        place = self.builder.select(negative, self.builder.add(number, count), number)
        self.fail_if(self.builder.icmp_unsigned(">=", place, count), node)
        return place

    def item(self, value: Value, index: Value, node: ast.AST) -> Value:
        """Return ``value[index]``."""
        method = self.own(value, "getitem", node)
        if method is not None:
            return self.called(method, [value, index], {}, node)
        self.walkable(value, node)
        if isinstance(value, Static) and isinstance(index, Static):
            try:
                return Static(value.obj[index.obj])
            except (LookupError, TypeError):
                raise self.refuse(node, "no_such_item", index=index.obj) from None
        if isinstance(value, Static) and isinstance(value.obj, dict):
            return self.looked_up(value.obj, index, None, node)
        kind = None if isinstance(value, Static) else self.type_of(value, node)
        if isinstance(kind, OptionalType) and isinstance(value, Memory):
            return self.item(self.unwrap(value, node), index, node)
        if isinstance(kind, TupleType | RecordType) and isinstance(index, Static):
            if not isinstance(index.obj, int) or not -len(kind.items) <= index.obj < len(kind.items):
                raise self.refuse(node, "no_such_item", index=index.obj)
            return self.items_of(value, node)[index.obj]
        count, item = self.walk(value, node)
        found = item(self.index_of(index, count(), node))
        # A list may change before what was taken from it is used.
        return self.kept(found, node) if isinstance(kind, ListType) and not kind.frozen else found

    def looked_up(self, table: dict[Any, Any], key: Value, default: Value | None, node: ast.AST) -> Value:
        """Return what a constant dictionary has for a key, or the default; without one it is an error."""
        keys = self.unit.frozen(self, tuple(table), node)
        values = self.unit.frozen(self, tuple(table.values()), node)
        place = self.alloca(I64)
        self.builder.store(I64(-1), place)
        count, item = self.walk(keys, node)

        def look(i: Any) -> None:
            equal = self.truth(self.equal(item(i), key, node), node)
            with self.when(equal):
                self.builder.store(i, place)

        self.each(count(), look)
        found = self.builder.load(place, typ=I64)
        missing = self.builder.icmp_signed("<", found, I64(0))
        _, value = self.walk(values, node)
        if default is None:
            self.fail_if(missing, node)
            return value(found)
        return self.choose(missing, lambda: default, lambda: value(found), node)

    def contains(self, value: Value, wanted: Value, node: ast.AST | None) -> Any:
        """Return whether ``wanted in value``."""
        method = self.own(value, "contains", node)
        if method is not None:
            return self.truth(self.called(method, [value, wanted], {}, node), node)
        if not isinstance(value, Static | Range):
            self.walkable(value, node)
        if isinstance(value, Range):
            return self._range_contains(value, self.coerced(wanted, INT, node))
        if isinstance(value, Static) and isinstance(value.obj, dict | set | frozenset):
            items = value.obj if isinstance(value.obj, dict) else sorted(value.obj, key=repr)
            value = Static(tuple(items))
        if isinstance(value, Static) and not len(value.obj):
            return I1(0)
        if isinstance(value, Display) and len(value.items) <= 16:
            found = I1(0)
            for part in value.items:
                found = self.builder.or_(found, self.truth(self.equal(part, wanted, node), node))
            return found
        place = self.alloca(I1)
        self.builder.store(I1(0), place)
        count, item = self.walk(value, node)

        def look(i: Any) -> None:
            equal = self.truth(self.equal(item(i), wanted, node), node)
            self.builder.store(self.builder.or_(self.builder.load(place, typ=I1), equal), place)

        self.each(count(), look)
        return self.builder.load(place, typ=I1)

    def equal_sets(self, a: Value, b: Value, node: ast.AST | None) -> Value:
        """Return whether two sets hold the same: as many, and each of the one is in the other."""
        count_a, item_a = self.walk(a, node)
        count_b, _ = self.walk(b, node)
        place = self.alloca(I1)
        self.builder.store(self.builder.icmp_signed("==", count_a(), count_b()), place)

        def look(i: Any) -> None:
            inside = self.contains(b, item_a(i), node)
            self.builder.store(self.builder.and_(self.builder.load(place, typ=I1), inside), place)

        with self.when(self.builder.load(place, typ=I1)):
            self.each(count_a(), look)
        return Scalar(BOOL, self.builder.load(place, typ=I1))

    def kept(self, value: Value, node: ast.AST) -> Value:
        """Return a value that stays what it is when the memory it came from changes."""
        if not isinstance(value, Memory):
            return value
        place = self.alloca(storage(value.type))
        self.copy(value.type, place, value.ptr)
        return Memory(value.type, place)

    def walkable(self, value: Value, node: ast.AST | None) -> None:
        """Refuse objects whose class says itself what going through them brings, or that cannot be."""
        if self.own(value, "iter", node) is not None:
            raise self.refuse(node, "own_making", name=self.said(value), what="__iter__")
        kind = getattr(value, "type", None)
        if isinstance(kind, RecordType) and not kind.is_tuple:
            raise self.refuse(node, "no_sequence", found=kind.said)

    def _range_contains(self, value: Range, number: Any) -> Any:
        b = self.builder
        up = b.icmp_signed(">", value.step, I64(0))
        low, high = b.select(up, value.start, number), b.select(up, number, value.start)
        before_stop = b.select(
            up, b.icmp_signed("<", number, value.stop), b.icmp_signed(">", number, value.stop)
        )
        inside = b.and_(before_stop, b.icmp_signed("<=", low, high))
        size = b.select(up, value.step, b.neg(value.step))
        on_step = b.icmp_signed("==", b.urem(b.sub(high, low), size), I64(0))  # as the length: without a sign
        return b.and_(inside, on_step)

    def equal_sequences(self, a: Value, b: Value, node: ast.AST | None) -> Value:
        """Return whether two sequences have equal items; one of them has a length that is not known."""
        count_a, item_a = self.walk(a, node)
        count_b, item_b = self.walk(b, node)
        place = self.alloca(I1)
        self.builder.store(self.builder.icmp_signed("==", count_a(), count_b()), place)
        with self.when(self.builder.load(place, typ=I1)):
            self.each(count_a(), lambda i: self._compare_items(place, item_a(i), item_b(i), node))
        return Scalar(BOOL, self.builder.load(place, typ=I1))

    def _compare_items(self, place: Any, a: Value, b: Value, node: ast.AST | None) -> None:
        equal = self.truth(self.equal(a, b, node), node)
        self.builder.store(self.builder.and_(self.builder.load(place, typ=I1), equal), place)

    # ---- slices

    def slice_of(
        self, value: Value, low: Value | None, high: Value | None, step: int, node: ast.AST
    ) -> Value:
        """Return ``value[low:high:step]``; a tuple's length is known where both ends are."""
        kind = self.type_of(value, node)
        if not any(isinstance(end, Value) and not isinstance(end, Static) for end in (low, high)):
            ends = [end.obj if isinstance(end, Static) else None for end in (low, high)]
            cut = slice(ends[0], ends[1], step)
            if isinstance(value, Static):
                return Static(value.obj[cut])
            if isinstance(kind, TupleType | RecordType):
                items = self.items_of(value, node)[cut]
                return Display(TupleType(tuple(self.type_of(item) for item in items)), items)
        count, item = self.walk(value, node)
        total = count()
        start, stop = self._slice_ends(low, high, step, total, node)
        kind = self.type_of(item(I64(0)) if not isinstance(kind, ListType) else value, node)
        frozen = not isinstance(kind, ListType) or kind.frozen
        is_array = isinstance(kind, ListType) and kind.array
        made_of = ListType(kind.item if isinstance(kind, ListType) else kind, frozen, is_array)
        span = Range(start, stop, I64(step))
        length = self._range_length(span)
        made = self.new_list(made_of, length)
        _, place = self._walk_range(span)
        self.each(length, lambda i: self.append(made, item(self.coerced(place(i), INT)), node))
        return made

    def _slice_ends(
        self, low: Value | None, high: Value | None, step: int, total: Any, node: ast.AST
    ) -> tuple[Any, Any]:
        """Return both ends as Python reads them: from the back where negative, and never outside."""
        b = self.builder
        least, most = (I64(0), total) if step > 0 else (I64(-1), b.sub(total, I64(1)))

        def end(value: Value | None, default: Any) -> Any:
            if value is None:
                return default
            number = self.coerced(value, INT, node)
            number = b.select(b.icmp_signed("<", number, I64(0)), b.add(number, total), number)
            number = b.select(b.icmp_signed("<", number, least), least, number)
            return b.select(b.icmp_signed(">", number, most), most, number)

        return (end(low, least), end(high, most)) if step > 0 else (end(low, most), end(high, least))
