"""What all records of settings share: fields are checked, and a misplaced one is told where it goes."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

from hazard.errors import HazardError

Evaluator = Callable[[Sequence[Any]], Any]
"""Values for a batch of states that are not over: ``evaluator([state, ...]) -> [value, ...]``.

For a tree search that goes by priors, ``(values, priors)``: beside its value, each state has one weight for
each of its actions, in the order of ``game.actions(state)``, or a mapping from actions to weights. Weights
need not sum to 1. Those of states where chance moves are not looked at. Lists and NumPy arrays will do.
"""


class SettingError(HazardError):
    """A setting has a value it cannot have; the message says which and what is expected."""


def require(holds: bool, name: str, found: object, expected: str) -> None:
    """Refuse the setting ``name`` unless it ``holds`` what is expected."""
    if not holds:
        raise SettingError("check.setting_not_as_expected", name=name, found=found, expected=expected)


Settings = TypeVar("Settings")


def telling_where_settings_go(kind: type[Settings]) -> type[Settings]:
    """Let a class of settings refuse a setting of another class by saying where that one goes."""
    made: Any = kind
    known, make = [field.name for field in fields(made)], made.__init__
    by_name = all(field.kw_only for field in fields(made))

    @wraps(make)
    def checked(self: Settings, *given: Any, **settings: Any) -> None:
        refuse_misplaced(kind.__name__, {n: settings[n] for n in settings if n not in known}, known)
        if given and by_name:
            example = f"{kind.__name__}({known[0]}={fields(made)[0].default!r})"
            raise SettingError(
                "search.setting_without_name", kind=kind.__name__, found=given[0], example=example
            )
        make(self, *given, **settings)

    made.__init__ = checked
    made.__repr__ = _only_what_was_set
    return kind


def _only_what_was_set(settings: Any) -> str:
    """Write the settings that are not the default: a search has up to thirty."""
    given = (field for field in fields(settings) if getattr(settings, field.name) != field.default)
    shown = ", ".join(f"{field.name}={getattr(settings, field.name)!r}" for field in given)
    return f"{type(settings).__name__}({shown})"


def refuse_misplaced(taker: str, settings: Mapping[str, object], known: Sequence[str]) -> None:
    """Refuse ``settings`` that ``taker`` does not have, of those it has ``known``."""
    for name, value in settings.items():
        raise SettingError(misplaced(taker, name, value, known))


def misplaced(taker: str, name: str, value: object, known: Sequence[str]) -> str:
    """Say that ``taker`` has no setting ``name``, and where such a setting goes.

    >>> misplaced("Expectimax", "depth", 3, [])
    'Expectimax has no setting depth; that is a limit of the budget: Budget(depth=3)'
    """
    if taker == "solve" and name in ("seconds", "nodes", "depth"):
        search = "Solve" if name == "seconds" else "Expectimax"
        where = f"for a limit write decide(game, state, {search}(), Budget({name}={value!r}))"
    elif taker != "Budget" and name in ("seconds", "nodes", "depth"):
        where = f"that is a limit of the budget: Budget({name}={value!r})"
    else:
        from hazard.search import AlphaBeta, Beam, Expectimax, Minimax, TreeSearch

        kinds = (Expectimax, TreeSearch, Beam, AlphaBeta, Minimax)
        home = next((kind for kind in kinds if name in {field.name for field in fields(kind)}), None)
        close = difflib.get_close_matches(name, known, n=1)
        if home is not None:
            where = f"that is a setting of {home.__name__}: {home.__name__}({name}={value!r})"
        elif close:
            where = f"did you mean {close[0]}?"
        else:
            where = f"it has {', '.join(known)}" if known else "it takes none"
    return f"{taker} has no setting {name}; {where}"


def is_int(value: object) -> bool:
    """Tell whether ``value`` is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_fields(settings: Any) -> None:
    """Check each field of a settings record against its annotation and the limits in its metadata."""
    for field in fields(settings):
        found, name = getattr(settings, field.name), f"{type(settings).__name__}.{field.name}"
        if field.type == "bool":
            require(isinstance(found, bool), name, found, "True or False")
        elif field.type == "int":
            most = 2**62 if field.name in ("seed", "trace", "max_nodes") else 2**31 - 1
            require(is_int(found) and 0 <= found <= most, name, found, f"a whole number from 0 to {most}")
        elif field.type == "float":
            number = isinstance(found, int | float) and not isinstance(found, bool)
            require(number and math.isfinite(found) and found >= 0, name, found, "a number, zero or more")
        elif field.type == "Evaluator | None":
            require(found is None or callable(found), name, found, "a function of a list of states, or None")
