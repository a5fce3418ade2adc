"""What a grid of the deck's cards is for, told from what led to it.

The game marks grids that remove, transform or upgrade one card. Those for two cards and more, and those of
many relics, come without any mark; then the last choices on this floor tell, or the newest relic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hazard.spire.agent.prices import event_of
from hazard.spire.protocol.message import GameState, Message, plain_id

DeckPurpose = Literal["improve", "keep", "lose", "transform"]
_RELICS: dict[str, DeckPurpose] = {
    "astrolabe": "transform",
    "emptycage": "lose",
    "bottledflame": "keep",
    "bottledlightning": "keep",
    "bottledtornado": "keep",
    "dollysmirror": "keep",
}
_WORDS: tuple[tuple[str, DeckPurpose], ...] = (
    # what the buttons say; a removal that upgrades as well comes to the grid for the removal
    ("duplicat", "keep"),
    ("addtoyourdeck", "keep"),
    ("remove", "lose"),
    ("transform", "transform"),
    ("upgrade", "improve"),
    # events and fires by their own names, should a button say nothing
    ("offer", "lose"),
    ("noteforyourself", "lose"),
    ("purif", "lose"),
    ("purge", "lose"),
    ("toke", "lose"),
    ("forget", "lose"),
    ("elegance", "lose"),
    ("transmo", "transform"),
    ("testsubject", "transform"),
    ("livingwallchange", "transform"),
    ("grow", "improve"),
    ("forge", "improve"),
    ("smith", "improve"),
)


def chosen_words(message: Message, command: str) -> str:
    """Return in words what the command chooses, as plain letters: the event and its button, a relic, a fire.

    >>> from hazard.spire.protocol.message import read_message
    >>> fire = '{"in_game": true, "game_state": {"screen_type": "REST", "choice_list": ["toke"]}}'
    >>> chosen_words(read_message(fire), "choose 0")
    'toke'
    """
    game, screen = message.game, message.game.screen
    verb, _, place = command.partition(" ")
    if verb != "choose" or not place.isdecimal():
        return ""
    index = int(place)
    match game.screen_type:
        case "EVENT":
            buttons = [option for option in screen.options if not option.disabled]
            named = (
                b for i, b in enumerate(buttons) if index == (i if b.choice_index is None else b.choice_index)
            )
            words = next((f"{event_of(game)} {b.label} {b.text}" for b in named), "")
        case "BOSS_REWARD":
            words = "".join(relic.id for relic in screen.relics[index : index + 1])
        case "COMBAT_REWARD":
            words = "".join(reward.relic.id for reward in screen.rewards[index : index + 1] if reward.relic)
        case "SHOP_SCREEN" | "REST":
            words = "".join(game.choice_list[index : index + 1])
        case _:
            words = ""
    return plain_id(words)


def deck_purpose(game: GameState, choices: Sequence[str] = ()) -> DeckPurpose:
    """Say what cards of the deck are selected for; ``choices`` are the words that led here, in order."""
    screen = game.screen
    if screen.for_upgrade:
        return "improve"
    if screen.for_transform:
        return "transform"
    if screen.for_purge:
        return "lose"
    newest = _RELICS.get(plain_id(game.relics[-1].id)) if game.relics else None
    found = next((kind for words in reversed(choices) if (kind := _of_words(words))), newest)
    if screen.num_cards > 1:  # nothing in the game takes several cards of the deck for their good
        return "transform" if found == "transform" else "lose"
    return found or "keep"


def _of_words(words: str) -> DeckPurpose | None:
    return _RELICS.get(words) or next((kind for part, kind in _WORDS if part in words), None)
