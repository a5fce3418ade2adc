"""Open5e: version 1 (one record a monster) and version 2 (creatures, actions, attacks and traits by key).

Both the files of its repository (records with ``model``, ``pk`` and ``fields``) and the answers of its
service are read. The damage types in the fields of version 2 are often missing or in the wrong column, so
only dice and to-hit are compared with the prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hazard.fivee.content.library import ContentError
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
from hazard.fivee.importers.node import Node, parse_json, read_text
from hazard.fivee.importers.raw import Entry, RawCreature, Section, Stated, Unreadable, each

_WITH_UNIT = re.compile(r"\d{1,4} (?:ft\.?|feet)")
_LONG = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
_SKILLS = (
    "acrobatics", "animal_handling", "arcana", "athletics", "deception", "history", "insight", "intimidation",
    "investigation", "medicine", "nature", "perception", "performance", "persuasion", "religion",
    "sleight_of_hand", "stealth", "survival",
)  # fmt: skip
"""Some files have them beside the scores."""
_BESIDE = ("CreatureAction", "CreatureActionAttack", "CreatureTrait")
_ECONOMY: dict[str, Section] = {
    "ACTION": "action",
    "BONUS_ACTION": "bonus",
    "REACTION": "reaction",
    "LEGENDARY_ACTION": "legendary",
    "LAIR_ACTION": "lair",
}


def fits(root: Node) -> bool:
    """Whether this is such a file."""
    records = _records(root)
    first = records[0] if records else root
    if first["model"]:
        return first["model"].text("").startswith(("api.monster", "api_v2.creature"))
    ours = first["slug"] or first["ability_scores"] or (first["strength"] and not first["index"])
    return bool(ours) and bool(first["hit_dice"])


def _records(root: Node) -> list[Node]:
    if isinstance(root.value, list):
        return list(root)
    for key in ("results", "monsters"):
        if isinstance(root[key].value, list):
            return list(root[key])
    return [root]


def with_files_beside(root: Node, file: Path) -> Node:
    """Add the actions, attacks and traits that lie in files beside a version 2 ``Creature.json``."""
    if not file.name.endswith("Creature.json") or not isinstance(root.value, list):
        return root
    records = list(root.value)
    for kind in _BESIDE:
        other = file.with_name(file.name.removesuffix("Creature.json") + kind + ".json")
        if other.exists():
            more = parse_json(read_text(other), str(other))
            if not isinstance(more.value, list):
                raise more.wrong("a list")
            records += more.value
    return Node(records, root.file)


def read(root: Node) -> list[RawCreature | Unreadable]:
    """Return the creatures of a file."""
    records = _records(root)
    relational = [record for record in records if record["model"].text("").startswith("api_v2.")]
    if relational:
        return _relational(relational)
    flat = [record["fields"] if record["fields"] else record for record in records]
    return each(flat, lambda record: _second(record) if record["ability_scores"] else _first(record))


# ---- version 1 -------------------------------------------------------------------------------------------


def _first(node: Node) -> RawCreature:
    name = node["name"].text()
    raw = RawCreature(f"{node.file}: {name!r}", name)
    dice, _ = read_hit_points(node["hit_dice"].text(""))
    raw.printed_hit_points = node["hit_points"].known()
    raw.values = {
        "size": read_size(node["size"].text("medium")),
        "kind": node["type"].text("humanoid").lower(),
        "armor_class": node["armor_class"].integer(),
        "hit_points": dice or str(node["hit_points"].integer()),
        "speed": _speed(_embedded(node, "speed")),
        "abilities": {short: node[long].integer(10) for short, long in zip(ABILITIES, _LONG, strict=True)},
        "saves": {
            short: node[f"{long}_save"].integer()
            for short, long in zip(ABILITIES, _LONG, strict=True)
            if node[f"{long}_save"]
        },
        "skills": {
            key.replace("_", " "): bonus.integer()
            for key, bonus in {
                **{skill: node[skill] for skill in _SKILLS if isinstance(node[skill].value, int)},
                **_embedded(node, "skills").table(),
            }.items()
        },
        "vulnerable": read_defenses(node["damage_vulnerabilities"].text("")),
        "resistant": read_defenses(node["damage_resistances"].text("")),
        "immune": read_defenses(node["damage_immunities"].text("")),
        "condition_immunities": read_conditions(node["condition_immunities"].text("")),
        "senses": read_senses(node["senses"].text("")),
    }
    challenge = read_challenge(str(node["challenge_rating"].value))
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    if node["subtype"].text(""):
        raw.values["tags"] = [node["subtype"].text().lower()]
    sections: tuple[tuple[str, Section], ...] = (
        ("special_abilities", "trait"),
        ("actions", "action"),
        ("bonus_actions", "bonus"),
        ("reactions", "reaction"),
        ("legendary_actions", "legendary"),
    )
    for key, section in sections:
        listed = _embedded(node, key)
        raw.entries += [_first_entry(item, section) for item in _listed(listed)]
    many = re.search(r"take (\d) legendary", node["legendary_desc"].text(""))
    raw.legendary_actions = int(many[1]) if many else None
    return raw


def _embedded(node: Node, key: str) -> Node:
    """Return a value that stands beside its key, or as JSON text under ``key_json``."""
    if node[key] and not isinstance(node[key].value, str):
        return node[key]
    packed = node[f"{key}_json"]
    if not packed or packed.value == "":
        return Node(None, node.file, packed.path)
    inner = parse_json(packed.text(), packed.place)
    return Node(inner.value, node.file, packed.path)


def _speed(node: Node) -> dict[str, Any]:
    if isinstance(node.value, str):
        return read_speed(node.text())
    speeds: dict[str, Any] = {
        kind: _feet(node[kind]) for kind in ("walk", "fly", "swim", "climb", "burrow") if node[kind]
    }
    hover = node["hover"].value is True and "fly" in speeds
    return {"walk": 0, **speeds, **({"hover": True} if hover else {})}


def _feet(node: Node) -> int:
    """Return a distance, which some files write with its unit."""
    text = node.value
    return int(text.split()[0]) if isinstance(text, str) and _WITH_UNIT.fullmatch(text) else node.integer()


def _listed(node: Node) -> list[Node]:
    """Return the entries of a list; some files have a single entry without one."""
    if isinstance(node.value, dict):
        return [node]
    return list(node) if isinstance(node.value, list) else []


def _told(node: Node) -> str:
    """Return the text of an entry; some files have it as a list of paragraphs."""
    if isinstance(node.value, list):
        return "\n".join(part.text() for part in node)
    return node.text("")


def _first_entry(node: Node, section: Section) -> Entry:
    stated = Stated(to_hit=node["attack_bonus"].known() or None)
    dice = node["damage_dice"].value
    bonus = node["damage_bonus"].known() or 0
    if isinstance(dice, str) and re.fullmatch(r"\d*d\d+", dice):
        stated.damage.append((f"{dice}{bonus:+d}" if bonus else dice, None))
    return Entry(node["name"].text(), _told(node["desc"]), section, {}, stated)


# ---- version 2 -------------------------------------------------------------------------------------------


def _relational(records: list[Node]) -> list[RawCreature | Unreadable]:
    """Join creatures, actions, attacks and traits by their keys."""
    by_model: dict[str, list[Node]] = {}
    for record in records:
        by_model.setdefault(record["model"].text(), []).append(record)
    attacks: dict[str, list[Node]] = {}
    for record in by_model.get("api_v2.creatureactionattack", []):
        attacks.setdefault(str(record["fields"]["parent"].value), []).append(record["fields"])
    entries: dict[str, list[tuple[int, Entry]]] = {}
    broken: dict[str, list[str]] = {}

    def add(record: Node, read_entry: Callable[[Node], tuple[int, Entry]]) -> None:
        """Keep an entry with its creature; one that cannot be read is noted there."""
        parent = str(record["fields"]["parent"].value)
        try:
            entries.setdefault(parent, []).append(read_entry(record["fields"]))
        except ContentError as error:
            broken.setdefault(parent, []).append(str(error.renamed(f"{record.file}: ", "")))

    for record in by_model.get("api_v2.creaturetrait", []):
        add(record, lambda fields: (-1, Entry(fields["name"].text(), fields["desc"].text(""), "trait")))
    for record in by_model.get("api_v2.creatureaction", []):
        mine = attacks.get(str(record["pk"].value), [])
        add(record, lambda fields, mine=mine: (  # type: ignore[misc]
            fields["order_in_statblock"].integer(0), _second_entry(fields, mine)
        ))  # fmt: skip

    def joined(record: Node) -> RawCreature:
        raw = _second(record["fields"])
        mine = entries.get(str(record["pk"].value), [])
        raw.entries = [entry for _, entry in sorted(mine, key=lambda pair: pair[0])]
        for phrase in broken.get(str(record["pk"].value), []):
            raw.note(phrase)
        return raw

    creatures = each(by_model.get("api_v2.creature", []), joined)
    if not creatures:
        raise ContentError("fivee.actions_without_creatures", file=records[0].file)
    return creatures


def _second(node: Node) -> RawCreature:
    name = node["name"].text()
    document = (
        node["document"].value
        if isinstance(node["document"].value, str)
        else node["document"]["key"].text("")
    )
    raw = RawCreature(f"{node.file}: {name!r}", name, rules="5.2" if "2024" in document else "5.1")
    dice, _ = read_hit_points(node["hit_dice"].text(""))
    raw.printed_hit_points = node["hit_points"].known()
    senses = {
        sense: node[f"{sense}_range"].integer()
        for sense in ("darkvision", "blindsight", "tremorsense", "truesight")
        if node[f"{sense}_range"]
    }
    senses |= (
        {"passive_perception": node["passive_perception"].integer()} if node["passive_perception"] else {}
    )
    speed = node["speed"] if node["speed"] else node
    raw.values = {
        "size": read_size(_key(node["size"])),
        "kind": _key(node["type"]) or "humanoid",
        "armor_class": node["armor_class"].integer(),
        "hit_points": dice or str(node["hit_points"].integer()),
        "speed": _speed(speed),
        "abilities": {short: _score(node, long) for short, long in zip(ABILITIES, _LONG, strict=True)},
        "saves": _bonuses(
            node, "saving_throw", {long: short for short, long in zip(ABILITIES, _LONG, strict=True)}
        ),
        "skills": {
            key.removeprefix("skill_bonus_").replace("_", " "): bonus.integer()
            for key, bonus in [*node.table().items(), *node["skill_bonuses"].table().items()]
            if (key.startswith("skill_bonus_") or node["skill_bonuses"][key]) and bonus
        },
        "senses": senses,
        **_second_defenses(node),
    }
    raw.values["saves"] = {
        ability: bonus
        for ability, bonus in raw.values["saves"].items()
        if bonus != (raw.values["abilities"][ability] - 10) // 2
    }
    challenge = read_challenge(str(node["challenge_rating"].value)) if node["challenge_rating"] else None
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    if node["initiative_bonus"]:
        raw.values["initiative"] = node["initiative_bonus"].integer()
    if node["proficiency_bonus"]:
        raw.values["proficiency"] = node["proficiency_bonus"].integer()
    raw.entries = [Entry(item["name"].text(), item["desc"].text(""), "trait") for item in node["traits"]]
    raw.entries += [_second_entry(item, list(item["attacks"])) for item in node["actions"]]
    return raw


def _key(node: Node) -> str:
    return (node.value if isinstance(node.value, str) else node["key"].text("")).lower()


def _score(node: Node, ability: str) -> int:
    nested = node["ability_scores"][ability]
    return (nested if nested else node[f"ability_score_{ability}"]).integer(10)


def _bonuses(node: Node, prefix: str, names: dict[str, str]) -> dict[str, int]:
    nested = node[f"{prefix}s"]
    found = {short: nested[long] if nested else node[f"{prefix}_{long}"] for long, short in names.items()}
    return {short: bonus.integer() for short, bonus in found.items() if bonus}


def _second_defenses(node: Node) -> dict[str, Any]:
    source = node["resistances_and_immunities"] if node["resistances_and_immunities"] else node
    found: dict[str, Any] = {}
    for ours, theirs in (
        ("vulnerable", "damage_vulnerabilities"),
        ("resistant", "damage_resistances"),
        ("immune", "damage_immunities"),
    ):
        shown = source[f"{theirs}_display"].text("")
        listed = ", ".join(_key(item) for item in source[theirs])
        found[ours] = read_defenses(shown or listed)
    conditions = ", ".join(_key(item) for item in source["condition_immunities"])
    found["condition_immunities"] = read_conditions(conditions)
    return found


def _second_entry(node: Node, attacks: list[Node]) -> Entry:
    section = _ECONOMY.get(node["action_type"].text("ACTION"), "action")
    usage: dict[str, Any] = {}
    kind = node["uses_type"].text("") or node["usage_limits"]["type"].text("")
    amount = node["uses_param"].known() or node["usage_limits"]["param"].known()
    if kind == "RECHARGE_ON_ROLL":
        usage["recharge"] = amount or 6
    elif kind == "RECHARGE" and amount:
        usage["recharge"] = amount
    elif kind == "PER_DAY":
        usage["per_day"] = amount or 1
    cost = node["legendary_action_cost"].known() or node["legendary_cost"].known()
    if section == "legendary" and cost:
        usage["cost"] = cost
    stated = Stated()
    for attack in attacks:
        stated.to_hit = attack["to_hit_mod"].known()
        _add_dice(stated, attack, "damage")
    return Entry(node["name"].text(), node["desc"].text(""), section, usage, stated)


def _add_dice(stated: Stated, attack: Node, prefix: str) -> None:
    count, die = attack[f"{prefix}_die_count"].known(), attack[f"{prefix}_die_type"].text("")
    bonus = attack[f"{prefix}_bonus"].known() or 0
    if count and re.fullmatch(r"D\d+", die):
        stated.damage.append((f"{count}{die.lower()}" + (f"{bonus:+d}" if bonus else ""), None))
