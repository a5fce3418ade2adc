"""JSON in the style of 5etools: a user's own file; its tags become the words that a stat block has."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.content.words import ABILITIES, DAMAGE_TYPES
from hazard.fivee.importers.lines import (
    read_challenge,
    read_conditions,
    read_defenses,
    read_senses,
    read_size,
)
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.raw import Entry, RawCreature, Section, Unreadable, each

_SECTIONS: tuple[tuple[str, Section], ...] = (
    ("trait", "trait"),
    ("action", "action"),
    ("bonus", "bonus"),
    ("reaction", "reaction"),
    ("legendary", "legendary"),
)
_ATTACKS = {
    "mw": "Melee Weapon Attack:",
    "rw": "Ranged Weapon Attack:",
    "ms": "Melee Spell Attack:",
    "rs": "Ranged Spell Attack:",
    "mw,rw": "Melee or Ranged Weapon Attack:",
    "ms,rs": "Melee or Ranged Spell Attack:",
    "m": "Melee Attack Roll:",
    "r": "Ranged Attack Roll:",
    "m,r": "Melee or Ranged Attack Roll:",
}
_DEEPEST = 20


def fits(root: Node) -> bool:
    """Whether this is such a file."""
    found = _monsters(root)
    return bool(found) and bool(found[0]["str"]) and bool(found[0]["hp"])


def _monsters(root: Node) -> list[Node]:
    if isinstance(root.value, list):
        return list(root)
    return list(root["monster"]) if isinstance(root["monster"].value, list) else [root]


def untagged(text: str) -> str:
    """Return prose without tags.

    >>> untagged("{@atk mw} {@hit 4} to hit, reach 5 ft., one target. {@h}7 ({@damage 2d4 + 2}) piercing.")
    'Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing.'
    >>> untagged("{@actSave dex} {@dc 21}, in a {@variantrule Cone [Area]|XPHB|Cone}. {@actSaveFail} No.")
    'Dexterity Saving Throw: DC 21, in a Cone. Failure: No.'
    """
    for _ in range(6):
        text, changed = re.subn(r"\{@(\w+)(?: ([^{}]*))?\}", _tag, text)
        if not changed:
            break
    return text


def _tag(found: re.Match[str]) -> str:
    name, inner = found[1], (found[2] or "").strip()
    parts = inner.split("|")
    if name in ("atk", "atkr"):
        return _ATTACKS.get(
            inner.replace(" ", ""), "Melee Attack Roll:" if name == "atkr" else "Melee Weapon Attack:"
        )
    if name == "hit":
        return parts[0] if parts[0].startswith(("+", "-")) else f"+{parts[0]}"
    if name in ("h", "hom"):
        return "Hit: " if name == "h" else "Hit or Miss: "
    if name == "m":
        return "Miss: "
    if name == "dc":
        return f"DC {parts[0]}"
    if name == "recharge":
        return f"(Recharge {parts[0]}-6)" if parts[0] and parts[0] != "6" else "(Recharge 6)"
    if name == "actSave":
        long = {
            "str": "Strength",
            "dex": "Dexterity",
            "con": "Constitution",
            "int": "Intelligence",
            "wis": "Wisdom",
            "cha": "Charisma",
        }
        return f"{long.get(parts[0], parts[0])} Saving Throw:"
    labels = {
        "actSaveFail": "Failure:",
        "actSaveSuccess": "Success:",
        "actSaveSuccessOrFail": "Failure or Success:",
        "actTrigger": "Trigger:",
        "actResponse": "Response:",
        "actSaveFailBy": f"Failure by {inner} or More:",
    }
    if name == "actSaveFail" and inner:
        return "First Failure:" if inner == "1" else "Second Failure:"
    if name in labels:
        return labels[name]
    if name in ("damage", "dice", "scaledice", "scaledamage"):
        return parts[1] if len(parts) > 1 and parts[1] else parts[0]
    return parts[2] if len(parts) > 2 and parts[2] else parts[0]


def read(root: Node) -> list[RawCreature | Unreadable]:
    """Return the creatures of a file."""
    return each((node for node in _monsters(root) if not node["_copy"]), _creature)


def _creature(node: Node) -> RawCreature:
    name = node["name"].text()
    raw = RawCreature(f"{node.file}: {name!r}", name)
    formula = node["hp"]["formula"].text("")
    raw.printed_hit_points = node["hp"]["average"].known()
    raw.values = {
        "size": read_size(_first_text(node["size"])),
        "kind": _kind(node["type"]),
        "armor_class": _armor_class(node["ac"]),
        "hit_points": re.sub(r"\s", "", formula) or str(node["hp"]["average"].integer()),
        "speed": _speed(node["speed"]),
        "abilities": {short: node[short].integer(10) for short in ABILITIES},
        "saves": {key: bonus.integer() for key, bonus in node["save"].table().items() if key in ABILITIES},
        "skills": {
            key: bonus.integer()
            for key, bonus in node["skill"].table().items()
            if isinstance(bonus.value, str | int)
        },
        "senses": _senses(node),
        "vulnerable": _defenses(node["vulnerable"], "vulnerable"),
        "resistant": _defenses(node["resist"], "resist"),
        "immune": _defenses(node["immune"], "immune"),
        "condition_immunities": read_conditions(_words(node["conditionImmune"])),
    }
    rating = node["cr"]["cr"] if isinstance(node["cr"].value, dict) else node["cr"]
    challenge = read_challenge(str(rating.value)) if rating else None
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    for key, section in _SECTIONS:
        raw.entries += [_entry(item, section) for item in node[key]]
    raw.entries += [_spellcasting(item) for item in node["spellcasting"]]
    if node["legendaryActions"]:
        raw.legendary_actions = node["legendaryActions"].integer()
    if any("Attack Roll:" in entry.text or "Saving Throw:" in entry.text for entry in raw.entries):
        raw.rules = "5.2"
    return raw


def _first_text(node: Node) -> str:
    if isinstance(node.value, list):
        return next((item.text() for item in node), "M")
    return node.text("M")


def _kind(node: Node) -> str:
    kind = node["type"] if isinstance(node.value, dict) else node
    if isinstance(kind.value, dict):
        kind = next(iter(kind["choose"]), kind)
    return kind.text("humanoid").lower()


def _armor_class(node: Node) -> int:
    first = next(iter(node), node) if isinstance(node.value, list) else node
    return (first["ac"] if isinstance(first.value, dict) else first).integer()


def _speed(node: Node) -> dict[str, Any]:
    if not isinstance(node.value, dict):
        return {"walk": node.integer(30)}
    speeds: dict[str, Any] = {"walk": 0}
    for kind in ("walk", "fly", "swim", "climb", "burrow"):
        entry = node[kind]["number"] if isinstance(node[kind].value, dict) else node[kind]
        if entry and entry.value is not True:
            speeds[kind] = entry.integer()
    if node["canHover"].value is True and speeds.get("fly"):
        speeds["hover"] = True
    return speeds


def _words(node: Node) -> str:
    """Return all texts within a value, however deep."""
    found: list[str] = []

    def walk(value: Any, depth: int) -> None:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list | dict) and depth < _DEEPEST:
            for item in value if isinstance(value, list) else value.values():
                walk(item, depth + 1)

    walk(node.value, 0)
    return ", ".join(found)


def _senses(node: Node) -> dict[str, int]:
    senses = read_senses(_words(node["senses"]))
    if isinstance(node["passive"].value, int):
        senses["passive_perception"] = node["passive"].integer()
    return senses


def _defenses(node: Node, key: str) -> list[dict[str, Any]]:
    parts: list[str] = []
    for item in node:
        if isinstance(item.value, str):
            parts.append(item.value)
        else:
            parts.append(f"{_words(item[key])} {item['note'].text('')}")
    plain = [part for part in parts if part.lower() in DAMAGE_TYPES]
    return read_defenses("; ".join([", ".join(plain), *(part for part in parts if part not in plain)]))


def _entry(node: Node, section: Section) -> Entry:
    return Entry(untagged(node["name"].text("?")), untagged(_prose(node["entries"])), section)


def _prose(node: Node, depth: int = 0) -> str:
    """Return the text of nested entries, one paragraph a line."""
    if isinstance(node.value, str):
        return node.value
    if depth > _DEEPEST:
        return ""
    if isinstance(node.value, list):
        return "\n".join(_prose(item, depth + 1) for item in node)
    if isinstance(node.value, dict):
        name = node["name"].value
        head = f"{untagged(name).rstrip('.')}. " if isinstance(name, str) else ""
        return head + "\n".join(
            _prose(node[key], depth + 1) for key in ("entry", "entries", "items") if node[key]
        )
    return ""


def _spellcasting(node: Node) -> Entry:
    """Write a block of spells the way a stat block does."""
    lines = [untagged(_prose(node["headerEntries"]))]
    if node["will"]:
        lines.append(f"At will: {_spells(node['will'])}")
    for key, listed in node["daily"].table().items():
        times = re.match(r"\d+", key)
        if times:
            lines.append(f"{times[0]}/day each: {_spells(listed)}")
    for level, entry in node["spells"].table().items():
        slots = entry["slots"].known()
        names = _spells(entry["spells"])
        lines.append(
            f"Cantrips (at will): {names}"
            if level == "0"
            else f"{level}th level ({slots or 0} slots): {names}"
        )
    lines[0] += "" if "following" in lines[0] else " It can cast the following spells."
    section: Section = "action" if node["displayAs"].text("") == "action" else "trait"
    return Entry(node["name"].text("Spellcasting"), "\n".join(lines), section)


def _spells(node: Node) -> str:
    names = [item.value if isinstance(item.value, str) else item["entry"].text("") for item in node]
    return ", ".join(untagged(name) for name in names)
