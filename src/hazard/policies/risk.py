"""Other aims than the mean: a result to reach, the worst cases, or any worth of the final result.

The state takes in the rewards collected so far, and the end is worth whatever the result is worth. That is a
game like any other, so every search and the solver take it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from hazard.checking.at_sight import refuse_at_sight
from hazard.game import Game, GameError, Move, State, Turn, check_game, reward_of, state_text
from hazard.policies.against import draws_only
from hazard.policies.policy import Policy, as_policy
from hazard.policies.totals import added, reaching
from hazard.search import SettingError
from hazard.solving.solve import Progress, Solution, solve

_OF_ONE_STATE = ("rank", "prior", "describe", "picture")

Worth = Callable[[float], float]


def scored(game: Game, worth: Worth | None = None, *, bounds: tuple[float, float] | None = None) -> Scored:
    """Return ``game`` with results valued by ``worth(result)``, by default the result itself.

    The result is the sum of all rewards and what the end is worth. A state is ``(state, rewards so far)``.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> short = Pig(target=2, die=(0, 1), players=1)
    >>> steady = scored(short, lambda result: 2.0**result, bounds=(0, 1))  # half as good for every turn
    >>> steady.start()[1]
    0.0
    """
    check_game(game)
    return _make(game, _as_it_is if worth is None else worth, bounds)


def target(game: Game, result: float, *, still: tuple[float, float] = (-math.inf, math.inf)) -> Scored:
    """Return ``game`` with the objective of reaching ``result`` or more: 1 if it is reached, otherwise 0.

    Its value is the probability of success. ``still`` states the least and the most that can still come from
    any state, rewards and end together. Play then ends where success is certain or out of reach, which keeps
    a game finite whose rewards, such as costs, can go on for ever.

    >>> import hazard
    >>> from hazard.games import Pig
    >>> turns = Pig(target=2, die=(0, 1), players=1)
    >>> hazard.solve(target(turns, -3, still=(-float("inf"), 0))).value()  # within three turns
    0.59375
    """
    check_game(game)
    if isinstance(result, bool) or not isinstance(result, int | float) or not math.isfinite(result):
        raise SettingError("policy.target_not_a_number", found=result)
    least, most = still
    if not least <= most:
        raise SettingError("policy.still_out_of_order", found=still)
    reach = reaching(result)
    return _make(game, partial(_reached, reach), (0.0, 1.0), partial(_decided, reach, least, most))


# Functions of this module, so that a game can be pickled.


def _as_it_is(result: float) -> float:
    return result


def _reached(reach: float, result: float) -> float:
    return float(result >= reach)


def _decided(reach: float, least: float, most: float, total: float) -> float | None:
    if total + most < reach:
        return 0.0
    return 1.0 if total + least >= reach else None


def _never_decided(total: float) -> float | None:
    return None


def _shortfall(threshold: float, level: float, result: float) -> float:
    return threshold - max(0.0, threshold - result) / level


def _make(
    game: Game,
    worth: Worth,
    bounds: tuple[float, float] | None,
    settled: Callable[[float], float | None] = _never_decided,
) -> Scored:
    refuse_at_sight(game)
    return (Scored if draws_only(game) else _Listed)(game, worth, bounds, settled)


class Scored(Game):
    """A game whose result is valued by another function; see :func:`scored` and :func:`target`."""

    def __init__(
        self,
        game: Game,
        worth: Worth,
        bounds: tuple[float, float] | None,
        settled: Callable[[float], float | None],
    ) -> None:
        """Wrap ``game``; ``settled`` tells what a total is worth that nothing can change any more."""
        self.game = game
        self._worth, self._bounds, self._settled = worth, bounds, settled
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

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is made of the game and its objective."""
        return _make, (self.game, self._worth, self._bounds, self._settled)

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
            total = added(total, self._reward(inner, move))
        return (self.game.apply(inner, move), total)

    def value(self, state: State) -> float:
        """Return what the result is worth."""
        inner, total = state
        settled = self._settled(total)
        return self._worth(added(total, self.game.value(inner))) if settled is None else settled

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
    """The policy with the best conditional value at risk, and its value."""

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
    max_states: int | None = None,
    progress: Progress | None = None,
) -> CvarSolution:
    """Maximise the conditional value at risk: the mean of the worst ``level`` of results, for one player.

    By Rockafellar and Uryasev (2000) it is the largest ``t - E[max(0, t - result)] / level`` over thresholds
    ``t``, and some result that can occur is a best threshold. Each threshold is a game of its own, which is
    solved exactly. Thresholds that cannot improve the result are skipped.

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
    refuse_at_sight(game)
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level <= 1:
        raise SettingError("policy.level_out_of_range", level=level)
    root = (game.start() if state is None else state, 0.0)
    mean = solve(scored(game), root, max_states=max_states, progress=progress)
    results = sorted(set(_results(mean)))
    if not results:
        raise GameError("policy.game_never_ends", game=type(game).__name__, root=state_text(game, root[0]))

    def at_best(threshold: float) -> float:
        """Bound what a threshold can bring: no more than itself, nor than the best mean allows."""
        return min(threshold, threshold - (threshold - mean.value()) / level)

    best: tuple[float, float, Solution] | None = None
    for threshold in sorted(results, key=at_best, reverse=True):
        if best is not None and at_best(threshold) <= best[0]:
            break
        aim = scored(game, partial(_shortfall, threshold, level))
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


def _results(solution: Solution) -> Iterable[float]:
    """Go through the results that can occur; there must be nobody who wants low ones."""
    for state, turn, value, _ in solution.items():
        if turn is Turn.MIN:
            name, where = type(solution.game).__name__, state_text(solution.game, state)
            raise GameError("policy.not_for_one_player", state=where, game=name)
        if turn is Turn.OVER:
            yield value
