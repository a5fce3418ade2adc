"""Tetra-cube's stat block generator (``.monster``): scores, choices, and prose with marks like ``[STR ATK]``.

The file keeps what was chosen, not what is printed: armour by its name, the number of hit dice, trained saves
and skills. The numbers are worked out here as the generator works them out, and its marks are filled in.
"""

from __future__ import annotations

import re
from typing import Any, cast

from hazard.fivee.characters.tables import armors
from hazard.fivee.content.words import (
    ABILITIES,
    CONDITIONS,
    DAMAGE_TYPES,
    Ability,
    ability_modifier,
    proficiency_at,
)
from hazard.fivee.importers.lines import (
    read_challenge,
    read_defenses,
    read_hit_points,
    read_size,
    read_speed,
)
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.prose.words import average
from hazard.fivee.importers.raw import Entry, RawCreature, Section, Unreadable, each

_FACES = {"tiny": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "gargantuan": 20}
_SECTIONS: tuple[tuple[str, Section], ...] = (
    ("abilities", "trait"),
    ("actions", "action"),
    ("bonusActions", "bonus"),
    ("reactions", "reaction"),
    ("legendaries", "legendary"),
    ("mythics", "legendary"),
    ("lairs", "lair"),
)
_ONLY_IF = {"legendaries": "isLegendary", "mythics": "isMythic", "lairs": "isLair"}
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}


def fits(root: Node) -> bool:
    """Whether this is such a file."""
    first = _monsters(root)[:1]
    return bool(first) and bool(first[0]["strPoints"]) and bool(first[0]["hitDice"])


def _monsters(root: Node) -> list[Node]:
    return list(root) if isinstance(root.value, list) else [root]


def read(root: Node) -> list[RawCreature | Unreadable]:
    """Return the creatures of a file."""
    return each(_monsters(root), _creature)


def _creature(node: Node) -> RawCreature:
    raw = RawCreature(f"{node.file}: {node['name'].text()!r}", node["name"].text())
    scores: dict[str, int] = {short: node[f"{short}Points"].integer(10) for short in ABILITIES}
    modifiers = {short: ability_modifier(max(1, min(30, score))) for short, score in scores.items()}
    challenge = read_challenge(str(node["cr"].value))
    proficiency = node["customProf"].integer(2) if challenge is None else proficiency_at(challenge)
    size = read_size(node["size"].text("medium"))
    raw.values = {
        "size": size,
        "kind": node["type"].text("humanoid").lower(),
        "armor_class": _armor_class(raw, node, modifiers["dex"]),
        "hit_points": _hit_points(raw, node, _FACES[size], modifiers["con"]),
        "speed": _speed(node),
        "abilities": scores,
        "saves": {
            row["name"].text(): modifiers[row["name"].text()] + proficiency
            for row in node["sthrows"]
            if row["name"].text("") in modifiers
        },
        "skills": {
            row["name"].text().lower(): modifiers.get(row["stat"].text(""), 0)
            + proficiency * (2 if "ex" in row["note"].text("") else 1)
            for row in node["skills"]
        },
        "senses": _senses(node, modifiers["wis"], proficiency),
        "condition_immunities": [
            name for row in node["conditions"] if (name := row["name"].text("").lower()) in CONDITIONS
        ],
        **_defenses(node),
    }
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    if node["tag"].text(""):
        raw.values["tags"] = [node["tag"].text().lower()]
    for key, section in _SECTIONS:
        if key in _ONLY_IF and node[_ONLY_IF[key]].value is not True:
            continue
        for row in node[key]:
            text = _filled(row["desc"].text(""), raw, modifiers, proficiency)
            raw.entries.append(Entry(row["name"].text(), text, section))
    many = re.search(
        r"take (\d|two|three|four|five) legendary", node["legendariesDescription"].text(""), re.I
    )
    if many and node["isLegendary"].value is True:
        raw.legendary_actions = _COUNTS.get(many[1].lower()) or int(many[1])
    return raw


def _armor_class(raw: RawCreature, node: Node, dexterity: int) -> int:
    """Return the armour class that the generator prints for what was chosen."""
    name, shield = node["armorName"].text("none").lower().strip(), node["shieldBonus"].integer(0)
    if name == "other":
        printed = re.search(r"\d{1,2}", node["otherArmorDesc"].text(""))
        if printed is None:
            raise node["otherArmorDesc"].wrong("an armor class")
        return int(printed[0])
    if name in ("none", ""):
        return 10 + dexterity + shield
    if name == "natural armor":
        return 10 + dexterity + node["natArmorBonus"].integer(0) + shield
    if name == "mage armor":
        return 13 + dexterity + shield
    worn = armors().get(name) or armors().get(name.removesuffix(" armor"))
    if worn is None:
        raise node["armorName"].wrong("a kind of armour")
    most = {"light": dexterity, "medium": min(2, dexterity)}.get(worn.kind, 0)
    return worn.armor_class + most + shield


def _hit_points(raw: RawCreature, node: Node, faces: int, constitution: int) -> str:
    if node["customHP"].value is True:
        dice, raw.printed_hit_points = read_hit_points(node["hpText"].text(""))
        if dice is None and raw.printed_hit_points is None:
            raise node["hpText"].wrong("hit points")
        return dice or str(raw.printed_hit_points)
    count = node["hitDice"].integer()
    bonus = count * constitution
    dice = f"{count}d{faces}" + (f"{bonus:+d}" if bonus else "")
    raw.printed_hit_points = max(1, average(dice))
    return dice


def _speed(node: Node) -> dict[str, Any]:
    if node["customSpeed"].value is True:
        return read_speed(node["speedDesc"].text(""))
    speeds: dict[str, Any] = {"walk": node["speed"].integer(0)}
    for kind in ("burrow", "climb", "fly", "swim"):
        if feet := node[f"{kind}Speed"].integer(0):
            speeds[kind] = feet
    return {**speeds, **({"hover": True} if node["hover"].value is True and "fly" in speeds else {})}


def _senses(node: Node, wisdom: int, proficiency: int) -> dict[str, int]:
    senses = {
        sense: feet
        for sense in ("blindsight", "darkvision", "tremorsense", "truesight")
        if (feet := node[sense].integer(0))
    }
    trained = next((row for row in node["skills"] if row["name"].text("").lower() == "perception"), None)
    times = 0 if trained is None else 2 if "ex" in trained["note"].text("") else 1
    return {**senses, "passive_perception": 10 + wisdom + times * proficiency}


def _defenses(node: Node) -> dict[str, Any]:
    """Return defences; each row says by a letter which of the three it is."""
    found: dict[str, list[str]] = {"v": [], "r": [], "i": []}
    for key in ("damagetypes", "specialdamage"):
        for row in node[key]:
            found.setdefault(row["type"].text(""), []).append(row["name"].text("").lower())
    words = {
        "vulnerable": found["v"],
        "resistant": found["r"],
        "immune": found["i"],
    }
    return {
        ours: read_defenses(
            "; ".join(
                [
                    ", ".join(one for one in said if one in DAMAGE_TYPES),
                    *(one for one in said if one not in DAMAGE_TYPES),
                ]
            )
        )
        for ours, said in words.items()
    }


_MARK = re.compile(r"\[([^\[\]\n]{1,40})\]")
_PARTS = re.compile(
    r"(?:(?P<ability>str|dex|con|int|wis|cha)\b ?)?(?:(?P<what>atk|save)\b|(?P<dice>\d*d\d+))? "
    r"?(?P<more>[+-] ?\d+)?",
    re.I,
)


def _filled(text: str, raw: RawCreature, modifiers: dict[str, int], proficiency: int) -> str:
    """Return prose with the numbers that its marks stand for; a mark that is not known is noted."""

    def fill(found: re.Match[str]) -> str:
        inner = found[1].strip()
        if inner.lower() in ("mon", "mons"):
            return raw.name.lower() + ("'s" if inner.lower() == "mons" else "")
        parts = _PARTS.fullmatch(inner)
        if parts is None or not (parts["ability"] or parts["dice"]):
            raw.note(f"the mark {found[0]}")
            return found[0]
        modifier = modifiers[cast(Ability, parts["ability"].lower())] if parts["ability"] else 0
        more = int(parts["more"].replace(" ", "")) if parts["more"] else 0
        if parts["dice"]:
            bonus = modifier + more
            dice = parts["dice"].lower() if parts["dice"][0].isdigit() else f"1{parts['dice'].lower()}"
            dice += f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
            return f"{max(1, average(dice.replace(' ', '')))} ({dice})"
        what = (parts["what"] or "").lower()
        if what == "save":
            return str(8 + modifier + proficiency + more)
        return f"{modifier + more + (proficiency if what == 'atk' else 0):+d}"

    return _MARK.sub(fill, text)
