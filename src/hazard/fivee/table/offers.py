"""What may be spent on an outcome, and is asked about first: a character's reaction, legendary resistance."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from hazard.fivee.content.words import ANSWERED, CRITICAL, FLAGS, MISSED, SAVED
from hazard.fivee.rules.combat import Combat
from hazard.fivee.rules.fight import Fight, FightState
from hazard.fivee.table.questions import Answer, Question, asked

_NOTHING = Answer()
_SAVES = ("rider", "area_save", "repeat_save")


@dataclass(frozen=True)
class Offer:
    """Something that somebody may spend."""

    kind: Literal["reaction", "resistance"]
    who: int
    action: int = -1
    """The reaction, of their actions."""
    count: int = 0
    """How many legendary resistances are left."""
    otherwise: Answer = _NOTHING
    """What the dice say if it is not used."""


def reaction_offered(fight: Fight, question: Question, answer: Answer) -> Offer | None:
    """Return a character's reaction that an outcome spends, or None."""
    if question.kind != "strike" or not answer.result & ANSWERED or question.who < 0:
        return None
    target = fight.fighters[question.who]
    if target.side != "party":
        return None
    for number, action in enumerate(target.actions):
        if action.economy == "reaction" and action.trigger in ("hit", "hit_melee"):
            return Offer("reaction", question.who, action=number)
    return None


def without_reaction(
    game: Combat, state: FightState, question: Question, answer: Answer, dice: random.Random
) -> Answer:
    """Return what the same roll is without the reaction: the hit that it would turn aside or halve."""
    plain = state.copy()
    target = plain.fighter(question.who)
    plain.set_fighter(question.who, {**target, "flags": target["flags"] | FLAGS["reacted"]})
    found = asked(game, plain)
    assert found is not None
    critical = answer.result & CRITICAL
    hits = [(p, a) for p, a in found.results if not a.result & MISSED and a.result & CRITICAL == critical]
    if not answer.result & MISSED:  # it was halved, rounded down
        hits = [(p, a) for p, a in hits if a.points // 2 == answer.points] or hits
    return dice.choices([a for _, a in hits], weights=[p for p, _ in hits])[0] if hits else answer


def resistance_offered(fight: Fight, state: FightState, question: Question, answer: Answer) -> Offer | None:
    """Return the legendary resistance that a failed save may be turned by, or None."""
    if question.kind not in _SAVES or question.ability is None or question.who < 0 or answer.result & SAVED:
        return None
    left = state.fighter(question.who)["resistance_left"]
    return Offer("resistance", question.who, count=left) if left else None
