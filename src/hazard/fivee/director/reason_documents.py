"""Reasons and limits in words: from the records of ``reasons`` and ``restraint`` to what a document holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hazard.fivee.director.phrases import plan_and_deed, plan_words
from hazard.fivee.director.reasons import Reason, Reasons
from hazard.fivee.director.restraint import Toll
from hazard.fivee.rules.combat import Plan
from hazard.language import phrase

if TYPE_CHECKING:
    from hazard.fivee.director.director import Suggestion
    from hazard.fivee.director.documents import Reporter, TollDocument


def told_reasons(reporter: Reporter) -> dict[str, Any]:
    """Return why the plan was chosen, and what would change the choice."""
    say, found = reporter.say, Reasons(reporter.suggestion)
    why = tuple(_told(reporter, reason) for reason in found.told())
    change = found.change()
    if change is None:
        return {"why": why}
    plan = plan_words(say, reporter.game, change.state, change.plan)
    return {
        "why": why,
        "change": say(change.phrase, target=say.names[change.target], points=change.points, plan=plan),
    }


def _told(reporter: Reporter, reason: Reason) -> str:
    say = reporter.say
    return say(reason.phrase, **{name: _word(reporter, name, value) for name, value in reason.values.items()})


def _word(reporter: Reporter, name: str, value: Any) -> str:
    """Return what fills a blank: what it holds is known by the blank's name."""
    say = reporter.say
    match name, value:
        case "other", Plan():
            return plan_and_deed(say, reporter.game, reporter.state, value)[1]
        case (("target" | "foe" | "other"), int()):
            return say.names[value]
        case "names", list():
            return say.listed([say.names[number] for number in value])
        case (("chance" | "less" | "below" | "share"), float()):
            return say.percent(value)
        case (("points" | "hit_points" | "most"), _):
            return say.number(value, 0)
        case "damage", _:
            return say.number(value)
        case "condition", str():
            return say.condition(value)
        case "conditions", _:
            return say.listed([say.condition(each) for each in value])
        case "shape", str():
            return phrase(f"fivee.shape.{value}", say.language)
        case "spell", _:
            return say.action(value)
    return str(value)


def told_limits(reporter: Reporter) -> TollDocument | None:
    """Return what the plan may cost the party beside the limits of the objective, if it has any."""
    from hazard.fivee.director.documents import TollDocument

    suggestion = reporter.suggestion
    found, restrained = suggestion.restraint, suggestion.restrained
    if found is None or restrained is None:
        return None
    barred = found.barred[0] if found.barred else None
    its = None if barred is None else restrained.toll(reporter.state, barred)
    if (
        barred is not None and its is not None and restrained.keeps_now(its)
    ):  # what comes after it is too much
        its = restrained.toll(reporter.state, barred, found.turns)
    return TollDocument(
        deaths=found.now.deaths,
        death_this_turn=min(1.0, found.now.death),
        death_this_turn_limit=found.limits.death_this_turn,
        total_kill_this_turn=min(1.0, found.now.total_kill),
        total_kill_this_turn_limit=found.limits.total_kill_this_turn,
        turns=found.turns,
        death_in_horizon=min(1.0, found.soon.death),
        death_in_horizon_limit=found.limits.death_in_horizon,
        total_kill_in_horizon=min(1.0, found.soon.total_kill),
        total_kill_in_horizon_limit=found.limits.total_kill_in_horizon,
        exact=found.now.exact,
        kept=found.kept,
        barred=None if barred is None else plan_words(reporter.say, reporter.game, reporter.state, barred),
        barred_death=0.0 if its is None else min(1.0, its.death),
        barred_total_kill=0.0 if its is None else min(1.0, its.total_kill),
    )


def broken_limits(suggestion: Suggestion, plan: Plan) -> Toll | None:
    """Return the toll of a plan that the limits of the suggestion forbid, or None."""
    restrained = suggestion.restrained
    if restrained is None:
        return None
    toll = restrained.toll(suggestion.state, plan)
    return None if restrained.keeps_now(toll) else toll
