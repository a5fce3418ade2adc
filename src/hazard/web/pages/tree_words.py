"""Moves of the games that come with hazard, in German; those of other games stay as their rules have them."""

from __future__ import annotations

import re

from hazard.web.words import Language

_WAYS = {"up": "hoch", "down": "runter", "left": "links", "right": "rechts", "diagonal": "schräg"}
_MOVES = {
    "roll": "würfeln",
    "hold": "halten",
    r"face (\d+)": r"Augen \1",
    r"roll (\d+)": r"Wurf \1",
    r"(\d+) at row (\d+) column (\d+)": r"\1 in Zeile \2, Spalte \3",
    r"max (\d-\d)": r"MAX \1",
    r"min (\d-\d)": r"MIN \1",
    r"\(no play\)": "(kein Zug)",
}


def move_in(words: str, language: Language) -> str:
    """Return a move or what chance brought, in a language.

    >>> move_in("face 3", "de"), move_in("4 down*", "de"), move_in("24/23 13/10", "de"), move_in("roll", "en")
    ('Augen 3', '4 runter*', '24/23 13/10', 'roll')
    """
    if language == "en":
        return words
    for pattern, german in _MOVES.items():
        if found := re.fullmatch(pattern, words):
            return found.expand(german)
    if found := re.fullmatch(r"((?:\d )?)(up|down|left|right|diagonal)(\*?)", words):
        return found[1] + _WAYS[found[2]] + found[3]
    return words
