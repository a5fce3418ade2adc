"""What the dice are asked for, and what they said, in the words of a language."""

from __future__ import annotations

from hazard.fivee.content.words import ANSWERED, CRITICAL, MISSED, SAVED
from hazard.fivee.director.phrases import Wording
from hazard.fivee.table.questions import Answer, Question


def _likely_points(question: Question) -> float:
    """Return what may well be rolled, for an example: the mean where nothing is saved."""
    rolled = [(chance, answer.points) for chance, answer in question.results if not answer.result & SAVED]
    chances = sum(chance for chance, _ in rolled)
    return sum(chance * points for chance, points in rolled) / chances if chances > 0 else 0.0


def question_text(say: Wording, question: Question) -> str:
    """Return a question as it is asked."""
    key: str = question.kind
    if question.contest is not None:
        key = "escape_contest" if key == "escape" else f"contest_{question.contest}"
    if key == "rider":
        key = "rider_save" if question.ability else "rider_heal" if question.heals else "rider"
    fighters = say.fight.fighters
    action = say.action(fighters[question.actor].actions[question.action]) if question.action >= 0 else ""
    effect = say.on("fivee.ask")("effect")
    return say.on("fivee.ask")(
        key,
        who=say.names[question.who] if question.who >= 0 else "",
        actor=say.names[question.actor] if question.actor < len(say.names) else "",
        action=action,
        ability=say.ability(question.ability) if question.ability else "",
        dc=question.dc,
        chance=say.percent(question.chance),
        hit=sum(question.hit) // 2,
        crit=sum(question.critical) // 2,
        points=round(_likely_points(question)),
        amount=f" {_likely_points(question):.0f}" if question.damages else "",
        conditions=say.listed([say.condition(name) for name in question.conditions]) or effect,
    )


def answer_text(say: Wording, question: Question, answer: Answer) -> str:
    """Return an answer in words, as it stands in the log."""

    def told(key: str) -> str:
        return say.on("fivee.answer")(key, points=f"{answer.points:g}")

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
