"""Other aims than the mean: a result to reach, the worst cases, or any worth of the final result.

The state takes in the rewards collected so far, and the end is worth whatever the result is worth. That is a
game like any other, so every search and the solver take it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hazard.against import draws_only, reward_of
from hazard.game import Game, GameError, Move, State, Turn, check_game
from hazard.policy import Policy, as_policy
from hazard.render.text import state_text
from hazard.search import SettingError
from hazard.solve import Progress, Solution, solve

_DIGITS = 9
_NEAR = 1e-9
_OF_ONE_STATE = ("rank", "prior", "describe", "picture")

Worth = Callable[[float], float]


def scored(game: Game, worth: Worth | None = None, *, bounds: tuple[float, float] | None = None) -> Scored:
    """Return ``game`` in which a result is worth ``worth(result)``, by default the result itself.

    The result is the sum of all rewards and what the end is worth. A state is ``(state, rewards so far)``.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> short = Pig(target=2, die=(0, 1), players=1)
    >>> steady = scored(short, lambda result: 2.0**result, bounds=(0, 1))  # half as good for every turn
    >>> steady.start()[1]
    0.0
    """
    check_game(game)
    return _make(game, (lambda result: result) if worth is None else worth, bounds)


def target(game: Game, result: float, *, still: tuple[float, float] = (-math.inf, math.inf)) -> Scored:
    """Return ``game`` with the aim to reach ``result`` or more: worth 1 where it is reached, 0 elsewhere.

    Its value is the probability of success. ``still`` may tell the least and the most that can still come
    from any state, rewards and end together: play then ends where success is certain or out of reach, which
    keeps a game finite in which rewards go on, such as costs.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> turns = Pig(target=2, die=(0, 1), players=1)
    >>> hazard.solve(target(turns, -3, still=(-float("inf"), 0))).value()  # within three turns
    0.59375
    """
    check_game(game)
    if isinstance(result, bool) or not isinstance(result, int | float) or not math.isfinite(result):
        raise SettingError(f"the target is {result!r}; expected the result to reach, a number")
    least, most = still
    if not least <= most:
        raise SettingError(f"still is {still!r}; expected the least and the most that can come")
    reach = result - _NEAR * (1 + abs(result))

    def settled(total: float) -> float | None:
        if total + most < reach:
            return 0.0
        return 1.0 if total + least >= reach else None

    return _make(game, lambda found: float(found >= reach), (0.0, 1.0), settled)


def _make(
    game: Game,
    worth: Worth,
    bounds: tuple[float, float] | None,
    settled: Callable[[float], float | None] = lambda total: None,
) -> Scored:
    return (Scored if draws_only(game) else _Listed)(game, worth, bounds, settled)


class Scored(Game):
    """A game of which the result is worth something else; see :func:`scored` and :func:`target`."""

    def __init__(
        self,
        game: Game,
        worth: Worth,
        bounds: tuple[float, float] | None,
        settled: Callable[[float], float | None],
    ) -> None:
        """Wrap ``game``; ``settled`` tells what a total is worth that nothing can change any more."""
        self.game = game
        self._worth, self._settled = worth, settled
        self._reward = reward_of(game)
        inner: Any = game
        for name in _OF_ONE_STATE:
            if hasattr(game, name):
                setattr(self, name, _of_inner(getattr(game, name)))
        if bounds is not None:
            self.bounds = lambda: bounds
        if hasattr(game, "text"):
            self.text = lambda state: f"{state_text(game, state[0])} | {state[1]:g}"
        if hasattr(game, "parse"):
            self.parse = lambda text: (inner.parse(text), 0.0)
        if hasattr(game, "sample"):
            self.sample = self._sample

    def start(self) -> State:
        """Return the start, with nothing collected yet."""
        return (self.game.start(), 0.0)

    def turn(self, state: State) -> Turn:
        """Tell whose node it is; the game is over where nothing can change its worth."""
        return Turn.OVER if self._settled(state[1]) is not None else Turn(self.game.turn(state[0]))

    def actions(self, state: State) -> Iterable[Move]:
        """List what the player to move may do."""
        return self.game.actions(state[0])

    def apply(self, state: State, move: Move) -> Any:
        """Return the state that follows, with the reward added."""
        inner, total = state
        if self._reward is not None:
            total = round(total + self._reward(inner, move), _DIGITS) + 0.0  # -0 is 0
        return (self.game.apply(inner, move), total)

    def value(self, state: State) -> float:
        """Return what the result is worth."""
        inner, total = state
        settled = self._settled(total)
        return self._worth(total + self.game.value(inner)) if settled is None else settled

    def _sample(self, state: State, rng: random.Random) -> Move:
        return self.game.sample(state[0], rng)  # type: ignore[attr-defined]


class _Listed(Scored):
    """The same where chance can be listed; a game that has the method is asked, so only this one has it."""

    def outcomes(self, state: State) -> Iterable[tuple[Move, float]]:
        """List what chance may do."""
        return self.game.outcomes(state[0])


_Listed.__name__ = Scored.__name__  # what messages call it


def _of_inner(method: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, *rest: method(state[0], *rest)


@dataclass(frozen=True)
class CvarSolution:
    """The best that can be done for the worst cases."""

    level: float
    value: float
    """The mean of the worst ``level`` of results."""
    error: float
    """Proven: the value is no further than this from the truth."""
    threshold: float
    """The result up to which the worst cases go."""
    policy: Policy
    """What to do, in the states of ``scored(game)``: the state and the rewards so far."""
    solution: Solution


def best_cvar(
    game: Game,
    level: float,
    state: State = None,
    *,
    max_states: int = 20_000_000,
    progress: Progress | None = None,
) -> CvarSolution:
    """Maximise the conditional value at risk: the mean of the worst ``level`` of results, for one player.

    By Rockafellar and Uryasev (2000) it is the largest ``t - E[max(0, t - result)] / level`` over thresholds
    ``t``, and some result that can occur is a best threshold. Each threshold is a game of its own, solved
    exactly; those that cannot be better than what was found are left out.

    >>> class Purse(Game):  # take 3, or toss a coin for 10 or nothing
    ...     def start(self): return "choose"
    ...     def turn(self, state):
    ...         return {"choose": Turn.MAX, "toss": Turn.CHANCE}.get(state, Turn.OVER)
    ...     def actions(self, state): return ["take", "toss"]
    ...     def outcomes(self, state): return [("won", 0.5), ("lost", 0.5)]
    ...     def apply(self, state, move): return move
    ...     def value(self, state): return {"take": 3.0, "won": 10.0}.get(state, 0.0)
    >>> [(level, best_cvar(Purse(), level).value) for level in (0.5, 0.8, 1.0)]
    [(0.5, 3.0), (0.8, 3.75), (1.0, 5.0)]
    """
    check_game(game)
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level <= 1:
        raise SettingError(f"the level is {level!r}; expected a number above 0, at most 1")
    root = (game.start() if state is None else state, 0.0)
    mean = solve(scored(game), root, max_states=max_states, progress=progress)
    results = sorted(set(_results(mean)))
    if not results:
        raise GameError(f"{type(game).__name__} never ends from {state_text(game, root[0])}; expected an end")

    def at_best(threshold: float) -> float:
        """Bound what a threshold can bring: no more than itself, nor than the best mean allows."""
        return min(threshold, threshold - (threshold - mean.value()) / level)

    best: tuple[float, float, Solution] | None = None
    for threshold in sorted(results, key=at_best, reverse=True):
        if best is not None and at_best(threshold) <= best[0]:
            break
        aim = scored(game, _shortfall(threshold, level))
        found = solve(aim, root, max_states=max_states, progress=progress)
        if best is None or found.value() > best[0]:
            best = found.value(), threshold, found
    assert best is not None
    value, threshold, solution = best
    return CvarSolution(level, value, solution.error, threshold, _policy(solution), solution)


def _policy(solution: Solution) -> Policy:
    found = as_policy(solution)
    assert isinstance(found, Policy)
    return found


def _shortfall(threshold: float, level: float) -> Worth:
    return lambda result: threshold - max(0.0, threshold - result) / level


def _results(solution: Solution) -> Iterable[float]:
    """Go through the results that can occur; there must be nobody who wants low ones."""
    for state, turn, value, _ in solution.items():
        if turn is Turn.MIN:
            name, where = type(solution.game).__name__, state_text(solution.game, state)
            raise GameError(f"MIN is to move in {where} of {name}; expected a game for one player")
        if turn is Turn.OVER:
            yield round(value, _DIGITS)
