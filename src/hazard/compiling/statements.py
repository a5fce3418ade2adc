"""Statements, and the function that they make up.

Types of variables are not declared; they are found by compiling a function several times. Each pass knows the
types that the passes before have met, and the last one, in which nothing new is met, is kept.

Over 400 lines: one method for each kind of statement.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import llvmlite.ir as ir

from hazard.compiling.calls import Calls
from hazard.compiling.names_of import assigned_names, own_nodes
from hazard.compiling.own_classes import UnfitClassError
from hazard.compiling.refusal import CompileError, Later, Never
from hazard.compiling.types import (
    NONE,
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
    Display,
    Memory,
    Method,
    Range,
    Scalar,
    Static,
    Value,
    storage,
)

if TYPE_CHECKING:
    from hazard.compiling.unit import Source, Specialised, Unit

REFUSED: dict[type[ast.AST], str] = {
    ast.Try: "try",
    ast.With: "with",
    ast.Global: "global",
    ast.Nonlocal: "global",
    ast.FunctionDef: "inner_function",
    ast.AsyncFunctionDef: "async",
    ast.AsyncFor: "async",
    ast.AsyncWith: "async",
    ast.ClassDef: "inner_class",
    ast.Import: "inner_import",
    ast.ImportFrom: "inner_import",
    ast.Delete: "del",
}
INTERNAL = (LookupError, AttributeError, TypeError, AssertionError, ValueError, NotImplementedError)
MOST_PASSES = 12
YIELDED = "yield"


class Function(Calls):
    """One function of the rules, for arguments of given types."""

    def __init__(self, unit: Unit, source: Source, specialised: Specialised, names: list[str]) -> None:
        """Prepare to compile it."""
        self.unit, self.source, self.specialised = unit, source, specialised
        self.method, self.file, self.line = source.name, source.file, source.tree.lineno
        self.parameters = names
        self.types: dict[str, Type] = {}
        self.local_names = assigned_names(source.tree)
        self.generates = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(source.tree))
        self.bound: dict[str, Value] = {}
        self.receives_move = unit.side is not None and unit.move in specialised.kinds

    def compile(self, arguments: list[Value]) -> None:
        """Find the types, then write the function."""
        for _ in range(MOST_PASSES):
            self.changed = self.incomplete = False
            returned = self.specialised.returns
            scratch = ir.Module()
            function = ir.Function(scratch, self.specialised.function.function_type, "pass")
            self._write(function, arguments)
            if not self.changed and returned == self.specialised.returns and not self.incomplete:
                break
        else:
            raise self.refuse(self.source.tree, "types_unknown", name=self.source.name)
        self._write(self.specialised.function, arguments)

    def _write(self, function: ir.Function, arguments: list[Value]) -> None:
        self.builder = ir.IRBuilder(function.append_basic_block("entry"))
        start = self.builder.append_basic_block("start")
        self.builder.branch(start)
        self.builder.position_at_end(start)
        self.call, *passed, self.result = function.args
        self.slots: dict[str, Any] = {}
        self.given: dict[str, Any] = {}
        self.names: dict[str, str] = {}
        self.statics: dict[str, Static] = {}
        self.loops: list[tuple[Any, Any]] = []
        given = iter(passed)
        for name, value, kind in zip(self.parameters, arguments, self.specialised.kinds, strict=True):
            if kind is None:
                assert isinstance(value, Static)
                self.statics[name] = value
            else:
                self._receive(name, kind, next(given))
        if self.generates:
            self._begin_yielding()
        self.block(self.source.tree.body)
        if not self.builder.block.is_terminated:
            if self.incomplete and not self.generates:
                self.builder.unreachable()  # only a whole pass tells whether the end is reached
            elif self.specialised.expected is None or self.generates:
                self._finish(None)
            else:  # the end of the function returns None, which is not what was expected
                self.fail(self.source.tree)

    def _receive(self, name: str, kind: Type, passed: Any) -> None:
        """A parameter that is never set again stays where it is."""
        value: Value = Scalar(kind, passed)
        if isinstance(kind, TupleType | RecordType | OptionalType):
            value = Memory(kind, passed)
        if name in self.local_names:
            self.found_type(name, kind, self.source.tree)
            self.set(name, value, self.source.tree)
        else:
            self.bound[name] = value

    def _begin_yielding(self) -> None:
        known = self.types.get(YIELDED, ListType(None))
        assert isinstance(known, ListType)
        self.types[YIELDED] = known
        self.set(YIELDED, self.new_list(known, I64(8)), self.source.tree)

    # ---- variables

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.bound and self.names.get(node.id, node.id) == node.id:
            return self.bound[node.id]
        return super()._name(node)

    def variable(self, name: str, node: ast.AST) -> Value:
        """Return what a variable holds."""
        kind = self.types[name]
        if name not in self.slots:
            if name.startswith(("[", "sum")):
                raise Later
            self.slot(name)
        if name in self.local_names:
            set_before = self.builder.load(self.flag(name), typ=I1)
            self.fail_if(self.builder.not_(set_before), node)
        return self.load(kind, self.slots[name])

    def flag(self, name: str) -> Any:
        """Return where it is noted that a variable has been set; Python complains where it is not."""
        if name not in self.given:
            self.given[name] = self.alloca(I1)
            with self.builder.goto_entry_block():
                self.builder.store(I1(0), self.given[name])
        return self.given[name]

    def slot(self, name: str) -> Any:
        """Return where a variable is."""
        if name not in self.slots:
            kind = storage(self.types[name])
            self.slots[name] = self.alloca(kind)
            with self.builder.goto_entry_block():
                self.builder.store(ir.Constant(kind, None), self.slots[name])
        return self.slots[name]

    def found_type(self, name: str, kind: Type, node: ast.AST) -> None:
        """Note that a variable has to hold values of a type."""
        known = self.types.get(name)
        joined = self.join(known, kind, node) if not _unknown(kind) or known is None else known
        if joined != known:
            self.types[name] = joined
            self.changed = True
            self.slots.pop(name, None)

    def set(self, name: str, value: Value, node: ast.AST) -> None:
        """Store a value in a variable."""
        if isinstance(value, Static) and not _is_plain(value.obj):
            other = name in self.statics and self.statics[name].obj is not value.obj
            if name in self.types or (self.loops and other):
                raise self.refuse(node, "static_variable", name=name)
            self.statics[name] = value
            return
        if isinstance(value, Method):
            raise self.refuse(node, "static_variable", name=name)
        if isinstance(value, Range) or (isinstance(value, Static) and isinstance(value.obj, list)):
            value = self.sequence(value, node)
            if isinstance(value, Scalar) and isinstance(value.type, ListType) and isinstance(value, Static):
                value = Scalar(ListType(value.type.item), value.ir)
        self.found_type(name, self.type_of(value, node), node)
        self.store(self.types[name], self.slot(name), value, node)
        if name in self.local_names:
            self.builder.store(I1(1), self.flag(name))

    def assign(self, target: ast.expr, value: Value) -> None:
        """Give a value to a variable, to several, or to an item of a list."""
        if isinstance(target, ast.Name):
            self.set(self.names.get(target.id, target.id), value, target)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value)
        elif isinstance(target, ast.Subscript):
            if isinstance(target.slice, ast.Slice):
                raise self.refuse(target, "slice_set")
            self._set_item(target, self.value(target.value), self.value(target.slice), value)
        elif isinstance(target, ast.Attribute):
            raise self.refuse(target, "attribute_set", name=target.attr)
        else:
            raise self.refuse(target, "construct", found=type(target).__name__)

    def _unpack(self, target: ast.Tuple | ast.List, value: Value) -> None:
        for part in target.elts:
            if isinstance(part, ast.Starred):
                raise self.refuse(part, "starred_target")
        self.walkable(value, target)
        kind = None if isinstance(value, Static | Display) else self.type_of(value, target)
        if isinstance(kind, ListType):
            count, item = self.walk(value, target)
            wrong = self.builder.icmp_signed("!=", count(), I64(len(target.elts)))
            self.fail_if(wrong, target)
            items = [self.kept(item(I64(i)), target) for i in range(len(target.elts))]
        else:
            items = [self.kept(item, target) for item in self.items_of(value, target)]
        if len(items) != len(target.elts):
            raise self.refuse(target, "unpack", found=len(items), expected=len(target.elts))
        for part, found in zip(target.elts, items, strict=True):
            self.assign(part, found)

    def _set_item(self, target: ast.Subscript, owner: Value, index: Value, value: Value) -> None:
        kind = None if isinstance(owner, Static) else self.type_of(owner, target)
        if not isinstance(kind, ListType) or kind.frozen or not isinstance(owner, Scalar):
            found = self.said(owner)
            raise self.refuse(target, "item_set", found=found)
        if kind.item is None:
            raise Later
        wanted = self.join(kind.item, self.type_of(value, target), target)
        if wanted != kind.item:
            if isinstance(target.value, ast.Name):
                name = self.names.get(target.value.id, target.value.id)
                self.found_type(name, ListType(wanted), target)
            raise Later
        place = self.index_of(index, self.length(owner), target)
        self.store(kind.item, self.place_in(self.data(owner), kind.item, place), value, target)

    # ---- statements

    def block(self, body: list[ast.stmt]) -> None:
        """Compile statements; what follows a return is never reached."""
        for node in body:
            if self.builder.block.is_terminated:
                return
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Compile one statement, or put it off until its types are known."""
        known = getattr(self, f"_{type(node).__name__.lower()}_statement", None)
        if known is None or type(node) in REFUSED:
            raise self.refuse(node, REFUSED.get(type(node), "construct"), found=type(node).__name__)
        try:
            known(node)
        except Never:
            self.fail(node)
        except CompileError:
            raise
        except UnfitClassError as unfit:
            raise self.refuse(node, unfit.code, **unfit.context) from None
        except INTERNAL as error:  # something that nobody thought of is not compiled either
            raise self.refuse(node, "construct", found=ast.unparse(node).partition("\n")[0][:60]) from error
        except Later:
            self.incomplete = True
            self.builder.position_at_end(self.builder.append_basic_block("later"))

    def _pass_statement(self, node: ast.Pass) -> None:
        pass

    def _expr_statement(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node.value, ast.Yield):
            if node.value.value is None:
                raise self.refuse(node, "yield_elsewhere")
            self._yielded(self.value(node.value.value), node)
        elif isinstance(node.value, ast.YieldFrom):
            count, item = self.iterated(node.value.value)
            self.each(count(), lambda i: self._yielded(item(i), node))
        else:
            self.value(node.value)

    def _yielded(self, value: Value, node: ast.AST) -> None:
        self.found_type(YIELDED, ListType(self.type_of(value, node)), node)
        listed = self.variable(YIELDED, node)
        assert isinstance(listed, Scalar)
        self.append(listed, value, node)

    def _assign_statement(self, node: ast.Assign) -> None:
        expected = None
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            expected = self.types.get(self.names.get(node.targets[0].id, node.targets[0].id))
        value = self.value(node.value, expected)
        for target in node.targets:
            self.assign(target, value)

    def _annassign_statement(self, node: ast.AnnAssign) -> None:
        if node.value is not None and isinstance(node.target, ast.Name):
            expected = self.types.get(self.names.get(node.target.id, node.target.id))
            self.assign(node.target, self.value(node.value, expected))
        elif node.value is not None:
            self.assign(node.target, self.value(node.value))

    def _augassign_statement(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            owner, index = self.value(target.value), self.value(target.slice)  # each is asked once
            held = self.item(owner, index, target)
            if isinstance(getattr(held, "type", None), ListType):
                raise self.refuse(node, "list_in_list")
            self._set_item(target, owner, index, self.binary(node.op, held, self.value(node.value), node))
            return
        read: Any = ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
        for part in ast.walk(read):
            ast.copy_location(part, target)
        before, change = self.value(read), self.value(node.value)
        kind = getattr(before, "type", None)
        if isinstance(kind, ListType) and not kind.frozen and isinstance(node.op, ast.Add):
            assert isinstance(before, Scalar)
            if kind.item is None:
                _, item = self.walk(change, node)
                if isinstance(target, ast.Name):
                    self.found_type(target.id, ListType(self.type_of(item(I64(0)), node)), node)
                raise Later
            self.extend(before, change, node)
            return
        self.assign(target, self.binary(node.op, before, change, node))

    def _assert_statement(self, node: ast.Assert) -> None:
        self.fail_if(self.builder.not_(self.truth(self.value(node.test), node)), node)

    def _raise_statement(self, node: ast.Raise) -> None:
        self.fail(node)

    def _return_statement(self, node: ast.Return) -> None:
        expected = self.specialised.expected
        value = None if node.value is None else self.value(node.value, expected)
        self._finish(value, node)

    def _finish(self, value: Value | None, node: ast.AST | None = None) -> None:
        """Return a value, and note its type."""
        if self.generates:
            value = self.variable(YIELDED, self.source.tree)
        if value is None:
            value = Static(None)
        kind = self.specialised.expected or self.type_of(value, node)
        if _unknown(kind) and self.specialised.returns is not None:
            kind = self.specialised.returns
        returns = self.join(self.specialised.returns, kind, node)
        self.specialised.returns = returns
        if returns != NONE:
            self.store(returns, self.result, value, node)
        self.builder.ret(I32(0))

    def _if_statement(self, node: ast.If) -> None:
        test = self.condition(node.test)
        if isinstance(test, Static):
            self.block(node.body if test.obj else node.orelse)
            return
        condition = self.truth(test, node.test)
        then, other, after = (self.builder.append_basic_block(name) for name in ("then", "else", "after"))
        self.builder.cbranch(condition, then, other)
        ends = 0
        for start, body in ((then, node.body), (other, node.orelse)):
            self.builder.position_at_end(start)
            statics = dict(self.statics)
            self.block(body)
            self.statics = statics
            if not self.builder.block.is_terminated:
                self.builder.branch(after)
                ends += 1
        self.builder.position_at_end(after)
        if ends == 0:
            self.builder.unreachable()

    def _while_statement(self, node: ast.While) -> None:
        head, inside, other, after = (
            self.builder.append_basic_block(name) for name in ("while", "do", "never", "after")
        )
        self.builder.branch(head)
        self.builder.position_at_end(head)
        test = self.condition(node.test)
        self.builder.cbranch(self.truth(test, node), inside, other)
        self.builder.position_at_end(inside)
        self._looped(node.body, head, after)
        self._ended(node.orelse, other, after)
        left = any(isinstance(part, ast.Break) for part in ast.walk(node))
        if isinstance(test, Static) and test.obj and not left:
            self.builder.unreachable()

    def _looped(self, body: list[ast.stmt], again: Any, after: Any) -> None:
        self.loops.append((again, after))
        self.block(body)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(again)

    def _ended(self, orelse: list[ast.stmt], other: Any, after: Any) -> None:
        """What follows a loop that was not left by ``break``."""
        self.builder.position_at_end(other)
        self.block(orelse)
        if not self.builder.block.is_terminated:
            self.builder.branch(after)
        self.builder.position_at_end(after)

    def _for_statement(self, node: ast.For) -> None:
        count, item = self.iterated(node.iter)
        place = self.alloca(I64)
        self.builder.store(I64(0), place)
        head, inside, step, other, after = (
            self.builder.append_basic_block(name) for name in ("for", "do", "step", "never", "after")
        )
        self.builder.branch(head)
        self.builder.position_at_end(head)
        number = self.builder.load(place, typ=I64)
        self.builder.cbranch(self.builder.icmp_signed("<", number, count()), inside, other)
        self.builder.position_at_end(inside)
        self.assign(node.target, item(number))
        self._looped(node.body, step, after)
        self.builder.position_at_end(step)
        self.builder.store(self.builder.add(self.builder.load(place, typ=I64), I64(1)), place)
        self.builder.branch(head)
        self._ended(node.orelse, other, after)

    def _break_statement(self, node: ast.Break) -> None:
        self.builder.branch(self.loops[-1][1])

    def _continue_statement(self, node: ast.Continue) -> None:
        self.builder.branch(self.loops[-1][0])

    def _match_statement(self, node: ast.Match) -> None:
        """``match`` on constants, as a chain of ``if``."""
        subject = self.kept(self.value(node.subject), node)
        after = self.builder.append_basic_block("after")
        for case in node.cases:
            test = self._pattern(case.pattern, subject)
            if case.guard is not None:
                raise self.refuse(case.guard, "pattern")
            body, other = (self.builder.append_basic_block(name) for name in ("case", "next"))
            self.builder.cbranch(test, body, other)
            self.builder.position_at_end(body)
            self.block(case.body)
            if not self.builder.block.is_terminated:
                self.builder.branch(after)
            self.builder.position_at_end(other)
        self.builder.branch(after)
        self.builder.position_at_end(after)

    def _pattern(self, pattern: ast.pattern, subject: Value) -> Any:
        if isinstance(pattern, ast.MatchValue):
            return self.truth(self.equal(subject, self.value(pattern.value), pattern), pattern)
        if isinstance(pattern, ast.MatchSingleton):
            return self.truth(self.compare(ast.Is(), subject, Static(pattern.value), pattern), pattern)
        if isinstance(pattern, ast.MatchOr):
            tests = [self._pattern(part, subject) for part in pattern.patterns]
            found = tests[0]
            for test in tests[1:]:
                found = self.builder.or_(found, test)
            return found
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None:
            return self.truth(Static(True), pattern)
        raise self.refuse(pattern, "pattern")


def _unknown(kind: Type) -> bool:
    return isinstance(kind, ListType | SetType) and kind.item is None


def _is_plain(obj: Any) -> bool:
    """Whether it can be a value of the machine; else a name stands for it while rules are compiled."""
    if isinstance(obj, tuple):
        return all(_is_plain(item) for item in obj)
    return (
        obj is None
        or isinstance(obj, bool | int | float | str)
        or hasattr(obj, "_value_")
        or (hasattr(obj, "__dataclass_fields__") and not isinstance(obj, type))
    )
