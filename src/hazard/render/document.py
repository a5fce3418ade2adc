"""A decision as JSON: the schema, written as pydantic models, and the way into it.

``DecisionDocument.model_json_schema()`` is the documentation of the format. Rules for what JSON lacks:

- a state is the game's own ``text`` of it where the game has one, else its ``repr``;
- an action or outcome is kept where it is a JSON scalar; tuples, lists and sets become lists (sets sorted
  by their text), mappings become objects with text keys, enum members their names, functions their
  qualified names, records of compiled games objects with their fields; anything else becomes its ``str``;
- an infinite or undefined number is ``null``.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Literal, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from hazard.compiled import record_names
from hazard.decision import Decision, Option, ValueKind
from hazard.game import name_of, state_text
from hazard.render.scale import bounds_of

VERSION: Literal["hazard-decision/2"] = "hazard-decision/2"

TurnName = Literal["MAX", "MIN", "CHANCE", "OVER"]
Number = Annotated[float | None, Field(description="A number; null where it is infinite or undefined.")]
Value = Annotated[
    float | None, Field(description="Worth for MAX, whoever moves; null where it is infinite or undefined.")
]
Kind = Annotated[
    ValueKind,
    Field(
        description="exact: proven to the end of the game; lower, upper: the true value is at least, at most "
        "this; estimate: rests on a heuristic, a sample or another approximation."
    ),
]
Move = Annotated[
    JsonValue,
    Field(
        description="An action or outcome: JSON scalars as they are, tuples, lists and sets as lists, "
        "mappings and records of compiled games as objects, enum members by name, anything else as its text; "
        "null where there is none."
    ),
]
Words = Annotated[str, Field(description="The move in the game's own words.")]
Probability = Annotated[float, Field(description="Probability of the move: 1 for an action.")]
Count = Annotated[int, Field(ge=0)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


P = TypeVar("P", bound=_Part)


class GameDocument(_Part):
    """Which game was played."""

    name: str = Field(description="Name of the game's class.")
    bounds: tuple[Number, Number] | None = Field(
        description="Lowest and highest value of any state; null where not stated, or infinite."
    )
    chance_to_win: bool = Field(
        description="Whether values read as MAX's chance to win: the bounds are 0 and 1."
    )


class SearchDocument(_Part):
    """Which search decided, with every setting."""

    name: str = Field(description="Name of the search, for example Expectimax.")
    settings: dict[str, JsonValue] = Field(
        description="All its settings by name; a function (the evaluator) by its qualified name."
    )


class BudgetDocument(_Part):
    """What the search was allowed to spend; null is no limit."""

    seconds: float | None = Field(description="Seconds of wall clock.")
    nodes: int | None = Field(description="Nodes, or simulations of a tree search.")
    depth: int | None = Field(description="Decisions to look ahead; chance is free.")


class OutcomeDocument(_Part):
    """One thing chance may do right after an action."""

    outcome: Move
    words: Words
    probability: float = Field(description="Probability of the outcome.")
    value: Value
    kind: Kind


class OptionDocument(_Part):
    """One action that could be chosen."""

    action: Move
    words: Words
    value: Value
    kind: Kind
    gap: Number = Field(
        description="How much worse than the chosen action for whoever moves; null if infinite or undefined."
    )
    visits: Count = Field(description="Simulations through the action (tree search); otherwise 0.")
    standard_error: Number = Field(description="Standard error of the value; null where it has none.")
    outcomes: list[OutcomeDocument] = Field(
        description="What chance may answer at once; empty where the action leads straight to a decision."
    )
    low: Number = Field(
        description="The true value is certainly at least this; null where nothing is certain."
    )
    high: Number = Field(
        description="The true value is certainly at most this; null where nothing is certain."
    )
    prior: Number = Field(
        default=None, description="Share of the prior, noise included (tree search by prior); otherwise null."
    )
    policy: Number = Field(
        default=None,
        description="Share of the policy that a tree search recommends; null for other searches.",
    )


class StepDocument(_Part):
    """One move of the principal variation."""

    turn: TurnName = Field(description="Who moves.")
    move: Move
    words: Words
    probability: Probability


class StatisticsDocument(_Part):
    """What the search did."""

    nodes: Count = Field(description="Nodes visited.")
    evaluations: Count = Field(description="States valued.")
    table_hits: Count = Field(description="Positions found in the table.")
    table_bytes: Count = Field(description="Memory of the table.")
    alpha_beta_cuts: Count = Field(description="Decision nodes cut by alpha-beta.")
    star1_cuts: Count = Field(description="Chance nodes cut by Star1.")
    star2_cuts: Count = Field(description="Chance nodes cut by Star2's probes.")
    table_cuts: Count = Field(description="Nodes answered by the table.")
    reach_cuts: Count = Field(description="Nodes too unlikely to look further.")
    simulations: Count = Field(description="Simulations of a tree search.")
    tree_nodes: Count = Field(description="Nodes in the tree of a tree search.")
    long_lines: Count = Field(default=0, description="Lines of play that were cut as too long.")
    chance_runs: Count = Field(default=0, description="Runs of chance that were cut as too long.")
    full_tree: Count = Field(default=0, description="Simulations that found no room in the tree.")
    short_play_outs: Count = Field(default=0, description="Play-outs that came to no end.")
    depth: Count = Field(description="Decisions looked ahead (tree search: along the deepest line).")
    seconds: float = Field(description="Seconds of wall clock.")


class TraceDocument(_Part):
    """One visited node, in the order of the visit."""

    id: int = Field(description="Number of the node, from 0, the root.")
    parent: int = Field(description="The node it was reached from; -1 for the root.")
    move: Move
    words: Words
    turn: TurnName = Field(description="Whose node it is.")
    probability: Probability
    depth: int = Field(description="Decisions still to look ahead; below 0 where the search looked further.")
    alpha: Number = Field(description="Lower end of the window; null where infinite.")
    beta: Number = Field(description="Upper end of the window; null where infinite.")
    value: Value
    kind: Kind
    cut: str = Field(
        description="What ended it early: alpha-beta, star1, star2, table, reach, horizon, over, or empty."
    )
    reward: Number = Field(
        description="What the step that led here paid at once; not in the node's own value. 0 where none."
    )
    probe: bool = Field(
        description="Whether it is a Star2 probe: an action tried below chance, past an outcome that is not "
        "searched yet, for a bound."
    )


class DecisionDocument(_Part):
    """A decision and its reasons. Values are for MAX. Infinite and undefined numbers are null."""

    version: Literal["hazard-decision/2"] = Field(
        default=VERSION, description="Name and version of this format."
    )
    game: GameDocument = Field(description="The game.")
    state: str = Field(description="The state decided in: the game's text of it, or its Python repr.")
    turn: TurnName = Field(description="Who decides: MAX or MIN.")
    search: SearchDocument = Field(description="The search.")
    budget: BudgetDocument = Field(description="Its limits.")
    action: Move = Field(description="The chosen action, as in the first of the options.")
    words: Words
    value: Value
    kind: Kind
    proven: bool = Field(
        description="Whether no other action can be better; an exact value alone does not say so."
    )
    low: Number = Field(description="The position is certainly worth at least this under best play, or null.")
    high: Number = Field(description="The position is certainly worth at most this under best play, or null.")
    options: list[OptionDocument] = Field(description="Every action, the best first.")
    line: list[StepDocument] = Field(
        description="Best actions and likeliest outcomes, from the chosen action on. For a beam: the plan."
    )
    statistics: StatisticsDocument = Field(description="How much work it was.")
    stopped: str = Field(
        description="What ended the search: complete, seconds, nodes, depth, memory, settled, deepest (it "
        "looks no further) or asked (for the answer so far)."
    )
    unfinished: Literal["heuristic", "evaluator", "play-outs"] | None = Field(
        default=None, description="What unfinished games were valued by; null where no value rests on one."
    )
    remarks: list[str] = Field(
        default=[], description="Which limits of the engine cut the search, in full sentences."
    )
    trace: list[TraceDocument] = Field(
        description="The nodes visited, where the search was asked to log them."
    )


def document(decision: Decision) -> DecisionDocument:
    """Return ``decision`` as a document.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> found = document(hazard.decide(Pig(), Pig().parse("40 35 12"), budget=hazard.Budget(depth=1)))
    >>> found.version, found.state, found.options[0].words
    ('hazard-decision/2', '40 35 12 max', 'roll')
    >>> DecisionDocument.model_validate_json(found.model_dump_json()) == found
    True
    """
    search = decision.search
    settings = {field.name: plain(getattr(search, field.name)) for field in fields(search)}
    return _part(
        DecisionDocument,
        decision,
        version=VERSION,
        game=_game(decision),
        state=_utf8(state_text(decision.game, decision.state)),
        search=SearchDocument(name=type(search).__name__, settings=settings),
        budget=_part(BudgetDocument, decision.budget),
        words=_utf8(decision.best.words),
        options=[_option(option) for option in decision.options],
        line=[_part(StepDocument, step) for step in decision.line],
        statistics=_part(StatisticsDocument, decision.statistics),
        trace=[_part(TraceDocument, node) for node in decision.trace],
    )


def _game(decision: Decision) -> GameDocument:
    bounds = bounds_of(decision.game)
    return GameDocument(
        name=name_of(decision.game),
        bounds=None if bounds is None else (finite(bounds[0]), finite(bounds[1])),
        chance_to_win=bounds == (0.0, 1.0),
    )


def _part(kind: type[P], thing: object, **more: object) -> P:
    """Fill a part of the document from the attributes of the same names, by the rules for what JSON lacks."""
    same = {name: plain(getattr(thing, name)) for name in kind.model_fields if name not in more}
    return kind.model_validate({**same, **more})


def _option(option: Option) -> OptionDocument:
    outcomes = [_part(OutcomeDocument, outcome) for outcome in option.outcomes]
    return _part(OptionDocument, option, outcomes=outcomes)


def finite(number: float | None) -> float | None:
    """Return ``number``, or None where JSON has no word for it.

    >>> finite(1.5), finite(float("inf")), finite(float("nan"))
    (1.5, None, None)
    """
    return None if number is None or not math.isfinite(number) else float(number)


def plain(thing: Any) -> JsonValue:
    """Return ``thing`` as JSON data, by the rules at the top of this module.

    >>> plain(("move", 3, frozenset({2, 1}), float("nan"), 1 + 2j))
    ['move', 3, [1, 2], None, '(1+2j)']
    """
    if isinstance(thing, enum.Enum):
        return _utf8(thing.name)
    if isinstance(thing, np.generic):
        return plain(thing.item())
    if thing is None or isinstance(thing, bool):
        return thing
    if isinstance(thing, int):
        return int(thing)
    if isinstance(thing, float):
        return finite(thing)
    if isinstance(thing, str):
        return _utf8(thing)
    return _plain_container(thing)


def _plain_container(thing: Any) -> JsonValue:
    if isinstance(thing, list | tuple | np.ndarray):
        return [plain(item) for item in thing]
    if isinstance(thing, set | frozenset):
        return [plain(item) for item in sorted(thing, key=str)]
    if isinstance(thing, Mapping):
        return {_utf8(str(key)): plain(item) for key, item in thing.items()}
    if names := record_names(thing):
        return {name: plain(getattr(thing, name)) for name in names}
    if callable(thing) and hasattr(thing, "__qualname__"):
        return _utf8(f"{thing.__module__}.{thing.__qualname__}")
    return _utf8(str(thing))


def _utf8(text: str) -> str:
    """Halves of surrogate pairs cannot be written as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
