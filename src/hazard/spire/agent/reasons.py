"""Why the policy does something outside of fights, in German: names stay as the game has them."""

from __future__ import annotations

import re

_GERMAN = tuple(
    (re.compile(english), german)
    for english, german in (
        ("a chest is worth opening", "eine Truhe zu öffnen lohnt sich"),
        ("hit points rather than a card", "lieber Trefferpunkte als eine Karte"),
        (r"no card is worth it; nothing (-?\d+)", r"keine Karte lohnt sich; nichts \1"),
        (r"no card is worth it; (.*) (-?\d+)", r"keine Karte lohnt sich; \1 \2"),
        ("nothing better to do: go on", "nichts Besseres zu tun: weiter"),
        (
            "nothing better to do: the first legal command",
            "nichts Besseres zu tun: der erste erlaubte Befehl",
        ),
        ("nothing can be started yet", "noch kann nichts begonnen werden"),
        ("nothing more to buy", "nichts mehr zu kaufen"),
        ("nothing more to select", "nichts mehr auszuwählen"),
        ("nothing to select", "nichts auszuwählen"),
        ("simple fallback: nothing more to play", "einfacher Ausweg: nichts mehr zu spielen"),
        (r"simple fallback: rank (-?\d+)", r"einfacher Ausweg: Rang \1"),
        ("simple fallback: (.*) while it helps", r"einfacher Ausweg: \1, solange es hilft"),
        (r"room for (.*): worth (-?\d+), not (-?\d+)", r"Platz für \1: \2 wert, nicht \3"),
        ("see the cards", "die Karten ansehen"),
        ("see what the merchant has", "ansehen, was der Händler hat"),
        ("the shop has been seen", "der Laden ist gesehen"),
        ("the emerald key costs nothing", "der Smaragdschlüssel kostet nichts"),
        (
            "the game is still carrying out what was done",
            "das Spiel führt noch aus, was getan wurde",
        ),
        ("the mod said: (.*)", r"der Mod sagt: \1"),
        ("to the boss", "zum Boss"),
        ("go on", "weiter"),
        (r"(\d+) selected", r"\1 ausgewählt"),
        (r"room at x=(-?\d+): the path is worth (-?\d+)", r"Raum bei x=\1: der Weg ist \2 wert"),
        (r"(.*) at x=(-?\d+): the path is worth (-?\d+)", r"\1 bei x=\2: der Weg ist \3 wert"),
        (r"rest with (\d+) of (\d+) hit points", r"rasten mit \1 von \2 Trefferpunkten"),
        (r"smith with (\d+) of (\d+) hit points", r"schmieden mit \1 von \2 Trefferpunkten"),
        (r"(.*) with (\d+) of (\d+) hit points", r"\1 mit \2 von \3 Trefferpunkten"),
        (r"(.*) is worth (-?\d+)", r"\1 ist \2 wert"),
        (r"(\d+) gold", r"\1 Gold"),
        ("no rule for (.*): (.*)", r"keine Regel für \1: \2"),
        ("rule for (.*): (.*)", r"Regel für \1: \2"),
        ("improve (.*)", r"\1 verbessern"),
        ("lose (.*)", r"\1 hergeben"),
        ("choose (.*)", r"\1 wählen"),
        ("potion (.*)", r"Trank \1"),
        ("relic (.*)", r"Relikt \1"),
        ("card (.*)", r"Karte \1"),
    )
)


def reason_in(why: str, language: str) -> str:
    """Return the reason of a choice outside of fights in the words of a language.

    >>> reason_in("smith with 60 of 75 hit points", "de")
    'schmieden mit 60 von 75 Trefferpunkten'
    """
    if language == "de":
        for english, german in _GERMAN:
            if found := english.fullmatch(why):
                return found.expand(german)
    return why
