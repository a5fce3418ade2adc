"""A fight in the middle of a choice: what the selection on the screen is for, and what comes after it.

A message shows the cards to choose from and the card in play, not what will happen to them. The rules know:
the card is played once more on a copy of the fight, and what then waits in the queue waits in the game.
"""

from __future__ import annotations

from typing import Any

from hazard.game import Turn
from hazard.spire.protocol.message import Message, plain_id
from hazard.spire.protocol.reading import HAND, CardPicture, FightReading, read_card, read_fight
from hazard.spire.protocol.simulator import PILES, MoveKind, Simulator, simulator
from hazard.spire.protocol.tracked import Tracked
from hazard.spire.rules.phrases import WORDS

PLAYER = 7
_CHOOSE = WORDS["op"].index("choose")
_OPTIONAL = 1 << 8
_BY_ACTION = {
    "gamblingchipaction": ("gamble", "hand", _OPTIONAL),
    "exhaustaction": ("exhaust", "hand", _OPTIONAL),
    "discardpiletotopofdeckaction": ("put_on_top", "discard", 0),
    "betterdiscardpiletohandaction": ("take_free", "discard", 0),
}
"""Choices that no card asks for: relics and potions do, by the game's name for it."""
_DISCOVERED_BY = {
    "codexaction": ("shuffle_in", 1 << 9 | _OPTIONAL),
    "chooseonecolorless": ("take_to_hand", 1 << 9),
}
"""What becomes of a card that is chosen of those on offer, where it is not free: Nilry's Codex, Toolbox."""


def read_choice(message: Message, tracked: Tracked | None = None) -> FightReading | None:
    """Read a fight in which cards have to be selected, or None if it cannot be told what for."""
    reading = read_fight(message, tracked)
    rules = simulator(reading.ascension)
    game = message.game
    if game.screen_type == "CARD_REWARD":
        waiting = _discovered(rules, message)
    else:
        waiting = _by_card(rules, message, reading) or _by_action(message)
    if waiting is None:
        return None
    reading.picture |= waiting
    return reading if rules.turn(reading.state) is Turn.MAX else None


def _by_card(rules: Simulator, message: Message, reading: FightReading) -> dict[str, Any] | None:
    card = message.combat.card_in_play if message.combat else None
    row = rules.known.card_row(card.id, card.upgrades > 0) if card else None
    if card is None or row is None:
        return None
    played: CardPicture = (row, 0, 0, 0, False)
    before = {**reading.picture, "hand": [played, *reading.picture["hand"]][:HAND]}
    before["player"] = {**before["player"], "energy": 9}
    state = rules.state(before)
    move = next((m for m in rules.moves(state) if m.kind is MoveKind.PLAY and m.index == 0), None)
    if move is None:
        return None
    after = rules.picture(rules.played_on(state, move, seed=0))
    if not after["steps"] or after["steps"][0][0] != _CHOOSE:
        return None
    return {"steps": after["steps"], "in_play": after["in_play"]}


def _by_action(message: Message) -> dict[str, Any] | None:
    found = _BY_ACTION.get(plain_id(message.game.current_action))
    if found is None:
        return None
    deed, pile, optional = found
    screen = message.game.screen
    amount = screen.max_cards if message.game.screen_type == "HAND_SELECT" else screen.num_cards
    return {"steps": [_step(deed, pile, max(1, min(amount, HAND)), optional)]}


def _discovered(rules: Simulator, message: Message) -> dict[str, Any] | None:
    cards = [read_card(rules.known, card) for card in message.game.screen.cards[:4]]
    if not cards or any(card is None for card in cards):
        return None
    deed, more = _DISCOVERED_BY.get(plain_id(message.game.current_action), ("take_free", 1 << 9))
    return {"options": cards, "steps": [_step(deed, "options", 1, more)]}


def _step(deed: str, pile: str, amount: int, arg: int) -> tuple[int, int, int, int, int, int]:
    return _CHOOSE, PLAYER, PLAYER, WORDS["deed"].index(deed) | PILES.index(pile) << 4, amount, arg
