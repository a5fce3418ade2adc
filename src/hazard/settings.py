"""What all records of settings share: fields are checked, and a misplaced one is told where it goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

from hazard.errors import HazardError, nearest

Evaluator = Callable[[Sequence[Any]], Any]
"""Values for a batch of states that are not over: ``evaluator([state, ...]) -> [value, ...]``.

For a tree search that goes by priors, ``(values, priors)``: beside its value, each state has one weight for
each of its actions, in the order of ``game.actions(state)``, or a mapping from actions to weights. Weights
need not sum to 1. Those of states where chance moves are not looked at. Lists and NumPy arrays will do.
"""


class SettingError(HazardError):
    """A setting has a value it cannot have; the message says which and what is expected."""


def require(holds: bool, name: str, found: object, expected: str, **gaps: object) -> None:
    """Refuse the setting ``name`` unless it ``holds`` what is ``expected``, the name of a sentence."""
    if not holds:
        wanted = HazardError(f"setting.{expected}", **gaps)
        raise SettingError("check.setting_not_as_expected", name=name, found=found, expected=wanted)


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


LIMITS = ("seconds", "nodes", "depth")
"""The fields of a budget, which are looked for everywhere else."""
_OTHER_WORDS = {
    **dict.fromkeys(("time", "timeout", "time_limit", "max_seconds", "movetime"), "seconds"),
    **dict.fromkeys(("simulations", "iterations", "visits", "playouts", "rollouts"), "nodes"),
    **dict.fromkeys(("plies", "ply", "max_depth", "lookahead"), "depth"),
}


def refuse_misplaced(taker: str, settings: Mapping[str, object], known: Sequence[str]) -> None:
    """Refuse ``settings`` that ``taker`` does not have, of those it has ``known``.

    >>> refuse_misplaced("Beam", {"depth": 3}, [])
    Traceback (most recent call last):
    hazard.settings.SettingError: Beam has no setting depth; that is a limit of the budget: Budget(depth=3)
    """
    for name, value in settings.items():
        where = _home(taker, name, value, known)
        raise SettingError("search.misplaced_setting", taker=taker, name=name, where=where)


def _home(taker: str, name: str, value: object, known: Sequence[str]) -> HazardError:
    """Say where a setting goes that ``taker`` does not have."""
    from hazard.search import AlphaBeta, Beam, Expectimax, Minimax, Solve, TreeSearch

    for kind in (Expectimax, TreeSearch, Beam, AlphaBeta, Minimax, Solve):
        if name in {field.name for field in fields(kind)}:
            example = _written(kind.__name__, name, value)
            return HazardError("search.setting_of_search", search=kind.__name__, example=example)
    close = nearest(name, [*known, *LIMITS])
    meant = _OTHER_WORDS.get(name) or next(iter(close), None)
    if meant in known:
        return HazardError("search.setting_meant", name=meant)
    if meant is not None:
        example = _written("Budget", meant, value)
        if taker == "solve":
            search = "Solve" if meant == "seconds" else "Expectimax"
            return HazardError("search.setting_not_for_solving", search=search, example=example)
        return HazardError("search.setting_of_budget", example=example)
    if known:
        return HazardError("search.settings_known", known=", ".join(known))
    return HazardError("search.no_settings")


def _written(kind: str, name: str, value: object) -> str:
    return f"{kind}({name}={value!r})"


def is_int(value: object) -> bool:
    """Tell whether ``value`` is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_fields(settings: Any) -> None:
    """Check each field of a settings record against its annotation and the limits in its metadata."""
    for field in fields(settings):
        found, name = getattr(settings, field.name), f"{type(settings).__name__}.{field.name}"
        if field.type == "bool":
            require(isinstance(found, bool), name, found, "truth")
        elif field.type == "int":
            most = 2**62 if field.name in ("seed", "trace", "max_nodes") else 2**31 - 1
            require(is_int(found) and 0 <= found <= most, name, found, "whole_number_to", most=most)
        elif field.type == "float":
            number = isinstance(found, int | float) and not isinstance(found, bool)
            require(number and math.isfinite(found) and found >= 0, name, found, "number")
        elif field.type == "Evaluator | None":
            require(found is None or callable(found), name, found, "evaluator")
