"""What the rules say of classes, species and gear: rows of TOML in ``content/``, checked when read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

from pydantic import Field

from hazard.content import ContentError, read_toml, validated
from hazard.fivee.content.effects import Row, Situation
from hazard.fivee.content.words import Ability, Condition, DamageType, Mastery, Size

Formula = str | int
"""A number, or a formula of :mod:`hazard.fivee.characters.formulas`."""
Template = dict[str, Any]
"""A row of an action, a trait or an effect with formulas in it; it is checked once they are worked out."""
WeaponWord = Literal[
    "simple", "martial", "finesse", "light", "heavy", "reach", "ranged", "two-handed", "loading", "unarmed"
]
Group = Literal["melee", "ranged", "one-handed"]
ArmorKind = Literal["light", "medium", "heavy", "shield"]


class Weapon(Row):
    """A weapon of the equipment list."""

    name: str
    name_de: str
    dice: str
    type: DamageType
    versatile: str | None = None
    """With both hands."""
    range: tuple[int, int] | None = None
    """Thrown or shot: with ease, and at most."""
    is_: Annotated[tuple[WeaponWord, ...], Field(alias="is")]
    mastery: Mastery | None = None


class Armor(Row):
    """Armour of the equipment list."""

    name: str
    kind: Literal["light", "medium", "heavy", "none"]
    armor_class: int
    strength: int = 0


class Species(Row):
    """What a species brings to a fight."""

    name: str
    size: Size = "medium"
    speed: int = 30
    darkvision: int = 0
    hit_points_per_level: int = 0
    resist: tuple[DamageType, ...] = ()
    save_advantage: tuple[Condition, ...] = ()
    skills: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    slowed_by_armor: bool = True
    not_played: tuple[str, ...] = ()


class ToHit(Row):
    """A bonus to attack rolls with some weapons."""

    of: tuple[Group, ...]
    bonus: Formula


class MoreDamage(Row):
    """Damage with some weapons."""

    of: tuple[Group, ...]
    dice: Formula


class FirstAttack(Row):
    """More damage with one attack of a turn; it is counted with the first."""

    name: str
    damage: str
    only_if: Situation | None = None


class Stunning(Row):
    """An effect that one attack of a turn may have, for a use of something."""

    name: str
    name_de: str
    per_day: Formula
    pool: str
    effect: Template


class SpellDamage(Row):
    """More damage with some spells."""

    bonus: str
    of_choice: tuple[DamageType, ...] = ()
    """Spells of the one of these types that the player has chosen."""
    spells: tuple[str, ...] = ()
    evocations: bool = False


class Pushing(Row):
    """Spells that push."""

    feet: int
    spells: tuple[str, ...]


class Quickened(Row):
    """Spells as bonus actions."""

    per_day: Formula
    pool: str


class Feature(Row):
    """What a class has from some level on, by what it changes."""

    level: int
    until: int = 20
    """The last level with it: from the next on another feature has its place."""
    name: str
    subclass: str | None = None
    choice: str | None = None
    """Only for whoever has chosen it."""
    not_played: str | None = None
    """What the rules of a fight here leave out."""
    actions: tuple[Template, ...] = ()
    traits: tuple[Template, ...] = ()
    spells: tuple[str, ...] = ()
    armor: tuple[ArmorKind, ...] = ()
    attacks: int = 1
    surge: Formula = 0
    """Uses of a second action in a turn."""
    unarmored: str | None = None
    with_shield: bool = False
    armor_class: Formula = 0
    needs_armor: bool = False
    speed: Formula = 0
    unless: tuple[ArmorKind, ...] = ()
    """The speed is not for those who wear this."""
    flies: bool = False
    initiative: Formula = 0
    hit_points: Formula = 0
    all_saves: Formula = 0
    save_proficiencies: tuple[Ability, ...] = ()
    immune: tuple[DamageType, ...] = ()
    condition_immunities: tuple[Condition, ...] = ()
    to_hit: tuple[ToHit, ...] = ()
    damage: tuple[MoreDamage, ...] = ()
    great_weapons: bool = False
    off_hand_modifier: bool = False
    first_attack: FirstAttack | None = None
    stunning: Stunning | None = None
    martial_arts: str | None = None
    magical_fists: bool = False
    flurry: tuple[Template, ...] = ()
    healing_spells: Formula = 0
    spell_damage: SpellDamage | None = None
    pushing_spells: Pushing | None = None
    quickened: Quickened | None = None
    sculpts: bool = False
    potent_cantrips: bool = False


class Casting(Row):
    """How a class casts spells."""

    kind: Literal["full", "half", "pact"]
    ability: Ability


class ClassRow(Row):
    """A class: what every level of it brings."""

    id: str
    name: str
    name_de: str
    hit_die: int
    saves: tuple[Ability, Ability]
    armor: tuple[ArmorKind, ...]
    weapons: tuple[str, ...]
    subclasses: tuple[str, ...]
    styles: tuple[str, ...] = ()
    """Fighting styles to choose from."""
    styles_from: int = 21
    role: Literal["caster", "healer", "defender", "striker"]
    casting: Casting | None = None
    columns: dict[str, dict[int, int]] = Field(default={})
    """Numbers that grow with the level, each from the levels at which it does."""
    features: tuple[Feature, ...] = ()

    def column(self, name: str, level: int) -> int:
        """Return a number of the class's table."""
        return max((value for start, value in self.columns[name].items() if start <= level), default=0)


def _place() -> Any:
    return resources.files("hazard.fivee") / "content"


@cache
def classes() -> Mapping[str, ClassRow]:
    """Return the twelve classes, by id.

    >>> sorted(classes())[:3], classes()["barbarian"].column("rages", 5)
    (['barbarian', 'bard', 'cleric'], 3)
    """
    found = {}
    for file in sorted((_place() / "classes").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml") and file.name != "styles.toml":
            row = validated(ClassRow, read_toml(file), file.name)
            found[row.id] = row
    return found


@cache
def styles() -> tuple[Feature, ...]:
    """Return the fighting styles."""
    file = _place() / "classes" / "styles.toml"
    return tuple(validated(Feature, row, "styles.toml") for row in read_toml(file)["features"])


@cache
def weapons() -> Mapping[str, Weapon]:
    """Return the weapons, by name."""
    rows = read_toml(_place() / "gear.toml")["weapon"]
    return {row["name"]: validated(Weapon, row, "gear.toml") for row in rows}


@cache
def armors() -> Mapping[str, Armor]:
    """Return the kinds of armour, by name."""
    rows = read_toml(_place() / "gear.toml")["armor"]
    return {row["name"]: validated(Armor, row, "gear.toml") for row in rows}


@cache
def species() -> Mapping[str, Species]:
    """Return the species, by name."""
    rows = read_toml(_place() / "species.toml")["species"]
    return {row["name"]: validated(Species, row, "species.toml") for row in rows}


def known(word: str, among: Mapping[str, Any], what: str, place: str) -> Any:
    """Return a row by its name, or say which there are."""
    found = among.get(word.strip().lower())
    if found is None:
        raise ContentError(
            "fivee.character_word_unknown", place=place, what=what, found=word, known=", ".join(among)
        )
    return found
