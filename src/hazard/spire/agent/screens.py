"""Every screen outside of combat, answered by the policy: what to take, buy, rest, read, and where to go.

Each function answers one kind of screen with a command and a reason, or with nothing if it has no opinion;
the agent then takes whatever leads on.
"""

from __future__ import annotations

from collections.abc import Callable

from hazard.language import Statement
from hazard.spire.agent.drafted import DRAFTED
from hazard.spire.agent.drafter import Drafter
from hazard.spire.agent.events import answer_event
from hazard.spire.agent.memory import Answer, FloorMemory
from hazard.spire.agent.paths import best_node
from hazard.spire.agent.policy import Policy
from hazard.spire.agent.selections import choice_cards, select
from hazard.spire.agent.shop import shop_room, shop_screen
from hazard.spire.protocol.commands import cancelling, choose, confirming, discard_potion
from hazard.spire.protocol.message import GameState, Message, Reward

Screen = Callable[[Message, Policy, FloorMemory], Answer | None]


_OPTIONS = {
    name: Statement(f"spire.why.option_{name}") for name in ("dig", "lift", "recall", "rest", "smith", "toke")
}
"""What can be done at a campfire."""


def answer_screen(
    message: Message, policy: Policy, memory: FloorMemory, drafter: Drafter | None = None
) -> Answer | None:
    """Answer whatever is on the screen, if it is known; with a drafter, cards and relics by its fights."""
    if drafter is not None and message.game.combat is None:
        drafted = DRAFTED.get(message.game.screen_type)
        answer = drafted(message, drafter, memory) if drafted is not None else None
        if answer is not None:
            return answer
    screen = SCREENS.get(message.game.screen_type)
    return screen(message, policy, memory) if screen is not None else None


def _health(game: GameState) -> float:
    return game.current_hp / game.max_hp if game.max_hp > 0 else 1.0


def _chest(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    if not message.game.screen.chest_open and "open" in message.game.choice_list:
        return Answer(choose(message.game.choice_list.index("open")), Statement("spire.why.chest"))
    return None


def _rest(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    game, rules = message.game, policy.rest
    if game.screen.has_rested:
        return None
    before_boss = game.floor in rules.boss_floors
    threshold = rules.rest_before_boss_below if before_boss else rules.rest_below
    order = list(rules.order)
    if _health(game) < threshold and not game.has_relic("Mark of the Bloom"):  # with it nothing heals
        order.insert(0, "rest")
    for option in order:
        if option in game.choice_list:
            return Answer(
                choose(game.choice_list.index(option)),
                Statement(
                    "spire.why.with_hp_before_boss" if before_boss else "spire.why.with_hp",
                    option=_OPTIONS.get(option, option),
                    hp=game.current_hp,
                    max_hp=game.max_hp,
                ),
            )
    return None


def _card_reward(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    game = message.game
    cards = choice_cards(game.choice_list, game.screen.cards)
    rated = [
        (policy.offer_worth(card, game.deck, game.act), index, card.name)
        for index, card in enumerate(cards)
        if card is not None
    ]
    leave = cancelling(message)
    if game.combat is not None:  # a card for this fight: one is better than none
        rated = [
            (policy.keep_worth(card, game.act), i, card.name)
            for i, card in enumerate(cards)
            if card is not None
        ]
    worth, index, name = max(rated, default=(0.0, 0, ""), key=lambda entry: (entry[0], -entry[1]))
    if rated and (worth > policy.deck.take_above or game.combat is not None or not leave):
        return Answer(choose(index), Statement("spire.why.worth", what=name, worth=worth))
    if game.screen.bowl_available and "bowl" in game.choice_list:
        return Answer(choose(game.choice_list.index("bowl")), Statement("spire.why.bowl"))
    if leave:
        memory.cards_skipped += 1
        if not name:
            return Answer(leave, Statement("spire.why.no_card"))
        return Answer(leave, Statement("spire.why.no_card_worth", card=name, worth=worth))
    return None


def _combat_reward(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    game = message.game
    rewards = game.screen.rewards[: len(game.choice_list)]
    for index, reward in enumerate(rewards):
        if (answer := _take(index, reward, message, policy)) is not None:
            return answer
    cards = [index for index, reward in enumerate(rewards) if reward.reward_type == "CARD"]
    if len(cards) > memory.cards_skipped:
        return Answer(choose(cards[memory.cards_skipped]), Statement("spire.why.see_cards"))
    return None


def _take(index: int, reward: Reward, message: Message, policy: Policy) -> Answer | None:
    game = message.game
    match reward.reward_type:
        case "GOLD" | "STOLEN_GOLD":
            return Answer(choose(index), Statement("spire.why.gold", gold=reward.gold))
        case "RELIC":
            return Answer(
                choose(index), Statement("spire.why.relic", relic=reward.relic.name if reward.relic else "?")
            )
        case "EMERALD_KEY":
            return Answer(choose(index), Statement("spire.why.emerald_key"))
        case "POTION":
            return _take_potion(index, reward, game, policy)
    return None


def _take_potion(index: int, reward: Reward, game: GameState, policy: Policy) -> Answer | None:
    if reward.potion is None or game.has_relic("Sozu"):
        return None
    worth = policy.potion_worth(reward.potion.id)
    if not game.potions or any(potion.empty for potion in game.potions):
        return Answer(
            choose(index), Statement("spire.why.potion", potion=reward.potion.name or reward.potion.id)
        )
    held = [(policy.potion_worth(p.id), slot) for slot, p in enumerate(game.potions) if p.can_discard]
    least, slot = min(held, default=(worth, 0))
    if least < worth:
        return Answer(
            discard_potion(slot),
            Statement("spire.why.room_for", potion=reward.potion.name, worth=worth, least=least),
        )
    return None


def _map(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    game = message.game
    if game.screen.boss_available or "boss" in game.choice_list:
        return Answer(choose(0), Statement("spire.why.to_the_boss"))
    found = best_node(game, policy)
    if found is None:
        return None
    index, node, worth = found
    name = f"x={node.x}"
    index = game.choice_list.index(name) if name in game.choice_list else index
    room = node.symbol or Statement("spire.why.room")
    return Answer(choose(index), Statement("spire.why.room_on_path", room=room, x=node.x, worth=worth))


def _boss_reward(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    game = message.game
    rated = [
        (policy.relic_worth(relic.id), -index, relic.name)
        for index, relic in enumerate(game.screen.relics[: len(game.choice_list)])
    ]
    if not rated:
        return None
    worth, index, name = max(rated)
    return Answer(choose(-index), Statement("spire.why.worth", what=name, worth=worth))


def _select(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    return select(message, policy, memory.choices)


def _go_on(message: Message, policy: Policy, memory: FloorMemory) -> Answer | None:
    word = confirming(message)
    return Answer(word, Statement("spire.why.go_on")) if word else None


SCREENS: dict[str, Screen] = {
    "EVENT": answer_event,
    "CHEST": _chest,
    "SHOP_ROOM": shop_room,
    "SHOP_SCREEN": shop_screen,
    "REST": _rest,
    "CARD_REWARD": _card_reward,
    "COMBAT_REWARD": _combat_reward,
    "MAP": _map,
    "BOSS_REWARD": _boss_reward,
    "GRID": _select,
    "HAND_SELECT": _select,
    "GAME_OVER": _go_on,
    "COMPLETE": _go_on,
}
