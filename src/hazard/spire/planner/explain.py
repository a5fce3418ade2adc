"""A plan in words, for whoever has to play it."""

from __future__ import annotations

from collections.abc import Callable

from hazard._core import SpireMoveKind
from hazard.language import phrase
from hazard.spire.planner.plan import Option, Plan, Threat
from hazard.spire.words import foe, rows

CLOSE = 3
"""How many of the next best plans are shown."""
Say = Callable[..., str]


def _speaker(language: str) -> Say:
    return lambda code, **values: phrase(code, language, **values)


def explanation(plan: Plan, language: str = "en") -> str:
    """Return the plan, what it costs this turn and in the end, the next best ones, and the threats."""
    say = _speaker(language)
    lines = [
        say("spire.plan.play", moves=_to_its_end(plan.options[0], ", ".join(plan.words(language)), say)),
        say("spire.plan.lethal") if plan.lethal else say("spire.plan.not_lethal"),
    ]
    lines += _expectation(plan, say)
    lines += _worth(plan, say)
    lines += _alternatives(plan, say, language)
    if plan.threats:
        lines += [say("spire.plan.threats"), *(f"  {_threat(threat, say)}" for threat in plan.threats)]
    if plan.unsettled:
        lines.append(say("spire.plan.unsettled", count=plan.unsettled))
    lines.append(_work(plan, say))
    return "\n".join(lines)


def _threat(threat: Threat, say: Say) -> str:
    """Return what a monster has announced, and how dangerous it is.

    >>> from hazard._core import SpireFoe
    >>> _threat(Threat(SpireFoe("Jaw Worm", 0), 42, 12, 1, 13.4), _speaker("en"))
    'Jaw Worm (42 HP): attacks for 12, threat 13'
    """
    if threat.hits == 0:
        does = say("spire.plan.idle")
    elif threat.hits == 1:
        does = say("spire.plan.attacks", damage=threat.damage)
    else:
        does = say("spire.plan.attacks_often", damage=threat.damage, hits=threat.hits)
    return say(
        "spire.plan.threat", monster=foe(threat.monster), hp=threat.hp, does=does, threat=threat.threat
    )


def _to_its_end(option: Option, words: str, say: Say) -> str:
    """Return the moves; a plan that stops short of the turn's end says what it waits for.

    >>> from hazard._core import SpireMove
    >>> end = SpireMove(SpireMoveKind.END, None, "", None)
    >>> _to_its_end(Option((end,), 0.5), "end turn", _speaker("en"))
    'end turn'
    >>> _to_its_end(Option((), 0.5), "Pommel Strike on Cultist", _speaker("en"))
    'Pommel Strike on Cultist, then see what chance brings'
    """
    ends = option.wins or (option.moves and option.moves[-1].kind == SpireMoveKind.END)
    return words if ends else say("spire.plan.open_end", moves=words)


def _expectation(plan: Plan, say: Say) -> list[str]:
    found = plan.forecast
    if found is None:
        return []
    lost = max(0.0, plan.hp - found.hp_left)
    lines = [say("spire.plan.this_turn", lost=_hp(found.lost_this_turn, say))]
    if not plan.lethal:
        one = round(found.turns) == 1
        turns = say("spire.plan.one_turn") if one else say("spire.plan.turns", count=found.turns)
        now = found.chance_to_die_this_turn
        die, error = found.chance_to_die, found.hp_left_error
        lines.append(
            say("spire.plan.in_the_end", lost=_hp(lost, say), error=error, turns=turns, die=die, now=now)
        )
    return lines


def _worth(plan: Plan, say: Say) -> list[str]:
    """Say what the search found the plan to be worth, as far as that is an estimate."""
    if plan.way != "search" or plan.options[0].exact or plan.simulations == 0:
        return []
    worth, error = (plan.max_hp * number for number in (plan.value, plan.standard_error))
    return [say("spire.plan.worth", worth=worth, error=error)]


def _hp(number: float, say: Say) -> str:
    """Return how many HP, none at least.

    >>> _hp(2.25, _speaker("en")), _hp(-0.01, _speaker("de"))
    ('2.2 HP', '0,0 HP')
    """
    return say("spire.plan.hp", hp=max(0.0, number))


def _alternatives(plan: Plan, say: Say, language: str) -> list[str]:
    others = [option for option in plan.options[1:] if option.visits > 0 or plan.way == "beam"][:CLOSE]
    if not others:
        return []
    lines = [say("spire.plan.next_best")]
    told = rows([option.moves for option in others], language)
    for option, words, compared in zip(others, told, plan.compared(others), strict=True):
        lines.append(f"  {_to_its_end(option, words, say)} ({_gap(plan, compared, say)})")
    return [*lines, say("spire.plan.too_close", count=plan.unclear)] if plan.unclear else lines


def _gap(plan: Plan, compared: tuple[float, float, bool], say: Say) -> str:
    if plan.way == "beam":
        return say("spire.plan.score", gap=-compared[0])
    gap, error = plan.max_hp * compared[0], plan.max_hp * compared[1]
    if gap == error == 0.0:
        return say("spire.plan.equal")
    told = say("spire.plan.gap", gap=-gap, error=error) if error else say("spire.plan.exact_gap", gap=-gap)
    return say("spire.plan.close", gap=told) if compared[2] else told


def _work(plan: Plan, say: Say) -> str:
    took = plan.seconds * 1000
    if plan.way == "search":
        return say("spire.plan.searched", plans=len(plan.options), fights=plan.simulations, took=took)
    return say("spire.plan.scored", positions=plan.positions, took=took)
