"""Words that the card games share."""

from __future__ import annotations

from hazard.language import phrase

_CODES = {"J": "secrets.card.jack", "Q": "secrets.card.queen", "K": "secrets.card.king"}


def card_name(rank: str, language: str = "en") -> str:
    """Return what a card is called.

    >>> card_name("Q"), card_name("Q", "de")
    ('a queen', 'eine Dame')
    """
    return phrase(_CODES[rank], language)
