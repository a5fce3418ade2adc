"""Signs for a terminal that knows only its own few: what it cannot show is written with those that it has."""

from __future__ import annotations

import codecs
import unicodedata

NAME = "hazard.plain"
"""Of the way to encode, for ``errors=`` of a stream."""
_PLAIN = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
    "±": "+-", "→": "->", "−": "-", "–": "-", "—": "-", "×": "x", "≥": ">=", "≤": "<=", "≈": "~", "∞": "inf",
    "…": "...", "·": ".", "“": '"', "”": '"', "„": '"', "λ": "lambda",
    "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "", "▎": "", "▏": "", "░": ".", "■": "#",
    "▲": "^", "▼": "v", "●": "o", "▶": ">", "─": "-", "│": "|", "└": "`", "┌": ",", "┤": "|",
}  # fmt: skip


def plain(text: str) -> str:
    """Return a text in ASCII; a sign that has no name there becomes what Python writes for it.

    >>> plain("2,6 ± 0,1 → Zweihänder ██▌"), plain("café 龍")
    ('2,6 +- 0,1 -> Zweihaender ###', 'cafe \\\\u9f8d')
    """
    return "".join(_sign(sign) for sign in text)


def _sign(sign: str) -> str:
    if sign.isascii():
        return sign
    letters = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _PLAIN[sign] if sign in _PLAIN else letters or ascii(sign)[1:-1]


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(NAME, _replaced)
