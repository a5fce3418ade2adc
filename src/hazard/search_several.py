"""The searches for hidden information or more than two players, as settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hazard.settings import check_fields, require

Observers = Literal["multiple", "single"]


def _check_tree(settings: InformationSets | Determinized) -> None:
    check_fields(settings)
    name = type(settings).__name__
    require(settings.exploration >= 0, f"{name}.exploration", settings.exploration, "at_least", least=0)
    require(settings.rollout_depth >= 0, f"{name}.rollout_depth", settings.rollout_depth, "at_least", least=0)
    require(settings.max_nodes > 0, f"{name}.max_nodes", settings.max_nodes, "at_least", least=1)
    require(settings.max_worlds > 0, f"{name}.max_worlds", settings.max_worlds, "at_least", least=1)


@dataclass(frozen=True, kw_only=True)
class InformationSets:
    """Information-set tree search: one tree over what players see, in which each simulation draws a world.

    It never looks at what the mover cannot see, and its own later decisions do not depend on it either. What
    it comes to need not be an equilibrium: it may be exploited, and more time may make it worse.
    """

    observers: Observers = "multiple"
    """``multiple``: each player decides by what that player sees. ``single``: the others, too, by what the
    player at the root sees; faster to learn, and weaker where the others know more."""
    exploration: float = 0.7
    """How much to try what is uncertain, in units of the range of payoffs."""
    rollout_depth: int = 10_000
    """Moves of a play-out before a game's ``heuristic`` ends it."""
    max_nodes: int = 2_000_000
    max_worlds: int = 10_000
    """Worlds that are kept of a belief, the likeliest; a belief of more is drawn from."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_tree(self)
        require(
            self.observers in ("multiple", "single"),
            "InformationSets.observers",
            self.observers,
            "'multiple' or 'single'",
        )


@dataclass(frozen=True, kw_only=True)
class Determinized:
    """Perfect-information Monte Carlo: search each possible world with open cards, and average.

    Worlds are weighted by belief. In each world everybody is taken to see everything, so that it never
    bluffs, hides or asks (*strategy fusion*), and it takes no account of why the others let play come here
    (*non-locality*).
    """

    exploration: float = 0.7
    rollout_depth: int = 10_000
    max_nodes: int = 2_000_000
    max_worlds: int = 1_000
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        _check_tree(self)


@dataclass(frozen=True, kw_only=True)
class MaxN:
    """Exact search with a value for each player, each of whom maximises the own value (max^n).

    A game without a ``heuristic`` is searched to its end, one with a heuristic deeper and deeper.
    """

    paranoid: bool = False
    """Whether all others are taken to play against whoever decides."""

    def __post_init__(self) -> None:
        """Refuse settings that make no sense."""
        check_fields(self)


SeveralOnly = InformationSets | Determinized | MaxN
"""Searches for games with secrets or several players. ``TreeSearch`` is for several players, too."""
