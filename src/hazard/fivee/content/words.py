"""The vocabulary of fifth-edition combat: abilities, damage, conditions, sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, cast, get_args

from hazard import _core

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
StandardAction = Literal["dash", "disengage", "dodge", "hide", "help", "shove", "grapple", "escape", "ready"]
Flag = Literal[
    "reacted",
    "dodging",
    "disengaged",
    "hidden",
    "down",
    "stable",
    "dead",
    "fled",
    "unknown_hit_points",
    "sneaked",
    "regeneration_stopped",
    "relentless_used",
    "reckless",
    "acted",
    "surprised",
]
Rules = Literal["5.1", "5.2"]
Edition = Literal["2014", "2024"]
Mastery = Literal["cleave", "graze", "nick", "push", "sap", "slow", "topple", "vex"]

# A type is a set of words; their order and their numbers are the compiled rules'.
WORDS: Mapping[str, Sequence[str]] = _core.fivee_words()
"""Every word that the compiled rules know, by what it is a word for, in the order of its numbers."""
ABILITIES = cast(tuple[Ability, ...], tuple(WORDS["ability"]))
UNTYPED = WORDS["damage_type"].index("untyped")
DAMAGE_TYPES = cast(tuple[DamageType, ...], tuple(WORDS["damage_type"][:UNTYPED]))
CONDITIONS = cast(tuple[Condition, ...], tuple(WORDS["condition"]))
SIZES: tuple[Size, ...] = get_args(Size)
FLAGS = {name: 1 << bit for bit, name in enumerate(WORDS["flag"])}
"""The bits of what is so about a combatant."""
RESULTS = {name: 1 << bit for bit, name in enumerate(WORDS["result"])}
"""The bits of what dice came to."""
MISSED, CRITICAL, SAVED, ANSWERED = (RESULTS[name] for name in ("missed", "critical", "saved", "answered"))


def numbers_of(kind: str, nothing: str | None = None) -> dict[str | None, int]:
    """Return the numbers of words; ``nothing`` is the word for what content leaves out.

    >>> numbers_of("at_zero", nothing="usual")
    {None: 0, 'dies': 1, 'stable': 2}
    """
    return {None if word == nothing else word: number for number, word in enumerate(WORDS[kind])}


@cache
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
