"""The words of the pages: those of every page, and those of the page that asks, from the catalogues."""

from __future__ import annotations

from typing import Any

from hazard.language import number as plain_number
from hazard.language import phrase, sentence


def number(value: float, form: str, language: str) -> str:
    """Return a number as people write it, by one of Python's forms.

    >>> number(-1234.5, ",.1f", "de"), number(-1234.5, ",.1f", "en")
    ('−1.234,5', '−1,234.5')
    """
    return plain_number(value, form, language).replace("-", "−")


def word(key: str, language: str, topic: str = "web", **values: Any) -> str:
    """Return the words for ``key``: the page's own, whose topic is given, or those of all pages.

    >>> word("home", "de"), word("hold", "de", "pig.web"), word("home", "de", "pig.web")
    ('Start', 'Halten', 'Start')
    """
    own = None if topic == "web" else sentence(f"{topic}.{key}", language, values)
    return phrase(f"web.{key}", language, **values) if own is None else own
