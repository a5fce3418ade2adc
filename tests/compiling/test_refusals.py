"""What cannot be compiled is said: the line, the reason, and what to write instead."""

from __future__ import annotations

import importlib.util
import itertools
import re
import textwrap
import warnings
from pathlib import Path

import pytest

import hazard
from hazard import language

GAME = """
import collections, copy, enum, functools, itertools, math, random, time
from dataclasses import dataclass
from typing import NamedTuple
import numpy as np
import hazard
from hazard import Turn

{before}

TABLE = np.array([[1, 2], [3, 4]])
OTHER = np.array([[5, 6], [7, 8]])
SHORT = np.array([0.1, 0.2], dtype=np.float32)

class Suit(str, enum.Enum):
    A = "a"
    B = "b"

class Way(enum.Flag):
    UP = 1
    DOWN = 2

class Twice(NamedTuple("Twice", [("x", int)])):
    def __new__(cls, x):
        return super().__new__(cls, 2 * x)

class Turns(NamedTuple):
    x: int
    def __iter__(self):
        return iter((1, 2))

def twice(function):
    @functools.wraps(function)
    def called(*given):
        return 2 * function(*given)
    return called

@twice
def doubled(x):
    return float(x)

class Place(NamedTuple):
    at: int = 0
    rolling: bool = False
    cells: tuple[int, ...] = (0, 0, 0)

class Walk(hazard.Game):
    def start(self):
        return Place()
    def turn(self, state):
        if state.at >= 9:
            return Turn.OVER
        return Turn.CHANCE if state.rolling else Turn.MAX
    def actions(self, state):
        return [1, 2]
    def outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]
    def apply(self, state, move):
        return Place(state.at + move, not state.rolling, state.cells)
    def value(self, state):
        return float(state.at)
    def heuristic(self, state):
{body}
{after}
"""
counter = itertools.count()


def walk(tmp_path: Path, body: str, before: str = "", after: str = "") -> hazard.Game:
    text = GAME.format(
        before=before,
        body=textwrap.indent(textwrap.dedent(body).strip(), " " * 8),
        after=textwrap.indent(textwrap.dedent(after), "    "),
    )
    path = tmp_path / f"walk_{next(counter)}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: hazard.Game = module.Walk()
    return game


REFUSED = {
    "try": ("try:\n    return 1.0\nexcept ValueError:\n    return 0.0", "try is not compiled; check beforehand"),  # noqa: E501
    "with": ("with open('x') as f:\n    return 0.0", "with is not compiled"),
    "global": ("global SEEN\nreturn 0.0", "keep what changes in the state"),
    "inner function": ("def f(x):\n    return x\nreturn f(1.0)", "make it a method or a function of the module"),  # noqa: E501
    "inner class": ("class A:\n    pass\nreturn 0.0", "define it in the module"),
    "import": ("import math\nreturn math.pi", "import at the top of the module"),
    "del": ("x = [1.0]\ndel x[0]\nreturn 0.0", "use list.pop"),
    "dict display": ("seen = {1: 2.0}\nreturn seen[1]", "a list or tuple with numbers as places"),
    "dict()": ("seen = dict()\nreturn 0.0", "a dictionary that is made during play is not compiled"),
    "dict comprehension": ("seen = {x: x for x in range(3)}\nreturn 0.0", "a dictionary that is made"),
    "f-string": ("x = f'{state.at}'\nreturn 0.0", "put words into describe"),
    "text arithmetic": ("x = str(state.at)\nreturn 0.0", "put words into describe"),
    "lambda": ("f = lambda x: x\nreturn f(1.0)", "write a function of the module"),
    "random": ("return random.random()", "chance belongs in outcomes"),
    "clock": ("return time.time()", "must not depend on the time"),
    "print": ("print(state)\nreturn 0.0", "hazard.uncompiled(game)"),
    "open": ("x = open('x')\nreturn 0.0", "cannot reach outside of the game"),
    "map": ("return sum(map(float, state.cells))", "write a comprehension or a loop"),
    "itertools": ("return float(len(list(itertools.permutations(state.cells))))", "write the loops"),
    "numpy function": ("return float(np.sum(state.cells))", "loops are as fast as array functions"),
    "set order": ("return float(sum([x for x in {1, 2, state.at}]))", "write sorted(...)"),
    "attribute set": ("self.seen = 1\nreturn 0.0", "state._replace(seen=...)"),
    "changing attribute": ("return self.count", "self.count is set by a method", "def f(self):\n    self.count = 1"),  # noqa: E501
    "tuple item set": ("state.cells[0] = 1\nreturn 0.0", "cells = list(state.cells)"),
    "slice set": ("x = [1, 2]\nx[0:1] = [3]\nreturn 0.0", "set the items one by one"),
    "starred target": ("a, *b = state.cells\nreturn 0.0", "take a slice"),
    "any arguments": ("return self.f(1, 2)", "takes any number of arguments", "def f(self, *given):\n    return 1.0"),  # noqa: E501
    "two types": ("x = 1\nx = 'one'\nreturn 0.0", "int and str in one place"),
    "unknown name": ("return missing", "the name missing is unknown"),
    "unknown attribute": ("return state.nowhere", "Place has no nowhere that is compiled"),
    "big number": ("return float(state.at + 2**70)", "does not fit into 64 bits; split it in two"),
    "rarer mathematics": ("return float(math.prod(state.cells))", "math.prod is not compiled"),
    "round to digits": ("return round(state.at / 7, 2)", "round(x * 100) / 100 is"),
    "getattr": ("return getattr(state, 'at')", "write object.name"),
    "super": ("return super().value(state)", "call the method of the class by its name"),
    "complex": ("return abs(1j)", "a value of type complex is not compiled"),
    "match pattern": ("match state.cells:\n    case [a, b]:\n        return 0.0\nreturn 1.0", "write if and elif"),  # noqa: E501
    "wrong result": ("return state.cells", "heuristic returns"),
    "yield inside": ("x = yield 1\nreturn 0.0", "only as a statement of its own"),
    "identity": ("return 1.0 if state.at is True else 0.0", "`is` compares identity"),
    "texts of members": ("x = Suit.A if state.at else Suit.B\nreturn float(x == 'a')", "compare them with"),
    "flags": ("x = Way.UP if state.at else Way.DOWN\nreturn 1.0", "use enum.IntFlag"),
    "own making": ("return float(Twice(state.at).x)", "Twice has its own __new__"),
    "own iteration": ("return float(sum(x for x in Turns(state.at)))", "Turns has its own __iter__"),
    "decorator": ("return doubled(state.at)", "doubled is decorated"),
    "short array": ("return float(SHORT[state.at % 2])", "array.tolist()"),
    "array arithmetic": ("return float((TABLE[state.at % 2] + TABLE[0])[0])", "arrays of the module"),
    "second index": ("return float(state.cells.index(1, 2))", "arguments of index do not fit"),
    "digits by name": ("return round(state.at / 7, ndigits=2)", "round(x * 100) / 100 is"),
    "order of sets": ("return float({1} <= {1, state.at})", "the operator <= is not compiled"),
    "list in a list": ("x = [[1], [2]]\nx[0] += [3]\nreturn 0.0", "take it by a name first"),
    "constant in a loop": ("x = TABLE\nfor i in range(2):\n    x = OTHER\nreturn 0.0", "name it directly"),
    "keywords": ("return float(max(**{'a': 1}))", "is not compiled"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_each_construct_is_named_with_its_line_and_the_way_out(name: str, tmp_path: Path) -> None:
    body, expected, *after = REFUSED[name]
    game = walk(tmp_path, body, after=after[0] if after else "")
    with pytest.raises(hazard.CompileError) as caught:
        hazard.compile(game)
    said = str(caught.value)
    assert said.startswith("Walk cannot be compiled: ")
    assert expected in said
    place = re.search(r"(walk_\d+\.py):(\d+), in Walk\.(\w+)", said)
    assert place is not None, said
    line = (tmp_path / place[1]).read_text().splitlines()[int(place[2]) - 1]
    assert said.endswith(line.strip())
    assert caught.value.told("de").startswith("Walk kann nicht kompiliert werden: ")


STATES = {
    "a list in a state": ("return (0, [1])", "state[1] is a list ([1]), which can change; use a tuple"),
    "an object in a state": ("return (0, object())", "expected numbers, booleans"),
    "a length that changes": ("return (0, (1, 2))", "state[1] has not always the same length"),
}


@pytest.mark.parametrize("name", STATES)
def test_states_that_are_no_plain_values_are_named_part_by_part(name: str, tmp_path: Path) -> None:
    returned, expected = STATES[name]

    class Odd(hazard.Game):
        def start(self):  # type: ignore[no-untyped-def]
            space: dict[str, object] = {}
            exec(f"def f():\n    {returned}", space)
            return space["f"]()  # type: ignore[operator]

        def turn(self, state):  # type: ignore[no-untyped-def]
            return hazard.Turn.OVER if state[0] > 3 else hazard.Turn.MAX

        def actions(self, state):  # type: ignore[no-untyped-def]
            return [1]

        def apply(self, state, move):  # type: ignore[no-untyped-def]
            return (state[0] + 1, state[1][1:] if isinstance(state[1], tuple) else state[1])

        def value(self, state):  # type: ignore[no-untyped-def]
            return 0.0

    with pytest.raises(hazard.CompileError, match=re.escape(expected)):
        hazard.compile(Odd())


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("def evaluate(self, states):\n    return [0.0 for _ in states]", "give evaluate to the search"),
    ],
)
def test_methods_that_need_python_are_refused(method: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(hazard.CompileError, match=expected):
        hazard.compile(walk(tmp_path, "return 0.0", after=method))


def test_a_game_runs_uncompiled_only_where_that_was_asked_for(tmp_path: Path) -> None:
    game = walk(tmp_path, "print\ntry:\n    return 1.0\nexcept ValueError:\n    return 0.0")
    with pytest.warns(hazard.UncompiledWarning, match="try is not compiled"):
        made = hazard.compile(game, fallback=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert hazard.decide(made, budget=hazard.Budget(depth=2)).action in (1, 2)


FAILURES = {
    "division": ("return 1.0 / (state.at - 1)", ZeroDivisionError, "division"),
    "whole division": ("return float(1 // (state.at - 1))", ZeroDivisionError, "zero"),
    "index": ("return float(state.cells[state.at + 2])", IndexError, "out of range"),
    "assertion": ("assert state.at != 1, 'not here'\nreturn 0.0", AssertionError, "not here"),
    "raise": ("if state.at == 1:\n    raise ValueError('odd place')\nreturn 0.0", ValueError, "odd place"),
    "root": ("return math.sqrt(-1.0 * state.at)", ValueError, "math domain|nonnegative"),
    "nan": ("return math.inf - math.inf if state.at == 1 else 0.0", hazard.GameError, "NaN"),
    "infinite": ("return math.inf if state.at == 1 else 0.0", hazard.GameError, "inf"),
    "overflow": ("x = 2**62 * (state.at + 1)\nreturn float(x % 7)", hazard.GameError, "outside of 64 bits"),
    "minimum of nothing": ("return float(min([x for x in state.cells if x > 5]))", ValueError, "empty"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_an_error_of_the_rules_is_the_one_that_python_raises(name: str, tmp_path: Path) -> None:
    """It is raised by the plain rules, asked again for the same state; the machine never crashes."""
    body, kind, expected = FAILURES[name]
    game = walk(tmp_path, body)
    with pytest.raises(kind, match=expected) as caught:
        hazard.decide(hazard.compile(game), budget=hazard.Budget(depth=2))
    told = [str(caught.value), *getattr(caught.value, "__notes__", [])]
    assert any("Place(at=" in text for text in told), told


def test_probabilities_are_checked_where_they_are_stated(tmp_path: Path) -> None:
    game = walk(tmp_path, "return 0.0", after="def outcomes(self, state):\n    return [(0, 0.5), (1, 0.4)]")
    with pytest.raises(hazard.GameError, match=r"sum to 0\.9"):
        hazard.decide(hazard.compile(game), budget=hazard.Budget(depth=2))


def test_every_sentence_of_the_compiler_is_somebodys() -> None:
    folder = Path(hazard.__file__).parent
    sources = "".join(path.read_text("utf-8") for path in (folder / "compiling").glob("*.py"))
    codes = {code for code in language.catalogue(language.PACKAGE, "en") if code.startswith("compiled.")}
    unused = {c for c in codes if f'"{c.partition(".")[2]}"' not in sources and f'"{c}"' not in sources}
    built = {f"compiled.method_{name}" for name in ("evaluate",)}
    assert unused - built == set()


def test_a_file_that_was_edited_after_its_import_is_not_compiled(tmp_path: Path) -> None:
    """The machine would play by other rules than Python does."""
    game = walk(tmp_path, "return 1.0")
    path = next(tmp_path.glob("walk_*.py"))
    path.write_text(path.read_text().replace("return 1.0", "return 2.0"))
    with pytest.raises(hazard.CompileError, match="was changed after it was imported"):
        hazard.compile(game)


def test_a_constant_that_changes_is_seen_by_the_next_search(tmp_path: Path) -> None:
    game = walk(
        tmp_path,
        "return float(self.worth[0])",
        after="def __init__(self, worth=1):\n    self.worth = [worth]",
    )
    compiled = hazard.compile(game)
    assert hazard.decide(compiled, budget=hazard.Budget(depth=1)).best.value == 1.0
    compiled.worth[0] = 3  # type: ignore[attr-defined]
    assert hazard.decide(compiled, budget=hazard.Budget(depth=1)).best.value == 3.0


def test_functions_that_call_themselves_without_end_are_an_error(tmp_path: Path) -> None:
    game = walk(
        tmp_path,
        "return self.down(state.at)",
        after="def down(self, n):\n    return 0.0 if n < 0 else self.down(n + 1)",
    )
    with pytest.raises(RecursionError):
        hazard.decide(hazard.compile(game), budget=hazard.Budget(depth=2))
