"""A creature or a player character, as a stat block has it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from hazard.dice import parse
from hazard.errors import HazardError
from hazard.fivee.content.actions import Action
from hazard.fivee.content.effects import Feet, HitDice, Row
from hazard.fivee.content.traits import Trait
from hazard.fivee.content.words import (
    Ability,
    Condition,
    DamageType,
    Rules,
    Size,
    ability_modifier,
    proficiency_at,
)

Potion = Literal["healing", "greater healing", "superior healing", "supreme healing"]
Score = Annotated[int, Field(ge=1, le=30)]
_MODIFIERS = tuple(map(ability_modifier, range(31)))
"""By score."""


class Abilities(Row):
    """The six scores."""

    str: Score = 10
    dex: Score = 10
    con: Score = 10
    int: Score = 10
    wis: Score = 10
    cha: Score = 10


class Speeds(Row):
    """Feet a turn, by kind of movement."""

    walk: Feet = 30
    fly: Feet = 0
    hover: bool = False
    climb: Feet = 0
    swim: Feet = 0
    burrow: Feet = 0


class Senses(Row):
    """Feet, and what it notices without trying."""

    darkvision: Feet = 0
    blindsight: Feet = 0
    tremorsense: Feet = 0
    truesight: Feet = 0
    passive_perception: int = 10


class Defense(Row):
    """Damage that does less, more or nothing."""

    types: tuple[DamageType, ...]
    nonmagical_only: bool = False


class Spellcasting(Row):
    """Which spells, how often, how hard to resist."""

    ability: Ability
    dc: Annotated[int, Field(ge=1, le=40)]
    to_hit: Annotated[int, Field(ge=-10, le=30)]
    level: Annotated[int, Field(ge=1, le=20)] = 1
    """Caster level: cantrips grow with it."""
    slots: dict[Annotated[int, Field(ge=1, le=9)], Annotated[int, Field(ge=0, le=20)]] = Field(default={})
    at_will: tuple[str, ...] = ()
    prepared: tuple[str, ...] = ()
    """Cast with slots."""
    per_day: dict[str, Annotated[int, Field(ge=1, le=100)]] = Field(default={})


class Personality(Row):
    """How it fights, beside what is best: a weight for the director, not a rule."""

    aggression: Annotated[float, Field(ge=0, le=1)] = 0.5
    """0 keeps its distance and its skin, 1 counts only what it does to others."""
    prefers: Literal[
        "any", "nearest", "weakest", "strongest", "wounded", "caster", "healer", "last_attacker"
    ] = "any"
    flees_below: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Share of its hit points below which it would rather leave."""
    cleverness: Annotated[int, Field(ge=0, le=3)] | None = None
    """0 attacks what is near, 3 plays its best; ``None``: by its Intelligence."""


class Creature(Row):
    """Everything the rules need of a creature.

    >>> wolf = Creature.model_validate({
    ...     "id": "wolf", "name": "Wolf", "size": "medium", "kind": "beast", "challenge": 0.25,
    ...     "armor_class": 13, "hit_points": "2d8+2", "speed": {"walk": 40},
    ...     "abilities": {"str": 12, "dex": 15, "con": 12, "int": 3, "wis": 12, "cha": 6},
    ...     "traits": [{"kind": "pack_tactics"}],
    ...     "actions": [{"name": "Bite", "attack": {"to_hit": 4, "reach": 5},
    ...                  "effects": [{"damage": "2d4+2[piercing]"}]}],
    ... })
    >>> wolf.average_hit_points, wolf.save_bonus("dex")
    (11, 2)
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9.]+)*$")]
    name: str
    name_de: str | None = None
    rules: Rules = "5.1"
    size: Size = "medium"
    kind: str = "humanoid"
    """beast, undead, dragon, …"""
    tags: tuple[str, ...] = ()
    """goblinoid, elf, spellcaster, …"""
    armor_class: Annotated[int, Field(ge=1, le=40)]
    hit_points: HitDice
    """Hit dice (``2d8+2``), or a number for a character."""
    speed: Speeds = Speeds()
    abilities: Abilities = Abilities()
    saves: dict[Ability, int] = Field(default={})
    """Bonuses that differ from the ability's modifier."""
    skills: dict[str, int] = Field(default={})
    initiative: int | None = None
    """Bonus; ``None``: Dexterity's."""
    vulnerable: tuple[Defense, ...] = ()
    resistant: tuple[Defense, ...] = ()
    immune: tuple[Defense, ...] = ()
    condition_immunities: tuple[Condition, ...] = ()
    senses: Senses = Senses()
    challenge: Annotated[float, Field(ge=0, le=30)] | None = None
    level: Annotated[int, Field(ge=1, le=20)] | None = None
    """Of a player character, which makes death saves at 0 hit points."""
    proficiency: int | None = None
    traits: tuple[Trait, ...] = ()
    actions: tuple[Action, ...] = ()
    legendary_actions: Annotated[int, Field(ge=0, le=5)] = 0
    """A round; the actions themselves are among ``actions``."""
    spellcasting: tuple[Spellcasting, ...] = ()
    potions: dict[Potion, Annotated[int, Field(ge=1, le=20)]] = Field(default={})
    """Potions of healing that it carries, by kind."""
    personality: Personality = Personality()
    role: Literal["any", "caster", "healer", "defender", "striker"] = "any"
    """What others see in it, for those who pick their targets."""
    source: str | None = None
    not_understood: tuple[str, ...] = ()
    """What an importer could not read: the director's caveats."""

    @model_validator(mode="after")
    def _recipes_name_actions(self) -> Creature:
        names = {action.name for action in self.actions}
        for action in self.actions:
            for part in (part for recipe in action.recipes for part in recipe):
                if part.use not in names:
                    raise HazardError(
                        "fivee.recipe_uses_unknown_action",
                        name=action.name,
                        found=part.use,
                        known=", ".join(sorted(names)),
                    )
        return self

    @model_validator(mode="before")
    @classmethod
    def _number_of_hit_points(cls, values: Any) -> Any:
        if isinstance(values, dict) and isinstance(values.get("hit_points"), int):
            return {**values, "hit_points": str(values["hit_points"])}
        return values

    @property
    def is_character(self) -> bool:
        """Whether it is a player's."""
        return self.level is not None

    @property
    def average_hit_points(self) -> int:
        """The printed number: the mean of the hit dice, rounded down."""
        return int(parse(self.hit_points).mean() + 1e-9)

    @property
    def proficiency_bonus(self) -> int:
        """As given, or by level or challenge rating."""
        if self.proficiency is not None:
            return self.proficiency
        return proficiency_at(self.level if self.level is not None else self.challenge or 0)

    def modifier(self, ability: Ability) -> int:
        """Return what an ability adds to a roll."""
        score: int = getattr(self.abilities, ability)
        return _MODIFIERS[score]

    def save_bonus(self, ability: Ability) -> int:
        """Return what is added to a saving throw."""
        return self.saves.get(ability, self.modifier(ability))
