"""What other programs may ask: a pydantic model for each function, with the limits on its size.

Nothing here names a file: what comes over a wire may not have files of this machine opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from hazard.dice.combat import OnSave, Resistance
from hazard.errors import HazardError
from hazard.language import Language

Text = Annotated[str, Field(max_length=2_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Dice = Annotated[str, Field(min_length=1, max_length=500, examples=["2d6+3"])]
Seed = Annotated[int, Field(ge=0, lt=2**63, description="The same seed gives the same answer.")]
Advantage = Annotated[int, Field(ge=-1, le=1, description="1: advantage, -1: disadvantage, 0: neither.")]
Modifier = Annotated[int, Field(ge=-1_000, le=1_000)]
Seconds = Annotated[
    float, Field(gt=0, le=60, description="Time limit for the search; the server may allow less.")
]
Resistances = Annotated[
    dict[Annotated[str, Field(max_length=40)], Resistance],
    Field(max_length=40, description="How the target takes a type of damage, by type."),
]
MOST_DEPTH = 100
"""Of lists and objects within each other. Python's parsers and writers of JSON end soon after."""
Document = Annotated[dict[str, JsonValue], Field(max_length=100)]


class Request(BaseModel):
    """What every request has."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, populate_by_name=True)

    language: Annotated[
        Language | None, Field(description="The language of sentences; English by default.")
    ] = None

    @model_validator(mode="before")
    @classmethod
    def _not_nested_too_deeply(cls, given: object) -> object:
        if too_deep(given):
            raise HazardError("serve.nested_too_deeply", most=MOST_DEPTH)
        return given


def too_deep(value: object) -> bool:
    """Return whether lists and objects lie within each other further than any document of ours.

    >>> too_deep({"a": [1, {"b": []}]})
    False
    """
    level = [value]
    for _ in range(MOST_DEPTH + 1):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return False
    return True


def _parts(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


class NamesRequest(Request):
    """Ask for the names that other requests may use."""


class DiceRequest(Request):
    """Ask for the exact probabilities of dice expressions."""

    expressions: Annotated[
        list[Dice],
        Field(
            min_length=1,
            max_length=20,
            description="Such as 2d6+3, 4d6kh3 (keep the highest three), adv(d20+5), 1d6! (explode), 8d6//2.",
        ),
    ]
    at_least: Annotated[
        list[Annotated[int, Field(ge=-(10**9), le=10**9)]],
        Field(max_length=20, description="Give the probability of each of these numbers or more."),
    ] = []


class AttackRequest(Request):
    """Ask for the chances of an attack roll by fifth-edition rules, and for its damage."""

    to_hit: Annotated[Modifier, Field(description="The bonus to the d20.")]
    armor_class: Modifier
    advantage: Advantage = 0
    crit_from: Annotated[int, Field(ge=2, le=20, description="The lowest natural roll that is critical.")] = (
        20
    )
    bonus_dice: Annotated[Dice | None, Field(description="Rolled with the d20, such as 1d4 or -1d4.")] = None
    hits_are_critical: Annotated[bool, Field(description="For a helpless target near by.")] = False
    damage: Annotated[
        Dice | None, Field(description="Such as 1d8[slashing]+3; dice double on a critical.")
    ] = None
    resistances: Resistances = {}


class SaveRequest(Request):
    """Ask for the chance of a saving throw by fifth-edition rules, and for the damage that depends on it."""

    bonus: Modifier
    dc: Modifier
    advantage: Advantage = 0
    bonus_dice: Annotated[Dice | None, Field(description="Rolled with the d20, such as 1d4 or -1d4.")] = None
    auto_fail: bool = False
    damage: Annotated[Dice | None, Field(description="Taken in full on a failure, such as 8d6[fire].")] = None
    on_save: Annotated[OnSave, Field(description="What a success leaves of the damage.")] = "half"
    resistances: Resistances = {}


class GameRequest(Request):
    """A game and a state of it."""

    game: Annotated[
        Name,
        Field(
            description="The game by name, with settings in parentheses where it has some.",
            examples=["pig", "pig(target=50)", "connect4", "backgammon", "2048(rows=3)"],
        ),
    ]
    state: Annotated[
        Text | None,
        Field(description="The state as the game writes it; the start by default.", examples=["40 35 12"]),
    ] = None


class DecideRequest(GameRequest):
    """Ask for the best move of a game."""

    search: Annotated[
        Name,
        Field(
            description="The search, with settings in parentheses where wanted.",
            examples=["expectimax", "treesearch(seed=1)", "solve"],
        ),
    ] = "expectimax"
    seconds: Seconds | None = None
    depth: Annotated[int | None, Field(ge=1, le=500, description="Decisions to look ahead.")] = None
    nodes: Annotated[int | None, Field(ge=1, le=10**9, description="Nodes, or simulations.")] = None


class SolveRequest(GameRequest):
    """Ask for the exact value and best action of a small game."""

    tolerance: Annotated[float, Field(ge=1e-15, le=1, description="The largest error allowed.")] = 1e-9
    max_states: Annotated[int, Field(ge=1, le=5_000_000, description="Give up on a larger game.")] = 1_000_000


class FightRequest(Request):
    """A fight: an encounter that comes with hazard, or a state."""

    encounter: Annotated[Name | None, Field(description="An encounter by name, such as goblin-ambush.")] = (
        None
    )
    state: Annotated[
        Document | None,
        Field(
            description="A moment of a fight (hazard-fight/1): the encounter by name or in full, stat blocks "
            "of your own in `creatures`, and a row for each combatant; what is left out is as at the start."
        ),
    ] = None
    seed: Seed = 0

    @model_validator(mode="after")
    def _one_of_both(self) -> FightRequest:
        if (self.encounter is None) == (self.state is None):
            raise HazardError("serve.encounter_or_state")
        return self


class SuggestRequest(FightRequest):
    """Ask what whoever is next in a fifth-edition fight should do."""

    whom: Annotated[
        Name | None, Field(alias="for", description="Suggest for this creature, as if it were next.")
    ] = None
    objective: Annotated[
        Name | None, Field(description="What the monsters are after; by default as the encounter says.")
    ] = None
    depth: Annotated[int | None, Field(ge=1, le=3, description="Turns to look ahead; 2 by default.")] = None
    seconds: Seconds = 1.0
    search: Literal["expectimax", "tree", "beam"] = "expectimax"
    reply: Annotated[
        Literal["adversary", "policy", "expected"], Field(description="How the other side is modelled.")
    ] = "adversary"
    why_not: Annotated[Name | None, Field(description="Words of another plan to compare with.")] = None


class TrackerRequest(Request):
    """Ask what whoever is next in a combat of Foundry VTT should do."""

    tracker: Annotated[
        Document,
        Field(
            description="The combat as Foundry shows it (hazard-tracker/1): the map, the actors as "
            "`actor.toObject()` gives them, and a row for each combatant."
        ),
    ]
    depth: Annotated[int, Field(ge=1, le=3, description="Turns to look ahead.")] = 2
    seconds: Seconds = 1.0
    seed: Seed = 0


class ForecastRequest(FightRequest):
    """Ask how a fifth-edition fight is likely to end."""

    fights: Annotated[int, Field(ge=1, le=20_000, description="How many fights to simulate.")] = 1000
    party: Annotated[Name, Field(description="quick, nearest, weakest, director(2) or joint.")] = "quick"
    monsters: Annotated[Name, Field(description="quick, nearest, weakest, director(2) or joint.")] = "quick"


class BackgammonRequest(Request):
    """Ask for the best plays of a backgammon roll or, without a roll, for the cube decision."""

    position: Annotated[
        Name,
        Field(
            description="An XGID, a GNU Backgammon position ID, or a position ID and a match ID joined by a "
            "colon.",
            examples=["4HPwATDgc/ABMA"],
        ),
    ]
    dice: Annotated[
        str | None, Field(max_length=10, description="The roll, such as 31, if the ID has none.")
    ] = None
    plies: Annotated[int, Field(ge=0, le=2, description="Rolls to look ahead.")] = 1
    count: Annotated[int | None, Field(ge=1, le=1000, description="How many plays to give.")] = None


class BoardRequest(Request):
    """A board of Take It Easy, and the tile that was drawn."""

    board: Annotated[
        Text,
        Field(
            description="Column by column from the left: tiles such as 164, '.' for an empty hex, and "
            "'+ 978' at the end for the drawn tile.",
            examples=[". . ./. . . ./. . . . ./. . . ./. . . + 978"],
        ),
    ]
    tile: Annotated[
        str | None, Field(max_length=10, description="The drawn tile, if the board does not end with it.")
    ] = None
    evaluator: Annotated[
        Literal["auto", "network", "table", "formula"], Field(description="What values a board.")
    ] = "auto"


class TakeItEasyRequest(BoardRequest):
    """Ask where the drawn tile goes in Take It Easy."""

    target: Annotated[
        int | None, Field(ge=1, le=307, description="Play for the chance of so many points.")
    ] = None
    how: Annotated[Literal["greedy", "lookahead", "strongest"], Field(description="How hard to look.")] = (
        "lookahead"
    )


class TakeItEasyRaceRequest(BoardRequest):
    """Ask where the drawn tile goes to finish ahead of other boards, which get the same tiles."""

    rivals: Annotated[list[Text], Field(min_length=1, max_length=8, description="The other boards.")]


class SpireRequest(Request):
    """Ask what to do in a state of Slay the Spire."""

    message: Annotated[
        dict[str, Any] | str, Field(max_length=1_000_000, description="A message of the Communication Mod.")
    ]
    ms: Annotated[
        float | None, Field(gt=0, le=10_000, description="Milliseconds for a plan; 50 by default.")
    ] = None
    simulations: Annotated[
        int | None, Field(ge=1, le=1_000_000, description="Limit by simulated fights instead of time.")
    ] = None
    seed: Seed = 0
