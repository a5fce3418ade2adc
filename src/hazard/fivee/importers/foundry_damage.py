"""The damage of a Foundry item: dice, what is added to them, and their type."""

from __future__ import annotations

from hazard.fivee.content.words import DAMAGE_TYPES
from hazard.fivee.importers.foundry_actor import Actor, formula_of, members, word_of
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.prose.words import UNTYPED

_WEAPONS = {
    "bludgeoning": "club flail greatclub lighthammer mace maul quarterstaff sling warhammer",
    "piercing": "blowgun dagger dart handcrossbow heavycrossbow javelin lance lightcrossbow longbow "
    "morningstar musket pike pistol rapier shortbow shortsword spear trident warpick",
    "slashing": "battleaxe glaive greataxe greatsword halberd handaxe longsword scimitar sickle whip",
}
_TYPE_OF_WEAPON = {weapon: kind for kind, weapons in _WEAPONS.items() for weapon in weapons.split()}


def properties(system: Node) -> list[str]:
    """Return the short words for what a weapon is like: ``fin``, ``thr``, ``mgc``."""
    value = system["properties"].value
    if isinstance(value, list):
        return [str(item) for item in value]
    return [str(key) for key, on in value.items() if on] if isinstance(value, dict) else []


def magic_bonus(system: Node) -> int:
    """Return what a magic weapon adds to attack and damage; nothing while it lacks its attunement."""
    waits = word_of(system["attunement"]) == "required" and system["attuned"].value is not True
    if "mgc" not in properties(system) or waits:
        return 0
    return system["magicalBonus"].known() or 0


def base_damage(
    actor: Actor, system: Node, node: Node, modifier: int, adds: bool, kind: str = "", more: int = 0
) -> list[tuple[str, str]]:
    """Return the damage of the weapon itself; ``adds``: the modifier is added to dice that do not have it."""
    formula = _formula(node)
    if not formula:
        return []
    if adds and "d" in formula.lower() and "@mod" not in formula:
        formula += " + @mod"
    if adds and magic_bonus(system) + more:
        formula += f" + {magic_bonus(system) + more}"
    dice = actor.dice(formula, modifier)
    weapon = _TYPE_OF_WEAPON.get(word_of(system["type"]["baseItem"]).lower(), "")
    known = kind or weapon
    types = _types(node) or ([known] if known else [])
    return typed_part(actor, dice, types)


def part_damage(actor: Actor, node: Node, modifier: int | None) -> list[tuple[str, str]]:
    """Return the damage of one part of an activity."""
    formula = _formula(node)
    return typed_part(actor, actor.dice(formula, modifier), _types(node)) if formula else []


def typed_part(actor: Actor, dice: str | None, types: list[str]) -> list[tuple[str, str]]:
    """Return dice with their type; damage without a type is kept."""
    if dice is None or dice == "0":
        return []
    kinds = [kind for kind in types if kind in DAMAGE_TYPES or kind == UNTYPED]
    if not kinds:
        if types:
            return []  # healing, temporary hit points, or a type of somebody's own
        return [(dice, UNTYPED)]
    if len(kinds) > 1:
        actor.note(f"damage of a type to choose, {' or '.join(kinds)}; {kinds[0]} is used")
    return [(dice, kinds[0])]


def _types(node: Node) -> list[str]:
    return [word for item in members(node["types"]) if (word := word_of(item))]


def _formula(node: Node) -> str:
    """Return what a part rolls: a formula of its own, or so many dice and a bonus."""
    if node["custom"]["enabled"].value is True:
        return formula_of(node["custom"]["formula"])
    count, faces = node["number"].known(), node["denomination"].known()
    terms = [f"{count}d{faces}"] if count and faces else []
    bonus = formula_of(node["bonus"])
    return " + ".join([*terms, *([bonus] if bonus and bonus != "0" else [])])
