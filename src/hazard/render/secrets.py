"""Games with secrets as a picture: the tree of play, with the states of one information set tied together.

Every edge has the probability that the strategies, or chance, give it. A dashed line goes through the states
that look the same to the player who moves in them, as in textbooks of game theory.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hazard.equilibrium.listing import Lister, OneSet
from hazard.equilibrium.result import Standing
from hazard.equilibrium.telling import player_name, said_set
from hazard.files import write_text
from hazard.game import State, Turn, name_of, state_text, words
from hazard.language import ENGLISH, Speaker, phrase
from hazard.render.layout import Layout, place
from hazard.render.scale import Scale
from hazard.render.svg import escaped, static_svg
from hazard.render.tree import TreeNode, walk
from hazard.search import SettingError
from hazard.several.decision import SeveralDecision
from hazard.text import shorten

ROWS = 64
"""Leaves of a drawing, beyond which deeper levels are left out."""
DEEPEST = 40
_COLOURS = ("#8250df", "#bf8700", "#1a7f8c", "#cf2277", "#4c6ef5", "#2f8f2f")


@dataclass
class Grown:
    """A tree to draw, and which of its nodes look the same to their player."""

    root: TreeNode
    sets: dict[int, tuple[Any, str]] = field(default_factory=dict)
    """By the identity of a node: its information set, and what is said of it."""


def draw_standing(
    found: Standing,
    path: str | os.PathLike[str] | None = None,
    depth: int | None = None,
    language: str = ENGLISH,
) -> str:
    """Draw a game with its strategies; see :meth:`Standing.draw`."""
    _check(path, depth)
    scale = Scale(False, 3, language)
    grown = _game_tree(found, depth, language) if depth is not None else _legible(found, language)
    player = player_name(found, 0, language)
    heading = scale.say("standing_worth", game=name_of(found.game), value=found.value, player=player)
    return _written(grown, heading, scale, path)


def draw_decision(
    decision: SeveralDecision, path: str | os.PathLike[str] | None = None, language: str = ENGLISH
) -> str:
    """Draw what whoever decides holds for possible, and what its actions are worth."""
    _check(path, None)
    scale = Scale(False, 3, language)
    name = "MAX" if decision.player == 0 else "MIN"
    if decision.players != 2:
        name = phrase("several.told.player", language, player=decision.player)
    belief = decision.belief
    worlds = [(decision.state, 1.0)] if belief is None else list(belief.worlds[:ROWS])
    possible = scale.say("holds_for_possible", player=name)
    grown = Grown(TreeNode(possible, Turn.CHANCE, decision.value, "estimate"))
    options = decision.options[:8]
    said = [words(decision.game, decision.state, option.action, language) for option in options]
    for world, p in worlds:
        node = TreeNode(_short(decision.game, world), decision.turn, None, None, p)
        grown.sets[id(node)] = ("here", scale.say("cannot_tell_apart", player=name, count=len(worlds)))
        node.children = [
            TreeNode(move, None, option.value, "estimate", option.probability, chosen=option is options[0])
            for move, option in zip(said, options, strict=True)
        ]
        grown.root.children.append(node)
    if belief is not None:
        grown.root.left_out = len(belief.worlds) - len(worlds)
    heading = scale.say("worth_to", action=said[0], value=decision.value, player=name)
    return _written(grown, heading, scale, path)


def _check(path: str | os.PathLike[str] | None, depth: Any) -> None:
    if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool) or depth < 1):
        raise SettingError("render.depth_not_positive", depth=depth)
    if path is not None and Path(path).suffix.lower() != ".svg":
        raise SettingError("render.only_svg", path=os.fspath(path))


def _legible(found: Standing, language: str) -> Grown:
    """Grow the tree deeper and deeper, as long as it can be read."""
    grown = _game_tree(found, 1, language)
    for depth in range(2, DEEPEST):
        deeper = _game_tree(found, depth, language)
        rows = sum(1 for node, _ in walk(deeper.root) if not node.children)
        if rows > ROWS or (len(deeper.sets) == len(grown.sets) and rows == _rows(grown)):
            break
        grown = deeper
    return grown


def _rows(grown: Grown) -> int:
    return sum(1 for node, _ in walk(grown.root) if not node.children)


def _game_tree(found: Standing, depth: int, language: str) -> Grown:
    lister = Lister(found.game, found.listed.root, 1 << 40, None)
    root = TreeNode("", None)
    grown, most = Grown(root), 40 * ROWS
    stack: list[tuple[TreeNode, State, int]] = [(root, found.listed.root, 0)]
    count = 0
    while stack:
        node, state, level = stack.pop()
        turn, moves = lister._node(state)
        node.turn = turn
        if turn is Turn.OVER:
            worth = found.game.value(state)
            node.value = float(worth[0] if isinstance(worth, list | tuple) else worth)
            node.kind = "exact"
            continue
        shares: dict[Any, float] = {move: p for move, p, *_ in moves}
        if turn is not Turn.CHANCE:
            one = found.listed.at(state)
            shares = found.strategy.of(one)
            grown.sets[id(node)] = (one.name, _said(found, one, language))
        if level >= depth or count > most:
            node.left_out = len(moves)
            continue
        for move, _, after, _ in moves:
            child = TreeNode(words(found.game, state, move, language), None, probability=shares[move])
            node.children.append(child)
            stack.append((child, after, level + 1))
            count += 1
    _value(found, root)
    return grown


def _value(found: Standing, root: TreeNode) -> None:
    """Give inner nodes what they are worth to player 0 by the strategies, where all below is drawn."""
    if hasattr(found.game, "reward"):
        return  # what is paid on the way is not in the ends
    for node, _ in reversed(list(walk(root))):
        worth = [child.value for child in node.children if child.value is not None]
        if worth and len(worth) == len(node.children):
            node.value = sum((child.probability or 0.0) * (child.value or 0.0) for child in node.children)
            node.kind = "exact"


def _said(found: Standing, one: OneSet, language: str) -> str:
    shares = found.strategy.of(one)
    said = ", ".join(
        f"{shorten(words(found.game, one.state, action, language), 24)} {100 * share:.0f} %"
        for action, share in shares.items()
    )
    player = player_name(found, one.name.player, language)
    return Speaker("render.told", language)("sees", player=player, sees=said_set(one), shares=said)


def _short(game: Any, state: State) -> str:
    return shorten(state_text(game, state), 24)


def _said_of_sets(grown: Grown, scale: Scale) -> str:
    tied: dict[Any, int] = {}
    for name, _ in grown.sets.values():
        tied[name] = tied.get(name, 0) + 1
    count = sum(number > 1 for number in tied.values())
    return scale.say("dashed_lines", count=count)


def _written(grown: Grown, heading: str, scale: Scale, path: str | os.PathLike[str] | None) -> str:
    layout = place(grown.root, language=scale.language)
    drawn = static_svg(layout, scale, heading, _said_of_sets(grown, scale), _ties(grown, layout))
    if path is not None:
        write_text(path, drawn)
    return drawn


def _ties(grown: Grown, layout: Layout) -> str:
    """The dashed lines, side by side where several sets share a column."""
    groups: dict[Any, list[tuple[float, float]]] = {}
    said: dict[Any, str] = {}
    for placed in layout.nodes:
        if id(placed.node) in grown.sets:
            name, text = grown.sets[id(placed.node)]
            groups.setdefault(name, []).append((placed.x, placed.y))
            said[name] = text
    lines = []
    tied = [name for name, places in groups.items() if len(places) > 1]
    for number, name in enumerate(tied):
        shift = 7 * (number % 5 - 2)
        points = " ".join(f"{x + shift:g},{y:g}" for x, y in sorted(groups[name], key=lambda at: at[1]))
        dots = "".join(
            f'<circle cx="{x + shift:g}" cy="{y:g}" r="4.5" fill="{_COLOURS[number % 6]}"/>'
            for x, y in groups[name]
        )
        lines.append(
            f'{dots}<polyline class="tie" points="{points}" fill="none" stroke="{_COLOURS[number % 6]}" '
            f'stroke-width="2.5" stroke-dasharray="6 4"><title>{escaped(said[name])}</title></polyline>'
        )
    return "".join(lines)
