"""From a short text to a game: one that comes with hazard, one of the user's own, or another library's."""

from __future__ import annotations

import inspect
from typing import Any

from hazard.domains import aliases, built_in_games, loaded, several_games
from hazard.errors import UserError, no_such, quoted
from hazard.game import Game
from hazard.registry.loading import as_user_error, load_game
from hazard.specs import Spec, parse_spec, plain_name

LIBRARIES = (".so", ".dylib", ".dll")


def game_names() -> list[str]:
    """List the open games for one or two that come with hazard."""
    return list(built_in_games())


def all_game_names() -> list[str]:
    """List the games that come with hazard, those with secrets or several players among them."""
    return [*built_in_games(), *several_games()]


def find_game(text: str) -> Game:
    """Create the game that ``text`` names.

    That is a built-in game, your own as ``module:Class`` or ``file.py:Class``, one of another library
    as ``openspiel:NAME`` or ``gym:ID``; each may carry settings. A shared library that fills the table of
    ``hazard_game.h`` is named by its path.

    >>> find_game("pig(target=50)").targets
    (50, 50)
    >>> find_game("pigg")
    Traceback (most recent call last):
    hazard.errors.UserError: there is no game 'pigg'; did you mean 'pig'?
    """
    scheme, colon, rest = text.strip().partition(":")
    if colon and scheme in ("openspiel", "gym"):
        return _adapted_game(scheme, rest)
    if text.strip().endswith(LIBRARIES):
        from hazard.compiling.foreign import foreign

        return foreign(text.strip())
    spec = parse_spec(text)
    if ":" in spec.name or spec.name.endswith(".py"):
        found = load_game(spec.name)
        if isinstance(found, Game):
            if spec.arguments or spec.settings:
                raise UserError("registry.game_takes_no_settings", name=spec.name)
            return found
        return _make(found, spec)
    known = {**built_in_games(), **several_games()}
    name = plain_name(spec.name)
    name = aliases().get(name, name)
    if name not in known:
        raise no_such(spec.name, known, "game")
    place, rules = known[name]
    return _make(loaded(place), Spec(spec.name, spec.arguments, {**rules, **spec.settings}))


def _make(game_class: Any, spec: Spec) -> Game:
    """Call the class with the settings of ``spec``; a setting it does not have is the user's mistake."""
    parameters = inspect.signature(game_class).parameters
    if not any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        for key in spec.settings:
            if key not in parameters:
                raise no_such(key, parameters, "setting", spec.name)
    with as_user_error("game", repr(spec.name)):
        game = game_class(*spec.arguments, **spec.settings)
    if not isinstance(game, Game):
        raise UserError("registry.makes_no_game", name=spec.name, kind=type(game).__name__)
    return game


def _adapted_game(scheme: str, rest: str) -> Game:
    """Make a game of another library; the adapters are imported only here."""
    if not rest.strip():
        example = "openspiel:tic_tac_toe" if scheme == "openspiel" else "gym:FrozenLake-v1"
        raise UserError("registry.scheme_without_name", scheme=scheme, example=example)
    with as_user_error("game", quoted(f"{scheme}:{rest}")):
        if scheme == "openspiel":  # OpenSpiel reads settings in the same syntax, so it gets the whole text
            from hazard.adapters.openspiel import from_openspiel

            return from_openspiel(rest.strip())
        from hazard.adapters.gymnasium import from_gymnasium

        spec = parse_spec(rest)
        return from_gymnasium(spec.name, *spec.arguments, **spec.settings)
