"""What is answered: the schemas that no other part of hazard has, as pydantic models.

An answer is the same JSON as the command's ``--json``; these models document it, and a test holds every
answer against them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from hazard.fivee.director.documents import SuggestionDocument
from hazard.render.document import DecisionDocument

Chance = Annotated[float, Field(ge=0, le=1)]
Share = Annotated[float, Field(ge=-1e-9, le=1 + 1e-9, description="A probability, rounding errors included.")]
Number = Annotated[float | None, Field(description="A number; null where it is infinite or undefined.")]


class Answer(BaseModel):
    """A part of an answer: no field is missing, and none is added in silence."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ErrorAnswer(Answer):
    """Why a request was refused."""

    code: Annotated[str, Field(description="What went wrong, for programs: such as pig.state_unreadable.")]
    message: Annotated[str, Field(description="The same as a sentence, in the language asked for.")]
    context: Annotated[dict[str, JsonValue], Field(description="The values that the sentence is made of.")]


class NamesAnswer(Answer):
    """The names that requests may use."""

    version: str
    games: list[str]
    searches: list[str]
    encounters: list[str]
    objectives: list[str]


class RollAnswer(Answer):
    """One dice expression, exactly."""

    expression: str
    canonical: Annotated[str, Field(description="The expression in one way of writing.")]
    low: int
    high: int
    mean: float
    variance: float
    deviation: float
    quantiles: dict[str, int]
    at_least: Annotated[dict[str, Chance], Field(description="The chance of a number or more, by number.")]
    probabilities: Annotated[dict[str, Chance], Field(description="Of every result, by result.")]


class DiceAnswer(Answer):
    """All expressions, in the order asked."""

    expressions: list[RollAnswer]


class DamageAnswer(Answer):
    """A distribution of damage."""

    low: int
    high: int
    mean: float
    deviation: float
    probabilities: Annotated[dict[str, Chance], Field(description="Of every amount, by amount.")]


class AttackAnswer(Answer):
    """The chances of an attack roll; ``hit`` is a hit that is not critical."""

    miss: Share
    hit: Share
    critical: Share
    any_hit: Share
    damage: Annotated[DamageAnswer | None, Field(description="Misses and criticals counted in.")]


class SaveAnswer(Answer):
    """The chance of a saving throw."""

    success: Share
    failure: Share
    damage: Annotated[DamageAnswer | None, Field(description="Successes counted in.")]


class SampleRow(Answer):
    """One decision of a game under best play."""

    state: str
    turn: str
    value: Number
    action: str


class SolveAnswer(Answer):
    """A solved game."""

    game: str
    state: str
    turn: Literal["MAX", "MIN", "CHANCE", "OVER"]
    value: Number
    error: Annotated[Number, Field(description="A proven bound: no value is further from the truth.")]
    interval: tuple[Number, Number]
    remarks: list[str]
    action: str | None
    states: int
    edges: int
    components: int
    iterations: int
    seconds: float
    sample: list[SampleRow]


class SuggestAnswer(SuggestionDocument):
    """A suggestion; ``why_not`` where it was asked for."""

    why_not: str | None = None


class TrackerAnswer(SuggestAnswer):
    """A suggestion, and what of the tracker was put right or left out."""

    notes: list[str]


class CountedChance(Answer):
    """A probability that was counted, with its 95 % interval."""

    share: Chance
    low: Chance
    high: Chance


class OutlookAnswer(Answer):
    """What a combatant may expect."""

    name: str
    side: Literal["party", "monsters"]
    drops: CountedChance
    dies: CountedChance
    hit_points_left: float
    resources_left: float | None


class RoundsAnswer(Answer):
    """How long it takes."""

    mean: float
    chances: dict[str, Chance]


class SwingAnswer(Answer):
    """How much the dice decide."""

    spread: float
    lead_changes: float


class ForecastAnswer(Answer):
    """How a fight is likely to end."""

    encounter: str
    fights: int
    seed: int
    policies: dict[Literal["party", "monsters"], str]
    win: CountedChance
    total_party_kill: CountedChance
    undecided: CountedChance
    combatants: list[OutlookAnswer]
    rounds: RoundsAnswer
    percentiles: list[float]
    hit_points: Annotated[
        dict[str, list[list[float]]],
        Field(description="By side or name: a row for each percentile, a column for each round from 0."),
    ]
    swing: SwingAnswer
    worst: int
    caveats: list[str]


class ChancesAnswer(Answer):
    """The chances of the side on roll."""

    win: Share
    win_gammon: Share
    win_backgammon: Share
    lose: Share
    lose_gammon: Share
    lose_backgammon: Share


class PlayAnswer(Answer):
    """A play and what it is worth to the side that makes it."""

    play: str
    equity: float
    behind: float
    chances: ChancesAnswer


class CubeOption(Answer):
    """A choice about the cube."""

    action: str
    equity: float
    match_chance: float | None


class CubeAnswer(Answer):
    """Whether to double, and whether to take."""

    action: str
    double: bool
    take: bool
    why_not: str | None
    options: list[CubeOption]


class BackgammonAnswer(Answer):
    """The best plays of a roll or, before the roll, the cube decision."""

    position: str
    plies: int
    dice: tuple[int, int] | None = None
    plays: list[PlayAnswer] | None = None
    chances: ChancesAnswer | None = None
    cube: CubeAnswer | None = None


class TakeItEasyAnswer(DecisionDocument):
    """Where a tile goes: a decision, with the board and its score."""

    board: str
    score: int


class RivalOption(Answer):
    """A placement and its chance to end ahead of the rivals."""

    hex: str
    chance: Chance
    error: float


class RaceAnswer(Answer):
    """Where a tile goes against rivals, the best first."""

    board: str
    score: int
    options: list[RivalOption]


class SpireAnswer(Answer):
    """What to do next in Slay the Spire, and why."""

    command: Annotated[str, Field(description="What the Communication Mod is told.")]
    why: str
    plan: list[str]
    value: Number
    standard_error: Number
    options: Annotated[list[dict[str, JsonValue]], Field(description="Every plan compared, best first.")]
    simulations: int
    explanation: list[str]
    warnings: list[str]
    seen: Annotated[str, Field(description="The fight as it was read.")]
