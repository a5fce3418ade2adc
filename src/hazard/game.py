"""The game model: what a game has to say for any search to play it.

A game is a handful of methods over immutable, hashable states. Four kinds of node exist, named by
:class:`Turn`; values are always *for MAX*. A game with secrets has one more method, ``sees``; one for more
than two players has turns by number and a value for each player. :func:`hazard.equilibrium` is for both.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any, Generic

from typing_extensions import TypeVar

from hazard.errors import HazardError

State = Any
Move = Any

S = TypeVar("S", default=Any)
"""A game's states."""
M = TypeVar("M", default=Any)
"""What its players may do; outcomes of chance may be of another type."""


class Turn(enum.IntEnum):
    """Whose node a state is.

    MAX and MIN are the players 0 and 1. In a game for more, :meth:`player` names whose turn it is.

    >>> Turn.CHANCE, Turn.player(0), Turn.player(2)
    (Turn.CHANCE, Turn.MAX, Turn.player(2))
    """

    MAX = 0
    MIN = 1
    CHANCE = 2
    OVER = 3

    @classmethod
    def player(cls, number: int) -> Turn:
        """Return the turn of a player by number, counted from 0."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < MOST_PLAYERS:
            raise GameError("game.no_such_player", found=number, most=MOST_PLAYERS - 1)
        return cls(number if number < 2 else number + 2)

    @property
    def number(self) -> int | None:
        """The number of the player whose turn it is, counted from 0; None for chance, and at the end.

        >>> Turn.MIN.number, Turn.player(2).number, Turn.OVER.number
        (1, 2, None)
        """
        return int(self) if self < 2 else int(self) - 2 if self > 3 else None

    @classmethod
    def _missing_(cls, value: object) -> Turn | None:
        """Make the turn of a third or later player; the four names stay all that is listed."""
        if isinstance(value, bool) or not isinstance(value, int) or not 4 <= value < MOST_PLAYERS + 2:
            return None
        made = int.__new__(cls, value)
        made._name_, made._value_ = f"PLAYER_{value - 2}", value
        kept = cls._value2member_map_.setdefault(value, made)
        assert isinstance(kept, Turn)
        return kept

    def __repr__(self) -> str:
        """Return what one would write in Python."""
        return f"Turn.{self.name}" if self < 4 else f"Turn.player({self - 2})"


MOST_PLAYERS = 64
"""Players that a game may have."""


class Game(ABC, Generic[S, M]):
    """The rules of a game, written by you.

    Write :meth:`start`, :meth:`turn`, :meth:`apply` and :meth:`value`, then :meth:`actions` if anybody
    decides anything and :meth:`outcomes` if anything is random. A search needs nothing else.

    ``class Pig(hazard.Game[Score, str])`` tells a type checker the types of states and actions. Plain
    ``hazard.Game`` leaves them open.

    Each further method makes a feature available:

    ``heuristic(state)``
        an estimate of an unfinished state, used where a search stops before the end. Without it, play-outs
        are used.
    ``reward(state, move)``
        the immediate reward of a step. Values are then the reward still to come.
    ``expand(state)``
        ``(turn, [(move, probability, next_state), ...])``, a whole node in one call: faster where
        it saves the game work that ``turn``, ``actions`` and ``apply`` would each do again. A game with
        rewards may add the reward as a fourth item.
    ``bounds()``
        the ``(lowest, highest)`` value that any state can have, including the reward still to come from it
        but not the reward of the step that led to it. Pruning at chance nodes needs it.
    ``rank(state, action)``
        a cheap estimate of an action for the player to move (higher is better), for ordering, ``top`` and
        beams.
    ``quiet(state)``
        whether ``heuristic`` is reliable here. Where it is not, the search looks further.
    ``prior(state, actions)``
        one weight for each action, for tree search by prior (``select="puct"`` or ``"gumbel"``).
    ``evaluate(states)``
        ``heuristic`` of many states at once; or ``(values, priors)``, for a network that answers both.
    ``sample(state, random)``
        one random outcome of a chance node with too many to list. ``random`` is a ``random.Random``.
    ``describe(state, move)``
        words for an action or an outcome, used in explanations. With a third parameter, ``language="en"``,
        the game speaks more languages than English.
    ``parse_move(state, text)``
        the action or outcome that somebody typed. Without it, the words of the moves are compared.
    ``sees(state, player)``
        hidden information: what the player to move, by number, knows of ``state``. States that look the same
        to the player are one *information set*, with one decision for all of them; what is returned is its
        name, and has to be hashable. It includes what the player has seen and done before (perfect recall).
        Such a game is for :func:`hazard.equilibrium`; searches, which look at the whole state, refuse it.

    **More than two players, or payoffs that do not sum to zero**: ``turn`` returns ``Turn.player(n)``, with
    ``n`` from 0, and ``value`` one number for each player, such as ``(2.0, -1.0, -1.0)``; ``reward`` may do
    the same. :func:`hazard.equilibrium` is for these games, too. A single number is short for
    ``(number, -number)``, and MAX and MIN for the players 0 and 1.

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
        raise GameError("game.no_actions_method", game=type(self).__name__, state=shown(state))

    def outcomes(self, state: S) -> Iterable[tuple[Any, float]]:
        """List what chance may do, as pairs ``(outcome, probability)`` (CHANCE nodes)."""
        raise GameError("game.no_outcomes_method", game=type(self).__name__, state=shown(state))

    @abstractmethod
    def apply(self, state: S, move: Any) -> S:
        """Return the state that follows ``move``; ``state`` itself never changes."""

    @abstractmethod
    def value(self, state: S) -> float:
        """Return what the end is worth for MAX; asked only where the game is over."""


class GameError(HazardError):
    """A game broke the rules of the game model. The message names the state and what was expected."""


LONGEST_SHOWN = 300
"""Characters of a state that a message shows."""


def shown(thing: object) -> str:
    """Return how ``thing`` is written, cut where it is too long for a message.

    >>> len(shown(tuple(range(1000))))
    300
    """
    text = repr(thing)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def name_of(game: Any) -> str:
    """Return what a game is called: its class, or what a shared library calls itself."""
    return str(getattr(game, "called", type(game).__name__))


def check_game(game: object) -> None:
    """Refuse what is no game; a class in place of a game is the likely mistake.

    >>> from hazard.games import Pig
    >>> check_game(Pig)
    Traceback (most recent call last):
    hazard.game.GameError: expected a hazard.Game, found the class Pig; write Pig() to create one
    """
    if isinstance(game, Game):
        return
    if isinstance(game, type) and issubclass(game, Game):
        raise GameError("game.class_instead_of_game", found=game.__name__, name=game.__name__)
    raise GameError("game.not_a_game", found=shown(game))


def has_heuristic(game: Game) -> bool:
    """Tell whether ``game`` guesses what unfinished states are worth.

    >>> from hazard.games import Pig
    >>> has_heuristic(Pig())
    True
    """
    return any(hasattr(game, name) for name in ("heuristic", "evaluate"))


def reward_of(game: Any) -> Callable[[State, Move], float] | None:
    """Return how ``game`` tells the reward of a step: by ``reward``, or by ``expand`` alone."""
    if hasattr(game, "reward"):
        return game.reward  # type: ignore[no-any-return]
    if not hasattr(game, "expand"):
        return None

    def reward(state: State, move: Move) -> float:
        steps = game.expand(state)[1]
        return next((float(rest[0]) for found, _, _, *rest in steps if found == move and rest), 0.0)

    return reward


def has_secrets(game: Game) -> bool:
    """Tell whether players of ``game`` see only a part of its states.

    >>> from hazard.games import Pig
    >>> has_secrets(Pig())
    False
    """
    return hasattr(game, "sees")


def refuse_secrets(game: Game) -> None:
    """Refuse a game with secrets where everything in a state would be looked at."""
    if has_secrets(game):
        raise GameError("game.has_secrets", game=type(game).__name__)


def words(game: Game, state: State, move: Move, language: str = "en") -> str:
    """Return the words ``game`` has for ``move``: its own ``describe``, or simply ``str(move)``.

    A game that speaks more than one language has ``describe(state, move, language)``.

    >>> from hazard.games import Pig
    >>> words(Pig(), Pig().start(), Pig.ROLL), words(Pig(), Pig().start(), Pig.ROLL, "de")
    ('roll', 'würfeln')
    """
    describe = getattr(game, "describe", None)
    if describe is None:
        return str(move)
    try:
        if language != "en" and "language" in signature(describe).parameters:
            return str(describe(state, move, language))
        return str(describe(state, move))
    except Exception as error:
        error.add_note(f"in {type(game).__name__}.describe({shown(state)}, {shown(move)})")
        raise


def state_text(game: Game, state: State) -> str:
    """Return ``state`` as the game's own ``text`` writes it, or else its ``repr``.

    >>> from hazard.games import Pig
    >>> state_text(Pig(), Pig().parse("40 35 12"))
    '40 35 12 max'
    """
    text: Any = getattr(game, "text", None)
    return str(text(state)) if callable(text) else repr(state)
