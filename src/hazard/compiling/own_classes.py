"""What a class of the user's means by an operator: its own method is called, and what Python makes is known.

NamedTuples, frozen dataclasses and enumerations are taken for the values they hold. A class that gives an
operator a meaning of its own is asked by that method; one that changes how its objects are made, found equal
or hashed is refused, because the machine could then mean something else than Python.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import types
from typing import Any

MAKERS = frozenset({"enum", "typing", "collections", "dataclasses"})
"""Modules of Python that write methods into classes."""

BINARY: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.MatMult: "matmul",
}
UNARY: dict[type[ast.AST], str] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
UNFIT = ("new", "init", "post_init", "getattr", "getattribute", "hash")
"""Methods with which a class makes or compares its objects in a way of its own."""


class UnfitClassError(Exception):
    """A class is not compiled; the code and the context say why."""

    def __init__(self, code: str, **context: Any) -> None:
        """Remember why."""
        super().__init__(code)
        self.code, self.context = code, context


def own_method(kind: type[Any], name: str) -> Any:
    """Return the method for an operator that a class has written itself; None where it is Python's.

    >>> import typing
    >>> class Step(typing.NamedTuple):
    ...     x: int
    ...     def __neg__(self): return Step(-self.x)
    >>> own_method(Step, "neg") is not None, own_method(Step, "add")
    (True, None)
    """
    for base in kind.__mro__:
        found = vars(base).get(f"__{name}__")
        if found is None:
            continue
        found = getattr(found, "__func__", found)  # __new__ is a static method
        if not isinstance(found, types.FunctionType):
            return None
        made = found.__module__ in MAKERS or found.__code__.co_filename == "<string>"
        return None if made else found
    return None


def check_class(kind: type[Any]) -> None:
    """Refuse a class whose objects are more than the values they hold."""
    if issubclass(kind, enum.Flag) and not issubclass(kind, int):
        raise UnfitClassError("flag", name=kind.__name__)
    if issubclass(kind, enum.Enum):
        unfit: tuple[str, ...] = ("getattr", "getattribute", "hash")
    else:
        unfit = UNFIT
    for name in unfit:
        if own_method(kind, name) is not None:
            code = "post_init" if name == "post_init" else "own_making"
            raise UnfitClassError(code, name=kind.__name__, what=f"__{name}__")
    for field in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
        if not field.init:
            raise UnfitClassError("own_making", name=kind.__name__, what=f"{field.name} (init=False)")


def check_array(obj: Any) -> None:
    """Refuse arrays with which numpy reckons in another way than Python: short ones round, or wrap round."""
    kind = getattr(obj, "dtype", None)
    if kind is not None and str(kind) not in ("float64", "int64", "int32"):
        raise UnfitClassError("numpy_type", found=str(kind))


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a NamedTuple or a dataclass, in order."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return tuple(kind._fields)


def places(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields that can be given by their place."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind) if not field.kw_only)
    return tuple(kind._fields)


def compared(kind: type[Any]) -> tuple[str, ...] | None:
    """Return the fields by which two objects are found equal; None where each is equal to itself alone."""
    if not dataclasses.is_dataclass(kind):
        return tuple(kind._fields)
    if kind.__eq__ is object.__eq__:
        return None
    return tuple(field.name for field in dataclasses.fields(kind) if field.compare)


def mixed(kind: type[enum.Enum]) -> bool:
    """Tell whether members are also texts or fractions (``enum.StrEnum``), and equal to those."""
    return not issubclass(kind, int) and any(
        base not in (object, enum.Enum) and not issubclass(base, enum.Enum) for base in kind.__mro__
    )
