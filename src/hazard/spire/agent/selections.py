"""Selections of cards, from the hand or a grid, when no plan says which.

A selection either improves a card, keeps it (to the hand, on top of the draw pile, twice), loses it
(exhausted, discarded, removed), or transforms it. The best card is improved or kept, the worst is lost; a
curse becomes another curse, so it is the last to be transformed.
"""

from __future__ import annotations

from collections.abc import Sequence

from hazard.language import Statement
from hazard.spire.agent.grids import DeckPurpose, deck_purpose
from hazard.spire.agent.memory import Answer
from hazard.spire.agent.policy import Policy
from hazard.spire.protocol.commands import cancelling, choose, confirming
from hazard.spire.protocol.message import Card, GameState, Message, plain_id

Purpose = DeckPurpose


def choice_cards(choices: Sequence[str], cards: Sequence[Card]) -> list[Card | None]:
    """Return for each choice the card that it means, if one can be told.

    Normally they stand in the same order; where some cards cannot be chosen, names tell.
    """
    if len(choices) == len(cards):
        return list(cards)
    left = list(cards)
    found: list[Card | None] = []
    for choice in choices:
        card = next((c for c in left if c.name.lower() == choice.lower()), None)
        if card is not None:
            left.remove(card)
        found.append(card)
    return found


def purpose(game: GameState, policy: Policy, choices: Sequence[str] = ()) -> Purpose:
    """Say what the cards are selected for; ``choices`` are the words that led here, outside of a fight."""
    screen = game.screen
    if game.combat is None or screen.for_upgrade or screen.for_purge or screen.for_transform:
        return deck_purpose(game, choices)
    in_play = game.combat.card_in_play
    for source in (game.current_action, in_play.id if in_play else ""):
        for kind in ("improve", "keep", "lose"):
            if source and plain_id(source) in map(plain_id, getattr(policy.selections, kind)):
                return kind
    return "lose"


def is_full(message: Message) -> bool:
    """Whether as many cards are selected as can be, so that only a word is missing."""
    screen = message.game.screen
    in_hand = message.game.screen_type == "HAND_SELECT"
    chosen = screen.selected if in_hand else screen.selected_cards
    wanted = screen.max_cards if in_hand else screen.num_cards
    return confirming(message) is not None and (len(chosen) >= wanted or screen.confirm_up)


def select(message: Message, policy: Policy, choices: Sequence[str] = ()) -> Answer | None:
    """Select the next card, or confirm what is selected."""
    game = message.game
    screen = game.screen
    in_hand = game.screen_type == "HAND_SELECT"
    chosen = screen.selected if in_hand else screen.selected_cards
    free = screen.can_pick_zero if in_hand else screen.any_number
    done = confirming(message)
    if done and (is_full(message) or not game.choice_list):
        return Answer(done, Statement("spire.why.selected", count=len(chosen)))
    kind = purpose(game, policy, choices)
    best = _best(message, policy, kind, chosen, free and done is not None)
    if best is not None:
        return best
    if done:
        return Answer(done, Statement("spire.why.nothing_more_to_select"))
    back = cancelling(message)
    return Answer(back, Statement("spire.why.nothing_to_select")) if back else None


def _best(
    message: Message, policy: Policy, kind: Purpose, chosen: Sequence[Card], free: bool
) -> Answer | None:
    game = message.game
    if "choose" not in message.available_commands or not game.choice_list:
        return None
    cards = choice_cards(game.choice_list, game.screen.hand or game.screen.cards)
    taken = {card.uuid for card in chosen if card.uuid}
    rated: list[tuple[float, int, str]] = []
    for index, card in enumerate(cards):
        if card is not None and card.uuid in taken:
            continue  # choosing it again would put it back
        card = card or Card(name=game.choice_list[index])
        rated.append((_rate(card, kind, policy, game.act), index, card.name or card.id))
    if not rated:
        return None
    worth, index, name = max(rated, key=lambda entry: (entry[0], -entry[1]))
    if free and kind == "lose" and -worth >= policy.selections.lose_below:
        return None
    return Answer(choose(index), Statement(f"spire.why.{kind}", card=name))


def _rate(card: Card, kind: Purpose, policy: Policy, act: int) -> float:
    if kind == "improve":
        return policy.upgrade_worth(card, act)
    if kind == "transform" and card.type == "CURSE":
        return -1000.0
    worth = policy.keep_worth(card, act)
    return worth if kind == "keep" else -worth
