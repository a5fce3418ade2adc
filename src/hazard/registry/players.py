"""From a short text to a player: chance, a person, the exact optimum, or any search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hazard.errors import UserError, no_such
from hazard.game import Game
from hazard.players import HumanPlayer, Player, RandomPlayer, SearchPlayer, SolvedPlayer
from hazard.search import Budget
from hazard.search_specs import find_search, is_search, search_names
from hazard.specs import Spec, parse_spec, plain_name

if TYPE_CHECKING:
    from rich.console import Console

    from hazard.solving.solve import Progress


def player_names() -> list[str]:
    """List what :func:`find_player` understands."""
    return ["random", "human", "optimal", "equilibrium", *search_names()]


def find_player(
    text: str, game: Game, console: Console | None = None, *, progress: Progress | None = None
) -> Player:
    """Create a player for ``game``, by name or by search.

    ``random``, ``human``, ``optimal`` (solves the game), ``equilibrium`` (for secrets), a style of the game,
    or any search.

    >>> from hazard.registry.games import find_game
    >>> find_player("expectimax(depth=2)", find_game("pig")).name
    'expectimax(depth=2)'
    """
    spec = parse_spec(text)
    name = plain_name(spec.name)
    if name in ("random", "human") and (spec.arguments or spec.settings):
        raise UserError("registry.player_takes_no_settings", name=name)
    if name == "random":
        return RandomPlayer()
    if name == "human":
        return HumanPlayer(console)
    if name == "optimal":
        return _optimal(game, spec, progress)
    if name == "equilibrium":
        return _equilibrium(game, spec, progress)
    styles: Any = getattr(game, "styles", {})
    if spec.name in styles and not spec.arguments and not spec.settings:
        from hazard.several.players import StrategyPlayer

        return StrategyPlayer(styles[spec.name], name=spec.name)
    if not is_search(spec.name):
        raise no_such(spec.name, [*player_names(), *styles], "player")
    search, budget = find_search(text)
    return SearchPlayer(search, budget, name=text.strip())


def _equilibrium(game: Game, spec: Spec, progress: Progress | None) -> Player:
    known = ("algorithm", "iterations", "target", "seconds")
    for key in spec.settings:
        if key not in known:
            raise no_such(key, known, "setting", "equilibrium")
    if spec.arguments:
        raise UserError("registry.argument_without_name", found=spec.arguments[0])
    from hazard.equilibrium.finding import equilibrium
    from hazard.several.players import StrategyPlayer

    settings = dict(spec.settings)
    seconds = settings.pop("seconds", None)
    budget = None if seconds is None else Budget(seconds=seconds)
    return StrategyPlayer(equilibrium(game, budget=budget, progress=progress, **settings), name="equilibrium")


def _optimal(game: Game, spec: Spec, progress: Progress | None) -> Player:
    for key in spec.settings:
        if key not in ("tolerance", "max_states", "max_bytes"):
            raise no_such(key, ("tolerance", "max_states", "max_bytes"), "setting", "optimal")
    if spec.arguments:
        raise UserError("registry.argument_without_name", found=spec.arguments[0])
    from hazard.solving.solve import solve

    return SolvedPlayer(solve(game, progress=progress, **spec.settings), name="optimal")
