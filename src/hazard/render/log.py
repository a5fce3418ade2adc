"""The trace of a search as an indented log, one line for each visited node."""

from __future__ import annotations

from hazard.decision import Decision, TraceNode
from hazard.game import Turn
from hazard.language import ENGLISH, Speaker, number
from hazard.render.sentences import probability_text
from hazard.search import SettingError
from hazard.text import shorten

WORDS_CELLS = 40
_LEAF = ("table", "reach", "horizon", "over")
PRUNING = ("alpha-beta", "star1", "star2")
"""Cuts that left something out because it could not matter; the others are answers."""


def trace_text(decision: Decision, limit: int = 200, language: str = ENGLISH) -> str:
    """Return the first ``limit`` nodes of the trace, indented, with their windows, values and cuts.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> search = hazard.Expectimax(trace=100)
    >>> decision = hazard.decide(Pig(target=2, die=(0, 1)), None, search, hazard.Budget(depth=1))
    >>> print(trace_text(decision))  # doctest: +ELLIPSIS
    MAX depth 1 [0, 1] → 0...
      CHANCE depth 0 [0, 1] roll → 0... (horizon)
    """
    if not isinstance(limit, int) or limit < 1:
        raise SettingError("render.limit_not_positive", limit=limit)
    say = Speaker("render.told", language)
    if not decision.trace:
        return say("no_trace")
    nodes = {node.id: node for node in decision.trace}
    indent: dict[int, int] = {}
    lines = []
    for node in decision.trace[:limit]:
        indent[node.id] = indent.get(node.parent, -1) + 1
        lines.append("  " * indent[node.id] + _line(node, nodes.get(node.parent), say))
    hidden, most = len(decision.trace) - len(lines), getattr(decision.search, "trace", 0)
    if hidden > 0:
        lines.append(say("more", count=hidden))
    elif len(decision.trace) == most:
        lines.append(say("trace_ends", most=most))
    return "\n".join(lines)


def _line(node: TraceNode, parent: TraceNode | None, say: Speaker) -> str:
    move = f" {shorten(node.told(say.language), WORDS_CELLS)}" if parent is not None else ""
    if node.probe:
        move = f" {say('probing')}{move}"
    elif parent is not None and parent.turn is Turn.CHANCE:
        move += f" ({probability_text(node.probability, say.language)})"
    if node.reward:
        move += " " + say("pays", reward=node.reward)
    depth = say("at_depth", depth=node.depth)
    log = f"{node.turn.name} {depth} {window_text(node.alpha, node.beta, say.language)}{move} → "
    if node.cut in PRUNING:
        return log + cut_words(node, say)
    return log + _bounded(node, say) + (f" ({cut_words(node, say)})" if node.cut else "")


def _bounded(node: TraceNode, say: Speaker) -> str:
    value = number(node.value, ".4g", say.language)
    return value if node.bound is None else say(f"bound_{node.bound}", value=value)


def window_text(alpha: float, beta: float, language: str = ENGLISH) -> str:
    """Return a search window as an interval.

    >>> window_text(0.5, float("inf")), window_text(0.5, 1.0, "de")
    ('[0.5, inf]', '[0,5; 1]')
    """
    between = "; " if number(0.5, ".1f", language)[1] == "," else ", "
    return f"[{number(alpha, '.4g', language)}{between}{number(beta, '.4g', language)}]"


def cut_words(node: TraceNode, say: Speaker) -> str:
    """Return in words what ended ``node`` early, or nothing."""
    if node.cut in PRUNING:
        window = window_text(node.alpha, node.beta, say.language)
        return say("cut_by", how=node.cut, bound=_bounded(node, say), window=window)
    return say(f"leaf_{node.cut}") if node.cut in _LEAF else node.cut
