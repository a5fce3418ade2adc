"""The domains that come with hazard. This is the one list of them: a domain is a folder and a line here.

What a domain has to offer is in its file ``domain.py``, as a :class:`Domain`: games by name, a group of
commands, pages, trainings. The doors (the command line, the web page) and the registry ask this list and know
no domain themselves. A domain's modules are named as text and imported when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

DOMAINS = (
    "hazard.fivee",
    "hazard.takeiteasy",
    "hazard.spire",
    "hazard.backgammon",
    "hazard.games.twenty48",
    "hazard.games.pig",
    "hazard.games.boards",
    "hazard.games.secrets",
    "hazard.games.holdem",
    "hazard.games.monopoly",
    "hazard.games.ludo",
)


@dataclass(frozen=True)
class CommandGroup:
    """A domain's commands: the module whose ``app`` has them, and the first sentence of their help."""

    module: str
    summary: str


@dataclass(frozen=True)
class PageEntry:
    """A domain's page: where it is, and what the bar and the first page say of it."""

    name: str
    address: str
    icon: str
    module: str
    cover: str
    """``module:function`` that returns a small picture as SVG."""
    words: str
    """The topic of its words in the catalogues, such as ``pig.web``: with ``title`` and ``about``."""


@dataclass(frozen=True)
class Domain:
    """What one domain brings."""

    games: Mapping[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    """By the name that people type: ``module:Class`` and the settings that the name stands for."""
    several: Mapping[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    """Games with secrets or several players, which searches for MAX and MIN do not play."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    commands: Mapping[str, CommandGroup] = field(default_factory=dict)
    pages: tuple[PageEntry, ...] = ()
    trainings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By game and evaluator: ``module:function`` that makes a :class:`hazard.learn.training.Trainable`."""
    tour: tuple[str, ...] = ()
    """``module:function`` for each stop of the tour: prints it, or returns it as data."""


@cache
def domains() -> tuple[Domain, ...]:
    """Return what every domain brings.

    >>> "backgammon" in built_in_games()
    True
    """
    return tuple(import_module(f"{name}.domain").DOMAIN for name in DOMAINS)


def loaded(place: str) -> Any:
    """Import what ``module:name`` names.

    >>> loaded("hazard.games.pig.game:Pig").__name__
    'Pig'
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def built_in_games() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the open games for one or two that come with hazard, by name."""
    return _joined(lambda domain: domain.games)


def several_games() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the games with secrets or several players, by name.

    >>> "leduc" in several_games(), "leduc" in built_in_games()
    (True, False)
    """
    return _joined(lambda domain: domain.several)


def aliases() -> dict[str, str]:
    """Return other names of games."""
    return _joined(lambda domain: domain.aliases)


def command_groups() -> dict[str, CommandGroup]:
    """Return the groups of commands, by name."""
    return _joined(lambda domain: domain.commands)


def trainings() -> dict[str, Mapping[str, str]]:
    """Return what can be trained: by game, the evaluators."""
    return _joined(lambda domain: domain.trainings)


def pages() -> tuple[PageEntry, ...]:
    """Return the pages of all domains."""
    return tuple(page for domain in domains() for page in domain.pages)


def tour_stops() -> tuple[str, ...]:
    """Return where the tour stops, domain by domain."""
    return tuple(stop for domain in domains() for stop in domain.tour)


def _joined(part: Callable[[Domain], Mapping[str, Any]]) -> dict[str, Any]:
    return {name: entry for domain in domains() for name, entry in part(domain).items()}
