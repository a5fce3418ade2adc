"""Whole fights by the dice: many at once as arrays, or one of them step by step."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hazard import _core
from hazard.fivee.content.objectives import objective_named, objectives
from hazard.fivee.content.words import FLAGS
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight, FightState
from hazard.fivee.rules.policies import QUICK, Policy

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many fights are done, and of how many."""

DROPPED, DEAD, FLED, DOWN = 1, 2, 4, 8
"""Bits of a combatant's fate. DROPPED: was at 0 hit points at some time. DOWN: is, at the end."""

RECORDED_ROUNDS = 20
PLANS = 8
"""Plans that the director compares for each decision of a forecast."""


@dataclass(frozen=True)
class Record:
    """What came of each fight: a row for each, and a column for each combatant."""

    winner: NDArray[np.int8]
    """0 the party, 1 the monsters, -1 nobody."""
    rounds: NDArray[np.int16]
    hit_points: NDArray[np.int16]
    """At the end; 0 for whoever does not stand."""
    fates: NDArray[np.uint8]
    reserve: NDArray[np.float32]
    """The share of spell slots and limited uses that is left."""
    slots: NDArray[np.uint8]
    left: NDArray[np.uint8]
    history: NDArray[np.int16]
    """Hit points by fight, round and combatant: before the first round, after it, after the second, …"""

    def rows(self, which: NDArray[Any]) -> Record:
        """Return some of the fights."""
        return Record(**{name: column[which] for name, column in vars(self).items()})


@dataclass(frozen=True)
class Contest:
    """A fight with its two policies and a seed: everything that decides how fight number n goes."""

    fight: Fight
    party: Policy = QUICK
    monsters: Policy = QUICK
    seed: int = 0
    state: FightState | None = None
    """Where to begin, if not at the beginning."""
    thrift: float = 1.0
    """How dear the party's slots and limited uses are."""

    def play(
        self,
        numbers: NDArray[np.uint64],
        threads: int | None = None,
        arrivals: Mapping[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Record:
        """Play the fights of these numbers. The threads change how long it takes, and nothing else.

        ``arrivals`` has columns as :class:`Record` has them: how the party comes into each fight.
        """
        crew = threads or os.cpu_count() or 1
        columns = _core.fivee_fights(
            **self._sides(), numbers=numbers, threads=crew, arrivals=_given(arrivals), progress=progress
        )
        return Record(**columns)

    def steps(self, number: int, arrivals: Mapping[str, Any] | None = None) -> list[tuple[FightState, Any]]:
        """Play one fight again: each moment with what was then chosen or rolled; None at the end."""
        return _core.fivee_replay(**self._sides(), number=number, arrivals=_given(arrivals))

    def _sides(self) -> dict[str, Any]:
        fight = self.fight
        start = fight.start if self.state is None else self.state
        return {
            # The party fights for its life, whatever the monsters are after.
            "party": Combat(
                fight, "deadly", state=start, plans=PLANS, decider="party", thrift=self.thrift
            ).core,
            "monsters": Combat(fight, fight.encounter.objective, state=start, plans=PLANS).core,
            "state": start,
            "party_side": self.party.side(objectives()["deadly"].tasks, len(fight.fighters)),
            "monster_side": self.monsters.side(
                objective_named(fight.encounter.objective).tasks, len(fight.fighters)
            ),
            "initiative": self._initiative(),
            "roll_hit_points": fight.rolled_hit_points if self.state is None else _unknown(fight, start),
            "seed": self.seed,
        }

    def _initiative(self) -> list[int]:
        """Return everybody's initiative: given, rolled for each fight, or what it is in a fight going on."""
        rows = self.fight.encounter.combatants
        if self.state is None:
            rolled = _core.FIVEE_ROLLED_INITIATIVE
            return [rolled if row.initiative is None else row.initiative for row in rows]
        return [-10 * self.state.order.index(number) for number in range(len(rows))]


def _unknown(fight: Fight, state: FightState) -> int:
    """Return whose hit points nobody knows yet, one bit each."""
    bit = FLAGS["unknown_hit_points"]
    return sum(1 << i for i in range(len(fight.fighters)) if state.fighter(i)["flags"] & bit)


def _given(arrivals: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if arrivals is None:
        return None
    return {name: np.ascontiguousarray(column) for name, column in arrivals.items()}
