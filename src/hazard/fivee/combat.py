"""A fight as a game: the monsters are MAX, the party is MIN, the dice are chance."""

from __future__ import annotations

from typing import Any, Literal

from hazard import _core
from hazard.fivee.fight import Fight, FightState
from hazard.fivee.objectives import Objective, objective_named
from hazard.game import GameError
from hazard.games.compiled import CompiledGame

Reply = Literal["adversary", "policy", "expected"]
REPLIES: tuple[Reply, ...] = ("adversary", "policy", "expected")


class Combat(CompiledGame[FightState]):
    """A fight under an objective, for every search that hazard has.

    A decision is a whole turn or a legendary action. ``reply`` says how the side that is not asked answers:
    as an ``adversary`` that looks for its best, by the ``policy`` of taking what looks best at first sight,
    or by the ``expected`` damage of that.

    >>> from hazard.fivee.library import encounters
    >>> game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    >>> len(game.actions(game.start())) > 1
    True
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
            raise GameError(f"reply is {reply!r}; expected one of {', '.join(REPLIES)}")
        try:
            self._core = _core.FiveeCombat(
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
            )
        except ValueError as error:
            raise GameError(f"{fight.encounter.name}: {error}") from None

    def parse(self, text: str) -> FightState:
        """Refuse: a fight is too much for a line; states are read from JSON (``hazard.fivee.states``)."""
        raise GameError(f"a fight's state is not read from text ({text[:40]!r}); use a state file")

    def decider(self, state: FightState) -> int:
        """Return the number of the combatant who decides in ``state``."""
        return int(self._core.decider(state))

    def plan(self, state: FightState, action: str) -> dict[str, Any]:
        """Return what a plan, given by its words, consists of."""
        found: dict[str, Any] = self._core.plan(state, action)
        return found

    def blow(self, state: FightState, actor: int, action: int, target: int) -> dict[str, Any]:
        """Return the odds and the damage of one attack, as the combatants stand in ``state``."""
        found: dict[str, Any] = self._core.blow(state, actor, action, target)
        return found

    def roll(self, state: FightState, seed: int) -> tuple[str, FightState]:
        """Roll the dice of a chance node, whatever the buckets: what came up, and what follows."""
        words, after = self._core.roll(state, seed)
        return str(words), after

    @property
    def core(self) -> Any:
        """The compiled rules, for forecasts."""
        return self._core
