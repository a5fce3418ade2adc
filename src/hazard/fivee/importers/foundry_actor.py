"""What the items of a Foundry actor need to know of their owner, and the odd shapes that its fields take."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from hazard.fivee.content.library import ContentError
from hazard.fivee.content.words import ABILITIES, Ability, ability_modifier
from hazard.fivee.importers.foundry_formula import NotUnderstoodError, dice_of, read_formula
from hazard.fivee.importers.node import Node
from hazard.fivee.importers.raw import RawCreature

T = TypeVar("T")
_SCALE = re.compile(r"@(scale\.[\w-]+\.[\w-]+(?:\.(?:number|faces|die))?)")

SKILLS: dict[str, tuple[str, Ability]] = {
    "acr": ("acrobatics", "dex"), "ani": ("animal handling", "wis"), "arc": ("arcana", "int"),
    "ath": ("athletics", "str"), "dec": ("deception", "cha"), "his": ("history", "int"),
    "ins": ("insight", "wis"), "itm": ("intimidation", "cha"), "inv": ("investigation", "int"),
    "med": ("medicine", "wis"), "nat": ("nature", "int"), "prc": ("perception", "wis"),
    "prf": ("performance", "cha"), "per": ("persuasion", "cha"), "rel": ("religion", "int"),
    "slt": ("sleight of hand", "dex"), "ste": ("stealth", "dex"), "sur": ("survival", "wis"),
}  # fmt: skip


def system_of(item: Node) -> Node:
    """Return what the game system keeps of an item, under its name of today or of older versions."""
    return item["system"] if item["system"] else item["data"]


def members(node: Node) -> list[Node]:
    """Return what a set has: a list, a single word, or nothing."""
    if node.value is None or node.value == "" or node.value == {}:
        return []
    return [node] if isinstance(node.value, str) else list(node)


def entries_of(node: Node) -> dict[str, Node]:
    """Return the members of a table by their keys; a list is one whose members have an ``_id``."""
    if node.value is None or node.value == "":
        return {}
    if isinstance(node.value, list):
        return {str(item["_id"].value or number): item for number, item in enumerate(node)}
    return node.table()


def formula_of(node: Node) -> str:
    """Return a formula; a plain number is one too."""
    if isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return f"{node.value:g}"
    return node.text("").strip()


def word_of(node: Node) -> str:
    """Return a word of a choice; nothing where there is none."""
    return node.value.strip() if isinstance(node.value, str) else ""


def readable(raw: RawCreature, node: Node, read: Callable[[Node], T], default: T) -> T:
    """Return what ``read`` makes of a detail; one that it cannot read is noted."""
    try:
        return read(node)
    except ContentError as error:
        raw.note(str(error.renamed(f"{node.file}: ", "")))
        return default


@dataclass
class Actor:
    """The owner of items."""

    name: str
    node: Node
    system: Node
    raw: RawCreature
    abilities: dict[str, int]
    proficiency: int
    rules: str
    item: str = ""
    """The name of the item that is read, for notes."""
    known: dict[str, float] = field(default_factory=dict)
    """Numbers of fields that are asked for by name."""
    scales: dict[str, str] = field(default_factory=dict)
    """Dice and numbers that grow with a level, by the names that formulas have for them."""
    changes: dict[str, list[Any]] = field(default_factory=dict)
    """What effects do to fields, by the field."""

    def note(self, phrase: str) -> None:
        """List something as not understood."""
        self.raw.note(phrase, action=self.item)

    def modifier(self, ability: str | None) -> int:
        """Return what an ability adds; no ability adds nothing."""
        return ability_modifier(self.abilities[ability]) if ability in ABILITIES else 0

    @property
    def casting(self) -> str | None:
        """The spellcasting ability, if there is one."""
        found = word_of(self.system["attributes"]["spellcasting"])
        return found if found in ABILITIES else None

    def difficulty(self, ability: str | None) -> int:
        """Return the DC by an ability."""
        return 8 + self.proficiency + self.modifier(ability)

    def trained(self, skill: str) -> int:
        """Return what is added to a skill's check."""
        node = self.system["skills"][skill]
        given = word_of(node["ability"])
        bonus = self.modifier(given if given in ABILITIES else SKILLS[skill][1])
        level = node["value"].value
        if isinstance(level, int | float) and not isinstance(level, bool) and 0 < level <= 2:
            bonus += int(level * self.proficiency)
        return bonus + self.bonus(node["bonuses"]["check"])

    def bonus(self, node: Node) -> int:
        """Return what a bonus comes to; one that cannot be read is noted, and counts nothing."""
        return self.total(readable(self.raw, node, formula_of, "") or "0") or 0

    def total(self, formula: str, modifier: int | None = None) -> int | None:
        """Return what a formula without dice comes to, or nothing, which is noted."""
        found = self.dice(formula, modifier, "number")
        return int(found) if found is not None else None

    def dice(self, formula: str, modifier: int | None = None, what: str = "dice") -> str | None:
        """Return the dice that a formula comes to, or nothing, which is noted.

        ``modifier`` is what ``@mod`` stands for.
        """
        formula = _SCALE.sub(lambda name: self.scales.get(name[1], name[0]), formula)
        try:
            found = read_formula(formula, lambda name: self._field(name, modifier))
        except NotUnderstoodError:
            found = None
        if found is not None and what == "number":
            if not found.dice and abs(found.more) < 10_000:
                return str(int(found.more // 1))
        elif found is not None and (dice := dice_of(found)) is not None:
            return dice
        self.note(f"the formula {formula[:80]!r}")
        return None

    def _field(self, name: str, modifier: int | None) -> float | None:
        """Return a number that formulas know by name."""
        if name == "mod":
            return modifier
        if name in self.known:
            return self.known[name]
        if name in ("prof", "attributes.prof"):
            return self.proficiency
        if name in ("attributes.spell.dc", "attributes.spelldc"):
            return self.difficulty(self.casting) if self.casting else None
        if name in ("attributes.spell.mod", "attributes.spellmod"):
            return self.modifier(self.casting) if self.casting else None
        head, _, rest = name.partition(".")
        key, _, what = rest.partition(".")
        if head == "abilities" and key in ABILITIES:
            kinds = {"mod": self.modifier(key), "value": self.abilities[key], "dc": self.difficulty(key)}
            return kinds.get(what)
        if head == "skills" and key in SKILLS:
            bonus = self.trained(key)
            return {"passive": 10 + bonus, "total": bonus, "mod": bonus}.get(what)
        return self._stored(name)

    def _stored(self, name: str) -> float | None:
        node = self.system
        for step in name.split("."):
            node = node[step]
        try:
            return node.known()
        except ContentError:
            return None


def detail(raw: RawCreature, node: Node, name: str, low: int = 0, high: int = 5280) -> int | None:
    """Return a number that a creature can do without; one that cannot be is noted.

    >>> raw = RawCreature("a.json", "Bat")
    >>> detail(raw, Node(10**6, "a.json"), "blindsight"), raw.notes[0].phrase
    (None, 'blindsight: 1000000 is not from 0 to 5,280')
    """
    try:
        value = node.known()
    except ContentError as error:
        raw.note(f"{name}: {cast(Any, error).args[0].removeprefix(f'{node.place}: ')}")
        return None
    if value is not None and not low <= value <= high:
        raw.note(f"{name}: {value} is not from {low:,} to {high:,}")
        return None
    return value


def feet(raw: RawCreature, node: Node, name: str, units: Node) -> int | None:
    """Return a distance in feet, whatever it is measured in; metres are read as five feet for 1.5.

    >>> raw = RawCreature("a.json", "Bat")
    >>> feet(raw, Node(9, ""), "walk", Node("m", "")), feet(raw, Node("60", ""), "fly", Node("ft", ""))
    (30, 60)
    """
    unit = word_of(units) or "ft"
    if unit in ("m", "km") and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        metres = node.value * (1000 if unit == "km" else 1)
        return detail(raw, Node(round(metres / 1.5) * 5, node.file, node.path), name)
    if unit == "mi":
        miles = detail(raw, node, name, high=1)
        return miles * 5280 if miles is not None else None
    return detail(raw, node, name)
