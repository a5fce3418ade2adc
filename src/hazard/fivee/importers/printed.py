"""The numbers that a text prints, found without reading its sentences: what a reading is held against.

Nothing here knows the grammar of :mod:`hazard.fivee.importers.prose`. A "+7 to hit", a "DC 15" or dice that
stand in the text and not in what was read of it are listed; so are numbers that were read and that the text
does not have.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from hazard.fivee.content.words import ABILITIES, DAMAGE_TYPES
from hazard.fivee.importers.page import LETTERS

Kind = Literal["attack", "dc", "dice"]


@dataclass(frozen=True)
class Number:
    """A number as the text prints it, and whether it came into the creature."""

    kind: Kind
    text: str
    value: str
    ability: str | None = None
    """Of a "DC 15 Wisdom saving throw": whose save it is."""
    read: bool = False
    beside: bool = False
    """It stands in a phrase that means nothing within a fight, and is kept as a note."""


_ABILITY = r"(?P<{}>str|dex|con|int|wis|cha)(?:ength|terity|stitution|elligence|dom|risma)?"
_TO_HIT = re.compile(r"(?P<bonus>[+-]\d+) (?:bonus )?to hit\b|attack roll:\W{0,6}(?P<short>[+-]?\d+)", re.I)
_DC = re.compile(
    rf"(?:{_ABILITY.format('before')}\s+sav(?:e|ing throw)s?\W{{0,3}}\s*(?:against |of )?)?"
    rf"\bDC:?\s?(?:of )?(?P<dc>\d+)\b"
    rf"(?:\s+{_ABILITY.format('after')}\s+(?P<what>\(|check|sav|half\b|negates\b)?)?",
    re.I,
)
_THROWN = ("sav", "half", "negates")
"""What follows the ability of a save; a "(DC 16 Con half)" is one as well."""
_DICE = re.compile(r"\b(?P<dice>\d*d\d+(?:\s?[+-]\s?\d+(?![\dd]))?)", re.I)
_TYPES = "|".join(DAMAGE_TYPES)
_TYPES_AFTER = re.compile(
    rf"[^.;]{{0,80}}?(?:{_TYPES})\b(?:(?: damage)?[ ,]*(?:and|or)?[ ,]*(?:{_TYPES})\b)*", re.I
)
_HALF = re.compile(
    r"\bhalf\b[^.]{0,40}\bdamage\b|\bhalf as much\b|\bdamage\b[^.]{0,30}\bis halved\b"
    r"|\bhalves\b[^.]{0,30}\bdamage\b"
    r"|\bhalves (?:this|that|the) damage\b|\bhalf (?:of )?that (?:amount |damage |much )?(?:on|with) a succ"
    r"|\bhalf as much if\b|\bsuccess means\b[^.]{0,30}\bhalf"
    r"|\bhalf (?:and (?:not|no) [\w ]{3,30} )?(?:on|with) (?:a )?succ|\bdamage\b[^.]{0,80}\bfor half\b"
    r"|\bsucce[^.]{0,40}\btakes? half\b",
    re.I,
)

_HALF_SAVED = re.compile(
    r"\bhalf (?:as much|the|that|of)?[^.]{0,20}damage[^.]{0,10} (?:on|with) a success"
    r"|success[^.]{0,40}\bhalf\b[^.]{0,20}damage",
    re.I,
)


def bare(text: str) -> str:
    """Return a text without markup, with plain dashes.

    >>> bare("<p><em>Hit:</em> 7 (2d4&nbsp;+ 2)")
    'Hit: 7 (2d4 + 2)'
    """
    text = html.unescape(re.sub(r"<[^<>]*>", " ", text[:20_000])).translate(LETTERS)
    return re.sub(r"[ \t\n\u00a0]+", " ", re.sub(r"[*_]{1,3}", "", text)).strip()


def numbers_of(text: str) -> list[Number]:
    """Return the numbers of a text that matter in a fight.

    >>> [(n.kind, n.value, n.ability) for n in numbers_of("+4 to hit. Hit: 7 (2d4 + 2). DC 11 STR save")]
    [('attack', '4', None), ('dc', '11', 'str'), ('dice', '2d4+2', None)]
    """
    plain = bare(text)
    found = [
        Number("attack", bit[0], str(int(bit["bonus"] or bit["short"])))
        for bit in _TO_HIT.finditer(plain)
        if len(bit[0]) < 30
    ]
    for bit in _DC.finditer(plain):
        word = bit["before"] or (bit["after"] if (bit["what"] or "").lower() in _THROWN else None)
        found.append(Number("dc", bit[0].strip(), str(int(bit["dc"][:6])), word.lower() if word else None))
    for bit in _DICE.finditer(plain):
        found.append(Number("dice", bit[0], _tidy(bit["dice"])))
    return found


def _tidy(dice: str) -> str:
    dice = re.sub(r"\s", "", dice).lower()
    return f"1{dice}" if dice.startswith("d") else dice


def _walk(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every plain value of rows with the key that it stands under."""
    if isinstance(value, dict):
        for inner, below in value.items():
            yield from _walk(below, str(inner))
    elif isinstance(value, list | tuple):
        for below in value:
            yield from _walk(below, key)
    else:
        yield key, value


_DICE_KEYS = (
    "damage", "heal", "temporary_hit_points", "ongoing", "attack_dice", "save_dice", "damage_dice", "dice",
)  # fmt: skip
_FEET_KEYS = (
    "reach", "range", "long_range", "size", "width", "push_feet", "feet", "teleport_feet", "speed_feet",
)  # fmt: skip
_PART = re.compile(r"(\d*d\d+|\d+)(?:\[(\w+)\])?([+-]\d+(?![\dd\[]))?")


def _parts(text: str) -> list[tuple[str, str | None]]:
    """Return dice and type of each part of ``2d4[piercing]+2+1d6[fire]``."""
    return [(_tidy(dice + bonus), kind or None) for dice, kind, bonus in _PART.findall(text)]


def saves_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return every save that rows ask for."""
    found: list[dict[str, Any]] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("save"), dict):
                found.append(value["save"])
            for below in value.values():
                look(below)
        elif isinstance(value, list | tuple):
            for below in value:
                look(below)

    look(rows)
    return found


def with_reading(text: str, rows: list[dict[str, Any]], beside: list[str]) -> list[Number]:
    """Return the numbers of a text, each with whether ``rows`` have it.

    ``beside`` are the phrases that were kept as a note.

    >>> bite = {"attack": {"to_hit": 4, "reach": 5}, "effects": [{"damage": "2d4[piercing]+2"}]}
    >>> text = "+4 to hit. Hit: 7 (2d4 + 2). DC 11 STR save"
    >>> [n.text for n in with_reading(text, [bite], []) if not n.read]
    ['DC 11 STR sav']
    """
    values = list(_walk(rows))
    to_hit = {str(value) for key, value in values if key == "to_hit"}
    dcs = {str(value) for key, value in values if key in ("dc", "escape_dc", "check_dc")}
    dice = {
        part
        for key, value in values
        if key in _DICE_KEYS and isinstance(value, str)
        for part, _ in _parts(value.removeprefix("-"))
    }
    known = {"attack": to_hit, "dc": dcs, "dice": dice}
    throws = {(str(save.get("dc")), save["ability"]) for save in saves_of(rows)}
    notes = " ".join(bare(phrase) for phrase in beside).lower()
    found = []
    for number in numbers_of(text):
        read = number.value in known[number.kind]
        if read and number.kind == "dc" and number.ability in ABILITIES:
            read = (number.value, number.ability) in throws or not throws
        found.append(replace(number, read=read, beside=_is_in(notes, number)))
    return found


def _is_in(notes: str, number: Number) -> bool:
    """Whether notes, which may word it otherwise, have a number."""
    if number.kind == "dc":
        return re.search(rf"\bdc:? ?(?:of )?{number.value}\b", notes) is not None
    return number.text.lower() in notes


def misread(text: str, rows: list[dict[str, Any]], whole: bool = True) -> tuple[int, list[str]]:
    """Return how many numbers of ``rows`` were held against the text, and a phrase for each it does not say.

    ``whole``: nothing of the text was left over, so what is not in ``rows`` is missing in silence.

    >>> misread("+4 to hit, reach 5 ft. Hit: 7 (2d4 + 2)", [{"attack": {"to_hit": 5, "reach": 5}}])
    (2, ['read +5 to hit, which the text does not say'])
    """
    plain = bare(text)
    printed = numbers_of(text)
    said = {kind: {n.value for n in printed if n.kind == kind} for kind in ("attack", "dc", "dice")}
    integers = {str(int(digits)) for digits in re.findall(r"\d{1,6}", plain)}
    count, wrong = 0, []

    def hold(right: bool, phrase: str) -> None:
        nonlocal count
        count += 1
        if not right:
            wrong.append(f"read {phrase}, which the text does not say")

    for key, value in _walk(rows):
        if value is None or isinstance(value, bool) or value == 0:
            continue
        if key == "to_hit":
            hold(str(value) in said["attack"], f"{value:+d} to hit")
        elif key in ("dc", "escape_dc", "check_dc"):
            hold(str(value) in said["dc"], f"DC {value}")
        elif key in _DICE_KEYS and isinstance(value, str):
            for dice, kind in _parts(value.removeprefix("-")):
                there = dice in said["dice"] if "d" in dice else dice in integers
                hold(there, dice)
                if there and kind and "d" in dice:
                    hold(kind in _types_beside(plain, dice), f"{dice} {kind}")
        elif key in _FEET_KEYS and isinstance(value, int):
            default = key == "reach" or (key == "speed_feet" and abs(value) == 120) or value == 5
            hold(default or str(abs(value)) in integers, f"{abs(value)} feet")
    wrong += _halves(plain, rows, whole)
    return count, list(dict.fromkeys(wrong))


def _types_beside(plain: str, dice: str) -> set[str]:
    """Return the types of damage that stand behind these dice in the text."""
    found: set[str] = set()
    for bit in _DICE.finditer(plain):
        if _tidy(bit["dice"]) == dice:
            after = _TYPES_AFTER.match(plain, bit.end())
            found |= set(re.findall(_TYPES, after[0].lower())) if after else set(DAMAGE_TYPES)
    return found


def _halves(plain: str, rows: list[dict[str, Any]], whole: bool) -> list[str]:
    """Return where a success halves the damage in one of text and rows, and not in the other."""
    halved = any(save.get("on_success") == "half" for save in saves_of(rows))
    if halved and not _HALF.search(plain):
        return ["read half damage on a success, which the text does not say"]
    hurts = [effect for row in rows for effect in row.get("effects", []) if effect.get("damage")]
    if whole and not halved and _HALF_SAVED.search(plain) and any(effect.get("save") for effect in hurts):
        return ["the text says half damage on a success, and it was not read"]
    return []
