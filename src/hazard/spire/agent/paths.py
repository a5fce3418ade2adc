"""Which way to go on the map: the path whose rooms are worth most, by the policy's numbers.

Elites are sought when healthy and shunned when hurt; shops are worth more with gold in the purse.
"""

from __future__ import annotations

from collections.abc import Mapping

from hazard.spire.agent.policy import Policy
from hazard.spire.protocol.message import GameState, Node

Place = tuple[int, int]


def room_worth(symbol: str, game: GameState, policy: Policy) -> float:
    """Return what a room of that kind is worth now."""
    worths = policy.map
    hurt = game.max_hp > 0 and game.current_hp < worths.hurt_below * game.max_hp
    match symbol.upper():
        case "M":
            return worths.monster
        case "?":
            return worths.unknown
        case "$":
            return worths.shop_with_gold if game.gold >= worths.gold_wanted else worths.shop
        case "R":
            return worths.rest_when_hurt if hurt else worths.rest
        case "T":
            return worths.treasure
        case "E":
            return worths.elite_when_hurt if hurt else worths.elite
    return worths.boss


def path_worths(game: GameState, policy: Policy) -> Mapping[Place, float]:
    """Return for each room what the best path from it on is worth, itself included."""
    worths: dict[Place, float] = {}
    for node in sorted(game.map, key=lambda node: -node.y):  # from the boss down: children come first
        onward = (worths.get((child.x, child.y), 0.0) for child in node.children if child.y > node.y)
        worths[node.x, node.y] = room_worth(node.symbol, game, policy) + max(onward, default=0.0)
    return worths


def best_node(game: GameState, policy: Policy) -> tuple[int, Node, float] | None:
    """Return the index of the best next room, the room, and what the path through it is worth."""
    worths = path_worths(game, policy)
    rated = [
        (worths.get((node.x, node.y), room_worth(node.symbol, game, policy)), -index, node)
        for index, node in enumerate(game.screen.next_nodes)
    ]
    if not rated:
        return None
    worth, index, node = max(rated, key=lambda entry: entry[:2])
    return -index, node, worth
