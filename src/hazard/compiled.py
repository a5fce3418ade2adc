"""What every compiled game has in common: the methods of :class:`hazard.Game`, answered by the core."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, Self

from typing_extensions import TypeVar

from hazard import _core
from hazard.game import Game, GameError, S, Turn, shown
from hazard.pickling import made_again, snapshot

Record = TypeVar("Record", default=Any)
"""An action of a compiled game: a member of an enumeration, or a record with named fields."""


def text_for_a_state(text: str) -> GameError:
    """Refuse text in place of a state, and say how to read it."""
    return GameError("game.text_is_no_state", text=shown(text))


LONGEST_REPR = 120
"""Characters of a game or a state as one line of a notebook shows it."""


def state_repr(state: Any) -> str:
    """Write a compiled state by the parts that it shows; :meth:`CompiledGame.text` knows the rules too.

    >>> from hazard.games import Pig
    >>> Pig().parse("40 35 12")
    PigState(max_needed=60, min_needed=65, pot=12, mover=0, rolling=False)
    """
    kind = type(state)
    names = [name for name, part in vars(kind).items() if isinstance(part, property)]
    parts = [f"{name}={getattr(state, name)!r}" for name in names if not name.startswith("_")]
    if not parts:
        return f"<{kind.__name__} {hashlib.sha256(state._bytes()).hexdigest()[:8]}>"
    return _cut(f"{kind.__name__}({', '.join(parts)})")


for _kind in [kind for name, kind in vars(_core).items() if name.endswith("State")]:
    _kind.__repr__ = state_repr  # the core makes no words


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_REPR else text[: LONGEST_REPR - 4] + "...)"


class CompiledGame(Game[S, Record], Generic[S, Record]):
    """A game whose rules run in the compiled core.

    It is walked like any other game; searches never call back into Python for it. A subclass sets
    ``_core`` (the compiled rules) and ``_engine_type`` (their searches), and says how a state is read
    from text, by :meth:`parse`. States print themselves by :meth:`text`.

    Actions and outcomes are records of the core: compared, hashed and pickled by their fields.
    :meth:`describe` makes words of them, in the asked language; :meth:`parse_move` reads what somebody typed.

    A game can be pickled and copied: it is its class and the settings that it was made with.
    """

    _core: Any
    _engine_type: Any
    _settings: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *words: Any, **named: Any) -> Self:
        """Keep the settings, for a copy in another process."""
        game = super().__new__(cls)
        game._settings = tuple(map(snapshot, words)), {name: snapshot(named[name]) for name in named}
        return game

    def __repr__(self) -> str:
        """Write the game as it was made.

        >>> from hazard.games import Pig
        >>> Pig(target=30)
        Pig(target=30)
        """
        words, named = self._settings
        given = [*map(repr, words), *(f"{name}={value!r}" for name, value in named.items())]
        return _cut(f"{type(self).__name__}({', '.join(given)})")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings; the rules are compiled again."""
        return made_again, (type(self), *self._settings)

    def start(self) -> S:
        """Return the state a new game begins in."""
        state: S = self._core.start()
        return state

    def turn(self, state: S) -> Turn:
        """Tell whose node ``state`` is."""
        try:
            return Turn(self._core.turn(state))
        except TypeError as error:
            raise self._refused(state, error) from None

    def actions(self, state: S) -> list[Record]:
        """List what the player to move may do."""
        try:
            listed: list[Record] = self._core.actions(state)
        except TypeError as error:
            raise self._refused(state, error) from None
        return listed

    def outcomes(self, state: S) -> list[tuple[Any, float]]:
        """List what chance may do, with probabilities."""
        try:
            pairs: list[tuple[Any, float]] = self._core.outcomes(state)
        except TypeError as error:
            raise self._refused(state, error) from None
        return pairs

    def apply(self, state: S, move: Any) -> S:
        """Return the state that follows ``move``, given as :meth:`actions` and :meth:`outcomes` list it."""
        try:
            following: S = self._core.apply(state, move)
        except TypeError as error:
            raise self._refused(state, error) from None
        return following

    def value(self, state: S) -> float:
        """Return the utility for MAX when the game is over, the heuristic before."""
        try:
            return float(self._core.value(state))
        except TypeError as error:
            raise self._refused(state, error) from None

    def heuristic(self, state: S) -> float:
        """Return what ``state`` is worth for MAX as far as the game can tell without a search."""
        return self.value(state)

    def reward(self, state: S, move: Any) -> float:
        """Return what the step is worth at once."""
        try:
            return float(self._core.reward(state, move))
        except TypeError as error:
            raise self._refused(state, error) from None

    def bounds(self) -> tuple[float, float]:
        """Return the lowest and the highest value of any state."""
        low, high = self._core.bounds()
        return float(low), float(high)

    def text(self, state: S) -> str:
        """Return ``state`` as text that :meth:`parse` reads back."""
        try:
            return str(self._core.text(state))
        except TypeError as error:
            raise self._refused(state, error) from None

    def parse(self, text: str) -> S:
        """Read a state from text as :meth:`text` writes it."""
        raise GameError("game.cannot_read_text", game=type(self).__name__)

    def describe(self, state: S, move: Any, language: str = "en") -> str:
        """Return words for an action or an outcome of ``state``."""
        return str(move)

    def parse_move(self, state: S, text: str) -> Any:
        """Return the action or the outcome of ``state`` that somebody typed, in any language of hazard.

        >>> from hazard.games import Pig
        >>> Pig().parse_move(Pig().start(), "Roll"), Pig().parse_move(Pig().start(), "würfeln")
        (PigAction.ROLL, PigAction.ROLL)
        """
        from hazard.typed import named_move

        return named_move(self, state, text)

    def _refused(self, state: object, error: TypeError) -> Exception:
        """Say what is wrong with a state that the core does not take; any other error stays what it is."""
        if isinstance(state, str):
            return text_for_a_state(state)
        if isinstance(state, type(self._core.start())):
            return error
        return GameError("game.not_a_state_of", game=type(self).__name__, found=shown(state))

    def engine(self) -> Any:
        """Return a fresh engine for this game, with a memory of its own."""
        return self._engine_type(self._core)


def record_names(thing: Any) -> tuple[str, ...]:
    """Return the names of a record's fields; nothing for what is no record of the core.

    >>> record_names("a word")
    ()
    """
    kind = type(thing)
    return tuple(getattr(kind, "__match_args__", ())) if kind.__module__ == "hazard._core" else ()


def record_fields(record: Any) -> tuple[Any, ...]:
    """Return the fields of a record that came from the core, in the order of its class.

    >>> from hazard.games import Pig
    >>> record_fields(Pig().start())
    ()
    """
    return tuple(getattr(record, name) for name in record_names(record))


def record_repr(record: Any) -> str:
    """Return a record as one would write it: its class, and its fields by name."""
    fields = ", ".join(f"{name}={getattr(record, name)!r}" for name in record_names(record))
    return f"{type(record).__name__}({fields})"
