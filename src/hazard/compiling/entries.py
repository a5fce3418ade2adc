"""The functions of the table (``hazard_game.h``), each made of the rules' own.

Over 400 lines: one entry of the table for each method of a game.
"""

from __future__ import annotations

import ast
import math
import sys
from typing import Any

import llvmlite.ir as ir

from hazard.compiling.calls import Calls
from hazard.compiling.layout import MisfitError, MoveCode
from hazard.compiling.refusal import Never
from hazard.compiling.seats import first_number, write_seats
from hazard.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    EnumType,
    ListType,
    OptionalType,
    RecordType,
    TupleType,
    Type,
    is_number,
)
from hazard.compiling.unit import Unit
from hazard.compiling.values import (
    F64,
    I8,
    I32,
    I64,
    PTR,
    Display,
    Memory,
    Scalar,
    Static,
    Value,
    storage,
)
from hazard.game import Game

CHANCE, OVER = 2, 3


class Entry(Calls):
    """One function of the table while it is being written."""

    def __init__(self, unit: Unit, name: str, arguments: list[Any], method: str) -> None:
        """Begin a function that every program can call."""
        self.unit, self.types, self.names = unit, {}, {}
        self.method = f"{unit.name}.{method}"
        self.statics, self.local_names, self.bound = {}, set(), {}
        rules = getattr(unit.game, method, None)
        code = getattr(rules, "__code__", None)
        self.file = getattr(code, "co_filename", "")
        self.line = getattr(code, "co_firstlineno", 0)
        signature = ir.FunctionType(I32, [PTR, PTR, *arguments])
        self.function = ir.Function(unit.module, signature, f"hazard_{name}")
        self.builder = ir.IRBuilder(self.function.append_basic_block("entry"))
        start = self.builder.append_basic_block("start")
        self.builder.branch(start)
        self.builder.position_at_end(start)
        self.call, self.given = self.function.args[1], self.function.args[2:]
        self.builder.store(I32(0), self.at(self.call, unit.call_type, 2))  # no function has called itself yet

    def ask(self, method: str, values: list[Value], expected: Type | None = None) -> Value:
        """Return what a method of the game returns."""
        function = getattr(type(self.unit.game), method)
        if isinstance(function, property):
            raise self.refuse(None, "not_a_function", found=method)
        if isinstance(vars(type(self.unit.game)).get(method), staticmethod):
            return self.called(function, values, {}, None, expected)
        return self.called(function, [Static(self.unit.game), *values], {}, None, expected)


class Entries:
    """All functions of the table, for states and moves of given types."""

    def __init__(self, unit: Unit, state: Type, players: int = 0) -> None:
        """Begin a table; ``players`` are counted where they have secrets, or a number of their own each."""
        self.unit, self.state, self.players = unit, state, players
        self.written: list[str] = []
        self.actions: MoveCode | None = None
        self.outcomes: MoveCode | None = None

    def has(self, method: str) -> bool:
        """Tell whether the game has a method of its own by that name."""
        found = getattr(type(self.unit.game), method, None)
        return found is not None and found is not getattr(Game, method, None)

    def write(self, features: int | None, bounds: tuple[float, float]) -> None:
        """Write every function that the game has a method for."""
        self._turn()
        if self.has("actions"):
            self._listing("actions")
        if self.has("outcomes"):
            self._listing("outcomes")
        self.two_kinds = (
            self.actions is not None and self.outcomes is not None and self.actions.kind != self.outcomes.kind
        )
        for code, name in ((self.actions, ""), (self.outcomes, "_outcome")):
            if code is None:
                continue
            self.look_at(code)
            self._apply(code, f"apply{name}")
            if self.has("reward"):
                self._number("reward", f"reward{name}", code)
        for found in self.unit.misfits.values():
            if len(found) == 2:
                raise next(iter(found.values()))
        self._successors()
        self._number("value", "value", None)
        if self.has("heuristic"):
            self._number("heuristic", "heuristic", None)
            if self.actions is not None and not self.players:
                self._best(bounds)
        if self.has("rank") and self.actions is not None:
            self._number("rank", "rank", self.actions)
        if self.has("quiet"):
            self._quiet()
        if self.has("prior") and self.actions is not None:
            self._prior(self.actions)
        if features is not None:
            self._features(features)
        if self.players:
            write_seats(self, self.players)

    def look_at(self, code: MoveCode | None) -> None:
        """Compile for moves of one kind; what does not fit them is for the other."""
        self.unit.side = None if code is None or not self.two_kinds else str(code is self.actions)
        self.unit.move = None if code is None else code.kind

    def entry(self, name: str, arguments: list[Any], method: str) -> Entry:
        """Begin a function of the table."""
        self.written.append(name)
        return Entry(self.unit, name, arguments, method)

    def state_of(self, entry: Entry, ptr: Any) -> Value:
        """Return the state that a function was given."""
        if isinstance(self.state, TupleType | RecordType | OptionalType):
            return Memory(self.state, ptr)
        return entry.load(self.state, ptr)

    def _turn_of(self, entry: Entry, state: Value) -> Any:
        found = entry.ask("turn", [state])
        kind = entry.type_of(found)
        if kind != INT and not (isinstance(kind, EnumType) and kind.is_int):
            raise entry.refuse(None, "turn_type", found=kind.said)
        number = entry.coerced(found, INT)
        last = max(OVER, self.players + 1)
        entry.fail_if(entry.builder.icmp_unsigned(">", number, I64(last)), None)
        return entry.builder.trunc(number, I32)

    def _turn(self) -> None:
        entry = self.entry("turn", [PTR], "turn")
        entry.builder.ret(self._turn_of(entry, self.state_of(entry, entry.given[0])))

    # ---- moves

    def _code(self, entry: Entry, kind: Type) -> MoveCode:
        try:
            return MoveCode(kind, self.unit.texts)
        except MisfitError:
            raise entry.refuse(None, "move_type", found=kind.said) from None

    def _listed(self, entry: Entry, method: str, state: Value) -> Value:
        listed = entry.ask(method, [state])
        kind = entry.type_of(listed)
        if not isinstance(kind, ListType | TupleType):
            raise entry.refuse(None, "no_list", name=method, found=kind.said)
        if isinstance(kind, ListType) and kind.item is None:
            raise entry.refuse(None, "empty_list", name=method)
        return listed

    def _pair(self, entry: Entry, item: Value) -> tuple[Value, Any]:
        kind = entry.type_of(item)
        if not isinstance(kind, TupleType) or len(kind.items) != 2 or not is_number(kind.items[1]):
            raise entry.refuse(None, "no_pairs", found=kind.said)
        move, probability = entry.items_of(item, None)
        return move, entry.coerced(probability, FLOAT)

    def _listing(self, method: str) -> None:
        chance = method == "outcomes"
        entry = self.entry(method, [PTR, PTR, *([PTR] if chance else []), I32], method)
        state, moves, *rest = entry.given
        listed = self._listed(entry, method, self.state_of(entry, state))
        count, item = entry.walk(listed, None)
        sample = entry.type_of(item(I64(0)))
        kind = sample.items[0] if chance and isinstance(sample, TupleType) and sample.items else sample
        code = self._code(entry, kind)
        if chance:
            self.outcomes = code
        else:
            self.actions = code
        room = entry.builder.sext(rest[-1], I64)
        total = count()

        def write(i: Any) -> None:
            with entry.when(entry.builder.icmp_signed("<", i, room)):
                move = item(i)
                if chance:
                    move, probability = self._pair(entry, move)
                    entry.builder.store(probability, entry.builder.gep(rest[0], [i], source_etype=F64))
                number = encoded(entry, code, move)
                entry.builder.store(number, entry.builder.gep(moves, [i], source_etype=I64))

        entry.each(total, write)
        entry.builder.ret(entry.builder.trunc(total, I32))

    def _step(self, entry: Entry, state: Value, move: Value, target: Any) -> Any:
        """Write the state that follows a move; return its turn."""
        following = entry.ask("apply", [state, move], self.state)
        entry.store(self.state, target, following)
        return self._turn_of(entry, self.state_of(entry, target))

    def _apply(self, code: MoveCode, name: str) -> None:
        entry = self.entry(name, [PTR, I64, PTR], "apply")
        state, number, target = entry.given
        move = decoded(entry, code, number)
        try:
            entry.builder.ret(self._step(entry, self.state_of(entry, state), move, target))
        except Never:  # nothing in it fits these moves
            for found in self.unit.misfits.values():
                raise next(iter(found.values())) from None
            raise entry.refuse(None, "types_unknown", name="apply") from None

    def _successors(self) -> None:
        entry = self.entry("successors", [PTR, PTR, PTR, PTR, PTR, I64, I32], "apply")
        state = self.state_of(entry, entry.given[0])
        b = entry.builder
        turn = self._turn_of(entry, state)
        chance, other = b.append_basic_block("chance"), b.append_basic_block("choice")
        b.cbranch(b.icmp_signed("==", turn, I32(CHANCE)), chance, other)
        for block, code, method in ((chance, self.outcomes, "outcomes"), (other, self.actions, "actions")):
            b.position_at_end(block)
            self.look_at(code)
            if code is None:
                b.ret(I32(-1))
            else:
                self._write_all(entry, state, code, method)

    def _write_all(self, entry: Entry, state: Value, code: MoveCode, method: str) -> None:
        b = entry.builder
        _, moves, probabilities, turns, states, stride, room = entry.given
        count, item = entry.walk(self._listed(entry, method, state), None)
        total, limit = count(), b.sext(room, I64)

        def write(i: Any) -> None:
            with entry.when(b.icmp_signed("<", i, limit)):
                move, probability = item(i), ir.Constant(F64, 1.0)
                if method == "outcomes":
                    move, probability = self._pair(entry, move)
                b.store(encoded(entry, code, move), b.gep(moves, [i], source_etype=I64))
                b.store(probability, b.gep(probabilities, [i], source_etype=F64))
                turn = b.gep(turns, [i], source_etype=I32)
                b.store(I32(OVER), turn)
                # What cannot happen is never applied.
                with entry.when(b.fcmp_unordered("!=", probability, ir.Constant(F64, 0.0))):
                    target = b.gep(states, [b.mul(i, stride)], source_etype=I8)
                    b.store(self._step(entry, state, move, target), turn)

        entry.each(total, write)
        b.ret(b.trunc(total, I32))

    # ---- numbers

    def _number(self, method: str, name: str, code: MoveCode | None) -> None:
        entry = self.entry(name, [PTR, *([I64] if code else []), PTR], method)
        state = self.state_of(entry, entry.given[0])
        values = [state] if code is None else [state, decoded(entry, code, entry.given[1])]
        try:
            found = entry.ask(method, values)
        except Never:  # this method is for moves of the other kind alone
            entry.fail(None)
            return
        if self.players and method in ("value", "heuristic", "reward"):
            found = first_number(entry, found)
        kind = entry.type_of(found)
        if not is_number(kind) and not isinstance(kind, OptionalType):
            raise entry.refuse(None, "no_number", name=method, found=kind.said)
        entry.builder.store(entry.coerced(found, FLOAT), entry.given[-1])
        entry.builder.ret(I32(0))

    def _best(self, bounds: tuple[float, float]) -> None:
        self.look_at(self.actions)
        entry = self.entry("best", [PTR, PTR, PTR, PTR], "apply")
        b, (state_at, highest, lowest, ends) = entry.builder, entry.given
        state = self.state_of(entry, state_at)
        count, item = entry.walk(self._listed(entry, "actions", state), None)
        high, low, over = entry.alloca(F64), entry.alloca(F64), entry.alloca(I32)
        b.store(ir.Constant(F64, -math.inf), high)
        b.store(ir.Constant(F64, math.inf), low)
        b.store(I32(0), over)
        place = entry.alloca(storage(self.state))

        def look(i: Any) -> None:
            worth, ended = self._worth(entry, state, item(i), place, bounds)
            so_far, least = b.load(high, typ=F64), b.load(low, typ=F64)
            b.store(b.select(b.fcmp_ordered(">", worth, so_far), worth, so_far), high)
            b.store(b.select(b.fcmp_ordered("<", worth, least), worth, least), low)
            b.store(b.add(b.load(over, typ=I32), b.zext(ended, I32)), over)

        total = count()
        entry.each(total, look)
        for target, found, kind in ((highest, high, F64), (lowest, low, F64), (ends, over, I32)):
            b.store(b.load(found, typ=kind), target)
        b.ret(b.trunc(total, I32))

    def _worth(
        self, entry: Entry, state: Value, move: Value, place: Any, bounds: tuple[float, float]
    ) -> tuple[Any, Any]:
        """Return what a move brings at once and after, and whether it ends the game."""
        b = entry.builder
        turn = self._step(entry, state, move, place)
        ended = b.icmp_signed("==", turn, I32(OVER))
        following = self.state_of(entry, place)
        node = ast.Constant(None, lineno=entry.line, col_offset=0)
        value = entry.choose(
            ended,
            lambda: entry.coerce(entry.ask("value", [following]), FLOAT),
            lambda: entry.coerce(entry.ask("heuristic", [following]), FLOAT),
            node,
        )
        worth = entry.coerced(value, FLOAT)
        within = b.and_(
            b.fcmp_ordered(">=", worth, ir.Constant(F64, max(bounds[0] - 1e-12, -sys.float_info.max))),
            b.fcmp_ordered("<=", worth, ir.Constant(F64, min(bounds[1] + 1e-12, sys.float_info.max))),
        )
        entry.fail_if(b.not_(within), None)
        if self.has("reward"):
            reward = entry.coerced(entry.ask("reward", [state, move]), FLOAT)
            size = b.call(self.unit.intrinsic("fabs"), [reward])
            entry.fail_if(b.not_(b.fcmp_ordered("<", size, ir.Constant(F64, math.inf))), None)
            worth = b.fadd(reward, worth)
        return worth, ended

    def _quiet(self) -> None:
        entry = self.entry("quiet", [PTR], "quiet")
        found = entry.ask("quiet", [self.state_of(entry, entry.given[0])])
        entry.builder.ret(entry.builder.zext(entry.truth(found, None), I32))

    def numbers_into(self, entry: Entry, found: Value, count: Any, target: Any) -> None:
        """Write so many numbers where they are wanted, and return."""
        total, item = entry.walk(found, None)
        entry.fail_if(entry.builder.icmp_signed("!=", total(), count), None)

        def write(i: Any) -> None:
            place = entry.builder.gep(target, [i], source_etype=F64)
            entry.builder.store(entry.coerced(item(i), FLOAT), place)

        entry.each(count, write)
        entry.builder.ret(I32(0))

    def _prior(self, code: MoveCode) -> None:
        entry = self.entry("prior", [PTR, PTR, I32, PTR], "prior")
        state, moves, count, weights = entry.given
        total = entry.builder.sext(count, I64)
        listed = entry.new_list(ListType(code.kind), total)

        def read(i: Any) -> None:
            number = entry.builder.load(entry.builder.gep(moves, [i], source_etype=I64), typ=I64)
            entry.append(listed, decoded(entry, code, number), None)

        entry.each(total, read)
        found = entry.ask("prior", [self.state_of(entry, state), listed])
        self.numbers_into(entry, found, total, weights)

    def _features(self, count: int) -> None:
        entry = self.entry("features", [PTR, PTR], "features")
        found = entry.ask("features", [self.state_of(entry, entry.given[0])])
        if entry.type_of(found) == FLOAT or isinstance(entry.type_of(found), EnumType):
            raise entry.refuse(None, "no_list", name="features", found=entry.said(found))
        if isinstance(found, Display):
            found = entry.spilled(found)
        self.numbers_into(entry, found, I64(count), entry.given[1])


def encoded(entry: Entry, code: MoveCode, move: Value) -> Any:
    """Return a move as a number, as :class:`MoveCode` does; a part that has no room is an error."""
    b, found = entry.builder, I64(0)
    shares: list[Any] = []
    _flat(entry, code.kind, entry.coerce(move, code.kind), shares)
    if code.bits == 64:
        return shares[0]
    for place, share in enumerate(shares):
        short = b.ashr(b.shl(share, I64(64 - code.bits)), I64(64 - code.bits))
        entry.fail_if(b.icmp_signed("!=", short, share), None)
        part = b.and_(share, I64((1 << code.bits) - 1))
        found = b.or_(found, b.shl(part, I64(place * code.bits)))
    return found


def _flat(entry: Entry, kind: Type, value: Value, out: list[Any]) -> None:
    if isinstance(kind, TupleType | RecordType):
        for item, part in zip(kind.items, entry.items_of(value, None), strict=True):
            _flat(entry, item, part, out)
    elif isinstance(kind, OptionalType):
        assert isinstance(value, Memory)
        out.append(entry.coerced(entry.load(BOOL, entry.item_at(kind, value.ptr, 0)), INT))
        _flat(entry, kind.item, entry.load(kind.item, entry.item_at(kind, value.ptr, 1)), out)
    else:
        found = entry.scalar(value)
        number = found.ir
        if kind == BOOL or found.type == BOOL:
            number = entry.builder.zext(number, I64)
        elif number.type == I8:
            number = I64(0)
        out.append(number)


def decoded(entry: Entry, code: MoveCode, number: Any) -> Value:
    """Return the move that a number stands for."""
    b = entry.builder

    def share(place: int) -> Any:
        if code.bits == 64:
            return number
        shifted = b.shl(number, I64(64 - code.bits * (place + 1)))
        return b.ashr(shifted, I64(64 - code.bits))

    return _made(entry, code.kind, iter([share(place) for place in range(len(code.leaves))]))


def _made(entry: Entry, kind: Type, shares: Any) -> Value:
    if isinstance(kind, TupleType | RecordType):
        return Display(kind, [_made(entry, item, shares) for item in kind.items])
    if isinstance(kind, OptionalType):
        there = entry.builder.icmp_signed("!=", next(shares), I64(0))
        inner = _made(entry, kind.item, shares)
        node = ast.Constant(None, lineno=entry.line, col_offset=0)
        return entry.coerce(entry.choose(there, lambda: inner, lambda: Static(None), node), kind)
    number = next(shares)
    if kind == BOOL:
        return Scalar(kind, entry.builder.icmp_signed("!=", number, I64(0)))
    return Scalar(kind, number)
