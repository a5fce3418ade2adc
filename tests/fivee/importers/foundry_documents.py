"""Small actors in Foundry's format, made for the laws of its importer."""

import json
from typing import Any

from hazard.fivee.content.creature import Creature
from hazard.fivee.importers import import_text
from hazard.fivee.importers.report import Imported


def part(number: int | None, faces: int | None, *types: str, bonus: str = "", **more: Any) -> dict[str, Any]:
    """Damage as a sheet keeps it."""
    custom = {"enabled": False, "formula": ""}
    return {
        "number": number,
        "denomination": faces,
        "bonus": bonus,
        "types": [*types],
        "custom": custom,
        **more,
    }


def attack(ability: str = "str", *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An attack as an activity."""
    return {
        "type": "attack",
        "activation": {"type": "action", "value": 1},
        "attack": {
            "ability": ability,
            "bonus": more.pop("bonus", ""),
            "flat": more.pop("flat", False),
            "type": {"value": more.pop("how", "melee"), "classification": "weapon"},
        },
        "damage": {"includeBase": more.pop("base", True), "parts": [*parts]},
        **more,
    }


def save(ability: Any, calculation: str, formula: Any, *parts: dict[str, Any]) -> dict[str, Any]:
    """A save as an activity."""
    return {
        "type": "save",
        "activation": {"type": "action", "value": 1},
        "damage": {"onSave": "half", "parts": [*parts]},
        "save": {"ability": ability, "dc": {"calculation": calculation, "formula": formula}},
    }


def item(
    name: str, text: str, activities: dict[str, Any], kind: str = "weapon", **system: Any
) -> dict[str, Any]:
    """An item; a weapon is a part of the body, unless told otherwise."""
    shape = {
        "description": {"value": f"<p>{text}</p>"},
        "activities": activities,
        "type": {"value": "natural", "baseItem": ""},
        "properties": [],
        "range": {"value": None, "long": None, "units": "ft", "reach": None},
        "damage": {"base": part(2, 6, "piercing"), "versatile": part(None, None)},
        "uses": {"max": "", "recovery": []},
        "proficient": 1,
    }
    return {"_id": name.lower(), "name": name, "type": kind, "system": {**shape, **system}}


ATTACK = "[[/attack extended]]. [[/damage extended]]."
STING = (
    f"{ATTACK}</p><p>The target must make a [[/save]] saving throw, taking "
    "[[/damage average activity=venom]] damage on a failed save, or half as much damage on a successful one."
)
BREATH = (
    "It breathes in a 30-foot cone. Each creature in that area must make a [[/save]] saving throw, taking "
    "[[/damage average]] damage on a failed save, or half as much damage on a successful one."
)


def beast(*items: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """An actor of challenge 6 (proficiency 3): Strength +4, Dexterity -1, Constitution +3, Charisma +2."""
    scores = {"str": 19, "dex": 8, "con": 16, "int": 5, "wis": 12, "cha": 14}
    return {
        "name": "Marsh Wyrm",
        "type": "npc",
        "items": [*items],
        "system": {
            "abilities": {key: {"value": score, "proficient": 0} for key, score in scores.items()},
            "attributes": {
                "ac": changes.get("ac", {"flat": 13, "calc": "natural"}),
                "hp": changes.get("hp", {"value": 110, "max": 110, "formula": "13d10 + 39"}),
                "movement": changes.get("movement", {"walk": 20, "fly": 80, "units": "ft"}),
                "senses": changes.get("senses", {"darkvision": 60, "units": "ft"}),
                "spellcasting": "cha",
            },
            "details": {"type": {"value": "dragon", "subtype": ""}, "cr": 6},
            "traits": {"size": "lg", **changes.get("traits", {})},
            "skills": {"prc": {"value": 1, "ability": "wis"}},
            "source": {"rules": "2014"},
            "resources": {"legact": {"max": 0}, "legres": {"max": 0}},
        },
    }


def imported(actor: dict[str, Any]) -> Imported:
    (found,) = import_text(json.dumps(actor), "wyrm.json", "foundry")
    return found


def only(*items: dict[str, Any], **changes: Any) -> Any:
    """The first action of a beast that has these items."""
    return creature(*items, **changes).actions[0]


def creature(*items: dict[str, Any], **changes: Any) -> Creature:
    return imported(beast(*items, **changes)).creature


def lost(*items: dict[str, Any], **changes: Any) -> list[str]:
    return [str(note) for note in imported(beast(*items, **changes)).lost]
