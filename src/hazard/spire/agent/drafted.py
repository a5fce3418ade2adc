"""The screens on which a deck or the relics change, answered by simulated fights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hazard.language import Statement
from hazard.spire.agent.drafter import Drafter, Rated
from hazard.spire.agent.grids import deck_purpose
from hazard.spire.agent.memory import Answer, FloorMemory
from hazard.spire.agent.selections import choice_cards, is_full
from hazard.spire.agent.shop import buy_best
from hazard.spire.drafting.ahead import FLOORS, Where, growth
from hazard.spire.protocol.commands import cancelling, choose
from hazard.spire.protocol.message import Card, GameState, Message

Drafted = Callable[[Message, Drafter, FloorMemory], Answer | None]
BOWL = 2.0
"""Hit points that two more maximum hit points are worth, in place of a card."""


def _card_reward(message: Message, drafter: Drafter, memory: FloorMemory) -> Answer | None:
    game = message.game
    rated = drafter.cards(game, choice_cards(game.choice_list, game.screen.cards))
    if not rated:
        return None
    best, leave = rated[0], cancelling(message)
    bowl = game.screen.bowl_available and "bowl" in game.choice_list
    if best.worth > (BOWL if bowl else 0.0) or not (bowl or leave):
        return Answer(choose(best.index), _why(best))
    if bowl:
        return Answer(
            choose(game.choice_list.index("bowl")), Statement("spire.why.bowl_rather_than", card=best.name)
        )
    memory.cards_skipped += 1
    return Answer(leave or "", Statement("spire.why.no_card_gains", why=_why(best)))


def _boss_reward(message: Message, drafter: Drafter, memory: FloorMemory) -> Answer | None:
    game = message.game
    rated = drafter.relics(game, game.screen.relics[: len(game.choice_list)])
    return Answer(choose(rated[0].index), _why(rated[0])) if rated else None


def _grid(message: Message, drafter: Drafter, memory: FloorMemory) -> Answer | None:
    game, screen = message.game, message.game.screen
    if is_full(message) or "choose" not in message.available_commands or not game.choice_list:
        return None
    purpose = deck_purpose(game, memory.choices)
    taken = {card.uuid for card in screen.selected_cards if card.uuid}
    cards = [
        None if card is not None and card.uuid in taken else card
        for card in choice_cards(game.choice_list, screen.cards)
    ]
    rated = _of_deck(game, drafter, purpose, cards)
    if not rated:
        return None
    return Answer(choose(rated[0].index), Statement(f"spire.why.{purpose}", card=_why(rated[0])))


def _why(rated: Rated) -> Statement:
    return Statement("spire.why.named", name=rated.name, why=rated.why)


def _of_deck(game: GameState, drafter: Drafter, purpose: str, cards: list[Card | None]) -> list[Rated]:
    match purpose:
        case "improve":
            return drafter.upgrades(game, cards)
        case "lose":
            return drafter.removals(game, cards)
    return []


def _shop_screen(message: Message, drafter: Drafter, memory: FloorMemory) -> Answer | None:
    """Buy what saves the most hit points beyond its price, one thing at a time."""
    game, screen = message.game, message.game.screen
    choices = [choice.lower() for choice in game.choice_list]
    purse = game.gold - drafter.policy.shop.keep_gold
    belief = growth().belief
    gold = belief.price(game.gold, Where(game.act, game.floor).run_left)
    offers: list[tuple[float, str, Statement]] = []

    def offer(rated: Rated, price: int, name: str) -> None:
        if price <= purse and name.lower() in choices:
            offers.append((rated.worth - gold * price, name.lower(), _why(rated)))

    cards = [card if card.price <= purse else None for card in screen.cards]
    for rated in drafter.cards(game, cards):
        offer(rated, screen.cards[rated.index].price, screen.cards[rated.index].name)
    relics = [relic for relic in screen.relics if relic.price <= purse]
    for rated in drafter.relics(game, relics):
        offer(rated, relics[rated.index].price, relics[rated.index].name)
    if screen.purge_available and screen.purge_cost <= purse:
        removals = drafter.removals(game, [*game.deck])
        if removals:
            offer(removals[0], screen.purge_cost, "purge")
    if not game.has_relic("Sozu") and any(potion.empty for potion in game.potions):
        for potion in screen.potions:
            points = drafter.policy.potion_worth(potion.id)
            why = Statement("spire.why.worth", what=potion.name, worth=points)
            offer(Rated(0, potion.name, belief.potion_point * points, why), potion.price, potion.name)
    best = max(offers, default=None, key=lambda one: one[:2])
    if best is None or best[0] <= 0 or "choose" not in message.available_commands:
        return buy_best(message, memory, ())
    return Answer(choose(choices.index(best[1])), best[2])


def _map(message: Message, drafter: Drafter, memory: FloorMemory) -> Answer | None:
    game = message.game
    nodes = game.screen.next_nodes
    if game.screen.boss_available or "boss" in game.choice_list or not nodes or not game.map:
        return None
    route = drafter.route(game)
    values = [route.value(node, game.current_hp) for node in nodes]
    index = max(range(len(nodes)), key=lambda i: (values[i][0], -i))
    drafter.room = node = nodes[index]
    name = f"x={node.x}"
    place = game.choice_list.index(name) if name in game.choice_list else index
    room = node.symbol or Statement("spire.why.room")
    why = Statement("spire.why.survived", room=room, x=node.x, share=values[index][1])
    return Answer(choose(place), why)


def _rest(message: Message, drafter: Drafter, memory: FloorMemory) -> Answer | None:
    """Rest where the chance to live gains more by it than by an upgrade; other fires are for the table."""
    game = message.game
    if game.screen.has_rested or "rest" not in game.choice_list or "smith" not in game.choice_list:
        return None
    row = game.floor - (game.act - 1) * FLOORS - 1
    here = [node for node in game.map if node.y == row and node.symbol == "R"]
    known = [node for node in here if drafter.room is not None and node.x == drafter.room.x]
    route = drafter.route(game)
    onward = np.mean([route.onward(node) for node in known or here] or [route.before_boss], axis=0)
    hp = max(0, min(game.current_hp, game.max_hp))
    rested, smithed = (values[:, hp] for values in route.resting(onward))
    option = "rest" if rested[0] >= smithed[0] else "smith"
    named = Statement(f"spire.why.option_{option}")
    why = Statement(
        "spire.why.at_fire",
        option=named,
        hp=game.current_hp,
        max_hp=game.max_hp,
        rested=float(rested[1]),
        as_now=float(smithed[1]),
    )
    return Answer(choose(game.choice_list.index(option)), why)


DRAFTED: dict[str, Drafted] = {
    "CARD_REWARD": _card_reward,
    "BOSS_REWARD": _boss_reward,
    "GRID": _grid,
    "SHOP_SCREEN": _shop_screen,
    "MAP": _map,
    "REST": _rest,
}
