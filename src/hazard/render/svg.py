"""A laid-out tree as SVG markup. Every word that comes from a game is escaped here, and only here."""

from __future__ import annotations

import html
from functools import cache
from importlib.resources import files

from hazard.game import Turn
from hazard.render.layout import BEND, HALF, MARGIN, Layout, Placed
from hazard.render.log import PRUNING, window_text
from hazard.render.scale import Scale
from hazard.render.sentences import probability_text, valued
from hazard.render.tree import TreeNode
from hazard.text import fold, shorten

HEAD = 58
FOOT = 40
_CELL_16 = 10.0
_CELL_12 = 7.4

_SHAPES: dict[Turn | None, str] = {
    Turn.MAX: "M0 -25 L34 20 L-34 20 Z",
    Turn.MIN: "M0 25 L34 -20 L-34 -20 Z",
    Turn.CHANCE: "M-27 0 A27 22 0 1 1 27 0 A27 22 0 1 1 -27 0 Z",
    Turn.OVER: "M-27 -17 H27 V17 H-27 Z",
    None: "M-7 0 A7 7 0 1 1 7 0 A7 7 0 1 1 -7 0 Z",
}
_OTHERS = "M0 -25 L34 0 L0 25 L-34 0 Z"
"""The third and later players."""
_VALUE_Y: dict[Turn | None, int] = {Turn.MAX: 14, Turn.MIN: -7}
_NAMES: dict[Turn | None, str] = {
    Turn.MAX: "max_decides",
    Turn.MIN: "min_decides",
    Turn.CHANCE: "chance",
    Turn.OVER: "game_is_over",
    None: "not_logged",
}


def escaped(words: str) -> str:
    """Return words from outside as text that is inert in SVG and HTML, also inside an attribute.

    >>> escaped('</script><img onerror="x">')
    '&lt;/script&gt;&lt;img onerror=&quot;x&quot;&gt;'
    """
    return html.escape(fold(words), quote=True)


@cache
def beside(name: str) -> str:
    """Return one of the files beside this module."""
    return files("hazard.render").joinpath(name).read_text(encoding="utf-8")


def node_details(node: TreeNode, scale: Scale) -> list[str]:
    """Return what is known of a node, a line for each fact, not escaped."""
    say, language = scale.say, scale.language
    known = [f"{shorten(node.words, 200) if node.words else say('root')}: {_whose(node.turn, scale)}"]
    if node.value is not None and node.kind is not None:
        unit = say("unit_win_max" if scale.percent else "unit_max")
        worth = valued(scale, node.value, node.kind, node.standard_error, unit)
        known.append(say("node_value", value=worth))
    if node.probability is not None:
        known.append(say("node_probability", probability=probability_text(node.probability, language)))
    if node.reward:
        known.append(say("node_reward", reward=scale.bare(node.reward)))
    if node.visits:
        known.append(say("node_visits", count=node.visits))
    if node.window is not None:
        known.append(say("node_window", window=window_text(*node.window, language)))
    if node.cut_said:
        known.append(node.cut_said)
    if node.probe:
        known.append(say("node_probe"))
    if node.chosen:
        known.append(say("node_chosen"))
    if node.left_out:
        known.append(say("node_left_out", count=node.left_out))
    return known


def _whose(turn: Turn | None, scale: Scale) -> str:
    known = _NAMES.get(turn)
    if known is None and turn is not None:
        return scale.say("player_decides", number=turn.number)
    return scale.say(str(known))


def node_markup(layout: Layout, index: int, scale: Scale, interactive: bool) -> str:
    """Return one node: its label, shape, value and notes."""
    placed = layout.nodes[index]
    node = placed.node
    details = node_details(node, scale)
    parts = [f"<g {_attributes(placed, index, details, interactive)}>", f"<title>{_lines(details)}</title>"]
    if placed.parent >= 0:
        parts.append(f'<text class="label" x="{-HALF - 8}" y="-7">{escaped(placed.label)}</text>')
    parts.append(f'<path class="shape" d="{_SHAPES.get(node.turn, _OTHERS)}"/>')
    if node.turn is not None or node.value is not None:
        y = _VALUE_Y.get(node.turn, 4)
        parts.append(f'<text class="value" y="{y}">{escaped(scale.compact(node.value))}</text>')
    parts.append(_notes(placed, interactive, scale))
    return "".join(parts) + "</g>"


def _attributes(placed: Placed, index: int, details: list[str], interactive: bool) -> str:
    node = placed.node
    classes = ["node", node.turn.name.lower() if node.turn is not None else "unknown"]
    flags = [
        ("chosen", node.chosen),
        ("probe", node.probe),
        ("pruned", node.cut in PRUNING),
        ("hidden", placed.hidden),
    ]
    classes += [name for name, holds in flags if holds]
    attributes = f'class="{" ".join(classes)}" transform="translate({placed.x:g} {placed.y:g})"'
    if not interactive:
        return attributes
    attributes += f' id="n{index}" data-parent="{placed.parent}" tabindex="0" role="treeitem"'
    attributes += f' aria-level="{placed.level + 1}" aria-label="{escaped(". ".join(details))}"'
    if node.children:
        attributes += f' aria-expanded="{str(placed.open).lower()}"'
    return attributes


def _lines(details: list[str]) -> str:
    return "\n".join(escaped(detail) for detail in details)


def edges_markup(layout: Layout) -> str:
    """Return all edges, to lie below the nodes; the principal variation on top of the others."""
    edges = [index for index, placed in enumerate(layout.nodes) if placed.parent >= 0]
    edges.sort(key=lambda index: layout.nodes[index].node.chosen)
    return "".join(_edge(layout, index) for index in edges)


def _edge(layout: Layout, index: int) -> str:
    """From the middle of the parent in a bend to where the label begins, then straight below the label."""
    placed = layout.nodes[index]
    node, parent = placed.node, layout.nodes[placed.parent]
    flags = [("chosen", node.chosen), ("probe", node.probe), ("hidden", placed.hidden)]
    classes = " ".join(["edge", *(name for name, holds in flags if holds)])
    width = 1.5 if node.probability is None else 1 + 6 * min(1.0, max(0.0, node.probability))
    x, bend = parent.x + HALF - 10, parent.x + HALF + BEND
    middle = (x + bend) / 2
    curve = (
        f"M{parent.x:g} {parent.y:g} H{x:g} C{middle:g} {parent.y:g} {middle:g} {placed.y:g} "
        f"{bend:g} {placed.y:g} H{placed.x:g}"
    )
    thick = max(width, 3) if node.chosen else width
    return f'<path class="{classes}" data-child="{index}" d="{curve}" stroke-width="{thick:.2f}"/>'


def _notes(placed: Placed, interactive: bool, scale: Scale) -> str:
    """The kind of cut below the node, and to the right of it how much is folded away."""
    node, parts = placed.node, []
    if node.cut and node.cut != "over":
        mark = f"✂ {node.cut}" if node.cut in PRUNING else scale.say(f"mark_{node.cut}")
        at = f'x="{HALF + 4}" y="4"' if not node.children else 'x="0" y="30" text-anchor="middle"'
        parts.append(f'<text class="cut" {at}>{escaped(mark)}</text>')
    if node.children and interactive:
        hidden = "" if not placed.open else " hidden"
        parts.append(f'<text class="more{hidden}" x="{HALF}" y="4">+{len(node.children):,}</text>')
    elif node.left_out:
        parts.append(f'<text class="more" x="{HALF}" y="4">+{node.left_out:,}</text>')
    return "".join(parts)


def static_svg(layout: Layout, scale: Scale, heading: str, remark: str, above: str = "") -> str:
    """Return a whole SVG file: the heading, the tree, what lies above it, the legend; no script.

    It is legible on light and dark pages, since it brings its own background for either.
    """
    tree = "\n".join(
        node_markup(layout, i, scale, interactive=False)
        for i, placed in enumerate(layout.nodes)
        if not placed.hidden
    )
    heading, remark = shorten(heading, 90), shorten(remark, 120)
    width = max(layout.width, 560, MARGIN * 2 + _CELL_16 * len(heading), MARGIN * 2 + _CELL_12 * len(remark))
    height = HEAD + layout.height + FOOT
    size = f'width="{width:.0f}" height="{height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="hazard" role="img" {size} '
            f'viewBox="0 0 {width:.0f} {height:.0f}">',
            f"<title>{escaped(heading)}</title>",
            f"<style>{beside('drawing.css')}</style>",
            f'<rect class="paper" {size} rx="10"/>',
            f'<text class="heading" x="{MARGIN}" y="32">{escaped(heading)}</text>',
            f'<text class="remark" x="{MARGIN}" y="52">{escaped(remark)}</text>',
            f'<g transform="translate(0 {HEAD})">{edges_markup(layout)}{tree}{above}</g>',
            f'<g transform="translate({MARGIN} {height - FOOT / 2:.0f})">{legend(scale)}</g>',
            "</svg>\n",
        ]
    )


def legend(scale: Scale, wrap: bool = False) -> str:
    """Return the shapes and what they mean, as the inside of an SVG group; in two rows if ``wrap``."""
    row = (0, 30) if wrap else (0, 0)
    entries = [
        (Turn.MAX, "legend_max", 0, 0),
        (Turn.MIN, "legend_min", 112, 0),
        (Turn.CHANCE, "chance", 224, 0),
        (Turn.OVER, "legend_over", 0 if wrap else 310, row[1]),
    ]
    parts = [
        f'<g class="{turn.name.lower()}" transform="translate({x + 12} {y})"><path class="shape" '
        f'transform="scale(.4)" d="{_SHAPES[turn]}"/><text x="17" y="4">{escaped(scale.say(name))}</text></g>'
        for turn, name, x, y in entries
    ]
    parts.append(
        f'<g class="chosen" transform="translate({112 if wrap else 416} {row[1]})">'
        '<path class="edge" d="M0 0 H24" stroke-width="3"/>'
        f'<text x="30" y="4">{escaped(scale.say("legend_line"))}</text></g>'
    )
    return "".join(parts)
