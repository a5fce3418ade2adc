"""The words of the pages, in English and German: one row for each, so that none is forgotten."""

from __future__ import annotations

from string import Formatter
from typing import Any, Literal

Language = Literal["en", "de"]

_WORDS: dict[str, tuple[str, str]] = {
    # every page
    "motto": (
        "The best decision in a game of chance, within a time budget, and why.",
        "Die beste Entscheidung in Spielen mit Zufall, in gegebener Zeit und mit Begründung.",
    ),
    "home": ("Home", "Start"),
    "language": ("Deutsch", "English"),
    "dark": ("Light or dark", "Hell oder dunkel"),
    "menu": ("Menu", "Menü"),
    "recent": ("Continue with", "Weiter mit"),
    "nothing_yet": ("Nothing yet. Choose one above.", "Noch nichts. Wähle oben etwas aus."),
    "open": ("Open", "Öffnen"),
    "delete": ("Delete", "Löschen"),
    "new_game": ("New game", "Neues Spiel"),
    "undo": ("Undo", "Zurück"),
    "redo": ("Redo", "Vor"),
    "hint": ("Hint", "Tipp"),
    "stop": ("Stop", "Anhalten"),
    "run": ("Run", "Los"),
    "save": ("Save", "Speichern"),
    "load": ("Load", "Laden"),
    "export": ("Export", "Exportieren"),
    "import": ("Import", "Importieren"),
    "cancel": ("Cancel", "Abbrechen"),
    "close": ("Close", "Schließen"),
    "start": ("Start", "Beginnen"),
    "print": ("Print", "Drucken"),
    "copy": ("Copy", "Kopieren"),
    "working": ("Working …", "Rechnet …"),
    "not_found": (
        "There is no longer anything at this address.",
        "Unter dieser Adresse gibt es nichts mehr.",
    ),
    "too_large": (
        "This file is too large: at most {megabytes} MB are read.",
        "Diese Datei ist zu groß: höchstens {megabytes} MB werden gelesen.",
    ),
    "no_page": ("There is no such page", "Diese Seite gibt es nicht"),
    "no_page_about": (
        "There is nothing under this address. The bar above leads to every page.",
        "Unter dieser Adresse gibt es nichts. Die Leiste oben führt zu allen Seiten.",
    ),
    "failed": ("This page cannot be shown", "Diese Seite lässt sich nicht zeigen"),
    "unexpected": (
        "Something went wrong on the server. Its log has the details.",
        "Auf dem Server ist etwas schiefgegangen. Näheres steht in seinem Protokoll.",
    ),
    "independent": (
        "hazard is an independent program, not affiliated with the makers of the games it plays.",
        "hazard ist ein unabhängiges Programm ohne Verbindung zu den Herstellern der Spiele.",
    ),
    # home
    "import_work": ("Import: drop an exported file here", "Importieren: eine exportierte Datei hier ablegen"),
}


def number(value: float, form: str, language: Language) -> str:
    """Return a number as people write it, by one of Python's forms.

    >>> number(-1234.5, ",.1f", "de"), number(-1234.5, ",.1f", "en")
    ('−1.234,5', '−1,234.5')
    """
    text = format(value, form).replace("-", "−")
    return text.translate(_COMMAS) if language == "de" else text


_COMMAS = str.maketrans(".,", ",.")


class _Words(Formatter):
    """Fills the gaps of a sentence; numbers that have a form are written as in its language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def format_field(self, value: Any, form: str) -> str:
        return number(value, form, self.language) if form else str(value)


def word(key: str, language: Language, **values: object) -> str:
    """Return the words for ``key``.

    >>> word("home", "de")
    'Start'
    """
    return _Words(language).format(_WORDS[key][language == "de"], **values)


def add_words(rows: dict[str, tuple[str, str]]) -> None:
    """Add a page's own words; a key that is there already would silence another page."""
    if twice := rows.keys() & _WORDS.keys():
        raise ValueError(f"words given twice: {sorted(twice)}")
    _WORDS.update(rows)
