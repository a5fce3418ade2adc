"""What the rules leave out of a creature, in German: the sentences that are always the same.

Names of actions and spells stay as they are, and so does what an importer could not read: that is the text of
the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hazard.fivee.fight import Fight
from hazard.fivee.words import CONDITIONS

_GERMAN = (
    ("not understood: ", "nicht verstanden: "),
    ("spell without rules here: ", "Zauber ohne Regeln hier: "),
    (
        "left out, too many actions of limited use: ",
        "weggelassen, zu viele Aktionen mit begrenzten Einsätzen: ",
    ),
    ("not in the rules: ", "nicht in den Regeln: "),
    ("left out of ", "weggelassen bei "),
    ("left out", "weggelassen"),
    ("this move is not planned", "diese Bewegung wird nicht geplant"),
    ("the save is not repeated on damage", "der Rettungswurf wird bei Schaden nicht wiederholt"),
    ("this reaction is not used", "diese Reaktion wird nicht genutzt"),
    ("takes a slot each turn", "kostet jede Runde einen Zauberplatz"),
    ("moves by a share of its speed", "bewegt sich um einen Teil ihrer Bewegungsrate"),
    ("only once in a round", "nur einmal je Runde"),
    ("is spent together with others", "wird zusammen mit anderen verbraucht"),
    ("who saved is immune to it afterwards", "wer den Rettungswurf schafft, ist danach immun"),
    ("its advantage in a certain situation", "ihr Vorteil in bestimmten Lagen"),
    ("what happens only if ", "was nur geschieht bei: "),
    ("that it needs ", "dass nötig ist: "),
    ("damage again every turn", "Schaden in jeder weiteren Runde"),
    ("that its save is the one before", "dass der Rettungswurf davor auch hierfür gilt"),
    ("that it does nothing to the blinded or deafened", "dass sie Blinden oder Tauben nichts tut"),
    ("the drain of the hit point maximum", "die Minderung des Trefferpunktemaximums"),
    ("whoever drops to 0 dies", "wer auf 0 fällt, stirbt"),
    ("whoever drops to 0 stable", "wer auf 0 fällt, ist stabil"),
    ("a hindrance that the rules do not know", "eine Behinderung, die die Regeln nicht kennen"),
    ("that its damage comes at another moment", "dass ihr Schaden zu einem anderen Zeitpunkt kommt"),
    (
        "an aura that strikes on the creature's own turn strikes at the start of the others' turns",
        "eine Aura, die im eigenen Zug wirkt, wirkt hier am Anfang der Züge der anderen",
    ),
    ("source bloodied", "Quelle höchstens halb gesund"),
    ("source not bloodied", "Quelle mehr als halb gesund"),
    ("target bloodied", "Ziel höchstens halb gesund"),
    ("target not bloodied", "Ziel mehr als halb gesund"),
    ("target wounded", "Ziel verletzt"),
    ("no advantage", "kein Vorteil"),
    ("first round", "erste Runde"),
    ("target grappled by source", "Ziel von der Quelle gepackt"),
    ("target not grappled by source", "Ziel nicht von der Quelle gepackt"),
    ("rampage", "Blutrausch"),
    ("magic weapons", "magische Waffen"),
    ("nimble escape", "flinkes Entkommen"),
    ("aggressive", "angriffslustig"),
    ("surprise attack", "Überraschungsangriff"),
)
_BY_LENGTH = sorted(_GERMAN, key=lambda pair: -len(pair[0]))
_SENTENCE = re.compile("|".join(re.escape(english) for english, _ in _BY_LENGTH))
_FAILS_BY = re.compile(rf"({'|'.join(CONDITIONS)}), for who fails by (\d+) or more")
_CASTS = re.compile(r"(?<=: )casts (.+)$")


def in_german(caveat: str) -> str:
    """Return a caveat in German.

    >>> in_german("Cleric: not in the rules: Spiritual Weapon: takes a slot each turn")
    'Cleric: nicht in den Regeln: Spiritual Weapon: kostet jede Runde einen Zauberplatz'
    >>> in_german("Drow: left out of Sting: unconscious, for who fails by 5 or more")
    'Drow: weggelassen bei Sting: unconscious, wenn der Wurf um 5 oder mehr misslingt'
    """
    if "not understood: " in caveat:  # the rest is the source's own text
        return caveat.replace("not understood: ", "nicht verstanden: ", 1)
    caveat = _FAILS_BY.sub(r"\1, wenn der Wurf um \2 oder mehr misslingt", caveat)
    caveat = _CASTS.sub(r"wirkt \1", caveat)
    german = dict(_GERMAN)
    return _SENTENCE.sub(lambda found: german[found[0]], caveat)


def german_caveats(fight: Fight, caveats: Iterable[str]) -> list[str]:
    """Return caveats of a fight in German, the creatures by their German names.

    >>> from hazard.fivee.library import encounters
    >>> fight = Fight(encounters()["goblin-ambush"], seed=1)
    >>> german_caveats(fight, fight.caveats)[0]
    'Schurkin: nicht in den Regeln: Lucky'
    """
    names = {f.creature.name: f.creature.name_de or f.creature.name for f in fight.fighters}
    found = []
    for caveat in caveats:
        creature, colon, rest = caveat.partition(":")
        found.append(names.get(creature, creature) + colon + in_german(rest))
    return found
