"""An encounter: who fights, where they stand, and under which options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hazard.errors import HazardError
from hazard.fivee.content.called import called
from hazard.fivee.content.character import Character
from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Row
from hazard.fivee.content.words import Edition
from hazard.language import catalogue

MOST_COMBATANTS = 24
LARGEST_SIDE = 64


class Combatant(Row):
    """One creature on the map."""

    creature: str
    """Its id: of a creature or character of this file, of ``--creatures``, or of the bestiary."""
    name: str | None = None
    """``None``: the creature's name, numbered where there are several."""
    side: Literal["party", "monsters"]
    at: tuple[Annotated[int, Field(ge=0, lt=LARGEST_SIDE)], Annotated[int, Field(ge=0, lt=LARGEST_SIDE)]]
    """Column and row of its top left cell, from 0."""
    hit_points: Annotated[int, Field(ge=0)] | Literal["average", "rolled", "unknown"] = "average"
    """``rolled``: by the seed of the fight. ``unknown``: anything that its dice allow."""
    damage_taken: Annotated[int, Field(ge=0)] = 0
    initiative: int | None = None
    """``None``: rolled."""
    surprised: bool = False
    """It does not know what comes: by the rules of 2014 it loses its first turn, by those of 2024 its
    initiative has disadvantage."""


Light = Literal["bright", "dim", "dark"]


class Options(Row):
    """Rules that a table may choose."""

    flanking: bool = False
    criticals: Literal["double_dice"] = "double_dice"
    monsters_make_death_saves: bool = False
    party_dies_at_zero: bool = False


class Encounter(Row):
    """A fight that is about to begin.

    The map is drawn in rows: ``.`` floor, ``#`` wall, ``~`` difficult ground.

    >>> fight = Encounter.model_validate({
    ...     "name": "A wolf at the gate",
    ...     "map": ["......", "..##..", "......"],
    ...     "combatants": [
    ...         {"creature": "fighter-1", "side": "party", "at": [0, 0]},
    ...         {"creature": "wolf", "side": "monsters", "at": [5, 2]},
    ...     ],
    ... })
    >>> fight.width, fight.height
    (6, 3)
    """

    name: str
    name_de: str | None = None
    description: str | None = None
    description_de: str | None = None
    map: tuple[str, ...]
    combatants: tuple[Combatant, ...]
    objective: str = "deadly"
    """Name of a table of weights for the monsters' side."""
    options: Options = Options()
    rules: Edition | None = None
    """The edition that is played; ``None``: that of 2024 where a monster is by SRD 5.2, else that of 2014."""
    light: Light = "bright"
    """Everywhere in the fight. In the dark only those with senses for it see."""
    underwater: bool = False
    surprised: Literal["party", "monsters"] | None = None
    """A side that is surprised as a whole."""
    lair: bool = False
    """Lair actions are used, on initiative 20."""
    creature: tuple[Creature, ...] = ()
    """Stat blocks of this encounter, which its combatants name by id; they come before the bestiary's."""
    character: tuple[Character, ...] = ()
    """Player characters by class and level, likewise."""

    @cached_property
    def own_creatures(self) -> Mapping[str, Creature]:
        """The creatures and characters that are defined here, by id."""
        found = {creature.id: creature for creature in self.creature}
        if self.character:
            from hazard.fivee.characters.build import build

            found |= {(made := build(character)).id: made for character in self.character}
        return found

    def called(self, language: str) -> str:
        """Return its name in a language, where it has one."""
        return called(self, language)

    def described(self, language: str) -> str:
        """Return what it is about, in a language where it says so."""
        own: str | None = getattr(self, f"description_{language}", None)
        return (
            own
            or catalogue("hazard.fivee", language).get(f"fivee.about.{self.name}")
            or self.description
            or ""
        )

    @property
    def width(self) -> int:
        """Columns of the map."""
        return len(self.map[0])

    @property
    def height(self) -> int:
        """Rows of the map."""
        return len(self.map)

    @model_validator(mode="after")
    def _map_is_a_rectangle(self) -> Encounter:
        if not self.map or not self.map[0]:
            raise HazardError("fivee.map_is_empty")
        if self.height > LARGEST_SIDE or self.width > LARGEST_SIDE:
            raise HazardError("fivee.map_too_large", width=self.width, height=self.height, most=LARGEST_SIDE)
        for number, row in enumerate(self.map):
            if len(row) != self.width:
                raise HazardError("fivee.map_rows_differ", row=number, count=len(row), width=self.width)
            if wrong := set(row) - set(".#~"):
                raise HazardError("fivee.map_row_has_wrong_signs", row=number, found=sorted(wrong))
        return self

    @model_validator(mode="after")
    def _combatants_fit(self) -> Encounter:
        if not 1 <= len(self.combatants) <= MOST_COMBATANTS:
            raise HazardError(
                "fivee.combatants_out_of_range", count=len(self.combatants), most=MOST_COMBATANTS
            )
        for number, combatant in enumerate(self.combatants):
            x, y = combatant.at
            if x >= self.width or y >= self.height:
                raise HazardError("fivee.combatant_off_the_map", number=number, x=x, y=y)
        return self
