"""What Foundry derives for a character from its items: level, hit points, speed; and effects that are on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hazard.fivee.importers.foundry_actor import (
    Actor,
    detail,
    entries_of,
    formula_of,
    members,
    readable,
    system_of,
    word_of,
)
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.raw import RawCreature

_ADD, _UPGRADE, _OVERRIDE = 2, 4, 5
_KNOWN = re.compile(
    r"system\.(?:attributes\.(?:ac\.(?:bonus|calc)|movement\.\w+|hp\.bonuses\.(?:level|overall))"
    r"|bonuses\.(?:[mr][sw]ak\.(?:attack|damage)|abilities\.save))"
)


@dataclass(frozen=True)
class Change:
    """What an effect does to a field: adds to it, raises it, or takes its place."""

    mode: int
    value: str


def items_of(actor: Node, kind: str) -> list[Node]:
    """Return the items of a kind."""
    return [item for item in members(actor["items"]) if word_of(item["type"]) == kind]


def class_levels(raw: RawCreature, actor: Node) -> dict[str, int]:
    """Return the levels of a character by class."""
    found = {}
    for item in items_of(actor, "class"):
        levels = detail(raw, system_of(item)["levels"], f"levels of {word_of(item['name'])}", high=20)
        key = word_of(system_of(item)["identifier"]) or word_of(item["name"]).lower()
        found[key] = levels or 0
    return found


def effects_of(actor: Actor) -> dict[str, list[Change]]:
    """Return the changes by effects that are on all the time; those that mean nothing here are noted."""
    found: dict[str, list[Change]] = {}
    lists = [(actor.node, actor.node["effects"])]
    for item in members(actor.node["items"]):
        system = system_of(item)
        waits = word_of(system["attunement"]) == "required" and system["attuned"].value is not True
        if word_of(item["type"]) != "spell" and system["equipped"].value is not False and not waits:
            lists.append((item, item["effects"]))
    nothing: list[Node] = []
    for owner, effects in lists:
        for effect in readable(actor.raw, effects, members, nothing):
            on = effect["disabled"].value is not True and word_of(effect["type"]) != "enchantment"
            if not on or (owner is not actor.node and effect["transfer"].value is not True):
                continue
            for change in readable(actor.raw, effect["changes"], members, nothing):
                key, value = word_of(change["key"]), readable(actor.raw, change["value"], formula_of, "")
                if _KNOWN.fullmatch(key):
                    mode = change["mode"].value
                    found.setdefault(key, []).append(Change(mode if isinstance(mode, int) else _ADD, value))
                elif key.startswith("system."):
                    actor.raw.note(f"the effect of {word_of(owner['name'])} on {key[:80]}: {value[:40]}")
    return found


def changed(actor: Actor, key: str, value: int) -> int:
    """Return a number with the effects on its field."""
    for change in actor.changes.get(f"system.{key}", []):
        amount = actor.total(change.value)
        if amount is None:
            continue
        if change.mode == _ADD:
            value += amount
        elif change.mode == _UPGRADE:
            value = max(value, amount)
        elif change.mode == _OVERRIDE:
            value = amount
    return value


def derived_hit_points(actor: Actor) -> int | None:
    """Return a character's most hit points: each level's die as it was taken, and Constitution."""
    sum_of_dice, levels = 0, 0
    for item in items_of(actor.node, "class"):
        system = system_of(item)
        die = formula_of(system["hd"]["denomination"]) or formula_of(system["hitDice"])
        faces = re.fullmatch(r"d(\d{1,2})", die)
        taken = next(
            (
                row["value"]
                for row in entries_of(system["advancement"]).values()
                if word_of(row["type"]) == "HitPoints"
            ),
            None,
        )
        if faces is None or taken is None:
            return None
        for roll in entries_of(taken).values():
            most = int(faces[1])
            rolled = roll.known() if not isinstance(roll.value, str) or roll.value.isdigit() else None
            if rolled is None and roll.value not in ("max", "avg"):
                return None
            sum_of_dice += rolled or (most if roll.value == "max" else most // 2 + 1)
            levels += 1
    if not levels:
        return None
    each = actor.modifier("con") + changed(actor, "attributes.hp.bonuses.level", 0)
    return max(levels, sum_of_dice + levels * each + changed(actor, "attributes.hp.bonuses.overall", 0))


def of_the_kin(actor: Actor, *path: str) -> Node:
    """Return a field of a character's species, where its own sheet leaves it to that."""
    for item in items_of(actor.node, "race"):
        node = system_of(item)
        for step in path:
            node = node[step]
        if node.value not in (None, ""):
            return node
    return Node(None, actor.node.file)
