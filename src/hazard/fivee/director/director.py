"""The director: what the creature whose turn it is would do, and why."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal

from hazard.decide import Searcher
from hazard.decision import Decision
from hazard.fivee.content.objectives import Objective, objective_named
from hazard.fivee.director.breakdown import Breakdown, break_down
from hazard.fivee.director.restraint import Restrained, Restraint
from hazard.fivee.rules.combat import Combat, Plan, Reply
from hazard.fivee.rules.fight import Fight, Fighter, FightState
from hazard.game import GameError
from hazard.search import Budget, Expectimax, Search, SettingError, TreeSearch


@dataclass(frozen=True)
class DirectorSettings:
    """How hard the director thinks. Every part of it can be turned off."""

    depth: int = 2
    """Turns to look ahead: 1 to 3. The first is the creature's own."""
    seconds: float = 0.2
    """Time for a suggestion. When it is up, the last complete depth answers."""
    plans: int = 8
    """How many plans are looked at closely, by their score at first sight (top-K); 0: all."""
    replies: int = 4
    """How many the other side chooses its reply from; 0: as many."""
    cells: int = 2
    """The width of the beam over cells to do an action from."""
    buckets: int = 2
    """Buckets of damage between two amounts at which something changes; 0: every amount."""
    star: bool = True
    """Cut at chance nodes by bounds."""
    least_likely: float = 0.002
    """What is less likely than this, from the decision on, is not looked at further."""
    reply: Reply = "adversary"
    search: Literal["expectimax", "tree", "beam"] = "expectimax"
    """``tree``: tree search, for bosses with time. ``beam``: the score at first sight alone."""
    simulations: int = 4000
    """Of tree search."""
    trace: int = 0
    """Keep the log of so many nodes: the tree, its probabilities, and where it was cut."""

    def __post_init__(self) -> None:
        """Refuse settings of another search than the one that is chosen."""
        of = {"depth": "expectimax", "trace": "expectimax", "simulations": "tree"}
        for setting in fields(self):
            found, search = getattr(self, setting.name), of.get(setting.name, self.search)
            if found != setting.default and search != self.search:
                raise SettingError(
                    "fivee.setting_of_other_search",
                    name=setting.name,
                    found=found,
                    search=search,
                    chosen=self.search,
                )

    @classmethod
    def for_a_boss(cls) -> DirectorSettings:
        """Return settings for three turns ahead in about the time of two: fewer plans, coarser dice.

        >>> DirectorSettings.for_a_boss().depth
        3
        """
        return cls(depth=3, plans=5, replies=3, buckets=1, least_likely=0.02)

    def searches(self) -> tuple[Search, Budget]:
        """Return the search and its budget."""
        if self.search == "tree":
            return TreeSearch(select="uct", reuse=False), Budget(seconds=self.seconds, nodes=self.simulations)
        depth = 1 if self.search == "beam" else self.depth
        # To put the outcomes with the most plans last, each would have to be planned for: that costs more
        # than it saves.
        search = Expectimax(
            star1=self.star,
            star2=False,
            order_outcomes=False,
            table_mb=8,
            merge=False,
            min_reach=self.least_likely,
            trace=self.trace,
        )
        return search, Budget(seconds=self.seconds, depth=depth)


@dataclass(frozen=True)
class Suggestion:
    """What to do, as numbers: the decision behind it, and what each plan may bring."""

    fight: Fight = field(repr=False)
    state: FightState = field(repr=False)
    actor: Fighter
    decision: Decision[FightState, Plan] = field(repr=False)
    objective: Objective
    settings: DirectorSettings
    restrained: Restrained | None = field(default=None, repr=False)
    """How the limits of the objective were kept; none where it has no limits, and for the party."""
    barred: tuple[Plan, ...] = ()
    """Plans that would have broken a limit, the best first."""

    @cached_property
    def restraint(self) -> Restraint | None:
        """What the limits meant for this choice, with the toll of the plan."""
        if self.restrained is None:
            return None
        return self.restrained.told(self.state, self.decision.action, self.barred)

    @cached_property
    def breakdown(self) -> Breakdown:
        """The numbers of the suggested plan."""
        return self.details(self.decision.action)

    def details(self, plan: Plan) -> Breakdown:
        """Return the numbers of any plan of the decision."""
        return break_down(self.game, self.state, plan)

    @property
    def game(self) -> Combat:
        """The game that was searched."""
        game = self.decision.game
        assert isinstance(game, Combat)
        return game

    @property
    def caveats(self) -> list[str]:
        """What was approximated, and what could not be read of those who take part."""
        from hazard.fivee.director.documents import Reporter

        return Reporter(self).caveats()

    def explain(self, language: str = "en") -> str:
        """Return the suggestion as a game master reads it."""
        from hazard.fivee.director.telling import tell

        return tell(self, language)

    def why_not(self, plan: Plan | str, language: str = "en") -> str:
        """Return how another plan compares; a person may give some of its words ("shortbow wizard")."""
        from hazard.fivee.director.telling import why_not

        return why_not(self, plan, language)

    def with_every_plan(self) -> Suggestion:
        """Return a suggestion for the same moment that has compared every plan, not only the best few."""
        director = Director(self.fight, self.objective, replace(self.settings, plans=0))
        return director.suggest(self.state, within_limits=False)

    def to_dict(self, language: str = "en") -> dict[str, Any]:
        """Return the suggestion as plain JSON data; the schema is ``documents.SuggestionDocument``."""
        from hazard.fivee.director.telling import document

        return document(self, language)


class Director:
    """Suggests what a creature does with its turn.

    >>> from hazard.fivee.content.library import encounters
    >>> fight = Fight(encounters()["goblin-ambush"], seed=1)
    >>> director = Director(fight, "deadly")
    >>> suggestion = director.suggest()
    >>> suggestion.actor.name in {fighter.name for fighter in fight.fighters}
    True
    """

    def __init__(
        self,
        fight: Fight,
        objective: str | Objective | None = None,
        settings: DirectorSettings | None = None,
    ) -> None:
        """Prepare for a fight; the objective is by default the encounter's."""
        self.fight = fight
        self.objective = objective_named(fight.encounter.objective if objective is None else objective)
        self.settings = DirectorSettings() if settings is None else settings
        self._games: dict[str, Combat] = {}

    def game(self, side: Literal["party", "monsters"]) -> Combat:
        """Return the game as the director searches it for one side."""
        if side not in self._games:
            s = self.settings
            # The party fights for its life: those who are gentle to it would have it count its own fallen
            # as a gain.
            gentle = side == "party" and self.objective.rout > 0
            self._games[side] = Combat(
                self.fight,
                "deadly" if gentle else self.objective,
                plans=s.plans,
                cells=s.cells,
                buckets=s.buckets,
                reply=s.reply,
                replies=s.replies,
                decider=side,
            )
        return self._games[side]

    def suggest(self, state: FightState | None = None, *, within_limits: bool = True) -> Suggestion:
        """Return what whoever decides in ``state`` (by default the start) should do.

        Monsters keep the limits of their objective; without ``within_limits`` every plan is compared, for
        those who want to know what the limits cost.
        """
        any_side = self.game("monsters")
        state = any_side.start() if state is None else any_side.core.advance(state)
        if state.over:
            raise GameError("fivee.nothing_to_suggest")
        if state.chance:
            raise GameError("fivee.roll_dice_first")
        actor = self.fight.fighters[any_side.decider(state)]
        if actor.side == "monsters" and self.objective.limits.bind and within_limits:
            return self._within_limits(state, actor)
        decision = self._searched(self.game("monsters" if actor.side == "monsters" else "party"), state)
        return Suggestion(self.fight, state, actor, decision, self.objective, self.settings)

    def _within_limits(self, state: FightState, actor: Fighter) -> Suggestion:
        """Suggest the best plan of those that keep the limits, or the least deadly one."""
        turns = self.settings.depth if self.settings.search == "expectimax" else 1
        monsters = self.game("monsters")
        restrained = Restrained(monsters, self.game("party"), turns)
        plans, barred, _ = restrained.within(state, self.settings.plans)
        decision = self._searched(monsters.restricted(state, plans), state)
        ranked = [option.action for option in decision.options]
        kept = restrained.within_horizon(state, ranked)
        if not kept:  # among all plans there may be one
            every, *_ = restrained.within(state, 0)
            others = [plan for plan in every if plan not in ranked]
            kept = restrained.within_horizon(state, others) if others else []
            kept = kept[: self.settings.plans or None] or [restrained.least_deadly(state, every)]
        if kept != ranked:
            barred = [plan for plan in ranked if plan not in kept] + barred
            decision = self._searched(monsters.restricted(state, kept), state)
        return Suggestion(
            self.fight, state, actor, decision, self.objective, self.settings, restrained, tuple(barred)
        )

    def _searched(self, game: Combat, state: FightState) -> Decision[FightState, Plan]:
        search, budget = self.settings.searches()
        return Searcher(game, search).decide(state, budget)

    def with_settings(self, **changes: Any) -> Director:
        """Return a director with other settings for the same fight."""
        return Director(self.fight, self.objective, replace(self.settings, **changes))
