"""What a learner sees of a game's states: the numbers that ``features`` returns, or those of the state.

Without ``features``, a state is taken apart: a NamedTuple, a frozen dataclass or a tuple of numbers, truths,
enumerations, texts and further tuples of a fixed length. States of hazard's own games are read from their
text, those of shared libraries byte by byte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import reduce
from typing import Any

from hazard.compiled import CompiledGame
from hazard.compiling.layout import MisfitError, Texts, _flatten, _format, leaves
from hazard.compiling.types import (
    EnumType,
    FloatType,
    ListType,
    NoCommonTypeError,
    RecordType,
    SetType,
    StrType,
    TupleType,
    Type,
    join,
    type_of,
)
from hazard.game import Game, GameError, name_of, shown
from hazard.twin import rules_of

CHOICE, AMOUNT, FRACTION, BITS = range(4)
MOST_CHOICES = 64
"""Different whole numbers at one place that are still told apart one by one."""
BITS_FROM = 256
"""Whole numbers as large as this may be boards, a bit for each cell."""
WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class Place:
    """One number of a state, and how it is learned."""

    kind: int
    source: int
    """Which of the state's numbers it is."""
    word: int = -1
    """Of a whole number of 64 bits, which half of the bits; -1: the number itself."""
    values: list[float] = field(default_factory=list)
    usual: int = -1
    scale: float = 1.0
    table: int = 0

    def encoded(self) -> tuple[int, list[float], int, float, int]:
        """Return what the core's encoding is made from."""
        return self.kind, self.values, self.usual, self.scale, self.table


class Sight:
    """How numbers are read from the states of one game."""

    def __init__(self, game: Game, states: Iterable[Any], texts: Iterable[str] = ()) -> None:
        """Find out what states are made of, from some of them."""
        self.game, self.name = game, name_of(game)
        self.places: list[Place] = []
        self.texts = Texts(tuple(texts))
        self._type: Type | None = None
        own = getattr(game, "features", None)
        if callable(own):
            self.kind = "features"
        elif isinstance(game, CompiledGame):
            self.kind = "bytes" if hasattr(game, "encode") else "text"
        else:
            self.kind = "fields"
            self._type = self._common_type(states)

    # ---- the numbers of a state

    def raw(self, state: Any) -> list[float]:
        """Return the numbers of a state, one for each source."""
        if self.kind == "features":
            return self._features(state)
        if self.kind == "bytes":
            return list(state)
        if self.kind == "text":
            return self._parts(state) if self._mode == "parts" else self._of_text(self._text(state))
        found: list[float] = []
        try:
            _flatten(self._type, state, self.texts, found, "state")  # type: ignore[arg-type]
        except MisfitError as misfit:
            raise GameError("learn.state_differs", game=self.name, state=shown(state), why=misfit) from None
        return found

    def _features(self, state: Any) -> list[float]:
        found = self.game.features(state)  # type: ignore[attr-defined]
        try:
            return [item if type(item) in (int, float) else _number(item) for item in found]
        except (TypeError, ValueError):
            raise GameError("learn.features_no_numbers", game=self.name, state=shown(state)) from None

    def _of_text(self, text: str) -> list[float]:
        if self._mode == "letters":
            return [float(ord(letter)) for letter in text]
        return [
            float(word) if re.fullmatch(r"-?\d+", word) else float(self.texts.number(word))
            for word in re.findall(r"-?\d+|[^\s\d]+", text)
        ]

    def _text(self, state: Any) -> str:
        return str(self.game.text(state))  # type: ignore[attr-defined]

    def _parts(self, state: Any) -> list[float]:
        """Return the numbers among the parts that a state of the core shows."""
        names = sorted(name for name, part in vars(type(state)).items() if isinstance(part, property))
        shown_parts = [getattr(state, name) for name in names]
        return [_number(part) for part in shown_parts if isinstance(part, int | float)]

    def numbers(self, state: Any) -> list[float]:
        """Return what the core reads of a state, one number for each place."""
        raw = self.raw(state)
        if self.kind == "features" and len(raw) != len(self.places):
            raise GameError(
                "learn.features_differ_in_number",
                state=shown(state), found=len(raw), expected=len(self.places),
            )  # fmt: skip
        return [_worded(raw[place.source], place.word) for place in self.places]

    @property
    def spots(self) -> list[tuple[int, str]] | None:
        """Where the places are in the bytes of a compiled state; None where they are not read there."""
        if self.kind == "bytes":
            return [(place.source, "B") for place in self.places]
        rules = rules_of(self.game)
        if (
            self.kind != "fields"
            or rules is None
            or any(isinstance(leaf, StrType) for leaf in leaves(rules.kind))
        ):
            return None
        listed = list(_format(rules.kind))
        return [_spot(*listed[place.source], place.word) for place in self.places]

    # ---- finding out

    def _common_type(self, states: Iterable[Any]) -> Type:
        rules = rules_of(self.game)
        if rules is not None:
            return rules.kind  # type: ignore[no-any-return]
        shortest = list(states)
        try:
            kind = reduce(join, map(type_of, shortest))
        except (TypeError, NoCommonTypeError):
            raise GameError("learn.state_not_read", game=self.name, state=shown(shortest[0])) from None
        if _has_lists(kind):
            raise GameError("learn.state_not_read", game=self.name, state=shown(shortest[0]))
        return kind

    _mode = "letters"
    """How a state of hazard's own games is read: letter by letter, word by word, or by its parts."""

    def _mode_for(self, states: list[Any]) -> str:
        if len({len(self._text(state)) for state in states}) == 1:
            return "letters"
        self._mode = "words"
        return "words" if len({len(self._of_text(self._text(state))) for state in states}) == 1 else "parts"

    def learn_from(self, states: list[Any]) -> None:
        """Decide how each number is learned, by what it is in these states."""
        if self.kind == "text":
            self._mode = self._mode_for(states)
        rows = [self.raw(state) for state in states]
        if len({len(row) for row in rows}) != 1 or not rows[0]:
            if self.kind == "features":
                raise GameError("learn.features_differ_in_length", game=self.name, state=shown(states[0]))
            raise GameError("learn.state_not_read", game=self.name, state=shown(states[0]))
        tables = self._tables(len(rows[0]))
        for source, column in enumerate(zip(*rows, strict=True)):
            self.places += self._places(source, list(column), tables[source])

    def _tables(self, count: int) -> list[int]:
        """Return which table of weights each place looks up; places of one table come one after the other."""
        tables = getattr(self.game, "feature_tables", None)
        if tables is None or self.kind != "features":
            return list(range(count))
        if isinstance(tables, bool) or not isinstance(tables, int) or tables < 1 or count % tables:
            raise GameError("learn.feature_tables", game=self.name, found=shown(tables), count=count)
        return [place * tables // count for place in range(count)]

    def _places(self, source: int, column: list[float], table: int) -> list[Place]:
        largest = max(1.0, *(abs(float(number)) for number in column))
        if not self._is_whole(source, column):
            return [Place(FRACTION, source, scale=largest, table=table)]
        values = sorted({float(number) for number in column})
        low, high = values[0], values[-1]
        if len(values) <= MOST_CHOICES and (high - low < BITS_FROM or self.kind != "fields"):
            if high - low < MOST_CHOICES:
                values = [low + step for step in range(int(high - low) + 1)]
            usual = values.index(Counter(column).most_common(1)[0][0])
            return [Place(CHOICE, source, values=values, usual=usual, table=table)]
        found = [Place(AMOUNT, source, scale=largest, table=table)]
        if self.kind == "fields" and low >= 0:
            found += [Place(BITS, source, word=word) for word in range(2 if high > WORD else 1)]
        return found

    def _is_whole(self, source: int, column: list[float]) -> bool:
        if self.kind == "fields":
            assert self._type is not None
            flat = list(leaves(self._type))
            return not isinstance(flat[source], FloatType)
        return all(isinstance(number, int) for number in column) or self.kind in ("text", "bytes")

    @property
    def has_patterns(self) -> bool:
        """Whether ``features`` returns numbers of patterns, too many for the inputs of a network."""
        return self.kind == "features" and any(place.kind == AMOUNT for place in self.places)

    # ---- keeping

    def saved(self) -> dict[str, Any]:
        """Return the sight as data."""
        return {
            "kind": self.kind,
            "mode": self._mode,
            "texts": self.texts.texts,
            "fields": self.signature,
            "places": [asdict(place) for place in self.places],
        }

    @property
    def signature(self) -> str:
        """What the states are made of, to tell one game from another of the same name."""
        return _signature(self._type) if self._type is not None else self.kind

    @classmethod
    def restored(cls, game: Game, saved: dict[str, Any]) -> Sight | None:
        """Return the sight that was saved, for this game; None if its states are of another kind."""
        start = [game.start()]
        try:
            sight = cls(game, start, saved["texts"])
        except GameError:
            return None
        if sight.kind != saved["kind"]:
            return None
        if sight.kind == "fields" and rules_of(game) is None:
            from hazard.compiling.sampling import met_states

            sight = cls(game, met_states(game), saved["texts"])
        sight._mode = saved["mode"]
        sight.places = [Place(**place) for place in saved["places"]]
        sources = 1 + max(place.source for place in sight.places)
        return sight if len(sight.raw(start[0])) == sources else None


def _number(item: Any) -> float:
    if isinstance(item, bool | int):
        return int(item)
    if hasattr(item, "item"):  # a number of numpy
        return item.item()  # type: ignore[no-any-return]
    if hasattr(item, "value"):
        return _number(item.value)
    return float(item)


def _worded(number: float, word: int) -> float:
    return float(number) if word < 0 else float((int(number) >> (32 * word)) & WORD)


def _spot(offset: int, letter: str, word: int) -> tuple[int, str]:
    if word < 0:
        return offset, letter
    return offset + 4 * word, "I"


def _has_lists(kind: Type) -> bool:
    if isinstance(kind, ListType | SetType):
        return True
    return any(map(_has_lists, getattr(kind, "items", ()))) or _has_lists_of(kind)


def _has_lists_of(kind: Type) -> bool:
    item = getattr(kind, "item", None)
    return item is not None and _has_lists(item)


def _signature(kind: Type) -> str:
    if isinstance(kind, RecordType):
        parts = zip(kind.names, kind.items, strict=True)
        return "(" + ", ".join(f"{name}: {_signature(item)}" for name, item in parts) + ")"
    if isinstance(kind, TupleType):
        return f"{len(kind.items)} x {_signature(kind.items[0])}" if kind.same else kind.said
    return "int" if isinstance(kind, EnumType) else kind.said
