"""What is inside a state: whether it has changed, whether two are alike, and which numbers it holds."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator
from functools import cached_property
from typing import Any

_ATOMS = (int, str, bytes, bool, type(None), enum.Enum, type)
_DEEPEST, _MOST_PARTS = 12, 20_000


def contents(thing: Any) -> Any:
    """Return all that ``thing`` is made of, as nested tuples: alike for two things with the same parts.

    >>> contents([1, {2}]) == contents([1, {2}]), contents([1]) == contents((1,))
    (True, False)
    """
    return _contents(thing, 0, [_MOST_PARTS])


def _contents(thing: Any, depth: int, left: list[int]) -> Any:
    left[0] -= 1
    if isinstance(thing, _ATOMS):
        return thing if type(thing) in (str, int) else (type(thing).__name__, repr(thing))
    if depth > _DEEPEST or left[0] < 0:
        return "…"
    kind = type(thing).__name__
    if isinstance(thing, tuple | list):
        return (kind, *(_contents(item, depth + 1, left) for item in thing))
    if isinstance(thing, dict):
        return (
            kind,
            *((_contents(k, depth + 1, left), _contents(v, depth + 1, left)) for k, v in thing.items()),
        )
    if isinstance(thing, set | frozenset):
        return (kind, frozenset(_contents(item, depth + 1, left) for item in thing))
    if hasattr(thing, "tobytes") and hasattr(thing, "shape"):  # a numpy array
        return (kind, tuple(thing.shape), thing.tobytes())
    parts = {} if _says_what_counts(thing) else dict(fields_of(thing))
    if parts:
        return (kind, *((name, _contents(part, depth + 1, left)) for name, part in parts.items()))
    return (kind, _opaque(thing))


def _says_what_counts(thing: Any) -> bool:
    """Whether a class of somebody's own compares and hashes what counts; the rest may be memory."""
    kind: Any = type(thing)
    own = kind.__eq__ is not object.__eq__ and kind.__hash__ not in (None, object.__hash__)
    return own and not dataclasses.is_dataclass(thing)


def _opaque(thing: Any) -> Any:
    """What is known of a thing without parts: its hash, or how it prints, unless that is its address."""
    kind: Any = type(thing)
    if kind.__hash__ not in (None, object.__hash__):
        return hash(thing)
    return repr(thing) if kind.__repr__ is not object.__repr__ else ""


def held(state: Any) -> dict[str, Any]:
    """Return what a state holds now, by name, for :func:`has_changed`.

    An attribute that is still None is left out: it may be an answer to remember later.
    """
    kind: Any = type(state)
    if isinstance(state, tuple) or kind.__eq__ is not object.__eq__:
        return {"": contents(state)}
    return {name: contents(part) for name, part in fields_of(state) if part is not None}


def has_changed(state: Any, before: dict[str, Any]) -> bool:
    """Tell whether a state holds something else than ``before``.

    >>> board = [1]
    >>> before = held(board)
    >>> board.append(2)
    >>> has_changed(board, before)
    True
    """
    after = held(state)
    return any(after.get(name) != part for name, part in before.items())


def fields_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that an object keeps: the fields of a record, or else its attributes.

    Attributes that only remember an answer are left out: cached properties, and where equality is the
    class's own, names that begin with an underscore.

    >>> from collections import namedtuple
    >>> dict(fields_of(namedtuple("Box", "tiles roll")((1, 2), None)))
    {'tiles': (1, 2), 'roll': None}
    """
    kind: Any = type(thing)
    if isinstance(thing, _ATOMS):
        return  # a member of an enum keeps its class, and with it every other member
    if isinstance(thing, tuple):
        yield from zip(getattr(kind, "_fields", ()), thing, strict=False)
        return
    if dataclasses.is_dataclass(thing):
        yield from ((field.name, getattr(thing, field.name, None)) for field in dataclasses.fields(thing))
        return
    own_equality = kind.__eq__ is not object.__eq__
    slots = [name for base in kind.__mro__ for name in _names(getattr(base, "__slots__", ()))]
    for name in dict.fromkeys([*slots, *getattr(thing, "__dict__", ())]):
        remembered = isinstance(getattr(kind, name, None), cached_property)
        if not remembered and not (own_equality and name.startswith("_")) and hasattr(thing, name):
            yield name, getattr(thing, name)


def _names(slots: Any) -> list[str]:
    names = [slots] if isinstance(slots, str) else list(slots)
    return [name for name in names if name not in ("__dict__", "__weakref__")]


def numbers_in(state: Any, most: int = 64) -> dict[str, float]:
    """Return the plain numbers of a record by where they stand; of bare tuples the place is the name.

    Lengths of tuples, strings and sets count as numbers: they come first, because a history of many numbers
    must not crowd them out.

    >>> numbers_in((3, ("x", 2.5)))
    {'len(state)': 2, 'len([1])': 2, 'len([1][0])': 1, '[0]': 3, '[1][1]': 2.5}
    """
    found: dict[str, float] = {}
    lengths: dict[str, float] = {}
    _gather(state, "", 0, found, lengths)
    return dict(list((lengths | found).items())[:most])


def _gather(thing: Any, place: str, depth: int, found: dict[str, float], lengths: dict[str, float]) -> None:
    if isinstance(thing, str | bytes | tuple | frozenset):
        lengths[f"len({place or 'state'})"] = len(thing)
    if isinstance(thing, int | float) and not isinstance(thing, bool | enum.Enum):
        found[place or "the state"] = thing
    elif depth < 3 and not isinstance(thing, str | bytes | list | dict | set | frozenset):
        if isinstance(thing, tuple) and not hasattr(thing, "_fields"):
            for index, item in enumerate(thing[:64]):
                _gather(item, f"{place}[{index}]", depth + 1, found, lengths)
            return
        for name, item in fields_of(thing):
            _gather(item, f"{place}.{name}" if place else name, depth + 1, found, lengths)
