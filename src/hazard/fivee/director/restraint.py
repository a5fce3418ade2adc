"""Limits: what a plan may cost the party in lives, and the plans that an objective leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hazard import _core
from hazard.fivee.content.objectives import Limits
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import FightState

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Toll:
    """What a plan may cost the party."""

    deaths: float
    """Characters who die, on average."""
    death: float
    """The chance that any of them dies."""
    total_kill: float
    """The chance that none is left standing."""
    exact: bool
    """Every roll was followed. Beyond the turn, and where there are too many rolls, it is not so."""

    def keeps(self, death: float, total_kill: float) -> bool:
        """Tell whether it is within two limits."""
        return self.death <= death + _ROUNDING and self.total_kill <= total_kill + _ROUNDING


@dataclass(frozen=True)
class Restraint:
    """What the limits of an objective meant for a choice."""

    limits: Limits
    now: Toll
    """Of the chosen plan, to the end of the turn."""
    soon: Toll
    """Of the chosen plan and the turns after it that are looked ahead."""
    turns: int
    """How many turns that is, the plan's own included."""
    kept: bool
    """Whether the chosen plan keeps the limits. If not, no plan does, and this is the least deadly."""
    barred: tuple[Plan, ...] = ()
    """Plans that looked as good or better and would have broken a limit, the best first."""


class Restrained:
    """Chooses within the limits of the monsters' objective: whom to spare comes before what is gained."""

    def __init__(self, monsters: Combat, party: Combat, turns: int) -> None:
        """Prepare for a game of each side, and so many turns of look-ahead."""
        self.monsters, self.party, self.turns = monsters, party, turns
        self.limits = monsters.objective.limits

    def toll(self, state: FightState, plan: Plan, turns: int = 1) -> Toll:
        """Return what a plan may cost the party within so many turns."""
        found = _core.fivee_toll(self.monsters.core, self.party.core, state, plan, turns)
        return Toll(found["deaths"], found["death"], found["wipe"], found["exact"])

    def keeps_now(self, toll: Toll) -> bool:
        """Tell whether a turn's toll is within the limits."""
        return toll.keeps(self.limits.death_this_turn, self.limits.total_kill_this_turn)

    def keeps_soon(self, toll: Toll) -> bool:
        """Tell whether the toll of all the turns looked ahead is within the limits."""
        return toll.keeps(self.limits.death_in_horizon, self.limits.total_kill_in_horizon)

    def within(self, state: FightState, count: int) -> tuple[list[Plan], list[Plan], bool]:
        """Return the best plans that keep the limits of this turn, those that do not, and whether any does.

        Plans are ranked at first sight; at most ``count`` are kept (0: all). Where none keeps the limits, the
        least deadly is returned.
        """
        found: tuple[list[Plan], list[Plan], bool] = _core.fivee_within_limits(
            self.monsters.core, self.party.core, state, count
        )
        return found

    def within_horizon(self, state: FightState, ranked: Sequence[Plan]) -> list[Plan]:
        """Return those of some plans that keep the limits of the horizon, in their order; none may.

        Where the first does, the others are not looked at.
        """
        unlimited = self.limits.death_in_horizon >= 1 and self.limits.total_kill_in_horizon >= 1
        if self.turns <= 1 or unlimited or self._keeps_horizon(state, ranked[0]):
            return list(ranked)
        return [plan for plan in ranked[1:] if self._keeps_horizon(state, plan)]

    def _keeps_horizon(self, state: FightState, plan: Plan) -> bool:
        return self.keeps_soon(self.toll(state, plan, self.turns))

    def least_deadly(self, state: FightState, plans: Sequence[Plan]) -> Plan:
        """Return the plan with the lowest toll within the horizon."""

        def weight(plan: Plan) -> float:
            toll = self.toll(state, plan, self.turns)
            return toll.death + toll.total_kill

        return min(plans, key=weight)

    def told(self, state: FightState, plan: Plan, barred: Sequence[Plan]) -> Restraint:
        """Return what the limits meant for the choice of ``plan``."""
        now, soon = self.toll(state, plan), self.toll(state, plan, self.turns)
        kept = self.keeps_now(now) and self.keeps_soon(soon)
        return Restraint(self.limits, now, soon, self.turns, kept, tuple(barred))
