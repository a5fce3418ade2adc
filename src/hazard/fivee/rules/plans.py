"""Plans as data: a record of the rules, field by field, for journals, facts and suggestions as JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from hazard.fivee.content.effects import Row
from hazard.fivee.content.words import StandardAction
from hazard.fivee.rules.combat import Plan

_Place = tuple[Annotated[int, Field(ge=0, le=255)], Annotated[int, Field(ge=0, le=255)]]
_Number = Annotated[int, Field(ge=0, le=254)]
_Half = Annotated[int, Field(ge=-4096, le=4096)]


class PlanRow(Row):
    """What somebody does with a turn. Cells are column and row from 0; others are counted from 0 as well.

    >>> from hazard.fivee.content.library import encounters
    >>> from hazard.fivee.rules.combat import Combat
    >>> from hazard.fivee.rules.fight import Fight
    >>> game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    >>> plan = game.actions(game.start())[0]
    >>> PlanRow.of(plan).model_dump(exclude_defaults=True)
    {'to': (9, 3), 'retreat': (9, 3), 'action': 0, 'target': 5, 'bonus': 2, 'bonus_target': 5}
    >>> PlanRow.of(plan).record() == plan
    True
    """

    to: _Place
    """Where it is done."""
    retreat: _Place
    """Where the turn ends."""
    action: _Number | None = None
    """The number of the action in the stat block of whoever acts, spells included."""
    sequence: _Number = 0
    """Which of the attacks of a multiattack that can be chosen."""
    target: _Number | None = None
    """The number of a combatant."""
    aim: tuple[_Half, _Half, _Half, _Half] = (0, 0, 0, 0)
    """Of an area: its origin in half cells, and its direction or corner."""
    bonus: _Number | None = None
    bonus_target: _Number | None = None
    standard: StandardAction | None = None
    bonus_first: bool = False
    flees: bool = False
    other: _Number | None = None
    """Whom the last attacks of a multiattack are made on, where it is divided."""
    after: _Number = 0
    """How many attacks of a divided multiattack are on the target."""

    @model_validator(mode="before")
    @classmethod
    def _from_record(cls, given: object) -> object:
        if not isinstance(given, Plan):
            return given
        return {name: getattr(given, name) for name in cls.model_fields}

    @classmethod
    def of(cls, plan: Plan) -> PlanRow:
        """Return a plan as data."""
        return cls.model_validate(plan)

    def record(self) -> Plan:
        """Return the record of the rules."""
        return Plan(**{name: getattr(self, name) for name in type(self).model_fields})
