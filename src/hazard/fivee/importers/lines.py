"""The short lines of a stat block: speed, senses, saves, defences, hit points, challenge."""

from __future__ import annotations

import re
from typing import Any, cast

from hazard.fivee.content.words import ABILITIES, CONDITIONS, DAMAGE_TYPES, SIZES, Ability, Size

_NONMAGICAL = re.compile(r"nonmagical|non-magical|aren't (?:magical|adamantine|silvered)|not made with", re.I)


def read_size(text: str) -> Size:
    """Return the (largest) size that a text names; medium where it names none.

    >>> read_size("Medium or Small Humanoid"), read_size("L")
    ('medium', 'large')
    """
    letters = {"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}
    if text.strip().upper() in letters:
        return cast(Size, letters[text.strip().upper()])
    named = [word for word in re.findall(r"[a-z]+", text.lower()) if word in SIZES]
    return cast(Size, named[0]) if named else "medium"


def read_hit_points(text: str) -> tuple[str | None, int | None]:
    """Return the hit dice and the printed number.

    >>> read_hit_points("11 (2d8 + 2)"), read_hit_points("7")
    (('2d8+2', 11), (None, 7))
    """
    dice = re.search(r"\d*d\d+(?:\s*[+-]\s*\d+)?", text)
    printed = re.match(r"\s*(\d{1,6})(?!\s*d)", text)
    return (re.sub(r"\s+", "", dice[0]) if dice else None), (int(printed[1]) if printed else None)


def read_speed(text: str) -> dict[str, Any]:
    """Return the speeds of a line.

    >>> read_speed("30 ft., fly 60 ft. (hover), Swim 20 ft.")
    {'walk': 30, 'fly': 60, 'swim': 20, 'hover': True}
    """
    speeds: dict[str, Any] = {}
    for kind, feet in re.findall(
        r"(?:(walk|fly|climb|swim|burrow)(?:ing)?\s+)?(\d{1,4})\s*(?:ft|feet)", text, re.I
    ):
        speeds.setdefault((kind or "walk").lower(), int(feet))
    if "hover" in text.lower() and "fly" in speeds:
        speeds["hover"] = True
    return {"walk": 0, **speeds} if speeds else {}


def read_senses(text: str) -> dict[str, int]:
    """Return the senses of a line.

    >>> read_senses("Darkvision 60 ft.; Passive Perception 13")
    {'darkvision': 60, 'passive_perception': 13}
    """
    senses = {
        kind.lower(): int(feet)
        for kind, feet in re.findall(
            r"(darkvision|blindsight|tremorsense|truesight)\D{0,12}(\d{1,4})", text, re.I
        )
    }
    passive = re.search(r"passive perception\D{0,3}(\d{1,3})", text, re.I)
    return {**senses, **({"passive_perception": int(passive[1])} if passive else {})}


def read_saves(text: str) -> dict[Ability, int]:
    """Return saving throw bonuses.

    >>> read_saves("Dex +6, Constitution +13")
    {'dex': 6, 'con': 13}
    """
    found = re.findall(r"([A-Za-z]{3})[a-z]*\.?\s*([+-]?\d{1,3})", text)
    return {cast(Ability, word.lower()): int(bonus) for word, bonus in found if word.lower() in ABILITIES}


def read_skills(text: str) -> dict[str, int]:
    """Return skill bonuses.

    >>> read_skills("Perception +3, Sleight of Hand +5")
    {'perception': 3, 'sleight of hand': 5}
    """
    found = re.findall(r"([A-Za-z][A-Za-z ]*?)\s*([+-]\d{1,3})", text)
    return {name.strip().lower(): int(bonus) for name, bonus in found}


def read_defenses(text: str) -> list[dict[str, Any]]:
    """Return resistances, immunities or vulnerabilities.

    >>> read_defenses("cold, fire; bludgeoning, piercing, and slashing from nonmagical attacks")
    [{'types': ['cold', 'fire']}, {'types': ['bludgeoning', 'piercing', 'slashing'], 'nonmagical_only': True}]
    """
    plain: list[str] = []
    rows: list[dict[str, Any]] = []
    for part in re.split(r";", text.lower()):
        types = [word for word in re.findall(r"[a-z]+", part) if word in DAMAGE_TYPES]
        types = list(dict.fromkeys(types))
        if not types:
            continue
        if _NONMAGICAL.search(part):
            physical = [word for word in types if word in ("bludgeoning", "piercing", "slashing")]
            plain += [word for word in types if word not in physical]
            rows.append({"types": physical or types, "nonmagical_only": True})
        else:
            plain += types
    plain = list(dict.fromkeys(plain))
    return ([{"types": plain}] if plain else []) + rows


def read_conditions(text: str) -> list[str]:
    """Return the conditions that a line names.

    >>> read_conditions("Charmed, Exhaustion; Poisoned")
    ['charmed', 'exhaustion', 'poisoned']
    """
    return list(dict.fromkeys(word for word in re.findall(r"[a-z]+", text.lower()) if word in CONDITIONS))


def read_challenge(text: str) -> float | None:
    """Return a challenge rating.

    >>> read_challenge("1/4 (50 XP)"), read_challenge("17"), read_challenge("—")
    (0.25, 17.0, None)
    """
    found = re.search(r"(\d{1,3})(?:\.(\d{1,3}))?(?:\s*/\s*(\d{1,2}))?", text)
    fractions = {"½": 0.5, "¼": 0.25, "⅛": 0.125}
    if found is None:
        return next((value for sign, value in fractions.items() if sign in text), None)
    whole = float(f"{found[1]}.{found[2] or 0}")
    rating = whole / int(found[3]) if found[3] and int(found[3]) else whole
    return rating if 0 <= rating <= 30 else None
