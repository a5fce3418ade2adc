"""The words of a stat block in German: sizes, kinds, damage, movement, traits."""

from __future__ import annotations

import re

GERMAN = {
    "tiny": "winzig", "small": "klein", "medium": "mittelgroß", "large": "groß", "huge": "riesig",
    "gargantuan": "gigantisch",
    "aberration": "Aberration", "beast": "Tier", "celestial": "Celestisches Wesen", "construct": "Konstrukt",
    "dragon": "Drache", "elemental": "Elementar", "fey": "Feenwesen", "fiend": "Unhold", "giant": "Riese",
    "humanoid": "Humanoider", "monstrosity": "Monstrosität", "ooze": "Schlick", "plant": "Pflanze",
    "undead": "Untoter", "swarm": "Schwarm",
    "acid": "Säure", "bludgeoning": "Wucht", "cold": "Kälte", "fire": "Feuer", "force": "Energie",
    "lightning": "Blitz", "necrotic": "nekrotisch", "piercing": "Stich", "poison": "Gift",
    "psychic": "psychisch", "radiant": "gleißend", "slashing": "Hieb", "thunder": "Schall",
    "not magical": "nicht magisch",
    "sphere": "Kugel", "cube": "Würfel", "cone": "Kegel", "line": "Linie", "emanation": "Umkreis",
    "cylinder": "Zylinder",
    "fly": "Fliegen", "swim": "Schwimmen", "climb": "Klettern", "burrow": "Graben",
    "dash": "Spurt", "disengage": "Rückzug", "dodge": "Ausweichen", "hide": "Verstecken", "help": "Helfen",
    "shove": "Schubsen", "grapple": "Ringen", "escape": "Befreien", "push": "stößt", "ft.": "Fuß",
    "pack tactics": "Rudeltaktik", "magic resistance": "Magieresistenz",
    "undead fortitude": "Zähigkeit der Untoten", "evasion": "Entrinnen", "reckless": "rücksichtslos",
    "blood frenzy": "Blutrausch", "flyby": "Vorbeiflug", "magic weapons": "magische Waffen",
    "rampage": "Toben", "avoidance": "Vermeidung", "nimble escape": "flinkes Entkommen",
    "aggressive": "angriffslustig", "surprise attack": "Überraschungsangriff",
    "legendary resistance": "legendäre Resistenz", "regeneration": "Regeneration",
    "sneak attack": "hinterhältiger Angriff", "martial advantage": "Kampfvorteil",
    "save advantage": "Vorteil bei Rettungswürfen", "charge": "Ansturm", "aura": "Aura",
    "death burst": "Ausbruch im Tod", "triggered": "ausgelöst", "relentless": "unerbittlich", "critical "
        "range": "kritischer Bereich",
    "aggression": "Angriffslust", "prefers": "bevorzugt", "flees below": "flieht unter",
    "caster": "Zaubernde", "healer": "Heilende", "defender": "Verteidigende", "striker": "Angreifende",
    "nearest": "die Nächsten", "weakest": "die Schwächsten", "strongest": "die Stärksten",
    "wounded": "Verletzte", "last attacker": "wer zuletzt angriff",
}  # fmt: skip
_TYPE = re.compile(r"\[(\w+)\]")


def dice_in_german(dice: str) -> str:
    """Return dice with their types of damage in German.

    >>> dice_in_german("10d6[force]+40")
    '10W6[Energie]+40'
    """
    typed = _TYPE.sub(lambda found: f"[{GERMAN.get(found[1], found[1])}]", dice)
    return re.sub(r"(?<=\d)d(?=\d)", "W", typed)
