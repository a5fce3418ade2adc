"""What each objective does to the party, over several encounters: deaths, drops and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.objectives import objectives
from hazard.fivee.forecasts.forecast import forecast
from hazard.fivee.rules.contest import Progress
from hazard.fivee.rules.fight import Fight
from hazard.fivee.rules.policies import QUICK, Policy

GENTLE_FIRST = ("teaching", "challenging", "dramatic", "roleplay", "deadly", "merciless")
"""The objectives that come with hazard, the gentlest first."""


@dataclass(frozen=True)
class Harm:
    """What one objective does, on average over encounters; characters are counted per fight."""

    objective: str
    deaths: float
    drops: float
    rounds: float
    total_party_kill: float
    """The share of fights."""


def compare_objectives(
    encounters: Sequence[Encounter],
    fights: int = 200,
    seed: int = 0,
    monsters: str | Policy = QUICK,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Harm]:
    """Return what each objective does to the parties of these encounters, the gentlest first.

    >>> from hazard.fivee.content.library import encounters
    >>> found = compare_objectives([encounters()["wolves-in-a-blizzard"]], fights=20, threads=1)
    >>> found[0].deaths <= found[-1].deaths
    True
    """
    names = [*GENTLE_FIRST, *(name for name in objectives() if name not in GENTLE_FIRST)]
    found, total = [], len(names) * len(encounters)
    for i, name in enumerate(names):
        harms = []
        for k, encounter in enumerate(encounters):
            fight = Fight(encounter.model_copy(update={"objective": name}))
            told = forecast(fight, fights, seed, threads, monsters=monsters)
            deaths = sum(outlook.dies.share for outlook in told.characters)
            drops = sum(outlook.drops.share for outlook in told.characters)
            harms.append((deaths, drops, float(told.record.rounds.mean()), told.total_party_kill.share))
            if progress is not None:
                progress(i * len(encounters) + k + 1, total)
        means = [sum(column) / len(harms) for column in zip(*harms, strict=True)]
        found.append(Harm(name, *means))
    return found
