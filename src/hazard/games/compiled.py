"""What every compiled game has in common: the methods of :class:`hazard.Game`, answered by the core."""

from __future__ import annotations

from typing import Any, Self

from hazard.game import Game, GameError, Move, S, Turn
from hazard.pickling import made_again, snapshot


class CompiledGame(Game[S, str]):
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
        return Turn(self._core.turn(state))

    def actions(self, state: S) -> list[str]:
        """List what the player to move may do, in words."""
        labels: list[str] = self._core.actions(state)
        return labels

    def outcomes(self, state: S) -> list[tuple[str, float]]:
        """List what chance may do, in words, with probabilities."""
        pairs: list[tuple[str, float]] = self._core.outcomes(state)
        return pairs

    def apply(self, state: S, move: Move) -> S:
        """Return the state that follows ``move``, given by its words."""
        following: S = self._core.apply(state, move)
        return following

    def value(self, state: S) -> float:
        """Return the utility for MAX when the game is over, the heuristic before."""
        return float(self._core.value(state))

    def heuristic(self, state: S) -> float:
        """Return what ``state`` is worth for MAX as far as the game can tell without a search."""
        return self.value(state)

    def reward(self, state: S, move: Move) -> float:
        """Return what the step is worth at once."""
        return float(self._core.reward(state, move))

    def bounds(self) -> tuple[float, float]:
        """Return the lowest and the highest value of any state."""
        low, high = self._core.bounds()
        return float(low), float(high)

    def text(self, state: S) -> str:
        """Return ``state`` as text that :meth:`parse` reads back."""
        return str(self._core.text(state))

    def parse(self, text: str) -> S:
        """Read a state from text as :meth:`text` writes it."""
        raise GameError(f"{type(self).__name__} cannot read a state from text")

    def engine(self) -> Any:
        """Return a fresh engine for this game, with a memory of its own."""
        return self._engine_type(self._core)
