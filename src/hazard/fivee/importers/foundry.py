"""Foundry VTT actors (dnd5e system), as JSON or YAML, with ``activities`` and, from older versions, without.

Foundry keeps numbers in fields and writes prose with placeholders; so the placeholders are filled in from the
fields (:mod:`.foundry_items`), and the prose is read like any other. A detail that cannot be read is noted,
and the creature is read without it.
"""

from __future__ import annotations

import re
from typing import Any

from hazard.fivee.content.library import ContentError
from hazard.fivee.content.words import ABILITIES, CONDITIONS, DAMAGE_TYPES, proficiency_at
from hazard.fivee.importers.foundry_actor import (
    SKILLS,
    Actor,
    detail,
    feet,
    formula_of,
    members,
    readable,
    system_of,
    word_of,
)
from hazard.fivee.importers.foundry_character import (
    changed,
    class_levels,
    derived_hit_points,
    effects_of,
    of_the_kin,
)
from hazard.fivee.importers.foundry_features import scale_values
from hazard.fivee.importers.foundry_items import entries
from hazard.fivee.importers.lines import read_challenge, read_defenses, read_size
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.prose.words import average
from hazard.fivee.importers.raw import RawCreature, Unreadable, each

_SIZES = {"tiny": "tiny", "sm": "small", "med": "medium", "lg": "large", "huge": "huge", "grg": "gargantuan"}
_UNARMORED = {
    "mage": (13, ()),
    "draconic": (13, ()),
    "unarmoredMonk": (10, ("wis",)),
    "unarmoredBarb": (10, ("con",)),
    "unarmoredBard": (10, ("cha",)),
}
"""What an armour class is counted from without armour: a number, Dexterity, and these."""


def parse_yaml(text: str, name: str) -> Node:
    """Return what a YAML text holds; needs a YAML library, which hazard does not bring along."""
    try:
        import yaml  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise ContentError("fivee.yaml_library_missing", file=name) from None
    try:
        return Node(yaml.safe_load(text), name)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""
        raise ContentError("fivee.not_yaml_at_place", file=name, where=where, problem=error.problem) from None
    except (yaml.YAMLError, RecursionError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise ContentError("fivee.yaml_unreadable", file=name, error=str(error)[:100]) from None


def fits(root: Node) -> bool:
    """Whether this is an actor, or a list of actors."""
    first = next(iter(root), None) if isinstance(root.value, list) else root
    if first is None:
        return False
    system = system_of(first)
    return bool(system["attributes"]["hp"]) and bool(system["abilities"])


def read(root: Node) -> list[RawCreature | Unreadable]:
    """Return the creatures of a file."""
    return each(root if isinstance(root.value, list) else [root], _creature)


def _creature(node: Node) -> RawCreature:
    name = node["name"].text()
    system = system_of(node)
    raw = RawCreature(f"{node.file}: {name!r}", name)
    raw.rules = "5.2" if str(system["source"]["rules"].value) == "2024" else "5.1"
    abilities: dict[str, int] = {short: _score(raw, system, short) for short in ABILITIES}
    levels = class_levels(raw, node)
    level = sum(levels.values())
    challenge = None if level else _challenge(raw, system)
    actor = Actor(name, node, system, raw, abilities, proficiency_at(level or challenge or 0), raw.rules)
    actor.known = {"details.level": level, **{f"classes.{key}.levels": n for key, n in levels.items()}}
    actor.scales = scale_values(actor)
    actor.changes = effects_of(actor)
    raw.legendary_actions = detail(raw, system["resources"]["legact"]["max"], "legendary actions", high=5)
    raw.values = {
        "size": read_size(_SIZES.get(word_of(system["traits"]["size"]), "medium")),
        "kind": _kind(system["details"]["type"]),
        "armor_class": _armor_class(actor),
        "hit_points": _hit_points(actor),
        "abilities": abilities,
        "speed": _speed(actor),
        "saves": _saves(actor),
        "skills": _skills(actor),
        **_defenses(raw, system["traits"]),
    }
    raw.values["senses"] = {**_senses(actor), "passive_perception": 10 + actor.trained("prc")}
    raw.values |= {"challenge": challenge} if challenge is not None else {}
    raw.values |= {"level": min(20, level)} if level else {}
    subtype = word_of(system["details"]["type"]["subtype"])
    if subtype:
        raw.values["tags"] = [subtype.lower()]
    raw.entries = entries(actor)
    return raw


def _score(raw: RawCreature, system: Node, ability: str) -> int:
    score = detail(raw, system["abilities"][ability]["value"], ability, low=-1000, high=1000)
    if score is None:
        raw.note(f"no score of {ability}; 10 is used")
    return 10 if score is None else score


def _challenge(raw: RawCreature, system: Node) -> float | None:
    value = system["details"]["cr"].value
    if isinstance(value, str) and value.strip():
        value = read_challenge(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 30:
        return value
    raw.note("no challenge rating: a proficiency bonus of 2 is used")
    return None


def _kind(node: Node) -> str:
    kind = node["value"] if isinstance(node.value, dict) else node
    text = word_of(kind).lower()
    return text if text and text != "custom" else "humanoid"


def _hit_points(actor: Actor) -> str:
    """Return the hit dice, or the number where there are none that can be read."""
    raw, points = actor.raw, actor.system["attributes"]["hp"]
    most = detail(raw, points["max"], "hit points", low=1, high=2000)
    if most is None:
        most = readable(raw, points, lambda _: derived_hit_points(actor), None)
    if most is None:
        most = detail(raw, points["value"], "hit points", low=1, high=2000)
    raw.printed_hit_points = most
    dice = "".join(readable(raw, points["formula"], formula_of, "").split()).lower()
    if re.fullmatch(r"\d{0,4}d\d{1,4}([+-]\d{1,5})?|\d{1,6}", dice) and average(dice) >= 1:
        return dice
    if most is None:
        raise points["max"].wrong("hit points from 1 to 2,000, or a formula such as 2d8 + 2")
    if dice:
        raw.note(f"hit dice: {dice[:60]!r}; {most} hit points are used")
    return str(most)


# ---- armour -----------------------------------------------------------------------------------------------


def _armor_class(actor: Actor) -> int:
    """Return the armour class as the sheet counts it: a number, a formula, or armour and shield."""
    armor = actor.system["attributes"]["ac"]
    bonus = changed(actor, "attributes.ac.bonus", 0)
    calculation = word_of(armor["calc"])
    for change in actor.changes.get("system.attributes.ac.calc", []):
        calculation = change.value
    given = detail(actor.raw, armor["flat"], "armour class", low=1, high=40)
    if calculation in ("flat", "natural", ""):
        if given is None:
            given = detail(actor.raw, armor["value"], "armour class", low=1, high=40)
        if given is not None:
            return given + bonus
    if calculation == "custom" and (formula := formula_of(armor["formula"])):
        found = actor.total(formula)
        if found is not None and 1 <= found <= 40:
            return found + bonus
    dexterity = actor.modifier("dex")
    base, others = _UNARMORED.get(calculation, (10, ()))
    best, shield = base + dexterity + sum(actor.modifier(ability) for ability in others), 0
    for item in _worn(actor):
        system = system_of(item)
        value = (
            detail(actor.raw, system["armor"]["value"], f"armour of {word_of(item['name'])}", high=40) or 0
        )
        value += detail(actor.raw, system["armor"]["magicalBonus"], "magical bonus", low=-10, high=10) or 0
        kinds = (word_of(system["type"]["value"]), word_of(system["armor"]["type"]))
        if "shield" in kinds:
            shield = max(shield, value)
        elif value >= 10:
            best = max(best, value + _agility(actor, system, kinds, dexterity))
    return best + shield + bonus


def _worn(actor: Actor) -> list[Node]:
    return [
        item
        for item in members(actor.node["items"])
        if word_of(item["type"]) == "equipment" and system_of(item)["equipped"].value is not False
    ]


def _agility(actor: Actor, system: Node, kinds: tuple[str, str], dexterity: int) -> int:
    """Return what Dexterity adds to armour: nothing to heavy armour, neither good nor bad."""
    if "heavy" in kinds:
        return 0
    most = detail(actor.raw, system["armor"]["dex"], "armour's most of Dexterity", high=10)
    if most is None and "medium" in kinds:
        most = 2
    return dexterity if most is None else min(most, dexterity)


# ---- the short lines --------------------------------------------------------------------------------------


def _speed(actor: Actor) -> dict[str, Any]:
    raw, node = actor.raw, actor.system["attributes"]["movement"]
    speeds = {}
    for kind in ("walk", "fly", "swim", "climb", "burrow"):
        own = node[kind] if node[kind].value not in (None, "") else of_the_kin(actor, "movement", kind)
        speeds[kind] = changed(actor, f"attributes.movement.{kind}", feet(raw, own, kind, node["units"]) or 0)
    return {**speeds, **({"hover": True} if node["hover"].value is True and speeds["fly"] else {})}


def _senses(actor: Actor) -> dict[str, int]:
    node = actor.system["attributes"]["senses"]
    inner = node["ranges"] if isinstance(node["ranges"].value, dict) else node
    found = {}
    for sense in ("darkvision", "blindsight", "tremorsense", "truesight"):
        own = (
            inner[sense]
            if inner[sense].value not in (None, "")
            else of_the_kin(actor, "senses", "ranges", sense)
        )
        found[sense] = feet(actor.raw, own, sense, node["units"]) or 0
    return {sense: distance for sense, distance in found.items() if distance}


def _saves(actor: Actor) -> dict[str, int]:
    """Return the saves that differ from the ability's modifier, by training or by a bonus."""
    found: dict[str, int] = {}
    more = actor.bonus(actor.system["bonuses"]["abilities"]["save"])
    more = changed(actor, "bonuses.abilities.save", more)
    for short in ABILITIES:
        node = actor.system["abilities"][short]
        trained = node["proficient"].value
        trained = trained if isinstance(trained, int | float) and 0 <= trained <= 2 else 0
        bonus = actor.bonus(node["bonuses"]["save"]) + more
        if trained or bonus:
            found[short] = actor.modifier(short) + int(trained * actor.proficiency) + bonus
    return found


def _skills(actor: Actor) -> dict[str, int]:
    """Return the skills that it is trained in, or has a bonus to."""
    found = {}
    for key, (name, _) in SKILLS.items():
        node = actor.system["skills"][key]
        level = node["value"].value
        trained = isinstance(level, int | float) and not isinstance(level, bool) and 0 < level <= 2
        if trained or node["bonuses"]["check"].value:
            found[name] = actor.trained(key)
    return found


def _words(raw: RawCreature, node: Node) -> list[str]:
    nothing: list[Node] = []
    return [word_of(item) for item in readable(raw, node, members, nothing)]


def _defenses(raw: RawCreature, node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for ours, theirs in (("vulnerable", "dv"), ("resistant", "dr"), ("immune", "di")):
        types = _words(raw, node[theirs]["value"])
        physical = [kind for kind in types if kind in ("bludgeoning", "piercing", "slashing")]
        bypassed = bool(_words(raw, node[theirs]["bypasses"])) and len(physical) == 3
        words = [kind for kind in types if kind in DAMAGE_TYPES and not (bypassed and kind in physical)]
        rows: list[dict[str, Any]] = [{"types": words}] if words else []
        if bypassed or "physical" in types:
            rows.append({"types": ["bludgeoning", "piercing", "slashing"], "nonmagical_only": True})
        for kind in types:
            if kind not in DAMAGE_TYPES and kind != "physical":
                raw.note(f"{ours}: {kind or 'something that is no word'}")
        found[ours] = rows + read_defenses(readable(raw, node[theirs]["custom"], formula_of, ""))
    immunities = _words(raw, node["ci"]["value"])
    found["condition_immunities"] = [kind for kind in immunities if kind in CONDITIONS]
    return found
