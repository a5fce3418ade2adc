"""Traits that change numbers. A trait of another kind is kept as text, and the director says so.

``kind`` has no default anywhere: it says which trait a row is, so that whatever leaves defaults out has to
write it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hazard.fivee.content.actions import Area
from hazard.fivee.content.effects import Dice, Effect, Feet, Row
from hazard.fivee.content.words import Condition, DamageType


class PlainTrait(Row):
    """A trait without numbers of its own."""

    kind: Literal[
        "pack_tactics",
        "magic_resistance",
        "undead_fortitude",
        "evasion",
        "reckless",
        "blood_frenzy",
        "flyby",
        "magic_weapons",
        "rampage",
        "avoidance",
        "nimble_escape",
        "aggressive",
        "surprise_attack",
    ]


class LegendaryResistance(Row):
    """Turns a failed save into a success, so many times a day."""

    kind: Literal["legendary_resistance"]
    times: Annotated[int, Field(ge=1, le=10)] = 3


class Regeneration(Row):
    """Regains hit points at the start of its turn, unless struck by one of these."""

    kind: Literal["regeneration"]
    amount: Annotated[int, Field(ge=1)]
    stopped_by: tuple[DamageType, ...] = ()
    only_above_zero: bool = True
    """False for a troll, which dies only if it starts its turn at 0 and cannot regenerate."""


class SneakAttack(Row):
    """More damage once a turn, with advantage or an ally next to the target."""

    kind: Literal["sneak_attack", "martial_advantage"]
    dice: Dice


class SaveAdvantage(Row):
    """Advantage on saves against these conditions (brave, fey ancestry, dwarven resilience)."""

    kind: Literal["save_advantage"]
    against: tuple[Condition, ...]


class Charge(Row):
    """More happens when the attack follows a straight run."""

    kind: Literal["charge"]
    feet: Feet = 20
    attack: str
    """The action that gains the effects."""
    effects: tuple[Effect, ...]
    follow_up: str | None = None
    """The action that it may use as a bonus action on a target that the charge has knocked down."""


class Aura(Row):
    """Something that happens to those who start their turn close by, or to whoever hits it (heated body)."""

    kind: Literal["aura"]
    feet: Feet
    when: Literal["start_of_turn", "start_of_source_turn", "end_of_source_turn", "hit_by_melee"] = (
        "start_of_turn"
    )
    effects: tuple[Effect, ...]
    once_per_target: bool = False
    """Whoever has saved against it is safe from it for the day."""
    only_while: Literal["breath_ready", "breath_spent"] | None = None
    """Only while an action that recharges is there to be used, or only while it is not."""


class DeathBurst(Row):
    """Something that happens around the creature when it dies."""

    kind: Literal["death_burst"]
    area: Area
    effects: tuple[Effect, ...]


class Triggered(Row):
    """Something that happens at a moment that the rules do not look at, such as when it takes damage."""

    kind: Literal["triggered"]
    when: Annotated[str, Field(max_length=400)]
    """The moment and whom it strikes, in words."""
    area: Area | None = None
    effects: tuple[Effect, ...]


class Relentless(Row):
    """Drops to 1 instead of 0 once, if the damage is not above this."""

    kind: Literal["relentless"]
    most_damage: Annotated[int, Field(ge=1)]


class CriticalRange(Row):
    """Its attacks are critical from this roll on."""

    kind: Literal["critical_range"]
    crit_from: Annotated[int, Field(ge=2, le=20)]


class OtherTrait(Row):
    """A trait that the rules here do not know: its name, for the game master to remember."""

    kind: Literal["other"]
    name: str
    note: str | None = None


Trait = Annotated[
    PlainTrait
    | LegendaryResistance
    | Regeneration
    | SneakAttack
    | SaveAdvantage
    | Charge
    | Aura
    | DeathBurst
    | Triggered
    | Relentless
    | CriticalRange
    | OtherTrait,
    Field(discriminator="kind"),
]
