"""The game model: what a game has to say for any search to play it.

A game is a handful of methods over immutable, hashable states. Four kinds of node exist, named by
:class:`Turn`; values are always *for MAX*.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic

from typing_extensions import TypeVar

State = Any
Move = Any

S = TypeVar("S", default=Any)
"""A game's states."""
M = TypeVar("M", default=Any)
"""What its players may do; outcomes of chance may be of another type."""


class Turn(enum.IntEnum):
    """Whose node a state is.

    >>> Turn.CHANCE
    Turn.CHANCE
    """

    MAX = 0
    MIN = 1
    CHANCE = 2
    OVER = 3

    def __repr__(self) -> str:
        """Return what one would write in Python."""
        return f"Turn.{self.name}"


class Game(ABC, Generic[S, M]):
    """The rules of a game, written by you.

    Write :meth:`start`, :meth:`turn`, :meth:`apply` and :meth:`value`, then :meth:`actions` if anybody
    decides anything and :meth:`outcomes` if anything is random. That is all a search needs.

    ``class Pig(hazard.Game[Score, str])`` tells a type checker what states and actions are; ``hazard.Game``
    alone leaves it open.

    Further methods switch features on when, and only when, a game has them:

    ``heuristic(state)``
        a guess of what an unfinished state is worth, where a search stops before the end. Without one, games
        are played out from there.
    ``reward(state, move)``
        what the step is worth at once; values are then the reward still to come.
    ``expand(state)``
        ``(turn, [(move, probability, next_state), ...])``, a whole node in one call: faster where
        it saves the game work that ``turn``, ``actions`` and ``apply`` would each do again. A game with
        rewards may add the reward as a fourth item.
    ``bounds()``
        ``(lowest, highest)`` value any state can have, the reward still to come from it included and the
        reward of the step that led to it not; needed for pruning at chance nodes.
    ``rank(state, action)``
        a cheap guess of an action's worth to whoever moves (higher is better): ordering, top-K, beams.
    ``quiet(state)``
        whether ``heuristic`` can be trusted here; the search looks further where it cannot.
    ``prior(state, actions)``
        one probability for each action, for tree search (PUCT).
    ``evaluate(states)``
        ``heuristic`` of many states at once.
    ``sample(state, random)``
        one outcome drawn from a chance node too wide to list; ``random`` is a ``random.Random``.
    ``describe(state, move)``
        words for an action or an outcome, used in explanations.

    >>> class Coin(Game):
    ...     def start(self): return "toss?"
    ...     def turn(self, state):
    ...         return {"toss?": Turn.MAX, "tossed": Turn.CHANCE}.get(state, Turn.OVER)
    ...     def actions(self, state): return ["toss", "keep"]
    ...     def outcomes(self, state): return [("heads", 0.5), ("tails", 0.5)]
    ...     def apply(self, state, move): return "tossed" if move == "toss" else move
    ...     def value(self, state): return {"heads": 3.0, "keep": 1.0}.get(state, 0.0)
    >>> import hazard
    >>> hazard.decide(Coin()).action
    'toss'
    """

    @abstractmethod
    def start(self) -> S:
        """Return the state a new game begins in."""

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Tell whose node ``state`` is."""

    def actions(self, state: S) -> Iterable[M]:
        """List what the player to move may do (MAX and MIN nodes)."""
        raise GameError(
            f"{type(self).__name__} has a player to move in {shown(state)} but no `actions` method"
        )

    def outcomes(self, state: S) -> Iterable[tuple[Any, float]]:
        """List what chance may do, as pairs ``(outcome, probability)`` (CHANCE nodes)."""
        raise GameError(
            f"{type(self).__name__} has chance to move in {shown(state)} but no `outcomes` method"
        )

    @abstractmethod
    def apply(self, state: S, move: Any) -> S:
        """Return the state that follows ``move``; ``state`` itself never changes."""

    @abstractmethod
    def value(self, state: S) -> float:
        """Return what the end is worth for MAX; asked only where the game is over."""


class GameError(ValueError):
    """A game broke its own contract; the message names the state and what was expected."""


LONGEST_SHOWN = 300
"""Characters of a state that a message shows."""


def shown(thing: object) -> str:
    """Return how ``thing`` is written, cut where it is too long for a message.

    >>> len(shown(tuple(range(1000))))
    300
    """
    text = repr(thing)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def check_game(game: object) -> None:
    """Refuse what is no game; a class in place of a game is the likely mistake.

    >>> from hazard.games import Pig
    >>> check_game(Pig)
    Traceback (most recent call last):
    hazard.game.GameError: expected a hazard.Game, found the class Pig; write Pig() to make one
    """
    if isinstance(game, Game):
        return
    if isinstance(game, type) and issubclass(game, Game):
        raise GameError(
            f"expected a hazard.Game, found the class {game.__name__}; write {game.__name__}() to make one"
        )
    raise GameError(f"expected a hazard.Game, found {shown(game)}")


def has_heuristic(game: Game) -> bool:
    """Tell whether ``game`` guesses what unfinished states are worth.

    >>> from hazard.games import Pig
    >>> has_heuristic(Pig())
    True
    """
    return any(hasattr(game, name) for name in ("heuristic", "evaluate"))


def words(game: Game, state: State, move: Move) -> str:
    """Return the words ``game`` has for ``move``: its own ``describe``, or simply ``str(move)``.

    >>> from hazard.games import Pig
    >>> words(Pig(), Pig().start(), "roll")
    'roll'
    """
    describe = getattr(game, "describe", None)
    return str(describe(state, move)) if describe is not None else str(move)
