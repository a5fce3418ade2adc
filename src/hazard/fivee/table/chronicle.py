"""What a fact has changed, in one line for the log."""

from __future__ import annotations

from typing import Any

from hazard.fivee.content.cells import cell_name
from hazard.fivee.content.words import CONDITIONS, FLAGS
from hazard.fivee.director.phrases import Wording
from hazard.fivee.rules.fight import FightState
from hazard.fivee.table.facts import Fact
from hazard.fivee.table.question_words import answer_text
from hazard.fivee.table.questions import Answer, Question


def changes(
    say: Wording, before: FightState, after: FightState, fact: Fact, question: Question | None = None
) -> str:
    """Return what came of a fact: what was done or rolled, and what it changed."""
    if fact.kind == "join":  # nobody else has changed
        number = say.fight.fighters[-1].number
        return _say(say, "joined", who=say.names[number], after=cell_name(after.fighter(number)["at"]))
    found = list(_head(say, before, fact, question))
    same = bool(fact.who) and before.round == after.round and before.mover == after.mover
    for fighter in say.fight.fighters:
        old, new = before.fighter(fighter.number), after.fighter(fighter.number)
        if old != new:
            same = False
            found += _changed(say, fighter.number, old, new)
    if after.over and not before.over:
        found.append(_say(say, "over"))
    elif not after.chance and (before.mover, before.round) != (after.mover, after.round):
        found.append(_say(say, "turn", round=after.round, who=say.names[after.mover]))
    if same and not found:
        return _say(say, "unchanged", who=say.names[say.fight.named(fact.who or "").number])
    return "; ".join(found) or _say(say, "nothing")


def _say(say: Wording, key: str, **values: object) -> str:
    return say.on("fivee.changes")(key, **values)


def _head(say: Wording, before: FightState, fact: Fact, question: Question | None) -> list[str]:
    match fact.kind:
        case "plan":
            fighter = say.fight.fighters[before.legend if before.legend >= 0 else before.mover]
            return [f"{say.names[fighter.number]} → {fact.text}"]
        case "dice" if question is not None:
            who = say.names[question.who] if question.who >= 0 else say.names[question.actor]
            return [f"{who}: {answer_text(say, question, Answer(fact.points, fact.result))}"]
        case "objective":
            return [_say(say, "objective", text=fact.text)]
        case "initiative":
            called = {fighter.name: say.names[fighter.number] for fighter in say.fight.fighters}
            order = _say(say, "order", order=", ".join(called.get(name, name) for name in fact.order))
            if fact.score is None:
                return [order]
            return [
                _say(say, "initiative", who=called.get(fact.who or "", ""), score=fact.score, order=order)
            ]
        case "fall":
            who = say.names[say.fight.named(fact.who or "").number]
            return [_say(say, "falls", who=who, feet=fact.feet)]
        case "note":
            return [fact.text or ""]
        case "reaction":
            return [_say(say, "reacted", who=fact.who)]
    return []


def _changed(say: Wording, number: int, old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    who = say.names[number]
    fighter = say.fight.fighters[number]
    found = []

    def tell(key: str, **values: object) -> None:
        found.append(_say(say, key, who=who, **values))

    if old["hit_points"] != new["hit_points"]:
        tell("points", before=_points(old["hit_points"]), after=_points(new["hit_points"]))
    if old["damage"] != new["damage"]:
        tell("taken", after=_points(new["damage"]))
    if old["temporary"] != new["temporary"]:
        tell("temporary", after=_points(new["temporary"]))
    for flag in ("dead", "down", "fled", "stable"):
        if new["flags"] & FLAGS[flag] and not old["flags"] & FLAGS[flag]:
            tell(flag)
    if old["flags"] & FLAGS["down"] and not new["flags"] & (FLAGS["down"] | FLAGS["dead"]):
        tell("up")
    saves = new["successes"], new["failures"]
    if saves != (old["successes"], old["failures"]) and new["flags"] & FLAGS["down"]:
        tell("death_saves", successes=new["successes"], failures=new["failures"])
    down = new["flags"] & (FLAGS["down"] | FLAGS["dead"])
    for bit, name in enumerate(CONDITIONS):
        was, now = old["conditions"] >> bit & 1, new["conditions"] >> bit & 1
        if was != now and not down:
            tell("gained" if now else "lost", condition=say.condition(name))
    if old["exhaustion"] != new["exhaustion"]:
        tell("exhaustion", after=new["exhaustion"])
    if tuple(old["at"]) != tuple(new["at"]):
        tell("moved", after=cell_name(new["at"]))
    if new["resistance_left"] < old["resistance_left"]:
        tell("resistance")
    if old["concentration"] != new["concentration"]:
        if new["concentration"]:
            tell("concentrates", action=say.action(fighter.actions[new["concentration"] - 1]))
        else:
            tell("distracted")
    for level, (was, now) in enumerate(zip(old["slots"], new["slots"], strict=True)):
        if was != now:
            tell("slot", level=level, after=now)
    for action_number, action in enumerate(fighter.actions):
        place = say.fight.rules.limited(number, action_number)
        if place >= 0 and old["left"][place] < new["left"][place]:
            tell("ready", action=say.action(action))
    return found


def _points(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
