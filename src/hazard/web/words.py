"""The words of the pages, in English and German: one row for each, so that none is forgotten."""

from __future__ import annotations

from string import Formatter
from typing import Any, Literal

Language = Literal["en", "de"]

_WORDS: dict[str, tuple[str, str]] = {
    # every page
    "motto": (
        "The best decision in a game of chance, within a time budget, and why.",
        "Die beste Entscheidung im Glücksspiel, in gegebener Zeit, und warum.",
    ),
    "home": ("Home", "Start"),
    "combat": ("Combat Director", "Kampfleitung"),
    "backgammon": ("Backgammon", "Backgammon"),
    "twenty48": ("2048", "2048"),
    "pig": ("Pig", "Pig"),
    "takeiteasy": ("Take It Easy", "Take It Easy"),
    "spire": ("Slay the Spire", "Slay the Spire"),
    "tree": ("Tree explorer", "Suchbaum"),
    "language": ("Deutsch", "English"),
    "dark": ("Light or dark", "Hell oder dunkel"),
    "menu": ("Menu", "Menü"),
    "recent": ("Go on with", "Weiter mit"),
    "nothing_yet": ("Nothing yet. Choose one above.", "Noch nichts. Wähle oben etwas aus."),
    "open": ("Open", "Öffnen"),
    "delete": ("Delete", "Löschen"),
    "new_game": ("New game", "Neues Spiel"),
    "undo": ("Undo", "Zurück"),
    "redo": ("Redo", "Vor"),
    "hint": ("Hint", "Tipp"),
    "stop": ("Stop", "Anhalten"),
    "run": ("Run", "Los"),
    "save": ("Save", "Sichern"),
    "load": ("Load", "Laden"),
    "export": ("Export", "Ausgeben"),
    "import": ("Import", "Einlesen"),
    "cancel": ("Cancel", "Abbrechen"),
    "close": ("Close", "Schließen"),
    "start": ("Start", "Beginnen"),
    "print": ("Print", "Drucken"),
    "copy": ("Copy", "Kopieren"),
    "working": ("Working …", "Rechnet …"),
    "not_found": (
        "There is nothing here under that address any more.",
        "Unter dieser Adresse ist nichts mehr.",
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
        "Something went wrong on the server; its log says what.",
        "Auf dem Server ging etwas schief; sein Protokoll sagt, was.",
    ),
    "independent": (
        "hazard is an independent program, not affiliated with the makers of the games it plays.",
        "hazard ist ein unabhängiges Programm und gehört zu keinem der Hersteller der Spiele.",
    ),
    # home
    "import_work": ("Import: drop a file that was exported", "Einlesen: eine ausgegebene Datei ablegen"),
    "about_combat": (
        "Run a fifth-edition fight on a map: what each monster would do, how likely it all is, how it ends.",
        "Einen Kampf der fünften Edition auf der Karte leiten: was jedes Monster täte, mit welcher Chance.",
    ),
    "about_backgammon": (
        "Play against hazard, see the equity of every play, read and write position ids, analyse a match.",
        "Gegen hazard spielen, jeden Zug bewertet sehen, Positionen ein- und auslesen, Matches prüfen.",
    ),
    "about_twenty48": ("Play, ask for a hint, or watch.", "Spielen, Tipp holen oder zusehen."),
    "about_pig": (
        "Play against the exact optimum and see its famous surface.",
        "Gegen das exakte Optimum spielen und seine berühmte Fläche sehen.",
    ),
    "about_tree": (
        "Unfold the tree behind a decision, in any game, under every search.",
        "Den Baum hinter einer Entscheidung aufklappen, in jedem Spiel, mit jeder Suche.",
    ),
    "about_takeiteasy": (
        "Place the tiles, alone or against hazard, with the value of every hex.",
        "Plättchen legen, allein oder gegen hazard, mit dem Wert jedes Feldes.",
    ),
    "about_spire": (
        "Paste a state and get the turn to play; follow an agent's log.",
        "Einen Zustand einfügen und den Zug erhalten; dem Agenten zusehen.",
    ),
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
