"""The tree behind a decision: from its trace where it has one, else from its options and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hazard.decision import Decision, Option, Step, TraceNode, ValueKind
from hazard.game import State, Turn
from hazard.language import Speaker
from hazard.render.log import cut_words

MOST_NODES = 5000
"""Nodes a drawing holds; of a larger trace, those nearest to the root."""


@dataclass
class TreeNode:
    """One node to draw, with the move that leads to it. Unknown things are None."""

    words: str
    turn: Turn | None
    value: float | None = None
    kind: ValueKind | None = None
    probability: float | None = None
    """Of the outcome that leads here; None after an action."""
    reward: float = 0.0
    """What the step that leads here pays; ``value`` is of what comes after it."""
    window: tuple[float, float] | None = None
    cut: str = ""
    cut_said: str = ""
    visits: int = 0
    standard_error: float | None = None
    probe: bool = False
    """Reached by a Star2 probe, past the outcome in between."""
    chosen: bool = False
    """On the principal variation."""
    children: list[TreeNode] = field(default_factory=list)
    left_out: int = 0
    """Nodes below this one that are not drawn."""
    move: object = None
    """What leads here; its words are for people."""


def walk(root: TreeNode) -> Iterator[tuple[TreeNode, int]]:
    """Yield every node and its level, parents first; a trace may be too deep to recurse into.

    >>> [(node.words, level) for node, level in walk(TreeNode("a", None, children=[TreeNode("b", None)]))]
    [('a', 0), ('b', 1)]
    """
    waiting = [(root, 0)]
    while waiting:
        node, level = waiting.pop()
        yield node, level
        waiting.extend((child, level + 1) for child in reversed(node.children))


def tree_of(
    decision: Decision, depth: int | None = None, most: int = MOST_NODES, language: str = "en"
) -> TreeNode:
    """Return the tree of ``decision``, down to ``depth`` levels below the root, with words in a language.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> tree = tree_of(hazard.decide(Pig(), Pig().parse("80 75 10"), budget=hazard.Budget(depth=3)))
    >>> [child.words for child in tree.children], len(tree.children[0].children)
    (['roll', 'hold'], 6)
    """
    root = TreeNode("", decision.turn, decision.value, decision.kind, chosen=True)
    traced = _traced(decision, language)
    if traced is not None:
        root.window, root.children = traced.window, traced.children
    known = {_key(child.move) for child in root.children}
    root.children += [
        _of_option(decision, option, language)
        for option in decision.options
        if _key(option.action) not in known
    ]
    _probes_last(root)
    rank = {_key(option.action): place for place, option in reversed(list(enumerate(decision.options)))}
    root.children.sort(key=lambda child: rank.get(_key(child.move), len(rank)))
    _choose(root, decision.line, language)
    _prune(root, depth, most)
    return root


def _key(move: object) -> object:
    """A move as a key; those of a game in Python need not be hashable."""
    try:
        hash(move)
    except TypeError:
        return repr(move)
    return move


def _traced(decision: Decision, language: str) -> TreeNode | None:
    """The logged tree, its root first."""
    logged = {node.id: node for node in decision.trace}
    nodes: dict[int, TreeNode] = {}
    for entry in decision.trace:
        parent = logged.get(entry.parent)
        nodes[entry.id] = node = _of_entry(entry, parent, language)
        if entry.parent in nodes:
            nodes[entry.parent].children.append(node)
    return nodes[decision.trace[0].id] if nodes else None


def _of_entry(entry: TraceNode, parent: TraceNode | None, language: str) -> TreeNode:
    after_chance = parent is not None and parent.turn is Turn.CHANCE and not entry.probe
    return TreeNode(
        words=entry.told(language),
        move=entry.move,
        turn=entry.turn,
        value=entry.value,
        kind=entry.kind,
        probability=entry.probability if after_chance else None,
        window=(entry.alpha, entry.beta),
        cut=entry.cut,
        cut_said=cut_words(entry, Speaker("render.told", language)),
        reward=entry.reward,
        probe=entry.probe,
    )


def _of_option(decision: Decision, option: Option, language: str) -> TreeNode:
    state = _after(decision, decision.state, option.action)
    turn = Turn.CHANCE if option.outcomes else _turn(decision, state)
    said = option.told(language)
    node = TreeNode(said, turn, option.value, option.kind, visits=option.visits, move=option.action)
    node.standard_error = option.standard_error
    for outcome in option.outcomes:
        turn = _turn(decision, _after(decision, state, outcome.outcome))
        said, move = outcome.told(language), outcome.outcome
        child = TreeNode(said, turn, outcome.value, outcome.kind, outcome.probability, move=move)
        node.children.append(child)
    return node


def _after(decision: Decision, state: State, move: object) -> State | None:
    """The next state where the game can tell; a drawing is no place to fail over a shape."""
    try:
        return None if state is None else decision.game.apply(state, move)
    except Exception:
        return None


def _turn(decision: Decision, state: State | None) -> Turn | None:
    try:
        return None if state is None else Turn(decision.game.turn(state))
    except Exception:
        return None


def _probes_last(root: TreeNode) -> None:
    """Star2 probes come first in the log; in a picture the outcomes themselves matter more."""
    for node, _ in walk(root):
        node.children.sort(key=lambda child: child.probe)


def _choose(root: TreeNode, line: tuple[Step, ...], language: str) -> None:
    """Mark the principal variation, and where the tree ends before it, draw the rest of it."""
    node = root
    for place, step in enumerate(line):
        found = [child for child in node.children if child.move == step.move and not child.probe]
        if not found:
            if node.children:
                return
            after = line[place + 1].turn if place + 1 < len(line) else None
            chance = step.probability if step.turn is Turn.CHANCE else None
            found = [TreeNode(step.told(language), after, probability=chance, move=step.move)]
            node.children = found
            node.turn = node.turn if node.turn is not None else step.turn
        node = found[0]
        node.chosen = True


def _prune(root: TreeNode, depth: int | None, most: int) -> None:
    """Keep ``depth`` levels, and of those the first ``most`` nodes by level."""
    levels: list[list[TreeNode]] = [[root]]
    while levels[-1]:
        levels.append([child for node in levels[-1] for child in node.children])
    below: dict[int, int] = {}
    for level in reversed(levels):
        for node in level:
            below[id(node)] = sum(1 + below[id(child)] for child in node.children)
    room = most
    for number, level in enumerate(levels):
        for node in level:
            fits = (depth is None or number < depth) and room >= len(node.children)
            if not fits and node.children:
                node.left_out, node.children = below[id(node)], []
            room -= len(node.children)
        if number + 1 < len(levels):
            levels[number + 1] = [child for node in level for child in node.children]


def legible_depth(root: TreeNode, rows: int) -> int:
    """Return the deepest level at which the tree still has at most ``rows`` leaves, at least 1.

    >>> legible_depth(TreeNode("a", None, children=[TreeNode("b", None), TreeNode("c", None)]), rows=40)
    1
    """
    ends: dict[int, int] = {}
    width: dict[int, int] = {}
    for node, level in walk(root):
        width[level] = width.get(level, 0) + 1
        if not node.children:
            ends[level] = ends.get(level, 0) + 1
    best, ended = 1, 0
    for level in sorted(width):
        if width[level] + ended > rows:
            break
        best = max(best, level)
        ended += ends.get(level, 0)
    return best
