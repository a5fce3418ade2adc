"""Improved Initiative: one JSON object a creature, or the export of a whole library."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.content.words import ABILITIES
from hazard.fivee.importers.lines import (
    read_challenge,
    read_conditions,
    read_defenses,
    read_hit_points,
    read_senses,
    read_size,
    read_speed,
)
from hazard.fivee.importers.node import Node, parse_json
from hazard.fivee.importers.raw import Entry, RawCreature, Section, Unreadable, each

_SECTIONS: tuple[tuple[str, Section], ...] = (
    ("Traits", "trait"),
    ("Actions", "action"),
    ("BonusActions", "bonus"),
    ("Reactions", "reaction"),
    ("LegendaryActions", "legendary"),
    ("MythicActions", "legendary"),
)


def fits(root: Node) -> bool:
    """Whether this is such a file."""
    found = _blocks(root)
    return bool(found) and bool(found[0]["Abilities"]) and bool(found[0]["HP"])


def _blocks(root: Node) -> list[Node]:
    if isinstance(root.value, list):
        return list(root)
    if root["Abilities"]:
        return [root]
    blocks = []
    for key, node in root.table().items():
        if not key.startswith("Creatures."):
            continue
        if isinstance(node.value, str):  # a library keeps each creature as JSON text
            inner = parse_json(node.value, node.place)
            node = Node(inner.value, root.file, key)
        if node["Abilities"]:
            blocks.append(node)
    return blocks


def read(root: Node) -> list[RawCreature | Unreadable]:
    """Return the creatures of a file."""
    return each(_blocks(root), _creature)


def _creature(node: Node) -> RawCreature:
    name = node["Name"].text()
    raw = RawCreature(f"{node.file}: {name!r}", name)
    dice, _ = read_hit_points(node["HP"]["Notes"].text(""))
    raw.printed_hit_points = node["HP"]["Value"].integer()
    kind = re.split(r"[,(]", node["Type"].text(""))[0].strip().lower()
    words = [word for word in kind.split() if word]
    raw.values = {
        "size": read_size(kind),
        "kind": words[-1] if words else "humanoid",
        "armor_class": node["AC"]["Value"].integer(),
        "hit_points": dice or str(raw.printed_hit_points),
        "speed": read_speed(_line(node["Speed"])),
        "abilities": {short: node["Abilities"][short.capitalize()].integer(10) for short in ABILITIES},
        "saves": {
            key.lower()[:3]: bonus
            for key, bonus in _named(node["Saves"]).items()
            if key.lower()[:3] in ABILITIES
        },
        "skills": {key.lower(): bonus for key, bonus in _named(node["Skills"]).items()},
        "vulnerable": read_defenses(_line(node["DamageVulnerabilities"], "; ")),
        "resistant": read_defenses(_line(node["DamageResistances"], "; ")),
        "immune": read_defenses(_line(node["DamageImmunities"], "; ")),
        "condition_immunities": read_conditions(_line(node["ConditionImmunities"])),
        "senses": read_senses(_line(node["Senses"])),
    }
    challenge = read_challenge(str(node["Challenge"].value)) if node["Challenge"] else None
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    if node["Source"].text(""):
        raw.values["source"] = node["Source"].text()[:200]
    for key, section in _SECTIONS:
        raw.entries += [_entry(item, section) for item in node[key]]
    if any("Attack Roll:" in entry.text or "Saving Throw:" in entry.text for entry in raw.entries):
        raw.rules = "5.2"
    return raw


def _line(node: Node, between: str = ", ") -> str:
    return between.join(item.text() for item in node)


def _named(node: Node) -> dict[str, int]:
    return {item["Name"].text(): item["Modifier"].integer() for item in node}


def _entry(node: Node, section: Section) -> Entry:
    name = node["Name"].text()
    usage: dict[str, Any] = {}
    noted = node["Usage"].text("")
    return Entry(f"{name} ({noted})" if noted else name, node["Content"].text(""), section, usage)
