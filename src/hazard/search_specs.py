"""From a short text to a search and its budget."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hazard.errors import UserError, no_such, quoted
from hazard.search import (
    AlphaBeta,
    Beam,
    Budget,
    Expectimax,
    Minimax,
    Search,
    SettingError,
    Solve,
    TreeSearch,
)
from hazard.search_several import Determinized, InformationSets, MaxN
from hazard.specs import Spec, parse_spec, plain_name

_SEARCHES: dict[str, type[Any]] = {
    "minimax": Minimax,
    "alphabeta": AlphaBeta,
    "expectimax": Expectimax,
    "beam": Beam,
    "treesearch": TreeSearch,
    "solve": Solve,
    "informationsets": InformationSets,
    "determinized": Determinized,
    "maxn": MaxN,
}
_BUDGET_KEYS = ("seconds", "ms", "nodes", "depth")


def _named(name: str) -> str:
    plain = plain_name(name)
    return {"mcts": "treesearch", "ismcts": "informationsets", "pimc": "determinized"}.get(plain, plain)


def is_search(name: str) -> bool:
    """Tell whether ``name`` is that of a search.

    >>> is_search("Alpha-Beta"), is_search("MCTS"), is_search("human")
    (True, True, False)
    """
    return _named(name) in _SEARCHES


def search_names() -> list[str]:
    """List the searches by name."""
    return list(_SEARCHES)


def find_search(text: str) -> tuple[Search, Budget | None]:
    """Read a search, its switches, and its budget where ``seconds``, ``ms``, ``nodes`` or ``depth`` is given.

    >>> search, budget = find_search("expectimax(star2=off, depth=4)")
    >>> search.star2, budget
    (False, Budget(depth=4))
    >>> find_search("minimax")
    (Minimax(), None)
    """
    return search_of(parse_spec(text), text)


def search_of(spec: Spec, text: str) -> tuple[Search, Budget | None]:
    """Return the search of a :class:`Spec`, and its budget; ``text`` is what it was read from, for errors."""
    kind = _SEARCHES.get(_named(spec.name))
    if kind is None:
        raise no_such(spec.name, _SEARCHES, "search")
    if spec.arguments:
        raise UserError("search.argument_without_name", found=spec.arguments[0], text=quoted(text))
    known = [f.name for f in fields(kind) if f.name != "evaluator"]
    for key in spec.settings:
        if key not in known and key not in _BUDGET_KEYS:
            raise no_such(key, [*known, *_BUDGET_KEYS], "setting", spec.name)
    limits = {key: value for key, value in spec.settings.items() if key in _BUDGET_KEYS}
    switches = {key: value for key, value in spec.settings.items() if key not in _BUDGET_KEYS}
    try:
        return kind(**switches), (_budget(limits) if limits else None)
    except (SettingError, TypeError) as error:
        raise UserError("search.settings_refused", text=quoted(text), error=error) from None


def _budget(limits: dict[str, Any]) -> Budget:
    if "ms" in limits:
        if "seconds" in limits:
            raise SettingError("search.both_seconds_and_ms")
        ms = limits.pop("ms")
        limits["seconds"] = ms / 1000 if isinstance(ms, int | float) and not isinstance(ms, bool) else ms
    return Budget(**limits)
