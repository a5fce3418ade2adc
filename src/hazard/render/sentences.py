"""The sentences of an explanation, as plain strings: what is chosen, what was close, what was done.

They are made in the language of the :class:`~hazard.render.scale.Scale` that the values are shown in.
"""

from __future__ import annotations

import math

from hazard.decision import Decision, Option, Step, ValueKind
from hazard.game import Turn, has_heuristic, name_of, state_text
from hazard.language import ENGLISH, number
from hazard.limits import value_unknown
from hazard.render.scale import Scale
from hazard.search import Beam, Solve
from hazard.text import shorten

ACTION_CELLS = 48
LINE_STEPS = 12
PLAN_STEPS = 30
STOPPED = ("complete", "seconds", "nodes", "depth", "memory", "settled", "deepest", "asked")


def valued(scale: Scale, value: float, kind: ValueKind, error: float | None, unit: str, how: str = "") -> str:
    """Return a value with its kind: ``at least 3 points``, ``75.7 % ± 0.2 % chance to win (estimate)``.

    ``how`` stands in place of the kind.

    >>> valued(Scale(percent=True, decimals=1), 0.5, "lower", None, "chance to win")
    'at least 50.0 % chance to win'
    """
    text = scale.value(value)
    if error is not None and math.isfinite(error):
        text += f" ± {scale.value(error)}"
    text = f"{text} {unit}".rstrip()
    if kind in ("lower", "upper"):
        return scale.say(f"bound_{kind}", value=text)
    return f"{text} ({how or scale.kind(kind)})"


def headline(decision: Decision, scale: Scale) -> str:
    """Return the chosen action and what it is worth.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> from hazard.render.scale import scale_of
    >>> decision = hazard.decide(Pig(target=2, die=(0, 1)), budget=hazard.Budget(depth=1))
    >>> headline(decision, scale_of(decision))  # doctest: +ELLIPSIS
    'roll: ... % chance to win (estimate)'
    """
    best, for_max, say = decision.best, decision.turn is Turn.MAX, scale.say
    action = shorten(best.told(scale.language), ACTION_CELLS)
    if value_unknown(decision):
        said = say("value_unknown", action=action, certain=certain(scale, best))
        return said + standing(decision, scale)
    if scale.percent:
        unit = say("unit_win" if for_max else "unit_max_wins")
    else:
        unit = "" if for_max else say("unit_max")
    how = ""
    if best.kind == "estimate" and decision.unfinished == "play-outs":
        how = say("by_play_outs", certain=certain(scale, best))
    worth = valued(scale, best.value, best.kind, best.standard_error, unit, how)
    if not scale.percent:
        worth = say("worth", value=worth)
    return f"{action}: {worth}{standing(decision, scale)}"


def certain(scale: Scale, option: Option) -> str:
    """Say between which values an option certainly lies, whatever an estimate says.

    >>> from hazard.decision import Option
    >>> option = Option("roll", "roll", 0.4, "estimate", 0.0, low=0.0, high=1.0)
    >>> certain(Scale(percent=True, decimals=1), option)
    'certain: 0.0 % to 100.0 %'
    """
    low = scale.value(option.low) if math.isfinite(option.low) else None
    high = scale.value(option.high) if math.isfinite(option.high) else None
    if low is None and high is None:
        return scale.say("certain_nothing")
    if low is None:
        return scale.say("certain_most", high=high)
    if high is None:
        return scale.say("certain_least", low=low)
    return scale.say("certain", low=low, high=high)


def standing(decision: Decision, scale: Scale) -> str:
    """Return what is known of the choice, beside the kind of its value.

    An exact value says nothing about actions that are still open; a value that is not exact may belong to an
    action that nothing can beat.
    """
    if len(decision.options) == 1:
        return ""
    if decision.proven:
        return scale.say("standing_proven")
    return scale.say("standing_open") if decision.kind == "exact" else ""


def situation(decision: Decision, scale: Scale) -> str:
    """Return who moves, and where.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> situation(hazard.decide(Pig(), Pig().parse("40 35 12 min"), budget=hazard.Budget(depth=1)), Scale())
    'MIN to move in 40 35 12 min. Values are for MAX, so MIN wants them low.'
    """
    state = shorten(state_text(decision.game, decision.state), 60)
    where = scale.say("to_move", player=decision.turn.name, state=state)
    return where if decision.turn is Turn.MAX else f"{where} {scale.say('min_wants_low')}"


def comparison(decision: Decision, scale: Scale) -> str:
    """Return how far the next best action falls behind, and whether that is certain."""
    say = scale.say
    if len(decision.options) == 1:
        return say("only_action")
    if value_unknown(decision):
        return say("others_unknown")
    best, second = decision.options[0], decision.options[1]
    action = shorten(second.told(scale.language), ACTION_CELLS)
    if not math.isfinite(second.gap):
        return say("next_best", action=action)
    sense = gap_sense(decision, second)
    if second.gap < 0:
        return say("less_certain", action=action, ahead=scale.difference(-second.gap))
    if abs(second.gap) < 1e-12 and not sense:
        return say("as_good", action=action)
    gap = scale.difference(second.gap)
    said = say("behind", action=action, gap=say(_SENSE_WORDS[sense], value=gap) if sense else gap)
    errors = [option.standard_error or 0.0 for option in (best, second)]
    if any(errors) and second.gap < 2 * math.hypot(*errors):
        said += " " + say("too_close")
    return said


def unfinished(decision: Decision, scale: Scale) -> str:
    """Return where the values of unfinished games come from, where the game itself has no idea of them."""
    if decision.unfinished != "play-outs" or has_heuristic(decision.game) or value_unknown(decision):
        return ""
    return scale.say("played_out", game=name_of(decision.game))


_SENSE_WORDS = {"≥": "bound_lower", "≤": "bound_upper", "~": "about"}


def gap_sense(decision: Decision, option: Option) -> str:
    """Tell what a gap of bounded values is: ``≥``, ``≤``, ``~`` where bounds disagree, or nothing."""
    if option is decision.best:
        return ""
    away: ValueKind = "upper" if decision.turn is Turn.MAX else "lower"
    near: ValueKind = "lower" if decision.turn is Turn.MAX else "upper"
    more = option.kind == away or decision.kind == near
    less = option.kind == near or decision.kind == away
    return "~" if more and less else "≥" if more else "≤" if less else ""


def principal_line(decision: Decision, scale: Scale) -> str:
    """Return the line of best actions and likeliest outcomes: ``roll → 4 (17 %) → MIN roll``."""
    steps = [step_words(decision, step, scale) for step in decision.line[:LINE_STEPS]]
    if len(decision.line) > LINE_STEPS:
        steps.append(scale.say("more", count=len(decision.line) - LINE_STEPS))
    return " → ".join(steps)


def plan_steps(decision: Decision, scale: Scale) -> list[str]:
    """Return the steps of a beam's plan, numbered; an empty list for any other search."""
    if not isinstance(decision.search, Beam):
        return []
    steps = [
        f"{n}. {step_words(decision, step, scale)}" for n, step in enumerate(decision.line[:PLAN_STEPS], 1)
    ]
    if len(decision.line) > PLAN_STEPS:
        steps.append(scale.say("more", count=len(decision.line) - PLAN_STEPS))
    return steps


def step_words(decision: Decision, step: Step, scale: Scale) -> str:
    """Return one step in words: an outcome with its probability, the other player's action with the name."""
    said = shorten(step.told(scale.language), ACTION_CELLS)
    if step.turn is Turn.CHANCE:
        return f"{said} ({probability_text(step.probability, scale.language)})"
    return said if step.turn is decision.turn else f"{step.turn.name} {said}"


def probability_text(probability: float, language: str = ENGLISH) -> str:
    """Return a probability in per cent, with a decimal only where it says something.

    >>> probability_text(1 / 6), probability_text(0.004), probability_text(1), probability_text(0.004, "de")
    ('17 %', '0.4 %', '100 %', '0,4 %')
    """
    if not math.isfinite(probability):
        return Scale(language=language).say("unknown")
    percent = 100 * probability
    if percent >= 9.95 or percent == 0:
        return f"{percent:.0f} %"
    return (
        f"{number(percent, '.1f', language)} %" if percent >= 0.05 else f"< {number(0.1, '.1f', language)} %"
    )


def statistics_line(decision: Decision, scale: Scale) -> str:
    """Return one line on what the search did and what stopped it."""
    done, say = decision.statistics, scale.say
    duration = _duration(done.seconds, scale.language)
    if isinstance(decision.search, Solve):
        return say("solved", states=done.nodes, duration=duration)
    rate = f" ({number(done.nodes / done.seconds, ',.0f', scale.language)}/s)" if done.seconds > 0 else ""
    search = type(decision.search).__name__
    parts = [say("searched", search=search, depth=done.depth, nodes=done.nodes, time=duration + rate)]
    counts = ("simulations", "tree_nodes", "evaluations", "table_hits")
    parts += [say(name, count=count) for name in counts if (count := getattr(done, name))]
    cuts = ("alpha_beta", "star1", "star2", "table", "reach")
    made = [say(f"cut_{name}", count=count) for name in cuts if (count := getattr(done, f"{name}_cuts"))]
    if made:
        parts.append(say("cuts", cuts=", ".join(made)))
    known = decision.stopped in STOPPED
    ended = say(f"stopped_{decision.stopped}") if known else say("stopped_otherwise", why=decision.stopped)
    return f"{', '.join(parts)}; {ended}."


def _duration(seconds: float, language: str) -> str:
    if seconds >= 1:
        return f"{number(seconds, '.1f', language)} s"
    return f"{number(1000 * seconds, '.0f' if seconds >= 0.01 else '.2g', language)} ms"
