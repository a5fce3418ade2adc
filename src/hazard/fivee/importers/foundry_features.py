"""What a Foundry character's features come to: numbers that grow with its level, and what activities say.

A monster's item has the sentence of its stat block. A character's has pages of a rule book, addressed to the
player; so a weapon is read from its fields, and so is a feature whose activity says all of it: a save with
damage in an area, healing, sneak attack, extra attacks. The others are kept by their names, and listed.
"""

from __future__ import annotations

import re
from typing import cast

from hazard.fivee.content.words import Ability
from hazard.fivee.importers.foundry_actor import Actor, entries_of, formula_of, members, system_of, word_of
from hazard.fivee.importers.foundry_character import items_of
from hazard.fivee.importers.foundry_damage import part_damage
from hazard.fivee.importers.foundry_text import LONG_NAMES, Activity, attack_sentence, damage_words
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.prose.words import average
from hazard.fivee.importers.raw import Entry, Section, slug

_EXTRA_ATTACKS = {"extra attack": "two", "two extra attacks": "three", "three extra attacks": "four"}
_ECONOMY: dict[str, Section] = {"action": "action", "bonus": "bonus", "reaction": "reaction"}


def scale_values(actor: Actor) -> dict[str, str]:
    """Return what grows with a level by the names that formulas have for it: ``scale.monk.die`` is 1d8."""
    found: dict[str, str] = {}
    level = int(actor.known.get("details.level") or 0)
    for kind in ("class", "subclass", "race", "feat", "background"):
        for item in items_of(actor.node, kind):
            system = system_of(item)
            own = word_of(system["identifier"]) or slug(word_of(item["name"]))
            parent = word_of(system["classIdentifier"]) or own
            reached = int(actor.known.get(f"classes.{parent}.levels") or level)
            for row in entries_of(system["advancement"]).values():
                if word_of(row["type"]) == "ScaleValue":
                    found |= _scale(own, row, reached)
    return found


def _scale(owner: str, row: Node, reached: int) -> dict[str, str]:
    settings = row["configuration"]
    name = word_of(settings["identifier"]) or slug(word_of(row["title"]))
    steps = {
        int(at): step
        for at, step in entries_of(settings["scale"]).items()
        if at.isdigit() and int(at) <= reached
    }
    if not steps:
        return {}
    step = steps[max(steps)]
    key = f"scale.{owner}.{name}"
    faces = step["faces"].known()
    if faces:
        many = step["number"].known() or 1
        return {
            key: f"{many}d{faces}",
            f"{key}.number": str(many),
            f"{key}.faces": str(faces),
            f"{key}.die": f"d{faces}",
        }
    value = formula_of(step["value"])
    return {key: value} if re.fullmatch(r"\d{1,4}", value) else {}


def weapon_entry(actor: Actor, item: Node, activities: dict[str, Activity]) -> Entry | None:
    """Return a weapon as a stat block would print it."""
    attack = next((activity for activity in activities.values() if activity.kind == "attack"), None)
    if attack is None or not attack.damage:
        return None
    words = damage_words(actor, attack.damage)
    if attack.two_handed and attack.two_handed[0] != attack.damage[0]:
        words += f" damage, or {damage_words(actor, attack.two_handed[:1])}"
        words = words if len(attack.damage) == 1 else damage_words(actor, attack.damage)
        grip = " if used with two hands" if len(attack.damage) == 1 else ""
    else:
        grip = ""
    section = _ECONOMY.get(attack.economy, "action")
    return Entry(
        item["name"].text(), f"{attack_sentence(actor, attack)}. Hit: {words} damage{grip}.", section
    )


def feature_entries(actor: Actor, item: Node, activities: dict[str, Activity]) -> list[Entry]:
    """Return what a feature does, by its activities; nothing where they do not say all of it."""
    name = item["name"].text()
    if name.lower() in _EXTRA_ATTACKS:
        return [Entry("Multiattack", f"It makes {_EXTRA_ATTACKS[name.lower()]} attacks.", "action")]
    if name.lower() == "sneak attack":
        dice = next((part for one in activities.values() for part, _ in one.damage if "d" in part), None)
        return [Entry(name, f"It deals an extra {average(dice)} ({dice}) damage.", "trait")] if dice else []
    found = []
    nodes = entries_of(system_of(item)["activities"])
    for key, activity in activities.items():
        read = _save_text if activity.kind == "save" else _heal_text
        text = read(actor, nodes[key], activity)
        if text and activity.economy in _ECONOMY:
            label = (word_of(nodes[key]["name"]) or name).replace(" (", ", ").replace(")", "")
            found.append(Entry(label, text, _ECONOMY[activity.economy]))
    if len(found) > 1:
        for entry in found:
            entry.usage["pool"] = name
    return found


def _save_text(actor: Actor, node: Node, activity: Activity) -> str | None:
    template = node["target"]["template"]
    shape, size = word_of(template["type"]), formula_of(template["size"])
    if (
        activity.dc is None
        or activity.save is None
        or not activity.damage
        or not re.fullmatch(r"\d{1,3}", size)
    ):
        return None
    width = formula_of(template["width"])
    areas = {
        "cone": f"in a {size}-foot cone",
        "line": f"in a {size}-foot line that is {width or 5} feet wide",
        "radius": f"within {size} feet of it",
        "emanation": f"within {size} feet of it",
    }
    if shape not in areas:
        return None
    ability = LONG_NAMES[cast(Ability, activity.save)]
    half = (
        ", or half as much damage on a successful one" if word_of(node["damage"]["onSave"]) == "half" else ""
    )
    return (
        f"Each creature {areas[shape]} must make a DC {activity.dc} {ability} saving throw, taking"
        f" {damage_words(actor, activity.damage)} damage on a failed save{half}."
    )


def _heal_text(actor: Actor, node: Node, activity: Activity) -> str | None:
    if (
        activity.kind != "heal"
        or activity.economy == "reaction"
        or word_of(node["target"]["affects"]["type"]) != "self"
    ):
        return None
    if [word_of(kind) for kind in members(node["healing"]["types"])] != ["healing"]:
        return None
    parts = part_damage(actor, Node({**_table(node["healing"]), "types": []}, node.file, node.path), None)
    if len(parts) != 1:
        return None
    dice = parts[0][0]
    amount = f"{average(dice)} ({dice})" if "d" in dice else dice
    return f"The {actor.name.lower()} regains {amount} hit points."


def _table(node: Node) -> dict[str, object]:
    return node.value if isinstance(node.value, dict) else {}
