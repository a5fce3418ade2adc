"""A planned turn, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot
from typing import Any

from hazard._core import SpireFoe, SpireMove

FORECAST_FIGHTS = 400
"""Fights that are played out for an explanation."""
ERRORS = 2.0
"""Options that are no more standard errors apart are close: which is the better is not known."""


@dataclass(frozen=True)
class Option:
    """One way to play the turn."""

    moves: tuple[SpireMove, ...]
    value: float
    standard_error: float = 0.0
    visits: int = 0
    exact: bool = False
    wins: bool = False
    """Whether it wins the fight for certain, before the turn ends."""

    def words(self, language: str = "en") -> list[str]:
        """Return the moves in words."""
        from hazard.spire.words import described

        return [described(move, language) for move in self.moves]


@dataclass(frozen=True)
class Threat:
    """What a monster has announced, and how much worse each turn is while it stands, in HP."""

    monster: SpireFoe
    hp: int
    damage: int
    hits: int
    threat: float


@dataclass(frozen=True)
class Forecast:
    """What becomes of the fight, by playing it out many times."""

    fights: int
    chance_to_die: float
    chance_to_die_this_turn: float
    hp_left: float
    """On average, at the end of the fight; death counts as 0."""
    turns: float
    lost_this_turn: float
    hp_left_error: float = 0.0
    """The standard error of ``hp_left``."""
    unsettled: int = 0
    """Fights that were given up because the rules did not come to rest."""


@dataclass(frozen=True)
class Plan:
    """The moves of a turn, as far as they can be foreseen: to its end, or to where chance decides."""

    options: tuple[Option, ...]
    """Every way that was looked at in earnest, best first."""
    way: str
    hp: int
    max_hp: int
    lethal: bool
    """Whether the plan wins the fight for certain."""
    seconds: float
    simulations: int = 0
    positions: int = 0
    unsettled: int = 0
    """Lines that were given up because the rules did not come to rest."""
    threats: tuple[Threat, ...] = ()
    text: str = ""
    _forecaster: Callable[[tuple[SpireMove, ...], int], dict[str, Any]] | None = field(
        default=None, repr=False, compare=False
    )

    @property
    def moves(self) -> list[SpireMove]:
        """What to do, in order."""
        return list(self.options[0].moves)

    def words(self, language: str = "en") -> list[str]:
        """Return what to do, in order, in words."""
        return self.options[0].words(language)

    @property
    def value(self) -> float:
        """What it is worth: by search the share of HP that is left in the end, by the beam a score."""
        return self.options[0].value

    @property
    def standard_error(self) -> float:
        """Of the value, by the spread of the fights played out; 0 if it is exact or a score."""
        return self.options[0].standard_error

    def gap(self, option: Option) -> tuple[float, float]:
        """Return how much less the option is worth, and the standard error of that.

        Options are compared on the same luck, so the error is rather smaller than is said here.
        """
        return self.value - option.value, hypot(self.standard_error, option.standard_error)

    def is_close(self, option: Option) -> bool:
        """Whether it is not known that the option is worse: its gap is within the error."""
        if self.way != "search" or option is self.options[0] or not (option.visits or option.exact):
            return False
        gap, error = self.gap(option)
        return gap <= ERRORS * error

    def compared(self, options: Sequence[Option]) -> list[tuple[float, float, bool]]:
        """Return for each option its gap, the error of that, and whether it is close."""
        return [(*self.gap(option), self.is_close(option)) for option in options]

    @property
    def unclear(self) -> int:
        """How many options are close without being proven equal."""
        return sum(close and (gap, error) != (0.0, 0.0) for gap, error, close in self.compared(self.options))

    @property
    def close(self) -> list[Option]:
        """The options that may be as good as the first, best first; another run may put them first."""
        return [option for option in self.options[1:] if self.is_close(option)]

    @cached_property
    def forecast(self) -> Forecast | None:
        """The fight played out many times with this plan; worked out when it is asked for."""
        if self._forecaster is None:
            return None
        return Forecast(**self._forecaster(self.options[0].moves, FORECAST_FIGHTS))

    def explain(self, language: str = "en") -> str:
        """Say what to play and why: this turn, the fight, what else was close, who is dangerous."""
        from hazard.spire.planner.explain import explanation

        return explanation(self, language)

    def to_dict(self, language: str = "en") -> dict[str, Any]:
        """Return it for a program; moves are words."""
        from hazard.spire.words import foe

        found = self.forecast
        return {
            "moves": self.words(language),
            "value": self.value,
            "standard_error": self.standard_error,
            "way": self.way,
            "lethal": self.lethal,
            "seconds": self.seconds,
            "simulations": self.simulations,
            "unsettled": self.unsettled,
            "forecast": vars(found) if found else None,
            "options": [
                vars(option) | {"moves": option.words(language), "close": self.is_close(option)}
                for option in self.options
            ],
            "threats": [vars(threat) | {"monster": foe(threat.monster)} for threat in self.threats],
        }
