"""The JSON of 5e-bits/5e-database: a list of monsters, whose actions are prose with some fields beside it."""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.content.words import ABILITIES, Rules
from hazard.fivee.importers.lines import read_conditions, read_defenses, read_senses, read_size, read_speed
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.raw import Entry, RawCreature, Section, Stated, Unreadable, each

_ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
_SECTIONS: tuple[tuple[str, Section], ...] = (
    ("special_abilities", "trait"),
    ("actions", "action"),
    ("bonus_actions", "bonus"),
    ("reactions", "reaction"),
    ("legendary_actions", "legendary"),
)


def fits(root: Node) -> bool:
    """Whether this is such a file."""
    first = next(iter(root), None) if isinstance(root.value, list) else root
    return first is not None and bool(first["index"]) and bool(first["hit_dice"] or first["hit_points_roll"])


def read(root: Node) -> list[RawCreature | Unreadable]:
    """Return the creatures of a file."""
    return each(root if isinstance(root.value, list) else [root], _creature)


def _creature(node: Node) -> RawCreature:
    name = node["name"].text()
    rules: Rules = "5.2" if "/2024/" in node["url"].text("") else "5.1"
    raw = RawCreature(f"{node.file}: {name!r}", name, rules=rules)
    raw.printed_hit_points = node["hit_points"].known()
    raw.values = {
        "size": read_size(node["size"].text("medium")),
        "kind": node["type"].text("humanoid").lower(),
        "armor_class": _armor_class(node["armor_class"]),
        "hit_points": node["hit_points_roll"].text(node["hit_dice"].text(""))
        or str(node["hit_points"].integer()),
        "speed": _speed(node["speed"]),
        "abilities": {
            short: node[long].integer(10) for short, long in zip(ABILITIES, _ABILITIES, strict=True)
        },
        "senses": read_senses(
            ", ".join(
                f"{key.replace('_', ' ')} {value.value}" for key, value in node["senses"].table().items()
            )
        ),
        **_proficiencies(node["proficiencies"]),
        **_defenses(node),
    }
    if node["subtype"].text(""):
        raw.values["tags"] = [node["subtype"].text().lower()]
    if node["challenge_rating"]:
        raw.values["challenge"] = node["challenge_rating"].value
    if node["proficiency_bonus"]:
        raw.values["proficiency"] = node["proficiency_bonus"].integer()
    for key, section in _SECTIONS:
        raw.entries += [_entry(item, section) for item in node[key]]
    return raw


def _armor_class(node: Node) -> int:
    if not isinstance(node.value, list):
        return node.integer()
    first = next(iter(node), None)
    if first is None:
        raise node.wrong("an armour class")
    return first["value"].integer()


def _speed(node: Node) -> dict[str, Any]:
    text = ", ".join(f"{kind} {feet.value}" for kind, feet in node.table().items() if kind != "hover")
    return read_speed(text + (" (hover)" if node["hover"].value else ""))


def _proficiencies(node: Node) -> dict[str, Any]:
    saves: dict[str, int] = {}
    skills: dict[str, int] = {}
    for item in node:
        index = item["proficiency"]["index"].text("")
        if index.startswith("saving-throw-") and index[13:] in ABILITIES:
            saves[index[13:]] = item["value"].integer()
        elif index.startswith("skill-"):
            skills[index[6:].replace("-", " ")] = item["value"].integer()
    return {"saves": saves, "skills": skills}


def _defenses(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for ours, theirs in (
        ("vulnerable", "damage_vulnerabilities"),
        ("resistant", "damage_resistances"),
        ("immune", "damage_immunities"),
    ):
        found[ours] = read_defenses("; ".join(item.text() for item in node[theirs]))
    named = ", ".join(item["index"].text("") for item in node["condition_immunities"])
    found["condition_immunities"] = read_conditions(named)
    return found


def _entry(node: Node, section: Section) -> Entry:
    usage: dict[str, Any] = {}
    kind = node["usage"]["type"].text("")
    if kind == "recharge on roll":
        usage["recharge"] = node["usage"]["min_value"].integer(6)
    elif kind == "per day":
        usage["per_day"] = node["usage"]["times"].integer(1)
    elif kind == "recharge after rest":
        usage |= {"per_day": 1, "per_rest": True}
    stated = Stated(to_hit=node["attack_bonus"].known())
    for item in node["damage"]:
        if item["damage_dice"]:
            dice = re.sub(r"\s", "", item["damage_dice"].text())
            stated.damage.append((dice, item["damage_type"]["index"].text("") or None))
    if node["dc"]:
        stated.dc = node["dc"]["dc_value"].known()
        stated.ability = node["dc"]["dc_type"]["index"].text("") or None
        success = node["dc"]["success_type"].text("")
        stated.on_success = success if success in ("none", "half") and stated.damage else None
    text = node["desc"].value
    if isinstance(text, list):
        text = "\n".join(str(part) for part in text)
    return Entry(node["name"].text(), text if isinstance(text, str) else "", section, usage, stated)
