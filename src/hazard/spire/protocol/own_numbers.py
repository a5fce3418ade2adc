"""A monster's own number, which no message names: damage that it rolled, how often it has grown, a threshold.

What it announces gives it away, or its powers, or the number of the turn; failing that it is what the monster
began with, on average.
"""

from __future__ import annotations

from typing import Any

from hazard import _core
from hazard.spire.protocol.message import Card, Combat, GameState, Monster, plain_id
from hazard.spire.protocol.tracked import Tracked

HITS_OWN = 254
DAMAGE_OWN = -1


def own_number(
    kind: _core.SpireMonsterKind, move: Any | None, monster: Monster, place: int, turn: int, tracked: Tracked
) -> int:
    """Return the own number of the monster at ``place``; ``move`` is what it will do."""
    if move is not None and move.hits == HITS_OWN:
        tracked.own[place] = monster.move_hits
    elif move is not None and move.damage == DAMAGE_OWN and monster.move_base_damage > 0:
        tracked.own[place] = monster.move_base_damage
    powers = {plain_id(power.id): power.amount for power in monster.powers}
    match plain_id(kind.id):
        case "lagavulin":
            return max(0, min(turn - 1, 3))  # turns that it has slept
        case "theguardian":  # the next threshold: ten more than the last, once it has closed up
            if "modeshift" in powers:
                tracked.own[place] = max(tracked.own.get(place, kind.low_own), powers["modeshift"])
                return tracked.own[place]
            return tracked.own.get(place, kind.low_own) + 10
        case "champ":  # each defensive stance gives 5 to 7 metallicize
            return min(2, (powers.get("metallicize", 0) + 2) // 6)
        case "spiker":
            return max(0, (powers.get("thorns", 0) - 7) // 2)
        case "corruptheart":
            return max(0, (turn - 1) // 3)
    return tracked.own.get(place, (kind.low_own + kind.high_own) // 2)


def card_in_stasis(monster: Monster, game: GameState, combat: Combat) -> Card | None:
    """Return the card that a bronze orb holds: its power names it, or it is missing from every pile."""
    for power in monster.powers:
        if plain_id(power.id) != "stasis":
            continue
        if power.card is not None:
            return power.card
        piles = (combat.hand, combat.draw_pile, combat.discard_pile, combat.exhaust_pile, combat.limbo)
        seen = {card.uuid for pile in piles for card in pile}
        missing = [card for card in game.deck if card.uuid not in seen and card.type not in ("POWER", "")]
        return missing[0] if missing else None
    return None
