"""Decisions and solutions as a notebook shows them: a headline and a table in HTML, all text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from hazard.decision import Decision
from hazard.game import words
from hazard.render import sentences
from hazard.render.scale import scale_of

if TYPE_CHECKING:
    from hazard.solving.solve import Solution

ROWS = 8
"""Options to show at most."""


def decision_html(decision: Decision) -> str:
    """Return the headline, the situation and the ranked options.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> decision = hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=3))
    >>> decision_html(decision).startswith("<div><p><b>roll: ")
    True
    """
    scale = scale_of(decision)
    rows = [
        (
            option.words,
            scale.value(option.value),
            "-" if option is decision.best else scale.bare(option.gap),
            scale.kind(option.kind),
        )
        for option in decision.options[:ROWS]
    ]
    hidden = len(decision.options) - len(rows)
    table = _table(("", scale.say("column_value"), scale.say("column_behind"), ""), rows)
    more = f"<p>{escape(scale.say('more', count=hidden))}</p>" if hidden else ""
    headline = f"<b>{escape(sentences.headline(decision, scale))}</b>"
    said = f"{headline}<br>{escape(sentences.situation(decision, scale))}"
    return f"<div><p>{said}</p>{table}{more}</div>"


def solution_html(solution: Solution) -> str:
    """Return what was solved, how well, and what to do at the root.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> "<td>roll</td>" in solution_html(hazard.solve(Pig(target=5)))
    True
    """
    game, root = solution.game, solution.root
    rows = [(words(game, root, move), f"{value:.9g}") for move, value in solution.options()[:ROWS]]
    return f"<div><p><b>{escape(repr(solution).strip('<>'))}</b></p>{_table(('', 'value'), rows)}</div>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
