"""All functions of one game that are compiled together, and what they share: constants and texts."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import textwrap
import types
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import llvmlite.ir as ir

from hazard.compiling.layout import Texts
from hazard.compiling.own_classes import check_array
from hazard.compiling.refusal import refusal
from hazard.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    ListType,
    NoCommonTypeError,
    OptionalType,
    RecordType,
    SetType,
    TupleType,
    Type,
    join,
    type_of,
)
from hazard.compiling.values import (
    F64,
    I1,
    I8,
    I32,
    I64,
    LIST,
    PTR,
    Display,
    Scalar,
    Static,
    Value,
    register,
    storage,
)
from hazard.compiling.written import Constants, is_what_runs

if TYPE_CHECKING:
    from hazard.compiling.emitter import Emitter

MOST_FUNCTIONS = 400
"""Functions, by types of arguments, that a game may have."""

INTRINSICS: dict[str, tuple[str, Any, list[Any]]] = {
    "memcpy": ("llvm.memcpy.p0.p0.i64", ir.VoidType(), [PTR, PTR, I64, I1]),
    "ctpop": ("llvm.ctpop.i64", I64, [I64]),
    "ctlz": ("llvm.ctlz.i64", I64, [I64, I1]),
    **{name: (f"llvm.{name}.f64", F64, [F64]) for name in ("floor", "ceil", "fabs", "sqrt", "roundeven")},
}


@dataclass
class Source:
    """A function as it was written."""

    name: str
    file: str
    tree: ast.FunctionDef


@dataclass
class Specialised:
    """A function for arguments of given types; a static argument has none."""

    function: ir.Function
    kinds: list[Type | None]
    returns: Type | None
    expected: Type | None = None
    done: bool = False


class Unit:
    """One game that is being compiled."""

    byte = I8
    call_type = ir.LiteralStructType([PTR, PTR, I32, I32])

    def __init__(self, game: Any, name: str, records: dict[type[Any], RecordType]) -> None:
        """Begin with nothing but the types of its states."""
        self.game, self.name, self.records = game, name, records
        self.module = ir.Module(name="rules")
        self.texts = Texts(("",))
        self.changing = _set_attributes(type(game))
        self._functions: dict[tuple[Any, ...], Specialised] = {}
        self._sources: dict[types.FunctionType, Source] = {}
        self._alive: dict[int, Any] = {}
        self._constants: dict[int, tuple[Any, Value]] = {}
        self.side: str | None = None  # whose moves are compiled, where there are two kinds
        self.move: Type | None = None
        self.misfits: dict[tuple[str, int], dict[str | None, Exception]] = {}
        self.constants = Constants()

    # ---- functions

    def specialise(
        self,
        function: types.FunctionType,
        arguments: list[Value],
        emitter: Emitter,
        node: ast.AST | None,
        expected: Type | None = None,
    ) -> Specialised:
        """Return a function compiled for arguments of these types."""
        from hazard.compiling.statements import Function

        kinds: list[Type | None] = []
        key: list[Any] = [function, expected]
        for value in arguments:
            static = isinstance(value, Static) and not isinstance(value.obj, bool | int | float | str)
            kinds.append(None if static else emitter.type_of(value, node))
            key.append(self._same(value.obj) if static and isinstance(value, Static) else kinds[-1])
        found = self._functions.get(tuple(key))
        if found is not None:
            return found
        if len(self._functions) > MOST_FUNCTIONS:
            raise emitter.refuse(node, "too_many_functions", name=function.__name__)
        passed = [register(kind) for kind in kinds if kind is not None]
        signature = ir.FunctionType(I32, [PTR, *passed, PTR])
        made = ir.Function(self.module, signature, f"{function.__name__}.{len(self._functions)}")
        made.linkage = "internal"
        found = Specialised(made, kinds, None, expected)
        self._functions[tuple(key)] = found
        names = list(inspect.signature(function).parameters)
        Function(self, self.source(function), found, names).compile(arguments)
        found.done = True
        return found

    def _same(self, obj: Any) -> Any:
        """Return what tells a constant from others: tuples by their items, objects by themselves."""
        if type(obj) is tuple:
            return tuple(map(self._same, obj))
        if obj is None or type(obj) in (bool, int, float, str):
            return type(obj), repr(obj)
        self._alive[id(obj)] = obj  # no other object may take its place
        return id(obj)

    def source(self, function: types.FunctionType) -> Source:
        """Return a function as it was written, with the line numbers of its file."""
        if function in self._sources:
            return self._sources[function]
        name = function.__qualname__.replace(".<locals>", "")
        file = function.__code__.co_filename
        first = function.__code__.co_firstlineno
        try:
            text = textwrap.dedent(inspect.getsource(function))
            tree: ast.stmt = ast.parse(text).body[0]
        except (OSError, TypeError, SyntaxError, IndexError):
            raise refusal(self.name, name, file, None, first, "no_source", name=name) from None
        if isinstance(tree, ast.AsyncFunctionDef):
            raise refusal(self.name, name, file, None, first, "async")
        if not isinstance(tree, ast.FunctionDef):
            raise refusal(self.name, name, file, None, first, "no_source", name=name)
        ast.increment_lineno(tree, first - 1)
        if function.__closure__:
            free = ", ".join(function.__code__.co_freevars)
            if free != "__class__":
                raise refusal(self.name, name, file, tree, first, "closure", name=free)
        if not is_what_runs(function):
            raise refusal(self.name, name, file, tree, first, "source_changed", name=name)
        found = Source(name, file, tree)
        self._sources[function] = found
        self._globals = getattr(self, "_globals", {})
        self._globals[id(tree)] = function.__globals__
        return found

    def looked_up_name(self, emitter: Any, node: ast.Name) -> Any:
        """Return what a name of the module, or of Python, stands for."""
        space = self._globals[id(emitter.source.tree)]
        if node.id in space:
            self.constants.note(space, node.id, space[node.id])
            return space[node.id]
        if hasattr(builtins, node.id):
            return getattr(builtins, node.id)
        raise emitter.refuse(node, "no_such_name", name=node.id)

    # ---- what every function may use

    def intrinsic(self, name: str) -> ir.Function:
        """Return an operation of the machine."""
        known, returns, arguments = INTRINSICS[name]
        return self._declared(known, ir.FunctionType(returns, arguments))

    def library(self, name: str, count: int) -> ir.Function:
        """Return a function of C's library, by a name of our own: none is replaced by an approximation."""
        return self._declared(f"hazard_{name}", ir.FunctionType(F64, [F64] * count))

    def _declared(self, name: str, kind: ir.FunctionType) -> ir.Function:
        found = self.module.globals.get(name)
        return found if found is not None else ir.Function(self.module, kind, name)

    # ---- constants

    def display(self, emitter: Emitter, obj: Any, node: ast.AST | None) -> Value:
        """Return a constant tuple or record item by item."""
        try:
            kind = type_of(obj)
        except TypeError:
            raise emitter.refuse(node, "no_such_value", found=type(obj).__name__) from None
        if isinstance(kind, RecordType):
            kind = self.records.get(kind.kind, kind)
            return Display(kind, [Static(getattr(obj, name)) for name in kind.names])
        if not isinstance(kind, TupleType):
            raise emitter.refuse(node, "expected_container", found=type(obj).__name__)
        return Display(kind, [Static(item) for item in obj])

    def frozen(self, emitter: Emitter, obj: Any, node: ast.AST | None) -> Value:
        """Return a constant sequence in memory, as a list that nobody changes."""
        known = self._constants.get(id(obj))
        if known is not None:
            return known[1]
        items: list[Any]
        if isinstance(obj, enum.EnumMeta):
            items = list(obj)
        elif hasattr(obj, "tolist"):
            items = obj.tolist()
        elif isinstance(obj, dict | list | tuple | range):
            items = list(obj)
        else:
            raise emitter.refuse(node, "no_sequence", found=type(obj).__name__)
        kind = self._item_type(emitter, items, node)
        check_array(obj)
        is_array = hasattr(obj, "shape")
        listed = ListType(_array(kind) if is_array else kind, True, is_array)
        value: Value = Scalar(listed, self._list_constant(items, kind))
        self._constants[id(obj)] = (obj, value)
        return value

    def _item_type(self, emitter: Emitter, items: list[Any], node: ast.AST | None) -> Type | None:
        """Return what all items are; rows of different lengths are lists."""
        found: Type | None = None
        for item in items:
            kind = self._constant_type(emitter, item, node)
            try:
                found = join(found, kind)
            except NoCommonTypeError:
                assert found is not None
                raise emitter.refuse(node, "types_differ", one=found.said, other=kind.said) from None
        return found

    def _constant_type(self, emitter: Emitter, item: Any, node: ast.AST | None) -> Type:
        try:
            kind = type_of(item)
        except TypeError:
            if isinstance(item, list | tuple | range) or hasattr(item, "tolist"):
                rows = item.tolist() if hasattr(item, "tolist") else list(item)
                check_array(item)
                is_array, found = hasattr(item, "shape"), self._item_type(emitter, rows, node)
                return ListType(_array(found) if is_array else found, True, is_array)
            raise emitter.refuse(node, "no_such_value", found=type(item).__name__) from None
        if isinstance(kind, RecordType):
            return self.records.get(kind.kind, kind)
        if isinstance(kind, TupleType) and (kind.same is None or len(kind.items) > 4) and kind.items:
            same = self._item_type(emitter, list(item), node) if _alike(kind) else None
            return ListType(same, True) if same is not None else kind
        return kind

    def _list_constant(self, items: list[Any], kind: Type | None) -> Any:
        if kind is None:
            return self._global(ir.Constant(LIST, [I64(0), I64(0), ir.Constant(PTR, None)]))
        cells = [self.constant(item, kind) for item in items]
        data = self._global(ir.Constant(ir.ArrayType(storage(kind), len(cells)), cells))
        return self._global(ir.Constant(LIST, [I64(len(cells)), I64(len(cells)), data]))

    def constant(self, obj: Any, kind: Type, narrow: bool = False) -> Any:
        """Return a value of Python as it lies in memory."""
        if isinstance(kind, OptionalType):
            if obj is None:
                return ir.Constant(storage(kind), None)
            return ir.Constant(storage(kind), [I8(1), self.constant(obj, kind.item)])
        if isinstance(kind, TupleType):
            cells = [self.constant(x, item, kind.narrow) for x, item in zip(obj, kind.items, strict=True)]
            return ir.Constant(storage(kind), cells)
        if isinstance(kind, RecordType):
            fields = zip(kind.names, kind.items, strict=True)
            return ir.Constant(storage(kind), [self.constant(getattr(obj, n), item) for n, item in fields])
        if isinstance(kind, ListType | SetType):
            rows = obj.tolist() if hasattr(obj, "tolist") else list(obj)
            return self._list_constant(rows, kind.item)
        if kind == FLOAT:
            return ir.Constant(F64, float(obj))
        if kind == BOOL:
            return I8(int(obj))
        if kind == INT:
            return (I32 if narrow else I64)(int(obj))
        if isinstance(obj, str):
            return I64(self.texts.number(obj))
        if obj is None:
            return I8(0)
        number = kind.number(obj) if hasattr(kind, "number") else int(obj)
        return I64(number)

    def _global(self, value: ir.Constant) -> Any:
        made = ir.GlobalVariable(self.module, value.type, f"constant.{len(self.module.globals)}")
        made.global_constant, made.linkage, made.initializer = True, "internal", value
        return made.bitcast(PTR)


def _array(kind: Type | None) -> Type | None:
    """Return the type of a row of an array, and of its rows."""
    return ListType(_array(kind.item), True, True) if isinstance(kind, ListType) else kind


def _alike(kind: TupleType) -> bool:
    """Whether the items of a tuple have one type."""
    found: Type | None = None
    for item in kind.items:
        try:
            found = join(found, item)
        except NoCommonTypeError:
            return False
    return True


def _set_attributes(kind: type[Any]) -> set[str]:
    """The attributes that methods other than ``__init__`` set: they are no constants."""
    found: set[str] = set()
    for base in kind.__mro__[:-1]:
        if base.__module__.partition(".")[0] in (
            "hazard",
            "abc",
            "typing",
        ) and not base.__module__.startswith("hazard.games"):
            continue
        for name, method in vars(base).items():
            if name == "__init__" or not isinstance(method, types.FunctionType):
                continue
            try:
                tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
            except (OSError, SyntaxError, TypeError):
                continue
            for node in ast.walk(tree):
                if not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)):
                    continue
                if isinstance(node.value, ast.Name) and node.value.id == "self":
                    found.add(node.attr)
    return found
