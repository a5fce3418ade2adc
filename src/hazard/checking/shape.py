"""What can be told of a game without playing it: the names, kinds and parameters of its methods."""

from __future__ import annotations

import dis
import inspect
from abc import ABC
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from hazard.compiled import CompiledGame
from hazard.errors import nearest
from hazard.game import Game
from hazard.language import Statement

METHODS: dict[str, tuple[str, ...]] = {
    "start": (),
    "turn": ("state",),
    "actions": ("state",),
    "outcomes": ("state",),
    "apply": ("state", "move"),
    "value": ("state",),
    "heuristic": ("state",),
    "bounds": (),
    "reward": ("state", "move"),
    "rank": ("state", "action"),
    "describe": ("state", "move"),
    "expand": ("state",),
    "evaluate": ("states",),
    "quiet": ("state",),
    "prior": ("state", "actions"),
    "sample": ("state", "random"),
    "sees": ("state", "player"),
    "parse": ("text",),
    "text": ("state",),
    "picture": ("state",),
}
"""Every method that hazard may call on a game, and what it passes."""

OTHER_NAMES = {
    "isover": "turn",
    "isterminal": "turn",
    "terminal": "turn",
    "gameover": "turn",
    "legalactions": "actions",
    "legalmoves": "actions",
    "moves": "actions",
    "chances": "outcomes",
    "probabilities": "outcomes",
    "nextstate": "apply",
    "initialstate": "start",
    "utility": "value",
    "score": "value",
    "estimate": "heuristic",
    "eval": "heuristic",
    "evaluation": "heuristic",
    "evaluatestate": "heuristic",
    "ranking": "rank",
    "description": "describe",
    "limits": "bounds",
    "valuerange": "bounds",
    "isquiet": "quiet",
    "policy": "prior",
    "infoset": "sees",
    "informationset": "sees",
    "informationstate": "sees",
}
"""What other libraries call these methods: not close in letters, but meant for the same."""

_NEVER_ASKED = ("isover", "isterminal", "terminal", "gameover")
"""Of these the author expects to be asked, even where there is a `turn`."""


def shape_errors(game: Game) -> Iterator[tuple[str, str, Statement]]:
    """Yield ``(code, method, what was found)`` for what can never work; nothing of the game is called."""
    name = type(game).__name__
    for method, passed in METHODS.items():
        found = getattr(game, method, None)
        if found is None and not hasattr(game, method):
            continue
        call = f"{name}.{method}({', '.join(passed)})"
        if not callable(found):
            shown = inspect.getattr_static(game, method, found)
            said = Statement("check.shape.property") if isinstance(shown, property) else _cut(repr(found))
            wrong = Statement("check.shape.no_method", name=f"{name}.{method}", found=said, call=call)
            yield "not-a-method", method, wrong
        elif not _takes(found, len(passed)):
            several = method == "actions" and _takes(found, 2)
            kind = "parameters_of_several" if several else "parameters"
            signature = str(inspect.signature(found))
            said = Statement(f"check.shape.{kind}", name=f"{name}.{method}", signature=signature, call=call)
            yield "parameters", method, said
        elif _returns_nothing(found):
            yield "no-return", method, Statement("check.shape.no_return", call=call)


def look_alikes(game: Game) -> Iterator[tuple[str, str]]:
    """Yield public names of the game that look like a method it does not have, and that method.

    >>> class Nim(Game):
    ...     def rewards(self, state, move): return 1.0
    ...     start = turn = apply = value = None
    >>> list(look_alikes(Nim()))
    [('rewards', 'reward')]
    """
    if isinstance(game, CompiledGame):
        return
    has = {method for method in METHODS if _own(game, method)}
    used = _names_used(type(game))
    for name in sorted(_public_names(game)):
        plain = name.lower().replace("_", "")
        if name in METHODS or name in used or not plain:
            continue
        known = [method for method in METHODS if method not in has]
        close = nearest(plain, known, least=0.8)
        meant = OTHER_NAMES.get(plain) if callable(getattr(game, name, None)) else None
        if close:
            yield name, close[0]
        elif meant is not None and (meant not in has or plain in _NEVER_ASKED):
            yield name, meant


def misspelt_methods(game: Game) -> Iterator[tuple[str, str]]:
    """Yield methods whose name is almost that of a missing one and that could be called in its place.

    >>> class Nim(Game):
    ...     def rewards(self, state, move): return 1.0
    ...     def bound(self, low, high, step): ...
    ...     start = turn = apply = value = None
    >>> list(misspelt_methods(Nim()))
    [('rewards', 'reward(state, move)')]
    """
    for name, method in look_alikes(game):
        own, passed = getattr(game, name, None), METHODS[method]
        if name.lower().replace("_", "") not in OTHER_NAMES and callable(own) and _takes(own, len(passed)):
            yield name, f"{method}({', '.join(passed)})"


def _public_names(game: Game) -> set[str]:
    """The names that the author chose: of the classes below Game, and of the game itself."""
    names = {name for name in vars(game) if not name.startswith("_")} if hasattr(game, "__dict__") else set()
    for base in type(game).__mro__:
        if base in (Game, ABC, object):
            continue
        names |= {name for name in vars(base) if not name.startswith("_")}
    return names


def _names_used(kind: type) -> set[str]:
    """The names that the game's own code speaks of: what it calls itself is no misspelling."""
    functions = [found for base in kind.__mro__ for found in vars(base).values()]
    return {
        name for found in functions if isinstance(found, FunctionType) for name in found.__code__.co_names
    }


def _own(game: Game, method: str) -> bool:
    """Whether the game itself answers ``method``; what Game only refuses does not count."""
    found = getattr(type(game), method, None)
    return hasattr(game, method) and (found is None or found is not getattr(Game, method, None))


def _takes(method: Any, count: int) -> bool:
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):  # compiled; only a call can tell
        return True
    try:
        signature.bind(*[None] * count)
    except TypeError:
        return False
    return True


def _returns_nothing(method: Any) -> bool:
    """Whether a plain function has a ``return`` somewhere, and None is all that it ever returns."""
    function = getattr(method, "__func__", method)
    if not isinstance(function, FunctionType) or inspect.isgeneratorfunction(function):
        return False
    if inspect.iscoroutinefunction(function) or hasattr(function, "__wrapped__"):
        return False
    returned, before = [], None
    for instruction in dis.get_instructions(function.__code__):
        if instruction.opname == "RETURN_CONST":
            returned.append(instruction.argval is None)
        elif instruction.opname == "RETURN_VALUE":
            plain = before is not None and before.opname == "LOAD_CONST" and before.argval is None
            returned.append(plain and not instruction.is_jump_target)  # as in `return found or None`
        before = instruction
    return bool(returned) and all(returned)


def _cut(said: str) -> str:
    return said if len(said) <= 60 else said[:59] + "…"
