"""Words that come from a game, made fit to print: one line, no control characters, not too long."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rich.cells import cell_len

_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_BLANK = "(blank)"


def fold(words: str) -> str:
    """Return ``words`` on one line, without anything that could steer a terminal or break a document.

    Control characters and runs of spaces become one space, marks that turn the direction of writing are
    dropped, and what is no character at all becomes U+FFFD.

    >>> fold("attack\\n  the \\x1b[31mogre")
    'attack the [31mogre'
    """
    if words.isascii() and words.isprintable() and "  " not in words:
        return words.strip() or _BLANK
    kept = (_printable(character) for character in words if character not in _DIRECTION)
    return " ".join("".join(kept).split()) or _BLANK


def _printable(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    return "\ufffd" if category in ("Cs", "Cn") else character


def shorten(words: str, cells: int) -> str:
    """Return ``words`` folded and, where they are wider than ``cells``, ended by an ellipsis.

    >>> shorten("a rather long description", 10)
    'a rather…'
    """
    folded = fold(words)
    if cell_len(folded) <= cells:
        return folded
    used, kept = 1, []
    for character in folded:
        used += cell_len(character)
        if used > cells:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def listed(names: Iterable[str]) -> str:
    """Return names as a list in a sentence.

    >>> listed(["roll", "hold"])
    'roll, hold'
    """
    return ", ".join(names)
