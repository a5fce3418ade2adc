"""Experience budgets of both editions: what the guidelines say of a fight before anybody rolls.

In 2014 the experience of the monsters is multiplied by how many they are and compared with thresholds; the
difficulty is the highest threshold that it reaches. In 2024 it is spent from a budget, without a multiplier;
the difficulty is the lowest budget that pays for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from hazard.fivee.content.library import read_toml
from hazard.fivee.rules.fight import Fight


@dataclass(frozen=True)
class Budget:
    """What one edition's guidelines say of a fight."""

    edition: str
    experience: int
    """Of all monsters together."""
    multiplier: float
    """For their number; 1 in 2024."""
    thresholds: Mapping[str, int]
    """Of the whole party, the easiest first."""
    difficulty: str | None
    """None: less than the least (2014), or more than the most (2024)."""

    @property
    def counted(self) -> float:
        """What is compared with the thresholds."""
        return self.experience * self.multiplier


@dataclass(frozen=True)
class Sides:
    """What the guidelines count: characters by level, monsters by challenge rating; and whom they cannot."""

    levels: tuple[int, ...]
    challenges: tuple[float, ...]
    left_out: tuple[str, ...] = ()
    """Combatants without a level or without a challenge rating, by name."""


@cache
def _table() -> Mapping[str, Any]:
    return read_toml(resources.files("hazard.fivee") / "content" / "experience.toml")


def experience(challenge: float) -> int:
    """Return the experience points of a creature by its challenge rating.

    >>> experience(0.25), experience(10), experience(30)
    (50, 5900, 155000)
    """
    return int(_table()["challenge"][f"{challenge:g}"])


def sides_of(fight: Fight) -> Sides:
    """Return what the guidelines count of a fight."""
    levels, challenges, left_out = [], [], []
    for fighter in fight.fighters:
        creature = fighter.creature
        if fighter.side == "party" and creature.level is not None:
            levels.append(creature.level)
        elif fighter.side == "monsters" and f"{creature.challenge or 0:g}" in _table()["challenge"]:
            if creature.challenge is None:
                left_out.append(fighter.name)
            else:
                challenges.append(creature.challenge)
        else:
            left_out.append(fighter.name)
    return Sides(tuple(levels), tuple(challenges), tuple(left_out))


def budgets(levels: Sequence[int], challenges: Sequence[float]) -> tuple[Budget, Budget]:
    """Return what the editions of 2014 and 2024 say.

    Four characters of level 3 against four hobgoblins and a bugbear: 800 points, doubled for their number.

    >>> old, new = budgets([3, 3, 3, 3], [0.5, 0.5, 0.5, 0.5, 1])
    >>> old.experience, old.multiplier, old.difficulty, new.difficulty
    (600, 2, 'hard', 'low')
    """
    total = sum(experience(challenge) for challenge in challenges)
    old, new = (_thresholds(edition, levels) for edition in ("2014", "2024"))
    factor = multiplier(len(challenges), len(levels))
    reached = [name for name, least in old.items() if total * factor >= least]
    pays = [name for name, most in new.items() if total <= most]
    some = bool(levels) and bool(challenges)
    return (
        Budget("2014", total, factor, old, reached[-1] if some and reached else None),
        Budget("2024", total, 1, new, pays[0] if some and pays else None),
    )


def multiplier(monsters: int, characters: int) -> float:
    """Return by what the experience of so many monsters is multiplied for so many characters (2014).

    >>> multiplier(1, 4), multiplier(2, 4), multiplier(6, 4), multiplier(15, 4)
    (1, 1.5, 2, 4)
    >>> multiplier(1, 2), multiplier(15, 2), multiplier(1, 6), multiplier(3, 6)
    (1.5, 5, 0.5, 1.5)
    """
    rows = _table()["2014"]
    step = sum(monsters >= least for least in rows["monsters"])
    step += (characters < 3) - (characters >= 6)
    found: float = rows["multipliers"][max(0, min(step, len(rows["multipliers"]) - 1))]
    return found


def _thresholds(edition: str, levels: Sequence[int]) -> dict[str, int]:
    rows = _table()[edition]
    return {
        name: sum(rows["levels"][level - 1][place] for level in levels)
        for place, name in enumerate(rows["names"])
    }
