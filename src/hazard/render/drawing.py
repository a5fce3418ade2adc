"""A decision as a picture: an interactive page or a static SVG."""

from __future__ import annotations

import os
from pathlib import Path

from hazard.decision import Decision
from hazard.files import write_text
from hazard.language import ENGLISH
from hazard.render import sentences
from hazard.render.layout import place
from hazard.render.page import page
from hazard.render.scale import Scale, scale_of
from hazard.render.svg import static_svg
from hazard.render.tree import TreeNode, legible_depth, tree_of, walk
from hazard.search import SettingError

OPEN_LEVELS = 2
LARGE = 60
"""A tree of more nodes than this starts collapsed below ``OPEN_LEVELS``."""
STATIC_ROWS = 40
"""Leaves that a static drawing may have before it leaves its deeper levels out."""


def draw(
    decision: Decision,
    path: str | os.PathLike[str] | None = None,
    *,
    depth: int | None = None,
    language: str = ENGLISH,
) -> str:
    """Draw the tree behind ``decision``; return the markup, and write it to ``path`` if there is one.

    Args:
        decision: what to draw; with a trace (``Expectimax(trace=500)``) the whole logged tree.
        path: a file ending in ``.html`` (a page to click through) or ``.svg`` (a still picture, no script).
            Without one, the page is returned.
        depth: levels below the root to draw, chance included. By default a page holds all of them
            and a still picture as many as stay legible.
        language: the language of the words, such as ``"de"``.

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
    drawn = (_page if suffix == ".html" else _still)(decision, depth, scale_of(decision, language))
    if path is not None:
        write_text(path, drawn)
    return drawn


def _page(decision: Decision, depth: int | None, scale: Scale) -> str:
    root = tree_of(decision, depth, language=scale.language)
    large = sum(1 for _ in walk(root)) > LARGE
    return page(
        decision,
        place(root, OPEN_LEVELS if large else None, scale.language),
        scale,
        _remarks(decision, root, scale),
    )


def _still(decision: Decision, depth: int | None, scale: Scale) -> str:
    if depth is None:
        depth = legible_depth(tree_of(decision), STATIC_ROWS)
    root = tree_of(decision, depth, language=scale.language)
    remark = f"{sentences.situation(decision, scale)} {sentences.comparison(decision, scale)}"
    return static_svg(
        place(root, language=scale.language), scale, sentences.headline(decision, scale), remark
    )


def _remarks(decision: Decision, root: TreeNode, scale: Scale) -> list[str]:
    """What a reader of the drawing should know about it."""
    remarks = []
    left_out = sum(node.left_out for node, _ in walk(root))
    if left_out:
        remarks.append(scale.say("not_drawn", count=left_out))
    if not decision.trace:
        remarks.append(scale.say("only_first_moves"))
    if any(node.reward for node, _ in walk(root)):
        remarks.append(scale.say("values_to_come"))
    return remarks
