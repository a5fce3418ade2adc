"""A game written down once: every line of play, what each player knows on the way, and what the ends pay.

What is kept is the *sequence form*: for each player the tree of its own decisions, and for each end how far
down that tree every player has come. See ``cpp/search/equilibrium/sequence_form.hpp`` for the picture.

Over 400 lines: a game is listed in one walk, and each fault on the way has its own error.
"""

from __future__ import annotations

import math
import random
import time
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hazard import _core
from hazard.game import Game, GameError, Move, State, Turn, has_secrets, shown

Progress = Callable[[str, int, int | None], None]
Where = Callable[[], str]
"""Makes words of a place, once they are needed."""
Strategies = list[npt.NDArray[np.float64]]
"""For each player a number for each sequence: the probability of its last action where it is decided."""

MAX_HISTORIES = 5_000_000
"""Lines of play that are listed, at most; each takes some 100 bytes while it is."""
_LONGEST = 100_000
"""Moves after which a single game is taken for one without an end."""
_LOOK, _TELL = 16, 1024
"""Histories between two looks at the clock, and between two reports of progress."""


class InformationSet(NamedTuple):
    """All states that look the same to the player who moves in them."""

    player: int
    sees: Hashable


class Path(NamedTuple):
    """How a state was reached: the last move, and the path before it."""

    before: Path | None
    move: Move


def told_path(path: Path | None) -> str:
    """Return the moves of a path, as a person reads them.

    >>> told_path(Path(Path(None, "deal J"), "bet"))
    "'deal J', 'bet'"
    """
    moves: list[str] = []
    while path is not None:
        moves.append(shown(path.move))
        path = path.before
    return ", ".join(reversed(moves)) or "nothing"


@dataclass
class OneSet:
    """What is known of an information set."""

    name: InformationSet
    actions: tuple[Move, ...]
    first: int
    """The sequence of its first action; the others follow."""
    parent: int
    """The sequence of the player that leads here."""
    state: State
    """One of its states, the first that was met."""
    path: Path | None

    @property
    def sequences(self) -> range:
        """The sequences of its actions."""
        return range(self.first, self.first + len(self.actions))


@dataclass
class Listed:
    """A game as arrays."""

    game: Game
    root: State
    players: int
    sets: list[list[OneSet]]
    """For each player, parents first."""
    sequences: npt.NDArray[np.uint32]
    """For each end, one sequence of each player."""
    payoffs: npt.NDArray[np.float64]
    """For each end, what each player gets, times the probability of chance."""
    chances: npt.NDArray[np.float64]
    histories: int
    seconds: float
    found: dict[InformationSet, OneSet] = field(repr=False)

    @cached_property
    def form(self) -> Any:
        """The compiled sequence form."""
        parents = [np.array([one.parent for one in own], np.uint32) for own in self.sets]
        return _core.SequenceForm(parents, self.firsts, self.sequences.ravel(), self.payoffs.ravel())

    @cached_property
    def firsts(self) -> list[npt.NDArray[np.uint32]]:
        """For each player the first sequence of each set, and the number of all sequences at the end."""
        return [
            np.array([*(one.first for one in own), self.count(p)], np.uint32)
            for p, own in enumerate(self.sets)
        ]

    def count(self, player: int) -> int:
        """Return how many sequences a player has, the empty one among them."""
        own = self.sets[player]
        return own[-1].first + len(own[-1].actions) if own else 1

    @cached_property
    def constant(self) -> float | None:
        """What the payoffs of two players always sum to; None where they do not, or there are more players.

        A difference that is mere rounding of the game's own arithmetic does not count.
        """
        if self.players != 2:
            return None
        sums = self.payoffs.sum(axis=1) / self.chances
        scale = max(1.0, float(np.abs(self.payoffs / self.chances[:, None]).max()))
        return float(sums[0]) if float(np.ptp(sums)) <= 1e-9 * scale else None

    def all_sets(self) -> Iterator[OneSet]:
        """Go through the information sets of all players."""
        for own in self.sets:
            yield from own

    def find(self, player: int, sees: Hashable) -> OneSet:
        """Return an information set by its name."""
        try:
            known = self.found.get(InformationSet(player, sees))
        except TypeError:
            known = None
        if known is None:
            raise GameError("equilibrium.no_such_set", player=player, sees=shown(sees))
        return known

    def at(self, state: State) -> OneSet:
        """Return the information set of a state in which somebody decides."""
        number = Turn(self.game.turn(state)).number
        if number is None:
            raise GameError("equilibrium.nobody_decides", state=shown(state))
        return self.find(number, seen(self.game, state, number))


def seen(game: Game, state: State, player: int) -> Hashable:
    """Return what a player sees: all of the state, where the game has no secrets."""
    if not has_secrets(game):
        return state  # type: ignore[no-any-return]
    found = game.sees(state, player)  # type: ignore[attr-defined]
    try:
        hash(found)
    except TypeError:
        raise GameError(
            "equilibrium.sees_not_hashable", game=type(game).__name__, state=shown(state), found=shown(found)
        ) from None
    return found  # type: ignore[no-any-return]


class _Open(NamedTuple):
    """A history that is still to be followed."""

    state: State
    chance: float
    own: tuple[int, ...]
    """The last sequence of each player."""
    paid: tuple[float, ...]
    path: Path | None


class Lister:
    """Goes through a game, depth first."""

    def __init__(self, game: Game, root: State, max_histories: int, deadline: float | None) -> None:
        """Begin in ``root``; give up after so many histories, or at ``deadline`` of the monotonic clock."""
        self.game, self.root, self.name = game, root, type(game).__name__
        self.max_histories, self.deadline = max_histories, deadline
        self.players = 0  # known at the first end
        self.sets: list[list[OneSet]] = []
        self.counts: list[int] = []
        self.found: dict[InformationSet, OneSet] = {}
        self.sequences, self.payoffs, self.chances = array("I"), array("d"), array("d")
        self.histories = 0

    def listed(self, progress: Progress | None) -> Listed:
        """List the whole game."""
        began = time.monotonic()
        self.players = self._count_players()
        if self.players < 2:
            raise GameError("equilibrium.one_player", game=self.name)
        self.sets, self.counts = [[] for _ in range(self.players)], [1] * self.players
        nothing = (0.0,) * self.players
        stack = [_Open(self.root, 1.0, (0,) * self.players, nothing, None)]
        while stack:
            stack.extend(self._follow(stack.pop()))
            self.histories += 1
            if self.histories % _LOOK == 0:
                self._look(progress, stack[-1].path if stack else None)
        shape = (-1, self.players)
        return Listed(
            self.game,
            self.root,
            self.players,
            self.sets,
            np.frombuffer(self.sequences, np.uint32).reshape(shape),
            np.frombuffer(self.payoffs, np.float64).reshape(shape),
            np.frombuffer(self.chances, np.float64),
            self.histories,
            time.monotonic() - began,
            self.found,
        )

    def _look(self, progress: Progress | None, path: Path | None) -> None:
        if self.histories >= self.max_histories:
            raise GameError(
                "equilibrium.too_many_histories",
                game=self.name,
                most=self.max_histories,
                sets=len(self.found),
                path=told_path(path)[-300:],
            )
        if self._late():
            raise GameError("equilibrium.not_listed_in_time", game=self.name, count=self.histories)
        if progress is not None and self.histories % _TELL == 0:
            progress("histories", self.histories, None)

    def _late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _count_players(self) -> int:
        """Walk to one end, at random so that no loop is gone round for ever, and count what it pays."""
        state, draw, most = self.root, random.Random(0), min(self.max_histories, _LONGEST)
        moved = 0
        while moved < most and not self._late():
            moved += 1
            turn, moves = self._node(state)
            if turn is Turn.OVER:
                worth = self.game.value(state)
                return len(worth) if _is_list(worth) else 2  # type: ignore[arg-type]
            state = draw.choice(moves)[2]
        raise GameError("equilibrium.no_end", game=self.name, count=moved, state=shown(state)[:300])

    def _follow(self, here: _Open) -> list[_Open]:
        """Write one history down, and return those that follow it, the first of them last."""
        turn, moves = self._node(here.state)
        if turn is Turn.OVER:
            self._end(here)
            return []
        player = turn.number
        if player is None:
            return [
                _Open(after, here.chance * p, here.own, self._paid(here, move, paid), Path(here.path, move))
                for move, p, after, paid in reversed(moves)
            ]
        one = self._set_of(here, player, [move for move, *_ in moves])
        following = []
        for number, (move, _, after, paid) in enumerate(moves):
            own = (*here.own[:player], one.first + number, *here.own[player + 1 :])
            following.append(
                _Open(after, here.chance, own, self._paid(here, move, paid), Path(here.path, move))
            )
        following.reverse()
        return following

    def _set_of(self, here: _Open, player: int, actions: list[Move]) -> OneSet:
        """Return the information set of a history; one that is known must be of the same past and actions."""
        if player >= self.players:
            raise GameError(
                "equilibrium.player_without_payoff",
                game=self.name,
                state=shown(here.state),
                player=player,
                count=self.players,
            )
        name = InformationSet(player, seen(self.game, here.state, player))
        known = self.found.get(name)
        if known is None:
            self._check_actions(here.state, actions)
            made = OneSet(name, tuple(actions), self.counts[player], here.own[player], here.state, here.path)
            self.counts[player] += len(actions)
            self.sets[player].append(made)
            self.found[name] = made
            return made
        if known.parent != here.own[player] and not has_secrets(self.game):
            raise GameError(
                "equilibrium.open_transposition",
                game=self.name,
                state=shown(here.state),
                first=told_path(known.path)[-200:],
                second=told_path(here.path)[-200:],
            )
        if known.parent != here.own[player]:
            raise GameError(
                "equilibrium.imperfect_recall",
                game=self.name,
                player=player,
                sees=shown(name.sees),
                first=told_path(known.path),
                second=told_path(here.path),
            )
        if known.actions != tuple(actions):
            raise GameError(
                "equilibrium.actions_differ",
                game=self.name,
                player=player,
                sees=shown(name.sees),
                first=told_path(known.path),
                second=told_path(here.path),
                here=shown(list(known.actions)),
                there=shown(actions),
            )
        return known

    def _check_actions(self, state: State, actions: list[Move]) -> None:
        try:
            twice = len(set(actions)) < len(actions)
        except TypeError:
            raise GameError(
                "equilibrium.action_not_hashable", game=self.name, state=shown(state), actions=shown(actions)
            ) from None
        if twice:
            raise GameError(
                "equilibrium.action_listed_twice", game=self.name, state=shown(state), actions=shown(actions)
            )

    def _end(self, here: _Open) -> None:
        worth = self._numbers(self.game.value(here.state), lambda: self._called("value", here.state))
        self.sequences.extend(here.own)
        self.payoffs.extend(here.chance * (a + b) for a, b in zip(worth, here.paid, strict=True))
        self.chances.append(here.chance)

    def _paid(self, here: _Open, move: Move, paid: Any) -> tuple[float, ...]:
        if paid is None or (
            isinstance(paid, int | float) and paid == 0
        ):  # nothing, for any number of players
            return here.paid
        earned = self._numbers(paid, lambda: self._called("reward", here.state, move))
        return tuple(a + b for a, b in zip(here.paid, earned, strict=True))

    def _numbers(self, found: Any, where: Where) -> tuple[float, ...]:
        """Return one finite number for each player."""
        if _is_list(found):
            numbers = [_number(item, where) for item in found]
        else:
            number = _number(found, where)
            numbers = [number, -number]
        if len(numbers) != self.players:
            raise GameError(
                "equilibrium.payoffs_miscounted", where=where(), found=shown(found), count=self.players
            )
        return tuple(numbers)

    # ---- what the game says about one state ----------------------------------------------------------------

    def _node(self, state: State) -> tuple[Turn, list[tuple[Move, float, State, Any]]]:
        """Return whose turn it is, and the moves: ``(move, probability, next_state, reward)``."""
        game: Any = self.game
        try:
            if hasattr(game, "expand"):
                return self._expanded(state)
            turn = self._turn(game.turn(state), lambda: self._called("turn", state))
            if turn is Turn.OVER:
                return turn, []
            reward = getattr(game, "reward", None)
            moves = self._moves(state, turn)
            return turn, [
                (move, p, game.apply(state, move), reward and reward(state, move)) for move, p in moves
            ]
        except GameError:
            raise
        except Exception as error:
            error.add_note(f"in {self.name}, asked about {shown(state)}")
            raise

    def _moves(self, state: State, turn: Turn) -> list[tuple[Move, float]]:
        if turn is not Turn.CHANCE:
            actions = self._list(self.game.actions(state), lambda: self._called("actions", state))
            return [(action, 1.0) for action in actions]

        def called() -> str:
            return self._called("outcomes", state)

        pairs = self._list(self.game.outcomes(state), called)
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise GameError("game.outcome_is_no_pair", method=called(), found=shown(pair))
        return _possible(pairs, called)

    def _called(self, method: str, *given: Any) -> str:
        return f"{self.name}.{method}({', '.join(map(shown, given))})"

    def _list(self, found: Iterable[Any], where: Where) -> list[Any]:
        if not isinstance(found, Iterable) or isinstance(found, str | bytes):
            raise GameError("game.no_list_of_moves", method=where(), found=shown(found))
        moves = list(found)
        if not moves:
            raise GameError("game.nothing_listed", method=where())
        return moves

    def _turn(self, found: Any, where: Where) -> Turn:
        try:
            return Turn(found)
        except (ValueError, TypeError):
            if isinstance(found, tuple | list | set | frozenset):
                raise GameError("game.no_turn_but_several", method=where(), found=shown(found)) from None
            raise GameError("game.no_turn", method=where(), found=shown(found)) from None

    def _expanded(self, state: State) -> tuple[Turn, list[tuple[Move, float, State, Any]]]:
        def called() -> str:
            return self._called("expand", state)

        game: Any = self.game
        answer = game.expand(state)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise GameError("game.expand_is_no_pair", method=called(), found=shown(answer))
        turn = self._turn(answer[0], called)
        if turn is Turn.OVER:
            return turn, []
        items = self._list(answer[1], called)
        reward = getattr(game, "reward", None)
        chance = turn is Turn.CHANCE
        listed = []
        for item in items:
            if not isinstance(item, tuple) or len(item) not in (3, 4):
                raise GameError("game.expand_item_is_wrong", method=called(), found=shown(item))
            paid = item[3] if len(item) == 4 else reward and reward(state, item[0])
            listed.append((item[0], item[1] if chance else 1.0, item[2], paid))
        if not chance:
            return turn, listed
        likely = _possible([((move, after, paid), p) for move, p, after, paid in listed], called)
        return turn, [(move, p, after, paid) for (move, after, paid), p in likely]


def _possible(pairs: list[tuple[Any, Any]], called: Where) -> list[tuple[Any, float]]:
    """Check probabilities, and drop what cannot happen."""
    kept = []
    for outcome, share in pairs:
        p = _number(share, lambda: f"a probability in {called()}")
        if not -1e-300 <= p <= 1 + 1e-9:
            raise GameError(
                "game.probability_is_wrong", method=called(), outcome=shown(outcome), found=shown(share)
            )
        if p > 0:
            kept.append((outcome, p))
    total = math.fsum(p for _, p in kept)
    if abs(total - 1) > 1e-9:
        raise GameError("game.probabilities_do_not_sum", method=called(), found=f"{total:.12g}")
    return kept


def _is_list(found: object) -> bool:
    return isinstance(found, list | tuple) or (isinstance(found, np.ndarray) and found.ndim == 1)


def _number(found: Any, where: Where) -> float:
    try:
        number = math.nan if isinstance(found, str | bytes) else float(found)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise GameError("game.not_a_number", where=where(), found=shown(found))
    return number


def list_game(
    game: Game,
    root: State,
    *,
    max_histories: int = MAX_HISTORIES,
    deadline: float | None = None,
    progress: Progress | None = None,
) -> Listed:
    """Write ``game`` down from ``root``, and check it on the way.

    >>> class Pennies(Game):  # MIN names heads or tails without having seen what MAX has chosen
    ...     def start(self): return ""
    ...     def turn(self, state): return (Turn.MAX, Turn.MIN, Turn.OVER)[len(state)]
    ...     def sees(self, state, player): return len(state)
    ...     def actions(self, state): return ["h", "t"]
    ...     def apply(self, state, move): return state + move
    ...     def value(self, state): return 1.0 if state[0] == state[1] else -1.0
    >>> listed = list_game(Pennies(), "")
    >>> listed.histories, [len(own) for own in listed.sets], listed.constant
    (7, [1, 1], 0.0)
    """
    return Lister(game, root, max_histories, deadline).listed(progress)
