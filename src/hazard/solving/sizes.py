"""What a state is made of, as numbers with names: a game that has no end of states has one without bound."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hazard.game import State

_DEEPEST, _WIDEST, _HUGE = 8, 16, 1e300
_LENGTH = "len("
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def sizes(part: State, name: str = "state", depth: int = 0) -> Iterator[tuple[str, float]]:
    """Go through the numbers in a state, and the lengths of what it holds, each with its name.

    >>> dict(sizes((3, "ab")))
    {'len(state)': 2.0, 'state[0]': 3.0, 'len(state[1])': 2.0}
    """
    if isinstance(part, bool):
        return
    if isinstance(part, int | float):
        yield name, float(abs(part)) if abs(part) < _HUGE else _HUGE
        return
    if isinstance(part, str | bytes | tuple | list | frozenset | Mapping):
        yield f"{_LENGTH}{name})", float(len(part))
    if depth >= _DEEPEST:
        return
    if isinstance(part, tuple | list):
        if len(part) <= _WIDEST:
            names = getattr(part, "_fields", None)
            for i, inner in enumerate(part):
                yield from sizes(inner, f"{name}.{names[i]}" if names else f"{name}[{i}]", depth + 1)
        return
    for key, inner in _fields(part):
        yield from sizes(inner, f"{name}.{key}", depth + 1)


def _fields(part: State) -> Iterator[tuple[str, object]]:
    """Go through what an object of the user's is made of."""
    if dataclasses.is_dataclass(part):
        for field in dataclasses.fields(part):
            yield field.name, getattr(part, field.name)
        return
    slots = [name for kind in type(part).__mro__ for name in getattr(kind, "__slots__", ())]
    yield from ((name, getattr(part, name)) for name in slots[:_WIDEST] if hasattr(part, name))
    if isinstance(held := getattr(part, "__dict__", None), dict):
        yield from list(held.items())[:_WIDEST]


def is_length(name: str) -> bool:
    """Tell whether a name is that of the length of something."""
    return name.startswith(_LENGTH)


def reader(name: str) -> Callable[[State], float]:
    """Return what reads one part by its name: of a state that has no such part, zero.

    >>> reader("len(state[1])")((3, "ab")), reader("state[2]")((3, "ab"))
    (2.0, 0.0)
    """
    long = is_length(name)
    steps = [(field, int(place or 0)) for field, place in _STEP.findall(name)]

    def read(part: Any) -> float:
        try:
            for field, place in steps:
                part = getattr(part, field) if field else part[place]
            return float(len(part)) if long else min(abs(float(part)), _HUGE)
        except (AttributeError, LookupError, TypeError, ValueError, OverflowError):
            return 0.0

    return read
