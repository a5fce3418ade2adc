"""A suggestion in words, as a game master reads it, in English and in German."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hazard.fivee.director.documents import (
    AS_GOOD,
    AlternativeDocument,
    AttackDocument,
    PlanDocument,
    Reporter,
    SaveDocument,
    StepDocument,
    SuggestionDocument,
    TollDocument,
)
from hazard.fivee.director.phrases import Wording, plan_words
from hazard.fivee.director.reason_documents import broken_limits
from hazard.fivee.rules.combat import Plan
from hazard.game import GameError

if TYPE_CHECKING:
    from hazard.fivee.director.director import Suggestion

ALTERNATIVES = 2
CAVEATS = 6


def tell(suggestion: Suggestion, language: str = "en", *, alternatives: int = ALTERNATIVES) -> str:
    """Return the suggestion in words, a paragraph of short lines.

    >>> from hazard.fivee.director.director import Director
    >>> from hazard.fivee.rules.fight import Fight
    >>> from hazard.fivee.content.library import encounters
    >>> director = Director(Fight(encounters()["goblin-ambush"], seed=1))
    >>> " → " in tell(director.suggest()).splitlines()[0]
    True
    """
    reporter = Reporter(suggestion, language)
    return "\n".join(lines(reporter.report(), reporter.say, alternatives))


def document(suggestion: Suggestion, language: str = "en") -> dict[str, Any]:
    """Return the suggestion as plain JSON data; the schema is ``SuggestionDocument``."""
    return Reporter(suggestion, language).report().model_dump(mode="json")


def lines(found: SuggestionDocument, say: Wording, alternatives: int = ALTERNATIVES) -> list[str]:
    """Return a suggestion's lines: what to do, its numbers, what else was close, what comes, what to mind."""
    who = found.actor
    if found.legendary:
        who += f" ({say('lair' if found.lair else 'legendary')})"
    first, *rest = plan_lines(found.plan, say)
    told = [f"{who} → {found.plan.text}. {first}".rstrip(), *reason_lines(found, say), *rest]
    if found.reactions:
        told.append(say("reaction", names="; ".join(found.reactions)))
    told += next_lines(found, say, alternatives)
    if found.line:
        told.append(say("likely", line=line_text(found.line, say)))
    if found.caveats:
        shown = list(found.caveats[:CAVEATS])
        more = len(found.caveats) - len(shown)
        told.append(say("caveats") + " " + "; ".join(shown + ([f"… (+{more})"] if more else [])) + ".")
    return told


def reason_lines(found: SuggestionDocument, say: Wording) -> list[str]:
    """Return why, what would change it, and what the limits have to do with it."""
    told = []
    if found.why:
        told.append(" ".join(filter(None, [say("why", reasons="; ".join(found.why)), found.change])))
    if found.limits is not None:
        told += limit_lines(found.limits, found.objective, say)
    return told


def _few(count: float, say: Wording) -> str:
    """Return a number of characters, never rounded to none."""
    return f"<{say.number(0.01, 2)}" if 0 < count < 0.005 else say.number(count, 2)


def limit_lines(toll: TollDocument, objective: str, say: Wording) -> list[str]:
    """Return what the plan may cost the party beside the limits, and what the limits have held back."""
    now, limit = say.percent(toll.death_this_turn), say.percent(toll.death_this_turn_limit)
    line = say("toll", deaths=_few(toll.deaths, say), now=now, limit=limit)
    if toll.turns > 1:
        soon, most = say.percent(toll.death_in_horizon), say.percent(toll.death_in_horizon_limit)
        line += say("toll_soon", turns=toll.turns, soon=soon, limit=most)
    if max(toll.total_kill_this_turn, toll.total_kill_in_horizon) > 0:
        total = say.percent(toll.total_kill_this_turn)
        line += say("toll_total", now=total, limit=say.percent(toll.total_kill_this_turn_limit))
    told = [line + "."]
    if not toll.kept:
        told.append(say("least_deadly", objective=objective))
    if toll.barred is not None:
        death, total = say.percent(toll.barred_death), say.percent(toll.barred_total_kill)
        told.append(say("barred", plan=toll.barred, death=death, total=total))
    return told


# ---- the numbers of a plan -------------------------------------------------------------------------------


def plan_lines(plan: PlanDocument, say: Wording) -> list[str]:
    """Return the numbers of a plan; the first line may be empty."""
    found = [""]
    total = plan.damage_to_foes + plan.damage_to_friends
    follows = abs(total - _told(plan)) > 0.05
    if len(plan.attacks) == 1 and not plan.saves and not follows:
        attack = plan.attacks[0]
        found[0] = f"{_attack_rest(attack, say)} {_kills(plan, say)}".rstrip()
    else:
        if plan.damage_to_friends > 0.05:
            friends = say.number(plan.damage_to_friends)
            found[0] = say("expected_all", damage=say.number(total), friends=friends)
        elif total > 0.05:
            found[0] = say("expected", damage=say.number(total))
        found[0] = f"{found[0]} {_kills(plan, say)}".strip()
        for attack in plan.attacks:
            phrase = "attacks" if attack.times > 1 else "attack"
            rest = _attack_rest(attack, say)
            found.append(
                "  " + say(phrase, times=attack.times, action=attack.action, target=attack.target, rest=rest)
            )
        found += ["  " + _save_text(save, say) for save in _merged(plan.saves)]
        if follows:
            found.append("  " + say("follows"))
    found += [say("healing", target=who, points=say.number(points)) for who, points in plan.healing.items()]
    found += [
        say("temporary", target=who, points=say.number(points))
        for who, points in plan.temporary_hit_points.items()
    ]
    found += [say("boon", target=who, action=action) for who, action in plan.boons.items()]
    if plan.provokes:
        found.append(say("provokes", names=say.listed(list(plan.provokes))))
    return found


def _told(plan: PlanDocument) -> float:
    """The mean damage of the lines, by themselves."""
    return sum(line.expected for line in plan.attacks) + sum(line.expected for line in plan.saves)


def _attack_rest(attack: AttackDocument, say: Wording) -> str:
    if attack.hit_damage == 0 and attack.critical_damage == 0:  # a web, a grip
        hit, miss = say.percent(attack.hit + attack.critical), say.percent(attack.miss)
        return " ".join([say("odds_only", hit=hit, miss=miss), *attack_notes(attack, say)])
    odds = say(
        "odds",
        critical=say.percent(attack.critical),
        most=say.number(attack.critical_damage),
        hit=say.percent(attack.hit),
        mean=say.number(attack.hit_damage),
        miss=say.percent(attack.miss),
    )
    parts = [say("expected", damage=say.number(attack.expected))]
    parts.append(say("each", odds=odds) if attack.times > 1 else odds)
    return " ".join(parts + attack_notes(attack, say))


def attack_notes(attack: AttackDocument, say: Wording) -> list[str]:
    """Return what the odds of an attack have counted in: advantage, and a reaction of the target."""
    parts = [] if attack.made > 0.9999 else [say("made", chance=say.percent(attack.made))]
    if attack.advantage:
        parts.append(say("advantage" if attack.advantage > 0 else "disadvantage"))
    if attack.reaction is not None:
        phrase = "answered" if attack.turned > 0 else "halved"
        turned = say.percent(attack.turned)
        parts.append(say(phrase, target=attack.target, reaction=attack.reaction, turned=turned))
    return parts


def _kills(plan: PlanDocument, say: Wording) -> str:
    kills = {who: chance for who, chance in plan.kill.items() if chance > 0}
    if not kills:
        return ""
    if len(plan.kill) == 1:
        return say("kill", chance=say.percent(next(iter(kills.values()))))
    return " ".join(say("kill_who", target=who, chance=say.percent(p)) for who, p in kills.items())


def _merged(saves: Sequence[SaveDocument]) -> list[SaveDocument]:
    """Return the saves without repetitions: riders of equal attacks are told once."""
    return list(dict.fromkeys(saves))


def _save_text(save: SaveDocument, say: Wording) -> str:
    told = _save_odds(save, say)
    if save.later:
        told = say("later", line=told)
    if save.resistances:
        told += " " + say("resists", target=save.target, times=save.resistances)
    return told


def _save_odds(save: SaveDocument, say: Wording) -> str:
    conditions = say.listed(list(save.conditions))
    target = f"{save.target} ({say('friend')})" if save.friend else save.target
    damages = save.damage_on_failure > 0 or save.damage_on_success > 0
    after_hit = save.after_hit < 1.0
    if save.ability is None and save.contest is None:
        dealt = [say("damage", damage=say.number(save.damage_on_failure))] if damages else []
        what = say.listed(dealt + list(save.conditions))
        if after_hit:
            return say("sure_after_hit", chance=say.percent(save.after_hit), target=target, what=what)
        return say("sure", action=save.action, target=target, what=what)
    values = {
        "action": save.action,
        "target": target,
        "ability": say.ability(save.ability or ""),
        "dc": save.dc,
        "fails": say.percent(save.fails),
        "saves": say.percent(1.0 - save.fails),
        "full": say.number(save.damage_on_failure),
        "half": say.number(save.damage_on_success),
        "conditions": conditions,
        "chance": say.percent(save.after_hit * save.fails),
        "more": say("also", conditions=conditions) if conditions else "",
    }
    if save.contest is not None:
        return say("contest" if save.contest == "grip" else "hiding", **values)
    if damages:
        return say("rider_damage" if after_hit else "save_damage", **values)
    return say("rider" if after_hit else "save_conditions", **values)


# ---- what else there was ---------------------------------------------------------------------------------


def next_lines(found: SuggestionDocument, say: Wording, count: int) -> list[str]:
    """Return the best alternatives that differ in more than the cell they are done from."""
    if not found.alternatives:
        return [say("only")]
    shown: list[str] = []
    seen = {found.plan.deed}
    for other in found.alternatives:
        if other.deed in seen:
            continue
        seen.add(other.deed)
        shown.append(say("next", plan=other.text, gap=gap_text(found.plan, other, say)))
        if len(shown) == count:
            return shown
    if not shown:
        other = found.alternatives[0]
        shown.append(say("next", plan=other.text, gap=gap_text(found.plan, other, say)))
    return shown


def gap_text(best: PlanDocument, other: AlternativeDocument, say: Wording) -> str:
    """Return how far another plan falls behind, in points of 100 and in damage."""
    even = other.points_behind < AS_GOOD
    parts = [say("even") if even else say("points", points=say.number(other.points_behind))]
    less = best.damage_to_foes - other.damage_to_foes
    if abs(less) >= 0.05:
        parts.append(say("less" if less > 0 else "more", damage=say.number(abs(less))))
    return "; ".join(parts)


def line_text(line: Sequence[StepDocument], say: Wording) -> str:
    """Return what is likely to come as one sentence."""
    told = []
    for step in line:
        if step.who is None:
            told.append(f"{step.text} ({say.percent(step.probability)})")
        else:
            told.append(say("then", name=step.who, plan=step.text) if told else f"{step.who}: {step.text}")
    return ", ".join(told)


# ---- why not? --------------------------------------------------------------------------------------------


def why_not(suggestion: Suggestion, plan: Plan | str, language: str = "en") -> str:
    """Return how a plan compares with the suggested one.

    A person gives it by its words, or by some of them: an action, a target, a cell, in either language.
    """
    full = suggestion.with_every_plan()
    reporter = Reporter(full, language)
    say = reporter.say
    chosen = suggestion.decision.action
    asked = meant(full, plan, language) if isinstance(plan, str) else plan
    values = {o.action: o.value for found in (suggestion, full) for o in found.decision.options}
    if asked not in values:
        words = plan_words(say, full.game, full.state, asked)
        raise GameError("fivee.plan_not_considered", who=say.names[reporter.actor], plan=words)
    best, other = reporter.plan(chosen), reporter.plan(asked)
    told = [say("why_not", plan=other.text)]
    if asked == chosen:
        return f"{told[0]} {say('it_is')}"
    gap = 50.0 * abs(values[chosen] - values[asked])
    told.append(say("level") if gap < AS_GOOD else say("behind", points=say.number(gap)))
    if (barred := broken_limits(suggestion, asked)) is not None:
        death, total = say.percent(barred.death), say.percent(barred.total_kill)
        name = suggestion.objective.name
        told.append(say("breaks_limit", objective=name, death=death, total=total))
    told += _differences(best, other, reporter)
    return " ".join(filter(None, told))


def _differences(best: PlanDocument, other: PlanDocument, reporter: Reporter) -> list[str]:
    say, told = reporter.say, []
    if abs(best.damage_to_foes - other.damage_to_foes) >= 0.05:
        its = say.number(other.damage_to_foes)
        told.append(say("instead_damage", its=its, best=say.number(best.damage_to_foes)))
    if other.damage_to_friends > 0.05:
        told.append(say("instead_friends", its=say.number(other.damage_to_friends)))
    for who in dict.fromkeys([*best.kill, *other.kill]):
        theirs, ours = other.kill.get(who, 0.0), best.kill.get(who, 0.0)
        if abs(theirs - ours) >= 0.005:
            told.append(say("instead_kill", target=who, its=say.percent(theirs), best=say.percent(ours)))
    if set(other.provokes) - set(best.provokes):
        told.append(say("instead_provokes", names=say.listed(list(other.provokes))))
    if not told:
        told.append(say("same_numbers", actor=reporter.say.names[reporter.actor]))
    return told + plan_lines(other, say)[:1]


def meant(suggestion: Suggestion, words: str, language: str = "en") -> Plan:
    """Return the plan that ``words`` mean, the best of them if there are several with what is named."""
    from hazard.fivee.table.meaning import PlanReader

    plans = [option.action for option in suggestion.decision.options]
    return PlanReader(suggestion.game, suggestion.state, plans, language).meant(words)
