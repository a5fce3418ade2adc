"""Does the game stand where it was predicted to stand? Compared is what a message can show, and nothing else.

A predicted state knows more than any message (what was played this turn, which card lies on top); so where
what can be seen agrees, the predicted state is the better one to go on with.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hazard.spire.protocol.reading import CardPicture

Picture = dict[str, Any]


def difference(predicted: Picture, observed: Picture) -> str | None:
    """Say what differs between two fights as far as it can be seen, or None if nothing does."""
    if _cards(predicted["hand"]) != _cards(observed["hand"]):
        return "the hand"
    for pile, words in (
        ("exhaust", "exhausted cards"),
        ("discard", "discarded cards"),
        ("draw", "cards to draw"),
    ):
        if _kinds(predicted[pile]) != _kinds(observed[pile]):
            return words
    if predicted["turn"] != observed["turn"]:
        return "the turn"
    mine, theirs = predicted["player"], observed["player"]
    for name in ("energy", "hp", "block", "max_hp"):
        if mine[name] != theirs[name]:
            return f"the player's {name}: {theirs[name]}, not {mine[name]}"
    if not _same_powers(mine["powers"], theirs["powers"]):
        return "the player's powers"
    return _monsters_differ(predicted["monsters"], observed["monsters"])


def _cards(cards: list[CardPicture]) -> Counter[tuple[int, int]]:
    return Counter((card[0], card[1]) for card in cards)


def _kinds(cards: list[CardPicture]) -> Counter[int]:
    return Counter(card[0] for card in cards)


def _same_powers(one: list[tuple[int, int, int]], other: list[tuple[int, int, int]]) -> bool:
    """Compare powers; some have no amount that means anything, and then it is -1 for the game."""
    mine, theirs = ({power: amount for power, amount, _ in powers} for powers in (one, other))
    return mine.keys() == theirs.keys() and all(
        amount == theirs[power] or -1 in (amount, theirs[power]) for power, amount in mine.items()
    )


def _monsters_differ(predicted: list[Picture], observed: list[Picture]) -> str | None:
    if len(predicted) != len(observed):
        return f"{len(observed)} monsters, not {len(predicted)}"
    for place, (mine, theirs) in enumerate(zip(predicted, observed, strict=True)):
        gone = mine["flags"] & 1, theirs["flags"] & 1
        if gone[0] != gone[1]:
            return f"monster {place} is {'gone' if gone[1] else 'still there'}"
        if gone[0]:
            continue
        for name in ("kind", "hp", "block", "move"):
            if mine[name] != theirs[name]:
                return f"monster {place}'s {name}: {theirs[name]}, not {mine[name]}"
        if not _same_powers(mine["powers"], theirs["powers"]):
            return f"monster {place}'s powers"
    return None
