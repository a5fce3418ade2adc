"""The merchant: what is worth its price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hazard.language import Statement
from hazard.spire.agent.memory import Answer, FloorMemory
from hazard.spire.agent.policy import Policy
from hazard.spire.protocol.commands import cancelling, choose, confirming
from hazard.spire.protocol.message import Message

Offer = tuple[float, str, str | Statement]
"""Its worth, its name among the choices, and what it is."""


def shop_room(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    """Enter once, then go on."""
    choices = message.game.choice_list
    if not memory.shop_seen and "shop" in choices:
        memory.shop_seen = True
        return Answer(choose(choices.index("shop")), Statement("spire.why.merchant"))
    word = confirming(message)
    return Answer(word, Statement("spire.why.shop_seen")) if word else None


def shop_screen(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    """Buy what is worth most of what can be paid, one thing at a time; then leave."""
    return buy_best(message, memory, _offers(message, policy))


def buy_best(message: Message, memory: FloorMemory, given: Iterable[Offer]) -> Answer | None:
    """Buy what is worth most of what is on offer, or leave."""
    choices = [choice.lower() for choice in message.game.choice_list]
    offers = [offer for offer in given if offer[1] in choices]
    if offers and "choose" in message.available_commands:
        worth, name, what = max(offers, key=lambda offer: offer[:2])
        return Answer(choose(choices.index(name)), Statement("spire.why.worth", what=what, worth=worth))
    memory.shop_seen = True
    leave = cancelling(message)
    return Answer(leave, Statement("spire.why.nothing_more_to_buy")) if leave else None


def _offers(message: Message, policy: Policy) -> Iterator[Offer]:
    game, screen, rules = message.game, message.game.screen, policy.shop
    purse = game.gold - rules.keep_gold
    if screen.purge_available and screen.purge_cost <= purse:
        cursed = any(card.type == "CURSE" and card.id != "AscendersBane" for card in game.deck)
        yield (
            rules.purge_curse_worth if cursed else rules.purge_worth,
            "purge",
            Statement("spire.why.removing"),
        )
    for card in screen.cards:
        worth = policy.offer_worth(card, game.deck, game.act)
        if card.price <= purse and worth > rules.buy_card_above:
            yield worth, card.name.lower(), card.name
    for relic in screen.relics:
        worth = policy.relic_worth(relic.id)
        if relic.price <= purse and worth > rules.buy_relic_above:
            yield worth, relic.name.lower(), relic.name
    yield from potion_offers(message, policy)


def potion_offers(message: Message, policy: Policy) -> Iterator[Offer]:
    """Return the potions that are worth their price, where there is room for one."""
    game, screen, rules = message.game, message.game.screen, policy.shop
    purse = game.gold - rules.keep_gold
    if game.has_relic("Sozu") or not any(potion.empty for potion in game.potions):
        return
    for potion in screen.potions:
        worth = policy.potion_worth(potion.id)
        if potion.price <= purse and worth > rules.buy_potion_above:
            yield worth, potion.name.lower(), potion.name
