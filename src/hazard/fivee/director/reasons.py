"""Why a plan was chosen, as records: what a game master would say, and what would change the choice.

A reason is told only if it holds for the chosen plan and not for the best plan that does something else, so
that it is one. What would change the choice is found by asking the director again about the same moment with
one thing different.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.director.breakdown import AttackLine, Breakdown
from hazard.fivee.rules.combat import Plan
from hazard.fivee.rules.fight import FightState

if TYPE_CHECKING:
    from hazard.fivee.director.director import Suggestion

TOLD = 2
"""Reasons that are told."""
TRIED = 2
"""Moments that are not, about which the director is asked."""
LIKELY = 0.1
"""A fall that is less likely than this is no reason."""
_OPEN = ("paralyzed", "unconscious", "stunned", "petrified", "restrained", "prone")
"""Conditions that give attackers advantage, the gravest first."""
_SECONDS = 0.5
"""How long the director thinks about a moment that is not."""


@dataclass(frozen=True)
class Reason:
    """A phrase, and what fills it: numbers of combatants, chances, plans."""

    phrase: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """One thing that would make another plan the best."""

    phrase: str
    target: int
    points: int | None
    plan: Plan
    state: FightState = field(repr=False)


class Reasons:
    """What speaks for the plan that a suggestion has chosen."""

    def __init__(self, suggestion: Suggestion) -> None:
        """Look at the plan, and at the best that does something else."""
        self.suggestion = suggestion
        self.game, self.state = suggestion.game, suggestion.state
        self.fight, self.actor = suggestion.fight, suggestion.actor
        self.plan = suggestion.decision.action
        self.found: Breakdown = suggestion.breakdown
        plans = [option.action for option in suggestion.decision.options[1:]]
        mine = self._deed(self.plan)
        self.rival = next((plan for plan in plans if self._deed(plan) != mine), None)
        others = [plan for plan in plans if plan.target not in (None, self.plan.target)]
        self.other_target = others[0].target if others else None

    def told(self) -> list[Reason]:
        """Return the reasons that count, the weightiest first."""
        found: dict[str, Reason] = {}
        for reason in self._every():
            found.setdefault(reason.phrase, reason)
            if len(found) == TOLD:
                break
        return list(found.values())

    def _every(self) -> Iterator[Reason]:
        yield from self._of_standing_back()
        yield from self._of_areas()
        foe = self.plan.target
        if foe is not None and self._is_foe(foe):
            yield from self._of_target(foe)
        yield from self._of_effects()
        yield from self._of_numbers()
        yield from self._of_the_reply()
        if foe is not None and self._is_foe(foe):
            yield from self._of_worth(foe)

    def _of_standing_back(self) -> Iterator[Reason]:
        """Why somebody does not fight."""
        row = self.state.fighter(self.actor.number)
        below = self.actor.creature.personality.flees_below
        if self.plan.flees:
            values = {"hit_points": row["hit_points"], "most": row["most"], "below": below}
            yield Reason("why_flees", values)
        elif self.plan.action is None and self.state.legend < 0:
            yield Reason("why_held_back" if self.suggestion.barred else "why_out_of_reach")

    def _of_areas(self) -> Iterator[Reason]:
        caught = [i for i in dict.fromkeys(self.game.caught(self.state, self.plan)) if self._is_foe(i)]
        if len(caught) < 2 or self.plan.action is None:
            return
        actions = self.actor.actions
        areas = (actions[part].area for part in self.game.parts(self.state, self.plan))
        shape = next((area.shape for area in areas if area is not None), "sphere")
        yield Reason("why_caught", {"count": len(caught), "shape": shape, "names": caught})

    def _of_target(self, foe: int) -> Iterator[Reason]:
        """Why this one and not another."""
        row = self.state.fighter(foe)
        if row["flags"] & FLAGS["down"]:
            yield Reason("why_dying", {"target": foe})
            return
        chance = self.found.kill.get(foe, 0.0)
        if chance >= LIKELY:
            yield Reason("why_falls", {"target": foe, "chance": chance})
        attack = next((line for line in self.found.attacks if line.target == foe), None)
        if row["concentration"] and self._expects_damage(foe):
            spell = self.fight.fighters[foe].actions[row["concentration"] - 1]
            yield Reason("why_concentration", {"target": foe, "spell": spell})
        if attack is not None and attack.advantage > 0:
            yield self._of_advantage(foe, row["conditions"])
        if attack is not None:
            yield from self._of_odds(foe, attack)

    def _of_advantage(self, foe: int, conditions: int) -> Reason:
        for name in _OPEN:
            if conditions & (1 << CONDITIONS.index(name)):
                return Reason("why_condition", {"target": foe, "condition": name})
        pack = self.actor.compiled.record.pack_tactics
        return Reason("why_pack" if pack else "why_advantage", {"target": foe})

    def _of_odds(self, foe: int, attack: AttackLine) -> Iterator[Reason]:
        other = self.other_target
        if other is None or not self._is_foe(other):
            return
        number = next((i for i, row in enumerate(self.actor.actions) if row.name == attack.action), None)
        hits = attack.hit + attack.critical
        there = self.state.copy()
        there.set_fighter(self.actor.number, {**self.state.fighter(self.actor.number), "at": self.plan.to})
        if number is not None:
            theirs = self.game.blow(there, self.actor.number, number, other)
            against = theirs.get("hit", 0.0) + theirs.get("critical", 0.0)
            if theirs.get("possible") and hits > against + 0.049:
                values = {"target": foe, "other": other, "chance": hits, "less": against}
                yield Reason("why_easier", values)
        rows = {other: self.state.fighter(other) for other in self._standing_foes()}
        left = {other: row["hit_points"] + row["temporary"] for other, row in rows.items()}
        if len(left) > 1 and foe in left and all(left[foe] < value for i, value in left.items() if i != foe):
            yield Reason("why_fewest", {"target": foe, "points": left[foe]})

    def _of_effects(self) -> Iterator[Reason]:
        """Conditions that the plan lays on foes, and friends that it gets up."""
        for save in self.found.saves:
            chance = save.after_hit * save.fails
            if save.conditions and self._is_foe(save.target) and chance >= LIKELY:
                values = {"target": save.target, "chance": chance, "conditions": save.conditions}
                yield Reason("why_control", values)
        for friend in self.found.healing:
            if self.state.fighter(friend)["flags"] & FLAGS["down"]:
                yield Reason("why_heals", {"target": friend})

    def _of_numbers(self) -> Iterator[Reason]:
        if self.rival is None:
            return
        more = self._damage(self.found) - self._damage(self.suggestion.details(self.rival))
        if more >= 0.5:
            yield Reason("why_damage", {"damage": more, "other": self.rival})

    def _of_worth(self, foe: int) -> Iterator[Reason]:
        """Whoever can do most for the party is a target by that alone."""
        shares = {other: self.game.core.share(other) for other in self._standing_foes()}
        if len(shares) > 1 and foe in shares and shares[foe] == max(shares.values()):
            yield Reason("why_worth", {"target": foe, "share": shares[foe]})

    def _of_the_reply(self) -> Iterator[Reason]:
        """What the search has found beyond the turn: the rival does as well, until it is answered."""
        settings, decision = self.suggestion.settings, self.suggestion.decision
        if self.rival is None or settings.search != "expectimax" or decision.statistics.depth < 2:
            return
        nearer = replace(settings, depth=1, seconds=max(settings.seconds, 0.1))
        search, budget = nearer.searches()
        from hazard.decide import Searcher

        game = self.game.restricted(self.state, [self.plan, self.rival])
        at_once = {o.action: o.value for o in Searcher(game, search).decide(self.state, budget).options}
        sign = 1.0 if self.actor.side == "monsters" else -1.0
        behind = sign * (at_once[self.plan] - at_once[self.rival])
        follower = next((s for s in self._line_deciders() if self._is_foe(s)), None)
        if behind <= 1e-6 and follower is not None:
            yield Reason("why_reply", {"foe": follower, "other": self.rival})

    def _line_deciders(self) -> Iterator[int]:
        """Who decides next: the others in the order of initiative, from the actor on."""
        order = self.state.order[: len(self.fight.fighters)]
        start = order.index(self.state.mover)
        for number in order[start + 1 :] + order[:start]:
            if not self.state.fighter(number)["flags"] & (FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]):
                yield number
                return

    # ---- what would change it ----------------------------------------------------------------------------

    def change(self) -> Change | None:
        """Return one thing that would make another plan the best, if any of those that are tried does."""
        for phrase, target, points, state in islice(self._what_ifs(), TRIED):
            other = self._asked(state)
            if other is not None and self._deed(other) != self._deed(self.plan):
                return Change(phrase, target, points, other, state)
        return None

    def _what_ifs(self) -> Iterator[tuple[str, int, int | None, FightState]]:
        """Yield moments that differ in one thing: a wound, a spell that ends, a reaction that is spent."""
        foe, other = self.plan.target, self.other_target
        if foe is not None and self._is_foe(foe):
            row = self.state.fighter(foe)
            if row["concentration"]:
                yield "change_concentration", foe, None, self._with(foe, concentration=0)
        if other is not None and self._is_foe(other) and other != foe:
            left = self.state.fighter(other)["hit_points"]
            for points in sorted({int(left / 2), 1}, reverse=True):
                if 1 <= points < left:
                    yield "change_wound", other, points, self._with(other, hit_points=float(points))
        if foe is not None and self._is_foe(foe):
            row = self.state.fighter(foe)
            answers = any(line.answer is not None for line in self.found.attacks if line.target == foe)
            if answers and not row["flags"] & FLAGS["reacted"]:
                spent = self._with(foe, flags=row["flags"] | FLAGS["reacted"])
                yield "change_reaction", foe, None, spent
            if 0 < row["hit_points"] < row["most"]:
                whole = self._with(foe, hit_points=float(row["most"]))
                yield "change_unhurt", foe, int(row["most"]), whole

    def _with(self, number: int, **changes: Any) -> FightState:
        state = self.state.copy()
        state.set_fighter(number, {**state.fighter(number), **changes})
        return state

    def _asked(self, state: FightState) -> Plan | None:
        from hazard.fivee.director.director import Director

        suggestion = self.suggestion
        settings = replace(suggestion.settings, seconds=_SECONDS)
        if settings.search == "expectimax":
            settings = replace(settings, depth=min(2, settings.depth))
        director = Director(suggestion.fight, suggestion.objective, settings)
        return director.suggest(state).decision.action

    def _deed(self, plan: Plan) -> tuple[object, ...]:
        """Return what a plan does, without where it is done from."""
        aimed = plan.target is None and plan.action is not None  # an area is known by whom it catches
        caught = tuple(sorted(set(self.game.caught(self.state, plan)))) if aimed else ()
        chosen = (plan.action, plan.sequence, plan.target, plan.other, plan.bonus, plan.bonus_target)
        return (*chosen, plan.standard, plan.flees, caught)

    # ---- small questions ---------------------------------------------------------------------------------

    def _standing_foes(self) -> list[int]:
        out = FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]
        foes = [f.number for f in self.fight.fighters if f.side != self.actor.side]
        return [foe for foe in foes if not self.state.fighter(foe)["flags"] & out]

    def _is_foe(self, number: int) -> bool:
        return self.fight.fighters[number].side != self.actor.side

    def _expects_damage(self, foe: int) -> bool:
        return self.found.expected_damage.get(foe, 0.0) > 0

    def _damage(self, found: Breakdown) -> float:
        return sum(points for who, points in found.expected_damage.items() if self._is_foe(who))
