"""Rows of content as people write them: cards, powers, relics, potions. Monsters are in ``monster_rows``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hazard.spire.rules.monster_rows import Row

Phrases = list[str]
CARD_TYPES = ("attack", "skill", "power", "status", "curse")
RARITIES = ("basic", "common", "uncommon", "rare", "special")
NEEDS = ("nothing", "only_attacks_in_hand", "attack_to_draw", "skill_to_draw")


class Version(Row):
    """What a card does; of the upgraded version only what differs is written."""

    cost: int | Literal["X", "unplayable"] | None = None
    target: Literal["enemy", "none"] | None = None
    steps: Phrases | None = None
    when_drawn: Phrases | None = None
    when_exhausted: Phrases | None = None
    at_end_of_turn: Phrases | None = None
    when_another_is_played: Phrases | None = None
    exhausts: bool | None = None
    ethereal: bool | None = None
    innate: bool | None = None
    retains: bool | None = None


class CardRow(Version):
    """A card: the base version, and under ``upgraded`` what the upgrade changes."""

    id: str
    name: str
    type: Literal["attack", "skill", "power", "status", "curse"]
    rarity: Literal["basic", "common", "uncommon", "rare", "special"] = "special"
    color: Literal["red", "colorless", "curse", "status"] = "red"
    upgraded: Version | None = None
    upgrades_forever: bool = False
    strike: bool = False
    healing: bool = False
    cheaper_when_hurt: bool = False
    limits_plays: bool = False
    needs: Literal["nothing", "only_attacks_in_hand", "attack_to_draw", "skill_to_draw"] = "nothing"


class PowerRow(Row):
    """A power: the game's own id, and the word that the rules know it by."""

    id: str
    name: str
    rule: str
    kind: Literal["buff", "debuff"] = "buff"


class RelicRow(Row):
    """A relic: a rule of its own in fights, or steps on an occasion, or nothing there."""

    id: str
    name: str
    rule: str | None = None
    occasion: str = "never"
    every: Annotated[int, Field(ge=1, le=99)] = 1
    each_turn: bool = False
    once: bool = False
    counts: bool = False
    energy: Annotated[int, Field(ge=0, le=3)] = 0
    steps: Phrases = Field(default=[])
    between_fights: bool = False
    """It does nothing in a fight; ``content/run/relics.toml`` has what it does."""


class PotionRow(Row):
    """A potion; ``doubled`` is what it does with Sacred Bark."""

    id: str
    name: str
    target: Literal["enemy", "none"] = "none"
    usable: bool = True
    saves_life: bool = False
    steps: Phrases = Field(default=[])
    doubled: Phrases | None = None
