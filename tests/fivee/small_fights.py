"""Tiny fights made by hand, walked outcome by outcome: what the laws of the rules are checked on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.rules.combat import Combat, Outcome, Plan
from hazard.fivee.rules.fight import Fight, FightState
from hazard.game import Turn

FIELD = ["." * 24] * 12


def blow(
    name: str = "Club", damage: str = "1d6+3[bludgeoning]", to_hit: int = 5, **more: Any
) -> dict[str, Any]:
    """An attack, in melee unless told otherwise."""
    attack = {"to_hit": to_hit, "reach": 5, **more.pop("attack", {})}
    return {"name": name, "attack": attack, "effects": [{"damage": damage}], **more}


def creature(name: str, *actions: dict[str, Any], **values: Any) -> Creature:
    """A creature with everything ordinary that is not said: 30 hit points, armour class 15, no bonuses."""
    return Creature.model_validate(
        {
            "id": name.lower(),
            "name": name,
            "armor_class": 15,
            "hit_points": "30",
            "actions": actions,
            **values,
        }
    )


class Scene:
    """A fight on a field; everybody acts in the order in which they are given."""

    def __init__(
        self, *who: tuple[Creature, str, tuple[int, int]], rows: Iterable[str] = FIELD, **encounter: Any
    ) -> None:
        """Set up the fight; ``hit_points`` and ``initiative`` by name and ``options`` may be given."""
        points, initiative = encounter.pop("hit_points", {}), encounter.pop("initiative", {})
        self.fight = Fight(
            Encounter.model_validate(
                {
                    "name": "Field",
                    "map": list(rows),
                    "combatants": [
                        {
                            "creature": being.id,
                            "side": side,
                            "at": at,
                            "initiative": initiative.get(being.name, 50 - number),
                            "hit_points": points.get(being.name, "average"),
                        }
                        for number, (being, side, at) in enumerate(who)
                    ],
                    **encounter,
                }
            ),
            {being.id: being for being, _, _ in who},
        )
        self.game = Combat(self.fight, buckets=0, plans=0)
        self.state: FightState = self.game.start()

    def number(self, name: str) -> int:
        """The number of a combatant."""
        return self.fight.named(name).number

    def action(self, name: str, action: str) -> int:
        """The number of somebody's action."""
        return next(i for i, row in enumerate(self.fight.named(name).actions) if row.name == action)

    def see(self, name: str, state: FightState | None = None) -> dict[str, Any]:
        """What a state says of somebody."""
        return (self.state if state is None else state).fighter(self.number(name))

    def put(self, name: str, *conditions: str, flags: Iterable[str] = (), **values: Any) -> Scene:
        """Change somebody in the present state."""
        state, now = self.state.copy(), self.see(name)
        now["conditions"] |= sum(1 << CONDITIONS.index(condition) for condition in conditions)
        now["flags"] |= sum(FLAGS[flag] for flag in flags)
        state.set_fighter(self.number(name), {**now, **values})
        self.state = state
        return self

    def lay(self, source: str, target: str, what: str, **values: Any) -> Scene:
        """Lay a condition on somebody that lasts."""
        state = self.state.copy()
        row: dict[str, Any] = {
            "target": self.number(target),
            "source": self.number(source),
            "what": CONDITIONS.index(what),
            "rounds": 0,
            "action": 0,
            "dc": 10,
            "ability": 0,
            "until": 0,
            "repeat": 0,
            "ends_on_damage": False,
            "escape": False,
            "fresh": False,
            "becomes": 255,
            "wound": 255,
            **values,
        }
        state.set_ongoing([*state.ongoing(), row])
        self.state = state
        return self.put(target, what)

    def odds(self, actor: str, action: str, target: str) -> dict[str, Any]:
        """The odds of one attack as things stand."""
        return self.game.blow(self.state, self.number(actor), self.action(actor, action), self.number(target))

    def do(self, words: str) -> Scene:
        """Carry out the first plan that has these words in it."""
        self.state = self.game.apply(self.state, self.plan(words))
        return self

    def come(self, words: str) -> Scene:
        """Let the dice show the first outcome that has these words in it."""
        outcomes = {self.words(outcome): outcome for outcome, _ in reversed(self.game.outcomes(self.state))}
        chosen = next((outcome for said, outcome in reversed(outcomes.items()) if words in said), None)
        assert chosen is not None, f"{words!r} is none of {list(outcomes)}"
        self.state = self.game.apply(self.state, chosen)
        return self

    def words(self, move: Plan | Outcome) -> str:
        """A plan or an outcome of the present node in short English."""
        return self.game.describe(self.state, move)

    def chances(self) -> dict[str, float]:
        """The outcomes of the present node, in words."""
        return {self.words(outcome): probability for outcome, probability in self.game.outcomes(self.state)}

    def plans(self) -> list[str]:
        """What whoever decides may do, in words."""
        return [self.words(plan) for plan in self.game.actions(self.state)]

    def plan(self, words: str) -> Plan:
        """The plan of just these words, or the first one that has them in it."""
        plans = {self.words(plan): plan for plan in reversed(self.game.every_plan(self.state))}
        fitting = (plan for said, plan in reversed(plans.items()) if words in said)
        found = plans.get(words) or next(fitting, None)
        assert found is not None, f"{words!r} is in none of {list(plans)}"
        return found

    def provoked(self, words: str) -> list[int]:
        """Who gets an opportunity attack while a plan is carried out."""
        found: list[int] = self.game.core.provoked(self.state, self.plan(words))
        return found

    def until_decision(self) -> list[tuple[FightState, float]]:
        """Every state in which somebody has to decide next, or the fight is over, with its probability."""
        open_nodes, found = {self.state: 1.0}, defaultdict(float)
        while open_nodes:
            following: dict[FightState, float] = defaultdict(float)
            for state, weight in open_nodes.items():
                if self.game.turn(state) != Turn.CHANCE:
                    found[state] += weight
                    continue
                for outcome, probability in self.game.outcomes(state):
                    following[self.game.apply(state, outcome)] += weight * probability
            open_nodes = following
        return list(found.items())

    def chance(self, holds: Callable[[FightState], bool]) -> float:
        """The chance that something holds when the next decision comes."""
        return sum(weight for state, weight in self.until_decision() if holds(state))

    def spread(self, name: str, what: str = "hit_points") -> dict[float, float]:
        """How a number of somebody is distributed when the next decision comes."""
        found: dict[float, float] = defaultdict(float)
        for state, weight in self.until_decision():
            found[self.see(name, state)[what]] += weight
        return dict(found)


def has(fighter: dict[str, Any], condition: str) -> bool:
    """Whether a condition is on somebody."""
    return bool(fighter["conditions"] >> CONDITIONS.index(condition) & 1)


def flagged(fighter: dict[str, Any], flag: str) -> bool:
    """Whether a flag is set."""
    return bool(fighter["flags"] & FLAGS[flag])
