"""The plan of a round at the table: made once, followed turn by turn, made anew where the dice leave it."""

from __future__ import annotations

from hazard.fivee.director.round_telling import tell_round, tell_turn
from hazard.fivee.director.rounds import RoundPlanner
from hazard.fivee.rules.combat import Plan
from hazard.fivee.table.table import Table


class Together:
    """What the side whose turn it is does together for the rest of the round.

    >>> from hazard.fivee import Fight, encounters
    >>> table = Table(Fight(encounters()["wolves-in-a-blizzard"], seed=1))
    >>> Together(table).goes_on(table)
    True
    """

    def __init__(self, table: Table) -> None:
        """Plan from this moment on."""
        self._fight, self._objective = table.fight, table.objective
        self._planner = RoundPlanner(table.fight, table.objective)
        self._found = self._planner.plan(table.state)
        self._at, self._part = table.number, self._found.parts[0]
        self.told = tell_round(self._found, table.say.language)
        """The whole plan in words."""

    def goes_on(self, table: Table) -> bool:
        """Return whether the plan has something to say about this moment: a turn of its side in its round."""
        same = (table.fight, table.objective) == (self._fight, self._objective)
        if not same or table.question is not None or table.state.over:
            return False
        in_round = table.state.round == self._found.state.round and table.number >= self._at
        return in_round and table.decider.side == self._found.side

    def turn(self, table: Table) -> str:
        """Return the turn of whoever decides now in words: as it was planned, or planned anew."""
        before = self._found
        self._follow(table)
        return tell_turn(before, self._found, self._part, table.say.language)

    def plan_now(self, table: Table) -> Plan:
        """Return what whoever decides now does."""
        self._follow(table)
        return self._part.plan

    def _follow(self, table: Table) -> None:
        if table.number != self._at:
            self._found, self._part = self._planner.go_on(self._found, table.state)
            self._at = table.number
