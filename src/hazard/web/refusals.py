"""What the rules and the importers refuse, told in the visitor's language.

The core speaks English. Here is one row for each message that somebody at a page is likely to meet: the
English sentence with its gaps, and the German one with the same gaps. A message is known by its fixed words;
one that is not in the table is told as it is. A test holds every row against the sources, so that a sentence
that is reworded there cannot quietly become English here.
"""

from __future__ import annotations

import re
from functools import cache

from hazard.web.words import Language

GERMAN = {
    # what a game master types or clicks
    "no dice are asked for": "gerade wird nicht nach Würfeln gefragt",
    "say who: a name": "sage, wer: ein Name",
    "the dice come first": "erst kommen die Würfel",
    "the fight is over": "der Kampf ist vorbei",
    "there is nothing to take back": "es gibt nichts zurückzunehmen",
    "there is nothing to do again": "es gibt nichts zu wiederholen",
    "{who} has no slot of level {level} left": "{who} hat keinen Zauberplatz des Grads {level} mehr",
    "{who} has at most {most} hit points, not {points}": (
        "{who} hat höchstens {most} Trefferpunkte, nicht {points}"
    ),
    "{who} is not dying": "{who} liegt nicht im Sterben",
    "{who} has no use of {action} left": "{who} kann {action} nicht noch einmal einsetzen",
    "{action} of {who} may be used without limit": "{action} von {who} ist beliebig oft einsetzbar",
    "there is no cell {cell} for {who}; expected a1 to {last}": (
        "es gibt kein Feld {cell} für {who}; erwartet: a1 bis {last}"
    ),
    "{cell} is in a wall": "{cell} liegt in einer Wand",
    "{who} stands at {cell}": "auf {cell} steht schon {who}",
    "{part}: {why} (nothing of the line was done)": "{part}: {why} (von der Zeile wurde nichts getan)",
    "say on which side: party or monsters": "sage, auf welcher Seite: Gruppe oder Monster",
    "there are too many called {who}; say another name": "zu viele heißen {who}; sage einen anderen Namen",
    "say which creature joins": "sage, welche Kreatur dazukommt",
    "there is no free place on the map": "auf der Karte ist kein Platz frei",
    "there is no plan {number}; expected 1 to {count}": (
        "es gibt keinen Plan {number}; erwartet: 1 bis {count}"
    ),
    "there is nobody called {name}; expected one of {known}": "niemand heißt {name}; es gibt {known}",
    "there is no objective {name}; expected one of {known}": "es gibt kein Ziel {name}; erwartet: {known}",
    # files and pasted text
    "there is no creature {creature}": "es gibt keine Kreatur {creature}",
    "there is no creature {creature} here": "hier gibt es keine Kreatur {creature}",
    "{place}: encounter: there is no encounter {name}; expected a .toml file or one of {known}": (
        "{place}: encounter: es gibt keinen Kampf {name}; erwartet: eine .toml-Datei oder {known}"
    ),
    "{place}: encounter: {name} is a file; expected the encounter itself": (
        "{place}: encounter: {name} ist eine Datei; erwartet: der Kampf selbst"
    ),
    "{place}: expected an object with an encounter, found {found}": (
        "{place}: erwartet: ein Objekt mit einem Kampf (encounter), gefunden: {found}"
    ),
    "{place} does not fit on the map": "{place} passt nicht auf die Karte",
    "{place} stands in a wall": "{place} steht in einer Wand",
    "{place} stands in the same cell as {other}": "{place} steht im selben Feld wie {other}",
    "{file}: {size} bytes; at most {most} are read": "{file}: {size} Bytes; höchstens {most} werden gelesen",
    "{size} bytes; at most {most} are read": "{size} Bytes; höchstens {most} werden gelesen",
    "{file}: {size} characters; at most {most} are read": (
        "{file}: {size} Zeichen; höchstens {most} werden gelesen"
    ),
    "{file}: byte {place} is not UTF-8 text": "{file}: Byte {place} ist kein UTF-8-Text",
    "{file}: line {line}, column {column}: not JSON: {error}": (
        "{file}: Zeile {line}, Spalte {column}: kein JSON: {error}"
    ),
    "{file}: not JSON that can be read: {error}": "{file}: kein lesbares JSON: {error}",
    "{file}: not TOML: {error}": "{file}: kein TOML: {error}",
    "{file}: neither JSON nor, by its name, TOML; expected a saved fight": (
        "{file}: weder JSON noch, dem Namen nach, TOML; erwartet: ein gesicherter Kampf"
    ),
    "{file}: there is no creature in it": "{file}: darin ist keine Kreatur",
    "{file}: no creature in it (read as {form})": "{file}: darin ist keine Kreatur (gelesen als {form})",
    "{file}: a format that is not known; expected one of {known}": (
        "{file}: ein unbekanntes Format; erwartet: {known}"
    ),
    "{file}: a number of more than {most} digits": "{file}: eine Zahl mit mehr als {most} Ziffern",
    "{file}: empty; expected a stat block": "{file}: leer; erwartet: ein Wertekasten",
    "{file}: {name}: no line with {missing}; expected a stat block": (
        "{file}: {name}: keine Zeile mit {missing}; erwartet: ein Wertekasten"
    ),
    "{file}: {name}: no number after Armor Class or Hit Points": (
        "{file}: {name}: keine Zahl nach Armor Class oder Hit Points"
    ),
    "{file}: another hazard is running this fight": "{file}: ein anderes hazard führt diesen Kampf gerade",
    "this was deleted meanwhile; nothing more of it is kept": (
        "das wurde inzwischen gelöscht; nichts davon wird mehr aufgehoben"
    ),
    "{file}: not a saved fight ({why})": "{file}: kein gespeicherter Kampf ({why})",
    "{file}: cannot be used ({why})": "{file}: nicht zu gebrauchen ({why})",
    "{file}: there is no such file": "{file}: diese Datei gibt es nicht",
    "{file}: neither JSON nor, by its name, TOML; expected a file that was exported here": (
        "{file}: weder JSON noch, dem Namen nach, TOML; erwartet: eine hier ausgegebene Datei"
    ),
    "the entry {place} is missing": "der Eintrag {place} fehlt",
    "the entry {place} is not known here": "der Eintrag {place} ist hier unbekannt",
    "the entry {place} is {found}; expected {known}": "der Eintrag {place} ist {found}; erwartet: {known}",
    "the entry {place} is too large; expected at most {most}": (
        "der Eintrag {place} ist zu groß; erwartet: höchstens {most}"
    ),
    "the entry {place} is too small; expected at least {least}": (
        "der Eintrag {place} ist zu klein; erwartet: mindestens {least}"
    ),
    "the entry {place} cannot be {found}": "der Eintrag {place} kann nicht {found} sein",
    "there is no position {number}; expected 0 to {last}": (
        "es gibt keine Stellung {number}; erwartet: 0 bis {last}"
    ),
    "position {number}: {error}": "Stellung {number}: {error}",
    "there is no game {name} here; expected one of {known}": (
        "hier gibt es kein Spiel {name}; es gibt {known}"
    ),
    # Slay the Spire
    "there is no message and no log in it": "darin ist weder eine Nachricht noch ein Protokoll",
    "the log cannot be counted: {error}": "das Protokoll ist nicht auszuzählen: {error}",
    "cannot read the message: {why}": "die Nachricht ist nicht zu lesen: {why}",
    "this is no JSON: {error}": "das ist kein JSON: {error}",
    "the message is a JSON {kind}; expected an object with game_state": (
        "die Nachricht ist JSON vom Typ {kind}; erwartet: ein Objekt mit game_state"
    ),
    "the message is not from a run: it has no game_state to advise on": (
        "die Nachricht ist aus keinem Lauf: ohne game_state gibt es nichts zu raten"
    ),
    "the message has {count} characters; expected at most {most}": (
        "die Nachricht hat {count} Zeichen; erwartet: höchstens {most}"
    ),
    "{file}, line {line} is no JSON; expected a journal": (
        "{file}, Zeile {line} ist kein JSON; erwartet: ein Protokoll"
    ),
    "{file}, line {line} is not UTF-8 text; expected a journal": (
        "{file}, Zeile {line} ist kein Text in UTF-8; erwartet: ein Protokoll"
    ),
    "{file}, line {line} is no journal entry: it has no kind": (
        "{file}, Zeile {line} ist kein Eintrag eines Protokolls: ihm fehlt kind"
    ),
    # boards and positions
    "{dice}: expected two dice, such as 31": "{dice}: erwartet: zwei Würfel, etwa 31",
    "{dice} cannot be rolled here": "{dice} kann hier nicht gewürfelt werden",
    "cannot read the backgammon state {text}; expected a position id and what comes next, such as "
    "'4HPwATDgc/ABMA max 3-1', '... max rolls' or '... opening'": (
        "die Backgammon-Stellung {text} ist nicht zu lesen; erwartet: eine Positions-ID und was folgt, etwa "
        "'4HPwATDgc/ABMA max 3-1', '... max rolls' oder '... opening'"
    ),
    "the position id {text} does not describe a board; "
    "expected 25 counts for each side and nothing after them": (
        "die Positions-ID {text} beschreibt kein Brett; erwartet: 25 Zahlen für jede Seite und nichts danach"
    ),
    "in the position id {text}: {error}": "in der Positions-ID {text}: {error}",
    "{side} has {count} checkers; expected at most {most}": (
        "{side} hat {count} Steine; erwartet: höchstens {most}"
    ),
    "both sides stand on point {point}; expected one of them at most": (
        "beide Seiten stehen auf Punkt {point}; erwartet: höchstens eine"
    ),
    "{text} is not a {what}; expected {letters} of the signs A-Z a-z 0-9 + /, found {count} signs": (
        "{text} ist keine {what}; erwartet: {letters} der Zeichen A-Z a-z 0-9 + /, gefunden: {count} Zeichen"
    ),
    "{text} is not a {what}: its last sign has bits to spare that are not 0": (
        "{text} ist keine {what}: das letzte Zeichen hat übrige Bits, die nicht 0 sind"
    ),
    "there is no match; expected a line such as '7 point match'": (
        "darin ist kein Match; erwartet: eine Zeile wie '7 point match'"
    ),
    "{line} stands before the first game; expected 'Game 1'": (
        "{line} steht vor dem ersten Spiel; erwartet: 'Game 1'"
    ),
    "line {line}: {error}": "Zeile {line}: {error}",
    "line {line}, at the end: {error}": "Zeile {line}, am Ende: {error}",
    "cannot read the Pig state {text}; expected '40 35 12 max': MAX's score, MIN's, the pot, who moves": (
        "der Pig-Stand {text} ist nicht zu lesen; erwartet: '40 35 12 max': Punkte von MAX, von MIN, "
        "der Topf, wer am Zug ist"
    ),
    "a score in {text} is above the target of {target}": (
        "ein Stand in {text} liegt über dem Ziel von {target}"
    ),
    "the pot in {text} already wins; Pig ends the turn there": (
        "der Topf in {text} gewinnt schon; dort endet bei Pig der Zug"
    ),
    "cannot read the {game} board {text}: its rows have {shape} cells; expected {rows} rows of "
    "{columns}, with '/' between them": (
        "das {game}-Brett {text} ist nicht zu lesen: die Reihen haben {shape} Felder; "
        "erwartet: {rows} Reihen zu {columns}, mit '/' dazwischen"
    ),
    "unknown sign {sign} in the {game} board {text}; expected only {known}": (
        "unbekanntes Zeichen {sign} im {game}-Brett {text}; erwartet: nur {known}"
    ),
    "cannot read the 2048 state {text}; expected {rows} rows of {columns} cells, such as {example}, and "
    "'spawn' after them while a tile is still to come": (
        "der 2048-Stand {text} ist nicht zu lesen; erwartet: {rows} Reihen zu {columns} Feldern, "
        "etwa {example}, und 'spawn' danach, solange noch eine Kachel kommt"
    ),
    "unknown tile {sign} in the 2048 state {text}; "
    "expected a power of two from 2 to {largest}, or . for an empty cell": (
        "unbekannte Kachel {sign} im 2048-Stand {text}; erwartet: eine Zweierpotenz von 2 bis {largest}, "
        "oder . für ein leeres Feld"
    ),
    "the tiles in {text} add up to {total}; expected at most {most}, more cannot be made": (
        "die Kacheln in {text} ergeben zusammen {total}; erwartet: höchstens {most}, mehr geht nicht"
    ),
    "cannot read the board {text}: it has {hexes}; expected {count} in columns of "
    "3, 4, 5, 4, 3 with '/' between them, such as {example}": (
        "das Brett {text} ist nicht zu lesen: es hat {hexes}; erwartet: {count} in Spalten zu "
        "3, 4, 5, 4, 3 mit '/' dazwischen, etwa {example}"
    ),
    "there is no tile {name}; expected one each of 1 5 9, 2 6 7 and 3 4 8, as in '164'": (
        "es gibt kein Plättchen {name}; erwartet: je eine von 1 5 9, 2 6 7 und 3 4 8, wie in '164'"
    ),
    "there is no hex {name}; expected a1-a3, b1-b4, c1-c5, d1-d4 or e1-e3": (
        "es gibt kein Feld {name}; erwartet: a1-a3, b1-b4, c1-c5, d1-d4 oder e1-e3"
    ),
    "the tile {tile} is on {place} and {other} of {text}; there is one of each": (
        "das Plättchen {tile} liegt auf {place} und {other} von {text}; jedes gibt es einmal"
    ),
    "tiles are {count}; expected {wanted}, and each only once": (
        "{count} Plättchen; erwartet: {wanted}, und jedes nur einmal"
    ),
    "not for games with chance": "nicht für Spiele mit Zufall",
    "there is nothing to decide in {state}: {why}": "in {state} gibt es nichts zu entscheiden: {why}",
}
_FROM_WITHIN = ("error", "why")
"""Gaps that hold a message of their own."""
_GAP = re.compile(r"\{(\w+)\}")


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return how to know each message; those with the most fixed words first, so that none hides another."""
    rows = sorted(GERMAN.items(), key=lambda row: -len(_GAP.sub("", row[0])))
    found = []
    for english, german in rows:
        words = _GAP.split(english)
        pattern = "".join(re.escape(w) if n % 2 == 0 else f"(?P<{w}>.+?)" for n, w in enumerate(words))
        found.append((re.compile(pattern, re.S), german))
    return tuple(found)


def refusal(message: str, language: Language) -> str:
    """Return a message of the core in a language.

    >>> refusal("match.mat: line 3: there is no match; expected a line such as '7 point match'", "de")
    "match.mat: Zeile 3: darin ist kein Match; erwartet: eine Zeile wie '7 point match'"
    >>> refusal("something else", "de")
    'something else'
    """
    return message if language == "en" else (_known(message) or message)


def _known(message: str) -> str | None:
    for pattern, german in _patterns():
        if found := pattern.fullmatch(message):
            gaps = {
                gap: (_known(text) or text) if gap in _FROM_WITHIN else text
                for gap, text in found.groupdict().items()
            }
            return german.format(**gaps)
    place, colon, rest = message.partition(": ")  # somebody has said where it was found
    told = _known(rest) if colon else None
    return None if told is None else f"{place}: {told}"
