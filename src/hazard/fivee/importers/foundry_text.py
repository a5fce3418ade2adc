"""The prose of a Foundry item: its placeholders, filled in from its activities."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Any, cast

from hazard.fivee.content.library import spells
from hazard.fivee.content.words import ABILITIES, DAMAGE_TYPES, Ability
from hazard.fivee.importers.foundry_actor import SKILLS, Actor, entries_of, members, system_of
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.prose.words import UNTYPED, average

LONG_NAMES = dict(
    zip(
        ABILITIES,
        ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"),
        strict=True,
    )
)


@dataclass
class Activity:
    """One thing that an item does."""

    kind: str
    economy: str = ""
    cost: int = 1
    ability: str | None = None
    """Whose modifier ``@mod`` is; ``None``: nobody's."""
    to_hit: int | None = None
    melee: bool = True
    ranged: bool = False
    spell: bool = False
    reach: int | None = None
    range: int | None = None
    long_range: int | None = None
    damage: list[tuple[str, str]] = field(default_factory=list)
    two_handed: list[tuple[str, str]] = field(default_factory=list)
    save: str | None = None
    dc: int | None = None


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


def damage_words(actor: Actor, parts: list[tuple[str, str]]) -> str:
    """Return ``7 (2d4+2) piercing damage plus 3 (1d6) fire``, without the last "damage".

    A missing type is noted.
    """
    for dice, kind in parts:
        if kind == UNTYPED:
            actor.note(f"damage of {dice} without a type")
    words = [f"{_average(dice)} ({dice}) {kind}" if "d" in dice else f"{dice} {kind}" for dice, kind in parts]
    return " damage plus ".join(words)


def _average(dice: str) -> int:
    return max(0, average(dice))


_PLACEHOLDER = re.compile(r"\[\[(?P<inner>[^\[\]]*)\]\](?:\{(?P<label>[^{}]*)\})?")
_TYPES = "|".join((*DAMAGE_TYPES, UNTYPED))
_NO_DAMAGE = re.compile(rf"(\(\d+d\d+(?:[+-]\d+)?\) (?:{_TYPES}))\b(?! damage| or )", re.I)
_LINK = re.compile(r"@\w+\[(?P<inner>[^\[\]]*)\](?:\{(?P<label>[^{}]*)\})?")
_REFERENCE = re.compile(r"&(?:amp;)?Reference\[(?P<inner>[^\[\]]*)\](?:\{(?P<label>[^{}]*)\})?", re.I)
_ROLL_LINE = re.compile(r"attack roll:(?:</\w+>)?\s*$", re.I)


def fill_in(text: str, actor: Actor, activities: dict[str, Activity]) -> str:
    """Replace the placeholders of a description by what they stand for."""
    names = {
        str(other["_id"].value): other["name"].value
        for other in members(actor.node["items"])
        if isinstance(other["name"].value, str)
    }
    filler = _Filler(actor, activities, names)

    def link(found: re.Match[str]) -> str:
        key = found["inner"].rsplit(".", 1)[-1]
        return found["label"] or names.get(key) or spell_of_key(key)

    def placeholder(found: re.Match[str]) -> str:
        filler.short_roll = bool(_ROLL_LINE.search(text[max(0, found.start() - 40) : found.start()]))
        return filler.fill(html.unescape(found["inner"]).split(), found["label"])

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


def ability_of(word: str) -> Ability | None:
    """Return an ability by its short or its long name.

    >>> ability_of("DEX"), ability_of("wisdom"), ability_of("none")
    ('dex', 'wis', None)
    """
    short = word.lower()[:3]
    whole = word.lower() in (short, LONG_NAMES.get(cast(Any, short), "").lower())
    return short if short in ABILITIES and whole else None


@dataclass
class _Filler:
    """The words of placeholders, for one item."""

    actor: Actor
    activities: dict[str, Activity]
    names: dict[str, str]
    short_roll: bool = False
    """Whether "Attack Roll:" stands before the placeholder."""

    def fill(self, words: list[str], label: str | None) -> str:
        if not words:
            return label or ""
        command, options = words[0], words[1:]
        if command == "/item":
            return label or self.names.get(" ".join(options).lstrip("."), "")
        if command == "lookup":
            return self._lookup(options, label)
        fillers = {
            "/attack": self._attack,
            "/damage": self._damage,
            "/save": self._save,
            "/check": self._check,
            "/skill": self._check,
        }
        if command in fillers:
            return fillers[command](options)
        return label or " ".join(option for option in options if re.fullmatch(r"[\dd+-]+", option))

    def chosen(self, options: list[str], *kinds: str) -> Activity | None:
        """Return the activity that is named, or the first of a kind; one that is not there is noted."""
        for option in options:
            if not option.startswith("activity="):
                continue
            if option[9:] not in self.activities:
                self.actor.note(f"an activity {option[9:]!r} that the item does not have")
            return self.activities.get(option[9:])
        fitting = [activity for activity in self.activities.values() if activity.kind in kinds]
        return fitting[0] if fitting else None

    def _attack(self, options: list[str]) -> str:
        chosen = self.chosen(options, "attack")
        if chosen is None or chosen.to_hit is None:
            return ""
        if "extended" in options or "format=extended" in options:
            return attack_sentence(self.actor, chosen)
        return f"{chosen.to_hit:+d}" if self.short_roll else attack_sentence(self.actor, chosen)

    # ---- damage -------------------------------------------------------------------------------------------

    def _damage(self, options: list[str]) -> str:
        stated = self._stated(options)
        if stated is not None:
            return stated
        chosen = self.chosen(options, "attack", "damage", "save", "heal")
        if not any(option.startswith("activity=") for option in options) and not (chosen and chosen.damage):
            chosen = next((activity for activity in self.activities.values() if activity.damage), None)
        if chosen is None or not chosen.damage:
            return ""
        two_handed = any(option.lower() == "attackmode=twohanded" for option in options)
        words = damage_words(
            self.actor, chosen.two_handed if two_handed and chosen.two_handed else chosen.damage
        )
        return f"Hit: {words} damage" if "extended" in options else words

    def _stated(self, options: list[str]) -> str | None:
        """Return the damage that a placeholder states itself: ``1d4 + 2 piercing average``."""
        words = [option for option in options if not re.match(r"(?:activity|attackMode|format)=", option)]
        formula = " ".join(
            word.removeprefix("formula=") for word in words if re.search(r"\d|@|^[-+*/]$|formula=", word)
            and not re.match(r"(?:type|average|dc)=", word)
        )  # fmt: skip
        if not re.search(r"\d|@", formula):
            return None
        kinds = [kind for word in words for kind in re.split(r"[=|/]", word) if kind in DAMAGE_TYPES]
        attack = next((a for a in self.activities.values() if a.kind == "attack"), None)
        modifier = self.actor.modifier(attack.ability) if attack is not None else None
        dice = self.actor.dice(formula, modifier)
        if dice is None:
            return ""
        return (
            f"{_average(dice)} ({dice}) {kinds[0] if kinds else ''}".strip()
            if "d" in dice
            else (f"{dice} {kinds[0] if kinds else ''}".strip())
        )

    # ---- saves and checks ---------------------------------------------------------------------------------

    def _stated_throw(self, options: list[str]) -> tuple[str | None, int | None]:
        """Return the ability and the difficulty that a placeholder states itself."""
        ability, dc = None, None
        for option in options:
            key, _, value = option.rpartition("=")
            if key in ("", "ability") and ability_of(value.split("/")[0].split("|")[0]):
                ability = ability_of(value.split("/")[0].split("|")[0])
            elif key in ("", "skill") and value in SKILLS:
                ability = ability or SKILLS[value][1]
            elif (key == "" and value.isdigit()) or key == "dc":
                dc = self.actor.total(value)
        return ability, dc

    def _save(self, options: list[str]) -> str:
        ability, dc = self._stated_throw(options)
        chosen = self.chosen(options, "save")
        if chosen is not None:
            ability, dc = ability or chosen.save, chosen.dc if dc is None else dc
        return self._throw(ability, dc)

    def _check(self, options: list[str]) -> str:
        ability, dc = self._stated_throw(options)
        chosen = self.chosen(options, "check")
        if chosen is not None:
            ability, dc = ability or chosen.save, chosen.dc if dc is None else dc
        return self._throw(ability, dc)

    def _throw(self, ability: str | None, dc: int | None) -> str:
        long_name = LONG_NAMES.get(cast(Any, ability), "")
        return f"DC {dc} {long_name}".strip() if dc is not None else long_name

    # ---- fields -------------------------------------------------------------------------------------------

    def _lookup(self, options: list[str], label: str | None) -> str:
        path = options[0] if options else ""
        if path == "@name":
            return self.actor.name.lower()
        if path == "@save.dc.value":
            chosen = self.chosen(options, "save")
            return "" if chosen is None or chosen.dc is None else str(chosen.dc)
        number = re.fullmatch(r"@((?:abilities|skills|attributes\.spell)\.[\w.]+)", path)
        if number:
            found = self.actor.total(path)
            return label or "" if found is None else str(found)
        return label or self._field(options)

    def _field(self, options: list[str]) -> str:
        """Return a plain field of an activity or an item, such as ``@range.value``, wherever it stands."""
        path = options[0].removeprefix("@") if options else ""
        named = dict(option.split("=", 1) for option in options[1:] if "=" in option)
        for item in members(self.actor.node["items"]):
            if path.startswith("item."):
                mine = "item" not in named or str(item["_id"].value) == named["item"].lstrip(".")
                node = system_of(item) if mine else Node(None, "")
            else:
                node = entries_of(system_of(item)["activities"]).get(
                    named.get("activity", ""), Node(None, "")
                )
            for step in path.removeprefix("item.").split("."):
                node = node[step]
            if isinstance(node.value, str | int) and not isinstance(node.value, bool):
                return str(node.value)
        return ""
