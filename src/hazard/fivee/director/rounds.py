"""The round of a whole side as one plan: a task, each creature's part in it, and its turn.

The side's tasks are compared by playing the next rounds many times with the same dice. A creature's turn is
worked out for the moment that is expected when it acts: those before it have done their part, and whoever has
probably fallen by then has. When the dice fall otherwise, ask again: the next one's turn is then planned from
what has really happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from hazard import _core
from hazard.fivee.content.objectives import Objective, objective_named
from hazard.fivee.content.tasks import Task, tasks_named
from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.director.breakdown import Breakdown, break_down
from hazard.fivee.director.director import Director, DirectorSettings
from hazard.fivee.rules.combat import Combat, Plan
from hazard.fivee.rules.fight import Fight, Fighter, FightState
from hazard.game import GameError

SAMPLES = 400
ROUNDS = 6
SECONDS = 0.8
_OUT = FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]


@dataclass(frozen=True)
class Part:
    """What one creature does in the round."""

    fighter: Fighter
    task: Task | None
    """None: what looks best for it alone."""
    target: int | None
    """Whom the task is about."""
    plan: Plan
    state: FightState = field(repr=False)
    """The moment that is expected when it acts."""
    numbers: Breakdown = field(repr=False)


@dataclass(frozen=True)
class Compared:
    """A task for the side, and what it gains over everybody for themselves."""

    task: Task | None
    target: int | None
    gain: float
    """In value, from -1 to 1; for the side that plans."""
    error: float
    """The standard error of the gain."""
    samples: int


@dataclass(frozen=True)
class SideRound:
    """The plan of a side for the rest of a round."""

    fight: Fight = field(repr=False)
    game: Combat = field(repr=False)
    state: FightState = field(repr=False)
    side: str
    objective: Objective
    parts: tuple[Part, ...]
    """In the order of initiative, from whoever decides now on."""
    tasks: tuple[Compared, ...]
    """What was compared, the best first."""

    @property
    def chosen(self) -> Compared:
        """The task that most of the parts belong to."""
        given = [(part.task, part.target) for part in self.parts]
        most = max(given, key=given.count)
        return next(each for each in self.tasks if (each.task, each.target) == most)


class RoundPlanner:
    """Plans the round of the side whose creature decides.

    >>> from hazard.fivee.content.library import encounters
    >>> fight = Fight(encounters()["wolves-in-a-blizzard"], seed=1)
    >>> found = RoundPlanner(fight, samples=30).plan()
    >>> len({part.fighter.side for part in found.parts})
    1
    """

    def __init__(
        self,
        fight: Fight,
        objective: str | Objective | None = None,
        samples: int = SAMPLES,
        rounds: int = ROUNDS,
        seconds: float = SECONDS,
        seed: int = 1,
    ) -> None:
        """Prepare for a fight. ``samples`` of ``rounds`` each are played, in ``seconds`` at most."""
        self.fight = fight
        self.objective = objective_named(fight.encounter.objective if objective is None else objective)
        self.tasks = tasks_named(self.objective.tasks)
        records = [task.record() for task in self.tasks]
        self._settings = _core.FiveeJoint(records, samples, rounds, seconds, seed=seed)
        # Whoever is asked for a plan takes what looks best: nothing is searched, so one plan is enough.
        self._director = Director(fight, self.objective, replace(DirectorSettings(), plans=8))

    def game(self, side: Literal["party", "monsters"]) -> Combat:
        """Return the game as one side sees it."""
        return self._director.game(side)

    def plan(self, state: FightState | None = None) -> SideRound:
        """Return the plan for the rest of the round, from whoever decides in ``state`` on."""
        start = self._director.game("monsters")
        state = start.start() if state is None else start.core.advance(state)
        if state.over:
            raise GameError("fivee.nothing_to_suggest")
        if state.chance:
            raise GameError("fivee.roll_dice_first")
        side = self.fight.fighters[start.decider(state)].side
        own = self._director.game("monsters" if side == "monsters" else "party")
        other = self._director.game("party" if side == "monsters" else "monsters")
        found = _core.fivee_plan_round(own.core, other.core, state, self._settings)
        tasks = tuple(self._compared(row) for row in found["tasks"])
        parts = tuple(self._parts(own, other, state, side, found["parts"]))
        return SideRound(self.fight, own, state, side, self.objective, parts, tasks)

    def _compared(self, row: dict[str, Any]) -> Compared:
        task, target = self._named(row["task"])
        return Compared(task, target, row["gain"], row["error"], row["samples"])

    def _named(self, part: tuple[int, int]) -> tuple[Task | None, int | None]:
        row, target = part
        return (None if row < 0 else self.tasks[row]), (None if target < 0 else target)

    def _parts(
        self, own: Combat, other: Combat, state: FightState, side: str, given: list[tuple[int, int]]
    ) -> list[Part]:
        """Work out each creature's turn for the moment that is expected when it acts."""
        found: list[Part] = []
        expected = state.copy()
        order = state.order[: len(self.fight.fighters)]
        for place in range(state.turn, len(order)):
            number = order[place]
            fighter = self.fight.fighters[number]
            if fighter.side != side or expected.fighter(number)["flags"] & _OUT:
                continue
            moment = expected.copy()
            if number != own.decider(moment) or moment.legend < 0:
                moment.turn = place
                moment.deciding = True
            plan = _core.fivee_follow(own.core, other.core, moment, self._settings, given)
            numbers = break_down(own, moment, plan)
            task, target = self._named(given[number])
            found.append(Part(fighter, task, target, plan, moment, numbers))
            self._expect(expected, number, plan, numbers)
        return found

    def _expect(self, state: FightState, number: int, plan: Plan, numbers: Breakdown) -> None:
        """Change a moment to what is likely after a turn."""
        state.set_fighter(number, {**state.fighter(number), "at": plan.retreat})
        for target, damage in numbers.expected_damage.items():
            row = state.fighter(target)
            if row["flags"] & _OUT:
                continue
            if numbers.kill.get(target, 0.0) > 0.5:
                character = self.fight.fighters[target].compiled.record.character
                lying = 1 << CONDITIONS.index("unconscious") | 1 << CONDITIONS.index("prone")
                flag = FLAGS["down"] if character else FLAGS["dead"]
                fallen = {"hit_points": 0.0, "temporary": 0.0, "flags": row["flags"] | flag}
                conditions = row["conditions"] | (lying if character else 0)
                state.set_fighter(target, {**row, **fallen, "conditions": conditions, "concentration": 0})
            else:
                left = max(1.0, row["hit_points"] - damage)
                state.set_fighter(target, {**row, "hit_points": round(left)})
