"""What an action does to a target: saves, damage, conditions, healing, and changes to rolls.

An action's effects happen in order. Each may ask for a saving throw of its own, so that a wolf's bite is
two effects: damage, then a save or fall prone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, model_validator

from hazard.content import SHIPPED
from hazard.dice import DiceError, parse, roll
from hazard.errors import HazardError
from hazard.fivee.content.words import Ability, Condition, DamageType, Size


class Row(BaseModel):
    """A row of content: nothing unknown in it, and nothing changes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)


MOST = 2000
"""The most that one roll may come to: as many as the most hit points."""


def _dice(text: str, place: ValidationInfo) -> str:
    return text if place.context is SHIPPED else _rolled(text, critical=True)


def _hit_dice(text: str, place: ValidationInfo) -> str:
    if place.context is not SHIPPED and roll(_rolled(text, critical=False)).mean() < 1:
        raise HazardError("fivee.hit_dice_below_one", text=text)
    return text


@lru_cache(maxsize=4096)
def _rolled(text: str, *, critical: bool) -> str:
    try:
        rolled = roll(text)
        if critical:
            rolled = roll(parse(text).critical())
    except DiceError as error:
        raise HazardError("fivee.dice_wrong", error=error, text=text) from None
    if not -MOST <= rolled.low <= rolled.high <= MOST:
        as_a_critical = HazardError("fivee.as_a_critical") if critical else ""
        raise HazardError(
            "fivee.dice_too_high", text=text, found=rolled.high, as_a_critical=as_a_critical, most=MOST
        )
    return text


Dice = Annotated[str, AfterValidator(_dice)]
"""A dice expression such as ``2d6+3`` or ``1d8[piercing]+2d6[fire]``."""
HitDice = Annotated[str, AfterValidator(_hit_dice)]
"""Hit points, such as ``4d8+4``."""

Feet = Annotated[int, Field(ge=0, le=5280)]


class Save(Row):
    """A saving throw. Without ``dc``, the caster's spell save DC."""

    ability: Ability
    dc: Annotated[int, Field(ge=1, le=40)] | None = None
    on_success: Literal["none", "half"] = "none"
    """What damage a success leaves. Conditions never stick to a target that saved."""
    or_ability: Ability | None = None
    """The target may save with this ability instead, and does so where it is better at it."""
    contest: Literal["grip", "hide"] | None = None
    """No saving throw, but a contest: Athletics against the target's Athletics or Acrobatics, or Stealth
    against those who could notice."""
    same_throw: bool = False
    """Not thrown for again: what the effect before asked for decides this one too."""


class Infliction(Row):
    """A condition laid on the target, and what ends it."""

    name: Condition
    rounds: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Rounds at most; ``None``: until something else ends it. A minute is 10."""
    until: Literal[
        "duration", "start_of_source_turn", "end_of_source_turn", "start_of_target_turn", "end_of_target_turn"
    ] = "duration"
    repeat_save: Literal["never", "end_of_turn", "start_of_turn", "on_damage"] = "never"
    """When the target may repeat the save that laid it on."""
    ends_on_damage: bool = False
    action_ends: bool = False
    """Somebody next to the target may end it with an action (shake a sleeper awake)."""
    escape_dc: Annotated[int, Field(ge=1, le=40)] | None = None
    """What an action to escape has to reach (grapples, webs)."""
    level: Annotated[int, Field(ge=1, le=6)] = 1
    """Levels of exhaustion."""
    ongoing: Dice | None = None
    """Damage at the start of each of the target's turns while it lasts (swallowed, engulfed)."""
    becomes: Condition | None = None
    """What a failed repeat of the save turns it into (a basilisk's restrained: petrified)."""
    ongoing_at: Literal["start_of_turn", "end_of_turn", "start_of_source_turn", "end_of_source_turn"] = (
        "start_of_turn"
    )
    """When ``ongoing`` hurts: on the target's turns or on the source's."""
    if_fails_by: Annotated[int, Field(ge=1, le=20)] = 1
    """Only who misses the save by this much (a drow's poison puts to sleep at 5)."""
    at_most: Annotated[int, Field(ge=1, le=20)] | None = None
    """How many creatures the source can hold so; when it does, it uses the action on these only."""


class Burning(Row):
    """Damage again every turn, without a condition: fire, an open wound, a leech."""

    damage: Dice
    at: Literal["start_of_turn", "end_of_turn", "start_of_source_turn", "end_of_source_turn"] = (
        "start_of_turn"
    )
    action_ends: bool = True
    """Somebody next to it, or the target, may end it with an action."""
    check_dc: Annotated[int, Field(ge=1, le=40)] | None = None
    """What that action has to roll."""
    attached: bool = False
    """The source hangs on to the target and attacks nobody while it lasts (a leech)."""
    rounds: Annotated[int, Field(ge=1, le=1000)] | None = None


class Modifier(Row):
    """A change to somebody's rolls for a while: bless, bane, shield, rage, haste."""

    attack_dice: Dice | None = None
    save_dice: Dice | None = None
    damage_dice: Dice | None = None
    """Added to the damage of weapon attacks (may be negative or typed)."""
    armor_class: int = 0
    attack_advantage: Literal[-1, 0, 1] = 0
    defense_advantage: Literal[-1, 0, 1] = 0
    """Advantage of attacks *against* the bearer: 1 for faerie fire, -1 for blur or dodge."""
    save_advantage: Literal[-1, 0, 1] = 0
    resist: tuple[DamageType, ...] = ()
    vulnerable: tuple[DamageType, ...] = ()
    """Damage of these types is doubled, whatever the bearer resists (a dragon's roar)."""
    speed_feet: int = 0
    half_speed: bool = False
    extra_attacks: int = 0
    next_roll_only: bool = False
    """Only the bearer's next attack roll is changed (or the next one against it)."""
    source_only: bool = False
    """``defense_advantage`` is for attacks of whoever has laid it on, not for everybody's."""
    next_hit_only: bool = False
    """Only the bearer's next weapon attack that hits is changed (a smite)."""
    no_reactions: bool = False
    no_healing: bool = False
    """The bearer regains no hit points."""
    stops_missiles: bool = False
    """The bearer takes no harm from actions with ``missiles`` (shield against magic missile)."""
    one_action: bool = False
    """An action or a bonus action in a turn, not both."""
    one_attack: bool = False
    """No more than one attack in a turn."""
    weakened: Ability | None = None
    """Disadvantage on every roll that uses this ability: attacks, saves, checks."""
    repeat_save: Literal["never", "end_of_turn"] = "never"
    rounds: Annotated[int, Field(ge=1, le=1000)] | None = None
    until: Literal[
        "duration", "start_of_source_turn", "end_of_source_turn", "start_of_target_turn", "end_of_target_turn"
    ] = "duration"


Situation = Literal[
    "source_bloodied",
    "source_not_bloodied",
    "target_bloodied",
    "target_not_bloodied",
    "target_wounded",
    "advantage",
    "no_advantage",
    "first_round",
    "target_grappled_by_source",
    "target_not_grappled_by_source",
]
"""What must be so for an effect to happen. Bloodied: half of its hit points or fewer; wounded: not all."""


class Swallow(Row):
    """What a swallowed target needs to get out: so much damage from inside in one turn, and a failed save."""

    points: Annotated[int, Field(ge=1, le=2000)] | None = None
    save: Save | None = None


Besides = Literal[
    "disarms",
    "steals",
    "corrodes_armor",
    "corrodes_weapon",
    "drains_ability",
    "hits_held",
    "temporary_from_damage",
    "heals_half",
    "taunts",
    "saves_worse",
    "savage_criticals",
    "silences",
    "compels",
    "slays",
    "own_state",
    "some_only",
    "fares_otherwise",
    "obscures",
    "summons",
    "dispels",
    "displaces",
    "stays",
    "way_out",
    "hinders",
    "in_words",
]
"""What an effect does beside its numbers. The rules of a fight do not play it, and say so."""


class Effect(Row):
    """One step of what an action does to each target."""

    when: Literal["hit", "miss", "always"] = "hit"
    """For actions with an attack roll; without one every effect happens."""
    save: Save | None = None
    damage: Dice | None = None
    conditions: tuple[Infliction, ...] = ()
    heal: Dice | None = None
    heals_to_half: bool = False
    """Healing ends at half of the target's most hit points (preserve life)."""
    shares_healing: bool = False
    """``heal`` is for all in range together: the target first, then whoever has the fewest hit points."""
    temporary_hit_points: Dice | None = None
    push_feet: Annotated[int, Field(ge=-120, le=120)] = 0
    """Straight away from the source; negative: towards it."""
    modifier: Modifier | None = None
    heals_source: bool = False
    """The source regains as many hit points as this effect's damage takes."""
    on_self: bool = False
    """Falls on the one who acts, not on the target."""
    spares: tuple[str, ...] = ()
    """Kinds, tags and conditions of creatures it does nothing to (``undead``, ``elf``, ``blinded``)."""
    only: tuple[str, ...] = ()
    """Kinds and tags of the only creatures it works on (hold person: ``humanoid``); empty: on all."""
    largest: Size | None = None
    """The largest creature it works on (a 5.2 wolf knocks nobody down that is larger than Medium)."""
    only_if: Situation | None = None
    situation: Annotated[str, Field(max_length=300)] | None = None
    """Only in a case that the rules do not look at, in words ("when the target is thrown at another")."""
    on_conditions: tuple[Condition, ...] = ()
    """Only on a target with one of these conditions (a cultist's dagger hurts the helpless more)."""
    burning: Burning | None = None
    drains_maximum: bool = False
    """The target's maximum of hit points falls by this effect's damage; without any, by what the hit did."""
    at_zero: Literal["dies", "stable"] | None = None
    """What becomes of whom this damage takes to 0 hit points, where it is not as usual."""
    besides: tuple[Besides, ...] = ()
    swallows: Swallow | None = None
    """The target is inside: its conditions and their damage are effects, the way out is here."""

    @model_validator(mode="after")
    def _does_something(self) -> Effect:
        does = (self.damage, self.heal, self.temporary_hit_points, self.modifier)
        if not (
            any(does)
            or self.conditions
            or self.push_feet
            or self.drains_maximum
            or self.burning
            or self.besides
            or (self.save is not None and self.save.contest == "hide")
        ):
            raise HazardError("fivee.effect_does_nothing")
        if (self.heals_to_half or self.shares_healing) and self.heal is None:
            raise HazardError("fivee.healing_settings_without_heal")
        if self.shares_healing and not str(self.heal).isdigit():
            raise HazardError("fivee.shared_healing_not_a_number")
        if self.save and self.save.on_success == "half" and self.damage is None:
            raise HazardError("fivee.half_save_without_damage")
        return self
