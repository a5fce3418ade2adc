"""The items of a Foundry actor: activities become the sentences that their placeholders stand for."""

from __future__ import annotations

import re
from typing import Any, cast

from hazard.fivee.content.library import ContentError
from hazard.fivee.content.words import ABILITIES
from hazard.fivee.importers.foundry_actor import (
    SKILLS,
    Actor,
    entries_of,
    formula_of,
    members,
    system_of,
    word_of,
)
from hazard.fivee.importers.foundry_character import changed
from hazard.fivee.importers.foundry_damage import (
    base_damage,
    magic_bonus,
    part_damage,
    properties,
    typed_part,
)
from hazard.fivee.importers.foundry_features import feature_entries, weapon_entry
from hazard.fivee.importers.foundry_text import (
    LONG_NAMES,
    Activity,
    ability_of,
    attack_sentence,
    damage_words,
    fill_in,
)
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.raw import Entry, Section

_ECONOMY: dict[str, Section] = {
    "action": "action", "bonus": "bonus", "reaction": "reaction", "reactiondamage": "reaction",
    "legendary": "legendary", "lair": "lair", "mythic": "legendary",
}  # fmt: skip


def entries(actor: Actor) -> list[Entry]:
    """Return the traits and actions of an actor; an item that cannot be read is noted."""
    found: list[Entry] = []
    character = "level" in actor.raw.values
    for item in members(actor.node["items"]):
        kind = word_of(item["type"])
        if kind not in ("feat", "weapon") and not (kind == "consumable" and system_of(item)["activities"]):
            continue
        actor.item = word_of(item["name"]) or "an item without a name"
        try:
            if character:
                found += _of_a_character(actor, item, kind)
                continue
            entry = _entry(actor, item)
        except ContentError as error:
            actor.note(str(error.renamed(f"{item.file}: ", "")))
            continue
        if entry.text.strip() and entry.name.lower() != "legendary actions":
            found.append(entry)
    actor.item = "Spellcasting"
    if character or not any("following" in entry.text and "spell" in entry.text for entry in found):
        found += _spell_items(actor)
    return found


def _of_a_character(actor: Actor, item: Node, kind: str) -> list[Entry]:
    """Return what a character's item does in a fight; what only its prose explains is kept by its name."""
    system = system_of(item)
    if kind == "consumable":
        return []
    activities = _activities(actor, item, system)
    usage = _usage(actor, system)
    if kind == "weapon":
        weapon = weapon_entry(actor, item, activities)
        return [weapon] if weapon is not None else []
    found = feature_entries(actor, item, activities)
    for entry in found:
        entry.usage = (
            {**usage, **entry.usage} if entry.section != "trait" and entry.name != "Multiattack" else {}
        )
    if found:
        return found
    text = fill_in(formula_of(system["description"]["value"]), actor, activities)
    return [Entry(item["name"].text(), text, "trait", usage)] if text.strip() else []


def _entry(actor: Actor, item: Node) -> Entry:
    system = system_of(item)
    activities = _activities(actor, item, system)
    text = fill_in(formula_of(system["description"]["value"]), actor, activities)
    attack = next((activity for activity in activities.values() if activity.kind == "attack"), None)
    if attack is not None and not re.search(r"attack(?: roll)?:", text, re.I):
        hit = f" Hit: {damage_words(actor, attack.damage)} damage." if attack.damage else ""
        text = f"{attack_sentence(actor, attack)}.{hit} {text}"
    elif attack is not None:
        text = _with_its_head(actor, attack, text)
    economy = next((activity.economy for activity in activities.values() if activity.economy), "")
    section = _ECONOMY.get(economy, "trait")
    if attack is not None and section == "trait":
        section = "action"
    usage = _usage(actor, system)
    name = item["name"].text()
    if name.lower().startswith("legendary resistance"):
        times = actor.system["resources"]["legres"]["max"].known()
        usage |= {"per_day": times} if times else {}
    if section == "legendary":
        usage["cost"] = max(1, min(5, next((a.cost for a in activities.values() if a.economy == economy), 1)))
    return Entry(name, text, section, usage)


_HEAD = re.compile(r"attack(?: roll)?:\W*[+-]\d+[^.:]{0,80}?\b(?:reach|range)\b", re.I)
_ANY_HEAD = re.compile(r"\b(?:melee|ranged)[^:.]{0,40}attack[^:.]{0,8}:.*?(?=\bHit:)", re.I | re.S)


def _with_its_head(actor: Actor, attack: Activity, text: str) -> str:
    """Return a text whose attack says its bonus and its reach, from the fields where the words lack them."""
    plain = re.sub(r"<[^<>]+>", "", text)
    if _HEAD.search(plain):
        return text
    return _ANY_HEAD.sub(f"{attack_sentence(actor, attack)}. ", plain, count=1)


def _usage(actor: Actor, system: Node) -> dict[str, Any]:
    uses = system["uses"]
    recharge = system["recharge"]["value"].known()
    if recharge:
        return {"recharge": recharge}
    most = formula_of(uses["max"])
    periods = (
        [(word_of(item["period"]), formula_of(item["formula"])) for item in uses["recovery"]]
        if isinstance(uses["recovery"].value, list)
        else []
    )
    periods += [(word_of(uses["per"]), "")] if word_of(uses["per"]) else []
    for period, formula in periods:
        if period == "recharge":
            return {"recharge": int(formula) if re.fullmatch(r"[2-6]", formula) else 6}
        amount = actor.total(most) if most else None
        if not amount or not 1 <= amount <= 100:
            continue
        if period in ("day", "lr", "dawn", "dusk"):
            return {"per_day": amount}
        if period == "sr":
            return {"per_day": amount, "per_rest": True}
    spends = [
        target
        for activity in entries_of(system["activities"]).values()
        for target in members(activity["consumption"]["targets"])
        if word_of(target["type"]) == "itemUses" and not word_of(target["target"])
    ]
    if spends and not most:
        actor.note("it spends a use of its own, and how many there are is not said")
    return {}


# ---- activities -------------------------------------------------------------------------------------------


def _activities(actor: Actor, item: Node, system: Node) -> dict[str, Activity]:
    table = entries_of(system["activities"])
    if table:
        return {
            key: _activity(actor, item, system, node) for key, node in table.items() if word_of(node["type"])
        }
    if word_of(system["actionType"]) or word_of(system["activation"]["type"]):
        return {"old": _old_activity(actor, system)}
    return {}


def _activity(actor: Actor, item: Node, system: Node, node: Node) -> Activity:
    made = Activity(
        word_of(node["type"]), word_of(node["activation"]["type"]), node["activation"]["value"].known() or 1
    )
    if made.kind == "attack":
        _attack(made, actor, item, system, node)
    throw = node["save"] if isinstance(node["save"].value, dict) else node["check"]
    if isinstance(throw.value, dict):
        _throw(made, actor, throw, spell=word_of(item["type"]) == "spell")
    modifier = actor.modifier(made.ability) if made.ability in ABILITIES or made.kind == "attack" else None
    for part in members(node["damage"]["parts"]):
        made.damage += part_damage(actor, part, modifier)
    if made.two_handed:
        made.two_handed += made.damage[1:]
    return made


def _attack(made: Activity, actor: Actor, item: Node, system: Node, node: Node) -> None:
    attack = node["attack"]
    _reach_and_range(made, system, node, word_of(attack["type"]["value"]))
    made.spell = word_of(attack["type"]["classification"]) == "spell"
    made.ability = _ability(actor, system, word_of(attack["ability"]), made)
    modifier = actor.modifier(made.ability)
    bonus = actor.total(formula_of(attack["bonus"]) or "0", modifier) or 0
    kind = f"{'r' if not made.melee else 'm'}{'s' if made.spell else 'w'}ak"
    more = actor.system["bonuses"][kind]
    trained = system["proficient"].value
    share = trained if isinstance(trained, int | float) and 0 <= trained <= 2 else 1
    made.to_hit = modifier + int(share * actor.proficiency) + bonus + magic_bonus(system)
    made.to_hit += changed(actor, f"bonuses.{kind}.attack", actor.bonus(more["attack"]))
    if attack["flat"].value is True:
        made.to_hit = bonus
    base = system["damage"]["base"]
    if isinstance(base.value, dict) and node["damage"]["includeBase"].value is not False:
        weapon = word_of(item["type"]) == "weapon"
        natural = word_of(system["type"]["value"]) == "natural"
        adds = weapon and not (made.spell and natural)
        bonus = changed(actor, f"bonuses.{kind}.damage", actor.bonus(more["damage"]))
        made.damage += base_damage(actor, system, base, modifier, adds, more=bonus)
        versatile = system["damage"]["versatile"]
        if made.damage and "ver" in properties(system) and isinstance(versatile.value, dict):
            grip = base_damage(actor, system, versatile, modifier, adds, made.damage[0][1], bonus)
            made.two_handed = grip or made.damage[:1]


def _throw(made: Activity, actor: Actor, node: Node, spell: bool) -> None:
    """Read the ability and the difficulty of a save or a check, as the sheet counts them.

    The difficulty is by ``calculation``: an ability, the spellcasting ability, or nothing, and then the
    formula counts. A formula beside a calculation is a left-over.
    """
    stated = [word_of(item) for item in members(node["ability"])]
    abilities = [found for word in stated if (found := ability_of(word))]
    if not abilities:
        skills = [word_of(item) for item in members(node["associated"])]
        abilities = [SKILLS[key][1] for key in sorted(skills, key="ath".__ne__) if key in SKILLS]
    elif len(set(abilities)) > 1:
        actor.note(f"a choice of {' or '.join(abilities)}; {abilities[0]} is used")
    made.save = abilities[0] if abilities else None
    basis = word_of(node["dc"]["calculation"])
    if basis == "initial":
        basis = "spellcasting" if spell else ""
    if basis == "spellcasting":
        basis = actor.casting or "int"
    elif basis and basis not in ABILITIES:
        actor.note(f"a difficulty by {basis[:40]!r}")
        return
    formula = formula_of(node["dc"]["formula"])
    if made.kind != "attack":
        made.ability = basis or made.save
    if basis:
        made.dc = actor.difficulty(basis)
    elif formula:
        made.dc = actor.total(formula, actor.modifier(made.ability))


def _reach_and_range(made: Activity, system: Node, node: Node, stated: str) -> None:
    weapon = word_of(system["type"]["value"]) or word_of(system["weaponType"])
    thrown, both = "thr" in properties(system), False
    if stated not in ("melee", "ranged"):
        stated = "ranged" if weapon.endswith("R") else "melee"
        # A body's own weapon with a reach and a range serves for both.
        both = bool(system["range"]["reach"].known()) and bool(system["range"]["value"].known())
    made.melee, made.ranged = stated == "melee", stated == "ranged" or thrown or both
    _distances(made, system, node)


def _ability(actor: Actor, system: Node, given: str, activity: Activity) -> str | None:
    """Return whose modifier an attack adds: what is given, or as weapons and spells have it."""
    if given == "none":
        return None
    if given in ABILITIES:
        return given
    if activity.spell or given == "spellcasting":
        return actor.casting or "int"
    if given:
        actor.note(f"an attack with the ability {given[:40]!r}")
    if "fin" in properties(system):
        return max(("str", "dex"), key=lambda name: actor.abilities.get(name, 10))
    return "str" if activity.melee else "dex"


def _distances(made: Activity, system: Node, node: Node) -> None:
    distance = system["range"]
    override = node["range"]["override"].value is True or not isinstance(distance.value, dict)
    reach = distance["reach"].known()
    near = (node["range"]["value"] if override else distance["value"]).known()
    metric = word_of(distance["units"]) == "m"
    if made.melee:
        long_arm = 10 if "rch" in properties(system) else 5
        made.reach = _in_feet(reach or (near if near and not made.ranged else None), metric) or long_arm
    if made.ranged:
        made.range = _in_feet(near, metric) or 30
        made.long_range = _in_feet(distance["long"].known(), metric)


def _in_feet(distance: int | None, metric: bool) -> int | None:
    return round(distance / 1.5) * 5 if distance and metric else distance


# ---- older versions, and spells ---------------------------------------------------------------------------


def _old_activity(actor: Actor, system: Node) -> Activity:
    """An item of an older version: one action, in fields of the item itself."""
    kind = word_of(system["actionType"])
    made = Activity("attack" if kind.endswith("ak") else "save" if kind == "save" else "utility")
    made.economy = word_of(system["activation"]["type"])
    made.cost = system["activation"]["cost"].known() or 1
    made.melee, made.ranged, made.spell = kind[:1] == "m", kind[:1] == "r", kind[1:2] == "s"
    if "thr" in properties(system) and made.melee:
        made.ranged = True
    made.ability = _ability(actor, system, word_of(system["ability"]), made)
    modifier = actor.modifier(made.ability)
    if made.kind == "attack":
        stated = system["attackBonus"] if system["attackBonus"] else system["attack"]["bonus"]
        made.to_hit = modifier + actor.proficiency + (actor.total(formula_of(stated) or "0", modifier) or 0)
        if system["attack"]["flat"].value is True:
            made.to_hit -= modifier + actor.proficiency
        _distances(made, system, Node(None, system.file, system.path))
    for part in members(system["damage"]["parts"]):
        made.damage += _old_part(actor, part, modifier)
    save = system["save"]
    made.save = ability_of(word_of(save["ability"]))
    if made.save is not None:
        scaling = word_of(save["scaling"])
        given = save["dc"].known()
        if scaling in ABILITIES:
            made.dc = actor.difficulty(scaling)
        elif scaling == "spell":
            made.dc = actor.difficulty(actor.casting or "int")
        else:
            made.dc = given or actor.difficulty(made.ability)
    return made


def _old_part(actor: Actor, part: Node, modifier: int) -> list[tuple[str, str]]:
    pair = members(part)
    formula = formula_of(pair[0]) if pair else ""
    if not formula:
        return []
    dice = actor.dice(formula, modifier)
    kind = word_of(pair[1]) if len(pair) > 1 else ""
    return typed_part(actor, dice, [kind] if kind else [])


def _spell_items(actor: Actor) -> list[Entry]:
    """Return a list of spells made of the spell items, where no text has one."""
    lines: dict[str, list[str]] = {}
    for item in members(actor.node["items"]):
        if word_of(item["type"]) != "spell" or not word_of(item["name"]):
            continue
        if system_of(item)["prepared"].value == 0 and system_of(item)["level"].value != 0:
            continue  # in the book, and not in the head
        try:
            lines.setdefault(_spell_head(actor, system_of(item)), []).append(word_of(item["name"]))
        except ContentError as error:
            actor.note(str(error.renamed(f"{item.file}: ", "")))
    if not lines:
        return []
    if actor.casting is None:
        actor.note("no spellcasting ability; Intelligence is used")
    ability = LONG_NAMES[cast(Any, actor.casting or "int")]
    level = actor.raw.values.get("level")
    head = f"It is a {level}th-level spellcaster. " if level else ""
    text = f"{head}It casts the following spells, using {ability} as the spellcasting ability.\n"
    text += "\n".join(f"{head}: {', '.join(names)}" for head, names in lines.items())
    return [Entry("Spellcasting", text, "trait")]


def _spell_head(actor: Actor, system: Node) -> str:
    """Return the words that say how often a spell may be cast."""
    level = system["level"].known() or 0
    times = formula_of(system["uses"]["max"])
    mode = word_of(system["method"]) or word_of(system["preparation"]["mode"])
    if level == 0 or mode == "atwill":
        return "At will"
    if re.fullmatch(r"[1-9]\d?", times):
        return f"{times}/day each"
    if mode == "pact":
        of_pact = actor.system["spells"]["pact"]
        warlock = int(actor.known.get("classes.warlock.levels") or actor.known.get("details.level") or 1)
        pact_level = of_pact["level"].known() or max(1, min(5, (warlock + 1) // 2))
        return f"1st-{pact_level}th level ({_slots(of_pact)} {pact_level}th-level slots)"
    return f"{level}th level ({_slots(actor.system['spells'][f'spell{level}'])} slots)"


def _slots(slots: Node) -> int:
    return next((many for key in ("max", "value", "override") if (many := slots[key].known())), 0)
