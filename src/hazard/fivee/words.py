"""The vocabulary of fifth-edition combat: abilities, damage, conditions, sizes."""

from __future__ import annotations

from typing import Literal, get_args

Ability = Literal["str", "dex", "con", "int", "wis", "cha"]
DamageType = Literal[
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
]
Condition = Literal[
    "blinded",
    "charmed",
    "deafened",
    "exhaustion",
    "frightened",
    "grappled",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
]
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
Rules = Literal["5.1", "5.2"]

ABILITIES: tuple[Ability, ...] = get_args(Ability)
DAMAGE_TYPES: tuple[DamageType, ...] = get_args(DamageType)
CONDITIONS: tuple[Condition, ...] = get_args(Condition)
SIZES: tuple[Size, ...] = get_args(Size)


def ability_modifier(score: int) -> int:
    """Return what an ability score adds to a roll.

    >>> [ability_modifier(score) for score in (1, 8, 10, 15, 30)]
    [-5, -1, 0, 2, 10]
    """
    return (score - 10) // 2


def proficiency_at(challenge_or_level: float) -> int:
    """Return the proficiency bonus at a level or challenge rating.

    >>> [proficiency_at(rating) for rating in (0, 0.25, 4, 5, 17, 24)]
    [2, 2, 2, 3, 6, 7]
    """
    return 2 + max(0, int(challenge_or_level) - 1) // 4
