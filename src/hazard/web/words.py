"""The words of the pages, in English and German: one row for each, so that none is forgotten."""

from __future__ import annotations

from typing import Literal

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
    "unexpected": ("Something went wrong: {error}", "Etwas ging schief: {error}"),
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


def word(key: str, language: Language, **values: object) -> str:
    """Return the words for ``key``.

    >>> word("home", "de")
    'Start'
    """
    return _WORDS[key][language == "de"].format(**values)


def add_words(rows: dict[str, tuple[str, str]]) -> None:
    """Add a page's own words; a key that is there already would silence another page."""
    if twice := rows.keys() & _WORDS.keys():
        raise ValueError(f"words given twice: {sorted(twice)}")
    _WORDS.update(rows)
