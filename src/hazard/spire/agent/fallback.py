"""The simple fallback: plays by a cheap rank when nothing can be planned, from the message alone.

It blocks when a hit is coming that its block does not hold, attacks otherwise, and hits first whoever hits
hardest for the hit points that are left. It never looks ahead; it is there so that a fight goes on whatever
happens to the planner.
"""

from __future__ import annotations

from hazard.language import Statement
from hazard.spire.agent.memory import Answer
from hazard.spire.agent.policy import Policy
from hazard.spire.protocol.commands import END, is_playable, play, targets, use_potion
from hazard.spire.protocol.message import Card, Combat, Message


def incoming(combat: Combat) -> int:
    """Return the damage that the monsters announce, less the block that is there."""
    announced = sum(monster.damage for monster in combat.monsters if monster.alive)
    return max(0, announced - combat.player.block)


def best_target(combat: Combat) -> int | None:
    """Return the place of the monster with the most announced damage for its hit points, if there is one."""

    def threat(place: int) -> tuple[float, int]:
        monster = combat.monsters[place]
        return (1 + monster.damage) / max(1, monster.current_hp + monster.block), -place

    return max(targets(combat), key=threat, default=None)


def simple_answer(message: Message, policy: Policy, potions: bool = False) -> Answer | None:
    """Return the next command of a turn by rank, or nothing if there is no turn to play."""
    combat = message.combat
    if combat is None:
        return None
    if potions and "potion" in message.available_commands and (drink := _potion(message, combat)):
        return drink
    if "play" in message.available_commands:
        aim = best_target(combat)
        ranked = [
            (_rank(card, combat, policy), -place, card)
            for place, card in enumerate(combat.hand[:10])
            if is_playable(card, combat) and (aim is not None or not card.has_target)
        ]
        if ranked:
            rank, place, card = max(ranked, key=lambda entry: entry[:2])
            if rank > 0:
                return Answer(
                    play(-place, aim if card.has_target else None),
                    Statement("spire.why.fallback_rank", rank=rank),
                )
    return Answer(END, Statement("spire.why.fallback_end")) if "end" in message.available_commands else None


def _rank(card: Card, combat: Combat, policy: Policy) -> float:
    """Rank a card by its kind and worth; not above 0 if it is better left in hand."""
    worth = policy.keep_worth(card) / 10
    if card.type in ("CURSE", "STATUS"):
        return 1.0 if card.exhausts and card.cost == 0 else 0.0
    if card.cost == 0:
        worth += 12
    danger = incoming(combat)
    if card.type == "ATTACK":
        return 20 + worth
    if card.type == "SKILL":
        return worth + (30 if danger >= 6 else 8)
    return worth + (10 if danger >= 15 else 25)


def _potion(message: Message, combat: Combat) -> Answer | None:
    for slot, potion in enumerate(message.game.potions):
        if not potion.can_use or potion.id == "SmokeBomb":
            continue
        aim = best_target(combat) if potion.requires_target else None
        if potion.requires_target and aim is None:
            continue
        return Answer(use_potion(slot, aim), Statement("spire.why.fallback_drink", potion=potion.name))
    return None
