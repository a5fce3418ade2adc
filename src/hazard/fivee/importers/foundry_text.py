"""The prose of a Foundry item: its placeholders, filled in from its activities."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Any, cast

from hazard.fivee.importers.node import Node
from hazard.fivee.importers.prose.words import average
from hazard.fivee.library import spells
from hazard.fivee.words import ABILITIES, DAMAGE_TYPES, ability_modifier

LONG_NAMES = dict(
    zip(
        ABILITIES,
        ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"),
        strict=True,
    )
)


@dataclass
class Actor:
    """What the items need to know of their owner."""

    name: str
    node: Node
    system: Node
    abilities: dict[str, int]
    proficiency: int
    rules: str

    def modifier(self, ability: str) -> int:
        """Return what an ability adds."""
        return ability_modifier(self.abilities.get(ability, 10))


@dataclass
class Activity:
    """One thing that an item does."""

    kind: str
    economy: str = ""
    cost: int = 1
    ability: str = "str"
    to_hit: int | None = None
    melee: bool = True
    ranged: bool = False
    spell: bool = False
    reach: int | None = None
    range: int | None = None
    long_range: int | None = None
    damage: list[tuple[str, str]] = field(default_factory=list)
    save: str | None = None
    dc: int | None = None


def system_of(item: Node) -> Node:
    """Return what the game system keeps of an item, under its name of today or of older versions."""
    return item["system"] if item["system"] else item["data"]


def is_dice(text: str) -> bool:
    """Whether a text is plain dice.

    >>> is_dice("2d4+2"), is_dice("@mod")
    (True, False)
    """
    return bool(re.fullmatch(r"(?:\d{1,3}d\d{1,4}|\d{1,4})(?:[+-]\d{1,4})?", text))


def attack_sentence(actor: Actor, activity: Activity) -> str:
    """Return the head of an attack, as a stat block prints it."""
    how = "Melee or Ranged" if activity.melee and activity.ranged else "Melee" if activity.melee else "Ranged"
    where = []
    if activity.melee:
        where.append(f"reach {activity.reach or 5} ft.")
    if activity.ranged:
        long_range = f"/{activity.long_range}" if activity.long_range else ""
        where.append(f"range {activity.range}{long_range} ft.")
    weapon = "Spell" if activity.spell else "Weapon"
    return f"{how} {weapon} Attack: {activity.to_hit or 0:+d} to hit, {' or '.join(where)}, one target"


def damage_words(activity: Activity) -> str:
    """Return ``7 (2d4+2) piercing damage plus 3 (1d6) fire``, without the last "damage"."""
    words = [
        f"{_average(dice)} ({dice}) {kind}" if "d" in dice else f"{dice} {kind}"
        for dice, kind in activity.damage
    ]
    return " damage plus ".join(words) or "0 bludgeoning"


def _average(dice: str) -> int:
    return max(0, average(dice))


_PLACEHOLDER = re.compile(r"\[\[(?P<inner>[^\[\]]*)\]\](?:\{(?P<label>[^{}]*)\})?")
_NO_DAMAGE = re.compile(rf"(\(\d+d\d+(?:[+-]\d+)?\) (?:{'|'.join(DAMAGE_TYPES)}))\b(?! damage| or )", re.I)
_LINK = re.compile(r"@\w+\[(?P<inner>[^\[\]]*)\](?:\{(?P<label>[^{}]*)\})?")
_REFERENCE = re.compile(r"&(?:amp;)?Reference\[(?P<inner>[^\[\]]*)\](?:\{(?P<label>[^{}]*)\})?", re.I)


def fill_in(text: str, actor: Actor, item: Node, activities: dict[str, Activity]) -> str:
    """Replace the placeholders of a description by what they stand for."""
    names = {
        str(other["_id"].value): other["name"].text("")
        for other in actor.node["items"]
        if isinstance(other["name"].value, str)
    }

    def link(found: re.Match[str]) -> str:
        key = found["inner"].rsplit(".", 1)[-1]
        return found["label"] or names.get(key) or spell_of_key(key)

    def placeholder(found: re.Match[str]) -> str:
        words = html.unescape(found["inner"]).split()
        return _placeholder(words, found["label"], actor, activities, names)

    text = _REFERENCE.sub(lambda found: found["label"] or found["inner"].split(" ")[0].split("=")[-1], text)
    text = _LINK.sub(link, _PLACEHOLDER.sub(placeholder, text))
    return _NO_DAMAGE.sub(r"\1 damage", text)


def spell_of_key(key: str) -> str:
    """Return the spell that a compendium's key of sixteen letters stands for, if it is one of ours.

    >>> spell_of_key("phbsplDetectMagi"), spell_of_key("phbsplFireball00")
    ('', 'Fireball')
    """
    letters = re.sub(r"[^a-z]", "", key.removeprefix("phbspl").lower())
    if not key.startswith("phbspl") or len(letters) < 3:
        return ""
    known = [spell.action.name for spell in spells().values()]
    return next((name for name in known if re.sub(r"[^a-z]", "", name.lower()).startswith(letters)), "")


def _placeholder(
    words: list[str], label: str | None, actor: Actor, activities: dict[str, Activity], names: dict[str, str]
) -> str:
    if not words:
        return label or ""
    command, options = words[0], words[1:]
    if command == "/item":
        return label or names.get(" ".join(options).lstrip("."), "")
    if command == "lookup":
        return _lookup(options, label, actor, activities)
    chosen = _chosen(options, activities, {"/attack": "attack", "/save": "save"}.get(command))
    if command == "/attack" and chosen is not None:
        return attack_sentence(actor, chosen)
    if command == "/damage":
        return _damage_placeholder(options, activities)
    if command == "/check":
        check = next((activity for activity in activities.values() if activity.kind == "check"), None)
        ability = check.save if check else None
        return f"DC {check.dc} {LONG_NAMES.get(cast(Any, ability), 'Strength')}" if check and check.dc else ""
    if command == "/save" and chosen is not None:
        ability = next(
            (option[8:] for option in options if option.startswith("ability=")), chosen.save or "con"
        )
        return f"DC {chosen.dc} {LONG_NAMES.get(cast(Any, ability), 'Constitution')}"
    return label or " ".join(option for option in options if re.fullmatch(r"[\dd+-]+", option))


def _chosen(options: list[str], activities: dict[str, Activity], kind: str | None) -> Activity | None:
    for option in options:
        if option.startswith("activity=") and option[9:] in activities:
            return activities[option[9:]]
    fitting = [activity for activity in activities.values() if kind is None or activity.kind == kind]
    if kind == "save":
        fitting = [activity for activity in fitting if activity.dc is not None]
    return fitting[0] if fitting else None


def _damage_placeholder(options: list[str], activities: dict[str, Activity]) -> str:
    stated = re.search(r"\d{1,3}d\d{1,4}(?: ?[+-] ?\d{1,4})?", " ".join(options))
    if stated is not None:
        dice = stated[0].replace(" ", "")
        kind = next(
            (option.split("=")[-1] for option in options if option.split("=")[-1] in DAMAGE_TYPES), ""
        )
        return f"{_average(dice)} ({dice}) {kind}".strip()
    chosen = next((activity for activity in activities.values() if activity.damage), None)
    if chosen is None:
        return ""
    return f"Hit: {damage_words(chosen)} damage" if "extended" in options else damage_words(chosen)


def _lookup(options: list[str], label: str | None, actor: Actor, activities: dict[str, Activity]) -> str:
    path = options[0] if options else ""
    if path == "@name":
        return actor.name.lower()
    chosen = _chosen(options, activities, "save" if path.startswith("@save") else None)
    if path == "@save.dc.value" and chosen is not None:
        return str(chosen.dc)
    ability = re.fullmatch(r"@abilities\.(\w+)\.dc", path)
    if ability:
        return str(8 + actor.proficiency + actor.modifier(ability[1]))
    if path == "@attributes.spell.dc":
        casting = actor.system["attributes"]["spellcasting"].value
        return str(8 + actor.proficiency + actor.modifier(casting if isinstance(casting, str) else "int"))
    if path == "@skills.ath.passive":
        trained = actor.system["skills"]["ath"]["value"].value
        return str(10 + actor.modifier("str") + (actor.proficiency if trained else 0))
    return label or _field(options, activities, actor)


def _field(options: list[str], activities: dict[str, Activity], actor: Actor) -> str:
    """Return a plain field of an activity, such as ``@range.value``, wherever it stands."""
    key = next((option[9:] for option in options if option.startswith("activity=")), None)
    for item in actor.node["items"]:
        node = system_of(item)["activities"][key] if key else Node(None, "")
        for step in options[0].removeprefix("@").split("."):
            node = node[step]
        if isinstance(node.value, str | int) and not isinstance(node.value, bool):
            return str(node.value)
    return ""
