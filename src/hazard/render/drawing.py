"""A decision as a picture: an interactive page or a static SVG."""

from __future__ import annotations

import os
from pathlib import Path

from hazard.decision import Decision
from hazard.files import write_text
from hazard.render import sentences
from hazard.render.layout import place
from hazard.render.page import page
from hazard.render.scale import scale_of
from hazard.render.svg import static_svg
from hazard.render.tree import TreeNode, legible_depth, tree_of, walk
from hazard.search import SettingError

OPEN_LEVELS = 2
LARGE = 60
"""A tree of more nodes than this starts collapsed below ``OPEN_LEVELS``."""
STATIC_ROWS = 40
"""Leaves that a static drawing may have before it leaves its deeper levels out."""


def draw(decision: Decision, path: str | os.PathLike[str] | None = None, *, depth: int | None = None) -> str:
    """Draw the tree behind ``decision``; return the markup, and write it to ``path`` if there is one.

    Args:
        decision: what to draw; with a trace (``Expectimax(trace=500)``) the whole logged tree.
        path: a file ending in ``.html`` (a page to click through) or ``.svg`` (a still picture, no script).
            Without one, the page is returned.
        depth: levels below the root to draw, chance included. By default a page holds all of them
            and a still picture as many as stay legible.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> decision = hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=2))
    >>> draw(decision).splitlines()[0]
    '<!doctype html>'
    """
    if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool) or depth < 1):
        raise SettingError("render.depth_not_positive", depth=depth)
    suffix = ".html" if path is None else Path(path).suffix.lower()
    if suffix not in (".html", ".svg"):
        raise SettingError("render.unknown_file_ending", path=os.fspath(path or ""))
    drawn = _page(decision, depth) if suffix == ".html" else _still(decision, depth)
    if path is not None:
        write_text(path, drawn)
    return drawn


def _page(decision: Decision, depth: int | None) -> str:
    root, scale = tree_of(decision, depth), scale_of(decision)
    large = sum(1 for _ in walk(root)) > LARGE
    return page(decision, place(root, OPEN_LEVELS if large else None), scale, _remarks(decision, root))


def _still(decision: Decision, depth: int | None) -> str:
    if depth is None:
        depth = legible_depth(tree_of(decision), STATIC_ROWS)
    root, scale = tree_of(decision, depth), scale_of(decision)
    remark = f"{sentences.situation(decision)} {sentences.comparison(decision, scale)}"
    return static_svg(place(root), scale, sentences.headline(decision, scale), remark)


def _remarks(decision: Decision, root: TreeNode) -> list[str]:
    """What a reader of the drawing should know about it."""
    remarks = []
    left_out = sum(node.left_out for node, _ in walk(root))
    if left_out:
        remarks.append(f"{left_out:,} nodes of the trace are not drawn.")
    if not decision.trace:
        remarks.append(
            "Only the first moves are known; a search such as Expectimax(trace=500) logs the whole tree."
        )
    if any(node.reward for node, _ in walk(root)):
        remarks.append(
            "A node's value is what is still to come; the reward of the step to it, such as +2, is not in it."
        )
    return remarks
