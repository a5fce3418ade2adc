"""Expectimax as it is defined, over the methods of hazard.Game: the slow twin of every search."""

from __future__ import annotations

from collections import Counter
from typing import Any

import hazard
from hazard import Turn


def expectimax(game: Any, state: Any, depth: int) -> float:
    """The value of ``state`` with ``depth`` decisions to look ahead; chance nodes are free."""
    turn = game.turn(state)
    if turn is Turn.OVER or depth <= 0:
        return float(game.value(state) if turn is Turn.OVER else game.heuristic(state))
    if turn is Turn.CHANCE:
        return float(sum(p * _step(game, state, outcome, depth) for outcome, p in game.outcomes(state)))
    values = options(game, state, depth).values()
    return max(values) if turn is Turn.MAX else min(values)


def options(game: Any, state: Any, depth: int) -> dict[Any, float]:
    """What each action of a decision is worth."""
    return {action: _step(game, state, action, depth - 1) for action in game.actions(state)}


def _step(game: Any, state: Any, move: Any, depth: int) -> float:
    reward = game.reward(state, move) if hasattr(game, "reward") else 0.0
    return float(reward + expectimax(game, game.apply(state, move), depth))


def moves(game: Any, state: Any) -> list[tuple[Any, float]]:
    """Every move of any kind of node, with its probability; 1 for actions."""
    if game.turn(state) is Turn.CHANCE:
        return list(game.outcomes(state))
    return [(action, 1.0) for action in game.actions(state)] if game.turn(state) is not Turn.OVER else []


def perft(game: Any, state: Any, plies: int) -> list[int]:
    """How many lines of play there are of 1, 2, ... moves, chance's included."""
    counts, level = [], Counter({state: 1})
    for _ in range(plies):
        following: Counter[Any] = Counter()
        for node, lines in level.items():
            for move, _ in moves(game, node):
                following[game.apply(node, move)] += lines
        counts.append(following.total())
        level = following
    return counts


PLAIN = hazard.Expectimax(
    alpha_beta=False, star1=False, star2=False, table=False, merge=False, quiet_depth=0, deepen=False
)
"""The compiled search with every switch off: the whole tree."""


def plain_nodes(game: Any, depth: int, state: Any = None) -> int:
    """How many nodes the plain search visits, the root included: a perft summed over the plies."""
    return hazard.decide(game, state, PLAIN, hazard.Budget(depth=depth)).statistics.nodes
