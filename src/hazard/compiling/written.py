"""That what is compiled is what runs: a function's source beside its code, and constants as they are now."""

from __future__ import annotations

import linecache
import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any


def is_what_runs(function: types.FunctionType) -> bool:
    """Tell whether the file that a function comes from still says what runs: it may have been edited since.

    What pytest has rewritten is believed, and what is no file of Python, such as a cell of a notebook.
    """
    code = function.__code__
    if any(name.startswith("@py") for name in (*code.co_names, *code.co_varnames)):
        return True
    try:
        whole = _compiled(code.co_filename, "".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError):
        return True
    found = [other for other in _inside(whole) if other.co_qualname == code.co_qualname]
    return not found or any(_same(other, code) for other in found)


@lru_cache(maxsize=16)
def _compiled(file: str, text: str) -> types.CodeType:
    code: types.CodeType = compile(text, file, "exec", dont_inherit=True)
    return code


def _inside(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield all functions that are defined in a piece of code."""
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield const
            yield from _inside(const)


def _same(one: types.CodeType, other: types.CodeType) -> bool:
    """Whether two pieces of code do the same; where they stand does not matter."""
    if one.co_code != other.co_code or len(one.co_consts) != len(other.co_consts):
        return False
    if one.co_names != other.co_names or one.co_varnames != other.co_varnames:
        return False
    for a, b in zip(one.co_consts, other.co_consts, strict=True):
        if isinstance(a, types.CodeType) and isinstance(b, types.CodeType):
            if not _same(a, b):
                return False
        elif repr(a) != repr(b) and not isinstance(a, frozenset):
            return False
    return True


class Constants:
    """The names and attributes that were read as constants while a game was compiled, and what they held."""

    def __init__(self) -> None:
        """Begin with none."""
        self._read: dict[tuple[int, str], tuple[Any, str, Any]] = {}

    def note(self, owner: Any, name: str, value: Any) -> None:
        """Note what a name of a module, or an attribute, holds now."""
        if not isinstance(value, types.FunctionType | type | types.ModuleType | types.MethodType):
            self._read.setdefault((id(owner), name), (owner, name, _held(value)))

    def changed(self) -> bool:
        """Tell whether one of them holds something else by now."""
        gone = object()
        for owner, name, held in self._read.values():
            value = owner.get(name, gone) if isinstance(owner, dict) else getattr(owner, name, gone)
            if _held(value) != held:
                return True
        return False


def _held(value: Any) -> Any:
    """Return what a value holds, so that a later change of it is seen."""
    if value is None or isinstance(value, bool | int | float | str):
        return type(value), repr(value)
    if isinstance(value, list | tuple):
        return type(value), tuple(map(_held, value))
    if isinstance(value, dict):
        return dict, tuple((_held(key), _held(held)) for key, held in value.items())
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        return value.shape, str(value.dtype), value.tobytes()
    return id(value)
