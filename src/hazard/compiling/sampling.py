"""What a game's states are made of: by their classes' annotations, and by states that plain play comes to."""

from __future__ import annotations

import enum
import random
import typing
from typing import Any

from hazard.compiling.own_classes import UnfitClassError, compared, field_names, own_method
from hazard.compiling.refusal import CompileError
from hazard.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    NoCommonTypeError,
    RecordType,
    TupleType,
    Type,
    join,
    type_of,
)
from hazard.errors import HazardError
from hazard.game import Turn, shown

GAMES, MOVES = 6, 60
"""Games that are played to see states, and their longest length."""


def _refused(game: Any, code: str, **context: Any) -> CompileError:
    name = type(game).__name__
    return CompileError("compiled.cannot_game", game=name, reason=HazardError(f"compiled.{code}", **context))


def met_states(game: Any) -> list[Any]:
    """Return states that random games come to, the start first."""
    chooser = random.Random(1)
    start = game.start()
    met = [start]
    for _ in range(GAMES):
        state = start
        for _ in range(MOVES):
            turn = game.turn(state)
            if turn == Turn.OVER:
                break
            if turn == Turn.CHANCE:
                pairs = [pair for pair in game.outcomes(state) if pair[1] > 0]
                if not pairs:
                    break
                move = chooser.choices([pair[0] for pair in pairs], [pair[1] for pair in pairs])[0]
            else:
                actions = list(game.actions(state))
                if not actions:
                    break
                move = chooser.choice(actions)
            state = game.apply(state, move)
            met.append(state)
    return met


LONGEST = 20_000
"""Moves of the game that is played to see what its end pays."""


def count_players(game: Any) -> int:
    """Return how many players have secrets or a number of their own each; 0 for an open game for two."""
    chooser, state = random.Random(1), game.start()
    for _ in range(LONGEST):
        turn = game.turn(state)
        if turn == Turn.OVER:
            found = game.value(state)
            several = isinstance(found, tuple | list)
            return len(found) if several else 2 if hasattr(game, "sees") else 0
        state = game.apply(state, _drawn(game, state, turn, chooser))
    return 2 if hasattr(game, "sees") else 0


def _drawn(game: Any, state: Any, turn: Any, chooser: random.Random) -> Any:
    if turn == Turn.CHANCE:
        pairs = [pair for pair in game.outcomes(state) if pair[1] > 0]
        return chooser.choices([pair[0] for pair in pairs], [pair[1] for pair in pairs])[0]
    return chooser.choice(list(game.actions(state)))


def state_type(game: Any) -> Type:
    """Return the type of the game's states, or say which part of them has none."""
    found: Type | None = None
    for state in met_states(game):
        kind = _typed(game, state, "state")
        try:
            found = join(found, kind)
        except NoCommonTypeError:
            assert found is not None
            raise _refused(game, "states_differ", one=found.said, other=kind.said) from None
    assert found is not None
    if not isinstance(found, TupleType | RecordType | type(INT)):
        return found
    found = _annotated(game, found)
    _refuse_lists(game, found, "state")
    _refuse_own_equality(game, found)
    return found


def _refuse_own_equality(game: Any, kind: Type) -> None:
    """States are kept by what they hold; a class that finds them equal by less would merge what is not."""
    if not isinstance(kind, RecordType | TupleType):
        return
    own = isinstance(kind, RecordType) and own_method(kind.kind, "eq") is not None
    if own or (isinstance(kind, RecordType) and compared(kind.kind) != kind.names):
        raise _refused(game, "own_making", name=kind.said, what="__eq__")
    for item in kind.items:
        _refuse_own_equality(game, item)


def _refuse_lists(game: Any, kind: Type, where: str) -> None:
    from hazard.compiling.types import ListType

    if isinstance(kind, ListType):
        raise _refused(game, "state_length", where=where)
    if isinstance(kind, RecordType):
        for name, item in zip(kind.names, kind.items, strict=True):
            _refuse_lists(game, item, f"{where}.{name}")
    elif isinstance(kind, TupleType):
        for number, item in enumerate(kind.items):
            _refuse_lists(game, item, f"{where}[{number}]")


def _typed(game: Any, value: Any, where: str) -> Type:
    """Return the type of a value, and name the part that has none."""
    try:
        return type_of(value)
    except UnfitClassError as unfit:
        raise _refused(game, unfit.code, **unfit.context) from None
    except TypeError:
        pass
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        for name in value._fields:
            _typed(game, getattr(value, name), f"{where}.{name}")
    elif hasattr(type(value), "__dataclass_fields__"):
        for name in field_names(type(value)):
            _typed(game, getattr(value, name), f"{where}.{name}")
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            _typed(game, item, f"{where}[{number}]")
    code = "state_part_list" if isinstance(value, list | set | dict | frozenset) else "state_part"
    raise _refused(game, code, where=where, found=type(value).__name__, value=shown(value))


def _annotated(game: Any, kind: Type) -> Type:
    """Return the type with what annotations know better: a float may begin as 0."""
    if isinstance(kind, TupleType):
        items = tuple(_annotated(game, item) for item in kind.items)
        return TupleType(items)
    if not isinstance(kind, RecordType):
        return kind
    try:
        hints = typing.get_type_hints(kind.kind)
    except Exception:
        hints = {}
    items = tuple(
        _by_hint(_annotated(game, item), hints.get(name))
        for name, item in zip(kind.names, kind.items, strict=True)
    )
    return RecordType(kind.kind, kind.names, items)


def _by_hint(kind: Type, hint: Any) -> Type:
    arguments = typing.get_args(hint)
    if isinstance(kind, TupleType) and typing.get_origin(hint) is tuple and arguments:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            arguments = arguments[:1] * len(kind.items)
        if len(arguments) == len(kind.items):
            return TupleType(tuple(map(_by_hint, kind.items, arguments)))
    if arguments and type(None) in arguments:  # int | None
        from hazard.compiling.types import NONE, OptionalType

        rest = next(a for a in arguments if a is not type(None))
        if kind == NONE:
            known: dict[Any, Type] = {int: INT, float: FLOAT, bool: BOOL}
            if isinstance(rest, type) and issubclass(rest, enum.Enum):
                from hazard.compiling.types import EnumType

                return OptionalType(EnumType(rest))
            return OptionalType(known.get(rest, INT))
        return kind if isinstance(kind, OptionalType) else OptionalType(_by_hint(kind, rest))
    if hint is float and kind in (INT, BOOL):
        return FLOAT
    if hint is int and kind == BOOL:
        return INT
    return kind


def records_of(kind: Type) -> dict[type[Any], RecordType]:
    """Return the classes that states are made of, with their types."""
    found: dict[type[Any], RecordType] = {}
    if isinstance(kind, RecordType):
        found[kind.kind] = kind
    if isinstance(kind, TupleType | RecordType):
        for item in kind.items:
            found |= records_of(item)
    return found
