"""What is compiled means what it means in Python: each construct on many numbers, beside the interpreter."""

from __future__ import annotations

import importlib.util
import itertools
import math
import textwrap
from pathlib import Path

import pytest

import hazard
from hazard.twin import rules_of

BEFORE = """
import dataclasses, enum, functools, math
from typing import ClassVar, NamedTuple
import numpy as np
import hazard
from hazard import Turn

TABLE = np.array([[1, 2, 3], [4, 5, 6]])
ROWS = ((1,), (2, 3), (), (4, 5, 6))
NAMES = {"one": 1, "two": 2}
BY_PAIR = {(0, 1): 10.0, (1, 0): 20.0}
LIMITS = [3, 1, 2]

class Colour(enum.Enum):
    RED = "r"
    GREEN = "g"

class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 5

class Point(NamedTuple):
    x: int
    y: int = 7

    @property
    def far(self):
        return abs(self.x) + abs(self.y)

    def moved(self, by):
        return Point(self.x + by, self.y)

@dataclasses.dataclass(frozen=True)
class Pair:
    left: int
    right: float = 0.5

def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

@functools.cache
def clipped(x, low=-2, *, high=2):
    return max(low, min(high, x))

def first_negative(values):
    for value in values:
        if value < 0:
            return value
    return None

def upto(n):
    for i in range(n):
        if i % 2:
            yield i * i

FLAGS = (True, False)

class Vec(NamedTuple):
    x: int
    y: int
    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)
    def __mul__(self, times):
        return Vec(self.x * times, self.y * times)
    def __neg__(self):
        return Vec(-self.x, -self.y)
    def __bool__(self):
        return self.x > 0
    def __len__(self):
        return 17
    def __lt__(self, other):
        return self.x > other.x

@dataclasses.dataclass(frozen=True)
class Part:
    K: ClassVar[int] = 5
    x: int
    y: int = dataclasses.field(default=0, compare=False)

@dataclasses.dataclass(frozen=True)
class Other:
    x: int
    y: int = 0

@dataclasses.dataclass(frozen=True)
class Named:
    only: int = dataclasses.field(default=1, kw_only=True)
    first: int = 0

def some(n):
    if n <= 0:
        return None
    return [i for i in range(n)]

def first_plus(x, t):
    return x + t[0] * 10 + t[1]

def nested(n):
    if n <= 0:
        return 0
    return 1 + nested(n - 1)

class State(NamedTuple):
    a: int = 0
    b: int = 0
    f: float = 0.25
    t: tuple[int, ...] = (3, -1, 4, 1, -5, 9)
    c: Colour = Colour.RED
    maybe: int | None = None

class Probe(hazard.Game):
    size = 3
    def start(self):
        return State()
    def turn(self, s):
        return Turn.MAX if s.a < 50 else Turn.OVER
    def actions(self, s):
        return [1]
    def apply(self, s, move):
        return s._replace(a=50)
    def value(self, s):
        return 0.0
    def heuristic(self, s):
        a, b, f, t = s.a, s.b, s.f, s.t
"""
SNIPPETS = [
    "return a // (b * b + 1) + a % (b * b + 1) * 100",
    "return a // (-3) * 7 + a % (-3)",
    "return divmod(a, 4)[0] * 10 + divmod(a, 4)[1]",
    "return a / 7 + f ** 2 + 2 ** (b * b) + a ** 3",
    "return (f + b) % 0.7 + (f - b) // 0.3 + (-f) % 2.5",
    "return (a << 3) + (a >> 1) + (a & 5) + (a | 8) + (a ^ b) + ~a",
    "return abs(a) + abs(f - 1) + -a + +b",
    "return round(f * 10 + a) + int(f * 3 - 2) + int(-2.7) + float(a)",
    "return math.sqrt(a * a) + math.floor(f - a) + math.ceil(f * b) + math.exp(f) + math.log(a * a + 1)",
    "return 1.0 if 0 <= a < b <= 3 else (2.0 if a == b or not b else 3.0)",
    "return (a and b) + (b or 5) + (a > b)",
    "return sum(t) + max(t) * 10 + min(t, key=lambda x: x * x) + len(t)",
    "return sum(x * f for x in t if x > a)",
    "return float(any(x == a for x in t)) + 2 * all(x > -9 for x in t)",
    "return sorted(t)[a % 6] + sorted(t, reverse=True)[0] + sorted(t, key=lambda x: -x)[1]",
    "return t[a % 6] + t[-1] + t[-(a % 6) - 1] + t[1:3][0] + sum(t[a % 3 : 5]) + sum(t[::-1][:2]) + sum(t[::2])",  # noqa: E501
    "x = list(t)\nx[0], x[1] = x[1], x[0]\nx.append(a)\nx.sort()\nx.reverse()\nx.pop()\nx.remove(4)\nreturn x[0] + 10 * x[-1] + len(x) + x.index(3)",  # noqa: E501
    "x = [0] * 4 + [b]\nfor i in range(4):\n    x[i] += i * a\nreturn sum(x) + x.count(0)",
    "x = []\nfor i, v in enumerate(t, 1):\n    if v < 0:\n        continue\n    if i > 5:\n        break\n    x += [i * v]\nelse:\n    x.append(100)\nreturn sum(x)",  # noqa: E501
    "n, k = abs(a) + 5, 0\nwhile n != 1:\n    n = n // 2 if n % 2 == 0 else 3 * n + 1\n    k += 1\nreturn k",
    "total = 0\nfor x, y in zip(t, LIMITS):\n    total += x * y\nreturn total + sum(x for x in reversed(t[:2]))",  # noqa: E501
    "total = 0\nfor row in ROWS:\n    for v in row:\n        total += v\n    total += 10 * len(row)\nreturn total + ROWS[3][a % 3]",  # noqa: E501
    "return TABLE[a % 2, b % 3] + TABLE[1][2]",
    "return NAMES['one' if a > 0 else 'two'] + NAMES.get('three', 9)",
    "return BY_PAIR.get((a % 2, b % 2), -1.0) + ((1, 0) in BY_PAIR)",
    "return fib(a % 7) + clipped(a) + clipped(b, high=1) + clipped(a, -1)",
    "x = first_negative(t)\nif x is None:\n    return -100\nreturn x * 2",
    "x = first_negative((a, b))\nreturn 5 if x is None else x",
    "return sum(upto(abs(a)))",
    "p = Point(a)\nq = p.moved(2)._replace(y=b)\nreturn p.far * 10 + q.x - q.y + (p == Point(3)) + p[1]",
    "p = Pair(a)\nq = dataclasses.replace(p, right=f)\nreturn q.left + q.right + p.right",
    "return 1 if s.c == Colour.RED else 2 if s.c is Colour.GREEN else 3",
    "z = Size.LARGE if a > 0 else Size.SMALL\nreturn z + z.value * 10",
    "return sum(1 for m in Size if m > 1) + len(Colour) if False else 4",
    "match a % 4:\n    case 0 | 1:\n        return 10\n    case 2:\n        return 20\n    case _:\n        return 30",  # noqa: E501
    "seen = set()\nfor x in t:\n    seen.add(abs(x))\nreturn len(seen) + (4 in seen) * 10 + sorted(seen)[0]",
    "x = {v % 3 for v in t}\nreturn len(x)",
    "return len([(x, y) for x in range(3) for y in range(x) if x + y != a])",
    "x = [(v, i) for i, v in enumerate(t)]\nreturn max(x)[1] + min(x)[1] * 10",
    "x, (y, z) = a, (b, 3)\nreturn x + y * z",
    "x = tuple(v + 1 for v in t)\nreturn x[2] + (x == t) + (x != t) + sum(x + (a,)) + (a, b, *t)[3]",
    "x = t[: a % 6] + (b,) + t[a % 6 + 1 :]\nreturn sum(v * i for i, v in enumerate(x))",
    "return -1 if s.maybe is None else s.maybe",
    "if (n := a * 2) > 3:\n    return n\nreturn -n",
    "return bin_count(a)",
    "x = 0\nfor i in range(10, 0, -3):\n    x = x * 10 + i\nreturn x + (7 in range(1, 10, 3)) + (8 in range(1, 10, 3)) + len(range(a))",  # noqa: E501
    "x = 0.0\nfor i in range(4):\n    x = x + i if i % 2 else x / 2\nreturn x",
    "x = 1\nif a > 0:\n    x = 0.5\nreturn x + a",
    "return max(a, b, 2) - min(a, f) + max((a, b)) + max([x for x in t if x > 100], default=-1)",
    "return float((a, b) < (b, a)) + 2 * ((a, 1) >= (a, b))",
    "return self.size * a + self.helper(b, k=2)",
    "return isinstance(a, int) + 2 * isinstance(f, float) + 4 * isinstance(t, tuple)",
    "x = [[0] * 2 for _ in range(2)]\nx[1][0] = a\nreturn sum(sum(row) for row in x) + x[1][0]",
    "assert f > 0, 'f is positive'\nreturn f",
    "return (2 if a else 3) * (1 - 2 * (b > 0))",
    "if a > 0:\n    x = 5\nreturn x",
    "for i in range(a):\n    pass\nreturn i",
    "x = 0\nif a > 0:\n    y = 3\n    x = y\nif x:\n    return y\nreturn 0",
    "return ({1, 2, a} == {a, 2, 1}) + 2 * ({1, 2} == {1, a})",
    "v = Vec(a, b) + Vec(1, 2)\nw = -Vec(b, a) * 2\nreturn v.y + w.x + len(v) + (3 if v else 4) + (v < w)",
    "v = Vec(a, b) if a > b else Vec(b, a)\nreturn v[1] + (7 in v) * 100 + max(v, Vec(1, 2)).x",
    "return (Part(a, b) == Part(a, 3)) + 2 * (Part(a) == Other(a)) + 4 * (Part(a) == (a, 0)) + Part(a).K",
    "v = Named(a, only=b)\nreturn v.first + 10 * v.only",
    "x = some(a)\ny = x or [7]\nif x:\n    return len(x) + sum(y)\nreturn -1 - sum(y) + (x == [0])",
    "x = some(a)\nif x is not None and x[0] == 0:\n    return len(x)\nreturn -1",
    "return first_plus(a, (1, 2)) - first_plus(b, (3, 4)) + first_plus(1, (5, 6))",
    "return sum(t, start=10) + sum([f, 0.1], 0.3) + sum([0.1] * 10)",
    "x, y = [1, 2, 3, 4], [0, 1]\nx[y.pop()] += 10\nreturn sum(x) + len(y) * 100 + x[1]",
    "x = [(1, 2), (3, 4)]\ny = (x[0], x.pop(0))\nreturn y[0][0] + (x[0] == x.pop(0)) * 10",
    "return 1.0 if sum([f * 1e308 * 100, 1.0]) > 5 else 2.0",
    "return a ** b if b >= 0 else (a or 1) ** -2 + 2 ** -1",
    "return max(t, key=abs) + max(a, *t) + max(*t)",
    "x = [1]\nx.insert(0, a)\nx.insert(99, b)\nx.insert(-1, 7)\nreturn x[0] + 10 * x[1] + 99 * x[2] - x[3]",
    "return [True, False, True][a % 3] + FLAGS[b % 2]",
    "return nested(a * 100) + nested(5)",
    "x = list(t)\nwhile x and x[-1] > 0:\n    x.pop()\nreturn len(x) if x and not (a and f) else 9",
    "return (f + 2.0) ** (3000 if a else 2)",
    "return max(t, default=b // a) + max([x for x in t if x > 100], default=a)",
    "return len([0] * 2**61) if a else 1",
    "return len(range(-(2**62), 2**62)) if a > 2 else len(range(-(2**63 - 1), 2**63 - 1, 2**62 + a))",
    "x = -(2**63 - 1) - 1 + abs(a)\nreturn (x in range(9, -9, -1)) + 2 * (x in range(-(2**63 - 1), 2**63 - 1, 2)) + 4 * (a in range(2**63 - 1, -(2**63 - 1), -2))",  # noqa: E501
    "return math.ceil(math.inf) if a else math.floor(-2.5)",
]  # fmt: skip
AFTER = """
    def helper(self, x, k=3):
        return x * k
"""
NUMBERS = list(itertools.product((-7, -2, 0, 1, 3, 12), (-3, 0, 2, 5), (0.25, 1.5)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("probes")


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_a_construct_means_what_it_means_in_python(number: int, folder: Path) -> None:
    body = SNIPPETS[number].replace("bin_count(a)", "abs(a).bit_count() + 10 * a.bit_length()")
    path = folder / f"probe_{number}.py"
    path.write_text(BEFORE + textwrap.indent(body, " " * 8) + AFTER)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    plain = module.Probe()
    core = rules_of(hazard.compile(plain)).core()
    for a, b, f in NUMBERS:
        state = module.State(a, b, f, c=module.Colour.GREEN if b > 0 else module.Colour.RED, maybe=a or None)
        try:
            expected = plain.heuristic(state)
        except Exception as error:  # then it is an error, and the same one
            with pytest.raises(type(error)):
                core.value(state)
            continue
        assert core.value(state) == expected or math.isclose(core.value(state), expected, rel_tol=0), state
