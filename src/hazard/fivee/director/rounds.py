"""The round of a whole side as one plan: a task, and each creature's turn.

The side's tasks are compared by playing the next rounds many times with the same dice; then each creature's
best plans are, with all the others as they will probably act. A turn is worked out for the moment that is
expected when it comes: those before have had theirs, and whoever has probably fallen by then has. When the
dice fall otherwise, ask again: the next turn is then planned from what has really happened.
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
from hazard.fivee.rules.policies import Policy
from hazard.game import GameError

SECONDS = 0.8
_OUT = FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]


@dataclass(frozen=True)
class Part:
    """What one creature does in the round."""

    fighter: Fighter
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
    chosen: Compared
    """The task of the side."""
    parts: tuple[Part, ...]
    """In the order of initiative, from whoever decides now on."""
    tasks: tuple[Compared, ...]
    """What was compared, the best first."""
    turns: int = 1
    """That the side had in the round when its task was found; they share the time."""

    def part_of(self, number: int) -> Part | None:
        """Return the turn of a combatant, if there is one in the plan."""
        return next((part for part in self.parts if part.fighter.number == number), None)

    def departs(self, part: Part) -> bool:
        """Return whether a turn strikes somebody else than the task is about: more is gained by it."""
        task, struck = self.chosen.task, part.plan.target
        if task is None or task.about != "foe" or struck is None:
            return False
        return (
            self.chosen.target not in (struck, part.plan.other)
            and self.fight.fighters[struck].side != self.side
        )

    def is_stale(self, state: FightState) -> bool:
        """Return whether the dice have left the task behind: its round is over, or its target is down."""
        target = self.chosen.target
        fallen = target is not None and state.fighter(target)["flags"] & _OUT
        return state.round != self.state.round or bool(fallen)


class RoundPlanner:
    """Plans the round of the side whose creature decides.

    >>> from hazard.fivee.content.library import encounters
    >>> fight = Fight(encounters()["wolves-in-a-blizzard"], seed=1)
    >>> found = RoundPlanner(fight, samples=60).plan()
    >>> len({part.fighter.side for part in found.parts})
    1
    """

    def __init__(
        self,
        fight: Fight,
        objective: str | Objective | None = None,
        samples: int | None = None,
        seconds: float = SECONDS,
        seed: int = 1,
    ) -> None:
        """Prepare for a fight.

        The next rounds are played ``samples`` times, by default so often that the plan takes about a second;
        the search for the task ends after ``seconds``.
        """
        self.fight = fight
        self.objective = objective_named(fight.encounter.objective if objective is None else objective)
        self.tasks = tasks_named(self.objective.tasks)
        self._side = Policy("joint").side(
            self.objective.tasks, len(fight.fighters), samples=samples, seconds=seconds, seed=seed
        )
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
        own, other = self._sides(side)
        found = _core.fivee_plan_round(own.core, other.core, state, self._side)
        tasks = tuple(self._compared(row) for row in found["tasks"])
        chosen = next(each for each in tasks if (each.task, each.target) == self._named(found["task"]))
        parts = tuple(self._parts(state, side, chosen, found["turns"]))
        return SideRound(self.fight, own, state, side, self.objective, chosen, parts, tasks, found["turns"])

    def go_on(self, found: SideRound, state: FightState) -> tuple[SideRound, Part]:
        """Return the turn of whoever decides now, from what has really happened.

        The side keeps its task as long as the dice have not left it behind; otherwise all of the rest of the
        round is planned anew.
        """
        if found.is_stale(state):
            found = self.plan(state)
            return found, found.parts[0]
        return found, self._part(state, found.side, found.chosen, found.turns)

    def _sides(self, side: str) -> tuple[Combat, Combat]:
        """Return the game as a side sees it, and as the other does."""
        own, other = self._director.game("monsters"), self._director.game("party")
        return (own, other) if side == "monsters" else (other, own)

    def _compared(self, row: dict[str, Any]) -> Compared:
        task, target = self._named(row["task"])
        return Compared(task, target, row["gain"], row["error"], row["samples"])

    def _named(self, task: tuple[int, int]) -> tuple[Task | None, int | None]:
        row, target = task
        return (None if row < 0 else self.tasks[row]), (None if target < 0 else target)

    def _part(self, moment: FightState, side: str, chosen: Compared, turns: int) -> Part:
        """Work out the turn of whoever decides in a moment."""
        own, other = self._sides(side)
        row = -1 if chosen.task is None else self.tasks.index(chosen.task)
        task = (row, -1 if chosen.target is None else chosen.target)
        plan = _core.fivee_joint_turn(own.core, other.core, moment, self._side, task, turns)
        fighter = self.fight.fighters[own.decider(moment)]
        return Part(fighter, plan, moment, break_down(own, moment, plan))

    def _parts(self, state: FightState, side: str, chosen: Compared, turns: int) -> list[Part]:
        """Work out each creature's turn for the moment that is expected when it acts."""
        found: list[Part] = []
        own, _ = self._sides(side)
        expected = state.copy()
        order = state.order[: len(self.fight.fighters)]
        for place in range(state.turn, len(order)):
            number = order[place]
            if self.fight.fighters[number].side != side or expected.fighter(number)["flags"] & _OUT:
                continue
            moment = expected.copy()
            if number != own.decider(moment) or moment.legend < 0:
                moment.turn = place
                moment.deciding = True
            found.append(self._part(moment, side, chosen, turns))
            self._expect(expected, number, found[-1].plan, found[-1].numbers)
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
