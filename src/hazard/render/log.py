"""The trace of a search as an indented log, one line for each visited node."""

from __future__ import annotations

from hazard.decision import Decision, TraceNode
from hazard.game import Turn
from hazard.render.sentences import probability_text
from hazard.search import SettingError
from hazard.text import shorten

WORDS_CELLS = 40
_BOUND = {"lower": "at least ", "upper": "at most ", None: ""}
_LEAF = {
    "table": "answered by the table",
    "reach": "too unlikely to look further",
    "horizon": "horizon",
    "over": "over",
}
PRUNING = ("alpha-beta", "star1", "star2")
"""Cuts that left something out because it could not matter; the others are answers."""

NO_TRACE = "no trace was kept; ask for one by a search such as Expectimax(trace=1000)"


def trace_text(decision: Decision, limit: int = 200) -> str:
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
    if not decision.trace:
        return NO_TRACE
    nodes = {node.id: node for node in decision.trace}
    indent: dict[int, int] = {}
    lines = []
    for node in decision.trace[:limit]:
        indent[node.id] = indent.get(node.parent, -1) + 1
        lines.append("  " * indent[node.id] + _line(node, nodes.get(node.parent)))
    hidden, most = len(decision.trace) - len(lines), getattr(decision.search, "trace", 0)
    if hidden > 0:
        lines.append(f"… {hidden:,} more")
    elif len(decision.trace) == most:
        lines.append(f"The log ends here, at its limit of {most:,} nodes; raise trace.")
    return "\n".join(lines)


def _line(node: TraceNode, parent: TraceNode | None) -> str:
    move = f" {shorten(node.words, WORDS_CELLS)}" if parent is not None else ""
    if node.probe:
        move = f" probing{move}"
    elif parent is not None and parent.turn is Turn.CHANCE:
        move += f" ({probability_text(node.probability)})"
    if node.reward:
        move += f" pays {node.reward:.4g}"
    log = f"{node.turn.name} depth {node.depth} {window_text(node.alpha, node.beta)}{move} → "
    if node.cut in PRUNING:
        return log + cut_words(node)
    return f"{log}{_BOUND[node.bound]}{node.value:.4g}" + (f" ({cut_words(node)})" if node.cut else "")


def window_text(alpha: float, beta: float) -> str:
    """Return a search window as an interval.

    >>> window_text(0.5, float("inf"))
    '[0.5, inf]'
    """
    return f"[{alpha:.4g}, {beta:.4g}]"


def cut_words(node: TraceNode) -> str:
    """Return in words what ended ``node`` early, or nothing."""
    if node.cut in PRUNING:
        bound = f"{_BOUND[node.bound]}{node.value:.4g}"
        return f"cut by {node.cut}: {bound}, window was {window_text(node.alpha, node.beta)}"
    return _LEAF.get(node.cut, node.cut)
