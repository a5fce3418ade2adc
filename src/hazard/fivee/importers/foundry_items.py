"""The items of a Foundry actor: activities become the sentences that their placeholders stand for."""

from __future__ import annotations

import re
from typing import Any, cast

from hazard.fivee.importers.foundry_text import (
    LONG_NAMES,
    Activity,
    Actor,
    attack_sentence,
    damage_words,
    fill_in,
    is_dice,
    system_of,
)
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.raw import Entry, Section
from hazard.fivee.words import ABILITIES

_ECONOMY: dict[str, Section] = {
    "action": "action", "bonus": "bonus", "reaction": "reaction", "reactiondamage": "reaction",
    "legendary": "legendary", "lair": "lair", "mythic": "legendary",
}  # fmt: skip


def entries(actor: Actor) -> list[Entry]:
    """Return the traits and actions of an actor."""
    found = []
    for item in actor.node["items"]:
        kind = item["type"].text("")
        if kind in ("feat", "weapon") or (kind == "consumable" and item["system"]["activities"]):
            entry = _entry(actor, item)
            if entry.text.strip() and entry.name.lower() != "legendary actions":
                found.append(entry)
    if not any("following" in entry.text and "spell" in entry.text for entry in found):
        found += _spell_items(actor)
    return found


def _entry(actor: Actor, item: Node) -> Entry:
    system = system_of(item)
    activities = _activities(actor, item, system)
    description = system["description"]["value"].text("")
    text = fill_in(description, actor, item, activities)
    attack = next((activity for activity in activities.values() if activity.kind == "attack"), None)
    if attack is not None and not re.search(r"attack(?: roll)?:", text, re.I):
        text = f"{attack_sentence(actor, attack)}. Hit: {damage_words(attack)} damage. {text}"
    economy = next((activity.economy for activity in activities.values() if activity.economy), "")
    section = _ECONOMY.get(economy, "trait")
    if attack is not None and section == "trait":
        section = "action"
    usage = _usage(system)
    name = item["name"].text()
    if name.lower().startswith("legendary resistance"):
        times = actor.system["resources"]["legres"]["max"].known()
        usage |= {"per_day": times} if times else {}
    if section == "legendary":
        usage["cost"] = max(1, min(5, next((a.cost for a in activities.values() if a.economy == economy), 1)))
    return Entry(name, text, section, usage)


def _usage(system: Node) -> dict[str, Any]:
    uses = system["uses"]
    recharge = system["recharge"]["value"].known()
    if recharge:
        return {"recharge": recharge}
    most = uses["max"].value
    amount = int(most) if isinstance(most, int | str) and re.fullmatch(r"\d{1,3}", str(most)) else None
    periods = (
        [(item["period"].text(""), item["formula"].value) for item in uses["recovery"]]
        if isinstance(uses["recovery"].value, list)
        else []
    )
    periods += [(uses["per"].value, None)] if isinstance(uses["per"].value, str) else []
    for period, formula in periods:
        if period == "recharge":
            return {"recharge": int(formula) if re.fullmatch(r"[2-6]", str(formula)) else 6}
        if period in ("day", "lr", "dawn", "dusk") and amount:
            return {"per_day": amount}
        if period == "sr" and amount:
            return {"per_day": amount, "per_rest": True}
    return {}


def _activities(actor: Actor, item: Node, system: Node) -> dict[str, Activity]:
    table = system["activities"]
    if table:
        return {
            key: _activity(actor, item, system, node) for key, node in table.table().items() if node["type"]
        }
    if system["actionType"] or system["activation"]["type"]:
        return {"old": _old_activity(actor, system)}
    return {}


def _activity(actor: Actor, item: Node, system: Node, node: Node) -> Activity:
    made = Activity(
        node["type"].text(), node["activation"]["type"].text(""), node["activation"]["value"].known() or 1
    )
    attack = node["attack"]
    kind = attack["type"]["value"].text("") or ("ranged" if _is_ranged_weapon(system) else "melee")
    made.melee, made.ranged = kind != "ranged", kind == "ranged" or "thr" in _properties(system)
    made.spell = attack["type"]["classification"].text("weapon") == "spell"
    made.ability = _ability(actor, system, attack["ability"].text(""), made)
    modifier = actor.modifier(made.ability)
    bonus = _total(attack["bonus"].text(""), modifier, actor.proficiency) or 0
    if made.kind == "attack":
        made.to_hit = bonus if attack["flat"].value is True else modifier + actor.proficiency + bonus
    _distances(made, system, node)
    base = system["damage"]["base"]
    if made.kind == "attack" and base and node["damage"]["includeBase"].value is not False:
        made.damage += _part(
            base, modifier, actor.proficiency, add=item["type"].text("") == "weapon" and not made.spell
        )
    for part in node["damage"]["parts"]:
        made.damage += _part(part, modifier, actor.proficiency, add=False)
    throw = node["save"] if node["save"] else node["check"]
    if throw:
        _throw(made, actor, throw, modifier)
    return made


def _throw(made: Activity, actor: Actor, node: Node, modifier: int) -> None:
    """Read the ability and the difficulty of a save or a check."""
    ability = node["ability"]
    if isinstance(ability.value, list):
        made.save = next((item.text() for item in ability), None)
    else:
        made.save = ability.text("") or None
    basis = node["dc"]["calculation"].text("")
    if basis == "spellcasting":
        basis = actor.system["attributes"]["spellcasting"].text("")
    bonus = actor.modifier(basis) if basis in ABILITIES else modifier
    formula = node["dc"]["formula"].text("")
    made.dc = _total(formula, bonus, actor.proficiency) if formula else 8 + bonus + actor.proficiency


def _properties(system: Node) -> list[str]:
    value = system["properties"].value
    if isinstance(value, list):
        return [str(item) for item in value]
    return [str(key) for key, on in value.items() if on] if isinstance(value, dict) else []


def _is_ranged_weapon(system: Node) -> bool:
    kind = system["type"]["value"].value or system["weaponType"].value
    return isinstance(kind, str) and kind.endswith("R")


def _ability(actor: Actor, system: Node, given: str, activity: Activity) -> str:
    if given in ABILITIES:
        return given
    if activity.spell or given == "spellcasting":
        casting = actor.system["attributes"]["spellcasting"].value
        return casting if casting in ABILITIES else "int"
    if "fin" in _properties(system):
        return max(("str", "dex"), key=lambda name: actor.abilities.get(name, 10))
    return "str" if activity.melee else "dex"


def _distances(made: Activity, system: Node, node: Node) -> None:
    distance = system["range"]
    override = node["range"]["override"].value is True or not distance
    reach = distance["reach"].known()
    near = (node["range"]["value"] if override else distance["value"]).known()
    if made.melee:
        long_arm = 10 if "rch" in _properties(system) else 5
        made.reach = reach or (near if near and not made.ranged else None) or long_arm
    if made.ranged:
        made.range = near or 30
        made.long_range = distance["long"].known()


def _part(node: Node, modifier: int, proficiency: int, add: bool) -> list[tuple[str, str]]:
    types = [item.text() for item in node["types"]]
    custom = node["custom"]
    if custom["enabled"].value is True:
        dice = re.sub(r"\s", "", custom["formula"].text("")).replace("@mod", str(modifier))
        return [(dice.replace("+-", "-"), types[0])] if types and is_dice(dice) else []
    count, die = node["number"].known(), node["denomination"].known()
    bonus = (_total(node["bonus"].text(""), modifier, proficiency) or 0) + (modifier if add else 0)
    if not types or not ((count and die) or bonus):
        return []
    dice = f"{count}d{die}" if count and die else ""
    text = f"{dice}{bonus:+d}" if dice and bonus else dice or str(max(0, bonus))
    return [(text, types[0])] if is_dice(text) else []


def _total(formula: str, modifier: int, proficiency: int) -> int | None:
    """Return what a sum of numbers, ``@mod`` and ``@prof`` comes to; ``None`` for anything else.

    >>> _total("8 + @mod + @prof", 3, 2), _total("@mod", -1, 2), _total("1d4", 0, 0)
    (13, -1, None)
    """
    text = re.sub(r"\s", "", formula).replace("@mod", str(modifier)).replace("@prof", str(proficiency))
    text = text.replace("+-", "-").replace("--", "+")
    if not re.fullmatch(r"[+-]?\d{1,5}(?:[+-]\d{1,5})*", text):
        return None
    return sum(int(term) for term in re.findall(r"[+-]?\d+", text))


def _old_activity(actor: Actor, system: Node) -> Activity:
    """An item of an older version: one action, in fields of the item itself."""
    kind = system["actionType"].text("")
    made = Activity("attack" if kind.endswith("ak") else "save" if kind == "save" else "utility")
    made.economy = system["activation"]["type"].text("")
    made.cost = system["activation"]["cost"].known() or 1
    made.melee, made.ranged, made.spell = kind[:1] == "m", kind[:1] == "r", kind[1:2] == "s"
    if "thr" in _properties(system) and made.melee:
        made.ranged = True
    made.ability = _ability(actor, system, system["ability"].text(""), made)
    modifier = actor.modifier(made.ability)
    if made.kind == "attack":
        bonus = system["attackBonus"].value if isinstance(system["attackBonus"].value, int | str) else 0
        made.to_hit = modifier + actor.proficiency + (_total(str(bonus), modifier, actor.proficiency) or 0)
        _distances(made, system, Node(None, system.file, system.path))
    for part in system["damage"]["parts"]:
        pair = list(part)
        if len(pair) == 2:
            dice = re.sub(r"\s|\[\w*\]", "", pair[0].text()).replace("@mod", str(modifier)).replace("+-", "-")
            if is_dice(dice) and pair[1].text(""):
                made.damage.append((dice, pair[1].text()))
    if system["save"]["ability"].text(""):
        made.save = system["save"]["ability"].text()
        made.dc = system["save"]["dc"].known() or 8 + modifier + actor.proficiency
    return made


def _spell_items(actor: Actor) -> list[Entry]:
    """Return a list of spells made of the spell items, where no text has one."""
    lines: dict[str, list[str]] = {}
    for item in actor.node["items"]:
        if item["type"].text("") != "spell":
            continue
        system = system_of(item)
        level = system["level"].known() or 0
        times = str(system["uses"]["max"].value or "")
        mode = system["method"].value or system["preparation"]["mode"].value
        if level == 0 or mode == "atwill":
            head = "At will"
        elif re.fullmatch(r"[1-9]\d?", times):
            head = f"{times}/day each"
        else:
            slots = actor.system["spells"][f"spell{level}"]
            many = next((slots[key].known() for key in ("max", "value", "override") if slots[key].known()), 0)
            head = f"{level}th level ({many} slots)"
        lines.setdefault(head, []).append(item["name"].text(""))
    if not lines:
        return []
    casting = actor.system["attributes"]["spellcasting"].value
    ability = LONG_NAMES.get(cast(Any, casting), "Intelligence")
    text = f"It casts the following spells, using {ability} as the spellcasting ability.\n"
    text += "\n".join(f"{head}: {', '.join(names)}" for head, names in lines.items())
    return [Entry("Spellcasting", text, "trait")]
