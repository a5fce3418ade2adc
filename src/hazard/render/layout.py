"""Where each node of a drawing stands: columns by level, one row for each visible leaf.

The tree grows from left to right, so that words have room on the edges::

                     words
          ┌────────────────── ▲
    ▲ ────┤          words          a parent stands midway between its first and last child
          └────────────────── ●
    column 0 │ bend │ label │ column 1
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from hazard.language import ENGLISH, Speaker, number
from hazard.render.sentences import probability_text
from hazard.render.tree import TreeNode, walk
from hazard.text import shorten

HALF = 34
"""Half the width of a node."""
ROW = 54
BEND = 40
CELL = 7.0
"""Width allowed for one character of a label."""
LABEL_CELLS = 26
MARGIN = 20


@dataclass(frozen=True)
class Placed:
    """A node with its place; hidden nodes keep the column they would have."""

    node: TreeNode
    parent: int
    level: int
    label: str
    label_width: float
    x: float
    y: float
    open: bool
    hidden: bool


@dataclass(frozen=True)
class Layout:
    """All nodes, parents first, and the size of the visible drawing."""

    nodes: tuple[Placed, ...]
    width: float
    height: float


def edge_label(node: TreeNode, language: str = ENGLISH) -> str:
    """Return the words on the edge to ``node``.

    >>> edge_label(TreeNode("face 4", None, probability=1 / 6))
    'face 4 · 17 %'
    >>> edge_label(TreeNode("take", None, reward=2.0))
    'take · +2'
    """
    words = shorten(node.words, LABEL_CELLS)
    if node.probe:
        return Speaker("render.told", language)("probe", move=words)
    if node.probability is not None:
        words += f" · {probability_text(node.probability, language)}"
    return f"{words} · {number(node.reward, '+.4g', language)}" if node.reward else words


def place(root: TreeNode, open_levels: int | None = None, language: str = ENGLISH) -> Layout:
    """Lay the tree out with the first ``open_levels`` levels expanded, by default all of them.

    >>> tree = TreeNode("", None, children=[TreeNode("a", None), TreeNode("b", None)])
    >>> [node.y for node in place(tree).nodes]
    [74.0, 47.0, 101.0]
    """
    nodes = list(walk(root))
    places = {id(node): index for index, (node, _) in enumerate(nodes)}
    parents = [-1] * len(nodes)
    for index, (node, _) in enumerate(nodes):
        for child in node.children:
            parents[places[id(child)]] = index
    labels = ["" if index == 0 else edge_label(node, language) for index, (node, _) in enumerate(nodes)]
    opened = [bool(node.children) and (open_levels is None or level < open_levels) for node, level in nodes]
    hidden = _hidden(parents, opened)
    ys = _rows(parents, opened, hidden)
    columns = _columns([level for _, level in nodes], labels)
    placed = tuple(
        Placed(
            node,
            parents[i],
            level,
            labels[i],
            CELL * cell_len(labels[i]),
            columns[level],
            ys[i],
            opened[i],
            hidden[i],
        )
        for i, (node, level) in enumerate(nodes)
    )
    shown = [node for node in placed if not node.hidden]
    return Layout(
        placed,
        max(node.x for node in shown) + HALF + 44 + MARGIN,
        max(node.y for node in shown) + ROW / 2 + MARGIN,
    )


def _hidden(parents: list[int], opened: list[bool]) -> list[bool]:
    hidden = [False] * len(parents)
    for index, parent in enumerate(parents):
        if parent >= 0:
            hidden[index] = hidden[parent] or not opened[parent]
    return hidden


def _rows(parents: list[int], opened: list[bool], hidden: list[bool]) -> list[float]:
    """Stack the leaves, then put each parent midway; the page's script does the same when a node opens."""
    first: dict[int, float] = {}
    last: dict[int, float] = {}
    ys = [0.0] * len(parents)
    row = MARGIN + ROW / 2
    for index in range(len(parents)):
        if not hidden[index] and not opened[index]:
            ys[index] = row
            row += ROW
    for index in range(len(parents) - 1, -1, -1):
        if hidden[index]:
            continue
        if opened[index]:
            ys[index] = (first[index] + last[index]) / 2
        first[parents[index]] = ys[index]
        last.setdefault(parents[index], ys[index])
    return ys


def _columns(levels: list[int], labels: list[str]) -> list[float]:
    widest = [0.0] * (max(levels) + 1)
    for level, label in zip(levels, labels, strict=True):
        widest[level] = max(widest[level], CELL * cell_len(label))
    columns = [float(MARGIN + HALF)]
    for width in widest[1:]:
        columns.append(columns[-1] + 2 * HALF + BEND + width + 12)
    return columns
