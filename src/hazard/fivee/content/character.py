"""A player character as a player would tell it: class, level, abilities, gear and spells.

``hazard.fivee.characters.build`` makes the numbers of it: attacks, saves, slots, hit points, armour class.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from hazard.errors import HazardError
from hazard.fivee.content.actions import Action
from hazard.fivee.content.creature import Abilities, Personality, Potion
from hazard.fivee.content.effects import Row
from hazard.fivee.content.traits import Trait
from hazard.fivee.content.words import Ability, Rules

Level = Annotated[int, Field(ge=1, le=20)]


class ClassLevel(Row):
    """Levels in one class."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    class_: Annotated[str, Field(alias="class")]
    """barbarian, bard, …"""
    level: Level
    subclass: str | None = None


class Character(Row):
    """What the builder needs to know of a player character.

    >>> mira = Character.model_validate({
    ...     "name": "Mira", "class": "paladin", "level": 5, "subclass": "devotion",
    ...     "abilities": {"str": 18, "con": 14, "cha": 16}, "armor": "chain mail", "shield": True,
    ...     "weapons": ["longsword", "javelin"], "choices": ["dueling"],
    ... })
    >>> mira.id, mira.classes[0].class_, mira.total_level
    ('mira', 'paladin', 5)
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9.]+)*$")]
    """What an encounter calls it; by default made from the name."""
    name: str
    name_de: str | None = None
    classes: Annotated[tuple[ClassLevel, ...], Field(min_length=1)]
    """The first is the one that the character began with. ``class``, ``level`` and ``subclass`` say it for
    one class."""
    rules: Rules = "5.1"
    species: str | None = None
    """Of the SRD: what it brings in a fight. Its ability scores are to be in ``abilities`` already."""
    abilities: Abilities = Abilities()
    """The scores as they are now."""
    armor: str | None = None
    """"chain mail", "+1 studded leather"; nothing: none."""
    shield: bool | str = False
    """True, or "+1 shield"."""
    weapons: tuple[str, ...] = ()
    """The favourite first: "longsword", "+1 longbow"."""
    off_hand: str | None = None
    """A light weapon in the other hand."""
    spells: tuple[str, ...] = ()
    """Cantrips and spells that are known or prepared."""
    choices: tuple[str, ...] = ()
    """What the class lets one choose: a fighting style, metamagic, invocations, …"""
    skills: tuple[str, ...] = ()
    """Skills with proficiency."""
    expertise: tuple[str, ...] = ()
    """Skills with twice the proficiency."""
    save_proficiencies: tuple[Ability, ...] = ()
    """Beside those of the class."""
    hit_points: Annotated[int, Field(ge=1, le=2000)] | None = None
    """The most; by default the class's average for each level after the first."""
    armor_class: Annotated[int, Field(ge=1, le=40)] | None = None
    """Where the sheet says something else than armour and shield do."""
    speed: Annotated[int, Field(ge=0, le=200)] | None = None
    initiative: int | None = None
    potions: dict[Potion, Annotated[int, Field(ge=1, le=20)]] = Field(default={})
    """Potions of healing, by kind."""
    actions: tuple[Action, ...] = ()
    """What else it can do, as rows of a creature."""
    traits: tuple[Trait, ...] = ()
    personality: Personality = Personality()

    @model_validator(mode="before")
    @classmethod
    def _short_forms(cls, values: Any) -> Any:
        """Accept one class without a list of classes, and a name without an id."""
        if not isinstance(values, dict):
            return values
        values = dict(values)
        if "classes" not in values and "class" in values:
            parts = {key: values.pop(key) for key in ("class", "level", "subclass") if key in values}
            values["classes"] = [parts]
        if "id" not in values and isinstance(values.get("name"), str):
            values["id"] = slug(values["name"])
        return values

    @model_validator(mode="after")
    def _levels_add_up(self) -> Character:
        if self.total_level > 20:
            raise HazardError("fivee.too_many_levels", level=self.total_level)
        return self

    @property
    def total_level(self) -> int:
        """The sum of its levels."""
        return sum(part.level for part in self.classes)


def slug(name: str) -> str:
    """Return an id made from a name.

    >>> slug("Sir Owen the 2nd"), slug("Ölaf"), slug("龍")
    ('sir-owen-the-2nd', 'olaf', 'character')
    """
    import unicodedata

    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "character"
