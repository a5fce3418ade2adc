"""The planner: a state in, a plan out, within a budget."""

from __future__ import annotations

from functools import cache
from typing import Any

from hazard import _core
from hazard.game import GameError
from hazard.search import Budget
from hazard.spire.planner.plan import Option, Plan, Threat
from hazard.spire.planner.settings import Settings
from hazard.spire.rules.compile import Compiled, compiled
from hazard.spire.rules.fight import SpireState

DEFAULT_BUDGET = Budget(seconds=0.05)
"""Well within what a person, or the Communication Mod, waits for; see ``benchmarks/spire_strength.py``."""
LONGEST = 0.08
"""Seconds that a plan may take if the budget says nothing."""


class Planner:
    """Plans turns under the rules of one ascension.

    >>> from hazard.spire.rules.fight import new_fight
    >>> from hazard.spire.rules.scenario import Scenario
    >>> game = new_fight(Scenario(monsters=["Jaw Worm"]))
    >>> state = game.sampled(game.start(), seed=1)
    >>> Planner(game.content, Settings("beam")).plan(state).words()[-1]
    'end turn'
    """

    def __init__(self, content: Compiled, settings: Settings | None = None) -> None:
        """Plan by ``settings``; by default as it measures best."""
        self.settings = settings or Settings()
        self.core = _core.SpirePlanner(content.core, {k: dict(v) for k, v in self.settings.changes.items()})

    def plan(self, state: SpireState, budget: Budget | None = None) -> Plan:
        """Return the best plan that the budget allows; the player must be the one to decide."""
        budget = budget or DEFAULT_BUDGET
        found, way = self._found(state, budget)
        options = tuple(self._option(state, **option) for option in found["plans"])
        if not options or not options[0].moves:
            options = (self._option(state, [self.core.quick_move(state)], value=0.0),)
        threats = sorted((Threat(**threat) for threat in self.core.threats(state)), key=lambda t: -t.threat)
        return Plan(
            options,
            way,
            state.hp,
            state.max_hp,
            lethal=options[0].wins,
            seconds=found["seconds"],
            simulations=found["simulations"],
            positions=found["positions"],
            unsettled=found["unsettled"],
            threats=tuple(threats),
            _forecaster=lambda moves, fights: self.core.forecast(state, list(moves), fights, 1),
        )

    def _option(self, state: SpireState, moves: list[Any], **known: Any) -> Option:
        return Option(tuple(moves), wins=bool(self.core.wins(state, moves)), **known)

    def _found(self, state: SpireState, budget: Budget) -> tuple[dict[str, Any], str]:
        """Return what the chosen way finds; the beam where that is in vain, and the policy in the end."""
        seconds, nodes = budget.seconds or (0 if budget.nodes else LONGEST), budget.nodes or 0
        way = self.settings.way
        if way == "search":
            return self.core.search(state, seconds, nodes, self.settings.seed), way
        if way == "beam":
            return self.core.beam(state, seconds, nodes, 5), way
        quick = {"moves": [self.core.quick_move(state)], "value": 0.0}
        return {"plans": [quick], "seconds": 0.0, "simulations": 0, "positions": 0, "unsettled": 0}, way

    def fight(self, start: SpireState, budget: Budget | None = None, seed: int = 0) -> dict[str, Any]:
        """Play a whole fight: won, HP before and after relics heal, turns, plans, seconds of each plan."""
        budget = budget or DEFAULT_BUDGET
        seconds, nodes = budget.seconds or 0, budget.nodes or 0
        found: dict[str, Any] = self.core.fight(start, self.settings.way, seconds, nodes, seed)
        return found


@cache
def _planner(ascension: int, seed: int) -> Planner:
    return Planner(compiled(ascension), Settings(seed=seed))


def plan(state: SpireState, budget: Budget | None = None, seed: int = 0) -> Plan:
    """Return the plan for a turn, by the default planner.

    With a budget of nodes, the fights to play out, the same seed gives the same plan on any machine; what
    is found within a time depends on how many fights there was time for.

    >>> from hazard.spire.rules.fight import new_fight
    >>> from hazard.spire.rules.scenario import Scenario
    >>> game = new_fight(Scenario(monsters=["Cultist"]), ascension=20)
    >>> plan(game.sampled(game.start(), seed=1), Budget(nodes=200)).words()[-1]
    'end turn'
    """
    if not isinstance(state, SpireState):
        raise GameError("spire.not_a_fight_state", kind=type(state).__name__)
    return _planner(int(state.as_dict()["ascension"]), seed).plan(state, budget)
