"""What every compiled game has in common: the methods of :class:`hazard.Game`, answered by the core."""

from __future__ import annotations

from typing import Any, Generic, Self

from typing_extensions import TypeVar

from hazard.game import Game, GameError, S, Turn, shown
from hazard.pickling import made_again, snapshot

Told = TypeVar("Told", default=str)
"""A move of a compiled game: its words, or a record where the game has them."""


def text_for_a_state(text: str) -> GameError:
    """Refuse text in place of a state, and say how to read it."""
    return GameError("game.text_is_no_state", text=shown(text))


class CompiledGame(Game[S, Told], Generic[S, Told]):
    """A game whose rules run in the compiled core.

    It is walked like any other game; searches never call back into Python for it. A subclass sets
    ``_core`` (the compiled rules) and ``_engine_type`` (their searches), and says how a state is read
    from text, by :meth:`parse`. States print themselves by :meth:`text`.

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

    def actions(self, state: S) -> list[Told]:
        """List what the player to move may do, in words or as records."""
        try:
            listed: list[Told] = self._core.actions(state)
        except TypeError as error:
            raise self._refused(state, error) from None
        return listed

    def outcomes(self, state: S) -> list[tuple[Any, float]]:
        """List what chance may do, in words or as records, with probabilities."""
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

    >>> record_names("roll")
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
