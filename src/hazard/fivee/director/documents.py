"""A suggestion as JSON: the schema, written as pydantic models, and the way into it.

``SuggestionDocument.model_json_schema()`` is the documentation of the format. Chances are from 0 to 1, damage
and healing are means in hit points, cells are named as on a chess board with row 1 at the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from hazard import _core
from hazard.fivee.content.called import spoken
from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.words import ABILITIES, FLAGS
from hazard.fivee.director.breakdown import AttackLine, Breakdown, SaveLine
from hazard.fivee.director.director import Suggestion
from hazard.fivee.director.likely import LikelyRoll, likely_course
from hazard.fivee.director.phrases import Wording, plan_and_deed, plan_words
from hazard.fivee.director.reason_documents import told_limits, told_reasons
from hazard.fivee.rules.combat import Plan
from hazard.fivee.rules.plans import PlanRow
from hazard.language import Language

VERSION: Literal["hazard-suggestion/2"] = "hazard-suggestion/2"
POINTS = 50.0
"""Values run from -1 to 1; a game master reads points of 100."""
AS_GOOD = 0.05
"""Points below which two plans are as good as each other."""

Chance = Annotated[float, Field(ge=0, le=1)]
Points = Annotated[float, Field(description="Of 100, for the side that decides: 100 is a fight won unhurt.")]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AttackDocument(_Part):
    """An attack roll, made ``times`` times."""

    action: str
    target: str
    times: int
    miss: Chance
    hit: Chance
    critical: Chance
    hit_damage: float
    critical_damage: float
    expected: Annotated[float, Field(description="Mean damage of all of them, misses included.")]
    advantage: Annotated[int, Field(ge=-1, le=1)]
    armor_class: Annotated[int, Field(description="Cover and spells counted in.")]
    reaction: Annotated[str | None, Field(description="What the target may answer a hit with.")]
    turned: Annotated[float, Field(description="Of the misses: hits that the reaction turns aside.")]
    made: Annotated[Chance, Field(description="That it comes to it: some need a target that is held.")] = 1.0


CONTESTS: tuple[Literal["grip", "hide"], ...] = ("grip", "hide")


class SaveDocument(_Part):
    """A target's saving throw (or none: ``ability`` is null) and what depends on it."""

    action: str
    target: str
    friend: Annotated[bool, Field(description="It falls on the actor's own side.")]
    ability: str | None
    contest: Literal["grip", "hide"] | None = None
    """In place of a save: Athletics against Athletics or Acrobatics, or Stealth against who could notice."""
    dc: int | None
    fails: Chance
    after_hit: Annotated[
        float, Field(description="The chance that it is called for: that of a hit before it.")
    ]
    damage_on_failure: float
    damage_on_success: float
    conditions: tuple[str, ...]
    expected: float
    later: Annotated[bool, Field(description="For those who stay in the area, not at once.")] = False
    resistances: Annotated[int, Field(description="Legendary resistances that the target has left.")] = 0


class PlanDocument(_Part):
    """What a plan may bring."""

    move: Annotated[PlanRow, Field(description="The plan as data: what the rules know it by.")]
    text: Annotated[str, Field(description="The plan in the language asked for.")]
    deed: Annotated[str, Field(description="The same without where it is done from.")]
    to: str
    then_to: str
    provokes: Annotated[tuple[str, ...], Field(description="Who gets an opportunity attack on the way.")]
    attacks: tuple[AttackDocument, ...]
    saves: tuple[SaveDocument, ...]
    healing: dict[str, float]
    temporary_hit_points: dict[str, float]
    boons: dict[str, str]
    expected_damage: Annotated[dict[str, float], Field(description="By target, friends included.")]
    damage_to_foes: float
    damage_to_friends: float
    kill: Annotated[dict[str, Chance], Field(description="The chance to drop to 0 hit points, by target.")]


class AlternativeDocument(_Part):
    """Another plan, and how far it falls behind."""

    move: PlanRow
    text: str
    deed: str
    points_behind: Points
    damage_to_foes: float


class StepDocument(_Part):
    """One step of what is likely to come next."""

    who: str | None
    text: str
    probability: Chance


class TollDocument(_Part):
    """What the plan may cost the party, beside the limits of the objective."""

    deaths: Annotated[float, Field(description="Characters who die this turn, on average.")]
    death_this_turn: Chance
    death_this_turn_limit: Chance
    total_kill_this_turn: Annotated[Chance, Field(description="That no character is left standing.")]
    total_kill_this_turn_limit: Chance
    turns: Annotated[int, Field(description="Of the horizon, the plan's own included.")]
    death_in_horizon: Chance
    death_in_horizon_limit: Chance
    total_kill_in_horizon: Chance
    total_kill_in_horizon_limit: Chance
    exact: Annotated[bool, Field(description="Of this turn; the horizon is always an estimate.")]
    kept: Annotated[bool, Field(description="False: no plan keeps the limits, this is the least deadly.")]
    barred: Annotated[str | None, Field(description="The best plan that would have broken a limit.")]
    barred_death: Chance = 0.0
    barred_total_kill: Chance = 0.0


class SearchDocument(_Part):
    """What was looked at."""

    search: str
    depth: int
    nodes: int
    seconds: float
    stopped: str


class SuggestionDocument(_Part):
    """What whoever decides should do, and why."""

    version: Literal["hazard-suggestion/2"] = VERSION
    language: Language
    encounter: str
    round: int
    actor: str
    side: Literal["party", "monsters"]
    legendary: bool
    lair: bool
    objective: str
    value: Points
    plan: PlanDocument
    alternatives: tuple[AlternativeDocument, ...]
    line: tuple[StepDocument, ...]
    why: Annotated[tuple[str, ...], Field(description="What speaks for the plan, the weightiest first.")] = ()
    change: Annotated[str | None, Field(description="What would make another plan the best.")] = None
    limits: Annotated[TollDocument | None, Field(description="Where the objective has limits.")] = None
    reactions: Annotated[tuple[str, ...], Field(description="That may be due before its next turn.")]
    caveats: tuple[str, ...]
    search: SearchDocument


class Reporter:
    """Turns a suggestion into documents of one language."""

    def __init__(self, suggestion: Suggestion, language: str = "en") -> None:
        """Prepare the names."""
        self.suggestion = suggestion
        self.fight = suggestion.fight
        self.state = suggestion.state
        self.actor = suggestion.actor.number
        self.game = suggestion.game
        self.say = Wording(suggestion.fight, language)

    def report(self) -> SuggestionDocument:
        """Return the whole suggestion."""
        decision = self.suggestion.decision
        legendary = self.state.legend >= 0
        sign = 1.0 if self.suggestion.actor.side == "monsters" else -1.0
        done = decision.statistics
        return SuggestionDocument(
            language=self.say.language,
            encounter=self.fight.encounter.name,
            round=self.state.round,
            actor=self.say.names[self.actor],
            side="monsters" if self.suggestion.actor.side == "monsters" else "party",
            legendary=legendary,
            lair=legendary and self.state.lair,
            objective=self.suggestion.objective.name,
            value=POINTS + POINTS * sign * decision.value,
            plan=self.plan(decision.action),
            alternatives=tuple(self.alternative(o.action, o.gap) for o in decision.options[1:]),
            line=tuple(self.line()),
            **told_reasons(self),
            limits=told_limits(self),
            reactions=() if legendary else tuple(self.reactions()),
            caveats=tuple(self.caveats()),
            search=SearchDocument(
                search=self.suggestion.settings.search,
                depth=done.depth,
                nodes=done.nodes,
                seconds=done.seconds,
                stopped=decision.stopped,
            ),
        )

    # ---- plans -----------------------------------------------------------------------------------------

    def plan(self, plan: Plan) -> PlanDocument:
        """Return the numbers of one plan."""
        found = self.suggestion.details(plan)
        names, damage = self.say.names, found.expected_damage
        friends = sum(points for target, points in damage.items() if self._friend(target))
        return PlanDocument(
            **self._told(plan),
            to=cell_name(plan.to),
            then_to=cell_name(plan.retreat),
            provokes=tuple(names[foe] for foe in found.provoked),
            attacks=tuple(self._attacks(found)),
            saves=tuple(self._save(line) for line in found.saves),
            healing={names[target]: points for target, points in found.healing.items()},
            temporary_hit_points={names[target]: points for target, points in found.temporary.items()},
            boons={names[target]: self._named(action) for action, target in found.boons},
            expected_damage={names[target]: points for target, points in damage.items()},
            damage_to_foes=sum(damage.values()) - friends,
            damage_to_friends=friends,
            kill={names[target]: min(1.0, chance) for target, chance in found.kill.items()},
        )

    def _told(self, plan: Plan) -> dict[str, Any]:
        """Return a plan as data and in words."""
        text, deed = plan_and_deed(self.say, self.game, self.state, plan)
        return {"move": PlanRow.of(plan), "text": text, "deed": deed}

    def alternative(self, plan: Plan, gap: float) -> AlternativeDocument:
        """Return another plan in short."""
        damage = _core.fivee_tally(self.game.core, self.state, plan)["damage"]
        foes = sum(points for target, points in damage.items() if not self._friend(target))
        return AlternativeDocument(
            **self._told(plan),
            points_behind=max(0.0, POINTS * gap),
            damage_to_foes=foes,
        )

    def _friend(self, number: int) -> bool:
        return self.fight.fighters[number].side == self.suggestion.actor.side

    def _named(self, action: str) -> str:
        rows = (row for row in self.suggestion.actor.actions if row.name == action)
        return next((self.say.action(row) for row in rows), spoken(action))

    def _attacks(self, found: Breakdown) -> list[AttackDocument]:
        """Return the attack rolls, the same ones summed up."""
        groups: list[list[AttackLine]] = []
        for line in found.attacks:
            same = (
                group for group in groups if (group[0].action, group[0].target) == (line.action, line.target)
            )
            group = next(same, None)
            if group is None:
                groups.append([line])
            else:
                group.append(line)
        return [self._attack(group) for group in groups]

    def _attack(self, lines: Sequence[AttackLine]) -> AttackDocument:
        first, times = lines[0], len(lines)
        target = self.fight.fighters[first.target]
        answers = first.answer is not None and (first.turned > 0 or first.halved)

        def mean(values: Sequence[float], weights: Sequence[float]) -> float:
            total = sum(weights)
            return sum(v * w for v, w in zip(values, weights, strict=True)) / total if total > 0 else 0.0

        made = [line.made for line in lines]
        hits = [line.made * line.hit for line in lines]
        criticals = [line.made * line.critical for line in lines]
        return AttackDocument(
            action=self._named(first.action),
            target=self.say.names[first.target],
            times=times,
            miss=mean([line.miss for line in lines], made),
            hit=mean([line.hit for line in lines], made),
            critical=mean([line.critical for line in lines], made),
            hit_damage=mean([line.hit_damage for line in lines], hits),
            critical_damage=mean([line.critical_damage for line in lines], criticals),
            expected=sum(line.expected for line in lines),
            advantage=first.advantage,
            armor_class=first.armor_class,
            reaction=self.say.action(target.actions[first.answer or 0]) if answers else None,
            turned=mean([line.turned for line in lines], made),
            made=min(1.0, sum(made) / times),
        )

    def _save(self, line: SaveLine) -> SaveDocument:
        return SaveDocument(
            action=self._named(line.action),
            target=self.say.names[line.target],
            friend=self._friend(line.target),
            ability=line.ability if line.ability in ABILITIES else None,
            contest=next((kind for kind in CONTESTS if kind == line.ability), None),
            dc=line.dc or None,
            fails=min(1.0, max(0.0, line.fails)),
            after_hit=line.after_hit,
            damage_on_failure=line.damage_on_failure,
            damage_on_success=line.damage_on_success,
            conditions=tuple(self.say.condition(name) for name in line.conditions),
            expected=line.expected,
            later=line.later,
            resistances=self.state.fighter(line.target)["resistance_left"]
            if line.ability in ABILITIES
            else 0,
        )

    # ---- words -----------------------------------------------------------------------------------------

    def line(self) -> list[StepDocument]:
        """Return what is likely to come next: the dice, then somebody's plan."""
        found = []
        for step in likely_course(self.suggestion):
            if isinstance(step, LikelyRoll):
                found.append(self._roll(step))
            else:
                who = self.say.names[self.game.decider(step.state)]
                if step.state.legend >= 0:
                    who += f" ({self.say('lair' if step.state.lair else 'legendary')})"
                text = plan_words(self.say, self.game, step.state, step.plan)
                found.append(StepDocument(who=who, text=text, probability=1.0))
        return found

    def _roll(self, step: LikelyRoll) -> StepDocument:
        who = None if step.who is None else self.say.names[step.who]
        if step.word == "target_falls":
            text = self.say(step.word, who=who)
        else:
            text = self.say(step.word)
            if who is not None and step.word in ("saved", "failed"):
                text = self.say("saves_of", who=who, what=text)
        return StepDocument(who=None, text=text, probability=min(1.0, step.probability))

    def reactions(self) -> list[str]:
        """Return the reactions that may be due before the actor's next turn: those that it can still make,
        and an opportunity attack where it ends its turn next to a foe."""
        phrases = {"hit": "on_hit", "hit_melee": "on_melee", "attacked": "on_hit", "damaged": "on_damage"}
        actor = self.suggestion.actor
        found = [
            self.say(phrases[row.trigger], action=self.say.action(row))
            for row in actor.actions
            if row.economy == "reaction" and row.trigger in phrases
        ]
        number = self.fight.rules.opportunity(self.actor)
        if number >= 0 and (near := self._in_reach(number)):
            names = self.say.listed([self.say.names[foe] for foe in near])
            found.append(self.say("opportunity", action=self.say.action(actor.actions[number]), names=names))
        return found

    def _in_reach(self, number: int) -> list[int]:
        """Return the foes who stand in reach of an attack where the plan ends."""
        plan, there = self.suggestion.decision.action, self.state.copy()
        there.set_fighter(self.actor, {**self.state.fighter(self.actor), "at": plan.retreat})
        out = FLAGS["down"] | FLAGS["dead"] | FLAGS["fled"]
        foes = [f.number for f in self.fight.fighters if f.side != self.suggestion.actor.side]
        odds = {foe: self.game.blow(there, self.actor, number, foe) for foe in foes}
        return [
            foe
            for foe in foes
            if not self.state.fighter(foe)["flags"] & out
            and odds[foe]["possible"]
            and not odds[foe]["ranged"]
        ]

    def caveats(self) -> list[str]:
        """Return what was approximated and, of actor and targets, what the rules leave out."""
        suggestion, found = self.suggestion, []
        settings, done = suggestion.settings, suggestion.decision.statistics
        if done.depth < settings.depth and settings.search == "expectimax":
            found.append(self.say("depth_cut", depth=done.depth))
        names = {suggestion.actor.creature.name}
        targets = suggestion.breakdown.expected_damage
        names |= {self.fight.fighters[target].creature.name for target in targets}
        left_out = [caveat for caveat in self.fight.caveats if caveat.creature.name in names]
        return found + [caveat.told(self.say.language) for caveat in left_out]
