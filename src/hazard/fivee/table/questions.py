"""What the dice are asked for at the table: the question, an answer that is rolled, and what follows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hazard import _core
from hazard.fivee.content.words import ABILITIES, CONDITIONS, MISSED, SAVED
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import FightState

Kind = Literal[
    "none", "strike", "rider", "area_damage", "area_save", "recharge", "death_save", "repeat_save",
    "concentration", "escape", "collapse", "fortitude",
]  # fmt: skip


Span = tuple[int, int]


class Answer(NamedTuple):
    """What the dice said: points of damage or healing, and the bits of the result."""

    points: float = 0.0
    result: int = 0


@dataclass(frozen=True)
class Question:
    """A roll that the rules wait for."""

    kind: Kind
    who: int
    """Whom it is about: the target of a strike, whoever saves; -1: several."""
    actor: int
    action: int
    """Of the actor's stat block; -1: none."""
    ability: str | None
    dc: int
    heals: bool
    damages: bool
    conditions: tuple[str, ...]
    results: tuple[tuple[float, Answer], ...]
    """Everything that may come up, with its chance."""
    roll: Span = (0, 0)
    """The least and the most that the d20 and its bonus come to (the d6, to recharge)."""
    hit: Span = (0, 0)
    """The least and the most damage of a hit, before any reaction to it."""
    critical: Span = (0, 0)
    """The same of a critical hit."""
    contest: str | None = None
    """What is rolled against each other in place of a save: ``grip`` or ``hide``."""

    @property
    def chance(self) -> float:
        """The chance of a success: a hit, a save made, a recharge."""
        return sum(chance for chance, answer in self.results if self.succeeds(answer))

    def succeeds(self, answer: Answer) -> bool:
        """Whether an answer is a success."""
        if self.kind == "strike":
            return not answer.result & MISSED
        return bool(answer.result & SAVED)


def asked(game: Combat, state: FightState) -> Question | None:
    """Return what the dice are asked for in ``state``, or None where somebody decides."""
    if not state.chance:
        return None
    found = _core.fivee_asked(game.core, state)
    mask = found.get("conditions", 0)
    return Question(
        kind=found["kind"],
        who=found["who"],
        actor=found["actor"],
        action=found["action"],
        ability=ABILITIES[found["ability"]] if found["ability"] >= 0 else None,
        dc=found["dc"],
        contest=found.get("contest"),
        heals=bool(found.get("heals")),
        damages=bool(found.get("damages")),
        conditions=tuple(name for bit, name in enumerate(CONDITIONS) if mask >> bit & 1),
        results=tuple((p, Answer(points, result)) for p, points, result in found["results"]),
        roll=found["roll"],
        hit=found.get("hit", (0, 0)),
        critical=found.get("critical", (0, 0)),
    )


def rolled(question: Question, dice: random.Random) -> Answer:
    """Return an answer by the dice."""
    chances = [chance for chance, _ in question.results]
    return dice.choices(question.results, weights=chances)[0][1]


def settled(game: Combat, state: FightState, answer: Answer) -> FightState:
    """Return what follows from an answer: the next question, or the next decision."""
    return _core.fivee_settle(game.core, state, answer.points, answer.result)


def next_decision(game: Combat, state: FightState, dice: random.Random) -> FightState:
    """Let the dice fall until somebody decides or the fight is over."""
    state = _core.fivee_go_on(game.core, state)
    while (question := asked(game, state)) is not None:
        state = settled(game, state, rolled(question, dice))
    return state
