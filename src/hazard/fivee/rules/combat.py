"""A fight as a game: the monsters are MAX, the party is MIN, the dice are chance."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Literal

from hazard import _core
from hazard.compiled import CompiledGame
from hazard.fivee.content.objectives import Objective, objective_named
from hazard.fivee.rules.fight import Fight, FightState
from hazard.game import GameError

Reply = Literal["adversary", "policy", "expected"]
REPLIES: tuple[Reply, ...] = ("adversary", "policy", "expected")


Plan = _core.FiveePlan
"""What somebody does with a turn: a record of cells, numbers of actions and of combatants."""
Outcome = _core.FiveeOutcome
"""What the dice came to: a record of what they were rolled for, points and results."""


class Combat(CompiledGame[FightState, Plan]):
    """A fight under an objective, for every search that hazard has.

    A decision is a whole turn or a legendary action. ``reply`` says how the side that is not asked answers:
    as an ``adversary`` that looks for its best, by the ``policy`` of taking what looks best at first sight,
    or by the ``expected`` damage of that.

    >>> from hazard.fivee.content.library import encounters
    >>> game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    >>> plan = game.actions(game.start())[0]
    >>> plan.to, plan.target
    ((9, 3), 5)
    >>> game.describe(game.start(), plan)
    'move to j4, Shortsword at Goblin B, Off-hand Shortsword at Goblin B'
    """

    _engine_type = _core.FiveeCombatEngine

    def __init__(
        self,
        fight: Fight,
        objective: str | Objective = "deadly",
        *,
        state: FightState | None = None,
        plans: int = 12,
        cells: int = 2,
        buckets: int = 2,
        reply: Reply = "adversary",
        replies: int = 0,
        decider: Literal["party", "monsters"] = "monsters",
        thrift: float = 1.0,
    ) -> None:
        """Build the game.

        ``plans`` are kept at a decision, ``replies`` at one of the side that is not asked (0: as many);
        ``plans`` 0 keeps all of them, ``buckets`` 0 every amount of damage. ``thrift`` says how dear spell
        slots and limited uses are: 1 in the last fight of a day, more when others follow.
        """
        self.fight = fight
        self.objective = objective_named(objective)
        if reply not in REPLIES:
            raise GameError("fivee.no_such_reply", found=reply, known=", ".join(REPLIES))
        try:
            self.core: Any = _core.FiveeCombat(
                fight.rules,
                fight.start if state is None else state,
                self.objective.record(),
                cells=cells,
                plans=plans,
                finish_off=self.objective.finish_off,
                buckets=buckets,
                reply=REPLIES.index(reply),
                decider=("party", "monsters").index(decider),
                replies=replies,
                by_wits=self.objective.by_wits,
                thrift=thrift,
                morale=self.objective.morale,
            )
        except ValueError as error:
            raise GameError("fivee.encounter_refused", encounter=fight.encounter.name, error=error) from None
        self._core = self.core  # by the name that every compiled game has for its rules

    def parse(self, text: str) -> FightState:
        """Refuse: a fight is too much for a line; JSON is read by ``hazard.fivee.rules.states``."""
        raise GameError("fivee.state_not_read_from_text", text=text[:40])

    def decider(self, state: FightState) -> int:
        """Return the number of the combatant who decides in ``state``."""
        return int(self._core.decider(state))

    def place(self, state: FightState) -> tuple[int, int]:
        """Return the cell of whoever decides in ``state``."""
        x, y = state.at(self.decider(state))
        return x, y

    def every_plan(self, state: FightState) -> list[Plan]:
        """List all that whoever decides may do, not only what a search looks at."""
        found: list[Plan] = self._core.every_plan(state)
        return found

    def restricted(self, state: FightState, plans: Sequence[Plan]) -> Combat:
        """Return the same fight with nothing but ``plans`` to choose from in ``state``."""
        game = copy(self)
        game.core = game._core = _core.fivee_restricted(self.core, state, list(plans))
        return game

    def parts(self, state: FightState, plan: Plan) -> list[int]:
        """Return the numbers of the attacks and other parts that a plan's action consists of."""
        found: list[int] = self._core.parts(state, plan)
        return found

    def caught(self, state: FightState, plan: Plan) -> list[int]:
        """Return whom the areas of a plan strike."""
        found: list[int] = self._core.caught(state, plan)
        return found

    def describe(self, state: FightState, move: Plan | Outcome, language: str = "en") -> str:
        """Return a plan or an outcome in short English, for explanations and drawings; the director speaks
        other languages."""
        from hazard.fivee.director.short_words import described

        return described(self, state, move)

    def blow(self, state: FightState, actor: int, action: int, target: int) -> dict[str, Any]:
        """Return the odds and the damage of one attack, as the combatants stand in ``state``."""
        found: dict[str, Any] = self._core.blow(state, actor, action, target)
        return found

    def roll(self, state: FightState, seed: int) -> tuple[Outcome, FightState]:
        """Roll the dice of a chance node, whatever the buckets: what came up, and what follows."""
        found: tuple[Outcome, FightState] = self._core.roll(state, seed)
        return found
