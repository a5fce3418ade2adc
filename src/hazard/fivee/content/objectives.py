"""Objectives: what the monsters' side is after, as tables of weights that a person can read and add."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated

from pydantic import Field

from hazard import _core
from hazard.fivee.content.effects import Row
from hazard.fivee.content.library import ContentError, read_toml, validated

Share = Annotated[float, Field(ge=0, le=1)]


class Limits(Row):
    """The most that a plan of the monsters may do to the party, as chances; 1 is no limit.

    >>> objectives()["teaching"].limits.bind, objectives()["deadly"].limits.bind
    (True, False)
    """

    death_this_turn: Share = 1.0
    """That any character dies by the plan, to the end of the turn."""
    death_in_horizon: Share = 1.0
    """That any character dies within the turns that are looked ahead, the plan's own included."""
    total_kill_this_turn: Share = 1.0
    """That no character is left standing at the end of the turn."""
    total_kill_in_horizon: Share = 1.0
    """That no character is left standing within the turns that are looked ahead."""

    @property
    def bind(self) -> bool:
        """Whether there is any limit."""
        return any(getattr(self, name) < 1 for name in type(self).model_fields)

    def record(self) -> _core.FiveeLimits:
        """Return the limits for the compiled rules."""
        record = _core.FiveeLimits()
        record.death, record.death_soon = self.death_this_turn, self.death_in_horizon
        record.wipe, record.wipe_soon = self.total_kill_this_turn, self.total_kill_in_horizon
        return record


class Objective(Row):
    """A table of weights, and limits beside them; ``content/objectives.toml`` says what each means.

    >>> objectives()["challenging"].foe_dead > objectives()["merciless"].foe_dead
    True
    """

    name: str
    name_de: str | None = None
    note: str | None = None
    foe_standing: Share = 0.5
    foe_down: Share = 0.1
    foe_dead: Share = 0.0
    focus: Annotated[float, Field(ge=0.1, le=10)] = 1.0
    control: Share = 0.5
    own: Annotated[float, Field(ge=0, le=10)] = 0.8
    own_standing: Share = 0.5
    own_fled: Share = 0.4
    approach: Share = 0.05
    resources: Share = 0.015
    style: Annotated[float, Field(ge=0, le=10)] = 1.0
    victory: Annotated[float, Field(ge=0, le=0.9)] = 0.3
    rout: Annotated[float, Field(ge=0, le=2)] = 0.0
    """What it costs the monsters that the whole party is down or dead; for a part of it, by its square."""
    limits: Limits = Limits()
    """What is promised, whatever the weights say."""
    tasks: tuple[str, ...] = ("focus", "flank", "press", "protect", "hold", "ambush", "retreat")
    """What the side may plan together, by the names of ``content/tasks.toml``."""
    finish_off: bool = False
    """Dying characters are targets."""
    morale: bool = False
    """Creatures whose hit points are below their ``flees_below`` flee, whatever else there is to gain."""
    by_wits: bool = False
    """Creatures weigh only as many foes as their cleverness allows: the dullest go for the nearest."""

    def record(self) -> _core.FiveeObjective:
        """Return the weights for the compiled rules."""
        record = _core.FiveeObjective()
        for name in type(self).model_fields:
            if name not in ("name", "name_de", "note", "limits", "tasks", "finish_off", "by_wits", "morale"):
                setattr(record, name, getattr(self, name))
        record.limits = self.limits.record()
        return record


def read_objectives(file: Path) -> dict[str, Objective]:
    """Return the objectives of a TOML file, by name."""
    return _objectives(file)


@cache
def objectives() -> Mapping[str, Objective]:
    """Return the objectives that come with hazard, by name.

    >>> sorted(objectives())
    ['challenging', 'deadly', 'dramatic', 'merciless', 'roleplay', 'teaching']
    """
    return _objectives(resources.files("hazard.fivee") / "content" / "objectives.toml")


def _objectives(file: object) -> dict[str, Objective]:
    found = {}
    for name, values in read_toml(file).items():  # type: ignore[arg-type]
        if not isinstance(values, dict):
            raise ContentError("fivee.objective_is_no_table", file=file, name=name)
        found[name] = validated(Objective, {"name": name, **values}, f"{file}: {name}")
    return found


def objective_named(name: str | Objective) -> Objective:
    """Return an objective by its name, or as it is.

    >>> objective_named("kind")
    Traceback (most recent call last):
    hazard.content.ContentError: there is no objective 'kind'; expected one of challenging, deadly, dramatic, merciless, roleplay, teaching
    """  # noqa: E501
    if isinstance(name, Objective):
        return name
    if name not in objectives():
        raise ContentError("fivee.no_such_objective", name=name, known=", ".join(sorted(objectives())))
    return objectives()[name]
