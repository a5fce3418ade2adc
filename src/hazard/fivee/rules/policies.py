"""How a side of a forecast chooses what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from hazard import _core
from hazard.fivee.content.library import ContentError
from hazard.fivee.content.tasks import tasks_named

PolicyName: TypeAlias = Literal["quick", "nearest", "weakest", "director", "joint"]
NAMES: tuple[PolicyName, ...] = get_args(PolicyName)
DEEPEST = 6
NODES = 20_000
"""Nodes that the director may look at for one decision of a forecast."""
ROUNDS = 3
"""How many rounds each sample of the next ones plays, for the plan of a round."""
TURNS = 40_000
"""Turns that are played for the plan of a round, in all samples together."""
MOST_SAMPLES = 1_200
"""Samples that are enough, however small the fight is."""


@dataclass(frozen=True)
class Policy:
    """A way to choose.

    ``quick`` takes the plan that looks best at first sight, ``nearest`` and ``weakest`` make their strongest
    attack on the nearest foe or on the one with the fewest hit points, ``director`` searches so many turns
    deep, and ``joint`` plans the round of its whole side together.
    """

    name: PolicyName = "quick"
    depth: int = 2

    def side(
        self,
        tasks: Sequence[str],
        combatants: int,
        samples: int | None = None,
        seconds: float = 0.0,
        seed: int = 1,
    ) -> _core.FiveeSide:
        """Return the policy as the core knows it; ``tasks`` are those of the objective."""
        known = tasks_named(tasks) if self.name == "joint" else []
        count = samples or min(MOST_SAMPLES, TURNS // (ROUNDS * combatants))
        joint = _core.FiveeJoint([task.record() for task in known], count, ROUNDS, seconds, seed=seed)
        return _core.FiveeSide(NAMES.index(self.name), self.depth, NODES, joint)

    def __str__(self) -> str:
        """As :func:`read_policy` reads it."""
        return f"director({self.depth})" if self.name == "director" else self.name


QUICK = Policy()


def read_policy(text: str | Policy) -> Policy:
    """Return the policy that ``text`` names.

    >>> read_policy("director(3)")
    Policy(name='director', depth=3)
    >>> read_policy("clever")
    Traceback (most recent call last):
    hazard.content.ContentError: there is no policy 'clever'; expected quick, nearest, weakest, joint or ...
    """
    if isinstance(text, Policy):
        return text
    found = re.fullmatch(r"\s*([a-z]+)\s*(?:\(\s*(\d{1,3})\s*\))?\s*", text)
    for name in NAMES:
        if found and found[1] == name and (found[2] is None or name == "director"):
            depth = int(found[2] or 2)
            if not 1 <= depth <= DEEPEST:
                raise ContentError("fivee.director_depth_out_of_range", found=depth, most=DEEPEST)
            return Policy(name, depth)
    raise ContentError("fivee.no_such_policy", text=text)
