"""Rows of content as people write them: cards, powers, relics, potions, monsters, encounters."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

Phrases = list[str]
CARD_TYPES = ("attack", "skill", "power", "status", "curse")
RARITIES = ("basic", "common", "uncommon", "rare", "special")
NEEDS = ("nothing", "only_attacks_in_hand", "attack_to_draw", "skill_to_draw")
INTENTS = (
    "unknown",
    "attack",
    "attack_buff",
    "attack_debuff",
    "attack_defend",
    "buff",
    "debuff",
    "strong_debuff",
    "defend",
    "defend_buff",
    "defend_debuff",
    "escape",
    "magic",
    "sleep",
    "stun",
    "none",
)
RANKS = ("normal", "elite", "boss", "minion")


class Row(BaseModel):
    """What every row has: nothing is accepted that nobody reads."""

    model_config = ConfigDict(extra="forbid", frozen=True)


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
    """A relic with an effect in combat: a rule of its own, or steps on an occasion."""

    id: str
    name: str
    rule: str | None = None
    occasion: str = "never"
    every: Annotated[int, Field(ge=1, le=99)] = 1
    each_turn: bool = False
    once: bool = False
    counts: bool = False
    energy: Annotated[int, Field(ge=0, le=3)] = 0
    steps: Phrases = []


class PotionRow(Row):
    """A potion; ``doubled`` is what it does with Sacred Bark."""

    id: str
    name: str
    target: Literal["enemy", "none"] = "none"
    usable: bool = True
    steps: Phrases = []
    doubled: Phrases | None = None


class MoveRow(Row):
    """A monster's move."""

    number: Annotated[int, Field(ge=0, le=255)]
    intent: str
    steps: Phrases = []

    @field_validator("intent")
    @classmethod
    def _known_intent(cls, value: str) -> str:
        if value not in INTENTS:
            raise ValueError(f"expected one of {', '.join(INTENTS)}")
        return value


class RollRow(Row):
    """A line of a roll table."""

    upto: Annotated[int, Field(ge=1, le=100)]
    move: str
    in_a_row: Annotated[int, Field(ge=0, le=9)] = 0
    instead: dict[str, float] = {}


class MonsterRow(Row):
    """A monster: hit points, moves, how it chooses among them, what it starts with."""

    id: str
    name: str
    hp: str
    rank: Literal["normal", "elite", "boss", "minion"] = Field("normal", alias="class")
    moves: dict[str, MoveRow]
    first: str | list[RollRow] | None = None
    roll: list[RollRow] = []
    pattern: list[str] = []
    loop_from: int = 0
    starts_with: Phrases = []
    rules: list[str] = []
    numbers: list[int | str] = []
    special: str | None = None

    @field_validator("hp", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value


class EncounterRow(Row):
    """A group of monsters that is met together."""

    id: str
    name: str
    act: Annotated[int, Field(ge=1, le=4)]
    rank: Literal["normal", "elite", "boss", "event"] = Field("normal", alias="class")
    monsters: list[str | list[str]]
