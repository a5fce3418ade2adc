"""The sentences of an explanation, as plain strings: what is chosen, what was close, what was done."""

from __future__ import annotations

import math

from hazard.decision import Decision, Option, Step, ValueKind
from hazard.game import Turn, has_heuristic, name_of, state_text
from hazard.limits import value_unknown
from hazard.render.scale import Scale
from hazard.search import Beam, Solve
from hazard.text import shorten

ACTION_CELLS = 48
LINE_STEPS = 12
PLAN_STEPS = 30

_STOPPED = {
    "complete": "ran to completion",
    "seconds": "stopped by the time limit",
    "nodes": "stopped by the node limit",
    "depth": "stopped by the depth limit",
    "memory": "stopped by the memory limit",
    "settled": "stopped because one option was clearly best",
    "deepest": "stopped at the greatest depth there is",
    "asked": "stopped on request",
}


def valued(scale: Scale, value: float, kind: ValueKind, error: float | None, unit: str) -> str:
    """Return a value with its kind: ``at least 3 points``, ``75.7 % ± 0.2 % chance to win (estimate)``.

    >>> valued(Scale(percent=True, decimals=1), 0.5, "lower", None, "chance to win")
    'at least 50.0 % chance to win'
    """
    text = scale.value(value)
    if error is not None and math.isfinite(error):
        text += f" ± {scale.value(error)}"
    text = f"{text} {unit}".rstrip()
    if kind == "lower":
        return f"at least {text}"
    return f"at most {text}" if kind == "upper" else f"{text} ({kind})"


def headline(decision: Decision, scale: Scale) -> str:
    """Return the chosen action and what it is worth.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> from hazard.render.scale import scale_of
    >>> decision = hazard.decide(Pig(target=2, die=(0, 1)), budget=hazard.Budget(depth=1))
    >>> headline(decision, scale_of(decision))  # doctest: +ELLIPSIS
    'roll: ... % chance to win (estimate)'
    """
    best, for_max = decision.best, decision.turn is Turn.MAX
    if value_unknown(decision):
        return (
            f"{shorten(best.words, ACTION_CELLS)}: value unknown ({certain(scale, best)}){standing(decision)}"
        )
    if scale.percent:
        unit, lead = ("chance to win" if for_max else "chance that MAX wins"), ""
    else:
        unit, lead = ("" if for_max else "for MAX"), "worth "
    worth = valued(scale, best.value, best.kind, best.standard_error, unit)
    if best.kind == "estimate" and decision.unfinished == "play-outs":
        worth = worth.removesuffix("(estimate)") + f"(estimate by play-outs, {certain(scale, best)})"
    return f"{shorten(best.words, ACTION_CELLS)}: {lead}{worth}{standing(decision)}"


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
        return "nothing is certain"
    if low is None or high is None:
        return f"certain: at most {high}" if low is None else f"certain: at least {low}"
    return f"certain: {low} to {high}"


def standing(decision: Decision) -> str:
    """Return what is known of the choice, beside the kind of its value.

    An exact value says nothing about actions that are still open; a value that is not exact may belong to an
    action that nothing can beat.
    """
    if len(decision.options) == 1:
        return ""
    if decision.proven:
        return ", proven best"
    return ", but other actions may be better" if decision.kind == "exact" else ""


def situation(decision: Decision) -> str:
    """Return who moves, and where.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> situation(hazard.decide(Pig(), Pig().parse("40 35 12 min"), budget=hazard.Budget(depth=1)))
    'MIN to move in 40 35 12 min. Values are for MAX, so MIN wants them low.'
    """
    where = f"{decision.turn.name} to move in {shorten(state_text(decision.game, decision.state), 60)}."
    return where if decision.turn is Turn.MAX else f"{where} Values are for MAX, so MIN wants them low."


def comparison(decision: Decision, scale: Scale) -> str:
    """Return how far the next best action falls behind, and whether that is certain."""
    if len(decision.options) == 1:
        return "It is the only action."
    if value_unknown(decision):
        return "Nothing is known of the others either."
    best, second = decision.options[0], decision.options[1]
    name = shorten(second.words, ACTION_CELLS)
    if not math.isfinite(second.gap):
        return f"Next best: {name}."
    sense = gap_sense(decision, second)
    if second.gap < 0:
        ahead = scale.difference(-second.gap)
        return f"Next: {name}, whose value is {ahead} better but less certain."
    if abs(second.gap) < 1e-12 and not sense:
        return f"{name} is just as good."
    said = f"Next best: {name}, {_SENSE_WORDS[sense]}{scale.difference(second.gap)} behind."
    errors = [option.standard_error or 0.0 for option in (best, second)]
    if any(errors) and second.gap < 2 * math.hypot(*errors):
        said += " That is within two standard errors: too close to call."
    return said


def unfinished(decision: Decision) -> str:
    """Return where the values of unfinished games come from, where the game itself has no idea of them."""
    if decision.unfinished != "play-outs" or has_heuristic(decision.game) or value_unknown(decision):
        return ""
    return f"Unfinished games were played out: {name_of(decision.game)} has no heuristic."


_SENSE_WORDS = {"": "", "≥": "at least ", "≤": "at most ", "~": "about "}


def gap_sense(decision: Decision, option: Option) -> str:
    """Tell what a gap of bounded values is: ``≥``, ``≤``, ``~`` where bounds disagree, or nothing."""
    if option is decision.best:
        return ""
    away: ValueKind = "upper" if decision.turn is Turn.MAX else "lower"
    near: ValueKind = "lower" if decision.turn is Turn.MAX else "upper"
    more = option.kind == away or decision.kind == near
    less = option.kind == near or decision.kind == away
    return "~" if more and less else "≥" if more else "≤" if less else ""


def principal_line(decision: Decision) -> str:
    """Return the line of best actions and likeliest outcomes: ``roll → 4 (17 %) → MIN roll``."""
    steps = [step_words(decision, step) for step in decision.line[:LINE_STEPS]]
    if len(decision.line) > LINE_STEPS:
        steps.append(f"… {len(decision.line) - LINE_STEPS} more")
    return " → ".join(steps)


def plan_steps(decision: Decision) -> list[str]:
    """Return the steps of a beam's plan, numbered; an empty list for any other search."""
    if not isinstance(decision.search, Beam):
        return []
    steps = [f"{n}. {step_words(decision, step)}" for n, step in enumerate(decision.line[:PLAN_STEPS], 1)]
    if len(decision.line) > PLAN_STEPS:
        steps.append(f"… {len(decision.line) - PLAN_STEPS} more")
    return steps


def step_words(decision: Decision, step: Step) -> str:
    """Return one step in words: an outcome with its probability, the other player's action with the name."""
    said = shorten(step.words, ACTION_CELLS)
    if step.turn is Turn.CHANCE:
        return f"{said} ({probability_text(step.probability)})"
    return said if step.turn is decision.turn else f"{step.turn.name} {said}"


def probability_text(probability: float) -> str:
    """Return a probability in per cent, with a decimal only where it says something.

    >>> probability_text(1 / 6), probability_text(0.004), probability_text(1)
    ('17 %', '0.4 %', '100 %')
    """
    if not math.isfinite(probability):
        return "unknown"
    percent = 100 * probability
    if percent >= 9.95 or percent == 0:
        return f"{percent:.0f} %"
    return f"{percent:.1f} %" if percent >= 0.05 else "< 0.1 %"


def statistics_line(decision: Decision) -> str:
    """Return one line on what the search did and what stopped it."""
    done = decision.statistics
    rate = f" ({done.nodes / done.seconds:,.0f}/s)" if done.seconds > 0 else ""
    if isinstance(decision.search, Solve):
        return f"Solve, {done.nodes:,} states in {_duration(done.seconds)}; the whole game is solved."
    parts = [
        type(decision.search).__name__,
        f"depth {done.depth}",
        f"{done.nodes:,} nodes in {_duration(done.seconds)}{rate}",
    ]
    counts = [
        (done.simulations, "simulation"),
        (done.tree_nodes, "tree node"),
        (done.evaluations, "evaluation"),
        (done.table_hits, "table hit"),
    ]
    parts += [f"{count:,} {name}{'s' * (count != 1)}" for count, name in counts if count]
    cuts = [
        (done.alpha_beta_cuts, "alpha-beta"),
        (done.star1_cuts, "star1"),
        (done.star2_cuts, "star2"),
        (done.table_cuts, "table"),
        (done.reach_cuts, "reach"),
    ]
    if any(count for count, _ in cuts):
        parts.append("cuts: " + ", ".join(f"{count:,} {name}" for count, name in cuts if count))
    return "; ".join([", ".join(parts), _STOPPED.get(decision.stopped, f"stopped: {decision.stopped}")]) + "."


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.01 else f"{1000 * seconds:.2g} ms"
