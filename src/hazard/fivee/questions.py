"""What the dice are asked for at the table: the question, an answer rolled or read, and what follows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hazard import _core
from hazard.fivee.combat import Combat
from hazard.fivee.fight import FightState
from hazard.fivee.phrases import Wording
from hazard.fivee.words import ABILITIES, CONDITIONS

MISSED, CRITICAL, SAVED, ANSWERED = 1, 2, 4, 8
"""Bits of a result; the compiled rules have the same."""

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


# ---- in words --------------------------------------------------------------------------------------------

_ASK = {
    "strike": (
        "{actor}: {action} at {who} ({chance} to hit). Hit or miss? (hit {hit}, crit {crit}, miss)",
        "{actor}: {action} auf {who} (trifft {chance}). Treffer? (treffer {hit}, krit {crit}, daneben)",
    ),
    "rider_save": (
        "{who}: {ability} save DC {dc} against {action} ({chance}). Made it? (save, fail{amount})",
        "{who}: {ability}-Rettungswurf SG {dc} gegen {action} ({chance}). Geschafft? "
        "(geschafft, misslungen{amount})",
    ),
    "rider_heal": (
        "{who} is healed by {action}: how much? ({points})",
        "{who} wird durch {action} geheilt: wie viel? ({points})",
    ),
    "rider": (
        "{action} on {who}: how much damage? ({points})",
        "{action} auf {who}: wie viel Schaden? ({points})",
    ),
    "area_damage": (
        "{action}: one roll of damage for all, before saves. How much? ({points})",
        "{action}: ein Schadenswurf für alle, vor Rettungswürfen. Wie viel? ({points})",
    ),
    "area_save": (
        "{who}: {ability} save DC {dc} against {action} ({chance}). Made it? (save, fail)",
        "{who}: {ability}-Rettungswurf SG {dc} gegen {action} ({chance}). Geschafft? (geschafft, misslungen)",
    ),
    "recharge": (
        "{who}: does {action} recharge ({dc}–6 on a d6)? (yes, no)",
        "{who}: lädt {action} wieder auf ({dc}–6 auf W6)? (ja, nein)",
    ),
    "death_save": (
        "{who} makes a death save. (save, fail, natural 20, natural 1)",
        "{who} macht einen Todesrettungswurf. (geschafft, misslungen, natürliche 20, natürliche 1)",
    ),
    "repeat_save": (
        "{who}: {ability} save DC {dc} to end {conditions} ({chance}). Made it? (save, fail)",
        "{who}: {ability}-Rettungswurf SG {dc}, um {conditions} zu beenden ({chance}). "
        "Geschafft? (geschafft, misslungen)",
    ),
    "concentration": (
        "{who}: CON save DC {dc} to keep concentration ({chance}). Made it? (save, fail)",
        "{who}: KON-Rettungswurf SG {dc} für die Konzentration ({chance}). "
        "Geschafft? (geschafft, misslungen)",
    ),
    "escape": (
        "{who} tries to get free: DC {dc} ({chance}). Made it? (yes, no, or what was rolled in all)",
        "{who} versucht freizukommen: SG {dc} ({chance}). Geschafft? (ja, nein, oder der ganze Wurf)",
    ),
    "collapse": (
        "Nobody has said how many hit points {who} has: does it still stand? ({chance}) (yes, no)",
        "Niemand kennt die Trefferpunkte von {who}: steht es noch? ({chance}) (ja, nein)",
    ),
    "fortitude": (
        "{who}: CON save DC {dc} to stay at 1 hit point ({chance}). Made it? (save, fail)",
        "{who}: KON-Rettungswurf SG {dc}, um mit 1 Trefferpunkt zu bleiben ({chance}). "
        "Geschafft? (geschafft, misslungen)",
    ),
}


def _likely_points(question: Question) -> float:
    """Return what may well be rolled, for an example: the mean where nothing is saved."""
    rolled = [(chance, answer.points) for chance, answer in question.results if not answer.result & SAVED]
    chances = sum(chance for chance, _ in rolled)
    return sum(chance * points for chance, points in rolled) / chances if chances > 0 else 0.0


def question_text(say: Wording, question: Question) -> str:
    """Return a question as it is asked."""
    key: str = question.kind
    if key == "rider":
        key = "rider_save" if question.ability else "rider_heal" if question.heals else "rider"
    fighters = say.fight.fighters
    action = say.action(fighters[question.actor].actions[question.action]) if question.action >= 0 else ""
    return _ASK[key][say.german].format(
        who=say.names[question.who] if question.who >= 0 else "",
        actor=say.names[question.actor] if question.actor < len(say.names) else "",
        action=action.removesuffix(" (one roll)").removesuffix(" (ein Wurf)"),
        ability=say.ability(question.ability) if question.ability else "",
        dc=question.dc,
        chance=say.percent(question.chance),
        hit=sum(question.hit) // 2,
        crit=sum(question.critical) // 2,
        points=round(_likely_points(question)),
        amount=f" {_likely_points(question):.0f}" if question.damages else "",
        conditions=say.listed([say.condition(name) for name in question.conditions])
        or ("the effect" if not say.german else "die Wirkung"),
    )


_TOLD = {
    "hit": ("hit for {points}", "Treffer für {points}"),
    "crit": ("critical hit for {points}", "kritischer Treffer für {points}"),
    "miss": ("miss", "daneben"),
    "reaction": (" (reaction)", " (Reaktion)"),
    "saved": ("saves", "Rettungswurf geschafft"),
    "failed": ("fails", "Rettungswurf misslungen"),
    "yes": ("yes", "ja"),
    "no": ("no", "nein"),
    "natural20": ("natural 20", "natürliche 20"),
    "natural1": ("natural 1", "natürliche 1"),
    "points": ("{points}", "{points}"),
}


def answer_text(say: Wording, question: Question, answer: Answer) -> str:
    """Return an answer in words, as it stands in the log."""

    def told(key: str) -> str:
        return _TOLD[key][say.german].format(points=f"{answer.points:g}")

    if question.kind == "strike":
        key = "miss" if answer.result & MISSED else "crit" if answer.result & CRITICAL else "hit"
        return told(key) + (told("reaction") if answer.result & ANSWERED else "")
    if question.kind == "area_damage" or (question.kind == "rider" and question.ability is None):
        return told("points")
    success = bool(answer.result & SAVED)
    if question.kind == "death_save" and answer.result & CRITICAL:
        return told("natural20" if success else "natural1")
    if question.kind in ("recharge", "collapse", "escape"):
        return told("yes" if success else "no")
    dealt = f", {answer.points:g}" if answer.points else ""
    return told("saved" if success else "failed") + dealt
