"""The schema of a running fight as JSON."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from pydantic import Field

from hazard.fivee.content.creature import Creature
from hazard.fivee.content.effects import Row
from hazard.fivee.content.encounter import Encounter
from hazard.fivee.content.words import WORDS, Ability, Condition, Flag
from hazard.fivee.rules.fight import Fighter

VERSION: Literal["hazard-fight/1"] = "hazard-fight/1"
NOBODY = 255
POINT = 16
"""Hit points are kept in sixteenths: the rules apply some damage by its mean."""

Points = Annotated[float, Field(ge=0, le=2000)]
Until = Literal[
    "duration", "start_of_source_turn", "end_of_source_turn", "start_of_target_turn", "end_of_target_turn"
]
Repeat = Literal["never", "end_of_turn", "start_of_turn", "on_damage"]
UNTIL = cast(tuple[Until, ...], tuple(WORDS["until"]))
REPEAT = cast(tuple[Repeat, ...], tuple(WORDS["repeat"]))


class EffectState(Row):
    """Something that lasts on somebody: a condition, or what an action changes (bless)."""

    condition: Condition | None = None
    action: Annotated[str | None, Field(description="The source's action it comes from.")] = None
    part: Annotated[int, Field(ge=0, description="Which of the action's lasting effects, from 0.")] = 0
    source: Annotated[str | None, Field(description="Who laid it on; null: the bearer.")] = None
    rounds: Annotated[int, Field(ge=0, le=255, description="Rounds left; 0: no limit.")] = 0
    until: Until = "duration"
    repeat_save: Repeat = "never"
    ability: Ability = "str"
    dc: Annotated[int, Field(ge=0, le=255)] = 0
    ends_on_damage: bool = False
    escape: bool = False
    fresh: Annotated[bool, Field(description="Laid on during the turn that is going on.")] = False
    becomes: Annotated[
        Condition | None, Field(description="What a failed repeat of the save turns it into.")
    ] = None
    wound: Annotated[
        str | None, Field(description="The source's action whose damage comes again while it lasts.")
    ] = None


class ZoneState(Row):
    """An area that stays in its place and strikes whoever starts a turn in it."""

    source: Annotated[str, Field(description="Who made it.")]
    action: Annotated[str, Field(description="With which action.")]
    rounds: Annotated[int, Field(ge=1, le=255, description="Rounds left.")] = 10
    made_from: Annotated[str, Field(description="The cell its maker stood in, as c4.")]
    aim: Annotated[
        tuple[int, int, int, int],
        Field(
            description="The point of origin in half cells from the top left (4, 2 is the corner two cells "
            "to the right and one down), then the direction of a line, or the top left cell of a cube."
        ),
    ]


class DeathSaves(Row):
    """Successes and failures so far."""

    successes: Annotated[int, Field(ge=0, le=3)] = 0
    failures: Annotated[int, Field(ge=0, le=3)] = 0


class CombatantState(Row):
    """One combatant now; whatever is left out is as at the start of the encounter."""

    name: str
    hit_points: Points | None = None
    most_hit_points: Annotated[int, Field(ge=1, le=2000)] | None = None
    temporary_hit_points: Points | None = None
    damage_taken: Annotated[Points | None, Field(description="Where hit points are unknown.")] = None
    at: Annotated[str | None, Field(description="Its top left cell, as c4.")] = None
    conditions: Annotated[
        tuple[Condition, ...] | None,
        Field(description="Also those that `effects` lay on; prone lasts by itself."),
    ] = None
    effects: tuple[EffectState, ...] = ()
    exhaustion: Annotated[int, Field(ge=0, le=6)] | None = None
    death_saves: DeathSaves | None = None
    concentration: Annotated[str | None, Field(description="The action it concentrates on.")] = None
    slots: Annotated[
        dict[Annotated[int, Field(ge=1, le=9)], Annotated[int, Field(ge=0, le=15)]] | None,
        Field(description="Spell slots left, by level."),
    ] = None
    uses_left: Annotated[
        dict[str, Annotated[int, Field(ge=0, le=100)]] | None,
        Field(description="Of actions with a recharge (0 or 1) or so many uses a day."),
    ] = None
    legendary_actions_left: Annotated[int, Field(ge=0, le=15)] | None = None
    legendary_resistance_left: Annotated[int, Field(ge=0, le=15)] | None = None
    last_attacker: str | None = None
    readied: Annotated[str | None, Field(description="The attack that it waits with.")] = None
    flags: tuple[Flag, ...] | None = None


class StateDocument(Row):
    """A moment of a fight."""

    version: Literal["hazard-fight/1"] = VERSION
    encounter: Annotated[
        str | Encounter, Field(description="An example's name, a TOML file, or the whole encounter.")
    ]
    creatures: Annotated[
        tuple[Creature, ...], Field(description="Stat blocks that are not in the bestiary.")
    ] = ()
    round: Annotated[int, Field(ge=1, le=250)] = 1
    turn: Annotated[str | None, Field(description="Whose turn it is; null: the first of the order.")] = None
    stage: Annotated[
        Literal["start", "deciding", "legendary"],
        Field(
            description="start: the turn begins, recharges and death saves are still to be rolled. "
            "deciding: its plan is next. legendary: its turn is over, somebody's legendary action is next."
        ),
    ] = "deciding"
    legendary: Annotated[str | None, Field(description="Whose legendary action is to be decided.")] = None
    lair: Annotated[bool, Field(description="It is a lair action that is to be decided.")] = False
    order: Annotated[tuple[str, ...] | None, Field(description="Of initiative; null: rolled.")] = None
    lair_turn: Annotated[
        int, Field(ge=0, le=24, description="How many of the order come before the lair, on initiative 20.")
    ] = 0
    areas: Annotated[tuple[ZoneState, ...], Field(max_length=4, description="Areas that stay.")] = ()
    style: Annotated[
        int, Field(ge=-32000, le=32000, description="How much in character the monsters have fought.")
    ] = 0
    combatants: tuple[CombatantState, ...] = ()


# ---- reading ---------------------------------------------------------------------------------------------


def modifiers_of(source: Fighter, action: int) -> list[int]:
    """Return the numbers of the modifiers that an action lays on somebody, in the order of its effects."""
    effects = source.compiled.record.actions[action].effects
    found = [effect.modifier for effect in effects if effect.modifier >= 0]
    return found + [effect.withstood for effect in effects if effect.withstood >= 0]
