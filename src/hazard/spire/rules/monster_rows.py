"""Rows of monsters and encounters as people write them; ``content/monsters/act1.toml`` explains the words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from hazard.errors import HazardError

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
POOLS = ("weak", "strong", "elite", "boss", "event")
EMPTY_PLACE = "-"
"""A place in a line that somebody may take during the fight."""

Number = int | str
"""A number, or one that depends on the ascension: ``"2/1@17"``."""
Chances = str | dict[str, Annotated[float, Field(gt=0, le=1)]]
"""A move, ``"roll 20-99"`` to roll again, or a table of them with chances that sum to one."""


class Row(BaseModel):
    """What every row has: nothing is accepted that nobody reads."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def checked_chances(value: Chances | None) -> Chances | None:
    """Return ``value``, if its chances sum to one.

    >>> checked_chances({"bite": 0.5, "grow": 0.4})
    Traceback (most recent call last):
    hazard.errors.HazardError: the chances sum to 0.9, not to 1
    """
    if isinstance(value, dict) and abs(sum(value.values()) - 1) > 1e-9:
        raise HazardError("spire.chances_do_not_sum_to_one", total=sum(value.values()))
    return value


class MoveRow(Row):
    """A monster's move: the game's own number for it, what it announces, what it does."""

    number: Annotated[int, Field(ge=0, le=255)]
    intent: str
    steps: list[str] = []

    @field_validator("intent")
    @classmethod
    def _known_intent(cls, value: str) -> str:
        if value not in INTENTS:
            raise HazardError("spire.no_such_intent", known=", ".join(INTENTS))
        return value


class RollRow(Row):
    """A line of a roll table."""

    from_: Number = Field(0, alias="from")
    upto: Number = 100
    move: Chances
    in_a_row: Number = 0
    not_in_last: Number = 0
    after: list[str] = []
    not_after: list[str] = []
    not_after_two: list[str] = []
    when: list[str] = []
    instead: Chances | None = None

    _chances = field_validator("move", "instead")(checked_chances)

    @field_validator("when", mode="before")
    @classmethod
    def _one_or_more(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @property
    def decides_always(self) -> bool:
        """Whether no roll and no history passes this line over."""
        free = not (self.in_a_row or self.not_in_last or self.not_after or self.not_after_two)
        whole = self.from_ == 0 and self.upto == 100 and not self.after and not self.when
        return whole and (free or self.instead is not None)


class SummonRow(Row):
    """Whom a leader calls, each by chance, and how many may stand beside it."""

    most: Annotated[int, Field(ge=1, le=6)]
    kinds: dict[str, float]

    _chances = field_validator("kinds")(checked_chances)


class Changes(Row):
    """What is different from some ascension on, or for a variant."""

    first: Chances | list[str] | None = None
    after: dict[str, str] | None = None
    roll: list[RollRow] | None = None
    pattern: list[str] | None = None
    starts_with: list[str] | None = None
    moves: dict[str, MoveRow] = {}


class MonsterRow(Row):
    """A monster: hit points, moves, how it chooses among them, what it starts with."""

    id: str
    name: str
    hp: str
    rank: Literal["normal", "elite", "boss", "minion"] = Field("normal", alias="class")
    elite_from: Annotated[int, Field(ge=1, le=7)] = 1
    own: str = "0"
    moves: dict[str, MoveRow]
    first: Chances | list[str] | None = None
    after: dict[str, str] = {}
    roll: list[RollRow] = []
    pattern: list[str] = []
    loop_from: Annotated[int, Field(ge=0)] = 0
    starts_with: list[str] = []
    splits_into: list[str] = []
    stunned_by: str | None = None
    when_killed: str | None = None
    when_shifted: str | None = None
    surrounds: bool = False
    leads: list[str] = []
    summons: SummonRow | None = None
    cards: list[str] = []
    ascension: dict[int, Changes] = {}
    variants: dict[str, Changes] = {}
    variant: str | None = None

    _chances = field_validator("first")(checked_chances)

    @field_validator("hp", "own", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value

    @property
    def key(self) -> str:
        """Its name within hazard: the game's id, and the variant if it is one."""
        return self.id if self.variant is None else f"{self.id} {self.variant}"

    def with_variants(self) -> list[MonsterRow]:
        """Return the row itself and its variants, each as a row of its own."""
        changed = [self._with(change, variant=name) for name, change in self.variants.items()]
        return [self, *changed]

    def at(self, ascension: int) -> MonsterRow:
        """Return the row as it is at ``ascension``."""
        row = self
        for since, change in sorted(self.ascension.items()):
            if since <= ascension:
                row = row._with(change)
        return row

    def _with(self, change: Changes, **more: Any) -> MonsterRow:
        given = {name: getattr(change, name) for name in change.model_fields_set}
        if "moves" in given:
            given["moves"] = {**self.moves, **change.moves}
        return self.model_copy(update=given | more)


class EncounterRow(Row):
    """A fight: its act, its pool with the weight there, and who stands in the line, left to right."""

    id: str
    act: Annotated[int, Field(ge=1, le=4)]
    pool: Literal["weak", "strong", "elite", "boss", "event"]
    weight: Annotated[float, Field(gt=0)] = 1.0
    also_strong: float = 0.0
    """The weight in the pool of strong fights, for one that is in both."""
    line: list[str] = []
    choices: list[list[str]] = []
    draw: Annotated[int, Field(ge=0, le=6)] = 0
    bag: dict[str, Annotated[int, Field(ge=1)]] = {}

    @model_validator(mode="after")
    def _one_way(self) -> EncounterRow:
        ways = [bool(self.line), bool(self.choices), self.draw > 0]
        if sum(ways) != 1 or (self.draw > 0) != bool(self.bag):
            raise HazardError("spire.encounter_not_one_way")
        if self.draw > sum(self.bag.values()):
            raise HazardError("spire.draws_more_than_the_bag", draw=self.draw, size=sum(self.bag.values()))
        return self
