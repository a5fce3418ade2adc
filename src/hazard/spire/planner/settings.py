"""The weights and switches of the planner: every one has a name, a default, and can be changed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from hazard import _core
from hazard.search import SettingError

Way = Literal["search", "beam", "policy"]
WAYS: tuple[Way, ...] = ("search", "beam", "policy")
_SCHEDULES = ("root_width", "width", "beam_width", "beam_expand")


def defaults() -> dict[str, dict[str, Any]]:
    """Return every setting with its default, by group.

    ``policy``: what the quick policy holds things to be worth, in HP. ``threats``: what makes a monster
    dangerous. ``score``: survival first, for the beam. ``worth``: of the end of a fight. ``search``: widths.

    >>> defaults()["search"]["beam_expand"]
    [12, 10, 7, 5, 4]
    >>> defaults()["score"]["danger_base"], defaults()["score"]["danger_per_act"]
    (15.0, 5.0)
    """
    found: dict[str, dict[str, Any]] = _core.SpirePlanner.default_settings()
    return found


@dataclass(frozen=True)
class Settings:
    """How turns are planned.

    >>> Settings("beam", {"score": {"hp_lost": 12}}).changes["score"]["hp_lost"]
    12
    >>> Settings("beam", {"score": {"hp_lots": 12}})
    Traceback (most recent call last):
    hazard.settings.SettingError: score.hp_lots is 12; expected one of the settings of 'score': hp_lost, ...
    """

    way: Way = "search"
    """By tree search to the end of the fight, by the beam's score of this turn, or by the quick policy."""
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Settings that differ from :func:`defaults`, by group."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that do not exist."""
        if self.way not in WAYS:
            raise SettingError("spire.no_such_way", way=self.way, known=", ".join(WAYS))
        known = defaults()
        for group, changes in self.changes.items():
            if group not in known:
                raise SettingError("spire.no_such_setting_group", group=group, known=", ".join(known))
            for name, value in changes.items():
                _check(known[group], group, name, value)


def _check(known: Mapping[str, Any], group: str, name: str, value: object) -> None:
    if name not in known:
        first = ", ".join(list(known)[:1])
        raise SettingError(
            "spire.no_such_setting", group=group, name=name, value=value, same_group=group, first=first
        )
    if name in _SCHEDULES:
        if not (isinstance(value, list) and value and all(isinstance(n, int) and n >= 0 for n in value)):
            raise SettingError("spire.setting_not_whole_numbers", group=group, name=name, value=value)
    elif not isinstance(value, int | float) or not math.isfinite(value):
        raise SettingError("spire.setting_not_a_number", group=group, name=name, value=value)
