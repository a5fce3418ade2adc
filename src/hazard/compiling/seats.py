"""The functions of the table for secrets and several players: what each gets, and what each sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import llvmlite.ir as ir

from hazard.compiling.refusal import Never
from hazard.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    is_number,
)
from hazard.compiling.values import F64, I32, I64, PTR, Display, Memory, Scalar, Value

if TYPE_CHECKING:
    from hazard.compiling.entries import Entries, Entry
    from hazard.compiling.layout import MoveCode

GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64 (Steele, Lea and Flood 2014)."""


def write_seats(entries: Entries, players: int) -> None:
    """Write what ``players`` get and see, by methods that the game has."""
    _payoffs(entries, "value", "payoffs", None, players)
    if entries.has("heuristic"):
        _payoffs(entries, "heuristic", "guesses", None, players)
    if entries.has("reward"):
        for code, name in ((entries.actions, "rewards"), (entries.outcomes, "rewards_outcome")):
            if code is not None:
                entries.look_at(code)
                _payoffs(entries, "reward", name, code, players)
    if entries.has("sees"):
        _sees(entries)


def first_number(entry: Entry, found: Value) -> Value:
    """Return a single number: MAX's, where there is one for each player."""
    if isinstance(entry.type_of(found), TupleType | ListType):
        _, item = entry.walk(entry.spilled(found) if isinstance(found, Display) else found, None)
        return item(I64(0))
    return found


def _payoffs(entries: Entries, method: str, name: str, code: MoveCode | None, players: int) -> None:
    from hazard.compiling.entries import decoded

    entry = entries.entry(name, [PTR, *([I64] if code else []), PTR], method)
    values = [entries.state_of(entry, entry.given[0])]
    if code is not None:
        values.append(decoded(entry, code, entry.given[1]))
    try:
        found = entry.ask(method, values)
    except Never:  # this method is for moves of the other kind alone
        entry.fail(None)
        return
    kind = entry.type_of(found)
    if isinstance(kind, TupleType | RecordType):
        items = entry.items_of(found, None)
        if len(items) != players:
            entry.fail(None)
            return
        _store(entry, [entry.coerced(item, FLOAT) for item in items])
    elif isinstance(kind, ListType):
        entries.numbers_into(entry, found, I64(players), entry.given[-1])
    elif is_number(kind) or isinstance(kind, OptionalType):
        _store_short(entry, entry.coerced(found, FLOAT), players)
    else:
        raise entry.refuse(None, "no_number", name=method, found=kind.said)


def _store_short(entry: Entry, number: Any, players: int) -> None:
    """A single number is MAX's and, with the sign turned, MIN's; 0 is nothing for everybody."""
    if players != 2:
        zero = ir.Constant(F64, 0.0)
        entry.fail_if(entry.builder.fcmp_unordered("!=", number, zero), None)
        _store(entry, [zero] * players)
        return
    _store(entry, [number, entry.builder.fneg(number)])


def _store(entry: Entry, numbers: list[Any]) -> None:
    for place, number in enumerate(numbers):
        entry.builder.store(number, entry.builder.gep(entry.given[-1], [I64(place)], source_etype=F64))
    entry.builder.ret(I32(0))


def _sees(entries: Entries) -> None:
    entry = entries.entry("sees", [PTR, I32, PTR], "sees")
    b = entry.builder
    player = Scalar(INT, b.sext(entry.given[1], I64))
    found = entry.ask("sees", [entries.state_of(entry, entry.given[0]), player])
    print_ = entry.alloca(I64)
    b.store(I64(0), print_)
    _absorb_all(entry, found, print_)
    b.store(b.load(print_, typ=I64), entry.given[2])
    b.ret(I32(0))


def _absorb_all(entry: Entry, value: Value, into: Any) -> None:
    """Mix all numbers that a value is made of into a fingerprint: equal values have equal ones."""
    kind = entry.type_of(value)
    if isinstance(kind, TupleType | RecordType):
        for item in entry.items_of(value, None):
            _absorb_all(entry, item, into)
    elif isinstance(kind, OptionalType):
        assert isinstance(value, Memory)
        there = entry.coerced(entry.load(BOOL, entry.item_at(kind, value.ptr, 0)), INT)
        _absorb(entry, there, into)
        with entry.when(entry.builder.icmp_signed("!=", there, I64(0))):
            _absorb_all(entry, entry.load(kind.item, entry.item_at(kind, value.ptr, 1)), into)
    elif isinstance(kind, ListType):
        if kind.item is None:
            _absorb(entry, I64(0), into)
            return
        count, item_at = entry.walk(value, None)
        total = count()
        _absorb(entry, total, into)
        entry.each(total, lambda i: _absorb_all(entry, item_at(i), into))
    elif isinstance(kind, SetType):
        raise entry.refuse(None, "view_is_set")
    else:
        _absorb(entry, _as_bits(entry, entry.scalar(value)), into)


def _as_bits(entry: Entry, found: Scalar) -> Any:
    b = entry.builder
    if found.type == FLOAT:
        return b.bitcast(b.fadd(found.ir, ir.Constant(F64, 0.0)), I64)  # -0.0 and 0.0 are equal
    if found.ir.type == I64:
        return found.ir
    return b.zext(found.ir, I64)


def _absorb(entry: Entry, number: Any, into: Any) -> None:
    b = entry.builder
    mixed = b.add(b.xor(b.load(into, typ=I64), number), I64(_signed(GOLDEN)))
    mixed = b.mul(b.xor(mixed, b.lshr(mixed, I64(30))), I64(_signed(FIRST)))
    mixed = b.mul(b.xor(mixed, b.lshr(mixed, I64(27))), I64(_signed(SECOND)))
    b.store(b.xor(mixed, b.lshr(mixed, I64(31))), into)


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
