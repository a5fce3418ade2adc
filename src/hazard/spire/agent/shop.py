"""The merchant: what is worth its price."""

from __future__ import annotations

from collections.abc import Iterator

from hazard.spire.agent.memory import Answer, FloorMemory
from hazard.spire.agent.policy import Policy
from hazard.spire.protocol.commands import cancelling, choose, confirming
from hazard.spire.protocol.message import Message

Offer = tuple[float, str, str]
"""Its worth, its name among the choices, and what it is."""


def shop_room(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    """Enter once, then go on."""
    choices = message.game.choice_list
    if not memory.shop_seen and "shop" in choices:
        memory.shop_seen = True
        return Answer(choose(choices.index("shop")), "see what the merchant has")
    word = confirming(message)
    return Answer(word, "the shop has been seen") if word else None


def shop_screen(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    """Buy what is worth most of what can be paid, one thing at a time; then leave."""
    choices = [choice.lower() for choice in message.game.choice_list]
    offers = [offer for offer in _offers(message, policy) if offer[1] in choices]
    if offers and "choose" in message.available_commands:
        worth, name, what = max(offers)
        return Answer(choose(choices.index(name)), f"{what} is worth {worth:.0f}")
    memory.shop_seen = True
    leave = cancelling(message)
    return Answer(leave, "nothing more to buy") if leave else None


def _offers(message: Message, policy: Policy) -> Iterator[Offer]:
    game, screen, rules = message.game, message.game.screen, policy.shop
    purse = game.gold - rules.keep_gold
    if screen.purge_available and screen.purge_cost <= purse:
        cursed = any(card.type == "CURSE" and card.id != "AscendersBane" for card in game.deck)
        yield rules.purge_curse_worth if cursed else rules.purge_worth, "purge", "removing a card"
    for card in screen.cards:
        worth = policy.offer_worth(card, game.deck, game.act)
        if card.price <= purse and worth > rules.buy_card_above:
            yield worth, card.name.lower(), card.name
    for relic in screen.relics:
        worth = policy.relic_worth(relic.id)
        if relic.price <= purse and worth > rules.buy_relic_above:
            yield worth, relic.name.lower(), relic.name
    if game.has_relic("Sozu") or not any(potion.empty for potion in game.potions):
        return
    for potion in screen.potions:
        worth = policy.potion_worth(potion.id)
        if potion.price <= purse and worth > rules.buy_potion_above:
            yield worth, potion.name.lower(), potion.name
