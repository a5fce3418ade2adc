"""What a request may name: games that come with hazard, and settings that leave the machine to others.

A name from outside may neither import a module nor open a file.
"""

from __future__ import annotations

import re

from hazard.domains import aliases, built_in_games
from hazard.errors import no_such, quoted
from hazard.game import Game
from hazard.search import Search
from hazard.serve.mistakes import ServeError
from hazard.specs import Spec, parse_spec, plain_name

SETTING_WORDS = frozenset({"auto", "shipped", "score", "survival", "goal", "network", "table", "formula"})
"""Texts that a setting of a game may be. Any other could be the name of a file of this machine."""
LARGEST_SETTINGS = {
    "table_mb": 256, "max_nodes": 4_000_000, "threads": 4, "trace": 1_000, "max_states": 5_000_000,
    "width": 10_000, "batch": 4_096, "rollout_depth": 100_000,
}  # fmt: skip
"""Of searches: what would take much memory or many threads."""


def served_game(text: str, own: tuple[str, ...] = ()) -> Game:
    """Return a game that comes with hazard, or one that the server's owner has given; and no other.

    A name from outside may neither import a module nor open a file.

    >>> served_game("pig(target=50)").targets
    (50, 50)
    >>> served_game("os:path")
    Traceback (most recent call last):
    hazard.serve.mistakes.ServeError: the game 'os:path' is not served; expected one of ...
    """
    from hazard.registry import find_game

    if text.strip() in own:
        return find_game(text.strip())
    spec = parse_spec(text)
    name = plain_name(spec.name)
    if aliases().get(name, name) not in built_in_games():
        if re.fullmatch(r"[\w -]+", spec.name):
            raise no_such(spec.name, [*built_in_games(), *own], "game")
        known = ", ".join([*built_in_games(), *own])
        raise ServeError("serve.game_not_served", name=quoted(spec.name), known=known)
    _check_texts(spec)
    return find_game(text)


def _check_texts(spec: Spec) -> None:
    for value in (*spec.arguments, *spec.settings.values()):
        if isinstance(value, str | bytes) and value not in SETTING_WORDS:
            known = ", ".join(sorted(SETTING_WORDS))
            raise ServeError("serve.setting_not_served", found=quoted(str(value)), known=known)


def check_search(search: Search) -> None:
    """Refuse settings of a search that would take too much of the machine."""
    for name, most in LARGEST_SETTINGS.items():
        found = getattr(search, name, 0)
        for each in found if isinstance(found, tuple | list) else (found,):
            if isinstance(each, int | float) and each > most:
                raise ServeError("serve.setting_too_large", name=name, found=each, most=most)
