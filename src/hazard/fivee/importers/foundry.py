"""Foundry VTT actors (dnd5e system), as JSON or YAML, with ``activities`` and, from older versions, without.

Foundry keeps numbers in fields and writes prose with placeholders; so the placeholders are filled in from the
fields (:mod:`.foundry_items`), and the prose is read like any other.
"""

from __future__ import annotations

from typing import Any

from hazard.fivee.importers.foundry_items import entries
from hazard.fivee.importers.foundry_text import Actor
from hazard.fivee.importers.lines import read_defenses, read_size
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.raw import RawCreature
from hazard.fivee.library import ContentError
from hazard.fivee.words import ABILITIES, CONDITIONS, DAMAGE_TYPES, ability_modifier, proficiency_at

_SIZES = {"tiny": "tiny", "sm": "small", "med": "medium", "lg": "large", "huge": "huge", "grg": "gargantuan"}
_SKILLS = {
    "acr": ("acrobatics", "dex"), "ani": ("animal handling", "wis"), "arc": ("arcana", "int"),
    "ath": ("athletics", "str"), "dec": ("deception", "cha"), "his": ("history", "int"),
    "ins": ("insight", "wis"), "itm": ("intimidation", "cha"), "inv": ("investigation", "int"),
    "med": ("medicine", "wis"), "nat": ("nature", "int"), "prc": ("perception", "wis"),
    "prf": ("performance", "cha"), "per": ("persuasion", "cha"), "rel": ("religion", "int"),
    "slt": ("sleight of hand", "dex"), "ste": ("stealth", "dex"), "sur": ("survival", "wis"),
}  # fmt: skip


def parse_yaml(text: str, name: str) -> Node:
    """Return what a YAML text holds; needs a YAML library, which hazard does not bring along."""
    try:
        import yaml  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise ContentError(
            f"{name}: reading YAML needs PyYAML; try: pip install pyyaml, or export JSON"
        ) from None
    try:
        return Node(yaml.safe_load(text), name)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""
        raise ContentError(f"{name}: {where}not YAML: {error.problem}") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ContentError(f"{name}: not YAML that can be read: {str(error)[:100]}") from None


def fits(root: Node) -> bool:
    """Whether this is an actor, or a list of actors."""
    first = next(iter(root), None) if isinstance(root.value, list) else root
    return (
        first is not None and bool(_system(first)["attributes"]["hp"]) and bool(_system(first)["abilities"])
    )


def _system(node: Node) -> Node:
    return node["system"] if node["system"] else node["data"]


def read(root: Node) -> list[RawCreature]:
    """Return the creatures of a file."""
    return [_creature(node) for node in (root if isinstance(root.value, list) else [root])]


def _creature(node: Node) -> RawCreature:
    name = node["name"].text()
    system = _system(node)
    raw = RawCreature(f"{node.file}: {name!r}", name)
    raw.rules = "5.2" if system["source"]["rules"].text("2014") == "2024" else "5.1"
    abilities: dict[str, int] = {
        short: system["abilities"][short]["value"].integer(10) for short in ABILITIES
    }
    challenge = system["details"]["cr"].value
    if not isinstance(challenge, int | float) or isinstance(challenge, bool):
        challenge = None
    proficiency = proficiency_at(challenge or 0)
    points = system["attributes"]["hp"]
    raw.printed_hit_points = points["max"].known() or points["value"].known()
    raw.legendary_actions = system["resources"]["legact"]["max"].known()
    raw.values = {
        "size": read_size(_SIZES.get(system["traits"]["size"].text("med"), "medium")),
        "kind": _kind(system["details"]["type"]),
        "armor_class": _armor_class(node, system, abilities),
        "hit_points": "".join(points["formula"].text("").split()) or str(points["max"].integer()),
        "abilities": abilities,
        "speed": _speed(system["attributes"]["movement"]),
        "senses": _senses(system),
        "saves": {
            short: ability_modifier(abilities[short]) + proficiency
            for short in ABILITIES
            if (system["abilities"][short]["proficient"].value or 0) not in (0, False)
        },
        "skills": _skills(system["skills"], abilities, proficiency),
        **_defenses(system["traits"]),
    }
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    subtype = system["details"]["type"]["subtype"]
    if isinstance(subtype.value, str) and subtype.value.strip():
        raw.values["tags"] = [subtype.value.strip().lower()]
    actor = Actor(name, node, system, abilities, proficiency, raw.rules)
    raw.entries = entries(actor)
    return raw


def _kind(node: Node) -> str:
    kind = node["value"] if isinstance(node.value, dict) else node
    text = kind.text("humanoid").lower()
    return text if text and text != "custom" else "humanoid"


def _armor_class(node: Node, system: Node, abilities: dict[str, int]) -> int:
    armor = system["attributes"]["ac"]
    given = armor["flat"].known() or armor["value"].known()
    if given is not None:
        return given
    dexterity = ability_modifier(abilities["dex"])
    best, shield = 10 + dexterity, 0
    for item in node["items"]:
        inner = _system(item)
        if item["type"].text("") != "equipment" or inner["equipped"].value is False:
            continue
        value = inner["armor"]["value"].known() or 0
        if "shield" in (inner["type"]["value"].value, inner["armor"]["type"].value):
            shield = max(shield, value)
        elif value >= 10:
            cap = inner["armor"]["dex"].known()
            best = max(best, value + (dexterity if cap is None else min(cap, dexterity)))
    return best + shield


def _speed(node: Node) -> dict[str, Any]:
    speeds = {kind: node[kind].known() or 0 for kind in ("walk", "fly", "swim", "climb", "burrow")}
    return {**speeds, **({"hover": True} if node["hover"].value is True and speeds["fly"] else {})}


def _senses(system: Node) -> dict[str, int]:
    node = system["attributes"]["senses"]
    inner = node["ranges"] if node["ranges"] else node
    senses = {
        sense: inner[sense].known() or 0 for sense in ("darkvision", "blindsight", "tremorsense", "truesight")
    }
    return {sense: feet for sense, feet in senses.items() if feet}


def _skills(node: Node, abilities: dict[str, int], proficiency: int) -> dict[str, int]:
    found = {}
    for key, (name, ability) in _SKILLS.items():
        level = node[key]["value"].value
        if isinstance(level, int | float) and not isinstance(level, bool) and 0 < level <= 2:
            found[name] = ability_modifier(abilities[ability]) + int(level * proficiency)
    return found


def _defenses(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for ours, theirs in (("vulnerable", "dv"), ("resistant", "dr"), ("immune", "di")):
        types = [item.text() for item in node[theirs]["value"]]
        physical = [kind for kind in types if kind in ("bludgeoning", "piercing", "slashing")]
        bypassed = bool(list(node[theirs]["bypasses"])) and len(physical) == 3
        words = [kind for kind in types if kind in DAMAGE_TYPES and not (bypassed and kind in physical)]
        rows: list[dict[str, Any]] = [{"types": words}] if words else []
        if bypassed or "physical" in types:
            rows.append({"types": ["bludgeoning", "piercing", "slashing"], "nonmagical_only": True})
        found[ours] = rows + read_defenses(node[theirs]["custom"].text(""))
    found["condition_immunities"] = [item.text() for item in node["ci"]["value"] if item.value in CONDITIONS]
    return found
