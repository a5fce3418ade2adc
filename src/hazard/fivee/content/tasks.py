"""What a side may do together: tasks, and what each kind of creature makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Annotated, Literal, get_args

from pydantic import Field

from hazard import _core
from hazard.fivee.content.effects import Row
from hazard.fivee.content.library import ContentError, read_toml, validated

Weight = Annotated[float, Field(ge=-1, le=1)]
About = Literal["nobody", "foe", "friend"]


class Weights(Row):
    """What a kind of creature adds to what its plans promise; ``content/tasks.toml`` says what each means."""

    strike: Weight = 0.0
    guard: Weight = 0.0
    hold: Weight = 0.0
    together: Weight = 0.0
    shelter: Weight = 0.0
    away: Weight = 0.0


class Task(Row):
    """Something that a side does together.

    >>> tasks()["focus"].about
    'foe'
    """

    name: str
    name_de: str | None = None
    about: About = "nobody"
    prior: Weight = 0.0
    """What it is expected to gain, in values, before anything is played."""
    prior_healer: Weight | None = None
    """The same where it is about a healer; by default as much."""
    melee: Weights = Weights()
    archer: Weights = Weights()
    caster: Weights = Weights()

    def record(self) -> _core.FiveeTask:
        """Return the task for the compiled planner."""
        kinds = (self.melee, self.archer, self.caster)
        weights = [[getattr(kind, name) for name in Weights.model_fields] for kind in kinds]
        healer = self.prior if self.prior_healer is None else self.prior_healer
        return _core.FiveeTask(get_args(About).index(self.about), weights, self.prior, healer)


@cache
def tasks() -> Mapping[str, Task]:
    """Return the tasks that come with hazard, by name.

    >>> sorted(tasks())
    ['ambush', 'flank', 'focus', 'hold', 'press', 'protect', 'retreat']
    """
    file = resources.files("hazard.fivee") / "content" / "tasks.toml"
    return {
        name: validated(Task, {"name": name, **values}, f"{file}: {name}")
        for name, values in read_toml(file).items()
    }


def tasks_named(names: Sequence[str]) -> list[Task]:
    """Return tasks by their names.

    >>> [task.name for task in tasks_named(["hold", "focus"])]
    ['hold', 'focus']
    """
    for name in names:
        if name not in tasks():
            raise ContentError("fivee.no_such_task", name=name, known=", ".join(tasks()))
    return [tasks()[name] for name in names]
