"""Plans and outcomes in short English: for explanations and drawings, and as earlier journals have them."""

from __future__ import annotations

from collections.abc import Iterator

from hazard.fivee.content.cells import cell_name
from hazard.fivee.rules.combat import Combat, Outcome, Plan
from hazard.fivee.rules.fight import FightState

_POINT = 16
"""Hit points are counted in sixteenths."""


def described(game: Combat, state: FightState, move: Plan | Outcome) -> str:
    """Return a move in the words that journals of earlier versions know it by.

    >>> from hazard.fivee.content.library import encounters
    >>> from hazard.fivee.rules.fight import Fight
    >>> game = Combat(Fight(encounters()["goblin-ambush"], seed=1))
    >>> described(game, game.start(), game.actions(game.start())[0])
    'move to j4, Shortsword at Goblin B, Off-hand Shortsword at Goblin B'
    """
    if isinstance(move, Outcome):
        return _described_outcome(game, move)
    return ", ".join(_described_plan(game, state, move)) or "pass"


def _described_plan(game: Combat, state: FightState, plan: Plan) -> Iterator[str]:
    fighters, actor = game.fight.fighters, game.core.decider(state)
    actions = fighters[actor].actions
    if plan.bonus is not None and plan.bonus_first:
        yield actions[plan.bonus].name
    if plan.to != state.at(actor):
        yield f"{'flee' if plan.flees else 'move'} to {cell_name(plan.to)}"
    if plan.standard is not None:
        yield f"ready {actions[plan.sequence].name}" if plan.standard == "ready" else plan.standard
    if plan.action is not None:
        row = actions[plan.action]
        part = row.name + (f" {plan.sequence + 1}" if len(row.recipes) > 1 else "")
        if plan.target is not None:
            part += f" at {fighters[plan.target].name}"
        if plan.other is not None:
            part += f" and after {plan.after} at {fighters[plan.other].name}"
        areas = row.area is not None or row.recipes
        if areas and (caught := sorted(set(game.core.caught(state, plan)))):
            part += " on " + " and ".join(fighters[i].name for i in caught)
        yield part
    if plan.bonus is not None and not plan.bonus_first:
        target = "" if plan.bonus_target is None else f" at {fighters[plan.bonus_target].name}"
        yield actions[plan.bonus].name + target
    if plan.retreat != plan.to:
        yield f"withdraw to {cell_name(plan.retreat)}"


_SHORT = {
    "recharge": ("recharged", "not recharged"),
    "death_save": ("death save made", "death save failed"),
    "repeat_save": ("shakes it off", "does not shake it off"),
    "concentration": ("keeps concentration", "loses concentration"),
    "escape": ("gets free", "is still held"),
    "collapse": ("still stands", "goes down"),
    "fortitude": ("rises again", "is destroyed"),
}


def _described_outcome(game: Combat, outcome: Outcome) -> str:
    points = _points(outcome.points)
    match outcome.kind:
        case "strike":
            what = "critical hit" if outcome.critical else "hit"
            words = "miss" if outcome.missed else f"{what} for {points}"
            words += f", down after {outcome.attacks}" if outcome.felled else ""
            return words + (", reaction" if outcome.answered else "")
        case "rider":
            return ("saved" if outcome.saved else "not saved") + (f", {points}" if outcome.points else "")
        case "area_damage":
            return f"{points} rolled"
        case "area_save":
            assert outcome.who is not None
            return f"{game.fight.fighters[outcome.who].name} {'saves' if outcome.saved else 'fails'}"
        case "death_save" if outcome.critical:
            return "natural 20" if outcome.saved else "natural 1"
    return _SHORT[outcome.kind][not outcome.saved]


def _points(points: float) -> str:
    """Return hit points, with two digits where they are not whole.

    >>> _points(4.0), _points(4.0625)
    ('4', '4.06')
    """
    whole, rest = divmod(round(points * _POINT), _POINT)
    hundredths = (rest * 100 + _POINT // 2) // _POINT
    return f"{whole}.{hundredths:02}" if hundredths else str(whole)
